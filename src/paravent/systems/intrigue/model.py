"""The state of a table of Intrigue: its people, its trouble pool, its rolls, what they belong to, the episode."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any

from paravent.core.packs import PACKS_KEPT
from paravent.core.roster import change
from paravent.core.sight import seen
from paravent.core.values import GM, TAGGED, Who, replace, value
from paravent.systems.intrigue.contest_model import Contest
from paravent.systems.intrigue.episode_model import Closing, Ending, Opening
from paravent.systems.intrigue.pack import Pack, pack_from_json
from paravent.systems.intrigue.roll_model import Roll
from paravent.systems.intrigue.sheet_model import Character, Resource
from paravent.systems.intrigue.trial_model import Initiative, Recovery, TroubleTest
from paravent.systems.intrigue.weighing import TROUBLE_START


@seen(
    all="options characters resources pool rolls contests tests recoveries initiatives opening ending last last_rolls"
    " values_named stresses_named uninvolved shared"
)
@value
class Game:
    """`pool`: the trouble pool (ITG-20). `last`: the latest contest or test that closed, for the table to look at.

    shared       the plot points of the episode have been (ITG-30)
    uninvolved   players' characters that took no part in the last conflict: they have priority (ITG-55)
    """

    pack: str
    options: tuple[tuple[str, str], ...] = ()
    seats: tuple[Who, ...] = ()
    pending: tuple[tuple[Who, Who], ...] = ()
    characters: tuple[Character, ...] = ()
    resources: tuple[Resource, ...] = ()
    pool: tuple[int, ...] = TROUBLE_START
    rolls: tuple[Roll, ...] = ()
    contests: tuple[Contest, ...] = ()
    tests: tuple[TroubleTest, ...] = ()
    recoveries: tuple[Recovery, ...] = ()
    initiatives: tuple[Initiative, ...] = ()
    shared: bool = False
    opening: Opening | None = None
    ending: Ending | None = None
    last: Annotated[Contest | TroubleTest, TAGGED] | None = None
    last_rolls: tuple[Roll, ...] = ()
    uninvolved: tuple[Who, ...] = ()
    values_named: tuple[tuple[str, str], ...] = ()
    stresses_named: tuple[str, ...] = ()

    def option(self, name: str) -> str:
        """The value of an option, "" before the table sets any."""
        return dict(self.options).get(name, "")

    def find(self, actor: Who) -> Character | None:
        return next((c for c in self.characters if c.actor == actor), None)

    def character(self, actor: Who) -> Character:
        """The character of that actor; it must exist."""
        return next(c for c in self.characters if c.actor == actor)

    def roll(self, id: str) -> Roll:
        return next(r for r in self.rolls if r.id == id)

    def contest(self, id: str) -> Contest:
        return next(k for k in self.contests if k.id == id)

    def contest_of(self, procedure: str) -> Contest | None:
        """The contest that a procedure is, if it is one."""
        return next((k for k in self.contests if k.id == procedure), None)

    def resource(self, id: str) -> Resource:
        return next(r for r in self.resources if r.id == id)


def start(pack: str, options: Mapping[str, str]) -> Game:
    """The empty state; `pack` is JSON text as `read_pack` returns it."""
    known = pack_of(pack)
    return Game(
        pack,
        tuple(sorted(options.items())),
        values_named=tuple((v.id, v.name) for v in known.values),
        stresses_named=tuple(s.name for s in known.stresses),
    )


@lru_cache(maxsize=PACKS_KEPT)
def pack_of(text: str) -> Pack:
    """The pack a state holds as text."""
    return pack_from_json(json.loads(text))


def players_in(game: Game) -> list[Character]:
    """The players' characters in play, in the order of the cast; whoever is hidden is not seen to be."""
    return [c for c in game.characters if c.ready and not c.extra and not c.hidden]


def change_roll(game: Game, id: str, **fields: Any) -> Game:
    return replace(game, rolls=tuple(replace(r, **fields) if r.id == id else r for r in game.rolls))


def change_die(game: Game, id: str, place: int, **fields: Any) -> Game:
    dice = tuple(replace(d, **fields) if i == place else d for i, d in enumerate(game.roll(id).dice))
    return change_roll(game, id, dice=dice)


def change_trait(game: Game, actor: Who, id: str, **fields: Any) -> Game:
    """The state with fields of one trait of a character replaced."""
    traits = tuple(replace(t, **fields) if t.id == id else t for t in game.character(actor).traits)
    return change(game, actor, traits=traits)


def change_contest(game: Game, id: str, **fields: Any) -> Game:
    """The state with fields of one contest replaced."""
    return replace(game, contests=tuple(replace(k, **fields) if k.id == id else k for k in game.contests))


def why_closing(game: Game) -> str:
    """Why nothing begins any more, "" while the episode goes on (ITG-70)."""
    return "l’épisode s’achève (ITG-70)" if game.ending else ""


def closing_of(game: Game, actor: Who) -> Closing:
    """What that character still has to settle, while an episode ends."""
    assert game.ending is not None
    return game.ending.of(actor)


def readers_of(c: Character) -> tuple[Who, ...] | None:
    """Who may know of what bears on a sheet alone; None: everyone."""
    return None if c.readable else (c.actor, GM)


def change_closing(game: Game, actor: Who, **fields: Any) -> Game:
    """The state with what one character still has to settle changed."""
    assert game.ending is not None
    people = tuple(replace(p, **fields) if p.actor == actor else p for p in game.ending.people)
    return replace(game, ending=replace(game.ending, people=people))
