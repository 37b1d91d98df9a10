"""Tests, from their announcement to their dice (DEM-10 to DEM-15, DEM-24)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, assert_never

from paravent.core import events as ev
from paravent.core.chances import Faces
from paravent.core.domains import OneOf, Option, Text, one_of, yes_or_no
from paravent.core.french import NBSP, count
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.rules import rule
from paravent.core.shapes import Precise
from paravent.core.values import CHANCE, GM, Who, value
from paravent.systems.departement_m import commands as co
from paravent.systems.departement_m import events as e
from paravent.systems.departement_m.creation import scored
from paravent.systems.departement_m.model import (
    Calling,
    Character,
    Claim,
    Composing,
    Game,
    Payment,
    Pleading,
    SkillTest,
    Throwing,
    audience_for,
    change_test,
    pack_of,
    without_test,
)
from paravent.systems.departement_m.pools import affordable, plan_of
from paravent.systems.departement_m.weighing import FREE_DICE, SIDES, capped, outcome, tally, verdict

USUAL_DIFFICULTY = 5
HARDEST = 10
"""Beyond what five dice can give, nothing could pass (DEM-12, DEM-13)."""
HELP = f"Une phrase suffit{NBSP}: qui mène la partie décide si elle sert."
CHANCES = (50, 60, 67, 75, 80, 90, 95, 99)
"""The chances, in percent, that a purchase may be wished to reach."""


@value
class ToAct:
    """A character's standing question: what do you try?"""

    actor: Who


@value
class ToCall:
    """A game master's standing question: what does this character have to test?"""

    actor: Who


@value
class ToSay:
    """With what is it tested, and against what?"""

    test: str
    actor: Who


@value
class ToCompose:
    """How many dice, paid from which pools? It is asked anew once a focus was judged."""

    test: str
    actor: Who
    focus: str
    declined: tuple[str, ...]


@value
class ToWish:
    """A standing question while one composes: which chance should the dice reach?"""

    actor: Who


@value
class ToWeigh:
    """Does that focus serve?"""

    test: str
    actor: Who
    focus: str


@value
class ToRoll:
    test: str
    actor: Who


# Announcing (DEM-03, DEM-10)


@rule("DEM-03", "DEM-10")
def may_announce(game: Game, c: Character) -> Offer:
    """An action, perhaps with a focus and how it is of use."""
    # A test that the game masters keep to themselves is never felt.
    busy = any(t.actor == c.actor and (t.to is None or c.actor in t.to) for t in game.tests)
    claims = (Option("", "aucune"), *(Option(s, s) for s in c.focuses))
    why = Text(200, help=HELP)
    return offer(
        co.Announce,
        "DEM-10",
        barred="un test est déjà annoncé" if busy else "",
        text=Text(300, required=True),
        claim=Precise(claims, c.focuses, why, ("Spécialisation", "Comment elle sert")),
    )


def announced(c: Character, a: co.Announce, id: str) -> tuple[Any, ...]:
    focus, why = a.claim
    claim = Claim(focus, why) if focus else None
    return (e.TestAnnounced(id, c.actor, a.text, claim, "table"),)


def audience(secrecy: co.Secrecy, actor: Who) -> tuple[Who, ...] | None:
    """Who may know of a test (TAB-15)."""
    if secrecy == "table":
        return None
    return (actor, GM) if secrecy == "shared" else (GM,)


# Calling (DEM-01, DEM-02, DEM-10, DEM-11)


@rule("DEM-01", "DEM-10")
def attributes(game: Game, c: Character) -> OneOf[str]:
    """The attributes, each with the character's own score."""
    return scored(pack_of(game.pack).attributes, c.attributes)


@rule("DEM-02", "DEM-10")
def disciplines(game: Game, c: Character) -> OneOf[str]:
    """The disciplines, each with the character's own score."""
    return scored(pack_of(game.pack).disciplines, c.disciplines)


@rule("DEM-11")
def difficulties() -> OneOf[int]:
    """From 0 to 5, then beyond."""
    usual = tuple(Option(n, _successes(n)) for n in range(USUAL_DIFFICULTY + 1))
    return OneOf(
        (*usual, *(Option(n, _successes(n), "Au-delà") for n in range(USUAL_DIFFICULTY + 1, HARDEST + 1)))
    )


def _successes(n: int) -> str:
    return f"{n} (tout est excédent)" if n == 0 else count(n, "réussite")


SECRECIES = (
    ("table", "toute la table"),
    ("shared", "la meneuse ou le MJ, et qui teste"),
    ("gm", "la meneuse ou le MJ, personne d’autre"),
)


@rule("DEM-10", "DEM-11")
def may_call(game: Game, c: Character) -> Offer:
    """Attribute, discipline, difficulty, a focus that serves: all at once."""
    focuses = (("", "aucune"), *((s, s) for s in c.focuses))
    return offer(
        co.CallTest,
        "DEM-10",
        actor=one_of(((c.actor, c.name),)),
        attribute=attributes(game, c),
        discipline=disciplines(game, c),
        difficulty=difficulties(),
        focus=one_of(focuses),
        text=Text(300),
        secrecy=one_of(SECRECIES),
    )


@rule("DEM-10", "DEM-11")
def may_say(game: Game, t: SkillTest) -> Waiting:
    """What the announced action is tested with, and whether its focus serves; or that there is no test."""
    c = game.character(t.actor)
    no_claim = one_of(((False, "sans objet"),))
    say = offer(
        co.SayTest,
        "DEM-10",
        attribute=attributes(game, c),
        discipline=disciplines(game, c),
        difficulty=difficulties(),
        accepted=yes_or_no() if t.claim else no_claim,
    )
    refuse = offer(co.RefuseTest, "DEM-10", why=Text(200))
    return Waiting(ToSay(t.id, t.actor), GM, "DEM-10", (say, refuse), to=t.to, procedure=t.id)


@rule("DEM-10")
def called(game: Game, actor: Who, id: str, c: co.CallTest | co.SayTest, focus: str) -> e.TestCalled:
    """The target number is the sum of both scores; it and the options stay as they are now for this test (TAB-17)."""
    found, pack = game.character(actor), pack_of(game.pack)
    attribute, discipline = pack.attribute(c.attribute), pack.discipline(c.discipline)
    expertise = found.disciplines[discipline]
    # An announced test keeps its audience, even that of a character who has shown itself since.
    if isinstance(c, co.CallTest):
        to = audience(c.secrecy, actor) or audience_for(game, actor)
    else:
        to = game.test(id).to
    return e.TestCalled(
        id,
        actor,
        c.attribute,
        c.discipline,
        (pack.attributes[attribute].name, pack.disciplines[discipline].name),
        found.attributes[attribute] + expertise,
        expertise,
        c.difficulty,
        focus,
        game.terms(to),
    )


# Composing the pool (DEM-10, DEM-12, DEM-24)


@rule("DEM-12", "DEM-24")
def may_compose(game: Game, t: SkillTest) -> Waiting:
    """Buy and throw in one; before that, say that a focus is of use."""
    claims = may_claim(game, t)
    return Waiting(
        ToCompose(t.id, t.actor, t.focus, t.declined),
        t.asked(),
        "DEM-12",
        (offer(co.Throw, "DEM-12", dice_pool=affordable(game, t)), *claims),
        to=t.to,
        idle=co.Throw("0-0"),
        procedure=t.id,
    )


@rule("DEM-03", "DEM-10")
def may_claim(game: Game, t: SkillTest) -> tuple[Offer, ...]:
    """One focus at a time, until one is accepted; one that was declined is not claimed again."""
    left = [s for s in game.character(t.actor).focuses if s not in t.declined]
    if t.focus or not left or t.asked() != t.actor:
        return ()
    why = Text(200, required=True, help=HELP)
    return (offer(co.ClaimFocus, "DEM-10", focus=one_of((s, s) for s in left), why=why),)


@rule("DEM-12")
def may_wish(c: Character) -> Waiting:
    """Another chance to reach than the one wished for."""
    others = one_of((n, f"{n}{NBSP}%") for n in CHANCES if n != c.wished)
    offers = (offer(co.WishChance, "DEM-12", percent=others),)
    return Waiting(ToWish(c.actor), c.actor, "DEM-12", offers, holds=False, to=(c.actor, GM))


@rule("DEM-10")
def may_weigh(t: SkillTest, claim: Claim) -> Waiting:
    offers = (offer(co.AcceptFocus, "DEM-10"), offer(co.DeclineFocus, "DEM-10", why=Text(200)))
    return Waiting(ToWeigh(t.id, t.actor, claim.focus), GM, "DEM-10", offers, to=t.to, procedure=t.id)


@rule("DEM-12", "DEM-21", "DEM-22")
def composed(game: Game, t: SkillTest, c: co.Throw) -> tuple[Any, ...]:
    """The points are paid as the dice go: an agent's Threat goes up, the game masters' goes down."""
    plan = plan_of(t, c.dice_pool)
    extra = game.character(t.actor).extra
    return (
        e.DicePoolComposed(
            t.id,
            t.actor,
            FREE_DICE + plan.extra,
            Payment(plan.momentum, plan.threat),
            t.terms.individual,
            game.points(t.actor, individual=t.terms.individual) - plan.momentum,
            game.threat + (-plan.threat if extra else plan.threat),
        ),
    )


# Dice (DEM-13 to DEM-15, DEM-20)


@rule("DEM-12")
def dice_in_the_air(t: SkillTest) -> Waiting:
    return Waiting(
        ToRoll(t.id, t.actor),
        CHANCE,
        "DEM-12",
        (offer(co.Roll, "DEM-12", faces=Faces((SIDES,) * t.dice_count)),),
        hand=t.asked(),
        to=t.to,
        sealed=t.to is not None,
        procedure=t.id,
    )


@rule("DEM-13", "DEM-14", "DEM-15", "DEM-20")
def rolled(game: Game, t: SkillTest, faces: tuple[int, ...]) -> tuple[Any, ...]:
    """The verdict of each die; the excess joins the pool as far as its cap, nobody's when a game master's throws."""
    judged = (t.target, t.expertise, bool(t.focus))
    successes, complications = tally(faces, *judged)
    passed, excess = outcome(successes, t.difficulty)
    earns = t.terms.pays and not game.character(t.actor).extra
    held = game.points(t.actor, individual=t.terms.individual)
    gain = capped(held, excess if earns else 0, t.terms.cap)
    return (
        e.Rolled(
            t.id,
            t.actor,
            faces,
            tuple(verdict(f, *judged) for f in faces),
            successes,
            complications,
            t.difficulty,
            passed,
            excess,
            gain.kept,
            excess - gain.kept,
            t.terms.individual,
            gain.pool,
            tuple(f"{t.id}-{i}" for i in range(1, complications + 1)),
        ),
    )


# The procedure


def waiting(game: Game) -> tuple[Waiting, ...]:
    ready = [c for c in game.characters if c.ready]
    # A test that the game masters keep to themselves asks nothing of its actor.
    composing = {t.actor for t in game.tests if isinstance(t.stage, Composing) and t.asked() == t.actor}
    return (
        *(_asked(game, t) for t in game.tests),
        *(may_wish(c) for c in ready if c.actor in composing),
        *(
            Waiting(
                ToAct(c.actor), c.actor, "DEM-10", (may_announce(game, c),), holds=False, to=(c.actor, GM)
            )
            for c in ready
        ),
        *(Waiting(ToCall(c.actor), GM, "DEM-10", (may_call(game, c),), holds=False, to=(GM,)) for c in ready),
    )


def _asked(game: Game, t: SkillTest) -> Waiting:
    match t.stage:
        case Calling():
            return may_say(game, t)
        case Composing():
            return may_compose(game, t)
        case Pleading(claim):
            return may_weigh(t, claim)
        case Throwing():
            return dice_in_the_air(t)
        case other:
            assert_never(other)


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToAct(actor), co.Announce():
            return announced(game.character(actor), c, new_id)
        case ToWish(actor), co.WishChance(percent):
            return (e.ChanceWished(actor, percent),)
        case ToCall(actor), co.CallTest():
            opened = e.TestAnnounced(new_id, actor, c.text, None, c.secrecy)
            return (opened, called(game, actor, new_id, c, c.focus))
        case ToSay(id, actor), co.SayTest(accepted=accepted):
            claim = game.test(id).claim
            return (called(game, actor, id, c, claim.focus if claim and accepted else ""),)
        case ToSay(id, actor), co.RefuseTest(why):
            return (e.TestRefused(id, actor, why),)
        case ToCompose(id), co.Throw():
            return composed(game, game.test(id), c)
        case ToCompose(id, actor), co.ClaimFocus(focus, why):
            return (e.FocusClaimed(id, actor, Claim(focus, why)),)
        case ToWeigh(id, actor, focus), co.AcceptFocus():
            return (e.ClaimJudged(id, actor, focus, True, ""),)
        case ToWeigh(id, actor, focus), co.DeclineFocus(why):
            return (e.ClaimJudged(id, actor, focus, False, why),)
        case ToRoll(id), co.Roll(faces):
            return rolled(game, game.test(id), faces)
        case _:
            return None


@rule("DEM-10", "DEM-15")
def evolve(game: Game, event: Any) -> Game:
    match event:
        case e.TestAnnounced(id, actor, text, claim, secrecy):
            to = audience(secrecy, actor) or audience_for(game, actor)
            return replace(game, tests=(*game.tests, SkillTest(id, actor, text, to, claim)))
        case e.TestCalled():
            claim = game.test(event.test).claim
            declined = (claim.focus,) if claim and claim.focus != event.focus else ()
            return change_test(
                game,
                event.test,
                stage=Composing(),
                attribute=event.attribute,
                discipline=event.discipline,
                target=event.target,
                expertise=event.expertise,
                difficulty=event.difficulty,
                focus=event.focus,
                declined=declined,
                terms=event.terms,
            )
        case e.FocusClaimed(id, _, claim):
            return change_test(game, id, stage=Pleading(claim), claim=claim)
        case e.ClaimJudged(id, _, focus, accepted):
            if accepted:
                return change_test(game, id, stage=Composing(), focus=focus)
            return change_test(game, id, stage=Composing(), declined=(*game.test(id).declined, focus))
        case e.DicePoolComposed(id, _, dice, paid):
            return change_test(game, id, stage=Throwing(), dice_count=dice, paid=paid)
        case e.Rolled(id):
            return _closed(game, id, event)
        case e.TestRefused(id) | ev.Abandoned(procedure=id):
            return without_test(game, id)
        case _:
            return game


def _closed(game: Game, id: str, r: e.Rolled) -> Game:
    """A test is over as its dice fall; what they brought besides goes its own way."""
    over = replace(
        game.test(id),
        dice=r.faces,
        verdicts=r.verdicts,
        successes=r.successes,
        complications=r.complications,
        passed=r.passed,
        excess=r.excess,
        kept=r.kept,
    )
    return replace(without_test(game, id), last=over if over.to is None else game.last)
