"""Counters (INT-50 to INT-54): bounds, thresholds in order, what is final, what nobody may see."""

from __future__ import annotations

from typing import Any

import pytest

from paravent.core import commands as shared
from paravent.systems.intentions import commands as co
from paravent.systems.intentions import counter_events as ce
from paravent.systems.intentions import events as e
from play import LEA, MAUD, NOE, Play, refused
from systems.intentions.int_table import count, counter, move, sheet, someone, table, threshold, who


def reached(events: list[Any]) -> list[str]:
    return [x.name for x in events if isinstance(x, ce.ThresholdReached)]


@pytest.mark.parametrize(("rising", "start", "low", "high"), [(True, 0, 0, 7), (False, 6, 0, 7)])
def test_a_counter_starts_outside_and_goes_one_step_beyond_its_limits(
    rising: bool, start: int, low: int, high: int
) -> None:
    play = table()
    id = count(play, "Dégel", rising=rising)
    assert counter(play, "Dégel").value == start
    move(play, id, 7)
    assert counter(play, "Dégel").value == high
    [stuck] = move(play, id, 1)
    assert isinstance(stuck, ce.CounterStuck)
    move(play, id, -7)
    assert counter(play, "Dégel").value == low


def test_a_jump_meets_every_threshold_in_order() -> None:
    play = table()
    id = count(play, "Effroi", someone(play))
    for at, name in ((5, "Visions"), (3, "Paranoïa"), (7, "Folie")):
        threshold(play, id, at, name)
    assert reached(move(play, id, 7)) == ["Paranoïa", "Visions", "Folie"]
    falling = count(play, "Souffle", rising=False)
    for at, name in ((1, "À bout"), (4, "Essoufflement")):
        threshold(play, falling, at, name)
    assert reached(move(play, falling, -6)) == ["Essoufflement", "À bout"]


def test_a_threshold_left_and_crossed_again_strikes_once_each_time_also_after_undo() -> None:
    play = table()
    actor = someone(play)
    id = count(play, "Effroi", actor)
    threshold(play, id, 3, "Paranoïa")
    for _ in range(2):
        assert reached(move(play, id, 3)) == ["Paranoïa"]
        assert reached(move(play, id, 1)) == []
        assert [c.name for c in who(play, actor).conditions] == ["Paranoïa"]
        move(play, id, -4)
        assert who(play, actor).conditions == ()
    move(play, id, 3)
    play.undo()
    assert who(play, actor).conditions == ()
    assert reached(move(play, id, 3)) == ["Paranoïa"]
    assert len(who(play, actor).conditions) == 1


def test_a_final_threshold_stays_and_is_lifted_only_once_its_counter_is_back() -> None:
    play = table()
    actor = someone(play)
    id = count(play, "Effroi", actor)
    threshold(play, id, 7, "Folie", lasts="ever")
    move(play, id, 7)
    [madness] = who(play, actor).conditions
    assert "à ce seuil" in refused(play, MAUD, co.LiftCondition(actor, madness.id)).why
    move(play, id, -7)
    assert who(play, actor).conditions == (madness,)
    assert reached(move(play, id, 7)) == []
    move(play, id, -7)
    play.act(MAUD, co.LiftCondition(actor, madness.id))
    assert who(play, actor).conditions == ()
    assert reached(move(play, id, 7)) == ["Folie"]
    assert [c.name for c in who(play, actor).conditions] == ["Folie"]


def test_a_threshold_added_behind_the_value_strikes_at_once() -> None:
    play = table()
    actor = someone(play)
    id = count(play, "Effroi", actor)
    move(play, id, 4)
    threshold(play, id, 3, "Paranoïa")
    assert [c.name for c in who(play, actor).conditions] == ["Paranoïa"]


def test_dropping_a_counter_ends_what_lasted_and_keeps_what_is_final() -> None:
    play = table()
    actor = someone(play)
    id = count(play, "Effroi", actor)
    threshold(play, id, 2, "Frissons")
    threshold(play, id, 4, "Marque", lasts="ever")
    move(play, id, 5)
    play.act(MAUD, co.DropCounter(id))
    assert [c.name for c in who(play, actor).conditions] == ["Marque"]


def test_a_condition_weighs_on_the_skills_it_names() -> None:
    play = table()
    actor = someone(play)
    id = count(play, "Effroi", actor)
    threshold(play, id, 1, "Paranoïa")
    move(play, id, 1)
    for skill, mode in (("perspicacite", "disadvantage"), ("athletisme", "normal")):
        play.act(MAUD, co.CallTest(actor, skill, 4, (), (), "table"))
        assert play.game.world.tests[-1].mode == mode
        play.act(LEA, co.LetFall(), dice=[(2, 3)])


def sent_to(play: Play, theme: str) -> bool:
    return theme in play.sees(LEA)


def test_a_hidden_counter_is_in_nothing_a_player_is_sent_until_shown() -> None:
    play = table()
    actor = someone(play)
    id = count(play, "Canari", actor, standing="hidden")
    threshold(play, id, 2, "Frissons")
    before = play.sees(LEA)
    move(play, id, 1)
    assert play.sees(LEA) == before
    move(play, id, 1)
    assert "Frissons" in play.sees(LEA)  # what it does is felt
    assert not sent_to(play, "Canari")
    play.act(MAUD, co.ShowCounter(id, "known"))
    assert sent_to(play, "Canari")
    known = next(c for c in play.view(LEA)["counters"] if c["id"] == id)
    assert known["open"] is None
    assert "value" not in known
    play.act(MAUD, co.ShowCounter(id, "public"))
    shown = next(c for c in play.view(LEA)["counters"] if c["id"] == id)
    assert shown["open"]["value"] == 2


def test_the_counter_of_a_hidden_character_stays_hidden_with_it() -> None:
    play = table()
    play.act(MAUD, co.CreateExtra("La Veilleuse", True, (), False, ""))
    actor = play.game.core.actors[-1].id
    id = count(play, "Sommeil", actor)
    assert counter(play, "Sommeil").standing == "hidden"
    assert "montre-le" in refused(play, MAUD, co.ShowCounter(id, "public")).why
    play.act(MAUD, shared.RevealActor(actor))
    assert not sent_to(play, "Sommeil")
    play.act(MAUD, co.ShowCounter(id, "public"))
    assert sent_to(play, "Sommeil")


def struck(events: list[Any]) -> list[str]:
    return [x.name for x in events if isinstance(x, ce.ThresholdStruck)]


@pytest.mark.parametrize("rising", [True, False])
def test_an_effect_at_a_loss_strikes_when_a_loss_reaches_it_or_happens_there(rising: bool) -> None:
    play = table()
    actor = someone(play)
    id = count(play, "Courage", actor, rising=rising)
    on = 1 if rising else -1
    threshold(play, id, 4, "Recul", lasts="loss")  # four steps on for one, two for the other
    far = 4 if rising else 2
    assert struck(move(play, id, on * (far - 1))) == []
    assert struck(move(play, id, on)) == ["Recul"]  # reaches it
    assert struck(move(play, id, -on)) == []  # a gain, there
    assert struck(move(play, id, on * 2)) == ["Recul"]  # goes past it, once
    assert struck(move(play, id, on)) == []  # beyond it
    assert struck(move(play, id, -on * 2)) == []
    assert struck(move(play, id, on)) == ["Recul"]  # happens there
    held = who(play, actor).conditions
    assert [c.name for c in held] == ["Recul"] * 3
    play.act(MAUD, co.LiftCondition(actor, held[1].id))
    assert who(play, actor).conditions == (held[0], held[2])
    play.act(MAUD, co.DropCounter(id))
    assert who(play, actor).conditions == (held[0], held[2])


def test_a_loss_at_the_bound_strikes_again_though_nothing_moves() -> None:
    play = table()
    actor = someone(play)
    id = count(play, "Courage", actor, rising=False)
    threshold(play, id, 0, "Fuite", lasts="loss")
    assert struck(move(play, id, -7)) == ["Fuite"]
    events = move(play, id, -2)
    assert isinstance(events[0], ce.CounterStuck)
    assert struck(events) == ["Fuite"]
    play.undo()
    assert len(who(play, actor).conditions) == 1


def test_thresholds_of_both_sorts_are_met_in_order() -> None:
    play = table()
    id = count(play, "Dégel")
    for at, name, lasts in ((5, "c", "while"), (4, "b", "loss"), (2, "a", "ever")):
        threshold(play, id, at, name, lasts=lasts)
    met = [x.name for x in move(play, id, 6) if isinstance(x, ce.ThresholdReached | ce.ThresholdStruck)]
    assert met == ["a", "b", "c"]


def test_a_threshold_and_a_trigger_are_those_of_every_subject_of_the_counter() -> None:
    play = table()
    first = someone(play)
    play.act(NOE, sheet("Oswine"))
    second = play.game.core.actors[-1].id
    play.act(MAUD, shared.AcceptActor())
    count(play, "Effroi", first, second)
    count(play, "Effroi", high=8)
    ids = " ".join(c.id for c in play.game.world.counters if c.theme == "Effroi" and c.high == 6)
    threshold(play, ids, 3, "Paranoïa")
    play.act(MAUD, co.AddTrigger(ids, "Tricoter", -1))
    one, two, other = (c for c in play.game.world.counters if c.theme == "Effroi")
    assert [(t.at, t.name) for t in one.thresholds + two.thresholds] == [(3, "Paranoïa")] * 2
    assert one.thresholds[0].id != two.thresholds[0].id
    assert (other.thresholds, other.triggers) == ((), ())
    assert reached(move(play, two.id, 3)) == ["Paranoïa"]
    assert who(play, first).conditions == ()
    play.act(MAUD, co.Pull(two.id, "Tricoter"))
    assert who(play, second).conditions == ()
    threshold(play, two.id, 5, "Visions")
    one, two = (c for c in play.game.world.counters if c.theme == "Effroi" and c.high == 6)
    assert (len(one.thresholds), len(two.thresholds)) == (1, 2)


def test_what_is_lifted_from_one_subject_of_a_model_stays_on_the_other() -> None:
    play = table()
    first = someone(play)
    play.act(NOE, sheet("Oswine"))
    second = play.game.core.actors[-1].id
    play.act(MAUD, shared.AcceptActor())
    play.act(MAUD, co.UseModel("sante_mentale", (first, second), "", "public"))
    one, two = (c for c in play.game.world.counters if c.sort == "plain")
    for c in (one, two):
        move(play, c.id, 7)
    move(play, one.id, -6)
    [madness] = who(play, first).conditions
    facts = play.act(MAUD, co.LiftCondition(first, madness.id))
    assert [type(f.event) for f in facts] == [e.ConditionEnded]
    assert len(who(play, second).conditions) == 3
    assert reached(move(play, one.id, 6)) == ["Paranoïa", "Visions", "Folie"]


def test_what_befalls_a_thing_is_told_and_told_to_be_over() -> None:
    play = table()
    id = count(play, "Dégel")
    play.act(MAUD, co.AddThreshold(id, 3, "La glace suinte", "Les prises fondent", "normal", (), "while"))
    move(play, id, 3)
    assert play.texts(LEA)[-1].endswith("La glace suinte. Les prises fondent.")
    move(play, id, -1)
    assert "fin de «\N{NO-BREAK SPACE}La glace suinte\N{NO-BREAK SPACE}»" in play.texts(LEA)[-1]
    no_one = co.AddThreshold(id, 4, "Brouillard", "", "disadvantage", (), "while")
    assert refused(play, MAUD, no_one).field == "mode"


def test_a_condition_that_its_counter_holds_is_out_beside_those_that_may_be_lifted() -> None:
    play = table()
    actor = someone(play)
    id = count(play, "Effroi", actor)
    threshold(play, id, 3, "Paranoïa")
    move(play, id, 3)
    play.act(MAUD, co.GiveCondition(actor, "Trempée", "", "normal", ()))
    held, free = who(play, actor).conditions
    assert "à ce seuil" in refused(play, MAUD, co.LiftCondition(actor, held.id)).why
    play.act(MAUD, co.LiftCondition(actor, free.id))
    assert who(play, actor).conditions == (held,)
