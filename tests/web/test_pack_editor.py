"""The editor of packs: every defect at its key and line, the forms and the sheet that a sound pack gives."""

from __future__ import annotations

import re
import time
import tomllib
from collections.abc import Mapping
from html import unescape
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from paravent.cli.main import cli as command
from paravent.core.packs import MAX_SOURCE
from paravent.systems import all_systems
from paravent.table.packs import shipped_packs
from paravent.web.pack_pages import PREVIEWED
from web.party import HOST, Party, Server

ALL = [(s.name, p) for s in all_systems().values() for p in shipped_packs(s)]
IN_PLACE = {"X-Verdict": "1"}
FORCES = {p.name: p.toml for p in shipped_packs(all_systems()["forces"])}


def told(page: httpx.Response) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", "", page.text)))


def problems(page: httpx.Response) -> list[tuple[str, int | None]]:
    """What is wrong, and the line it links to."""
    items = re.findall(r"(?s)<li>(.*?)</li>", page.text.split('id="defauts"')[1].split("</ol>")[0])
    out = []
    for item in items:
        text, _, link = item.partition(" <a ")
        line = re.search(r'data-ligne="(\d+)"', link)
        out.append((re.sub(r"\s+", " ", unescape(text)), int(line[1]) if line else None))
    return out


async def check(
    server: Server, system: str, text: str, options: Mapping[str, str] | None = None, **headers: str
) -> httpx.Response:
    sent = {"paquet_texte": text, **{f"option.{name}": value for name, value in (options or {}).items()}}
    async with server.browser() as client:
        return await client.post(f"/paquets/{system}", data=sent, headers={**IN_PLACE, **headers})


def line(text: str, part: str) -> int:
    """The line of the first place where `part` stands."""
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.parametrize(("system", "pack"), ALL, ids=lambda x: getattr(x, "name", x))
async def test_a_shipped_pack_is_sound_and_shows_its_form_and_its_sheet(
    server: Server, system: str, pack: object
) -> None:
    text = getattr(pack, "toml")  # noqa: B009  # a parameter of two kinds
    async with server.browser() as client:
        page = await client.get(f"/paquets/{system}?modele={getattr(pack, 'name')}")  # noqa: B009
    assert page.status_code == 200
    assert "Ce paquet est en règle." in told(page)
    assert 'id="etape-1"' in page.text
    assert 'id="apercu-fiche"' in page.text
    (area,) = re.findall(r"(?s)<textarea[^>]*name=\"paquet_texte\"[^>]*>\n(.*?)</textarea>", page.text)
    assert unescape(area) == text
    assert f'href="/paquets/{system}/schema.json"' in page.text


async def test_the_sheet_is_that_of_a_table_with_the_options_chosen(server: Server) -> None:
    text = FORCES[next(iter(FORCES))]
    bare, full = [
        (await check(server, "forces", text, options)).text.split('id="apercu-fiche"')[1]
        for options in ({"stress": "ailleurs"}, {"stress": "oui", "corruption": "oui", "autre": "oui"})
    ]
    assert [name in bare for name in ("Stress", "Corruption")] == [False, False]
    assert [name in full for name in ("Stress", "Corruption")] == [True, True]


@pytest.mark.parametrize("name", FORCES)
async def test_a_module_shows_both_steps_with_its_own_words(server: Server, name: str) -> None:
    page = await check(server, "forces", FORCES[name])
    assert page.status_code == 200
    module, text = tomllib.loads(FORCES[name]), told(page)
    first, second = page.text.split('id="etape-2"')
    for aspect in module["aspects"]:
        assert aspect["nom"] in unescape(first)
        for option in aspect["options"]:
            assert option["nom"] in unescape(first)
    form, sheet = second.split('id="apercu-fiche"')
    for score in (*module["aptitudes"], *module["sous_aptitudes"]):
        assert score["nom"] in unescape(form)
        assert score["nom"] in unescape(sheet)
    points = module["repartition_aptitudes"]["points"]
    assert "Création, 1 sur 2" in text
    assert points > 0
    assert "points à répartir" in text


async def test_what_is_written_is_what_is_shown(server: Server) -> None:
    renamed = FORCES["sorcellerie"].replace('nom = "Âge"', 'nom = "Saison <b>de vie</b>"')
    assert renamed != FORCES["sorcellerie"]
    page = await check(server, "forces", renamed)
    assert "Saison &lt;b&gt;de vie&lt;/b&gt;" in page.text
    assert "<b>de vie" not in page.text


@pytest.mark.parametrize(
    ("system", "old", "new", "told_", "where"),
    [
        ("architectes", "numero = 2\n", "", "competences[1].numero : clé manquante", None),
        ("architectes", "degats = 3\n", "degats = 40\n", "armes[{n}].degats : 22 au plus", "degats = 40"),
        ("forces", 'titre = "', 'inconnue = 1\ntitre = "', "inconnue : clé inconnue", "inconnue = 1"),
        (
            "forces",
            'sur = "',
            'sur = "nulle_part_',
            "n’est ni une aptitude ni une sous-aptitude",
            "nulle_part_",
        ),
        ("intentions", 'titre = "', 'inconnue = 1\ntitre = "', "inconnue : clé inconnue", "inconnue = 1"),
        ("departement_m", 'titre = "', 'inconnue = 1\ntitre = "', "inconnue : clé inconnue", "inconnue = 1"),
    ],
)
async def test_a_defect_is_told_at_its_key_and_its_line(
    server: Server, system: str, old: str, new: str, told_: str, where: str | None
) -> None:
    sound = shipped_packs(all_systems()[system])[0].toml
    assert old in sound
    wrong = sound.replace(old, new, 1)
    page = await check(server, system, wrong)
    assert page.status_code == 422
    found = problems(page)
    begin, _, end = told_.partition("{n}")
    (at,) = [n for text, n in found if begin in text and end in text]
    if where is not None:
        assert at == line(wrong, where)
    else:
        # The key is missing: its table's heading, the second of its kind, is shown.
        assert at == [n for n, x in enumerate(wrong.splitlines(), 1) if x.strip() == "[[competences]]"][1]
    assert "L’aperçu revient" in told(page)


async def test_the_command_tells_the_same_defects(server: Server, tmp_path: Path) -> None:
    wrong = FORCES["enquete"].replace('sur = "', 'sur = "nulle_').replace("[[difficultes]]", "[[difficulte]]")
    path = tmp_path / "m.toml"
    path.write_text(wrong, "utf-8")
    done = CliRunner().invoke(command, ["paquet", "verifier", "--systeme", "forces", str(path)])
    told_there = [re.sub(r"\s+", " ", x).removeprefix(f"{path} : ") for x in done.output.splitlines()]
    told_here = [text for text, _ in problems(await check(server, "forces", wrong))]
    assert len(told_here) >= 2
    assert told_there == [*told_here, "0 conformes, 1 écarts"]


async def test_every_defect_is_told_at_once(server: Server) -> None:
    text = 'titre = ""\npresentation = "x"\n\n[[aptitudes]]\nid = "É"\nnom = "a"\n\n[niveaux]\naptitudes = "un"\n'
    found = problems(await check(server, "forces", text))
    assert {
        ("titre : texte vide", 1),
        (
            "aptitudes[0].id : minuscules sans accent, chiffres et « _ » attendus, "
            "une lettre d’abord, 40 signes au plus",
            5,
        ),
        ("aptitudes[0].definition : clé manquante", 4),
        ("niveaux.aptitudes : nombre entier attendu", 9),
        ("sous_aptitudes : clé manquante", None),
        ("difficultes : clé manquante", None),
    } <= set(found)


async def test_an_id_of_both_sorts_of_scores_is_told_where_it_stands(server: Server) -> None:
    module = tomllib.loads(FORCES["sorcellerie"])
    taken, own = module["aptitudes"][0]["id"], module["sous_aptitudes"][0]["id"]
    wrong = FORCES["sorcellerie"].replace(f'id = "{own}"', f'id = "{taken}"', 1)
    found = dict(problems(await check(server, "forces", wrong)))
    (text,) = [t for t in found if t.startswith("sous_aptitudes[0].id")]
    assert f"« {taken} » est déjà pris par une aptitude" in text
    start = wrong.index("[[sous_aptitudes]]")
    assert found[text] == wrong[: wrong.index(f'id = "{taken}"', start)].count("\n") + 1


async def test_aspects_that_leave_nothing_playable_say_why(server: Server) -> None:
    text = re.sub(
        r"(?m)^(\[repartition_aptitudes\](?:\n.*?)*?\npoints = )\d+", r"\g<1>900", FORCES["sorcellerie"]
    )
    page = await check(server, "forces", text)
    assert page.status_code == 200, told(page)
    assert "Aucun personnage d’essai n’a pu être créé : " in told(page)
    assert "il n’y aurait pas où dépenser tous les points" in told(page)
    assert 'id="apercu-fiche"' not in page.text


async def test_broken_toml_is_told_with_its_line(server: Server) -> None:
    found = problems(await check(server, "forces", 'titre = "a"\nb 3'))
    assert found == [("TOML mal formé à la ligne 2, colonne 3 : « = » attendu après la clé", 2)]
    assert problems(await check(server, "forces", "x = [1,\n"))[0][1] == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x = " + "[" * 100_000,
        "x = " + "9" * 100_000,
        "x = {" * 50_000,
        "a." * 90_000 + "b = 1",
        "[" + "a." * 90_000 + "b]",
        "".join(f"[a.b{n}]\n" for n in range(28_000)),
        "".join(f"k{n} = 1\n" for n in range(30_000)),
        "[[aptitudes]]\n" * 25_000,
        'titre = """' + "\\\\" * 100_000,
        "'" * 300_000,
        '"' * 300_000,
        "titre = '<script>alert(1)</script>'\n\"</textarea><script>\" = 1",
        "{" + '"a":{' * 60_000,
        "\x00\ud7ff\u202e",
        "#" * (MAX_SOURCE + 1),
    ],
    ids=range(16),
)
async def test_hostile_texts_are_answered_soon_and_never_repeated_as_html(server: Server, text: str) -> None:
    before = time.monotonic()
    page = await check(server, "forces", text)
    assert time.monotonic() - before < 15
    assert page.status_code == 422, page.text[:200]
    assert problems(page)
    assert "<script" not in page.text
    whole = await check(server, "forces", text, **{"X-Verdict": ""})
    assert whole.status_code == 422
    assert len(re.findall(r"<script", whole.text)) == 3


async def test_a_pack_too_long_to_be_shown_is_checked_all_the_same(server: Server) -> None:
    page = await check(server, "forces", FORCES["espace"] + "#" * PREVIEWED)
    assert page.status_code == 200
    assert "Il est trop long pour être montré ici" in told(page)
    assert 'id="etape-1"' not in page.text


async def test_a_file_takes_the_place_of_the_text(server: Server) -> None:
    async with server.browser() as client:

        async def sent(body: bytes, address: str = "/paquets/forces", **more: str) -> httpx.Response:
            files = {"fichier": ("m.toml", body)}
            data = {"paquet_texte": "rien", "systeme": "forces", **more}
            return await client.post(address, data=data, files=files)

        own = FORCES["enquete"].replace('titre = "', 'titre = "Mon ', 1)
        page = await sent(b"\xef\xbb\xbf" + own.encode())
        assert page.status_code == 200
        assert 'titre = "Mon ' in unescape(page.text)
        assert "Ce fichier n’est pas du texte en UTF-8." in told(await sent(b"\xff\xfe\x00"))
        taken = await sent(own.replace("\n", "\r\n").encode(), geste="telecharger")
        assert taken.text == own
        assert taken.headers["content-disposition"] == 'attachment; filename="paquet-forces.toml"'
        opening = await sent(own.encode(), "/creer")
        assert opening.status_code == 200
        assert 'titre = "Mon ' in unescape(opening.text)
        assert '<details class="others" id="le-votre" open>' in opening.text
        assert (await client.post("/paquets/forces", content=b"x" * (3 << 20))).status_code == 413


async def test_a_long_pack_reaches_the_opening_page(server: Server) -> None:
    long = FORCES["espace"] + "#" * 350_000
    async with server.browser() as client:
        page = await client.post("/creer", data={"systeme": "forces", "paquet_texte": long})
    assert page.status_code == 200
    assert "#" * 350_000 in page.text


async def test_only_this_site_may_ask_and_not_without_end(server: Server) -> None:
    async with server.browser() as client:
        elsewhere = {"Origin": "https://ailleurs.example"}
        body = {"paquet_texte": "x = 1"}
        assert (await client.post("/paquets/forces", data=body, headers=elsewhere)).status_code == 403
        answers = [await client.post("/paquets/forces", data=body, headers=IN_PLACE) for _ in range(45)]
        assert answers[-1].status_code == 429
        assert int(answers[-1].headers["Retry-After"]) >= 1
        assert (
            answers[0].headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
        )


async def test_the_schema_is_that_of_the_command(server: Server) -> None:
    async with server.browser() as client:
        for system in all_systems():
            schema = (await client.get(f"/paquets/{system}/schema.json")).json()
            assert schema["$schema"].startswith("https://json-schema.org/")
            assert "titre" in schema["properties"]
        for path in ("rien", "rien/schema.json", "forces?modele=rien"):
            assert (await client.get(f"/paquets/{path}")).status_code == 404


async def test_a_tables_own_pack_is_for_whoever_leads_it(party: Party) -> None:
    address = f"/paquets/architectes?table={party.id}"
    assert f'href="{address}"' in (await party.gm.get(f"/table/{party.id}/liens")).text
    page = await party.gm.get(address)
    assert page.status_code == 200
    assert "Ce paquet est en règle." in told(page)
    assert (await party.gm.get(address.replace("architectes", "forces"))).status_code == 404
    assert (await party.lea.get(address)).status_code == 422
    async with party.server.browser() as stranger:
        assert (await stranger.get(address)).status_code == 404


async def test_the_editor_is_reached_from_where_one_begins(server: Server) -> None:
    async with server.browser() as client:
        home = (await client.get("/")).text
        for system in all_systems():
            assert f'href="/paquets/{system}"' in home
            assert f'href="/paquets/{system}"' in (await client.get(f"/creer/{system}")).text
            assert f'href="/paquets/{system}"' in (await client.get(f"/regles?systeme={system}")).text
    assert HOST.startswith("http")
