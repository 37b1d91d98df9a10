"""What a system writes: its facts survive the codec, replay the same, and are said in French."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, get_args

from paravent.core import events as ev
from paravent.core.cast import eyes_of
from paravent.core.codec import dump_event, dump_state, load_event, load_state
from paravent.core.game import fold
from paravent.core.journal import namer, sentence
from paravent.core.sight import SIGHT, project
from paravent.core.system import System
from play import MAUD, SAM, Play
from random_games import PLAYERS, SEEDS, STEPS, facts, games, step


def test_random_games_reach_the_rules(system: System[Any]) -> None:
    own = Counter(type(e).__name__ for e in facts(system) if not isinstance(e, ev.CoreEvent))
    assert sum(own.values()) > 100


def test_events_and_states_survive_the_codec(system: System[Any]) -> None:
    for event in facts(system):
        text = dump_event(system, event)
        assert load_event(system, event.kind, 1, text) == event
        assert dump_event(system, load_event(system, event.kind, 1, text)) == text
    for play in games(system.name):
        assert load_state(system.state, dump_state(system.state, play.game.world)) == play.game.world


def test_replay_is_deterministic(system: System[Any]) -> None:
    for seed, play in zip(SEEDS, games(system.name), strict=True):
        again = fold(system, play.base, play.records)
        assert (again.core, again.world, dict(again.tallies)) == (
            play.game.core,
            play.game.world,
            dict(play.game.tallies),
        )
        if seed == 0:
            twin, rng = Play(system, seed=seed), random.Random(seed)
            for _ in range(STEPS):
                step(twin, rng)
            assert twin.records == play.records


def test_every_fact_has_words_or_is_silent_for_all(system: System[Any]) -> None:
    """Each kind a random game meets says a sentence to whoever sees it, `""` being for what needs no line."""
    spoken: Counter[str] = Counter()
    for play in games(system.name):
        for seat in (MAUD, *PLAYERS, SAM):
            eyes = eyes_of(play.game.core, seat)
            names = namer(system, play.game.core, eyes)
            for r in play.records:
                view = project(r.event, eyes, told=True)
                if view is not None and eyes.among(r.audience):
                    text = sentence(system, view, names)
                    assert text == text.strip()
                    assert "None" not in text
                    assert view["kind"] not in text
                    spoken[view["kind"]] += bool(text)
    met = {type(e).__name__ for e in facts(system) if not isinstance(e, ev.CoreEvent)}
    silent = {k for k in met if not spoken[k]}
    assert silent <= set(system.rules_of), f"no sentence and no rule for {silent}"


def test_kinds_are_the_systems_own(system: System[Any]) -> None:
    shared = {e.__name__ for e in get_args(ev.CoreEvent)}
    own = {e.__name__ for e in get_args(system.events)}
    assert not own & shared
    assert all(e in SIGHT or e.__module__.startswith(system.package) for e in get_args(system.events))
