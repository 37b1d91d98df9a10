"""What a game master's desk opens on, and the names of a list's rows, at a table of Département M."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from html import unescape
from typing import Any

import httpx
import pytest

from web.party import Server


@pytest.fixture
async def gm(server: Server) -> AsyncIterator[tuple[httpx.AsyncClient, str]]:
    async with server.browser() as browser:
        opened = {"systeme": "departement_m", "nom": "Canal 9", "pseudo": "Ada"}
        made = await browser.post("/tables", data=opened)
        yield browser, made.headers["location"].removesuffix("/liens")


async def page_of(gm: httpx.AsyncClient, url: str) -> str:
    return unescape((await gm.get(url)).text)


async def staff(server: Server, gm: httpx.AsyncClient, table: str, name: str) -> None:
    """An extra of the game master's, with the lowest scores."""
    id = table.rsplit("/", 1)[1]
    headers = {"Authorization": f"Bearer {gm.cookies[f'siege-{id}']}"}
    async with server.browser() as api:
        view: Any = (await api.get(f"/api/tables/{id}/vue", headers=headers)).json()
    key = next(w["key"] for w in view["waitings"] if w["topic"] == "ToStaff")
    form = {"key": key, "command": "CreateExtra", "f.name": name, "f.hidden": "False"}
    assert (await gm.post(f"{table}/geste", data=form)).status_code == 303


async def test_the_desk_opens_on_the_test_to_call_and_on_whom(
    server: Server, gm: tuple[httpx.AsyncClient, str]
) -> None:
    browser, table = gm
    await staff(server, browser, table, "Le Guetteur")
    await staff(server, browser, table, "La dame du 314")
    desk = re.split(r'<details class="desk" id="bureau-\w+">', await page_of(browser, table))[0]
    first, rest = desk.split('<section class="desk__first', 1)[1].split("</section>", 1)
    assert ">Demander un test</h3>" in first
    whom = re.findall(r'<summary>([^<]+)</summary>.*?href="([^"]+/bureau/[^"]+)"', first, re.S)
    assert [name for name, _ in whom] == ["Le Guetteur", "La dame du 314"]
    assert "Monter la Menace de 1" in rest
    unfolded = await page_of(browser, whom[0][1])
    form, folded = unfolded.split("</form>", 1)
    assert 'value="CallTest"' in form
    assert "<details" not in form.split("<main", 1)[1].split('value="CallTest"', 1)[0]
    assert "Annoncer une action" in folded


async def test_a_row_is_named_by_one_of_what_it_lists(
    server: Server, gm: tuple[httpx.AsyncClient, str]
) -> None:
    browser, table = gm
    folded = re.findall(r'href="([^"]+/bureau/[^"]+)"', await page_of(browser, table))
    desk = "".join([await page_of(browser, url) for url in folded])
    form = await page_of(browser, re.findall(r'href="([^"]*commande=CreateExtra)"', desk)[0])
    assert re.findall(r">(Spécialisation \d+)</label>", form)[:2] == ["Spécialisation 1", "Spécialisation 2"]
