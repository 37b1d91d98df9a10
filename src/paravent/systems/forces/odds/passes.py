"""A pass as it is walked: what it makes of the weights of all states (FOR-43)."""

from __future__ import annotations

from typing import Protocol

Weights = list[int]
"""A weight a state: its chance times the scales of all passes so far."""


class TooLarge(ValueError):
    """More reachable sets of active vertices, or more draws between them, than an exact forecast walks."""


class TooManySteps(TooLarge):
    """Past the budget of draws."""


class Budget:
    """How many draws may still be walked, all frequencies together; `TooManySteps` past them."""

    def __init__(self, most: int) -> None:
        self.most = self.left = most

    def spend(self, draws: int) -> None:
        """Count so many more draws."""
        self.left -= draws
        if self.left < 0:
            raise TooManySteps(f"more than {self.most} draws")


class Pass(Protocol):
    """All draws of one frequency."""

    @property
    def scale(self) -> int:
        """What the chances of a pass are whole parts of."""

    def over(self, weights: Weights) -> Weights:
        """The weights once the pass is made."""

    def microseconds(self, bits: int) -> float:
        """About how long the pass takes over weights of so many bits, as measured."""
