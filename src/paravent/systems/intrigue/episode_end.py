"""The end of an episode, for everybody at once: epilogues, motivations, a fresh start (ITG-70 to 72, 75, 76)."""

from __future__ import annotations

from typing import Any

from paravent.core import events as ev
from paravent.core.domains import OneOf, Option, Text
from paravent.core.french import quoted
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.values import GM, Who, replace, value
from paravent.systems.intrigue import episode_commands as ep
from paravent.systems.intrigue import episode_events as pev
from paravent.systems.intrigue.episode_model import Closing, Ending
from paravent.systems.intrigue.model import (
    Game,
    change_closing,
    change_trait,
    closing_of,
    players_in,
    readers_of,
)
from paravent.systems.intrigue.sheet_model import Character, Trait
from paravent.systems.intrigue.weighing import LARGEST, RESOURCE_DICE, TROUBLE_START, step_down, step_up


@value
class ToEnd:
    """A game master's standing question: does the episode end?"""


@value
class ToTellEnd:
    """One's epilogue (ITG-70)."""

    ending: str
    actor: Who


@value
class ToSettle:
    """A motivation that was stepped down (ITG-71)."""

    ending: str
    actor: Who
    left: tuple[str, ...]


@value
class ToRaise:
    """Another value, for one kept down (ITG-72)."""

    ending: str
    actor: Who
    left: int


# Questions


@rule("ITG-70")
def may_end(game: Game) -> tuple[Offer, ...]:
    busy = bool(game.contests or game.tests or game.recoveries or game.initiatives or game.opening)
    if game.ending:
        left = "" if all(_through(p) for p in game.ending.people) else "tout le monde n’en a pas fini"
        grave = "Les Stress baissent d’un cran, la pile et les ressources repartent à neuf."
        return (offer(ep.CloseEpisode, "ITG-75", barred=left, grave=grave),)
    barred = (
        "un conflit ou un test est en cours"
        if busy
        else "personne n’est encore en jeu"
        if not players_in(game)
        else ""
    )
    grave = "Les Points d’Intrigue sont perdus, les épilogues commencent."
    return (offer(ep.EndEpisode, "ITG-70", barred=barred, grave=grave),)


def _through(p: Closing) -> bool:
    return p.epilogue and not p.rewrite and not p.raises and p.grown


@rule("ITG-70", "ITG-71", "ITG-72", "ITG-73")
def waiting(game: Game) -> tuple[Waiting, ...]:
    end = Waiting(ToEnd(), GM, "ITG-70", may_end(game), holds=False, to=(GM,))
    if game.ending is None:
        return (end,)
    return (end, *(w for p in game.ending.people for w in _of(game, game.ending, p)))


def _of(game: Game, x: Ending, p: Closing) -> tuple[Waiting, ...]:
    """Epilogues and motivations side by side (ITG-70 to ITG-72)."""
    c = game.character(p.actor)
    out = []
    if not p.epilogue:
        tell = (offer(ep.TellEpilogue, "ITG-70", text=Text(2000, lines=True)),)
        out.append(Waiting(ToTellEnd(x.id, c.actor), c.actor, "ITG-70", tell, idle=ep.TellEpilogue("")))
    if p.rewrite:
        out.append(_settling(x, p, c))
    elif p.raises:
        out.append(_raising(x, p, c))
    return tuple(out)


@rule("ITG-71")
def _settling(x: Ending, p: Closing, c: Character) -> Waiting:
    """The reduced die and the statement; or the die of before and a new statement."""
    left = [c.trait(t) for t in p.rewrite]
    keep = OneOf(tuple(Option(t.id, f"{t.name} reste D{t.die}", note=quoted(t.text)) for t in left))
    back = OneOf(
        tuple(
            Option(
                t.id,
                f"{t.name} revient à D{t.before}",
                note=quoted(t.text),
            )
            for t in left
        )
    )
    offers = (
        offer(ep.KeepDown, "ITG-71", motivation=keep),
        offer(ep.Rewrite, "ITG-71", motivation=back, statement=Text(200, required=True)),
    )
    return Waiting(
        ToSettle(x.id, c.actor, p.rewrite),
        c.actor,
        "ITG-71",
        offers,
        to=readers_of(c),
        idle=ep.KeepDown(left[0].id),
    )


@rule("ITG-72")
def _raising(x: Ending, p: Closing, c: Character) -> Waiting:
    """One value for each kept down, another than those, never beyond D12."""
    values = [t for t in c.of("value") if t.die < LARGEST and not t.before]
    raise_one = OneOf(tuple(Option(t.id, f"{t.name} D{t.die} → D{step_up(t.die)}") for t in values))
    offers = (
        offer(ep.GiveUp, "ITG-72", grave="Aucune autre Valeur ne montera."),
        offer(ep.RaiseValue, "ITG-72", motivation=raise_one),
    )
    return Waiting(
        ToRaise(x.id, c.actor, p.raises), c.actor, "ITG-72", offers, to=readers_of(c), idle=ep.GiveUp()
    )


# The procedure


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToEnd(), ep.EndEpisode():
            return (pev.EpisodeEnding(new_id),)
        case ToEnd(), ep.CloseEpisode():
            return (pev.EpisodeClosed(),)
        case ToTellEnd(_, actor), ep.TellEpilogue(text):
            return (pev.EpilogueTold(actor, text),)
        case ToSettle(_, actor), ep.KeepDown(motivation):
            return (_kept_down(game.character(actor), motivation),)
        case ToSettle(_, actor), ep.Rewrite(motivation, statement):
            t = game.character(actor).trait(motivation)
            value_too = t.sort == "value"
            return (pev.MotivationSettled(actor, t.id, t.name, t.before, statement, False, 0, value_too),)
        case ToRaise(_, actor), ep.RaiseValue(motivation):
            t = game.character(actor).trait(motivation)
            return (pev.ValueRaised(actor, t.id, t.name, step_up(t.die)),)
        case ToRaise(_, actor), ep.GiveUp():
            return (pev.ValueRaised(actor, "", "", 0),)
        case _:
            return None


@rule("ITG-71", "ITG-72")
def _kept_down(c: Character, motivation: str) -> pev.MotivationSettled:
    """A relationship kept down feeds the growth pool with its die of before; a value lets another be raised."""
    t = c.trait(motivation)
    growth = t.before if t.sort == "relationship" else 0
    return pev.MotivationSettled(c.actor, t.id, t.name, t.die, t.text, True, growth, t.sort == "value")


# Books


def evolve(game: Game, event: Any) -> Game:
    match event:
        case pev.EpisodeEnding(id):
            return _opened(game, id)
        case pev.EpilogueTold(actor):
            return change_closing(game, actor, epilogue=True)
        case pev.MotivationSettled():
            return _motivation(game, event)
        case pev.ValueRaised(actor, trait, _, die):
            game = change_trait(game, actor, trait, die=die) if trait else game
            return change_closing(game, actor, raises=closing_of(game, actor).raises - 1 if trait else 0)
        case pev.EpisodeClosed():
            return _fresh(game)
        case ev.SceneClosed():
            return _scene_over(game)
        case _:
            return game


@rule("ITG-31", "ITG-70")
def _opened(game: Game, id: str) -> Game:
    """The plot points left are lost as the first epilogue opens."""
    people = tuple(_closing(c) for c in players_in(game))
    broke = tuple(replace(c, points=0, frozen=()) for c in game.characters)
    return replace(game, characters=broke, ending=Ending(id, people))


@rule("ITG-71")
def _closing(c: Character) -> Closing:
    return Closing(c.actor, tuple(t.id for t in c.traits if t.motivation and t.before and not t.flying))


def _motivation(game: Game, m: pev.MotivationSettled) -> Game:
    """One that is kept down is not raised again for another: it keeps its mark until the episode is closed."""
    game = change_trait(
        game, m.actor, m.trait, die=m.die, text=m.statement, **({} if m.kept else {"before": 0})
    )
    if m.growth:
        game = change(game, m.actor, growth=(*game.character(m.actor).growth, m.growth))
    p = closing_of(game, m.actor)
    raises = p.raises + (m.kept and m.value)
    return change_closing(game, m.actor, rewrite=tuple(t for t in p.rewrite if t != m.trait), raises=raises)


@rule("ITG-21", "ITG-75")
def _fresh(game: Game) -> Game:
    """Players' stress a step down, feeding the next growth; pool, resources, improvised relationships begin again.

    The game masters' characters settle nothing (ITG-71): their motivations are what they were.
    """
    game = _scene_over(game)
    characters = tuple(_restored(c) if c.extra else _rested(c) for c in game.characters)
    resources = tuple(replace(r, left=RESOURCE_DICE, prepared=()) for r in game.resources)
    return replace(
        game, characters=characters, resources=resources, pool=TROUBLE_START, ending=None, shared=False
    )


@rule("ITG-13")
def _restored(c: Character) -> Character:
    return replace(c, traits=tuple(replace(t, die=t.before or t.die, before=0) for t in c.traits))


def _rested(c: Character) -> Character:
    traits = tuple(replace(t, before=0) for t in c.traits if not t.flying)
    fed = tuple(n for n in c.stress if n)
    return replace(
        c,
        traits=traits,
        stress=tuple(step_down(n) if n else 0 for n in c.stress),
        growth=(*c.growth, *fed),
        points=0,
    )


@rule("ITG-35", "ITG-76")
def _scene_over(game: Game) -> Game:
    """Useful details and « stressed out » end; a relationship on the fly goes from D6 to D4 for the episode."""
    characters = tuple(
        replace(c, stressed_out=False, details=(), tended=False, traits=tuple(map(_settled_down, c.traits)))
        for c in game.characters
    )
    resources = tuple(replace(r, present=False, inspires=False) for r in game.resources)
    return replace(game, characters=characters, resources=resources)


def _settled_down(t: Trait) -> Trait:
    return replace(t, flying="episode", die=4) if t.flying == "scene" else t
