"""The data pack of Les Architectes: skills, weapons, advice, sheet (ARC-01, ARC-04, ARC-06, ARC-27).

A pack is written in TOML with French keys, checked whole, and read by the rules as frozen values. It travels
as JSON in the log and in exports.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, ClassVar

from pydantic import AfterValidator, ConfigDict, Field

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

ARCANA = 22
MAX_WEAPONS = 200
SHIPPED = ("architectes", "sobre")
"""The packs that come with the system, the default one first."""

SHEET = (
    "nom",
    "pseudonyme",
    "joueur",
    "creation",
    "profession",
    "age",
    "taille_poids",
    "apparence",
    "personnalite",
    "citation",
    "ligne_brisee",
    "porte",
    "accessible",
    "artefacts",
)
"""The written rubrics every sheet has (ARC-04, ARC-06); a pack words them and may add others."""


def _numeral(text: str) -> str:
    if not re.fullmatch(r"[IVX]{1,7}|Excuse", text):
        raise refusal("chiffre romain ou « Excuse » attendu")
    return text


_Arcanum = Annotated[int, Field(strict=True, ge=1, le=ARCANA)]


@dataclass(frozen=True, slots=True)
class Skill:
    """One of the twenty-two skills; `number` is also the value of its card (ARC-01)."""

    __pydantic_config__: ClassVar[ConfigDict] = table(
        "Compétence", "Une des vingt-deux compétences, une par arcane (ARC-01)."
    )

    number: Annotated[_Arcanum, Field(alias="numero", description="Numéro de l’arcane, valeur de la carte.")]
    numeral: Annotated[
        str,
        AfterValidator(_numeral),
        Field(alias="chiffre", description="Chiffre romain imprimé sur la carte, ou « Excuse »."),
    ]
    arcana: Annotated[Name, Field(alias="arcane", description="Nom de l’arcane.")]
    name: Annotated[Name, Field(alias="nom", description="Nom de la compétence.")]
    definition: Annotated[Sentence, Field(description="Ce qu’elle permet, en une phrase.")]


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon (ARC-27): `damage` cards lost by whoever it hits; without `skill`, only for ARC-29."""

    __pydantic_config__: ClassVar[ConfigDict] = table("Arme", "Une arme et ses dommages (ARC-27).")

    id: Annotated[Id, Field(description="Identifiant, unique dans le paquet.")]
    name: Annotated[Name, Field(alias="nom", description="Nom de l’arme.")]
    damage: Annotated[_Arcanum, Field(alias="degats", description="Nombre de cartes perdues, de 1 à 22.")]
    skill: Annotated[
        _Arcanum | None,
        Field(alias="competence", description="Numéro de la compétence de combat ; absent : aucune."),
    ] = None
    proposed: Annotated[
        bool,
        Field(strict=True, alias="proposition", description="Vrai : valeur proposée, absente de la règle."),
    ] = False


@dataclass(frozen=True, slots=True)
class Profession:
    """Advice, never a constraint: the arcana that suit a profession of origin, highest first (ARC-06)."""

    __pydantic_config__: ClassVar[ConfigDict] = table(
        "Profession", "Un conseil de création, jamais une contrainte (ARC-06)."
    )

    name: Annotated[Name, Field(alias="nom", description="Profession d’origine.")]
    arcana: Annotated[
        tuple[_Arcanum, ...],
        Field(
            alias="arcanes",
            min_length=1,
            max_length=8,
            description="Arcanes conseillés, du plus haut au moins haut.",
        ),
    ]


@dataclass(frozen=True, slots=True)
class Rubric:
    """A written rubric of the sheet (ARC-04): its label, a line of help, the room it has."""

    __pydantic_config__: ClassVar[ConfigDict] = table(
        "Rubrique", "Une rubrique écrite de la feuille (ARC-04)."
    )

    id: Annotated[Id, Field(description="Identifiant de la rubrique.")]
    label: Annotated[Name, Field(alias="libelle", description="Libellé affiché.")]
    help: Annotated[Sentence, Field(alias="aide", description="Une phrase d’aide.")]
    max_length: Annotated[
        int,
        Field(strict=True, ge=1, le=4000, alias="longueur", description="Longueur maximale, en caractères."),
    ]
    lines: Annotated[
        int,
        Field(
            strict=True, ge=1, le=20, alias="lignes", description="Hauteur de la zone de saisie, en lignes."
        ),
    ] = 1


@dataclass(frozen=True, slots=True)
class Pack:
    """All the data a table of Les Architectes plays with; `skills` is in the order of the arcana."""

    __pydantic_config__: ClassVar[ConfigDict] = table(
        "Paquet des Architectes", "Toutes les données avec lesquelles joue une table des Architectes."
    )

    title: Annotated[Name, Field(alias="titre", description="Titre du paquet.")]
    summary: Annotated[
        Sentence, Field(alias="presentation", description="À quoi il sert, en une ou deux phrases.")
    ]
    skills: Annotated[
        tuple[Skill, ...],
        Field(
            alias="competences",
            min_length=ARCANA,
            max_length=ARCANA,
            description="Une compétence par arcane.",
        ),
    ]
    weapons: Annotated[
        tuple[Weapon, ...], Field(alias="armes", max_length=MAX_WEAPONS, description="Les armes.")
    ]
    rubrics: Annotated[tuple[Rubric, ...], Field(alias="rubriques", max_length=40, description="La feuille.")]
    professions: Annotated[
        tuple[Profession, ...], Field(max_length=100, description="Conseils par profession d’origine.")
    ] = ()

    def skill(self, number: int) -> Skill:
        """The skill of an arcanum, 1 to 22; raises KeyError."""
        if not 1 <= number <= ARCANA:
            raise KeyError(number)
        return self.skills[number - 1]

    def weapon(self, id: str) -> Weapon:
        """The weapon of that id; raises KeyError."""
        return named(self.weapons, id)


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
    """What no single field shows; twenty-two distinct numbers in 1..22 are all of them (ARC-01)."""
    yield from repeated("competences", "numero", [skill.number for skill in pack.skills])
    yield from repeated("competences", "chiffre", [skill.numeral for skill in pack.skills])
    yield from repeated("armes", "id", [weapon.id for weapon in pack.weapons])
    yield from repeated("rubriques", "id", [rubric.id for rubric in pack.rubrics])
    yield from repeated("professions", "nom", [profession.name for profession in pack.professions])
    for index, profession in enumerate(pack.professions):
        if len(set(profession.arcana)) < len(profession.arcana):
            yield f"professions[{index}].arcanes : le même arcane figure deux fois"
    missing = [id for id in SHEET if id not in {rubric.id for rubric in pack.rubrics}]
    if missing:
        yield f"rubriques : il manque {', '.join(missing)}"


FORMAT = PackFormat(
    Pack,
    _incoherences,
    lambda pack: replace(pack, skills=tuple(sorted(pack.skills, key=lambda skill: skill.number))),
)
load_pack = FORMAT.load
pack_from_json = FORMAT.from_json
pack_to_json = FORMAT.to_json
json_schema = FORMAT.schema
