"""The editor of packs in a browser: defects and preview follow what is typed; without a script it says the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from paravent.systems import all_systems
from paravent.table.packs import shipped_packs
from web.browser import LAPTOP, PHONE, SHOTS, Screens, Site, checked

TEXT = shipped_packs(all_systems()["forces"])[0].toml
NBSP = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_defects_and_preview_follow_what_is_typed(
    screens: Screens, site: Site, size: tuple[int, int], tmp_path: Path
) -> None:
    page = screens.open("Ada", size)
    page.goto(site.address)
    checked(page, f"accueil-{size[0]}")
    page.click("#paquets-forces")
    source = page.locator("textarea[name=paquet_texte]")
    expect(page.locator("#bilan")).to_contain_text("Ce paquet est en règle.")
    checked(page, f"paquet-{size[0]}")
    # The forms may be tried: what is left to share out is counted, and nothing can be sent.
    sum_ = page.locator("[data-somme] [data-compte]").first
    expect(sum_).to_contain_text("encore")
    expect(page.locator("#verdict button[type=submit]:enabled")).to_have_count(0)

    source.fill(TEXT.replace('sur = "', 'sur = "nulle_part_', 1))
    expect(page.locator("#defauts li")).to_have_count(1)
    expect(page.locator("#defauts li")).to_contain_text(".modificateurs[0].sur")
    expect(source).to_have_attribute("aria-invalid", "true")
    checked(page, f"paquet-defaut-{size[0]}")
    page.locator("#defauts a").click()
    expect(source).to_be_focused()
    selected = source.evaluate("e => e.value.slice(e.selectionStart, e.selectionEnd)")
    assert "nulle_part_" in selected
    assert "\n" not in selected
    line = source.evaluate("e => e.value.slice(0, e.selectionStart).split('\\n').length - 1")
    height, top, seen = source.evaluate(
        "e => [parseFloat(getComputedStyle(e).lineHeight), e.scrollTop, e.clientHeight]"
    )
    assert top <= line * height < top + seen
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/paquet-ligne-{size[0]}.png")

    # A text written since stops what was asked about the one before.
    held: list[Route] = []
    given_up: list[str] = []
    page.on("requestfailed", lambda r: given_up.append(r.url))
    page.route("**/paquets/forces", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/paquets/forces"):
        source.press_sequentially("x")
    with page.expect_response("**/paquets/forces"):
        source.press_sequentially("y")
    expect(page.locator("#defauts li")).to_contain_text("TOML mal formé")
    assert (len(held), len(given_up)) == (1, 1)
    page.unroute("**/paquets/forces")

    source.fill(TEXT.replace('nom = "', 'nom = "Tout autre ', 1))
    expect(page.locator("#apercu-fiche")).to_be_visible()
    expect(page.locator(".paper")).to_contain_text("Tout autre ")
    page.reload()
    expect(page.locator(".paper")).to_contain_text("Tout autre ")
    with page.expect_download() as taken:
        page.click("#telecharger")
    assert "Tout autre " in taken.value.path().read_text("utf-8")
    page.click("#revenir")
    expect(page.locator(".paper")).not_to_contain_text("Tout autre ")

    own = tmp_path / "le-mien.toml"
    own.write_text(TEXT.replace('titre = "', 'titre = "Mien, ', 1), "utf-8")
    page.set_input_files("#fichier", own)
    expect(page.locator(".paper")).to_contain_text("Mien, ")
    page.click("#ouvrir")
    page.wait_for_url("**/creer")
    assert 'titre = "Mien, ' in page.locator("#paquet_texte").input_value()
    page.fill("#nom", "Les Passeurs")
    page.fill("#pseudo", "Ada")
    page.click("#creer-bouton")
    page.wait_for_url("**/liens")
    page.click("#vers-editeur")
    assert "Mien, " in page.locator("textarea[name=paquet_texte]").input_value()
    expect(page.locator("#bilan")).to_contain_text("Ce paquet est en règle.")


def test_without_a_script_too(chromium: Browser, site: Site) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.address}/paquets/forces")
    page.fill("textarea[name=paquet_texte]", TEXT + "\nrien = ")
    page.click("#verifier")
    line = TEXT.count("\n") + 2
    expect(page.locator("#defauts li")).to_contain_text(f"TOML mal formé à la ligne {line}")
    page.fill("textarea[name=paquet_texte]", TEXT)
    page.click("#verifier")
    expect(page.locator("#apercu-fiche")).to_be_visible()
    context.close()
