"""The chances of what is not sent yet, or only supposed otherwise: for whom, and never at any price (TAB-11)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from fractions import Fraction
from pathlib import Path

import pytest

from paravent.core.refusals import Refusal
from paravent.core.system import Odds
from paravent.store import open_store
from paravent.table.service import Tables
from table.test_service import Seat, open_test, seated

AS_IT_IS = {"ease": "normal", "destiny": "0", "policy": "all"}
SKILL = "14"


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    service = Tables(open_store(f"sqlite:///{tmp_path / 'tables.sqlite'}"))
    yield service
    await service.close()


async def tried(seat: Seat, question: str, command: str, **fields: str) -> Odds | None:
    return await seat.tables.tried(seat.table, seat.seat, await seat.key(question), command, fields)


def success(odds: Odds | None) -> tuple[int, int]:
    assert odds is not None
    return odds.lines[0].numerator, odds.lines[0].denominator


async def test_the_game_master_sees_the_chances_of_a_test_before_calling_it(tables: Tables) -> None:
    _, gm, player, actor = await seated(tables)
    before = await gm.view()
    called = {"actor": actor, "skill": SKILL, "secrecy": "table"}
    found = await tried(gm, "OpenTest", "OpenTest", **called, ease="easy")
    assert found is not None
    # Fourteen cards of twenty-two succeed, the arcanum itself and those under its score; one of two is enough.
    assert Fraction(*success(found)) == 1 - Fraction(8 * 7, 22 * 21)
    assert found.sentence.replace("\N{NO-BREAK SPACE}", " ") == "88 % de réussir, 9 % de réussite critique"
    assert await gm.view() == before
    await gm.do("OpenTest", **called, ease="easy")
    assert success(await tried(player, "WillDraw", "Suppose", **{**AS_IT_IS, "ease": "easy"})) == success(
        found
    )


async def test_a_player_supposes_a_test_otherwise(tables: Tables) -> None:
    _, gm, player, actor = await seated(tables)
    await open_test(gm, actor)
    before = await player.view()
    as_it_is = success(await tried(player, "WillDraw", "Suppose", **AS_IT_IS))
    easier = success(await tried(player, "WillDraw", "Suppose", **{**AS_IT_IS, "ease": "easy"}))
    assert as_it_is == (7, 11)
    assert easier == (29, 33)
    assert await player.view() == before
    # No point of Destiny is there to spend, and nothing else may be supposed.
    for wrong in ({"destiny": "1"}, {"ease": "divine"}, {"policy": "until_success"}, {"autre": "1"}):
        with pytest.raises(Refusal):
            await tried(player, "WillDraw", "Suppose", **{**AS_IT_IS, **wrong})
    assert await player.view() == before


async def test_chances_that_are_hidden_are_not_told_by_supposing(tables: Tables) -> None:
    _, gm, player, actor = await seated(tables)
    await open_test(gm, actor)
    await gm.do("HideOdds", hidden="True")
    assert await tried(player, "WillDraw", "Suppose", **AS_IT_IS) is None
    [asked] = [w for w in (await player.view())["waitings"] if w["topic"] == "ToDeclare"]
    assert asked["odds"] is None


async def test_others_see_the_chances_of_a_throw_whose_sheet_they_may_read(tables: Tables) -> None:
    created, gm, player, actor = await seated(tables)
    _, seat = await tables.join(created.invitation, "Noé", "entrer")
    other = Seat(tables, created.table, seat)
    await open_test(gm, actor)
    told = [x["odds"]["sentence"] for x in (await gm.view())["throws"]]
    assert [x.replace("\N{NO-BREAK SPACE}", " ") for x in told] == [
        "64 % de réussir, 5 % de réussite critique"
    ]
    assert [x["who_name"] for x in (await other.view())["throws"]] == ["Sirocco"]
    assert (await player.view())["throws"] == []
    await player.do("ShareSheet", actor=actor, public="False")
    assert (await other.view())["throws"] == []
    assert (await gm.view())["throws"] != []


async def test_throws_of_characters_of_one_name_are_told_by_who_plays_them(tables: Tables) -> None:
    created, gm, _, actor = await seated(tables)
    _, seat = await tables.join(created.invitation, "Noé", "entrer")
    noe = Seat(tables, created.table, seat)
    await noe.do("ProposeCharacter", name="Sirocco", identity={}, scores=[str(n) for n in range(1, 23)])
    await gm.do("AcceptActor")
    other = next(str(a["id"]) for a in (await gm.view())["actors"] if a["id"] != actor)
    await open_test(gm, actor)
    assert [x["who_name"] for x in (await gm.view())["throws"]] == ["Sirocco"]
    await open_test(gm, other)
    assert [x["who_name"] for x in (await gm.view())["throws"]] == ["Sirocco (Léa)", "Sirocco (Noé)"]
