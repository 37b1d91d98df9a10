"""Who may come in: invitations told again, seats lost and claimed, second devices, links withdrawn (TAB-16)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from paravent.core.codec import canonical
from paravent.core.refusals import Refusal
from paravent.core.values import Who
from paravent.store import open_store
from paravent.table import doors, tokens
from paravent.table.links import CLAIM_LIMIT
from paravent.table.service import Created, Tables


class Clock:
    """Milliseconds that pass only when told to."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


@dataclass
class House:
    """A table with a game master, Léa and Sam, and the time it is there."""

    tables: Tables
    clock: Clock
    path: Path
    made: Created
    gm: Who
    seats: dict[str, Who]
    tokens: dict[str, str]

    @property
    def id(self) -> str:
        return self.made.table

    async def lead(self, command: str, **fields: Any) -> None:
        view = await self.tables.view(self.id, self.gm)
        key = next(
            w["key"]
            for w in view["waitings"]
            for o in w["offers"]
            if o["command"] == command and not o["barred"]
        )
        self.clock.now += 1
        await self.tables.act(self.id, self.gm, key, command, fields, f"c{self.clock.now}")

    async def claims(self) -> list[str]:
        """The names whose claims the game master is asked about."""
        view = await self.tables.view(self.id, self.gm)
        asked = [w for w in view["waitings"] if w["topic"] == "ToSettle"]
        return [w["offers"][0]["fields"][0]["options"][0]["id"] for w in asked]

    async def settle(self, granted: bool) -> None:
        await self.lead("SettleClaim", claim=(await self.claims())[0], granted=str(granted))

    async def seen_by(self, seat: Who) -> str:
        return canonical(await self.tables.view(self.id, seat))


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    clock = Clock()
    path = tmp_path / "t.sqlite"
    tables = Tables(open_store(f"sqlite:///{path}"), clock)
    made = await tables.create("architectes", "Essai", "Ana")
    access = await tables.access(made.game_master)
    assert access is not None
    seats, links = {}, {}
    for name in ("Léa", "Sam"):
        links[name], seats[name] = await tables.join(made.invitation, name, "entrer")
    yield House(tables, clock, path, made, access.seat, seats, links)
    await tables.close()


async def test_a_game_master_is_told_the_current_invitations_again(house: House) -> None:
    told = await house.tables.invitations(house.id, house.gm)
    assert told == {"invitation": house.made.invitation, "invitation-spectateur": house.made.spectator}
    # Twice within one millisecond: still another link.
    first = await house.tables.renew(house.id, house.gm, "invitation")
    second = await house.tables.renew(house.id, house.gm, "invitation")
    assert len({house.made.invitation, first, second}) == 3
    assert (await house.tables.invitations(house.id, house.gm))["invitation"] == second
    assert await house.tables.access(first) is None
    assert await house.tables.access(house.made.invitation) is None
    access = await house.tables.access(second)
    assert access is not None
    assert access.role == "invitation"
    assert not access.seat
    other = Tables(open_store(f"sqlite:///{house.path}"), house.clock)
    assert (await other.invitations(house.id, house.gm))["invitation"] == second
    await other.close()


async def test_only_a_game_master_cares_for_links(house: House) -> None:
    with pytest.raises(Refusal):
        await house.tables.invitations(house.id, house.seats["Léa"])
    for kind in ("invitation", "siege"):
        with pytest.raises(Refusal):
            await house.tables.renew(house.id, house.seats["Léa"], kind, house.seats["Sam"])


async def test_no_token_is_stored(house: House) -> None:
    code = await house.tables.device_code(house.id, house.seats["Léa"])
    claim = await house.tables.claim(house.made.invitation, house.seats["Sam"])
    secrets = [house.made.game_master, house.made.invitation, house.made.spectator, code, claim]
    secrets += house.tokens.values()
    stored = b"".join(p.read_bytes() for p in house.path.parent.glob("t.sqlite*"))
    assert not [s for s in secrets if s.encode() in stored]


async def test_an_invitation_that_cannot_be_told_is_not_made_up(house: House) -> None:
    room = await house.tables.room(house.id)
    room.key = b"another key, so that the stored digest is not its own"
    assert await house.tables.invitations(house.id, house.gm) == {}


async def test_a_granted_claim_opens_the_seat_and_closes_its_older_links(house: House) -> None:
    tables, lea = house.tables, house.seats["Léa"]
    code = await tables.device_code(house.id, lea)
    claim = await tables.claim(house.made.invitation, lea)
    assert await tables.access(claim) is None
    asked = await tables.claimed(claim)
    assert asked is not None
    assert asked.name == "Léa"
    await house.settle(True)
    access = await tables.access(claim)
    assert access is not None
    assert (access.seat, access.role) == (lea, "joueur")
    assert await tables.claimed(claim) is None
    assert await tables.access(house.tokens["Léa"]) is None
    with pytest.raises(Refusal):
        await tables.redeem(code)
    assert await tables.access(house.tokens["Sam"]) is not None


async def test_a_refused_claim_opens_nothing(house: House) -> None:
    claim = await house.tables.claim(house.made.invitation, house.seats["Léa"])
    await house.settle(False)
    assert await house.tables.access(claim) is None
    assert await house.tables.claimed(claim) is None
    assert await house.tables.access(house.tokens["Léa"]) is not None
    # And it may be asked again.
    await house.tables.claim(house.made.invitation, house.seats["Léa"])


async def test_claims_are_few(house: House) -> None:
    for n in range(CLAIM_LIMIT):
        _, house.seats[f"p{n}"] = await house.tables.join(house.made.invitation, f"P{n}", "entrer")
    await house.tables.claim(house.made.invitation, house.seats["Léa"])
    with pytest.raises(Refusal, match="déjà demandée"):
        await house.tables.claim(house.made.invitation, house.seats["Léa"])
    for n in range(CLAIM_LIMIT - 1):
        await house.tables.claim(house.made.invitation, house.seats[f"p{n}"])
    with pytest.raises(Refusal, match="trop de demandes"):
        await house.tables.claim(house.made.invitation, house.seats["Sam"])


@pytest.mark.parametrize("seat", ["", "inconnu", "mj"])
async def test_only_players_seats_are_claimed(house: House, seat: str) -> None:
    with pytest.raises(Refusal):
        await house.tables.claim(house.made.invitation, house.gm if seat == "mj" else seat)
    with pytest.raises(Refusal):
        await house.tables.claim(house.tokens["Sam"], house.seats["Léa"])


async def test_a_claim_is_seen_by_game_masters_only(house: House) -> None:
    """Two worlds: with and without a claim and its refusal, no other byte reaches anybody."""
    _, watcher = await house.tables.join(house.made.spectator, "Zoé", "entrer")
    before = {seat: await house.seen_by(seat) for seat in (*house.seats.values(), watcher)}
    await house.tables.claim(house.made.invitation, house.seats["Léa"])
    assert {seat: await house.seen_by(seat) for seat in before} == before
    assert await house.claims()
    assert "demande à retrouver" in await house.seen_by(house.gm)
    await house.settle(False)
    assert {seat: await house.seen_by(seat) for seat in before} == before


async def test_a_seat_that_leaves_takes_its_claim_with_it(house: House) -> None:
    claim = await house.tables.claim(house.made.invitation, house.seats["Léa"])
    code = await house.tables.device_code(house.id, house.seats["Léa"])
    await house.lead("RemoveSeat", seat=house.seats["Léa"])
    assert await house.claims() == []
    assert await house.tables.claimed(claim) is None
    assert await house.tables.access(house.tokens["Léa"]) is None
    with pytest.raises(Refusal):
        await house.tables.redeem(code)
    assert [s.name for s in await house.tables.claimable(house.made.invitation)] == ["Sam"]


async def test_an_imported_claim_can_be_settled_without_shutting_the_seat_out(
    house: House, tmp_path: Path
) -> None:
    await house.tables.claim(house.made.invitation, house.seats["Léa"])
    data = await house.tables.export(house.id, house.gm)
    other = Tables(open_store(f"sqlite:///{tmp_path}/autre.sqlite"), house.clock)
    made = await other.import_(data)
    link = await other.renew(made.table, house.gm, "siege", house.seats["Léa"])
    await House(other, house.clock, tmp_path, made, house.gm, house.seats, {}).settle(True)
    assert await other.access(link) is not None
    await other.close()


async def test_a_code_opens_a_seat_once_within_ten_minutes(house: House) -> None:
    tables, lea = house.tables, house.seats["Léa"]
    first = await tables.device_code(house.id, lea)
    code = await tables.device_code(house.id, lea)
    assert len(code) == 6
    assert await tables.access(code) is None
    for dead in (first, "", "AAAAAA", code + "A"):
        with pytest.raises(Refusal):
            await tables.redeem(dead)
    token, access = await tables.redeem(f" {code[:3].lower()}-{code[3:]} ")
    assert access.seat == lea
    assert await tables.access(token) == access
    assert await tables.access(house.tokens["Léa"]) is not None
    with pytest.raises(Refusal):
        await tables.redeem(code)
    late = await tables.device_code(house.id, lea)
    house.clock.now += tokens.CODE_LIFE_MS + 1
    with pytest.raises(Refusal):
        await tables.redeem(late)


async def test_one_code_sent_by_two_devices_opens_one(house: House) -> None:
    code = await house.tables.device_code(house.id, house.seats["Léa"])
    found = await asyncio.gather(*(house.tables.redeem(code) for _ in range(4)), return_exceptions=True)
    assert sum(isinstance(x, Refusal) for x in found) == 3
    assert sum(isinstance(x, tuple) for x in found) == 1


async def test_a_seats_new_link_closes_all_its_others(house: House) -> None:
    token, _ = await house.tables.redeem(await house.tables.device_code(house.id, house.seats["Léa"]))
    code = await house.tables.device_code(house.id, house.seats["Léa"])
    fresh = await house.tables.renew(house.id, house.gm, "siege", house.seats["Léa"])
    for old in (house.tokens["Léa"], token):
        assert await house.tables.access(old) is None
    with pytest.raises(Refusal):
        await house.tables.redeem(code)
    access = await house.tables.access(fresh)
    assert access is not None
    assert access.seat == house.seats["Léa"]


async def test_a_glance_says_where_one_is_awaited(house: House) -> None:
    assert not (await house.tables.glance(house.id, house.gm))["awaits"]
    await house.tables.claim(house.made.invitation, house.seats["Léa"])
    mine = await house.tables.glance(house.id, house.gm)
    assert mine["awaits"]
    assert (mine["name"], mine["seat_name"], mine["role"]) == ("Essai", "Ana", "mj")
    assert not (await house.tables.glance(house.id, house.seats["Léa"]))["awaits"]
    await house.lead("RemoveSeat", seat=house.seats["Léa"])
    with pytest.raises(Refusal):
        await house.tables.glance(house.id, house.seats["Léa"])


AGAIN, OTHER = "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"
"""Command ids as our pages make them."""


async def seats(house: House) -> list[str]:
    return [s.name for s in (await house.tables.room(house.id)).now.core.seats if not s.removed]


async def test_the_same_request_takes_one_seat(house: House) -> None:
    join = house.tables.join
    first = await join(house.made.invitation, "Max", AGAIN)
    at_once = await asyncio.gather(*(join(house.made.invitation, " Max ", AGAIN) for _ in range(3)))
    assert set(at_once) == {first}
    assert (await seats(house)).count("Max") == 1
    access = await house.tables.access(first[0])
    assert access is not None
    assert access.seat == first[1]
    others = [
        await join(house.made.invitation, "Max", OTHER),
        await join(house.made.invitation, "Zoé", AGAIN),
        await join(house.made.spectator, "Max", AGAIN),
    ]
    assert len({first, *others}) == 4


@pytest.mark.parametrize("id", ["entrer", "1", "x" * (tokens.UNGUESSABLE - 1)])
async def test_a_name_that_may_be_guessed_gives_nobody_s_token(house: House, id: str) -> None:
    found = [await house.tables.join(house.made.invitation, "Max", id) for _ in range(2)]
    assert found[0][0] != found[1][0]
    assert found[0][1] != found[1][1]
    code = await house.tables.device_code(house.id, house.seats["Léa"])
    await house.tables.redeem(code, id)
    with pytest.raises(Refusal):
        await house.tables.redeem(code, id)


async def test_two_processes_take_one_seat(house: House) -> None:
    other = Tables(open_store(f"sqlite:///{house.path}"), house.clock)
    await other.room(house.id)
    both = [t.join(house.made.invitation, "Max", AGAIN) for t in (house.tables, other)]
    first, second = await asyncio.gather(*both)
    assert first == second
    for tables in (house.tables, other):
        room = await tables.room(house.id)
        assert [s.name for s in room.now.core.seats].count("Max") == 1
    await other.view(house.id, first[1])
    await other.close()


async def test_a_request_is_not_answered_again_once_withdrawn(house: House) -> None:
    token, seat = await house.tables.join(house.made.invitation, "Max", AGAIN)
    fresh = await house.tables.renew(house.id, house.gm, "siege", seat)
    with pytest.raises(Refusal, match="remplacé"):
        await house.tables.join(house.made.invitation, "Max", AGAIN)
    await house.lead("RemoveSeat", seat=seat)
    with pytest.raises(Refusal, match="plus à la table"):
        await house.tables.join(house.made.invitation, "Max", AGAIN)
    assert await house.tables.access(token) is None
    assert await house.tables.access(fresh) is None
    await house.tables.renew(house.id, house.gm, "invitation")
    with pytest.raises(Refusal, match="invitation"):
        await house.tables.join(house.made.invitation, "Max", AGAIN)


async def test_a_full_table_still_answers_whoever_came_in(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paravent.table.links.SEAT_LIMIT", 4)
    first = await house.tables.join(house.made.invitation, "Max", AGAIN)
    assert await house.tables.join(house.made.invitation, "Max", AGAIN) == first
    with pytest.raises(Refusal, match="pleine"):
        await house.tables.join(house.made.invitation, "Max", OTHER)


async def test_no_export_or_file_holds_what_a_token_could_be_made_again_from(house: House) -> None:
    await house.tables.join(house.made.invitation, "Max", AGAIN)
    await house.tables.claim(house.made.invitation, house.seats["Léa"], AGAIN)
    await house.tables.create("architectes", "Autre", "Ana", command_id=AGAIN)
    assert AGAIN not in canonical(await house.tables.export(house.id, house.gm))
    assert not any(AGAIN.encode() in p.read_bytes() for p in house.path.parent.glob("t.sqlite*"))


async def test_the_same_claim_is_made_once(house: House) -> None:
    claim = house.tables.claim
    first = await claim(house.made.invitation, house.seats["Léa"], AGAIN)
    assert await claim(house.made.invitation, house.seats["Léa"], AGAIN) == first
    assert len(await house.claims()) == 1
    with pytest.raises(Refusal, match="déjà demandée"):
        await claim(house.made.invitation, house.seats["Léa"], OTHER)
    await house.settle(False)
    assert await claim(house.made.invitation, house.seats["Léa"], AGAIN) == first
    assert await house.claims() == []
    assert await house.tables.claimed(first) is None
    second = await claim(house.made.invitation, house.seats["Léa"], OTHER)
    await house.settle(True)
    assert await claim(house.made.invitation, house.seats["Léa"], OTHER) == second
    access = await house.tables.access(second)
    assert access is not None
    assert access.seat == house.seats["Léa"]


async def test_the_same_code_from_the_same_page_opens_one_link(house: House) -> None:
    lea = house.seats["Léa"]
    code = await house.tables.device_code(house.id, lea)
    at_once = await asyncio.gather(*(house.tables.redeem(code, AGAIN) for _ in range(3)))
    assert len(set(at_once)) == 1
    with pytest.raises(Refusal):
        await house.tables.redeem(code, OTHER)
    with pytest.raises(Refusal):
        await house.tables.redeem(code)
    links = [
        c for c in await house.tables.store.credentials(house.id) if c.seat == lea and c.role == "joueur"
    ]
    assert len(links) == 2
    house.clock.now += tokens.AGAIN_MS + 1
    with pytest.raises(Refusal):
        await house.tables.redeem(code, AGAIN)
    assert await house.tables.access(at_once[0][0]) is not None


async def test_the_same_request_opens_one_table(house: House) -> None:
    def create(name: str = "Brume", id: str = AGAIN) -> Any:
        return house.tables.create("architectes", name, "Ana", command_id=id)

    first, *again = await asyncio.gather(*(create() for _ in range(3)))
    assert again == [first, first]
    other = Tables(open_store(f"sqlite:///{house.path}"), house.clock)
    assert await other.create("architectes", "Brume", "Ana", command_id=AGAIN) == first
    await other.close()
    more = [
        await create("Autre"),
        await create(id=OTHER),
        await create(id="1"),
        await create(id="1"),
        await create(id=""),
    ]
    assert len({first.table, *(m.table for m in more)}) == 6
    assert len({first.game_master, *(m.game_master for m in more)}) == 6
    access = await house.tables.access(first.game_master)
    assert access is not None
    assert access.role == "mj"
    await house.tables.reseat(first.table, access.seat)
    with pytest.raises(Refusal, match="remplacé"):
        await create()


async def test_whoever_leaves_takes_their_links_away(house: House) -> None:
    lea = house.seats["Léa"]
    code = await house.tables.device_code(house.id, lea)
    claim = await house.tables.claim(house.made.invitation, lea)
    view = await house.tables.view(house.id, lea)
    key = next(w["key"] for w in view["waitings"] for o in w["offers"] if o["command"] == "LeaveTable")
    await house.tables.act(house.id, lea, key, "LeaveTable", {}, "partir")
    assert (await house.tables.act(house.id, lea, key, "LeaveTable", {}, "partir")).repeated
    assert await seats(house) == ["Ana", "Sam"]
    for token in (house.tokens["Léa"], claim):
        assert await house.tables.access(token) is None
    with pytest.raises(Refusal):
        await house.tables.redeem(code)
    with pytest.raises(Refusal):
        await house.tables.view(house.id, lea)
    assert await house.claims() == []


async def test_a_link_made_anew_by_another_process_closes_the_old_within_a_second(house: House) -> None:
    """`paravent lien` writes to the file that a server has open."""
    assert await house.tables.access(house.made.game_master) is not None
    other = Tables(open_store(f"sqlite:///{house.path}"), clock=house.clock)
    fresh = await other.reseat(house.made.table, house.gm)
    await other.close()
    async with asyncio.timeout(3):
        while await house.tables.access(house.made.game_master) is not None:  # noqa: ASYNC110  # a link closed elsewhere
            await asyncio.sleep(0.05)
    assert await house.tables.access(fresh) is not None


async def test_a_link_withdrawn_while_the_store_answers_opens_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read before a withdrawal is never believed after it."""
    monkeypatch.setattr(doors, "FRESH", -1.0)
    store, token = house.tables.store, house.made.invitation
    read = store.credentials
    reading, going = asyncio.Event(), asyncio.Event()

    async def slowly(table: str) -> Any:
        found = await read(table)
        reading.set()
        await going.wait()
        return found

    assert await house.tables.access(token) is not None
    store.credentials = slowly  # type: ignore[method-assign]
    asking = asyncio.ensure_future(house.tables.access(token))
    await reading.wait()
    store.credentials = read  # type: ignore[method-assign]
    await house.tables.renew(house.made.table, house.gm, "invitation")
    late = asyncio.ensure_future(house.tables.access(token))
    going.set()
    await asking
    assert await late is None
    assert await house.tables.access(token) is None
