"""Odds before the points of an episode are shared, ties and all, against every throw through the rules (ITG-30)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from paravent.chance.exact import Chain, Law
from paravent.core.values import CHANCE
from paravent.systems.intrigue import SYSTEM
from paravent.systems.intrigue import episode_commands as ep
from paravent.systems.intrigue.episode_model import Awarding, Opening
from paravent.systems.intrigue.model import Game
from play import LEA, MAUD, NOE, SAM, ZOE, Play
from systems.intrigue.itg_table import falling, odds_told, player, world
from twins import thrown, told

Throwers = tuple[tuple[int, ...], ...]


def sharing(*dice: tuple[int, ...]) -> Play:
    play = Play(SYSTEM)
    for seat, name, own in zip((LEA, NOE, ZOE), ("Aldonse", "Villon", "Baudouin"), dice, strict=False):
        bonds = tuple((f"Margot {i}", die, "Elle sait tout.") for i, die in enumerate(own))
        player(play, seat, name, relationships=bonds)
    return play


def shares(game: Game) -> dict[str, Fraction]:
    """The points of everyone, throw after throw through the rules, ties and all, to absorption."""
    before = {c.actor: c.points for c in game.characters}

    def step(state: Game) -> Law[Game]:
        w = next(w for w in SYSTEM.waiting(state) if w.who == CHANCE)
        return Law.of((forgetting(x), n) for x, n in thrown(SYSTEM, state, w))

    def end(state: Game) -> tuple[tuple[str, int], ...] | None:
        if state.opening is not None:
            return None
        return tuple((c.name, c.points - before[c.actor]) for c in state.characters)

    ends = Chain(forgetting(game), step, end).absorption().ends
    found: dict[str, Fraction] = {}
    for people, p in ends.items():
        for name, n in people:
            label = f"{n} PI pour {name}"
            found[label] = found.get(label, Fraction(0)) + p
    return found


def forgetting(game: Game) -> Game:
    """Without how often it was thrown again, which the chances do not rest on."""
    return game if game.opening is None else replace(game, opening=replace(game.opening, round=0))


@pytest.mark.parametrize("dice", [((4,),), ((4,), (6,)), ((4, 4), (6,), (4,))])
def test_the_points_of_an_episode_are_every_throw_and_every_tie(dice: Throwers) -> None:
    play = sharing(*dice)
    play.act(MAUD, ep.SharePoints(), throw=False)
    while (w := play.falling()) is not None:
        found = odds_told(play, SAM, w)
        assert found.policy == "les égalités relancées jusqu’à ce qu’elles se départagent"
        assert told(found.lines) == shares(world(play))
        assert sum(told(found.law).values()) == 1
        # Everyone throws a 3: level for both places at first, and the next throw tells them apart.
        again = world(play).opening
        assert again is not None
        thrower = [a.actor for a in again.awards].index(w.topic.actor)
        faces = tuple(min(3 + thrower * again.round, d) for d in again.awards[thrower].dice)
        play.fall(MAUD, w, faces, own_action=True)


@pytest.mark.parametrize(("place", "again", "best"), [("premier", (0, 1), None), ("dernier", (1, 2), 0)])
def test_a_tie_under_way_is_told_too(place: str, again: tuple[int, ...], best: int | None) -> None:
    """Three throw; two of them are level for a place, and one has thrown again already."""
    play = sharing((4,), (4,), (6,))
    play.act(MAUD, ep.SharePoints(), throw=False)
    scores = (4, 4, 2) if place == "premier" else (4, 2, 2)
    for n in scores:
        play.fall(MAUD, falling(play), (n,), own_action=True)
    o = world(play).opening
    assert o is not None
    assert [o.awards.index(a) for a in o.awards if a.actor in o.again] == [*again]
    assert (None if not o.best else [a.actor for a in o.awards].index(o.best)) == best
    for _ in again:
        w = falling(play)
        assert told(odds_told(play, LEA, w).lines) == shares(world(play))
        play.fall(MAUD, w, (3,), own_action=True)
    # Level once more: they start over.
    assert told(odds_told(play, LEA, falling(play)).lines) == shares(world(play))


def test_players_who_have_no_relationship_are_told_apart_by_their_order() -> None:
    play = sharing((4,), (4,), (4,))
    game = world(play)
    people = tuple(Awarding(c.actor, dice) for c, dice in zip(game.characters, ((), (), (4,)), strict=True))
    opened = replace(game, opening=Opening("essai", people))
    for total in (None, 0):
        opened = replace(
            opened,
            opening=replace(
                opened.opening,
                awards=tuple(replace(a, total=0, score=0) if not a.dice else a for a in people),
            ),
        )  # type: ignore[arg-type]  # just set
        w = next(w for w in SYSTEM.waiting(opened) if w.who == CHANCE)
        found = SYSTEM.odds(opened, w)
        assert found is not None
        assert told(found.lines) == shares(opened), total


def test_players_of_one_name_are_told_apart() -> None:
    """By the dice that everyone sees, then by their place."""
    play = Play(SYSTEM)
    for seat, name, die in ((LEA, "Aldonse", 4), (NOE, "Aldonse", 6), (ZOE, "Villon", 4)):
        player(play, seat, name, relationships=(("Margot", die, "Elle sait tout."),))
    play.act(MAUD, ep.SharePoints(), throw=False)
    labels = {plain(x.label) for x in odds_told(play, SAM, falling(play)).lines}
    assert {"4 PI pour Aldonse (D4)", "4 PI pour Aldonse (D6)", "4 PI pour Villon"} <= labels
    play = Play(SYSTEM)
    for seat in (LEA, NOE):
        player(play, seat, "Aldonse", relationships=(("Margot", 4, "Elle sait tout."),))
    play.act(MAUD, ep.SharePoints(), throw=False)
    found = odds_told(play, SAM, falling(play))
    assert {plain(x.label) for x in found.law} == {
        "Aldonse (D4, n° 1) 4 PI, Aldonse (D4, n° 2) 2 PI",
        "Aldonse (D4, n° 2) 4 PI, Aldonse (D4, n° 1) 2 PI",
    }


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")
