"""What a live page folds away is asked for when it is unfolded, and reads as a page of its own without scripts."""

from __future__ import annotations

import re
from html import unescape

from paravent.web.screen import name_of
from web.party import CANARY, Party

IN_PLACE = {"HX-Request": "true"}
FOLDED = re.compile(r'hx-get="([^"]+)"')


async def folded(party: Party, who: str) -> dict[str, str]:
    """Every part that the page of `who` folds away, parts of parts included, by address."""
    client = party.gm if who == "mj" else party.lea
    todo = FOLDED.findall(unescape((await client.get(f"/table/{party.id}")).text))
    out: dict[str, str] = {}
    for address in todo:
        if address not in out:
            answer = await client.get(address, headers=IN_PLACE)
            assert answer.status_code == 200, address
            out[address] = unescape(answer.text)
            todo += FOLDED.findall(out[address])
    return out


async def test_every_offer_is_on_the_page_or_folded_in_it(party: Party) -> None:
    for who in ("mj", "lea"):
        client = party.gm if who == "mj" else party.lea
        text = unescape((await client.get(f"/table/{party.id}")).text)
        text += "".join((await folded(party, who)).values())
        for w in (await party.view(who))["waitings"]:
            for o in w["offers"]:
                if not o["barred"] and w["topic"] != "ToShare":
                    assert f"{name_of(w)}-{o['command']}" in text, o["command"]


async def test_folded_parts_are_pages_too(party: Party) -> None:
    for address in await folded(party, "lea"):
        page = await party.lea.get(address)
        assert page.status_code == 200, address
        assert "<h1>" in page.text, address


async def test_a_page_stays_light(party: Party) -> None:
    sizes = [len((await c.get(f"/table/{party.id}")).content) for c in (party.gm, party.lea)]
    assert sizes[0] < 45_000
    assert sizes[1] < 40_000


async def test_nobody_unfolds_what_is_not_theirs(party: Party) -> None:
    for address in await folded(party, "mj"):
        answer = await party.lea.get(address, headers=IN_PLACE)
        assert CANARY not in answer.text, address
        assert "hx-post" not in answer.text, address


async def test_a_part_changes_its_name_with_what_it_offers(party: Party) -> None:
    def names(text: str) -> set[str]:
        return set(re.findall(r'class="later" id="([^"]+)"', text))

    before = (await party.gm.get(f"/table/{party.id}")).text
    again = (await party.gm.get(f"/table/{party.id}")).text
    assert names(before) == names(again)
    iris = next(a["id"] for a in (await party.view("mj"))["actors"] if a["name"] == "Iris")
    assert (await party.test_of(iris)).status_code == 200
    assert names((await party.gm.get(f"/table/{party.id}")).text) != names(before)


async def test_a_part_that_keeps_its_name_says_the_same(party: Party) -> None:
    """A page keeps it unfolded: with the keys of questions asked anew since, its forms would all be refused."""

    async def parts() -> dict[str, str]:
        text = unescape((await party.gm.get(f"/table/{party.id}")).text)
        found = re.findall(r'class="later" id="(bureau-[^"]+)" hx-get="([^"]+)"', text)
        return {name: (await party.gm.get(at, headers=IN_PLACE)).text for name, at in found}

    before = await parts()
    assert (await party.post("mj", "Write", {"text": "Une note", "to": "tous"})).status_code == 200
    after = await parts()
    assert set(before.values()) != set(after.values())
    assert all(after[name] == text for name, text in before.items() if name in after)


async def test_the_whole_journal_has_its_page(party: Party) -> None:
    for n in range(30):
        written = await party.post("lea", "Write", {"text": f"Note {n}", "to": "tous"})
        assert written.status_code == 200, written.text
    live = (await party.lea.get(f"/table/{party.id}")).text
    assert "Note 29" in live
    assert "Note 0<" not in live
    assert f'href="/table/{party.id}/journal"' in live
    assert "Note 0<" in (await party.lea.get(f"/table/{party.id}/journal")).text
