"""Exact odds of « Intrigue »: pools, contests to their end, Stress, plot points, growth."""

from paravent.systems.intrigue.odds.awards import MOST_PLAYERS, first_and_last, points_law
from paravent.systems.intrigue.odds.contest import Contest, End, Lost, contest_law, lost_law
from paravent.systems.intrigue.odds.giving_in import Choice, Finish, Party, Plan, Stakes, plan
from paravent.systems.intrigue.odds.opposition import (
    Opposition,
    Oppositions,
    PlotPoint,
    growth,
    interference_law,
    opposition,
    oppositions,
    p_beats,
    plot_point,
)
from paravent.systems.intrigue.odds.pool import (
    MOST_DICE,
    MOST_KEPT,
    Pool,
    Side,
    Tally,
    joint_weights,
    p_ones,
    pool_law,
    total_law,
)
from paravent.systems.intrigue.odds.stress import average_law, failure_law, p_empty, pile_law, struck_law

__all__ = [
    "MOST_DICE",
    "MOST_KEPT",
    "MOST_PLAYERS",
    "Choice",
    "Contest",
    "End",
    "Finish",
    "Lost",
    "Opposition",
    "Oppositions",
    "Party",
    "Plan",
    "PlotPoint",
    "Pool",
    "Side",
    "Stakes",
    "Tally",
    "average_law",
    "contest_law",
    "failure_law",
    "first_and_last",
    "growth",
    "interference_law",
    "joint_weights",
    "lost_law",
    "opposition",
    "oppositions",
    "p_beats",
    "p_empty",
    "p_ones",
    "pile_law",
    "plan",
    "plot_point",
    "points_law",
    "pool_law",
    "struck_law",
    "total_law",
]
