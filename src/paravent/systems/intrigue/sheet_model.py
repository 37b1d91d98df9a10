"""Who plays, and with what: characters, traits, extras and locations (ITG-01 to ITG-05)."""

from __future__ import annotations

from typing import Literal

from paravent.core.sight import seen
from paravent.core.values import Who, value
from paravent.systems.intrigue.pack import STRESSES, EffectKind
from paravent.systems.intrigue.weighing import RESOURCE_DICE, bonuses_open

TraitKind = Literal["value", "relationship", "distinction", "ability", "gear", "heritage"]

Flying = Literal["", "scene", "episode"]

Damage = Literal["", "lost", "stolen", "broken"]

ResourceSort = Literal["extra", "location"]


@seen(all="gain cost points effect size")
@value
class Boost:
    """What an asset can do besides its die: an advantage for a cost, `points` of plot among it (ITG-36).

    Without a `gain`, only the place of one; « text »: the table applies it by hand.
    """

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
        return self.boosts[: bonuses_open(self.die)]


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
    tended    somebody tried to heal it in this scene (ITG-61)
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
