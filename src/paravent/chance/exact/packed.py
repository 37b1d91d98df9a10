"""Rows of weights written in one whole number, a cell a weight (Kronecker's substitution).

Adding, shifting and multiplying such numbers adds, shifts and convolves whole rows at the speed of long integers. No
carry ever crosses a cell as long as no weight passes the most that the cells were made for.

>>> cells = Cells(36)
>>> one_die = cells.pack([0, 1, 1, 1, 1, 1, 1])
>>> cells.unpack(one_die**2, 13)
(0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import pack, unpack

FORMATS = {4: "I", 8: "Q"}
"""What `struct` reads at once, by width in bytes."""


class Cells:
    """Cells wide enough for weights from 0 to `most`: `width` bytes, `bits` bits each."""

    __slots__ = ("bits", "width")

    def __init__(self, most: int) -> None:
        self.width = 4 if not most >> 32 else 8 if not most >> 64 else (most.bit_length() + 7) // 8
        self.bits = 8 * self.width

    def pack(self, weights: Sequence[int]) -> int:
        """The weights, the first in the lowest cell."""
        if self.width in FORMATS:
            return int.from_bytes(pack(f"<{len(weights)}{FORMATS[self.width]}", *weights), "little")
        return int.from_bytes(b"".join([w.to_bytes(self.width, "little") for w in weights]), "little")

    def unpack(self, packed: int, count: int) -> tuple[int, ...]:
        """The first `count` weights, which are all there are; `OverflowError` where there are more."""
        size = self.width
        data = packed.to_bytes(count * size, "little")
        if size in FORMATS:
            return unpack(f"<{count}{FORMATS[size]}", data)
        return tuple([int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)])
