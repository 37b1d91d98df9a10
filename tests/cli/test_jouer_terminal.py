"""`paravent jouer` in a real terminal (a pseudo-terminal): typing, news above the typed line, wiping, leaving."""

from __future__ import annotations

import asyncio
import codecs
import os
import pty
import signal
import sys
import termios
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from cli.live import evening, free_port, serving

PARAVENT = Path(sys.executable).with_name("paravent")
WIPED = "\x1b[2J\x1b[3J\x1b[H"


class Seen:
    """A program in a pseudo-terminal, and all it has written there."""

    def __init__(self, terminal: int, program: asyncio.subprocess.Process) -> None:
        self.terminal, self.program, self.text = terminal, program, ""
        # A letter of several bytes may come in two reads.
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def type(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    async def shown(self, wanted: str, after: int = 0) -> int:
        """Wait until something is written after a point; where it ends."""
        for _ in range(3000):
            if (at := self.plain.find(wanted, after)) >= 0:
                return at + len(wanted)
            await asyncio.sleep(0.02)
        raise AssertionError(f"{wanted!r} is not shown:\n{self.plain[after:]}")

    @property
    def plain(self) -> str:
        return self.text.replace("\N{NO-BREAK SPACE}", " ").replace("\r\n", "\n")

    def read(self) -> None:
        try:
            self.text += self._decoder.decode(os.read(self.terminal, 65536))
        except OSError:  # the program has gone: a pseudo-terminal says so by an error
            asyncio.get_running_loop().remove_reader(self.terminal)


@asynccontextmanager
async def seen(*arguments: str, **environment: str) -> AsyncIterator[Seen]:
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "70", "LINES": "30", **environment}
    program = await asyncio.create_subprocess_exec(
        *(str(PARAVENT), "jouer", *arguments),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=env,
        start_new_session=True,
    )
    terminal = Seen(ours, program)
    asyncio.get_running_loop().add_reader(ours, terminal.read)
    try:
        yield terminal
        async with asyncio.timeout(20):
            await program.wait()
        assert termios.tcgetattr(theirs) == before, "the terminal is not as it was found"
    finally:
        if program.returncode is None:
            program.kill()
            await program.wait()
        asyncio.get_running_loop().remove_reader(ours)
        os.close(ours)
        os.close(theirs)


async def test_the_keyboard_passes_and_the_screen_is_wiped(tmp_path: Path) -> None:
    base = str(tmp_path / "b.sqlite")
    async with seen("--base", base, "--nouvelle", "architectes") as t:
        for question, answer in (
            ("Nom de la table ?", "La Brume"),
            ("Nom de la personne qui mène ?", "Maud"),
            ("À qui le tour ?", "+ Léa"),
            ("s’installe.", "maud"),
            ("Entrée quand tu es devant", ""),
            ("À tout moment", "écrire"),
            ("une ligne vide termine", "le CANARI"),
        ):
            at = await t.shown(question)
            t.type(f"{answer}\r")
        at = await t.shown("le CANARI", at)
        t.type("\rla meneuse\r\r")
        at = await t.shown("(pour la meneuse) : le CANARI", at)
        t.type("passer\r")
        at = await t.shown(WIPED, at)
        await t.shown("À qui le tour ?", at)
        t.type("\x1b[A")  # the arrow that recalls what was typed before
        await asyncio.sleep(0.3)
        t.type("\x15léa\r\r")
        # An end of file typed between two prompts is the line discipline's, not the program's: wait for the prompt.
        await t.shown("> ", await t.shown("part de hasard", await t.shown("Tu es Léa", at)))
        assert "CANARI" not in t.plain[at:]
        at = len(t.plain)
        t.type("\x04")
        await t.shown("À bientôt !", at)
        assert WIPED in t.plain[at:]
    assert t.program.returncode == 0


async def test_news_come_above_the_line_being_typed(tmp_path: Path) -> None:
    async with evening(tmp_path) as party, serving(party.tables, free_port()) as root:
        async with seen(f"{root}/lien/{party.lea_token}", NO_COLOR="1") as t:
            at = await t.shown("\n> ")
            t.type("écri")
            at = await t.shown("écri", at)
            await party.act(party.maud, "Write", text="[bold]Gare[/] !", to="tous")
            at = await t.shown("· Maud : [bold]Gare[/] !", at)
            at = await t.shown("> écri", at)
            t.type("re\r")
            at = await t.shown("une ligne vide termine", at)
            t.program.send_signal(signal.SIGINT)
            await t.shown("Interrompu.", at)
        assert t.program.returncode == 130
        assert party.lea_token not in t.text
