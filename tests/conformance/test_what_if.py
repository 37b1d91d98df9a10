"""« Et si »: what may be supposed otherwise of a throw starts from what it is, exact, and tells of no other sheet."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from paravent.core.describe import describe_offer, lexicon_of
from paravent.core.domains import OneOf, Whole
from paravent.core.offers import Offer
from paravent.core.system import SUPPOSE, Odds, OddsLine, System
from paravent.core.words import LEXICON
from play import Play
from random_games import STEPS, step


def untouched(o: Offer) -> Any:
    """A form as it is first shown."""

    def first(domain: Any) -> Any:
        match domain:
            case OneOf(options):
                return options[0].value
            case Whole(low, _, _, usual):
                return low if usual is None else usual

    return o.command(**{name: first(domain) for name, domain in o.fields})


def whole(rows: tuple[OddsLine, ...]) -> Fraction:
    return sum((Fraction(x.numerator, x.denominator) for x in rows), Fraction(0))


def told(odds: Odds) -> None:
    assert all(0 <= x.numerator <= x.denominator for x in (*odds.lines, *odds.law))
    assert not odds.law or whole(odds.law) == 1
    assert len({x.label for x in odds.law}) == len(odds.law)


def test_what_is_supposed_starts_from_what_is(system: System[Any]) -> None:
    assert bool(moved_by(system, 31)) == (system.supposed is not None)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(32, 72))
def test_what_is_supposed_at_length(system: System[Any], seed: int) -> None:
    moved_by(system, seed)


def moved_by(system: System[Any], seed: int) -> int:
    """How many suppositions changed the chances, of all that one random game lets make."""
    moved = 0
    play, rng = Play(system, seed=seed), random.Random(seed)
    for _ in range(STEPS):
        step(play, rng)
        world = play.game.world
        for w in play.waitings():
            odds = system.odds(world, w)
            if odds is None:
                continue
            told(odds)
            if (o := odds.supposes) is None:
                continue
            assert system.supposed is not None
            assert o.command.__name__ == SUPPOSE
            fields = describe_offer(o, lexicon_of(system.lexicon))["fields"]
            assert [f["name"] for f in fields if f["label"] == f["name"]] == []
            as_it_is = system.supposed(world, w, untouched(o))
            assert as_it_is is not None
            assert (as_it_is.lines, as_it_is.law) == (odds.lines, odds.law)
            for _ in range(3):
                supposed = system.supposed(world, w, o.pick(rng.randrange))
                assert supposed is not None
                told(supposed)
                # Whoever may see the chances there are may see these, and nobody else.
                assert set(supposed.reveals) == set(odds.reveals)
                moved += supposed.lines != odds.lines
    return moved


def test_what_composes_a_throw_is_a_command(system: System[Any]) -> None:
    assert system.composes <= {*system.lexicon.commands, *LEXICON.commands}
