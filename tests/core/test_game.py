"""The log, undo, keys, tallies and the journal, on the toy system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from paravent.core import commands as co
from paravent.core import events as ev
from paravent.core.game import fold, void_versions
from paravent.core.refusals import Refusal
from paravent.core.system import System
from paravent.core.values import Who
from play import LEA, MAUD, NOE, SAM, ZOE, Play, refused
from toy import on_the_path

with on_the_path():
    from paravent.systems.pile_ou_face.rules import Deal, DealInSecret, GiveUp, Hire, Propose, Put, ToStake

ALL = Who("tous")
UNDONE = "Le dernier geste est annulé\N{NO-BREAK SPACE}: ce qui précède, barré, ne compte plus."


@pytest.fixture
def play(toy: System[Any]) -> Play:
    """Ana (Léa) and Bo (Noé) are accepted, two hidden extras wait."""
    p = Play(toy)
    for seat, name in ((LEA, "Ana"), (NOE, "Bo")):
        p.act(seat, Propose(name, (5, 3), ("Hop", ("un chat",))))
        p.act(MAUD, co.AcceptActor())
    p.act(MAUD, Hire("Ombre", 4, True))
    p.act(MAUD, Hire("Brume", 4, True))
    return p


def duel(play: Play, face: int = 1) -> None:
    ana, bo = play.game.world.cast[:2]
    play.act(MAUD, Deal(ana, bo))
    play.act(LEA, Put(2, ()))
    play.act(NOE, Put(3, ()), dice=[(face,)])


def secret_duel(play: Play) -> None:
    a, b = play.game.world.extras
    play.act(MAUD, DealInSecret(a, b))
    for actor in (a, b):
        play.act(MAUD, Put(1, ()), topic=ToStake(play.game.world.wagers[-1].id, actor))


def gold(play: Play) -> list[int]:
    return [p.gold for p in play.game.world.purses]


def test_undo_takes_back_the_whole_action(play: Play) -> None:
    duel(play)
    assert gold(play)[:2] == [8, 2]
    action = play.game.action
    assert [type(r.event).__name__ for r in play.records if r.action == action] == [
        "Staked",
        "StakesShown",
        "Tossed",
    ]
    play.undo()
    assert gold(play)[:2] == [5, 5]
    assert len(play.game.world.wagers[0].stakes) == 1
    assert [x.text for x in play.lines(SAM) if x.undone] == [
        "Bo mise.",
        "Les mises se montrent\N{NO-BREAK SPACE}: 2 contre 3.",
        "Pile l’emporte et gagne 3.",
    ]
    assert play.lines(SAM)[-1].text == UNDONE


def test_draws_never_rewind(play: Play) -> None:
    duel(play)
    play.undo()
    before = play.game.core.epoch
    play.act(MAUD, co.ThrowDice(2, 6, "", False))
    assert play.game.core.epoch.open_draws == before.open_draws + 1
    play.undo()
    assert play.game.core.epoch.open_draws == before.open_draws + 1
    assert before.sealed_draws == play.game.core.epoch.sealed_draws == 1
    secret_duel(play)
    secret_duel(play)
    play.undo(play.past()[-1].action)
    assert play.game.core.epoch.sealed_draws == 3
    again = [r.draw for r in play.records if r.draw]
    assert len({(d.stream, d.n) for d in again}) == len(again)


def test_undo_after_undo(play: Play) -> None:
    """An undo cannot be undone; undoing further takes back what came before, and new actions count."""
    for text in ("un", "deux", "trois"):
        play.act(MAUD, co.Write(text, ALL))
    play.undo()
    play.undo()
    play.act(MAUD, co.Write("quatre", ALL))
    assert play.texts(SAM)[-4:] == [
        "Maud\N{NO-BREAK SPACE}: un",
        UNDONE,
        UNDONE,
        "Maud\N{NO-BREAK SPACE}: quatre",
    ]
    play.undo()
    play.undo()
    assert "Maud\N{NO-BREAK SPACE}: un" not in play.texts(SAM)
    assert all(
        r.version not in void_versions(play.records) for r in play.records if isinstance(r.event, ev.Undone)
    )
    assert not any("annulé" in p.label for p in play.past())


def test_undoing_an_acceptance_reopens_the_proposal(toy: System[Any]) -> None:
    play = Play(toy)
    play.act(LEA, Propose("Ana", (5, 3), ("Hop", ())))
    play.act(MAUD, co.AcceptActor())
    play.undo()
    play.act(MAUD, co.RefuseActor("trop d’or"))
    assert play.game.core.actors == ()
    assert play.game.world.purses == ()


def test_lasting_facts_survive(play: Play) -> None:
    upto = play.past()[0].upto
    play.act(MAUD, co.RenameSeat(LEA, "Léa T."))
    play.act(MAUD, co.RenameTable("La Nuit"))
    play.act(LEA, co.ChooseHand("reel", False))
    play.act(MAUD, co.RemoveSeat(ZOE))
    play.tell(ev.SeatTaken(Who("ida"), "Ida", "joueur"))
    play.act(MAUD, co.HideOdds(True))
    play.act(MAUD, co.Undo(upto))
    core = play.game.core
    lea, zoe, ida = (core.seat(Who(s)) for s in ("lea", "zoe", "ida"))
    assert lea
    assert zoe
    assert ida
    assert (core.name, lea.name, lea.usual, zoe.removed, core.odds_hidden) == (
        "La Nuit",
        "Léa T.",
        "reel",
        True,
        False,
    )
    assert Who("ida") in play.game.world.seats
    assert len(play.game.world.extras) == 1


def test_replay_of_a_log_with_undo(play: Play) -> None:
    duel(play)
    play.undo()
    secret_duel(play)
    play.undo()
    again = fold(play.system, play.base, play.records)
    assert (again.core, again.world, again.tallies) == (play.game.core, play.game.world, play.game.tallies)


def keys(play: Play, seat: Who) -> set[str]:
    return set(play.asked(seat))


def test_keys_change_with_ones_own_answers_and_undone_actions(play: Play) -> None:
    before = {s: keys(play, s) for s in (LEA, NOE, MAUD)}
    play.act(LEA, co.Write("bonjour", ALL))
    assert not keys(play, LEA) & before[LEA], "a standing question is new after one’s own answer"
    assert keys(play, NOE) == before[NOE], "a note by someone else makes no tap stale"
    play.undo()
    for seat in (LEA, NOE, MAUD):
        assert not keys(play, seat) & before[seat]


def test_a_holding_question_keeps_its_key_meanwhile(play: Play) -> None:
    ana, bo = play.game.world.cast[:2]
    play.act(MAUD, Deal(ana, bo))
    held = {k for k, w in play.asked(LEA).items() if w.holds}
    play.act(LEA, co.Write("j’hésite", ALL))
    play.act(NOE, Put(1, ()))
    assert held <= keys(play, LEA)
    (key,) = held
    play.answer(LEA, key, "GiveUp", {}, id="a")
    assert key not in play.asked(LEA)


def test_stale_and_repeated(play: Play) -> None:
    ana, bo = play.game.world.cast[:2]
    play.act(MAUD, Deal(ana, bo))
    (key,) = (k for k, w in play.asked(LEA).items() if w.holds)
    first = play.answer(LEA, key, "Put", {"coins": "2", "tricks": ["gant"]}, id="a")
    log = list(play.records)
    assert play.answer(LEA, key, "Put", {"coins": "3", "tricks": []}, id="a") == first
    with pytest.raises(Refusal) as e:
        play.answer(LEA, key, "Put", {"coins": "2", "tricks": []}, id="b")
    assert e.value.stale
    with pytest.raises(Refusal):
        play.answer(NOE, key, "GiveUp", {}, id="c")
    assert play.records == log


def test_tallies_are_each_seats_own(play: Play) -> None:
    before = play.game.tallies
    secret_duel(play)
    play.undo()
    changed = {
        s for s in (MAUD, LEA, NOE, ZOE, SAM) if play.game.tally(s) != before.get(s, type(before[MAUD])())
    }
    assert changed == {MAUD}
    duel(play)
    play.undo()
    assert play.game.tally(SAM).undos == 1
    assert play.game.tally(MAUD).undos == 2


def test_an_undone_secret_shows_to_nobody(play: Play) -> None:
    seen = {s: play.sees(s) for s in (LEA, NOE, ZOE, SAM)}
    secret_duel(play)
    play.undo()
    play.undo()
    assert {s: play.sees(s) for s in seen} == seen
    assert any(x.undone for x in play.lines(MAUD))


def test_lines_are_numbered_by_what_one_sees(play: Play) -> None:
    secret_duel(play)
    duel(play)
    for seat in (MAUD, LEA, SAM):
        assert [x.n for x in play.lines(seat)] == list(range(1, len(play.lines(seat)) + 1))
    assert len(play.lines(MAUD)) > len(play.lines(SAM))
    assert all(x.action == 0 and not x.secret for x in play.lines(SAM))
    assert {x.draw.stream for x in play.lines(MAUD) if x.draw} == {"sealed"}
    assert not [x.draw for x in play.lines(SAM) if x.draw]


def test_a_secret_appears_where_it_is_revealed(play: Play) -> None:
    play.at = 10
    play.act(MAUD, co.ThrowDice(1, 20, "écoute", True), dice=[(17,)])
    thrown = play.game.action
    play.at = 20
    play.act(LEA, co.Write("rien à signaler", ALL))
    before = play.lines(NOE)
    assert not any("17" in x.text for x in before)
    play.at = 30
    play.act(MAUD, co.RevealSecret(thrown))
    after = play.lines(NOE)
    assert after[: len(before)] == before
    assert [(x.at, x.text) for x in after[len(before) :]] == [
        (30, "Maud lance 1D20\N{NO-BREAK SPACE}: écoute."),
        (30, "Les dés donnent 17."),
    ]
    assert not any(p.secret for p in play.past() if p.action == thrown)
    assert play.texts(MAUD)[-1] == "Un secret est révélé à la table."


def test_notes_reach_their_readers_their_author_and_the_game_masters(play: Play) -> None:
    play.act(LEA, co.Write("viens", NOE))
    play.act(LEA, co.Write("puis-je fouiller ?", Who("mj")))
    play.act(MAUD, co.Write("tu entends un pas", ZOE))
    play.act(MAUD, co.Write("c’est le majordome", Who("mj")))
    assert notes(play) == {
        MAUD: ["viens", "puis-je fouiller ?", "tu entends un pas", "c’est le majordome"],
        LEA: ["viens", "puis-je fouiller ?"],
        NOE: ["viens"],
        ZOE: ["tu entends un pas"],
        SAM: [],
    }


def test_no_note_is_said_to_be_for_its_author_alone(play: Play) -> None:
    """The game masters read every note, their export holds it, and the choice of readers says so."""
    assert readers(play, LEA) == {
        "tous": "toute la table",
        "mj": "la meneuse seulement",
        NOE: "Noé et la meneuse",
        ZOE: "Zoé et la meneuse",
    }
    assert readers(play, MAUD) == {
        "tous": "toute la table",
        "mj": "la meneuse seulement",
        LEA: "Léa",
        NOE: "Noé",
        ZOE: "Zoé",
    }
    assert refused(play, LEA, co.Write("j’ai peur", LEA)).field == "to"


def test_undoing_a_note_shows_only_to_its_readers(play: Play) -> None:
    before = {s: play.sees(s) for s in (ZOE, SAM)}
    play.act(LEA, co.Write("viens", NOE))
    play.undo()
    assert {s: play.sees(s) for s in before} == before
    for seat in (MAUD, LEA, NOE):
        (note,) = [x for x in play.lines(seat) if x.data["kind"] == "Noted"]
        assert note.undone


def notes(play: Play) -> dict[Who, list[str]]:
    return {
        s: [x.data["text"] for x in play.lines(s) if x.data["kind"] == "Noted"]
        for s in (MAUD, LEA, NOE, ZOE, SAM)
    }


def readers(play: Play, seat: Who) -> dict[str, str]:
    (domain,) = [
        d
        for w in play.asked(seat).values()
        for o in w.offers
        if o.command is co.Write
        for name, d in o.fields
        if name == "to"
    ]
    return {o.id: o.label for o in domain.options}


def test_a_hidden_actor_given_to_a_player_is_known_to_that_player(play: Play) -> None:
    shadow = play.game.world.extras[0]
    others = {s: play.sees(s) for s in (NOE, ZOE, SAM)}
    play.act(MAUD, co.GiveActor(shadow, LEA))
    assert play.texts(LEA)[-1] == "Léa joue désormais Ombre."
    assert {s: play.sees(s) for s in others} == others


def test_odds_need_every_sheet(play: Play) -> None:
    from paravent.core.game import odds_for
    from paravent.core.values import CHANCE

    ana, bo = play.game.world.cast[:2]
    play.act(MAUD, Deal(ana, bo))
    play.act(LEA, Put(2, ()))
    play.act(NOE, Put(3, ()), throw=False)
    w = next(w for w in play.waitings() if w.who == CHANCE)

    def shown(seat: Who) -> bool:
        return odds_for(play.system, play.game, seat, w) is not None

    assert shown(SAM)
    play.act(LEA, co.ShareSheet(ana, False), throw=False)
    assert [shown(s) for s in (LEA, NOE, SAM, MAUD)] == [True, False, False, True]
    play.act(MAUD, co.HideOdds(True), throw=False)
    assert [shown(s) for s in (LEA, MAUD)] == [False, True]


def test_typed_dice(play: Play) -> None:
    play.act(LEA, co.ThrowDice(2, 6, "", False), throw=False)
    assert refused(play, NOE, co.Throw((1, 2))).stale
    play.act(LEA, co.Throw((6, 1)))
    assert play.records[-1].typed
    assert play.records[-1].draw is None
    play.act(MAUD, co.SetOption("hasard=table"))
    play.act(LEA, co.ThrowDice(2, 6, "", False), throw=False)
    assert refused(play, LEA, co.Throw((6, 1))).rule == "TAB-03"


def test_a_throw_in_the_air_stays_as_it_was_asked(play: Play) -> None:
    play.act(LEA, co.ThrowDice(2, 6, "", False), throw=False)
    play.act(MAUD, co.SetOption("hasard=table"), throw=False)
    play.act(LEA, co.Throw((6, 1)))
    assert play.records[-1].typed
    assert len(play.game.by_hand) == 1
    play.act(LEA, co.Write("Six.", Who("tous")))
    assert play.game.by_hand == frozenset()


def test_a_procedure_is_abandoned_once(play: Play) -> None:
    ana, bo = play.game.world.cast[:2]
    play.act(MAUD, Deal(ana, bo))
    play.act(LEA, GiveUp())
    assert refused(play, MAUD, co.OpenSession()).why.startswith("une procédure est en cours")
    play.act(MAUD, co.Abandon(play.game.world.wagers[0].id, "on passe"))
    assert play.game.world.wagers == ()
    play.act(MAUD, co.OpenSession())


def test_a_line_cites_what_its_fact_says_applied(toy: System[Any]) -> None:
    """TAB-02, TAB-07: read from the fact as that viewer sees it, so that nothing unseen is cited."""

    def cites(fact: Mapping[str, Any]) -> tuple[str, ...]:
        return ("PIF-02", "PIF-03") if "coins" in fact else ("PIF-02",)

    play = Play(replace(toy, rules_of={**toy.rules_of, "Staked": cites}))
    for seat, name in ((LEA, "Ana"), (NOE, "Bo")):
        play.act(seat, Propose(name, (5, 3), ("Hop", ("un chat",))))
        play.act(MAUD, co.AcceptActor())
    duel(play)
    found = {
        seat: next(x.rules for x in play.lines(seat) if x.data["kind"] == "Staked") for seat in (LEA, ZOE)
    }
    assert found == {LEA: ("PIF-02", "PIF-03"), ZOE: ("PIF-02",)}
