"""What a field of a command may hold: counted, enumerated, sampled, priced, read from JSON, and refused in French.

A domain answers six questions: `why_not(v)` (None when legal), `price(v)`, `size()`, `each()`, `pick(pick, budget)`
and `read(raw)`. Pages draw their forms from domains, bots sample them, odds walk them: legality is written once.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product
from math import comb, prod
from typing import Any, Generic, Protocol, TypeVar

from paravent.core.refusals import Unreadable
from paravent.core.values import value

T = TypeVar("T")
Pick = Callable[[int], int]
"""n → a number of 0..n-1; the caller brings the entropy."""

NOT_OFFERED = "ce choix n’est pas proposé"


class Domain(Protocol):
    """The protocol every field's domain follows."""

    def why_not(self, v: Any) -> str | None:
        """None when `v` is legal, else the French reason."""

    def price(self, v: Any) -> int:
        """What `v` costs, in the points the offer's budget counts."""

    def size(self) -> int:
        """How many legal values there are (an upper bound where noted); 0 bars the offer."""

    def each(self) -> Iterator[Any]:
        """Every legal value, or representative ones where they are without number."""

    def pick(self, pick: Pick, budget: int) -> Any:
        """A legal value within `budget`."""

    def read(self, raw: Any) -> Any:
        """The value a JSON answer means; `Unreadable` when it has not the right shape."""


@value
class Option(Generic[T]):
    """One choice. `note` is shown beside it (odds, damage); two options with the same `same` exclude each other."""

    value: T
    label: str
    group: str = ""
    same: str = ""
    note: str = ""

    @property
    def id(self) -> str:
        """What a form or a JSON answer sends for this choice."""
        return str(self.value)


@value
class OneOf(Generic[T]):
    """Exactly one of the options. `out`: what one might expect to choose and may not; the note of each says why."""

    options: tuple[Option[T], ...]
    out: tuple[Option[T], ...] = ()

    def why_not(self, v: Any) -> str | None:
        found = any(type(o.value) is type(v) and o.value == v for o in self.options)
        return None if found else self._why_out(v)

    def _why_out(self, v: Any) -> str:
        """The reason of a choice that is out, by its value, its id or its label."""
        return next(
            (o.note for o in self.out if type(v) in (type(o.value), str) and str(v) in (o.id, o.label)),
            NOT_OFFERED,
        )

    def price(self, v: Any) -> int:
        return 0

    def size(self) -> int:
        return len(self.options)

    def each(self) -> Iterator[T]:
        return (o.value for o in self.options)

    def pick(self, pick: Pick, budget: int) -> T:
        return self.options[pick(len(self.options))].value

    def read(self, raw: Any) -> T:
        try:
            return read_choice(self.options, raw).value
        except Unreadable:
            raise Unreadable(self._why_out(raw)) from None


def read_choice(options: Iterable[Option[T]], raw: Any) -> Option[T]:
    """The option that an id or a JSON value means; never one for the other of `True` and 1."""
    if type(raw) in (str, int, bool):
        for o in options:
            if (type(o.value) is type(raw) and o.value == raw) or (type(raw) is str and o.id == raw):
                return o
    raise Unreadable(NOT_OFFERED)


def one_of(pairs: Iterable[tuple[T, str]]) -> OneOf[T]:
    """A `OneOf` from (value, French label) pairs."""
    return OneOf(tuple(Option(v, label) for v, label in pairs))


def yes_or_no() -> OneOf[bool]:
    """Yes or no."""
    return one_of(((False, "non"), (True, "oui")))


@value
class Whole:
    """A whole number of `low`..`high`, bounds included; each unit above `low` costs `each_costs`. `usual`: what a form
    begins with, None for `low`."""

    low: int
    high: int
    each_costs: int = 0
    usual: int | None = None

    def why_not(self, v: Any) -> str | None:
        fits = type(v) is int and self.low <= v <= self.high
        return None if fits else f"il faut un nombre entier de {self.low} à {self.high}"

    def price(self, v: Any) -> int:
        return self.each_costs * (int(v) - self.low)

    def size(self) -> int:
        return max(0, self.high - self.low + 1)

    def each(self) -> Iterator[int]:
        return iter(range(self.low, self.high + 1))

    def pick(self, pick: Pick, budget: int) -> int:
        top = (
            self.high if not self.each_costs else min(self.high, self.low + max(0, budget) // self.each_costs)
        )
        return self.low + pick(top - self.low + 1)

    def read(self, raw: Any) -> int:
        return read_whole(raw)


def read_whole(raw: Any) -> int:
    """A whole number from a JSON number or a short decimal text; never a boolean, never thousands of digits."""
    if type(raw) is int and abs(raw) < 10**9:
        return raw
    if isinstance(raw, str):
        text = raw.strip().replace("−", "-")
        digits = text.removeprefix("-")
        if 0 < len(digits) <= 9 and digits.isascii() and digits.isdigit():
            return int(text)
    raise Unreadable("il faut un nombre entier")


UNSTORABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters but line feed and tab, halves of surrogate pairs."""
BREAKS = frozenset("\n\N{LINE SEPARATOR}\N{PARAGRAPH SEPARATOR}")


BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters of no visible category that Unicode counts among letters, marks and signs."""


def shows(text: str) -> bool:
    """Whether anything of a text can be seen: a name of zero-width characters is no name."""
    return any(unicodedata.category(c)[0] not in "CZ" and c not in BLANKS for c in text)


def text_flaw(text: str) -> str | None:
    """Why a text may not be stored (NUL, other control characters, half of a surrogate pair), or None."""
    return "le texte contient un caractère de contrôle" if UNSTORABLE.search(text) else None


@value
class Text:
    """A text of at most `longest` characters, on one line unless `lines`. `help` and `ideas` are only shown."""

    longest: int = 200
    required: bool = False
    lines: bool = False
    help: str = ""
    ideas: tuple[str, ...] = ()

    def why_not(self, v: Any) -> str | None:
        if type(v) is not str:
            return "il faut un texte"
        if len(v) > self.longest:
            return f"il faut un texte d’au plus {self.longest} signes"
        if self.required and not shows(v):
            return "il faut un texte, même court"
        if not self.lines and any(c in BREAKS for c in v):
            return "il faut un texte d’une seule ligne"
        return text_flaw(v)

    def price(self, v: Any) -> int:
        return 0

    def size(self) -> int:
        return 1

    def each(self) -> Iterator[str]:
        yield "…"

    def pick(self, pick: Pick, budget: int) -> str:
        return ("…", "Léa", "<b>é</b> 🎭")[pick(3)][: self.longest]

    def read(self, raw: Any) -> str:
        if type(raw) is not str:
            raise Unreadable("il faut un texte")
        text = raw.replace("\r\n", "\n").replace("\r", "\n")
        return text if self.lines else text.strip()


@value
class Group:
    """Part of a pool: at least `least` picks, the first `free` cost nothing, at most `most` in all."""

    name: str
    least: int = 0
    free: int = 1
    most: int = 99


@value
class Pool(Generic[T]):
    """A set chosen among grouped options, as a tuple in the options' order; picks beyond `free` cost one each."""

    options: tuple[Option[T], ...]
    groups: tuple[Group, ...]

    def _counts(self, v: tuple[T, ...]) -> dict[str, int]:
        counts = {g.name: 0 for g in self.groups}
        for o in self.options:
            if o.value in v:
                counts[o.group] += 1
        return counts

    def why_not(self, v: Any) -> str | None:
        if type(v) is not tuple:
            return "il faut une liste de choix"
        chosen = [o for o in self.options if any(type(x) is type(o.value) and x == o.value for x in v)]
        if len(chosen) != len(v) or any(o.value != x for o, x in zip(chosen, v, strict=True)):
            return NOT_OFFERED
        sames = [o.same for o in chosen if o.same]
        if len(set(sames)) != len(sames):
            return "la même caractéristique est prise deux fois"
        counts = self._counts(v)
        for g in self.groups:
            if counts[g.name] < g.least:
                return f"il en faut au moins {g.least}\N{NO-BREAK SPACE}: {g.name}"
            if counts[g.name] > g.most:
                return f"il en faut au plus {g.most}\N{NO-BREAK SPACE}: {g.name}"
        return None

    def price(self, v: tuple[T, ...]) -> int:
        counts = self._counts(v)
        return sum(max(0, counts[g.name] - g.free) for g in self.groups)

    def size(self) -> int:
        """An upper bound: `same` marks and the budget are not counted."""
        per_group = []
        for g in self.groups:
            n = sum(o.group == g.name for o in self.options)
            per_group.append(sum(comb(n, k) for k in range(g.least, min(g.most, n) + 1)))
        return prod(per_group)

    def each(self) -> Iterator[tuple[T, ...]]:
        per_group = []
        for g in self.groups:
            own = [o.value for o in self.options if o.group == g.name]
            sizes = range(g.least, min(g.most, len(own)) + 1)
            per_group.append([c for k in sizes for c in combinations(own, k)])
        for parts in product(*per_group):
            v = self._ordered({x for part in parts for x in part})
            if self.why_not(v) is None:
                yield v

    def pick(self, pick: Pick, budget: int) -> tuple[T, ...]:
        """Built group by group: no search, no rejection."""
        chosen: set[T] = set()
        used: set[str] = set()
        for g in self.groups:
            left = [o for o in self.options if o.group == g.name and not (o.same and o.same in used)]
            distinct = len({o.same or o.id for o in left})
            top = min(g.most, distinct, max(g.free, g.least) + max(0, budget))
            n = g.least + pick(top - g.least + 1) if top >= g.least else 0
            budget -= max(0, n - g.free)
            for _ in range(n):
                o = left[pick(len(left))]
                chosen.add(o.value)
                if o.same:
                    used.add(o.same)
                left = [x for x in left if x is not o and not (x.same and x.same in used)]
        return self._ordered(chosen)

    def read(self, raw: Any) -> tuple[T, ...]:
        if not isinstance(raw, list | tuple):
            raise Unreadable("il faut une liste de choix")
        if len(raw) > len(self.options):
            raise Unreadable(NOT_OFFERED)
        chosen = {read_choice(self.options, r).value for r in raw}
        if len(chosen) < len(raw):
            raise Unreadable("le même choix est donné deux fois")
        return self._ordered(chosen)

    def _ordered(self, chosen: set[T]) -> tuple[T, ...]:
        return tuple(o.value for o in self.options if o.value in chosen)
