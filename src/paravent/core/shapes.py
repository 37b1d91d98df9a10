"""Domains of creation: rankings, points over ranges, records and lists of other domains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice, permutations, product
from math import comb, factorial, perm, prod
from typing import Any

from paravent.core.domains import Domain, OneOf, Option, Pick, Text, read_whole
from paravent.core.french import fine
from paravent.core.refusals import Unreadable
from paravent.core.values import replace, value

TRIES = 50
SAMPLE = 24
"""How many values `each` gives where the whole set is too large to walk."""


@value
class Permutation:
    """The numbers 1..n, each once, one a label (ARC-02). `partial`: 0 means « left to fate » (ARC-03).

    notes    a (name, explanation) for each label, shown beside it
    advice   (for whom, what to rank high): shown, never enforced (ARC-06)
    """

    labels: tuple[str, ...]
    partial: bool = False
    notes: tuple[tuple[str, str], ...] = ()
    advice: tuple[tuple[str, str], ...] = ()

    @property
    def n(self) -> int:
        return len(self.labels)

    def why_not(self, v: Any) -> str | None:
        if type(v) is not tuple or len(v) != self.n or any(type(x) is not int for x in v):
            return f"il faut {self.n} nombres, un par ligne"
        low = 0 if self.partial else 1
        if wrong := sorted({x for x in v if not low <= x <= self.n}):
            return f"il faut des nombres de 1 à {self.n}\N{NO-BREAK SPACE}; de trop\N{NO-BREAK SPACE}: {_list(wrong)}"
        counts = Counter(x for x in v if x)
        doubled = sorted(x for x, k in counts.items() if k > 1)
        missing = [x for x in range(1, self.n + 1) if x not in counts]
        if doubled or (missing and not self.partial):
            parts = [f"en double\N{NO-BREAK SPACE}: {_list(doubled)}"] if doubled else []
            parts += [f"il manque\N{NO-BREAK SPACE}: {_list(missing)}"] if missing else []
            joined = "\N{NO-BREAK SPACE}; ".join(parts)
            return f"chaque nombre de 1 à {self.n} sert une seule fois ({joined})"
        return None

    def price(self, v: Any) -> int:
        return 0

    def size(self) -> int:
        if not self.partial:
            return factorial(self.n)
        return sum(comb(self.n, k) * perm(self.n, k) for k in range(self.n + 1))

    def each(self) -> Iterator[tuple[int, ...]]:
        blank = [(0,) * self.n] if self.partial and self.n else []
        return islice(chain(blank, permutations(range(1, self.n + 1))), SAMPLE)

    def pick(self, pick: Pick, budget: int) -> tuple[int, ...]:
        left = list(range(1, self.n + 1))
        full = tuple(left.pop(pick(len(left))) for _ in range(self.n))
        if not self.partial or pick(2):
            return full
        return tuple(x if pick(2) else 0 for x in full)

    def read(self, raw: Any) -> tuple[int, ...]:
        if not isinstance(raw, list | tuple) or len(raw) > self.n:
            raise Unreadable(f"il faut {self.n} nombres, un par ligne")
        blank = (None, "") if self.partial else ()
        return tuple(0 if r in blank else read_whole(r) for r in raw)


def _list(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


@value
class Allotment:
    """Points spread over named lines, each within its range; their sum is `total` when one is set.

    notes   shown beside the lines, one each, when there are any
    """

    lines: tuple[tuple[str, int, int], ...]
    total: int | None = None
    notes: tuple[str, ...] = ()

    def why_not(self, v: Any) -> str | None:
        if type(v) is not tuple or len(v) != len(self.lines) or any(type(x) is not int for x in v):
            return f"il faut {len(self.lines)} nombres"
        for x, (name, low, high) in zip(v, self.lines, strict=True):
            if not low <= x <= high:
                return f"{name}\N{NO-BREAK SPACE}: de {low} à {high}"
        if self.total is not None and sum(v) != self.total:
            return f"la somme doit faire {self.total}, elle fait {sum(v)}"
        return None

    def price(self, v: Any) -> int:
        return 0

    def size(self) -> int:
        """How many spreads there are, counted by sums (a convolution, never an enumeration)."""
        if self.total is None:
            return prod(max(0, high - low + 1) for _, low, high in self.lines)
        ways = {0: 1}
        for _, low, high in self.lines:
            after: dict[int, int] = {}
            for s, k in ways.items():
                for x in range(low, high + 1):
                    after[s + x] = after.get(s + x, 0) + k
            ways = after
        return ways.get(self.total, 0)

    def each(self) -> Iterator[tuple[int, ...]]:
        return islice(self._spreads(0, self.total), SAMPLE)

    def _spreads(self, i: int, left: int | None) -> Iterator[tuple[int, ...]]:
        """The spreads of `left` points over the lines from `i` on; no branch that cannot end well is walked."""
        if i == len(self.lines):
            if not left:
                yield ()
            return
        _, low, high = self.lines[i]
        if left is not None:
            low = max(low, left - sum(h for _, _, h in self.lines[i + 1 :]))
            high = min(high, left - sum(n for _, n, _ in self.lines[i + 1 :]))
        for x in range(low, high + 1):
            for rest in self._spreads(i + 1, None if left is None else left - x):
                yield (x, *rest)

    def pick(self, pick: Pick, budget: int) -> tuple[int, ...]:
        if self.total is None:
            return tuple(low + pick(high - low + 1) for _, low, high in self.lines)
        v = [low for _, low, _ in self.lines]
        for _ in range(self.total - sum(v)):
            open_lines = [i for i, (_, _, high) in enumerate(self.lines) if v[i] < high]
            v[open_lines[pick(len(open_lines))]] += 1
        return tuple(v)

    def read(self, raw: Any) -> tuple[int, ...]:
        if not isinstance(raw, list | tuple) or len(raw) > len(self.lines):
            raise Unreadable(f"il faut {len(self.lines)} nombres")
        return tuple(read_whole(r) for r in raw)


@value
class Record:
    """Named fields, each with its domain: (id, French label, domain). The value is a tuple in that order."""

    fields: tuple[tuple[str, str, Domain], ...]

    def why_not(self, v: Any) -> str | None:
        if type(v) is not tuple or len(v) != len(self.fields):
            return f"il faut {len(self.fields)} rubriques"
        for x, (_, label, domain) in zip(v, self.fields, strict=True):
            if (why := domain.why_not(x)) is not None:
                return f"{label}\N{NO-BREAK SPACE}: {why}"
        return None

    def price(self, v: Any) -> int:
        return sum(d.price(x) for x, (_, _, d) in zip(v, self.fields, strict=True))

    def size(self) -> int:
        return prod(d.size() for _, _, d in self.fields)

    def each(self) -> Iterator[tuple[Any, ...]]:
        return islice(product(*(tuple(islice(d.each(), SAMPLE)) for _, _, d in self.fields)), SAMPLE)

    def pick(self, pick: Pick, budget: int) -> tuple[Any, ...]:
        out = []
        for _, _, d in self.fields:
            x = d.pick(pick, budget)
            budget -= d.price(x)
            out.append(x)
        return tuple(out)

    def read(self, raw: Any) -> tuple[Any, ...]:
        if not isinstance(raw, dict):
            raise Unreadable("il faut des rubriques nommées")
        if unknown := sorted(set(raw) - {n for n, _, _ in self.fields}, key=str):
            raise Unreadable(f"rubrique inconnue\N{NO-BREAK SPACE}: {str(unknown[0])[:80]}")
        out = []
        for name, label, domain in self.fields:
            try:
                out.append(domain.read(raw.get(name, "")))
            except Unreadable as e:
                raise Unreadable(f"{label}\N{NO-BREAK SPACE}: {e}") from None
        return tuple(out)


@value
class Precise:
    """One of the options, and the words that make it precise where it asks for them (INT-21): (id, words).

    labels   what the choice and its precision are called
    taken    what is not to be had again, for the reason `why_taken`
    """

    options: tuple[Option[str], ...]
    asking: tuple[str, ...]
    words: Text
    labels: tuple[str, str] = ("Choix", "Précision")
    taken: tuple[tuple[str, str], ...] = ()
    why_taken: str = ""

    @property
    def choice(self) -> OneOf[str]:
        """The choice alone: what is taken without any precision is out."""
        out = {id for id, _ in self.taken if id not in self.asking}
        return OneOf(
            tuple(o for o in self.options if o.value not in out),
            tuple(replace(o, note=self.why_taken) for o in self.options if o.value in out),
        )

    def why_not(self, v: Any) -> str | None:
        if type(v) is not tuple or len(v) != 2:
            return "il faut un choix et sa précision"
        choice, words = v
        if (why := self.choice.why_not(choice)) is not None:
            return why
        if any(alike(v) == alike(t) for t in self.taken):
            return self.why_taken
        name = next(o.label for o in self.options if o.value == choice)
        if choice not in self.asking:
            return None if words == "" else fine(f"{name} : ce choix n’appelle pas de précision")
        if not words.strip():
            return fine(f"{name} : il reste à remplir « {self.labels[1]} »")
        return self.words.why_not(words)

    def price(self, v: Any) -> int:
        return 0

    def size(self) -> int:
        return len(self.choice.options)

    def each(self) -> Iterator[tuple[str, str]]:
        texts = tuple(replace(self.words, required=True).each())
        for o in self.choice.options:
            pairs = ((o.value, t) for t in (texts if o.value in self.asking else ("",)))
            yield from (v for v in pairs if self.why_not(v) is None)

    def pick(self, pick: Pick, budget: int) -> tuple[str, str]:
        choice = self.choice.pick(pick, budget)
        asked = choice in self.asking
        return choice, replace(self.words, required=True).pick(pick, budget) if asked else ""

    def read(self, raw: Any) -> tuple[str, str]:
        if not isinstance(raw, dict) or not set(raw) <= {"choice", "words"}:
            raise Unreadable("il faut un choix et sa précision")
        return self.choice.read(raw.get("choice")), self.words.read(raw.get("words", ""))


def alike(v: Any) -> Any:
    """What is the same in two choices that people take for one: neither the case of letters nor blanks around them."""
    if type(v) is str:
        return v.strip().casefold()
    return tuple(map(alike, v)) if type(v) is tuple else v


@value
class ListOf:
    """Between `least` and `most` items of one domain; `distinct`: no two alike, or none whose part `by` is.

    `one` is what an item is called, « Spécialisation », where its rows have no names of their own.
    """

    item: Domain
    least: int = 0
    most: int = 20
    distinct: bool = False
    by: int | None = None
    one: str = ""

    def _alike(self, v: Iterable[Any]) -> bool:
        """Whether two legal items are the same where they must differ."""
        marks = [alike(x if self.by is None else x[self.by]) for x in v]
        return self.distinct and len(set(marks)) < len(marks)

    def why_not(self, v: Any) -> str | None:
        if type(v) is not tuple or not self.least <= len(v) <= self.most:
            exactly = self.least == self.most
            return f"il en faut {self.least}" if exactly else f"il en faut de {self.least} à {self.most}"
        if (flaw := next((why for x in v if (why := self.item.why_not(x)) is not None), None)) is not None:
            return flaw
        return "le même choix est pris deux fois" if self._alike(v) else None

    def price(self, v: Any) -> int:
        return sum(self.item.price(x) for x in v)

    def _told_apart(self) -> tuple[str, ...]:
        """Texts are without number: where they must differ, these stand for them."""
        texts = self.distinct and isinstance(self.item, Text)
        return tuple(map(str, range(1, self.most + 1))) if texts else ()

    def size(self) -> int:
        one = len(self._told_apart()) or self.item.size()
        if not one:
            return int(self.least == 0)
        return sum(perm(one, k) if self.distinct else one**k for k in range(self.least, self.most + 1))

    def each(self) -> Iterator[tuple[Any, ...]]:
        items = self._told_apart() or tuple(islice(self.item.each(), SAMPLE))
        all_lists = (v for k in range(self.least, self.most + 1) for v in product(items, repeat=k))
        return islice((v for v in all_lists if not self._alike(v)), SAMPLE)

    def pick(self, pick: Pick, budget: int) -> tuple[Any, ...]:
        n = self.least + pick(min(self.most, self.least + 3) - self.least + 1)
        out: list[Any] = []
        for _ in range(n if self.item.size() else 0):
            x = self.item.pick(pick, budget)
            for _ in range(TRIES if self.distinct else 0):
                if not self._alike((*out, x)):
                    break
                x = self.item.pick(pick, budget)
            if self.distinct and x in out:
                x = next((text for text in self._told_apart() if text not in out), x)
            out.append(x)
            budget -= self.item.price(x)
        return tuple(out)

    def read(self, raw: Any) -> tuple[Any, ...]:
        if not isinstance(raw, list | tuple) or len(raw) > self.most:
            raise Unreadable(f"il faut une liste de {self.least} à {self.most} éléments")
        return tuple(self.item.read(r) for r in raw)
