"""Playing by post, by pages and feeds alone: no script runs here."""

from __future__ import annotations

import logging
import re
import time
from email.utils import parsedate_to_datetime
from html import unescape
from typing import Any
from xml.etree import ElementTree as ET

import httpx
import pytest

from paravent.web import away
from paravent.web.security import Buckets
from web.party import CANARY, HOST, Party

ATOM = "{http://www.w3.org/2005/Atom}"
DAY = 24 * 3600 * 1000
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


async def fed(party: Party, who: str = "lea") -> str:
    """The path of a feed that this person has just opened."""
    client = party.gm if who == "mj" else party.lea
    assert (await client.post(f"/table/{party.id}/fil", data={"fil": "nouveau"})).status_code == 303
    page = await client.get(f"/table/{party.id}/fil")
    found = re.search(rf'value="{HOST}(/fil/[^"]+)"', unescape(page.text))
    assert found, page.text
    return found[1]


async def read(party: Party, path: str, **headers: str) -> httpx.Response:
    """What a reader of feeds gets, which holds no cookie and says no origin."""
    transport = httpx.ASGITransport(party.server.app)
    async with httpx.AsyncClient(transport=transport, base_url=HOST) as reader:
        return await reader.get(path, headers=headers)


def titles(answer: httpx.Response) -> list[str]:
    root = ET.fromstring(answer.content)
    return [e.findtext(f"{ATOM}title", "") for e in root.iter(f"{ATOM}entry")]


def sound(answer: httpx.Response, path: str) -> None:
    """RFC 4287: what a feed and its entries must have, once each, in the right form (4.1.1, 4.1.2, 4.2)."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/atom+xml; charset=utf-8"
    root = ET.fromstring(answer.content)
    assert root.tag == f"{ATOM}feed"
    for one in (root, *root.iter(f"{ATOM}entry")):
        for tag in ("id", "title", "updated"):
            assert len(one.findall(f"{ATOM}{tag}")) == 1, tag
        assert one.findtext(f"{ATOM}id", "").startswith("urn:uuid:")
        assert DATE.fullmatch(one.findtext(f"{ATOM}updated", ""))
    links = {link.get("rel"): link.get("href") for link in root.findall(f"{ATOM}link")}
    assert links["self"] == f"{HOST}{path}"
    assert root.findtext(f"{ATOM}author/{ATOM}name")
    entries = list(root.iter(f"{ATOM}entry"))
    ids = [e.findtext(f"{ATOM}id") for e in entries]
    assert len(set(ids)) == len(ids)
    updated = [e.findtext(f"{ATOM}updated", "") for e in entries]
    assert updated == sorted(updated, reverse=True)
    assert root.findtext(f"{ATOM}updated", "") >= max(updated, default="")
    assert all(e.findtext(f"{ATOM}content") for e in entries)


async def test_what_awaits_me_is_said_in_words_with_the_form_that_answers(party: Party) -> None:
    page = await party.lea.get(f"/table/{party.id}/courrier")
    assert "Rien ne t’attend" in page.text
    await party.test_of((await party.view("lea"))["me"]["actors"][0])
    page = await party.lea.get(f"/table/{party.id}/courrier")
    assert "On t’attend depuis un instant" in unescape(page.text)
    asked = re.findall(r'href="(/table/\w+/geste\?[^"]+)"', unescape(page.text))
    assert asked
    form = await party.lea.get(asked[0])
    assert form.status_code == 200
    sent = dict(re.findall(r'name="(key|command|retour)" value="([^"]+)"', form.text))
    assert sent["retour"] == "courrier"
    answer = await party.lea.post(f"/table/{party.id}/geste", data=sent)
    assert answer.headers["location"] == f"/table/{party.id}/courrier"
    # The game master is told who is awaited, not asked in her place.
    page = await party.gm.get(f"/table/{party.id}/courrier")
    assert "geste?" not in page.text


async def test_it_says_for_how_long_after_days_and_a_restart(party: Party, monkeypatch: Any) -> None:
    await party.test_of((await party.view("lea"))["me"]["actors"][0])
    now = time.time_ns()
    party.server.tables._rooms.clear()
    monkeypatch.setattr(time, "time_ns", lambda: now + 3 * DAY * 1_000_000 + 60_000_000_000)
    for path in (f"/table/{party.id}/courrier", "/courrier"):
        assert "On t’attend depuis 3\N{NO-BREAK SPACE}jours" in unescape((await party.lea.get(path)).text)


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        (0, "depuis un instant"),
        (1, "depuis une minute"),
        (59, "depuis 59 minutes"),
        (60, "depuis une heure"),
        (47 * 60, "depuis un jour"),
        (72 * 60, "depuis 3 jours"),
        (13 * 1440, "depuis 13 jours"),
        (14 * 1440, "depuis 2 semaines"),
        (63 * 1440, "depuis 2 mois"),
        (-5, "depuis un instant"),
    ],
)
def test_a_length_of_time_in_words(minutes: int, said: str) -> None:
    assert away.lasting(minutes * 60_000).replace("\N{NO-BREAK SPACE}", " ") == said


async def test_news_are_those_since_the_last_visit(party: Party) -> None:
    await party.lea.get(f"/table/{party.id}")
    await party.post("mj", "Write", {"text": "Il pleut sur le quai.", "to": "tous"})
    page = await party.lea.get(f"/table/{party.id}/courrier")
    assert "Depuis ta dernière visite" in page.text
    assert "Il pleut sur le quai." in page.text
    assert "s’installe" not in page.text
    # To look changes nothing; to say so does.
    assert "Il pleut sur le quai." in (await party.lea.get(f"/table/{party.id}/courrier")).text
    read_it = await party.lea.post(f"/table/{party.id}/vu", data={"retour": "courrier"})
    assert read_it.headers["location"] == f"/table/{party.id}/courrier"
    page = await party.lea.get(f"/table/{party.id}/courrier")
    assert "Rien de nouveau" in page.text
    assert "Il pleut" not in page.text


async def test_one_page_for_all_the_tables_of_a_browser(party: Party) -> None:
    made = await party.lea.post(
        "/tables", data={"systeme": "architectes", "nom": "Ailleurs", "pseudo": "Léa"}
    )
    assert made.status_code == 303
    await party.test_of((await party.view("lea"))["me"]["actors"][0])
    page = unescape((await party.lea.get("/courrier")).text)
    assert page.index("Les Passeurs") < page.index("Ailleurs")
    assert CANARY not in page
    async with party.server.browser() as nobody:
        empty = await nobody.get("/courrier")
        assert empty.status_code == 200
        assert "Aucune table" in empty.text
        assert (await nobody.get(f"/table/{party.id}/courrier")).status_code == 404


async def test_a_feed_is_sound_and_tells_what_its_seat_sees(party: Party) -> None:
    path = await fed(party)
    await party.test_of((await party.view("lea"))["me"]["actors"][0])
    await party.post("mj", "Write", {"text": "À <b>toi</b> & moi ]]> \ufffe", "to": "tous"})
    await party.post("mj", "Write", {"text": f"{CANARY} ment.", "to": "mj"})
    answer = await read(party, path)
    sound(answer, path)
    assert any(t.startswith("À toi\N{NO-BREAK SPACE}:") for t in titles(answer))
    assert any("À <b>toi</b> & moi ]]>" in t for t in titles(answer))
    await party.post("lea", "Write", {"text": "Otto me suit.", "to": "mj"})
    assert CANARY not in answer.text
    # What she did herself is no news to her.
    assert not any("propose un personnage" in t for t in titles(answer))
    own = await fed(party, "mj")
    theirs = await read(party, own)
    sound(theirs, own)
    assert any("Otto me suit." in t for t in titles(theirs))
    assert any("propose un personnage" in t for t in titles(theirs))


async def test_entries_keep_their_ids_and_leave_when_answered(party: Party) -> None:
    path = await fed(party)
    await party.test_of((await party.view("lea"))["me"]["actors"][0])

    async def by_title() -> dict[str, tuple[str, str]]:
        root = ET.fromstring((await read(party, path)).content)
        return {
            e.findtext(f"{ATOM}title", ""): (
                e.findtext(f"{ATOM}id", ""),
                e.findtext(f"{ATOM}updated", ""),
            )
            for e in root.iter(f"{ATOM}entry")
        }

    before = await by_title()
    await party.post("mj", "Write", {"text": "Alors ?", "to": "tous"})
    party.server.tables._rooms.clear()
    after = await by_title()
    assert before.items() <= after.items()
    assert len(after) == len(before) + 1
    asked = next(t for t in after if t.startswith("À toi"))
    await party.post("lea", "WillDraw", {})
    assert asked not in await by_title()


async def test_a_reader_is_told_when_nothing_has_changed(party: Party) -> None:
    path = await fed(party)
    first = await read(party, path)
    tag = first.headers["etag"]
    assert first.headers["cache-control"] == "private, no-cache"
    for held in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        again = await read(party, path, **{"If-None-Match": held})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
    # What she may not know changes nothing of it.
    await party.post("mj", "Write", {"text": f"{CANARY} ment.", "to": "mj"})
    assert (await read(party, path)).headers["etag"] == tag
    await party.post("mj", "Write", {"text": "Voici.", "to": "tous"})
    changed = await read(
        party, path, **{"If-None-Match": tag, "If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"}
    )
    assert changed.status_code == 200
    assert changed.headers["etag"] != tag


async def test_a_date_tells_nothing_has_changed_once_its_second_is_over(
    party: Party, monkeypatch: Any
) -> None:
    path = await fed(party)
    await party.post("mj", "Write", {"text": "Voici.", "to": "tous"})
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 2)
    date = (await read(party, path)).headers["last-modified"]
    assert abs(parsedate_to_datetime(date).timestamp() - now) < 5
    assert (await read(party, path, **{"If-Modified-Since": date})).status_code == 304
    beyond = ("Mon, 01 Jan 99999999999 00:00:00 GMT", "Mon, 01 Jan 2026 00:00:00 +9999999999")
    for other in ("Thu, 01 Jan 1970 00:00:00 GMT", "hier", "Mon, 99 Foo 2026", *beyond):
        assert (await read(party, path, **{"If-Modified-Since": other})).status_code == 200
    monkeypatch.setattr(time, "time", lambda: now - 1)
    assert "last-modified" not in (await read(party, path)).headers


async def test_a_feed_opens_no_page_and_ends_when_told(party: Party, caplog: Any) -> None:
    caplog.set_level(logging.DEBUG)
    path = await fed(party)
    token = path.removeprefix("/fil/")
    async with party.server.browser() as thief:
        assert (await thief.get(f"/lien/{token}")).status_code == 404
        assert (await thief.post(f"/lien/{token}")).status_code == 404
        cookies = {"Cookie": f"siege-{party.id}={token}; demande-{party.id}={token}"}
        for page in ("", "/courrier", "/fil", "/recapitulatif", "/export.json", "/flux", "/journal"):
            assert (await thief.get(f"/table/{party.id}{page}", headers=cookies)).status_code in (303, 404)
        key = (await party.waiting("lea", "Write"))["key"]
        form = {"key": key, "command": "Write", "f.text": "x", "f.to": "tous"}
        assert (await thief.post(f"/table/{party.id}/geste", data=form, headers=cookies)).status_code == 404
        bearer = {"Authorization": f"Bearer {token}"}
        for route in ("vue", "attentes", "export", "flux"):
            assert (await thief.get(f"/api/tables/{party.id}/{route}", headers=bearer)).status_code == 404
        body = {"key": key, "command": "Write", "command_id": "v1", "fields": {"text": "x", "to": "tous"}}
        answer = await thief.post(f"/api/tables/{party.id}/gestes", json=body, headers=bearer)
        assert answer.status_code == 404
        # Nor does a seat's link read as a feed.
        assert (await thief.get(f"/fil/{party.tokens['lea']}")).status_code == 404
        assert (await thief.post(path)).status_code == 405
    headers = (await read(party, path)).headers
    assert headers["referrer-policy"] == "same-origin"
    await party.lea.post(f"/table/{party.id}/fil", data={"fil": "retirer"})
    gone = await read(party, path)
    assert gone.status_code == 404
    assert token not in gone.text
    assert "Ouvrir un fil" in (await party.lea.get(f"/table/{party.id}/fil")).text
    assert not [r for r in caplog.records if r.name.startswith("paravent") and token in r.getMessage()]


async def test_feeds_are_read_so_often_and_guessed_so_often(party: Party, monkeypatch: Any) -> None:
    path = await fed(party)
    statuses = [(await read(party, path)).status_code for _ in range(35)]
    assert statuses[:30] == [200] * 30
    assert 429 in statuses
    guessed = [(await read(party, f"/fil/{n:022d}")).status_code for n in range(40)]
    assert guessed[0] == 404
    assert guessed[-1] == 429
    # A page of the same seat is not made to wait for that.
    assert (await party.lea.get(f"/table/{party.id}/courrier")).status_code == 200
    monkeypatch.setattr(Buckets, "take", lambda self, key: True)
    assert (await read(party, path)).status_code == 200


async def test_a_scene_to_copy_holds_what_its_reader_may_see(party: Party) -> None:
    await party.post("mj", "OpenSession", {})
    await party.post("mj", "OpenScene", {"title": "Le [b]quai", "text": "Il pleut."})
    await party.post("lea", "Write", {"text": "</textarea><script>x</script> [img]x[/img]", "to": "tous"})
    await party.post("mj", "Write", {"text": f"{CANARY} ment.", "to": "mj"})

    async def text(who: str, query: str = "") -> str:
        client = party.gm if who == "mj" else party.lea
        page = await client.get(f"/table/{party.id}/recapitulatif{query}")
        assert page.status_code == 200
        assert "<script>x" not in page.text
        found = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page.text, re.DOTALL)
        assert found
        return unescape(found[1])

    told = await text("mj")
    assert told == await text("lea")
    assert "Scène 1 · Le (b)quai" in told
    assert "(img)x(/img)" in told
    assert CANARY not in told
    assert CANARY in await text("mj", "?vue=moi&forme=markdown")
    assert CANARY not in await text("lea", "?vue=moi&partie=tout-1&forme=texte")
    # An odd choice is the first one.
    assert await text("mj", "?vue=x&forme=<b>&partie=../..") == told
    async with party.server.browser() as nobody:
        assert (await nobody.get(f"/table/{party.id}/recapitulatif")).status_code == 404


def test_what_chance_answered_oneself_is_news_to_who_plays_by_post() -> None:
    own = {"seat": "lea", "undone": False, "data": {}}
    said = {**own, "n": 1, "text": "Iris tente.", "draw": None}
    drawn = {**own, "n": 2, "text": "Iris obtient 4.", "draw": {"epoch": 1, "stream": "s", "n": 1}}
    view = {"me": {"seat": "lea"}, "journal": [said, drawn]}
    assert away.news(view, drawn=True) == [drawn]
    # Where the dice fell before one's eyes, they are no news.
    assert away.news(view) == []
