"""Endurance, wounds, rest, concentration (INT-33, INT-34, INT-51, INT-55 to INT-58)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from paravent.core import commands as shared
from paravent.core.values import GM, NOBODY, Who
from paravent.systems.intentions import commands as co
from paravent.systems.intentions import counter_events as ce
from paravent.systems.intentions import counters
from paravent.systems.intentions.endurance import ToWound, may_settle
from play import LEA, MAUD, NOE, Play, refused
from systems.intentions.int_table import concentration, counter, someone, table, thing, who


def lose(play: Play, points: int, theme: str = "Endurance") -> int:
    """How many wounds the loss makes; each is then settled."""
    facts = play.act(MAUD, co.LoseEndurance(counter(play, theme).id, points, "un coup"))
    wounds = [f.event for f in facts if isinstance(f.event, ce.WoundSuffered)]
    for n, _ in enumerate(wounds):
        play.act(MAUD, co.SettleWound(f"plaie {n}", "", "disadvantage", ("combat",)))
    return len(wounds)


@pytest.mark.parametrize(
    ("option", "wounds"),
    [("non", [0, 0, 0, 0, 1, 1]), ("oui", [0, 1, 0, 0, 1, 1])],
)
def test_the_gauges_of_an_enduring_one(option: str, wounds: list[int]) -> None:
    play = table(blessure_par_jauge=option)
    someone(play, trait="endurant")
    assert (counter(play, "Endurance").value, counter(play, "Endurance").gauges) == (12, 2)
    assert [lose(play, n) for n in (5, 1, 2, 3, 1, 1)] == wounds
    assert counter(play, "Endurance").value == 0


def test_a_loss_of_several_points_wounds_once_whatever_it_empties() -> None:
    play = table(blessure_par_jauge="oui")
    someone(play, trait="endurant")
    assert lose(play, 20) == 1
    assert counter(play, "Endurance").value == 0


def test_rest_gives_back_never_past_the_start_and_wounds_stay() -> None:
    play = table()
    actor = someone(play)
    lose(play, 6)
    play.act(MAUD, co.Rest(counter(play, "Endurance").id, 6))
    assert counter(play, "Endurance").value == 6
    assert [c.name for c in who(play, actor).conditions] == ["plaie 0"]
    assert "entière" in refused(play, MAUD, co.Rest(counter(play, "Endurance").id, 1)).why
    play.act(MAUD, co.LiftCondition(actor, who(play, actor).conditions[0].id))
    assert who(play, actor).conditions == ()


def test_enduring_won_in_play_adds_a_full_gauge() -> None:
    play = table()
    actor = someone(play)
    lose(play, 4)
    play.act(MAUD, co.GrantTrait(actor, "endurant"))
    assert (counter(play, "Endurance").value, counter(play, "Endurance").high) == (8, 12)


@pytest.mark.parametrize("public", [True, False])
def test_what_is_won_on_a_private_sheet_is_its_readers_to_know(public: bool) -> None:
    play = table()
    actor = someone(play)
    play.act(LEA, shared.ShareSheet(actor, public))
    before = len(play.texts(NOE))
    play.act(MAUD, co.GrantTrait(actor, "endurant"))
    assert len(play.texts(LEA)) == before + 2
    assert len(play.texts(NOE)) == before + (2 if public else 0)


def events(facts: Any) -> list[type]:
    return [type(f.event) for f in facts]


def effort(play: Play, limit: int = 9, target: str = "", **more: Any) -> tuple[Who, str]:
    actor = someone(play, **more)
    id = concentration(play, actor, limit, target)
    play.act(MAUD, co.Deepen(id))
    return actor, id


def test_losing_endurance_loses_the_effort() -> None:
    play = table()
    effort(play)
    assert lose(play, 1) == 0
    assert counter(play, "Concentration").value == 0
    assert any(isinstance(r.event, ce.ConcentrationLost) for r in play.records)


def test_a_focused_one_may_keep_the_effort_once() -> None:
    play = table()
    effort(play, trait="concentre")
    lose(play, 1)
    play.act(LEA, co.KeepFocus())
    assert counter(play, "Concentration").value == 1
    lose(play, 1)
    assert counter(play, "Concentration").value == 0


def test_a_focused_one_may_let_it_go() -> None:
    play = table()
    effort(play, trait="concentre")
    lose(play, 1)
    play.act(LEA, co.LoseFocus())
    assert counter(play, "Concentration").value == 0


def test_the_effort_is_released_past_its_limit() -> None:
    play = table()
    _, id = effort(play, limit=2)
    assert ce.ConcentrationReleased not in events(play.act(MAUD, co.Deepen(id)))
    assert ce.ConcentrationReleased in events(play.act(MAUD, co.Deepen(id)))
    assert counter(play, "Concentration").value == 0


def test_both_sides_are_compared_after_each_change_of_either() -> None:
    play = table()
    door = thing(play, "la porte")
    _, id = effort(play, target=door)
    play.act(MAUD, co.Deepen(id))
    assert ce.ConcentrationReleased not in events(play.act(MAUD, co.LoseEndurance(door, 4, "la hache")))
    assert ce.ConcentrationReleased in events(play.act(MAUD, co.LoseEndurance(door, 1, "la hache")))


def test_an_effort_is_stopped() -> None:
    play = table()
    _, id = effort(play)
    play.act(MAUD, co.StopConcentrating(id))
    assert all(c.sort != "concentration" for c in play.game.world.counters)


def test_a_second_loss_waits_for_the_answer_to_the_first() -> None:
    play = table()
    effort(play, trait="concentre")
    lose(play, 1)
    again = co.LoseEndurance(counter(play, "Endurance").id, 1, "un coup")
    assert "attend sa réponse" in refused(play, MAUD, again).why
    play.act(LEA, co.KeepFocus())
    lose(play, 1)
    assert counter(play, "Concentration").value == 0


def test_a_thing_keeps_its_wounds_until_it_is_mended_and_never_rests() -> None:
    play = table()
    door = thing(play, "la porte")
    play.act(MAUD, co.LoseEndurance(door, 6, "le bélier"))
    hinders = co.SettleWound("Fendue", "On voit à travers.", "disadvantage", ())
    assert refused(play, MAUD, hinders).field == "mode"
    play.act(MAUD, co.SettleWound("Fendue", "On voit à travers.", "normal", ()))
    assert "ne se repose pas" in refused(play, MAUD, co.Rest(door, 1)).why
    play.act(MAUD, co.Recover(door, 4, "des planches", True))
    [seen] = [c for c in play.view(LEA)["counters"] if c["id"] == door]
    assert (seen["open"]["value"], [h["name"] for h in seen["open"]["harm"]]) == (4, ["Fendue"])
    play.act(MAUD, co.MendThing(door, play.game.world.counter(door).harm[0].id))
    assert play.game.world.counter(door).harm == ()
    assert "fin de" in play.texts(LEA)[-1]


def test_what_cost_endurance_gives_none_back() -> None:
    play = table()
    someone(play)
    lose(play, 3)
    paid = co.Recover(counter(play, "Endurance").id, 1, "un charme", False)
    assert "INT-56" in refused(play, MAUD, paid).why


def test_one_effort_at_a_time_says_whoever_is_at_it() -> None:
    play = table()
    actor, id = effort(play)
    again = co.Concentrate(actor, "autre chose", "", 3)
    assert "personne n’est libre" in refused(play, MAUD, again).why
    play.act(MAUD, co.CreateExtra("Le loup", False, (), True, ""))
    assert "a de l’endurance" in play.texts(MAUD)[-1]
    assert "endurance" not in play.texts(LEA)[-1]
    assert all(c["subject"] != "Le loup" for c in play.view(LEA)["counters"])
    assert refused(play, MAUD, again).why == "se concentre déjà"
    play.act(MAUD, co.StopConcentrating(id))
    play.act(MAUD, again)


def test_players_read_the_number_an_effort_must_pass_never_whose_endurance() -> None:
    play = table()
    actor = someone(play)
    concentration(play, actor, 3)

    def told(seat: Who) -> tuple[Any, ...]:
        c = next(c for c in play.view(seat)["counters"] if c["theme"] == "Concentration")
        return (c["open"] or c["inside"])["limit"], c.get("target")

    assert told(LEA) == (3, None)
    play.act(MAUD, co.StopConcentrating(counter(play, "Concentration").id))
    bridge = thing(play, "Le pont")
    concentration(play, actor, 3, bridge)
    assert told(LEA) == (0, None)
    assert told(MAUD) == (0, bridge)


def test_who_knows_of_a_wound_reads_that_it_waits_for_the_game_masters() -> None:
    play = table()
    someone(play)
    play.act(MAUD, co.LoseEndurance(counter(play, "Endurance").id, 9, "un coup"))
    asked = next(w for w in play.waitings() if isinstance(w.topic, ToWound))
    assert (asked.who, asked.holds, asked.to) == (GM, True, None)
    secret = replace(play.game.world.wounds[0], to=(GM,))
    assert may_settle(play.game.world, secret).to == (GM,)


def test_things_with_endurance_count_among_the_counters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counters, "MOST_COUNTERS", 2)
    play = table()
    thing(play, "la porte")
    thing(play, "le pont")
    assert "assez" in refused(play, MAUD, co.GiveEndurance(NOBODY, "le mur")).why
