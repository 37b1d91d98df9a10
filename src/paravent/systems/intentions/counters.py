"""Counters: made, tended, dropped (INT-50 to INT-54); how they move is in `thresholds`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from paravent.core.codec import named_after
from paravent.core.domains import Group, OneOf, Option, Pool, Text, Whole, one_of
from paravent.core.french import listed, signed
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.packs import of_pack
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.secrecy import audience_for
from paravent.core.values import GM, NOBODY, Who, replace, value
from paravent.systems.intentions import commands as co
from paravent.systems.intentions import counter_events as ce
from paravent.systems.intentions import events as e
from paravent.systems.intentions.counter_model import Counter, Threshold, Trigger, show
from paravent.systems.intentions.model import (
    Condition,
    Game,
    change_counter,
    pack_of,
    standing_of,
)
from paravent.systems.intentions.skills import covered_skills
from paravent.systems.intentions.thresholds import pushed, start_of, thresholds_at_work

WIDEST = 40
HIGH = 6
"""The usual high limit (INT-50)."""
MOST_COUNTERS = 200
TOGETHER = " "
"""Between the ids of counters that one choice names together."""
LASTS = (
    ("while", "tant que la valeur y est, ou au-delà"),
    ("ever", "pour de bon, dès qu’on l’atteint"),
    ("loss", "à chaque perte qui l’atteint ou s’y produit, jusqu’à ce qu’on le lève"),
)
MODE_CHOICES = (
    ("normal", "aucun effet sur les tests"),
    ("advantage", "avantage"),
    ("disadvantage", "désavantage"),
)
STANDINGS = (
    ("public", "toute la table voit sa valeur"),
    ("known", "la table sait qu’il existe, pas où il en est"),
    ("hidden", "personne d’autre ne sait qu’il existe"),
)
FACES = (("clock", "une horloge"), ("boxes", "des cases"), ("die", "un dé"))


@value
class ToCount:
    """A game master's standing question about one counter."""

    counter: str


# Creating (INT-50, INT-54)


def subjects(game: Game) -> Pool[Who]:
    """The characters concerned; a counter each. None: whatever the subject's name says."""
    there = tuple(Option(c.actor, c.name, "personnages") for c in game.characters if c.ready)
    return Pool(there, (Group("personnages", free=len(there), most=len(there)),))


def why_full(game: Game) -> str:
    """Why there may be no counter more, "" when there may."""
    return "deux cents compteurs, c’est assez" if len(game.counters) >= MOST_COUNTERS else ""


@rule("INT-50", "INT-54")
def may_create(game: Game) -> tuple[Offer, ...]:
    """A counter from nothing, or as the pack describes one."""
    full = why_full(game)
    models = pack_of(game.pack).counters
    blank = offer(
        co.CreateCounter,
        "INT-50",
        barred=full,
        theme=Text(80, required=True),
        actors=subjects(game),
        subject=Text(80),
        rising=one_of(((True, "croissant"), (False, "décroissant"))),
        low=Whole(1, WIDEST),
        high=Whole(1, WIDEST, usual=HIGH),
        face=one_of(FACES),
        standing=one_of(STANDINGS),
    )
    if not models:
        return (blank,)
    return (
        blank,
        offer(
            co.UseModel,
            "INT-50",
            barred=full,
            model=OneOf(tuple(Option(m.id, m.theme, note=m.text) for m in models)),
            actors=subjects(game),
            subject=Text(80),
            standing=one_of(STANDINGS),
        ),
    )


@rule("INT-50", "INT-52", "INT-53")
@of_pack
def may_tend(
    game: Game, c: Counter, same: tuple[tuple[str, str], ...], *, veiled: bool = False
) -> tuple[Offer, ...]:
    """What the game masters do with one plain counter; `same`: the ids and subjects of all those alike, to which a
    threshold or a trigger goes at once; `veiled`: its character is hidden, so it must be too.
    """
    every = _this(c)
    if len(same) > 1:
        whole = f"{c.theme} ({listed([subject or 'sans sujet' for _, subject in same])})"
        every = OneOf((Option(TOGETHER.join(id for id, _ in same), whole), *every.options))
    unseen = "le personnage est caché\N{NO-BREAK SPACE}: montre-le d’abord" if veiled else ""
    offers: list[Offer] = []
    if c.triggers:
        pulls = tuple(Option(t.name, t.name, note=signed(t.steps)) for t in c.triggers)
        offers.append(offer(co.Pull, "INT-53", counter=_this(c), trigger=OneOf(pulls)))
    steps = steps_of(c.high - c.low + 2)
    return (
        *offers,
        offer(co.Move, "INT-53", counter=_this(c), steps=steps, why=Text(120)),
        offer(
            co.AddThreshold,
            "INT-52",
            counter=every,
            at=Whole(max(0, c.low - 1), c.high + 1),
            name=Text(60, required=True),
            text=Text(300),
            # What is nobody's helps and hinders nobody.
            mode=one_of(MODE_CHOICES if c.actor else MODE_CHOICES[:1]),
            skills=covered_skills(game),
            lasts=one_of(LASTS),
        ),
        offer(co.AddTrigger, "INT-53", counter=every, name=Text(60, required=True), steps=steps),
        offer(co.ShowCounter, "TAB-14", barred=unseen, counter=_this(c), standing=one_of(STANDINGS)),
        offer(co.DropCounter, "TAB-10", counter=_this(c)),
    )


@cache
def steps_of(span: int) -> OneOf[int]:
    """From one bound to the other at most, the smallest steps first."""
    sizes = (1, -1, *range(2, span + 1), *range(-2, -span - 1, -1))
    return OneOf(tuple(Option(n, signed(n)) for n in sizes))


def _this(c: Counter) -> OneOf[str]:
    return one_of(((c.id, label(c)),))


@rule("INT-50")
def _shape(c: Counter) -> tuple[Any, ...]:
    """What is the same in one counter that several subjects have, a copy each."""
    return c.sort, c.theme, c.rising, c.low, c.high


def label(c: Counter) -> str:
    return c.theme if not c.subject else f"{c.theme} ({c.subject})"


def created(game: Game, c: co.CreateCounter | co.UseModel, new_id: str) -> tuple[Any, ...]:
    """A counter a subject; the subject's name when there is no character.

    Each id but says whose it is: a character of them may be hidden, and conditions bear the ids of thresholds.
    """
    subjects = [(actor, game.character(actor).name) for actor in c.actors] or [(NOBODY, c.subject)]
    if isinstance(c, co.UseModel):
        m = pack_of(game.pack).counter(c.model)
        shape = (m.theme, m.rising, m.low, m.high, m.face)
        thresholds = tuple(
            Threshold(named_after(new_id, str(i)), t.at, t.name, t.text, t.mode, t.skills, t.final, t.at_loss)
            for i, t in enumerate(m.thresholds)
        )
        triggers = tuple(Trigger(t.name, t.steps) for t in m.triggers)
    else:
        low, high = sorted((c.low, c.high))
        shape, thresholds, triggers = (c.theme, c.rising, low, high, c.face), (), ()
    theme, rising, low, high, face = shape
    return tuple(
        ce.CounterCreated(
            named_after(new_id, actor) if actor else new_id,
            actor,
            theme,
            subject,
            "plain",
            rising,
            low,
            high,
            start_of(rising, low, high),
            face,
            standing_of(game, actor, c.standing),
            thresholds,
            triggers,
        )
        for actor, subject in subjects
    )


def waiting(game: Game) -> tuple[Waiting, ...]:
    alike: dict[tuple[Any, ...], list[tuple[str, str]]] = {}
    for c in game.counters:
        alike.setdefault(_shape(c), []).append((c.id, c.subject))
    return tuple(
        Waiting(
            ToCount(c.id),
            GM,
            "INT-50",
            may_tend(
                game,
                c,
                tuple(alike[_shape(c)]),
                veiled=audience_for(game, c.actor) is not None,
            ),
            holds=False,
            to=(GM,),
        )
        for c in game.counters
        if c.sort == "plain"
    )


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match c:
        case co.CreateCounter() | co.UseModel():
            return created(game, c, new_id)
        case co.Pull(id, trigger):
            counter = game.counter(id)
            steps = next(t.steps for t in counter.triggers if t.name == trigger)
            return pushed(game, counter, steps, trigger, new_id)
        case co.Move(id, steps, why):
            return pushed(game, game.counter(id), steps, why, new_id)
        case co.AddThreshold(id, at, name, text, mode, skills, lasts):
            final, at_loss = lasts == "ever", lasts == "loss"
            # Named after its own counter, without telling it: a hidden one among the others leaves no gap.
            return tuple(
                ce.ThresholdAdded(
                    one,
                    game.counter(one).actor,
                    Threshold(named_after(new_id, one), at, name, text, mode, skills, final, at_loss),
                )
                for one in id.split(TOGETHER)
            )
        case co.AddTrigger(id, name, steps):
            return tuple(
                ce.TriggerAdded(one, game.counter(one).actor, Trigger(name, steps))
                for one in id.split(TOGETHER)
            )
        case co.ShowCounter(id, standing):
            found = game.counter(id)
            whole = show(replace(found, standing=standing))
            return (ce.CounterShown(id, found.actor, found.theme, found.subject, standing, whole),)
        case co.DropCounter(id):
            return dropped(game, game.counter(id))
        case _:
            return None


def dropped(game: Game, c: Counter) -> tuple[Any, ...]:
    """With a counter go its lasting conditions, the final ones excepted."""
    held = game.find(c.actor)
    gone = [s for s in held.conditions if s.counter == c.id and not s.final] if held else []
    return (
        *(e.ConditionEnded(c.actor, s.id, s.name) for s in gone),
        ce.CounterDropped(c.id, c.actor, c.theme, c.subject),
    )


def follow(game: Game) -> tuple[Any, ...]:
    return thresholds_at_work(game)


def evolve(game: Game, event: Any) -> Game:
    match event:
        case ce.CounterCreated():
            return replace(game, counters=(*game.counters, show(_new(event))))
        case ce.CounterMoved(id, value=value):
            return change_counter(game, id, value=value)
        case ce.ThresholdAdded(id, _, threshold):
            return change_counter(game, id, thresholds=(*game.counter(id).thresholds, threshold))
        case ce.TriggerAdded(id, _, trigger):
            others = tuple(t for t in game.counter(id).triggers if t.name != trigger.name)
            return change_counter(game, id, triggers=(*others, trigger))
        case ce.ThresholdReached(id, threshold=threshold):
            return change_counter(game, id, reached=(*game.counter(id).reached, threshold))
        case ce.ThresholdLeft(id, _, threshold):
            left = tuple(t for t in game.counter(id).reached if t != threshold)
            return change_counter(game, id, reached=left)
        case ce.CounterShown(id, whole=whole):
            # At the end, wherever it was: its place among the others would tell how long it was hidden.
            return replace(game, counters=(*(c for c in game.counters if c.id != id), whole))
        case ce.CounterDropped(id):
            return replace(game, counters=tuple(c for c in game.counters if c.id != id))
        case e.ConditionBegan(actor, id, name, text, mode, skills, final, wound, counter):
            to = audience_for(game, actor)
            new = Condition(id, name, text, mode, skills, final, wound, counter, to)
            return _conditions(game, actor, lambda old: (*old, new))
        case e.ConditionEnded(actor, id):
            # What was final and is lifted strikes anew when it is reached again.
            for c in game.counters:
                if c.actor == actor and id in c.reached:
                    game = change_counter(game, c.id, reached=tuple(t for t in c.reached if t != id))
            return _conditions(game, actor, lambda old: tuple(s for s in old if s.id != id))
        case _:
            return game


def _conditions(
    game: Game, actor: Who, after: Callable[[tuple[Condition, ...]], tuple[Condition, ...]]
) -> Game:
    found = game.find(actor)
    return change(game, actor, conditions=after(found.conditions)) if found else game


def _new(event: ce.CounterCreated) -> Counter:
    return Counter(
        id=event.counter,
        theme=event.theme,
        actor=event.actor,
        subject=event.subject,
        sort=event.sort,
        rising=event.rising,
        low=event.low,
        high=event.high,
        start=event.start,
        value=event.start,
        face=event.face,
        standing=event.standing,
        thresholds=event.thresholds,
        triggers=event.triggers,
    )
