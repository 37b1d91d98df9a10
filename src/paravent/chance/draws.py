"""Verifiable draws: published commitments, keys from a secret and the players' contributions, exactly uniform answers.

`docs/hasard.md` specifies every byte; `verifier.py` was written from it and shares no code with this file.
Every hashed message is a run of netstrings (« 5:table,1:1, »), its own purpose first, numbers in decimal and bytes
in lower-case hexadecimal, so a message is text and anyone can hash it by hand.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from itertools import count as count_from
from typing import Final

STREAMS: Final = ("open", "sealed")
"""Two independent secrets an epoch: revealing the open one tells nothing of hidden draws."""

WORD: Final = 2**32
MAX_DICE, MAX_SIDES, MAX_DECK = 200, 1000, 1000
MIN_BYTES, MAX_BYTES = 16, 64


def commitment(table: str, epoch: int, stream: str, secret: bytes) -> str:
    """What the table publishes when an epoch opens: it binds the host to `secret` (16 to 64 bytes), unseen."""
    _check_place(epoch, stream)
    return _sha256("paravent/1/engagement", table, str(epoch), stream, _hex(secret))


def contribution_hash(table: str, epoch: int, seat: str, value: bytes) -> str:
    """What a seat publishes before it reveals its contribution, `value` (16 to 64 bytes); its own page computes it."""
    _check_place(epoch)
    return _sha256("paravent/1/contribution", table, str(epoch), seat, _hex(value))


def draw_key(
    secret: bytes, table: str, epoch: int, stream: str, contributions: tuple[tuple[str, bytes], ...] = ()
) -> bytes:
    """The key of all draws of a stream: (seat, value) pairs enter sorted by seat, whatever order they came in."""
    _check_place(epoch, stream)
    _hex(secret)
    if len({seat for seat, _ in contributions}) < len(contributions):
        raise ValueError("a seat contributes twice")
    given = [part for seat, value in sorted(contributions) for part in (seat, _hex(value))]
    return _hmac(secret, "paravent/1/clef", table, str(epoch), stream, *given)


def words(key: bytes, n: int) -> Iterator[int]:
    """The endless 32-bit words of draw `n` (0, 1, 2…): eight a block, most significant byte first."""
    if n < 0:
        raise ValueError("draws are numbered from 0")
    for block in count_from():
        data = _hmac(key, "paravent/1/tirage", str(n), str(block))
        for i in range(0, len(data), 4):
            yield int.from_bytes(data[i : i + 4], "big")


def below(source: Iterator[int], m: int, span: int = WORD) -> int:
    """A number of 0..m-1, each exactly as likely when the words are uniform on 0..span-1.

    The last, incomplete run of m words is thrown back, and the next word read. A word is read even for m = 1.
    """
    if not 1 <= m <= span:
        raise ValueError(f"cannot choose among {m}")
    limit = span - span % m
    return next(word for word in source if word < limit) % m


def faces(key: bytes, n: int, dice: tuple[int, ...]) -> tuple[int, ...]:
    """Draw `n` as one face a die, in order: at most 200 dice of 2 to 1000 sides."""
    if len(dice) > MAX_DICE or not all(2 <= sides <= MAX_SIDES for sides in dice):
        raise ValueError("too many dice, or sides out of range")
    source = words(key, n)
    return tuple(1 + below(source, sides) for sides in dice)


def cards(key: bytes, n: int, deck: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Draw `n` as `count` distinct cards in the order drawn; the order in which the deck is given is without effect.

    A Fisher–Yates shuffle of the sorted deck, stopped after `count` cards. At most 1000 cards, all different.
    """
    left = sorted(deck)
    if len(left) > MAX_DECK or len(set(left)) < len(left) or not 0 <= count <= len(left):
        raise ValueError("a deck too large, with twins, or too small for the draw")
    source = words(key, n)
    for i in range(count):
        j = i + below(source, len(left) - i)
        left[i], left[j] = left[j], left[i]
    return tuple(left[:count])


def _message(parts: Iterable[str]) -> bytes:
    encoded = [part.encode() for part in parts]
    return b"".join(b"%d:%b," % (len(part), part) for part in encoded)


def _sha256(*parts: str) -> str:
    return hashlib.sha256(_message(parts)).hexdigest()


def _hmac(key: bytes, *parts: str) -> bytes:
    return hmac.digest(key, _message(parts), "sha256")


def _hex(value: bytes) -> str:
    if not MIN_BYTES <= len(value) <= MAX_BYTES:
        raise ValueError(
            f"{MIN_BYTES} to {MAX_BYTES} bytes are needed: fewer could be guessed from their hash"
        )
    return value.hex()


def _check_place(epoch: int, stream: str = STREAMS[0]) -> None:
    if epoch < 1 or stream not in STREAMS:
        raise ValueError("no such epoch or stream")
