"""One test played live by two real browsers: the game master's laptop and a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from web.browser import PHONE, Screens, answer, checked, create, join, propose

pytestmark = pytest.mark.browser


def test_a_test_played_live_on_two_screens(screens: Screens) -> None:
    gm, phone = screens.open("ada"), screens.open("lea", PHONE)
    invitation = create(gm, screens.site.address)
    join(phone, invitation, "Léa")
    expect(gm.locator("aside")).to_contain_text("Léa")
    propose(phone, "Iris")
    gm.get_by_role("button", name="Accepter").click()
    expect(phone.locator("#vue")).to_contain_text("22 cartes")

    phone.locator("#menu > summary").click()
    phone.get_by_role("link", name="La preuve des tirages").click()
    phone.wait_for_url("**/preuve")
    checked(phone, "preuve-360")
    phone.get_by_role("button", name="Ajouter ma part de hasard").click()
    # Given, a share is still to be revealed: one stays on the proof. The server takes it only if the browser
    # computed its print as `docs/hasard.md` says.
    phone.get_by_role("button", name="Révéler ma part de hasard").click()
    expect(phone.locator("main")).to_contain_text("Part révélée")
    expect(phone.get_by_role("button", name="Révéler ma part de hasard")).to_have_count(0)
    phone.get_by_role("link", name="Revenir à la table").click()

    answer(gm, "OpenTest", skill="Armes blanches")
    expect(phone.locator("#a-toi")).to_contain_text("Armes blanches")
    checked(phone, "question-360")
    checked(gm, "attente")
    answer(phone, "WillDraw")
    expect(gm.locator("#table .side")).to_contain_text(re.compile("Raté|Réussi"))
    expect(phone.locator("#table .side")).to_contain_text(re.compile("Raté|Réussi"))
    checked(gm, "resultat")
    checked(phone, "resultat-360")
    phone.locator("label.tab", has_text="Fiche").click()
    checked(phone, "fiche-360")
