"""Q1: a test of Les Architectes, from a deck of tarot cards.

22 decks (cards 1 to n), 22 scores, 3 modes, the skill's own arcana lost, the lowest or the highest card: 4,356 laws of
failure, ordinary success, critical. Q1b: the same with 0 to 5 Destiny cards, all drawn: 26,136 laws. Everybody gets the
same counts of cards; ours also ranks the criticals. Peers without a deck mix conditional draws, each sub-deck's law
computed once a run.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from asking import NUMPY, OURS, Ask, Law, Question

Cell = tuple[int, int, int, str]
"""Cards under the score, own arcana, the rest, mode."""

FAILURE, ORDINARY, CRITICAL = range(3)
MODES = ("normal", "easy", "hard")
MOST = 5


def cells() -> list[Cell]:
    found: list[Cell] = []
    for mode in MODES:
        for n in range(1, 23):
            for score in range(1, 23):
                under = min(score - 1, n)
                for own, own_low in ((0, 0), (1, int(score > 1)), (1, int(score > n))):
                    found.append((under - own_low, own, n - under - own + own_low, mode))
    return found


ALL = cells()
ONE: list[Cell] = [(11, 1, 10, "hard")]


def ours(asked: list[Cell], most: int) -> Ask:
    from paravent.systems.architectes import odds

    def work() -> list[Any]:
        if not most:
            return [odds.test_weights(*cell) for cell in asked]
        return [row for cell in asked for row in odds.destiny_table(*cell, most)]

    return Ask(work, lambda rows: [read_weights(*row) for row in rows])


def ours_numpy(asked: list[Cell], most: int) -> Ask:
    import numpy as np

    from paravent.systems.architectes import odds

    columns = {mode: np.array([cell[:3] for cell in asked if cell[3] == mode]).T for mode in MODES}

    def work() -> list[Any]:
        return [odds.destiny_tables(*columns[mode], mode, most) for mode in MODES]

    def read(tables: list[Any]) -> list[Law]:
        return [read_weights(*row) for table in tables for row in table.reshape(5, -1).T.tolist()]

    return Ask(work, read)


def read_weights(total: int, first: int, second: int, ordinary: int, failure: int) -> Law:
    return law_of({FAILURE: failure, ORDINARY: ordinary, CRITICAL: first + second}, total)


def law_of(weights: dict[int, Any], total: Any) -> Law:
    return {outcome: Fraction(w) / Fraction(total) for outcome, w in weights.items() if w}


class Mixing:
    """A peer that can mix laws by weight: the draw is told card by card."""

    def __init__(
        self,
        mix: Callable[[list[Any], list[int]], Any],
        certain: Callable[[int], Any],
        weights: Callable[[Any], dict[int, Any]],
    ) -> None:
        self.mix, self.certain, self.weights = mix, certain, weights
        self.memo: dict[tuple[int, int, int, int, int], Any] = {}

    def more(self, low: int, own: int, rest: int, cards: int, status: int) -> Any:
        """The law after `cards` more cards judged alone."""
        key = (low, own, rest, cards, status)
        if key not in self.memo:
            branches = [
                (low, lambda: self.more(low - 1, own, rest, cards - 1, ORDINARY)),
                (own, lambda: self.certain(CRITICAL)),
                (rest, lambda: self.more(low, own, rest - 1, cards - 1, status)),
            ]
            self.memo[key] = self.branch(branches) if cards and low + own + rest else self.certain(status)
        return self.memo[key]

    def branch(self, branches: list[tuple[int, Callable[[], Any]]]) -> Any:
        live = [(weight, law()) for weight, law in branches if weight]
        return self.mix([law for _, law in live], [weight for weight, _ in live])

    def law(self, low: int, own: int, rest: int, mode: str, cards: int) -> Any:
        n = low + own + rest
        if mode != "hard" or n < 2:
            return self.more(low, own, rest, min(n, cards + (1 if mode == "normal" else 2)), FAILURE)

        def second(low: int, rest: int, first_low: bool) -> Any:
            return self.branch(
                [
                    (low, lambda: self.more(low - 1, own, rest, cards, ORDINARY if first_low else FAILURE)),
                    (own, lambda: self.certain(CRITICAL)),
                    (rest, lambda: self.more(low, own, rest - 1, cards, FAILURE)),
                ]
            )

        return self.branch(
            [
                (low, lambda: second(low - 1, rest, True)),
                (own, lambda: self.certain(CRITICAL)),
                (rest, lambda: second(low, rest - 1, False)),
            ]
        )

    def ask(self, asked: list[Cell], most: int) -> Ask:
        def work() -> list[Any]:
            self.memo.clear()
            return [self.law(*cell, cards) for cell in asked for cards in range(most + 1)]

        def read(laws: list[Any]) -> list[Law]:
            found = [self.weights(law) for law in laws]
            return [law_of(weights, sum(weights.values())) for weights in found]

        return Ask(work, read)


def icepool_mixing() -> Mixing:
    import icepool

    return Mixing(
        lambda laws, weights: icepool.Die(laws, times=weights),
        lambda outcome: icepool.Die([outcome]),
        lambda die: dict(die.items()),
    )


def icepool_decks() -> Mixing:
    """Its own decks and multiset evaluators, the way its manual goes."""
    import icepool

    class Least(icepool.MultisetEvaluator):  # type: ignore[misc]  # untyped peer
        def next_state(self, state: Any, _order: Any, outcome: int, /, *counts: int) -> int:
            return max(state or FAILURE, outcome if counts[0] else FAILURE)

    class Hard(icepool.MultisetEvaluator):  # type: ignore[misc]  # untyped peer
        def next_state(
            self, state: Any, _order: Any, outcome: int, /, *counts: tuple[int, int]
        ) -> tuple[int, int]:
            best, low_pair = state or (FAILURE, 0)
            ((pair, destiny),) = counts
            if outcome == CRITICAL and pair + destiny:
                return CRITICAL, 0
            if outcome == ORDINARY and best != CRITICAL:
                return (ORDINARY if destiny or pair == 2 else best), pair
            return best, low_pair

        def final_outcome(self, state: Any, *_: Any) -> int:
            return state[0] if state else FAILURE

    least, hard = Least(), Hard()

    class Decks(Mixing):
        def law(self, low: int, own: int, rest: int, mode: str, cards: int) -> Any:
            n = low + own + rest
            deck = icepool.Deck({FAILURE: rest, ORDINARY: low, CRITICAL: own})
            if mode == "hard" and n > 1:
                return hard(deck.deal((2, min(cards, n - 2))))
            return least(deck.deal(min(n, cards + (1 if mode == "normal" else 2))))

    return Decks(lambda *_: None, lambda _: None, lambda die: dict(die.items()))


def dyce_mixing() -> Mixing:
    import dyce

    return Mixing(
        lambda laws, weights: dyce.expand(lambda r: laws[r.outcome], dyce.H(dict(enumerate(weights)))),
        lambda outcome: dyce.H({outcome: 1}),
        lambda h: dict(h.items()),
    )


def dice_calc_mixing() -> Mixing:
    import dice_calc

    return Mixing(
        lambda laws, weights: dice_calc.RV.from_rvs(laws, weights),
        lambda outcome: dice_calc.RV.from_const(outcome),
        lambda rv: dict(zip(rv.vals, rv.probs, strict=True)),
    )


def lea_mixing() -> Mixing:
    import lea

    def mix(laws: list[Any], weights: list[int]) -> Any:
        total = sum(weights)
        flat: dict[int, Fraction] = {}
        for law, weight in zip(laws, weights, strict=True):
            for outcome, p in law.pmf_tuple():
                flat[outcome] = flat.get(outcome, Fraction(0)) + p * Fraction(weight, total)
        return lea.pmf(flat, prob_type="r")

    return Mixing(
        mix, lambda outcome: lea.pmf({outcome: Fraction(1)}, prob_type="r"), lambda law: dict(law.pmf_tuple())
    )


PEERS: dict[str, Callable[[], Mixing]] = {
    "icepool, ses paquets": icepool_decks,
    "icepool, mélanges": icepool_mixing,
    "dyce": dyce_mixing,
    "dice_calc": dice_calc_mixing,
    "lea": lea_mixing,
}


def contenders(asked: list[Cell], most: int, *, whole: bool) -> dict[str, Callable[[], Ask]]:
    def peer(build: Callable[[], Mixing]) -> Ask:
        return build().ask(asked, most)

    found: dict[str, Callable[[], Ask]] = {OURS: partial(ours, asked, most)}
    if whole:
        found[NUMPY] = partial(ours_numpy, asked, most)
    return found | {name: partial(peer, build) for name, build in PEERS.items()}


QUESTIONS = {
    "Q1": Question(
        "test de tarot, 4 356 cases (paquet × score × mode × arcane)",
        "tableau",
        contenders(ALL, 0, whole=True),
        target=60,
    ),
    "Q1b": Question(
        "le même avec 0 à 5 cartes de Destin, 26 136 cases",
        "tableau",
        contenders(ALL, MOST, whole=True),
        target=30,
        with_numpy=150,
    ),
    "S1": Question("un seul test difficile, paquet entier", "seule", contenders(ONE, 0, whole=False)),
}
