"""The live page's stream: whatever the order things load in, cut, silent, hidden, or overtaken by an answer."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, Route, expect

from web.browser import Screens, Site, answer, create, filled, join, unfolded

pytestmark = pytest.mark.browser
LOST = "Connexion perdue, on réessaie…"


def seated(screens: Screens) -> tuple[Page, Page]:
    """The game master and Léa, each with a live page."""
    gm, lea = screens.open("ada"), screens.open("lea")
    join(lea, create(gm, screens.site.address), "Léa")
    live(screens.site, "ada", "lea")
    return gm, lea


def live(site: Site, *readers: str, times: int = 1) -> None:
    """Wait until each has opened a stream so many times."""
    deadline = time.monotonic() + 5
    while any(site.opened[r] < times for r in readers):
        assert time.monotonic() < deadline, dict(site.opened)
        time.sleep(0.02)


def write(page: Page, text: str) -> None:
    answer(page, "Write", text=text, to="tous")


def hide(page: Page, hidden: bool) -> None:
    """What a browser does when another tab comes before this one, or leaves."""
    page.evaluate(
        "hidden => { Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        hidden,
    )


@pytest.mark.parametrize("late", ["htmx.min.js", "paravent.js", "live.js"])
def test_a_script_that_arrives_late_still_makes_the_page_live(screens: Screens, late: str) -> None:
    gm, lea = screens.open("ada"), screens.open("lea")

    def slowly(route: Route) -> None:
        time.sleep(0.3)
        route.continue_()

    gm.route(f"**/{late}", slowly)
    join(lea, create(gm, screens.site.address), "Léa")
    expect(gm.locator("aside")).to_contain_text("Léa")


def test_a_server_that_comes_back_is_found_again(screens: Screens) -> None:
    gm, lea = seated(screens)
    screens.site.stop()
    for page in (gm, lea):
        expect(page.get_by_text(LOST)).to_be_visible(timeout=2000)
    screens.site.start()
    for page in (gm, lea):
        expect(page.get_by_text(LOST)).to_be_hidden(timeout=4000)
    write(gm, "Le phare s’éteint.")
    expect(lea.locator("#journal")).to_contain_text("Le phare s’éteint.")


def test_a_network_that_comes_back_is_used_at_once(screens: Screens) -> None:
    gm, lea = seated(screens)
    lea.context.set_offline(True)
    hide(lea, True)
    hide(lea, False)
    expect(lea.get_by_text(LOST)).to_be_visible()
    write(gm, "Le phare s’éteint.")
    expect(gm.locator("#journal")).to_contain_text("Le phare s’éteint.")
    lea.context.set_offline(False)
    expect(lea.locator("#journal")).to_contain_text("Le phare s’éteint.", timeout=2000)
    expect(lea.get_by_text(LOST)).to_be_hidden()


def test_a_page_that_comes_back_before_the_eyes_is_fresh_at_once(screens: Screens) -> None:
    gm, lea = seated(screens)
    hide(lea, True)
    write(gm, "Le phare s’éteint.")
    expect(gm.locator("#journal")).to_contain_text("Le phare s’éteint.")
    # Hidden, it lets its connection go; nothing is said of it, nothing arrives.
    assert "Le phare" not in lea.locator("#journal").inner_text()
    assert not lea.get_by_text(LOST).is_visible()
    hide(lea, False)
    expect(lea.locator("#journal")).to_contain_text("Le phare s’éteint.", timeout=1000)


def test_a_page_that_comes_back_to_nothing_new_is_sent_nothing(screens: Screens) -> None:
    gm, lea = seated(screens)
    write(gm, "Le phare s’éteint.")
    expect(lea.locator("#journal")).to_contain_text("Le phare s’éteint.")
    hide(lea, True)
    screens.site.sent["lea"].clear()
    hide(lea, False)
    live(screens.site, "lea", times=2)
    lea.wait_for_timeout(400)
    said = screens.site.sent["lea"].decode()
    assert "event: alive" in said
    assert "id: " not in said
    write(gm, "Il se rallume.")
    expect(lea.locator("#journal")).to_contain_text("Il se rallume.")


def test_an_answer_that_arrives_after_newer_news_does_not_hide_them(screens: Screens) -> None:
    gm, lea = seated(screens)

    def overtaken(route: Route) -> None:
        answer = route.fetch()
        write(lea, "Je tire la corde.")
        expect(gm.locator("#journal")).to_contain_text("Je tire la corde.")
        route.fulfill(response=answer)

    gm.route("**/geste", overtaken)
    write(gm, "Le phare s’éteint.")
    expect(gm.locator("#journal")).to_contain_text("Le phare s’éteint.")
    expect(gm.locator("#journal")).to_contain_text("Je tire la corde.")


def test_a_refusal_that_hid_newer_news_does_not_hide_them_from_who_comes_back(screens: Screens) -> None:
    gm, lea = seated(screens)

    def overtaken(route: Route) -> None:
        answer = route.fetch()
        write(lea, "Je tire la corde.")
        expect(gm.locator("#journal")).to_contain_text("Je tire la corde.")
        route.fulfill(response=answer, status=422)

    gm.route("**/geste", overtaken)
    write(gm, "Le phare s’éteint.")
    expect(gm.locator("#journal")).not_to_contain_text("Je tire la corde.")
    hide(gm, True)
    hide(gm, False)
    expect(gm.locator("#journal")).to_contain_text("Je tire la corde.")


def test_news_leave_folds_drafts_and_focus_where_they_are(screens: Screens) -> None:
    gm, lea = seated(screens)
    draft = unfolded(gm, "Write").locator("[name='f.text']")
    draft.fill("Le phare s’ét")
    draft.evaluate("e => e.setSelectionRange(3, 8)")
    write(lea, "Je tire la corde.")
    expect(gm.locator("#journal")).to_contain_text("Je tire la corde.")
    expect(draft).to_be_visible()
    expect(draft).to_be_focused()
    expect(draft).to_have_value("Le phare s’ét")
    assert draft.evaluate("e => [e.selectionStart, e.selectionEnd]") == [3, 8]


def test_an_answer_that_cannot_leave_is_told_and_kept(screens: Screens) -> None:
    _, lea = seated(screens)
    # Unfolded before the cut: what was never unfolded is asked of the server.
    send = filled(lea, "Write", text="Je tire la corde.", to="tous")
    lea.context.set_offline(True)
    send.click()
    expect(lea.get_by_text("Ta réponse n’est pas partie.")).to_be_visible()
    lea.context.set_offline(False)
    form = unfolded(lea, "Write")
    expect(form.get_by_role("textbox")).to_have_value("Je tire la corde.")
    form.get_by_role("button").click()
    expect(lea.locator("#journal")).to_contain_text("Je tire la corde.")
    expect(lea.get_by_text("Ta réponse n’est pas partie.")).to_be_hidden()


def test_a_seat_removed_is_told_and_stops_asking(screens: Screens) -> None:
    gm, lea = seated(screens)
    answer(gm, "RemoveSeat", seat="Léa")
    expect(lea.get_by_text("Ta place n’est plus à cette table.")).to_be_visible()
    asked = screens.site.opened["lea"]
    lea.wait_for_timeout(2500)
    assert screens.site.opened["lea"] == asked
    assert not lea.get_by_text(LOST).is_visible()


def test_a_seat_removed_while_away_finds_the_page_that_says_so(screens: Screens) -> None:
    gm, lea = seated(screens)
    hide(lea, True)
    answer(gm, "RemoveSeat", seat="Léa")
    expect(gm.locator("aside")).not_to_contain_text("Léa")
    hide(lea, False)
    expect(lea.get_by_role("heading", name="On ne trouve rien ici")).to_be_visible()


@pytest.mark.nightly
def test_a_stream_cut_without_a_word_is_opened_again(screens: Screens) -> None:
    gm, lea = seated(screens)
    screens.site.muted.add("lea")
    expect(lea.get_by_text(LOST)).to_be_visible(timeout=16_000)
    write(gm, "Le phare s’éteint.")
    screens.site.muted.clear()
    expect(lea.locator("#journal")).to_contain_text("Le phare s’éteint.", timeout=16_000)
    expect(lea.get_by_text(LOST)).to_be_hidden()


def test_the_menu_closes_on_escape_and_on_a_touch_elsewhere(screens: Screens) -> None:
    gm, _ = seated(screens)
    summary, panel = gm.locator("#menu > summary"), gm.locator(".menu__panel")
    summary.click()
    expect(panel).to_be_visible()
    gm.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(summary).to_be_focused()
    summary.click()
    panel.get_by_text("Apparence").click()
    expect(panel).to_be_visible()
    gm.locator("#jeu-titre").click()
    expect(panel).to_be_hidden()
