"""Probability questions in the French of the shared test vectors: `donnees` in, `attendu` out."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Final

from paravent.core import questions as q
from paravent.core.questions import Answer, Table
from paravent.systems.intrigue import odds
from paravent.systems.intrigue.weighing import (
    LARGEST,
    NOTHING,
    SIZES,
    SMALLEST,
    Die,
    Growing,
    Inflicted,
    growth_difficulty,
    stress_pile,
)

HIGHEST_RESULT = 200
LONGEST_NAME = 80

GROWING: Final[dict[str, Growing]] = {
    "talent": "ability",
    "trait": "distinction",
    "matos": "gear",
    "lieu": "location",
    "relation": "relationship",
    "figurant": "extra",
}
BEST: Final = {1: "a", -1: "b", 0: "egalite"}
RESOURCE_KEEPS_AT_MOST = 2


def answer(donnees: object) -> Answer:
    """The exact answer to one question, in the shape of the vectors' `attendu`. Raises `BadQuestion` for
    anything else.
    """
    return q.asked(donnees, QUESTIONS)


# Throws


def _pool(d: Table) -> Answer:
    q.keys(d, "donnees", "calcul", "des", "garde")
    pool = _dice_kept(d, "donnees")
    law = odds.pool_law(pool)
    return {
        "loi": [{"total": t.total, "uns": t.ones, **q.number(p)} for t, p in law.rows()],
        "esperance_total": q.number(law.map(lambda t: t.total).mean()),
        "p_au_moins_un_1": q.number(odds.p_ones(pool)),
    }


def _opposition(d: Table) -> Answer:
    q.keys(d, "donnees", "calcul", "action", "reaction")
    found = odds.opposition(_side(d, "action"), _side(d, "reaction"))
    return {
        "p_reaction_superieure": q.number(found.raised),
        "p_egalite": q.number(found.level),
        "p_reaction_inferieure_ou_egale": q.number(found.fails),
        "p_reaction_inferieure_de_5_ou_plus": q.number(found.far),
    }


def _test(d: Table) -> Answer:
    q.keys(d, "donnees", "calcul", "joueur", "pile_des_problemes", "risque_de_stress", "stress_actuel")
    player, trouble = _thrown(d, "joueur"), _thrown(d, "pile_des_problemes")
    current = _stress(d, "stress_actuel", "donnees")
    success = odds.p_beats(player, trouble)
    found: Answer = {"p_reussite": q.number(success), "p_echec": q.number(1 - success)}
    if q.flag(d, "risque_de_stress", "donnees"):
        found["loi_echec_et_stress"] = _inflicted(odds.failure_law(player, trouble, current).rows())
    return found


def _recovery(d: Table) -> Answer:
    q.keys(d, "donnees", "calcul", "soigneur", "stress_du_soigne")
    healed = odds.Pool(_dice(d, "stress_du_soigne", "donnees"))
    return {"p_guerison": q.number(odds.p_beats(_thrown(d, "soigneur"), healed))}


def _plot_point(d: Table) -> Answer:
    q.keys(d, "donnees", "calcul", "joueur", "de_ajoute", "contre")
    pool, more = _thrown(d, "joueur"), _die(d, "de_ajoute", "donnees")
    if len(pool.dice) == odds.MOST_DICE:
        raise q.BadQuestion("donnees.joueur.des", f"au plus {odds.MOST_DICE - 1} dés avant d’en ajouter un")
    if pool.keep == odds.MOST_KEPT:
        raise q.BadQuestion("donnees.joueur.garde", f"attendu de 1 à {odds.MOST_KEPT - 1}")
    found = odds.plot_point(pool, more, _side(d, "contre"))
    return {
        "p_superieur_base": q.number(found.base),
        "p_superieur_un_de_de_plus": q.number(found.more_dice),
        "p_superieur_un_garde_de_plus": q.number(found.keep_more),
    }


def _aid(d: Table) -> Answer:
    q.keys(d, "donnees", "calcul", "type", "soutien", "allie", "contre")
    person = q.choice(d, "type", "donnees", {"personnage": True, "ressource": False})
    aid, ally, against = _thrown(d, "soutien"), _thrown(d, "allie"), _side(d, "contre")
    if aid.keep > (1 if person else RESOURCE_KEEPS_AT_MOST):
        raise q.BadQuestion("donnees.soutien.garde", "trop de dés gardés pour un soutien")
    helped = ally._replace(aids=(aid,))
    if person:
        law = [{"valeur": t.total, "uns": t.ones, **q.number(p)} for t, p in odds.pool_law(aid).rows()]
    else:
        law = [{"valeur": total, **q.number(p)} for total, p in odds.total_law(aid).rows()]
    return {
        "loi_soutien": law,
        "loi_total_allie": [{"total": n, **q.number(p)} for n, p in odds.total_law(helped).rows()],
        "p_superieur_sans_soutien": q.number(odds.p_beats(ally, against)),
        "p_superieur_avec_soutien": q.number(odds.p_beats(helped, against)),
    }


def _interference(d: Table) -> Answer:
    q.keys(d, "donnees", "calcul", "interpose", "action")
    ended = odds.p_beats(_thrown(d, "interpose"), _side(d, "action"))
    return {"p_conflit_acheve": q.number(ended), "p_ignore": q.number(1 - ended)}


def _interference_goes_on(d: Table) -> Answer:
    q.keys(d, "donnees", "calcul", "a", "b", "interpose")
    law = odds.interference_law(_thrown(d, "a"), _thrown(d, "b"), _thrown(d, "interpose"))
    return {
        "loi": _sorted(
            {
                "meilleur": BEST[row.best],
                "a_depasse_interpose": row.first_beats,
                "b_depasse_interpose": row.second_beats,
                **q.number(p),
            }
            for row, p in law.rows()
        )
    }


# Stress


def _known_stress(d: Table) -> Answer:
    q.keys(d, "donnees", "calcul", "jet", "stress_actuel")
    dice = []
    for at, row in enumerate(q.records(d, "jet", "donnees", odds.MOST_DICE, "de", "face")):
        key = f"donnees.jet[{at}]"
        size = _die(row, "de", key)
        dice.append(Die(size, q.whole(row, "face", key, 1, size)))
    pile = stress_pile(dice)
    law = odds.struck_law(_stress(d, "stress_actuel", "donnees"), pile)
    return {"pile_de_stress": [*pile], "loi_nouveau_stress": _inflicted(law.rows())}


def _average_stress(d: Table) -> Answer:
    q.keys(d, "donnees", "calcul", "des", "stress_actuel")
    dice = _dice(d, "des", "donnees")
    law = odds.average_law(_stress(d, "stress_actuel", "donnees"), dice)
    return {"loi_nouveau_stress": _inflicted(law.rows()), "p_pile_vide": q.number(odds.p_empty(dice))}


# Contests


def _contest(d: Table) -> Answer:
    q.keys(d, "donnees", "calcul", "premier", "second", "action_connue")
    held = q.whole_or_none(d, "action_connue", "donnees", 0, HIGHEST_RESULT)
    law = odds.contest_law(odds.Contest(_thrown(d, "premier"), _thrown(d, "second"), held))
    throws = law.map(lambda end: end.throws)
    found: Answer = {}
    won = law.map(lambda end: (end.first_wins, end.far))
    for name, first in (("premier", True), ("second", False)):
        far = won.p((first, True))
        found[f"p_{name}_gagne"] = q.number(far + won.p((first, False)))
        found[f"p_{name}_gagne_de_5_ou_plus"] = q.number(far)
    found["esperance_jets"] = q.number(throws.mean())
    found["loi_nombre_jets"] = [{"jets": n, **q.number(p)} for n, p in throws.rows()]
    return found


def _contest_and_stress(d: Table) -> Answer:
    q.keys(d, "donnees", "calcul", "premier", "second")
    pools, stresses = [], []
    for name in ("premier", "second"):
        row = q.record(d, name, "donnees", "des", "garde", "stress_actuel")
        pools.append(_dice_kept(row, f"donnees.{name}"))
        stresses.append(_stress(row, "stress_actuel", f"donnees.{name}"))
    law = odds.lost_law(odds.Contest(pools[0], pools[1]), stresses[0], stresses[1])
    named = law.map(lambda end: ("second" if end.first_wins else "premier", *end[1:]))
    return {
        "loi": [
            {
                "perdant": loser,
                "ecart_de_5_ou_plus": far,
                "stress": stress or None,
                "craquer_possible": may_stress_out,
                **q.number(p),
            }
            for (loser, far, stress, may_stress_out), p in named.rows()
        ]
    }


# Episodes


def _plot_points(d: Table) -> Answer:
    q.keys(d, "donnees", "calcul", "joueurs", "grand_groupe")
    players = q.records(d, "joueurs", "donnees", odds.MOST_PLAYERS, "nom", "relations")
    names = [_name(row, "nom", f"donnees.joueurs[{at}]") for at, row in enumerate(players)]
    if len(set(names)) < len(names):
        raise q.BadQuestion("donnees.joueurs", "deux joueurs portent le même nom")
    dice = [_dice(row, "relations", f"donnees.joueurs[{at}]") for at, row in enumerate(players)]
    try:
        ends = odds.first_and_last(dice)
    except ValueError:
        text = "un joueur au moins, et un seul sans relation"
        raise q.BadQuestion("donnees.joueurs", text) from None
    points = odds.points_law(dice, big_group=q.flag(d, "grand_groupe", "donnees"))
    return {
        "loi_premier_dernier": _sorted(
            {"premier": names[first], "dernier": names[last], **q.number(p)}
            for (first, last), p in ends.rows()
        ),
        "loi_pi_par_joueur": [
            {"nom": name, "loi": [{"pi": n, **q.number(p)} for n, p in law.rows()]}
            for name, law in zip(names, points, strict=True)
        ],
    }


def _growth(d: Table) -> Answer:
    known = ("caracteristique", "de_vise", "reserve_de_developpement", "plus_gros_stress", "heritage")
    q.keys(d, "donnees", "calcul", *known)
    kind = q.choice(d, "caracteristique", "donnees", GROWING)
    extra = (_stress(d, "plus_gros_stress", "donnees"), _stress(d, "heritage", "donnees"))
    dice = (*_dice(d, "reserve_de_developpement", "donnees"), *(die for die in extra if die != NOTHING))
    if len(dice) > odds.MOST_DICE:
        raise q.BadQuestion("donnees.reserve_de_developpement", f"au plus {odds.MOST_DICE} dés en tout")
    return {
        "de_de_difficulte": growth_difficulty(kind),
        "p_progression": q.number(odds.growth(kind, _die(d, "de_vise", "donnees"), dice)),
    }


# Shared


def _inflicted(rows: Iterable[tuple[Inflicted | None, Fraction]]) -> list[Answer]:
    """What becomes of a Stress, the smallest first; whatever leaves it out of it is left out."""
    struck = sorted((inflicted, p) for inflicted, p in rows if inflicted is not None)
    return [
        {"stress": size or None, "craquer_possible": may_stress_out, **q.number(p)}
        for (size, may_stress_out), p in struck
    ]


def _thrown(d: Table, name: str) -> odds.Pool:
    return _dice_kept(q.record(d, name, "donnees", "des", "garde"), f"donnees.{name}")


def _side(d: Table, name: str) -> odds.Side:
    """A pool, or a result that is known."""
    row = q.table(d[name], f"donnees.{name}")
    if "resultat" not in row:
        return _thrown(d, name)
    q.keys(row, f"donnees.{name}", "resultat")
    return q.whole(row, "resultat", f"donnees.{name}", 0, HIGHEST_RESULT)


def _dice_kept(row: Table, key: str) -> odds.Pool:
    return odds.Pool(_dice(row, "des", key), q.whole(row, "garde", key, 1, odds.MOST_KEPT))


def _dice(d: Table, name: str, key: str) -> tuple[int, ...]:
    sizes = q.wholes(d, name, key, odds.MOST_DICE, SMALLEST, LARGEST)
    for at, size in enumerate(sizes):
        _known(size, f"{key}.{name}[{at}]")
    return sizes


def _die(d: Table, name: str, key: str) -> int:
    return _known(q.whole(d, name, key, SMALLEST, LARGEST), f"{key}.{name}")


def _stress(d: Table, name: str, key: str) -> int:
    """A die, or none for null."""
    return NOTHING if d[name] is None else _die(d, name, key)


def _known(size: int, key: str) -> int:
    if size not in SIZES:
        raise q.BadQuestion(key, "un dé de 4, 6, 8, 10 ou 12 faces est attendu")
    return size


def _name(d: Table, name: str, key: str) -> str:
    value = d[name]
    if not isinstance(value, str) or not 1 <= len(value) <= LONGEST_NAME:
        raise q.BadQuestion(f"{key}.{name}", f"un nom de 1 à {LONGEST_NAME} caractères est attendu")
    return value


def _sorted(rows: Iterable[Answer]) -> list[Answer]:
    """By the values of each row, its chance aside."""
    return sorted(rows, key=lambda row: [*row.values()][:-2])


QUESTIONS: Final[dict[str, Callable[[Table], Answer]]] = {
    "reserve": _pool,
    "opposition": _opposition,
    "test": _test,
    "recuperation": _recovery,
    "effet_pi": _plot_point,
    "stress_jet_connu": _known_stress,
    "stress_moyenne": _average_stress,
    "duel": _contest,
    "duel_et_stress": _contest_and_stress,
    "points_intrigue": _plot_points,
    "progression": _growth,
    "soutien": _aid,
    "interposition": _interference,
    "interposition_poursuivie": _interference_goes_on,
}
