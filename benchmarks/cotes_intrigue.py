"""Exact odds of Intrigue beside general dice libraries, answers compared to the fraction.

    PYTHONPATH=src uv run --no-project --with icepool==2.1.3 --with dyce==0.7 --with hdroller==0.6.7 \\
        benchmarks/cotes_intrigue.py [--runs 7]

Q4: the joint law of total and ones, 3 dice keep 2; Q4b: 10 dice keep 3. Q5: 10 dice keep 3 act, 5 dice keep 2 react:
raised, short, far. Q6: a contest to its end, 3 dice against 5, keep 2, the chance that the first wins; Q6b: 10 dice
keep 3 against 5 keep 2. Nothing is kept from one call to the next: our caches are emptied, evaluators made anew. Ours
finds the whole law of a contest's ends, margins and lengths where peers find one chance. icepool and hdroller read
pools face by face and know truncated dice; dyce reads die by die. Then ours alone: warm, all 251 pools of 1 to 5 dice
against each other, best play, Stress. A missing peer is skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import combinations_with_replacement
from typing import Any, Protocol

from peers import OURS, median_ms, present, runs_asked, side_by_side

from paravent.systems.intrigue import odds
from paravent.systems.intrigue.odds import Contest, Party, Pool, Stakes, stress
from paravent.systems.intrigue.odds import contest as contests
from paravent.systems.intrigue.odds import pool as pools
from paravent.systems.intrigue.weighing import SIZES, comparison

THREE, FIVE = Pool((6, 8, 10)), Pool((4, 6, 8, 10, 12))
TEN = Pool((4, 4, 6, 6, 8, 8, 10, 10, 12, 12), 3)
ONES = 1000
"""A tally as one number: total + 1000 × ones."""
FACES = (0, *range(2, 13))
"""What the faces of a D12 are worth; smaller dice are truncations of it."""
HOWS = ("raised", "short", "far")
MEMORIES = (pools.own_totals, stress.pile_law, stress.total_and_size, contests.contest_law, contests.lost_law)


def forget() -> None:
    for memory in MEMORIES:
        memory.cache_clear()


class Contender(Protocol):
    def joint(self, pool: Pool) -> Any: ...

    def opposed(self, action: Pool, reaction: Pool) -> Any: ...

    def contest(self, first: Pool, second: Pool) -> Any: ...

    def read(self, raw: Any) -> Mapping[int, Fraction]: ...


class Ours:
    def joint(self, pool: Pool) -> Any:
        return odds.joint_weights(pool.dice, pool.keep)

    def opposed(self, action: Pool, reaction: Pool) -> Any:
        forget()
        return odds.opposition(action, reaction)

    def contest(self, first: Pool, second: Pool) -> Any:
        forget()
        return odds.contest_law(Contest(first, second)).p(lambda end: end.first_wins)

    def read(self, raw: Any) -> Mapping[int, Fraction]:
        if isinstance(raw, Fraction):
            return {0: 1 - raw, 1: raw}
        if isinstance(raw, odds.Opposition):
            return {HOWS.index(how): p for how in HOWS if (p := getattr(raw, how))}
        return shares({n + ONES * ones: w for ones, row in enumerate(raw) for n, w in enumerate(row)})


class Peer:
    """`sums` gives the law of a pool's total, `image` and `mixed` that of a number, or of a law, for each value."""

    def __init__(
        self,
        joint: Callable[[Pool], Any],
        sums: Callable[[Pool], Any],
        two: Callable[[Callable[[int, int], int], Any, Any], Any],
        mixed: Callable[[Callable[[int], Any], Any], Any],
        weights: Callable[[Any], Mapping[int, Any]],
    ) -> None:
        self.joint, self.sums, self.two, self.mixed, self.weights = joint, sums, two, mixed, weights

    def opposed(self, action: Pool, reaction: Pool) -> Any:
        return self.two(lambda a, r: HOWS.index(comparison(a, r)), self.sums(action), self.sums(reaction))

    def contest(self, first: Pool, second: Pool) -> Any:
        """Each total to beat is looked at once, from the side that has to beat it."""
        laws = self.sums(first), self.sums(second)

        @cache
        def first_wins(held: int, side: int) -> Any:
            return self.mixed(
                lambda n: first_wins(n, 1 - side) if n > held else side,
                laws[side],
            )

        return self.mixed(lambda n: first_wins(n, 1), laws[0])

    def read(self, raw: Any) -> Mapping[int, Fraction]:
        return shares(self.weights(raw))


def shares(weights: Mapping[int, Any]) -> dict[int, Fraction]:
    whole = sum(weights.values())
    return {n: Fraction(w) / whole for n, w in weights.items() if w}


def icepool_peer(icepool: Any) -> Peer:
    die = {size: icepool.Die([worth for worth in FACES if worth <= size]) for size in SIZES}

    class Tally(icepool.MultisetEvaluator):  # type: ignore[misc]  # no types
        def __init__(self, keep: int) -> None:
            self.keep = keep

        def next_state(self, state: Any, order: Any, outcome: int, count: int) -> Hashable:
            if order > 0:
                raise icepool.UnsupportedOrder
            room, sum_, _ = state or (self.keep, 0, 0)
            kept = min(room, count)
            return room - kept, sum_ + outcome * kept, 0 if outcome else count

        def final_outcome(self, state: Any, *_: Any) -> int:
            code: int = state[1] + ONES * state[2]
            return code

    def dice(pool: Pool) -> Any:
        return icepool.Pool([die[size] for size in pool.dice])

    return Peer(
        lambda pool: Tally(pool.keep).evaluate(dice(pool)),
        lambda pool: dice(pool).highest(pool.keep).sum(),
        lambda f, a, b: icepool.map(f, a, b),
        lambda f, law: law.map(f),
        lambda law: dict(law.items()),
    )


def hdroller_peer(hdroller: Any) -> Peer:
    largest = hdroller.Die(*FACES)

    class Tally(hdroller.EvalPool):  # type: ignore[misc]  # no types
        def __init__(self, pool: Pool) -> None:
            self.lost = len(pool.dice) - pool.keep

        def next_state(self, state: Any, outcome: int, count: int) -> Hashable:
            seen, sum_, ones = state or (0, 0, 0)
            after = seen + count
            kept = max(0, after - max(seen, self.lost))
            return after, sum_ + outcome * kept, ones if outcome else count

        def final_outcome(self, state: Any, *_: Any) -> int:
            code: int = state[1] + ONES * state[2]
            return code

    def dice(pool: Pool) -> Any:
        return hdroller.Pool(largest, max_outcomes=pool.dice)

    return Peer(
        lambda pool: Tally(pool)(dice(pool)),
        lambda pool: dice(pool)[-pool.keep :].sum(),
        lambda f, a, b: hdroller.apply(f, a, b),
        lambda f, law: law.sub(f),
        lambda law: dict(zip(law.outcomes(), law.weights(), strict=True)),
    )


def dyce_peer(dyce: Any) -> Peer:
    die = {size: dyce.H({(worth,): 1 for worth in FACES if worth <= size}) for size in SIZES}

    def read(pool: Pool, start: Hashable, step: Callable[[Any, Any], Hashable]) -> Any:
        """Die by die, the best remembered."""
        law = dyce.H({start: 1})
        for size in pool.dice:
            law = law.apply(step, die[size])
        return law

    def best(kept: tuple[int, ...], worth: tuple[int], keep: int) -> tuple[int, ...]:
        return tuple(sorted((*kept, *worth), reverse=True)[:keep])

    def joint(pool: Pool) -> Any:
        law = read(pool, ((), 0), lambda s, worth: (best(s[0], worth, pool.keep), s[1] + (worth == (0,))))
        return law.apply(lambda s: sum(s[0]) + ONES * s[1])

    def mixed(f: Callable[[int], Any], law: Any) -> Any:
        """Without its pruning of rare paths, which is on by default."""
        return dyce.expand(lambda result: f(result.outcome), law, min_path_probability=Fraction(0))

    return Peer(
        joint,
        lambda pool: read(pool, (), lambda kept, worth: best(kept, worth, pool.keep)).apply(sum),
        lambda f, a, b: a.apply(f, b),
        mixed,
        lambda law: dict(law.items()),
    )


PEERS: dict[str, tuple[str, Callable[[Any], Contender]]] = {
    "icepool": ("icepool", icepool_peer),
    "hdroller": ("hdroller", hdroller_peer),
    "dyce": ("dyce", dyce_peer),
}


def alone(runs: int) -> None:
    every = [Pool(dice) for n in range(1, 6) for dice in combinations_with_replacement(SIZES, n)]
    stakes = Stakes(yielding=3, short=2, far=4, point=1)
    pair = Party(Pool((6, 8, 10)), stakes), Party(Pool((4, 6, 8, 10, 12)), stakes)

    def anew(work: Callable[[], object]) -> Callable[[], object]:
        def work_anew() -> object:
            forget()
            return work()

        return work_anew

    asked: dict[str, Callable[[], object]] = {
        "251 x 251 oppositions, nothing kept": anew(lambda: odds.oppositions(every)),
        "Q5, the totals known": lambda: odds.opposition(TEN, FIVE),
        "one joint law, 3 dice, as a Law": lambda: odds.pool_law(THREE),
        "one joint law, 10 dice, as a Law": lambda: odds.pool_law(TEN),
        "best play to the end, 3 dice against 5, action unknown": anew(lambda: odds.plan(*pair)),
        "a contest and its Stress, 3 dice against 5": anew(lambda: odds.lost_law(Contest(THREE, FIVE), 0, 6)),
        "a contest and its Stress, 10 dice against 5": anew(lambda: odds.lost_law(Contest(TEN, FIVE), 0, 6)),
        "a test of 3 dice against 5 and its Stress": anew(lambda: odds.failure_law(THREE, FIVE, 6)),
        "plot points of 5 players, three relationships each": lambda: odds.first_and_last([(6, 8, 10)] * 5),
    }
    for what, work in asked.items():
        print(f"{what:56} {median_ms(work, runs):9.3f} ms")


def main() -> None:
    runs = runs_asked(__doc__)
    contenders: dict[str, Contender] = {OURS: Ours(), **present(PEERS)}
    reads = {name: c.read for name, c in contenders.items()}

    def ask(question: str, work: Callable[[Contender], Any]) -> None:
        asks = {name: partial(lambda c: [work(c)], c) for name, c in contenders.items()}
        side_by_side(question, asks, reads, runs)

    ask("Q4", lambda c: c.joint(THREE))
    ask("Q4b", lambda c: c.joint(TEN))
    ask("Q5", lambda c: c.opposed(TEN, FIVE))
    ask("Q6", lambda c: c.contest(THREE, FIVE))
    ask("Q6b", lambda c: c.contest(TEN, FIVE))
    alone(runs)


if __name__ == "__main__":
    main()
