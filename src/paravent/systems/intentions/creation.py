"""Creation of characters, and what they win later (INT-20, INT-21, INT-24, INT-30, INT-36 to INT-38)."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from paravent.core import events as ev
from paravent.core.codec import canonical
from paravent.core.domains import OneOf, Option, Text, Whole, one_of, yes_or_no
from paravent.core.french import stopped, upper
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.packs import of_pack
from paravent.core.roster import change, evolve_roster
from paravent.core.rules import rule
from paravent.core.shapes import ListOf, Precise, Record
from paravent.core.values import NOBODY, Who, replace, value
from paravent.systems.intentions import commands as co
from paravent.systems.intentions import counter_events as ce
from paravent.systems.intentions import events as e
from paravent.systems.intentions.endurance import endurance
from paravent.systems.intentions.model import (
    SKILL_MOST,
    Character,
    Game,
    Skilled,
    pack_of,
    skill_key,
)
from paravent.systems.intentions.pack import MOST, Skill, Species, pack_to_json, with_skill
from paravent.systems.intentions.skills import CATEGORY_CHOICES, CATEGORY_HEADINGS

SKILLS_AT_FIRST = 2
MOST_EXTRA_SKILLS = 12
OTHER = "autre"
ALREADY = "une première proposition attend encore sa réponse"


@value
class ToCreate:
    """A player's standing question: who will you be?"""

    seat: Who


# The sheet (INT-20, INT-21, INT-36 to INT-38)


@rule("INT-21", "INT-23")
@of_pack
def chosen_skill(game: Game) -> Precise:
    """A skill of the pack; its domain where it asks for one."""
    skills = pack_of(game.pack).skills
    options = tuple(Option(s.id, s.name, CATEGORY_HEADINGS[s.category], note=_definition(s)) for s in skills)
    words = Text(40, help="Pour les compétences qui en demandent un.")
    return Precise(options, tuple(s.id for s in skills if s.domain), words, ("Compétence", "Domaine"))


def _definition(s: Skill) -> str:
    return f"{s.definition} ({', '.join(s.domains)}…)" if s.domains else s.definition


def _build(s: Species, size: str) -> str:
    """« moyen, nyctalope »: its size, then what else its species tells of a body."""
    return ", ".join(dict.fromkeys(x for x in (size, *s.words) if x))


@rule("INT-20", "INT-30", "INT-32", "INT-36", "INT-37", "INT-38")
@of_pack
def sheet_offer(game: Game, command: type, barred: str = "") -> Offer:
    """Two skills, one trait, one species, one instinct, one knowledge, each with its definition."""
    pack = pack_of(game.pack)
    species = tuple(
        Option(
            f"{s.id}/{i}" if i else s.id,
            f"{s.name} ({size})" if len(s.sizes) > 1 else s.name,
            note=" ".join(stopped(upper(x)) for x in (s.definition, _build(s, size)) if x),
        )
        for s in pack.species
        for i, size in enumerate(s.sizes or ("",))
    )
    traits = tuple(Option(t.id, t.name, note=t.definition) for t in pack.traits)
    return offer(
        command,
        "INT-37",
        barred=barred,
        name=Text(80, required=True),
        skills=ListOf(chosen_skill(game), SKILLS_AT_FIRST, SKILLS_AT_FIRST, distinct=True),
        trait=OneOf(traits),
        species=OneOf(species),
        instinct=OneOf(tuple(Option(i.id, i.name, note=i.definition) for i in pack.intentions)),
        reaction=Text(200),
        knowledge=chosen_knowledge(game),
        text=Text(1000, lines=True),
    )


@rule("INT-36")
@of_pack
def chosen_knowledge(game: Game, has: tuple[str, ...] = ()) -> Precise:
    """One of the pack's that one has not, or any other, in the player's words."""
    pack = pack_of(game.pack)
    known = tuple(Option(k.name, k.name, note=k.definition) for k in pack.knowledge if k.name not in has)
    other = Option(OTHER, "une autre, à écrire", note="Celle que tu veux, dans le champ suivant.")
    words = Text(80, help="Pour une autre connaissance que celles de la liste.")
    return Precise((*known, other), (OTHER,), words, ("Savoir", "Autre savoir"))


def known_as(chosen: co.Precise) -> str:
    """The knowledge as the sheet writes it."""
    return chosen[1].strip() if chosen[0] == OTHER else chosen[0]


def may_create(game: Game) -> tuple[Waiting, ...]:
    """Each player may propose a character, one at a time (TAB-10)."""
    busy = {seat for seat, _ in game.pending}
    return tuple(
        Waiting(
            ToCreate(seat),
            seat,
            "INT-37",
            (sheet_offer(game, co.ProposeCharacter, ALREADY if seat in busy else ""),),
            holds=False,
            to=(seat,),
        )
        for seat in game.seats
    )


@rule("INT-20", "INT-58")
@of_pack
def extra_offer(game: Game) -> Offer:
    """A character of the game masters: the skills it needs, with or without endurance."""
    line = Record((("skill", "Compétence", chosen_skill(game)), ("bonus", "Bonus", Whole(1, SKILL_MOST))))
    return offer(
        co.CreateExtra,
        "TAB-14",
        name=Text(80, required=True),
        hidden=yes_or_no(),
        skills=ListOf(line, 0, MOST_EXTRA_SKILLS, distinct=True, by=0),
        endurance=one_of(((True, "oui"), (False, "non"))),
        text=Text(400),
    )


def skilled(game: Game, chosen: co.Precise, bonus: int) -> Skilled:
    """A skill as a sheet holds it."""
    id, domain = chosen
    domain = domain.strip()
    return Skilled(id, domain, game.skill_name(f"{id}/{domain}" if domain else id), bonus)


def drafted(game: Game, actor: Who, c: co.ProposeCharacter | co.CreateReadyMade) -> e.CharacterDrafted:
    """The sheet a player wrote."""
    species, _, size = c.species.partition("/")
    found = next(s for s in pack_of(game.pack).species if s.id == species)
    return e.CharacterDrafted(
        actor,
        tuple(skilled(game, s, 1) for s in c.skills),
        ((c.trait, 1),),
        found.name,
        found.sizes[int(size or 0)] if found.sizes else "",
        (c.instinct,),
        c.reaction,
        (known_as(c.knowledge),),
        c.text,
    )


# Won in play (INT-20, INT-24, INT-36)


@rule("INT-24")
@of_pack
def may_create_skill(game: Game) -> Offer:
    """A skill that the pack has not; it joins the table's pack."""
    full = "le paquet est plein" if len(pack_of(game.pack).skills) >= MOST else ""
    return offer(
        co.CreateSkill,
        "INT-24",
        barred=full,
        name=Text(60, required=True),
        category=one_of(CATEGORY_CHOICES),
        domain=yes_or_no(),
        definition=Text(300, required=True),
    )


@rule("INT-20", "INT-30", "INT-36")
def may_grant(game: Game, c: Character) -> tuple[Offer, ...]:
    """A point, a trait that is not intrinsic, a knowledge."""
    who = one_of(((c.actor, c.name),))
    pack = pack_of(game.pack)
    wanted = [Option(t.id, t.name, note=t.definition) for t in pack.traits if t.effect != "instinct"]
    once = {t.id for t in pack.traits if c.trait(t.id) and not t.stacks}
    traits = OneOf(
        tuple(o for o in wanted if o.value not in once),
        tuple(replace(o, note="ne se prend qu’une fois (INT-30)") for o in wanted if o.value in once),
    )
    at_most = tuple((s.skill, s.domain) for s in c.skills if s.bonus >= SKILL_MOST)
    open_skills = replace(
        chosen_skill(game), taken=at_most, why_taken=f"elle est à {SKILL_MOST}, son maximum"
    )
    return (
        offer(co.GrantPoint, "INT-20", actor=who, skill=open_skills),
        offer(co.GrantTrait, "INT-36", actor=who, trait=traits),
        offer(co.GrantInstinct, "INT-32", actor=who, instinct=_other_instincts(game, c)),
        offer(co.GrantKnowledge, "INT-36", actor=who, knowledge=chosen_knowledge(game, c.knowledge)),
    )


@rule("INT-32", "INT-37")
def may_choose_instinct(game: Game, c: Character) -> tuple[Offer, ...]:
    """« Instinct » as the trait is one more intention beside that of the instinct: its player says which."""
    times = c.trait(pack_of(game.pack).trait_with("instinct"))
    if not times or len(c.instincts) > times:
        return ()
    return (offer(co.ChooseInstinct, "INT-32", instinct=_other_instincts(game, c)),)


def _other_instincts(game: Game, c: Character) -> OneOf[str]:
    rest = (i for i in pack_of(game.pack).intentions if i.id not in c.instincts)
    return OneOf(tuple(Option(i.id, i.name, note=i.definition) for i in rest))


@rule("INT-20")
def one_more(game: Game, c: Character, chosen: co.Precise) -> Skilled:
    """The skill with one more point, never above two."""
    before = c.bonus(skill_key(chosen[0], chosen[1])) or 0
    return skilled(game, chosen, min(SKILL_MOST, before + 1))


def new_id_of(game: Game, name: str) -> str:
    """An identifier for a skill, from its name, that the pack has not."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:30] or "competence"
    base = base if base[0].isalpha() else f"c_{base}"
    taken = {s.id for s in pack_of(game.pack).skills}
    return next(id for n in range(1, MOST + 2) if (id := base if n == 1 else f"{base}_{n}") not in taken)


def waiting(game: Game) -> tuple[Waiting, ...]:
    return may_create(game)


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    actor = Who(new_id)
    match w.topic, c:
        case ToCreate(seat), co.ProposeCharacter(name=name):
            return (ev.ActorCast(actor, name, seat, extra=False, hidden=False), drafted(game, actor, c))
        case _, co.CreateReadyMade(name=name):
            cast = ev.ActorCast(actor, name, NOBODY, extra=False, hidden=False)
            return (cast, drafted(game, actor, c), ev.ActorAccepted(actor))
        case _, co.CreateExtra(name, hidden, skills, lasting, text):
            cast = ev.ActorCast(actor, name, NOBODY, extra=True, hidden=hidden)
            own = tuple(skilled(game, chosen, bonus) for chosen, bonus in skills)
            sheet = e.CharacterDrafted(actor, own, (), "", "", (), "", (), text)
            facts = (cast, sheet)
            return (*facts, endurance(game, f"{actor}-endurance", actor, name)) if lasting else facts
        case _, co.CreateSkill(name, category, domain, definition):
            pack = pack_of(game.pack)
            new = Skill(new_id_of(game, name), name.strip(), category, definition, domain)
            whole = canonical(pack_to_json(with_skill(pack, new)))
            return (e.SkillCreated(new.id, new.name, category, domain, definition, whole),)
        case _, co.GrantPoint(whom, chosen):
            return (e.PointGranted(whom, one_more(game, game.character(whom), chosen)),)
        case _, co.GrantTrait(whom, trait):
            found = pack_of(game.pack).trait(trait)
            granted = e.TraitGranted(whom, trait, found.name, game.character(whom).trait(trait) + 1)
            held = game.endurance(whom)
            if found.effect == "endurance" and held is not None:
                return (granted, ce.EnduranceExtended(held.id, whom))
            return (granted,)
        case _, co.GrantInstinct(whom, instinct):
            name = pack_of(game.pack).intention(instinct).name
            return (e.InstinctGranted(whom, instinct, name),)
        case _, co.ChooseInstinct(instinct):
            name = pack_of(game.pack).intention(instinct).name
            return (e.InstinctGranted(w.who, instinct, name),)
        case _, co.GrantKnowledge(whom, knowledge):
            return (e.KnowledgeGranted(whom, known_as(knowledge)),)
        case _:
            return None


@rule("INT-55")
def follow(game: Game) -> tuple[Any, ...]:
    """Every player's character in play has an endurance."""
    for c in game.characters:
        if c.ready and not c.extra and game.endurance(c.actor) is None:
            return (endurance(game, f"{c.actor}-endurance", c.actor, c.name),)
    return ()


def evolve(game: Game, event: Any) -> Game:
    game = evolve_roster(game, event, Character)
    match event:
        case e.CharacterDrafted():
            return change(
                game,
                event.actor,
                drafted=True,
                skills=event.skills,
                traits=event.traits,
                species=event.species,
                size=event.size,
                instincts=event.instincts,
                instinct=event.instinct,
                knowledge=event.knowledge,
                text=event.text,
            )
        case e.SkillCreated(id, pack=pack):
            return replace(game, pack=pack, skills_added=(*game.skills_added, id))
        case e.PointGranted(actor, skill):
            skills = tuple(s for s in game.character(actor).skills if s.key != skill.key)
            return change(game, actor, skills=(*skills, skill))
        case e.TraitGranted(actor, trait, _, times):
            traits = tuple(t for t in game.character(actor).traits if t[0] != trait)
            return change(game, actor, traits=(*traits, (trait, times)))
        case e.InstinctGranted(actor, instinct):
            return change(game, actor, instincts=(*game.character(actor).instincts, instinct))
        case e.KnowledgeGranted(actor, knowledge):
            known = dict.fromkeys((*game.character(actor).knowledge, knowledge))
            return change(game, actor, knowledge=tuple(known))
        case _:
            return game
