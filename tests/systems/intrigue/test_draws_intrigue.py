"""Odds before Stress falls, before its dice are changed, before somebody is tended, before dice are bought and before a
growth, each against every answer of chance through the rules themselves (TAB-11)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from paravent.chance.exact import Law
from paravent.chance.words import percent
from paravent.core import commands as shared
from paravent.core import french
from paravent.core.game import odds_for
from paravent.core.values import CHANCE, Who
from paravent.systems.intrigue import SYSTEM
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import episode_commands as ep
from paravent.systems.intrigue.model import Game
from paravent.systems.intrigue.stress import ToStressOut
from play import LEA, MAUD, NOE, SAM, ZOE, Play
from systems.intrigue.itg_table import (
    act,
    asked,
    extra,
    falling,
    kept_apart,
    last_roll,
    odds_told,
    of,
    picks,
    player,
    react,
    world,
)
from twins import after, law_of, plain, thrown, told

FEAR = 0
SHIELD = "Le plus gros dé d’une pile de Stress contre toi baisse d’un cran."


# Stress (ITG-46 to ITG-49)


def struck(*, stress: int, vicious: bool = False, shield: bool = False) -> tuple[Play, Who, Who]:
    """Aldonse beat Villon by three with D4 and D6; he had that Stress already."""
    play = Play(SYSTEM)
    small: dict[str, Any] = {"relationships": (("Margot", 4, "Elle sait tout."),)}
    mean = ("vicieux", "", 12, "", "", "")
    lea = player(
        play, LEA, "Aldonse", values=((6, "J’y crois."),) * 6, distinctions=(mean,) * vicious, **small
    )
    brave = ("", "Rancunier", 4, SHIELD, "", "")
    noe = player(play, NOE, "Villon", distinctions=(brave,) * shield)
    if stress:
        play.act(MAUD, co.SetStress(noe, FEAR, stress, "pour l’essai"))
    play.act(MAUD, co.SetPoints(lea, 6, "pour l’essai"))
    kept_apart(play, (LEA, lea), (NOE, noe))
    act(play, LEA, lea, noe, 4, 3)
    react(play, NOE, noe, 2, 2)
    return play, lea, noe


def of_stress(noe: Who, category: int) -> Any:
    """What became of that Stress once it has fallen, the winner leaving the dice as they lie."""

    def read(game: Game) -> str | None:
        waiting = SYSTEM.waiting(game)
        outing = any(isinstance(w.topic, ToStressOut) for w in waiting)
        if any(w.who == CHANCE for w in waiting):
            return None
        name = game.stresses_named[category]
        size = game.character(noe).stress[category]
        return f"{name} D{size}" + (", et craquer si l’on veut" if outing else "")

    return read


def every(play: Play, seat: Who, command: Any, read: Any) -> dict[str, Fraction]:
    """What comes of a command and of all the draws after it."""
    w = asked(play, seat, type(command))
    return {plain(end): p for end, p in law_of(SYSTEM, after(SYSTEM, world(play), w, command), read).rows()}


def said(law: dict[str, Fraction]) -> set[str]:
    """The parts of the sentence that tells a law of Stress."""

    def one(label: str) -> str:
        bare = label.partition(",")[0]
        name, _, die = bare.rpartition(" ")
        return f"de pouvoir faire craquer, {name} restant à {die}" if "craquer" in label else french.of(label)

    return {f"{plain(percent(p))} {one(label)}" for label, p in law.items()}


@pytest.mark.parametrize("stress", [0, 4, 6, 12])
def test_each_stress_tells_what_it_would_become(stress: int) -> None:
    play, _, noe = struck(stress=stress)
    w = asked(play, LEA, co.Inflict)
    found = odds_told(play, LEA, w)
    assert found.policy == "si personne ne change la pile ni ne la relance"
    for n in range(len(world(play).stresses_named)):
        (text,) = (plain(b.text) for b in found.beside if (b.field, b.option) == ("category", str(n)))
        law = every(play, LEA, co.Inflict(n), of_stress(noe, n))
        assert all(part in text for part in said(law)), (text, law)
        assert text.count("%") == len(law)
        # Once it is chosen, the dice in the air tell the same.
        fork = play.fork()
        fork.act(LEA, co.Inflict(n), throw=False)
        fall = odds_told(fork, LEA, falling(fork))
        assert told(fall.lines) == told(fall.law) == law
        assert set(plain(fall.sentence).split(", ")) >= {p.partition(", ")[0] for p in said(law)}


def test_whoever_watches_is_told_what_strikes() -> None:
    """All see the dice and every Stress: a spectator too."""
    play, _, _ = struck(stress=6)
    for seat in (MAUD, LEA, NOE, SAM):
        found = odds_told(play, seat, asked(play, LEA, co.Inflict))
        assert plain(found.sentence) == "25 % de frapper d’un D4, 75 % de frapper d’un D6"
        assert told(found.lines) == {"frapper d’un D4": Fraction(6, 24), "frapper d’un D6": Fraction(18, 24)}


@pytest.mark.parametrize("stress", [0, 6])
def test_bonuses_on_the_dice_of_a_stress_tell_what_each_would_do(stress: int) -> None:
    play, _, noe = struck(stress=stress, vicious=True, shield=True)
    play.act(LEA, co.Inflict(FEAR), throw=False)
    seen = 0
    for seat in (LEA, NOE):
        w = asked(play, seat, co.LetStressFall)
        found = odds_told(play, seat, w)
        whole = {seat: stopped(play.fork(), noe, None)}
        assert told(found.lines) == told(found.law) == whole[seat]
        for b in found.beside:
            assert (b.field, b.of) == ("boost", "ShapeStress")
            law = stopped(play.fork(), noe, (seat, b.option))
            assert all(part in plain(b.text) for part in said(law)), (b.text, law)
            seen += 1
        # Of the sheet that has these bonuses, and of no other.
        others = {LEA, NOE, SAM, ZOE} - {seat}
        assert [odds_for(SYSTEM, play.game, s, w) for s in others] == [None] * len(others)
        assert odds_for(SYSTEM, play.game, MAUD, w) == found
        play.act(seat, co.LetStressFall(), throw=False)
    assert seen == 3
    # Fallen, the winner may still throw them again: what lies is certain, and the whole pile is one more throw.
    play.fall(LEA, falling(play), (3, 2), own_action=True)
    w = asked(play, LEA, co.LetStressFall)
    found = odds_told(play, LEA, w)
    assert [(x.numerator, x.denominator, x.main) for x in found.lines] == [(1, 1, True)]
    (again,) = found.beside
    law = stopped(play.fork(), noe, (LEA, again.option))
    assert all(part in plain(again.text) for part in said(law))


def stopped(play: Play, noe: Who, shaped: tuple[Who, str] | None) -> dict[str, Fraction]:
    """Every throw of the dice, one bonus used perhaps, nobody doing any more after that."""
    game = world(play)
    if shaped:
        seat, boost = shaped
        game = after(SYSTEM, game, asked(play, seat, co.ShapeStress), co.ShapeStress(boost))

    def left(game: Game) -> Game:
        while True:
            w = next(
                (w for w in SYSTEM.waiting(game) if any(o.command is co.LetStressFall for o in w.offers)),
                None,
            )
            if w is None:
                return game
            game = after(SYSTEM, game, w, co.LetStressFall())

    (k,) = (k for k in game.contests)
    if getattr(k.stage, "queue", ()) and k.stage.queue[0].faces:
        raise AssertionError("the dice are down already")
    game = left(game)
    w = next(w for w in SYSTEM.waiting(game) if w.who == CHANCE)
    every = [(left(state), n) for state, n in thrown(SYSTEM, game, w)]
    read = of_stress(noe, FEAR)
    law = Law.of((read(state), n) for state, n in every)
    return {plain(end): p for end, p in law.rows() if end is not None}


# Tending (ITG-61)


def tended() -> tuple[Play, Who, Who]:
    play = Play(SYSTEM)
    lea = player(play, LEA, "Aldonse", values=((4, "J’y crois."),) * 6)
    noe = player(play, NOE, "Villon")
    play.act(MAUD, co.SetStress(noe, FEAR, 4, "pour l’essai"))
    play.act(MAUD, co.SetStress(noe, 1, 6, "pour l’essai"))
    kept_apart(play, (LEA, lea), (NOE, noe))
    return play, lea, noe


def test_tending_somebody_tells_the_chance_to_heal_them() -> None:
    """Her D4 and D8 against his D4 and D6, his dice first, then hers, each throw of both through the rules."""
    play, lea, noe = tended()
    w = asked(play, LEA, co.Tend)
    game = after(SYSTEM, world(play), w, co.Tend(noe, FEAR))

    def healed(state: Game) -> bool | None:
        waiting = SYSTEM.waiting(state)
        if any(w.who == CHANCE for w in waiting):
            return None
        return not state.recoveries and not state.character(noe).stress[FEAR]

    found: list[tuple[bool | None, Fraction]] = []
    air = next(w for w in SYSTEM.waiting(game) if w.who == CHANCE)
    for state, n in thrown(SYSTEM, game, air):
        state = settled(state)
        heal = next(w for w in SYSTEM.waiting(state) if any(o.command is co.Heal for o in w.offers))
        composed = after(SYSTEM, state, heal, co.Heal(picks(play, lea), 0))
        mine = next(w for w in SYSTEM.waiting(composed) if w.who == CHANCE)
        for end, m in thrown(SYSTEM, composed, mine):
            found.append((healed(settled(end)), Fraction(n * m, 24 * 32)))
    law = Law.of(found)
    play.act(LEA, co.Tend(noe, FEAR), throw=False)
    seen = odds_told(play, LEA, falling(play))
    assert told(seen.lines)["soigner"] == law.p(True)
    assert plain(seen.policy) == "avec les plus gros dés d’Aldonse, sans rien acheter"
    assert plain(seen.sentence).startswith(f"{plain(percent(law.p(True)))} de soigner")
    # Whoever may not read her sheet is told of his dice alone, which all may see.
    his = odds_told(play, NOE, falling(play))
    assert "soigner" not in told(his.lines)
    assert his.law == seen.law
    assert odds_for(SYSTEM, play.game, SAM, falling(play)) is None


def settled(game: Game) -> Game:
    """The healer buys nothing, and the game masters leave the ones alone."""
    while True:
        w = next(
            (w for w in SYSTEM.waiting(game) for o in w.offers if o.command in (co.Settle, co.LeaveOnes)),
            None,
        )
        if w is None:
            return game
        kind = next(o.command for o in w.offers if o.command in (co.Settle, co.LeaveOnes))
        game = after(SYSTEM, game, w, kind())


# Dice bought once the others are down (ITG-32, ITG-34, ITG-36, ITG-51), growth (ITG-73)


def bettered(play: Play, command: Any, target: int) -> Fraction:
    """How often the last roll passes `target` once this is bought and thrown."""
    law = law_of(
        SYSTEM,
        after(SYSTEM, world(play), asked(play, LEA, type(command)), command),
        lambda g: None if any(w.who == CHANCE for w in SYSTEM.waiting(g)) else g.rolls[-1].total > target,
    )
    return law.p(True)


def test_before_anything_is_to_be_passed_a_die_more_tells_how_often_it_raises_the_result() -> None:
    play = Play(SYSTEM)
    mine = ("", "Rancunier", 12, "Un D6 de plus quand tu parles.", "", "Tu relances un de tes dés.")
    lea = player(play, LEA, "Aldonse", distinctions=(mine,))
    noe = player(play, NOE, "Villon")
    play.act(MAUD, co.SetPoints(lea, 6, "pour l’essai"))
    kept_apart(play, (LEA, lea))
    act(play, LEA, lea, noe, 5, 2, keep=False)
    total = last_roll(play).total
    found = odds_told(play, LEA, asked(play, LEA, co.BuyDie))
    text = {(b.of or found.of, b.field, b.option): plain(b.text) for b in found.beside}
    asset = of(play, lea).of("distinction")[0].id
    commands = {
        ("BuyDie", "source", f"t:{asset}"): co.BuyDie(f"t:{asset}"),
        ("BuyDetail", "die", "6"): co.BuyDetail("Un lustre", 6),
        ("Activate", "boost", f"{asset}#0"): co.Activate(f"{asset}#0", ""),
        ("Activate", "boost", f"{asset}#2"): co.Activate(f"{asset}#2", ""),
    }
    for key, command in commands.items():
        chance = plain(percent(bettered(play, command, total)))
        assert text[key].endswith(f": {chance} de dépasser {total}"), (key, text[key], chance)
        # In the air, the same dice tell each result.
        fork = play.fork()
        fork.act(LEA, command, throw=False)
        seen = odds_told(fork, LEA, falling(fork))
        law = law_of(
            SYSTEM,
            world(fork),
            lambda g: None if any(w.who == CHANCE for w in SYSTEM.waiting(g)) else g.rolls[-1].total,
        )
        assert told(seen.law) == {f"faire {n}": p for n, p in law.rows()}
        assert odds_for(SYSTEM, fork.game, SAM, falling(fork)) is None


def test_a_growth_tells_its_chance_before_the_game_masters_dice_too() -> None:
    play = Play(SYSTEM)
    lea = player(play, LEA, "Aldonse", values=((6, "J’y crois."),) * 6)
    noe = player(play, NOE, "Villon")
    kept_apart(play, (LEA, lea))
    play.act(LEA, co.Act(noe, "Qu’il parle", picks(play, lea, first="c:"), 0), dice=[(2, 2, 2, 2)])
    play.act(LEA, co.Settle())
    play.act(NOE, co.GiveIn("free", ""))
    play.act(MAUD, ep.EndEpisode())
    play.act(LEA, ep.KeepDown("devoir"))
    play.act(LEA, ep.GiveUp())
    play.act(LEA, ep.Grow("new:relationship"))
    w = asked(play, LEA, ep.Describe)
    before = odds_told(play, LEA, w)
    (offered,) = (o for o in w.offers if o.command is ep.Describe)
    command = offered.read({n: "Ulla" for n, _ in offered.fields})
    game = after(SYSTEM, world(play), w, command)
    law = law_of(SYSTEM, game, lambda g: _grown(g, lea))
    assert told(before.lines) == {"gagner une Relation": law.p(True)}
    assert before.of == "Describe"
    play.act(LEA, command, throw=False)
    for seat in (MAUD, LEA):
        assert told(odds_told(play, seat, falling(play)).lines) == {"réussir": law.p(True)}
    assert odds_for(SYSTEM, play.game, NOE, falling(play)) is None


def _grown(game: Game, actor: Who) -> bool | None:
    if any(w.who == CHANCE for w in SYSTEM.waiting(game)):
        return None
    return any(t.name == "Ulla" for t in game.character(actor).traits)


# What one supposes (ITG-32, ITG-33)


@pytest.mark.parametrize(
    ("die", "keep", "bought"),
    [
        (0, 0, "sans rien acheter"),
        (8, 0, "en achetant un D8 de plus à chaque jet"),
        (0, 2, "en achetant 2 dés gardés de plus à chaque jet"),
        (6, 1, "en achetant un D6 de plus et 1 dé gardé de plus à chaque jet"),
    ],
)
def test_the_policy_says_what_is_supposed_to_be_bought(die: int, keep: int, bought: str) -> None:
    play = Play(SYSTEM)
    lea, noe = player(play, LEA, "Aldonse"), player(play, NOE, "Villon")
    act(play, LEA, lea, noe, 5, 5)
    w = asked(play, NOE, co.React)
    found = odds_told(play, NOE, w)
    assert found.supposes is not None
    assert SYSTEM.supposed is not None
    supposed = SYSTEM.supposed(world(play), w, found.supposes.command(die, keep))
    assert supposed is not None
    assert plain(supposed.policy) == f"avec tes plus gros dés, {bought}, et si personne ne cède"


def test_an_extra_without_a_sheet_to_read_is_told_to_the_game_masters_alone() -> None:
    play = Play(SYSTEM)
    lea, guard = player(play, LEA, "Aldonse"), extra(play)
    play.act(MAUD, co.SetStress(lea, FEAR, 6, "pour l’essai"))
    play.act(MAUD, co.Tend(lea, FEAR), throw=False)
    assert world(play).recoveries[0].healer == guard
    assert "soigner" in told(odds_told(play, MAUD, falling(play)).lines)
    assert "soigner" not in told(odds_told(play, LEA, falling(play)).lines)
    play.act(MAUD, shared.HideOdds(True), throw=False)
    assert odds_for(SYSTEM, play.game, LEA, falling(play)) is None
