"""How hard a test is, what helps and what hinders (INT-04, INT-05, INT-12, INT-22, INT-25, INT-42, INT-43)."""

from __future__ import annotations

from typing import Any

from paravent.core.domains import OneOf, Option, Text, one_of, yes_or_no
from paravent.core.offers import Waiting, offer
from paravent.core.packs import of_pack
from paravent.core.rules import rule
from paravent.core.shapes import ListOf, Record
from paravent.core.values import GM, Who, value
from paravent.systems.intentions import commands as co
from paravent.systems.intentions import events as e
from paravent.systems.intentions.model import Action, Game, SkillTest, pack_of
from paravent.systems.intentions.skills import NOT_INITIATED, attempts, initiate, sources_of
from paravent.systems.intentions.weighing import Source, Weighed, effective_difficulty, raises, weigh

HARDEST = 15
REASONS = 6


@value
class ToJudge:
    """How hard is what was announced?"""

    test: str
    actor: Who


@of_pack
def difficulties(game: Game) -> OneOf[int]:
    """By name, then by number beyond the hardest name (INT-05)."""
    named = [Option(d.value, f"{d.name} ({d.value})") for d in pack_of(game.pack).difficulties]
    known = {o.value for o in named}
    return OneOf((*named, *(Option(n, str(n)) for n in range(1, HARDEST + 1) if n not in known)))


@rule("INT-12", "INT-25")
def reasons(t: tuple[Action, ...]) -> ListOf:
    """Why an advantage or a disadvantage, and whether it belongs to one of the skills or to the situation."""
    attached = (("", "la situation"), *dict.fromkeys((a.key, a.name) for a in t if a.risky))
    return ListOf(
        Record((("why", "Raison", Text(120, required=True)), ("skill", "Pour", one_of(attached)))), 0, REASONS
    )


@rule("INT-04", "INT-05", "INT-12", "INT-36", "INT-42", "INT-43")
def may_judge(game: Game, t: SkillTest) -> Waiting:
    """The difficulty by name, what helps, what hinders; whether there is time, whether the knowledge serves."""
    prudent = pack_of(game.pack).prudent
    asked = prudent in t.intentions
    judge = offer(
        co.Judge,
        "INT-05",
        difficulty=difficulties(game),
        advantages=reasons(t.actions),
        disadvantages=reasons(t.actions),
        patient=yes_or_no() if asked else one_of(((False, ""),)),
        knowing=yes_or_no() if t.knowledge else one_of(((False, ""),)),
    )
    refuse = offer(co.RefuseTest, "INT-42", why=Text(200))
    return Waiting(ToJudge(t.id, t.actor), GM, "INT-05", (judge, refuse), to=t.to, procedure=t.id)


@rule("INT-22")
def why_impossible(game: Game, t: SkillTest) -> str:
    """An initiate's skill that one has not cannot be tried, before any die."""
    c = game.character(t.actor)
    lacking = (a for a in t.actions if initiate(game, a.key) and c.bonus(a.key) is None)
    return next((f"{a.name} est {NOT_INITIATED}" for a in lacking), "")


@rule("INT-25", "INT-32", "INT-35", "INT-36", "INT-43")
def weighed(game: Game, t: SkillTest, j: co.Judge) -> Weighed:
    """The test put together from what the player announced, what the rules give and what the game masters grant."""
    c = game.character(t.actor)
    catalogue = pack_of(game.pack)
    granted = [
        *(Source(advantage=True, why=why, skill=skill) for why, skill in j.advantages),
        *(Source(advantage=False, why=why, skill=skill) for why, skill in j.disadvantages),
    ]
    if j.patient:
        granted.append(Source(advantage=True, why=catalogue.intention(catalogue.prudent).name))
    if j.knowing:
        granted.append(Source(advantage=True, why=f"connaissance\N{NO-BREAK SPACE}: {t.knowledge}"))
    options = game.weighing
    # A prudent intention without the time it takes is none: it neither helps nor costs (INT-43).
    taken = tuple(i for i in t.intentions if i != catalogue.prudent or j.patient)
    raised = raises(taken, c.instincts, catalogue.prudent, options)
    tippler = bool(c.trait(catalogue.trait_with("tippler")))
    difficulty = effective_difficulty(j.difficulty, raised, len(t.actions), drinks=t.potion, tippler=tippler)
    return weigh(attempts(game, c, t.actions), (*granted, *sources_of(c, t.actions)), difficulty, options)


def judged(game: Game, t: SkillTest, j: co.Judge) -> tuple[Any, ...]:
    """All that the dice will be held against, fixed now: an option changed later waits (TAB-17)."""
    w = weighed(game, t, j)
    name = next((d.name for d in pack_of(game.pack).difficulties if d.value == j.difficulty), "")
    c = game.character(t.actor)
    single = c.single_die and game.option("un_seul_de")
    return (
        e.DifficultySaid(
            test=t.id,
            actor=t.actor,
            difficulty=j.difficulty,
            name=name,
            effective=w.difficulty,
            bonus=w.bonus,
            mode=w.mode,
            sources=w.sources,
            patient=j.patient,
            every_double=game.weighing.every_double,
            single=single,
            critical=c.last_die if single else 0,
        ),
    )
