"""What an answer to a probability question holds: exact numbers by their path, and laws (see `core/questions.py`)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from paravent.chance.exact import Law

NUMBER = frozenset({"exact", "approx"})


class Spread(NamedTuple):
    """Lines of an answer that each have a chance: a law, or part of one. `rows`: the values in the order of `keys`."""

    keys: tuple[str, ...]
    rows: tuple[tuple[tuple[object, ...], Fraction], ...]

    @property
    def whole(self) -> bool:
        """Whether the lines are all that may come."""
        return sum(p for _, p in self.rows) == 1

    def by(self, *keys: str) -> Spread:
        """The law of some of the values, whatever the others."""
        places = [self.keys.index(key) for key in keys]
        found: dict[tuple[object, ...], Fraction] = {}
        for values, p in self.rows:
            kept = tuple(values[at] for at in places)
            found[kept] = found.get(kept, Fraction(0)) + p
        return Spread(keys, tuple(sorted(found.items(), key=_order)))

    def chance(self, key: str, text: str) -> Fraction:
        """That one of its values is the one written so (see `written`), whatever the others."""
        at = self.keys.index(key)
        return sum((p for values, p in self.rows if written(values[at]) == text), Fraction(0))

    def numeric(self) -> Law[int] | None:
        """The law of whole numbers that this is; None where it is none."""
        if len(self.keys) != 1 or not self.whole:
            return None
        weights: dict[int, Fraction] = {}
        for (value,), p in self.rows:
            if type(value) is not int:
                return None
            weights[value] = p
        return Law.of(weights)


Figure = Fraction | Spread


def figures(answer: Mapping[str, object]) -> dict[str, Figure]:
    """Every exact number and every law of an answer, by path: « p_fin.a_mort », « loi », « choix[2].p_reussite »."""
    return dict(_walk(answer, ""))


def pick(answer: Mapping[str, object], path: str | None) -> tuple[str, Figure] | None:
    """The figure at a path; None where there is none. With no path, the first number.

    « loi.total » is the law of a total whatever else comes, « loi.total=7 » the chance of this one.
    """
    found = figures(answer)
    if path is None:
        return next(((k, v) for k, v in found.items() if isinstance(v, Fraction)), None)
    if path in found:
        return path, found[path]
    whole, equal, text = path.partition("=")
    name, _, key = whole.rpartition(".")
    spread = found.get(name)
    if not isinstance(spread, Spread) or key not in spread.keys:
        return None
    return path, spread.chance(key, text) if equal else spread.by(key)


def written(value: object) -> str:
    """A value of a law as a path names it: « oui », « non », « rien », « 7 », « A,B »."""
    match value:
        case None:
            return "rien"
        case bool():
            return "oui" if value else "non"
        case tuple():
            return ",".join(map(written, value))
        case _:
            return str(value)


def _walk(value: object, path: str) -> Iterator[tuple[str, Figure]]:
    match value:
        case {"exact": str() as exact, **others} if not others.keys() - NUMBER:
            yield path, Fraction(exact)
        case dict():
            for key, inner in value.items():
                yield from _walk(inner, f"{path}.{key}" if path else key)
        case [{"exact": _, **others}, *_] if isinstance(value, list) and others.keys() - NUMBER:
            yield path, _spread(value)
        case list():
            for n, inner in enumerate(value):
                yield from _walk(inner, f"{path}[{n}]")


def _spread(lines: Sequence[dict[str, object]]) -> Spread:
    keys = tuple(k for k in lines[0] if k not in NUMBER)
    rows = ((tuple(_value(line.get(k)) for k in keys), Fraction(str(line["exact"]))) for line in lines)
    return Spread(keys, tuple(rows))


def _value(value: object) -> object:
    """A set of vertices and such: what can be told apart from others."""
    match value:
        case list():
            return tuple(map(_value, value))
        case dict():
            return json.dumps(value, ensure_ascii=False)
        case _:
            return value


def _order(row: tuple[tuple[object, ...], Fraction]) -> list[tuple[bool, int, str]]:
    return [(True, v, "") if isinstance(v, int) else (False, 0, str(v)) for v in row[0]]


def alike(spreads: Sequence[Spread]) -> list[Spread]:
    """Laws of the same values, to set side by side: whatever only some of them tell is left out."""
    keys = tuple(key for key in spreads[0].keys if all(key in s.keys for s in spreads)) if spreads else ()
    return [s if s.keys == keys else s.by(*keys) for s in spreads]
