"""What answers hold, the variants of their questions, and the charts made of them."""

import re
from fractions import Fraction as F
from xml.etree import ElementTree

import pytest

from paravent.core import charts, sweeps
from paravent.core.charts import Chart, Series
from paravent.core.figures import figures, pick
from paravent.core.questions import BadQuestion


def number(n: F) -> dict[str, object]:
    return {"exact": f"{n.numerator}/{n.denominator}", "approx": float(n)}


JOINT = [
    {"total": t, "uns": u, **number(p)}
    for t, u, p in ((0, 1, F(1, 4)), (5, 0, F(1, 2)), (2, 1, F(1, 8)), (5, 1, F(1, 8)))
]
ANSWER = {
    "mode": "normal",
    "p_reussite": number(F(2, 3)),
    "p_fin": {"a": number(F(1, 2)), "b": number(F(1, 2))},
    "choix": [{"des": 1, "p": number(F(1, 3))}, {"des": 2, "p": None}],
    "loi": JOINT,
    "ensembles": [{"actifs": ["A", "B"], **number(F(1))}],
    "tours": [{"tour": 1, **number(F(1, 4))}, {"tour": 2, **number(F(1, 2))}],
    "suite": [number(F(1, 5))],
}


def test_every_number_and_law_has_its_path():
    found = figures(ANSWER)
    assert [*found] == [
        "p_reussite", "p_fin.a", "p_fin.b", "choix[0].p", "loi", "ensembles", "tours", "suite[0]",
    ]  # fmt: skip
    assert found["p_fin.a"] == F(1, 2)
    assert found["loi"].whole
    assert not found["tours"].whole
    assert found["tours"].numeric() is found["loi"].numeric() is found["ensembles"].numeric() is None
    assert found["ensembles"].rows == (((("A", "B"),), 1),)


def test_one_value_of_a_law_has_its_own():
    assert pick(ANSWER, None) == ("p_reussite", F(2, 3))
    path, law = pick(ANSWER, "loi.total")
    assert path == "loi.total"
    assert law.rows == (((0,), F(1, 4)), ((2,), F(1, 8)), ((5,), F(5, 8)))
    assert law.numeric().mean() == F(27, 8)
    assert pick(ANSWER, "loi.rien") is pick(ANSWER, "rien.total") is pick({}, None) is None


@pytest.mark.parametrize(
    ("text", "key", "values"),
    [
        ("difficulte=1..3", "difficulte", (1, 2, 3)),
        ("mode = normal, facile", "mode", ("normal", "facile")),
        ("a.score=-2..-1", "a.score", (-2, -1)),
        ("x=oui,non,null,1/2,7", "x", (True, False, None, "1/2", 7)),
        ("des=[[6,6],[6,8]]", "des", ([6, 6], [6, 8])),
    ],
)
def test_ranges_are_read(text, key, values):
    assert sweeps.swept(text) == (key, values)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "difficulte",
        "=1",
        "x=",
        "x=3..1",
        "x=1..9999999",
        "x=1..900000",
        "x=[1",
        "x=[]",
        "x=" + "[" * 10**5,
    ],
)
def test_what_is_no_range_is_refused(text):
    with pytest.raises(BadQuestion, match=r"attend|lit pas"):
        sweeps.swept(text)


def test_variants_change_keys_that_are_there_and_nothing_else():
    question = {"des": [6], "a": {"score": 3}}
    over = [sweeps.Swept("a.score", (1, 2)), sweeps.Swept("des", ([6], [8]))]
    found = sweeps.cases(question, over)
    assert [case.at for case in found] == [(1, [6]), (1, [8]), (2, [6]), (2, [8])]
    assert found[-1].question == {"des": [8], "a": {"score": 2}}
    assert question == {"des": [6], "a": {"score": 3}}
    for key in ("rien", "a.rien", "des.x", "a.score.x"):
        with pytest.raises(BadQuestion, match="pas cette clé"):
            sweeps.changed(question, [(key, 1)])
    many = tuple(range(100))
    with pytest.raises(BadQuestion, match="10000 cas"):
        sweeps.cases(question, [sweeps.Swept("a.score", many), sweeps.Swept("des", many)])


PLACES = ["1", "2", "<3>"]
SERIES = [Series("A & B", [F(1), F(1, 3), None]), Series("C", [F(0), F(1, 10**6), F(1, 2)])]


@pytest.mark.parametrize("chance", [True, False])
@pytest.mark.parametrize("series", [SERIES, SERIES[1:], [Series("0", [F(0)] * 3)], [Series("–", [None] * 3)]])
@pytest.mark.parametrize("draw", [charts.curves, charts.bars, lambda chart: charts.shaded(chart, "bas")])
def test_charts_are_well_formed_and_say_their_numbers(draw, series, chance):
    root = ElementTree.fromstring(draw(Chart("Titre <x>", "en travers", PLACES, series, chance)))
    told = root.find("{http://www.w3.org/2000/svg}desc").text
    assert all(s.name in told for s in series)
    assert told.count(",") >= 2
    if series == SERIES and chance:
        assert "33,3" in told
        assert "moins de 0,1" in told


def test_an_expectation_may_be_above_one_or_below_nothing():
    chart = Chart("espérance", "x", ["a", "b"], [Series("s", [F(-3, 2), F(247)])], chance=False)
    text = charts.curves(chart)
    ElementTree.fromstring(text)
    heights = [float(y) for y in re.findall(r'cy="([\d.-]+)"', text)]
    assert charts.TOP <= heights[1] < heights[0] <= charts.HEIGHT - charts.BOTTOM


def test_a_shaded_table_is_as_wide_as_what_it_holds():
    def width(count: int) -> float:
        rows = [Series(f"ligne {n}", [F(1, 2)] * count) for n in range(3)]
        drawn = charts.shaded(Chart("réussir", "Seuil", [*map(str, range(count))], rows), "Difficulté")
        root = ElementTree.fromstring(drawn)
        assert root.get("viewBox").split()[2] == root.get("width"), (
            "one unit is one pixel: letters keep their size"
        )
        return float(root.get("width"))

    assert width(2) < 330
    assert width(30) > 30 * 60
