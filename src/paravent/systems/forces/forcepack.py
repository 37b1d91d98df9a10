"""Forces written in TOML, with French keys: what the game masters import and take away (FOR-40 to FOR-48).

A file holds one force or several. It says the graph and what the force is now, never which vertices are active.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, Field

from paravent.core.packs import (
    Id,
    Name,
    PackError,
    PackFormat,
    Paragraph,
    Phrase,
    Sentence,
    repeated,
    table,
    write_toml,
)
from paravent.core.rules import rule
from paravent.systems.forces.world import (
    SESSION_END,
    USUAL_ESTIMATE,
    AddPower,
    AddResource,
    Alignment,
    Edge,
    Effect,
    Ending,
    Force,
    SetAlignment,
    Tale,
    Vertex,
    Visibility,
    frequency_of,
)

MOST_FORCES = 40
MOST_VERTICES = 200
MOST_EDGES = 400
MOST_EFFECTS = 12

ALIGNMENTS: dict[str, Alignment] = {"ennemi": -1, "neutre": 0, "allie": 1}
VISIBILITIES: dict[str, Visibility] = {"cachee": "hidden", "partielle": "partial", "totale": "total"}
ENDINGS: dict[str, Ending] = {"": "", "reussite": "success", "echec": "failure"}
EffectNumber = Annotated[int, Field(strict=True, ge=-999, le=999)]


@dataclass(frozen=True, slots=True)
class WrittenEffect:
    """One of four: `puissance` or `alignement`, `sur` a force or its own; `ressource` and `ajoute`; `recit`."""

    __pydantic_config__: ClassVar[ConfigDict] = table(
        "Effet", "Ce qu’un sommet change, une chose par effet (FOR-44)."
    )

    on: Annotated[Id | None, Field(alias="sur", description="La force touchée ; à défaut, la sienne.")] = None
    power: Annotated[
        EffectNumber | None, Field(alias="puissance", description="Ce qui s’ajoute à sa puissance.")
    ] = None
    alignment: Annotated[
        str | None,
        Field(alias="alignement", pattern="^(ennemi|neutre|allie)$", description="ennemi, neutre ou allie."),
    ] = None
    resource: Annotated[Name | None, Field(alias="ressource", description="Une ressource des joueurs.")] = (
        None
    )
    change: Annotated[EffectNumber | None, Field(alias="ajoute", description="Ce qui s’y ajoute.")] = None
    tale: Annotated[Sentence | None, Field(alias="recit", description="Ce que la table entend.")] = None


@dataclass(frozen=True, slots=True)
class WrittenVertex:
    """A vertex (FOR-41)."""

    __pydantic_config__: ClassVar[ConfigDict] = table("Sommet", "Un sommet de l’arbre d’évolution (FOR-41).")

    id: Annotated[Id, Field(description="Identifiant, unique dans la force.")]
    label: Annotated[
        Name, Field(alias="etiquette", description="Ce qu’une force partiellement visible en montre.")
    ]
    name: Annotated[
        Phrase, Field(alias="nom", max_length=80, description="Ce qu’il est, tu jusqu’à son activation.")
    ] = ""
    initial: Annotated[bool, Field(strict=True, description="Vrai pour le sommet initial, et lui seul.")] = (
        False
    )
    ending: Annotated[
        str,
        Field(
            alias="fin",
            pattern="^(|reussite|echec)$",
            description="reussite ou echec : sommet final (FOR-45).",
        ),
    ] = ""
    effects: Annotated[
        tuple[WrittenEffect, ...],
        Field(alias="effets", max_length=MOST_EFFECTS, description="Ses effets, dans l’ordre."),
    ] = ()


@dataclass(frozen=True, slots=True)
class WrittenEdge:
    """An edge: `agissement`, which may have an estimate, or `chance`; drawn at its `frequence` (FOR-42, FOR-47)."""

    __pydantic_config__: ClassVar[ConfigDict] = table("Arête", "Une arête et sa condition (FOR-42).")

    source: Annotated[Id, Field(alias="de", description="Sommet de départ.")]
    target: Annotated[Id, Field(alias="vers", description="Sommet d’arrivée.")]
    deed: Annotated[
        Phrase, Field(alias="agissement", max_length=300, description="Ce que les joueurs devraient faire.")
    ] = ""
    chance: Annotated[
        Annotated[int, Field(strict=True, ge=0, le=100)] | None,
        Field(
            description=f"En pour cent ; pour un agissement, l’estimation, {USUAL_ESTIMATE} si rien n’est dit."
        ),
    ] = None
    frequency: Annotated[
        Name,
        Field(
            alias="frequence",
            description="début de séance, fin de séance, fin de scénario ou un jalon nommé.",
        ),
    ] = SESSION_END


@dataclass(frozen=True, slots=True)
class WrittenForce:
    """A force (FOR-40)."""

    __pydantic_config__: ClassVar[ConfigDict] = table("Force", "Une force extérieure (FOR-40).")

    id: Annotated[Id, Field(description="Identifiant, unique à la table.")]
    name: Annotated[Name, Field(alias="nom", description="Nom.")]
    power: Annotated[int, Field(strict=True, ge=1, le=10, alias="puissance", description="De 1 à 10.")]
    vertices: Annotated[
        tuple[WrittenVertex, ...],
        Field(alias="sommets", min_length=1, max_length=MOST_VERTICES, description="Sommets."),
    ]
    alignment: Annotated[
        str,
        Field(alias="alignement", pattern="^(ennemi|neutre|allie)$", description="ennemi, neutre ou allie."),
    ] = "neutre"
    visibility: Annotated[
        str,
        Field(
            alias="visibilite",
            pattern="^(cachee|partielle|totale)$",
            description="cachee, partielle ou totale.",
        ),
    ] = "cachee"
    goal: Annotated[Paragraph, Field(alias="but", max_length=400, description="Ce qu’elle veut.")] = ""
    weaknesses: Annotated[
        Paragraph, Field(alias="faiblesses", max_length=400, description="Ce qui la perdrait.")
    ] = ""
    organisation: Annotated[Paragraph, Field(max_length=400, description="Comment elle tient.")] = ""
    edges: Annotated[
        tuple[WrittenEdge, ...], Field(alias="aretes", max_length=MOST_EDGES, description="Arêtes.")
    ] = ()


@dataclass(frozen=True, slots=True)
class WrittenForces:
    """A file of forces."""

    __pydantic_config__: ClassVar[ConfigDict] = table(
        "Forces", "Une force ou plusieurs, avec leurs arbres d’évolution."
    )

    forces: Annotated[
        tuple[WrittenForce, ...], Field(min_length=1, max_length=MOST_FORCES, description="Les forces.")
    ]


@rule("FOR-42", "FOR-48")
def _incoherences(file: WrittenForces, taken: Collection[str]) -> Iterator[str]:
    """What no single field shows; `taken`: the ids of the forces that the table already has."""
    yield from repeated("forces", "id", [f.id for f in file.forces])
    known = {f.id for f in file.forces}.union(taken)
    for i, f in enumerate(file.forces):
        path = f"forces[{i}]"
        if f.id in taken:
            yield f"{path}.id : « {f.id} » est déjà à la table"
        yield from repeated(f"{path}.sommets", "id", [v.id for v in f.vertices])
        if (n := sum(v.initial for v in f.vertices)) != 1:
            yield f"{path}.sommets : exactement un sommet initial, il y en a {n}"
        ids = {v.id for v in f.vertices}
        for j, x in enumerate(f.edges):
            for key, end in (("de", x.source), ("vers", x.target)):
                if end not in ids:
                    yield f"{path}.aretes[{j}].{key} : « {end} » n’est pas un sommet de la force"
            if not x.deed and x.chance is None:
                yield f"{path}.aretes[{j}] : il faut un agissement ou une chance"
        for j, v in enumerate(f.vertices):
            for k, effect in enumerate(v.effects):
                if problem := _why_not_one(effect):
                    yield f"{path}.sommets[{j}].effets[{k}] : {problem}"
                if effect.on is not None and effect.on not in known:
                    yield f"{path}.sommets[{j}].effets[{k}].sur : « {effect.on} » n’est pas une force connue"


def _why_not_one(x: WrittenEffect) -> str:
    """An effect is one thing."""
    said = [
        name
        for name, v in (
            ("puissance", x.power),
            ("alignement", x.alignment),
            ("ressource", x.resource),
            ("recit", x.tale),
        )
        if v is not None
    ]
    if len(said) != 1:
        return "exactement un de puissance, alignement, ressource ou recit"
    if (x.resource is None) != (x.change is None):
        return "« ressource » et « ajoute » vont ensemble"
    if x.on is not None and said[0] in ("ressource", "recit"):
        return "« sur » ne va qu’avec puissance ou alignement"
    return ""


FORMAT = PackFormat(WrittenForces, lambda file: ())
"""A file on its own: what does not hold together in it is told by `read_forces`, with what the table has."""


def read_forces(text: str, taken: Collection[str] = ()) -> tuple[Force, ...]:
    """The forces written in TOML, as drafts; `taken`: the ids the table already has. Raises PackError."""
    file = FORMAT.load(text)
    if problems := tuple(_incoherences(file, taken)):
        raise PackError(problems)
    return tuple(_drafted(f) for f in file.forces)


def write_forces(forces: Iterable[Force]) -> str:
    """Forces as TOML; `read_forces` gives their graphs back, as drafts that nothing befell."""
    file = WrittenForces(tuple(_written(f) for f in forces))
    return write_toml(_said(FORMAT.to_json(file)))


def _said(x: Any) -> Any:
    """What a file needs to say: nothing that is empty or false, as keys left out are."""
    match x:
        case dict():
            return {k: _said(v) for k, v in x.items() if v is not False and v not in ("", [])}
        case list():
            return [_said(v) for v in x]
        case _:
            return x


def _drafted(f: WrittenForce) -> Force:
    return Force(
        f.id,
        f.name,
        f.goal,
        f.weaknesses,
        f.organisation,
        f.power,
        ALIGNMENTS[f.alignment],
        VISIBILITIES[f.visibility],
        tuple(
            Vertex(v.id, v.label, v.name, tuple(_effect(x, f.id) for x in v.effects), ENDINGS[v.ending])
            for v in f.vertices
        ),
        tuple(
            Edge(
                f"a{i}",
                x.source,
                x.target,
                x.deed,
                USUAL_ESTIMATE if x.chance is None else x.chance,
                frequency_of(x.frequency),
            )
            for i, x in enumerate(f.edges, 1)
        ),
        next(v.id for v in f.vertices if v.initial),
    )


def _effect(x: WrittenEffect, own: str) -> Effect:
    if x.power is not None:
        return AddPower(x.on or own, x.power)
    if x.alignment is not None:
        return SetAlignment(x.on or own, ALIGNMENTS[x.alignment])
    if x.resource is not None:
        return AddResource(x.resource, x.change or 0)
    return Tale(x.tale or "")


def _written(f: Force) -> WrittenForce:
    back_a, back_v, back_e = (
        {v: k for k, v in names.items()} for names in (ALIGNMENTS, VISIBILITIES, ENDINGS)
    )
    return WrittenForce(
        f.id,
        f.name,
        f.power,
        tuple(
            WrittenVertex(
                v.id,
                v.label,
                v.name,
                v.id == f.initial,
                back_e[v.ending],
                tuple(map(_written_effect, v.effects)),
            )
            for v in f.vertices
        ),
        back_a[f.alignment],
        back_v[f.visibility],
        f.goal,
        f.weaknesses,
        f.organisation,
        tuple(WrittenEdge(x.source, x.target, x.deed, x.chance, x.frequency) for x in f.edges),
    )


def _written_effect(x: Effect) -> WrittenEffect:
    match x:
        case AddPower(force, change):
            return WrittenEffect(on=force, power=change)
        case SetAlignment(force, alignment):
            return WrittenEffect(on=force, alignment=next(k for k, v in ALIGNMENTS.items() if v == alignment))
        case AddResource(resource, change):
            return WrittenEffect(resource=resource, change=change)
        case Tale(text):
            return WrittenEffect(tale=text)
