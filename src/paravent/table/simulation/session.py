"""One session from its first step to its measures, and the tally of many, alike in whatever order they are played."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from paravent.core.cast import eyes_of
from paravent.core.journal import namer, sentence
from paravent.core.refusals import Refusal
from paravent.core.sight import project
from paravent.core.system import System
from paravent.core.words import NBSP
from paravent.table.acting import act, meant
from paravent.table.simulation.bots import Bots
from paravent.table.simulation.bout import Bout, Ready, Stuck, inside, prepare, refused, seat_for
from paravent.table.simulation.plan import Measure, Phase, Plan


@dataclass
class Tally:
    """What many sessions came to. Adding two is the same in any order.

    values   for each measure, how often each value came, by its JSON text
    stuck    why sessions stopped short: how many, and the first of them by number
    used     how often each policy answered; failed: those whose fields meant nothing, with a reason
    """

    values: list[Counter[str]]
    used: list[int]
    ended: int = 0
    stuck: dict[str, tuple[int, int]] = field(default_factory=dict)
    failed: dict[int, str] = field(default_factory=dict)
    heard: set[str] = field(default_factory=set)

    @classmethod
    def empty(cls, plan: Plan) -> Tally:
        return cls([Counter() for _ in plan.mesure], [0] * len(plan.politique))

    @property
    def played(self) -> int:
        return self.ended + sum(count for count, _ in self.stuck.values())

    def add(self, other: Tally) -> None:
        for mine, theirs in zip(self.values, other.values, strict=True):
            mine.update(theirs)
        self.used = [a + b for a, b in zip(self.used, other.used, strict=True)]
        self.ended += other.ended
        for why, (count, first) in other.stuck.items():
            had, earliest = self.stuck.get(why, (0, first))
            self.stuck[why] = had + count, min(earliest, first)
        for n, why in other.failed.items():
            self.failed[n] = min(why, self.failed.get(n, why))
        self.heard |= other.heard


def ready_for(system: System[Any], plan: Plan, source: str) -> Ready:
    """The table of a simulation, as every session of it finds it; raises PlanError."""
    return begin(prepare(system, plan, source))


def play_many(ready: Ready, run: str, indexes: Iterable[int]) -> Tally:
    """The sessions of these numbers."""
    tally = Tally.empty(ready.plan)
    for index in indexes:
        play(ready, run, index, tally)
    return tally


def play(ready: Ready, run: str, index: int, tally: Tally) -> None:
    """One session, counted whole or among those that stopped short."""
    bout, bots, why = _played(ready, run, index)
    if why:
        count, first = tally.stuck.get(why, (0, index))
        tally.stuck[why] = count + 1, min(first, index)
    else:
        tally.ended += 1
        for counter, m in zip(tally.values, ready.plan.mesure, strict=True):
            counter[_measured(bout, m)] += 1
    tally.used = [a + b for a, b in zip(tally.used, bots.used, strict=True)]
    for n, failure in bots.failed.items():
        tally.failed[n] = min(failure, tally.failed.get(n, failure))
    tally.heard |= bots.heard


def _played(ready: Ready, run: str, index: int) -> tuple[Bout, Bots, str]:
    """A session once it is over, and why it stopped short, "" when it did not."""
    bout = Bout(ready, run, index)
    bots = Bots(bout)
    try:
        bout.throw()
        _steps(bout, bots, ready.plan.etape, "", ready.begun)
    except Stuck as stuck:
        return bout, bots, str(stuck)
    return bout, bots, ""


class Told(NamedTuple):
    """One session in words: the game masters' journal, what each measure found, why it stopped short if it did."""

    lines: tuple[str, ...]
    found: tuple[tuple[str, Any], ...]
    why: str


def told(ready: Ready, run: str, index: int) -> Told:
    """A session of a run, played again to see what the bots do."""
    bout, _, why = _played(ready, run, index)
    eyes = eyes_of(bout.game.core, bout.game_master)
    names = namer(ready.system, bout.game.core, eyes)
    lines = (sentence(ready.system, project(e, eyes, told=True), names) for e in bout.facts)
    values = () if why else ((m, json.loads(_measured(bout, m))) for m in ready.plan.mesure)
    found = tuple((m.nom, called(value, m, ready.names)) for m, value in values)
    return Told(tuple(filter(None, lines)), found, why)


def called(value: Any, m: Measure, names: Mapping[str, str]) -> Any:
    """What a value of a measure is called: as the file says, else by the name of whoever it stands for."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return m.noms.get(text, names.get(value, value) if isinstance(value, str) else value)


def begin(ready: Ready) -> Ready:
    """The table after the file's first commands, played once for all as long as nothing is left to chance."""
    bout = Bout(ready, "", 0)
    for n, step in enumerate(ready.plan.etape):
        if not step.geste or step.quand or step.tirage or step.si_possible or bout.falling() is not None:
            break
        before = replace(ready, game=bout.game, facts=tuple(bout.facts), begun=n)
        try:
            _act(bout, step)
        except (Refusal, Stuck):
            return before
        if bout.falling() is not None:
            return before
        ready = replace(ready, game=bout.game, facts=tuple(bout.facts), begun=n + 1)
    return ready


def _steps(bout: Bout, bots: Bots, steps: Sequence[Phase], path: str, first: int = 0) -> None:
    for n, step in enumerate(steps[first:], start=first):
        where = f"{path}etape[{n}]"
        bout.count_step()
        if not all(map(bots.holds, step.quand)):
            continue
        if step.geste:
            _command(bout, step, where)
        elif step.jouer:
            _bots_play(bout, bots, step, where)
        else:
            _again(bout, bots, step, where)


def _command(bout: Bout, step: Phase, where: str) -> None:
    try:
        _act(bout, step)
    except Refusal as refusal:
        if step.si_possible:
            return
        raise refused(where, refusal) from None
    try:
        bout.throw(step.tirage)
    except Refusal as refusal:
        raise refused(where, refusal) from None


def _act(bout: Bout, step: Phase) -> None:
    words = bout.ready.words
    act(bout, seat_for(bout.ready, step.qui), step.geste, step.champs, words, step.pour or "")


def _bots_play(bout: Bout, bots: Bots, step: Phase, where: str) -> None:
    since = len(bout.facts)
    while not any(bots.holds(c, since) for c in step.jusqu_a):
        if not bots.turn():
            if step.jusqu_a:
                raise Stuck(
                    f"{where}.jusqu_a{NBSP}: plus personne n’a rien à jouer, et rien de ce qui est attendu n’est là"
                )
            return
        bout.throw()


def _again(bout: Bout, bots: Bots, step: Phase, where: str) -> None:
    since, done, commands = len(bout.facts), 0, -1
    while not any(bots.holds(c, since) for c in step.jusqu_a):
        if step.fois is not None and done == step.fois:
            return
        if step.fois is None and bout.commands == commands:
            raise Stuck(
                f"{where}{NBSP}: un tour entier n’a fait aucun geste, et rien de ce qui est attendu n’est là"
            )
        done, commands = done + 1, bout.commands
        _steps(bout, bots, step.etape, f"{where}.")


def _measured(bout: Bout, m: Measure) -> str:
    """The value of a measure, as JSON text: two values that print alike but are not stay apart."""
    found = _found(bout, m)
    if m.chance:
        found = Measure(
            m.nom, vaut=meant(m.vaut, bout.ready.words), au_moins=m.au_moins, au_plus=m.au_plus
        ).fits(found)
    return json.dumps(found, ensure_ascii=False, sort_keys=True)


def _found(bout: Bout, m: Measure) -> Any:
    if m.etat is not None:
        return bout.place(m.etat)
    if m.compte is not None:
        return bout.commands if m.compte == "gestes" else bout.draws
    events = [*bout.told_as(m.fait or "", m.ou)]
    if not m.champ:
        return len(events)
    if m.lequel == "somme":
        return sum(v for e in events if isinstance(v := inside(e, m.champ), int))
    if not events:
        return None
    value = inside(events[0 if m.lequel == "premier" else -1], m.champ)
    return project(value, eyes_of(bout.game.core, bout.game_master))
