"""Exact odds of « Département M »: the power of one die's law, checked against enumeration in the tests."""

from paravent.systems.departement_m.odds.dice_pool import (
    DicePoolLaw,
    dice_pool_law,
    expected_momentum,
    issue_law,
    joint_weights,
    momentum_law,
    p_complication,
    p_success,
)
from paravent.systems.departement_m.odds.purchase import (
    Payment,
    Purchase,
    Step,
    Task,
    best_purchase,
    nearest_purchase,
    payment,
    purchases,
    steps,
)
from paravent.systems.departement_m.odds.tables import pool_tables

__all__ = [
    "DicePoolLaw",
    "Payment",
    "Purchase",
    "Step",
    "Task",
    "best_purchase",
    "dice_pool_law",
    "expected_momentum",
    "issue_law",
    "joint_weights",
    "momentum_law",
    "nearest_purchase",
    "p_complication",
    "p_success",
    "payment",
    "pool_tables",
    "purchases",
    "steps",
]
