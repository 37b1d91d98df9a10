"""« Et si » in a browser: chances recomputed as one touches a form, in place, and without a script (TAB-11)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from web.browser import PHONE, SCORES, Screens, checked, create, have_done, join, shown, unfolded

pytestmark = pytest.mark.browser


def test_the_chances_follow_what_one_touches(screens: Screens) -> None:
    gm = screens.open("meneuse")
    lea = screens.open("lea", PHONE)
    join(lea, create(gm, screens.site.address), "Léa")
    have_done(lea, "ProposeCharacter", name="Iris", scores=[*SCORES.values()])
    have_done(gm, "AcceptActor")
    have_done(gm, "CorrectDestiny", actor="Iris", destiny=3, why="pour l’essai")

    # The game master's form, before it is sent: a chance for each of its buttons.
    form = unfolded(gm, "OpenTest")
    form.locator("[name='f.skill'][value='8']").first.check(force=True)
    expect(form.locator(".tried__said")).to_contain_text(re.compile(r"Normal\s: \d+\s% de réussir"))
    shown(form.locator(".law").first)
    checked(gm, "essai-meneuse-1280")
    before = form.locator(".tried__said").inner_text()
    form.locator("[name='f.skill'][value='20']").first.check(force=True)
    expect(form.locator(".tried__said")).not_to_have_text(before)
    form.locator("button[value='normal']").click()

    # The player supposes it otherwise: nothing is played, and the control keeps the focus.
    lea.locator("summary", has_text="Et si…").click()
    said = lea.locator("form[data-si] .tried__said")
    expect(said).to_contain_text(re.compile(r"^91\s% de réussir, 5\s% de réussite critique"))
    points = lea.locator("form[data-si] [name='f.destiny']")
    points.focus()
    points.press("ArrowUp")
    expect(said).to_have_text(re.compile(r"^plus de 99\s% de réussir, 5\s% de réussite critique"))
    expect(lea.locator("form[data-si]")).to_contain_text("tant que le test échoue")
    assert points.evaluate("e => e === document.activeElement")
    shown(lea.locator("form[data-si] .law").first)
    checked(lea, "et-si-360")
