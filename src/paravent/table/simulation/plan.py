"""What a simulation plays, as a file says it: table, steps, policies, measures. docs/simuler.md tells the format."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from paravent.core.packs import Id, Name, PackError, Sentence, check, read_toml, table
from paravent.core.system import System
from paravent.core.words import NBSP
from paravent.table.play_scenario import pack_text
from paravent.table.scenario import ActorEntry, Numbers, ScenarioError, SeatEntry

Percent = Annotated[int, Field(strict=True, ge=0, le=100)]
Times = Annotated[int, Field(strict=True, ge=1, le=10_000)]
Number = Annotated[int, Field(strict=True)]
Choice = Literal["toujours", "jamais", "au hasard", "meilleur"]
Otherwise = Literal["passer", "premier", "au hasard"]
Which = Literal["premier", "dernier", "somme"]
Counted = Literal["gestes", "tirages"]

LIMIT = 2_000
"""Commands in one session, unless the file says otherwise."""


class PlanError(ValueError):
    """A simulation that cannot be read or begun; each French line names the file, then the path of a key."""


def alike(found: Any, wanted: Any) -> bool:
    """Whether a value is the one a file means: lists for tuples, and never `true` for 1."""
    if isinstance(found, list | tuple) and isinstance(wanted, list | tuple):
        return len(found) == len(wanted) and all(map(alike, found, wanted))
    return isinstance(found, bool) == isinstance(wanted, bool) and bool(found == wanted)


@dataclass(frozen=True, slots=True)
class Condition:
    """One thing that holds or not: a place in the state, facts told, a chance announced, or a throw of D100."""

    __pydantic_config__ = table(
        "Condition", "Un lieu de l’état, des faits, une chance annoncée, ou tant sur cent."
    )
    etat: str | None = None
    fait: Name | None = None
    ou: dict[str, Any] = field(default_factory=dict)
    chance: Name | None = None
    sur_cent: Percent | None = None
    vaut: Any = None
    au_moins: Number | None = None
    au_plus: Number | None = None

    def fits(self, found: Any) -> bool:
        """Whether a value is the one wanted (or one of those), within both bounds; what is no number is within none."""
        wanted = [self.vaut, *self.vaut] if isinstance(self.vaut, list) else [self.vaut]
        if self.vaut is not None and not any(alike(found, v) for v in wanted):
            return False
        bounds = (self.au_moins, self.au_plus)
        if bounds == (None, None):
            return True
        if isinstance(found, bool) or not isinstance(found, int):
            return False
        return (self.au_moins is None or found >= self.au_moins) and (
            self.au_plus is None or found <= self.au_plus
        )


@dataclass(frozen=True, slots=True)
class Phase:
    """A command by one seat, the bots at play, or steps said again."""

    __pydantic_config__ = table("Étape", "Un geste, les robots qui jouent, ou des étapes qui se répètent.")
    qui: Name = ""
    geste: Name = ""
    champs: dict[str, Any] = field(default_factory=dict)
    pour: Id | None = None
    tirage: tuple[Numbers, ...] = ()
    si_possible: bool = False
    quand: tuple[Condition, ...] = ()
    jouer: bool = False
    etape: tuple[Phase, ...] = ()
    fois: Times | None = None
    jusqu_a: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Policy:
    """How bots answer one kind of question."""

    __pydantic_config__ = table("Politique", "Comment les robots répondent à une sorte de question.")
    geste: Name = ""
    qui: Name = ""
    choix: Choice = "toujours"
    champs: dict[str, Any] = field(default_factory=dict)
    chance: Name = ""
    quand: tuple[Condition, ...] = ()
    fois: Times | None = None


@dataclass(frozen=True, slots=True)
class Exact:
    """A question for `paravent cotes`, as its JSON text; its answer at `chemin` is what the measure must come near."""

    __pydantic_config__ = table(
        "Exact", "La question de « paravent cotes » dont la mesure doit approcher la réponse."
    )
    question: str
    chemin: str


@dataclass(frozen=True, slots=True)
class Measure:
    """What is told of each session once it is over."""

    __pydantic_config__ = table("Mesure", "Ce qu’on retient de chaque séance.")
    nom: Name
    etat: str | None = None
    fait: Name | None = None
    ou: dict[str, Any] = field(default_factory=dict)
    champ: Name = ""
    lequel: Which = "dernier"
    compte: Counted | None = None
    vaut: Any = None
    au_moins: Number | None = None
    au_plus: Number | None = None
    noms: dict[str, Name] = field(default_factory=dict)
    exact: Exact | None = None

    @property
    def chance(self) -> bool:
        """Whether it is told as the chance that something holds."""
        return any(x is not None for x in (self.vaut, self.au_moins, self.au_plus))

    def fits(self, found: Any) -> bool:
        return Condition(vaut=self.vaut, au_moins=self.au_moins, au_plus=self.au_plus).fits(found)


@dataclass(frozen=True, slots=True)
class Plan:
    __pydantic_config__ = table(
        "Simulation de Paravent", "Des séances jouées par des robots, et ce qu’on y mesure."
    )
    titre: Sentence
    etape: Annotated[tuple[Phase, ...], Field(min_length=1)]
    mesure: Annotated[tuple[Measure, ...], Field(min_length=1)]
    texte: str = ""
    systeme: Name = ""
    paquet: str | None = None
    options: dict[str, str] = field(default_factory=dict)
    limite: Annotated[int, Field(strict=True, ge=1, le=100_000)] = LIMIT
    sinon: Otherwise = "passer"
    siege: tuple[SeatEntry, ...] = ()
    personnage: tuple[ActorEntry, ...] = ()
    politique: tuple[Policy, ...] = ()


ADAPTER: TypeAdapter[Plan] = TypeAdapter(Plan)


def json_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of simulation files, for editors."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **ADAPTER.json_schema()}


def read_plan(text: str, source: str, system: System[Any]) -> Plan:
    """The simulation of a system written in `text`, its pack put in place of its name; raises PlanError."""
    from paravent.table.simulation.flaws import flaws

    try:
        plan = check(ADAPTER, read_toml(text))
        problems = list(flaws(plan, system))
    except PackError as error:
        problems = list(error.problems)
    if problems:
        lines = (p.replace("paquet trop long", "simulation trop longue") for p in problems)
        raise PlanError("\n".join(f"{source}{NBSP}: {line}" for line in lines))
    if plan.paquet is None:
        return plan
    try:
        return replace(plan, paquet=pack_text(system, plan.paquet, source))
    except ScenarioError as error:
        raise PlanError(str(error)) from error


def load_plan(path: Path, system: System[Any]) -> Plan:
    """The simulation of a file; raises PlanError."""
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise PlanError(f"{path}{NBSP}: fichier illisible") from error
    return read_plan(text, str(path), system)
