"""Exact odds of an Architectes test beside general dice libraries, answers compared to the fraction.

    PYTHONPATH=src uv run --no-project --with icepool==2.1.3 --with dyce==0.7 --with dice-calc==0.3.6 \\
        --with lea==4.4 benchmarks/cotes_architectes.py [--runs 7]

Q1: 22 deck sizes, 22 scores, 3 modes, own arcana lost, low or high: 4,356 laws. Q1b: the same with 0 to 5
Destiny cards, all drawn: 26,136 laws. Every contender gets the same counts of cards and gives failure,
ordinary success, critical; ours also ranks the criticals. Peers without a deck mix conditional draws, each
sub-deck's law computed once a run. A missing peer is skipped.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from peers import OURS, median_ms, present, runs_asked, side_by_side

from paravent.systems.architectes import odds

Cell = tuple[int, int, int, odds.Mode]
Law = tuple[Fraction, Fraction, Fraction]
FAILURE, ORDINARY, CRITICAL = range(3)
MOST = 5
FULL = tuple(range(1, 23))


def cells() -> list[Cell]:
    """(cards under the score, own arcana, the rest, mode) for decks 1..n; the arcana is lost, the lowest or
    the highest card.
    """
    modes: tuple[odds.Mode, ...] = ("normal", "easy", "hard")
    found: list[Cell] = []
    for n in FULL:
        for score in FULL:
            under = min(score - 1, n)
            for own, own_low in ((0, 0), (1, int(score > 1)), (1, int(score > n))):
                found += [(under - own_low, own, n - under - own + own_low, mode) for mode in modes]
    return found


# ---- contenders: a pair (Q1, Q1b) of functions giving raw answers, and a reader of one raw answer


class Ours:
    def q1(self, asked: list[Cell]) -> list[Any]:
        weights = odds.test_weights
        return [weights(low, own, rest, mode) for low, own, rest, mode in asked]

    def q1b(self, asked: list[Cell]) -> list[Any]:
        table = odds.destiny_table
        return [row for low, own, rest, mode in asked for row in table(low, own, rest, mode, MOST)]

    def read(self, raw: Any) -> Law:
        total, first, second, ordinary, failure = raw
        return Fraction(failure, total), Fraction(ordinary, total), Fraction(first + second, total)


class Mixing:
    """A peer that can mix laws by weight: the draw is told card by card."""

    def __init__(
        self,
        mix: Callable[[list[Any], list[int]], Any],
        certain: Callable[[int], Any],
        weights: Callable[[Any], dict[int, int]],
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

    def law(self, low: int, own: int, rest: int, mode: odds.Mode, cards: int) -> Any:
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

    def q1(self, asked: list[Cell]) -> list[Any]:
        self.memo.clear()
        return [self.law(*cell, 0) for cell in asked]

    def q1b(self, asked: list[Cell]) -> list[Any]:
        self.memo.clear()
        return [self.law(*cell, cards) for cell in asked for cards in range(MOST + 1)]

    def read(self, raw: Any) -> Law:
        weights = self.weights(raw)
        total = sum(weights.values())
        failure, ordinary, critical = (Fraction(weights.get(outcome, 0), total) for outcome in range(3))
        return failure, ordinary, critical


def icepool_mixing(icepool: Any) -> Mixing:
    return Mixing(
        lambda laws, weights: icepool.Die(laws, times=weights),
        lambda outcome: icepool.Die([outcome]),
        lambda die: dict(die.items()),
    )


def icepool_decks(icepool: Any) -> Any:
    """Its own decks and multiset evaluators, the way its manual goes."""

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
        def law(self, low: int, own: int, rest: int, mode: odds.Mode, cards: int) -> Any:
            n = low + own + rest
            deck = icepool.Deck({FAILURE: rest, ORDINARY: low, CRITICAL: own})
            if mode == "hard" and n > 1:
                return hard(deck.deal((2, min(cards, n - 2))))
            return least(deck.deal(min(n, cards + (1 if mode == "normal" else 2))))

    return Decks(lambda *_: None, lambda _: None, lambda die: dict(die.items()))


def dyce_mixing(dyce: Any) -> Mixing:
    return Mixing(
        lambda laws, weights: dyce.expand(lambda r: laws[r.outcome], dyce.H(dict(enumerate(weights)))),
        lambda outcome: dyce.H({outcome: 1}),
        lambda h: dict(h.items()),
    )


def dice_calc_mixing(dice_calc: Any) -> Mixing:
    return Mixing(
        lambda laws, weights: dice_calc.RV.from_rvs(laws, weights),
        lambda outcome: dice_calc.RV.from_const(outcome),
        lambda rv: dict(zip(rv.vals, rv.probs, strict=True)),
    )


def lea_mixing(lea: Any) -> Mixing:
    def mix(laws: list[Any], weights: list[int]) -> Any:
        total = sum(weights)
        flat: dict[int, Fraction] = {}
        for law, weight in zip(laws, weights, strict=True):
            for outcome, p in law.pmf_tuple():
                flat[outcome] = flat.get(outcome, Fraction(0)) + p * Fraction(weight, total)
        return lea.pmf(flat, prob_type="r")

    def read(law: Any) -> dict[int, int]:
        rows = [(outcome, Fraction(p)) for outcome, p in law.pmf_tuple()]
        common = 1
        for _, p in rows:
            common *= p.denominator
        return {outcome: int(p * common) for outcome, p in rows}

    return Mixing(mix, lambda outcome: lea.pmf({outcome: Fraction(1)}, prob_type="r"), read)


PEERS = {
    "icepool, decks": ("icepool", icepool_decks),
    "icepool, mixing": ("icepool", icepool_mixing),
    "dyce": ("dyce", dyce_mixing),
    "dice_calc": ("dice_calc", dice_calc_mixing),
    "lea": ("lea", lea_mixing),
}


def main() -> None:
    runs = runs_asked(__doc__)
    asked = cells()
    contenders: dict[str, Any] = {OURS: Ours(), **present(PEERS)}
    reads = {name: contender.read for name, contender in contenders.items()}
    for question in ("q1", "q1b"):
        asks = {name: partial(getattr(contender, question), asked) for name, contender in contenders.items()}
        side_by_side(question, asks, reads, runs)

    a, b = odds.Side(FULL, 13, 18, "hard", 3), odds.Side(FULL, 12, 19, "easy", 3)
    for name, work in {
        "a test, 3 points until success": lambda: odds.test_law(FULL, 13, 12, "hard", 3, "until_success"),
        "outcome and margin": lambda: odds.margin_law(FULL, 13, 12, "hard", 3),
        "an exchange, full decks": lambda: odds.exchange_law(a, b),
        "Destiny in alternation, level passes": lambda: odds.duelled_destiny_law(a, b, "passes"),
    }.items():
        print(f"one question, warm: {name:38} {median_ms(work, 20 * runs):8.3f} ms")


if __name__ == "__main__":
    main()
