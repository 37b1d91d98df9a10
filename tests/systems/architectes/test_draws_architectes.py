"""Odds before a wound outside any exchange, cards given back and fate's ranking, against every draw (ARC-03, ARC-24,
ARC-28, TAB-11)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from paravent.chance.exact import Law
from paravent.core import commands as shared
from paravent.core.game import odds_for
from paravent.core.offers import Waiting
from paravent.core.system import Odds
from paravent.core.values import CHANCE, Who
from paravent.systems.architectes import SYSTEM
from paravent.systems.architectes import commands as co
from paravent.systems.architectes.model import Game
from play import LEA, MAUD, NOE, Play
from systems.architectes.arc_table import IN_ORDER, RUBRICS
from twins import law_of, told


def propose(play: Play) -> Who:
    play.act(LEA, co.ProposeCharacter("Iris", RUBRICS, IN_ORDER))
    play.act(MAUD, shared.AcceptActor())
    actor: Who = play.game.core.actors[-1].id
    return actor


def in_the_air(game: Game) -> bool:
    return any(w.who == CHANCE for w in SYSTEM.waiting(game))


def few_cards(play: Play, actor: Who, left: int) -> None:
    """A deck of so many cards, so that every draw can be walked."""
    play.act(MAUD, co.CorrectDeck(actor, tuple(range(left + 1, 23)), "pour l’essai"))


def seen(play: Play, seat: Who) -> tuple[Waiting, Odds | None]:
    w = play.falling()
    assert w is not None
    return w, odds_for(SYSTEM, play.game, seat, w)


@pytest.mark.parametrize("damage", [1, 3])
def test_damage_tells_how_often_a_given_card_goes(damage: int) -> None:
    play = Play(SYSTEM)
    actor = propose(play)
    few_cards(play, actor, 5)
    play.act(LEA, shared.ShareSheet(actor, False))
    play.act(MAUD, co.Inflict(actor, damage, "une chute"), throw=False)
    _, found = seen(play, LEA)
    assert found is not None
    law: Law[Any] = law_of(
        SYSTEM, play.game.world, lambda g: None if in_the_air(g) else frozenset(g.character(actor).deck)
    )
    for card in range(1, 6):
        assert told(found.lines)["perdre une carte donnée"] == law.p(lambda deck, card=card: card not in deck)  # type: ignore[misc]  # bound
    assert seen(play, MAUD)[1] == found
    assert seen(play, NOE)[1] is None


def test_healing_at_random_tells_how_often_a_given_card_comes_back() -> None:
    play = Play(SYSTEM)
    actor = propose(play)
    play.act(MAUD, co.CorrectDeck(actor, (3, 4, 5, 6, 7), "pour l’essai"))
    play.act(LEA, shared.ShareSheet(actor, False))
    play.act(MAUD, co.HealAtRandom(actor, 2), throw=False)
    _, found = seen(play, LEA)
    assert found is not None
    law: Law[Any] = law_of(
        SYSTEM, play.game.world, lambda g: None if in_the_air(g) else frozenset(g.character(actor).deck)
    )
    assert told(found.lines)["retrouver une carte donnée"] == law.p(lambda deck: 3 in deck) == Fraction(2, 5)
    assert seen(play, NOE)[1] is None


def test_fate_ranks_what_is_left_to_it_evenly() -> None:
    play = Play(SYSTEM)
    scores = (*range(1, 19), 0, 0, 0, 0)
    play.act(LEA, co.ProposeCharacter("Iris", RUBRICS, scores), throw=False)
    actor = play.game.core.actors[-1].id
    play.act(LEA, shared.ShareSheet(actor, False), throw=False)
    _, found = seen(play, LEA)
    assert found is not None
    law: Law[Any] = law_of(
        SYSTEM, play.game.world, lambda g: None if in_the_air(g) else g.character(actor).scores
    )
    (chance,) = told(found.lines).values()
    for skill in range(18, 22):
        for score in range(19, 23):
            assert law.p(lambda s, at=(skill, score): s[at[0]] == at[1]) == chance  # type: ignore[misc]  # bound
    assert seen(play, NOE)[1] is None
