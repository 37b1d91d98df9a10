"""What hostile hands once found in Intrigue."""

from __future__ import annotations

import json

import pytest

from paravent.core import commands as shared
from paravent.core.game import odds_for
from paravent.core.refusals import Refusal
from paravent.core.values import Who
from paravent.systems.intrigue import SYSTEM
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import episode_commands as ep
from paravent.systems.intrigue.desk import ToImprovise
from paravent.systems.intrigue.rolling import ToRoll
from play import LEA, MAUD, NOE, ZOE, Play, refused
from systems.intrigue.itg_table import act, extra, last_roll, of, picks, player, table, world


def test_a_draft_lends_nothing() -> None:
    """ITG-03, ITG-06: dice in the air once outlived the proposal they came with."""
    play, _, noe, zoe = table()
    far = (("Le cocher", "extra", 6, "Chevaux", "Ragots"), ("La cave", "location", 6, "Ombre", "Vin"))
    draft = player(play, LEA, "Ulla", resources=far, accept=False)
    coach, cellar = (r.id for r in world(play).resources)
    assert refused(play, MAUD, co.PlaceResource(coach, "present")).rule == "ITG-37"
    assert refused(play, MAUD, co.Prepare(cellar, noe)).rule == "ITG-37"
    act(play, NOE, noe, zoe, 5, 6, keep=False)
    with pytest.raises(Refusal):
        play.act(NOE, co.UseResource(coach))
    play.act(MAUD, shared.AcceptActor(), topic=_judging(play, draft))
    play.act(MAUD, co.PlaceResource(coach, "present"))
    play.act(NOE, co.UseResource(coach), dice=[(3, 4)])
    play.act(NOE, co.KeepHelp(2))
    assert world(play).resource(coach).left == 0


def _judging(play: Play, actor: Who) -> object:
    asked = play.asked(MAUD).values()
    return next(
        w.topic
        for w in asked
        if getattr(w.topic, "actor", "") == actor and w.offers[0].command is shared.AcceptActor
    )


def test_a_pack_cannot_make_giving_in_free() -> None:
    """ITG-41, ITG-42: a value is told from « free » and « point », whatever a pack calls it."""
    pack = SYSTEM.default_pack().replace('"devoir"', '"free"').replace('"gloire"', '"point"')
    play = Play(SYSTEM, pack=pack)
    lea, noe = player(play, LEA, "Aldonse"), player(play, NOE, "Villon")
    play.act(MAUD, ep.SharePoints(), dice=[(8,), (6,)])
    for seat, actor, faces in ((LEA, lea, (3, 4)), (NOE, noe, (5, 5))):
        pool = picks(play, actor, value="justice")
        throw = co.Act(noe, "Qu’il parle", pool, 0) if seat == LEA else co.React(pool, 0)
        play.act(seat, throw, dice=[faces])
        play.act(seat, co.Settle())
    assert refused(play, LEA, co.GiveIn("free", "")).field == "how"
    by_motivation = play.fork()
    by_motivation.act(LEA, co.GiveIn("t:free", ""))
    assert (of(by_motivation, lea).trait("free").die, of(by_motivation, lea).points) == (6, 4)
    play.act(LEA, co.GiveIn("point", ""))
    assert (of(play, lea).trait("point").die, of(play, lea).points) == (8, 3)


def test_what_an_extra_was_paid_is_not_taken_from_its_player() -> None:
    """ITG-38, ITG-53: given to a player in the midst of it, the extra held no point to give back."""
    play, lea, noe, _ = table()
    guard = extra(play)
    act(play, LEA, lea, noe, 3, 4)
    play.act(MAUD, co.Interfere(picks(play, guard), 0), dice=[(8, 8)])
    play.act(MAUD, co.Settle())
    play.act(LEA, co.PayOn())
    play.act(MAUD, shared.GiveActor(guard, ZOE))
    play.act(NOE, co.LetGo())
    # She has her point back, and that of the interference, which the game masters paid against her.
    assert (of(play, guard).points, of(play, lea).points) == (0, 4 + 1)


def test_what_grows_anew_has_an_id_of_its_own() -> None:
    """ITG-73, ITG-74: two pieces of gear were one, when something else had gone in between."""
    bonds = (("Margot", 8, "Elle sait tout."), ("Villon", 4, "Un rival."))
    play = Play(SYSTEM)
    lea = player(play, LEA, "Aldonse", relationships=bonds)
    for n, bond in enumerate(("rel0", "rel1")):
        play.act(MAUD, ep.EndEpisode())
        play.act(LEA, ep.TellEpilogue(""))
        play.act(LEA, ep.Grow("new:gear"))
        play.act(LEA, ep.Describe(name=f"Corde {n}", descriptor="Elle tient."), dice=[(1, 1)])
        play.act(LEA, ep.Sacrifice(f"t:{lea}-{bond}"))
        play.act(MAUD, ep.CloseEpisode())
    first, second = of(play, lea).of("gear")
    assert first.id != second.id
    play.act(MAUD, co.DamageGear(lea, second.id, "lost"))
    assert [t.damage for t in of(play, lea).of("gear")] == ["", "lost"]


def test_a_private_sheet_keeps_its_gear_and_its_opinions() -> None:
    """TAB-07, ITG-02, ITG-35: what became of an object, and whom a relationship on the fly is with; not its price."""
    play = table()[0]
    zoe = player(play, ZOE, "Ulla", gear=(("", "Rapière", 6, "Longue"),))
    play.act(MAUD, co.SetPoints(zoe, 2, "elle arrive"))
    play.act(ZOE, shared.ShareSheet(zoe, False))
    play.act(MAUD, co.DamageGear(zoe, f"{zoe}-mat0", "stolen"))
    play.act(ZOE, co.MakeRelationship("Le bourreau", "Il me doit une tête."), topic=ToImprovise(zoe))
    told = {seat: " ".join(play.texts(seat)) for seat in (LEA, ZOE)}
    for word in ("Rapière", "bourreau", "une tête"):
        assert word not in told[LEA] + play.sees(LEA)
        assert word in told[ZOE]
    assert "Ulla crée une relation, pour 1 PI." in told[LEA]
    assert of(play, zoe).points == 1


def test_a_stress_put_right_meanwhile_is_not_healed_again() -> None:
    """ITG-05, ITG-61: a die of no size once joined the growth pool."""
    play, lea, _, zoe = table()
    play.act(MAUD, co.SetStress(zoe, 0, 8, "une peur"))
    play.act(LEA, co.Tend(zoe, 0), dice=[(2,)])
    play.act(MAUD, co.SetStress(zoe, 0, 0, "une erreur"))
    play.act(LEA, co.Heal(picks(play, lea), 0), dice=[(7, 8)])
    play.act(LEA, co.Settle())
    assert not world(play).recoveries
    assert (of(play, zoe).stress[0], of(play, zoe).growth) == (0, (8,))
    told = play.texts(LEA)[-1].replace("\N{NO-BREAK SPACE}", " ")
    assert told == "Peur de Baudouin : il n’y avait plus rien à soigner."


def test_a_roll_without_dice_has_none_to_throw_again() -> None:
    """ITG-18, ITG-36: whoever may roll without a motivation may pick nothing."""
    data = json.loads(SYSTEM.default_pack())
    gear = data["matos"][0]
    gear["bonus"] = [{"avantage": "Encore.", "cout": "Rien.", "effet": {"genre": "relance"}}]
    play = Play(SYSTEM, pack=json.dumps(data))
    lea = player(play, LEA, "Aldonse", gear=((gear["id"], "", 6, ""),))
    noe = player(play, NOE, "Villon")
    play.act(MAUD, co.Excuse(lea))
    play.act(LEA, co.Act(noe, "Qu’il parle", (), 0))
    assert refused(play, LEA, co.Activate(f"{lea}-mat0#0", "")).rule == "ITG-36"
    play.act(LEA, co.Settle())
    play.act(NOE, co.GiveIn("free", ""))
    assert not world(play).contests


def test_an_aid_of_who_passes_already_cannot_fail() -> None:
    """ITG-50, TAB-11: a result already passed was taken for one still to be passed by the aid."""
    play, lea, noe, zoe = table()
    act(play, LEA, lea, noe, 2, 3)
    play.act(NOE, co.React(picks(play, noe), 0), dice=[(5, 6)])
    play.act(ZOE, co.Aid(last_roll(play).id, picks(play, zoe), 0), throw=False)
    falling = next(w for w in play.asked(ZOE).values() if isinstance(w.topic, ToRoll))
    odds = odds_for(SYSTEM, play.game, MAUD, falling)
    assert odds
    assert (odds.lines[0].label, odds.lines[0].numerator, odds.lines[0].denominator) == (
        "dépasser 5 à deux",
        1,
        1,
    )
