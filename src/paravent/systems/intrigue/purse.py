"""Plot points: who spends them, who receives them, what is frozen; motivations that step down (ITG-13, 38 to 42)."""

from __future__ import annotations

from typing import Any

from paravent.core.domains import one_of
from paravent.core.roster import change
from paravent.core.rules import rule
from paravent.core.values import GM, NOBODY, Who, replace
from paravent.systems.intrigue.contest_model import Contest
from paravent.systems.intrigue.model import Game, change_trait
from paravent.systems.intrigue.sheet_model import Character
from paravent.systems.intrigue.weighing import SMALLEST, step_down


def frozen_points(c: Character) -> int:
    """The points a character has received in what is under way (ITG-39)."""
    return sum(n for _, n in c.frozen)


def why_poor(c: Character, price: int) -> str:
    """Why a character cannot spend so many plot points, "" when it can (ITG-39, ITG-48)."""
    if c.stressed_out:
        return "qui a craqué ne dépense plus de Point d’Intrigue (ITG-48)"
    if c.extra or c.points >= price:
        return ""
    return (
        "les Points d’Intrigue reçus sont gelés (ITG-39)" if frozen_points(c) else "pas de Point d’Intrigue"
    )


def is_players(game: Game, actor: Who) -> bool:
    c = game.find(actor) if actor else None
    return c is not None and not c.extra


@rule("ITG-38")
def payee_of(game: Game, procedure: str, actor: Who, foe: Who) -> Who:
    """Who receives what is spent in a procedure: the other side, a player's, of a contest, else the game masters.

    Aid, interference and the three-way roll pay the game masters; what these spend against a player goes to them.
    """
    k = game.contest_of(procedure)
    if not is_players(game, actor):
        return foe if is_players(game, foe) and all(x.id != procedure for x in game.recoveries) else GM
    if k is None or k.three_way or actor not in k.sides:
        return GM
    other = k.against(actor)
    return other if is_players(game, other) else GM


@rule("ITG-13", "ITG-42", "ITG-71")
def stepped_down(game: Game, actor: Who, trait: str) -> Game:
    """A motivation one step down; the die it had before its first step of the episode is kept in mind."""
    t = game.character(actor).trait(trait)
    if t.die == SMALLEST:  # challenged twice at once, before either roll fell
        return game
    return change_trait(game, actor, trait, die=step_down(t.die), before=t.before or t.die)


@rule("ITG-38", "ITG-39")
def paid_to(game: Game, procedure: str, actor: Who, payee: Who, n: int) -> Game:
    """Points leave a player's character, and reach another's, frozen until the procedure is over."""
    if not n:
        return game
    c = game.find(actor)
    if c is not None and not c.extra:
        game = change(game, actor, points=c.points - n)
    return received(game, procedure, payee, n)


@rule("ITG-38")
def collecting(game: Game, actor: Who) -> tuple[Contest, ...]:
    """The contests whose other side, a player's, receives what that character spends besides any roll."""
    mine = (k for k in game.contests if actor in k.sides)
    return tuple(k for k in mine if payee_of(game, k.id, actor, NOBODY) != GM)


@rule("ITG-38")
def which_contest(game: Game, actor: Who) -> dict[str, Any]:
    """In several contests at once, whoever spends says for which; asked of nobody else."""
    held = collecting(game, actor)
    found = ((k.id, f"contre {game.character(k.against(actor)).name}") for k in held)
    return {"contest": one_of(found)} if len(held) > 1 else {}


def contest_meant(game: Game, actor: Who, said: str) -> str:
    """The contest said, or the only one there is; "" for none."""
    return said or next((k.id for k in collecting(game, actor)), "")


@rule("ITG-38")
def paid_aside(game: Game, actor: Who, contest: str, points: int = 1) -> Game:
    """Plot points spent besides any roll: to the other side of that contest, else to the game masters."""
    return paid_to(game, contest, actor, payee_of(game, contest, actor, NOBODY), points)


@rule("ITG-53")
def paid_back(game: Game, procedure: str, payers: tuple[Who, ...], payee: Who) -> Game:
    """Whoever paid to go on alone has the point back."""
    for actor in payers:
        c = game.character(actor)
        game = received(change(game, actor, points=c.points + (not c.extra)), procedure, payee, -1)
    return game


@rule("ITG-39")
def received(game: Game, procedure: str, actor: Who, n: int) -> Game:
    """Points wait for the end of the procedure; given back, no more than wait: an extra given to a player held none."""
    c = game.find(actor)
    if c is None or c.extra:
        return game
    held = dict(c.frozen)
    left = {**held, procedure: held.get(procedure, 0) + n}
    return change(game, actor, frozen=tuple((p, k) for p, k in left.items() if k > 0))


@rule("ITG-39")
def thawed(game: Game, procedure: str) -> Game:
    """What was received in a procedure may be spent once it is over; its rolls go with it."""
    characters = tuple(
        replace(
            c,
            points=c.points + dict(c.frozen).get(procedure, 0),
            frozen=tuple((p, n) for p, n in c.frozen if p != procedure),
        )
        for c in game.characters
    )
    return replace(
        game, characters=characters, rolls=tuple(r for r in game.rolls if r.procedure != procedure)
    )
