"""The end of an episode, for everybody at once: epilogues, motivations, growth, a fresh start (ITG-70 to 76)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from paravent.core import events as ev
from paravent.core.chances import Faces
from paravent.core.domains import OneOf, Option, Text
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.values import CHANCE, GM, Who, value
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import events as e
from paravent.systems.intrigue.model import (
    POOL_AT_FIRST,
    RESOURCE_DICE,
    Character,
    Closing,
    Ending,
    Game,
    Growth,
    Resource,
    Trait,
    change_trait,
    players_in,
)
from paravent.systems.intrigue.weighing import (
    LARGEST,
    NOTHING,
    beats,
    growth_difficulty,
    size_aimed,
    step_down,
    step_up,
    total,
)

NEW = {
    "ability": "un Talent",
    "distinction": "un Trait",
    "gear": "du Matos",
    "relationship": "une Relation",
    "extra": "un Figurant",
    "location": "un Lieu",
}


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


@value
class ToGrow:
    """What grows? (ITG-73)"""

    ending: str
    actor: Who


@value
class ToOppose:
    """The game masters' dice of a growth, then the player's."""

    ending: str
    actor: Who
    mine: bool


@value
class ToPayFor:
    """It failed: does something else step down for it? (ITG-74)"""

    ending: str
    actor: Who


# Questions


@rule("ITG-70")
def may_end(game: Game) -> tuple[Offer, ...]:
    busy = bool(game.contests or game.tests or game.recoveries or game.initiatives or game.opening)
    if game.ending:
        left = "" if all(_through(p) for p in game.ending.people) else "tout le monde n’en a pas fini"
        grave = "Les Stress baissent d’un cran, la pile et les ressources repartent à neuf."
        return (offer(co.CloseEpisode, "ITG-75", barred=left, grave=grave),)
    barred = (
        "un conflit ou un test est en cours"
        if busy
        else "personne n’est encore en jeu"
        if not players_in(game)
        else ""
    )
    grave = "Les Points d’Intrigue sont perdus, les épilogues commencent."
    return (offer(co.EndEpisode, "ITG-70", barred=barred, grave=grave),)


def _through(p: Closing) -> bool:
    return p.epilogue and not p.rewrite and not p.raises and p.grown


@rule("ITG-70", "ITG-71", "ITG-72", "ITG-73")
def waiting(game: Game) -> tuple[Waiting, ...]:
    end = Waiting(ToEnd(), GM, "ITG-70", may_end(game), holds=False, to=(GM,))
    if game.ending is None:
        return (end,)
    return (end, *(w for p in game.ending.people for w in _of(game, game.ending, p)))


def _of(game: Game, x: Ending, p: Closing) -> tuple[Waiting, ...]:
    """Epilogues and motivations side by side; growth once the motivations are settled (ITG-70 to ITG-73)."""
    c = game.character(p.actor)
    out = []
    if not p.epilogue:
        tell = (offer(co.TellEpilogue, "ITG-70", text=Text(2000, lines=True)),)
        out.append(Waiting(ToTellEnd(x.id, c.actor), c.actor, "ITG-70", tell, idle=co.TellEpilogue("")))
    if p.rewrite:
        out.append(_settling(x, p, c))
    elif p.raises:
        out.append(_raising(x, p, c))
    elif not p.grown:
        out.append(_growing(game, x, c))
    return tuple(out)


@rule("ITG-71")
def _settling(x: Ending, p: Closing, c: Character) -> Waiting:
    """The reduced die and the statement; or the die of before and a new statement."""
    left = [c.trait(t) for t in p.rewrite]
    keep = OneOf(tuple(Option(t.id, f"{t.name} reste D{t.die}", note=t.text) for t in left))
    back = OneOf(tuple(Option(t.id, f"{t.name} revient à D{t.before}", note=t.text) for t in left))
    offers = (
        offer(co.KeepDown, "ITG-71", motivation=keep),
        offer(co.Rewrite, "ITG-71", motivation=back, statement=Text(200, required=True)),
    )
    return Waiting(
        ToSettle(x.id, c.actor, p.rewrite), c.actor, "ITG-71", offers, idle=co.KeepDown(left[0].id)
    )


@rule("ITG-72")
def _raising(x: Ending, p: Closing, c: Character) -> Waiting:
    """One value for each kept down, another than those, never beyond D12."""
    values = [t for t in c.of("value") if t.die < LARGEST and not t.before]
    raise_one = OneOf(tuple(Option(t.id, f"{t.name} D{t.die} → D{step_up(t.die)}") for t in values))
    offers = (
        offer(co.GiveUp, "ITG-72", grave="Aucune autre Valeur ne montera."),
        offer(co.RaiseValue, "ITG-72", motivation=raise_one),
    )
    return Waiting(ToRaise(x.id, c.actor, p.raises), c.actor, "ITG-72", offers, idle=co.GiveUp())


def _growing(game: Game, x: Ending, c: Character) -> Waiting:
    g = next((g for g in x.growing if g.actor == c.actor), None)
    if g is None:
        aim = offer(co.Grow, "ITG-73", trait=aims(game, c), name=Text(80), text=Text(200))
        return Waiting(
            ToGrow(x.id, c.actor),
            c.actor,
            "ITG-73",
            (offer(co.GiveUp, "ITG-73", grave="Rien ne grandira cette fois."), aim),
            idle=co.GiveUp(),
        )
    if g.failed:
        pay = offer(co.Sacrifice, "ITG-74", trait=sacrifices(game, c, g))
        return Waiting(
            ToPayFor(x.id, c.actor),
            c.actor,
            "ITG-74",
            (offer(co.GiveUp, "ITG-74", grave="Rien ne grandira cette fois."), pay),
            idle=co.GiveUp(),
        )
    mine = g.threshold >= 0
    dice, hand = (g.player, c.actor) if mine else (g.game_master, GM)
    roll = offer(co.Roll, "ITG-73", faces=Faces(dice))
    return Waiting(ToOppose(x.id, c.actor, mine), CHANCE, "ITG-73", (roll,), hand=hand)


# Growth (ITG-73, ITG-74)


@rule("ITG-73")
def aims(game: Game, c: Character) -> OneOf[str]:
    """Anything but a value, one step up; something new, at D4. A relationship on the fly is taken as a new one."""
    mine = [t for t in c.traits if t.sort not in ("value", "heritage") and not t.flying and t.die < LARGEST]
    own = [r for r in game.resources if r.owner == c.actor and r.die < LARGEST]
    return OneOf(
        (
            *(
                Option(f"t:{t.id}", f"{t.name} D{t.die} → D{size_aimed(t.die)}", "À faire grandir")
                for t in mine
            ),
            *(
                Option(f"r:{r.id}", f"{r.name} D{r.die} → D{size_aimed(r.die)}", "À faire grandir")
                for r in own
            ),
            *(Option(f"new:{kind}", f"{label}, à D4", "Nouveau") for kind, label in NEW.items()),
        )
    )


@rule("ITG-73")
def aimed(game: Game, c: Character, g: co.Grow) -> e.GrowthAimed:
    """The size aimed at and the die of difficulty, against the growth pool, the largest stress, and a heritage."""
    sort, _, key = g.trait.partition(":")
    heritage = 0
    if sort == "new":
        kind, name, size = key, g.name.strip() or NEW[key], size_aimed(NOTHING)
    elif sort == "t":
        t = c.trait(key)
        kind, name, size = t.sort, t.name, size_aimed(t.die)
        heritage = next((h.die for h in c.of("heritage") if t.heritage and h.name == t.heritage), 0)
    else:
        r = game.resource(key)
        kind, name, size = r.sort, r.name, size_aimed(r.die)
    most = max(c.stress, default=0)
    player = tuple(n for n in (*c.growth, most, heritage) if n)
    against = (size, growth_difficulty(kind))  # type: ignore[arg-type]  # one of the kinds of `NEW`
    return e.GrowthAimed(c.actor, kind, key if sort != "new" else "", name, g.text, size, against, player)


@rule("ITG-74")
def sacrifices(game: Game, c: Character, g: Growth) -> OneOf[str]:
    """Anything else one step down; at D4 it goes, save a value, which cannot then."""
    traits = (t for t in c.traits if t.id != g.trait and t.sort != "heritage" and not t.flying)
    own = (r for r in game.resources if r.owner == c.actor and r.id != g.trait)
    return OneOf(
        (
            *(Option(f"t:{t.id}", _less(t.name, t.die)) for t in traits if t.die > 4 or t.sort != "value"),
            *(Option(f"r:{r.id}", _less(r.name, r.die)) for r in own),
        )
    )


def _less(name: str, die: int) -> str:
    lower = step_down(die)
    return f"{name} D{die} → D{lower}" if lower else f"{name} D{die} disparaît"


def grown(game: Game, c: Character, g: Growth, lost: str) -> e.Grown:
    name = ""
    if lost:
        sort, _, key = lost.partition(":")
        name = c.trait(key).name if sort == "t" else game.resource(key).name
    return e.Grown(c.actor, g.sort, g.trait, g.name, g.text, g.size, lost, name)


# The procedure


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToEnd(), co.EndEpisode():
            return (e.EpisodeEnding(new_id),)
        case ToEnd(), co.CloseEpisode():
            return (e.EpisodeClosed(),)
        case ToTellEnd(_, actor), co.TellEpilogue(text):
            return (e.EpilogueTold(actor, text),)
        case ToSettle(_, actor), co.KeepDown(motivation):
            return (_kept_down(game.character(actor), motivation),)
        case ToSettle(_, actor), co.Rewrite(motivation, statement):
            t = game.character(actor).trait(motivation)
            value_too = t.sort == "value"
            return (e.MotivationSettled(actor, t.id, t.name, t.before, statement, False, 0, value_too),)
        case ToRaise(_, actor), co.RaiseValue(motivation):
            t = game.character(actor).trait(motivation)
            return (e.ValueRaised(actor, t.id, t.name, step_up(t.die)),)
        case ToRaise(_, actor), co.GiveUp():
            return (e.ValueRaised(actor, "", "", 0),)
        case ToGrow(_, actor), co.Grow():
            return (aimed(game, game.character(actor), c),)
        case ((ToGrow() | ToPayFor()), co.GiveUp()):
            return (e.GrowthPassed(w.topic.actor),)
        case ToOppose(_, actor, mine), co.Roll(faces):
            return _thrown(game, actor, faces, mine=mine)
        case ToPayFor(_, actor), co.Sacrifice(trait):
            g = _growth(game, actor)
            return (grown(game, game.character(actor), g, trait),)
        case _:
            return None


@rule("ITG-71", "ITG-72")
def _kept_down(c: Character, motivation: str) -> e.MotivationSettled:
    """A relationship kept down feeds the growth pool with its die of before; a value lets another be raised."""
    t = c.trait(motivation)
    growth = t.before if t.sort == "relationship" else 0
    return e.MotivationSettled(c.actor, t.id, t.name, t.die, t.text, True, growth, t.sort == "value")


def _growth(game: Game, actor: Who) -> Growth:
    assert game.ending is not None
    return next(g for g in game.ending.growing if g.actor == actor)


@rule("ITG-73", "ITG-74")
def _thrown(game: Game, actor: Who, faces: tuple[int, ...], *, mine: bool) -> tuple[Any, ...]:
    """Both of the game masters' dice against the two best of the player's; ones are worth nothing."""
    g = _growth(game, actor)
    if not mine:
        against = total(faces)
        opposed = e.GrowthOpposed(actor, faces, against)
        return (opposed, e.GrowthThrown(actor, (), 0, False)) if not g.player else (opposed,)
    result = total(faces)
    passed = beats(result, g.threshold)
    thrown = e.GrowthThrown(actor, faces, result, passed)
    return (thrown, grown(game, game.character(actor), g, "")) if passed else (thrown,)


# Books


def evolve(game: Game, event: Any) -> Game:
    match event:
        case e.EpisodeEnding(id):
            return _opened(game, id)
        case e.EpilogueTold(actor):
            return _person(game, actor, epilogue=True)
        case e.MotivationSettled():
            return _motivation(game, event)
        case e.ValueRaised(actor, trait, _, die):
            game = change_trait(game, actor, trait, die=die) if trait else game
            return _person(game, actor, raises=_closing_of(game, actor).raises - 1 if trait else 0)
        case e.GrowthAimed(actor, kind, trait, name, text, size, game_master, player):
            return _with_growth(game, Growth(actor, kind, trait, name, text, size, game_master, player))
        case e.GrowthOpposed(actor, _, against):
            return _with_growth(game, replace(_growth(game, actor), threshold=against))
        case e.GrowthThrown(actor, passed=passed):
            return game if passed else _with_growth(game, replace(_growth(game, actor), failed=True))
        case e.Grown():
            return _through_growth(_grown(game, event), event.actor)
        case e.GrowthPassed(actor):
            return _through_growth(game, actor)
        case e.EpisodeClosed():
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


def _closing_of(game: Game, actor: Who) -> Closing:
    assert game.ending is not None
    return next(p for p in game.ending.people if p.actor == actor)


def _person(game: Game, actor: Who, **fields: Any) -> Game:
    assert game.ending is not None
    people = tuple(replace(p, **fields) if p.actor == actor else p for p in game.ending.people)
    return replace(game, ending=replace(game.ending, people=people))


def _motivation(game: Game, m: e.MotivationSettled) -> Game:
    """One that is kept down is not raised again for another: it keeps its mark until the episode is closed."""
    game = change_trait(
        game, m.actor, m.trait, die=m.die, text=m.statement, **({} if m.kept else {"before": 0})
    )
    if m.growth:
        game = change(game, m.actor, growth=(*game.character(m.actor).growth, m.growth))
    p = _closing_of(game, m.actor)
    raises = p.raises + (m.kept and m.value)
    return _person(game, m.actor, rewrite=tuple(t for t in p.rewrite if t != m.trait), raises=raises)


def _with_growth(game: Game, g: Growth) -> Game:
    assert game.ending is not None
    others = tuple(x for x in game.ending.growing if x.actor != g.actor)
    return replace(game, ending=replace(game.ending, growing=(*others, g)))


@rule("ITG-74")
def _through_growth(game: Game, actor: Who) -> Game:
    """One growth an episode; the pool is emptied after it."""
    assert game.ending is not None
    aimed_at = any(g.actor == actor for g in game.ending.growing)
    growing = tuple(g for g in game.ending.growing if g.actor != actor)
    game = replace(game, ending=replace(game.ending, growing=growing))
    if aimed_at:
        game = change(game, actor, growth=())
    return _person(game, actor, grown=True)


@rule("ITG-74")
def _grown(game: Game, g: e.Grown) -> Game:
    if g.lost:
        game = _lessened(game, g.actor, g.lost)
    if g.trait and g.sort in ("extra", "location"):
        return _resource(game, g.trait, die=g.die)
    if g.trait:
        return change_trait(game, g.actor, g.trait, die=g.die)
    c = game.character(g.actor)
    id = f"{c.actor}-{len(c.traits)}-{len(game.resources)}"
    if g.sort in ("extra", "location"):
        new = Resource(id, c.actor, g.sort, g.name, g.die, (g.text, ""))  # type: ignore[arg-type]  # both sorts
        return replace(game, resources=(*game.resources, new))
    trait = Trait(id, g.sort, g.name, g.die, g.text)  # type: ignore[arg-type]  # a kind of `NEW`
    return change(game, g.actor, traits=(*c.traits, trait))


@rule("ITG-74")
def _lessened(game: Game, actor: Who, lost: str) -> Game:
    """One step down; gone under D4."""
    sort, _, key = lost.partition(":")
    if sort == "r":
        die = step_down(game.resource(key).die)
        if die:
            return _resource(game, key, die=die)
        return replace(game, resources=tuple(r for r in game.resources if r.id != key))
    c = game.character(actor)
    die = step_down(c.trait(key).die)
    if die:
        return change_trait(game, actor, key, die=die)
    return change(game, actor, traits=tuple(t for t in c.traits if t.id != key))


def _resource(game: Game, id: str, **fields: Any) -> Game:
    return replace(game, resources=tuple(replace(r, **fields) if r.id == id else r for r in game.resources))


@rule("ITG-21", "ITG-75")
def _fresh(game: Game) -> Game:
    """Players' stress a step down, feeding the next growth; pool, resources, improvised relationships begin again.

    The game masters' characters settle nothing (ITG-71): their motivations are what they were.
    """
    game = _scene_over(game)
    characters = tuple(_restored(c) if c.extra else _rested(c) for c in game.characters)
    resources = tuple(replace(r, left=RESOURCE_DICE, prepared=()) for r in game.resources)
    return replace(
        game, characters=characters, resources=resources, pool=POOL_AT_FIRST, ending=None, shared=False
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
