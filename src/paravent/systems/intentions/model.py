"""The state of a table of Intentions: characters, tests under way, counters, what waits for the game masters."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal

from paravent.core.packs import PACKS_KEPT
from paravent.core.sight import seen
from paravent.core.values import GM, NOBODY, TAGGED, Who, replace, value
from paravent.systems.intentions.counter_model import Counter, Standing, Wound, show
from paravent.systems.intentions.pack import Pack, pack_from_json
from paravent.systems.intentions.weighing import Mode, Options, Outcome, Source

SKILL_MOST = 2
"""The greatest bonus of a skill (INT-20)."""

Heroic = Literal["", "cancel", "success"]


@seen(all="skill domain name bonus")
@value
class Skilled:
    """A skill someone has; two domains are two skills (INT-21). `name` as the table reads it."""

    skill: str
    domain: str
    name: str
    bonus: int

    @property
    def key(self) -> str:
        return skill_key(self.skill, self.domain)


def skill_key(skill: str, domain: str) -> str:
    """What names a skill with its domain: « combat », « combat/pugilat »."""
    return f"{skill}/{domain.strip().casefold()}" if domain else skill


@seen(all="id name text mode skills final wound")
@value
class Condition:
    """A temporary trait (INT-36): what it is called, and the tests it helps or hinders.

    `skills` are keys; one without domain covers all its domains; none at all covers every test. `counter`
    says where it came from, for the game masters alone; `wound`: it lasts until it is healed (INT-55). `to`: who
    may know of it, fixed when it begins, so that a hidden character shown later does not show what it bore.
    """

    id: str
    name: str
    text: str = ""
    mode: Mode = "normal"
    skills: tuple[str, ...] = ()
    final: bool = False
    wound: bool = False
    counter: str = ""
    to: tuple[Who, ...] | None = None


@seen(
    all="actor name extra accepted conditions species size",
    sheet="skills traits instincts instinct knowledge single_die last_die text",
    own="heroism_used",
)
@value
class Character:
    """A character, from the moment it is cast.

    traits     (id, how many times)
    instincts  the intentions that cost nothing (INT-32), `instinct` how it makes one react
    last_die   the main die of the last test as it fell, 0 before the first (INT-03)
    heroism_used  since the last day (INT-31)
    """

    actor: Who
    name: str
    extra: bool
    hidden: bool
    accepted: bool
    public: bool
    drafted: bool = False
    skills: tuple[Skilled, ...] = ()
    traits: tuple[tuple[str, int], ...] = ()
    species: str = ""
    size: str = ""
    instincts: tuple[str, ...] = ()
    instinct: str = ""
    knowledge: tuple[str, ...] = ()
    text: str = ""
    conditions: tuple[Condition, ...] = ()
    heroism_used: int = 0
    single_die: bool = False
    last_die: int = 0

    @property
    def ready(self) -> bool:
        """In play: accepted, and its sheet written."""
        return self.accepted and self.drafted

    @property
    def readable(self) -> bool:
        """Whether the whole table may read the sheet."""
        return self.public and not self.hidden

    def trait(self, id: str) -> int:
        """How many times it has a trait."""
        return dict(self.traits).get(id, 0)

    def bonus(self, key: str) -> int | None:
        """The bonus of a skill, None for whoever has it not."""
        return next((s.bonus for s in self.skills if s.key == key), None)


@seen(all="skill domain name risky")
@value
class Action:
    """One of the actions announced in a test."""

    skill: str
    domain: str
    name: str
    risky: bool = True

    @property
    def key(self) -> str:
        return skill_key(self.skill, self.domain)


@seen()
@value
class Judging:
    """The game masters say how hard it is (INT-04)."""


@seen()
@value
class Readying:
    """Everything is known but the dice; the player may be heroic, then throws."""


@seen()
@value
class Throwing:
    """The dice are in the air."""


@seen(all="asked")
@value
class Agreeing:
    """A critical success: player and game masters agree on its exploit (INT-09, INT-44). `asked` before."""

    asked: int = 0


@seen(all="text intention asked")
@value
class Proposed:
    """The player's idea of the exploit waits for the game masters."""

    text: str
    intention: str
    asked: int = 0


@seen()
@value
class Describing:
    """A critical failure: the game masters tell the disaster (INT-09)."""


@seen()
@value
class Closing:
    """Nothing left to do but to say so."""


Stage = Annotated[Judging | Readying | Throwing | Agreeing | Proposed | Describing | Closing, TAGGED]


@seen(
    all="id actor text actions intentions potion knowledge patient difficulty difficulty_name"
    " heroic single dice critical main outcome stage",
    sheet="effective bonus mode sources total",
)
@value
class SkillTest:
    """A test from its announcement on. What could tell a hidden sheet stands behind `sheet`.

    intentions  ids, one for each time it is taken (INT-41)
    patient     the game masters confirm that there is time (INT-43)
    effective, bonus, mode, sources   fixed when the difficulty is said (TAB-17: an option changed later waits)
    dice        main then critical, or the main one alone (INT-02, INT-03)
    critical    the die of the last test, for whoever has only one (INT-03); 0: none
    """

    id: str
    actor: Who
    text: str
    actions: tuple[Action, ...]
    intentions: tuple[str, ...]
    potion: bool
    knowledge: str
    to: tuple[Who, ...] | None
    stage: Stage = Judging()
    patient: bool = False
    difficulty: int = 0
    difficulty_name: str = ""
    effective: int = 0
    bonus: int = 0
    mode: Mode = "normal"
    sources: tuple[Source, ...] = ()
    every_double: bool = False
    heroic: Heroic = ""
    single: bool = False
    critical: int = 0
    dice: tuple[int, ...] = ()
    main: int = 0
    total: int = 0
    outcome: Outcome | Literal[""] = ""

    def asked(self) -> Who:
        """Who answers for the actor here: the game masters when they keep the test to themselves."""
        return GM if self.to == (GM,) else self.actor


@seen(all="skills_added characters tests last counters wounds day traits_named intentions_named")
@value
class Game:
    """The whole of it.

    pack          as JSON text, the skills added in play included (INT-24); `skills_added`: their ids
    seats, pending   the players' seats, and (seat, actor) proposed and not yet accepted
    last          the latest closed public test
    day           of fiction, from 1
    traits_named, intentions_named   (id, name), for pages that are sent no pack
    """

    pack: str
    options: tuple[tuple[str, str], ...] = ()
    seats: tuple[Who, ...] = ()
    pending: tuple[tuple[Who, Who], ...] = ()
    skills_added: tuple[str, ...] = ()
    characters: tuple[Character, ...] = ()
    tests: tuple[SkillTest, ...] = ()
    last: SkillTest | None = None
    counters: tuple[Counter, ...] = ()
    wounds: tuple[Wound, ...] = ()
    day: int = 1
    traits_named: tuple[tuple[str, str], ...] = ()
    intentions_named: tuple[tuple[str, str], ...] = ()

    def option(self, name: str) -> bool:
        """Whether the table plays with an option."""
        return dict(self.options).get(name, "non") == "oui"

    @property
    def weighing(self) -> Options:
        """The options that bear on a test."""
        return Options(self.option("doubles"), self.option("un_pour_un"), self.option("prudente_augmente"))

    def find(self, actor: Who) -> Character | None:
        """The character of that actor, if it is one."""
        return next((c for c in self.characters if c.actor == actor), None)

    def character(self, actor: Who) -> Character:
        """The character of that actor; it must exist."""
        return next(c for c in self.characters if c.actor == actor)

    def test(self, id: str) -> SkillTest:
        """The test under way of that id; it must exist."""
        return next(t for t in self.tests if t.id == id)

    def counter(self, id: str) -> Counter:
        """The counter of that id; it must exist."""
        return next(c for c in self.counters if c.id == id)

    def endurance(self, actor: Who) -> Counter | None:
        """A character's endurance (INT-55), None for whoever has none."""
        return next((c for c in self.counters if c.sort == "endurance" and c.actor == actor != NOBODY), None)

    def skill_name(self, key: str) -> str:
        """A skill by its key, as the table reads it: « Combat (pugilat) »."""
        id, _, domain = key.partition("/")
        name = pack_of(self.pack).skill(id).name
        return f"{name} ({domain})" if domain else name


def start(pack: str, options: Mapping[str, str]) -> Game:
    """The empty state; `pack` is JSON text as `read_pack` returns it."""
    known = pack_of(pack)
    return Game(
        pack,
        tuple(sorted(options.items())),
        traits_named=tuple((t.id, t.name) for t in known.traits),
        intentions_named=tuple((i.id, i.name) for i in known.intentions),
    )


@lru_cache(maxsize=PACKS_KEPT)
def pack_of(text: str) -> Pack:
    """The pack a state holds as text."""
    return pack_from_json(json.loads(text))


def change_counter(game: Game, id: str, **fields: Any) -> Game:
    """The game with some fields of one counter changed, and what people see of it."""
    changed = tuple(show(replace(c, **fields)) if c.id == id else c for c in game.counters)
    return replace(game, counters=changed)


def change_test(game: Game, id: str, **fields: Any) -> Game:
    """The game with some fields of one test changed."""
    return replace(game, tests=tuple(replace(t, **fields) if t.id == id else t for t in game.tests))


def without_test(game: Game, id: str) -> Game:
    return replace(game, tests=tuple(t for t in game.tests if t.id != id))


def standing_of(game: Game, actor: Who, wished: Standing) -> Standing:
    """A counter of a hidden character is hidden, until the game masters show it."""
    found = game.find(actor)
    return "hidden" if found and found.hidden else wished
