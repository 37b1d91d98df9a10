"""What a system offers: all of it is accepted, nothing else is, and each question has one name for one life."""

from __future__ import annotations

import random
from typing import Any

import pytest

from paravent.core import commands as co
from paravent.core.codec import canonical, strict_json
from paravent.core.describe import lexicon_of
from paravent.core.game import decide
from paravent.core.refusals import Refusal
from paravent.core.system import System
from paravent.core.values import CHANCE, Who
from paravent.table.raw_fields import sent
from play import MAUD, Play
from random_games import NOT_MASTERS, PLAYERS, STEPS, games, step


def test_commands_survive_the_page(system: System[Any]) -> None:
    """What a page sends for a command, through JSON, is read as that command."""
    play, rng = Play(system, seed=1), random.Random(1)
    for _ in range(60):
        done = step(play, rng)
        assert done
        for seat in (MAUD, *PLAYERS):
            for w in play.asked(seat).values():
                for o in w.offers:
                    if not o.barred and (command := o.pick(rng.randrange)) is not None:
                        assert o.read(strict_json(canonical(sent(o, command)))) == command


def test_every_offered_choice_is_accepted(system: System[Any]) -> None:
    """`decide` and `follow` never fail on what an offer admits; every (topic, command) pair met is exercised."""
    met: set[tuple[str, str]] = set()
    done: set[tuple[str, str]] = set()
    for seed in (11, 12):
        play, rng = Play(system, seed=seed), random.Random(seed)
        for _ in range(STEPS):
            for w in play.waitings():
                for o in w.offers:
                    pair = (type(w.topic).__name__, o.command.__name__)
                    met |= {pair} if not o.barred else set()
                    if o.barred or (pair in done and rng.random() > 0.2):
                        continue
                    command = o.pick(rng.randrange)
                    if command is not None:
                        author = (
                            MAUD
                            if w.who == CHANCE
                            else next(s for s in (MAUD, *NOT_MASTERS) if w in play.asked(s).values())
                        )
                        _, made = decide(system, play.game, w, author, command, "essai", play.records)
                        assert made
                        done.add(pair)
            step(play, rng)
    assert met == done


def test_what_is_not_offered_is_refused_without_effect(system: System[Any]) -> None:
    play, rng = Play(system, seed=3), random.Random(3)
    refusals = 0
    for _ in range(60):
        step(play, rng)
        before = (play.game, len(play.records))
        for w in play.waitings():
            for o in w.offers:
                command = o.pick(rng.randrange) if not o.barred else None
                for seat in NOT_MASTERS:
                    if command is None or w in play.asked(seat).values():
                        continue
                    with pytest.raises(Refusal):
                        play.answer(seat, play.key(seat, w), o.command.__name__, sent(o, command), id="x")
                    refusals += 1
        assert (play.game, len(play.records)) == before
    assert refusals > 100


def test_no_key_survives_its_answer_and_none_is_shared(system: System[Any]) -> None:
    for seed in (21, 22):
        play, rng = Play(system, seed=seed), random.Random(seed)
        used: dict[Who, set[str]] = {s: set() for s in (MAUD, *PLAYERS)}
        for _ in range(STEPS):
            before = {seat: [(w, play.key(seat, w)) for w in play.waitings()] for seat in used}
            for seat, keys in before.items():
                assert len({k for _, k in keys}) == len(keys), "two questions have one key"
                assert not used[seat] & set(play.asked(seat)), (
                    "an answered question is asked again by the same name"
                )
            done = step(play, rng)
            assert done
            (seat, w, _), command = done
            used[seat].add(next(k for x, k in before[seat] if x == w))
            if isinstance(command, co.Undo):
                assert not set(play.asked(MAUD)) & {k for _, k in before[MAUD]}


def test_no_holding_waiting_without_a_live_offer(system: System[Any]) -> None:
    for seed in (31, 32):
        play, rng = Play(system, seed=seed), random.Random(seed)
        for _ in range(STEPS):
            for w in play.waitings():
                assert not w.holds or any(
                    o.pick(rng.randrange) is not None for o in w.offers if not o.barred
                ), w
                if w.who == CHANCE:
                    assert w.to is None or w.sealed, "a hidden draw from the open stream leaves a gap"
                if w.idle is not None:
                    live = [o for o in w.offers if o.command is type(w.idle)]
                    assert any(o.why_not(w.idle) is None for o in live)
            step(play, rng, throw=rng.random() > 0.3)
            step_chance(play)


def step_chance(play: Play) -> None:
    for w in play.waitings():
        if w.who == CHANCE:
            command = play.chance(w, [])
            play.act(MAUD, command)
            return


def test_domains_have_distinct_ids(system: System[Any]) -> None:
    play, rng = Play(system, seed=4), random.Random(4)
    for _ in range(80):
        step(play, rng)
        for w in play.waitings():
            for o in w.offers:
                for name, domain in o.fields:
                    ids = [x.id for x in getattr(domain, "options", ())]
                    assert len(set(ids)) == len(ids), (o.command, name)


def test_commands_and_fields_have_french_names(system: System[Any]) -> None:
    lexicon = lexicon_of(system.lexicon)
    for play in games(system.name):
        for w in play.waitings():
            for o in w.offers:
                name = o.command.__name__
                assert lexicon.command(name) != name
                for field, _ in o.fields:
                    assert f"{name}.{field}" in lexicon.fields or lexicon.field(field) != field, (name, field)
