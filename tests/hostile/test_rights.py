"""Each role against each command: who may is told in `rights.toml`; everyone else is refused, whatever they hold of the
question, and a refusal writes nothing and tells nobody anything."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import httpx
import pytest

from hostile.each_system import SHEETS
from hostile.foes import Siege
from hostile.hands import flat
from hostile.rights import ASKED, TOLD, UNASKED, rights
from hostile.scribes import Scribe
from hostile.secrets_of import bearing, seated
from paravent.chance.draws import contribution_hash
from paravent.core.describe import lexicon_of
from paravent.core.system import SUPPOSE
from paravent.systems import all_systems

SEED = os.environ.get("PARAVENT_SEED", "1")
ROLES = ("ada", "léa", "noé", "sam", "zoé", "max")
KEPT = ("LeaveTable", "RemoveSeat", "ArchiveTable", "SettleClaim")
"""Sent only by those who may not: the others would end the siege."""
RARE = (
    "Undo",
    "Abandon",
    "RefuseActor",
    "CloseSession",
    "HideOdds",
    "MarkAbsent",
    "ChooseHand",
    "SetOption",
    "GiveActor",
)
SHARE = b"sixteen bytes, or more"
MAY = {
    "mj": {"ada"},
    "personnage": {"ada", "léa", "noé"},
    "jeu": {"ada", "léa", "noé"},
    "siege": {"ada", "léa", "noé"},
    "joueur": {"ada", "léa", "noé"},
    "soi": {"léa", "noé"},
    "depart": {"léa", "noé", "sam"},
}
"""By word, those whom its commands may be offered to at one time or another."""


@pytest.mark.parametrize("system", sorted(SHEETS))
def test_every_command_is_told_once(system: str) -> None:
    # What one supposes is sent by nobody: tests/web/test_what_if.py.
    told = rights("core", system)
    assert set(told) == set(lexicon_of(all_systems()[system].lexicon).commands) - {SUPPOSE}
    assert set(SHEETS) | {"core"} == set(TOLD)
    assert set(told.values()) <= set(MAY) == set(ASKED)


class Matrix:
    """A game in which each command, once offered, is first sent by all those to whom it is not."""

    def __init__(self, siege: Siege, client: httpx.AsyncClient, system: str, seed: str) -> None:
        self.siege, self.client, self.told = siege, client, rights("core", system)
        self.hands = Scribe(f"{seed} {system}")
        self.tried: defaultdict[str, set[str]] = defaultdict(set)
        self.offered: set[str] = set()
        self.taken: set[str] = set()
        self.sent = 0

    async def play(self, steps: int) -> None:
        await self.siege.tables.claim(self.siege.invitation, self.siege.people["noé"].seat)
        for n in range(steps):
            views = {who: await self.siege.view(who) for who in ("ada", "léa", "noé", "sam")}
            held: defaultdict[str, list[tuple[str, str, Any]]] = defaultdict(list)
            for who, view in views.items():
                for w in view["waitings"]:
                    left = [{"command": UNASKED, "fields": [], "barred": ""}] if w["chance"] else []
                    for o in [*w["offers"], *left]:
                        if not o["barred"]:
                            held[o["command"]].append((who, w["key"], o))
            for command, offers in held.items():
                who_may = MAY[self.told[command]]
                offered_to = {who for who, _, _ in offers}
                assert offered_to <= who_may, f"{command} is offered to {offered_to}"
                self.offered.add(command)
                others = [r for r in ROLES if r not in offered_to and r not in self.tried[command]]
                if others:
                    await self.usurped(command, self.hands.one(*offers), others, views)
            await self.step([(c, *x) for c, found in held.items() for x in found], typing=n % 2 == 0)
        await self.siege.sound()

    async def usurped(self, command: str, offer: tuple[str, str, Any], others: list[str], views: Any) -> None:
        """Sent with the key of whoever is asked, then with one's own: the same refusal, and nothing happens."""
        asked_of, key, o = offer
        fields = await self.fields(asked_of, o)
        before = (await self.siege.room()).now.version
        for who in others:
            self.tried[command].add(who)
            own = [w["key"] for w in views.get(who, {}).get("waitings", ())]
            for asked in [key, *own[:2]]:
                answer = await self.send(who, asked, command, fields)
                told = f"{who} {command}: {answer.status_code} {answer.text[:300]}"
                assert answer.status_code in (404, 409, 422), told
                assert (await self.siege.room()).now.version == before, told
        if others[0] in views:
            assert await self.siege.view(others[0]) == views[others[0]]

    async def fields(self, who: str, offer: Any) -> dict[str, Any]:
        """A good answer, as far as the offer tells; a share of chance is the one whose print was given."""
        core = (await self.siege.room()).now.core
        shares = {
            "CommitShare": {
                "print": contribution_hash(
                    self.siege.id, core.epoch.number, self.siege.people[who].seat, SHARE
                )
            },
            "RevealShare": {"share": SHARE.hex()},
        }
        return dict(shares.get(offer["command"]) or self.hands.fields(offer))

    async def send(self, who: str, key: str, command: str, fields: Mapping[str, Any]) -> httpx.Response:
        """By program or by form, in turn."""
        self.sent += 1
        self.client.cookies.clear()
        person, id = self.siege.people[who], f"u{self.sent}"
        if self.sent % 3:
            body = {"key": key, "command": command, "command_id": id, "fields": fields}
            path = f"/api/tables/{self.siege.id}/gestes"
            return await self.client.post(path, json=body, headers=bearing(person))
        form = {"key": key, "command": command, "command_id": id}
        form |= dict(x for name, v in fields.items() for x in flat(f"f.{name}", v))
        headers = seated(self.siege, person) | {"HX-Request": "true"}
        return await self.client.post(f"/table/{self.siege.id}/geste", data=form, headers=headers)

    async def step(self, offers: list[tuple[str, str, str, Any]], *, typing: bool) -> None:
        """One answer by someone who may: one not taken yet, or, not `typing`, anything short."""
        rng = self.hands.rng
        open_ones = [x for x in offers if x[0] not in KEPT and (x[0] not in RARE or rng.random() < 0.1)]
        rng.shuffle(open_ones)
        open_ones.sort(key=lambda x: x[0] in self.taken if typing else len(x[3]["fields"]) > 2)
        for command, who, key, o in open_ones[:6]:
            answer = await self.send(who, key, command, await self.fields(who, o))
            assert answer.status_code < 500
            if answer.status_code == 200:
                self.taken.add(command)
                return


every_system = pytest.mark.parametrize("siege", sorted(SHEETS), indirect=True)


async def matrix(siege: Siege, system: str, seed: str, steps: int) -> Matrix:
    async with siege.client() as client:
        made = Matrix(siege, client, system, seed)
        await made.play(steps)
        return made


@every_system
async def test_each_role_against_each_command(siege: Siege, request: pytest.FixtureRequest) -> None:
    made = await matrix(siege, request.node.callspec.params["siege"], SEED, 40)
    watched = {c for c, who in made.tried.items() if {"sam", "zoé", "max"} <= who}
    assert made.offered - {"LeaveTable"} <= watched
    assert len(made.offered) > 25
    assert len(made.taken) > 15, made.taken


@pytest.mark.nightly
@every_system
@pytest.mark.parametrize("part", range(8))
async def test_each_role_against_each_command_for_long(
    siege: Siege, request: pytest.FixtureRequest, part: int
) -> None:
    made = await matrix(siege, request.node.callspec.params["siege"], f"{SEED}-{part}", 400)
    assert len(made.taken) > 25
