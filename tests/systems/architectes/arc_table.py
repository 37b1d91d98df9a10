"""A table of Les Architectes where a test lays the cards by hand."""

from __future__ import annotations

from typing import Any

from paravent.core import commands as shared
from paravent.core import events as ev
from paravent.core.cast import eyes_of
from paravent.core.game import answerable, names_for
from paravent.core.offers import Waiting
from paravent.core.values import CHANCE, Who
from paravent.systems.architectes import SYSTEM
from paravent.systems.architectes import commands as co
from paravent.systems.architectes.contest import ToBuy, ToDeclare
from paravent.systems.architectes.model import Character, Contest
from paravent.systems.architectes.pack import default_pack
from play import LEA, MAUD, NOE, PEOPLE, Play

RUBRICS = tuple("" for _ in default_pack().rubrics)
IN_ORDER = tuple(range(1, 23))


def scores(**wanted: int) -> tuple[int, ...]:
    """A ranking in which skill 12 has the score wanted: `scores(c12=4)`."""
    out = list(IN_ORDER)
    for name, score in wanted.items():
        skill = int(name[1:])
        at = out.index(score)
        out[at], out[skill - 1] = out[skill - 1], score
    return tuple(out)


class Table(Play):
    """Maud leads; the questions are answered by whoever may, and `cards` speaks for chance."""

    def __init__(self, **options: str) -> None:
        super().__init__(SYSTEM, people=PEOPLE, options=options)

    @property
    def world(self) -> Any:
        return self.game.world

    def do(self, seat: Who, command: Any, topic: Any = None) -> list[Any]:
        """The facts a command makes; chance waits for `cards`."""
        return [f.event for f in self.act(seat, command, topic=topic, throw=False)]

    def gm(self, command: Any, topic: Any = None) -> list[Any]:
        return self.do(MAUD, command, topic)

    def asking(self, topic: type, actor: Who) -> Waiting:
        return next(w for w in self.waitings() if type(w.topic) is topic and w.topic.actor == actor)

    def speak(self, topic: type, actor: Who, command: Any) -> list[Any]:
        """Whoever may answers the question about an actor."""
        w = self.asking(topic, actor)
        seat = next(s for s in (LEA, NOE, MAUD) if w in answerable(self.game, s, (w,)))
        return self.do(seat, command, w.topic)

    def cards(self, actor: Who, *numbers: int) -> list[Any]:
        """Lay the cards that chance gives to an actor."""
        w = next(w for w in self.waitings() if w.who == CHANCE and w.topic.actor == actor)
        return self.gm(w.offers[0].command(numbers), w.topic)

    def asking_cards(self, actor: Who) -> tuple[tuple[int, ...], int]:
        """The deck and the count of the draw that an actor waits for."""
        w = next(w for w in self.waitings() if w.who == CHANCE and w.topic.actor == actor)
        domain: Any = w.chance
        return domain.deck, domain.count

    # People

    def player(self, seat: Who, name: str, ranking: tuple[int, ...] = IN_ORDER, destiny: int = 0) -> Who:
        self.do(seat, co.ProposeCharacter(name, RUBRICS, ranking))
        actor = Who(self.world.characters[-1].actor)
        self.tell(ev.ActorAccepted(actor))
        if destiny:
            self.gm(co.CorrectDestiny(actor, destiny, "départ"))
        return actor

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
        found: Character = self.world.character(actor)
        return found

    # Contests

    @property
    def contest(self) -> Contest:
        found: Contest = self.world.contests[0]
        return found

    def test(self, actor: Who, skill: int, ease: Any = "normal", secrecy: Any = "table") -> None:
        self.gm(co.OpenTest(actor, skill, ease, secrecy))

    def exchange(self, a: Who, b: Who, weapon_a: str = "", weapon_b: str = "", *eases: Any) -> None:
        self.gm(co.OpenExchange(a, b, weapon_a, weapon_b, *(eases or ("normal", "normal"))))

    def will_draw(self, *actors: Who) -> None:
        for actor in actors:
            self.speak(ToDeclare, actor, co.WillDraw())

    def draw(self, actor: Who, *numbers: int) -> list[Any]:
        """Say that one draws, then lay the cards."""
        self.will_draw(actor)
        return self.cards(actor, *numbers)

    def discard(self, actor: Who, card: int) -> list[Any]:
        return self.speak(ToDeclare, actor, co.Discard(card))

    def buy(self, actor: Who, card: int) -> list[Any]:
        return [*self.speak(ToBuy, actor, co.Buy()), *self.cards(actor, card)]

    def stop(self, actor: Who) -> list[Any]:
        return self.speak(ToBuy, actor, co.Pass())

    def prompt(self, topic: type, actor: Who) -> str:
        return SYSTEM.prompt(self.world, self.asking(topic, actor), names_for(self.game.core))

    def session(self) -> None:
        self.gm(shared.OpenSession())
        self.gm(shared.CloseSession())

    def held(self) -> list[str]:
        """The questions play stands still for."""
        return [type(w.topic).__name__ for w in self.waitings() if w.holds]


def find(events: list[Any], kind: type) -> Any:
    """The one fact of that kind among what just happened."""
    (found,) = [x for x in events if type(x) is kind]
    return found


def judged(events: list[Any], actor: Who) -> tuple[str, int]:
    """(outcome, margin) of one side among what just happened."""
    found = next(x for x in events if x.kind == "Judged" and x.actor == actor)
    return found.outcome, found.margin


def fight(table: Table, *, destiny: int = 0) -> tuple[Who, Who]:
    """Two swords, score 12 against 10, ready to draw one card each."""
    a = table.player(LEA, "Léa", scores(c12=12), destiny)
    b = table.extra("Garde", 10, weapon="epee")
    table.exchange(a, b, "epee")
    table.will_draw(a)
    return a, b


def offers(table: Table, command: type) -> list[Any]:
    return [o for w in table.waitings() for o in w.offers if o.command is command]


def eyes(table: Table, seat: Who) -> Any:
    return eyes_of(table.game.core, seat)
