"""JSON files given on the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

NBSP = "\N{NO-BREAK SPACE}"


def read_json(name: str) -> Any:
    """The JSON of a file, or of standard input for « - »; a usage error, in French, otherwise."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise click.UsageError(f"{name}{NBSP}: fichier illisible") from error
    try:
        return json.loads(data, object_pairs_hook=_unique, parse_constant=_refuse)
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


def _why(error: Exception) -> str:
    match error:
        case _Doubtful():
            return str(error)
        case json.JSONDecodeError():
            return f"ce n’est pas du JSON (ligne {error.lineno}, colonne {error.colno})"
        case RecursionError():
            return "trop de niveaux imbriqués"
        case UnicodeDecodeError():
            return "ce n’est pas de l’UTF-8"
        case _:
            return "un nombre est trop grand"
