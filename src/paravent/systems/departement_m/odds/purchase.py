"""Which extra dice to buy, and from which pool (DEM-12, DEM-22, DEM-24)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from paravent.systems.departement_m.odds.dice_pool import dice_pool_law, expected_momentum, p_success
from paravent.systems.departement_m.weighing import FREE_DICE, MOST_EXTRA, cost, price


class Task(NamedTuple):
    """A test whose dice are not bought yet: what the game master called, and the Momentum it draws on.

    `momentum` is the points that whoever rolls may spend, common or their own; `cap`: None where there is none.
    """

    target: int
    discipline: int
    focused: bool
    difficulty: int
    momentum: int = 0
    cap: int | None = None


class Payment(NamedTuple):
    """What each pool pays, in points, and the ranks of the dice paid in Momentum, 1 being the first bought."""

    momentum: int
    threat: int
    ranks: tuple[int, ...]


class Purchase(NamedTuple):
    """So many extra dice: what they cost, how best to pay that (None: no way), and what the test is then worth.

    `expected` is the Momentum earned, once that payment has made room under the cap.
    """

    extra: int
    cost: int
    payment: Payment | None
    success: Fraction
    expected: Fraction


class Step(NamedTuple):
    """What the next points would buy: so many dice beyond those chosen, their price, and the chance they add.

    `payment` is that of all the extra dice, those chosen included.
    """

    more: int
    price: int
    payment: Payment | None
    success: Fraction
    gained: Fraction


def payment(prices: Sequence[int], extra: int, momentum: int, threat: int | None = None) -> Payment | None:
    """The least Threat, the dice bought first in Momentum where several ways are level; None when points lack.

    A die is paid from one pool only, so that points may be left which cost no die exactly. What Threat does not pay
    Momentum does: for so many dice, the least of one settles the other. `threat` is what the game master has to
    spend; None for a player, who creates it by paying with it (DEM-22).
    """
    ranks = range(1, extra + 1)
    ways = (paid for n in range(extra + 1) for paid in combinations(ranks, n))
    points = ((sum(price(prices, rank) for rank in paid), paid) for paid in ways)
    total = cost(prices, extra)
    least, paid = min((total - spent, paid) for spent, paid in points if spent <= momentum)
    return None if threat is not None and least > threat else Payment(total - least, least, paid)


def purchases(task: Task, prices: Sequence[int], threat: int | None = None) -> tuple[Purchase, ...]:
    """Every number of extra dice, from none to three."""
    return tuple(_purchase(task, prices, extra, threat) for extra in range(MOST_EXTRA + 1))


def _purchase(task: Task, prices: Sequence[int], extra: int, threat: int | None) -> Purchase:
    law = dice_pool_law(FREE_DICE + extra, task.target, task.discipline, task.focused)
    paid = payment(prices, extra, task.momentum, threat)
    left = task.momentum - (paid.momentum if paid else 0)
    expected = expected_momentum(law, task.difficulty, left, task.cap)
    return Purchase(extra, cost(prices, extra), paid, p_success(law, task.difficulty), expected)


def best_purchase(offered: Sequence[Purchase], wanted: Fraction) -> Purchase | None:
    """The fewest dice that reach the wanted chance and can be paid; None when none do."""
    return next((p for p in offered if p.payment is not None and p.success >= wanted), None)


def nearest_purchase(offered: Sequence[Purchase]) -> Purchase:
    """The best chance that can be paid, with the fewest dice that give it: no extra die is always within reach."""
    return max((p for p in offered if p.payment is not None), key=lambda p: (p.success, -p.extra))


def steps(offered: Sequence[Purchase], chosen: int) -> tuple[Step, ...]:
    """Each number of dice beyond those chosen, beside what these are worth."""
    now = offered[chosen]
    return tuple(
        Step(p.extra - chosen, p.cost - now.cost, p.payment, p.success, p.success - now.success)
        for p in offered[chosen + 1 :]
    )
