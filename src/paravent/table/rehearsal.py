"""A table without store, clock or web: the same core, the same gate, the same sight. Scenarios and tests play on it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from paravent.core import events as ev
from paravent.core.cast import DrawRef, eyes_of, name_of
from paravent.core.codec import canonical
from paravent.core.describe import describe_odds, describe_waiting, lexicon_of
from paravent.core.game import (
    Fact,
    Game,
    Record,
    answerable,
    created,
    decide,
    fold,
    gate,
    key_of,
    names_for,
    odds_for,
    open_game,
    unfold,
    view_of,
    waitings,
)
from paravent.core.game import apply as fold_one
from paravent.core.journal import Line, journal, past_actions
from paravent.core.offers import Offer, Waiting
from paravent.core.refusals import Refusal
from paravent.core.standing import Past
from paravent.core.system import System
from paravent.core.values import CHANCE, NOBODY, Who

KEY = b"a rehearsal's own key"
LINE_FIELDS = tuple(f.name for f in fields(Line))


class Playable(ABC):
    """A table as whoever plays a scenario meets it: what may be done, what was told, and to whom."""

    system: System[Any]
    _known: tuple[Game[Any], tuple[Waiting, ...]] | None = None

    @property
    @abstractmethod
    def now(self) -> Game[Any]:
        """The game as it stands."""

    @property
    @abstractmethod
    def told(self) -> Sequence[Record]:
        """The whole log."""

    @property
    def key_secret(self) -> bytes:
        """What the names of questions are made with."""
        return KEY

    @abstractmethod
    def take(self, seat: Who, w: Waiting, command: Any, *, id: str = "") -> None:
        """One command, as an action of its own; `Refusal` when it may not be. `id` names it, so as to send it again."""

    @abstractmethod
    def fall(self, seat: Who, w: Waiting, numbers: tuple[int, ...], *, own_action: bool) -> None:
        """Chance answers, in the action of the command it follows unless `own_action`; `Refusal` if it cannot."""

    @property
    def game_master(self) -> Who:
        return self.now.core.game_masters[0]

    def past(self) -> tuple[Past, ...]:
        """What may be taken back or shown."""
        if not self.now.core.game_masters:
            return ()
        return past_actions(self.system, self.now.core, self.told, self.game_master)

    def waitings(self) -> tuple[Waiting, ...]:
        """Everything that may be done now, by anyone."""
        if self._known is None or self._known[0] is not self.now:
            self._known = (self.now, waitings(self.system, self.now, self.past()))
        return self._known[1]

    def key(self, seat: Who, w: Waiting) -> str:
        """The name of the question for this seat."""
        return key_of(self.key_secret, self.now, seat, w)

    def asked(self, seat: Who) -> dict[str, Waiting]:
        """What this seat may answer now, by key."""
        return {self.key(seat, w): w for w in answerable(self.now, seat, self.waitings())}

    def offers(self, seat: Who, command: str) -> list[tuple[Waiting, Offer]]:
        """The offers of that name (a command's class or its French label) that this seat may take."""
        lexicon = lexicon_of(self.system.lexicon)
        return [
            (w, o)
            for w in answerable(self.now, seat, self.waitings())
            for o in w.offers
            if command in (o.command.__name__, lexicon.command(o.command.__name__))
        ]

    def falling(self) -> Waiting | None:
        """The next throw or draw awaited."""
        return next((w for w in self.waitings() if w.who == CHANCE), None)

    # What a seat sees

    def lines(self, seat: Who) -> list[Line]:
        """The journal of one seat."""
        return journal(self.system, self.now.core, self.told, seat)

    def view(self, seat: Who) -> Any:
        """The system's state as this seat sees it."""
        return view_of(self.now, seat)

    def awaited(self, seat: Who) -> list[tuple[str, str]]:
        """What play waits for, by rule, and whom, by name, as this seat may know it."""
        core, eyes = self.now.core, eyes_of(self.now.core, seat)
        held = (w for w in self.waitings() if w.holds and eyes.among(w.to))
        return [(w.rule, name_of(core, w.who, eyes)) for w in held]

    def sees(self, seat: Who) -> str:
        """All that this seat is sent, as canonical JSON: what is alike to the seat gives the same bytes."""
        return canonical(
            {
                "lines": [{name: _plain(getattr(x, name)) for name in LINE_FIELDS} for x in self.lines(seat)],
                "view": self.view(seat),
                "questions": list(self._questions(seat)),
                "awaited": self.awaited(seat),
            }
        )

    def _questions(self, seat: Who) -> Iterator[dict[str, Any]]:
        core, system = self.now.core, self.system
        names, lexicon = names_for(core, eyes_of(core, seat)), lexicon_of(system.lexicon)
        for w in answerable(self.now, seat, self.waitings()):
            yield {
                "key": self.key(seat, w),
                **describe_waiting(w, lexicon),
                "prompt": system.prompt(self.now.world, w, names) if own_question(w) else "",
                "odds": describe_odds(odds_for(system, self.now, seat, w), lexicon),
            }


class Rehearsal(Playable):
    """One table in memory. Chance falls only as it is told; a draw nobody gave stays awaited."""

    def __init__(
        self,
        system: System[Any],
        people: Sequence[tuple[Who, str, ev.Role]],
        options: Mapping[str, str],
        pack: str,
        name: str = "Répétition",
    ) -> None:
        self.system, self.at = system, 0
        opening = ev.TableOpened(name, system.name, system.title, pack, tuple(options.items()))
        self.base = self.game = open_game(system, opening)
        self.records: list[Record] = []
        first = (opening, ev.ChanceCommitted(1, "c" * 64, "d" * 64), *(ev.SeatTaken(*p) for p in people))
        for event in first:
            self.tell(event)

    @property
    def now(self) -> Game[Any]:
        return self.game

    @property
    def told(self) -> Sequence[Record]:
        return self.records

    def tell(self, *events: Any, seat: Who = NOBODY) -> tuple[Fact, ...]:
        """Facts the table states by itself (a seat taken, a secret committed), as one action."""
        after, facts = unfold(self.system, self.game, events)
        self._write(facts, self.game.action + 1, seat, f"table-{self.game.action + 1}")
        self._check(after)
        return facts

    def take(self, seat: Who, w: Waiting, command: Any, *, id: str = "") -> None:
        gate(self.game, seat, w, command)
        self._decide(w, seat, command, self.game.action + 1, id, typed=w.who == CHANCE)

    def fall(self, seat: Who, w: Waiting, numbers: tuple[int, ...], *, own_action: bool) -> None:
        o = w.offers[0]
        command = o.read({o.fields[0][0]: list(numbers)})
        if (flaw := o.why_not(command)) is not None:
            raise Refusal(o.rule, flaw[1], flaw[0])
        self._decide(w, seat, command, self.game.action + own_action)

    def _decide(
        self, w: Waiting, seat: Who, command: Any, action: int, id: str = "", *, typed: bool = False
    ) -> tuple[Fact, ...]:
        id = id or f"geste-{action}"
        after, facts = decide(self.system, self.game, w, seat, command, created(seat, id), self.records)
        hand, draw = (w.hand if w.who == CHANCE else None), None
        if w.who == CHANCE and not typed:
            epoch = self.game.core.epoch
            sealed = DrawRef(epoch.number, "sealed", epoch.sealed_draws)
            draw = sealed if w.sealed else DrawRef(epoch.number, "open", epoch.open_draws)
        self._write(facts, action, seat, id, hand=hand, draw=draw, typed=typed)
        if any(isinstance(f.event, ev.Undone) for f in facts):
            self.game = fold(self.system, self.base, self.records)
        else:
            self._check(after)
        return facts

    def _check(self, after: Game[Any]) -> None:
        if self.game.world != after.world:
            raise AssertionError("the log does not tell what was decided")

    def _write(
        self,
        facts: tuple[Fact, ...],
        action: int,
        seat: Who,
        id: str,
        *,
        hand: Who | None = None,
        draw: DrawRef | None = None,
        typed: bool = False,
    ) -> None:
        for i, f in enumerate(facts):
            chance = (hand, draw, typed) if i == 0 else (None, None, False)
            n = self.game.version + 1
            record = Record(n, action, seat, id, self.at, f.event, f.audience, *chance)
            self.records.append(record)
            self.game = fold_one(self.system, self.game, record)


def own_question(w: Waiting) -> bool:
    """Whether the question is the system's, not one every table asks."""
    return not type(w.topic).__module__.startswith("paravent.core")


def _plain(value: Any) -> Any:
    return asdict(value) if hasattr(value, "__dataclass_fields__") else value
