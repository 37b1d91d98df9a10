"""Probability questions in the French of the shared test vectors: `donnees` in, `attendu` out."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Final, TypeVar

from paravent.systems.architectes.odds.duel import Duelist, TooManyStates, duel_law
from paravent.systems.architectes.odds.exchange import Side, exchange_law
from paravent.systems.architectes.odds.margin import margin_law
from paravent.systems.architectes.odds.skill import CARDS, Mode, Outcome, Policy, test_law
from paravent.systems.architectes.odds.wounds import Condition, wound_law

Answer = dict[str, object]
T = TypeVar("T")

MODES: Final[dict[str, Mode]] = {"normal": "normal", "facile": "easy", "difficile": "hard"}
POLICIES: Final[dict[str, Policy]] = {"aucune": "none", "toutes": "all", "tant_que_echec": "until_success"}
OUTCOMES: Final = {
    Outcome.FIRST_CRITICAL: "critique_premiere_carte",
    Outcome.SECOND_CRITICAL: "critique_seconde_ou_destin",
    Outcome.ORDINARY: "reussite_ordinaire",
    Outcome.FAILURE: "echec",
}
CONDITIONS: Final[dict[Condition, str]] = {
    "standing": "debout",
    "unconscious": "inconscient",
    "dead": "mort",
}

MOST_POINTS = 1_000
MOST_HORIZON = 1_000
MOST_BLOWS = 100


class BadQuestion(ValueError):
    """A question that cannot be read; the message is French and names the key at fault."""

    def __init__(self, key: str, text: str) -> None:
        super().__init__(f"{key}\u00a0: {text}")
        self.key = key


def answer(donnees: object) -> Answer:
    """The exact answer to one question, in the shape of the vectors' `attendu`. Raises BadQuestion for
    anything else.
    """
    if not isinstance(donnees, dict):
        raise BadQuestion("donnees", "un objet est attendu")
    return _choice(donnees, "calcul", "donnees", QUESTIONS)(donnees)


def _test(donnees: Mapping[str, object]) -> Answer:
    _keys(donnees, "donnees", *HAND, "calcul", "points_destin", "politique_destin")
    deck, arcana, score = _hand(donnees, "donnees")
    mode = _choice(donnees, "mode", "donnees", MODES)
    points = _whole(donnees, "points_destin", "donnees", 0, MOST_POINTS)
    policy = _choice(donnees, "politique_destin", "donnees", POLICIES)
    if policy == "none" and points:
        raise BadQuestion("donnees.points_destin", "0 attendu quand la politique est «\u00a0aucune\u00a0»")
    law = test_law(deck, arcana, score, mode, points, policy)
    return {
        "p_reussite": _number(law.success),
        "p_critique_premiere_carte": _number(law.first_critical),
        "p_critique_seconde_ou_destin": _number(law.second_critical),
        "p_reussite_ordinaire": _number(law.ordinary),
        "p_echec": _number(law.failure),
        "esperance_points_depenses": _number(law.expected_spent),
    }


def _margin(donnees: Mapping[str, object]) -> Answer:
    _keys(donnees, "donnees", *HAND, "calcul", "points_destin")
    deck, arcana, score = _hand(donnees, "donnees")
    mode = _choice(donnees, "mode", "donnees", MODES)
    points = _whole(donnees, "points_destin", "donnees", 0, MOST_POINTS)
    law = margin_law(deck, arcana, score, mode, points)
    rows = sorted(((OUTCOMES[outcome], margin, p) for (outcome, margin), p in law.items()), key=_no_p)
    return {"loi": [{"issue": issue, "marge": margin, **_number(p)} for issue, margin, p in rows]}


def _no_p(row: tuple[str, int | None, Fraction]) -> tuple[str, int]:
    return row[0], row[1] or 0


def _exchange(donnees: Mapping[str, object]) -> Answer:
    _keys(donnees, "donnees", "calcul", "a", "b")
    law = exchange_law(_side(donnees, "a"), _side(donnees, "b"))
    return {
        "p_a_touche": _number(law.a_hits),
        "p_b_touche": _number(law.b_hits),
        "p_personne": _number(law.nobody),
    }


def _side(donnees: Mapping[str, object], name: str) -> Side:
    key = f"donnees.{name}"
    fighter = _record(donnees, name, *HAND, "destin")
    deck, arcana, score = _hand(fighter, key)
    mode = _choice(fighter, "mode", key, MODES)
    return Side(deck, arcana, score, mode, _whole(fighter, "destin", key, 0, MOST_POINTS))


def _duel(donnees: Mapping[str, object]) -> Answer:
    _keys(donnees, "donnees", "calcul", "a", "b", "horizon")
    a, b = _duelist(donnees, "a"), _duelist(donnees, "b")
    horizon = _whole(donnees, "horizon", "donnees", 0, MOST_HORIZON)
    if not a.deck and not b.deck:
        raise BadQuestion("donnees.a.cartes_restantes", "deux morts ne se battent pas (ARC-26)")
    try:
        law = duel_law(a, b, horizon)
    except TooManyStates as too_many:
        text = "duel trop vaste pour un calcul exact ; moins de cartes, plus de dommages ou un horizon plus court"
        raise BadQuestion("donnees", text) from too_many
    expected = law.expected_exchanges
    return {
        "p_fin": {
            "a_mort": _number(law.a_dead),
            "a_inconscient": _number(law.a_unconscious),
            "b_mort": _number(law.b_dead),
            "b_inconscient": _number(law.b_unconscious),
            "sans_fin": _number(law.endless),
        },
        "esperance_echanges": None if expected is None else _number(expected),
        "loi_nombre_echanges": [{"echanges": n, **_number(p)} for n, p in law.exchanges],
        "p_plus_que_horizon": _number(law.beyond_horizon),
    }


def _duelist(donnees: Mapping[str, object], name: str) -> Duelist:
    key = f"donnees.{name}"
    fighter = _record(donnees, name, *HAND, "dommages")
    deck, arcana, score = _hand(fighter, key)
    mode = _choice(fighter, "mode", key, MODES)
    return Duelist(deck, arcana, score, mode, _whole(fighter, "dommages", key, 1, CARDS))


def _wounds(donnees: Mapping[str, object]) -> Answer:
    _keys(donnees, "donnees", "calcul", "cartes_restantes", "arcane", "score", "coups")
    deck, arcana, score = _hand(donnees, "donnees")
    blows = _wholes(donnees, "coups", "donnees", MOST_BLOWS)
    law = wound_law(deck, arcana, score, blows)
    return {
        "cartes_apres": law.cards_left,
        "etat": CONDITIONS[law.condition],
        "p_arcane_survit": _number(law.arcana_survives),
        "loi_cartes_inferieures_au_score": [{"nombre": n, **_number(p)} for n, p in law.low_cards],
    }


HAND: Final = ("cartes_restantes", "arcane", "score", "mode")
QUESTIONS: Final[dict[str, Callable[[Mapping[str, object]], Answer]]] = {
    "test": _test,
    "issue_et_marge": _margin,
    "echange": _exchange,
    "duel": _duel,
    "blessures": _wounds,
}


def _number(value: Fraction) -> dict[str, object]:
    """A reduced fraction, and its first twelve significant digits."""
    return {
        "exact": f"{value.numerator}/{value.denominator}",
        "approx": float(f"{value.numerator / value.denominator:.12g}"),
    }


def _hand(record: Mapping[str, object], key: str) -> tuple[tuple[int, ...], int, int]:
    deck = _wholes(record, "cartes_restantes", key, CARDS)
    if len(set(deck)) != len(deck):
        raise BadQuestion(f"{key}.cartes_restantes", "une carte y est deux fois")
    return deck, _whole(record, "arcane", key, 1, CARDS), _whole(record, "score", key, 1, CARDS)


def _keys(record: Mapping[str, object], key: str, *known: str) -> None:
    for name in record:
        if name not in known:
            shown = name[:40] if isinstance(name, str) else "?"
            raise BadQuestion(f"{key}.{shown}", "clé inconnue")
    for name in known:
        if name not in record:
            raise BadQuestion(f"{key}.{name}", "clé manquante")


def _record(donnees: Mapping[str, object], name: str, *known: str) -> Mapping[str, object]:
    value = donnees[name]
    if not isinstance(value, dict):
        raise BadQuestion(f"donnees.{name}", "un objet est attendu")
    _keys(value, f"donnees.{name}", *known)
    return value


def _choice(record: Mapping[str, object], name: str, key: str, choices: Mapping[str, T]) -> T:
    value = record.get(name)
    if not isinstance(value, str) or value not in choices:
        raise BadQuestion(f"{key}.{name}", f"attendu\u00a0: {_list(choices)}")
    return choices[value]


def _list(names: Iterable[str]) -> str:
    return ", ".join(f"«\u00a0{name}\u00a0»" for name in names)


def _whole(record: Mapping[str, object], name: str, key: str, least: int, most: int) -> int:
    return _in_range(record[name], f"{key}.{name}", least, most)


def _wholes(record: Mapping[str, object], name: str, key: str, most: int) -> tuple[int, ...]:
    """A list of cards or of damages: both go from 1 to 22."""
    value = record[name]
    if not isinstance(value, list):
        raise BadQuestion(f"{key}.{name}", "une liste est attendue")
    if len(value) > most:
        raise BadQuestion(f"{key}.{name}", f"au plus {most} éléments")
    return tuple(_in_range(item, f"{key}.{name}[{at}]", 1, CARDS) for at, item in enumerate(value))


def _in_range(value: object, key: str, least: int, most: int) -> int:
    if type(value) is not int:  # a bool is no number here
        raise BadQuestion(key, f"un nombre entier de {least} à {most} est attendu")
    if not least <= value <= most:
        raise BadQuestion(key, f"attendu de {least} à {most}")
    return value
