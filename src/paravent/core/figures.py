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

    def by(self, key: str) -> Spread:
        """The law of one of several values, whatever the others."""
        at = self.keys.index(key)
        found: dict[tuple[object, ...], Fraction] = {}
        for values, p in self.rows:
            found[values[at : at + 1]] = found.get(values[at : at + 1], Fraction(0)) + p
        return Spread((key,), tuple(sorted(found.items(), key=_order)))

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
    """The figure at a path, « loi.total » being the law of a total whatever else comes; None where there is none.

    With no path, the first number: the chance that people ask for first.
    """
    found = figures(answer)
    if path is None:
        return next(((k, v) for k, v in found.items() if isinstance(v, Fraction)), None)
    if path in found:
        return path, found[path]
    name, _, key = path.rpartition(".")
    spread = found.get(name)
    return (path, spread.by(key)) if isinstance(spread, Spread) and key in spread.keys else None


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


def _order(row: tuple[tuple[object, ...], Fraction]) -> tuple[bool, int, str]:
    (value,) = row[0]
    return (True, value, "") if isinstance(value, int) else (False, 0, str(value))
