"""The data pack of Intentions: skills, traits, species, intentions, knowledge, difficulties, models of counters.

A pack is written in TOML with French keys, checked whole, and read by the rules as frozen values. It travels
as JSON in the log and in exports; a skill created in play joins it (INT-24).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, ConfigDict, Field, PlainSerializer, WithJsonSchema

from paravent.core.packs import (
    Id,
    Name,
    PackFormat,
    Sentence,
    named,
    refusal,
    repeated,
    table,
)
from paravent.core.values import replace
from paravent.systems.intentions.weighing import Category, Mode

SHIPPED = ("intentions",)
"""The packs that come with the system, the default one first."""
MOST = 200

Effect = Literal["", "heroism", "instinct", "endurance", "concentration", "tippler"]

CATEGORIES: Mapping[str, Category] = {"commune": "common", "specialiste": "specialist", "initiee": "initiate"}
EFFECTS: Mapping[str, Effect] = {
    "aucun": "",
    "heroisme": "heroism",
    "instinct": "instinct",
    "endurance": "endurance",
    "concentration": "concentration",
    "potion": "tippler",
}
MODES: Mapping[str, Mode] = {"aucun": "normal", "avantage": "advantage", "desavantage": "disadvantage"}
FACES = {"horloge": "clock", "de": "die", "cases": "boxes"}


def _words(names: Mapping[str, str]) -> tuple[Any, Any, Any]:
    """French words of a pack into the engine's, and back."""
    back = {v: k for k, v in names.items()}

    def read(word: Any) -> str:
        if not isinstance(word, str) or word not in names:
            raise refusal(f"un de {', '.join(names)} attendu")
        return names[word]

    described = WithJsonSchema({"type": "string", "enum": list(names)})
    return BeforeValidator(read), PlainSerializer(back.__getitem__), described


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill (INT-21 to INT-23). `domain`: it asks for one; `domains` are only suggestions."""

    __pydantic_config__: ClassVar[ConfigDict] = table("Compétence", "Une compétence (INT-21 à INT-23).")

    id: Annotated[Id, Field(description="Identifiant, unique dans le paquet.")]
    name: Annotated[Name, Field(alias="nom", description="Nom de la compétence.")]
    category: Annotated[
        Category,
        *_words(CATEGORIES),
        Field(alias="categorie", description="commune, specialiste ou initiee (INT-22)."),
    ]
    definition: Annotated[Sentence, Field(description="Ce qu’elle permet, en une phrase.")]
    domain: Annotated[
        bool, Field(strict=True, alias="domaine", description="Vrai : elle exige un domaine (INT-21).")
    ] = False
    domains: Annotated[
        tuple[Name, ...], Field(alias="domaines", max_length=40, description="Domaines proposés.")
    ] = ()


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait (INT-30 to INT-35). `stacks`: it may be taken several times; `effect`: what the engine makes of it."""

    __pydantic_config__: ClassVar[ConfigDict] = table("Trait", "Un trait passif (INT-30 à INT-35).")

    id: Annotated[Id, Field(description="Identifiant, unique dans le paquet.")]
    name: Annotated[Name, Field(alias="nom", description="Nom du trait.")]
    definition: Annotated[Sentence, Field(description="Ce qu’il change, en une phrase.")]
    effect: Annotated[
        Effect,
        *_words(EFFECTS),
        Field(
            alias="effet", description="Ce que le moteur en fait ; « aucun » : un trait que la table juge."
        ),
    ] = ""
    stacks: Annotated[
        bool, Field(strict=True, alias="cumulable", description="Vrai : il se prend plusieurs fois.")
    ] = False


@dataclass(frozen=True, slots=True)
class Species:
    """A species, an intrinsic trait (INT-36, INT-38). `sizes`: those its player chooses from, if any is said."""

    __pydantic_config__: ClassVar[ConfigDict] = table("Espèce", "Une espèce, trait intrinsèque (INT-38).")

    id: Annotated[Id, Field(description="Identifiant, unique dans le paquet.")]
    name: Annotated[Name, Field(alias="nom", description="Nom de l’espèce.")]
    definition: Annotated[Sentence, Field(description="À quoi elle ressemble, en une phrase.")]
    sizes: Annotated[
        tuple[Name, ...], Field(alias="tailles", max_length=4, description="Tailles possibles.")
    ] = ()
    words: Annotated[
        tuple[Name, ...],
        Field(alias="mots", max_length=8, description="Mots d’où la meneuse tire avantage ou désavantage."),
    ] = ()
    variant: Annotated[
        str, Field(alias="variante", max_length=200, description="L’autre lecture du document, pour mémoire.")
    ] = ""


@dataclass(frozen=True, slots=True)
class Intention:
    """An intention (INT-40). `prudent`: it takes its time, which gives an advantage (INT-43)."""

    __pydantic_config__: ClassVar[ConfigDict] = table("Intention", "Une intention (INT-40).")

    id: Annotated[Id, Field(description="Identifiant, unique dans le paquet.")]
    name: Annotated[Name, Field(alias="nom", description="Nom de l’intention.")]
    definition: Annotated[Sentence, Field(description="Ce qu’elle vise, en une phrase.")]
    prudent: Annotated[
        bool, Field(strict=True, alias="prudente", description="Vrai : elle prend son temps (INT-43).")
    ] = False


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A field of knowledge one may have (INT-36); any other may be written."""

    __pydantic_config__: ClassVar[ConfigDict] = table("Connaissance", "Une connaissance proposée (INT-36).")

    name: Annotated[Name, Field(alias="nom", description="Le savoir.")]
    definition: Annotated[Sentence, Field(description="Quand il sert, en une phrase.")]


@dataclass(frozen=True, slots=True)
class Difficulty:
    """A difficulty by name (INT-05)."""

    __pydantic_config__: ClassVar[ConfigDict] = table("Difficulté", "Une difficulté nommée (INT-05).")

    name: Annotated[Name, Field(alias="nom", description="Nom de la difficulté.")]
    value: Annotated[
        int, Field(strict=True, ge=1, le=15, alias="valeur", description="Ce qu’il faut atteindre.")
    ]


@dataclass(frozen=True, slots=True)
class Threshold:
    """A threshold of a model (INT-52)."""

    __pydantic_config__: ClassVar[ConfigDict] = table("Seuil", "Un seuil et son effet (INT-52).")

    at: Annotated[int, Field(strict=True, ge=0, le=41, alias="a", description="La valeur où il agit.")]
    name: Annotated[Name, Field(alias="nom", description="Nom de l’état.")]
    text: Annotated[str, Field(alias="texte", max_length=300, description="Ce que l’état raconte.")] = ""
    mode: Annotated[
        Mode, *_words(MODES), Field(alias="effet", description="aucun, avantage ou desavantage.")
    ] = "normal"
    skills: Annotated[
        tuple[Id, ...],
        Field(
            alias="competences",
            max_length=MOST,
            description="Compétences touchées ; aucune : tous les tests.",
        ),
    ] = ()
    final: Annotated[
        bool,
        Field(strict=True, alias="definitif", description="Vrai : l’effet reste, même si la valeur revient."),
    ] = False
    at_loss: Annotated[
        bool,
        Field(
            strict=True,
            alias="a_la_perte",
            description="Vrai : il frappe à chaque perte qui l’atteint ou s’y produit, jusqu’à ce qu’on le lève.",
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class Trigger:
    """A trigger of a model (INT-53)."""

    __pydantic_config__: ClassVar[ConfigDict] = table(
        "Déclencheur", "Un événement qui déplace le compteur (INT-53)."
    )

    name: Annotated[Name, Field(alias="nom", description="L’événement.")]
    steps: Annotated[
        int, Field(strict=True, ge=-41, le=41, alias="pas", description="Nombre de crans, signé.")
    ] = 1


@dataclass(frozen=True, slots=True)
class CounterModel:
    """A counter ready to be used (INT-50 to INT-54)."""

    __pydantic_config__: ClassVar[ConfigDict] = table("Compteur", "Un compteur prêt à servir (INT-50).")

    id: Annotated[Id, Field(description="Identifiant, unique dans le paquet.")]
    theme: Annotated[Name, Field(description="Ce qu’il compte.")]
    text: Annotated[Sentence, Field(alias="texte", description="À quoi il sert, en une phrase.")]
    rising: Annotated[
        bool, Field(strict=True, alias="croissant", description="Vrai : il monte ; faux : il descend.")
    ]
    thresholds: Annotated[
        tuple[Threshold, ...], Field(alias="seuils", max_length=20, description="Ses seuils.")
    ] = ()
    triggers: Annotated[
        tuple[Trigger, ...], Field(alias="declencheurs", max_length=20, description="Ses déclencheurs.")
    ] = ()
    low: Annotated[int, Field(strict=True, ge=1, le=40, alias="bas", description="Limite basse.")] = 1
    high: Annotated[int, Field(strict=True, ge=1, le=40, alias="haut", description="Limite haute.")] = 6
    face: Annotated[
        Literal["clock", "die", "boxes"],
        *_words(FACES),
        Field(alias="aspect", description="horloge, de ou cases (INT-54)."),
    ] = "clock"


@dataclass(frozen=True, slots=True)
class Pack:
    """All the data a table of Intentions plays with."""

    __pydantic_config__: ClassVar[ConfigDict] = table(
        "Paquet d’Intentions", "Toutes les données avec lesquelles joue une table d’Intentions."
    )

    title: Annotated[Name, Field(alias="titre", description="Titre du paquet.")]
    summary: Annotated[
        Sentence, Field(alias="presentation", description="À quoi il sert, en une ou deux phrases.")
    ]
    skills: Annotated[
        tuple[Skill, ...],
        Field(alias="competences", min_length=2, max_length=MOST, description="Les compétences."),
    ]
    traits: Annotated[tuple[Trait, ...], Field(min_length=1, max_length=MOST, description="Les traits.")]
    species: Annotated[
        tuple[Species, ...], Field(alias="especes", min_length=1, max_length=MOST, description="Les espèces.")
    ]
    intentions: Annotated[
        tuple[Intention, ...], Field(min_length=1, max_length=20, description="Les intentions (INT-40).")
    ]
    difficulties: Annotated[
        tuple[Difficulty, ...],
        Field(alias="difficultes", min_length=1, max_length=15, description="Les difficultés (INT-05)."),
    ]
    knowledge: Annotated[
        tuple[Knowledge, ...],
        Field(alias="connaissances", max_length=MOST, description="Connaissances proposées."),
    ] = ()
    counters: Annotated[
        tuple[CounterModel, ...], Field(alias="compteurs", max_length=40, description="Modèles de compteurs.")
    ] = ()

    def skill(self, id: str) -> Skill:
        """The skill of that id; raises KeyError."""
        return named(self.skills, id)

    def trait(self, id: str) -> Trait:
        return named(self.traits, id)

    def trait_with(self, effect: Effect) -> str:
        """The id of the first trait of that effect, "" when there is none."""
        return next((t.id for t in self.traits if t.effect == effect), "")

    def intention(self, id: str) -> Intention:
        return named(self.intentions, id)

    @property
    def prudent(self) -> str:
        """The id of the intention that takes its time, "" when there is none (INT-43)."""
        return next((i.id for i in self.intentions if i.prudent), "")

    def counter(self, id: str) -> CounterModel:
        return named(self.counters, id)


def with_skill(pack: Pack, skill: Skill) -> Pack:
    """The pack with one skill more (INT-24)."""
    return replace(pack, skills=(*pack.skills, skill))


@cache
def shipped_pack(name: str) -> Pack:
    """One of the packs of `SHIPPED`; raises KeyError."""
    if name not in SHIPPED:
        raise KeyError(name)
    return FORMAT.load(files(__package__).joinpath("data", f"{name}.toml").read_text("utf-8"))


def default_pack() -> Pack:
    """The pack a new table starts with."""
    return shipped_pack(SHIPPED[0])


def _incoherences(pack: Pack) -> Iterator[str]:
    """What no single field shows."""
    for path, items in (
        ("competences", pack.skills),
        ("traits", pack.traits),
        ("especes", pack.species),
        ("intentions", pack.intentions),
        ("compteurs", pack.counters),
    ):
        yield from repeated(path, "id", [item.id for item in items])
    yield from repeated("difficultes", "valeur", [d.value for d in pack.difficulties])
    yield from repeated("connaissances", "nom", [k.name for k in pack.knowledge])
    if sum(i.prudent for i in pack.intentions) > 1:
        yield "intentions : une seule peut être « prudente »"
    known = {s.id for s in pack.skills}
    for i, s in enumerate(pack.skills):
        if s.domains and not s.domain:
            yield f"competences[{i}].domaines : la compétence n’exige pas de domaine"
    for i, c in enumerate(pack.counters):
        if c.low > c.high:
            yield f"compteurs[{i}].bas : la limite basse dépasse la haute"
        for j, t in enumerate(c.thresholds):
            if not c.low - 1 <= t.at <= c.high + 1:
                yield f"compteurs[{i}].seuils[{j}].a : hors d’atteinte, de {c.low - 1} à {c.high + 1}"
            if t.final and t.at_loss:
                yield f"compteurs[{i}].seuils[{j}].a_la_perte : un effet à la perte n’est pas définitif"
            for id in t.skills:
                if id not in known:
                    yield f"compteurs[{i}].seuils[{j}].competences : « {id} » n’est pas une compétence du paquet"
        for j, g in enumerate(c.triggers):
            if not g.steps:
                yield f"compteurs[{i}].declencheurs[{j}].pas : zéro ne déplace rien"


FORMAT = PackFormat(Pack, _incoherences)
load_pack = FORMAT.load
pack_from_json = FORMAT.from_json
pack_to_json = FORMAT.to_json
json_schema = FORMAT.schema
