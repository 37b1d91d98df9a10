"""Département M on real screens: an agent written on a phone, a test composed from two pools, dice typed and their
verdicts, a complication told; and a hidden character of whom the phone is never sent a byte."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from playwright.sync_api import Locator, Page, expect

from web.browser import PHONE, Screens, answer, at_table, checked, create, fill, follow, join

pytestmark = pytest.mark.browser
CANARY = "Le canari du 314"


def seated(screens: Screens) -> tuple[Page, Page]:
    gm, lea = screens.open("ada"), screens.open("lea", PHONE)
    join(lea, create(gm, screens.site.address, system="departement_m"), "Léa")
    return gm, lea


def writing(page: Page) -> Locator:
    """The form of an agent, opened on the phone."""
    follow(page.get_by_role("link", name="Proposer un agent"))
    return page.locator("form", has=page.locator("[name=command][value=ProposeAgent]"))


def agent(page: Page, name: str, raised: Mapping[str, int], *focuses: str) -> None:
    """An agent written with the thumb: each score starts at its lowest, and steppers raise it."""
    form = writing(page)
    fill(form, "name", name)
    for label, times in raised.items():
        for _ in range(times):
            form.get_by_role("button", name=f"{label}\N{NO-BREAK SPACE}: un de plus").click()
    for n, words in enumerate(focuses, 1):
        fill(form, f"focuses.{n}", words)
    checked(page, "departement-creation-360")
    form.locator("button[type=submit]").last.click()
    at_table(page)


def tab(page: Page, name: str) -> None:
    page.locator("label.tab", has_text=name).click()


def announce(page: Page, text: str, focus: str = "", why: str = "") -> None:
    follow(page.locator("a[id$='-Announce']").first)
    form = page.locator("form", has=page.locator("[name=command][value=Announce]"))
    fill(form, "text", text)
    fill(form, "claim.choice", focus)
    fill(form, "claim.words", why)
    checked(page, "departement-annonce-360")
    form.locator("button[type=submit]").last.click()
    at_table(page)


def test_a_test_from_its_announcement_to_the_complication_told(screens: Screens) -> None:
    gm, lea = seated(screens)
    agent(lea, "Salomé", {"Intuition": 5, "Mindhunter": 4}, "Silences prolongés")
    asking = gm.get_by_role("region", name="Salomé")
    expect(asking).to_contain_text(re.compile(r"Intuition\s12"))
    expect(asking).to_contain_text("Silences prolongés")
    answer(gm, "AcceptActor")
    expect(asking).to_have_count(0)
    answer(gm, "CreateExtra", name=CANARY, hidden="True")
    answer(gm, "AdjustMomentum", value="1", why="une dette ancienne")
    expect(lea.locator(".reserves")).to_contain_text(re.compile(r"Impulsion\s*1"))
    tab(lea, "Fiche")
    expect(lea.locator("article.sheet .scores").first).to_contain_text(re.compile(r"Intuition\s*12"))
    answer(lea, "ChooseHand", hand="reel")
    tab(lea, "Table")
    announce(lea, "Laisser le silence durer.", "Silences prolongés", "rien ne presse")
    checked(gm, "departement-bureau-1280")
    answer(gm, "SayTest", attribute="Intuition", discipline="Mindhunter", difficulty="3", accepted="True")

    composing = lea.locator("#a-toi")
    expect(lea.locator(".contest")).to_contain_text("Silences prolongés")
    expect(composing.locator(".out > summary")).to_have_text(re.compile(r"Hors de portée \(\d\)"))
    composing.locator(".out > summary").click()
    expect(composing.locator(".out li").first).to_contain_text("L’Impulsion est à 1, il en faut 2")
    first = composing.locator("button[name='f.dice_pool']").first
    expect(first).to_contain_text("Le meilleur achat pour 75")
    checked(lea, "departement-achats-360")
    answer(lea, "WishChance", percent="50")
    expect(first).to_contain_text("Le meilleur achat pour 50")

    answer(lea, "Throw", dice_pool="2-1")
    checked(lea, "departement-des-360")
    answer(lea, "Roll", **{f"faces.{n}": face for n, face in enumerate(("5", "20", "17", "18"), 1)})
    card = lea.locator(".contest")
    expect(card.locator(".judged__verdict")).to_have_text(
        ["2 réussites", "complication", "1 réussite", "rien"]
    )
    expect(card.locator(".result")).to_have_text(re.compile("Réussite.*3 réussites pour 3"))
    expect(card).to_contain_text("pour 1 point d’Impulsion et 1 point de Menace")
    expect(lea.locator(".reserve__value")).to_have_text(["0", "1"])
    expect(lea.get_by_role("region", name="Complications à raconter")).to_contain_text("Salomé")
    lea.locator("#mouvements > summary").click()
    checked(lea, "departement-resultat-360")
    answer(gm, "TellComplication", text="Le téléphone sonne de l’autre côté du mur.")
    expect(lea.locator("#journal")).to_contain_text("Le téléphone sonne")
    expect(lea.get_by_role("region", name="Complications à raconter")).to_have_count(0)
    expect(gm.locator(".people-panel")).to_contain_text(CANARY)
    checked(gm, "departement-fin-1280")

    assert CANARY.encode() in screens.site.sent["ada"]
    assert CANARY.encode() not in screens.site.sent["lea"]


def test_a_budget_is_counted_as_it_is_spent(screens: Screens) -> None:
    gm, lea = screens.open("ada"), screens.open("lea", PHONE)
    gm.goto(screens.site.address)
    gm.fill("#nom", "Canal 9")
    gm.check("#systeme-departement_m")
    gm.click("#creer-options")
    gm.fill("#pseudo", "Ada")
    gm.check("input[name='option.impulsion'][value='individuelle']")
    gm.check("#paquet-budget")
    gm.click("#creer-bouton")
    gm.wait_for_url("**/liens")
    join(lea, gm.get_by_label("Lien d’invitation").input_value(), "Léa")
    form = writing(lea)
    spent = form.locator("[data-somme] [data-compte]").first
    expect(spent).to_have_text(re.compile("35 sur 45.*encore 10"))
    for label in ("Contrôle", "Audace"):
        for _ in range(5):
            form.get_by_role("button", name=f"{label}\N{NO-BREAK SPACE}: un de plus").click()
    expect(spent).to_have_text(re.compile("45 sur 45.*le compte y est"))
    form.get_by_label("Forme", exact=True).fill("9")
    expect(spent).to_have_text(re.compile("47 sur 45.*2 de trop"))
    form.get_by_label("Forme", exact=True).fill("7")
    for label in ("Combat", "Pilotage"):
        form.get_by_label(label, exact=True).fill("5")
    form.get_by_label("Analyste", exact=True).fill("3")
    fill(form, "name", "Ousmane")
    for n in range(1, 5):
        fill(form, f"focuses.{n}", f"Col n° {n}")
    checked(lea, "departement-budget-360")
    form.locator("button[type=submit]").last.click()
    at_table(lea)
    gm.get_by_role("link", name="Aller à la table").click()
    answer(gm, "AcceptActor")
    expect(gm.locator(".reserves")).to_contain_text(re.compile(r"Ousmane\s*0"))
    checked(gm, "departement-individuelle-1280")
    checked(lea, "departement-individuelle-360")
