"""A table of Les Architectes in memory: the real core, a log, three seats, cards laid by hand or by a bot."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

from paravent.core import events as ev
from paravent.core.commands import CloseSession, OpenSession
from paravent.core.game import (
    Fact,
    Game,
    Record,
    answerable,
    decide,
    eyes_of,
    fold,
    gate,
    key_of,
    open_game,
    unfold,
    waitings,
)
from paravent.core.journal import journal, namer
from paravent.core.offers import Waiting
from paravent.core.refusals import Refusal
from paravent.core.sight import project
from paravent.core.values import CHANCE, Who
from paravent.systems.architectes import SYSTEM
from paravent.systems.architectes import commands as co
from paravent.systems.architectes.model import Character, Contest
from paravent.systems.architectes.pack import default_pack

GM_SEAT, LEA, MARC = Who("s-mj"), Who("s-lea"), Who("s-marc")
RUBRICS = tuple("" for _ in default_pack().rubrics)
IN_ORDER = tuple(range(1, 23))


def scores(**wanted: int) -> tuple[int, ...]:
    """A permutation in which skill `c12` has the score wanted: `scores(c12=4)`."""
    out = list(IN_ORDER)
    for name, score in wanted.items():
        skill = int(name[1:])
        at = out.index(score)
        out[at], out[skill - 1] = out[skill - 1], score
    return tuple(out)


class Table:
    """`do` answers as a seat, `cards` as chance; both go through the gate, then fold what was decided."""

    def __init__(self, **options: str) -> None:
        self.system = SYSTEM
        self.opened = ev.TableOpened(
            "Table", "architectes", "Les Architectes", SYSTEM.default_pack(), tuple(options.items())
        )
        self.game: Game[Any] = open_game(SYSTEM, self.opened)
        self.records: list[Record] = []
        self.ids = count(1)
        seats = ((GM_SEAT, "Zoé", "mj"), (LEA, "Léa", "joueur"), (MARC, "Marc", "joueur"))
        self.happen(self.opened, *(ev.SeatTaken(s, n, r) for s, n, r in seats))  # type: ignore[arg-type]

    @property
    def world(self) -> Any:
        return self.game.world

    def happen(self, *events: Any, seat: Who = GM_SEAT) -> list[Any]:
        game, facts = unfold(SYSTEM, self.game, events)
        return self._write(game, facts, seat)

    def _write(self, game: Game[Any], facts: tuple[Fact, ...], seat: Who) -> list[Any]:
        action = self.game.action + 1
        new = [
            Record(self.game.version + i, action, seat, f"c{action}", 0, f.event, f.audience)
            for i, f in enumerate(facts, start=1)
        ]
        folded = fold(SYSTEM, self.game, new)
        assert folded.world == game.world, "the log tells another state than the one decided"
        self.game = folded
        self.records += new
        return [f.event for f in facts]

    def open(self) -> tuple[Waiting, ...]:
        return waitings(SYSTEM, self.game)

    def answer(self, seat: Who, w: Waiting, command: Any) -> list[Any]:
        gate(self.game, seat, w, command)
        game, facts = decide(SYSTEM, self.game, w, seat, command, f"n{next(self.ids):03}", self.records)
        return self._write(game, facts, seat)

    def do(self, seat: Who, command: Any, *, to: Who | None = None) -> list[Any]:
        """Answer the first question that takes this command; `to` chooses among several actors' questions."""
        refusal: Refusal | None = None
        for w in answerable(self.game, seat, self.open()):
            if w.who == CHANCE or (to is not None and getattr(w.topic, "actor", None) != to):
                continue
            if any(o.command is type(command) for o in w.offers):
                try:
                    return self.answer(seat, w, command)
                except Refusal as r:
                    refusal = refusal or r
        raise refusal or Refusal("TAB-08", "personne ne demande cela", stale=True)

    def gm(self, command: Any, *, to: Who | None = None) -> list[Any]:
        return self.do(GM_SEAT, command, to=to)

    def draws(self) -> list[Waiting]:
        return [w for w in self.open() if w.who == CHANCE]

    def cards(self, actor: Who, *numbers: int) -> list[Any]:
        """Lay the cards that chance gives to an actor."""
        w = next(w for w in self.draws() if getattr(w.topic, "actor", None) == actor)
        return self.answer(GM_SEAT, w, w.offers[0].command(numbers))

    # People

    def player(self, seat: Who, name: str, ranking: tuple[int, ...] = IN_ORDER, destiny: int = 0) -> Who:
        self.do(seat, co.ProposeCharacter(name, RUBRICS, ranking))
        actor = self.world.characters[-1].actor
        self.happen(ev.ActorAccepted(actor))
        if destiny:
            self.gm(co.CorrectDestiny(actor, destiny, "départ"))
        return Who(actor)

    def extra(
        self,
        name: str,
        score: int = 10,
        *,
        hidden: bool = False,
        removed: tuple[int, ...] = (),
        broken: bool = False,
        destiny: int = 0,
        weapon: str = "poings",
        exceptions: tuple[tuple[int, int], ...] = (),
    ) -> Who:
        self.gm(co.CreateExtra(name, hidden, score, exceptions, removed, broken, destiny, weapon))
        return Who(self.world.characters[-1].actor)

    def only(self, actor: Who, *left: int) -> None:
        """Leave only these cards in a deck."""
        c = self.character(actor)
        own = sorted((*c.deck, *c.lost))
        self.gm(co.CorrectDeck(actor, tuple(n for n in own if n not in left), "mise en place"))

    def character(self, actor: Who) -> Character:
        return self.world.character(actor)  # type: ignore[no-any-return]

    @property
    def contest(self) -> Contest:
        return self.world.contests[0]  # type: ignore[no-any-return]

    # Contests

    def test(self, actor: Who, skill: int, ease: Any = "normal", secrecy: Any = "table") -> None:
        self.gm(co.OpenTest(actor, skill, ease, secrecy))

    def exchange(
        self,
        a: Who,
        b: Who,
        weapon_a: str = "",
        weapon_b: str = "",
        ease_a: Any = "normal",
        ease_b: Any = "normal",
    ) -> None:
        self.gm(co.OpenExchange(a, b, weapon_a, weapon_b, ease_a, ease_b))

    def draw(self, actor: Who, *numbers: int) -> list[Any]:
        """Say that one draws, where the question is asked, then lay the cards once they may be."""
        self.will_draw(actor)
        return self.cards(actor, *numbers)

    def will_draw(self, actor: Who) -> None:
        for w in self.open():
            if getattr(w.topic, "actor", None) == actor and type(w.topic).__name__ == "ToDeclare":
                self._speak(w, co.WillDraw())

    def discard(self, actor: Who, card: int) -> list[Any]:
        w = next(
            w
            for w in self.open()
            if type(w.topic).__name__ == "ToDeclare" and getattr(w.topic, "actor", None) == actor
        )
        return self._speak(w, co.Discard(card))

    def buy(self, actor: Who, card: int) -> list[Any]:
        return [*self._speak(self._buying(actor), co.Buy()), *self.cards(actor, card)]

    def stop(self, actor: Who) -> list[Any]:
        return self._speak(self._buying(actor), co.Pass())

    def _buying(self, actor: Who) -> Waiting:
        return next(w for w in self.open() if type(w.topic).__name__ == "ToBuy" and w.topic.actor == actor)

    def _speak(self, w: Waiting, command: Any) -> list[Any]:
        seat = next(s for s in (LEA, MARC, GM_SEAT) if w in answerable(self.game, s, self.open()))
        return self.answer(seat, w, command)

    def session(self) -> None:
        self.gm(OpenSession())
        self.gm(CloseSession())

    # What a seat sees

    def view(self, seat: Who) -> Any:
        return project(self.world, eyes_of(self.game.core, seat))

    def lines(self, seat: Who) -> list[str]:
        return [line.text for line in journal(SYSTEM, self.game.core, self.records, seat)]

    def questions(self, seat: Who) -> list[Any]:
        """What a seat knows of the questions open: its own in full, the heads of the others."""
        eyes = eyes_of(self.game.core, seat)
        names = namer(SYSTEM, self.game.core, eyes)
        out: list[Any] = []
        everything = self.open()
        mine = answerable(self.game, seat, everything)
        for w in everything:
            if w in mine:
                key = key_of(b"k", self.game, seat, w)
                out.append((key, w.topic, w.offers, SYSTEM.prompt(self.world, w, names)))
            elif eyes.among(w.to):
                out.append((w.who, w.rule, w.holds))
        return out


def judged(events: list[Any], actor: Who) -> tuple[str, int]:
    """(outcome, margin) of one side among what just happened."""
    found = next(x for x in events if type(x).__name__ == "Judged" and x.actor == actor)
    return found.outcome, found.margin


def kinds(events: list[Any]) -> list[str]:
    return [type(x).__name__ for x in events]


__all__ = ["GM_SEAT", "IN_ORDER", "LEA", "MARC", "RUBRICS", "Table", "judged", "kinds", "replace", "scores"]
