"""« Et si » without a script, and what nobody should send (TAB-11)."""

from __future__ import annotations

import random
import re
from html import unescape

import httpx

from web.party import Party


def text(answer: httpx.Response) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).replace("\N{NO-BREAK SPACE}", " ").split())


async def called(party: Party) -> dict[str, str]:
    """A test of Léa's is called; what her form of « et si » sends as it is first shown."""
    view = await party.view("mj")
    iris = next(str(a["id"]) for a in view["actors"] if a["name"] == "Iris")
    assert (await party.test_of(iris)).status_code == 200
    lea = await party.waiting("lea", "WillDraw")
    supposes = lea["odds"]["supposes"]
    asked = {
        f"f.{f['name']}": str(f["usual"]) if f["domain"] == "whole" else f["options"][0]["id"]
        for f in supposes["fields"]
    }
    return {"key": lea["key"], "command": "Suppose", **asked}


async def test_a_supposition_without_a_script(party: Party) -> None:
    asked = await called(party)
    page = await party.lea.get(f"/table/{party.id}")
    assert "Et si…" in page.text
    for ease in ("normal", "easy"):
        answer = await party.lea.post(f"/table/{party.id}/essai", data={**asked, "f.ease": ease})
        assert answer.status_code == 200
        assert re.search(r"\d+ % de réussir, \d+ % de réussite critique", text(answer))
        assert "Rien n’est joué ni dépensé ici" in text(answer)
        # What was chosen stands as it was, to be changed again.
        assert re.search(rf'value="{ease}"[^>]* checked', answer.text)


async def test_the_form_of_a_test_without_a_script(party: Party) -> None:
    gm = await party.waiting("mj", "OpenTest")
    offer = next(o for o in gm["offers"] if o["command"] == "OpenTest")
    fields = {f"f.{f['name']}": f["options"][0]["id"] for f in offer["fields"] if f["name"] != "ease"}
    sent = {"key": gm["key"], "command": "OpenTest", **fields}
    answer = await party.gm.post(f"/table/{party.id}/essai", data=sent)
    assert answer.status_code == 200
    # A chance for each of the buttons that send.
    assert re.search(r"Normal : \d+ % de réussir.* ; Facile : .* ; Difficile : ", text(answer))
    part = await party.gm.post(f"/table/{party.id}/essai", data=sent, headers={"HX-Request": "true"})
    assert "<html" not in part.text
    assert part.text.count('role="status"') == 1


async def test_what_is_sent_by_hand_to_suppose_is_refused_in_words(party: Party) -> None:
    asked, rng = await called(party), random.Random(5)
    before = await party.view("lea")
    odd = ["", "-1", "99999999999999999999", "é" * 3000, "<b>", "null", "[]", "\x00", "1e9", "0.5"]
    for _ in range(24):
        name = rng.choice([*asked, "f.autre", "f.destiny.1"])
        answer = await party.lea.post(
            f"/table/{party.id}/essai",
            data={**asked, name: rng.choice(odd)},
            headers={"HX-Request": "true"},
        )
        assert answer.status_code == 200, answer.text
        assert "% de réussir" in answer.text or "Pas encore de chances" in answer.text
    for who in (party.gm, party.lea):
        # Another's question is no question.
        answer = await who.post(
            f"/table/{party.id}/essai", data={**asked, "key": "0" * 32}, headers={"HX-Request": "true"}
        )
        assert "n’est plus posée" in text(answer)
    assert await party.view("lea") == before
    # Too many at once are told in place: the form is not lost.
    for _ in range(60):
        answer = await party.lea.post(f"/table/{party.id}/essai", data=asked, headers={"HX-Request": "true"})
    assert answer.status_code == 429
    assert "HX-Refresh" not in answer.headers
    assert "Trop de gestes à la fois" in text(answer)
