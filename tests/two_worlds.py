"""Two tables that differ only in what some people do in secret, and all that others may tell of it: nothing.

The full world has every secret; the calm one lives the same public life with none. Whoever is no party to the secrets
must be sent the same bytes by both. Once a public command names an actor that secrets changed (it shows itself, it
contends with its true scores), the worlds rightly part: what comes of it rests on that actor's state. The calm world
is then lived again from the start with the secrets about that actor, and only those, and must again be the same.

What nobody sees may still act in the open. A system's tests then say, in `in_the_open.py`, how a game master makes the
same facts by hand, and the calm world has them made so.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

from paravent.core import commands as co
from paravent.core import events as ev
from paravent.core.cast import Actor, eyes_of
from paravent.core.domains import Text
from paravent.core.game import Record
from paravent.core.offers import Offer, Waiting
from paravent.core.refusals import Refusal
from paravent.core.shapes import Record as Fields
from paravent.core.sight import project
from paravent.core.system import System
from paravent.core.values import Who
from paravent.table.room import Room
from paravent.table.service import Tables
from paravent.table.view import view
from paravent.web.feed import feed
from play import MAUD, ZOE, Play
from random_games import NOT_MASTERS, choices

CANARY = "canari"
SINGS = re.compile(rf"{CANARY} \d+")
ID = "[0-9a-f]{16}"
"""What a command creates is named so (`game.created`)."""


@dataclass
class Deed:
    """One thing done at a table, by name, so that it can be done again at another.

    back    for an undo, the name of the deed taken back
    told    for what nobody of the table does, the fact itself
    about   the ids its facts name, what they create included
    open    the facts that outsiders learnt of in the full world
    """

    id: str
    at: int
    seat: Who = MAUD
    command: Any = None
    topic: Any = None
    secret: bool = False
    back: str = ""
    told: Any = None
    about: set[str] = field(default_factory=set)
    open: list[Any] = field(default_factory=list)

    def do(self, play: Play) -> None:
        play.at = self.at
        if self.told is not None:
            play.tell(self.told)
        elif self.back:
            play.undo(action(play, self.back))
        else:
            play.act(self.seat, self.command, topic=self.topic, id=self.id)

    def may_be_undone(self, play: Play) -> bool:
        return any(p.action == action(play, self.id) for p in play.past())


def action(play: Play, id: str) -> int:
    """The number of the action that the deed of that name was."""
    return next(r.action for r in play.records if r.command == id)


@cache
def in_the_open(system: str) -> Any:
    """What the system's tests say of facts made by hand; None for a system where nothing hidden acts in the open."""
    name = f"systems.{system}.in_the_open"
    return import_module(name) if find_spec(f"systems.{system}") and find_spec(name) else None


class Table(Play):
    """A table whose chance tells its throws apart by what they are about, where the system's tests say how."""

    def chance(self, w: Waiting, dice: list[tuple[int, ...]]) -> Any:
        hands = in_the_open(self.system.name)
        if hands is None or dice:
            return super().chance(w, dice)
        faces = hands.falls(self.game.world, w, lambda what: random.Random(f"{self.seed} {self.at} {what}"))
        if faces is None:
            return super().chance(w, dice)
        o = w.offers[0]
        return o.command(**{o.fields[0][0]: faces})


@dataclass
class TwoWorlds:
    """Both worlds, what was done, and who shares the secrets beside the game masters."""

    system: System[Any]
    seed: int
    confidants: tuple[Who, ...] = ()
    deeds: list[Deed] = field(default_factory=list)
    shared: set[str] = field(default_factory=set)
    whispered: set[str] = field(default_factory=set)
    public: int = 0
    veiled: int = 0
    stirred: int = 0
    by_hand: int = 0
    reveals: int = 0

    def __post_init__(self) -> None:
        self.full, self.calm = Table(self.system, seed=self.seed), Table(self.system, seed=self.seed)
        self.hands = in_the_open(self.system.name)
        self.id = re.compile(f"'({'|'.join([ID, *([self.hands.NAMES] if self.hands else [])])})'")
        self.rng, self.secret_rng = random.Random(self.seed), random.Random(self.seed + 1000)
        self.outsiders = [s for s in NOT_MASTERS if s not in self.confidants]

    def turn(self, n: int) -> None:
        """A secret, then something public, compared after each; now and then, what a reveal would show."""
        self._whisper(n)
        self._alike()
        if self.secret_rng.random() < 0.3:
            self._try_reveal(n)
        last = next((d for d in reversed(self.deeds) if not d.secret), None)
        if last and not last.back and self.rng.random() < 0.06 and last.may_be_undone(self.full):
            self._take_back(last, n)
        else:
            self._in_public(n)
        self._alike()
        if n % 10 == 9:
            self._alike_by_post()

    # Secrets

    def _whisper(self, n: int) -> None:
        """The game masters or a confidant do something no outsider may know of, in the full world only."""
        at = 1000 + n  # a secret's own time shows to nobody
        if not self.confidants and self.secret_rng.random() < 0.05:
            claim = ev.SeatClaimed(ZOE, f"demande-{n}")
            self._in_secret(Deed(f"secret-{n}", at, secret=True, told=claim))
            return
        mine = [c for c in choices(self.full, self.secret_rng) if c[0] in (MAUD, *self.confidants)]
        self.secret_rng.shuffle(mine)
        if self.hands and self.secret_rng.random() < 0.15 and not self._stirring():
            mine.sort(key=lambda c: c[2].command not in self.hands.FIRST)
        if self.hands and n % 10 == 9:
            # Where there is much to draw up, notes and dice would hardly ever be drawn.
            mine.sort(key=lambda c: c[2].command not in (co.Write, co.ThrowDice))
        for seat, w, o in mine[:60]:
            if o.command is co.Undo or (command := self._canaries(o, n)) is None:
                continue
            deed = Deed(f"secret-{n}", at, seat, command, w.topic, secret=True)
            trial = self.full.fork()
            deed.do(trial)
            made = trial.records[len(self.full.records) :]
            if self._hidden(trial, made):
                self._in_secret(deed)
                if self.secret_rng.random() < 0.1 and deed.may_be_undone(self.full):
                    self._in_secret(Deed(f"regret-{n}", at, secret=True, back=deed.id))
                return
            if self.hands and all(map(self.hands.by_hand, self._open(trial, made))):
                self._behind_the_screen(replace(deed, at=n))
                return

    def _canaries(self, o: Offer, n: int) -> Any:
        """A choice whose every free text, names excepted, is a canary: it must never sing to an outsider."""
        command = o.pick(self.secret_rng.randrange)
        if command is None:
            return None
        texts = {k: with_canaries(d, getattr(command, k), n) for k, d in o.fields if k != "name"}
        marked = replace(command, **texts)
        return marked if o.why_not(marked) is None else command

    def _hidden(self, play: Play, made: Sequence[Record]) -> bool:
        """Whether no outsider may know of these records, nor of the draws behind them."""
        eyes = [eyes_of(play.game.core, s) for s in self.outsiders]
        return all(r.audience is not None and not any(e.among(r.audience) for e in eyes) for r in made)

    def _in_secret(self, deed: Deed) -> None:
        before = len(self.full.records)
        deed.do(self.full)
        made = self.full.records[before:]
        assert self._hidden(self.full, made)
        self._remember(deed, made)

    def _behind_the_screen(self, deed: Deed) -> None:
        """A secret whose every open fact a game master could have made by hand; in the calm world, one does."""
        before = len(self.full.records)
        deed.do(self.full)
        made = self.full.records[before:]
        deed.open = self._open(self.full, made)
        self._remember(deed, made)
        self._live(deed)
        self.veiled += 1

    def _remember(self, deed: Deed, made: Sequence[Record]) -> None:
        deed.about |= self._ids_in(made)
        self.whispered |= {type(r.event).__name__ for r in made}
        self.deeds.append(deed)

    def _ids_in(self, records: Iterable[Record]) -> set[str]:
        return {id for r in records for id in self.id.findall(repr(r.event))}

    # Public life

    def _in_public(self, n: int) -> None:
        """One command the two worlds have in common, by the same seat, under the same id."""
        if self.hands and self.rng.random() < 0.2 and self._stir(n):
            return
        for seat, w, o in choices(self.calm, self.rng):
            if o.command in (co.Undo, co.RevealSecret, co.Abandon):
                continue
            command = o.pick(self.rng.randrange)
            if command is None or not offered(self.full, seat, w, command):
                assert command is None or seat not in self.outsiders, "a hidden fact closes a player's choice"
                continue
            deed = Deed(f"public-{n}", n, seat, command, w.topic)
            self._share_secrets_named_by(deed)
            self._do_both(deed)
            return

    def _stirring(self) -> Any:
        """What a game master may do in public to make something unseen act, if anything would."""
        return self.hands.stir(self.full.game.world, self.secret_rng)

    def _stir(self, n: int) -> bool:
        command = self._stirring()
        for w in self.calm.asked(MAUD).values() if command else ():
            if any(o.command is type(command) and o.why_not(command) is None for o in w.offers):
                if not offered(self.full, MAUD, w, command):
                    return False
                deed = Deed(f"public-{n}", n, MAUD, command, w.topic)
                self._share_secrets_named_by(deed)
                self._do_both(deed)
                self.stirred += 1
                return True
        return False

    def _take_back(self, last: Deed, n: int) -> None:
        """Undo of a public action, and of the secrets since."""
        self._do_both(Deed(f"public-{n}", n, back=last.id))

    def _do_both(self, deed: Deed) -> None:
        before = len(self.full.records)
        deed.do(self.full)
        deed.open = self._open(self.full, self.full.records[before:])
        self.deeds.append(deed)
        self._live(deed)
        self.public += 1

    def _live(self, deed: Deed) -> None:
        """A deed in the calm world, and by hand what then still lacks of its facts in the open."""
        play, before = self.calm, len(self.calm.records)
        if not deed.secret or deed.id in self.shared or deed.back in self.shared:
            deed.do(play)
        if self.hands:
            told = self._open(play, play.records[before:])
            for i, event in enumerate(self._lacking(deed.open, told)):
                play.at = deed.at
                play.act(deed.seat, self.hands.by_hand(event), id=f"{deed.id}-main-{i}")
                self.by_hand += 1

    def _lacking(self, full: Sequence[Any], calm: Sequence[Any]) -> Sequence[Any]:
        """What comes last in the full world, after all that the calm one has, and can be made by hand; else nothing."""
        seen = [[self._seen(e) for e in events] for events in (full, calm)]
        rest = full[len(calm) :] if seen[0][: len(calm)] == seen[1] else ()
        return rest if all(map(self.hands.by_hand, rest)) else ()

    def _seen(self, event: Any) -> Any:
        return project(event, eyes_of(self.calm.game.core, self.outsiders[-1]))

    def _open(self, play: Play, made: Iterable[Record]) -> list[Any]:
        """The facts that outsiders learn of."""
        eyes = [eyes_of(play.game.core, s) for s in self.outsiders]
        return [r.event for r in made if any(e.among(r.audience) for e in eyes)]

    def _share_secrets_named_by(self, deed: Deed) -> None:
        """Live the calm world again with the secrets about whatever `deed` names to outsiders, if there are any.

        Secrets hang together by what they name, an actor left as it was excepted.
        """
        steady = {a.id for a in self.calm.game.core.actors if self._steady(a.id)}
        full, calm = (self._tried(deed, play) for play in (self.full, self.calm))
        told = [r for made in (full, calm) for r in made if self._open(self.full, [r])]
        named = self._ids_in(told) - steady
        if self.hands:
            # What acts unseen is named by what it does in the open, and must not be: only what outsiders then see is.
            named &= self._seen_after(deed)
        if found := self._secrets_about(named, steady):
            self.shared |= found
            self._relive()
        if self.hands:
            full, calm = (self._tried(deed, play) for play in (self.full, self.calm))
            here, there = self._open(self.calm, calm), self._open(self.full, full)
            apart = len(here) + len(self._lacking(there, here)) != len(there)
            if apart and any(map(self.hands.by_hand, here)):
                # Something hidden that both worlds have acts in the open, and secrets may have changed it.
                self.shared |= self._secrets_about(self._ids_in((*full, *calm)) - steady, steady)
                self._relive()

    def _seen_after(self, deed: Deed) -> set[str]:
        """The ids that outsiders can read once the deed is done, and those that what they read stands for."""
        trial = self.full.fork()
        deed.do(trial)
        read = {id for seat in self.outsiders for id in self.id.findall(trial.sees(seat).replace('"', "'"))}
        return read | self.hands.behind(trial.game.world, read)

    def _tried(self, deed: Deed, play: Play) -> Sequence[Record]:
        """What would come of the deed."""
        trial = play.fork()
        deed.do(trial)
        return trial.records[len(play.records) :]

    def _secrets_about(self, named: set[str], steady: set[str]) -> set[str]:
        """The secrets not shared yet that hang together with what is named; `steady` actors bind nothing."""
        found: set[str] = set()
        while more := [d for d in self._kept_from_calm() if d.about & named and d.id not in found]:
            found |= {d.id for d in more}
            named = named.union(*(d.about for d in more)) - steady
        return found

    def _kept_from_calm(self) -> list[Deed]:
        """Secrets not shared yet, less those taken back in secret."""
        regretted = {d.back for d in self.deeds if d.secret}
        return [d for d in self.deeds if d.secret and not d.back and d.id not in self.shared | regretted]

    def _steady(self, actor: Who) -> bool:
        """Whether secrets left the actor as it was."""
        here, there = (
            [play.game.core.actor(actor), *about(play.view(MAUD), actor)] for play in (self.calm, self.full)
        )
        return here == there

    def _relive(self) -> None:
        """Again from the start. A secret that others made possible brings in all that came before it."""
        self.calm = Table(self.system, seed=self.seed)
        for n, deed in enumerate(self.deeds):
            try:
                self._live(deed)
            except Refusal:
                before = {d.id for d in self._kept_from_calm() if d in self.deeds[:n]}
                assert before, f"{deed} rests on no secret, yet is refused without them"
                self.shared |= before
                self._relive()
                return
        self._alike()

    # What is compared

    def _alike(self) -> None:
        """Every byte that outsiders are sent is the same; else, show the first difference."""
        for seat in self.outsiders:
            same(self.calm.sees(seat), self.full.sees(seat), f"{seat} after {self.full.records[-1].event}")

    def _alike_by_post(self) -> None:
        """So are their feeds, since when they are awaited, and what they tell elsewhere of the table."""
        for seat in self.outsiders:
            same(posted(self.calm, seat), posted(self.full, seat), f"what {seat} is sent by post")

    def _try_reveal(self, n: int) -> None:
        """In a fork, a hidden actor shows itself: outsiders learn of it, and of nothing else that was secret."""
        hidden = [a for a in self.calm.game.core.actors if a.hidden]
        if not hidden:
            return
        self._reveal(self.secret_rng.choice(hidden), n)

    def reveal_all(self, n: int) -> None:
        """At the end of play, each actor still hidden shows itself in turn, those that only secrets made included.

        Of an actor's secrets the calm world then lives its making alone, and whatever that rests on.
        """
        for actor in [a for a in self.full.game.core.actors if a.hidden]:
            if all(a.id != actor.id for a in self.calm.game.core.actors):
                self.shared.add(next(d.id for d in self._kept_from_calm() if actor.id in d.about))
                self._relive()
            self._reveal(actor, n)

    def _reveal(self, actor: Actor, n: int) -> None:
        reveal = Deed(f"reveal-{n}", n, MAUD, co.RevealActor(actor.id))
        calm, full = self.calm.fork(), self.full.fork()
        reveal.do(calm)
        reveal.do(full)
        # The game masters may have opened the sheet in advance, whatever it says.
        opened = any(a.public for a in full.game.core.actors if a.id == actor.id)
        for seat in self.outsiders:
            a, b = calm.sees(seat), full.sees(seat)
            assert opened or set(SINGS.findall(b)) <= set(SINGS.findall(a)), f"{seat} is told a secret"
            apart = [json.dumps(without(json.loads(x), actor.id, actor.name)) for x in (a, b)]
            same(*apart, f"{seat} once {actor.id} is revealed")
        self.reveals += 1


def posted(play: Play, seat: Who) -> str:
    """What someone who comes by once a day is sent: their feed, byte for byte, and all that they may tell elsewhere."""
    # A room in memory asks nothing of a store of its own.
    tables: Any = Tables(SimpleNamespace(shared=False))  # type: ignore[arg-type]
    room = Room("post", play.system, b"key", {})
    room.absorb(list(play.records))
    tables._rooms[room.id] = room

    async def sent() -> list[str]:
        made = feed(view(room, seat), await tables.awaiting(room.id, seat), "http://localhost/", "self")
        told = [
            await tables.recap(room.id, seat, part, form, public=public)
            for public in (True, False)
            for part, form in (("", "bbcode"), ("debut", "markdown"), ("tout-1", "texte"))
        ]
        return [made.body.decode(), made.print, str(made.changed), *map(repr, told)]

    return "\n".join(asyncio.run(sent()))


def with_canaries(domain: Any, v: Any, n: int) -> Any:
    if isinstance(domain, Text):
        return f"{CANARY} {n}"[: domain.longest]
    if isinstance(domain, Fields):
        return tuple(
            x if name == "nom" else with_canaries(d, x, n)
            for x, (name, _, d) in zip(v, domain.fields, strict=True)
        )
    return v


def offered(play: Play, seat: Who, w: Waiting, command: Any) -> bool:
    alike = [x for x in play.asked(seat).values() if x.topic == w.topic]
    return any(o.command is type(command) and o.why_not(command) is None for x in alike for o in x.offers)


def about(seen: Any, actor: str) -> list[Any]:
    """Everything in a view that is an actor's own."""
    match seen:
        case dict():
            mine = [seen] if seen.get("actor") == actor else []
            return mine + [x for v in seen.values() for x in about(v, actor)]
        case list():
            return [x for v in seen for x in about(v, actor)]
        case _:
            return []


def without(seen: dict[str, Any], actor: str, name: str) -> dict[str, Any]:
    """What is seen, less every item of a list that is about the actor, and what then has nothing to list."""
    return {k: _rest(v, actor, name) or [] for k, v in seen.items()}


def _rest(seen: Any, actor: str, name: str) -> Any:
    """None where all there is is about the actor."""
    match seen:
        case str():
            return None if seen == actor else seen
        case dict():
            rest = {k: _rest(v, actor, name) for k, v in seen.items()}
            return None if any(rest[k] is None and seen[k] is not None for k in seen) else rest
        case [_, *_] if name not in seen:
            kept = [x for x in (_rest(x, actor, name) for x in seen) if x is not None]
            return kept or None
        case [_, *_]:
            return None
        case _:
            return seen


def same(a: str, b: str, where: str) -> None:
    if a != b:
        at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
        raise AssertionError(f"{where}: {b[max(0, at - 200) : at + 80]!r}, not {a[at : at + 80]!r}")
