"""Scenario files: a table, who does what, what falls, and what must come of it. docs/scenarios.md tells the format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, TypeAdapter

from paravent.core.events import Role
from paravent.core.packs import Id, Name, PackError, check, read_toml, repeated, table
from paravent.core.rules import RULE_ID
from paravent.core.values import CHANCE, GM
from paravent.core.words import NBSP

RuleId = Annotated[str, StringConstraints(pattern=f"^{RULE_ID.pattern}$")]
StepNumber = Annotated[int, Field(strict=True, ge=1)]
Numbers = tuple[Annotated[int, Field(strict=True)], ...]


class ScenarioError(ValueError):
    """A scenario file that cannot be read; the French message names the file, then the path of each key."""


@dataclass(frozen=True, slots=True)
class ExpectedRefusal:
    """A refusal: its rule, the field it is about, and part of its reason; what is not given is not checked."""

    __pydantic_config__ = table("Refus", f"Le refus attendu{NBSP}; l’étape ne doit rien changer.")
    regle: RuleId | None = None
    champ: str | None = None
    contient: str = ""


@dataclass(frozen=True, slots=True)
class ExpectedSight:
    """What one seat is sent, whole: texts that must be there, texts that must not."""

    __pydantic_config__ = table("Ce que voit un siège", "Cherché dans tout ce que ce siège reçoit.")
    siege: Name
    contient: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Expected:
    """What must hold once the step is over."""

    __pydantic_config__ = table("Attendu", "Ce qui doit être vrai après l’étape.")
    refus: ExpectedRefusal | None = None
    etat: dict[str, Any] = field(default_factory=dict)
    journal: tuple[str, ...] = ()
    faits: tuple[str, ...] | None = None
    attend: tuple[str, ...] | None = None
    voit: tuple[ExpectedSight, ...] = ()
    verifie: Annotated[int, Field(strict=True, ge=0)] | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One command by one seat, the chance that follows it, and what is expected."""

    __pydantic_config__ = table("Étape", "Qui fait quel geste, ce que le hasard donne, ce qui est attendu.")
    qui: Name
    geste: Name = ""
    champs: dict[str, Any] = field(default_factory=dict)
    pour: Id | None = None
    tirage: tuple[Numbers, ...] = ()
    annuler: StepNumber | None = None
    renvoyer: StepNumber | None = None
    emporter: bool = False
    part: Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")] | None = None
    attendu: Expected = field(default_factory=Expected)

    @property
    def what(self) -> str:
        """What the step does, in a word."""
        named = {"annuler": self.annuler, "renvoyer": self.renvoyer, "emporter": self.emporter}
        return self.geste or next((word for word, asked in named.items() if asked), "tirage")

    @property
    def needs_service(self) -> bool:
        asked = (self.renvoyer, self.part, self.attendu.verifie)
        return self.emporter or any(x is not None for x in asked)


@dataclass(frozen=True, slots=True)
class SeatEntry:
    __pydantic_config__ = table("Siège", "Une personne à la table.")
    nom: Name
    role: Role = "joueur"


@dataclass(frozen=True, slots=True)
class ActorEntry:
    """A character made before the first step, through the rules' own creation command."""

    __pydantic_config__ = table(
        "Personnage", "Créé avant la première étape, par le geste de création du système."
    )
    id: Id
    nom: Name
    siege: Name | None = None
    geste: Name = ""
    champs: dict[str, Any] = field(default_factory=dict)
    tirage: tuple[Numbers, ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario:
    __pydantic_config__ = table("Scénario de Paravent", "Un exemple joué, que le moteur exécute et vérifie.")
    titre: str
    systeme: Name
    regles: Annotated[tuple[RuleId, ...], Field(min_length=1)]
    texte: str = ""
    paquet: str | None = None
    options: dict[str, str] = field(default_factory=dict)
    service: bool = False
    siege: tuple[SeatEntry, ...] = ()
    personnage: tuple[ActorEntry, ...] = ()
    etape: Annotated[tuple[Step, ...], Field(min_length=1)] = ()


ADAPTER: TypeAdapter[Scenario] = TypeAdapter(Scenario)
SOMEONE: tuple[Literal["mj"], Literal["hasard"]] = ("mj", "hasard")
assert SOMEONE == (GM, CHANCE), "the words of the files are those of the log"


def json_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of scenario files, for editors."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **ADAPTER.json_schema()}


def read_scenario(text: str, source: str) -> Scenario:
    """The scenario written in `text`; raises ScenarioError, whose lines begin with `source`."""
    try:
        scenario = check(ADAPTER, read_toml(text))
        problems = list(_flaws(scenario))
    except PackError as error:
        problems = list(error.problems)
    if problems:
        lines = (p.replace("paquet trop long", "scénario trop long") for p in problems)
        raise ScenarioError("\n".join(f"{source}{NBSP}: {line}" for line in lines))
    return scenario


def load_scenario(path: Path) -> Scenario:
    """The scenario of a file; raises ScenarioError."""
    try:
        return read_scenario(path.read_text("utf-8-sig"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(f"{path}{NBSP}: fichier illisible") from error


def _flaws(s: Scenario) -> Iterator[str]:
    """What no single key shows: names given twice, people nobody seated, steps that say nothing, or no step at all."""
    if not s.etape:
        yield f"etape{NBSP}: clé manquante"
    yield from repeated("siege", "nom", [x.nom for x in s.siege])
    yield from repeated("personnage", "id", [x.id for x in s.personnage])
    seats = {x.nom for x in s.siege}
    if s.service and sum(x.role == "mj" for x in s.siege) > 1:
        yield f"service{NBSP}: une table servie n’a qu’un siège «{NBSP}mj{NBSP}»"
    for n, actor in enumerate(s.personnage):
        if actor.siege is not None and actor.siege not in seats:
            yield f"personnage[{n}].siege{NBSP}: aucun siège ne s’appelle «{NBSP}{actor.siege}{NBSP}»"
        if actor.siege is None and not actor.geste:
            yield f"personnage[{n}].geste{NBSP}: clé manquante (le geste qui crée un personnage sans siège)"
    for n, step in enumerate(s.etape):
        if step.qui not in seats | {*SOMEONE}:
            someone = f"«{NBSP}mj{NBSP}» et «{NBSP}hasard{NBSP}» sont aussi admis"
            yield f"etape[{n}].qui{NBSP}: aucun siège ne s’appelle «{NBSP}{step.qui}{NBSP}»{NBSP}; {someone}"
        for word, past in (("annuler", step.annuler), ("renvoyer", step.renvoyer)):
            if past is not None and (step.geste or past > n):
                yield f"etape[{n}].{word}{NBSP}: le numéro d’une étape passée est attendu, sans «{NBSP}geste{NBSP}»"
        if step.what == "tirage" and step.qui != CHANCE:
            yield f"etape[{n}].geste{NBSP}: clé manquante"
        if step.needs_service and not s.service:
            yield f"etape[{n}]{NBSP}: cette étape demande «{NBSP}service = true{NBSP}» au début du fichier"
        if step.pour is not None and step.pour not in {x.id for x in s.personnage}:
            yield f"etape[{n}].pour{NBSP}: aucun personnage n’a l’identifiant «{NBSP}{step.pour}{NBSP}»"
        for k, sight in enumerate(step.attendu.voit):
            if sight.siege not in seats | {GM}:
                yield f"etape[{n}].attendu.voit[{k}].siege{NBSP}: aucun siège ne s’appelle «{NBSP}{sight.siege}{NBSP}»"
