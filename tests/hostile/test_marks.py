"""A page that comes back after a cut: it is sent what changed, and learns nothing else from being sent nothing."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from hostile.each_system import SHEETS
from hostile.foes import Siege
from hostile.hidden import hide
from hostile.secrets_of import Listener, seated
from paravent.table import stamps
from paravent.web import marks, screen
from paravent.web.kept import NAME, NAMED, PIECE

every_system = pytest.mark.parametrize("siege", sorted(SHEETS), indirect=True)
one_system = pytest.mark.parametrize("siege", ["architectes"], indirect=True)
MARKED = re.compile(r"\Aid: (([0-9a-f]{48})\.([0-9a-f]{16}))\n")
LOOKS = 20


def follow(siege: Siege, mark: str = "", who: str = "léa") -> Listener:
    back = f"?vu={mark}" if mark else ""
    return Listener(siege, f"/table/{siege.id}/flux{back}", seated(siege, siege.people[who]))


def mark_of(message: str) -> str:
    found = MARKED.match(message)
    assert found, message[:80]
    return found[1]


async def shown(siege: Siege, who: str = "léa") -> str:
    """The mark of what this person's page shows now, its stream cut."""
    stream = follow(siege, who=who)
    mark = mark_of((await stream.heard(1))[0])
    await stream.close()
    return mark


async def settled() -> None:
    for _ in range(LOOKS):
        await asyncio.sleep(0.01)


def whole(message: str) -> None:
    """Every piece that the message names is in it: nothing is supposed of what the page holds."""
    view, *pieces = message.split(PIECE)
    named = {x[:NAME] for x in view.split(NAMED)[1:]}
    assert named
    assert named == {x[:NAME] for x in pieces}


async def silent_so_far(siege: Siege, stream: Listener) -> None:
    """Nothing was said, and what all then see is told whole."""
    assert stream.messages == []
    await siege.ask("léa", "Write", text="bonjour", to="tous")
    (message,) = await stream.heard(1)
    whole(message)
    await stream.close()


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every view drawn since."""
    drawn: list[Any] = []
    arrange = screen.arrange

    def counted(view: Any, lines: int | None = screen.LINES_SHOWN) -> Any:
        drawn.append(view)
        return arrange(view, lines)

    monkeypatch.setattr(screen, "arrange", counted)
    return drawn


@one_system
async def test_what_a_page_shows_already_is_neither_drawn_nor_sent_again(
    siege: Siege, drawings: list[Any]
) -> None:
    mark = await shown(siege)
    drawings.clear()
    stream = follow(siege, mark)
    await settled()
    assert (stream.status, stream.messages, drawings) == (200, [], [])
    await siege.ask("noé", "Write", text="bonjour", to="tous")
    (message,) = await stream.heard(1)
    assert "bonjour" in message
    whole(message)
    await stream.close()


@one_system
async def test_what_changed_meanwhile_is_sent_at_once(siege: Siege) -> None:
    mark = await shown(siege)
    await siege.ask("noé", "Write", text="bonjour", to="tous")
    stream = follow(siege, mark)
    (message,) = await stream.heard(1)
    assert "bonjour" in message
    whole(message)
    assert mark_of(message).split(".")[1] != mark.split(".")[1]
    await stream.close()


@every_system
async def test_what_happened_unseen_changes_nothing_for_who_comes_back(siege: Siege) -> None:
    mark = await shown(siege)
    await hide(siege)
    assert mark.split(".")[1] == (await shown(siege)).split(".")[1]
    stream = follow(siege, mark)
    await settled()
    # What was hidden since then, the first drawing of this connection included, is not told either.
    await siege.ask("ada", "Write", text="rien que pour moi", to="mj")
    await settled()
    await silent_so_far(siege, stream)


@one_system
async def test_what_is_hidden_after_coming_back_is_not_told(siege: Siege) -> None:
    stream = follow(siege, await shown(siege))
    await settled()
    await hide(siege)
    await settled()
    await silent_so_far(siege, stream)


@one_system
async def test_two_marks_of_one_moment_are_unlike_but_for_what_is_shown(siege: Siege) -> None:
    one, other = [(await shown(siege)).split(".") for _ in range(2)]
    assert one[1] == other[1]
    assert one[0][:16] != other[0][:16]
    assert one[0][16:] != other[0][16:]


@one_system
async def test_the_mark_of_another_seat_opens_no_short_way(siege: Siege, drawings: list[Any]) -> None:
    mark = await shown(siege, "noé")
    drawings.clear()
    stream = follow(siege, mark)
    await stream.heard(1)
    assert drawings
    await stream.close()


@one_system
@pytest.mark.parametrize(
    "mark",
    ["x", "0" * 48, f"{'0' * 48}.", f"{'0' * 48}.{'g' * 16}", f"{'A' * 48}.{'0' * 16}", "%00", "%C3%A9." * 9],
)
async def test_what_is_no_mark_is_shown_all(siege: Siege, mark: str) -> None:
    stream = follow(siege, mark)
    whole((await stream.heard(1))[0])
    await stream.close()


@one_system
@pytest.mark.parametrize("hidden", [False, True])
async def test_a_good_stamp_under_a_false_print_does_not_tell_whether_anything_was_hidden(
    siege: Siege, hidden: bool
) -> None:
    stamp, _ = (await shown(siege)).split(".")
    if hidden:
        await siege.ask("ada", "Write", text="rien que pour moi", to="mj")
    stream = follow(siege, f"{stamp}.{'0' * 16}")
    whole((await stream.heard(1))[0])
    await stream.close()


@one_system
async def test_a_newer_paravent_shows_all_again(siege: Siege, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = await shown(siege)
    for module in (stamps, marks):
        monkeypatch.setattr(module, "release", lambda: "0.0.0")
    stream = follow(siege, mark)
    whole((await stream.heard(1))[0])
    await stream.close()


@one_system
async def test_a_mark_made_up_is_worth_nothing(siege: Siege) -> None:
    stream = follow(siege, f"{'0' * 48}.{'0' * 16}")
    whole((await stream.heard(1))[0])
    await stream.close()


@one_system
async def test_a_link_made_anew_closes_whoever_comes_back_with_a_good_mark(siege: Siege) -> None:
    mark = await shown(siege)
    stream = follow(siege, mark)
    await settled()
    ada = siege.people["ada"]
    await siege.tables.renew(siege.id, ada.seat, "siege", siege.people["léa"].seat)
    assert "event: end" in (await stream.ended())[-1]
    again = follow(siege, mark)
    await again.ended()
    assert again.status == 404
