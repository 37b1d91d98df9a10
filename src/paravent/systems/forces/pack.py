"""A personalisation module: all that a table of Aptitudes et forces plays with, as data (FOR-01).

Aptitudes, sub-aptitudes, aspects, start scores, points, bounds, difficulties, degrees, lists of madness and of marks:
creation, levels, tests and sheets follow the module without a line of code. It is written in TOML with French keys,
checked whole, and travels as JSON in the log and in exports.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, ClassVar

from pydantic import ConfigDict, Field

from paravent.core.packs import Id, Name, PackFormat, Sentence, named, repeated, table
from paravent.systems.forces.weighing import Degrees

SHIPPED = ("sorcellerie", "enquete", "espace")
"""The modules that come with the system, the default one first."""
MOST = 60
MOST_OPTIONS = 40
MOST_LEVELS = 40
FARTHEST = 30
"""The widest a score or a modifier may be written: a bound of the file, not of the rules."""
HARDEST = 99
"""The farthest from 0 a difficulty may be, written or entered: a bound of files and forms (FOR-12)."""

Number = Annotated[int, Field(strict=True, ge=-FARTHEST, le=FARTHEST)]
Positive = Annotated[int, Field(strict=True, ge=0, le=999)]


@dataclass(frozen=True, slots=True)
class Aptitude:
    """An aptitude, with a start score of its own where the module gives one (FOR-01)."""

    __pydantic_config__: ClassVar[ConfigDict] = table("Aptitude", "Une aptitude (FOR-01).")

    id: Annotated[Id, Field(description="Identifiant, unique dans le module.")]
    name: Annotated[Name, Field(alias="nom", description="Nom.")]
    definition: Annotated[Sentence, Field(description="Ce qu’elle permet, en une phrase.")]
    start: Annotated[
        Number | None, Field(alias="depart", description="Score de départ, s’il n’est pas celui de tous.")
    ] = None


@dataclass(frozen=True, slots=True)
class SubAptitude:
    """A sub-aptitude and its parent (FOR-01)."""

    __pydantic_config__: ClassVar[ConfigDict] = table(
        "Sous-aptitude", "Une sous-aptitude et sa parente (FOR-01)."
    )

    id: Annotated[Id, Field(description="Identifiant, unique dans le module.")]
    name: Annotated[Name, Field(alias="nom", description="Nom.")]
    parent: Annotated[Id, Field(alias="aptitude", description="Identifiant de son aptitude parente.")]
    definition: Annotated[Sentence, Field(description="Ce qu’elle permet, en une phrase.")]
    start: Annotated[
        Number | None, Field(alias="depart", description="Score de départ, s’il n’est pas celui de tous.")
    ] = None


@dataclass(frozen=True, slots=True)
class Modifier:
    """What an aspect's option adds to a score (FOR-02)."""

    __pydantic_config__: ClassVar[ConfigDict] = table(
        "Modificateur", "Ce qu’une option ajoute à un score (FOR-02)."
    )

    score: Annotated[Id, Field(alias="sur", description="Aptitude ou sous-aptitude touchée.")]
    change: Annotated[Number, Field(alias="ajoute", description="Ce qui s’ajoute, ou se retire.")]


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of an aspect."""

    __pydantic_config__: ClassVar[ConfigDict] = table("Option", "Une option d’un aspect (FOR-02).")

    id: Annotated[Id, Field(description="Identifiant, unique dans son aspect.")]
    name: Annotated[Name, Field(alias="nom", description="Nom.")]
    definition: Annotated[Sentence, Field(description="Ce qu’elle dit du personnage.")]
    modifiers: Annotated[
        tuple[Modifier, ...], Field(alias="modificateurs", max_length=MOST, description="Modificateurs.")
    ] = ()


@dataclass(frozen=True, slots=True)
class Aspect:
    """Age, species, trade…: one option and only one (FOR-02, FOR-04)."""

    __pydantic_config__: ClassVar[ConfigDict] = table(
        "Aspect", "Âge, espèce, métier… : une option, une seule (FOR-02)."
    )

    id: Annotated[Id, Field(description="Identifiant, unique dans le module.")]
    name: Annotated[Name, Field(alias="nom", description="Nom.")]
    options: Annotated[
        tuple[Choice, ...],
        Field(min_length=1, max_length=MOST_OPTIONS, description="Options, une à choisir."),
    ]


@dataclass(frozen=True, slots=True)
class Shares:
    """The start, the bounds and the points of one sort of scores at creation (FOR-03)."""

    __pydantic_config__: ClassVar[ConfigDict] = table(
        "Répartition", "Départ, bornes et points à répartir (FOR-03)."
    )

    start: Annotated[Number, Field(alias="depart", description="Score de départ de chacune.")]
    least: Annotated[Number, Field(alias="minimum", description="Score le plus bas, à la création et après.")]
    most: Annotated[
        Number, Field(alias="maximum", description="Score le plus haut, à la création seulement.")
    ]
    points: Annotated[Positive, Field(description="Points à répartir, tous.")]


@dataclass(frozen=True, slots=True)
class Levels:
    """What a level brings, and the experience that each of them asks for, if any is counted (FOR-05)."""

    __pydantic_config__: ClassVar[ConfigDict] = table("Niveaux", "Ce qu’un niveau apporte (FOR-05).")

    aptitudes: Annotated[Positive, Field(description="Points d’aptitude à chaque niveau.")] = 1
    subs: Annotated[
        Positive, Field(alias="sous_aptitudes", description="Points de sous-aptitude à chaque niveau.")
    ] = 3
    thresholds: Annotated[
        tuple[Annotated[int, Field(strict=True, ge=1, le=1_000_000)], ...],
        Field(
            alias="seuils",
            max_length=MOST_LEVELS,
            description="Expérience qui ouvre le niveau 2, puis le 3…, croissante. Vide : on accorde les niveaux.",
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class Difficulty:
    __pydantic_config__: ClassVar[ConfigDict] = table("Difficulté", "Une difficulté nommée (FOR-12).")

    name: Annotated[Name, Field(alias="nom", description="Nom.")]
    value: Annotated[
        int, Field(strict=True, ge=-HARDEST, le=HARDEST, alias="valeur", description="Score à atteindre.")
    ]


@dataclass(frozen=True, slots=True)
class Bounds:
    """From which margin on a success or a failure is of a higher degree (FOR-26)."""

    __pydantic_config__: ClassVar[ConfigDict] = table("Degrés", "Les marges où le degré change (FOR-26).")

    frank: Annotated[
        int, Field(strict=True, ge=1, le=99, alias="franche", description="Réussite franche dès.")
    ] = 3
    brilliant: Annotated[
        int, Field(strict=True, ge=2, le=99, alias="eclatante", description="Réussite éclatante dès.")
    ] = 6
    net: Annotated[int, Field(strict=True, ge=-99, le=-2, alias="net", description="Échec net dès.")] = -4
    stinging: Annotated[
        int, Field(strict=True, ge=-99, le=-3, alias="cuisant", description="Échec cuisant dès.")
    ] = -7


@dataclass(frozen=True, slots=True)
class OwnRule:
    """A rule of the module's own, applied by the people at the table."""

    __pydantic_config__: ClassVar[ConfigDict] = table(
        "Règle propre", "Une règle que la table applique elle-même."
    )

    title: Annotated[Name, Field(alias="titre", description="Titre.")]
    text: Annotated[Sentence, Field(alias="texte", description="Ce qu’elle dit.")]


@dataclass(frozen=True, slots=True)
class Pack:
    """A whole module."""

    __pydantic_config__: ClassVar[ConfigDict] = table(
        "Module de personnalisation",
        "Toutes les données avec lesquelles joue une table d’Aptitudes et forces (FOR-01).",
    )

    title: Annotated[Name, Field(alias="titre", description="Titre du module.")]
    summary: Annotated[
        Sentence, Field(alias="presentation", description="À quoi il sert, en une ou deux phrases.")
    ]
    aptitudes: Annotated[
        tuple[Aptitude, ...], Field(min_length=1, max_length=MOST, description="Les aptitudes.")
    ]
    subs: Annotated[
        tuple[SubAptitude, ...],
        Field(alias="sous_aptitudes", min_length=1, max_length=MOST, description="Les sous-aptitudes."),
    ]
    difficulties: Annotated[
        tuple[Difficulty, ...],
        Field(
            alias="difficultes", min_length=1, max_length=20, description="Les difficultés nommées (FOR-12)."
        ),
    ]
    aspects: Annotated[
        tuple[Aspect, ...], Field(max_length=12, description="Les aspects, dans l’ordre.")
    ] = ()
    aptitude_shares: Annotated[
        Shares, Field(alias="repartition_aptitudes", description="Répartition des aptitudes (FOR-03).")
    ] = Shares(3, 1, 7, 6)
    sub_shares: Annotated[
        Shares,
        Field(alias="repartition_sous_aptitudes", description="Répartition des sous-aptitudes (FOR-03)."),
    ] = Shares(0, 0, 10, 15)
    levels: Annotated[Levels, Field(alias="niveaux", description="Ce qu’un niveau apporte (FOR-05).")] = (
        Levels()
    )
    bounds: Annotated[Bounds, Field(alias="degres", description="Bornes des degrés (FOR-26).")] = Bounds()
    madness: Annotated[
        tuple[Sentence, ...],
        Field(alias="folies", max_length=100, description="États de folie à tirer (FOR-24)."),
    ] = ()
    marks: Annotated[
        tuple[Sentence, ...],
        Field(alias="marques", max_length=3, description="Les marques de corruption, à 4, 7 et 10 (FOR-25)."),
    ] = ()
    own_rules: Annotated[
        tuple[OwnRule, ...], Field(alias="regles", max_length=40, description="Règles propres au module.")
    ] = ()

    def sub(self, id: str) -> SubAptitude:
        """The sub-aptitude of that id; raises KeyError."""
        return named(self.subs, id)

    def aptitude(self, id: str) -> Aptitude:
        """The aptitude of that id; raises KeyError."""
        return named(self.aptitudes, id)

    def place(self, id: str) -> int:
        """The place of a score among the aptitudes or among the sub-aptitudes; raises KeyError."""
        for ids in ([a.id for a in self.aptitudes], [s.id for s in self.subs]):
            if id in ids:
                return ids.index(id)
        raise KeyError(id)

    @property
    def degrees(self) -> Degrees:
        """The bounds as the rules on dice read them (FOR-26)."""
        return Degrees(self.bounds.frank, self.bounds.brilliant, self.bounds.net, self.bounds.stinging)


@cache
def shipped_pack(name: str) -> Pack:
    """One of the modules of `SHIPPED`; raises KeyError."""
    if name not in SHIPPED:
        raise KeyError(name)
    return FORMAT.load(files(__package__).joinpath("data", f"{name}.toml").read_text("utf-8"))


def default_pack() -> Pack:
    """The module a new table starts with."""
    return shipped_pack(SHIPPED[0])


def _incoherences(pack: Pack) -> Iterator[str]:
    """What no single field shows."""
    aptitudes = {a.id for a in pack.aptitudes}
    scores = [*(a.id for a in pack.aptitudes), *(s.id for s in pack.subs)]
    yield from repeated("aptitudes", "id", [a.id for a in pack.aptitudes])
    yield from repeated("sous_aptitudes", "id", [s.id for s in pack.subs])
    for i, s in enumerate(pack.subs):
        if s.id in aptitudes:
            yield f"sous_aptitudes[{i}].id : « {s.id} » est déjà pris par une aptitude"
    yield from repeated("aspects", "id", [a.id for a in pack.aspects])
    yield from repeated("difficultes", "valeur", [d.value for d in pack.difficulties])
    for i, s in enumerate(pack.subs):
        if s.parent not in aptitudes:
            yield f"sous_aptitudes[{i}].aptitude : « {s.parent} » n’est pas une aptitude du module"
    for i, a in enumerate(pack.aspects):
        yield from repeated(f"aspects[{i}].options", "id", [o.id for o in a.options])
        for j, o in enumerate(a.options):
            path = f"aspects[{i}].options[{j}].modificateurs"
            yield from repeated(path, "sur", [m.score for m in o.modifiers])
            for k, m in enumerate(o.modifiers):
                if m.score not in scores:
                    yield f"{path}[{k}].sur : « {m.score} » n’est ni une aptitude ni une sous-aptitude"
    yield from _shares("repartition_aptitudes", pack.aptitude_shares)
    yield from _shares("repartition_sous_aptitudes", pack.sub_shares)
    if list(pack.levels.thresholds) != sorted(set(pack.levels.thresholds)):
        yield "niveaux.seuils : chaque seuil doit dépasser celui d’avant"
    if pack.bounds.frank >= pack.bounds.brilliant:
        yield "degres.eclatante : elle doit dépasser la réussite franche"
    if pack.bounds.net <= pack.bounds.stinging:
        yield "degres.cuisant : il doit être sous l’échec net"
    if pack.marks and len(pack.marks) != 3:
        yield "marques : il en faut trois, à 4, 7 et 10, ou aucune"


def _shares(path: str, s: Shares) -> Iterator[str]:
    if s.least > s.most:
        yield f"{path}.minimum : il dépasse le maximum"


FORMAT = PackFormat(Pack, _incoherences)
pack_from_json = FORMAT.from_json
json_schema = FORMAT.schema
