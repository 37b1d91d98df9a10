"""The state of a table of Intrigue: characters, resources, the trouble pool, rolls, contests, the episode."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any, Literal

from paravent.core.packs import PACKS_KEPT
from paravent.core.roster import change
from paravent.core.sight import seen
from paravent.core.values import NOBODY, TAGGED, Who, value
from paravent.systems.intrigue.pack import EffectKind, Pack, pack_from_json
from paravent.systems.intrigue.weighing import total

TraitKind = Literal["value", "relationship", "distinction", "ability", "gear", "heritage"]
Flying = Literal["", "scene", "episode"]
Damage = Literal["", "lost", "stolen", "broken"]
ResourceSort = Literal["extra", "location"]

STRESSES = 5
POOL_AT_FIRST = (6, 6)
RESOURCE_DICE = 2
USUAL_KEEP = 2


# Characters (ITG-01 to ITG-05)


@seen(all="gain cost points effect size")
@value
class Boost:
    """What an asset can do besides its die: an advantage for a cost, `points` of plot among it (ITG-36)."""

    gain: str
    cost: str
    points: int
    effect: EffectKind = "text"
    size: int = 6


@seen(all="id sort name die text before flying boosts descriptor limit heritage damage")
@value
class Trait:
    """Whatever is rolled as a die: a motivation, an asset, a heritage (ITG-01, ITG-02).

    text     the statement of a motivation, the description of an asset
    before   a motivation's die before its first step down of the episode, 0 when it had none (ITG-13, ITG-71)
    flying   a relationship made on the fly: for the scene, then for the episode (ITG-35)
    damage   why gear cannot be used (ITG-02)
    """

    id: str
    sort: TraitKind
    name: str
    die: int
    text: str = ""
    before: int = 0
    flying: Flying = ""
    boosts: tuple[Boost, ...] = ()
    descriptor: str = ""
    limit: str = ""
    heritage: str = ""
    damage: Damage = ""

    @property
    def motivation(self) -> bool:
        return self.sort in ("value", "relationship")

    @property
    def usable(self) -> bool:
        return not self.damage

    def open_boosts(self) -> tuple[Boost, ...]:
        """The boosts that the die opens: at D4, D8 and D12 for a distinction, else all of them (ITG-02)."""
        if self.sort != "distinction":
            return self.boosts if self.usable else ()
        return self.boosts[: 1 + (self.die >= 8) + (self.die >= 12)]


@seen(
    all="actor name extra accepted stress stressed_out points frozen details",
    sheet="traits growth text",
)
@value
class Character:
    """A character, from the moment it is cast.

    stress    five sizes, 0 for none, in the order of the pack (ITG-04)
    points    plot points to spend; frozen: (procedure, points) received and not to be spent before its end (ITG-39)
    growth    the dice of the growth pool (ITG-05)
    details   useful details of the scene (ITG-34); excused: the next roll may do without a motivation (ITG-18)
    tended    somebody tried to heal it in this scene (ITG-61); grown: it has grown in this episode (ITG-74)
    """

    actor: Who
    name: str
    extra: bool
    hidden: bool
    accepted: bool
    public: bool
    drafted: bool = False
    traits: tuple[Trait, ...] = ()
    stress: tuple[int, ...] = (0,) * STRESSES
    stressed_out: bool = False
    points: int = 0
    frozen: tuple[tuple[str, int], ...] = ()
    growth: tuple[int, ...] = ()
    details: tuple[str, ...] = ()
    text: str = ""
    excused: bool = False
    tended: bool = False
    grown: bool = False

    @property
    def ready(self) -> bool:
        """In play: accepted, and its sheet written."""
        return self.accepted and self.drafted

    @property
    def readable(self) -> bool:
        """Whether the whole table may read the sheet."""
        return self.public and not self.hidden

    def trait(self, id: str) -> Trait:
        return next(t for t in self.traits if t.id == id)

    def of(self, *sorts: TraitKind) -> tuple[Trait, ...]:
        return tuple(t for t in self.traits if t.sort in sorts)

    def worst_stress(self) -> int:
        """The place of the largest stress, −1 without any."""
        most = max(self.stress, default=0)
        return self.stress.index(most) if most else -1


@seen(all="id owner sort name die specialties left present prepared inspires")
@value
class Resource:
    """An extra or a location (ITG-03): its dice left, whether it is there, who prepared it (ITG-37, ITG-51).

    owner     the character it belongs to, "" for the game masters'
    inspires  the game masters let it help from afar in this scene (ITG-37)
    """

    id: str
    owner: Who
    sort: ResourceSort
    name: str
    die: int
    specialties: tuple[str, str]
    left: int = RESOURCE_DICE
    present: bool = False
    prepared: tuple[Who, ...] = ()
    inspires: bool = False


# Rolls (ITG-11 to ITG-16, ITG-32 to ITG-39)


@seen(all="source name size face bought spare")
@value
class Die:
    """One die of a roll. `face` 0: in the air. `source`: a trait, a stress, a detail, the trouble pool (« pile »…).

    bought   its 1 was bought by the game masters, or answered or left by a player (ITG-15, ITG-16)
    spare    neither a complication nor part of what inflicts stress (ITG-46, ITG-51)
    """

    source: str
    name: str
    size: int
    face: int = 0
    bought: bool = False
    spare: bool = False


@seen(all="resource name size faces chosen")
@value
class Helping:
    """The dice of a resource beside a roll; `chosen`: how many of the best are kept, 0 until it is said (ITG-51)."""

    resource: str
    name: str
    size: int
    faces: tuple[int, ...] = ()
    chosen: int = 0
    dice: int = RESOURCE_DICE


@seen(all="id procedure actor foe dice keep aid helps aided_by helpings settled ones_left challenged used")
@value
class Roll:
    """A roll, from its composition until it is kept (ITG-12). `procedure`: the contest or test it belongs to.

    foe          who it is rolled against, "" for the trouble pool or nobody
    aid          what allies and resources add (ITG-50, ITG-51)
    helps        the roll it helps, « » for most; aided_by: the ally's roll that runs beside this one (ITG-50)
    settled      its roller keeps it; ones_left: the game masters, or the players opposed, leave its other ones alone
    challenged   motivations that step down once it has fallen (ITG-13)
    used         the bonuses activated in it, each once (ITG-36)
    """

    id: str
    procedure: str
    actor: Who
    foe: Who
    dice: tuple[Die, ...]
    keep: int = USUAL_KEEP
    aid: int = 0
    helpings: tuple[Helping, ...] = ()
    settled: bool = False
    ones_left: bool = False
    challenged: tuple[str, ...] = ()
    helps: str = ""
    aided_by: str = ""
    used: tuple[str, ...] = ()
    to: tuple[Who, ...] | None = None

    @property
    def in_air(self) -> tuple[Die, ...]:
        return tuple(d for d in self.dice if not d.face)

    @property
    def ones(self) -> tuple[int, ...]:
        """The places of the ones that may still be bought or answered."""
        return tuple(i for i, d in enumerate(self.dice) if d.face == 1 and not d.bought and not d.spare)

    @property
    def total(self) -> int:
        """The result: the best dice, and what helps (ITG-12, ITG-50, ITG-51)."""
        return total(tuple(d.face for d in self.dice), self.keep) + self.aid

    @property
    def waits_for_help(self) -> bool:
        """Whether a resource's dice are in the air, or not chosen yet."""
        return any(not h.chosen for h in self.helpings)

    @property
    def over(self) -> bool:
        """Nothing more may be bought on either side."""
        waits = self.in_air or self.waits_for_help or self.aided_by
        return not waits and self.settled and (self.ones_left or not self.ones)

    def has(self, source: str) -> bool:
        return any(d.source == source for d in self.dice)


# Contests (ITG-40 to ITG-55)


@seen()
@value
class Answering:
    """The standing roll is to be beaten: whoever answers gives in or reacts (ITG-40)."""


@seen()
@value
class Reacting:
    """The reaction is in the air, or in its window."""


@seen(all="third roll")
@value
class Interfering:
    """Somebody steps between, before a reaction (ITG-52)."""

    third: Who
    roll: str


@seen(all="third paid")
@value
class Continuing:
    """The conflict is over unless both pay to go on (ITG-53)."""

    third: Who
    paid: tuple[Who, ...] = ()


@seen(all="third rolls")
@value
class Brawling:
    """All three roll, clockwise (ITG-53)."""

    third: Who
    rolls: tuple[str, ...] = ()


@seen(all="winner loser dice decisive category used braced faces")
@value
class Infliction:
    """Stress to inflict (ITG-46). `winner` "" for the trouble pool; `dice`: sizes that are rolled again.

    decisive   by five or more: the winner may stress the loser out (ITG-44)
    category   the place of the stress chosen, −1 before
    used, braced   bonuses that changed the dice, and who changes them no more (ITG-49)
    faces      what they show, where the winner may still throw them again
    """

    winner: Who
    loser: Who
    dice: tuple[int, ...]
    decisive: bool = False
    category: int = -1
    used: tuple[str, ...] = ()
    braced: tuple[Who, ...] = ()
    faces: tuple[int, ...] = ()


@seen(all="queue outing")
@value
class Inflicting:
    """Stress falls, one after another; `outing`: the winner decides on stressing out (ITG-44, ITG-47)."""

    queue: tuple[Infliction, ...]
    outing: bool = False


@seen(all="how")
@value
class Over:
    how: str


Stage = Annotated[Answering | Reacting | Interfering | Continuing | Brawling | Inflicting | Over, TAGGED]


@seen(all="id goal to_beat standing answerer stage reaction rolled tried three_way")
@value
class Contest:
    """A contest: two sides, rolls named by id (ITG-40).

    to_beat   the roll whose result is to beat, `standing`: whose it is; `answerer`: who gives in or reacts
    rolled    who has rolled in this conflict (ITG-41); `tried`: who stepped between this reaction (ITG-52)
    three_way both sides paid to go on against whoever stepped between (ITG-53)
    """

    id: str
    goal: str
    to_beat: str
    standing: Who
    answerer: Who
    to: tuple[Who, ...] | None = None
    stage: Stage = Answering()
    reaction: str = ""
    rolled: tuple[Who, ...] = ()
    tried: tuple[Who, ...] = ()
    three_way: bool = False

    @property
    def sides(self) -> tuple[Who, Who]:
        return self.standing, self.answerer

    def against(self, actor: Who) -> Who:
        """The other side."""
        return self.answerer if actor == self.standing else self.standing


# Tests, recovery, initiative (ITG-54, ITG-60, ITG-61)


@seen(all="id actor goal risk with_stress pool_roll roll stage inflicting")
@value
class TroubleTest:
    """A test against the trouble pool, which is rolled first (ITG-60). `risk`: stress was announced.

    stage   « pool », then « compose », « roll », and « stress » when the announced risk strikes
    """

    id: str
    actor: Who
    goal: str
    risk: bool
    with_stress: bool
    pool_roll: str
    roll: str = ""
    stage: Literal["pool", "compose", "roll", "stress"] = "pool"
    inflicting: Inflicting | None = None
    to: tuple[Who, ...] | None = None


@seen(all="id healer patient category patient_roll roll")
@value
class Recovery:
    """Somebody tends another, who rolls all of their stress first (ITG-61)."""

    id: str
    healer: Who
    patient: Who
    category: int
    patient_roll: str
    roll: str = ""
    to: tuple[Who, ...] | None = None


@seen(all="id goal people rolls")
@value
class Initiative:
    """All at once: everyone rolls, the best result becomes the first action (ITG-54).

    people   who rolls now, ties alone after the first time; rolled: all who ever did; best: who names a target
    """

    id: str
    goal: str
    people: tuple[Who, ...]
    rolls: tuple[str, ...] = ()
    rolled: tuple[Who, ...] = ()
    best: str = ""
    to: tuple[Who, ...] | None = None


# The episode (ITG-30, ITG-70 to ITG-76)


@seen(all="actor dice total score")
@value
class Awarding:
    """One character's relationships, for the plot points of the episode (ITG-30).

    total   of the last throw, −1 in the air; score: of the first, which places everybody but the ties
    """

    actor: Who
    dice: tuple[int, ...]
    total: int = -1
    score: int = -1


@seen(all="id awards again round best worst")
@value
class Opening:
    """The plot points being shared (ITG-30). `again`: those level for a place, who alone throw for it once more."""

    id: str
    awards: tuple[Awarding, ...]
    again: tuple[Who, ...] = ()
    round: int = 0
    best: Who = NOBODY
    worst: Who = NOBODY


@seen(all="actor rewrite raises epilogue grown")
@value
class Closing:
    """What one character still has to settle at the end of an episode (ITG-70 to ITG-74).

    rewrite   motivations that were stepped down and not settled yet (ITG-71)
    raises    values it may still raise, one for each kept down (ITG-72)
    epilogue, grown   done, or passed
    """

    actor: Who
    rewrite: tuple[str, ...] = ()
    raises: int = 0
    epilogue: bool = False
    grown: bool = False


@seen(all="actor sort trait name size game_master player threshold failed")
@value
class Growth:
    """A growth under way: what is aimed at, the dice of both sides (ITG-73). `size`: the one aimed at."""

    actor: Who
    sort: str
    trait: str
    name: str
    text: str
    size: int
    game_master: tuple[int, ...]
    player: tuple[int, ...]
    threshold: int = -1
    failed: bool = False
    to: tuple[Who, ...] | None = None


@seen(all="id people growing")
@value
class Ending:
    """The end of the episode, for everyone at once (ITG-70)."""

    id: str
    people: tuple[Closing, ...]
    growing: tuple[Growth, ...] = ()


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
    pool: tuple[int, ...] = POOL_AT_FIRST
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
