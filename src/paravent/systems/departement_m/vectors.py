"""Probability questions in the French of the shared test vectors: `donnees` in, `attendu` out."""

from collections.abc import Callable
from typing import Final

from paravent.core import questions as q
from paravent.core.questions import Answer, Table
from paravent.systems.departement_m import odds
from paravent.systems.departement_m.weighing import FREE_DICE, MOST_DICE, MOST_EXTRA

FAR = 1_000
MOST_DIFFICULTIES = 100
ROLL: Final = ("seuil", "discipline", "specialisation")


def answer(donnees: object) -> Answer:
    """The exact answer to one question, in the shape of the vectors' `attendu`. Raises `BadQuestion` for
    anything else.
    """
    return q.asked(donnees, QUESTIONS)


def _pool(d: Table) -> Answer:
    q.keys(d, "donnees", "calcul", "des", *ROLL, "difficultes")
    law = _law(d)
    difficulties = q.wholes(d, "difficultes", "donnees", MOST_DIFFICULTIES, 0, FAR)
    return {
        "loi": [
            {"reussites": t.successes, "complications": t.complications, **q.number(p)} for t, p in law.rows()
        ],
        "p_au_moins_une_complication": q.number(odds.p_complication(law)),
        "par_difficulte": [
            {
                "difficulte": difficulty,
                "p_reussite": q.number(odds.p_success(law, difficulty)),
                "esperance_impulsion": q.number(odds.expected_momentum(law, difficulty)),
            }
            for difficulty in difficulties
        ],
    }


def _test(d: Table) -> Answer:
    q.keys(d, "donnees", "calcul", "des", *ROLL, "difficulte", "impulsion_actuelle", "plafond")
    law, difficulty = _law(d), _difficulty(d)
    pool, cap = _points(d, "impulsion_actuelle"), q.whole_or_none(d, "plafond", "donnees", 0, FAR)
    return {
        "p_reussite": q.number(odds.p_success(law, difficulty)),
        "esperance_impulsion_sans_plafond": q.number(odds.expected_momentum(law, difficulty)),
        "loi_impulsion_gagnee": [
            {"impulsion": points, **q.number(p)}
            for points, p in odds.momentum_law(law, difficulty, pool, cap).rows()
        ],
        "loi_reussite_complication": [
            {"reussite": success, "complication": complication, **q.number(p)}
            for (success, complication), p in odds.issue_law(law, difficulty).rows()
        ],
    }


def _purchase(d: Table) -> Answer:
    q.keys(d, "donnees", "calcul", *ROLL, "difficulte", "chance_voulue", "prix_des_des")
    offered = odds.purchases(odds.Task(*_roll(d), _difficulty(d)), _prices(d))
    best = odds.best_purchase(offered, q.fraction(d, "chance_voulue", "donnees"))
    return {
        "choix": [_worth(p) for p in offered],
        "des_a_acheter": best.extra if best else None,
    }


def _best(d: Table) -> Answer:
    """The best purchase with its payment, and what the next points would buy beyond it."""
    q.keys(
        d,
        "donnees",
        "calcul",
        *ROLL,
        "difficulte",
        "chance_voulue",
        "prix_des_des",
        "impulsion_actuelle",
        "plafond",
        "menace_disponible",
    )
    task = odds.Task(
        *_roll(d),
        _difficulty(d),
        _points(d, "impulsion_actuelle"),
        q.whole_or_none(d, "plafond", "donnees", 0, FAR),
    )
    threat = q.whole_or_none(d, "menace_disponible", "donnees", 0, FAR)
    offered = odds.purchases(task, _prices(d), threat)
    best = odds.best_purchase(offered, q.fraction(d, "chance_voulue", "donnees"))
    return {
        "choix": [{**_worth(p), "paiement": _payment(p.payment)} for p in offered],
        "des_a_acheter": best.extra if best else None,
        "points_suivants": [
            {
                "des_de_plus": s.more,
                "prix": s.price,
                "accessible": s.payment is not None,
                "p_reussite": q.number(s.success),
                "gain": q.number(s.gained),
            }
            for s in odds.steps(offered, best.extra if best else 0)
        ],
    }


def _worth(p: odds.Purchase) -> Answer:
    return {
        "des_achetes": p.extra,
        "cout": p.cost,
        "p_reussite": q.number(p.success),
        "esperance_impulsion": q.number(p.expected),
    }


def _payment(paid: odds.Payment | None) -> Answer | None:
    if paid is None:
        return None
    return {"impulsion": paid.momentum, "menace": paid.threat, "rangs_en_impulsion": [*paid.ranks]}


def _law(d: Table) -> odds.DicePoolLaw:
    return odds.dice_pool_law(q.whole(d, "des", "donnees", FREE_DICE, MOST_DICE), *_roll(d))


def _roll(d: Table) -> tuple[int, int, bool]:
    target = q.whole(d, "seuil", "donnees", 0, FAR)
    return target, q.whole(d, "discipline", "donnees", 0, FAR), q.flag(d, "specialisation", "donnees")


def _difficulty(d: Table) -> int:
    return q.whole(d, "difficulte", "donnees", 0, FAR)


def _points(d: Table, name: str) -> int:
    return q.whole(d, name, "donnees", 0, FAR)


def _prices(d: Table) -> tuple[int, ...]:
    prices = q.wholes(d, "prix_des_des", "donnees", MOST_EXTRA, 0, FAR)
    if len(prices) < MOST_EXTRA:
        raise q.BadQuestion("donnees.prix_des_des", "trois prix sont attendus, un par dé")
    return prices


QUESTIONS: Final[dict[str, Callable[[Table], Answer]]] = {
    "reserve": _pool,
    "test": _test,
    "achat": _purchase,
    "meilleur_achat": _best,
}
