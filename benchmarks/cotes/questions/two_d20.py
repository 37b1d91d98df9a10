"""Q3: pools of D20 of Département M.

2 to 5 dice, target numbers 7 to 17, no focus or one over a discipline of 1 to 5: 264 joint laws of successes and
complications. Peers get one die's weights beforehand, one whole number holding both counts, and add dice in whichever
way is faster for them: n at once, or one more each time, where the four sizes share their sums. Ours is asked law by
law, shares and keeps nothing, and counts its own faces; with numpy, all tests at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from operator import add
from typing import Any

from asking import NUMPY, OURS, Ask, Law, Question, nothing, shares

Roll = tuple[int, int, bool]
"""Target number, discipline, whether a focus applies."""
Weights = dict[int, int]

SIZES = (2, 3, 4, 5)
SPAN = 16
"""A tally as one number: successes + SPAN × complications."""
ALL: list[Roll] = [(target, max(d, 1), d > 0) for target in range(7, 18) for d in range(6)]
ONE: list[Roll] = [(12, 3, True)]


def one_die(roll: Roll) -> Weights:
    """A 1, or a face within the discipline under a focus, makes two successes; a 20 one complication."""
    target, discipline, focused = roll
    weights: Weights = {}
    for face in range(1, 21):
        two = face == 1 or (focused and face <= discipline)
        code = (2 if two else int(face <= target)) + SPAN * (face == 20)
        weights[code] = weights.get(code, 0) + 1
    return weights


def ours(asked: list[Roll], sizes: Iterable[int]) -> Ask:
    from paravent.systems.departement_m import odds

    listed = [(n, *roll) for roll in asked for n in sizes]

    def read(laws: list[tuple[int, ...]]) -> list[Law]:
        return [read_grid(law, 2 * n + 1) for (n, *_), law in zip(listed, laws, strict=True)]

    return Ask(lambda: [odds.joint_weights(*test) for test in listed], read)


def ours_numpy(asked: list[Roll], sizes: Iterable[int]) -> Ask:
    import numpy as np

    from paravent.systems.departement_m import odds

    target, discipline, focused = (np.array(column) for column in zip(*asked, strict=True))

    def read(tables: Any) -> list[Law]:
        return [read_grid(tables[n][i].ravel().tolist(), 2 * n + 1) for i in range(len(asked)) for n in sizes]

    return Ask(lambda: odds.pool_tables(target, discipline, focused), read)


def read_grid(weights: Iterable[int], row: int) -> Law:
    return shares({i % row + SPAN * (i // row): w for i, w in enumerate(weights)})


class Peer:
    """`make` a die of weights, `times` n of them, `weights` of a law; `forget` what the library keeps by itself."""

    def __init__(
        self,
        make: Callable[[Weights], Any],
        times: Callable[[int, Any], Any],
        weights: Callable[[Any], dict[int, Any]],
        forget: Callable[[], object] = nothing,
    ) -> None:
        self.make, self.times, self.weights, self.forget = make, times, weights, forget

    def at_once(self, dice: list[Weights], sizes: Iterable[int]) -> Ask:
        def work() -> list[Any]:
            return [self.times(n, die) for die in map(self.make, dice) for n in sizes]

        return Ask(work, self.read, self.forget)

    def one_more(self, dice: list[Weights], sizes: Iterable[int]) -> Ask:
        largest, wanted = max(sizes), set(sizes)

        def work() -> list[Any]:
            laws = []
            for die in map(self.make, dice):
                law = die
                for n in range(2, largest + 1):
                    law = add(law, die)
                    if n in wanted:
                        laws.append(law)
            return laws

        return Ask(work, self.read, self.forget)

    def read(self, laws: list[Any]) -> list[Law]:
        return [shares(self.weights(law)) for law in laws]


def icepool_peer() -> Peer:
    import icepool

    return Peer(icepool.Die, lambda n, die: n @ die, lambda die: dict(die.items()))


def dyce_peer() -> Peer:
    import dyce

    return Peer(dyce.H, lambda n, die: n @ die, lambda h: dict(h.items()))


def hdroller_peer() -> Peer:
    import hdroller

    return Peer(hdroller.Die, lambda n, die: n @ die, lambda die: dict(die.items()))


def dice_calc_peer() -> Peer:
    """It keeps every roll for the life of the process: forgotten before each run, or nothing would be computed."""
    import dice_calc

    kept = import_module("dice_calc.roller")._MEMOIZED_ROLLS
    return Peer(
        lambda weights: dice_calc.RV(weights.keys(), weights.values()),
        dice_calc.roll,
        lambda rv: dict(zip(rv.vals, rv.probs, strict=True)),
        kept.clear,
    )


def lea_peer() -> Peer:
    import lea

    return Peer(
        lambda weights: lea.pmf(weights, prob_type="r"),
        lambda n, die: die.times(n),
        lambda law: dict(law.pmf_tuple()),
    )


PEERS: dict[str, Callable[[], Peer]] = {
    "icepool": icepool_peer,
    "dyce": dyce_peer,
    "hdroller": hdroller_peer,
    "dice_calc": dice_calc_peer,
    "lea": lea_peer,
}


def contenders(asked: list[Roll], sizes: tuple[int, ...], *, whole: bool) -> dict[str, Callable[[], Ask]]:
    dice = [one_die(roll) for roll in asked]

    def at_once(build: Callable[[], Peer]) -> Ask:
        return build().at_once(dice, sizes)

    def one_more(build: Callable[[], Peer]) -> Ask:
        return build().one_more(dice, sizes)

    found: dict[str, Callable[[], Ask]] = {OURS: partial(ours, asked, sizes)}
    if whole:
        found[NUMPY] = partial(ours_numpy, asked, sizes)
    found |= {name: partial(at_once, build) for name, build in PEERS.items()}
    return found | {
        # lea draws a sum anew from all its dice each time: one more at a time is only slower.
        f"{name}, un dé de plus": partial(one_more, build)
        for name, build in PEERS.items()
        if name != "lea"
    }


QUESTIONS = {
    "Q3": Question(
        "2 à 5 D20, 264 lois jointes (succès, complications)",
        "tableau",
        contenders(ALL, SIZES, whole=True),
        target=6,
        with_numpy=40,
    ),
    "S3": Question("une seule loi de 5 D20", "seule", contenders(ONE, (5,), whole=False)),
}
