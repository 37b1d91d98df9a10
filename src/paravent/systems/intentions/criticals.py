"""What a critical brings: an exploit agreed upon, or a disaster told (INT-09, INT-44)."""

from __future__ import annotations

from typing import Any

from paravent.core.domains import Text, one_of
from paravent.core.offers import Waiting, offer
from paravent.core.rules import rule
from paravent.core.values import GM, Who, value
from paravent.systems.intentions import commands as co
from paravent.systems.intentions import events as e
from paravent.systems.intentions.model import (
    Agreeing,
    Closing,
    Describing,
    Game,
    Proposed,
    SkillTest,
    change_test,
    pack_of,
)


@value
class ToExploit:
    """What does a critical success bring? Asked again after each discussion."""

    test: str
    actor: Who
    asked: int


@value
class ToAgree:
    """Does the exploit stand as proposed?"""

    test: str
    actor: Who
    text: str
    intention: str


@value
class ToTell:
    """What does the disaster come to?"""

    test: str
    actor: Who


@rule("INT-09", "INT-44")
def may_exploit(game: Game, t: SkillTest, asked: int) -> Waiting:
    """An idea, perhaps one intention for free."""
    intentions = (("", "aucune"), *((i.id, i.name) for i in pack_of(game.pack).intentions))
    propose = offer(co.ProposeExploit, "INT-09", text=Text(300, required=True), intention=one_of(intentions))
    return Waiting(ToExploit(t.id, t.actor, asked), t.asked(), "INT-09", (propose,), to=t.to, procedure=t.id)


@rule("INT-09", "INT-44")
def may_agree(t: SkillTest, p: Proposed) -> Waiting:
    """The game masters agree, or say why not yet."""
    offers = (offer(co.AgreeExploit, "INT-09"), offer(co.DiscussExploit, "INT-09", why=Text(200)))
    topic = ToAgree(t.id, t.actor, p.text, p.intention)
    return Waiting(topic, GM, "INT-09", offers, to=t.to, procedure=t.id)


@rule("INT-09")
def may_tell(t: SkillTest) -> Waiting:
    """The game masters tell what goes wrong."""
    tell = offer(co.Describe, "INT-09", text=Text(400, required=True))
    return Waiting(ToTell(t.id, t.actor), GM, "INT-09", (tell,), to=t.to, procedure=t.id)


def named(game: Game, intention: str) -> str:
    """The free intention as the table reads it, "" without any."""
    return pack_of(game.pack).intention(intention).name if intention else ""


def waiting(game: Game, t: SkillTest) -> Waiting | None:
    """What a test at that stage waits for; None at any other."""
    match t.stage:
        case Agreeing(asked):
            return may_exploit(game, t, asked)
        case Proposed() as p:
            return may_agree(t, p)
        case Describing():
            return may_tell(t)
        case _:
            return None


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    match w.topic, c:
        case ToExploit(id, actor), co.ProposeExploit(text, intention):
            return (e.ExploitProposed(id, actor, text, intention, named(game, intention)),)
        case ToAgree(id, actor, text, intention), co.AgreeExploit():
            return (e.ExploitAgreed(id, actor, text, named(game, intention)),)
        case ToAgree(id, actor), co.DiscussExploit(why):
            return (e.ExploitDiscussed(id, actor, why),)
        case ToTell(id, actor), co.Describe(text):
            return (e.DisasterTold(id, actor, text),)
        case _:
            return None


def evolve(game: Game, event: Any) -> Game:
    match event:
        case e.ExploitProposed(id, _, text, intention):
            stage = game.test(id).stage
            asked = stage.asked if isinstance(stage, Agreeing) else 0
            return change_test(game, id, stage=Proposed(text, intention, asked))
        case e.ExploitDiscussed(id):
            stage = game.test(id).stage
            return change_test(
                game, id, stage=Agreeing(stage.asked + 1 if isinstance(stage, Proposed) else 0)
            )
        case e.ExploitAgreed(id) | e.DisasterTold(id):
            return change_test(game, id, stage=Closing())
        case _:
            return game
