"""A whole evening on three screens: a game master's laptop, a player's phone, and a player who only has a keyboard."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from web.browser import PHONE, Screens, answer, at_table, checked, create, join, propose

pytestmark = pytest.mark.browser
CANARY = "Zorglub"
ENOUGH = 400


def tab_to(page: Page, target: Locator) -> None:
    """Reach something with the Tab key alone."""
    target.wait_for()
    for _ in range(ENOUGH):
        if target.evaluate("e => e === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"out of the keyboard's reach: {target}")


def press(page: Page, target: Locator) -> None:
    tab_to(page, target)
    page.keyboard.press("Enter")


def press_answer(page: Page, command: str) -> None:
    """Answer what awaits this seat by the keyboard; the page's own shortcut leads there."""
    button = page.locator(f"#a-toi form[id$='-{command}'] button").first
    button.wait_for()
    page.keyboard.press("a")
    press(page, button)


def arrive_by_keyboard(page: Page, invitation: str, who: str, character: str) -> None:
    """Join, and propose a character whose scores are left to fate (ARC-03)."""
    page.goto(invitation)
    tab_to(page, page.get_by_label("Ton nom"))
    page.keyboard.type(who)
    page.keyboard.press("Enter")
    at_table(page)
    press(page, page.get_by_role("link", name="Proposer un personnage"))
    tab_to(page, page.get_by_label("Nom à la table"))
    page.keyboard.type(character)
    press(page, page.locator("form button[type=submit]").last)
    at_table(page)


def fight_out(players: dict[str, Page], gm: Page) -> None:
    """Both draw; there is no Destiny to spend yet, so the blow falls or not at once."""
    for name, page in players.items():
        expect(page.locator("#a-toi form[id$='-WillDraw']")).to_be_visible()
        press_answer(page, "WillDraw") if name == "noe" else answer(page, "WillDraw")
        checked(page, f"combat-{name}")
    expect(gm.locator("#journal")).to_contain_text(re.compile("touche|Personne n’est touché"))


@pytest.mark.nightly
def test_an_evening_on_three_screens(screens: Screens) -> None:
    site = screens.site
    gm, lea, noe = screens.open("ada"), screens.open("lea", PHONE), screens.open("noe")
    everyone = {"mj": gm, "lea-360": lea, "noe": noe}

    def all_checked(moment: str) -> None:
        for name, page in everyone.items():
            checked(page, f"soiree-{moment}-{name}")

    invitation = create(gm, site.address)
    join(lea, invitation, "Léa")
    propose(lea, "Iris")
    arrive_by_keyboard(noe, invitation, "Noé", "Basile")
    for name in ("Iris", "Basile"):
        expect(gm.locator("aside")).to_contain_text(name)
    all_checked("arrivee")
    for _ in range(2):
        accept = gm.locator("#a-toi form[id$='-AcceptActor'] button").first
        name = accept.evaluate("e => e.closest('form').id")
        accept.click()
        expect(gm.locator(f"#{name}")).to_have_count(0)
    answer(gm, "OpenSession")
    answer(gm, "OpenScene", title="Le quai", text="La brume monte.")
    for page in (lea, noe):
        expect(page.locator(".masthead")).to_contain_text("Le quai")

    # What only the game master may know.
    answer(gm, "Write", text=f"{CANARY} attend sous le pont.", to="mj")
    hidden = {"name": CANARY, "hidden": "True", "score": "9", "broken": "False", "destiny": "0"}
    answer(gm, "CreateExtra", **hidden, weapon="Couteau")
    answer(gm, "OpenTest", actor=CANARY, skill="12", ease="normal", secrecy="gm")
    expect(gm.locator("#journal")).to_contain_text(f"{CANARY} tire")
    all_checked("secret")

    answer(gm, "OpenTest", actor="Basile", skill="12", ease="normal", secrecy="table")
    press_answer(noe, "WillDraw")
    for page in everyone.values():
        expect(page.locator("#journal")).to_contain_text("Basile tire")
    all_checked("test")
    answer(gm, "OpenExchange", a="Iris", b="Basile", ease_a="normal", ease_b="normal")
    fight_out({"lea-360": lea, "noe": noe}, gm)
    all_checked("combat")

    answer(gm, "CloseScene")
    answer(gm, "CloseSession")
    answer(gm, "AwardDestiny", **{"points.1": "2", "points.2": "2"})
    for page in (lea, noe):
        expect(page.locator("#journal")).to_contain_text("Destin")
    lea.locator("label.tab", has_text="Fiche").click()
    answer(lea, "Climb", skill="12")
    expect(gm.locator("#journal")).to_contain_text("monte")
    all_checked("fin")

    for reader, page in (("lea", lea), ("noe", noe)):
        for path in ("", "/preuve", "/export.json"):
            got = page.request.get(page.url + path)
            assert got.ok
            assert CANARY not in got.text()
        assert CANARY not in page.content()
        assert CANARY.encode() not in site.sent[reader]
        assert len(site.sent[reader]) > 100_000
    # The same ear hears it where it may be heard.
    assert CANARY.encode() in site.sent["ada"]
    assert CANARY in json.dumps(gm.request.get(f"{gm.url}/export.json").json())
