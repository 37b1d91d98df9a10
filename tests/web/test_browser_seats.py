"""Coming, losing one's seat and coming back, on real screens of a phone and a laptop, in both themes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from paravent.web import away
from web.browser import LAPTOP, PHONE, Screens, at_table, checked, create, join, propose

pytestmark = pytest.mark.browser


def test_a_lost_seat_comes_back_by_itself(screens: Screens) -> None:
    gm, lea, lost = screens.open("ada"), screens.open("lea", PHONE), screens.open("perdu", PHONE)
    invitation = create(gm, screens.site.address)
    join(lea, invitation, "Léa")
    propose(lea, "Iris")
    lost.goto(invitation)
    checked(lost, "lien-360")
    lost.get_by_role("link", name="Je suis déjà à cette table").click()
    checked(lost, "place-360")
    lost.get_by_label("Léa").check()
    lost.get_by_role("button", name="Demander ma place").click()
    lost.wait_for_url("**/attente")
    checked(lost, "attente-360")
    expect(gm.locator("#a-toi")).to_contain_text("demande à reprendre sa place")
    checked(gm, "demande-1280")
    gm.get_by_role("button", name="rendre la place").click()
    # The waiting page becomes the table, and the older device is told.
    at_table(lost)
    expect(lost.locator("#vue")).to_contain_text("Iris")
    expect(lea.get_by_text("Ta place n’est plus à cette table.")).to_be_visible()


def test_a_second_device_and_every_link(screens: Screens) -> None:
    gm, phone = screens.open("ada"), screens.open("telephone", PHONE)
    invitation = create(gm, screens.site.address)
    join(phone, invitation, "Léa")
    gm.goto(f"{gm.url}/liens")
    for size, name in ((LAPTOP, "1280"), (PHONE, "360")):
        gm.set_viewport_size({"width": size[0], "height": size[1]})
        checked(gm, f"liens-{name}")
    gm.get_by_role("link", name="Nouveau lien personnel… pour Léa").click()
    checked(gm, "remplacer-360")
    gm.get_by_role("link", name="Ne rien changer").click()
    gm.get_by_role("link", name="Nouveau lien personnel… pour Ada").click()
    gm.get_by_role("button", name="Faire le nouveau lien").click()
    checked(gm, "lien-neuf-360")
    gm.get_by_role("link", name="C’est fait").click()

    phone.locator("#menu > summary").click()
    phone.get_by_role("link", name="Jouer aussi sur un autre appareil").click()
    checked(phone, "appareil-360")
    phone.get_by_role("button", name="Obtenir un code").click()
    checked(phone, "appareil-code-360")
    laptop = screens.open("portable")
    laptop.goto(f"{screens.site.address}/code")
    laptop.get_by_label("Le code").fill("zzzzzz")
    laptop.get_by_role("button", name="Ouvrir ma place").click()
    checked(laptop, "code-faux-1280")
    laptop.get_by_label("Le code").fill(phone.locator("#code").inner_text())
    laptop.get_by_role("button", name="Ouvrir ma place").click()
    at_table(laptop)
    laptop.goto(screens.site.address)
    for size, name in ((LAPTOP, "1280"), (PHONE, "360")):
        laptop.set_viewport_size({"width": size[0], "height": size[1]})
        checked(laptop, f"mes-tables-{name}")
    laptop.get_by_role("link", name="Oublier ici").click()
    checked(laptop, "oublier-360")


def test_what_one_saw_on_screen_was_not_missed(screens: Screens, monkeypatch: pytest.MonkeyPatch) -> None:
    gm, lea, sam = screens.open("ada"), screens.open("lea", PHONE), screens.open("sam")
    invitation = create(gm, screens.site.address)
    join(lea, invitation, "Léa")
    join(sam, invitation, "Sam")
    expect(lea.locator("#journal-lignes")).to_contain_text("Sam s’installe")
    monkeypatch.setattr(away, "AWAY_MS", 0)
    lea.reload()
    expect(lea.locator("#absence")).to_have_count(0)
    lea_table = lea.url
    lea.goto("about:blank")
    propose(sam, "Iris")
    lea.goto(lea_table)
    account = lea.locator("#absence")
    expect(account).to_contain_text("Iris")
    checked(lea, "absence-360")
    # Seen by the script, yet not read: it stays until it is dismissed.
    lea.reload()
    expect(account).to_contain_text("Iris")
    account.get_by_role("button", name="C’est lu").click()
    at_table(lea)
    expect(lea.locator("#absence")).to_have_count(0)
