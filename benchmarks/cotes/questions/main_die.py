"""Q2: a test of Intentions, a main die and a critical die.

Difficulties 3 to 7, bonus 0 to 2, 3 modes, a double 6 or any double critical: 90 laws of failure, success, critical
failure, critical success. Peers answer in two ways: each law from its two dice, and « shared », each law from the 11
values of (main die, whether a double), found once a mode.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import product
from typing import Any

from asking import OURS, Ask, Law, Question, shares

Cell = tuple[int, int, str, bool]
"""Difficulty, bonus, mode, whether any double is critical."""

FAILURE, SUCCESS, CRITICAL_FAILURE, CRITICAL_SUCCESS = range(4)
MAIN: dict[str, Callable[[int, int], int]] = {"normal": lambda a, _: a, "advantage": max, "disadvantage": min}
ALL: list[Cell] = [*product(range(3, 8), range(3), MAIN, (False, True))]
ONE: list[Cell] = [(5, 1, "advantage", False)]
FACES = range(1, 7)


def ours(asked: list[Cell]) -> Ask:
    from paravent.systems.intentions import odds

    tests = [odds.Throw(*cell) for cell in asked]

    def read(rows: list[Any]) -> list[Law]:
        return [shares(dict(enumerate(row[1:]))) for row in rows]

    return Ask(lambda: [odds.throw_weights(test) for test in tests], read)


def judge(cell: Cell) -> Callable[[int], int]:
    """What a value of `coded` comes to."""
    difficulty, bonus, _, every = cell

    def judged(code: int) -> int:
        main, double = divmod(code, 2)
        if double and main == 1:
            return CRITICAL_FAILURE
        if double and (every or main == 6):
            return CRITICAL_SUCCESS
        return SUCCESS if main + bonus >= difficulty else FAILURE

    return judged


def coded(mode: str) -> Callable[[int, int], int]:
    """The main die, twice, and one more for a double."""
    main = MAIN[mode]
    return lambda a, b: 2 * main(a, b) + (a == b)


class Peer:
    """`pairs` gives the law of a function of two dice, `image` that of a function of such a law."""

    def __init__(
        self,
        pairs: Callable[[Callable[[int, int], int]], Any],
        image: Callable[[Callable[[int], int], Any], Any],
        weights: Callable[[Any], Mapping[int, Any]],
    ) -> None:
        self.pairs, self.image, self.weights = pairs, image, weights

    def each(self, asked: list[Cell]) -> list[Any]:
        laws = []
        for cell in asked:
            code, judged = coded(cell[2]), judge(cell)
            laws.append(self.pairs(lambda a, b, code=code, judged=judged: judged(code(a, b))))
        return laws

    def shared(self, asked: list[Cell]) -> list[Any]:
        found = {mode: self.pairs(coded(mode)) for mode in {cell[2] for cell in asked}}
        return [self.image(judge(cell), found[cell[2]]) for cell in asked]

    def read(self, laws: list[Any]) -> list[Law]:
        return [shares(self.weights(law)) for law in laws]


def icepool_peer() -> Peer:
    import icepool

    d6 = icepool.d6
    return Peer(lambda f: icepool.map(f, d6, d6), lambda f, law: law.map(f), lambda law: dict(law.items()))


def dyce_peer() -> Peer:
    import dyce

    d6 = dyce.H(6)
    return Peer(lambda f: d6.apply(f, d6), lambda f, law: law.apply(f), lambda law: dict(law.items()))


def hdroller_peer() -> Peer:
    import hdroller

    d6 = hdroller.d(6)
    return Peer(
        lambda f: hdroller.apply(f, d6, d6),
        lambda f, law: law.sub(f),
        lambda law: dict(zip(law.outcomes(), law.weights(), strict=True)),
    )


def dice_calc_peer() -> Peer:
    import dice_calc

    return Peer(
        lambda f: dice_calc.RV([f(a, b) for a in FACES for b in FACES], [1] * 36),
        lambda f, law: dice_calc.RV([f(v) for v in law.vals], law.probs),
        lambda law: dict(zip(law.vals, law.probs, strict=True)),
    )


def lea_peer() -> Peer:
    import lea

    faces = [(face, 1) for face in FACES]

    def pairs(f: Callable[[int, int], int]) -> Any:
        dice = lea.joint(*(lea.pmf(faces, prob_type="r") for _ in range(2)))
        return dice.map(lambda pair: f(*pair)).get_alea()

    return Peer(pairs, lambda f, law: law.map(f).get_alea(), lambda law: dict(law.pmf_tuple()))


PEERS: dict[str, Callable[[], Peer]] = {
    "icepool": icepool_peer,
    "dyce": dyce_peer,
    "hdroller": hdroller_peer,
    "dice_calc": dice_calc_peer,
    "lea": lea_peer,
}


def contenders(asked: list[Cell], *, whole: bool) -> dict[str, Callable[[], Ask]]:
    def each(build: Callable[[], Peer]) -> Ask:
        peer = build()
        return Ask(lambda: peer.each(asked), peer.read)

    def shared(build: Callable[[], Peer]) -> Ask:
        peer = build()
        return Ask(lambda: peer.shared(asked), peer.read)

    found: dict[str, Callable[[], Ask]] = {OURS: partial(ours, asked)}
    found |= {name: partial(each, build) for name, build in PEERS.items()}
    if whole:
        found |= {f"{name}, paires partagées": partial(shared, build) for name, build in PEERS.items()}
    return found


QUESTIONS = {
    "Q2": Question(
        "dé principal et dé critique, 90 cases", "tableau", contenders(ALL, whole=True), target=15
    ),
    "S2": Question("une seule case de Q2", "seule", contenders(ONE, whole=False)),
}
