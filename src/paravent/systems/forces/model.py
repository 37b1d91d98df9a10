"""The state of a table of Aptitudes et forces: characters, tests under way, resources, forces and their passes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any

from paravent.core.packs import PACKS_KEPT
from paravent.core.sight import seen
from paravent.core.values import GM, TAGGED, Who, replace, value
from paravent.systems.forces.pack import Pack, pack_from_json
from paravent.systems.forces.weighing import GAUGE, Chain, Destiny, Options, Verdict, stress_malus
from paravent.systems.forces.world import Force, ShownForce

OPTION_NAMES = {
    "critical": "critiques",
    "exploding": "explosifs",
    "destiny": "destin",
    "degrees": "degres",
    "corruption": "corruption",
    "dice": "bonus_malus",
    "stress": "stress",
}


@seen(
    all="actor name extra accepted stress corruption madness marks",
    sheet="aptitudes subs aspects level experience text",
    own="aptitude_points sub_points",
)
@value
class Character:
    """A character, from the moment it is cast.

    aptitudes, subs   scores in the order of the module (FOR-01); aspects: (aspect, option), fixed (FOR-04)
    aptitude_points, sub_points   won by levels and not spent yet (FOR-05)
    stress, corruption   gauges of 0 to 10 (FOR-24, FOR-25); madness, marks: what they left
    carried   the table was told that corruption has it, for as long as it does (FOR-25)
    """

    actor: Who
    name: str
    extra: bool
    hidden: bool
    accepted: bool
    public: bool
    drafted: bool = False
    aptitudes: tuple[int, ...] = ()
    subs: tuple[int, ...] = ()
    aspects: tuple[tuple[str, str], ...] = ()
    text: str = ""
    level: int = 1
    experience: int = 0
    aptitude_points: int = 0
    sub_points: int = 0
    stress: int = 0
    corruption: int = 0
    madness: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    carried: bool = False

    @property
    def ready(self) -> bool:
        """In play: accepted, and its sheet written."""
        return self.accepted and self.drafted

    @property
    def readable(self) -> bool:
        """Whether the whole table may read the sheet."""
        return self.public and not self.hidden


@seen(all="id name aspects aptitudes subs")
@value
class Draft:
    """A character between its aspects and its points (FOR-02): the scores it has so far."""

    id: str
    owner: Who
    name: str
    aspects: tuple[tuple[str, str], ...]
    aptitudes: tuple[int, ...]
    subs: tuple[int, ...]
    text: str = ""
    to: tuple[Who, ...] | None = None


@seen()
@value
class Judging:
    """The game masters choose aptitude, difficulty, dice granted (FOR-10 to FOR-12, FOR-23)."""


@seen()
@value
class Readying:
    """Everything is known but the dice."""


@seen()
@value
class Throwing:
    """Dice are in the air, the first time or after a 6 (FOR-22)."""


@seen()
@value
class Tempted:
    """The dice have fallen; its player may still take some corruption (FOR-25)."""


Stage = Annotated[Judging | Readying | Throwing | Tempted, TAGGED]


@seen(
    all="id actor text sub aptitude difficulty difficulty_name net chains destiny_face destiny kept corrupted stage"
    " passed critical degree",
    sheet="bonus verdict",
)
@value
class SkillTest:
    """A test from its announcement on. What tells the scores of the sheet stands behind `sheet`.

    sub, aptitude   ids (FOR-10); bonus: both scores, less what stress costs, fixed when judged (FOR-11, FOR-24)
    net             dice of bonus, or of malus under 0 (FOR-23); options: the table's, fixed when judged (TAB-17)
    chains          each die's faces so far; kept: the places of the two that count
    """

    id: str
    actor: Who
    text: str
    to: tuple[Who, ...] | None
    sub: str = ""
    aptitude: str = ""
    stage: Stage = Judging()
    difficulty: int = 0
    difficulty_name: str = ""
    bonus: int = 0
    net: int = 0
    options: tuple[bool, ...] = ()
    chains: tuple[Chain, ...] = ()
    destiny_face: int = 0
    destiny: Destiny = ""
    kept: tuple[int, ...] = ()
    corrupted: bool = False
    verdict: Verdict | None = None
    passed: bool = False
    critical: str = ""
    degree: str = ""

    @property
    def rules(self) -> Options:
        """The optional rules it is played under."""
        return Options(*self.options)


@seen(all="name value")
@value
class Resource:
    """Something the players have, counted (FOR-44)."""

    name: str
    value: int


@seen(all="chance label")
@value
class Drawn:
    """An edge in a pass; `secret`: its force is not seen whole, and it is drawn where nobody sees it (FOR-46).

    label   its force, and where the edge leads, for whoever throws
    """

    force: str
    edge: str
    secret: bool
    chance: int
    label: str = ""


@value
class Pass:
    """One check of all edges eligible as it began, in order (FOR-43), and the faces they were drawn so far.

    hidden   of the forces that the table does not know of; else of all the others (FOR-46)
    """

    milestone: str
    edges: tuple[Drawn, ...]
    hidden: bool
    open_faces: tuple[int, ...] = ()
    secret_faces: tuple[int, ...] = ()

    def drawn(self, *, secret: bool) -> tuple[Drawn, ...]:
        """The edges drawn openly, or in secret."""
        return tuple(x for x in self.edges if x.secret == secret)

    @property
    def over(self) -> bool:
        """Whether nothing is left to draw."""
        return len(self.edges) == len(self.open_faces) + len(self.secret_faces)


@seen(all="actor")
@value
class Breaking:
    """Whoever is to draw a madness (FOR-24)."""

    id: str
    actor: Who
    to: tuple[Who, ...] | None = None


@seen(
    all="options characters drafts tests last breaking resources shown aptitudes_named subs_named"
    " parents aspects_named own_rules"
)
@value
class Game:
    """`forces` are the game masters' alone, `shown` what the table sees of them. `at_hand`: the force being drawn up.

    `parents`: the aptitude of each sub-aptitude, in the order of the module; `own_rules`: titles and texts of its own.
    `due`: the milestones whose passes are still to begin. What forces that the table does not know of draw is kept and
    counted apart, as is what the others draw in secret or openly: none tells of another.
    """

    pack: str
    options: tuple[tuple[str, str], ...] = ()
    seats: tuple[Who, ...] = ()
    pending: tuple[tuple[Who, Who], ...] = ()
    characters: tuple[Character, ...] = ()
    drafts: tuple[Draft, ...] = ()
    tests: tuple[SkillTest, ...] = ()
    last: SkillTest | None = None
    breaking: tuple[Breaking, ...] = ()
    resources: tuple[Resource, ...] = ()
    forces: tuple[Force, ...] = ()
    shown: tuple[ShownForce, ...] = ()
    at_hand: str = ""
    underway: tuple[Pass, ...] = ()
    due: tuple[str, ...] = ()
    hidden_due: tuple[str, ...] = ()
    passes: int = 0
    open_passes: int = 0
    hidden_passes: int = 0
    sessions_a_scenario: int = 3
    aptitudes_named: tuple[tuple[str, str], ...] = ()
    subs_named: tuple[tuple[str, str], ...] = ()
    parents: tuple[str, ...] = ()
    aspects_named: tuple[tuple[str, str], ...] = ()
    own_rules: tuple[tuple[str, str], ...] = ()

    def option(self, name: str) -> bool:
        return dict(self.options).get(name, "non") == "oui"

    @property
    def rules(self) -> Options:
        """The optional rules of the table (FOR-20 to FOR-26)."""
        return Options(**{field: self.option(name) for field, name in OPTION_NAMES.items()})

    def find(self, actor: Who) -> Character | None:
        return next((c for c in self.characters if c.actor == actor), None)

    def character(self, actor: Who) -> Character:
        """The character of that actor; it must exist."""
        return next(c for c in self.characters if c.actor == actor)

    def test(self, id: str) -> SkillTest:
        return next(t for t in self.tests if t.id == id)

    def force(self, id: str) -> Force:
        return next(f for f in self.forces if f.id == id)

    def held(self, resource: str) -> int:
        """How much the players have of a resource; none of one never named (FOR-44)."""
        return next((r.value for r in self.resources if r.name == resource), 0)

    def speaker(self, actor: Who) -> Who:
        """Who answers for a character: the game masters once corruption has it (FOR-25)."""
        return GM if self.taken(actor) else actor

    def taken(self, actor: Who) -> bool:
        """Whether corruption has taken a character from its player (FOR-25)."""
        return self.option("corruption") and self.character(actor).corruption >= GAUGE

    def strain(self, actor: Who) -> int:
        """What stress adds to a character's tests (FOR-24)."""
        return stress_malus(self.character(actor).stress) if self.option("stress") else 0


def start(pack: str, options: Mapping[str, str]) -> Game:
    """The empty state; `pack` is JSON text as `read_pack` returns it."""
    known = pack_of(pack)
    return Game(
        pack,
        tuple(sorted(options.items())),
        aptitudes_named=tuple((a.id, a.name) for a in known.aptitudes),
        subs_named=tuple((s.id, s.name) for s in known.subs),
        parents=tuple(s.parent for s in known.subs),
        aspects_named=tuple(
            (f"{a.id}/{o.id}", f"{a.name}/{o.name}") for a in known.aspects for o in a.options
        ),
        own_rules=tuple((own.title, own.text) for own in known.own_rules),
    )


@lru_cache(maxsize=PACKS_KEPT)
def pack_of(text: str) -> Pack:
    """The module a state holds as text."""
    return pack_from_json(json.loads(text))


def change_test(game: Game, id: str, **fields: Any) -> Game:
    return replace(game, tests=tuple(replace(t, **fields) if t.id == id else t for t in game.tests))


def without_test(game: Game, id: str) -> Game:
    return replace(game, tests=tuple(t for t in game.tests if t.id != id))
