"""« Créer une table » in a browser, with its script and without."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from web.browser import PHONE, Screens, Site, checked


def options_page(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.fill("#nom", "Les Passeurs")
    page.check("#systeme-architectes")
    page.click("#creer-options")


def test_a_table_with_its_own_pack_from_a_phone(screens: Screens, site: Site, tmp_path: Path) -> None:
    page = screens.open("Ada", PHONE)
    options_page(page, site.address)
    expect(page.locator("#nom")).to_have_value("Les Passeurs")
    checked(page, "creer")
    with page.expect_download() as taken:
        page.click("text=Télécharger « Version sobre »")
    own = tmp_path / "le-mien.toml"
    text = taken.value.path().read_text("utf-8")
    own.write_text(text.replace("numero = 2\n", "", 1), "utf-8")
    page.fill("#pseudo", "Ada")
    page.click("#le-votre > summary")
    page.set_input_files("#fichier", own)
    page.click("#creer-bouton")
    expect(page.locator("#paquet-refus li")).to_have_text(
        ["competences[1].numero\N{NO-BREAK SPACE}: clé manquante"]
    )
    checked(page, "creer-refus")
    page.fill("#paquet_texte", text)
    page.click("#creer-bouton")
    page.wait_for_url("**/liens")
    with page.expect_download() as again:
        page.click("#paquet")
    assert 'titre = "Version sobre"' in again.value.path().read_text("utf-8")


def test_without_a_script_too(chromium: Browser, site: Site) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    options_page(page, site.address)
    page.fill("#pseudo", "Ada")
    page.check("input[name='option.prologue'][value='oui']")
    page.check("#paquet-sobre")
    page.click("#creer-bouton")
    page.wait_for_url("**/liens")
    page.goto(page.url.removesuffix("/liens"))
    expect(page.locator("main").first).to_be_visible()
    context.close()
