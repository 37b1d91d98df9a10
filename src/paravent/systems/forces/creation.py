"""Characters: aspects, then points, then levels (FOR-01 to FOR-05)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from paravent.core import events as ev
from paravent.core.domains import OneOf, Option, Pick, Text, Whole, one_of, yes_or_no
from paravent.core.french import signed
from paravent.core.offers import Offer, Waiting, offer
from paravent.core.packs import of_pack
from paravent.core.roster import change, evolve_roster, with_fields
from paravent.core.rules import rule
from paravent.core.shapes import Allotment, Record
from paravent.core.values import GM, NOBODY, Who, value
from paravent.systems.forces import commands as co
from paravent.systems.forces import events as e
from paravent.systems.forces.model import Character, Draft, Game, pack_of
from paravent.systems.forces.pack import Pack, Shares

ALREADY = "une première proposition attend encore sa réponse"
MOST_SCORE = 30
"""A bound of the forms for the game masters' characters, not of the rules."""


@value
class ToCreate:
    """A player's standing question: who will you be?"""

    seat: Who


@value
class ToSpread:
    """Where do the points go?"""

    draft: str
    owner: Who


@value
class ToStaff:
    """A game master's standing question: who joins the cast?"""


@value
class ToGrow:
    """A character's standing question: where do the points of its levels go?"""

    actor: Who


@value
class ToReward:
    """A game master's standing question: who gains a level?"""

    actor: Who


# Aspects (FOR-02, FOR-03)


@rule("FOR-02", "FOR-03")
def starting(pack: Pack, chosen: tuple[str, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The scores before any point: those of the start, and the modifiers of the options, by their ids."""
    aptitudes = {a.id: pack.aptitude_shares.start if a.start is None else a.start for a in pack.aptitudes}
    subs = {s.id: pack.sub_shares.start if s.start is None else s.start for s in pack.subs}
    for aspect, id in zip(pack.aspects, chosen, strict=True):
        for m in next(o for o in aspect.options if o.id == id).modifiers:
            scores = aptitudes if m.score in aptitudes else subs
            scores[m.score] += m.change
    return tuple(aptitudes.values()), tuple(subs.values())


@rule("FOR-03")
def why_not_playable(pack: Pack, chosen: tuple[str, ...]) -> str | None:
    """Why these options cannot be taken together: a score above its bound, or points that cannot be well spent."""
    aptitudes, subs = starting(pack, chosen)
    names = [a.name for a in pack.aptitudes]
    if (why := _why_out(names, aptitudes, pack.aptitude_shares)) is not None:
        return why
    return _why_out([s.name for s in pack.subs], subs, pack.sub_shares)


def _why_out(names: list[str], held: tuple[int, ...], shares: Shares) -> str | None:
    for name, n in zip(names, held, strict=True):
        if n > shares.most:
            return f"{name} serait à {n}, au-dessus de {shares.most} (FOR-03)"
    missing = sum(max(0, shares.least - n) for n in held)
    if missing > shares.points:
        return f"il manquerait {missing - shares.points} points pour atteindre les minimums (FOR-03)"
    if sum(shares.most - n for n in held) < shares.points:
        return "il n’y aurait pas où dépenser tous les points (FOR-03)"
    return None


@value
class Aspects(Record):
    """One option of each aspect, in their order, that the start scores allow together (FOR-02, FOR-03)."""

    fields: tuple[tuple[str, str, Any], ...]
    pack: Pack

    def why_not(self, v: Any) -> str | None:
        return Record.why_not(self, v) or why_not_playable(self.pack, v)

    def each(self) -> Iterator[tuple[Any, ...]]:
        return islice((v for v in Record.each(self) if why_not_playable(self.pack, v) is None), 40)

    def pick(self, pick: Pick, budget: int) -> tuple[Any, ...]:
        tries = (Record.pick(self, pick, budget) for _ in range(40))
        return next((v for v in tries if why_not_playable(self.pack, v) is None), ())


@rule("FOR-01", "FOR-02", "FOR-04")
@of_pack
def aspects_offer(game: Game, barred: str = "") -> Offer:
    """A name and one option of each aspect; the points come after."""
    pack = pack_of(game.pack)
    fields = tuple(
        (a.id, a.name, OneOf(tuple(Option(o.id, o.name, note=_told(pack, o.id, i)) for o in a.options)))
        for i, a in enumerate(pack.aspects)
    )
    return offer(
        co.ChooseAspects,
        "FOR-02",
        barred=barred,
        name=Text(80, required=True),
        aspects=Aspects(fields, pack),
        text=Text(1000, lines=True),
    )


def _told(pack: Pack, option: str, aspect: int) -> str:
    """An option's definition and what it adds."""
    found = next(o for o in pack.aspects[aspect].options if o.id == option)
    names = {**{a.id: a.name for a in pack.aptitudes}, **{s.id: s.name for s in pack.subs}}
    adds = ", ".join(f"{names[m.score]} {signed(m.change)}" for m in found.modifiers)
    return f"{found.definition} {adds}".strip()


# Points (FOR-02, FOR-03)


@rule("FOR-02", "FOR-03")
def points_offer(game: Game, d: Draft) -> Offer:
    """Final scores: all points spent, none under what the aspects left, nor under the minimum, nor above the bound."""
    pack = pack_of(game.pack)
    return offer(
        co.SharePoints,
        "FOR-03",
        aptitudes=shared(
            tuple(a.name for a in pack.aptitudes), d.aptitudes, pack.aptitude_shares, _notes(pack)
        ),
        subs=shared(tuple(s.name for s in pack.subs), d.subs, pack.sub_shares, _sub_notes(pack)),
    )


def shared(
    names: tuple[str, ...], held: tuple[int, ...], shares: Shares, notes: tuple[str, ...]
) -> Allotment:
    """How points may be added to scores: each line from what is owed to the bound, the sum fixed."""
    lines = tuple((name, max(n, shares.least), shares.most) for name, n in zip(names, held, strict=True))
    return Allotment(lines, sum(held) + shares.points, notes=notes)


def _notes(pack: Pack) -> tuple[str, ...]:
    return tuple(a.definition for a in pack.aptitudes)


def _sub_notes(pack: Pack) -> tuple[str, ...]:
    return tuple(f"{s.definition} ({pack.aptitude(s.parent).name})" for s in pack.subs)


@of_pack
def extra_offer(game: Game) -> Offer:
    """A character of the game masters: whatever scores it needs."""
    pack = pack_of(game.pack)

    def lines(names: Iterator[str]) -> Allotment:
        return Allotment(tuple((n, 0, MOST_SCORE) for n in names))

    return offer(
        co.CreateExtra,
        "TAB-14",
        name=Text(80, required=True),
        hidden=yes_or_no(),
        aptitudes=lines(a.name for a in pack.aptitudes),
        subs=lines(s.name for s in pack.subs),
        text=Text(400, lines=True),
    )


# Levels (FOR-05)


@rule("FOR-05")
def growth_offer(game: Game, c: Character) -> Offer | None:
    """A point of aptitude or of sub-aptitude, without the bound of creation; kept for later if not spent."""
    pack = pack_of(game.pack)
    aptitudes = zip(pack.aptitudes, c.aptitudes, strict=True) if c.aptitude_points else ()
    subs = zip(pack.subs, c.subs, strict=True) if c.sub_points else ()
    options = (
        *(
            Option(s.id, s.name, f"Aptitudes ({c.aptitude_points})", note=f"{n} → {n + 1}")
            for s, n in aptitudes
        ),
        *(Option(s.id, s.name, f"Sous-aptitudes ({c.sub_points})", note=f"{n} → {n + 1}") for s, n in subs),
    )
    return offer(co.Raise, "FOR-05", score=OneOf(options)) if options else None


@rule("FOR-05")
def rewards(game: Game, c: Character) -> tuple[Offer, ...]:
    """A level at once, or experience where the module counts it."""
    who = one_of(((c.actor, c.name),))
    counted = pack_of(game.pack).levels.thresholds
    experience = (offer(co.GrantExperience, "FOR-05", actor=who, points=Whole(1, 10_000)),) if counted else ()
    return (offer(co.GrantLevel, "FOR-05", actor=who), *experience)


@rule("FOR-05")
def level_gained(game: Game, c: Character) -> e.LevelGained:
    levels = pack_of(game.pack).levels
    return e.LevelGained(c.actor, c.level + 1, levels.aptitudes, levels.subs)


@rule("FOR-05")
def follow(game: Game) -> tuple[Any, ...]:
    """A level comes as soon as the experience reaches its threshold."""
    thresholds = pack_of(game.pack).levels.thresholds
    for c in game.characters:
        if c.ready and not c.extra and c.level <= len(thresholds) and c.experience >= thresholds[c.level - 1]:
            return (level_gained(game, c),)
    return ()


# The procedure


def waiting(game: Game) -> tuple[Waiting, ...]:
    busy = {seat for seat, _ in game.pending} | {d.owner for d in game.drafts}
    ready = [c for c in game.characters if c.ready]
    return (
        *(_sharing(game, d) for d in game.drafts),
        *(
            Waiting(
                ToCreate(s),
                s,
                "FOR-02",
                (aspects_offer(game, _why_busy(game, s, busy)),),
                holds=False,
                to=(s,),
            )
            for s in game.seats
        ),
        Waiting(ToStaff(), GM, "TAB-10", (extra_offer(game), _ready_made(game, busy)), holds=False, to=(GM,)),
        *(w for c in ready if (w := _growing(game, c)) is not None),
        *(
            Waiting(ToReward(c.actor), GM, "FOR-05", rewards(game, c), holds=False, to=(GM,))
            for c in ready
            if not c.extra
        ),
    )


def _why_busy(game: Game, seat: Who, busy: set[Who]) -> str:
    if any(d.owner == seat for d in game.drafts):
        return "répartis d’abord les points du personnage commencé, ou renonces-y"
    return ALREADY if seat in busy else ""


def _ready_made(game: Game, busy: set[Who]) -> Offer:
    return aspects_offer(game, "un personnage est déjà commencé" if GM in busy else "")


def _sharing(game: Game, d: Draft) -> Waiting:
    offers = (points_offer(game, d), offer(co.GiveUpDraft, "FOR-02"))
    return Waiting(ToSpread(d.id, d.owner), d.owner, "FOR-03", offers, to=d.to)


def _growing(game: Game, c: Character) -> Waiting | None:
    grow = growth_offer(game, c)
    if grow is None:
        return None
    return Waiting(ToGrow(c.actor), game.speaker(c.actor), "FOR-05", (grow,), holds=False, to=(c.actor, GM))


def decide(game: Game, w: Waiting, c: Any, new_id: str) -> tuple[Any, ...] | None:
    actor, pack = Who(new_id), pack_of(game.pack)
    match w.topic, c:
        case ((ToCreate() | ToStaff()), co.ChooseAspects(name, chosen, text)):
            aspects = tuple((a.id, o) for a, o in zip(pack.aspects, chosen, strict=True))
            return (e.DraftBegun(new_id, w.who, name, aspects, *starting(pack, chosen), text),)
        case ToSpread(id), co.GiveUpDraft():
            return (e.DraftDropped(id),)
        case ToSpread(id, owner), co.SharePoints(aptitudes, subs):
            d = next(d for d in game.drafts if d.id == id)
            seat = NOBODY if owner == GM else owner
            cast = ev.ActorCast(actor, d.name, seat, extra=False, hidden=False)
            sheet = e.CharacterDrafted(actor, aptitudes, subs, d.aspects, d.text, id)
            return (cast, sheet, ev.ActorAccepted(actor)) if owner == GM else (cast, sheet)
        case ToStaff(), co.CreateExtra(name, hidden, aptitudes, subs, text):
            cast = ev.ActorCast(actor, name, NOBODY, extra=True, hidden=hidden)
            return (cast, e.CharacterDrafted(actor, aptitudes, subs, (), text, ""))
        case ToGrow(whom), co.Raise(score):
            return (_raised(game, game.character(whom), score),)
        case ToReward(whom), co.GrantLevel():
            return (level_gained(game, game.character(whom)),)
        case ToReward(whom), co.GrantExperience(points=points):
            return (e.ExperienceGained(whom, points, game.character(whom).experience + points),)
        case _:
            return None


def _raised(game: Game, c: Character, score: str) -> e.ScoreRaised:
    pack = pack_of(game.pack)
    scores, held = (pack.aptitudes, c.aptitudes) if _is_aptitude(pack, score) else (pack.subs, c.subs)
    place = pack.place(score)
    return e.ScoreRaised(c.actor, score, scores[place].name, held[place] + 1)


def _is_aptitude(pack: Pack, score: str) -> bool:
    return any(a.id == score for a in pack.aptitudes)


def evolve(game: Game, event: Any) -> Game:
    game = evolve_roster(game, event, Character)
    match event:
        case e.DraftBegun(id, owner, name, aspects, aptitudes, subs, text):
            draft = Draft(id, owner, name, aspects, aptitudes, subs, text, (owner,))
            return with_fields(game, drafts=(*game.drafts, draft))
        case e.DraftDropped(id):
            return _without_draft(game, id)
        case e.CharacterDrafted(actor, aptitudes, subs, aspects, text, draft):
            game = _without_draft(game, draft)
            return change(
                game, actor, drafted=True, aptitudes=aptitudes, subs=subs, aspects=aspects, text=text
            )
        case ev.SeatRemoved(seat):
            return with_fields(game, drafts=tuple(d for d in game.drafts if d.owner != seat))
        case e.ExperienceGained(actor, _, total):
            return change(game, actor, experience=total)
        case e.LevelGained(actor, level, aptitudes, subs):
            c = game.character(actor)
            points = {"aptitude_points": c.aptitude_points + aptitudes, "sub_points": c.sub_points + subs}
            return change(game, actor, level=level, **points)
        case e.ScoreRaised(actor, score, _, held):
            return _with_score(game, game.character(actor), score, held)
        case _:
            return game


def _without_draft(game: Game, id: str) -> Game:
    return with_fields(game, drafts=tuple(d for d in game.drafts if d.id != id))


def _with_score(game: Game, c: Character, score: str, held: int) -> Game:
    pack = pack_of(game.pack)
    place = pack.place(score)
    if _is_aptitude(pack, score):
        aptitudes = (*c.aptitudes[:place], held, *c.aptitudes[place + 1 :])
        return change(game, c.actor, aptitudes=aptitudes, aptitude_points=c.aptitude_points - 1)
    subs = (*c.subs[:place], held, *c.subs[place + 1 :])
    return change(game, c.actor, subs=subs, sub_points=c.sub_points - 1)
