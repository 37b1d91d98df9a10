"""What grows at the end of an episode, and at what price (ITG-73, ITG-74)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from paravent.core.chances import Faces
from paravent.core.domains import OneOf, Option, Text
from paravent.core.offers import Waiting, offer
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.values import CHANCE, GM, Who, value
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import episode_commands as ep
from paravent.systems.intrigue import episode_events as pev
from paravent.systems.intrigue.boosts import own_boosts
from paravent.systems.intrigue.episode_model import Closing, Growth
from paravent.systems.intrigue.model import Game, change_closing, change_trait, closing_of, readers_of
from paravent.systems.intrigue.resources import change_resource
from paravent.systems.intrigue.sheet_model import Character, Resource, Trait
from paravent.systems.intrigue.weighing import (
    LARGEST,
    NOTHING,
    beats,
    growth_difficulty,
    size_aimed,
    step_down,
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


def waiting(game: Game) -> tuple[Waiting, ...]:
    """Once the motivations are settled, each in their own time."""
    if game.ending is None:
        return ()
    left = (p for p in game.ending.people if not (p.rewrite or p.raises or p.grown))
    return tuple(_growing(game, game.ending.id, p) for p in left)


def _growing(game: Game, ending: str, p: Closing) -> Waiting:
    c, g = game.character(p.actor), p.growth
    to = readers_of(c)
    if g is not None and not g.failed:
        mine = g.threshold >= 0
        dice, hand = (g.player, c.actor) if mine else (g.game_master, GM)
        roll = offer(co.Roll, "ITG-73", faces=Faces(dice))
        topic = ToOppose(ending, c.actor, mine)
        return Waiting(topic, CHANCE, "ITG-73", (roll,), hand=hand, to=to, sealed=to is not None)
    cited = "ITG-73" if g is None else "ITG-74"
    give_up = offer(ep.GiveUp, cited, grave="Rien ne grandira cette fois.")
    if g is None:
        aim = offer(ep.Grow, "ITG-73", trait=aims(game, c), name=Text(80), text=Text(200))
        return Waiting(ToGrow(ending, c.actor), c.actor, "ITG-73", (give_up, aim), to=to, idle=ep.GiveUp())
    pay = offer(ep.Sacrifice, "ITG-74", trait=sacrifices(game, c, g))
    return Waiting(ToPayFor(ending, c.actor), c.actor, "ITG-74", (give_up, pay), to=to, idle=ep.GiveUp())


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
def aimed(game: Game, c: Character, g: ep.Grow) -> pev.GrowthAimed:
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
    return pev.GrowthAimed(c.actor, kind, key if sort != "new" else "", name, g.text, size, against, player)


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


def grown(game: Game, c: Character, g: Growth, lost: str, new_id: str) -> pev.Grown:
    name = ""
    if lost:
        sort, _, key = lost.partition(":")
        name = c.trait(key).name if sort == "t" else game.resource(key).name
    new = "" if g.trait else f"{c.actor}-{new_id}"
    return pev.Grown(c.actor, g.sort, g.trait, g.name, g.text, g.size, lost, name, new)


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToGrow(_, actor), ep.Grow():
            return (aimed(game, game.character(actor), c),)
        case ((ToGrow() | ToPayFor()), ep.GiveUp()):
            return (pev.GrowthPassed(w.topic.actor),)
        case ToOppose(_, actor, mine), co.Roll(faces):
            return _thrown(game, actor, faces, new_id, mine=mine)
        case ToPayFor(_, actor), ep.Sacrifice(trait):
            g = _growth(game, actor)
            return (grown(game, game.character(actor), g, trait, new_id),)
        case _:
            return None


def _growth(game: Game, actor: Who) -> Growth:
    found = closing_of(game, actor).growth
    assert found is not None
    return found


@rule("ITG-73", "ITG-74")
def _thrown(game: Game, actor: Who, faces: tuple[int, ...], new_id: str, *, mine: bool) -> tuple[Any, ...]:
    """Both of the game masters' dice against the two best of the player's; ones are worth nothing."""
    g = _growth(game, actor)
    if not mine:
        against = total(faces)
        opposed = pev.GrowthOpposed(actor, faces, against)
        return (opposed, pev.GrowthThrown(actor, (), 0, False)) if not g.player else (opposed,)
    result = total(faces)
    passed = beats(result, g.threshold)
    thrown = pev.GrowthThrown(actor, faces, result, passed)
    return (thrown, grown(game, game.character(actor), g, "", new_id)) if passed else (thrown,)


# Books


def evolve(game: Game, event: Any) -> Game:
    match event:
        case pev.GrowthAimed(actor, kind, trait, name, text, size, game_master, player):
            return _with_growth(game, Growth(actor, kind, trait, name, text, size, game_master, player))
        case pev.GrowthOpposed(actor, _, against):
            return _with_growth(game, replace(_growth(game, actor), threshold=against))
        case pev.GrowthThrown(actor, passed=passed):
            return game if passed else _with_growth(game, replace(_growth(game, actor), failed=True))
        case pev.Grown():
            return _through_growth(_grown(game, event), event.actor)
        case pev.GrowthPassed(actor):
            return _through_growth(game, actor)
        case _:
            return game


def _with_growth(game: Game, g: Growth) -> Game:
    return change_closing(game, g.actor, growth=g)


@rule("ITG-74")
def _through_growth(game: Game, actor: Who) -> Game:
    """One growth an episode; the pool is emptied after it."""
    if closing_of(game, actor).growth is not None:
        game = change(game, actor, growth=())
    return change_closing(game, actor, growth=None, grown=True)


@rule("ITG-74")
def _grown(game: Game, g: pev.Grown) -> Game:
    if g.lost:
        game = _lessened(game, g.actor, g.lost)
    if g.trait and g.sort in ("extra", "location"):
        return change_resource(game, g.trait, die=g.die)
    if g.trait:
        return change_trait(game, g.actor, g.trait, die=g.die)
    c = game.character(g.actor)
    if g.sort in ("extra", "location"):
        new = Resource(g.new, c.actor, g.sort, g.name, g.die, (g.text, ""))  # type: ignore[arg-type]  # both sorts
        return replace(game, resources=(*game.resources, new))
    trait = Trait(g.new, g.sort, g.name, g.die, g.text, boosts=own_boosts(g.sort))  # type: ignore[arg-type]  # a kind of `NEW`
    return change(game, g.actor, traits=(*c.traits, trait))


@rule("ITG-74")
def _lessened(game: Game, actor: Who, lost: str) -> Game:
    """One step down; gone under D4."""
    sort, _, key = lost.partition(":")
    if sort == "r":
        die = step_down(game.resource(key).die)
        if die:
            return change_resource(game, key, die=die)
        return replace(game, resources=tuple(r for r in game.resources if r.id != key))
    c = game.character(actor)
    die = step_down(c.trait(key).die)
    if die:
        return change_trait(game, actor, key, die=die)
    return change(game, actor, traits=tuple(t for t in c.traits if t.id != key))
