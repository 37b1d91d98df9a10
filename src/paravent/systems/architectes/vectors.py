"""Probability questions in the French of the shared test vectors: `donnees` in, `attendu` out."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from paravent.core import questions as q
from paravent.core.questions import Answer
from paravent.systems.architectes.odds.duel import Duelist, TooManyStates, duel_law
from paravent.systems.architectes.odds.exchange import Side, exchange_law
from paravent.systems.architectes.odds.margin import margin_law
from paravent.systems.architectes.odds.skill import CARDS, Mode, Outcome, Policy, test_law
from paravent.systems.architectes.odds.wounds import Condition, wound_law

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


def answer(donnees: object) -> Answer:
    """The exact answer to one question, in the shape of the vectors' `attendu`. Raises `BadQuestion` for
    anything else.
    """
    return q.asked(donnees, QUESTIONS)


def _test(donnees: Mapping[str, object]) -> Answer:
    q.keys(donnees, "donnees", *HAND, "calcul", "points_destin", "politique_destin")
    deck, arcana, score = _hand(donnees, "donnees")
    mode = q.choice(donnees, "mode", "donnees", MODES)
    points = q.whole(donnees, "points_destin", "donnees", 0, MOST_POINTS)
    policy = q.choice(donnees, "politique_destin", "donnees", POLICIES)
    if policy == "none" and points:
        raise q.BadQuestion("donnees.points_destin", "0 attendu quand aucun n’est dépensé")
    law = test_law(deck, arcana, score, mode, points, policy)
    return {
        "p_reussite": q.number(law.success),
        "p_critique_premiere_carte": q.number(law.first_critical),
        "p_critique_seconde_ou_destin": q.number(law.second_critical),
        "p_reussite_ordinaire": q.number(law.ordinary),
        "p_echec": q.number(law.failure),
        "esperance_points_depenses": q.number(law.expected_spent),
    }


def _margin(donnees: Mapping[str, object]) -> Answer:
    q.keys(donnees, "donnees", *HAND, "calcul", "points_destin")
    deck, arcana, score = _hand(donnees, "donnees")
    mode = q.choice(donnees, "mode", "donnees", MODES)
    points = q.whole(donnees, "points_destin", "donnees", 0, MOST_POINTS)
    law = margin_law(deck, arcana, score, mode, points)
    rows = sorted(((OUTCOMES[outcome], margin, p) for (outcome, margin), p in law.items()), key=_no_p)
    return {"loi": [{"issue": issue, "marge": margin, **q.number(p)} for issue, margin, p in rows]}


def _no_p(row: tuple[str, int | None, Fraction]) -> tuple[str, int]:
    return row[0], row[1] or 0


def _exchange(donnees: Mapping[str, object]) -> Answer:
    q.keys(donnees, "donnees", "calcul", "a", "b")
    law = exchange_law(_side(donnees, "a"), _side(donnees, "b"))
    return {
        "p_a_touche": q.number(law.a_hits),
        "p_b_touche": q.number(law.b_hits),
        "p_personne": q.number(law.nobody),
    }


def _side(donnees: Mapping[str, object], name: str) -> Side:
    key = f"donnees.{name}"
    fighter = q.record(donnees, name, "donnees", *HAND, "destin")
    deck, arcana, score = _hand(fighter, key)
    mode = q.choice(fighter, "mode", key, MODES)
    return Side(deck, arcana, score, mode, q.whole(fighter, "destin", key, 0, MOST_POINTS))


def _duel(donnees: Mapping[str, object]) -> Answer:
    q.keys(donnees, "donnees", "calcul", "a", "b", "horizon")
    a, b = _duelist(donnees, "a"), _duelist(donnees, "b")
    horizon = q.whole(donnees, "horizon", "donnees", 0, MOST_HORIZON)
    if not a.deck and not b.deck:
        raise q.BadQuestion("donnees.a.cartes_restantes", "deux morts ne se battent pas (ARC-26)")
    try:
        law = duel_law(a, b, horizon)
    except TooManyStates as too_many:
        text = "duel trop vaste pour un calcul exact\N{NO-BREAK SPACE}: "
        less = "il faut moins de cartes, plus de dommages ou un horizon plus court"
        raise q.BadQuestion("donnees", text + less) from too_many
    expected = law.expected_exchanges
    return {
        "p_fin": {
            "a_mort": q.number(law.a_dead),
            "a_inconscient": q.number(law.a_unconscious),
            "b_mort": q.number(law.b_dead),
            "b_inconscient": q.number(law.b_unconscious),
            "sans_fin": q.number(law.endless),
        },
        "esperance_echanges": None if expected is None else q.number(expected),
        "loi_nombre_echanges": [{"echanges": n, **q.number(p)} for n, p in law.exchanges],
        "p_plus_que_horizon": q.number(law.beyond_horizon),
    }


def _duelist(donnees: Mapping[str, object], name: str) -> Duelist:
    key = f"donnees.{name}"
    fighter = q.record(donnees, name, "donnees", *HAND, "dommages")
    deck, arcana, score = _hand(fighter, key)
    mode = q.choice(fighter, "mode", key, MODES)
    return Duelist(deck, arcana, score, mode, q.whole(fighter, "dommages", key, 1, CARDS))


def _wounds(donnees: Mapping[str, object]) -> Answer:
    q.keys(donnees, "donnees", "calcul", "cartes_restantes", "arcane", "score", "coups")
    deck, arcana, score = _hand(donnees, "donnees")
    blows = q.wholes(donnees, "coups", "donnees", MOST_BLOWS, 1, CARDS)
    law = wound_law(deck, arcana, score, blows)
    return {
        "cartes_apres": law.cards_left,
        "etat": CONDITIONS[law.condition],
        "p_arcane_survit": q.number(law.arcana_survives),
        "loi_cartes_inferieures_au_score": [{"nombre": n, **q.number(p)} for n, p in law.low_cards],
    }


HAND: Final = ("cartes_restantes", "arcane", "score", "mode")
QUESTIONS: Final[dict[str, Callable[[Mapping[str, object]], Answer]]] = {
    "test": _test,
    "issue_et_marge": _margin,
    "echange": _exchange,
    "duel": _duel,
    "blessures": _wounds,
}


def _hand(record: Mapping[str, object], key: str) -> tuple[tuple[int, ...], int, int]:
    deck = q.wholes(record, "cartes_restantes", key, CARDS, 1, CARDS)
    if len(set(deck)) != len(deck):
        raise q.BadQuestion(f"{key}.cartes_restantes", "une carte y est deux fois")
    return deck, q.whole(record, "arcane", key, 1, CARDS), q.whole(record, "score", key, 1, CARDS)
