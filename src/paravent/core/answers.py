"""Answers to probability questions as tables to read, to paste and to compute with, and as charts."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from paravent.chance.exact import table
from paravent.chance.words import decimal, number, one_in, percent
from paravent.core.charts import Chart, Series, bars, curves, shaded
from paravent.core.figures import Figure, Spread, figures, pick
from paravent.core.sweeps import Swept

NBSP = "\N{NO-BREAK SPACE}"
NONE = "—"


class NoMeasure(ValueError):
    """A measure that the answers do not have, or that cannot be shown as asked; the message is French."""


Named = Callable[[str], str]
"""What a path of an answer, or a key of a question, is called; itself, for whoever writes questions as data."""


def itself(name: str) -> str:
    return name


class Found(NamedTuple):
    """An answer, the series that it belongs to, and the values that were put into its question."""

    series: str
    at: tuple[object, ...]
    answer: Mapping[str, Any]


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


def grids(results: Results, measure: str | None) -> Iterator[Grid]:
    """The tables that say it all: of each answer, of series side by side, or of a figure over what is swept."""
    if results.over:
        yield from _swept(results, measure)
    elif results.named:
        yield from _side_by_side(results)
    else:
        for found in results.found:
            yield from _alone(found.answer)


def _alone(answer: Mapping[str, Any]) -> Iterator[Grid]:
    laws = {k: v for k, v in figures(answer).items() if isinstance(v, Spread)}
    values = [*flat(answer)]
    single = [_single(path, value) for path, value in values if not _many(value)]
    if single:
        yield Grid("", ("mesure", "valeur", "fraction exacte"), single)
    for path, value in values:
        if _many(value):
            yield _law(path, laws[path]) if path in laws else _lines(path, value)


def _many(value: Any) -> bool:
    """Whether a value is lines, which make a table of their own."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _single(path: str, value: Any) -> tuple[str, str, str]:
    if isinstance(value, dict):
        return path, told(path, Fraction(value["exact"])), value["exact"]
    return path, cell(path, value), ""


def _lines(name: str, lines: Sequence[Mapping[str, Any]]) -> Grid:
    """Cases compared, a line each."""
    found = [dict(flat(line)) for line in lines]
    known = dict.fromkeys(head for line in found for head in line)
    # What is null on one line may be a record on another: its parts say it.
    heads = [head for head in known if not any(k.startswith(f"{head}.") for k in known)]
    return Grid(name, heads, [[cell(head, line.get(head)) for head in heads] for line in found])


def _law(name: str, spread: Spread) -> Grid:
    """Each value with its chance; of whole numbers, also how many cases bring it, no more, no less, the mean
    and the deviation.
    """
    law = spread.numeric()
    if law is None:
        rows = [(*map(_word, values), *_chance(p)) for values, p in spread.rows]
        return Grid(name, (*spread.keys, "chances", "1 sur N", "fraction exacte"), rows)
    lines = [
        (
            str(x.value),
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
    heads = (*spread.keys, f"cas sur {number(law.total)}", "=", "≤", "≥", "1 sur N", "fraction exacte")
    return Grid(name, heads, lines)


def _chance(p: Fraction) -> tuple[str, str, str]:
    return _percent(p), one_in(p), _exact(p)


def _exact(n: Fraction) -> str:
    return f"{n.numerator}/{n.denominator}"


def _side_by_side(results: Results) -> Iterator[Grid]:
    every = {f.series: figures(f.answer) for f in results.found}
    paths = dict.fromkeys(path for found in every.values() for path in found)
    plain = [{k: v for k, v in flat(f.answer) if not _many(v)} for f in results.found]
    single = [
        (path, *(_cell_of(path, values) for values in plain))
        for path in dict.fromkeys(path for values in plain for path in values)
    ]
    if single:
        yield Grid("", ("mesure", *every), single)
    for path in paths:
        spreads = [found.get(path) for found in every.values()]
        laws = [dict(s.rows) if isinstance(s, Spread) else {} for s in spreads]
        values = dict.fromkeys(value for law in laws for value in law)
        if values:
            keys = next(s.keys for s in spreads if isinstance(s, Spread))
            rows = [
                (*map(_word, value), *(_percent(law.get(value, Fraction(0))) for law in laws))
                for value in _in_order(values)
            ]
            yield Grid(path, (*keys, *every), rows)


def _cell_of(path: str, values: Mapping[str, Any]) -> str:
    return _single(path, values[path])[1] if path in values else NONE


def _in_order(values: Mapping[tuple[object, ...], None]) -> list[tuple[object, ...]]:
    try:
        return sorted(values)
    except TypeError:
        return list(values)


def _swept(results: Results, measure: str | None) -> Iterator[Grid]:
    path, numbers = _numbers(results, measure)
    if len(results.over) == 1:
        (over,) = results.over
        rows = [[v, *(_told(path, numbers[name, v]) for name in results.series)] for v in words(over)]
        yield Grid(path, (over.key, *(results.series if results.named else (path,))), rows)
        return
    down, across = results.over
    for name in results.series:
        rows = [[v, *(_told(path, numbers[name, v, w]) for w in words(across))] for v in words(down)]
        heads = (f"{down.key} \\ {across.key}", *words(across))
        yield Grid(f"{path}, {name}" if results.named else path, heads, rows)


def _numbers(results: Results, measure: str | None) -> tuple[str, dict[tuple[str, ...], Fraction | None]]:
    """One number of each answer, by its series and its values in words, None where it lacks; a usage error where no
    answer has it.
    """
    picked = {(f.series, *map(_word, f.at)): pick(f.answer, measure) for f in results.found}
    path = next((found[0] for found in picked.values() if found), None)
    if path is None:
        raise _no_measure(results, measure)
    if any(found and isinstance(found[1], Spread) for found in picked.values()):
        raise NoMeasure(f"{path}{NBSP}: c’est une loi, et non un nombre à suivre")
    return path, {at: _number(found[1]) if found else None for at, found in picked.items()}


def _no_measure(results: Results, measure: str | None) -> NoMeasure:
    known = ", ".join(dict.fromkeys(path for f in results.found[:1] for path in figures(f.answer)))
    return NoMeasure(f"{measure or ''}{NBSP}: aucune réponse n’a cette mesure (parmi {known})")


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


def as_csv(results: Results) -> str:
    """One line a number: every figure of every answer, exact and rounded to a float."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    keys = [over.key for over in results.over]
    writer.writerow(["serie", *keys, "mesure", "valeur", "exact", "approx", "au_plus", "au_moins", "un_sur"])
    for found in results.found:
        at = [_plain(found.series), *map(_plain, map(_word, found.at))]
        for path, figure in figures(found.answer).items():
            for value, *numbers in _numbered(figure):
                writer.writerow(
                    [*at, _plain(path), _plain(value), *(_float(n, i) for i, n in enumerate(numbers))]
                )
    return out.getvalue()


def _plain(cell: Any) -> Any:
    """A cell that no spreadsheet takes for a formula: names come from whoever shared the address."""
    risky = isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t")
    return f"'{cell}" if risky and not cell[1:].replace(".", "", 1).isdigit() else cell


def _numbered(figure: Figure) -> Iterator[tuple[Any, ...]]:
    if isinstance(figure, Fraction):
        yield "", figure, figure, None, None, None
        return
    law = figure.numeric()
    if law is not None:
        yield from ((x.value, x.p, x.p, x.at_most, x.at_least, x.one_in) for x in table(law))
        return
    for values, p in figure.rows:
        yield " ; ".join(map(_word, values)), p, p, None, None, 1 / p if p else None


def _float(n: Fraction | None, place: int) -> str:
    if n is None:
        return ""
    return _exact(n) if place == 0 else f"{n.numerator / n.denominator:.12g}"


def svg(results: Results, measure: str | None, named: Named = itself) -> str:
    """Curves over one key, a shaded table over two, bars of a law, or of all chances where there is no law."""
    if not results.over:
        return bars(_of_law(results, measure, named))
    path, numbers = _numbers(results, measure)
    chance, title = is_chance(path), named(path)
    if len(results.over) == 1:
        (over,) = results.over
        series = [Series(name or title, [numbers[name, v] for v in words(over)]) for name in results.series]
        return curves(Chart(title, named(over.key), words(over), series, chance))
    if len(results.series) > 1:
        raise NoMeasure(f"{path}{NBSP}: un graphique a une seule série quand deux clés varient")
    down, across = results.over
    (name,) = results.series
    series = [Series(v, [numbers[name, v, w] for w in words(across)]) for v in words(down)]
    return shaded(Chart(title, named(across.key), words(across), series, chance), named(down.key))


def _of_law(results: Results, measure: str | None, named: Named) -> Chart:
    first = figures(results.found[0].answer)
    if measure is None:
        measure = next((path for path, figure in first.items() if isinstance(figure, Spread)), None)
    if measure is None:
        paths = [path for path in first if is_chance(path)]
        rows = [figures(f.answer) for f in results.found]
        listed = [
            Series(f.series, [_number(row.get(path)) for path in paths])
            for f, row in zip(results.found, rows, strict=True)
        ]
        return Chart("Chances", "", [*map(named, paths)], listed)
    picked = [pick(f.answer, measure) for f in results.found]
    spreads = [found[1] for found in picked if found and isinstance(found[1], Spread)]
    if len(spreads) < len(picked):
        raise _no_measure(results, measure)
    values = _in_order(dict.fromkeys(value for spread in spreads for value, _ in spread.rows))
    laws = [dict(spread.rows) for spread in spreads]
    listed = [
        Series(f.series, [law.get(v, Fraction(0)) for v in values])
        for f, law in zip(results.found, laws, strict=True)
    ]
    places = [", ".join(map(_word, v)) for v in values]
    return Chart(named(measure), ", ".join(map(named, spreads[0].keys)), places, listed)


def _number(figure: Figure | None) -> Fraction | None:
    return figure if isinstance(figure, Fraction) else None


# Words


def flat(answer: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of an answer with its path, numbers and lists as they stand."""
    for key, value in answer.items():
        if isinstance(value, dict) and "exact" not in value:
            yield from flat(value, f"{path}{key}.")
        else:
            yield path + key, value


def is_chance(path: str) -> bool:
    """Expectations are numbers as they are; all else is a chance."""
    return not any(part.startswith("esperance") for part in path.split("."))


def told(path: str, n: Fraction) -> str:
    """A chance in percent to two decimals, an expectation to three; a decimal comma."""
    if is_chance(path) and 0 <= n <= 1:
        return _percent(n)
    return f"{float(n):.3f}".replace(".", ",")


def _percent(p: Fraction) -> str:
    """Always two decimals, so that columns line up; « moins de 0,01 % » and not 0 for what may come."""
    least = Fraction(1, 10_000)
    if 0 < p < least or 1 - least < p < 1:
        return percent(p, 2)
    return f"{float(100 * p):.2f}{NBSP}%".replace(".", ",")


def _told(path: str, figure: Figure | None) -> str:
    return told(path, figure) if isinstance(figure, Fraction) else NONE


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


def words(over: Swept) -> list[str]:
    """The values swept, as people read them."""
    return [*map(_word, over.values)]


def _word(value: object) -> str:
    return cell("", list(value) if isinstance(value, tuple) else value)
