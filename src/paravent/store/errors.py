"""Faults of the file and the disk, said in French."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError

from .port import StoreUnavailable


def closed() -> StoreUnavailable:
    """The store was asked for something after its end."""
    return StoreUnavailable("Le journal est fermé.")


def unavailable(error: Exception) -> StoreUnavailable:
    """What to tell people when the file or the disk fails, the fault itself kept as the cause."""
    fault = StoreUnavailable(f"{_reason(error)} Rien n’a été inscrit.")
    fault.__cause__ = error
    return fault


def _reason(error: Exception) -> str:
    origin = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(origin, TimeoutError):
        return "Un autre programme occupe le fichier du journal."
    # Extended result codes keep the primary one in their low byte.
    match getattr(origin, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_FULL:
            return "Le disque est plein."
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return "Un autre programme occupe le fichier du journal."
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return "Le fichier du journal est abîmé, ou n’en est pas un."
        case _:
            return "Le fichier du journal ne répond pas."
