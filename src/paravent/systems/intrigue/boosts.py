"""Bonuses of assets: what they do to a roll and to the dice of a stress (ITG-02, ITG-36, ITG-49)."""

from __future__ import annotations

from typing import Any

from paravent.core.domains import OneOf, Option
from paravent.core.french import lower, stopped
from paravent.core.offers import Offer, offer
from paravent.core.rules import rule
from paravent.core.values import Who, replace
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import roll_events as rev
from paravent.systems.intrigue.model import Game
from paravent.systems.intrigue.pack import EffectKind
from paravent.systems.intrigue.roll_model import Die, Roll
from paravent.systems.intrigue.sheet_model import Boost, Character, Trait
from paravent.systems.intrigue.weighing import step_down, step_up, worth

ON_ROLLS: tuple[EffectKind, ...] = ("text", "die", "keep", "step", "reroll")
BY_WINNER: tuple[EffectKind, ...] = ("stress_die", "stress_step")
AFTER_FALL: tuple[EffectKind, ...] = ("stress_reroll",)
BY_LOSER: tuple[EffectKind, ...] = ("shield", "shield_step")
NO_DIE = ""
BY_HAND = "appliqué à la main"
"""What the table does with a bonus that is words alone."""


def boosts_of(c: Character, kinds: tuple[EffectKind, ...]) -> tuple[tuple[str, Trait, Boost], ...]:
    """The bonuses that a character's dice open, of these kinds: (« trait#rank », trait, bonus)."""
    return tuple(
        (f"{t.id}#{i}", t, b)
        for t in c.traits
        for i, b in enumerate(t.open_boosts())
        if b.gain and b.effect in kinds
    )


def cost_told(b: Boost) -> str:
    """« 1 PI », « on te voit faire ; appliqué à la main »."""
    told = [lower(stopped(b.cost)[:-1])] if b.cost else []
    return "\N{NO-BREAK SPACE}; ".join((*told, BY_HAND) if b.effect == "text" else told)


def boost_of(c: Character, id: str) -> tuple[Trait, Boost]:
    trait, _, rank = id.rpartition("#")
    t = c.trait(trait)
    return t, t.boosts[int(rank)]


@rule("ITG-02", "ITG-36")
def roll_boosts(game: Game, c: Character, r: Roll) -> tuple[Offer, ...]:
    """Those that bear on a roll; one that throws a die again asks which."""
    found = boosts_of(c, ON_ROLLS)
    if not found or c.stressed_out:
        return ()
    options: list[Option[str]] = []
    out: list[Option[str]] = []
    for id, t, b in found:
        why = _why_not(c, id, t, b, r)
        note = why or cost_told(b)
        (out if why else options).append(Option(id, f"{t.name}\N{NO-BREAK SPACE}: {b.gain}", note=note))
    again = tuple(Option(str(i), f"D{d.size} qui montre {d.face}") for i, d in enumerate(r.dice))
    barred = "" if options else out[0].note
    boosts, die = OneOf(tuple(options), tuple(out)), OneOf((Option(NO_DIE, "sans objet"), *again))
    return (offer(co.Activate, "ITG-36", barred=barred, boost=boosts, die=die),)


def _why_not(c: Character, id: str, t: Trait, b: Boost, r: Roll) -> str:
    if id in r.used:
        return "déjà activé dans ce jet"
    if b.points > c.points and not c.extra:
        return f"il faut {b.points} PI"
    if b.effect == "step" and not any(d.source == f"t:{t.id}" for d in r.dice):
        return "le dé de l’atout n’est pas dans ce jet"
    if b.effect == "reroll" and not r.dice:
        return "ce jet n’a pas de dé"
    if b.effect == "keep" and r.helps:
        return "d’un soutien, seul le meilleur dé compte (ITG-50)"
    if b.effect == "keep" and r.keep >= len(r.dice):
        return "tous les dés sont déjà gardés"
    return ""


@rule("ITG-36")
def apply_boost(game: Game, r: Roll, payee: Who, boost: str, die: str) -> tuple[Any, ...]:
    """What a bonus makes of a roll; text is told, and the table applies it."""
    t, b = boost_of(game.character(r.actor), boost)
    used = rev.BoostUsed(r.id, r.actor, t.name, b.gain, b.points, payee, boost=boost)
    match b.effect:
        case "die":
            new = Die(f"b:{boost}", t.name, b.size)
            return (used, rev.DieBought(r.id, r.actor, new, payee, 0, "ITG-36"))
        case "keep":
            return (used, rev.KeptMore(r.id, r.actor, payee, 0))
        case "step":
            place = next(i for i, d in enumerate(r.dice) if d.source == f"t:{t.id}")
            larger = step_up(r.dice[place].size)
            return (replace(used, again=place, larger=larger),)
        case "reroll":
            place = int(die) if die else worst_die(r)
            return (replace(used, again=place),)
        case _:
            return (used,)


def worst_die(r: Roll) -> int:
    """The die that shows least."""
    return min(range(len(r.dice)), key=lambda i: worth(r.dice[i].face))


@rule("ITG-49")
def shaped(dice: tuple[int, ...], b: Boost) -> tuple[int, ...]:
    """The dice of a stress once a bonus has changed them, before they fall."""
    largest = max(dice, default=0)
    match b.effect:
        case "stress_die":
            return (*dice, b.size)
        case "stress_step":
            return _with_largest(dice, step_up(largest)) if dice else dice
        case "shield":
            return _with_largest(dice, 0) if dice else dice
        case "shield_step":
            return _with_largest(dice, step_down(largest)) if dice else dice
        case _:
            return dice


def _with_largest(dice: tuple[int, ...], size: int) -> tuple[int, ...]:
    """The largest die changed to another size, gone when there is none."""
    place = dice.index(max(dice))
    return tuple(x for x in (*dice[:place], size, *dice[place + 1 :]) if x)
