"""One session in memory: the table's own gate, rules and dealer, from seeds, without a log."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from paravent.chance import draws
from paravent.core.codec import canonical
from paravent.core.describe import lexicon_of
from paravent.core.game import Fact, Game, Record, answerable, created, decide, gate, questions
from paravent.core.offers import Offer, Waiting
from paravent.core.refusals import Refusal
from paravent.core.standing import Past
from paravent.core.system import System
from paravent.core.values import CHANCE, GM, Who
from paravent.core.words import NBSP
from paravent.table.acting import meant, place
from paravent.table.dealer import Dealer, asked
from paravent.table.play_scenario import Stage
from paravent.table.rehearsal import Playable
from paravent.table.scenario import Scenario, ScenarioError
from paravent.table.simulation.plan import Plan, PlanError, alike

PURPOSE = "paravent/1/simulation"
"""What seeds are made for: a simulated draw can be no table's."""

STEPS_A_COMMAND = 10
"""Steps of the file that a session may go through for each command it may take."""


class Stuck(Exception):
    """A session that cannot go on; the French reason is the same for all that stop so."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A table set once, from which every session begins: its values never change.

    facts  what the first commands of the file told, those which come before any chance and are played once for all
    begun  how many they are
    """

    system: System[Any]
    plan: Plan
    game: Game[Any]
    words: Mapping[str, str]
    seats: Mapping[str, Who]
    facts: tuple[Any, ...] = ()
    begun: int = 0

    @property
    def names(self) -> dict[str, str]:
        """Ids of seats and characters, by what people call them."""
        called = {a.id: a.nom for a in self.plan.personnage}
        return {id: called.get(word, word) for word, id in self.words.items()}


def prepare(system: System[Any], plan: Plan, source: str) -> Ready:
    """Seat the people and make the characters by the rules' own commands; raises PlanError."""
    scenario = Scenario(
        plan.titre,
        system.name,
        (),
        paquet=plan.paquet,
        options=plan.options,
        siege=plan.siege,
        personnage=plan.personnage,
    )
    try:
        stage = Stage(system, scenario, source)
    except ScenarioError as error:
        raise PlanError(str(error)) from error
    return Ready(system, plan, stage.table.now, stage.words, stage.seats)


def seed_of(run: str, index: int, what: str) -> bytes:
    """The 32 bytes that a session draws from: they depend on the run's seed and on its own number, nothing else."""
    message = canonical([PURPOSE, index, what])
    return hmac.digest(run.encode(), message.encode(), "sha256")


class Bout(Playable):
    """One session. Chance falls by the dealer of served tables, from this session's own seeds.

    facts     what was told since the session began
    commands  how many commands were taken; draws: how many throws chance answered
    """

    def __init__(self, ready: Ready, run: str, index: int) -> None:
        self.ready, self.system, self.game = ready, ready.system, ready.game
        secrets = {(ready.game.core.epoch.number, s): seed_of(run, index, s) for s in draws.STREAMS}
        self._dealer = Dealer("simulation", secrets)
        self._choices = draws.words(seed_of(run, index, "choix"), 0)
        self.facts: list[Any] = [*ready.facts]
        self.commands, self.draws, self._steps = ready.begun, 0, 0

    @property
    def now(self) -> Game[Any]:
        return self.game

    @property
    def told(self) -> Sequence[Record]:
        return ()

    def past(self) -> tuple[Past, ...]:
        """Bots take nothing back."""
        return ()

    def pick(self, n: int) -> int:
        """A number of 0..n-1 from this session's choices, which no draw of the rules comes from."""
        return draws.below(self._choices, n)

    def own(self) -> tuple[Waiting, ...]:
        """The questions of the system itself."""
        return () if self.game.core.archived else questions(self.system, self.game.world)

    def offers(self, seat: Who, command: str) -> list[tuple[Waiting, Offer]]:
        """As at any table; the shared desk is laid only for what the system does not offer itself."""
        lexicon = lexicon_of(self.system.lexicon)
        mine = [
            (w, o)
            for w in answerable(self.game, seat, self.own())
            for o in w.offers
            if command in (o.command.__name__, lexicon.command(o.command.__name__))
        ]
        return mine or super().offers(seat, command)

    def key(self, seat: Who, w: Waiting) -> str:
        """No page will ever ask for it."""
        return ""

    def count_step(self) -> None:
        """One more step of the file, whether or not it does anything: steps said again have an end too."""
        self._steps += 1
        if self._steps > STEPS_A_COMMAND * self.ready.plan.limite:
            raise Stuck(f"plus de {STEPS_A_COMMAND * self.ready.plan.limite} étapes")

    def take(self, seat: Who, w: Waiting, command: Any, *, id: str = "") -> None:
        gate(self.game, seat, w, command)
        if self.commands >= self.ready.plan.limite:
            raise Stuck(f"plus de {self.ready.plan.limite} gestes")
        self.commands += 1
        action = self.game.action + 1
        after, facts = decide(
            self.system, self.game, w, seat, command, created(seat, id or f"geste-{action}"), ()
        )
        self._goes_on(replace(after, action=action), facts)

    def fall(self, seat: Who, w: Waiting, numbers: tuple[int, ...], *, own_action: bool) -> None:
        o = w.offers[0]
        command = o.read({o.fields[0][0]: list(numbers)})
        if (flaw := o.why_not(command)) is not None:
            raise Refusal(o.rule, flaw[1], flaw[0])
        ask = asked(w.chance)
        after, made = self._dealer.enter(self.system, self.game, w, numbers, None, ask)
        self._goes_on(after, [d.fact for d in made])

    def throw(self, given: Sequence[tuple[int, ...]] = ()) -> None:
        """Chance answers all that is asked of it: first what is given, then what is drawn."""
        for numbers in given:
            w = self.falling()
            if w is None:
                raise Refusal("TAB-03", "un tirage de trop est donné", "tirage")
            self.fall(CHANCE, w, numbers, own_action=False)
        after, made = self._dealer.throw_all(self.system, self.game)
        self.draws += sum(d.draw is not None for d in made)
        self._goes_on(after, [d.fact for d in made])

    def _goes_on(self, after: Game[Any], facts: Sequence[Fact]) -> None:
        self.game = replace(after, version=self.game.version + len(facts))
        self.facts += [f.event for f in facts]

    # What was told

    def place(self, path: str) -> Any:
        """A place in the state; None where there is none."""
        try:
            return place(self.game, self.ready.words, path)
        except (LookupError, ValueError):
            return None

    def told_as(self, kind: str, where: Mapping[str, Any], since: int = 0) -> Iterator[Any]:
        """The facts of a kind whose fields are as said, oldest first."""
        wanted = [(path, meant(v, self.ready.words)) for path, v in where.items()]
        for event in self.facts[since:]:
            if event.kind == kind and all(alike(inside(event, path), v) for path, v in wanted):
                yield event


def inside(event: Any, path: str) -> Any:
    """A value in a fact, by field names and ranks, « # » counting; None where there is none."""
    found = event
    for key in path.split("."):
        if key == "#":
            found = len(found) if isinstance(found, tuple | str) else None
        elif isinstance(found, tuple):
            found = (
                found[int(key)]
                if key.lstrip("-").isdigit() and -len(found) <= int(key) < len(found)
                else None
            )
        else:
            found = getattr(found, key, None)
    return found


def refused(where: str, refusal: Refusal) -> Stuck:
    """Why a session stops at a command that the rules refuse."""
    field = f".{refusal.field}" if refusal.field else ""
    return Stuck(f"{where}{field}{NBSP}: refusé ({refusal.rule}, {refusal.why})")


def seat_for(ready: Ready, name: str) -> Who:
    """The seat of that name in the file, or the first game master's."""
    return ready.seats[name if name != GM else GM]
