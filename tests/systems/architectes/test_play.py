"""Random games: the books of every character balance, and every command and fact is met."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import fields
from functools import cache
from typing import Any, get_args

import pytest

from paravent.core import events as ev
from paravent.core.codec import dump_event, dump_state, load_event, load_state
from paravent.core.game import answerable, fold
from paravent.core.offers import Offer, Waiting, admit
from paravent.core.refusals import Refusal
from paravent.core.values import CHANCE, Who
from paravent.systems.architectes import SYSTEM
from paravent.systems.architectes.events import Event
from paravent.systems.architectes.model import EVERY_CARD, Game
from play import LEA, MAUD, NOE
from systems.architectes.arc_table import Table

SEEDS = range(10)
STEPS = 200


def near_miss(rng: random.Random, o: Offer, command: Any) -> Any:
    """A legal command with one field bent; None when it has no field."""
    if not o.fields:
        return None
    name, _ = rng.choice(o.fields)
    v = getattr(command, name)
    if isinstance(v, bool):
        bent: Any = int(v)
    elif isinstance(v, int):
        bent = v + rng.choice((-100, 100, 23))
    elif isinstance(v, str):
        bent = v + "?" * 5000
    else:
        bent = rng.choice((list(v), (*v, "?"), (*v, 99), v[:-1] if v else ("?",)))
    return type(command)(**{n: bent if n == name else getattr(command, n) for n, _ in o.fields})


def choose(rng: random.Random, table: Table) -> tuple[Waiting, Offer]:
    """What holds play first, mostly, so that contests go to their end."""
    mine = SYSTEM.waiting(table.world)
    holding = [w for w in mine if w.holds]
    asked = holding if holding and rng.random() < 0.8 else mine
    return rng.choice([(w, o) for w in asked for o in w.offers if not o.barred])


def people(table: Table, rng: random.Random) -> None:
    for seat, name in ((LEA, "Léa"), (NOE, "Inès")):
        table.player(seat, name, tuple(rng.sample(range(1, 23), 22)), destiny=rng.randrange(4))
    table.extra("Garde", 9, weapon="epee")
    table.extra("Ombre", 12, hidden=True, removed=EVERY_CARD[:10], broken=True, destiny=3)
    table.extra("Double", 8, hidden=True)


def shared_facts(table: Table, rng: random.Random) -> None:
    """What happens to a table beside its rules: answers to proposals, sessions, sheets shown or not."""
    core = table.game.core
    running = sorted({w.procedure for w in SYSTEM.waiting(table.world) if w.procedure})
    drafts = [a.id for a in core.actors if not a.accepted]
    if drafts and rng.random() < 0.5:
        table.tell(ev.ActorAccepted(drafts[0]) if rng.random() < 0.3 else ev.ActorRefused(drafts[0], "non"))
    elif rng.random() < 0.3 and not running:
        table.tell(
            ev.SessionClosed(core.session) if core.session_open else ev.SessionOpened(core.session + 1)
        )
    elif rng.random() < 0.1:
        table.tell(ev.SheetShared(rng.choice(core.actors).id, rng.random() < 0.5))
    elif rng.random() < 0.1 and running:
        table.tell(ev.Abandoned(rng.choice(running), "", None))


def balance(game: Game, own: dict[Who, set[int]]) -> None:
    for c in game.characters:
        if not c.scores:
            continue
        cards = own.setdefault(c.actor, {*c.deck, *c.lost})
        assert len(c.deck) + len(c.lost) == len(cards), "a card is in two places"
        assert {*c.deck, *c.lost} == cards
        assert c.deck == tuple(sorted(c.deck))
        assert c.destiny >= 0
        assert not (c.deck and c.dead)
        if not c.extra:
            ranked = [s for s in c.scores if s]
            assert len(set(ranked)) == len(ranked)
            assert not c.ready or sorted(c.scores) == list(EVERY_CARD)
    assert sum(x.to is None for x in game.contests) <= 1
    assert sum(x.to is not None for x in game.contests) <= 1


def refuse(rng: random.Random, w: Waiting, o: Offer, command: Any) -> int:
    """A near miss and every barred offer are refused; how many were."""
    wrong = [
        b.command(**{f.name: None for f in fields(b.command) if not f.kw_only}) for b in w.offers if b.barred
    ]
    bent = near_miss(rng, o, command)
    if bent is not None and o.why_not(bent) is not None:
        wrong.append(bent)
    for x in wrong:
        with pytest.raises(Refusal):
            admit((w,), {w.who}, x)
    return len(wrong)


def seat_for(table: Table, w: Waiting) -> Who:
    seats = (MAUD,) if w.who == CHANCE else (LEA, NOE, *(s.id for s in table.game.core.seats))
    return next(s for s in seats if answerable(table.game, s, (w,)))


@cache
def games() -> tuple[tuple[Table, Counter[str]], ...]:
    return tuple(play(seed) for seed in SEEDS)


def play(seed: int) -> tuple[Table, Counter[str]]:
    rng = random.Random(seed)
    table = Table(prologue="oui" if seed % 3 == 0 else "non")
    people(table, rng)
    own: dict[Who, set[int]] = {}
    met: Counter[str] = Counter()
    for _ in range(STEPS):
        balance(table.world, own)
        shared_facts(table, rng)
        balance(table.world, own)
        questions = SYSTEM.waiting(table.world)
        topics = [repr(w.topic) for w in questions]
        assert len(set(topics)) == len(topics), "two questions, one topic"
        assert all(any(not o.barred for o in w.offers) for w in questions if w.holds), "play is stuck"
        w, o = choose(rng, table)
        command = o.pick(rng.randrange)
        if command is None:
            continue
        met["refused"] += refuse(rng, w, o, command)
        for one in table.do(seat_for(table, w), command, w.topic):
            met[one.kind] += 1
        met[command.kind] += 1
        assert not w.holds or w.topic not in [q.topic for q in SYSTEM.waiting(table.world)]
    return table, met


def test_every_command_and_fact_is_met() -> None:
    met: Counter[str] = Counter()
    for _, one in games():
        met.update(one)
    rare = {"ContestDropped", "ContestExposed", "DiscardLapsed"}  # each has a test of its own
    assert {k.__name__ for k in get_args(Event)} - met.keys() <= rare
    assert met.keys() >= SYSTEM.lexicon.commands.keys()
    assert met["refused"] > 500


def test_a_log_replayed_gives_the_same_state() -> None:
    for table, _ in games():
        assert fold(SYSTEM, table.base, table.records).world == table.world


def test_facts_and_states_come_back_from_json() -> None:
    for table, _ in games():
        for event in (r.event for r in table.records):
            assert load_event(SYSTEM, event.kind, 1, dump_event(SYSTEM, event)) == event
        assert load_state(Game, dump_state(Game, table.world)) == table.world


def test_odds_are_exact_shares() -> None:
    rng = random.Random(5)
    table = Table()
    people(table, rng)
    shown = 0
    for _ in range(200):
        for w in SYSTEM.waiting(table.world):
            if (odds := SYSTEM.odds(table.world, w)) is not None:
                shown += 1
                assert all(0 <= line.numerator <= line.denominator for line in odds.lines)
                assert sum(line.main for line in odds.lines) == 1
        w, o = choose(rng, table)
        if (command := o.pick(rng.randrange)) is not None:
            table.do(seat_for(table, w), command, w.topic)
    assert shown > 10
