"""The data pack of Intrigue: values, stresses, and assets to take or to be inspired by (ITG-01 to ITG-04, ITG-36).

Bonuses declare their cost and their effect; what data cannot say stays text that the table applies by hand. A pack is
written in TOML with French keys, checked whole, and travels as JSON in the log and in exports.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, ConfigDict, Field, PlainSerializer, WithJsonSchema

from paravent.core.packs import Id, Name, PackFormat, Phrase, Sentence, named, refusal, repeated, table

SHIPPED = ("intrigue",)
"""The packs that come with the system, the default one first."""
MOST = 60
VALUES, STRESSES, BOOSTS = 6, 5, 3

EffectKind = Literal[
    "text",
    "die",
    "keep",
    "step",
    "reroll",
    "stress_die",
    "stress_step",
    "stress_reroll",
    "shield",
    "shield_step",
]
EFFECTS: Mapping[str, EffectKind] = {
    "texte": "text",
    "de": "die",
    "garder": "keep",
    "cran": "step",
    "relance": "reroll",
    "stress_de": "stress_die",
    "stress_cran": "stress_step",
    "stress_relance": "stress_reroll",
    "parade": "shield",
    "parade_cran": "shield_step",
}


def _words(names: Mapping[str, str]) -> tuple[Any, Any, Any]:
    """French words of a pack into the engine's, and back."""
    back = {v: k for k, v in names.items()}

    def read(word: Any) -> str:
        if not isinstance(word, str) or word not in names:
            raise refusal(f"un de {', '.join(names)} attendu")
        return names[word]

    described = WithJsonSchema({"type": "string", "enum": list(names)})
    return BeforeValidator(read), PlainSerializer(back.__getitem__), described


def _size(n: Any) -> int:
    if type(n) is not int or n not in (4, 6, 8, 10, 12):
        raise refusal("4, 6, 8, 10 ou 12 attendu")
    return n


Size = Annotated[int, BeforeValidator(_size)]


@dataclass(frozen=True, slots=True)
class Effect:
    """What a bonus does to a roll or to the dice of a stress (ITG-36, ITG-49).

    text         the table applies it by hand
    die, keep    one die more of that size, one die kept more
    step         the asset's die is thrown again, one size larger
    reroll       one die of the roll is thrown again
    stress_…     whoever inflicts adds a die, steps the largest up, or throws the dice again
    shield…      whoever suffers takes the largest die away, or steps it down
    """

    __pydantic_config__: ClassVar[ConfigDict] = table(
        "Effet", "Ce qu’un bonus fait à un jet (ITG-36, ITG-49)."
    )

    sort: Annotated[EffectKind, *_words(EFFECTS), Field(alias="genre", description=", ".join(EFFECTS))] = (
        "text"
    )
    size: Annotated[Size, Field(alias="de", description="Taille du dé, pour « de » et « stress_de ».")] = 6


@dataclass(frozen=True, slots=True)
class BoostModel:
    """A bonus of an asset (ITG-02)."""

    __pydantic_config__: ClassVar[ConfigDict] = table("Bonus", "Un avantage et son coût (ITG-02, ITG-36).")

    gain: Annotated[Sentence, Field(alias="avantage", description="Ce qu’il apporte.")]
    cost: Annotated[Sentence, Field(alias="cout", description="Ce qu’il coûte, en mots.")]
    points: Annotated[
        int, Field(strict=True, ge=0, le=3, alias="pi", description="Points d’Intrigue qu’il coûte (ITG-36).")
    ] = 0
    effect: Annotated[Effect, Field(alias="effet", description="Ce que le jeu applique de lui-même.")] = (
        Effect()
    )


@dataclass(frozen=True, slots=True)
class AssetModel:
    """A distinction, an ability or a piece of gear to take (ITG-02)."""

    __pydantic_config__: ClassVar[ConfigDict] = table("Atout", "Un Trait, un Talent ou du Matos (ITG-02).")

    id: Annotated[Id, Field(description="Identifiant, unique dans le paquet.")]
    name: Annotated[Name, Field(alias="nom", description="Nom.")]
    text: Annotated[Sentence, Field(alias="texte", description="Ce que c’est, en une phrase.")]
    descriptor: Annotated[
        Phrase, Field(alias="descripteur", max_length=80, description="Pour un Talent, du Matos.")
    ] = ""
    limit: Annotated[Phrase, Field(alias="limite", max_length=200, description="Pour un Talent.")] = ""
    boosts: Annotated[
        tuple[BoostModel, ...], Field(alias="bonus", max_length=BOOSTS, description="Trois pour un Trait.")
    ] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """A value or a stress, with what it means."""

    __pydantic_config__: ClassVar[ConfigDict] = table(
        "Nom", "Une Valeur ou un Stress, et ce que cela recouvre."
    )

    id: Annotated[Id, Field(description="Identifiant, unique dans le paquet.")]
    name: Annotated[Name, Field(alias="nom", description="Nom.")]
    definition: Annotated[Sentence, Field(description="Ce que cela recouvre, en une phrase.")]
    ideas: Annotated[
        tuple[Sentence, ...],
        Field(alias="idees", max_length=MOST, description="Ce qu’on peut en penser, à choisir ou à récrire."),
    ] = ()


@dataclass(frozen=True, slots=True)
class Pack:
    """All the data a table of Intrigue plays with."""

    __pydantic_config__: ClassVar[ConfigDict] = table(
        "Paquet d’Intrigue", "Toutes les données avec lesquelles joue une table d’Intrigue."
    )

    title: Annotated[Name, Field(alias="titre", description="Titre du paquet.")]
    summary: Annotated[
        Sentence, Field(alias="presentation", description="À quoi il sert, en une ou deux phrases.")
    ]
    values: Annotated[
        tuple[Named, ...],
        Field(alias="valeurs", min_length=VALUES, max_length=VALUES, description="Les six Valeurs (ITG-01)."),
    ]
    stresses: Annotated[
        tuple[Named, ...],
        Field(
            alias="stress", min_length=STRESSES, max_length=STRESSES, description="Les cinq Stress (ITG-04)."
        ),
    ]
    distinctions: Annotated[
        tuple[AssetModel, ...], Field(alias="traits", max_length=MOST, description="Traits proposés.")
    ] = ()
    abilities: Annotated[
        tuple[AssetModel, ...], Field(alias="talents", max_length=MOST, description="Talents proposés.")
    ] = ()
    gear: Annotated[
        tuple[AssetModel, ...], Field(alias="matos", max_length=MOST, description="Matos proposé.")
    ] = ()
    heritages: Annotated[
        tuple[Name, ...],
        Field(alias="heritages", max_length=MOST, description="Héritages proposés (ITG-02)."),
    ] = ()

    def asset(self, id: str) -> AssetModel:
        """The asset of that id; raises KeyError."""
        return named((*self.distinctions, *self.abilities, *self.gear), id)


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
    yield from repeated("valeurs", "id", [v.id for v in pack.values])
    yield from repeated("stress", "id", [s.id for s in pack.stresses])
    assets = (("traits", pack.distinctions), ("talents", pack.abilities), ("matos", pack.gear))
    seen: set[str] = set()
    for path, models in assets:
        for i, a in enumerate(models):
            if a.id in seen:
                yield f"{path}[{i}].id : « {a.id} » est déjà pris"
            seen.add(a.id)
    for i, a in enumerate(pack.distinctions):
        if len(a.boosts) != BOOSTS:
            yield f"traits[{i}].bonus : un Trait en a trois, à D4, D8 et D12"
    for i, a in enumerate(pack.abilities):
        if not a.descriptor or not a.limit:
            yield f"talents[{i}] : un Talent a un descripteur et une limite"


FORMAT = PackFormat(Pack, _incoherences)
load_pack = FORMAT.load
pack_from_json = FORMAT.from_json
pack_to_json = FORMAT.to_json
json_schema = FORMAT.schema
