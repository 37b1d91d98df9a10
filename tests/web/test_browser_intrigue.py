"""Intrigue on real screens: a character written on a phone, relationships first; a contest that rises until somebody
gives in; a test, its stress, the end of the episode; and a hidden character of whom the phone is never sent a byte."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from web.browser import PHONE, Screens, answer, at_table, checked, create, fill, follow, join, unfolded

pytestmark = pytest.mark.browser
CANARY = "Le canari du grenier"
VALUES = {"devoir": 6, "gloire": 4, "justice": 6, "amour": 4, "pouvoir": 4, "verite": 8}


def seated(screens: Screens, shot: str = "") -> tuple[Page, Page]:
    """A game master and Léa, who plays Aldonse; everybody throws their own dice."""
    gm, lea = screens.open("ada"), screens.open("lea", PHONE)
    join(lea, create(gm, screens.site.address, system="intrigue"), "Léa")
    person(lea, "Aldonse", "Villon", "Ma sœur", shot=shot)
    answer(gm, "AcceptActor")
    answer(gm, "ChooseHand", hand="reel")
    tab(lea, "Fiche")
    answer(lea, "ChooseHand", hand="reel")
    tab(lea, "Table")
    return gm, lea


def person(page: Page, name: str, *people: str, shot: str = "") -> None:
    follow(page.get_by_role("link", name="Proposer un personnage"))
    form = page.locator("form", has=page.locator("[name=command][value=ProposeCharacter]"))
    asked = form.locator("> fieldset > legend").all_inner_texts()
    assert asked == ["Relations", "Valeurs"]
    folded = form.locator("> details > summary").all_inner_texts()
    assert [re.split(r"\s*\(", x)[0] for x in folded] == [
        "Traits",
        "Talents",
        "Matos",
        "Figurants et Lieux",
        "Héritage",
    ]
    fill(form, "name", name)
    for n, who in enumerate(people, 1):
        fill(form, f"relationships.{n}.who", who)
        fill(form, f"relationships.{n}.die", "6")
        fill(form, f"relationships.{n}.statement", "Nous avons des comptes à régler.")
    for value, die in VALUES.items():
        fill(form, f"values.{value}.die", f"D{die}")
        fill(form, f"values.{value}.statement", "Je tiens ce que je promets.")
    fill(form, "distinctions.1.model", "Entrée remarquée")
    fill(form, "distinctions.1.die", "8")
    if shot:
        checked(page, shot)
    form.locator("button[type=submit]").last.click()
    at_table(page)


def tab(page: Page, name: str) -> None:
    page.locator("label.tab", has_text=name).click()


def composed(page: Page, command: str, *dice: str, link: str = "", goal: str = "", shot: str = "") -> None:
    """A roll composed on its own page."""
    follow(page.get_by_role("link", name=link) if link else unfolded(page, command))
    form = page.locator("form", has=page.locator(f"[name=command][value={command}]"))
    if goal:
        fill(form, "goal", goal)
    for die in dice:
        fill(form, "pool", die)
    expect(form.locator(".tried")).to_contain_text(
        re.compile(r"\d\s*%.*Une complication au moins", re.DOTALL)
    )
    if shot:
        checked(page, shot)
    form.locator("button[type=submit]").last.click()
    at_table(page)


def on_a_phone(page: Page, where: str, shot: str, seen: Locator) -> None:
    """What a page looks like on a phone for a moment."""
    wide = page.viewport_size
    page.set_viewport_size({"width": 360, "height": 800})
    tab(page, where)
    seen.scroll_into_view_if_needed()
    checked(page, shot)
    assert wide
    page.set_viewport_size(wide)


def thrown(page: Page, *faces: int) -> None:
    answer(page, "Roll", **{f"faces.{n}": str(face) for n, face in enumerate(faces, 1)})


def extra(gm: Page, name: str, hidden: bool = False) -> None:
    die = {"traits.1.kind": "value", "traits.1.die": "8", "traits.1.name": "Pouvoir"}
    answer(gm, "CreateExtra", name=name, hidden=str(hidden), **die)


def test_a_contest_rises_until_somebody_gives_in(screens: Screens) -> None:
    gm, lea = seated(screens, "intrigue-creation-360")
    for name in ("Baudouin", "Villon"):
        extra(gm, name)
    extra(gm, CANARY, hidden=True)
    answer(gm, "SetPoints", points="2", why="l’épisode a commencé")
    expect(lea.locator(".masthead .counters")).to_contain_text(re.compile(r"Pile\s*2D6\s*PI\s*2"))

    # Several possible opponents: each has a page of its own.
    lea.locator("#a-toi summary", has_text="Choisir").click()
    dice = ("Vérité D8", "Villon, remise en question", "Entrée remarquée")
    composed(
        lea, "Act", *dice, link="Agir contre quelqu’un : Villon…", goal="La lettre", shot="intrigue-duel-360"
    )
    card = lea.locator(".contest")
    expect(card).to_contain_text("Aldonse contre Villon")
    expect(card).to_contain_text("trois D6, un D6 ira au développement, et le dé passera à D4")
    expect(lea.get_by_label("Vérité D8")).to_be_visible()
    thrown(lea, 5, 1, 6, 2, 4)
    expect(lea.locator("#a-toi")).to_contain_text("un dé gardé de plus : 15 au lieu de 11")
    answer(gm, "BuyOne")
    expect(lea.locator(".masthead .counters")).to_contain_text("2D6 + D8")
    answer(lea, "Settle")

    composed(gm, "React", "Pouvoir D8", "p:0")
    thrown(gm, 7, 6)
    answer(gm, "Settle")
    asked = lea.locator("#a-toi")
    expect(asked).to_contain_text("Villon fait 13. Aldonse réagit, ou cède ?")
    expect(asked.locator(".action--main").first).to_contain_text(
        re.compile(r"Dépasser l’action\s*:\s*\d+\s*%")
    )
    expect(asked).to_contain_text("en gardant trois dés, pour 1 PI")
    expect(lea.locator(".ladder li")).to_have_text([re.compile(r"Aldonse\s*11"), re.compile(r"Villon\s*13")])
    checked(lea, "intrigue-reagir-360")
    answer(lea, "GiveIn", how="point", text="Il garde la lettre.")
    expect(card.locator(".result")).to_have_text("Aldonse cède : Villon atteint son but.")
    # The point bought from a 1 thaws as the contest ends.
    expect(lea.locator(".masthead .counters")).to_contain_text(re.compile(r"PI\s*2"))
    expect(gm.locator(".people-panel")).to_contain_text(CANARY)
    lea.locator("#opinions > summary").click()
    expect(lea.get_by_role("img", name=re.compile(r"Carte des Relations\s: 2 opinions"))).to_be_visible()
    checked(lea, "intrigue-carte-360")
    checked(gm, "intrigue-fin-1280")

    assert CANARY.encode() in screens.site.sent["ada"]
    assert CANARY.encode() not in screens.site.sent["lea"]


def test_a_test_its_stress_and_the_end_of_the_episode(screens: Screens) -> None:
    gm, lea = seated(screens)
    shares = unfolded(gm, "SharePoints")
    shares.scroll_into_view_if_needed()
    expect(shares.locator(".tried__said")).to_have_text("100 % de 4 PI pour Aldonse")
    on_a_phone(gm, "Bureau", "intrigue-partage-360", shares)
    answer(gm, "CallTest", goal="Sortir sans être vue", risk="True")
    thrown(gm, 5, 6)
    answer(gm, "Settle")
    expect(lea.locator("#a-toi")).to_contain_text("La pile a fait 11, il faut mieux. Le Stress guette.")
    expect(lea.locator("#a-toi .action--main").first).to_contain_text(re.compile(r"Réussir\s*:\s*\d+\s*%"))
    composed(lea, "Attempt", "Devoir D6", "Ma sœur D6")
    thrown(lea, 2, 3)
    answer(lea, "Settle")
    expect(lea.locator(".contest")).to_contain_text("Sortir sans être vue")
    expect(lea.locator(".throws, #vue").first).to_contain_text("100 % de frapper d’un D6")
    on_a_phone(gm, "Table", "intrigue-stress-choix-360", gm.locator("#a-toi"))
    answer(gm, "Inflict", category="Peur")
    expect(gm.locator("#a-toi")).to_contain_text(re.compile(r"Peur D6\s*100\s%"))
    answer(gm, "StressDice", **{"faces.1": "2", "faces.2": "5"})
    expect(lea.locator(".contest .result")).to_contain_text("Échec : 5 contre 11")
    tab(lea, "Fiche")
    expect(lea.locator("article.sheet .tracks div").first).to_contain_text("Peur")
    expect(lea.get_by_role("img", name="D6", exact=True).first).to_be_visible()
    checked(lea, "intrigue-fiche-360")

    tab(lea, "Table")
    answer(gm, "EndEpisode")
    expect(lea.locator("#fin")).to_contain_text(re.compile(r"Aldonse.*à raconter.*à tenter", re.DOTALL))
    checked(lea, "intrigue-epilogue-360")
    answer(lea, "TellEpilogue", text="Elle compte les vagues.")
    answer(lea, "Grow", trait="Entrée remarquée")
    expect(lea.locator("#fin")).to_contain_text("vise Entrée remarquée à D10")
    thrown(gm, 2, 3)
    thrown(lea, 6)
    expect(lea.locator("#journal")).to_contain_text("Entrée remarquée d’Aldonse : D10")
    expect(lea.locator("#fin")).to_contain_text("tout est fait")
    answer(gm, "CloseEpisode")
    expect(lea.locator("#journal")).to_contain_text("les Stress baissent d’un cran")
