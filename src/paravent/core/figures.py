"""What an answer to a probability question holds: exact numbers by their path, and laws (see `core/questions.py`)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeGuard

from paravent.chance.exact import Law

NUMBER = frozenset({"exact", "approx"})
MEAN = "moyenne"
"""What follows the path of a law of whole numbers where its mean is meant: « loi.total.moyenne »."""


class Spread(NamedTuple):
    """Lines of an answer that each have a chance: a law, or part of one. `rows`: the values in the order of `keys`."""

    keys: tuple[str, ...]
    rows: tuple[tuple[tuple[object, ...], Fraction], ...]

    @property
    def whole(self) -> bool:
        """Whether the lines are all that may come."""
        return sum(p for _, p in self.rows) == 1

    @property
    def cut(self) -> bool:
        """Whether the numbers that it counts go on past its last line: what is not there may come all the same."""
        return len(self.keys) == 1 and not self.whole and all(type(v) is int for (v,), _ in self.rows)

    def values(self, key: str) -> dict[str, object]:
        """What may come under a key, by the way it is written (see `written`)."""
        at = self.keys.index(key)
        return {written(row[at]): row[at] for row, _ in self.rows}

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


def in_order(values: Mapping[str, object]) -> list[str]:
    """Values as they are written, numbers by their size and before words, and what is none of them last."""
    return sorted(values, key=lambda text: _rank(values[text]))


def _rank(value: object) -> tuple[int, int]:
    return (0, value) if type(value) is int else (2, 0) if value is None else (1, 0)


Figure = Fraction | int | Spread
"""A chance or an expectation, what is counted (« dés à acheter »), or a law."""


def figures(answer: Mapping[str, object]) -> dict[str, Figure]:
    """Every number and every law of an answer, by path: « p_fin.a_mort », « loi », « choix[2].p_reussite »."""
    return {path: found for path, found in stated(answer).items() if is_figure(found)}


def stated(answer: Mapping[str, object]) -> dict[str, object]:
    """All that an answer says, by path: its figures, and its words and yes or no. What tells a line of a list from the
    others says nothing of its own.
    """
    return dict(_walk(answer, ""))


def is_figure(found: object) -> TypeGuard[Figure]:
    """Whether this is a number or a law, and not a word or yes or no."""
    return isinstance(found, Fraction | Spread) or type(found) is int


def pick(answer: Mapping[str, object], path: str | None) -> tuple[str, Figure] | None:
    """The figure at a path; None where there is none. With no path, the first chance or expectation.

    « loi.total » is the law of a total whatever else comes, « loi.total=7 » the chance of this one, and
    « loi.total.moyenne » the mean.
    """
    found = figures(answer)
    if path is None:
        return next(((k, v) for k, v in found.items() if isinstance(v, Fraction)), None)
    if path in found:
        return path, found[path]
    whole, equal, text = path.partition("=")
    name, _, last = whole.rpartition(".")
    if last == MEAN and not equal:
        mean = _mean(pick(answer, name))
        return None if mean is None else (path, mean)
    spread = found.get(name)
    if not isinstance(spread, Spread) or last not in spread.keys:
        return None
    if not equal:
        return path, spread.by(last)
    return None if spread.cut and text not in spread.values(last) else (path, spread.chance(last, text))


def _mean(found: tuple[str, Figure] | None) -> Fraction | None:
    law = found[1].numeric() if found and isinstance(found[1], Spread) else None
    return None if law is None else law.mean()


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


def _walk(value: object, path: str) -> Iterator[tuple[str, object]]:
    match value:
        case {"exact": str() as exact, **others} if not others.keys() - NUMBER:
            yield path, Fraction(exact)
        case dict():
            for key, inner in value.items():
                yield from _walk(inner, f"{path}.{key}" if path else key)
        case [{"exact": _, **others}, *_] if isinstance(value, list) and others.keys() - NUMBER:
            yield path, _spread(value)
        case list():
            if all(not isinstance(inner, dict | list) for inner in value):
                yield path, value
                return
            for n, inner in enumerate(value):
                yield from _walk(_told_apart(inner), f"{path}[{n}]")
        case _:
            yield path, value


def _told_apart(line: object) -> object:
    """A line of a list without what tells it from the others, which comes first."""
    if not isinstance(line, dict) or line.keys() <= NUMBER:
        return line
    first, *others = line
    return line if isinstance(line[first], dict | list) else {key: line[key] for key in others}


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
