"""Every form of every page, filled by Hypothesis with what no page would send: an answer in French, never a broken
server, and nothing written by whoever was refused."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote_from_bytes

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from hostile.each_system import SHEETS
from hostile.foes import Person, Siege, first_of
from hostile.hands import NUMERALS, TEXTS, flat
from hostile.secrets_of import seated

SEED = os.environ.get("PARAVENT_SEED", "1")
Items = list[tuple[bytes, bytes]]
BYTES = (
    b"\xff\xfe",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\x00",
    b"a\x00b",
    b"\xf4\x90\x80\x80",
    b"\r\nSet-Cookie: a=b",
    b"9" * 4000,
)
NAMES = (
    "f",
    "f.",
    "f..",
    "f.name",
    "f.name.0",
    "f.name.-1",
    "f.name.1.1.1",
    "f.scores.99999999999",
    "key",
    "command",
    "seat",
)
KEY = b"KEY"
"""Stands for the question's own key, which changes as the game goes on."""
LEAVING = ("LeaveTable", "RemoveSeat")
"""Legal, but there would be no one left to attack with."""
DOORS: dict[str, tuple[str, ...]] = {
    "/tables": ("systeme", "nom", "pseudo", "command_id"),
    "/creer": ("systeme", "paquet_texte"),
    "/creer/{system}": ("nom", "pseudo", "command_id", "paquet", "paquet_texte", "option.hasard"),
    "/importer": ("export",),
    "/paquets/{system}": ("paquet_texte", "depart", "geste", "option.hasard"),
    "/lien/{link}": ("nom", "command_id"),
    "/lien/{link}/place": ("place", "command_id"),
    "/code": ("code", "command_id"),
    "/table/{table}/appareil": ("command_id",),
    "/table/{table}/liens": ("lien", "place"),
    "/table/{table}/fil": ("fil",),
    "/table/{table}/vu": ("retour",),
    "/oublier/{table}": ("table",),
}
"""Every other form, with its fields; a test of this file holds the list complete."""

junk = st.one_of(
    st.sampled_from([t.encode() for t in (*TEXTS, *NUMERALS)]),
    st.sampled_from(BYTES),
    st.text(max_size=40).map(lambda t: t.encode("utf-8", "surrogatepass")),
    st.binary(max_size=40),
    st.integers(-(10**20), 10**20).map(lambda n: str(n).encode()),
)


@st.composite
def bent(draw: st.DrawFn, items: Items) -> Items:
    """A form as a page would send it, then one to four things wrong with it."""
    out = list(items)
    for _ in range(draw(st.integers(1, 4))):
        # Whose question it is comes first, and stays most of the time: without it, nothing else is looked at.
        first = 0 if len(out) <= 2 or draw(st.integers(0, 9)) == 9 else 2
        at = draw(st.integers(first, max(first, len(out) - 1)))
        match draw(st.integers(0, 6)):
            case 0 | 1 | 2 if out:
                out[at] = (out[at][0], draw(junk))
            case 3 if out:
                del out[at]
            case 4 if out:
                out[at:at] = [out[at], (out[at][0], draw(junk))] * draw(st.sampled_from([1, 2, 600]))
            case 5 if out:
                out[at] = (
                    out[at][0] + draw(st.sampled_from([b".1", b".", b".\x00", b"[]", b".1.1"])),
                    out[at][1],
                )
            case _:
                name = draw(st.one_of(st.sampled_from(NAMES).map(str.encode), junk))
                out.append((name, draw(junk)))
    return out


ONCE = settings(
    phases=[Phase.generate], database=None, deadline=None, suppress_health_check=list(HealthCheck)
)


def filled(items: Items, count: int) -> list[Items]:
    """So many bent forms, the same for the same seed; other forms are bent otherwise."""
    out: list[Items] = []
    told = [v if k == b"command" else k for k, v in items]

    @seed(f"{SEED} {told}")
    @settings(
        max_examples=count + 1,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(bent(items))
    def collect(form: Items) -> None:
        out.append(form)

    collect()
    # The first is the plainest that could be; Hypothesis stops early when it has tried all it can think of.
    return (out[1:] * count)[:count]


def written(items: Items) -> bytes:
    return b"&".join(quote_from_bytes(k).encode() + b"=" + quote_from_bytes(v).encode() for k, v in items)


def multipart(items: Items) -> bytes:
    parts = (b'--b\r\nContent-Disposition: form-data; name="%b"\r\n\r\n%b\r\n' % item for item in items)
    return b"".join(parts) + b"--b--\r\n"


def plain(offer: Any) -> Items:
    """What the page of this offer sends."""
    told = [x for f in offer["fields"] for x in flat(f"f.{f['name']}", first_of(f))]
    return [
        (b"key", KEY),
        (b"command", offer["command"].encode()),
        *((k.encode(), v.encode()) for k, v in told),
    ]


def doors(siege: Siege, system: str) -> Iterator[tuple[str, Items]]:
    for path, names in DOORS.items():
        where = path.format(system=system, table=siege.id, link=siege.invitation)
        yield where, [(name.encode(), b"x") for name in names]


class Fuzz:
    """One sweep over the forms of a table."""

    def __init__(self, siege: Siege, client: httpx.AsyncClient) -> None:
        self.siege, self.client = siege, client
        self.statuses: dict[int, int] = {}
        self.sent = 0

    async def post(self, who: Person, path: str, form: Items, *, reads: bool = False) -> None:
        """`reads`: whatever is answered, nothing may be written."""
        self.client.cookies.clear()
        self.sent += 1
        headers = seated(self.siege, who) | ({"HX-Request": "true"} if self.sent % 2 else {})
        body, kind = written(form), "application/x-www-form-urlencoded"
        if self.sent % 5 == 0:
            body, kind = multipart(form), "multipart/form-data; boundary=b"
        before = (await self.siege.room()).now.version
        answer = await self.client.post(path, content=body, headers={**headers, "Content-Type": kind})
        grown = (await self.siege.room()).now.version - before
        told = f"PARAVENT_SEED={SEED} {who.name} POST {path} {answer.status_code} ← {body[:800]!r}"
        self.statuses[answer.status_code] = self.statuses.get(answer.status_code, 0) + 1
        assert answer.status_code < 500, f"{answer.text[:400]} {told}"
        assert not (grown and (reads or answer.status_code >= 400)), f"{grown} records written by {told}"
        if answer.status_code == 200 or answer.status_code >= 400:
            page = 'lang="fr"' in answer.text or "</section>" in answer.text or path.endswith("/essai")
            # What is too long is turned away at the door, before any page.
            turned_away = (answer.status_code, answer.text.strip()) == (413, "Cet envoi est trop long.")
            assert page or turned_away or path.startswith("/paquets"), f"{answer.text[:300]} {told}"

    async def answer(self, name: str, command: str, at: int, count: int) -> None:
        """Bent answers to an offer, for as long as it stands; some by those to whom it is not made."""
        people, path = self.siege.people, f"/table/{self.siege.id}"
        forms: list[Items] = []
        for n in range(count):
            waitings = (await self.siege.view(name))["waitings"]
            found = [(w, o) for w in waitings for o in w["offers"][at : at + 1] if o["command"] == command]
            if not found:
                return
            w, offer = found[0]
            forms = forms or filled(plain(offer), count)
            form = [(k, w["key"].encode() if v == KEY else v) for k, v in forms[n]]
            await self.post(people[name], f"{path}/geste", form)
            if n % 4 == 0:
                await self.post(people[name], f"{path}/essai", form, reads=True)
            if n % 4 == 1:
                await self.post(people["zoé" if n % 8 == 1 else "max"], f"{path}/geste", form, reads=True)

    async def sweep(self, system: str, count: int) -> None:
        people = self.siege.people
        for name in ("ada", "léa", "sam"):
            offered = [
                (o["command"], n)
                for w in (await self.siege.view(name))["waitings"]
                for n, o in enumerate(w["offers"])
            ]
            for command, at in dict.fromkeys(offered):
                if command not in LEAVING:
                    await self.answer(name, command, at, count)
        for path, items in doors(self.siege, system):
            for form in filled(items, count):
                await self.post(people["sam"], path, form)
        await self.siege.sound()


def test_no_form_is_forgotten(siege: Siege) -> None:
    told = {
        path
        for router in siege.app.routes
        for r in getattr(getattr(router, "original_router", None), "routes", ())
        if "POST" in getattr(r, "methods", ()) and not (path := r.path).startswith("/api/")
    }
    known = {p.replace("{link}", "{token}") for p in DOORS}
    assert told == known | {"/table/{table}/geste", "/table/{table}/essai"}


every_system = pytest.mark.parametrize("siege", sorted(SHEETS), indirect=True)


@every_system
async def test_forms_bent_in_every_way(siege: Siege, request: pytest.FixtureRequest) -> None:
    async with siege.client() as client:
        fuzz = Fuzz(siege, client)
        await fuzz.sweep(request.node.callspec.params["siege"], 1)
    # Many were looked at for what they say, and not only for what they answer.
    assert fuzz.statuses[422] > 8


@pytest.mark.nightly
@every_system
async def test_forms_bent_for_long(siege: Siege, request: pytest.FixtureRequest) -> None:
    async with siege.client() as client:
        fuzz = Fuzz(siege, client)
        await fuzz.sweep(request.node.callspec.params["siege"], 60)
    assert fuzz.sent > 3000
