"""What every rule set must keep, whatever its rules: run over each system found, the toy one included."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from importlib import import_module
from pkgutil import iter_modules, walk_packages
from typing import Any, get_args

import pytest

from paravent import systems
from paravent.core import commands as co
from paravent.core import events as ev
from paravent.core.cast import eyes_of
from paravent.core.codec import canonical, dump_event, dump_state, load_event, load_state, strict_json
from paravent.core.game import decide, fold
from paravent.core.journal import namer, sentence
from paravent.core.offers import Offer, Waiting
from paravent.core.refusals import Refusal
from paravent.core.rulebook import load
from paravent.core.rules import REGISTRY
from paravent.core.sight import SIGHT, project
from paravent.core.system import System
from paravent.core.values import CHANCE, Who
from play import LEA, MAUD, NOE, SAM, ZOE, Play, own_question, sent
from toy import on_the_path

PLAYERS = (LEA, NOE, ZOE)
NOT_MASTERS = (*PLAYERS, SAM)
STEPS = 100
"""Commands in a random game; those of the shared desk are kept rare, so that rules are played."""
RARE = 0.08
SEEDS = range(3)

with on_the_path():
    NAMES = sorted(m.name for m in iter_modules(systems.__path__) if m.ispkg)


@cache
def found(name: str) -> System[Any]:
    """A system by its folder's name, with every module of its package imported, so that all rules are registered."""
    with on_the_path():
        package = import_module(f"paravent.systems.{name}")
        for m in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(m.name)
    result: System[Any] = package.SYSTEM
    return result


@pytest.fixture(params=NAMES)
def system(request: pytest.FixtureRequest) -> System[Any]:
    return found(request.param)


DISRUPTIVE = (
    co.Undo,
    co.Abandon,
    co.RemoveSeat,
    co.ArchiveTable,
    co.MarkAbsent,
    co.RefuseActor,
    co.ChooseHand,
    co.SetOption,
    co.GiveActor,
)
"""Shared commands that stop play or change who plays; random games use them rarely."""

Choice = tuple[Who, Waiting, Offer]


def choices(play: Play, rng: random.Random) -> list[Choice]:
    """Every live offer with a seat that may answer it, in random order, the system's own first nine times in ten."""
    out = [
        (seat, w, o)
        for seat in (MAUD, *PLAYERS)
        for w in play.asked(seat).values()
        for o in w.offers
        if not o.barred and w.who != CHANCE
    ]
    rng.shuffle(out)
    weights = {id(c): rng.random() + weight(play, c) for c in out}
    return sorted(out, key=lambda c: -weights[id(c)])


def weight(play: Play, choice: Choice) -> float:
    _, w, o = choice
    if o.command in DISRUPTIVE:
        return -2.0 * (1 - RARE)
    if o.command is co.AcceptActor:
        return 1.0
    return (1.0 if w.holds else 0.6) if own_question(play.system, w) else 0.0


def step(play: Play, rng: random.Random, **more: Any) -> tuple[Choice, Any] | None:
    for choice in choices(play, rng):
        seat, w, o = choice
        command = o.pick(rng.randrange)
        if command is None:
            continue
        play.act(seat, command, topic=w.topic, **more)
        return choice, command
    return None


@cache
def games(name: str) -> tuple[Play, ...]:
    """A few random games of a system, played once for all tests."""
    out = []
    for seed in SEEDS:
        play, rng = Play(found(name), seed=seed), random.Random(seed)
        for _ in range(STEPS):
            step(play, rng)
        out.append(play)
    return tuple(out)


def facts(system: System[Any]) -> list[Any]:
    return [r.event for play in games(system.name) for r in play.records]


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
                            else next(s for s in (MAUD, *PLAYERS) if w in play.asked(s).values())
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
            command = play._chance(w, [])
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


def hidden(play: Play, made: list[Any]) -> bool:
    """Whether nobody but the game masters may know of these records, nor of the draws behind them."""
    core = play.game.core
    return all(
        r.audience is not None and not any(eyes_of(core, s).among(r.audience) for s in NOT_MASTERS)
        for r in made
    )


def whisper(play: Play, rng: random.Random, n: int) -> bool:
    """The game master does something nobody else may know of; True when it was found."""
    mine = [c for c in choices(play, rng) if c[0] == MAUD]
    rng.shuffle(mine)
    for _, w, o in mine[:40]:
        command = o.pick(rng.randrange)
        if command is None:
            continue
        trial = play.fork()
        trial.act(MAUD, command, topic=w.topic, id=f"secret-{n}")
        if hidden(trial, trial.records[len(play.records) :]):
            play.act(MAUD, command, topic=w.topic, id=f"secret-{n}")
            return True
    return False


@pytest.mark.parametrize("seed", range(4))
def test_two_worlds(system: System[Any], seed: int) -> None:
    """Hidden commands in one world only: not a byte differs for anyone but the game masters."""
    calm, full = Play(system, seed=seed), Play(system, seed=seed)
    rng, secret_rng = random.Random(seed), random.Random(seed + 1000)
    secrets = public = 0
    last: tuple[int, int] | None = None
    for n in range(60):
        for play in (calm, full):
            play.at = n
        full.at = 1000 + n  # a secret's own time shows to nobody
        if whisper(full, secret_rng, n):
            secrets += 1
        full.at = n
        alike(calm, full)
        if last and any(p.action == last[0] for p in calm.past()) and rng.random() < 0.06:
            for play, action in zip((calm, full), last, strict=True):
                play.undo(action)
            last = None
        else:
            before = (calm.game.action + 1, full.game.action + 1)
            public += both(calm, full, rng, n)
            last = before if calm.game.action == before[0] else last
        alike(calm, full)
    assert secrets > 12
    assert public > 40


def alike(calm: Play, full: Play) -> None:
    """Every byte that the players and the spectator are sent is the same; else, show the first difference."""
    for seat in NOT_MASTERS:
        a, b = calm.sees(seat), full.sees(seat)
        if a != b:
            at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
            told = full.records[-1].event
            raise AssertionError(
                f"{seat} sees {b[max(0, at - 200) : at + 80]!r} not {a[at : at + 80]!r} after {told}"
            )


def both(calm: Play, full: Play, rng: random.Random, n: int) -> int:
    """One command the two worlds have in common, by the same seat, under the same id."""
    for seat, w, o in choices(calm, rng):
        if o.command in (co.Undo, co.RevealSecret, co.RevealActor, co.Abandon):
            continue
        command = o.pick(rng.randrange)
        if command is None or not offered(full, seat, w, command):
            assert command is None or seat == MAUD, "a hidden fact closes a player's choice"
            continue
        for play in (calm, full):
            play.act(seat, command, topic=w.topic, id=f"public-{n}")
        return 1
    return 0


def offered(play: Play, seat: Who, w: Waiting, command: Any) -> bool:
    alike = [x for x in play.asked(seat).values() if x.topic == w.topic]
    return any(o.command is type(command) and o.why_not(command) is None for x in alike for o in x.offers)


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


def test_commands_and_fields_have_french_names(system: System[Any]) -> None:
    from paravent.core.describe import lexicon_of

    lexicon = lexicon_of(system.lexicon)
    for play in games(system.name):
        for w in play.waitings():
            for o in w.offers:
                name = o.command.__name__
                assert lexicon.command(name) != name
                for field, _ in o.fields:
                    assert f"{name}.{field}" in lexicon.fields or lexicon.field(field) != field, (name, field)


def test_rules_and_code_agree(system: System[Any]) -> None:
    book = load(system.package)
    played = {id for id, r in book.items() if r.status == "jouee"}
    here = {id for id, names in REGISTRY.items() if any(n.startswith(f"{system.package}.") for n in names)}
    assert played - here == set(), "said to be played, but no code is registered"
    known = {*book, *load("paravent.core")}
    assert here - known == set(), "registered, but in no rulebook"
    for w in (w for play in games(system.name) for w in play.waitings()):
        assert {w.rule, *(o.rule for o in w.offers)} <= known


def test_a_system_is_only_a_folder() -> None:
    assert "pile_ou_face" in NAMES
    assert len(NAMES) >= 2
    assert found("pile_ou_face").name == "pile_ou_face"
