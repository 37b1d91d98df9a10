"""What a simulation found, as tables, JSON, CSV and charts; every share says that it was simulated, and how often."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import click

from paravent.chance.words import decimal, number, percent
from paravent.core.answers import NONE, Grid, cell
from paravent.core.charts import Chart, Series, bars
from paravent.table.simulation.report import Found, Interval, Moments, Report, Row, holds

NBSP = "\N{NO-BREAK SPACE}"
OUT = "hors de l’intervalle"
REST = "autre valeur"
"""Beside an exact law, all that has no line of its own."""


def simulated(report: Report) -> str:
    """« simulé, 1 000 séances »."""
    return f"simulé, {number(report.ended)} séance{'s' if report.ended > 1 else ''}"


def level_of(report: Report) -> str:
    return f"intervalle à {decimal(Fraction(report.wished).limit_denominator(10**6) * 100, 3)}{NBSP}%"


def grids(report: Report) -> Iterator[Grid]:
    """The chances together, then each law."""
    chances = [f for f in report.found if f.chance and f.rows]
    known = any(row.exact is not None for f in chances for row in f.rows)
    if chances:
        heads = ("mesure", "fois", "part", level_of(report), *(("exact",) if known else ()))
        rows = [[f.name, *_cells(f.rows[0], known)] for f in chances]
        yield Grid(f"Chances ({simulated(report)})", heads, rows)
    for found in report.found:
        if not found.chance and found.rows:
            yield _law(report, found)


def _law(report: Report, found: Found) -> Grid:
    known = any(row.exact is not None for row in found.rows)
    heads = ("valeur", "fois", "part", level_of(report), *(("exact",) if known else ()))
    rows = [[word(row.value), *_cells(row, known)] for row in found.rows]
    if found.rest:
        rows.append([REST, *_cells(found.rest, known)])
    if found.moments:
        rows += _moments(found.moments, known)
    return Grid(f"{found.name} ({simulated(report)})", heads, rows)


def _cells(row: Row, known: bool) -> list[str]:
    out = [
        number(row.hits),
        _percent(row.share),
        f"{_percent(row.interval[0])} à {_percent(row.interval[1])}",
    ]
    if known:
        told = NONE if row.exact is None else _percent(row.exact)
        out.append(told if row.agrees else f"{told}, {OUT}")
    return out


def _moments(m: Moments, known: bool) -> Iterator[list[str]]:
    low, high = m.interval
    exact = []
    if known:
        told = NONE if m.exact is None else _decimal(m.exact)
        exact = [told if m.exact is None or holds(m.interval, m.exact) else f"{told}, {OUT}"]
    yield ["moyenne", "", _decimal(m.mean), f"{_decimal(low)} à {_decimal(high)}", *exact]
    yield ["écart type", "", _decimal(m.deviation), "", *([""] if known else [])]


def word(value: Any) -> str:
    """A value as people read it; « rien » where there was none."""
    return "rien" if value is None else cell("", value)


def _percent(p: float | Fraction) -> str:
    least = Fraction(1, 10_000)
    exact = Fraction(p)
    if 0 < exact < least or 1 - least < exact < 1:
        return percent(exact, 2)
    return f"{float(100 * exact):.2f}{NBSP}%".replace(".", ",")


def _decimal(n: float | Fraction) -> str:
    return f"{float(n):.3f}".replace(".", ",")


def notes(report: Report) -> Iterator[str]:
    """What must be known to read the figures: how many sessions, from what seed, what stopped short."""
    how_many = f"{number(report.played)} séances jouées sur {number(report.asked)}"
    yield f"«{NBSP}{report.title}{NBSP}»{NBSP}: {how_many}, graine «{NBSP}{report.seed}{NBSP}»."
    if report.together:
        level = decimal(Fraction(report.level).limit_denominator(10**9) * 100, 4)
        yield f"Les intervalles valent tous ensemble (Bonferroni{NBSP}: chacun est calculé à {level}{NBSP}%)."
    else:
        out = decimal(Fraction(1 - report.wished).limit_denominator(10**6) * 100, 4)
        yield (
            f"Chaque intervalle vaut pour lui seul{NBSP}: {out}{NBSP}% au plus manquent leur cible"
            f" (--ensemble{NBSP}: qu’ils valent tous à la fois)."
        )
    if report.stops:
        short = report.played - report.ended
        yield f"{number(short)} séances se sont arrêtées en chemin et ne comptent dans aucune mesure{NBSP}:"
    for stop in report.stops:
        yield f"  {number(stop.times)} fois, d’abord la séance n°{NBSP}{stop.first + 1}{NBSP}: {stop.why}"
    for remark in report.remarks:
        yield f"Remarque{NBSP}: {remark}."


def as_json(report: Report) -> dict[str, Any]:
    """The report as JSON values: shares as they were counted, intervals as floats."""
    return {
        "simulation": {
            "titre": report.title,
            "graine": report.seed,
            "seances_demandees": report.asked,
            "seances_jouees": report.played,
            "seances_mesurees": report.ended,
            "niveau": report.wished,
            "niveau_de_chacun": report.level,
            "ensemble": report.together,
        },
        "mesures": {f.name: _found_json(f, report.ended) for f in report.found},
        "arrets": [{"raison": s.why, "fois": s.times, "premiere": s.first + 1} for s in report.stops],
        "remarques": list(report.remarks),
    }


def _found_json(f: Found, times: int) -> dict[str, Any]:
    rows = [_row_json(row, times) for row in f.rows]
    if f.chance:
        return {k: v for k, v in rows[0].items() if k != "valeur"} if rows else {}
    out: dict[str, Any] = {"loi": rows}
    if f.rest:
        out["autre"] = {k: v for k, v in _row_json(f.rest, times).items() if k != "valeur"}
    if f.moments:
        m = f.moments
        out["moyenne"] = {"simule": float(m.mean), "intervalle": list(m.interval)}
        if m.exact is not None:
            out["moyenne"]["exact"] = _fraction(m.exact)
        out["ecart_type"] = m.deviation
    return out


def _row_json(row: Row, times: int) -> dict[str, Any]:
    out = {"valeur": row.value, "fois": row.hits, "sur": times, "part": float(row.share)}
    out["intervalle"] = list(row.interval)
    if row.exact is not None:
        out["exact"] = _fraction(row.exact)
    return out


def _fraction(n: Fraction) -> str:
    return f"{n.numerator}/{n.denominator}"


def as_csv(report: Report) -> str:
    """One line a figure."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["mesure", "valeur", "fois", "sur", "simule", "bas", "haut", "exact"])
    for f in report.found:
        for row in f.rows:
            value = "" if f.chance else word(row.value)
            exact = "" if row.exact is None else _fraction(row.exact)
            writer.writerow([f.name, value, row.hits, report.ended, *_floats(row.share, row.interval), exact])
        if f.rest:
            told = _floats(f.rest.share, f.rest.interval)
            exact = _fraction(f.rest.exact or Fraction(0))
            writer.writerow([f.name, REST, f.rest.hits, report.ended, *told, exact])
        if f.moments:
            m = f.moments
            exact = "" if m.exact is None else _fraction(m.exact)
            writer.writerow([f.name, "moyenne", "", report.ended, *_floats(m.mean, m.interval), exact])
            writer.writerow([f.name, "ecart_type", "", report.ended, f"{m.deviation:.12g}", "", "", ""])
    return out.getvalue()


def _floats(value: Fraction, interval: Interval) -> list[str]:
    return [f"{float(n):.12g}" for n in (value, *interval)]


def svg(report: Report, measure: str | None) -> str:
    """Bars of a law with their intervals, or of all the chances, the exact ones beside."""
    laws = {f.name: f for f in report.found if not f.chance}
    if measure is not None and measure not in {f.name for f in report.found}:
        known = ", ".join(f.name for f in report.found)
        raise click.UsageError(f"--mesure {measure}{NBSP}: aucune mesure ne porte ce nom (parmi {known})")
    found = laws.get(measure) if measure else next(iter(laws.values()), None)
    if found is not None:
        rows, places, title = found.rows, [word(row.value) for row in found.rows], found.name
    else:
        chances = [f for f in report.found if f.chance and f.rows and measure in (None, f.name)]
        rows, places, title = tuple(f.rows[0] for f in chances), [f.name for f in chances], "Chances"
    spans = [(Fraction(row.interval[0]), Fraction(row.interval[1])) for row in rows]
    series = [Series(f"simulé ({level_of(report)})", [row.share for row in rows], spans)]
    if any(row.exact is not None for row in rows):
        series.append(Series("exact", [row.exact for row in rows]))
    return bars(Chart(f"{title} ({simulated(report)})", "", places, series))
