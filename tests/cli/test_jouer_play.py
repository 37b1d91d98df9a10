"""`paravent jouer` played: hot seat on a base, by link against a real server, refusals, stale answers, lost server."""

from __future__ import annotations

import asyncio
import io
import random
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from cli.live import Typist, evening, free_port, serving, until
from paravent.cli.main import cli
from paravent.cli.terminal.play import Player
from paravent.cli.terminal.posts import Far, Gone, Near, address
from paravent.cli.terminal.screen import Screen
from paravent.store import open_store
from paravent.table.log import broken_at

PARAVENT = Path(sys.executable).with_name("paravent")
RANKING = " ".join(str(n) for n in range(1, 23))


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def jouer(*arguments: str, lines: tuple[str, ...]) -> str:
    done = CliRunner().invoke(cli, ["jouer", *arguments], input="".join(x + "\n" for x in lines))
    assert done.exit_code == 0, done.output
    return plain(done.output)


READY_MADE = ("personnage prêt", "Iris", "/fini", RANKING, "", "")
TEST = ("demander", "armes blanches", "normal", "toute la table", "")


def test_an_evening_at_one_keyboard(tmp_path: Path) -> None:
    base = str(tmp_path / "soir.sqlite")
    opening = (
        "La Brume",
        "Maud",
        "+ Léa",
        "1",
        "",
        *READY_MADE,
        "écrire",
        "le CANARI chante",
        "",
        "la meneuse",
        "",
    )
    text = jouer(
        *("--base", base, "--nouvelle", "architectes"),
        lines=(
            *opening,
            *("passer", "2", "", "jouer ce personnage", "passer"),
            *("1", "", *TEST, "passer"),
            *("2", "", "table", "tirer", "fiche", "journal", "passer", "quitter"),
        ),
    )
    turns = re.split(r"À qui le tour \?\n", text)
    maud = [t for t in turns if "Maud, le clavier est à toi." in t]
    lea = [t for t in turns if "Léa, le clavier est à toi." in t]
    assert (len(maud), len(lea)) == (2, 2)
    assert "2. Léa, à la table — on l’attend" in lea[1].split("> ")[0]
    before, after = lea[1].split("> tirer\n")
    assert re.search(r"1\. Tirer — réussir \d+ % \(\d+/\d+\), ", before)
    assert "Iris" in after
    assert "[tiré par la table, " in after
    assert "Arcanes majeurs" in after
    # What the leader wrote for herself is in her turns and in no one else's.
    assert "CANARI" in maud[0]
    assert not any("CANARI" in t for t in turns if t not in maud)
    assert text.endswith("À bientôt !\n")
    again = jouer("--base", base, "--table", "La Brume", lines=("léa", "", "table", "quitter"))
    assert "Iris — Léa" in again
    assert "CANARI" not in again


def test_ones_own_character_is_ranked_and_fate_does_the_rest(tmp_path: Path) -> None:
    text = jouer(
        *("--base", str(tmp_path / "b.sqlite"), "--nouvelle", "architectes"),
        lines=(
            *("La Brume", "Maud", "+ Léa", "2", "", "proposer", "Iris", "", "<", "Petit Loup", "/fini"),
            *("12=22", "7", "oops", "", "", "passer", "1", "", "accepter", "fiche iris", "quitter"),
        ),
    )
    assert "Acrobatie (1 sur 22)" in text
    assert "il faut un nombre entier" in text.lower()
    assert "Nom d’origine : Petit Loup" in text
    sheet = text.split("Arcanes majeurs\n")[-1]
    assert "XII Le Pendu · Armes blanches · 22" in sheet
    assert "I Le Bateleur · Acrobatie · 7" in sheet


def test_a_seat_is_added_to_an_older_table_only_when_wanted(tmp_path: Path) -> None:
    base = str(tmp_path / "b.sqlite")
    names = ("", "x" * 121, "La Brume", "", "Maud")
    opening = jouer("--base", base, "--nouvelle", "architectes", lines=(*names, "quitter"))
    assert "Il faut un texte d’au plus 120 signes." in opening
    assert "Refusé par TAB-01" in opening
    text = jouer("--base", base, lines=("+ Zoé", "", "+ Zoé", "oui", "quitter"))
    assert text.count("Celle qui a déjà été envoyée ne marchera plus") == 2
    assert text.count("Zoé s’installe.") == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--table", "x"], "demandent --base"),
        (["http://h/lien/x", "--base", "b"], "pas les deux"),
        (["--base", "nulle-part.sqlite"], "cette base n’existe pas"),
        (["pas un lien"], "un lien ressemble à"),
        (["http://[mauvais/lien/x"], "un lien ressemble à"),
        (["http://127.0.0.1:9/lien/x"], "ne répond pas"),
    ],
)
def test_a_wrong_request_says_so(arguments: list[str], told: str) -> None:
    done = CliRunner().invoke(cli, ["jouer", *arguments])
    assert done.exit_code == 2
    assert told in plain(done.output)


def test_unknown_tables_and_systems_are_refused(tmp_path: Path) -> None:
    base = str(tmp_path / "b.sqlite")
    done = CliRunner().invoke(
        cli, ["jouer", "--base", base, "--nouvelle", "tarot", "--table", "B"], input="Maud\n"
    )
    assert (done.exit_code, "il y a architectes" in plain(done.output)) == (2, True)
    assert not Path(base).exists()
    asyncio.run(open_store(f"sqlite:///{base}").close())
    done = CliRunner().invoke(cli, ["jouer", "--base", base])
    assert (done.exit_code, "n’a pas de table" in done.output) == (2, True)


# By link


async def run(link: str, *lines: str) -> tuple[str, str]:
    """The real command, its lines given at once by a pipe."""
    running = await asyncio.create_subprocess_exec(
        *(str(PARAVENT), "jouer", link),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(40):
        out, err = await running.communicate("".join(x + "\n" for x in lines).encode())
    return plain(out.decode()), err.decode()


async def test_an_invitation_seats_and_a_link_brings_back(tmp_path: Path) -> None:
    async with evening(tmp_path) as party, serving(party.tables, free_port()) as root:
        invitation = f"{root}/lien/{party.created.invitation}"
        out, err = await run(
            invitation,
            "",
            "Zoé \x1b[31m",
            "Zoé",
            "écrire",
            "Bonsoir [bold]à tous[/]",
            "",
            "toute",
            "",
            "table",
        )
        assert err == ""
        assert "\x1b" not in out
        assert out.count("Refusé par TAB-16") == 2
        assert "Zoé : Bonsoir [bold]à tous[/]" in out
        found = re.search(r"à garder pour revenir : (\S+)", out)
        assert found
        again, err = await run(found[1], "journal 1", "lien", "quitter")
        assert "Tu es Zoé" in again
        assert again.count(found[1]) == 1
        assert party.created.invitation not in out + again
        assert plain((await party.texts(party.lea))[-1]) == "Zoé : Bonsoir [bold]à tous[/]"
        _, err = await run(f"{root}/lien/rien")
        assert "Erreur" in err
        assert "Traceback" not in err


async def test_a_test_is_played_by_link(tmp_path: Path) -> None:
    async with evening(tmp_path) as party, serving(party.tables, free_port()) as root:
        await party.test()
        out, err = await run(f"{root}/lien/{party.lea_token}", "tirer", "fiche", "règle arc-10")
        assert err == ""
        assert re.search(r"1\. Tirer — réussir \d+ %", out)
        assert re.search(r"· Iris tire .*\[tiré par la table", out)
        assert "ARC-10 — " in out
        assert "XII Le Pendu · Armes blanches · 12" in out
        draws = [x["draw"] for x in (await party.view(party.maud))["journal"] if x["draw"]]
        assert len(draws) == 1


class Conversation:
    """A player in this process, with a typist."""

    def __init__(self, post: Any) -> None:
        self.typist, self.out = Typist(), io.StringIO()
        self._screen = Screen(self.typist, self.out)  # type: ignore[arg-type]  # a typist reads like a terminal
        self._post = post

    @property
    def text(self) -> str:
        return plain(self.out.getvalue())

    async def play(self) -> bool:
        with self._screen:
            return await Player(self._post, self._screen).play()

    async def shown(self, text: str, times: int = 1) -> None:
        try:
            await until(lambda: self.text.count(text) >= times)
        except TimeoutError:
            pytest.fail(f"{text!r} is not shown:\n{self.text}")


async def test_a_refusal_says_its_rule_and_asks_again_what_it_is_about(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        await party.act(
            party.maud, "CreateReadyMade", name="Noé", identity={}, scores=[str(n) for n in range(1, 23)]
        )
        talk = Conversation(Near(party.tables, party.created.table, party.maud))
        playing = asyncio.ensure_future(talk.play())
        talk.typist.type("opposer", "iris", "iris", "volonté", "chance", "normal", "normal", "toute", "")
        await talk.shown("Refusé par ARC-16")
        assert "En face : il faut deux choix différents. Rien n’a été dépensé." in talk.text.replace(
            "Il faut", "il faut"
        )
        asked_again = talk.text.split("Refusé par")[1]
        assert "Compétence" not in asked_again
        talk.typist.type("noé", "")
        await talk.shown("· Opposition : Iris (Volonté) contre Noé (Chance).")
        talk.typist.type("quitter")
        assert not await playing
        assert any("Noé" in t and "Iris" in t for t in await party.texts(party.lea))


async def test_real_cards_are_typed_and_checked(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        talk = Conversation(Near(party.tables, party.created.table, party.lea))
        playing = asyncio.ensure_future(talk.play())
        await talk.shown("Rien n’attend de réponse.")
        talk.typist.type("choisir mes dés", "je lance", "non", "")
        await talk.shown("· Léa")
        await party.test()
        await talk.shown("1. Tirer")
        talk.typist.type("/table", "tirer")
        await talk.shown("Laisser la table tirer")
        talk.typist.type("1", "23", "cinq", "5")
        await talk.shown("saisi à la main")
        talk.typist.leave()
        await playing
        assert "La carte 23 n’est pas dans le paquet." in talk.text
        assert "Il faut un nombre entier." in talk.text
        assert [x["typed"] for x in (await party.view(party.maud))["journal"] if x["draw"] or x["typed"]]


async def test_a_share_of_chance_is_drawn_kept_and_revealed(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        talk = Conversation(Near(party.tables, party.created.table, party.lea))
        playing = asyncio.ensure_future(talk.play())
        talk.typist.type("ajouter ma part")
        await talk.shown("révèle-la avant de le fermer")
        talk.typist.type("révéler")
        await until(lambda: talk.text.count("[TAB-04]") >= 4)
        talk.typist.leave()
        await playing
        assert "Refusé" not in talk.text
        await party.test()
        await party.act(party.lea, "WillDraw")
        told = [x["data"] for x in (await party.view(party.lea))["journal"]]
        fixed = next(d for d in told if d["kind"] == "KeyFixed")
        assert [party.lea in str(s) for s in fixed["shares"]] == [True]


class Raced(Near):
    """A seat whose other device answers first, each time."""

    async def act(self, key: str, command: str, fields: Mapping[str, Any], command_id: str) -> None:
        await super().act(key, command, fields, f"autre-{command_id}"[:64])
        await super().act(key, command, fields, command_id)


async def test_a_stale_answer_is_told_and_changes_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        await party.test()
        talk = Conversation(Raced(party.tables, party.created.table, party.lea))
        playing = asyncio.ensure_future(talk.play())
        talk.typist.type("tirer")
        await talk.shown("La question a changé entre-temps")
        await talk.shown("Rien n’attend de réponse.")
        talk.typist.leave()
        await playing
        draws = [x for x in (await party.view(party.maud))["journal"] if x["draw"]]
        assert len(draws) == 1


async def test_a_barred_gesture_says_why(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        talk = Conversation(Near(party.tables, party.created.table, party.lea))
        playing = asyncio.ensure_future(talk.play())
        talk.typist.type("monter une compétence", "règle", "danser", "999", "passer", "?", "lien")
        await talk.shown("n’a pas de lien")
        talk.typist.leave()
        await playing
        assert "Impossible pour l’instant : on progresse en fin de séance" in talk.text
        assert "[ARC-54]" in talk.text
        assert "Rien ne s’appelle « danser »" in talk.text
        assert "Aucun choix n’a le numéro 999." in talk.text
        assert "Ce clavier n’a qu’un siège." in talk.text


async def test_news_come_while_one_types(tmp_path: Path) -> None:
    async with (
        evening(tmp_path) as party,
        serving(party.tables, free_port()) as root,
        httpx.AsyncClient(base_url=root) as client,
    ):
        talk = Conversation(Far(client, party.created.table, party.lea_token))
        playing = asyncio.ensure_future(talk.play())
        await talk.shown("Rien n’attend de réponse.")
        await party.act(party.maud, "Write", text="La nuit\ntombe", to="tous")
        await talk.shown("· Maud : La nuit\n  tombe")
        await party.act(party.maud, "Write", text="CANARI", to="mj")
        await party.test()
        await talk.shown("1. Tirer")
        assert "CANARI" not in talk.text
        await party.act(party.maud, "RemoveSeat", seat=party.lea)
        with pytest.raises(Gone):
            await playing


async def test_a_server_lost_and_back_counts_an_answer_once(tmp_path: Path) -> None:
    async with evening(tmp_path) as party:
        port = free_port()
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
            talk = Conversation(Far(client, party.created.table, party.lea_token))
            async with serving(party.tables, port):
                playing = asyncio.ensure_future(talk.play())
                await talk.shown("Rien n’attend de réponse.")
            await talk.shown("La liaison est perdue.")
            talk.typist.type("écrire", "malgré tout", "", "toute la table", "")
            await talk.shown("Entrée : envoyer")
            await asyncio.sleep(0.5)
            assert not any("malgré tout" in t for t in await party.texts(party.maud))
            async with serving(party.tables, port):
                await talk.shown("· Léa : malgré tout")
                await talk.shown("La liaison est revenue.")
                talk.typist.type("quitter")
                assert not await playing
        assert sum("malgré tout" in t for t in await party.texts(party.maud)) == 1
        assert talk.text.count("La liaison est perdue.") == 1


async def test_an_answer_that_cannot_be_sent_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paravent.cli.terminal.posts.PATIENCE", (0.01, 0.02, 0.05))
    async with evening(tmp_path) as party:
        port = free_port()
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
            talk = Conversation(Far(client, party.created.table, party.lea_token))
            async with serving(party.tables, port):
                playing = asyncio.ensure_future(talk.play())
                await talk.shown("Rien n’attend de réponse.")
            talk.typist.type("écrire", "gardé", "", "toute la table", "")
            await talk.shown("ta réponse est gardée")
            async with serving(party.tables, port):
                await talk.shown("La liaison est revenue.")
                talk.typist.type("écrire", "", "", "")
                await talk.shown("· Léa : gardé")
                talk.typist.leave()
                await playing
        assert "Entrée : garder « gardé »" in talk.text
        assert sum("gardé" in t for t in await party.texts(party.maud)) == 1


def test_links_are_read() -> None:
    assert address(" https://jeu.example/table-ronde/lien/abc/ ") == (
        "https://jeu.example/table-ronde/",
        "abc",
    )
    for wrong in ("", "abc", "ftp://h/lien/x", "http:///lien/x", "http://h/lien/", "http://h/x"):
        with pytest.raises(ValueError, match="un lien ressemble"):
            address(wrong)


async def test_the_api_tells_what_a_token_opens_and_reads_sheets(tmp_path: Path) -> None:
    async with (
        evening(tmp_path) as party,
        serving(party.tables, free_port()) as root,
        httpx.AsyncClient(base_url=f"{root}/api/") as client,
    ):

        async def get(path: str, token: str) -> httpx.Response:
            return await client.get(path, headers={"Authorization": f"Bearer {token}"} if token else {})

        table = party.created.table
        opened = (await get("acces", party.lea_token)).json()
        assert opened == {"table": table, "seat": party.lea, "role": "joueur"}
        opened = (await get("acces", party.created.invitation)).json()
        assert opened == {"table": table, "seat": "", "role": "invitation"}
        assert [(await get("acces", t)).status_code for t in ("", "rien")] == [401, 404]
        path = f"tables/{table}/fiches/{party.iris}"
        assert (await get(path, party.lea_token)).json()["title"] == "Iris"
        await party.tables.join(party.created.invitation, "Zoé", "j2")
        zoe, _ = await party.tables.join(party.created.invitation, "Zoé", "j3")
        sight = [
            a["readable"]
            for a in (
                await client.get(f"tables/{table}/vue", headers={"Authorization": f"Bearer {zoe}"})
            ).json()["actors"]
        ]
        assert (await get(path, zoe)).status_code == (200 if sight[0] else 404)
        assert (await get(path, party.created.invitation)).status_code == 404


WORDS = (
    "",
    "",
    "<",
    "annuler",
    "fini",
    "/fini",
    "+",
    "-",
    "oui",
    "3=4",
    "voir",
    "x",
    "test",
    "créer",
    "note",
)
COMMANDS = ("aide", "table", "fiche", "journal 3", "règle ARC-12", "/journal", "lien", "passer", "/annuler")


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_is_typed_is_answered(tmp_path: Path, seed: int) -> None:
    """A table lives through hundreds of random lines: no crash, nothing unanswered, nothing lost in the log."""
    dice = random.Random(seed)
    async with evening(tmp_path) as party:
        for seat in (party.maud, party.lea) * 2:
            talk = Conversation(Near(party.tables, party.created.table, seat))
            lines = [
                str(dice.randrange(1, 24))
                if dice.random() < 0.55
                else dice.choice(WORDS)
                if dice.random() < 0.8
                else dice.choice(COMMANDS)
                for _ in range(120)
            ]
            talk.typist.type(*lines)
            talk.typist.leave()
            try:
                await asyncio.wait_for(talk.play(), 60)
            except Gone:
                return
        assert broken_at(await party.tables.store.read(party.created.table)) is None
