"""Exact odds of « Département M »: the power of one die's law, checked against enumeration in the tests."""

from paravent.systems.departement_m.odds.pool import (
    PoolLaw,
    expected_impulsion,
    impulsion_law,
    issue_law,
    joint_weights,
    p_complication,
    p_success,
    pool_law,
)
from paravent.systems.departement_m.odds.purchase import (
    Payment,
    Purchase,
    Step,
    Task,
    best_purchase,
    payment,
    purchases,
    steps,
)

__all__ = [
    "Payment",
    "PoolLaw",
    "Purchase",
    "Step",
    "Task",
    "best_purchase",
    "expected_impulsion",
    "impulsion_law",
    "issue_law",
    "joint_weights",
    "p_complication",
    "p_success",
    "payment",
    "pool_law",
    "purchases",
    "steps",
]
