"""The state of a table of Département M: agents, tests under way, two pools, complications to tell."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal

from paravent.core.packs import PACKS_KEPT
from paravent.core.sight import seen
from paravent.core.values import GM, NOBODY, TAGGED, Who, replace, value
from paravent.systems.departement_m.pack import Pack, pack_from_json
from paravent.systems.departement_m.weighing import Verdict

PoolName = Literal["momentum", "threat"]
PRICES: Mapping[str, tuple[int, ...]] = {"constant": (1, 1, 1), "croissant": (1, 2, 3)}
CAP = 6
MOVES_KEPT = 60
"""How much of the pools' history is at hand on the table; the log keeps all of it."""


@seen(all="actor name extra accepted momentum", sheet="attributes disciplines focuses text", own="wished")
@value
class Character:
    """An agent, from the moment it is cast.

    attributes, disciplines   in the order of the pack (DEM-01, DEM-02)
    momentum    its own points, where each has their own (DEM-20)
    wished      the chance, in percent, that its player wants the pools to buy
    """

    actor: Who
    name: str
    extra: bool
    hidden: bool
    accepted: bool
    public: bool
    drafted: bool = False
    attributes: tuple[int, ...] = ()
    disciplines: tuple[int, ...] = ()
    focuses: tuple[str, ...] = ()
    text: str = ""
    momentum: int = 0
    wished: int = 75

    @property
    def ready(self) -> bool:
        """In play: accepted, and its sheet written."""
        return self.accepted and self.drafted

    @property
    def readable(self) -> bool:
        """Whether the whole table may read the sheet."""
        return self.public and not self.hidden


@seen(all="focus why")
@value
class Claim:
    """A focus that its player says is of use, and how (DEM-10)."""

    focus: str
    why: str


@seen()
@value
class Calling:
    """The game masters choose attribute, discipline and difficulty (DEM-10, DEM-11)."""


@seen()
@value
class Composing:
    """Everything is called; whoever tests makes up the pool (DEM-12)."""


@seen(all="claim")
@value
class Pleading:
    """A focus waits for the game masters (DEM-10)."""

    claim: Claim


@seen()
@value
class Throwing:
    """The dice are paid for and in the air."""


Stage = Annotated[Calling | Composing | Pleading | Throwing, TAGGED]


@seen(all="momentum threat")
@value
class Payment:
    """What the extra dice cost, each from one pool (DEM-12)."""

    momentum: int = 0
    threat: int = 0


@seen(all="prices individual cap convertible pays")
@value
class Terms:
    """The table's options as a test was called under them (TAB-17), and whether it may touch the pools.

    prices       of the extra dice, by rank (DEM-12)
    individual   each agent has their own Momentum; `cap` the most a pool of it holds (DEM-20)
    convertible  the game masters may take Threat instead of a complication (DEM-23)
    pays         nothing in secret: pools are seen by all, and would give the test away (TAB-15)
    """

    prices: tuple[int, ...] = (1, 1, 1)
    individual: bool = False
    cap: int | None = None
    convertible: bool = False
    pays: bool = True


@seen(
    all="id actor text claim attribute discipline difficulty focus declined stage terms dice_count paid dice"
    " verdicts successes complications passed excess kept",
    sheet="target expertise",
)
@value
class SkillTest:
    """A test from its announcement on. The numbers of the sheet stand behind `sheet`.

    attribute, discipline   ids; `target` their sum, `expertise` the score in the discipline, fixed when called
    claim       what the announcement claims, None without (DEM-10)
    focus       the one the game masters accepted, "" without
    declined    those they did not
    verdicts    what each die gave (DEM-13, DEM-14)
    excess, kept   successes beyond the difficulty, and the points of Momentum they became (DEM-15, DEM-20)
    """

    id: str
    actor: Who
    text: str
    to: tuple[Who, ...] | None
    claim: Claim | None = None
    attribute: str = ""
    discipline: str = ""
    target: int = 0
    expertise: int = 0
    difficulty: int = 0
    focus: str = ""
    declined: tuple[str, ...] = ()
    stage: Stage = Calling()
    terms: Terms = Terms()
    dice_count: int = 0
    paid: Payment = Payment()
    dice: tuple[int, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    successes: int = 0
    complications: int = 0
    passed: bool = False
    excess: int = 0
    kept: int = 0

    @property
    def pool_owner(self) -> Who:
        """Whose pool of Momentum pays for the dice and takes the excess; nobody's is the common one (DEM-20)."""
        return self.actor if self.terms.individual else NOBODY

    def asked(self) -> Who:
        """Who answers for the actor here: the game masters when they keep the test to themselves."""
        return GM if self.to == (GM,) else self.actor


@seen(all="id actor scene convertible")
@value
class Complication:
    """A complication the game masters still have to tell (DEM-14, DEM-23). `convertible`: an agent's, where they may
    take Threat instead; said when the die fell (TAB-17)."""

    id: str
    actor: Who
    scene: str
    convertible: bool
    to: tuple[Who, ...] | None = None


@seen(all="pool change after actor owner why session scene")
@value
class Move:
    """One line of the pools' history: `actor` moved it, `owner` whose own pool it is, "" for a common one."""

    pool: PoolName
    change: int
    after: int
    actor: Who
    owner: Who
    why: str
    session: int
    scene: str


@seen(
    all="options characters tests last momentum threat complications moves scene"
    " attributes_named disciplines_named definitions"
)
@value
class Game:
    """`momentum` is the common pool (DEM-20). `last`: the latest closed public test. `ended`: a scene has just
    ended, and its erosion is due. `definitions`: what attributes and disciplines measure, by id."""

    pack: str
    options: tuple[tuple[str, str], ...] = ()
    seats: tuple[Who, ...] = ()
    pending: tuple[tuple[Who, Who], ...] = ()
    characters: tuple[Character, ...] = ()
    tests: tuple[SkillTest, ...] = ()
    last: SkillTest | None = None
    momentum: int = 0
    threat: int = 0
    complications: tuple[Complication, ...] = ()
    moves: tuple[Move, ...] = ()
    session: int = 0
    scene: str = ""
    ended: bool = False
    attributes_named: tuple[tuple[str, str], ...] = ()
    disciplines_named: tuple[tuple[str, str], ...] = ()
    definitions: tuple[tuple[str, str], ...] = ()

    def option(self, name: str) -> str:
        """The value of an option, "" before the table sets any."""
        return dict(self.options).get(name, "")

    @property
    def individual(self) -> bool:
        """Whether each agent has their own Momentum (DEM-20)."""
        return self.option("impulsion") == "individuelle"

    def terms(self, to: tuple[Who, ...] | None) -> Terms:
        """The options as they stand, for a test of that audience."""
        return Terms(
            prices=PRICES[self.option("prix_des_des") or "constant"],
            individual=self.individual,
            cap=CAP if self.option("plafond") == "6" else None,
            convertible=self.option("complication_contre_menace") == "oui",
            pays=to is None,
        )

    def find(self, actor: Who) -> Character | None:
        return next((c for c in self.characters if c.actor == actor), None)

    def character(self, actor: Who) -> Character:
        """The character of that actor; it must exist."""
        return next(c for c in self.characters if c.actor == actor)

    def test(self, id: str) -> SkillTest:
        return next(t for t in self.tests if t.id == id)

    def momentum_of(self, owner: Who) -> int:
        """The points in a pool of Momentum: an agent's own, or the common one, whose owner is nobody (DEM-20)."""
        return self.momentum if owner == NOBODY else self.character(owner).momentum


def start(pack: str, options: Mapping[str, str]) -> Game:
    """The empty state, both pools at 0 (DEM-20); `pack` is JSON text as `read_pack` returns it."""
    known = pack_of(pack)
    return Game(
        pack,
        tuple(sorted(options.items())),
        attributes_named=tuple((a.id, a.name) for a in known.attributes),
        disciplines_named=tuple((d.id, d.name) for d in known.disciplines),
        definitions=tuple((x.id, x.definition) for x in (*known.attributes, *known.disciplines)),
    )


@lru_cache(maxsize=PACKS_KEPT)
def pack_of(text: str) -> Pack:
    """The pack a state holds as text."""
    return pack_from_json(json.loads(text))


def change_test(game: Game, id: str, **fields: Any) -> Game:
    return replace(game, tests=tuple(replace(t, **fields) if t.id == id else t for t in game.tests))


def without_test(game: Game, id: str) -> Game:
    return replace(game, tests=tuple(t for t in game.tests if t.id != id))


def audience_for(game: Game, actor: Who) -> tuple[Who, ...] | None:
    """Who may know what befalls an actor: everyone, unless the actor is hidden."""
    found = game.find(actor) if actor != NOBODY else None
    return (actor, GM) if found and found.hidden else None
