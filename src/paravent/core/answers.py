"""Answers to probability questions as tables to read, to paste and to compute with; as charts: `drawings`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from paravent.chance.exact import table
from paravent.chance.words import MINUS, decimal, number, one_in, percent
from paravent.core.figures import MEAN, Figure, Spread, alike, figures, pick
from paravent.core.naming import NOTHING, Naming
from paravent.core.sweeps import Swept

NBSP = "\N{NO-BREAK SPACE}"
NONE = NOTHING


class NoMeasure(ValueError):
    """A measure that the answers do not have, or that cannot be shown as asked; the message is French.

    `path`: what was asked for; `text`: what is wrong with it; `known`: those that the answers have.
    """

    def __init__(self, path: str, text: str, known: Sequence[str] = ()) -> None:
        among = f" (parmi {', '.join(known)})" if known else ""
        super().__init__(f"{path}{NBSP}: {text}{among}" if path else f"{text}{among}")
        self.path = path
        self.text = text


class Found(NamedTuple):
    """An answer to a question, the series that it belongs to, and the values that were put into the question."""

    series: str
    at: tuple[object, ...]
    answer: Mapping[str, Any]
    question: Mapping[str, Any]


class Results(NamedTuple):
    """All the answers; `over` is what was swept, `named` whether series are to be set side by side."""

    found: Sequence[Found]
    over: Sequence[Swept]
    named: bool

    @property
    def series(self) -> list[str]:
        return list(dict.fromkeys(f.series for f in self.found))


class Grid(NamedTuple):
    """A table of text."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


def grids(results: Results, measure: str | None, naming: Naming) -> Iterator[Grid]:
    """The tables that say it all: of each answer, of series side by side, or of a figure over what is swept."""
    if results.over:
        yield from _swept(results, measure, naming)
    elif results.named:
        yield from _side_by_side(results, naming)
    else:
        for found in results.found:
            yield from _alone(found.answer, naming)


def _alone(answer: Mapping[str, Any], naming: Naming) -> Iterator[Grid]:
    laws = {k: v for k, v in figures(answer).items() if isinstance(v, Spread)}
    values = [*flat(answer)]
    single = [_single(path, value, naming) for path, value in values if not _many(value)]
    if single:
        yield Grid("", ("mesure", "valeur", "fraction exacte"), single)
    for path, value in values:
        inside = [name for name in laws if name.startswith(f"{path}[")]
        if path in laws or inside:
            yield from (_law(name, laws[name], naming) for name in inside or [path])
        elif _many(value):
            yield _lines(path, value, naming)


def _many(value: Any) -> bool:
    """Whether a value is lines, which make a table of their own."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _single(path: str, value: Any, naming: Naming) -> tuple[str, str, str]:
    if isinstance(value, dict):
        return naming.figure(path), told(path, Fraction(value["exact"])), value["exact"]
    return naming.figure(path), naming.value(path.rpartition(".")[2], value), ""


def _lines(path: str, lines: Sequence[Mapping[str, Any]], naming: Naming) -> Grid:
    """Cases compared, a line each."""
    found = [dict(flat(line)) for line in lines]
    known = dict.fromkeys(head for line in found for head in line)
    # What is null on one line may be a record on another: its parts say it.
    heads = [head for head in known if not any(k.startswith(f"{head}.") for k in known)]
    rows = [[_cell(head, line.get(head), naming) for head in heads] for line in found]
    return Grid(naming.column(path), [*map(naming.column, heads)], rows)


def _cell(head: str, value: Any, naming: Naming) -> str:
    return cell(head, value) if isinstance(value, dict) else naming.value(head.rpartition(".")[2], value)


def _law(path: str, spread: Spread, naming: Naming) -> Grid:
    """Each value with its chance; of whole numbers, also how many cases bring it, no more, no less, the mean
    and the deviation.
    """
    name, keys = naming.figure(path), [*map(naming.column, spread.keys)]
    law = spread.numeric()
    if law is None:
        rows = [(*_values(spread, values, naming), *_chance(p)) for values, p in spread.rows]
        return Grid(name, (*keys, "chances", "1 sur N", "fraction exacte"), rows)
    lines = [
        (
            naming.value(spread.keys[0], x.value),
            number(x.weight),
            _percent(x.p),
            _percent(x.at_most),
            _percent(x.at_least),
            one_in(x.p),
            _exact(x.p),
        )
        for x in table(law)
    ]
    lines.append(("moyenne", "", decimal(law.mean(), 3), "", "", "", _exact(law.mean())))
    lines.append(("écart type", "", decimal(Fraction(law.deviation()), 3), "", "", "", ""))
    heads = (*keys, f"cas sur {number(law.total)}", "=", "≤", "≥", "1 sur N", "fraction exacte")
    return Grid(name, heads, lines)


def _values(spread: Spread, values: Sequence[object], naming: Naming) -> list[str]:
    """The values of a line of a law, in words."""
    return [naming.value(key, value) for key, value in zip(spread.keys, values, strict=True)]


def _chance(p: Fraction) -> tuple[str, str, str]:
    return _percent(p), one_in(p), _exact(p)


def _exact(n: Fraction) -> str:
    return f"{n.numerator}/{n.denominator}".replace("-", MINUS)


def _side_by_side(results: Results, naming: Naming) -> Iterator[Grid]:
    every = {f.series: figures(f.answer) for f in results.found}
    plain = [{k: v for k, v in flat(f.answer) if not _many(v)} for f in results.found]
    single = [
        (naming.figure(path), *(_cell_of(path, values, naming) for values in plain))
        for path in dict.fromkeys(path for values in plain for path in values)
    ]
    paths = dict.fromkeys(path for found in every.values() for path in found)
    single += _of_lines(results, naming)
    if single:
        yield Grid("", ("mesure", *every), single)
    for path in paths:
        laws = {name: s for name, found in every.items() if isinstance(s := found.get(path), Spread)}
        shared = dict(zip(laws, alike([*laws.values()]), strict=True))
        values = sorted_values(dict.fromkeys(value for law in shared.values() for value, _ in law.rows))
        if not values:
            continue
        spread = next(iter(shared.values()))
        chances = [dict(shared[name].rows) if name in shared else {} for name in every]
        rows = [
            (*_values(spread, value, naming), *(_percent(law.get(value, Fraction(0))) for law in chances))
            for value in values
        ]
        yield Grid(naming.figure(path), (*map(naming.column, spread.keys), *every), rows)


def _of_lines(results: Results, naming: Naming) -> Iterator[tuple[str, ...]]:
    """What lines of cases hold, one by one, for tables of cases do not stand side by side: a line is set beside those
    that are called the same.
    """
    every: list[dict[str, str]] = []
    for found in results.found:
        alone = naming.of(found.answer)
        numbers = {path: figure for path, figure in figures(found.answer).items() if "[" in path}
        every.append(
            {alone.figure(path): _told(path, n) for path, n in numbers.items() if not isinstance(n, Spread)}
        )
    for name in dict.fromkeys(name for told in every for name in told):
        yield name, *(told.get(name, NONE) for told in every)


def _cell_of(path: str, values: Mapping[str, Any], naming: Naming) -> str:
    return _single(path, values[path], naming)[1] if path in values else NONE


def sorted_values(values: Mapping[tuple[object, ...], None]) -> list[tuple[object, ...]]:
    """Values of laws in their order; as they came, where they have none."""
    try:
        return sorted(values)
    except TypeError:
        return list(values)


def _swept(results: Results, measure: str | None, naming: Naming) -> Iterator[Grid]:
    path, numbers = followed(results, measure)
    name = naming.figure(path)
    if len(results.over) == 1:
        (over,) = results.over
        rows = [
            [word, *(_told(path, numbers[name, at]) for name in results.series)]
            for at, word in places(over, naming)
        ]
        yield Grid(name, (naming.asked(over.key), *(results.series if results.named else (name,))), rows)
        return
    down, across = results.over
    for series in results.series:
        rows = [
            [word, *(_told(path, numbers[series, v, w]) for w, _ in places(across, naming))]
            for v, word in places(down, naming)
        ]
        both = f"{naming.asked(down.key)} \\ {naming.asked(across.key)}"
        heads = (both, *(word for _, word in places(across, naming)))
        yield Grid(f"{name}, {series}" if results.named else name, heads, rows)


def places(over: Swept, naming: Naming) -> list[tuple[str, str]]:
    """The values swept, as they tell answers apart, and as people read them."""
    return [(plain(value), naming.value(over.key, value)) for value in over.values]


def followed(
    results: Results, measure: str | None
) -> tuple[str, dict[tuple[str, ...], Fraction | int | None]]:
    """One number of each answer, by its series and its values, None where it lacks; `NoMeasure` where no answer
    has it.
    """
    picked = {(f.series, *map(plain, f.at)): pick(f.answer, measure) for f in results.found}
    path = next((found[0] for found in picked.values() if found), None)
    if path is None:
        raise NoMeasure(measure or "", "aucune réponse n’a cette mesure", known(results))
    if any(found and isinstance(found[1], Spread) for found in picked.values()):
        raise NoMeasure(path, "c’est une loi, et non un nombre à suivre", ())
    return path, {at: _number(found[1]) if found else None for at, found in picked.items()}


def known(results: Results) -> tuple[str, ...]:
    """The measures that the answers have."""
    return tuple(dict.fromkeys(path for f in results.found for path in figures(f.answer)))


# Formats


def markdown(grid: Grid) -> str:
    """A table as forums and notes take it."""
    lines = [f"**{grid.title}**\n"] if grid.title else []
    lines += [_piped(grid.heads), "|" + " --- |" * len(grid.heads), *map(_piped, grid.rows)]
    return "\n".join(lines) + "\n"


def _piped(cells: Sequence[str]) -> str:
    return "| " + " | ".join(c.replace("|", "\\|") for c in cells) + " |"


def bbcode(grid: Grid) -> str:
    """A table of a French forum."""
    lines = [f"[b]{grid.title}[/b]"] if grid.title else []
    lines += ["[table]", "[tr]" + "".join(f"[th]{h}[/th]" for h in grid.heads) + "[/tr]"]
    lines += ["[tr]" + "".join(f"[td]{c}[/td]" for c in row) + "[/tr]" for row in grid.rows]
    return "\n".join([*lines, "[/table]"]) + "\n"


def _number(figure: Figure | None) -> Fraction | int | None:
    return None if isinstance(figure, Spread) else figure


# Words


def flat(answer: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of an answer with its path, numbers and lists as they stand."""
    for key, value in answer.items():
        if isinstance(value, dict) and "exact" not in value:
            yield from flat(value, f"{path}{key}.")
        else:
            yield path + key, value


def is_chance(path: str) -> bool:
    """Expectations are numbers as they are; all else is a chance, or counted."""
    return not any(part.startswith("esperance") or part == MEAN for part in path.split("."))


def told(path: str, n: Fraction | int) -> str:
    """A chance in percent to two decimals, an expectation to three, what is counted as it is; a decimal comma."""
    if isinstance(n, int):
        return number(n)
    if is_chance(path) and 0 <= n <= 1:
        return _percent(n)
    return f"{float(n):.3f}".replace(".", ",").replace("-", MINUS)


def _percent(p: Fraction) -> str:
    """Always two decimals, so that columns line up; « moins de 0,01 % » and not 0 for what may come."""
    least = Fraction(1, 10_000)
    if 0 < p < least or 1 - least < p < 1:
        return percent(p, 2)
    return f"{float(100 * p):.2f}{NBSP}%".replace(".", ",")


def _told(path: str, figure: Figure | None) -> str:
    return told(path, figure) if isinstance(figure, Fraction | int) else NONE


def cell(path: str, value: Any) -> str:
    """A value of a line of cases compared."""
    match value:
        case None | []:
            return NONE
        case bool():
            return "oui" if value else "non"
        case list():
            return ", ".join(cell(path, v) for v in value)
        case {"exact": exact}:
            of = ", ".join(f"{k} {v}" for k, v in value.items() if k not in ("exact", "approx"))
            chance = f"{told(path, Fraction(exact))} ({exact})"
            return f"{of}{NBSP}: {chance}" if of else chance
        case dict():
            return ", ".join(f"{k}{NBSP}: {cell(path, v)}" for k, v in value.items())
        case _:
            return str(value)


def plain(value: object) -> str:
    """A value of a question or an answer, as it is written in the data."""
    return cell("", list(value) if isinstance(value, tuple) else value)
