"""Tests as they are announced and called, before any die is bought (DEM-01 to DEM-03, DEM-10, DEM-11)."""

from __future__ import annotations

from typing import Any

from paravent.core.domains import OneOf, Option, Text, one_of, yes_or_no
from paravent.core.french import NBSP
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.rules import rule
from paravent.core.secrecy import audience_for, known_to, secrecies
from paravent.core.shapes import Precise
from paravent.core.values import GM, Who, replace, value
from paravent.systems.departement_m import commands as co
from paravent.systems.departement_m import events as e
from paravent.systems.departement_m.creation import scored
from paravent.systems.departement_m.model import (
    Calling,
    Character,
    Claim,
    Composing,
    Game,
    SkillTest,
    change_test,
    pack_of,
    without_test,
)

USUAL_DIFFICULTY = 5
HARDEST = 10
"""Beyond what five dice can give, nothing could pass (DEM-12, DEM-13)."""
HELP = f"Une phrase suffit{NBSP}: qui mène la partie décide si elle sert."


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
    usual = tuple(Option(n, str(n)) for n in range(USUAL_DIFFICULTY + 1))
    return OneOf((*usual, *(Option(n, str(n), "Au-delà") for n in range(USUAL_DIFFICULTY + 1, HARDEST + 1))))


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
        secrecy=secrecies(),
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
        to = known_to(c.secrecy, actor) or audience_for(game, actor)
    else:
        to = game.test(id).to
    return e.TestCalled(
        test=id,
        actor=actor,
        attribute=c.attribute,
        discipline=c.discipline,
        named=(pack.attributes[attribute].name, pack.disciplines[discipline].name),
        target=found.attributes[attribute] + expertise,
        expertise=expertise,
        difficulty=c.difficulty,
        focus=focus,
        terms=game.terms(to),
    )


# The procedure


def waiting(game: Game) -> tuple[Waiting, ...]:
    ready = [c for c in game.characters if c.ready]
    return (
        *(may_say(game, t) for t in game.tests if isinstance(t.stage, Calling)),
        *(
            Waiting(
                ToAct(c.actor), c.actor, "DEM-10", (may_announce(game, c),), holds=False, to=(c.actor, GM)
            )
            for c in ready
        ),
        *(Waiting(ToCall(c.actor), GM, "DEM-10", (may_call(game, c),), holds=False, to=(GM,)) for c in ready),
    )


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToAct(actor), co.Announce():
            return announced(game.character(actor), c, new_id)
        case ToCall(actor), co.CallTest():
            opened = e.TestAnnounced(new_id, actor, c.text, None, c.secrecy)
            return (opened, called(game, actor, new_id, c, c.focus))
        case ToSay(id, actor), co.SayTest(accepted=accepted):
            claim = game.test(id).claim
            if claim is None or accepted:
                return (called(game, actor, id, c, claim.focus if claim else ""),)
            return (called(game, actor, id, c, ""), e.ClaimJudged(id, actor, claim.focus, False, ""))
        case ToSay(id, actor), co.RefuseTest(why):
            return (e.TestRefused(id, actor, why),)
        case _:
            return None


@rule("DEM-10")
def evolve(game: Game, event: Any) -> Game:
    match event:
        case e.TestAnnounced(id, actor, text, claim, secrecy):
            to = known_to(secrecy, actor) or audience_for(game, actor)
            return replace(game, tests=(*game.tests, SkillTest(id, actor, text, to, claim)))
        case e.TestCalled():
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
                terms=event.terms,
            )
        case e.TestRefused(id):
            return without_test(game, id)
        case _:
            return game
