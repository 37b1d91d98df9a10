"""Assets as they are written down, with a model or without, at creation and when gained (ITG-02, ITG-73)."""

from __future__ import annotations

from collections.abc import Iterator

from paravent.core.domains import Domain, OneOf, Option, Text
from paravent.core.rules import rule
from paravent.systems.intrigue.pack import AssetModel, BoostModel, Pack
from paravent.systems.intrigue.sheet_model import Boost, Trait, TraitKind
from paravent.systems.intrigue.weighing import BONUSES_AT

OWN = ""
"""An asset of one's own, which no model describes."""
NAMELESS = "Sans nom"
GEAR_LIMIT = "Perdu, volé ou cassé, il ne sert plus."
"""The limit of all gear."""
LINKED, APART = "", "apart"
"""An ability is of the character's heritage, or of none."""
BY_A_POINT = Boost("Tu t’en sers sans lancer son dé.", "1 PI.", 1)
"""What an ability or gear can do for a plot point where its model says no other."""
NONE = Boost("", "", 0)
"""The place of a bonus that nobody wrote: it is kept, for the next to open at their own sizes."""

Field = tuple[str, str, Domain]
"""A field of a form: its id, its French label, what it may hold."""


def distinction_fields(pack: Pack) -> tuple[Field, ...]:
    return (_model(pack.distinctions), _name(), *bonus_fields(pack))


def ability_fields(pack: Pack, *, heritage: bool = True) -> tuple[Field, ...]:
    """`heritage`: whether there may be one that the ability is of."""
    words = (_words("descriptor", "Descripteur"), _words("limit", "Limite", 200))
    linked = OneOf((Option(LINKED, "oui, s’il y en a un"), Option(APART, "non")))
    link: tuple[Field, ...] = (("heritage", "Tient de l’Héritage", linked),) if heritage else ()
    return (_model(pack.abilities), _name(), *words, *link)


def gear_fields(pack: Pack) -> tuple[Field, ...]:
    return _model(pack.gear), _name(), _words("descriptor", "Descripteur")


def resource_fields() -> tuple[Field, ...]:
    """The specialties of an extra or a location (ITG-03)."""
    return ("first", "Spécialité", Text(60, required=True)), (
        "second",
        "Autre spécialité",
        Text(60, required=True),
    )


@rule("ITG-02")
def bonus_fields(pack: Pack) -> tuple[Field, ...]:
    """The three bonuses of a distinction that no model describes."""
    ideas = tuple(dict.fromkeys(b.gain for b in _bonuses(pack)))
    helps = (
        "Sans modèle : un bonus proposé, pris avec son effet et son coût, ou un texte que la table applique."
    )
    return tuple(
        (f"at{size}", f"Bonus à D{size}", Text(400, help=helps if size == BONUSES_AT[0] else "", ideas=ideas))
        for size in BONUSES_AT
    )


def _model(models: tuple[AssetModel, ...]) -> Field:
    own = Option(OWN, "aucun, je le nomme")
    return "model", "Modèle", OneOf((own, *(Option(m.id, m.name, note=m.text) for m in models)))


def _name() -> Field:
    return "name", "Nom", Text(60, help="À laisser vide pour garder celui du modèle.")


def _words(id: str, label: str, longest: int = 80) -> Field:
    return id, label, Text(longest)


@rule("ITG-02")
def distinction(pack: Pack, id: str, model: str, name: str, die: int, *gains: str) -> Trait:
    """`gains`: of its three bonuses, where no model says them."""
    own = tuple(bonus_of(pack, gain, rank) for rank, gain in enumerate(gains))
    return _asset(pack, id, "distinction", model, name, die, boosts=own)


@rule("ITG-02")
def ability(
    pack: Pack, id: str, model: str, name: str, die: int, descriptor: str, limit: str, heritage: str
) -> Trait:
    """`heritage`: the name of the one it is of, "" for none."""
    return _asset(pack, id, "ability", model, name, die, descriptor, limit, heritage, (BY_A_POINT,))


@rule("ITG-02")
def gear(pack: Pack, id: str, model: str, name: str, die: int, descriptor: str) -> Trait:
    """Its limit is that of all gear, whatever a pack says."""
    return _asset(pack, id, "gear", model, name, die, descriptor, GEAR_LIMIT, boosts=(BY_A_POINT,))


@rule("ITG-02", "ITG-36")
def bonus_of(pack: Pack, gain: str, rank: int) -> Boost:
    """The bonus of the pack whose gain these words are, at the same rank if it can be; else words alone."""
    gain = gain.strip()
    if not gain:
        return NONE
    same_rank = (m.boosts[rank] for m in pack.distinctions if rank < len(m.boosts))
    found = next((b for b in (*same_rank, *_bonuses(pack)) if b.gain == gain), None)
    return boost(found) if found else Boost(gain, "", 0)


def _bonuses(pack: Pack) -> Iterator[BoostModel]:
    return (b for m in pack.distinctions for b in m.boosts)


def boost(b: BoostModel) -> Boost:
    return Boost(b.gain, b.cost, b.points, b.effect.sort, b.effect.size)


def _asset(
    pack: Pack,
    id: str,
    kind: TraitKind,
    model: str,
    name: str,
    die: int,
    descriptor: str = "",
    limit: str = "",
    heritage: str = "",
    boosts: tuple[Boost, ...] = (),
) -> Trait:
    descriptor, limit, called, text = descriptor.strip(), limit.strip(), name.strip(), ""
    if model != OWN:
        m = pack.asset(model)
        called, text, boosts = called or m.name, m.text, tuple(map(boost, m.boosts)) or boosts
        descriptor, limit = descriptor or m.descriptor, limit or m.limit
    return Trait(
        id,
        kind,
        called or NAMELESS,
        die,
        text,
        boosts=boosts,
        descriptor=descriptor,
        limit=limit,
        heritage=heritage,
    )
