"""Intentions on real screens: a game master's laptop, a player's phone, a test from its announcement to its result, and
a hidden counter of which the phone is never sent a byte."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from web.browser import PHONE, Screens, answer, at_table, checked, create, fill, follow, join, unfolded

pytestmark = pytest.mark.browser
CANARY = "Le canari du compteur"


def seated(screens: Screens) -> tuple[Page, Page]:
    gm, lea = screens.open("ada"), screens.open("lea", PHONE)
    join(lea, create(gm, screens.site.address, system="intentions"), "Léa")
    return gm, lea


def person(page: Page, name: str, species: str = "peupletit/1", **skills: str) -> None:
    """A character written on the phone: two skills, each with its domain when it asks for one."""
    follow(page.get_by_role("link", name="Proposer un personnage"))
    form = page.locator("form", has=page.locator("[name=command][value=ProposeCharacter]"))
    checked(page, "intentions-creation-360")
    given = {"name": name, "trait": "heroisme", "species": species, "instinct": "discrete"}
    given |= {"knowledge.choice": "Les plantes", "reaction": "Elle se fige."}
    for n, (skill, domain) in enumerate(skills.items(), 1):
        given |= {f"skills.{n}.choice": skill, f"skills.{n}.words": domain}
    for field, value in given.items():
        fill(form, field, value)
    form.locator("button[type=submit]").last.click()
    at_table(page)


def announce(page: Page, text: str, skill: str, *intentions: str, prudent: bool = False) -> None:
    """A test from a tap an intention: each begins at none."""
    follow(page.locator("a[id$='-Announce']").first)
    form = page.locator("form", has=page.locator("[name=command][value=Announce]"))
    fill(form, "text", text)
    fill(form, "skill", skill)
    for name in intentions:
        form.get_by_label(f"{name} : un de plus", exact=True).tap()
    form.get_by_label("Prudente", exact=True).set_checked(prudent)
    checked(page, "intentions-annonce-360")
    form.locator("button[type=submit]").last.click()
    at_table(page)


def test_a_test_with_intentions_and_a_counter_that_nobody_sees(screens: Screens) -> None:
    gm, lea = seated(screens)
    person(lea, "Brindille", athletisme="", combat="pugilat")
    answer(gm, "AcceptActor")
    expect(lea.locator("article.sheet")).to_contain_text("Combat (pugilat)")
    answer(gm, "CreateCounter", theme=CANARY, subject="la cave", low="1", high="6", standing="hidden")
    answer(gm, "Move", steps="3", why=CANARY)
    expect(gm.locator(".dials")).to_contain_text(CANARY)
    checked(gm, "intentions-bureau-1280")

    answer(gm, "ChooseHand", hand="reel")
    lea.locator("label.tab", has_text="Fiche").click()
    answer(lea, "ChooseHand", hand="reel")
    lea.locator("label.tab", has_text="Table").click()
    announce(lea, "Grimper sans bruit.", "athletisme", "Discrète", "Célère", prudent=True)
    # What play waits for is not folded under the refusal of it.
    expect(gm.get_by_role("link", name="Fixer la difficulté…")).to_be_visible()
    granted = {"advantages.1.why": "la corde", "disadvantages.1.why": "la pluie", "patient": "True"}
    answer(gm, "Judge", difficulty="4", **granted)
    expect(lea.locator(".to-beat")).to_contain_text("5")  # discrète is her instinct, célère costs one
    sources = lea.locator(".contest li")
    expect(sources).to_have_text(
        [
            "Avantage : la corde (annulé par la pluie)",
            "Désavantage : la pluie (annulé par la corde et par Prudente)",
            "Avantage : Prudente (annulé par la pluie)",
        ]
    )
    checked(lea, "intentions-pret-360")
    answer(lea, "LetFall")
    checked(lea, "intentions-des-360")
    lea.get_by_label("Dé principal", exact=True).fill("6")
    lea.get_by_label("Dé critique", exact=True).fill("6")
    answer(lea, "Roll")
    expect(lea.locator(".stage")).to_contain_text("Réussite critique")
    checked(lea, "intentions-exploit-360")
    answer(lea, "ProposeExploit", text="La corde suit toute seule.", intention="precise")
    answer(gm, "AgreeExploit")
    expect(gm.locator("#journal")).to_contain_text("Intention offerte : Précise")
    checked(gm, "intentions-fin-1280")

    assert CANARY.encode() in screens.site.sent["ada"]
    assert CANARY.encode() not in screens.site.sent["lea"]


def test_a_sheet_without_the_domain_it_needs_says_which_and_keeps_the_rest(screens: Screens) -> None:
    """Three things to write and nine touches make a character on a phone."""
    gm, lea = seated(screens)
    lea.get_by_role("link", name="Proposer un personnage").tap()
    form = lea.locator("form", has=lea.locator("[name=command][value=ProposeCharacter]"))
    expect(form.get_by_text("Deux bras, deux jambes, et de quoi s’adapter à presque tout.")).to_be_visible()
    fill(form, "name", "Brindille")
    fill(form, "skills.1.choice", "combat")
    fill(form, "skills.2.choice", "athletisme")
    for field, value in (
        ("species", "humain"),
        ("instinct", "discrete"),
        ("knowledge.choice", "Les plantes"),
    ):
        fill(form, field, value)
    form.locator("button[type=submit]").last.tap()
    expect(lea.locator(".refusal")).to_contain_text("Combat : il reste à remplir « Domaine »")
    checked(lea, "intentions-refus-360")
    expect(lea.get_by_label("Nom à la table")).to_have_value("Brindille")
    fill(form, "skills.1.words", "pugilat")
    form.locator("button[type=submit]").last.tap()
    at_table(lea)
    answer(gm, "AcceptActor")
    expect(lea.locator("article.sheet")).to_contain_text("Combat (pugilat)")


def test_a_ready_made_character_is_introduced_in_a_line_and_taken_on_a_phone(screens: Screens) -> None:
    gm, lea = seated(screens)
    sheet = {"name": "Oswine", "trait": "endurant", "species": "nain", "instinct": "puissante"}
    sheet |= {"skills.1.choice": "artisanat", "skills.1.words": "forge", "skills.2.choice": "athletisme"}
    answer(gm, "CreateReadyMade", **sheet, **{"knowledge.choice": "Les machines"})
    offered = lea.locator("form", has=lea.locator("[name=command][value=TakeActor]"))
    expect(offered).to_contain_text("Nain. Artisanat (forge) et Athlétisme. Endurant")
    checked(lea, "intentions-pret-a-jouer-360")
    answer(lea, "TakeActor", actor="Oswine")
    lea.locator("label.tab", has_text="Fiche").tap()
    expect(lea.locator("article.sheet")).to_contain_text("Oswine")


def test_the_sanity_counter_is_built_from_the_screen_alone(screens: Screens) -> None:
    gm, lea = seated(screens)
    person(lea, "Sarriette", perspicacite="", perception="")
    answer(gm, "AcceptActor")
    answer(gm, "CreateCounter", theme="Santé mentale", actors="Sarriette", low="1", high="6")
    answer(gm, "AddThreshold", at="3", name="Paranoïa", mode="disadvantage", skills="Perspicacité")
    answer(gm, "AddThreshold", at="5", name="Visions")
    answer(gm, "AddThreshold", at="7", name="Folie", lasts="ever")
    answer(gm, "AddTrigger", name="Tricoter une heure", steps="-1")
    answer(gm, "Move", steps="3", why="la porte qui n’existe pas")
    lea.locator("label.tab", has_text="Fiche").click()
    expect(lea.locator("article.sheet")).to_contain_text("Paranoïa")
    answer(gm, "Pull", trigger="Tricoter")
    expect(lea.locator("article.sheet")).not_to_contain_text("Paranoïa")
    for n in range(11):
        answer(
            gm, "CreateCounter", theme=f"Compteur {n}", subject="la ville", low="1", high="6", face="boxes"
        )
    # Each counter's gestures stand under its name.
    mine = gm.locator(".desk__one > summary", has_text="Compteur 7 (la ville)")
    # What the desk folds away is asked for once it is in sight.
    unfolded(gm, "AddTrigger")
    expect(mine).to_be_visible(timeout=15_000)
    lea.locator("label.tab", has_text="Table").click()
    expect(lea.locator(".dial")).to_have_count(12)
    checked(lea, "intentions-compteurs-360")
