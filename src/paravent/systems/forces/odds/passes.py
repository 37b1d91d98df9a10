"""A pass as it is walked: what it makes of the weights of all states (FOR-43)."""

from __future__ import annotations

from typing import Protocol

Weights = list[int]
"""A weight a state: its chance times the scales of all passes so far."""


class TooLarge(ValueError):
    """More reachable sets of active vertices, or more draws between them, than an exact forecast walks."""


class Pass(Protocol):
    """All draws of one frequency."""

    @property
    def scale(self) -> int:
        """What the chances of a pass are whole parts of."""

    def over(self, weights: Weights) -> Weights:
        """The weights once the pass is made."""

    def microseconds(self, bits: int) -> float:
        """About how long the pass takes over weights of so many bits, as measured."""
