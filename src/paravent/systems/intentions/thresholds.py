"""How a counter moves, and what its thresholds do by themselves (INT-50 to INT-53)."""

from __future__ import annotations

from typing import Any

from paravent.core.codec import named_after
from paravent.core.rules import rule
from paravent.core.values import replace
from paravent.systems.intentions import counter_events as ce
from paravent.systems.intentions import events as e
from paravent.systems.intentions.counter_model import Counter, Threshold
from paravent.systems.intentions.model import Game

# Bounds and moves (INT-50, INT-51, INT-53)


@rule("INT-50")
def start_of(rising: bool, low: int, high: int) -> int:
    """A rising counter starts one step under its low limit, 0 by default; a falling one at its high limit."""
    return low - 1 if rising else high


@rule("INT-51")
def bounded(c: Counter, wished: int) -> int:
    """The value may go one step beyond its limits, no further; an endurance from 0, a concentration without end."""
    match c.sort:
        case "plain":
            return max(c.low - 1, min(c.high + 1, wished))
        case "endurance":
            return max(0, min(c.start, wished))
        case _:
            return max(0, wished)


@rule("INT-52")
def active(c: Counter, t: Threshold) -> bool:
    """Whether a lasting threshold holds: reached or passed, in the counter's direction."""
    return c.value >= t.at if c.rising else c.value <= t.at


def in_order(c: Counter) -> tuple[Threshold, ...]:
    """The thresholds in the order the counter meets them."""
    return tuple(sorted(c.thresholds, key=lambda t: t.at, reverse=not c.rising))


@rule("INT-53")
def moved(c: Counter, steps: int, why: str) -> tuple[Any, ...]:
    """So many steps; nothing is said of a counter that cannot move."""
    after = bounded(c, c.value + steps)
    if after == c.value:
        return ()
    return (ce.CounterMoved(c.id, c.actor, c.theme, c.subject, after - c.value, after, why),)


@rule("INT-51", "INT-53")
def pushed(game: Game, c: Counter, steps: int, why: str, new_id: str) -> tuple[Any, ...]:
    """The steps and what they bring; at its bound already it stands, and a loss there is one all the same."""
    stuck = ce.CounterStuck(c.id, c.actor, c.theme, c.subject, why)
    return (*(moved(c, steps, why) or (stuck,)), *met(game, c, steps, new_id))


# What thresholds do by themselves (INT-52)


@rule("INT-52")
def met(game: Game, c: Counter, steps: int, new_id: str) -> tuple[Any, ...]:
    """What so many steps bring, in the order the counter meets it: lasting thresholds it comes to, and those that
    strike at a loss, once each, when it reaches them or happens there.
    """
    after = replace(c, value=bounded(c, c.value + steps))
    loss = steps > 0 if c.rising else steps < 0
    facts: list[Any] = []
    for t in in_order(c):
        comes = active(after, t) and not active(c, t)
        if t.at_loss and loss and (comes or c.value == t.at):
            facts += _struck(game, c, t, named_after(new_id, t.id))
        elif not t.at_loss and comes and t.id not in c.reached:
            facts += _reached(game, c, t)
    return tuple(facts)


@rule("INT-52")
def thresholds_at_work(game: Game) -> tuple[Any, ...]:
    """Lasting thresholds reached, in the order the counter meets them, then those it has left; a final one is never
    left.
    """
    for c in game.counters:
        for t in in_order(c):
            if t.at_loss:
                continue
            if active(c, t) and t.id not in c.reached:
                return _reached(game, c, t)
            if t.id in c.reached and not t.final and not active(c, t):
                return (
                    ce.ThresholdLeft(c.id, c.actor, t.id, t.name, c.theme, c.subject),
                    *_relief(game, c, t),
                )
    return ()


def _reached(game: Game, c: Counter, t: Threshold) -> tuple[Any, ...]:
    """A character bears the effect as a condition, which never names its counter: that may be hidden."""
    fact = ce.ThresholdReached(c.id, c.actor, c.theme, c.subject, t.id, t.at, t.name, t.text)
    began = e.ConditionBegan(c.actor, t.id, t.name, t.text, t.mode, t.skills, t.final, False, c.id)
    return (fact, began) if game.find(c.actor) else (fact,)


def _struck(game: Game, c: Counter, t: Threshold, id: str) -> tuple[Any, ...]:
    """Its condition is no longer the counter's: it lasts until it is lifted."""
    fact = ce.ThresholdStruck(c.id, c.actor, c.theme, c.subject, t.id, t.at, t.name, t.text)
    began = e.ConditionBegan(c.actor, id, t.name, t.text, t.mode, t.skills, False, False, "")
    return (fact, began) if game.find(c.actor) else (fact,)


def _relief(game: Game, c: Counter, t: Threshold) -> tuple[Any, ...]:
    held = game.find(c.actor)
    there = held is not None and any(s.id == t.id for s in held.conditions)
    return (e.ConditionEnded(c.actor, t.id, t.name),) if there else ()
