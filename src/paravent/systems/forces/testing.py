"""A test once it is set: its dice, what they come to, and its books (FOR-11, FOR-20 to FOR-23, FOR-25, FOR-26)."""

from __future__ import annotations

from typing import Any, assert_never

from paravent.core import events as ev
from paravent.core.chances import Faces
from paravent.core.offers import Waiting, offer
from paravent.core.rules import rule
from paravent.core.secrecy import audience_for, known_to
from paravent.core.values import CHANCE, GM, Who, replace, value
from paravent.systems.forces import commands as co
from paravent.systems.forces import events as e
from paravent.systems.forces.calling import (
    ToAct,
    ToCall,
    ToJudge,
    announced,
    judged,
    may_announce,
    may_call,
    may_judge,
)
from paravent.systems.forces.model import (
    Game,
    Judging,
    Readying,
    SkillTest,
    Tempted,
    Throwing,
    change_test,
    pack_of,
    without_test,
)
from paravent.systems.forces.weighing import (
    KEPT,
    SIDES,
    Critical,
    Verdict,
    critical_of,
    destiny_of,
    die_total,
    judge,
    kept,
    may_corrupt,
    wants_reroll,
)


@value
class ToThrow:
    """Ready?"""

    test: str
    actor: Who


@value
class ToRoll:
    test: str
    actor: Who


@value
class ToRollAgain:
    """Sixes are thrown once more; `thrown` so far (FOR-22)."""

    test: str
    actor: Who
    thrown: int


@value
class ToCorrupt:
    """Corruption for +2?"""

    test: str
    actor: Who


# Dice (FOR-11, FOR-20, FOR-22, FOR-23)


@rule("FOR-11")
def may_throw(game: Game, t: SkillTest) -> Waiting:
    return Waiting(
        ToThrow(t.id, t.actor),
        asked(game, t),
        "FOR-11",
        (offer(co.LetFall, "FOR-11"),),
        to=t.to,
        idle=co.LetFall(),
        procedure=t.id,
    )


def asked(game: Game, t: SkillTest) -> Who:
    """Who answers for the actor here: the game masters when they keep the test to themselves."""
    return GM if t.to == (GM,) else game.speaker(t.actor)


@rule("FOR-20", "FOR-22", "FOR-23")
def in_the_air(game: Game, t: SkillTest) -> Waiting:
    """First all the dice, that of destiny last; then each 6 once more, until none is left to throw."""
    hand = asked(game, t)
    if not t.chains:
        dice = KEPT + abs(t.net) + t.rules.destiny
        rule_id = "FOR-23" if t.net else "FOR-11"
        roll = offer(co.Roll, rule_id, faces=Faces((SIDES,) * dice))
        topic: Any = ToRoll(t.id, t.actor)
    else:
        again = [c for c in t.chains if wants_reroll(c, exploding=t.rules.exploding)]
        roll = offer(co.RollAgain, "FOR-22", faces=Faces((SIDES,) * len(again)))
        topic = ToRollAgain(t.id, t.actor, sum(len(c) for c in t.chains))
    secret = t.to is not None
    return Waiting(topic, CHANCE, roll.rule, (roll,), hand=hand, to=t.to, sealed=secret, procedure=t.id)


def rolled(t: SkillTest, faces: tuple[int, ...]) -> e.Rolled:
    if not t.rules.destiny:
        return e.Rolled(t.id, t.actor, faces, 0, "")
    return e.Rolled(t.id, t.actor, faces[:-1], faces[-1], destiny_of(faces[-1]))


@rule("FOR-22")
def rerolled(t: SkillTest, faces: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The chains with one face more for each that was thrown again, in the order of the dice."""
    new = iter(faces)
    return tuple((*c, next(new)) if wants_reroll(c, exploding=t.rules.exploding) else c for c in t.chains)


# Issues (FOR-11, FOR-21, FOR-25, FOR-26)


@rule("FOR-11", "FOR-21", "FOR-23", "FOR-26")
def verdict_of(game: Game, t: SkillTest, *, corrupted: bool) -> Verdict:
    """What the dice come to: criticals are read on the first faces of the two kept."""
    total = sum(die_total(t.chains[i]) for i in t.kept)
    bounds = pack_of(game.pack).degrees
    return judge(total, t.bonus, t.difficulty, struck(t), t.rules, bounds, corrupted=corrupted)


def struck(t: SkillTest) -> Critical:
    first, second = (t.chains[i][0] for i in t.kept)
    return critical_of((first, second))


@rule("FOR-25")
def temptation(game: Game, t: SkillTest) -> Waiting:
    """Once a test, for whoever's player still plays them."""
    return Waiting(
        ToCorrupt(t.id, t.actor),
        asked(game, t),
        "FOR-25",
        (offer(co.StayPure, "FOR-25"), offer(co.TakeCorruption, "FOR-25")),
        to=t.to,
        idle=co.StayPure(),
        procedure=t.id,
    )


def may_be_tempted(game: Game, t: SkillTest) -> bool:
    c = game.character(t.actor)
    player_s = not c.extra and asked(game, t) == t.actor
    return player_s and may_corrupt(struck(t), t.rules, taken=t.corrupted, gauge=c.corruption)


@rule("FOR-11", "FOR-21", "FOR-25", "FOR-26")
def settled(game: Game, t: SkillTest, *, corrupted: bool) -> e.TestSettled:
    v = verdict_of(game, t, corrupted=corrupted)
    return e.TestSettled(t.id, t.actor, t.kept, t.difficulty, v.passed, v.critical, v.degree, t.destiny, v)


# The procedure


def waiting(game: Game) -> tuple[Waiting, ...]:
    ready = [c for c in game.characters if c.ready]
    return (
        *(w for t in game.tests if (w := _asked(game, t)) is not None),
        *(
            Waiting(
                ToAct(c.actor),
                game.speaker(c.actor),
                "FOR-10",
                (may_announce(game, c),),
                holds=False,
                to=(c.actor, GM),
            )
            for c in ready
        ),
        *(Waiting(ToCall(c.actor), GM, "FOR-10", (may_call(game, c),), holds=False, to=(GM,)) for c in ready),
    )


def _asked(game: Game, t: SkillTest) -> Waiting | None:
    match t.stage:
        case Judging():
            return may_judge(game, t)
        case Readying():
            return may_throw(game, t)
        case Throwing():
            return in_the_air(game, t)
        case Tempted():
            return temptation(game, t) if may_be_tempted(game, t) else None
        case other:
            assert_never(other)


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToAct(actor), co.Announce():
            return (announced(game, new_id, actor, c, "table"),)
        case ToCall(actor), co.CallTest():
            opened = announced(game, new_id, actor, c, c.secrecy)
            return (opened, judged(game, new_id, actor, c.sub, opened.aptitude, c))
        case ToJudge(id, actor), co.Judge(aptitude):
            return (judged(game, id, actor, game.test(id).sub, aptitude, c),)
        case ToJudge(id, actor), co.RefuseTest(why):
            return (e.TestRefused(id, actor, why),)
        case ToThrow(id, actor), co.LetFall():
            return (e.Ready(id, actor),)
        case ToRoll(id), co.Roll(faces):
            return (rolled(game.test(id), faces),)
        case ToRollAgain(id, actor), co.RollAgain(faces):
            return (e.Rerolled(id, actor, faces),)
        case ToCorrupt(id), co.StayPure():
            return (settled(game, game.test(id), corrupted=False),)
        case ToCorrupt(id, actor), co.TakeCorruption():
            corruption = game.character(actor).corruption + 1
            return (e.Corrupted(id, actor, corruption), settled(game, game.test(id), corrupted=True))
        case _:
            return None


def follow(game: Game) -> tuple[Any, ...]:
    """A test whose dice lie still, and whose player has nothing left to choose, is settled."""
    for t in game.tests:
        if isinstance(t.stage, Tempted) and not may_be_tempted(game, t):
            return (settled(game, t, corrupted=t.corrupted),)
    return ()


@rule("FOR-22", "FOR-23")
def evolve(game: Game, event: Any) -> Game:
    match event:
        case e.TestAnnounced(id, actor, text, sub, aptitude, _, secrecy):
            to = known_to(secrecy, actor) or audience_for(game, actor)
            return replace(game, tests=(*game.tests, SkillTest(id, actor, text, to, sub, aptitude)))
        case e.TestJudged():
            return change_test(
                game,
                event.test,
                stage=Readying(),
                aptitude=event.aptitude,
                difficulty=event.difficulty,
                difficulty_name=event.difficulty_name,
                bonus=event.bonus,
                net=event.net,
                options=event.options,
            )
        case e.Ready(id):
            return change_test(game, id, stage=Throwing())
        case e.Rolled(id, _, faces, destiny_face, destiny):
            game = change_test(game, id, destiny_face=destiny_face, destiny=destiny)
            return _fallen(game, id, tuple((f,) for f in faces))
        case e.Rerolled(id, _, faces):
            return _fallen(game, id, rerolled(game.test(id), faces))
        case e.Corrupted(id):
            return change_test(game, id, corrupted=True)
        case e.TestSettled(id):
            return _closed(game, id, event)
        case e.TestRefused(id) | ev.Abandoned(procedure=id):
            return without_test(game, id)
        case _:
            return game


def _fallen(game: Game, id: str, chains: tuple[tuple[int, ...], ...]) -> Game:
    """Dice that lie still are kept or not; else some are thrown again."""
    t = game.test(id)
    if any(wants_reroll(c, exploding=t.rules.exploding) for c in chains):
        return change_test(game, id, chains=chains)
    return change_test(game, id, chains=chains, kept=kept(chains, t.net), stage=Tempted())


def _closed(game: Game, id: str, s: e.TestSettled) -> Game:
    over = replace(game.test(id), verdict=s.verdict, passed=s.passed, critical=s.critical, degree=s.degree)
    return replace(without_test(game, id), last=over if over.to is None else game.last)
