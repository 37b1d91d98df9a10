"""Thirty player characters with names made to break pages: all shown as text, and nothing breaks."""

from __future__ import annotations

from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

from hostile.foes import Person, Siege, besiege
from hostile.hands import TEXTS
from hostile.secrets_of import bearing, seated
from paravent.core.domains import Text, shows
from paravent.core.refusals import Refusal

INVISIBLE = ("\u200b", "\u2060\u200d", "\u3164", "\u2800", "\ufeff", "\u00a0", "\u202e\u202c", "\u00ad")
NAMES = [t.strip() for t in TEXTS if Text(200, required=True).why_not(t.strip()) is None]


class Tags(HTMLParser):
    """The tags and event handlers of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.handlers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.handlers += [name for name, _ in attrs if name.startswith("on")]


def of(page: str) -> Tags:
    tags = Tags()
    tags.feed(page)
    return tags


@pytest.mark.parametrize("name", INVISIBLE)
async def test_a_name_nobody_can_see_is_no_name(siege: Siege, name: str) -> None:
    assert not shows(name)
    with pytest.raises(Refusal) as refused:
        await siege.tables.join(siege.invitation, name, "invisible")
    assert (refused.value.rule, refused.value.field) == ("TAB-16", "nom")
    with pytest.raises(Refusal):
        await siege.ask("léa", "Write", text=name, to="tous")


async def test_thirty_players_with_difficult_names(siege: Siege, tmp_path: Path) -> None:
    assert len(NAMES) > 15
    usual = of((await _page(siege, "ada")).text)
    for n in range(30):
        name = NAMES[n % len(NAMES)][:196] + f" {n}"
        token, seat = await siege.tables.join(siege.invitation, name, f"foule-{n}")
        siege.people[f"p{n}"] = Person(name, seat, token, "joueur")
        await siege.ask(f"p{n}", "ProposeCharacter", name=name, scores=list(range(1, 23)))
        await siege.ask("ada", "AcceptActor")
        await siege.ask(f"p{n}", "Write", text=name * 9, to="tous")
    evil = NAMES[0]
    await siege.ask("ada", "RenameTable", name="<img src=x onerror=alert(1)>" + evil[:90])
    await siege.ask(
        "ada", "OpenScene", title="<b onclick=x>" + evil[:90], text="</textarea><script>x</script>"
    )
    for who in ("ada", "p0", "p29", "sam"):
        page = await _page(siege, who)
        assert page.status_code == 200
        found = of(page.text)
        assert not found.handlers
        assert not (found.tags - usual.tags) & {"img", "iframe", "b", "object", "textarea"}
        assert "<script>x" not in page.text
        assert "<img src=x" not in page.text
        for n in (1, 29):
            assert siege.people[f"p{n}"].name.split()[0] in unescape(page.text)
    async with siege.client() as client:
        for route in ("vue", "attentes", "export"):
            path = f"/api/tables/{siege.id}/{route}"
            assert (await client.get(path, headers=bearing(siege.people["p3"]))).status_code == 200
        for person in ("p3", "p11"):
            actor = await siege.actor(siege.people[person].name)
            path = f"/table/{siege.id}/fiche/{actor}.pdf"
            answer = await client.get(path, headers=seated(siege, siege.people[person]))
            assert answer.status_code == 200
            assert answer.content.startswith(b"%PDF")
        export = (
            await client.get(f"/api/tables/{siege.id}/export", headers=bearing(siege.people["ada"]))
        ).content
    await siege.sound()
    again = await besiege(tmp_path / "ailleurs.sqlite")
    async with again.client() as client:
        assert (await client.post("/api/import", content=export)).status_code == 201
    await again.tables.close()


async def _page(siege: Siege, who: str) -> httpx.Response:
    async with siege.client() as client:
        return await client.get(f"/table/{siege.id}", headers=seated(siege, siege.people[who]))
