"""Forces as the game masters hold them, and as the table may see them (FOR-40 to FOR-46).

A `Force` is never shown: players see its `ShownForce`, made anew from it at each change, or nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal
from unicodedata import combining, normalize

from paravent.core.sight import seen
from paravent.core.values import TAGGED, replace, value

Visibility = Literal["hidden", "partial", "total"]
Alignment = Literal[-1, 0, 1]
Ending = Literal["", "success", "failure"]

LEAST_POWER, MOST_POWER = 1, 10
USUAL_ESTIMATE = 50
"""In percent, what a deed is held for until the game masters say otherwise (FOR-47)."""
SESSION_START, SESSION_END, SCENARIO_END = "début de séance", "fin de séance", "fin de scénario"
FREQUENCIES = (SESSION_START, SESSION_END, SCENARIO_END)
"""The milestones that time brings by itself; any other is named by the game masters (FOR-42, TAB-05)."""


@seen(all="force change")
@value
class AddPower:
    """Add to the power of a force (FOR-44)."""

    force: str
    change: int


@seen(all="force alignment")
@value
class SetAlignment:
    """Set the alignment of a force (FOR-44)."""

    force: str
    alignment: Alignment


@seen(all="resource change")
@value
class AddResource:
    """Add to one of the players' resources, never under 0 (FOR-44)."""

    resource: str
    change: int


@seen(all="text")
@value
class Tale:
    """Tell the table something (FOR-44)."""

    text: str


Effect = Annotated[AddPower | SetAlignment | AddResource | Tale, TAGGED]


@value
class Vertex:
    """A vertex (FOR-41). `label` is what a partly visible force shows of it, `name` what it is; `ending`: FOR-45."""

    id: str
    label: str
    name: str
    effects: tuple[Effect, ...] = ()
    ending: Ending = ""
    active: bool = False


@value
class Edge:
    """From an active vertex to an inactive one, under a condition (FOR-42).

    deed       what the players would have to do; "" for a condition left to chance
    chance     in whole percent, drawn at each `frequency`; for a deed, what the forecast takes it for (FOR-47)
    met        the condition was once met, and may be shown
    """

    id: str
    source: str
    target: str
    deed: str = ""
    chance: int = 0
    frequency: str = SESSION_END
    met: bool = False


@value
class Force:
    """A faction, a city, a cult, a front… (FOR-40). The initial vertex is the first one.

    opened       its game has begun; before that it is only a draft, which nobody else knows
    power_shown, philosophy_shown   for a force partly visible (FOR-46)
    alias       what it goes by where the table sees it, "" for its own id, which nobody wrote
    """

    id: str
    name: str
    goal: str = ""
    weaknesses: str = ""
    organisation: str = ""
    power: int = 5
    alignment: Alignment = 0
    visibility: Visibility = "hidden"
    vertices: tuple[Vertex, ...] = ()
    edges: tuple[Edge, ...] = ()
    initial: str = ""
    opened: bool = False
    power_shown: bool = False
    philosophy_shown: bool = False
    alias: str = ""

    def vertex(self, id: str) -> Vertex:
        return next(v for v in self.vertices if v.id == id)

    def edge(self, id: str) -> Edge:
        return next(x for x in self.edges if x.id == id)

    @property
    def visible(self) -> bool:
        """Whether the table knows that it is there."""
        return self.opened and self.visibility != "hidden"

    @property
    def whole(self) -> bool:
        """Whether the table sees all of it."""
        return self.opened and self.visibility == "total"


@seen(all="id label name effects ending active")
@value
class ShownVertex:
    """`name` and `effects` are empty until they may be read."""

    id: str
    label: str
    name: str
    effects: tuple[Effect, ...]
    ending: Ending
    active: bool


@seen(all="id source target condition met")
@value
class ShownEdge:
    """`condition` is empty until it may be read."""

    id: str
    source: str
    target: str
    condition: str
    met: bool


@seen(all="id name visibility power alignment goal weaknesses organisation vertices edges")
@value
class ShownForce:
    """What the table sees of a force; `power` is None until it may be read."""

    id: str
    name: str
    visibility: Visibility
    power: int | None
    alignment: Alignment
    goal: str
    weaknesses: str
    organisation: str
    vertices: tuple[ShownVertex, ...]
    edges: tuple[ShownEdge, ...]


def shown(
    forces: tuple[Force, ...], before: tuple[Force, ...] = (), told: tuple[ShownForce, ...] = ()
) -> tuple[ShownForce, ...]:
    """The forces that the table sees, as far as it does (FOR-46).

    Ids are written by people and may tell: what is shown goes by an alias, and by its rank in the graph. `told` is what
    the table saw of them `before`: of a force that did not change, it still sees that, as long as the others it may
    act on are the same.
    """
    aliases = _aliases(forces)
    known: dict[str, tuple[Force, ShownForce]] = {}
    if aliases == _aliases(before):
        known = {f.id: (f, s) for f, s in zip((f for f in before if f.visible), told, strict=True)}
    return tuple(_still(f, known) or _shown(f, aliases) for f in forces if f.visible)


def _aliases(forces: tuple[Force, ...]) -> dict[str, str]:
    return {f.id: f.alias or f.id for f in forces if f.visible}


def _still(f: Force, known: Mapping[str, tuple[Force, ShownForce]]) -> ShownForce | None:
    """What the table already saw of this very force."""
    was, seen = known.get(f.id, (None, None))
    return seen if was is f else None


def _shown(f: Force, aliases: Mapping[str, str]) -> ShownForce:
    told = f.whole or f.philosophy_shown
    ranks = {v.id: f"s{i}" for i, v in enumerate(f.vertices, 1)}
    return ShownForce(
        aliases[f.id],
        f.name,
        f.visibility,
        f.power if f.whole or f.power_shown else None,
        f.alignment,
        f.goal if told else "",
        f.weaknesses if told else "",
        f.organisation if told else "",
        tuple(_shown_vertex(v, ranks[v.id], aliases, whole=f.whole) for v in f.vertices),
        tuple(
            ShownEdge(
                f"a{i}",
                ranks[x.source],
                ranks[x.target],
                condition(x) if f.whole or x.met else "",
                x.met,
            )
            for i, x in enumerate(f.edges, 1)
        ),
    )


def _shown_vertex(v: Vertex, id: str, aliases: Mapping[str, str], *, whole: bool) -> ShownVertex:
    if not (whole or v.active):
        return ShownVertex(id, v.label, "", (), "", active=False)
    return ShownVertex(id, v.label, v.name, told_effects(v.effects, aliases), v.ending, v.active)


def told_effects(effects: tuple[Effect, ...], aliases: Mapping[str, str]) -> tuple[Effect, ...]:
    """The effects that may be shown beside the vertex that has them: never one on a hidden force (FOR-46)."""
    out: list[Effect] = []
    for x in effects:
        if not isinstance(x, AddPower | SetAlignment):
            out.append(x)
        elif x.force in aliases:
            out.append(replace(x, force=aliases[x.force]))
    return tuple(out)


def frequency_of(written: str) -> str:
    """The milestone that is meant: time's own, however its letters are written; else the name as it is (FOR-42)."""
    return next((f for f in FREQUENCIES if _letters(f) == _letters(written)), written)


def _letters(text: str) -> str:
    return " ".join("".join(c for c in normalize("NFKD", text) if not combining(c)).casefold().split())


def condition(x: Edge) -> str:
    """The condition of an edge in words."""
    return x.deed or f"{x.chance}\N{NO-BREAK SPACE}% ({x.frequency})"
