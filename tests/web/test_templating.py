"""Templates made quick: what a page is made of is let go of with it, and whatever failed, the next page is whole."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby

import pytest
from jinja2 import DictLoader, TemplateNotFound

from paravent.systems import all_systems
from paravent.table.room import Room
from paravent.table.view import view
from paravent.web import screen
from paravent.web.templating import MOST_MISSING, Quick, environment
from play import PEOPLE
from random_games import games


@contextmanager
def by_count_alone() -> Iterator[None]:
    """Only what nobody refers to any more is freed."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@pytest.mark.parametrize("name", all_systems())
def test_a_page_leaves_nothing_to_search_for(name: str) -> None:
    env = environment()
    page = env.get_template("vue.html")
    evening = games(name)[0]
    room = Room("t", evening.system, b"k" * 32, {})
    for _, records in groupby(evening.records, lambda r: r.action):
        room.absorb(list(records))
    shown = [{**screen.arrange(view(room, seat)), "refused": None} for seat, _, _ in PEOPLE]
    first = [page.render(x) for x in shown]
    with by_count_alone():
        assert [page.render(x) for x in shown] == first
        assert gc.collect() == 0


def small(**templates: str) -> Quick:
    return Quick(loader=DictLoader(templates), autoescape=True)


MACROS = (
    "{% macro twice(x) %}{{ once(x) }}{{ once(x) }}{% endmacro %}{% macro once(x) %}<{{ x }}>{% endmacro %}"
)


def test_what_is_imported_outlives_the_page_that_first_asked_for_it() -> None:
    env = small(m=MACROS, p="{% import 'm' as m %}{{ m.twice(x) }}", q="{% include 'p' %}")
    assert [env.get_template("q").render(x=n) for n in (1, 2)] == ["<1><1>", "<2><2>"]


def test_a_page_rendered_inside_another_leaves_it_whole() -> None:
    env = small(inner="{{ x }}", m=MACROS, p=MACROS + "{{ once(x) }}{{ inner(x) }}{{ twice(x) }}")
    page, inner = env.get_template("p"), env.get_template("inner")
    told = page.render(x="é", inner=lambda x: inner.render(x=x))
    assert told == "<é>é<é><é>"


def test_a_page_that_fails_leaves_the_next_one_whole() -> None:
    env = small(p=MACROS + "{{ twice(x) }}{{ fails(x) }}")

    def fails(x: int) -> str:
        return str(1 // x)

    page = env.get_template("p")
    with pytest.raises(ZeroDivisionError):
        page.render(x=0, fails=fails)
    assert page.render(x=1, fails=fails) == "<1><1>1"


def test_a_template_that_is_missing_is_missing_again_and_few_are_remembered() -> None:
    env = small(p="{% include ['own', 'p2'] %}{% include 'none' ignore missing %}", p2="ici")
    assert [env.get_template("p").render() for _ in range(2)] == ["ici", "ici"]
    for n in range(2 * MOST_MISSING):
        with pytest.raises(TemplateNotFound):
            env.get_template(f"x{n}")
    assert len(env._missing) <= MOST_MISSING


def test_nothing_is_left_to_every_page() -> None:
    env = small(p="{{ x }}")
    with pytest.raises(TypeError):
        env.get_template("p", globals={"x": "un secret"})
    assert env.get_template("p").render() == ""
