"""Cheats by speed or by place: devices racing, questions answered by others, seats gone, real cards that are not."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Any

import httpx
import pytest

from hostile.foes import Siege
from hostile.secrets_of import Listener, bearing


async def send(
    siege: Siege, who: str, key: str, command: str, id: str, fields: dict[str, Any] | None = None
) -> httpx.Response:
    body = {"key": key, "command": command, "command_id": id, "fields": fields or {}}
    async with siege.client() as client:
        return await client.post(
            f"/api/tables/{siege.id}/gestes", json=body, headers=bearing(siege.people[who])
        )


async def key_for(siege: Siege, who: str, command: str) -> str:
    for w in (await siege.view(who))["waitings"]:
        if any(o["command"] == command and not o["barred"] for o in w["offers"]):
            return str(w["key"])
    raise AssertionError(f"{who} is not asked {command}")


async def kinds(siege: Siege) -> list[str]:
    return [r.kind for r in await siege.tables.store.read(siege.id)]


async def opened(siege: Siege, name: str = "Iris") -> None:
    await siege.ask("ada", "OpenTest", actor=await siege.actor(name), skill="12", secrecy="table")


async def test_two_devices_of_a_seat_answer_once(siege: Siege) -> None:
    await opened(siege)
    key = await key_for(siege, "léa", "WillDraw")
    answers = await asyncio.gather(*(send(siege, "léa", key, "WillDraw", f"appareil-{n}") for n in range(6)))
    assert sorted(a.status_code for a in answers) == [200, 409, 409, 409, 409, 409]
    assert (await kinds(siege)).count("Judged") == 1
    await siege.sound()


async def test_a_double_tap_is_one_effect_and_two_good_answers(siege: Siege) -> None:
    key = await key_for(siege, "léa", "ThrowDice")
    dice = {"count": 3, "sides": 6, "why": "", "secret": False}
    answers = await asyncio.gather(*(send(siege, "léa", key, "ThrowDice", "tape", dice) for _ in range(6)))
    assert [a.status_code for a in answers] == [200] * 6
    assert sorted(a.json()["repeated"] for a in answers) == [False] + [True] * 5
    assert (await kinds(siege)).count("FreeRolled") == 1


async def test_two_players_cannot_take_the_same_character(siege: Siege) -> None:
    await siege.ask("ada", "GiveActor", actor=await siege.actor("Iris"), seat="")
    await siege.ask("ada", "GiveActor", actor=await siege.actor("Otto"), seat="")
    iris = await siege.actor("Iris")
    keys = {who: await key_for(siege, who, "TakeActor") for who in ("léa", "noé")}
    answers = await asyncio.gather(
        *(send(siege, who, key, "TakeActor", "prise", {"actor": iris}) for who, key in keys.items())
    )
    assert sorted(a.status_code for a in answers) == [200, 422]
    owner = next(a for a in (await siege.room()).now.core.actors if a.id == iris).seat
    assert owner == siege.people["léa" if answers[0].status_code == 200 else "noé"].seat


async def test_who_is_not_asked_does_not_answer(siege: Siege) -> None:
    await opened(siege)
    before = await kinds(siege)
    keys = {
        who: [w["key"] for w in (await siege.view(who))["waitings"]] for who in ("ada", "léa", "noé", "sam")
    }
    offered = {o["command"] for w in (await siege.view("sam"))["waitings"] for o in w["offers"]}
    assert offered <= {"LeaveTable"}, "whoever watches may only go"
    assert not set(keys["léa"]) & set(keys["noé"]) & set(keys["ada"])
    for who in ("noé", "sam", "zoé", "max"):
        for owner in ("ada", "léa"):
            for key in keys[owner]:
                for command in ("WillDraw", "Draw", "LetTableThrow", "Undo", "RemoveSeat", "Write"):
                    answer = await send(siege, who, key, command, "usurpe")
                    assert answer.status_code in (404, 409, 422), answer.text
    for key in keys["léa"]:
        for command, fields in (("Undo", {"upto": 1}), ("Abandon", {}), ("RevealSecret", {"action": 1})):
            assert (await send(siege, "léa", key, command, "annule", fields)).status_code == 409
    assert await kinds(siege) == before


async def test_a_removed_seat_loses_its_stream_and_its_say(siege: Siege) -> None:
    noé = siege.people["noé"]
    stream = Listener(siege, f"/api/tables/{siege.id}/flux", bearing(noé))
    await stream.heard(1)
    key = await key_for(siege, "noé", "Write")
    _, answer = await asyncio.gather(
        siege.ask("ada", "RemoveSeat", seat=noé.seat),
        send(siege, "noé", key, "Write", "adieu", {"text": "!", "to": "tous"}),
    )
    assert answer.status_code in (200, 404, 409)
    told = await stream.ended()
    assert any("ce siège n’est plus à la table" in m for m in told)
    last = len(await kinds(siege))
    assert (await send(siege, "noé", key, "Write", "encore", {"text": "!", "to": "tous"})).status_code == 404
    await siege.ask("ada", "Write", text="plus tard", to="tous")
    assert not any("plus tard" in m for m in stream.messages)
    assert len(await kinds(siege)) == last + 1
    await siege.sound()


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ([23], "pas dans le paquet"),
        ([0], "pas dans le paquet"),
        ([-3], "pas dans le paquet"),
        ([3, 4], "il faut 1 nombre"),
        ([], "il faut 1 carte"),
        ([3.5], "nombres entiers"),
        (["XXX"], "nombre entier"),
        ([True], "nombre entier"),
        ([10**12], "nombre entier"),
    ],
)
async def test_real_cards_that_are_not_in_the_deck(siege: Siege, cards: list[Any], why: str) -> None:
    await siege.ask("léa", "ChooseHand", hand="reel", once="False")
    await opened(siege)
    await siege.ask("léa", "WillDraw")
    before = await kinds(siege)
    key = await key_for(siege, "léa", "Draw")
    answer = await send(siege, "léa", key, "Draw", "carte", {"cards": cards})
    assert 400 <= answer.status_code < 500
    assert why in answer.json()["why"]
    assert answer.json()["field"] == "cards" or answer.status_code == 400
    assert await kinds(siege) == before
    await siege.sound()


async def test_a_lost_card_is_drawn_by_nobody_and_hands_are_not_lent(siege: Siege) -> None:
    iris = await siege.actor("Iris")
    await siege.ask("ada", "CorrectDeck", actor=iris, lost=["5"], why="perdue")
    await siege.ask("léa", "ChooseHand", hand="reel", once="False")
    await opened(siege)
    await siege.ask("léa", "WillDraw")
    key = await key_for(siege, "léa", "Draw")
    answer = await send(siege, "léa", key, "Draw", "perdue", {"cards": [5]})
    assert (answer.status_code, answer.json()["why"]) == (422, "la carte 5 n’est pas dans le paquet")
    assert (await send(siege, "noé", key, "Draw", "prêtée", {"cards": [6]})).status_code in (409, 422)
    assert (await send(siege, "noé", key, "Draw", "pretee", {"cards": [6]})).status_code == 409
    answers = await asyncio.gather(
        *(send(siege, "léa", key, "Draw", f"carte-{c}", {"cards": [c]}) for c in (6, 7)),
        send(siege, "léa", key, "LetTableThrow", "table"),
    )
    assert sorted(a.status_code for a in answers) == [200, 409, 409]
    await siege.sound()


async def test_a_share_counts_once_and_must_be_the_one_announced(siege: Siege) -> None:
    seat, epoch = siege.people["léa"].seat, (await siege.room()).now.core.epoch.number
    share = "ab" * 32
    parts = ("paravent/1/contribution", siege.id, str(epoch), str(seat), share)
    print_ = sha256("".join(f"{len(p.encode())}:{p}," for p in parts).encode()).hexdigest()
    key = await key_for(siege, "léa", "CommitShare")
    taps = await asyncio.gather(
        *(send(siege, "léa", key, "CommitShare", f"part-{n}", {"print": print_}) for n in range(3))
    )
    assert sorted(a.status_code for a in taps) == [200, 409, 409]
    other = await key_for(siege, "noé", "CommitShare")
    copied = await send(siege, "noé", other, "CommitShare", "copie", {"print": print_})
    assert copied.status_code == 200
    key = await key_for(siege, "léa", "RevealShare")
    wrong = await send(siege, "léa", key, "RevealShare", "autre", {"share": "cd" * 32})
    assert (wrong.status_code, wrong.json()["rule"], wrong.json()["field"]) == (422, "TAB-04", "share")
    taps = await asyncio.gather(
        *(send(siege, "léa", key, "RevealShare", f"montre-{n}", {"share": share}) for n in range(3))
    )
    assert sorted(a.status_code for a in taps) == [200, 409, 409]
    # Copying a print brings nothing: the share of another seat does not fit it.
    stolen = await send(
        siege, "noé", await key_for(siege, "noé", "RevealShare"), "RevealShare", "vol", {"share": share}
    )
    assert (stolen.status_code, stolen.json()["rule"]) == (422, "TAB-04")
    assert (await kinds(siege)).count("ContributionRevealed") == 1


async def test_joining_twice_with_one_command_takes_one_seat(siege: Siege) -> None:
    before = len((await siege.room()).now.core.seats)
    async with siege.client() as client:
        body = {"name": "Eve", "command_id": "0123456789abcdef0123456789abcdef"}
        path = f"/api/invitations/{siege.invitation}"
        answers = await asyncio.gather(*(client.post(path, json=body) for _ in range(3)))
    assert {a.status_code for a in answers} == {201}
    assert len({a.text for a in answers}) == 1
    assert len((await siege.room()).now.core.seats) == before + 1


async def test_a_code_serves_one_device(siege: Siege) -> None:
    code = await siege.tables.device_code(siege.id, siege.people["léa"].seat)
    done = await asyncio.gather(*(siege.tables.redeem(code) for _ in range(4)), return_exceptions=True)
    assert sum(not isinstance(d, BaseException) for d in done) == 1
