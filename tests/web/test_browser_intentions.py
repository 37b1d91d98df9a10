"""Intentions on real screens: a game master's laptop, a player's phone, a test from its announcement to its result, and
a hidden counter of which the phone is never sent a byte."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from web.browser import PHONE, Screens, answer, at_table, checked, create, fill, join

pytestmark = pytest.mark.browser
CANARY = "Le canari du compteur"


def seated(screens: Screens) -> tuple[Page, Page]:
    gm, lea = screens.open("ada"), screens.open("lea", PHONE)
    join(lea, create(gm, screens.site.address, system="intentions"), "Léa")
    return gm, lea


def person(page: Page, name: str, species: str = "peupletit/1", **skills: str) -> None:
    """A character written on the phone: two skills, each with its domain when it asks for one."""
    page.get_by_role("link", name="Proposer un personnage").click()
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


def announce(page: Page, text: str, skill: str, **intentions: int) -> None:
    page.locator("a[id$='-Announce']").first.click()
    form = page.locator("form", has=page.locator("[name=command][value=Announce]"))
    fill(form, "text", text)
    fill(form, "skill", skill)
    for name in ("Discrète", "Célère", "Précise", "Puissante", "Impressionnante", "Prudente"):
        form.get_by_label(name, exact=True).fill(str(intentions.get(name, 0)))
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
    announce(lea, "Grimper sans bruit.", "athletisme", Discrète=1, Célère=1)
    answer(gm, "Judge", difficulty="4")
    expect(lea.locator(".to-beat")).to_contain_text("5")  # discrète is her instinct, célère costs one
    checked(lea, "intentions-pret-360")
    answer(lea, "LetFall")
    checked(lea, "intentions-des-360")
    answer(lea, "Roll", **{"faces.1": "6", "faces.2": "6"})
    expect(lea.locator(".stage")).to_contain_text("Réussite critique")
    checked(lea, "intentions-exploit-360")
    answer(lea, "ProposeExploit", text="La corde suit toute seule.", intention="precise")
    answer(gm, "AgreeExploit")
    expect(gm.locator("#journal")).to_contain_text("Intention offerte : Précise")
    checked(gm, "intentions-fin-1280")

    assert CANARY.encode() in screens.site.sent["ada"]
    assert CANARY.encode() not in screens.site.sent["lea"]


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
    lea.locator("label.tab", has_text="Table").click()
    expect(lea.locator(".dial")).to_have_count(12)
    checked(lea, "intentions-compteurs-360")
