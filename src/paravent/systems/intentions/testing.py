"""Tests, from their announcement to their dice (INT-01 to INT-10, INT-25, INT-31, INT-40 to INT-42)."""

from __future__ import annotations

from typing import Any, assert_never

from paravent.core import events as ev
from paravent.core.chances import Faces
from paravent.core.domains import OneOf, Text, one_of, yes_or_no
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.secrecy import audience_for, known_to
from paravent.core.shapes import Allotment, ListOf, Record
from paravent.core.values import CHANCE, GM, Who, replace, value
from paravent.systems.intentions import commands as co
from paravent.systems.intentions import criticals
from paravent.systems.intentions import events as e
from paravent.systems.intentions.judging import ToJudge, judged, may_judge
from paravent.systems.intentions.model import (
    Action,
    Agreeing,
    Character,
    Closing,
    Describing,
    Game,
    Judging,
    Proposed,
    Readying,
    SkillTest,
    Throwing,
    change_test,
    pack_of,
    without_test,
)
from paravent.systems.intentions.skills import skill_options
from paravent.systems.intentions.weighing import main_die, outcome

MOST_ACTIONS = 6
MOST_REPEATS = 3
"""How often one intention may be taken at once: a bound of the form, not of the rules."""
PAIR = Faces((6, 6), ("Dé principal", "Dé critique"))
SINGLE = Faces((6,), ("Dé principal",))


@value
class ToAct:
    """A character's standing question: what do you try?"""

    actor: Who


@value
class ToThrow:
    """Ready? `heroic` so far."""

    test: str
    actor: Who
    difficulty: int
    heroic: str


@value
class ToRoll:
    test: str
    actor: Who


# Announcing (INT-04, INT-25, INT-41)


@rule("INT-04", "INT-22", "INT-25", "INT-35", "INT-36", "INT-41", "INT-42")
def may_announce(game: Game, c: Character) -> Offer:
    """One action or several, each risky or not, with any intentions."""
    # A test that the game masters keep to themselves is never felt.
    busy = any(t.actor == c.actor and t.to != (GM,) for t in game.tests)
    skills = skill_options(game, c)
    action = Record((("skill", "Compétence", skills), ("risky", "Peut échouer", _risky())))
    known = (("", "aucune"), *((k, k) for k in c.knowledge))
    return offer(
        co.Announce,
        "INT-04",
        barred="un test est déjà annoncé" if busy else "",
        text=Text(300, required=True),
        skill=skills,
        more=ListOf(action, 0, MOST_ACTIONS - 1),
        intentions=Allotment(tuple((i.name, 0, _repeats(game, i.id)) for i in pack_of(game.pack).intentions)),
        potion=yes_or_no(),
        knowledge=one_of(known),
    )


@rule("INT-43")
def _repeats(game: Game, intention: str) -> int:
    """One is prudent or is not; any other intention may be taken again."""
    return 1 if intention == pack_of(game.pack).prudent else MOST_REPEATS


def _risky() -> OneOf[bool]:
    return one_of(((True, "oui"), (False, "non")))


def announced(game: Game, c: Character, a: co.Announce, id: str) -> tuple[Any, ...]:
    """The test, before anything is known of its difficulty."""
    catalogue = pack_of(game.pack)
    first = action_of(game, c, a.skill, risky=True)
    actions = (first, *(action_of(game, c, key, risky=risky) for key, risky in a.more))
    taken = [i for i, n in zip(catalogue.intentions, a.intentions, strict=True) for _ in range(n)]
    return (
        e.TestAnnounced(
            test=id,
            actor=c.actor,
            text=a.text,
            actions=actions,
            intentions=tuple(i.id for i in taken),
            potion=a.potion,
            knowledge=a.knowledge,
            secrecy="table",
            named=tuple(i.name for i in taken),
        ),
    )


def opened(game: Game, a: e.TestAnnounced) -> SkillTest:
    """The test that an announcement opens."""
    return SkillTest(
        id=a.test,
        actor=a.actor,
        text=a.text,
        actions=a.actions,
        intentions=a.intentions,
        potion=a.potion,
        knowledge=a.knowledge,
        to=known_to(a.secrecy, a.actor) or audience_for(game, a.actor),
    )


def action_of(game: Game, c: Character, key: str, *, risky: bool) -> Action:
    """The skill as the sheet writes it, or else as the pack does."""
    skill, _, domain = key.partition("/")
    own = next((s for s in c.skills if s.key == key), None)
    return Action(skill, own.domain if own else domain, own.name if own else game.skill_name(key), risky)


# Heroism, then the throw (INT-31)


@rule("INT-31")
def may_be_heroic(game: Game, t: SkillTest) -> Offer | None:
    """Before the dice: cancel what disadvantage is left or, without any, succeed; so many times a day, of which
    several may serve one test.

    Its player's choice alone: not in a test that the game masters keep to themselves.
    """
    c = game.character(t.actor)
    times = c.trait(pack_of(game.pack).trait_with("heroism"))
    if not times or t.asked() != t.actor:
        return None
    barred = "plus d’Héroïsme avant un nouveau jour" if c.heroism_used >= times else ""
    return offer(co.BeHeroic, "INT-31", barred=barred)


@rule("INT-04", "INT-31")
def may_throw(game: Game, t: SkillTest) -> Waiting:
    heroic = may_be_heroic(game, t)
    return Waiting(
        ToThrow(t.id, t.actor, t.effective, t.heroic),
        t.asked(),
        "INT-04",
        (offer(co.LetFall, "INT-06"), *((heroic,) if heroic else ())),
        to=t.to,
        idle=co.LetFall(),
        procedure=t.id,
    )


@rule("INT-01", "INT-02", "INT-03")
def dice_in_the_air(game: Game, t: SkillTest) -> Waiting:
    """Main then critical; a single die is the main one."""
    return Waiting(
        ToRoll(t.id, t.actor),
        CHANCE,
        "INT-03" if t.single else "INT-01",
        (offer(co.Roll, "INT-02", faces=SINGLE if t.single else PAIR),),
        hand=t.asked(),
        to=t.to,
        sealed=t.to is not None,
        procedure=t.id,
    )


@rule("INT-03", "INT-06", "INT-07")
def rolled(t: SkillTest, faces: tuple[int, ...]) -> tuple[Any, ...]:
    """What the dice say. A first single die has no critical one beside it."""
    first = faces[0]
    critical = (t.critical or None) if t.single else faces[1]
    result = outcome(first, critical, t.mode, t.bonus, t.effective, every_double=t.every_double)
    kept = main_die(first, critical, t.mode)
    return (e.Rolled(t.id, t.actor, faces, critical or 0, kept, kept + t.bonus, result),)


# The procedure


def waiting(game: Game) -> tuple[Waiting, ...]:
    return tuple(w for t in game.tests if (w := _waiting(game, t)) is not None)


def _waiting(game: Game, t: SkillTest) -> Waiting | None:
    match t.stage:
        case Judging():
            return may_judge(game, t)
        case Readying():
            return may_throw(game, t)
        case Throwing():
            return dice_in_the_air(game, t)
        case Agreeing() | Proposed() | Describing():
            return criticals.waiting(game, t)
        case Closing():
            return None
        case other:
            assert_never(other)


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToAct(actor), co.Announce():
            return announced(game, game.character(actor), c, new_id)
        case ToJudge(id), co.Judge():
            return judged(game, game.test(id), c)
        case ToJudge(id, actor), co.RefuseTest(why):
            return (e.TestRefused(id, actor, why),)
        case ToThrow(id, actor), co.BeHeroic():
            hindered = game.test(id).mode == "disadvantage"
            return (e.HeroismUsed(id, actor, "cancel" if hindered else "success"),)
        case ToThrow(id, actor), co.LetFall():
            return (e.Ready(id, actor),)
        case ToRoll(id), co.Roll(faces):
            return rolled(game.test(id), faces)
        case _:
            return None


def follow(game: Game) -> tuple[Any, ...]:
    """A test that is over closes by itself."""
    return next(((e.TestClosed(t.id, t.actor),) for t in game.tests if isinstance(t.stage, Closing)), ())


def evolve(game: Game, event: Any) -> Game:
    match event:
        case e.TestAnnounced():
            return replace(game, tests=(*game.tests, opened(game, event)))
        case e.DifficultySaid():
            return change_test(
                game,
                event.test,
                stage=Readying(),
                difficulty=event.difficulty,
                difficulty_name=event.name,
                effective=event.effective,
                bonus=event.bonus,
                mode=event.mode,
                sources=event.sources,
                patient=event.patient,
                every_double=event.every_double,
                single=event.single,
                critical=event.critical,
            )
        case e.HeroismUsed(id, actor, how):
            used = game.character(actor).heroism_used + 1
            return _heroic(change(game, actor, heroism_used=used), id, how)
        case e.Ready(id):
            return change_test(game, id, stage=Throwing())
        case e.Rolled(id, actor, dice, critical, main, total, result):
            after = {"critical_success": Agreeing(), "critical_failure": Describing()}.get(result, Closing())
            # A secret throw joins no chain: the next test would show what fell (INT-03).
            if game.test(id).to == audience_for(game, actor):
                game = _chained(change(game, actor, last_die=dice[0]), actor, dice[0])
            return change_test(
                game, id, dice=dice, critical=critical, main=main, total=total, outcome=result, stage=after
            )
        case e.TestRefused(id):
            return without_test(game, id)
        case e.TestClosed(id):
            closed = game.test(id)
            last = closed if closed.to is None else game.last
            return replace(without_test(game, id), last=last)
        case ev.Abandoned(procedure=id):
            return without_test(game, id)
        case ev.ActorRevealed(actor):
            # What fell while it was hidden was secret: the chain begins anew (INT-03).
            return change(game, actor, last_die=0)
        case _:
            return game


@rule("INT-03")
def _chained(game: Game, actor: Who, die: int) -> Game:
    """The die that fell is the critical one of whatever the same person throws next, judged before or after."""
    for t in game.tests:
        if t.actor == actor and t.single and not t.dice:
            game = change_test(game, t.id, critical=die)
    return game


@rule("INT-03", "INT-31")
def _heroic(game: Game, id: str, how: str) -> Game:
    """Without disadvantage it succeeds, no die falls, and it is no critical; the last die stays the last."""
    if how == "cancel":
        sources = tuple(
            s if s.apart else replace(s, cancelled=s.cancelled or not s.advantage)
            for s in game.test(id).sources
        )
        return change_test(game, id, heroic="cancel", mode="normal", sources=sources)
    return change_test(game, id, heroic="success", outcome="success", stage=Closing())
