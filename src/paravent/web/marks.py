"""What a page shows, in a mark that it gives back when its stream was cut: what it shows already is not sent again."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from paravent.table.service import Access, Tables
from paravent.table.stamps import release
from paravent.web.kept import Sent, print_of
from paravent.web.stream import message

MARK = re.compile(r"([0-9a-f]{48})\.([0-9a-f]{16})")


@dataclass(frozen=True, slots=True)
class Mark:
    """`stamp`: how the table stood (`table/stamps.py`); `shown`: the print of the view."""

    stamp: str
    shown: str

    def __str__(self) -> str:
        return f"{self.stamp}.{self.shown}"


def read(text: str) -> Mark | None:
    """The mark that a page gives back; None for what is none, as for a page that shows nothing yet."""
    found = MARK.fullmatch(text)
    return Mark(*found.groups()) if found else None


class Followed:
    """One page that follows a seat's view: what it shows, and what to tell it next.

    Nothing but what the view shows decides what is sent: whether the table moved unseen since the mark was given
    only decides whether the view is drawn (TAB-15).
    """

    def __init__(
        self,
        tables: Tables,
        access: Access,
        mark: Mark | None,
        drawn: Callable[[], Awaitable[Mapping[str, Any]]],
        render: Callable[[Mapping[str, Any]], str],
    ) -> None:
        self._tables = tables
        self._access = access
        self._mark = mark
        self._shows = mark.shown if mark else ""
        self._drawn = drawn
        self._render = render
        self._sent = Sent()
        self._holds = False
        """Whether a message was sent: until then the page holds no piece of this connection."""

    async def fresh(self) -> tuple[str, str]:
        """The print of the view, then the message that shows it; "" for a page that shows it already. Raises as
        `Tables.view` does."""
        # Before the view is drawn: if the table moves meanwhile, the stamp is too old, and the view is drawn again.
        moment = await self._tables.moment(self._access.table)
        seat, mark, self._mark = self._access.seat, self._mark, None
        if mark and moment.same(seat, mark.shown, mark.stamp):
            return mark.shown, ""
        shown = await self._drawn()
        told, text = self._sent.message(lambda: self._render(shown))
        # Pieces are told by what they show: another release may write the same otherwise.
        now = print_of(release(), told).hex()[:16]
        if now == self._shows:
            if not self._holds:
                self._sent = Sent()
            return now, ""
        self._shows, self._holds = now, True
        return now, message(text, str(Mark(moment.stamp(seat, now), now)))
