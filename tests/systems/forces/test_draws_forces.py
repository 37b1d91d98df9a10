"""Odds before a milestone draws: each vertex it may activate, for whoever may see the force, against every answer of
the draw through the rules themselves (FOR-42, FOR-43, FOR-46, TAB-11)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from paravent.chance.exact import Law
from paravent.core.game import odds_for
from paravent.core.offers import Waiting
from paravent.core.system import Odds
from paravent.core.values import CHANCE, Who
from paravent.systems.forces import SYSTEM
from paravent.systems.forces import commands as co
from paravent.systems.forces.model import Game
from paravent.systems.forces.weighing import GAUGE
from paravent.systems.forces.world import Force, Visibility
from play import LEA, MAUD, NOE, SAM, Play
from systems.forces.for_table import bring, character, force, milestone, table, world
from twins import law_of, plain, told

AT = "jalon"
ARROWS = [("a", "b", 30, AT), ("a", "c", 50, AT), ("a", "c", 20, AT), ("a", "d", 0, AT), ("a", "e", 100, AT)]
SECOND = [("a", "b", 7, AT), ("b", "c", 60, AT)]


def forces(first: Visibility, second: Visibility) -> tuple[Force, Force]:
    return (
        force("un", "abcde", ARROWS, visibility=first),
        force("deux", "abc", SECOND, visibility=second),
    )


def in_the_air(first: Visibility, second: Visibility) -> Play:
    play = table()
    bring(play, *forces(first, second))
    milestone(play, throw=False)
    return play


def draws(play: Play) -> list[Waiting]:
    return [w for w in play.waitings() if w.who == CHANCE]


def odds(play: Play, seat: Who, w: Waiting) -> Odds | None:
    return odds_for(SYSTEM, play.game, seat, w)


def awake_after(game: Game) -> frozenset[str] | None:
    """The vertices that the whole milestone woke."""
    if any(w.who == CHANCE for w in SYSTEM.waiting(game)):
        return None
    return frozenset(f"{f.name}/{v.name}" for f in game.forces for v in f.vertices if v.active)


def label(at: str) -> str:
    name, _, vertex = at.partition("/")
    return f"atteindre « {vertex} » ({name})"


@pytest.mark.parametrize(
    ("first", "second"),
    [("hidden", "partial"), ("total", "hidden"), ("partial", "partial"), ("total", "total")],
)
def test_each_vertex_of_a_milestone_is_every_answer_of_its_draws(
    first: Visibility, second: Visibility
) -> None:
    play = in_the_air(first, second)
    law: Law[frozenset[str]] = law_of(SYSTEM, world(play), awake_after)
    found: dict[str, Fraction] = {}
    for w in draws(play):
        seen = odds(play, MAUD, w)
        assert seen is not None
        found |= told(seen.lines)
        assert sum(told(seen.law).values()) == 1
    every = [f"Force un/nom {v}" for v in "bcde"] + ["Force deux/nom b"]
    assert found == {label(at): law.p(lambda awake, at=at: at in awake) for at in every}  # type: ignore[misc]  # bound
    assert found["atteindre « nom c » (Force un)"] == 1 - Fraction(50 * 80, 100 * 100)


def test_how_many_conditions_are_met_is_told_too() -> None:
    play = in_the_air("total", "hidden")
    (w,) = (w for w in draws(play) if w.to is None)
    seen = odds(play, MAUD, w)
    assert seen is not None
    hits = [Fraction(n, 100) for n in (30, 50, 20, 0, 100)]
    none_but_e = (1 - hits[0]) * (1 - hits[1]) * (1 - hits[2])
    assert told(seen.law)["1 condition remplie"] == none_but_e
    assert "aucune condition remplie" not in told(seen.law)
    assert plain(seen.sentence).startswith(
        "30 % d’atteindre « nom b » (Force un), 60 % d’atteindre « nom c »"
    )


@pytest.mark.parametrize("second", ["hidden", "partial"])
def test_nobody_but_the_game_masters_is_told_of_a_draw_they_do_not_see(second: Visibility) -> None:
    """What the table sees whole is told to all; a hidden force, or one half seen, to nobody else."""
    play = in_the_air("total", second)
    for w in draws(play):
        seen = [odds(play, seat, w) for seat in (LEA, NOE, SAM)]
        if w.to is None:
            assert all(x is not None and "Force un" in x.sentence and "deux" not in x.sentence for x in seen)
        else:
            assert seen == [None] * 3
    for seat in (LEA, NOE, SAM):
        # Not a byte of it among all that the seat is sent; the game master's page has it.
        assert "deux/" not in play.sees(seat)
        assert "(Force deux)" not in play.sees(seat)
    assert "(Force deux)" in play.sees(MAUD)


def test_two_tables_that_differ_by_a_hidden_force_send_a_player_the_same() -> None:
    """The chances too are alike to the byte."""

    def sent(*hidden: Force) -> list[str]:
        play = table()
        bring(play, force("un", "abc", [("a", "b", 30, AT)], visibility="total"), *hidden)
        milestone(play, throw=False)
        out = []
        for w in draws(play):
            seen = odds(play, LEA, w)
            out += [] if seen is None else [repr((seen.lines, seen.law))]
        return out

    assert sent() == sent(force("deux", "abc", SECOND)) != []


def test_one_madness_of_the_list_is_told_before_it_is_drawn() -> None:
    play = table(stress="oui")
    actor = character(play)
    play.act(MAUD, co.InflictStress(actor, GAUGE, ""), throw=False)
    (w,) = draws(play)
    seen = odds(play, LEA, w)
    assert seen is not None

    def struck(game: Game) -> Any:
        return next(iter(game.character(actor).madness), None)

    law: Law[Any] = law_of(SYSTEM, world(play), struck)
    assert told(seen.law) == dict(law.rows())
    assert told(seen.lines) == {"tirer une folie donnée": max(p for _, p in law.rows())}
