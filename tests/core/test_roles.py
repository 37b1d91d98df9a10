"""Who may answer for whom: authority is decided in `speaks_as` and shown here as a matrix."""

from __future__ import annotations

from typing import Any

import pytest

from paravent.core import commands as co
from paravent.core import events as ev
from paravent.core.cast import eyes_of, hand_of, keeper_of, speaks_as
from paravent.core.desk import ToPlay, ToShare
from paravent.core.game import answerable, gate
from paravent.core.refusals import Refusal
from paravent.core.system import System
from paravent.core.values import CHANCE, GM, NOBODY, Who
from play import LEA, MAUD, NOE, PEOPLE, SAM, ZOE, Play, refused
from toy import on_the_path

with on_the_path():
    from paravent.systems.pile_ou_face.rules import Deal, GiveUp, Hire, Propose, PurseFilled, ToStake

INES = Who("ines")
ANA, BO, LOUP, OMBRE, VIDE = map(Who, ("ana", "bo", "loup", "ombre", "vide"))


@pytest.fixture
def play(toy: System[Any]) -> Play:
    p = Play(toy, people=(*PEOPLE, (INES, "Inès", "mj")))
    p.tell(
        ev.ActorCast(ANA, "Ana", LEA, False, False),
        ev.ActorCast(BO, "Bo", NOE, False, False),
        ev.ActorCast(LOUP, "Le loup", NOBODY, True, False),
        ev.ActorCast(OMBRE, "L’ombre", NOBODY, True, True),
        ev.ActorCast(VIDE, "Prêt à jouer", NOBODY, False, False),
        *(PurseFilled(a, 3, 1, "…", ()) for a in (ANA, BO, LOUP, OMBRE, VIDE)),
    )
    return p


NPCS = {LOUP, OMBRE, VIDE}
ALL = {ANA, BO, *NPCS, LEA, NOE, ZOE, SAM, MAUD, INES, GM, CHANCE, NOBODY}
MATRIX: dict[str, dict[Who, set[Who]]] = {
    "as they sit": {
        LEA: {LEA, ANA},
        NOE: {NOE, BO},
        ZOE: {ZOE},
        SAM: {SAM},
        MAUD: {MAUD, GM, *NPCS},
        INES: {INES, GM, *NPCS},
        Who("inconnu"): set(),
        NOBODY: set(),
        GM: set(),
        CHANCE: set(),
    },
    "absent": {
        LEA: {LEA, ANA},
        MAUD: {MAUD, GM, LEA, ANA, *NPCS},
        INES: {INES, GM, LEA, ANA, *NPCS},
        NOE: {NOE, BO},
    },
    "removed": {LEA: set(), MAUD: {MAUD, GM, LEA, ANA, *NPCS}, NOE: {NOE, BO}, SAM: {SAM}},
    "master gone": {INES: set(), MAUD: {MAUD, GM, INES, *NPCS}},
}
CHANGES: dict[str, tuple[Any, ...]] = {
    "as they sit": (),
    "absent": (ev.AbsenceMarked(LEA, True),),
    "removed": (ev.SeatRemoved(LEA),),
    "master gone": (ev.SeatRemoved(INES),),
}


@pytest.mark.parametrize("case", MATRIX)
def test_matrix(play: Play, case: str) -> None:
    for event in CHANGES[case]:
        play.tell(event)
    for seat, names in MATRIX[case].items():
        assert speaks_as(play.game.core, seat) & ALL == names, seat
        for w in answerable(play.game, seat, play.waitings()):
            assert w.who in names or w.who == CHANCE


def test_eyes(play: Play) -> None:
    def hidden(seat: Who) -> frozenset[Who]:
        return eyes_of(play.game.core, seat).hidden

    assert hidden(LEA) == hidden(SAM) == {OMBRE}
    assert not hidden(MAUD)
    assert eyes_of(play.game.core, LEA).sheets == {ANA, BO, VIDE}
    assert eyes_of(play.game.core, MAUD).sheets == {ANA, BO, *NPCS}
    play.tell(ev.SheetShared(ANA, False))
    assert ANA not in eyes_of(play.game.core, NOE).sheets
    assert ANA in eyes_of(play.game.core, LEA).sheets
    play.tell(ev.SeatRemoved(LEA))
    assert hidden(LEA) == {ANA, BO, *NPCS}
    assert not eyes_of(play.game.core, LEA).sheets


def test_hands(play: Play) -> None:
    core = play.game.core
    assert [keeper_of(core, w) for w in (ANA, LEA, LOUP, VIDE, GM)] == [LEA, LEA, MAUD, MAUD, MAUD]
    play.tell(ev.HandChosen(LEA, "reel", True))
    assert hand_of(play.game.core, ANA) == "reel"
    play.tell(ev.OptionSet("hasard", "table"))
    assert hand_of(play.game.core, ANA) == "table"


def test_only_the_askeds_answer_counts(toy: System[Any]) -> None:
    """A stake is its player's; the game master's for an absent player or an extra; nobody else's."""
    play = Play(toy)
    play.act(LEA, Propose("Ana", (5, 3), ("Hop", ())))
    play.act(MAUD, co.AcceptActor())
    play.act(MAUD, Hire("Loup", 5, False))
    ana, loup = play.game.world.cast
    play.act(MAUD, Deal(ana, loup))
    wager = play.game.world.wagers[0].id
    for seat in (NOE, SAM, MAUD, Who("inconnu")):
        refusal = refused(play, seat, GiveUp(), topic=ToStake(wager, ana))
        assert (refusal.rule, refusal.stale) == ("TAB-08", True)
    play.act(MAUD, co.MarkAbsent(LEA, True))
    play.act(MAUD, GiveUp(), topic=ToStake(wager, ana))
    assert play.records[-1].seat == MAUD


def test_done_for_an_absent_person_is_theirs(toy: System[Any]) -> None:
    play = Play(toy)
    play.act(MAUD, co.MarkAbsent(LEA, True))
    play.act(MAUD, co.ChooseHand("reel", False), topic=ToPlay(LEA))
    seats = play.game.core
    assert [s.usual for i in (LEA, MAUD) if (s := seats.seat(i))] == ["reel", "table"]
    play.act(MAUD, co.Write("bonjour", Who("tous")), topic=ToPlay(LEA))
    assert play.records[-1].event.author == MAUD


def test_nobody_shares_in_chance_or_leaves_in_another_s_name(toy: System[Any]) -> None:
    """Whoever leads may mark anybody absent: what a player need not trust them for stays that player's."""
    play = Play(toy)
    play.act(MAUD, co.OpenSession())
    play.act(MAUD, co.MarkAbsent(LEA, True))
    own = {o.command for w in play.asked(LEA).values() for o in w.offers}
    lent = {o.command for w in play.asked(MAUD).values() if w.who == LEA for o in w.offers}
    assert own - lent == {co.CommitShare, co.LeaveTable}
    share = next(w for w in play.waitings() if w.who == LEA and isinstance(w.topic, ToShare))
    for command, topic in ((co.CommitShare("a" * 64), share.topic), (co.LeaveTable(), ToPlay(LEA))):
        refusal = refused(play, MAUD, command, topic=topic)
        assert (refusal.rule, refusal.stale) == ("TAB-08", True)
    with pytest.raises(Refusal):
        gate(play.game, MAUD, share, co.CommitShare("a" * 64))
    play.act(LEA, co.CommitShare("a" * 64))
    assert co.RevealShare not in {o.command for w in play.asked(MAUD).values() for o in w.offers}
    play.act(LEA, co.RevealShare("b" * 64))
    play.act(LEA, co.LeaveTable())
