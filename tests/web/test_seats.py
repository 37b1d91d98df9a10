"""Coming to a table and back to it, by pages alone: no script runs here."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import httpx
import pytest

from paravent.systems import all_systems
from paravent.table.ready_made import example_of, set_table
from paravent.web import away
from paravent.web.app import create_app
from paravent.web.home_pages import ReadyMade
from web.party import CANARY, HOST, ORIGIN, Party


async def invitation(party: Party, kind: str = "invitation") -> str:
    """The current invitation's path, as the game master's page shows it."""
    page = await party.gm.get(f"/table/{party.id}/liens")
    found = re.search(rf'id="{kind}" value="{HOST}([^"]+)"', unescape(page.text))
    assert found, page.text
    return found[1]


async def claimed(party: Party, someone: httpx.AsyncClient, name: str = "Léa") -> httpx.Response:
    link = await invitation(party)
    page = await someone.get(f"{link}/place")
    seat = re.search(rf'value="(\w+)" required><span class="choice__body"><b>{name}<', page.text)
    assert seat
    return await someone.post(f"{link}/place", data={"place": seat[1]})


async def settle(party: Party, granted: bool) -> None:
    w = await party.waiting("mj", "SettleClaim")
    claim = w["offers"][0]["fields"][0]["options"][0]["id"]
    answer = await party.post("mj", "SettleClaim", {"claim": claim, "granted": str(granted)})
    assert answer.status_code == 200, answer.text


async def test_a_link_names_the_table_it_leads_to(party: Party) -> None:
    async with party.server.browser() as someone:
        page = await someone.get(await invitation(party))
        assert '<p class="eyebrow">Les Passeurs</p>' in page.text


async def test_a_lost_seat_comes_back_with_the_game_master_s_word(party: Party) -> None:
    async with party.server.browser() as lost:
        asked = await claimed(party, lost)
        waiting = f"/table/{party.id}/attente"
        assert asked.headers["location"] == waiting
        assert "HttpOnly" in asked.headers["set-cookie"]
        page = await lost.get(waiting)
        assert "Léa" in page.text
        assert "Iris" not in page.text
        assert "Passeurs" not in page.text
        assert (await lost.get(f"/table/{party.id}")).headers["location"] == waiting
        # Asking twice is asking once.
        assert (await claimed(party, lost)).headers["location"] == waiting
        assert "demande à reprendre sa place" in (await party.gm.get(f"/table/{party.id}")).text
        assert "demande" not in (await party.lea.get(f"/table/{party.id}")).text
        await settle(party, True)
        assert (await lost.get(waiting)).headers["location"] == f"/table/{party.id}"
        assert "Iris" in (await lost.get(f"/table/{party.id}")).text
        assert f"demande-{party.id}" not in lost.cookies
        assert (await party.lea.get(f"/table/{party.id}")).status_code == 404


async def test_a_refused_claim_shows_nothing_of_the_table(party: Party) -> None:
    async with party.server.browser() as lost:
        await claimed(party, lost)
        token = lost.cookies[f"demande-{party.id}"]
        await settle(party, False)
        page = await lost.get(f"/table/{party.id}/attente")
        assert "n’a pas abouti" in page.text
        assert "Iris" not in page.text
        for address in (f"/lien/{token}", f"/table/{party.id}/flux"):
            assert (await lost.get(address)).status_code == 404
        assert (await party.lea.get(f"/table/{party.id}")).status_code == 200


async def test_claims_open_nothing_before_they_are_granted(party: Party) -> None:
    async with party.server.browser() as lost:
        await claimed(party, lost)
        token = lost.cookies[f"demande-{party.id}"]
        assert (await lost.get(f"/lien/{token}")).status_code == 404
        assert (await lost.get(f"/lien/{token}/place")).status_code == 404
        api = await lost.get(f"/api/tables/{party.id}/vue", headers={"Authorization": f"Bearer {token}"})
        assert api.status_code == 404
        lost.cookies.set(f"siege-{party.id}", token)
        assert (await lost.get(f"/table/{party.id}")).status_code == 404


async def test_claims_are_not_a_way_to_pester(party: Party) -> None:
    statuses = []
    for _ in range(8):
        async with party.server.browser() as lost:
            statuses.append((await claimed(party, lost)).status_code)
            if statuses[-1] == 303:
                await settle(party, False)
    assert statuses[0] == 303
    assert statuses[-1] == 429


async def test_names_of_seats_are_for_whoever_is_invited(party: Party) -> None:
    async with party.server.browser() as stranger:
        for address in (f"/lien/{party.tokens['lea']}/place", "/lien/inconnu/place"):
            found = await stranger.get(address)
            assert found.status_code == 404
            assert "Léa" not in found.text


async def test_a_second_device_takes_a_code(party: Party) -> None:
    empty = await party.lea.get(f"/table/{party.id}/appareil")
    assert 'class="code"' not in empty.text
    page = await party.lea.post(f"/table/{party.id}/appareil")
    shown = re.search(r'id="code">(\w{3}) (\w{3})<', page.text)
    assert shown
    code = shown[1] + shown[2]
    async with party.server.browser() as phone:
        assert code in (await phone.get(f"/code?code={code}")).text
        wrong = await phone.post("/code", data={"code": "QQQQQQ"})
        assert wrong.status_code == 422
        assert "dix minutes" in wrong.text
        entered = await phone.post("/code", data={"code": f"{shown[1].lower()} {shown[2]}"})
        assert entered.headers["location"] == f"/table/{party.id}"
        assert "Iris" in (await phone.get(f"/table/{party.id}")).text
    async with party.server.browser() as other:
        assert (await other.post("/code", data={"code": code})).status_code == 422
    assert (await party.lea.get(f"/table/{party.id}")).status_code == 200


async def test_guessing_codes_is_stopped(party: Party) -> None:
    async with party.server.browser() as guesser:
        tries = [
            (await guesser.post("/code", data={"code": f"AAAA{n}{n}"})).status_code for n in range(2, 10)
        ]
    assert tries == [422] * 6 + [429] * 2


async def test_links_are_replaced_after_saying_what_it_withdraws(party: Party) -> None:
    old = await invitation(party)
    said = await party.gm.get(f"/table/{party.id}/liens/remplacer?lien=invitation")
    assert "cesseront de marcher" in said.text
    assert await invitation(party) == old
    done = await party.gm.post(f"/table/{party.id}/liens", data={"lien": "invitation"})
    assert done.headers["location"] == f"/table/{party.id}/liens"
    new = await invitation(party)
    assert new != old
    async with party.server.browser() as other:
        assert (await other.get(old)).status_code == 404
        assert (await other.get(new)).status_code == 200
        assert (
            "Regarder la partie" in (await other.get(await invitation(party, "invitation-spectateur"))).text
        )


async def test_a_seat_s_new_link_is_shown_once(party: Party) -> None:
    seat = (await party.view("lea"))["me"]["seat"]
    said = await party.gm.get(f"/table/{party.id}/liens/remplacer?lien=siege&place={seat}")
    assert "Léa" in said.text
    page = await party.gm.post(f"/table/{party.id}/liens", data={"lien": "siege", "place": seat})
    found = re.search(rf'id="personnel" value="{HOST}(/lien/[^"]+)"', page.text)
    assert found
    assert found[1] not in (await party.gm.get(f"/table/{party.id}/liens")).text
    assert (await party.lea.get(f"/table/{party.id}")).status_code == 404
    assert (await party.lea.post(found[1])).status_code == 303
    assert (await party.lea.get(f"/table/{party.id}")).status_code == 200


async def test_a_game_master_who_renews_their_own_link_stays(party: Party) -> None:
    seat = (await party.view("mj"))["me"]["seat"]
    await party.gm.post(f"/table/{party.id}/liens", data={"lien": "siege", "place": seat})
    assert (await party.gm.get(f"/table/{party.id}/liens")).status_code == 200
    async with party.server.browser() as other:
        assert (await other.get(f"/lien/{party.tokens['mj']}")).status_code == 404


async def test_a_game_master_elsewhere_sees_the_same_invitation(party: Party) -> None:
    async with party.server.browser() as laptop:
        await laptop.post(f"/lien/{party.tokens['mj']}")
        page = await laptop.get(f"/table/{party.id}/liens")
        assert f'value="{HOST}{await invitation(party)}"' in page.text


async def test_links_are_for_game_masters(party: Party) -> None:
    seat = (await party.view("mj"))["me"]["seat"]
    for address in ("liens", "liens/remplacer?lien=invitation"):
        assert (await party.lea.get(f"/table/{party.id}/{address}")).status_code == 404
    taken = await party.lea.post(f"/table/{party.id}/liens", data={"lien": "siege", "place": seat})
    assert taken.status_code == 404
    for data in ({}, {"lien": "siege"}, {"lien": "siege", "place": "x"}, {"lien": "mj"}):
        assert (await party.gm.post(f"/table/{party.id}/liens", data=data)).status_code == 422
    assert (await party.gm.get(f"/table/{party.id}/liens/remplacer?lien=siege&place=x")).status_code == 404


async def test_seats_are_kept_and_sent_away_from_the_same_page(party: Party) -> None:
    page = (await party.gm.get(f"/table/{party.id}/liens")).text
    forms = re.findall(r'<form[^>]*action="[^"]+/geste">(.*?)</form>', page, re.S)
    sent = [dict(re.findall(r'name="([^"]+)" value="([^"]*)"', f)) for f in forms]
    absent = next(f for f in sent if f["command"] == "MarkAbsent")
    back = await party.gm.post(f"/table/{party.id}/geste", data=absent)
    assert back.headers["location"] == f"/table/{party.id}/liens"
    page = (await party.gm.get(f"/table/{party.id}/liens")).text
    assert "absence en cours" in page
    forms = re.findall(r'<form[^>]*action="[^"]+/geste">(.*?)</form>', page, re.S)
    sent = [dict(re.findall(r'name="([^"]+)" value="([^"]*)"', f)) for f in forms]
    await party.gm.post(
        f"/table/{party.id}/geste", data=next(f for f in sent if f["command"] == "RemoveSeat")
    )
    assert (await party.lea.get(f"/table/{party.id}")).status_code == 404


async def test_home_lists_the_tables_this_browser_holds(party: Party) -> None:
    home = (await party.lea.get("/")).text
    assert "Les Passeurs" in home
    assert "Léa" in home
    assert CANARY not in home
    async with party.server.browser() as stranger:
        assert "Les Passeurs" not in (await stranger.get("/")).text
        stranger.cookies.set(f"siege-{party.id}", "faux")
        stranger.cookies.set("siege-autre", party.tokens["lea"])
        assert "Les Passeurs" not in (await stranger.get("/")).text
    assert "ta place" in (await party.lea.get(f"/oublier/{party.id}")).text.lower()
    assert "Les Passeurs" in (await party.lea.get("/")).text
    await party.lea.post(f"/oublier/{party.id}")
    assert "Les Passeurs" not in (await party.lea.get("/")).text
    assert (await party.lea.post(f"/lien/{party.tokens['lea']}")).status_code == 303


async def test_home_says_where_one_is_awaited(party: Party) -> None:
    assert "On vous y attend" not in (await party.lea.get("/")).text
    view = await party.view("lea")
    await party.test_of(view["me"]["actors"][0])
    assert "On vous y attend" in (await party.lea.get("/")).text


async def test_a_table_taken_away_is_brought_in_by_its_file(party: Party) -> None:
    data = (await party.gm.get(f"/table/{party.id}/export.json")).json()
    data["table"] = "ailleurs0"
    async with party.server.browser() as other:
        refused = await other.post("/importer", files={"fichier": ("t.json", json.dumps(data))})
        assert refused.status_code == 422
        assert "empreinte" in refused.text
        for text in ("", "{", "[]", '{"paravent": 1}'):
            refused = await other.post("/importer", files={"fichier": ("t.json", text)})
            assert refused.status_code == 422
            assert "n’est pas un export" in refused.text
        assert (await other.post("/importer", data={"fichier": "x"})).status_code == 422
    data["records"][1]["kind"] = "Rien"
    async with party.server.browser() as other:
        refused = await other.post("/importer", files={"fichier": ("t.json", json.dumps(data))})
        assert "records[" in refused.text


async def test_an_imported_table_opens_on_its_links(party: Party, tmp_path: Any) -> None:
    from paravent.store import open_store
    from paravent.table.service import Tables

    data = (await party.gm.get(f"/table/{party.id}/export.json")).content
    tables = Tables(open_store(f"sqlite:///{tmp_path}/autre.sqlite"))
    app = create_app(tables, hosts=("localhost",))
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url=HOST, headers=ORIGIN
    ) as elsewhere:
        made = await elsewhere.post("/importer", files={"fichier": ("t.json", data)})
        assert made.headers["location"] == f"/table/{party.id}/liens", made.text
        assert "Léa" in (await elsewhere.get(made.headers["location"])).text
    await tables.close()


@pytest.mark.parametrize(("client", "leads"), [("127.0.0.1", True), ("192.168.1.7", False)])
async def test_ready_made_tables_are_offered(party: Party, client: str, leads: bool) -> None:
    system = next(s for s in all_systems().values() if example_of(s) is not None)
    example = example_of(system)
    assert example is not None
    made = await set_table(party.server.tables, system.name, example)
    ready = ReadyMade(system.name, example.title, made)
    app = create_app(party.server.tables, hosts=("localhost",), ready_made=[ready])
    transport = httpx.ASGITransport(app, client=(client, 1))
    async with httpx.AsyncClient(transport=transport, base_url=HOST) as visitor:
        page = (await visitor.get("/")).text
    assert f"/lien/{made.invitation}" in page
    assert f"/lien/{made.spectator}" in page
    assert (f"/lien/{made.game_master}" in page) is leads


# Meanwhile


def line(n: int, kind: str = "Noted", at: int = 0, seat: str = "mj", **more: Any) -> dict[str, Any]:
    return {
        "n": n,
        "text": f"ligne {n}",
        "at": at,
        "seat": seat,
        "undone": False,
        "data": {"kind": kind},
        **more,
    }


def told(lines: list[dict[str, Any]], seen: int | None, now: int = 10 * away.AWAY_MS) -> list[str]:
    found = away.missed({"me": {"seat": "lea"}, "journal": lines}, seen, now)
    return [x["text"] for x in found["lines"]] if found else []


def test_nobody_was_away() -> None:
    lines = [line(1), line(2)]
    assert told(lines, None) == []
    assert told(lines, 2) == []
    assert told(lines, 99) == []
    assert told(lines, 1, now=away.AWAY_MS - 1) == []
    assert told(lines, 1, now=away.AWAY_MS) == ["ligne 2"]


def test_ten_lines_tell_the_most_and_the_latest() -> None:
    lines = [line(1, "SceneOpened"), *(line(n, "Drawn") for n in range(2, 30)), line(30)]
    assert told(lines, 0) == ["ligne 1", *(f"ligne {n}" for n in range(22, 31))]
    found = away.missed({"me": {"seat": "lea"}, "journal": lines}, 0, 10 * away.AWAY_MS)
    assert found is not None
    assert found["more"] == 20


def test_one_s_own_lines_and_undone_ones_are_no_news() -> None:
    lines = [line(1, seat="lea"), line(2, undone=True), line(3, "ChanceCommitted"), line(4)]
    assert told(lines, 0) == ["ligne 4"]


@pytest.mark.parametrize("mark", ["", "x", "-1", "1.5", "9" * 12, "²"])
def test_a_nonsense_mark_is_none(mark: str) -> None:
    assert away.seen_of(mark) is None


async def test_what_one_missed_is_told_until_it_is_read(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = f"/table/{party.id}"
    assert "Pendant ton absence" not in (await party.lea.get(table)).text
    secret = {"text": "Le pont est piégé", "to": "mj"}
    assert (await party.post("mj", "Write", secret)).status_code == 200
    assert (await party.post("mj", "Write", {"text": "La pluie tombe", "to": "tous"})).status_code == 200
    monkeypatch.setattr(away, "AWAY_MS", 0)
    for _ in range(2):
        page = (await party.lea.get(table)).text
        account = page.split('id="absence"')[1].split("</aside>")[0]
        assert "La pluie tombe" in account
        assert "piégé" not in page
    assert (await party.lea.post(f"{table}/vu")).status_code == 303
    assert "Pendant ton absence" not in (await party.lea.get(table)).text


# The same request twice, leaving, renaming


def hidden_id(page: str, form: str) -> str:
    """The command id of the form sent to an address."""
    found = re.search(rf'action="{re.escape(form)}"[^>]*>.*?name="command_id" value="(\w+)"', page, re.S)
    assert found, page
    assert len(found[1]) == 32, page
    return found[1]


async def test_entering_twice_takes_one_place(party: Party) -> None:
    link = await invitation(party)
    async with party.server.browser() as max_:
        data = {"nom": "Max", "command_id": hidden_id((await max_.get(link)).text, link)}
        first = await max_.post(link, data=data)
        second = await max_.post(link, data=data)
    assert first.status_code == second.status_code == 303
    assert first.headers["set-cookie"] == second.headers["set-cookie"]
    assert [s["name"] for s in (await party.view("mj"))["seats"]].count("Max") == 1


async def test_creating_twice_opens_one_table(party: Party) -> None:
    async with party.server.browser() as max_:
        id = hidden_id((await max_.get("/")).text, "/tables")
        form = {"systeme": "architectes", "nom": "Brume", "pseudo": "Max", "command_id": id}
        made = [await max_.post("/tables", data=form) for _ in range(2)]
        assert made[0].headers["location"] == made[1].headers["location"]
        assert (await max_.get(made[1].headers["location"])).status_code == 200
    assert len(await party.server.tables.every()) == 2


async def test_a_claim_or_a_code_sent_twice_counts_once(party: Party) -> None:
    link = await invitation(party)
    seat = (await party.view("lea"))["me"]["seat"]
    async with party.server.browser() as first, party.server.browser() as second:
        # The answer to the first is lost, and its cookie with it.
        id = hidden_id((await first.get(f"{link}/place")).text, f"{link}/place")
        for browser in (first, second):
            asked = await browser.post(f"{link}/place", data={"place": seat, "command_id": id})
            assert asked.status_code == 303, asked.text
        assert first.cookies[f"demande-{party.id}"] == second.cookies[f"demande-{party.id}"]
    page = (await party.lea.post(f"/table/{party.id}/appareil")).text
    shown = re.search(r'id="code">(\w{3}) (\w{3})<', page)
    assert shown
    async with party.server.browser() as phone:
        for where in ("/code", "/"):
            hidden_id((await phone.get(where)).text, "/code")
        id = hidden_id((await phone.get("/code")).text, "/code")
        for _ in range(2):
            entered = await phone.post("/code", data={"code": shown[1] + shown[2], "command_id": id})
            assert entered.status_code == 303, entered.text
    async with party.server.browser() as other:
        assert (await other.post("/code", data={"code": shown[1] + shown[2]})).status_code == 422


@pytest.mark.parametrize("live", [True, False])
async def test_leaving_leads_home_and_tells_the_others(party: Party, live: bool) -> None:
    asked = await party.waiting("lea", "LeaveTable")
    page = (await party.lea.get(f"/table/{party.id}/geste?question={asked['key']}&commande=LeaveTable")).text
    assert "Quitter la table" in page
    assert "ton lien cessera de marcher" in page
    left = await party.post("lea", "LeaveTable", {}, live=live)
    where = left.headers["hx-redirect"] if live else left.headers["location"]
    assert (where, left.status_code) == ("/", 200 if live else 303)
    assert f"siege-{party.id}" not in party.lea.cookies
    assert (await party.lea.get(f"/lien/{party.tokens['lea']}")).status_code == 404
    told = (await party.gm.get(f"/table/{party.id}")).text
    assert "Léa quitte la table." in told
    assert "Iris" in told


async def test_a_spectator_is_asked_nothing_but_may_leave(party: Party) -> None:
    link = await invitation(party, "invitation-spectateur")
    async with party.server.browser() as max_:
        await max_.post(link, data={"nom": "Max"})
        page = (await max_.get(f"/table/{party.id}")).text
        assert "Tu regardes la partie." in page
        folded = re.findall(r'hx-get="(/table/[^"]+/bureau/[^"]+)"', page)
        assert ["Quitter la table" in (await max_.get(address)).text for address in folded] == [True]
        assert "On vous y attend" not in (await max_.get("/")).text


async def test_a_seat_is_renamed_from_the_same_page(party: Party) -> None:
    page = (await party.gm.get(f"/table/{party.id}/liens")).text
    forms = re.findall(r'<form[^>]*action="[^"]+/geste">(.*?)</form>', page, re.S)
    sent = [dict(re.findall(r'name="([^"]+)" value="([^"]*)"', f)) for f in forms]
    lea = (await party.view("lea"))["me"]["seat"]
    form = next(f for f in sent if f["command"] == "RenameSeat" and f["f.seat"] == lea)
    assert 'value="Léa"' in page
    done = await party.gm.post(f"/table/{party.id}/geste", data={**form, "f.name": "Léonie"})
    assert done.headers["location"] == f"/table/{party.id}/liens"
    assert "<h3>Léonie</h3>" in (await party.gm.get(f"/table/{party.id}/liens")).text
