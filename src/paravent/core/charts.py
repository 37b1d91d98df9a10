"""Charts of exact chances as stand-alone SVG: curves, bars, shaded tables. They read without colours, and aloud."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import ceil, log10
from typing import NamedTuple

from paravent.chance.words import decimal, percent

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 48, 56
LETTER, TITLE = 7.0, 9.0
"""How wide a letter is, about, and one of a title."""
MARGIN, CELL = 16, 64
"""Of a shaded table: what is left blank beside words, and how wide its cells are at least."""
LONGEST = 40
"""Letters of a name under an axis."""
LEAN = -70
"""How far names lean, in degrees, where they have no room side by side."""
COLOURS = ("#1f5f8b", "#b3541e", "#3f7d3a", "#7a3e8e", "#a8862a", "#5b6770")
DASHES = ("", "8 4", "2 4", "10 3 2 3", "1 6", "14 5")
STYLE = """svg { font: 13px system-ui, sans-serif; background: #fdf9f1; color: #2b2118 }
text { fill: currentColor } .title { font-size: 16px; font-weight: 700 } .soft { opacity: .75 }
.grid { stroke: currentColor; opacity: .15 } .curve { fill: none; stroke-width: 2.5 } .end { text-anchor: end }
.span { fill: none; stroke: currentColor; stroke-width: 1.5 }
.middle { text-anchor: middle } .cell { fill: #1f5f8b; stroke: currentColor; stroke-opacity: .2 }
.cell-text { text-anchor: middle; paint-order: stroke; stroke: #fdf9f1; stroke-width: 3px }
@media (prefers-color-scheme: dark) { svg { background: #211b15; color: #f2e8d8 } .cell-text { stroke: #211b15 } }"""


UNDRAWN = re.compile("[^\\t\\n\\r\\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML has no place for."""


def escape(text: str) -> str:
    """A name as a drawing holds it."""
    return html.escape(UNDRAWN.sub("", text))


class Series(NamedTuple):
    """A named line of numbers, one a place; None where the question has no answer.

    `spans`: the interval around each, that bars show.
    """

    name: str
    values: Sequence[Fraction | None]
    spans: Sequence[tuple[Fraction, Fraction]] = ()


class Chart(NamedTuple):
    """What a chart shows: `chance` where its numbers are chances, shown in percent."""

    title: str
    across: str
    places: Sequence[str]
    series: Sequence[Series]
    chance: bool = True


def curves(chart: Chart) -> str:
    """A curve a series."""

    def drawn(at: Callable[[int], float], height: Callable[[Fraction], float]) -> Iterator[str]:
        for n, series in enumerate(chart.series):
            colour, dash = COLOURS[n % len(COLOURS)], DASHES[n % len(DASHES)]
            points = [(at(i), height(v), i, v) for i, v in enumerate(series.values) if v is not None]
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y, *_ in points)
            yield f'<polyline class="curve" stroke="{colour}" stroke-dasharray="{dash}" points="{path}"/>'
            for x, y, i, v in points:
                told = escape(f"{series.name}, {chart.places[i]}\N{NO-BREAK SPACE}: {_told(chart, v)}")
                yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"><title>{told}</title></circle>'

    return _framed(chart, drawn)


def bars(chart: Chart) -> str:
    """Bars side by side, one a series at each place."""
    count = len(chart.series)
    wide = (WIDTH - LEFT - RIGHT) / max(len(chart.places), 1) * 0.8 / max(count, 1)

    def drawn(at: Callable[[int], float], height: Callable[[Fraction], float]) -> Iterator[str]:
        for n, series in enumerate(chart.series):
            for i, v in enumerate(series.values):
                if v is None:
                    continue
                x, y = at(i) + (n - count / 2) * wide, height(v)
                place = ", ".join(filter(None, (series.name, chart.places[i])))
                told = escape(f"{place}\N{NO-BREAK SPACE}: {_told(chart, v)}")
                yield (
                    f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{HEIGHT - BOTTOM - y:.1f}"'
                    f' fill="{COLOURS[n % len(COLOURS)]}"><title>{told}</title></rect>'
                )
                if series.spans:
                    yield _span(x + wide / 2, *(height(end) for end in series.spans[i]))

    return _framed(chart, drawn)


def _span(x: float, low: float, high: float) -> str:
    """An interval, as a line with a stroke at either end."""
    path = f"M{x:.1f} {low:.1f}V{high:.1f}M{x - 4:.1f} {low:.1f}h8M{x - 4:.1f} {high:.1f}h8"
    return f'<path class="span" d="{path}"/>'


def shaded(chart: Chart, down: str) -> str:
    """A table whose cells are the darker, the greater their numbers: places across, a series a line down."""
    names = [series.name for series in chart.series]
    left = MARGIN + LETTER * max(map(len, (f"{down} ↓", *names)))
    wide = max(CELL, LETTER * max(map(len, chart.places), default=0) + MARGIN)
    top = TOP + 30
    found = [v for series in chart.series for v in series.values if v is not None]
    most = max((*found, Fraction(1) if chart.chance else Fraction(0))) or Fraction(1)
    parts = [f'<text class="soft" x="{left:.0f}" y="{TOP + 4}">{escape(chart.across)} →</text>']
    parts.append(f'<text class="soft end" x="{left - 8:.0f}" y="{TOP + 4}">{escape(down)} ↓</text>')
    for i, place in enumerate(chart.places):
        x = left + (i + 0.5) * wide
        parts.append(f'<text class="middle" x="{x:.1f}" y="{top - 8}">{escape(place)}</text>')
    for n, series in enumerate(chart.series):
        y = top + 30 * n
        parts.append(f'<text class="end" x="{left - 8:.0f}" y="{y + 20}">{escape(series.name)}</text>')
        for i, v in enumerate(series.values):
            x = left + i * wide
            shade = float(v / most) * 0.85 if v is not None else 0
            told = "—" if v is None else _told(chart, v)
            parts.append(
                f'<rect class="cell" x="{x:.1f}" y="{y}" width="{wide:.1f}" height="30" fill-opacity="{shade:.3f}"/>'
                f'<text class="cell-text" x="{x + wide / 2:.1f}" y="{y + 20}">{told}</text>'
            )
    right = left + max(wide * len(chart.places), LETTER * (len(chart.across) + 2)) + RIGHT
    width = max(right, MARGIN + TITLE * len(chart.title) + RIGHT)
    return _page(chart, parts, top + 30 * len(chart.series) + 24, width=width)


def _framed(
    chart: Chart, drawn: Callable[[Callable[[int], float], Callable[[Fraction], float]], Iterator[str]]
) -> str:
    """Axes, marks and the names of the series around what is drawn."""
    found = [v for series in chart.series for v in series.values if v is not None]
    found += [end for series in chart.series for span in series.spans for end in span]
    most, step = _scale(max((*found, Fraction(0))), chart.chance)
    least = min((*found, Fraction(0)))
    low = -step * ceil(-least / step)
    room = (WIDTH - LEFT - RIGHT) / max(len(chart.places), 1)

    def at(i: int) -> float:
        return LEFT + (i + 0.5) * room

    def height(v: Fraction) -> float:
        return HEIGHT - BOTTOM - float((v - low) / (most - low)) * (HEIGHT - TOP - BOTTOM)

    parts = []
    mark = low
    while mark <= most:
        y = height(mark)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(
            f'<text class="soft end" x="{LEFT - 8}" y="{y + 4:.1f}">{_told(chart, mark, mark=True)}</text>'
        )
        mark += step
    every = ceil(len(chart.places) / 24)
    names = {i: _short(chart.places[i]) for i in range(0, len(chart.places), every)}
    longest = LETTER * max(map(len, names.values()), default=0)
    leaning = longest > room * every
    more = int(longest) if leaning else 0
    for i, name in names.items():
        x, y = at(i), HEIGHT - BOTTOM + 18
        if leaning:
            turned = f'class="end" x="{x + 4:.1f}" y="{y - 4}" transform="rotate({LEAN} {x + 4:.1f} {y - 4})"'
            parts.append(f"<text {turned}>{escape(name)}</text>")
        else:
            parts.append(f'<text class="middle" x="{x:.1f}" y="{y}">{escape(name)}</text>')
    across = f'x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 12 + more}"'
    parts.append(f'<text class="soft middle" {across}>{escape(chart.across)}</text>')
    parts += drawn(at, height)
    named = chart.series if len(chart.series) > 1 else ()
    for n, series in enumerate(named):
        y = HEIGHT + more + 6 + 20 * n
        colour, dash = COLOURS[n % len(COLOURS)], DASHES[n % len(DASHES)]
        parts.append(
            f'<line x1="{LEFT}" x2="{LEFT + 36}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="4"'
            f' stroke-dasharray="{dash}"/><text x="{LEFT + 46}" y="{y + 4}">{escape(series.name)}</text>'
        )
    return _page(chart, parts, HEIGHT + more + 20 * len(named))


def _short(name: str) -> str:
    """A name that has room under an axis; the description of the chart has it whole."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _scale(most: Fraction, chance: bool) -> tuple[Fraction, Fraction]:
    """The top of an axis and the step of its marks: 1, 2 or 5 times a power of ten, five marks or so."""
    if chance and most > Fraction(1, 2):
        return Fraction(1), Fraction(1, 5)
    if not most:
        return Fraction(1), Fraction(1, 5)
    power = Fraction(10) ** ceil(log10(float(most / 5)) - 1)
    step = next(n * power for n in (1, 2, 5, 10) if 6 * n * power >= most)
    return step * ceil(most / step), step


def _told(chart: Chart, v: Fraction, *, mark: bool = False) -> str:
    if not chart.chance:
        return decimal(v, 2)
    places = 0 if mark and v.denominator in (1, 2, 4, 5, 10, 20, 25, 50, 100) else 2 if mark else 1
    return percent(v, places)


def _page(chart: Chart, parts: Sequence[str], height: float, *, width: float = 0) -> str:
    """A whole drawing; `width`: that of one which is as wide as what it holds, and is not to be stretched."""
    told = "\N{NO-BREAK SPACE}; ".join(
        (f"{series.name} — " if series.name else "")
        + ", ".join(
            f"{place}\N{NO-BREAK SPACE}: {'—' if v is None else _told(chart, v)}"
            for place, v in zip(chart.places, series.values, strict=True)
        )
        for series in chart.series
    )
    natural = f' class="natural" width="{width:.0f}" height="{height:.0f}"' if width else ""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width or WIDTH:.0f} {height:.0f}"{natural}'
            ' role="img" aria-labelledby="titre" aria-describedby="valeurs">',
            f'<title id="titre">{escape(chart.title)}</title>',
            f'<desc id="valeurs">{escape(told)}</desc>',
            f"<style>{STYLE}</style>",
            f'<text class="title" x="{MARGIN if width else LEFT}" y="26">{escape(chart.title)}</text>',
            *parts,
            "</svg>\n",
        ]
    )
