"""Every command all tables share: where it is offered, what it does, when it is barred."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from paravent.core import commands as co
from paravent.core import events as ev
from paravent.core.cast import Core, speaks_as
from paravent.core.system import System
from paravent.core.values import NOBODY, Who
from play import LEA, MAUD, NOE, SAM, ZOE, Play, refused
from toy import on_the_path

with on_the_path():
    from paravent.systems.pile_ou_face.rules import Deal, DealInSecret, Hire, Propose

HEX = "ab" * 32


@pytest.fixture
def play(toy: System[Any]) -> Play:
    """Ana (Léa) is accepted, Bo (Noé) is proposed; an extra, a hidden one; Zoé has a free character to take."""
    p = Play(toy)
    p.act(LEA, Propose("Ana", (5, 3), ("Hop", ())))
    p.act(MAUD, co.AcceptActor())
    p.act(NOE, Propose("Bo", (5, 3), ("Hop", ())))
    p.act(MAUD, Hire("Loup", 4, False))
    p.act(MAUD, Hire("Ombre", 4, True))
    p.act(MAUD, co.GiveActor(by_name(p, "Loup"), NOBODY))
    p.tell(ev.SeatClaimed(ZOE, "demande"))
    p.act(MAUD, co.ThrowDice(1, 6, "", True))
    return p


def by_name(play: Play, name: str) -> Who:
    return next(a.id for a in play.game.core.actors if a.name == name)


Made = Callable[[Play], Any]

CASES: list[tuple[Who, Made, Callable[[Core], bool]]] = [
    (MAUD, lambda p: co.OpenScenario("Le pont"), lambda c: c.scenario == "Le pont"),
    (MAUD, lambda p: co.OpenSession(), lambda c: c.session_open and c.session == 1),
    (MAUD, lambda p: co.ReachMilestone("Minuit"), lambda c: True),
    (MAUD, lambda p: co.AcceptActor(), lambda c: all(a.accepted for a in c.actors if a.name == "Bo")),
    (MAUD, lambda p: co.RefuseActor("non"), lambda c: not any(a.name == "Bo" for a in c.actors)),
    (MAUD, lambda p: co.RenameSeat(LEA, "Léa T."), lambda c: c.seats[1].name == "Léa T."),
    (MAUD, lambda p: co.MarkAbsent(LEA, True), lambda c: c.seats[1].absent),
    (LEA, lambda p: co.MarkAbsent(LEA, True), lambda c: c.seats[1].absent),
    (MAUD, lambda p: co.RemoveSeat(SAM), lambda c: c.seats[-1].removed),
    (MAUD, lambda p: co.GrantSecrecy(LEA, True), lambda c: c.seats[1].secrecy),
    (MAUD, lambda p: co.SettleClaim("demande", True), lambda c: not c.claims),
    (MAUD, lambda p: co.GiveActor(by_name(p, "Loup"), ZOE), lambda c: any(a.seat == ZOE for a in c.actors)),
    (ZOE, lambda p: co.TakeActor(by_name(p, "Loup")), lambda c: any(a.seat == ZOE for a in c.actors)),
    (MAUD, lambda p: co.RevealActor(by_name(p, "Ombre")), lambda c: not any(a.hidden for a in c.actors)),
    (LEA, lambda p: co.ShareSheet(by_name(p, "Ana"), False), lambda c: not c.actors[0].public),
    (MAUD, lambda p: co.ShareSheet(by_name(p, "Ana"), False), lambda c: not c.actors[0].public),
    (MAUD, lambda p: co.SetOption("mise=haute"), lambda c: c.option("mise") == "haute"),
    (
        MAUD,
        lambda p: co.ChooseWords("le MJ", "épisode"),
        lambda c: (c.game_master_word, c.session_word)[1] == "épisode",
    ),
    (MAUD, lambda p: co.HideOdds(True), lambda c: c.odds_hidden),
    (MAUD, lambda p: co.RenameTable("La Nuit"), lambda c: c.name == "La Nuit"),
    (MAUD, lambda p: co.ArchiveTable(True), lambda c: c.archived),
    (MAUD, lambda p: co.RevealSecret(p.game.action), lambda c: True),
    (MAUD, lambda p: co.Undo(p.past()[0].upto), lambda c: True),
    (LEA, lambda p: co.Write("bonjour", Who("tous")), lambda c: True),
    (LEA, lambda p: co.ThrowDice(3, 8, "au cas où", False), lambda c: not c.rolls),
    (LEA, lambda p: co.ChooseHand("reel", False), lambda c: c.seats[1].usual == "reel"),
    (LEA, lambda p: co.ChooseHand("reel", True), lambda c: c.seats[1].once == "reel"),
    (LEA, lambda p: co.CommitShare(HEX), lambda c: c.epoch.shares[0].print == HEX),
]


@pytest.mark.parametrize("case", range(len(CASES)))
def test_offered_accepted_and_done(play: Play, case: int) -> None:
    seat, made, holds = CASES[case]
    command = made(play)
    before = play.game
    play.act(seat, command)
    assert holds(play.game.core)
    assert play.game is not before
    assert all(play.sees(s) for s in (MAUD, LEA, SAM))


@pytest.mark.parametrize("case", range(len(CASES)))
def test_nobody_else_may(play: Play, case: int) -> None:
    """What the game master's desk offers is refused to players, and everything to spectators and strangers."""
    seat, made, _ = CASES[case]
    command = made(play)
    for other in (SAM, Who("inconnu"), *((LEA, NOE) if seat == MAUD and case not in (6, 15, 16) else ())):
        if not isinstance(command, co.Write | co.ThrowDice):
            assert refused(play, other, command).rule.startswith("TAB-")
    assert refused(play, SAM, command).stale


def test_scenes_need_a_session(play: Play) -> None:
    scene = co.OpenScene("Le pont", "Il pleut.\nIl fait froid.")
    assert refused(play, MAUD, scene).why == "aucune séance n’est ouverte"
    play.act(MAUD, co.ChooseWords("le MJ", "épisode"))
    assert refused(play, MAUD, scene).why == "aucun épisode n’est ouvert"
    play.act(MAUD, co.OpenSession())
    assert refused(play, MAUD, co.CloseScene()).why == "aucune scène n’est ouverte"
    play.act(MAUD, scene)
    play.act(MAUD, co.OpenScene("La tour", ""))
    assert play.texts(SAM)[-2:] == ["La scène 1 se referme.", "Scène 2 · La tour."]
    play.act(MAUD, co.CloseSession())
    core = play.game.core
    assert (core.session_open, core.scene_open, core.scene) == (False, False, 2)
    play.act(MAUD, co.OpenSession())
    assert (play.game.core.session, play.game.core.scene) == (2, 0)


def test_time_stands_still_while_a_procedure_holds(play: Play) -> None:
    play.act(MAUD, co.AcceptActor())
    play.act(MAUD, Deal(by_name(play, "Ana"), by_name(play, "Bo")))
    wait = "une procédure est en cours\N{NO-BREAK SPACE}: terminez-la ou abandonnez-la"
    for command in (
        co.OpenSession(),
        co.OpenScene("x", ""),
        co.CloseScene(),
        co.OpenScenario("x"),
        co.ReachMilestone("x"),
    ):
        assert refused(play, MAUD, command).why == wait
    play.act(MAUD, co.SetOption("mise=haute"))
    play.act(LEA, co.Write("vite", Who("tous")))


def test_what_to_give_up_is_named(play: Play) -> None:
    play.act(MAUD, co.AcceptActor())
    play.act(MAUD, Deal(by_name(play, "Ana"), by_name(play, "Bo")))
    assert to_abandon(play) == ["la procédure en cours"]
    play.act(MAUD, Hire("Ours", 4, False))
    play.act(MAUD, DealInSecret(by_name(play, "Ombre"), by_name(play, "Ours")))
    assert to_abandon(play) == [
        "la procédure en cours (PIF-02, on attend Ana et Bo)",
        "la procédure secrète (PIF-02, on attend Ombre et Ours)",
    ]


def to_abandon(play: Play) -> list[str]:
    (offer,) = [o for w in play.asked(MAUD).values() for o in w.offers if o.command is co.Abandon]
    return [x.label for x in dict(offer.fields)["procedure"].options]


def test_secret_throws_are_granted(play: Play) -> None:
    assert refused(play, LEA, co.ThrowDice(1, 6, "", True)).why == "ce choix n’est pas proposé"
    play.act(MAUD, co.GrantSecrecy(LEA, True))
    play.act(LEA, co.ThrowDice(1, 6, "", True), dice=[(5,)])
    seen = {s: play.lines(s)[-1].text for s in (LEA, MAUD, NOE, SAM)}
    assert seen[LEA] == seen[MAUD] == "Les dés donnent 5."
    assert "5" not in seen[NOE] + seen[SAM]


def test_shares_in_chance(play: Play) -> None:
    play.act(LEA, co.CommitShare(HEX))
    play.act(NOE, co.CommitShare("cd" * 32))
    assert refused(play, LEA, co.CommitShare(HEX)).stale
    assert refused(play, ZOE, co.CommitShare("xyz")).why == "il faut 64 chiffres hexadécimaux"
    play.act(LEA, co.RevealShare("12" * 32))
    assert refused(play, ZOE, co.CommitShare(HEX)).stale, "no print once a share is known"
    play.tell(ev.KeyFixed(1, ((LEA, "12" * 32),)))
    assert refused(play, NOE, co.RevealShare("34" * 32)).stale
    assert [(s.seat, s.share) for s in play.game.core.epoch.shares] == [(LEA, "12" * 32), (NOE, "")]


def test_the_hand_for_once_serves_once(play: Play) -> None:
    play.act(LEA, co.ChooseHand("reel", True))
    play.act(LEA, co.ThrowDice(1, 6, "", False), throw=False)
    play.act(LEA, co.Throw((3,)))
    assert play.game.core.seats[1].once is None
    play.act(MAUD, co.SetOption("hasard=reel"))
    assert refused(play, LEA, co.ChooseHand("table", False)).rule == "TAB-03"


def test_an_archived_table_asks_no_rule(play: Play) -> None:
    play.act(MAUD, co.ArchiveTable(True))
    assert refused(play, MAUD, Hire("Loup", 1, False)).stale
    play.act(MAUD, co.ArchiveTable(False))
    play.act(MAUD, Hire("Loup", 1, False))


def test_whoever_plays_or_looks_on_may_leave(play: Play) -> None:
    for seat in (LEA, SAM):
        ana = by_name(play, "Ana")
        play.act(seat, co.LeaveTable())
        found = play.game.core.seat(seat)
        assert found is not None
        assert found.removed
        assert play.records[-1].event == ev.SeatRemoved(seat)
        assert play.asked(seat) == {}
        assert play.texts(MAUD)[-1] == f"{found.name} quitte la table."
        assert ana in {a.id for a in play.game.core.actors}
    assert ana in speaks_as(play.game.core, MAUD), "what they played stays, in the game master's hands"
    for other in (MAUD, LEA, SAM, Who("inconnu")):
        assert refused(play, other, co.LeaveTable()).stale, "not a game master, and not twice"
    assert not [p for p in play.past() if "quitte" in p.label], "it cannot be undone"


def test_leaving_warns_first_and_is_all_a_spectator_may_do(play: Play) -> None:
    (w,) = play.asked(SAM).values()
    (o,) = w.offers
    assert (o.command, w.to, w.holds) == (co.LeaveTable, (SAM,), False)
    assert "ton lien cessera de marcher" in o.grave
    assert play.game.core.game_master_word in o.grave


def test_two_worlds_of_a_leaving(play: Play) -> None:
    """Leaving after a secret tells others nothing of it."""
    play.act(MAUD, Hire("Brume", 4, True))
    other = play.fork()
    other.act(MAUD, DealInSecret(by_name(other, "Brume"), by_name(other, "Ombre")))
    for p in (play, other):
        p.act(LEA, co.LeaveTable())
    for seat in (NOE, ZOE, SAM, LEA):
        assert [x.text for x in play.lines(seat)] == [x.text for x in other.lines(seat)]
        assert play.sees(seat) == other.sees(seat)
