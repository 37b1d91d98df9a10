"""What grows at the end of an episode, and at what price (ITG-73, ITG-74)."""

from __future__ import annotations

from typing import Any

from paravent.core.chances import Faces
from paravent.core.domains import OneOf, Option, Text
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.values import CHANCE, GM, Who, replace, value
from paravent.systems.intrigue import assets
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import episode_commands as ep
from paravent.systems.intrigue import episode_events as pev
from paravent.systems.intrigue.episode_model import Closing, Growth
from paravent.systems.intrigue.model import (
    Game,
    change_closing,
    change_trait,
    closing_of,
    pack_of,
    readers_of,
)
from paravent.systems.intrigue.resources import change_resource
from paravent.systems.intrigue.sheet_model import Character, Resource, ResourceSort, Trait
from paravent.systems.intrigue.weighing import (
    LARGEST,
    NOTHING,
    SMALLEST,
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
    """What grows? (ITG-73) `wanted`: the kind of something new, which is to be described."""

    ending: str
    actor: Who
    wanted: str = ""


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
        aim = offer(ep.Grow, "ITG-73", trait=aims(game, c, but=p.wanted))
        offers = (give_up, describing(game, c, p.wanted), aim) if p.wanted else (give_up, aim)
        asked = ToGrow(ending, c.actor, p.wanted)
        return Waiting(asked, c.actor, "ITG-73", offers, to=to, idle=ep.GiveUp())
    pay = offer(ep.Sacrifice, "ITG-74", trait=sacrifices(game, c, g))
    return Waiting(ToPayFor(ending, c.actor), c.actor, "ITG-74", (give_up, pay), to=to, idle=ep.GiveUp())


@rule("ITG-73")
def aims(game: Game, c: Character, but: str = "") -> OneOf[str]:
    """Anything but a value, one step up; something new, at D4. A relationship on the fly is taken as a new one.

    `but`: the kind of what is new and about to be described.
    """
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
            *(
                Option(f"new:{kind}", f"{label}, à D4", "Nouveau")
                for kind, label in NEW.items()
                if kind != but
            ),
        )
    )


@rule("ITG-01", "ITG-02", "ITG-03", "ITG-73")
def describing(game: Game, c: Character, kind: str) -> Offer:
    """What is new is written down as at creation, before anything is thrown: an ability may be of a heritage."""
    pack = pack_of(game.pack)
    name: assets.Field = ("name", "Nom", Text(60, required=True))
    fields: tuple[assets.Field, ...]
    match kind:
        case "ability":
            fields = assets.ability_fields(pack, heritage=bool(c.of("heritage")))
        case "distinction":
            fields = assets.distinction_fields(pack)
        case "gear":
            fields = assets.gear_fields(pack)
        case "relationship":
            fields = (name, ("text", "Ce que le personnage en pense", Text(200, required=True)))
        case _:
            fields = (name, *assets.resource_fields())
    return Offer(ep.Describe, "ITG-73", tuple((id, domain) for id, _, domain in fields))


def described(game: Game, c: Character, kind: str, d: ep.Describe, id: str) -> Trait | Resource:
    """What is to come, at D4."""
    pack, die = pack_of(game.pack), size_aimed(NOTHING)
    match kind:
        case "ability":
            held = next((h.name for h in c.of("heritage")), "") if d.heritage == assets.LINKED else ""
            return assets.ability(pack, id, d.model, d.name, die, d.descriptor, d.limit, held)
        case "distinction":
            return assets.distinction(pack, id, d.model, d.name, die, d.at4, d.at8, d.at12)
        case "gear":
            return assets.gear(pack, id, d.model, d.name, die, d.descriptor)
        case "relationship":
            return Trait(id, "relationship", d.name.strip(), die, d.text.strip())
        case _:
            sort: ResourceSort = "extra" if kind == "extra" else "location"
            return Resource(id, c.actor, sort, d.name.strip(), die, (d.first, d.second))


@rule("ITG-73")
def opposed(
    c: Character, sort: str, size: int, heritage: str = ""
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The size aimed at and the die of difficulty, against the growth pool, the largest stress, and a heritage."""
    die = next((h.die for h in c.of("heritage") if heritage and h.name == heritage), 0)
    player = tuple(n for n in (*c.growth, max(c.stress, default=0), die) if n)
    return (size, growth_difficulty(sort)), player  # type: ignore[arg-type]  # one of the kinds of `NEW`


@rule("ITG-73")
def opposed_to(game: Game, c: Character, aim: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The same for one of `aims`; what is new is of no heritage until it is described."""
    sort, _, key = aim.partition(":")
    if sort == "new":
        return opposed(c, key, size_aimed(NOTHING))
    held = c.trait(key) if sort == "t" else game.resource(key)
    return opposed(c, held.sort, size_aimed(held.die), _heritage(held))


def _heritage(held: Trait | Resource) -> str:
    return held.heritage if isinstance(held, Trait) else ""


@rule("ITG-73")
def aimed(c: Character, held: Trait | Resource, size: int, *, new: bool = False) -> pev.GrowthAimed:
    """What the dice of both sides are to be."""
    against, player = opposed(c, held.sort, size, _heritage(held))
    id, made = ("", held) if new else (held.id, None)
    return pev.GrowthAimed(c.actor, held.sort, id, held.name, size, against, player, made)


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


def grown(game: Game, c: Character, g: Growth, lost: str) -> pev.Grown:
    name, gone = "", False
    if lost:
        sort, _, key = lost.partition(":")
        held = c.trait(key) if sort == "t" else game.resource(key)
        name, gone = held.name, held.die == SMALLEST
    return pev.Grown(c.actor, g.sort, g.trait, g.name, g.size, lost, name, gone, g.new)


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToGrow(_, actor), ep.Grow(trait):
            sort, _, key = trait.partition(":")
            if sort == "new":
                return (pev.NewChosen(actor, key),)
            who = game.character(actor)
            held = who.trait(key) if sort == "t" else game.resource(key)
            return (aimed(who, held, size_aimed(held.die)),)
        case ToGrow(_, actor, kind), ep.Describe():
            who = game.character(actor)
            new = described(game, who, kind, c, f"{actor}-{new_id}")
            return (aimed(who, new, new.die, new=True),)
        case ((ToGrow() | ToPayFor()), ep.GiveUp()):
            return (pev.GrowthPassed(w.topic.actor),)
        case ToOppose(_, actor, mine), co.Roll(faces):
            return _thrown(game, actor, faces, mine=mine)
        case ToPayFor(_, actor), ep.Sacrifice(trait):
            g = _growth(game, actor)
            return (grown(game, game.character(actor), g, trait),)
        case _:
            return None


def _growth(game: Game, actor: Who) -> Growth:
    found = closing_of(game, actor).growth
    assert found is not None
    return found


@rule("ITG-73", "ITG-74")
def _thrown(game: Game, actor: Who, faces: tuple[int, ...], *, mine: bool) -> tuple[Any, ...]:
    """Both of the game masters' dice against the two best of the player's; ones are worth nothing."""
    g = _growth(game, actor)
    if not mine:
        against = total(faces)
        opposed = pev.GrowthOpposed(actor, faces, against)
        return (opposed, pev.GrowthThrown(actor, (), 0, False)) if not g.player else (opposed,)
    result = total(faces)
    passed = beats(result, g.threshold)
    thrown = pev.GrowthThrown(actor, faces, result, passed)
    return (thrown, grown(game, game.character(actor), g, "")) if passed else (thrown,)


# Books


def evolve(game: Game, event: Any) -> Game:
    match event:
        case pev.NewChosen(actor, sort):
            return change_closing(game, actor, wanted=sort)
        case pev.GrowthAimed(actor, sort, trait, name, size, game_master, player, new):
            return _with_growth(game, Growth(actor, sort, trait, name, size, game_master, player, new))
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
    return change_closing(game, actor, wanted="", growth=None, grown=True)


@rule("ITG-74")
def _grown(game: Game, g: pev.Grown) -> Game:
    if g.lost:
        game = _lessened(game, g.actor, g.lost)
    if isinstance(g.new, Resource):
        return replace(game, resources=(*game.resources, g.new))
    if g.new:
        return change(game, g.actor, traits=(*game.character(g.actor).traits, g.new))
    if g.sort in ("extra", "location"):
        return change_resource(game, g.trait, die=g.die)
    return change_trait(game, g.actor, g.trait, die=g.die)


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
