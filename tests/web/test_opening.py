"""« Créer une table » in full: options, shipped packs, one's own, and the pack taken away again."""

from __future__ import annotations

import re
import tomllib
from html import unescape
from typing import Any

import httpx
import pytest

from paravent.core.codec import strict_json
from paravent.core.game import all_options
from paravent.core.packs import MAX_SOURCE
from paravent.systems import all_systems
from paravent.table.packs import as_toml, shipped_packs
from web.party import Party, Server
from web.test_api_contract import holds

SYSTEM = all_systems()["architectes"]
NAMES = {"nom": "Les Passeurs", "pseudo": "Ada"}
OWN = shipped_packs(SYSTEM)[1].toml.replace('titre = "Version sobre"', 'titre = "Ma ville"')
WRONG = (
    re.sub(r"(?m)^degats = \d+$", "degats = 40", OWN, count=1).replace("numero = 2\n", "", 1) + "portee = 3\n"
)


def plain(text: str) -> str:
    """With one plain space wherever there is any."""
    return re.sub(r"\s+", " ", text)


def told(page: httpx.Response) -> str:
    return plain(unescape(page.text))


async def table_of(client: httpx.AsyncClient, made: httpx.Response) -> tuple[str, dict[str, Any]]:
    assert made.status_code == 303, made.text
    id = made.headers["location"].split("/")[2]
    bearer = {"Authorization": f"Bearer {client.cookies[f'siege-{id}']}"}
    return id, (await client.get(f"/api/tables/{id}/vue", headers=bearer)).json()


def chosen(view: dict[str, Any]) -> dict[str, str]:
    return {o["name"]: o["value"] for o in view["table"]["options"]}


async def test_the_home_page_leads_to_the_whole_form_with_what_was_typed(server: Server) -> None:
    async with server.browser() as client:
        home = told(await client.get("/"))
        assert 'formaction="/creer" formnovalidate' in home
        page = await client.post("/creer", data={"systeme": "architectes", **NAMES})
        assert page.status_code == 200
        text = told(page)
        assert 'value="Les Passeurs"' in text
        assert 'value="Ada"' in text
        for option in all_options(SYSTEM):
            assert option.label in text
            assert f'href="/regles/{option.rule}"' in text
            for value, label in option.choices:
                assert f'name="option.{option.name}" value="{value}"' in text
                assert label[1:] in text
        for pack in shipped_packs(SYSTEM):
            assert pack.title in text
            assert plain(pack.summary) in text
            download = await client.get(f"/paquets/architectes/{pack.name}.toml")
            assert download.text == pack.toml
        back = await client.post("/creer", data={"systeme": "", **NAMES})
        assert (back.status_code, back.headers["location"]) == (303, "/#creer")
        assert (await client.get("/creer/rien")).status_code == 404
        assert (await client.get("/paquets/architectes/rien.toml")).status_code == 404


async def test_options_and_a_shipped_pack_are_what_the_table_plays_with(server: Server) -> None:
    async with server.browser() as client:
        form = {**NAMES, "option.prologue": "oui", "option.hasard": "reel", "paquet": "sobre"}
        id, view = await table_of(client, await client.post("/creer/architectes", data=form))
        assert chosen(view) == {"hasard": "reel", "prologue": "oui"}
        pack = await client.get(f"/table/{id}/paquet.toml")
        assert pack.headers["content-disposition"] == f'attachment; filename="paquet-{id}.toml"'
        assert SYSTEM.read_pack(pack.text) == SYSTEM.read_pack(shipped_packs(SYSTEM)[1].toml)


@pytest.mark.parametrize("by_file", [True, False])
async def test_a_pack_of_ones_own_goes_round(server: Server, by_file: bool) -> None:
    """Deposited, played with, taken away, deposited again: the same pack."""
    async with server.browser() as client:

        async def opened(text: str) -> httpx.Response:
            if by_file:
                files = {"fichier": ("le-mien.toml", b"\xef\xbb\xbf" + text.encode())}
                return await client.post("/creer/architectes", data=NAMES, files=files)
            return await client.post("/creer/architectes", data={**NAMES, "paquet_texte": text})

        id, _ = await table_of(client, await opened(OWN))
        text = (await client.get(f"/table/{id}/paquet.toml")).text
        assert tomllib.loads(text)["titre"] == "Ma ville"
        again, _ = await table_of(client, await opened(text))
        assert again != id
        assert (await client.get(f"/table/{again}/paquet.toml")).text == text


@pytest.mark.parametrize("by_file", [True, False])
async def test_a_wrong_pack_is_told_key_by_key_and_nothing_typed_is_lost(
    server: Server, by_file: bool
) -> None:
    typed = {**NAMES, "option.prologue": "oui", "paquet": "sobre"}
    async with server.browser() as client:
        if by_file:
            files = {"fichier": ("le-mien.toml", WRONG.encode())}
            page = await client.post("/creer/architectes", data=typed, files=files)
        else:
            page = await client.post("/creer/architectes", data={**typed, "paquet_texte": WRONG})
        assert page.status_code == 422
        text = told(page)
        for problem in (
            "competences[1].numero : clé manquante",
            "armes[0].degats : 22 au plus",
            "clé inconnue",
        ):
            assert problem in text
        for kept in (
            'value="Les Passeurs"',
            'value="Ada"',
            'value="oui" required checked',
            'value="sobre" checked',
        ):
            assert kept in text
        (area,) = re.findall(r"(?s)<textarea[^>]*>\n(.*?)</textarea>", page.text)
        assert unescape(area).replace("\r\n", "\n") == WRONG
        mended = {**typed, "paquet_texte": OWN}
        await table_of(client, await client.post("/creer/architectes", data=mended))


async def test_what_is_no_pack_is_refused_in_french(server: Server) -> None:
    async with server.browser() as client:

        async def refusal(data: dict[str, str], file: bytes = b"") -> str:
            files = {"fichier": ("x.toml", file)} if file else None
            page = await client.post("/creer/architectes", data={**NAMES, **data}, files=files)
            assert page.status_code == 422, page.text
            return told(page)

        assert "TOML mal formé à la ligne 2" in await refusal({"paquet_texte": 'titre = "a"\n= 3'})
        assert "ce fichier n’est pas du texte en UTF-8" in await refusal({}, b"\xff\xfe\x00")
        assert f"paquet trop long : {MAX_SOURCE} caractères" in await refusal({}, b"#" * (MAX_SOURCE + 1))
        assert "et d’autres problèmes" in await refusal(
            {}, b'"x" = 1\n' + b"".join(b"k%d = 1\n" % n for n in range(494))
        )
        assert "cette option n’existe pas" in await refusal({"option.prologue": "peut-être"})
        assert "il faut un texte, même court" in await refusal({"nom": " "})
        two = {"files": [("fichier", ("a", b"a")), ("fichier", ("b", b"b"))], "data": NAMES}
        assert (await client.post("/creer/architectes", **two)).status_code == 400
        huge = {"fichier": ("x.toml", b"#" * (3 << 20))}
        assert (await client.post("/creer/architectes", data=NAMES, files=huge)).status_code == 413


async def test_only_whoever_leads_takes_the_pack_away(party: Party) -> None:
    assert (await party.gm.get(f"/table/{party.id}/paquet.toml")).status_code == 200
    assert f'href="/table/{party.id}/paquet.toml"' in (await party.gm.get(f"/table/{party.id}/liens")).text
    assert (await party.lea.get(f"/table/{party.id}/paquet.toml")).status_code == 422
    async with party.server.browser() as stranger:
        assert (await stranger.get(f"/table/{party.id}/paquet.toml")).status_code == 404


async def test_by_program_systems_tell_what_a_table_is_created_with(server: Server) -> None:
    async with server.browser() as client:
        systems = holds(await client.get("/api/systemes"), "get", "/api/systemes")["systems"]
        (found,) = (s for s in systems if s["name"] == "architectes")
        body = {"system": "architectes", "name": "La Brume", "game_master": "Ada"}
        for pack in (*(p["name"] for p in found["packs"]), OWN, SYSTEM.default_pack(), ""):
            options = {o["name"]: o["choices"][-1]["value"] for o in found["options"]}
            asked = {**body, "options": options, "pack": pack}
            made = holds(await client.post("/api/tables", json=asked), "post", "/api/tables")
            bearer = {"Authorization": f"Bearer {made['game_master']}"}
            path = "/api/tables/{table}/paquet"
            taken = holds(await client.get(path.format(table=made["table"]), headers=bearer), "get", path)
            text = dict(
                zip([p["name"] for p in found["packs"]], [p.toml for p in shipped_packs(SYSTEM)], strict=True)
            )
            given = text.get(pack, pack) or SYSTEM.default_pack()
            assert SYSTEM.read_pack(taken["pack"]) == SYSTEM.read_pack(given)
            view = (await client.get(f"/api/tables/{made['table']}/vue", headers=bearer)).json()
            assert chosen(view) == options
        answer = await client.post("/api/tables", json={**body, "pack": WRONG})
        refusal = holds(answer, "post", "/api/tables")
        assert (answer.status_code, refusal["rule"], refusal["field"]) == (422, "TAB-01", "pack")
        assert "competences[1].numero : clé manquante" in map(plain, refusal["problems"])
        bearer = {"Authorization": f"Bearer {made['spectator']}"}
        holds(await client.get(path.format(table=made["table"]), headers=bearer), "get", path)


def test_every_systems_packs_can_be_read_back() -> None:
    for system in all_systems().values():
        packs = shipped_packs(system)
        assert len({p.name for p in packs}) == len(packs)
        assert system.read_pack(packs[0].toml) == system.default_pack()
        for pack in packs:
            assert pack.title
            content = system.read_pack(pack.toml)
            assert system.read_pack(as_toml(content)) == content
            assert isinstance(strict_json(content), dict)
