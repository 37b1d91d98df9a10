"""What hidden forces do in the open, against a table that has none and whose game master does the same by hand: every
channel of who may not know, byte for byte (FOR-46)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hostile.foes import Siege
from hostile.secrets_of import Listener, bearing, everything, seated, unstamped
from hostile.test_secrets import NAMED, twins
from paravent.systems.forces.forcepack import write_forces
from paravent.systems.forces.world import AddPower, AddResource, SetAlignment, Tale
from paravent.web.kept import PIECE
from systems.forces.for_table import force

__all__ = ["twins"]

OUTSIDERS = ("léa", "sam", "zoé", "max")
HIDDEN, ABSENT = "cercle", "cerclf"
MOON = "lune noire"
LAST = "Tout est dit."


def _file(*, hidden: bool) -> str:
    """A guild seen whole, a sect in part; and, in one world, before them and after them, forces that nobody sees."""
    acts = {
        "tapi": [],
        "puits": [AddResource("eau", 2), Tale("Un bruit.")],
        "crue": [AddPower("guilde", 1), SetAlignment("guilde", -1), AddPower("secte", 2)],
        "noyade": [AddResource("eau", -9)],
    }
    arrows = [("tapi", "puits", "boire", MOON), ("tapi", "crue", 100, MOON), ("crue", "noyade", 100, MOON)]
    circle, shadow = force(HIDDEN, acts, arrows), force("ombre", "ab", [("a", "b", 100, MOON)])
    guild = force("guilde", "ab", [("a", "b", 0, MOON), ("a", "b", 30, "foire")], visibility="total")
    sect = force("secte", {"m": [], "n": [AddPower(HIDDEN, 1)] if hidden else []}, visibility="partial")
    return write_forces((circle, guild, shadow, sect) if hidden else (guild, sect))


class _World:
    """One of the two. Commands are numbered alike in both, whatever only one of them does."""

    def __init__(self, siege: Siege, *, hidden: bool) -> None:
        self.siege, self.hidden, self.got = siege, hidden, dict[str, Any]()
        self.streams = {
            f"{who} {path[1:4]}": Listener(siege, f"{path}/{siege.id}/flux", headers)
            for who in ("léa", "sam")
            for path, headers in (
                ("/table", seated(siege, siege.people[who])),
                ("/api/tables", bearing(siege.people[who])),
            )
        }

    async def do(self, n: int, command: str, **fields: Any) -> None:
        self.siege.asked = n
        await self.siege.ask("ada", command, **fields)

    async def secretly(self, n: int, command: str, **fields: Any) -> None:
        if self.hidden:
            await self.do(n, command, **fields)

    async def by_hand(self, n: int, command: str, **fields: Any) -> None:
        if not self.hidden:
            await self.do(n, command, **fields)

    async def look(self, when: str) -> None:
        siege = self.siege
        for name, stream in self.streams.items():
            # How many messages a burst makes is not told; what they come to is.
            text = await siege.view("léa" if name.startswith("léa") else "sam")
            await stream.heard(1)
            self.got[f"{when} {name}"] = (stream.status, text)
        known = [f["id"] for f in (await siege.view("noé"))["world"]["shown"]]
        async with siege.client() as client:
            for who in OUTSIDERS:
                feed = await client.get(f"/fil/{siege.people[who].feed}")
                self.got[f"{when} {who} fil"] = (feed.status_code, sorted(feed.headers.items()), feed.content)
                for id in (*known, HIDDEN, ABSENT):
                    for address in (
                        f"force/{id}",
                        f"force/{id}?seances=3&si=s2&exact=oui",
                        f"force.toml/{id}",
                    ):
                        client.cookies.clear()
                        headers = seated(siege, siege.people[who])
                        answer = await client.get(f"/table/{siege.id}/{address}", headers=headers)
                        body = NAMED.sub(b"", answer.content)
                        told = (answer.status_code, sorted(answer.headers.items()), body)
                        self.got[f"{when} {who} {address}"] = told

    async def end(self) -> dict[str, Any]:
        """All that anyone can still ask for, and the last that each stream said."""
        for name, stream in self.streams.items():
            while LAST not in stream.messages[-1]:
                await stream.heard(len(stream.messages) + 1)
            # The pieces that come with it depend on the messages before; their names are prints of what they show.
            self.got[f"à la fin {name}"] = unstamped(stream.messages[-1]).partition(PIECE)[0]
        actors = [await self.siege.actor("Iris"), "personne"]
        for who in OUTSIDERS:
            for asked, (status, headers, body) in (
                await everything(self.siege, self.siege.people[who], actors)
            ).items():
                self.got[f"à la fin {who} {asked}"] = (status, headers, NAMED.sub(b"", body))
        for stream in self.streams.values():
            await stream.close()
        await self.siege.tables.close()
        return self.got


async def _lived(siege: Siege, *, hidden: bool) -> dict[str, Any]:
    world = _World(siege, hidden=hidden)
    await world.do(100, "ImportForces", text=_file(hidden=hidden))
    for n, id in enumerate((HIDDEN, "ombre")):
        await world.secretly(110 + n, "TakeUpForce", force=id)
        await world.secretly(112 + n, "OpenForce")
    for n, id in enumerate(("guilde", "secte")):
        await world.do(120 + 2 * n, "TakeUpForce", force=id)
        await world.do(121 + 2 * n, "OpenForce")
        await world.secretly(130 + n, "TakeUpForce", force=HIDDEN)
    await world.look("au début")
    await world.do(140, "ReachMilestone", name=MOON)
    await world.by_hand(141, "MovePower", force="guilde", change=1)
    await world.by_hand(142, "ChooseAlignment", force="guilde", alignment="-1")
    await world.by_hand(143, "MovePower", force="secte", change=2)
    await world.look("après la lune")
    await world.secretly(150, "NoteDeed", edge=f"{HIDDEN}/a1")
    await world.by_hand(151, "MoveResource", resource="eau", change=2)
    await world.by_hand(152, "TellWorld", text="Un bruit.")
    await world.do(160, "ReachMilestone", name=MOON)
    await world.by_hand(161, "MoveResource", resource="eau", change=-2)
    await world.look("après l’agissement")
    await world.do(170, "ActivateVertex", vertex="secte/n")
    for n, visibility in enumerate(("hidden", "total", "hidden")):
        await world.do(180 + n, "SetVisibility", force="secte", visibility=visibility)
        await world.look(f"secte {n}")
    await world.do(190, "CloseSession")
    await world.do(191, "TellWorld", text=LAST)
    return await world.end()


async def test_a_table_of_hidden_forces_is_one_led_by_hand(tmp_path: Path, twins: Any) -> None:
    by_hand = await _lived(await twins(tmp_path / "main.sqlite", "forces"), hidden=False)
    hidden = await _lived(await twins(tmp_path / "force.sqlite", "forces"), hidden=True)
    assert by_hand.keys() == hidden.keys()
    for asked, answer in by_hand.items():
        assert answer == hidden[asked], asked
        if HIDDEN in asked:
            there, not_there = (
                repr(x).replace(HIDDEN, ABSENT) for x in (answer, by_hand[asked.replace(HIDDEN, ABSENT)])
            )
            assert there == not_there, asked
            assert answer[0] in (303, 404), asked
