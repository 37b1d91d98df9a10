"""Forms of many fields: what they begin with, and rows that are folded until they are used."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from web.party import Party, Server


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


async def test_rows_of_a_list_share_the_ideas_of_each_of_their_fields(server: Server) -> None:
    """A Trait of Intrigue: three bonuses, each with those of the pack to choose from; no list that is not there."""
    async with server.browser() as gm:
        made = await gm.post("/tables", data={"systeme": "intrigue", "nom": "L’île", "pseudo": "Ada"})
        id = made.headers["location"].split("/")[2]
        party = Party(server, id, gm, gm, {"mj": gm.cookies[f"siege-{id}"]})
        w = await party.waiting("mj", "CreateReadyMade")
        page = await gm.get(
            f"/table/{id}/geste", params={"question": w["key"], "commande": "CreateReadyMade"}
        )
    text = unescape(page.text)
    asked = re.findall(r'name="f\.(distinctions\.\d\.at8)"[^>]* list="([^"]+)"', text)
    assert [name for name, _ in asked] == [f"distinctions.{n}.at8" for n in range(1, len(asked) + 1)]
    lists = set(re.findall(r'<datalist id="([^"]+)"', text))
    assert {ideas for _, ideas in asked} <= lists == set(re.findall(r' list="([^"]+)"', text))
    assert '<option value="Tu relances un de tes dés."></option>' in text
