"""Answers to probability questions as charts."""

from __future__ import annotations

from fractions import Fraction

from paravent.core.answers import NoMeasure, Results, followed, is_chance, known, places, sorted_values
from paravent.core.charts import Chart, Series, bars, curves, shaded
from paravent.core.figures import Spread, alike, figures, pick
from paravent.core.naming import Naming

TWO_WAYS = "Un graphique montre deux champs qui varient, ou plusieurs variantes, mais pas les deux à la fois."
NOTHING_DRAWN = "Cette réponse n’a rien à dessiner."


class NoChart(NoMeasure):
    """Answers that cannot be drawn, whatever the measure."""

    def __init__(self, text: str) -> None:
        super().__init__("", text)


def svg(results: Results, measure: str | None, naming: Naming) -> str:
    """Curves over one key, a shaded table over two, bars of a law, or of all chances where there is no law."""
    if not results.over:
        return bars(_of_law(results, measure, naming))
    path, found = followed(results, measure)
    numbers = {at: None if n is None else Fraction(n) for at, n in found.items()}
    counted = any(isinstance(n, int) for n in found.values())
    chance, title = is_chance(path) and not counted, naming.figure(path)
    if len(results.over) == 1:
        (over,) = results.over
        series = [
            Series(name or title, [numbers[name, v] for v, _ in places(over, naming)])
            for name in results.series
        ]
        words = [word for _, word in places(over, naming)]
        return curves(Chart(title, naming.asked(over.key), words, series, chance))
    if len(results.series) > 1:
        raise NoChart(TWO_WAYS)
    down, across = results.over
    (name,) = results.series
    columns = places(across, naming)
    series = [Series(word, [numbers[name, v, w] for w, _ in columns]) for v, word in places(down, naming)]
    chart = Chart(title, naming.asked(across.key), [word for _, word in columns], series, chance)
    return shaded(chart, naming.asked(down.key))


def _of_law(results: Results, measure: str | None, naming: Naming) -> Chart:
    every = [figures(f.answer) for f in results.found]
    if measure is None:
        measure = next(
            (path for x in every for path, figure in x.items() if isinstance(figure, Spread)), None
        )
    if measure is None:
        return _of_chances(results, naming)
    picked = [found[1] if (found := pick(f.answer, measure)) else None for f in results.found]
    spreads = alike([figure for figure in picked if isinstance(figure, Spread)])
    if not spreads:
        raise NoMeasure(measure, "aucune réponse n’a cette mesure", known(results))
    values = sorted_values(dict.fromkeys(value for spread in spreads for value, _ in spread.rows))
    laws = iter(spreads)
    listed = []
    for f, figure in zip(results.found, picked, strict=True):
        law = dict(next(laws).rows) if isinstance(figure, Spread) else None
        listed.append(Series(f.series, [None if law is None else law.get(v, Fraction(0)) for v in values]))
    places = [naming.values(spreads[0].keys, v) for v in values]
    return Chart(naming.figure(measure), ", ".join(map(naming.column, spreads[0].keys)), places, listed)


def _of_chances(results: Results, naming: Naming) -> Chart:
    every = [figures(f.answer) for f in results.found]
    paths = dict.fromkeys(
        path for x in every for path, n in x.items() if isinstance(n, Fraction) and is_chance(path)
    )
    if not paths:
        raise NoChart(NOTHING_DRAWN)
    listed = [
        Series(f.series, [n if isinstance(n := x.get(path), Fraction) else None for path in paths])
        for f, x in zip(results.found, every, strict=True)
    ]
    return Chart("Chances", "", [*map(naming.figure, paths)], listed)
