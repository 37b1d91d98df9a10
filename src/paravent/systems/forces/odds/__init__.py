"""Exact odds of « Aptitudes et forces »: tests under every option, forecasts of graphs; simulation beyond these."""

from paravent.systems.forces.odds.chain import MOST_STATES
from paravent.systems.forces.odds.forecast import Outlook, forecast, sets_after
from paravent.systems.forces.odds.graph import Edge, Graph
from paravent.systems.forces.odds.passes import TooLarge
from paravent.systems.forces.odds.simulation import Estimate, Simulated, simulate
from paravent.systems.forces.odds.throw import Throw, ThrowLaw, dice_law, throw_law

__all__ = [
    "MOST_STATES",
    "Edge",
    "Estimate",
    "Graph",
    "Outlook",
    "Simulated",
    "Throw",
    "ThrowLaw",
    "TooLarge",
    "dice_law",
    "forecast",
    "sets_after",
    "simulate",
    "throw_law",
]
