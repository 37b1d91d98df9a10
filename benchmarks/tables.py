"""Tables as people make them, for the other benchmarks: a game master, players, their characters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from paravent.core.game import answerable, key_of
from paravent.core.values import Who
from paravent.table.service import Tables

ARCHITECTES: Mapping[str, Any] = {"identity": {}, "scores": [str(n) for n in range(1, 23)]}
INTENTIONS: Mapping[str, Any] = {
    "skills": [{"choice": "athletisme", "words": ""}, {"choice": "perspicacite", "words": ""}],
    "trait": "heroisme",
    "species": "humain",
    "instinct": "discrete",
    "reaction": "",
    "knowledge": {"choice": "Les plantes", "words": ""},
    "text": "",
}
"""Sheets, their names aside."""
SKILL = "14"
DICE = {"count": 2, "sides": "6", "why": "", "secret": "False"}
_ids = count()


@dataclass
class Place:
    """One seat: whose, the token of its link, its character for a player."""

    seat: Who
    token: str
    actor: str = ""


@dataclass
class Party:
    """A table with everyone seated."""

    tables: Tables
    table: str
    master: Place
    players: list[Place] = field(default_factory=list)

    async def act(
        self, place: Place, command: str, fields: dict[str, Any], topic: str = "", counter: str = ""
    ) -> None:
        """Answer as a page does, by the key of the question that takes the command; about that counter when told."""
        room = await self.tables.room(self.table)
        game = room.now
        w = next(
            w
            for w in answerable(game, place.seat, room.waitings(place.seat))
            if topic in ("", type(w.topic).__name__)
            and counter in ("", getattr(w.topic, "counter", ""))
            and any(o.command.__name__ == command and not o.barred for o in w.offers)
        )
        key = key_of(room.key, game, place.seat, w)
        await self.tables.act(self.table, place.seat, key, command, fields, f"b{next(_ids)}")

    async def throw(self, place: Place) -> None:
        """Free dice: decided, drawn verifiably, hashed, committed. Two records."""
        await self.act(place, "ThrowDice", DICE)

    async def test(self, player: Place) -> None:
        """A test of the rules, two commands: the game master asks for it, the player draws."""
        asked = {"actor": player.actor, "skill": SKILL, "ease": "normal", "secrecy": "table"}
        await self.act(self.master, "OpenTest", asked)
        await self.act(player, "WillDraw", {}, "ToDeclare")


async def seat(
    tables: Tables,
    players: int,
    *,
    played: int | None = None,
    system: str = "architectes",
    sheet: Mapping[str, Any] = ARCHITECTES,
) -> Party:
    """A new table; the first `played` players (all of them by default) have a character, of that sheet."""
    made = await tables.create(system, f"Banc {next(_ids)}", "Ana")
    access = await tables.access(made.game_master)
    assert access is not None
    party = Party(tables, made.table, Place(access.seat, made.game_master))
    for n in range(players):
        token, id = await tables.join(made.invitation, f"Joueuse {n}", f"b{next(_ids)}")
        party.players.append(Place(id, token))
    for place in party.players[:played]:
        await party.act(place, "ProposeCharacter", {"name": f"Personnage {place.seat[:4]}", **sheet})
        await party.act(party.master, "AcceptActor", {})
        core = (await tables.room(made.table)).now.core
        place.actor = next(a.id for a in core.actors if a.seat == place.seat)
    return party
