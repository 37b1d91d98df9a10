"""Tests announced, called and judged: with what, against what, for whom (FOR-10 to FOR-12, FOR-23)."""

from __future__ import annotations

from paravent.core.domains import OneOf, Option, Text, Whole, one_of
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.packs import of_pack
from paravent.core.rules import rule
from paravent.core.secrecy import Secrecy, secrecies
from paravent.core.values import GM, Who, value
from paravent.systems.forces import commands as co
from paravent.systems.forces import events as e
from paravent.systems.forces.model import Character, Game, SkillTest, pack_of
from paravent.systems.forces.pack import HARDEST
from paravent.systems.forces.weighing import MOST_EXTRA, net_dice

PARENT = ""


@value
class ToAct:
    """A character's standing question: what do you try?"""

    actor: Who


@value
class ToCall:
    """A game master's standing question: what does this character have to test?"""

    actor: Who


@value
class ToJudge:
    """How hard is what was announced?"""

    test: str
    actor: Who


@rule("FOR-10")
def sub_options(game: Game, c: Character) -> OneOf[str]:
    """Every sub-aptitude, under its parent, with the score of whoever tries."""
    pack = pack_of(game.pack)
    scored = zip(pack.subs, c.subs, strict=True)
    return OneOf(tuple(Option(s.id, s.name, pack.aptitude(s.parent).name, note=str(n)) for s, n in scored))


@rule("FOR-10")
def aptitude_options(game: Game, c: Character) -> OneOf[str]:
    """The parent, or another where the situation lends itself to it."""
    scored = zip(pack_of(game.pack).aptitudes, c.aptitudes, strict=True)
    return OneOf((Option(PARENT, "la parente"), *(Option(a.id, a.name, note=str(n)) for a, n in scored)))


@rule("FOR-12")
@of_pack
def difficulties(game: Game) -> OneOf[int]:
    """By name, then any other number."""
    named = tuple(Option(d.value, f"{d.name} ({d.value})") for d in pack_of(game.pack).difficulties)
    known = {o.value for o in named}
    others = (n for n in (*range(HARDEST + 1), *range(-1, -HARDEST - 1, -1)) if n not in known)
    return OneOf((*named, *(Option(n, str(n), "Autre nombre") for n in others)))


@rule("FOR-23")
def granted(game: Game) -> Whole:
    """Dice of bonus or of malus, where the table plays with them."""
    return Whole(0, MOST_EXTRA if game.option("bonus_malus") else 0)


@rule("FOR-10")
def may_announce(game: Game, c: Character) -> Offer:
    # A test that the game masters keep to themselves is never felt.
    busy = any(t.actor == c.actor and (t.to is None or c.actor in t.to) for t in game.tests)
    return offer(
        co.Announce,
        "FOR-10",
        barred="un test est déjà annoncé" if busy else "",
        text=Text(300, required=True),
        sub=sub_options(game, c),
        aptitude=aptitude_options(game, c),
    )


@rule("FOR-10", "FOR-11", "FOR-12")
def may_call(game: Game, c: Character) -> Offer:
    return offer(
        co.CallTest,
        "FOR-10",
        actor=one_of(((c.actor, c.name),)),
        sub=sub_options(game, c),
        aptitude=aptitude_options(game, c),
        difficulty=difficulties(game),
        bonus=granted(game),
        malus=granted(game),
        text=Text(300),
        secrecy=secrecies(),
    )


@rule("FOR-10", "FOR-12", "FOR-23")
def may_judge(game: Game, t: SkillTest) -> Waiting:
    """The aptitude that the player asked for stands first: the game masters have the last word."""
    pack = pack_of(game.pack)
    asked = pack.aptitude(t.aptitude)
    others = (Option(a.id, a.name) for a in pack.aptitudes if a.id != asked.id)
    judge_it = offer(
        co.Judge,
        "FOR-12",
        aptitude=OneOf((Option(asked.id, asked.name), *others)),
        difficulty=difficulties(game),
        bonus=granted(game),
        malus=granted(game),
    )
    refuse = offer(co.RefuseTest, "FOR-10", why=Text(200))
    return Waiting(ToJudge(t.id, t.actor), GM, "FOR-12", (judge_it, refuse), to=t.to, procedure=t.id)


@rule("FOR-10")
def announced(
    game: Game, id: str, actor: Who, c: co.Announce | co.CallTest, secrecy: Secrecy
) -> e.TestAnnounced:
    """The parent is the aptitude unless another was chosen."""
    aptitude = c.aptitude or pack_of(game.pack).sub(c.sub).parent
    return e.TestAnnounced(id, actor, c.text, c.sub, aptitude, named(game, c.sub, aptitude), secrecy)


def named(game: Game, sub: str, aptitude: str) -> tuple[str, str]:
    pack = pack_of(game.pack)
    return pack.sub(sub).name, pack.aptitude(aptitude).name


@rule("FOR-11", "FOR-12", "FOR-23", "FOR-24")
def judged(
    game: Game, id: str, actor: Who, sub: str, aptitude: str, c: co.Judge | co.CallTest
) -> e.TestJudged:
    """The bonus is both scores, less what stress costs; it and the options stay for this test (TAB-17)."""
    pack, who = pack_of(game.pack), game.character(actor)
    bonus = who.aptitudes[pack.place(aptitude)] + who.subs[pack.place(sub)] + game.strain(actor)
    name = next((d.name for d in pack.difficulties if d.value == c.difficulty), "")
    net = net_dice(c.bonus, c.malus)
    rules = tuple(game.rules)
    return e.TestJudged(
        id, actor, aptitude, named(game, sub, aptitude), c.difficulty, name, bonus, net, rules
    )
