"""Playing by post on real screens: what awaits, the feed's address, a scene to copy, drafts that outlive the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from web.browser import (
    LAPTOP,
    PHONE,
    SCORES,
    Screens,
    answer,
    at_table,
    checked,
    create,
    filled,
    have_done,
    join,
    unfolded,
)

pytestmark = pytest.mark.browser
PATIENCE = 20_000
SIZES = ((LAPTOP, "1280"), (PHONE, "360"))


def looked_at(page: Page, name: str) -> None:
    """The page on both screens and in both themes."""
    for size, width in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        checked(page, f"{name}-{width}")


def begun(screens: Screens, size: tuple[int, int] = PHONE) -> tuple[Page, Page]:
    """A table whose game master has called a test of Léa."""
    gm, lea = screens.open("ada"), screens.open("lea", size)
    for page in (gm, lea):
        page.set_default_timeout(PATIENCE)
    join(lea, create(gm, screens.site.address), "Léa")
    have_done(lea, "ProposeCharacter", name="Iris", scores=[*SCORES.values()])
    have_done(gm, "AcceptActor")
    have_done(gm, "OpenSession")
    have_done(gm, "OpenScene", title="Le quai", text="Il pleut [img]x[/img].")
    have_done(gm, "OpenTest", skill="12")
    return gm, lea


def test_what_awaits_is_answered_from_its_page(screens: Screens) -> None:
    _, lea = begun(screens)
    lea.locator("#menu > summary").click()
    lea.get_by_role("link", name="Ce qui m’attend").click()
    looked_at(lea, "courrier")
    lea.emulate_media(media="print")
    expect(lea.get_by_role("link", name="Aller à la table")).to_be_hidden()
    expect(lea.locator(".post__prompt")).to_be_visible()
    lea.emulate_media(media="screen")
    lea.get_by_role("link", name="Toutes mes tables").click()
    looked_at(lea, "courrier-tables")
    lea.locator(".post__answers a").first.click()
    looked_at(lea, "courrier-geste")
    lea.locator("main button[type=submit]").click()
    lea.wait_for_url("**/courrier")
    expect(lea.get_by_role("heading", name="Ce qui m’attend")).to_be_visible()
    lea.get_by_role("link", name="Suivre cette place").click()
    checked(lea, "fil-sans-360")
    lea.get_by_role("button", name="Ouvrir un fil").click()
    looked_at(lea, "fil")
    address = lea.get_by_label("Adresse à donner au lecteur").input_value()
    assert address.startswith(f"{screens.site.address}/fil/")
    assert lea.request.get(address).headers["content-type"].startswith("application/atom+xml")


def test_a_scene_is_copied_as_the_table_sees_it(screens: Screens) -> None:
    gm, _ = begun(screens)
    gm.context.grant_permissions(["clipboard-read", "clipboard-write"])
    gm.locator("#menu > summary").click()
    gm.get_by_role("link", name="Récapitulatif pour un forum").click()
    looked_at(gm, "recapitulatif")
    text = gm.get_by_label("Le texte à coller").input_value()
    assert "[b]Scène 1 · Le quai[/b]" in text
    assert "(img)x(/img)" in text
    copy = gm.get_by_role("button", name="Copier")
    copy.click()
    expect(gm.get_by_role("button", name="Copié")).to_be_visible()
    assert gm.evaluate("navigator.clipboard.readText()") == text
    gm.get_by_label("Markdown").check()
    gm.get_by_label("Comme je le vois").check()
    gm.get_by_role("button", name="Préparer le texte").click()
    gm.wait_for_url("**forme=markdown**")
    expect(gm.locator(".grave")).to_contain_text("secrets")
    assert "### Scène 1 · Le quai" in gm.get_by_label("Le texte à coller").input_value()
    looked_at(gm, "recapitulatif-meneuse")


def test_a_draft_outlives_other_answers_the_page_and_the_server(screens: Screens) -> None:
    _, lea = begun(screens, LAPTOP)
    table, words = lea.url, "Je regarde la pluie, et je"
    filled(lea, "Write", text=words)
    answer(lea, "WillDraw")
    note = unfolded(lea, "Write").locator("[name='f.text']")
    expect(note).to_have_value(words, timeout=PATIENCE)
    context = lea.context
    lea.close()
    screens.site.stop()
    screens.site.start()
    back = context.new_page()
    back.goto(table)
    at_table(back)
    note = unfolded(back, "Write").locator("[name='f.text']")
    expect(note).to_have_value(words, timeout=PATIENCE)
    # Sent, it is a draft no more, in this tab or another.
    other = context.new_page()
    other.goto(table)
    answer(back, "Write", text=f"{words} compte les vagues.")
    expect(unfolded(back, "Write").locator("[name='f.text']")).to_have_value("", timeout=PATIENCE)
    other.reload()
    expect(unfolded(other, "Write").locator("[name='f.text']")).to_have_value("", timeout=PATIENCE)


def test_a_forgotten_table_keeps_no_draft(screens: Screens) -> None:
    _, lea = begun(screens, LAPTOP)
    filled(lea, "Write", text="Un secret")
    kept = "Object.keys(localStorage).filter((k) => k.startsWith('paravent:brouillons:/table/')).length"
    assert lea.evaluate(kept) == 1
    lea.goto(screens.site.address)
    lea.get_by_role("link", name="Oublier ici").click()
    lea.get_by_role("button", name="Oublier sur cet appareil").click()
    lea.wait_for_url(f"{screens.site.address}/")
    # Another process of the browser may hear of it a moment later.
    lea.wait_for_function(f"{kept} === 0", timeout=PATIENCE)
