"""Skills and what bears on them (INT-20 to INT-25, INT-36)."""

from __future__ import annotations

from collections.abc import Sequence

from paravent.core.domains import Group, OneOf, Option, Pool
from paravent.core.packs import of_pack
from paravent.core.rules import rule
from paravent.core.values import replace
from paravent.systems.intentions.model import Action, Character, Game, Skilled, pack_of, skill_key
from paravent.systems.intentions.weighing import Attempt, Source

CATEGORY_HEADINGS = {"common": "communes", "specialist": "de spécialiste", "initiate": "d’initiée"}
CATEGORY_CHOICES = (("common", "commune"), ("specialist", "de spécialiste"), ("initiate", "d’initiée"))
OWN = "les siennes"
EVERY_TEST = "tous les tests"
NOT_INITIATED = "d’initiée\N{NO-BREAK SPACE}: sans elle, l’action est impossible"


@rule("INT-20", "INT-21", "INT-22", "INT-23")
def skill_options(game: Game, c: Character) -> OneOf[str]:
    """What one may try: first the character's own skills, then all others, each with its domains.

    An initiate's skill that one has not is out (INT-22).
    """
    return _with_own(game, c.skills)


@of_pack
def _with_own(game: Game, skills: tuple[Skilled, ...]) -> OneOf[str]:
    own = [Option(s.key, s.name, OWN, note=f"+{s.bonus}") for s in skills]
    known = {o.value for o in own}
    others = [o for o in catalogue(game) if o.value not in known]
    out = tuple(replace(o, note=f"{NOT_INITIATED} (INT-22)") for o in others if initiate(game, o.value))
    return OneOf((*own, *(o for o in others if not initiate(game, o.value))), out)


def initiate(game: Game, key: str) -> bool:
    return pack_of(game.pack).skill(key.partition("/")[0]).category == "initiate"


@rule("INT-21", "INT-23")
@of_pack
def catalogue(game: Game) -> tuple[Option[str], ...]:
    """Every skill of the pack; one that asks for a domain, once a domain it names."""
    out = []
    for s in pack_of(game.pack).skills:
        group = CATEGORY_HEADINGS[s.category]
        keys = [skill_key(s.id, d) for d in s.domains] if s.domain else [s.id]
        out += [Option(k, game.skill_name(k), group, note=s.definition) for k in (keys or [s.id])]
    return tuple(out)


@rule("INT-21")
def callable_skills(game: Game) -> OneOf[str]:
    """What the game masters may ask for: the pack's skills, and the domains that characters made their own."""
    known = {o.value for o in catalogue(game)}
    named = {s.key: s for c in game.characters if c.ready for s in c.skills if s.key not in known}
    own = (
        Option(s.key, s.name, CATEGORY_HEADINGS[pack_of(game.pack).skill(s.skill).category])
        for s in named.values()
    )
    return OneOf((*catalogue(game), *own))


@of_pack
def covered_skills(game: Game) -> Pool[str]:
    """Skills that a condition or a threshold bears on; none of them means every test."""
    skills = tuple(Option(s.id, s.name, EVERY_TEST) for s in pack_of(game.pack).skills)
    return Pool(skills, (Group(EVERY_TEST, free=len(skills), most=len(skills)),))


@rule("INT-22", "INT-25")
def attempts(game: Game, c: Character, actions: Sequence[Action]) -> tuple[Attempt, ...]:
    """Each action as the character's skill stands."""
    pack = pack_of(game.pack)
    return tuple(Attempt(a.key, pack.skill(a.skill).category, c.bonus(a.key), a.risky) for a in actions)


def covers(skills: Sequence[str], key: str) -> bool:
    """Whether a list of skills names this one; a skill named without domain covers all of them."""
    return key in skills or key.partition("/")[0] in skills


@rule("INT-12", "INT-36", "INT-52")
def sources_of(c: Character, actions: Sequence[Action]) -> tuple[Source, ...]:
    """What the character's conditions bring: attached to the skills they name, or to the situation."""
    out = []
    for state in c.conditions:
        if state.mode == "normal":
            continue
        helps = state.mode == "advantage"
        keys = [a.key for a in actions if covers(state.skills, a.key)] if state.skills else [""]
        out += [Source(helps, state.name, key) for key in dict.fromkeys(keys)]
    return tuple(out)
