"""Faults of the file, the disk and the database, said in French."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, InterfaceError, ProgrammingError

from .port import Rejected, StoreUnavailable

OWN_FAULT = (DataError, IntegrityError, InterfaceError, ProgrammingError, UnicodeError, OverflowError)
"""What a write can only blame on its own values; any other database error is the file's, the disk's or the server's."""


NOTHING = "Rien n’a été inscrit."
ONCE = "Un geste envoyé de nouveau ne compte qu’une fois."


def closed() -> StoreUnavailable:
    """The store was asked for something after its end."""
    return StoreUnavailable("Le journal est fermé.")


def rejected(error: Exception) -> Rejected:
    """What to tell people of values that no store can hold, the fault itself kept as the cause."""
    refused = Rejected("Cet enregistrement n’est pas recevable : rien n’a été inscrit.")
    refused.__cause__ = error
    return refused


def unavailable(error: Exception) -> StoreUnavailable:
    """What to tell people when the file, the disk or the server fails, the fault itself kept as the cause."""
    fault = StoreUnavailable(_reason(error))
    fault.__cause__ = error
    return fault


def _reason(error: Exception) -> str:
    origin = error.orig if isinstance(error, DBAPIError) else error
    state = getattr(origin, "sqlstate", "")
    if state == "":
        # What was not synced may yet be found after a crash.
        unsure = getattr(origin, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_FSYNC
        return f"{_of_file(origin)} {ONCE if unsure else NOTHING}"
    if state == "53100":
        return f"Le disque de la base de données est plein. {NOTHING}"
    # The answer to a commit may be what was lost.
    return f"La base de données ne répond pas. {ONCE}"


def _of_file(origin: object) -> str:
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
