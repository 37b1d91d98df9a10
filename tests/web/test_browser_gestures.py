"""Fingers and browsers as they are: a double tap, a tab left behind, the back button."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from web.browser import PHONE, SCORES, Screens, answer, at_table, create, have_done, join, unfolded

pytestmark = pytest.mark.browser


def called(screens: Screens, skill: str) -> tuple[Page, Page]:
    """Iris, whose score in each skill is its number, who has two points of Destiny and has lost the first arcanum,
    asked to draw for a skill."""
    gm, lea = screens.open("ada"), screens.open("lea", PHONE)
    join(lea, create(gm, screens.site.address), "Léa")
    have_done(lea, "ProposeCharacter", name="Iris", scores=[*SCORES.values()])
    have_done(gm, "AcceptActor")
    have_done(gm, "CorrectDestiny", actor="Iris", destiny=2, why="pour l’essai")
    have_done(gm, "CorrectDeck", actor="Iris", lost=["1"], why="pour l’essai")
    have_done(gm, "OpenTest", actor="Iris", skill=skill, ease="normal", secrecy="table")
    expect(lea.locator("#a-toi form[id$='-WillDraw']")).to_be_visible()
    return gm, lea


def lines(page: Page, text: str) -> Locator:
    return page.locator("#journal .log-line__text", has_text=re.compile(text))


def middle(target: Locator) -> tuple[float, float]:
    """Where a finger would fall."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_double_tap_counts_once(screens: Screens) -> None:
    gm, lea = called(screens, "22")
    lea.locator("#a-toi form[id$='-WillDraw'] button").first.dblclick()
    expect(lines(gm, "^Iris tire ")).to_have_count(1)
    form = unfolded(gm, "Write")
    form.locator("[name='f.text']").fill("Le phare s’éteint.")
    form.locator("[name='f.to'][value=tous]").check()
    form.locator("button[type=submit]").dblclick()
    expect(lines(lea, "Le phare s’éteint")).to_have_count(1)
    gm.wait_for_timeout(300)
    assert lines(gm, "Le phare s’éteint").count() == 1
    assert gm.locator(".refusal").count() == lea.locator(".refusal").count() == 0


def test_a_finger_that_taps_twice_sends_one_answer(screens: Screens) -> None:
    gm, lea = called(screens, "22")
    sent: list[str] = []
    lea.on("request", lambda r: sent.append(r.url) if r.method == "POST" else None)
    x, y = middle(lea.locator("#a-toi form[id$='-WillDraw'] button").first)
    lea.touchscreen.tap(x, y)
    lea.touchscreen.tap(x, y)
    expect(lines(gm, "^Iris tire ")).to_have_count(1)
    lea.wait_for_timeout(300)
    assert len(sent) == 1


def test_the_second_tap_does_not_answer_the_question_that_comes_under_the_finger(screens: Screens) -> None:
    # Score 1, and the only card that could win is lost: Destiny is asked about at once.
    gm, lea = called(screens, "1")
    answer(lea, "WillDraw")
    buy = lea.locator("#a-toi form[id$='-Buy'] button").first
    buy.wait_for()
    x, y = middle(buy)
    lea.mouse.move(x, y)
    lea.mouse.down(click_count=2)
    lea.mouse.up(click_count=2)
    lea.wait_for_timeout(500)
    assert lines(gm, "dépense un point de Destin").count() == 0
    lea.mouse.click(x, y)
    expect(lines(gm, "dépense un point de Destin")).to_have_count(1)


def test_a_tab_left_behind_is_told_that_the_question_is_over(screens: Screens) -> None:
    gm, lea = called(screens, "22")
    behind = lea.context.new_page()
    # Nothing reaches it any more: it still shows the question.
    behind.route("**/flux", lambda route: route.abort())
    behind.goto(lea.url)
    expect(behind.locator("#a-toi form[id$='-WillDraw']")).to_be_visible()
    answer(lea, "WillDraw")
    expect(lines(gm, "^Iris tire ")).to_have_count(1)
    answer(behind, "Discard")
    expect(behind.locator("#a-toi .refusal")).to_contain_text("La question a changé")
    expect(behind.locator("#a-toi form[id$='-WillDraw']")).to_have_count(0)
    expect(lines(behind, "^Iris tire ")).to_have_count(1)
    assert lines(behind, "défausse").count() == 0


def test_the_same_answer_from_two_tabs_counts_once(screens: Screens) -> None:
    gm, lea = called(screens, "22")
    other = lea.context.new_page()
    other.route("**/flux", lambda route: route.abort())
    other.goto(lea.url)
    expect(other.locator("#a-toi form[id$='-WillDraw']")).to_be_visible()
    for page in (lea, other):
        answer(page, "WillDraw")
        expect(lines(page, "^Iris tire ")).to_have_count(1)
        assert page.locator(".refusal").count() == 0
    expect(lines(gm, "^Iris tire ")).to_have_count(1)


def test_the_back_button_comes_back_to_a_fresh_and_live_table(screens: Screens) -> None:
    gm, lea = called(screens, "22")
    lea.locator("#menu > summary").click()
    lea.get_by_role("link", name="La preuve des tirages").click()
    lea.wait_for_url("**/preuve")
    answer(gm, "Write", text="Le phare s’éteint.", to="tous")
    expect(lines(gm, "Le phare s’éteint")).to_have_count(1)
    lea.go_back()
    at_table(lea)
    expect(lines(lea, "Le phare s’éteint")).to_have_count(1)
    answer(gm, "Write", text="Il se rallume.", to="tous")
    expect(lines(lea, "Il se rallume")).to_have_count(1)


def test_the_back_button_does_not_ask_again_what_was_answered(screens: Screens) -> None:
    gm, _ = called(screens, "22")
    guard = {"name": "Le Guet", "hidden": "False", "score": "9", "broken": "False", "destiny": "0"}
    answer(gm, "CreateExtra", **guard, weapon="Couteau")
    at_table(gm)
    expect(gm.locator("aside")).to_contain_text("Le Guet")
    gm.go_back()
    gm.wait_for_load_state()
    if "/geste" in gm.url:
        gm.locator("form", has=gm.locator("input[name=command][value=CreateExtra]")).locator(
            "button[type=submit]"
        ).last.click()
    at_table(gm)
    expect(gm.locator("aside")).to_contain_text("Le Guet")
    assert gm.locator("aside li", has_text="Le Guet").count() == 1
