"""Nothing hidden reaches who has no right to it (TAB-07, TAB-14, TAB-15)."""

from __future__ import annotations

from typing import Any

import pytest

from paravent.core import commands as shared
from paravent.core.cast import eyes_of
from paravent.core.game import names_for
from paravent.core.journal import sentence
from paravent.core.sight import project
from paravent.core.values import CHANCE, Who
from paravent.systems.architectes import SYSTEM
from paravent.systems.architectes import commands as co
from paravent.systems.architectes.contest import ToBuy, ToDeclare
from play import LEA, MAUD, NOE, SAM, refused
from systems.architectes.arc_table import Table, scores

OTHERS = (LEA, NOE, SAM)


def facts(table: Table, seat: Who, kind: str) -> list[dict[str, Any]]:
    return [line.data for line in table.lines(seat) if line.data["kind"] == kind]


def test_an_extra_tells_neither_score_nor_margin() -> None:
    table = Table()
    a, b = table.player(LEA, "Léa", scores(c12=12)), table.extra("Garde", 17, weapon="epee")
    table.exchange(a, b, "epee")
    assert all("score" not in s for s in table.view(LEA)["contests"][0]["sides"] if s["actor"] == b)
    table.draw(a, 3)
    table.cards(b, 16)
    mine, theirs = facts(table, NOE, "Judged")
    assert (mine["score"], mine["margin"], mine["outcome"]) == (12, 9, "success")
    assert theirs["outcome"] == "success"
    assert not {"score", "margin"} & theirs.keys()
    told = [x.text for x in table.lines(NOE) if x.data["kind"] == "Judged"]
    assert told == [
        "Léa réussit en Armes blanches, score 12, marge 9.",
        "Garde réussit en Armes blanches.",
    ]
    extra = next(c for c in table.view(NOE)["characters"] if c["actor"] == b)
    assert extra.keys() == {
        *("kind", "actor", "name", "extra", "accepted", "lost", "broken", "unconscious", "dead")
    }


def test_cards_are_face_down_until_all_are_drawn() -> None:
    table = Table()
    a, b = table.player(LEA, "Léa"), table.player(NOE, "Noé")
    table.exchange(a, b)
    table.will_draw(a, b)
    table.cards(a, 15)
    assert facts(table, LEA, "Drawn")[0]["cards"] == [15]
    for seat in (NOE, SAM):
        assert "cards" not in facts(table, seat, "Drawn")[0]
        sides = {s["actor"]: s for s in table.view(seat)["contests"][0]["sides"]}
        assert "drawn" not in sides[a]
        assert sides[a]["shown"] == []
        assert "15" not in [x.text for x in table.lines(seat)][-1]
    table.cards(b, 3)
    assert facts(table, SAM, "Revealed")[0]["cards"] == [15]


@pytest.mark.parametrize("secrecy", ["gm", "shared"])
def test_a_secret_test_is_for_its_own_only(secrecy: Any) -> None:
    table = Table()
    lea = table.player(LEA, "Léa", destiny=2)
    before = {seat: table.sees(seat) for seat in OTHERS}
    table.test(lea, 8, secrecy=secrecy)
    # No discard in secret: the lost card would show. No point either, from a sheet that all may read.
    if secrecy == "shared":
        assert refused(table, LEA, co.Discard(8)).rule == "ARC-24"
        table.will_draw(lea)
    assert table.held() == ["ToDraw"]
    (draw,) = [w for w in table.waitings() if w.who == CHANCE]
    assert draw.sealed
    assert draw.hand == ("mj" if secrecy == "gm" else lea)
    table.cards(lea, 20)
    assert not table.held()
    for seat in OTHERS:
        knows = secrecy == "shared" and seat == LEA
        assert (table.sees(seat) != before[seat]) == knows
    table.gm(shared.RevealSecret(table.past()[0].action))
    assert [x["cards"] for x in facts(table, NOE, "Revealed")] == [[20]]


def test_a_point_is_spent_in_secret_from_a_private_sheet_only() -> None:
    table = Table()
    lea = table.player(LEA, "Léa", scores(c8=3), destiny=2)
    table.do(LEA, shared.ShareSheet(lea, False))
    before = table.sees(NOE)
    table.test(lea, 8, secrecy="shared")
    table.draw(lea, 20)
    assert table.held() == ["ToBuy"]
    table.buy(lea, 2)
    table.stop(lea)
    assert table.character(lea).destiny == 1
    assert table.sees(NOE) == before
    # Kept from the player too: nobody may spend for them.
    table.test(lea, 8, secrecy="gm")
    table.cards(lea, 20)
    assert not table.held()


def test_hidden_characters_live_and_fight_unseen() -> None:
    calm, full = Table(), Table()
    for table in (calm, full):
        table.player(LEA, "Léa", destiny=2)
    shade = full.extra("Ombre", 12, hidden=True, broken=True, destiny=2, weapon="epee")
    double = full.extra("Double", 9, hidden=True, removed=(1, 2, 3))
    full.gm(co.OpenHiddenExchange(shade, double, "", "", "normal", "normal"))
    full.discard(shade, 12)
    full.cards(double, 20)
    full.cards(double, 4, 5, 6, 7)
    full.gm(co.Inflict(double, 6, "chute"))
    full.cards(double, 8, 9, 10, 11, 12, 13)
    full.gm(co.Wake(double))
    full.gm(co.Heal(double, (4,)))
    full.gm(co.CorrectExtra(shade, ((3, 20),), "plus fort"))
    full.do(MAUD, co.ProposeDiscard(9, "disparaître"))
    full.gm(co.AllowDiscard())
    assert full.character(shade).lost == (12, 9)
    assert_alike(calm, full)
    for table in (calm, full):
        lea = table.world.characters[0].actor
        table.test(lea, 8)
        table.draw(lea, 20)
        table.stop(lea)
    assert_alike(calm, full)


@pytest.mark.parametrize("command", ["discard", "blow"])
def test_what_was_afoot_in_secret_stays_so_when_its_actor_shows_itself(command: str) -> None:
    table = Table()
    table.player(LEA, "Léa")
    shade = table.extra("Ombre", 12, hidden=True, broken=True)
    if command == "discard":
        table.do(MAUD, co.ProposeDiscard(9, "canari"))
    else:
        table.gm(shared.ChooseHand("reel", False))
        table.gm(co.Inflict(shade, 3, "canari"))
    table.gm(shared.RevealActor(shade))
    for seat in OTHERS:
        assert "canari" not in table.sees(seat)
        assert table.view(seat)["proposals"] == table.view(seat)["blows"] == []
    if command == "discard":
        table.gm(co.DenyDiscard("canari"))
        assert "canari" not in table.sees(NOE)
    else:
        table.cards(shade, 4, 5, 6)
        assert facts(table, NOE, "Wounded")[0]["cards"] == [4, 5, 6]


def test_a_secret_exchange_falls_when_one_of_its_characters_shows_itself() -> None:
    """The cards it would lose are seen by all, and nothing would say where they went."""
    table = Table()
    table.player(LEA, "Léa")
    shade, double = (table.extra(name, 12, hidden=True, broken=True) for name in ("Ombre", "Double"))
    table.gm(co.OpenHiddenExchange(shade, double, "", "", "normal", "normal"))
    events = table.gm(shared.RevealActor(shade))
    assert [x.kind for x in events] == ["ActorRevealed", "ContestExposed"]
    assert not table.world.contests
    assert "ContestExposed" not in table.sees(NOE)
    assert (
        table.texts(MAUD)[-1] == "Ombre sort de l’ombre\N{NO-BREAK SPACE}: ce qui se jouait en secret tombe."
    )


def test_a_secret_test_falls_while_whoever_shows_itself_may_discard() -> None:
    table = Table()
    table.player(LEA, "Léa")
    shade = table.extra("Ombre", 12, hidden=True, broken=True)
    table.test(shade, 8, secrecy="gm")
    assert [x.kind for x in table.gm(shared.RevealActor(shade))] == ["ActorRevealed", "ContestExposed"]
    other = table.extra("Double", 12, hidden=True, broken=True)
    table.test(other, 8, secrecy="gm")
    table.discard(other, 8)
    assert "ContestExposed" not in [x.kind for x in table.gm(shared.RevealActor(other))]


def assert_alike(calm: Table, full: Table) -> None:
    """The ids of what was created differ only because a test's ids count commands: they are put aside."""
    for seat in OTHERS:
        a, b = table_seen(calm, seat), table_seen(full, seat)
        assert a == b


def table_seen(table: Table, seat: Who) -> Any:
    eyes = eyes_of(table.game.core, seat)
    ids = {c.actor: c.name for c in table.world.characters} | {
        x.procedure: "contest" for x in (r.event for r in table.records) if hasattr(x, "procedure")
    }
    text = repr((table.view(seat), [(x.n, x.text, x.data) for x in table.lines(seat)]))
    for id, name in ids.items():
        text = text.replace(repr(id), repr(name))
    heads = [(w.rule, w.holds) for w in table.waitings() if eyes.among(w.to)]
    return text, heads


def test_a_public_contest_shows_the_hidden_character_it_names() -> None:
    table = Table()
    lea, shade = table.player(LEA, "Léa"), table.extra("Ombre", 12, hidden=True)
    assert "Ombre" not in table.sees(LEA)
    table.exchange(lea, shade)
    assert "Ombre" in table.sees(LEA)


def test_corrections_of_an_extra_stay_with_the_game_masters() -> None:
    table = Table()
    table.player(LEA, "Léa")
    guard = table.extra("Garde", 9, broken=True)
    before = table.sees(LEA)
    table.gm(co.CorrectExtra(guard, ((3, 20),), "plus fort"))
    table.gm(co.CorrectDestiny(guard, 3, "plus fort"))
    table.gm(co.Equip(guard, "arc"))
    assert table.sees(LEA) == before


def test_odds_of_two_decks_only_for_who_may_read_both() -> None:
    table = Table()
    a, b, guard = table.player(LEA, "Léa"), table.player(NOE, "Noé"), table.extra("Garde", 9, broken=True)
    table.exchange(a, guard)
    mine = SYSTEM.odds(table.world, table.asking(ToDeclare, a))
    theirs = SYSTEM.odds(table.world, table.asking(ToDeclare, guard))
    assert mine is not None
    assert theirs is not None
    assert mine.reveals == (a,)
    assert set(theirs.reveals) == {a, guard}
    table.gm(shared.Abandon(table.contest.id, ""))
    table.exchange(a, b)
    both = SYSTEM.odds(table.world, table.asking(ToDeclare, a))
    assert both is not None
    assert set(both.reveals) == {a, b}
    assert "toucher" in [line.label for line in both.lines]


def test_a_sheet_is_for_its_readers() -> None:
    table = Table()
    lea, guard = table.player(LEA, "Léa"), table.extra("Garde")
    table.do(LEA, shared.ShareSheet(lea, False))
    may = {(seat, who) for seat in (MAUD, LEA, NOE) for who in (lea, guard) if sheet(table, who, seat)}
    assert may == {(MAUD, lea), (MAUD, guard), (LEA, lea)}


def sheet(table: Table, actor: Who, seat: Who) -> Any:
    return SYSTEM.sheet(table.world, actor, eyes_of(table.game.core, seat))


def test_less_is_said_when_less_is_seen() -> None:
    """No sentence crashes when the fields behind the sheet are missing."""
    table = Table()
    lea = table.player(LEA, "Léa", destiny=3)
    table.session()
    table.gm(co.AwardDestiny((1,)))
    table.do(LEA, co.Climb(8))
    table.gm(co.CorrectIdentity(lea, tuple("" for _ in table.character(lea).identity), "vide"))
    table.do(LEA, shared.ShareSheet(lea, False))
    eyes = eyes_of(table.game.core, SAM)
    for r in table.records:
        view = project(r.event, eyes)
        if view is not None:
            text = sentence(SYSTEM, view, names_for(table.game.core, eyes))
            assert "None" not in text
    assert "Léa reçoit son Destin." in table.texts(SAM)


def test_prompts_speak_to_the_player() -> None:
    table = Table()
    lea = table.player(LEA, "Léa", scores(c8=12), destiny=1)
    table.test(lea, 8)
    assert table.prompt(ToDeclare, lea).startswith("Léa tente un test d’Investigation, score 12.")
    table.draw(lea, 14)
    assert "a Tempérance (14), pour un score de 12\N{NO-BREAK SPACE}: raté de 2." in table.prompt(ToBuy, lea)
