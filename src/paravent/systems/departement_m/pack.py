"""The data pack of Département M: attributes, disciplines, their ranges, focuses to suggest, a budget or none.

A pack is written in TOML with French keys, checked whole, and read by the rules as frozen values. It travels
as JSON in the log and in exports.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, ClassVar

from pydantic import ConfigDict, Field

from paravent.core.packs import Id, Name, PackFormat, Sentence, repeated, table

SHIPPED = ("departement_m", "budget")
"""The packs that come with the system, the default one first."""
MOST_SCORES = 12
HIGHEST = 20
MOST_FOCUSES = 10
"""How many focuses a sheet may hold: a bound of the form, not of the rules."""


@dataclass(frozen=True, slots=True)
class Score:
    """An attribute or a discipline (DEM-01, DEM-02)."""

    __pydantic_config__: ClassVar[ConfigDict] = table(
        "Valeur", "Un attribut ou une discipline (DEM-01, DEM-02)."
    )

    id: Annotated[Id, Field(description="Identifiant, unique dans le paquet.")]
    name: Annotated[Name, Field(alias="nom", description="Nom.")]
    definition: Annotated[Sentence, Field(description="Ce que la valeur mesure, en une phrase.")]


@dataclass(frozen=True, slots=True)
class Range:
    """The lowest and the highest score, included."""

    __pydantic_config__: ClassVar[ConfigDict] = table("Plage", "La plus petite et la plus grande valeur.")

    low: Annotated[int, Field(strict=True, ge=0, le=HIGHEST, alias="bas", description="La plus petite.")]
    high: Annotated[int, Field(strict=True, ge=0, le=HIGHEST, alias="haut", description="La plus grande.")]


@dataclass(frozen=True, slots=True)
class Budget:
    """What a player's agent shares out at creation, to the point (DEM-04)."""

    __pydantic_config__: ClassVar[ConfigDict] = table(
        "Budget", "Ce qu’un agent répartit à sa création (DEM-04)."
    )

    attributes: Annotated[
        int, Field(strict=True, ge=0, le=240, alias="attributs", description="Somme des attributs.")
    ]
    disciplines: Annotated[int, Field(strict=True, ge=0, le=240, description="Somme des disciplines.")]
    focuses: Annotated[
        int,
        Field(
            strict=True,
            ge=0,
            le=MOST_FOCUSES,
            alias="specialisations",
            description="Nombre de spécialisations.",
        ),
    ]


@dataclass(frozen=True, slots=True)
class Pack:
    """All the data a table of Département M plays with."""

    __pydantic_config__: ClassVar[ConfigDict] = table(
        "Paquet de Département M", "Toutes les données avec lesquelles joue une table de Département M."
    )

    title: Annotated[Name, Field(alias="titre", description="Titre du paquet.")]
    summary: Annotated[
        Sentence, Field(alias="presentation", description="À quoi il sert, en une ou deux phrases.")
    ]
    attributes: Annotated[
        tuple[Score, ...],
        Field(alias="attributs", min_length=1, max_length=MOST_SCORES, description="Les attributs (DEM-01)."),
    ]
    disciplines: Annotated[
        tuple[Score, ...],
        Field(min_length=1, max_length=MOST_SCORES, description="Les disciplines (DEM-02)."),
    ]
    attribute_range: Annotated[
        Range, Field(alias="plage_attributs", description="De combien à combien va un attribut.")
    ] = Range(7, 12)
    discipline_range: Annotated[
        Range, Field(alias="plage_disciplines", description="De combien à combien va une discipline.")
    ] = Range(1, 5)
    budget: Annotated[
        Budget | None, Field(description="Facultatif : sans lui, seules les plages comptent.")
    ] = None
    focuses: Annotated[
        tuple[Name, ...],
        Field(alias="specialisations", max_length=60, description="Spécialisations proposées, à compléter."),
    ] = ()

    def attribute(self, id: str) -> int:
        """The place of an attribute in the pack's order; raises KeyError."""
        return _place(self.attributes, id)

    def discipline(self, id: str) -> int:
        """The place of a discipline in the pack's order; raises KeyError."""
        return _place(self.disciplines, id)


def _place(scores: tuple[Score, ...], id: str) -> int:
    for i, s in enumerate(scores):
        if s.id == id:
            return i
    raise KeyError(id)


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
    for path, scores in (("attributs", pack.attributes), ("disciplines", pack.disciplines)):
        yield from repeated(path, "id", [s.id for s in scores])
        yield from repeated(path, "nom", [s.name for s in scores])
    attributes = {s.id: i for i, s in enumerate(pack.attributes)}
    for i, s in enumerate(pack.disciplines):
        if s.id in attributes:
            yield f"disciplines[{i}].id : « {s.id} » est déjà pris par attributs[{attributes[s.id]}]"
    yield from repeated("specialisations", "", pack.focuses)
    for path, ends in (
        ("plage_attributs", pack.attribute_range),
        ("plage_disciplines", pack.discipline_range),
    ):
        if ends.low > ends.high:
            yield f"{path}.bas : la plus petite valeur dépasse la plus grande"
    if pack.budget is None:
        return
    for path, total, n, ends in (
        ("budget.attributs", pack.budget.attributes, len(pack.attributes), pack.attribute_range),
        ("budget.disciplines", pack.budget.disciplines, len(pack.disciplines), pack.discipline_range),
    ):
        if not n * ends.low <= total <= n * ends.high:
            yield f"{path} : hors d’atteinte, de {n * ends.low} à {n * ends.high}"


FORMAT = PackFormat(Pack, _incoherences)
load_pack = FORMAT.load
pack_from_json = FORMAT.from_json
pack_to_json = FORMAT.to_json
json_schema = FORMAT.schema
