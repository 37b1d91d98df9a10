"""The page of odds on a phone and on a laptop: it answers as one types, in place, and is shared by its address."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.web.browser import LAPTOP, PHONE, Screens, checked, follow


def test_a_sweep_on_a_phone_is_opened_again_on_a_laptop(screens: Screens) -> None:
    phone = screens.open("telephone", PHONE)
    phone.goto(screens.site.address)
    follow(phone.locator("#cotes"))
    checked(phone, "cotes-liste-360")
    follow(phone.locator("[data-systeme=departement_m] a", has_text="Un test"))
    said = phone.locator("#bilan")
    expect(said).to_have_text(re.compile(r"^40\s% de réussir, 9,75\s% de complication\s;"))
    checked(phone, "cotes-360")
    dice = phone.get_by_label("Dés lancés")
    dice.fill("4")
    expect(said).to_have_text(re.compile(r"^83,36\s% de réussir, 18,55\s% de complication\s;"))
    assert dice.evaluate("e => e === document.activeElement")
    # What is wrong is said, and what was typed stays.
    dice.fill("7")
    expect(said).to_contain_text("Dés lancés")
    expect(dice).to_have_value("7")
    dice.fill("4")
    phone.locator("summary", has_text="Faire varier").click()
    phone.locator("#varie1").select_option("difficulte")
    phone.locator("#valeurs1").fill("1..5")
    expect(said).to_have_text(re.compile(r"^Réussir\s: de 4,49\s% à 97,44\s%\.$"))
    phone.locator(".cotes__chart").scroll_into_view_if_needed()
    checked(phone, "cotes-varie-360")

    laptop = screens.open("portable", LAPTOP)
    laptop.goto(phone.locator("#adresse").input_value())
    expect(laptop.locator("#bilan")).to_have_text(said.inner_text())
    laptop.locator("summary", has_text="Comparer").click()
    laptop.locator("#nom1").fill("spécialiste")
    laptop.locator("#change1").fill("Une spécialisation sert = oui")
    expect(laptop.locator("#bilan")).to_contain_text("spécialiste")
    expect(laptop.locator(".cotes__grid").first).to_contain_text("spécialiste")
    laptop.locator("#mesure").select_option("esperance_impulsion_sans_plafond")
    expect(laptop.locator(".cotes__chart")).to_contain_text("Impulsion sans plafond")
    laptop.locator(".cotes__chart").scroll_into_view_if_needed()
    checked(laptop, "cotes-compare-1280")
    laptop.goto(
        f"{screens.site.address}/cotes?systeme=architectes&varie1=score&valeurs1=6..16&varie2=mode&valeurs2=normal,facile,difficile"
    )
    laptop.locator(".cotes__chart").scroll_into_view_if_needed()
    checked(laptop, "cotes-deux-1280")
