"""Files given on the command line."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

NBSP = "\N{NO-BREAK SPACE}"


LONGEST = 200_000_000
"""The longest file read, in bytes: an export of the longest table, ten times over."""


def read_text(name: str) -> str:
    """The UTF-8 text of a file, or of standard input for « - »; a usage error, in French, otherwise."""
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
            data = file.read(LONGEST + 1)
    except OSError as error:
        raise click.UsageError(f"{name}{NBSP}: {_why_closed(error)}") from error
    if len(data) > LONGEST:
        raise click.UsageError(f"{name}{NBSP}: fichier trop long")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise click.UsageError(f"{name}{NBSP}: ce n’est pas de l’UTF-8") from error


def read_json(name: str) -> Any:
    """The JSON of a file, or of standard input for « - »; a usage error, in French, otherwise."""
    text = read_text(name)
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise click.UsageError(f"{name}{NBSP}: {_why(error)}") from error


class _Doubtful(ValueError):
    """JSON that the parser would take but whose meaning is not certain; the message is French."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) < len(pairs):
        raise _Doubtful("une clef est donnée deux fois")
    return out


def _refuse(constant: str) -> Any:
    raise _Doubtful(f"{constant} n’est pas un nombre")


def _why_closed(error: OSError) -> str:
    match error:
        case FileNotFoundError():
            return "ce fichier n’existe pas"
        case IsADirectoryError():
            return "c’est un dossier"
        case _:
            return "fichier illisible"


def _why(error: Exception) -> str:
    match error:
        case _Doubtful():
            return str(error)
        case json.JSONDecodeError():
            return f"ce n’est pas du JSON (ligne {error.lineno}, colonne {error.colno})"
        case RecursionError():
            return "trop de niveaux imbriqués"
        case _:
            return "un nombre est trop grand"
