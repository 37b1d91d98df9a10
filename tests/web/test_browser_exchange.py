"""An exchange (ARC-20) between a player's phone and the game master's extra, with real cards on both sides: what falls
is what people type, so the whole fight is known beforehand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from web.browser import PHONE, SCORES, Screens, answer, checked, create, have_done, join

pytestmark = pytest.mark.browser
WAIT = "On attend"


def asked(page: Page, command: str, about: str) -> None:
    """This seat is asked for a command now, by a question about this."""
    question = page.locator("#a-toi .question", has=page.locator(f"form[id$='-{command}']"))
    expect(question.first).to_contain_text(about)


def deal(page: Page, *cards: int, command: str = "Draw") -> None:
    """Type the cards that were drawn from the pack on the table."""
    answer(page, command, **{f"cards.{n}": str(card) for n, card in enumerate(cards, 1)})


def fighters(screens: Screens) -> tuple[Page, Page]:
    """Léa's Iris (score 12 in « Armes blanches », a sword, 2 points of Destiny) and the game master's guard (9, a
    knife, 1 point), about to fight with real cards."""
    gm, lea = screens.open("ada"), screens.open("lea", PHONE)
    join(lea, create(gm, screens.site.address), "Léa")
    have_done(lea, "ProposeCharacter", name="Iris", scores=[*SCORES.values()])
    have_done(gm, "AcceptActor")
    guard = {"name": "Le Guet", "hidden": False, "score": 9, "broken": True, "destiny": 1}
    have_done(gm, "CreateExtra", **guard, weapon="Couteau")
    have_done(gm, "Equip", actor="Iris", weapon="Épée")
    have_done(gm, "CorrectDestiny", actor="Iris", destiny=2, why="pour l’essai")
    have_done(gm, "ChooseHand", hand="reel")
    have_done(lea, "ChooseHand", hand="reel")
    answer(gm, "OpenExchange", a="Iris", b="Le Guet", ease_a="normal", ease_b="normal")
    return gm, lea


def test_an_exchange_from_its_opening_to_its_wounds(screens: Screens) -> None:
    gm, lea = fighters(screens)
    asked(lea, "WillDraw", "score 12")
    checked(lea, "echange-declarer-360")
    answer(lea, "WillDraw")
    # Nobody draws before both have declared (ARC-40).
    expect(lea.locator("#a-toi")).to_contain_text(WAIT)
    asked(gm, "WillDraw", "score 9")
    answer(gm, "WillDraw")
    asked(lea, "Draw", "Iris")
    checked(lea, "echange-tirer-360")
    deal(lea, 14)
    expect(lea.locator("#a-toi")).to_contain_text(WAIT)
    expect(gm.locator("#a-toi .question")).to_have_count(1)
    deal(gm, 5)

    # Destiny in alternation, whoever is losing first (ARC-51).
    asked(lea, "Buy", "Iris")
    checked(lea, "echange-destin-360")
    answer(lea, "Buy")
    asked(lea, "Draw", "Iris")
    deal(lea, 3)
    asked(gm, "Buy", "Le Guet")
    answer(gm, "Buy")
    asked(gm, "Draw", "Le Guet")
    deal(gm, 2)
    asked(lea, "Buy", "Iris")
    answer(lea, "Pass")
    asked(gm, "LoseCards", "Le Guet")
    deal(gm, 21, 20, 19, 18, command="LoseCards")
    for page in (gm, lea):
        expect(page.locator("#journal")).to_contain_text("Iris touche Le Guet")
        expect(page.locator("#journal")).to_contain_text(
            "le Monde (21), le Jugement (20), le Soleil (19) et la Lune (18)"
        )
        expect(page.locator("#table")).to_contain_text("Réussi · marge 9")
        expect(page.locator("#a-toi form")).to_have_count(0)
    # The guard's score is the game master's own: its margin would tell it.
    assert "marge 7" in gm.locator("#vue").inner_text()
    assert "marge 7" not in lea.content()
    checked(lea, "echange-fin-360")
    checked(gm, "echange-fin")


def test_a_card_no_longer_in_the_pack_is_refused_where_it_was_typed(screens: Screens) -> None:
    gm, lea = screens.open("ada"), screens.open("lea", PHONE)
    join(lea, create(gm, screens.site.address), "Léa")
    have_done(lea, "ProposeCharacter", name="Iris", scores=[*SCORES.values()])
    have_done(gm, "AcceptActor")
    lea.locator("label.tab", has_text="Fiche").click()
    answer(lea, "ChooseHand", hand="reel")
    answer(gm, "CorrectDeck", actor="Iris", lost=["3"], why="pour l’essai")
    answer(gm, "OpenTest", actor="Iris", skill="12", ease="normal", secrecy="table")
    answer(lea, "WillDraw")
    asked(lea, "Draw", "Iris")
    deal(lea, 3)
    refusal = lea.locator("#a-toi .refusal")
    expect(refusal).to_contain_text("carte")
    checked(lea, "carte-refusee-360")
    deal(lea, 7)
    expect(refusal).to_have_count(0)
    for page in (gm, lea):
        expect(page.locator("#table")).to_contain_text("Réussi")
        expect(page.locator("#journal")).to_contain_text("saisi à la main")
