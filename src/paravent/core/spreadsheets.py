"""Answers as CSV: for programs, and for the spreadsheets of people who write decimals with a comma."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from paravent.chance.exact import table
from paravent.core.answers import Results, plain
from paravent.core.figures import Spread, stated
from paravent.core.naming import Naming

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""What tells Excel that the text is UTF-8."""
OVER = "\N{FRACTION SLASH}"
"""In a fraction that no spreadsheet takes for a day of a month."""
NUMBERS = ("exact", "approx", "au_plus", "au_moins", "un_sur")
FRENCH = ("fraction exacte", "nombre", "au plus", "au moins", "1 sur")


def as_csv(results: Results) -> str:
    """One line a number, for programs: every figure of every answer, exact and rounded to a float, by its key.
    Words stand where the values of a law do.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["serie", *(over.key for over in results.over), "mesure", "valeur", *NUMBERS])
    for found in results.found:
        at = [_plain(found.series), *map(_plain, map(plain, found.at))]
        for path, figure in stated(found.answer).items():
            for values, *numbers in _numbered(figure):
                told = [*map(_exact, numbers[:1]), *map(_float, numbers[1:])]
                writer.writerow([*at, _plain(path), _plain(" ; ".join(map(plain, values))), *told])
    return out.getvalue()


def as_french_csv(results: Results, naming: Naming) -> str:
    """The same for a spreadsheet in French: semicolons, decimal commas, French headings, a mark that it is UTF-8."""
    out = io.StringIO()
    out.write(BOM)
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    heads = [naming.asked(over.key) for over in results.over]
    writer.writerow(["série", *heads, "mesure", "valeur", *FRENCH])
    for found in results.found:
        asked = zip(results.over, found.at, strict=True)
        at = [found.series, *(_word(naming, over.key, value) for over, value in asked)]
        for path, figure in stated(found.answer).items():
            keys = figure.keys if isinstance(figure, Spread) else (path.rpartition(".")[2],)
            for values, *numbers in _numbered(figure):
                words = [_word(naming, key, value) for key, value in zip(keys, values, strict=False)]
                if len(words) > 1:
                    words = [f"{naming.column(key)} {word}" for key, word in zip(keys, words, strict=True)]
                cells = [*at, naming.figure(path), ", ".join(words)]
                told = [*map(_exact, numbers[:1]), *(_float(n).replace(".", ",") for n in numbers[1:])]
                writer.writerow([_undated(_plain(cell)) for cell in (*cells, *told)])
    return out.getvalue()


def _word(naming: Naming, key: str, value: object) -> str:
    """A value in words; a number as a spreadsheet reads it."""
    return str(value) if type(value) is int else naming.value(key, value)


def _plain(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula: names come from whoever shared the address."""
    risky = cell[:1] in ("=", "+", "-", "@", "\t", "\r")
    return f"'{cell}" if risky and not re.fullmatch(r"-?\d+([.,/]\d+)?", cell) else cell


def _undated(cell: str) -> str:
    return re.sub(r"^(-?\d+)/(\d+)$", rf"\1{OVER}\2", cell)


def _numbered(figure: object) -> Iterator[tuple[Any, ...]]:
    """Values, then the number exactly, rounded, no more, no less, one in so many; None for what means nothing. What is
    no figure is a value without a number.
    """
    if isinstance(figure, Fraction) or type(figure) is int:
        yield (), Fraction(figure), Fraction(figure), None, None, None
        return
    if not isinstance(figure, Spread):
        yield (figure,), None, None, None, None, None
        return
    law = figure.numeric()
    if law is not None:
        yield from (((x.value,), x.p, x.p, x.at_most, x.at_least, x.one_in) for x in table(law))
        return
    for values, p in figure.rows:
        yield values, p, p, None, None, 1 / p if p else None


def _exact(n: Fraction | None) -> str:
    return "" if n is None else f"{n.numerator}/{n.denominator}"


def _float(n: Fraction | None) -> str:
    return "" if n is None else f"{n.numerator / n.denominator:.12g}"
