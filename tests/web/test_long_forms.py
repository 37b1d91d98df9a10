"""Forms of many fields: what they begin with, and rows that are folded until they are used."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from web.party import Party


async def extra_form(party: Party) -> tuple[str, str, Any]:
    """The page of « Créer un PNJ », its question and its weapon field."""
    w = await party.waiting("mj", "CreateExtra")
    page = await party.gm.get(
        f"/table/{party.id}/geste", params={"question": w["key"], "commande": "CreateExtra"}
    )
    offer = next(o for o in w["offers"] if o["command"] == "CreateExtra")
    return unescape(page.text), w["key"], next(f for f in offer["fields"] if f["name"] == "weapon")


async def test_an_extra_begins_ordinary_and_most_exceptions_are_folded(party: Party) -> None:
    page, _, _ = await extra_form(party)
    (score,) = re.findall(r'name="f\.score"[^>]* value="(\d+)"', page)
    assert score == "11"
    at_hand, folded = page.split("D’autres lignes", 1)
    assert 'name="f.exceptions.3.skill"' in at_hand
    assert 'name="f.exceptions.4.skill"' in folded
    assert re.search(r'<details class="others" id="[^"]*-exceptions-suite">', page)
    assert ">Score, ligne 2</label>" in at_hand


async def test_folded_rows_that_were_filled_come_back_open(party: Party) -> None:
    _, key, weapon = await extra_form(party)
    given = {"name": "", "hidden": "False", "score": "11", "broken": "False", "destiny": "0"}
    given |= {"weapon": weapon["options"][0]["id"], "exceptions.5.skill": "9", "exceptions.5.score": "17"}
    refused = await party.post("mj", "CreateExtra", given, key=key, live=False)
    assert refused.status_code == 422
    assert re.search(r'<details class="others" id="[^"]*-exceptions-suite" open>', refused.text)
    assert re.search(r'name="f\.exceptions\.5\.score"[^>]* value="17"', refused.text)
    made = await party.post("mj", "CreateExtra", {**given, "name": "Garde"}, key=key, live=False)
    assert made.status_code == 303
