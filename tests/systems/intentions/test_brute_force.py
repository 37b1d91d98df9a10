"""Questions drawn at random, answered again by the longest way: every die, every state, straight from the rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from paravent.systems.intentions.vectors import answer
from systems.intentions.longest_way import INTENTIONS, every_throw, net

Data = dict[str, Any]
CATEGORIES = ("commune", "specialiste", "initiee")


# Asking


def some_test(r: Random) -> Data:
    single = r.random() < 0.4
    return {
        "calcul": "test",
        "difficulte": r.randint(-2, 12),
        "bonus": r.randint(-2, 4),
        "avantages": r.choice([0, 0, 1, 2, 3]),
        "desavantages": r.choice([0, 0, 1, 2, 3]),
        "tout_double_critique": r.random() < 0.5,
        "un_seul_de": single,
        "de_precedent": r.choice([None, 1, 2, 3, 4, 5, 6]) if single else None,
        "annulation_un_pour_un": r.random() < 0.5,
    }


def some_composition(r: Random) -> Data:
    return {
        "calcul": "composition",
        "difficulte_base": r.randint(1, 8),
        "intentions": r.choices(INTENTIONS, k=r.choice([0, 1, 2, 4])),
        "instincts": r.choices(INTENTIONS, k=r.choice([0, 1, 2])),
        "actions": [
            {
                "categorie": r.choices(CATEGORIES, weights=(4, 4, 1))[0],
                "bonus": r.choice([None, 1, 2]),
                "avantages": r.choice([0, 0, 1, 2]),
                "desavantages": r.choice([0, 0, 1, 2]),
            }
            for _ in range(r.choice([1, 1, 2, 3, 4]))
        ],
        "avantages": r.choice([0, 0, 1, 2]),
        "desavantages": r.choice([0, 0, 1, 2]),
        "boit_une_potion": r.random() < 0.4,
        "soiffard": r.random() < 0.4,
        "tout_double_critique": r.random() < 0.5,
        "annulation_un_pour_un": r.random() < 0.5,
        "prudente_augmente": r.random() < 0.5,
    }


def some_race(r: Random) -> Data:
    back = r.random() < 0.5
    steps = (-1, 0, 1, 2, 3) if back else (0, 1, 2, 3)

    def dial() -> Data:
        way = r.choice([1, -1])
        value = r.randint(0, 7)
        behind = value - way * r.randint(0, 3) if back or r.random() < 0.5 else None
        return {
            "valeur": value,
            "fin": value + way * r.randint(1, 4),
            "sens": "croissant" if way == 1 else "decroissant",
            "limite_arriere": behind,
        }

    def chances(count: int) -> list[str]:
        weights = [r.randint(1, 5) for _ in range(count)]
        return [f"{w}/{sum(weights)}" for w in weights]

    def alone() -> list[Data]:
        taken = r.sample(steps, r.randint(1, 3))
        return [{"pas": s, "p": p} for s, p in zip(taken, chances(len(taken)), strict=True)]

    if r.random() < 0.5:
        moves: Data = {"type": "independants", "a": alone(), "b": alone()}
    else:
        rows = r.sample([*product(steps, steps)], r.randint(1, 4))
        lines = [{"a": a, "b": b, "p": p} for (a, b), p in zip(rows, chances(len(rows)), strict=True)]
        moves = {"type": "conjoint", "lignes": lines}
    return {
        "calcul": "course",
        "compteur_a": dial(),
        "compteur_b": dial(),
        "pas": moves,
        "horizon": r.randint(0, 6),
    }


# Answering


def expected_test(d: Data) -> Data:
    mode = net(d["avantages"], d["desavantages"], one_for_one=d["annulation_un_pour_un"])
    law = every_throw(
        d["difficulte"],
        d["bonus"],
        mode,
        doubles=d["tout_double_critique"],
        single=d["un_seul_de"],
        last=d["de_precedent"],
    )
    return {"mode_net": mode, **law}


def expected_composition(d: Data) -> Data:
    """INT-22, INT-25, INT-32, INT-35, INT-40, INT-41, INT-43. Taking one's time, even twice over, is one advantage."""
    if any(a["categorie"] == "initiee" and a["bonus"] is None for a in d["actions"]):
        return {"possible": False}
    difficulty = d["difficulte_base"] + len(d["actions"]) - 1
    if d["boit_une_potion"] and not d["soiffard"]:
        difficulty += 1
    for taken in d["intentions"]:
        free = taken in d["instincts"] or (taken == "prudente" and not d["prudente_augmente"])
        difficulty += not free
    scale = [("specialiste", None), ("commune", None), 1, 2]
    modes = ["desavantage", "normal", "avantage"]
    candidates = []
    for a in d["actions"]:
        rank = scale.index(a["bonus"] or (a["categorie"], None))
        for_it = d["avantages"] + a["avantages"] + ("prudente" in d["intentions"])
        against = d["desavantages"] + a["desavantages"] + (rank == 0)
        mode = net(for_it, against, one_for_one=d["annulation_un_pour_un"])
        candidates.append((rank, modes.index(mode), a["bonus"] or 0))
    _, place, bonus = min(candidates)
    return {
        "possible": True,
        "difficulte_effective": difficulty,
        "bonus_applique": bonus,
        "mode_net": modes[place],
        **every_throw(difficulty, bonus, modes[place], doubles=d["tout_double_critique"]),
    }


def expected_race(d: Data) -> Data:
    """INT-50, INT-51, INT-53: the whole law turn after turn, then the chances from each state as unknowns."""
    dials = [d["compteur_a"], d["compteur_b"]]
    moves: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    if d["pas"]["type"] == "conjoint":
        for row in d["pas"]["lignes"]:
            moves[row["a"], row["b"]] += Fraction(row["p"])
    else:
        for a, b in product(d["pas"]["a"], d["pas"]["b"]):
            moves[a["pas"], b["pas"]] += Fraction(a["p"]) * Fraction(b["p"])

    def moved(dial: Data, value: int, step: int) -> int:
        if dial["sens"] == "croissant":
            value = min(value + step, dial["fin"])
            return value if dial["limite_arriere"] is None else max(value, dial["limite_arriere"])
        value = max(value - step, dial["fin"])
        return value if dial["limite_arriere"] is None else min(value, dial["limite_arriere"])

    def over(state: tuple[int, ...]) -> bool:
        return any(v == dial["fin"] for v, dial in zip(state, dials, strict=True))

    def after(state: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
        law: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for step, p in moves.items():
            law[tuple(moved(*each) for each in zip(dials, state, step, strict=True))] += p
        return law

    start = (dials[0]["valeur"], dials[1]["valeur"])
    law, over_by = {start: Fraction(1)}, []
    for _ in range(d["horizon"]):
        ahead: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for state, p in law.items():
            for to, q in {state: Fraction(1)}.items() if over(state) else after(state).items():
                ahead[to] += p * q
        law = ahead
        over_by.append(sum((p for state, p in law.items() if over(state)), Fraction(0)))

    states = [start]
    for state in states:
        states += [to for to in after(state) if not over(to) and to not in states]
    reaches = {s for s in states if any(over(to) for to in after(s))}
    while more := {s for s in states if s not in reaches and reaches & after(s).keys()}:
        reaches |= more

    def solved(known: Callable[[tuple[int, ...]], Fraction], each: int = 0) -> Fraction:
        """x(start), where x(s) = each + Σ p·x(to), x given by `known` where the race is over, 0 where it never is."""
        alive = [s for s in states if s in reaches]
        rows = []
        for s in alive:
            row, right = {t: Fraction(t == s) for t in alive}, Fraction(each)
            for to, p in after(s).items():
                if over(to):
                    right += p * known(to)
                elif to in reaches:
                    row[to] -= p
            rows.append((row, right))
        return eliminated(alive, rows, start)

    ends = [dial["fin"] for dial in dials]
    certain = set(states) == reaches
    return {
        "p_a_avant_b": solved(lambda s: Fraction(s[0] == ends[0] and s[1] != ends[1])),
        "p_b_avant_a": solved(lambda s: Fraction(s[1] == ends[1] and s[0] != ends[0])),
        "p_meme_tour": solved(lambda s: Fraction([*s] == ends)),
        "esperance_tours": solved(lambda s: Fraction(0), each=1) if certain else None,
        "p_course_finie_au_tour": [{"tour": n, "p": p} for n, p in enumerate(over_by, 1)],
    }


Row = tuple[dict[Any, Fraction], Fraction]


def eliminated(unknowns: list[Any], rows: list[Row], wanted: Any) -> Fraction:
    """Gauss and Jordan; an unknown that is not there is 0."""
    for n, x in enumerate(unknowns):
        at = next(i for i, (row, _) in enumerate(rows) if row[x] and not any(row[y] for y in unknowns[:n]))
        pivot, right = rows[at]
        scale = pivot[x]
        rows[at] = pivot, right = {y: v / scale for y, v in pivot.items()}, right / scale
        for i, (row, value) in enumerate(rows):
            if i != at and (k := row[x]):
                rows[i] = {y: v - k * pivot[y] for y, v in row.items()}, value - k * right
    return next((right for row, right in rows if row.get(wanted)), Fraction(0))


# Comparing


def numbers(found: Any) -> Any:
    """An answer with its fractions read, each beside its rounding checked."""
    if isinstance(found, list):
        return [numbers(item) for item in found]
    if not isinstance(found, dict):
        return found
    if "exact" not in found:
        return {key: numbers(item) for key, item in found.items()}
    p = Fraction(found["exact"])
    assert found["exact"] == f"{p.numerator}/{p.denominator}"
    assert found["approx"] == float(f"{float(p):.12g}")
    rest = {key: item for key, item in found.items() if key not in ("exact", "approx")}
    return {**rest, "p": p} if rest else p


QUESTIONS: dict[str, tuple[Callable[[Random], Data], Callable[[Data], Data]]] = {
    "test": (some_test, expected_test),
    "composition": (some_composition, expected_composition),
    "course": (some_race, expected_race),
}


def compared(kind: str, seed: int, count: int) -> None:
    ask, expected = QUESTIONS[kind]
    r = Random(seed)
    for _ in range(count):
        asked = ask(r)
        assert numbers(answer(asked)) == expected(asked), asked


@pytest.mark.parametrize("kind", QUESTIONS)
def test_the_longest_way_agrees(kind: str) -> None:
    compared(kind, seed=1, count=150)


@pytest.mark.nightly
@pytest.mark.parametrize("kind", QUESTIONS)
@pytest.mark.parametrize("seed", range(2, 12))
def test_the_longest_way_agrees_at_length(kind: str, seed: int) -> None:
    compared(kind, seed, count=1000)
