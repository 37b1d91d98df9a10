"""What a request brings: a JSON object or a form, read strictly, refused in French."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Any

from fastapi import HTTPException, Request
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException as StarletteHTTPException

from paravent.core.codec import has_surrogate, strict_json
from paravent.core.refusals import Refusal
from paravent.web.forms import posted
from paravent.web.security import MOST_BYTES, bearer

MALFORMED = "Cette demande est mal formée."
NOT_JSON = "Il faut du JSON : « Content-Type: application/json »."
NO_TOKEN = "Il faut un jeton de siège : « Authorization: Bearer … »."  # noqa: S105
OWN_NAMES = {"systeme": "system", "nom": "name", "meneuse": "game_master", "place": "seat", "lien": "kind"}
"""What the API calls the fields that refusals name as forms do."""
MOST_FIELDS = 1000
NOT_TEXT = "ce fichier n’est pas du texte en UTF-8"


async def json_of(
    request: Request, known: Collection[str] | None = None, *, longest: int = MOST_BYTES
) -> dict[str, Any]:
    """The JSON object of the body; of its keys, only `known` ones when they are told.

    400 for what is no such object, 415 for another type, `Refusal` (TAB-08) for an unknown key.
    """
    kind = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, NOT_JSON)
    body = await request.body()
    try:
        if len(body) <= MOST_BYTES:
            data = strict_json(body)
        else:
            # A whole export takes long enough to read for other tables to feel it.
            data = await asyncio.to_thread(strict_json, body, longest=longest)
    except ValueError as e:
        raise HTTPException(400, str(e)) from e
    if not isinstance(data, dict):
        raise HTTPException(400, "il faut un objet JSON")
    if known is not None and (unknown := sorted(set(data) - set(known))):
        raise Refusal("TAB-08", "ce champ est inconnu", unknown[0][:80])
    return data


def text_of(body: dict[str, Any], name: str) -> str:
    """A text of the body, "" when it is not there; `Refusal` (TAB-08) for anything but a text."""
    found = body.get(name, "")
    if not isinstance(found, str):
        raise Refusal("TAB-08", "il faut un texte", name)
    return found


def renamed(r: Refusal) -> Refusal:
    """A refusal for programs: the field has the API's name, not the form's."""
    return Refusal(r.rule, r.why, OWN_NAMES.get(r.field, r.field), stale=r.stale)


def token_of(request: Request) -> str:
    """The token of the request's « Authorization »; 401 without one."""
    token = bearer(request.headers)
    if not token:
        raise HTTPException(401, NO_TOKEN, {"WWW-Authenticate": "Bearer"})
    return token


async def form_of(request: Request) -> dict[str, list[str]]:
    """The texts of a posted form by name; 400 for one that cannot be read."""
    return _texts(await _sent(request, 0, MOST_BYTES))


@asynccontextmanager
async def form_with_file(
    request: Request, *, longest: int
) -> AsyncIterator[tuple[dict[str, list[str]], FormData]]:
    """The texts of a posted form, none longer than `longest` bytes, and the form that one file may have come with."""
    sent = await _sent(request, 1, longest)
    try:
        yield _texts(sent), sent
    finally:
        await sent.close()


async def file_of(sent: FormData, name: str) -> bytes | None:
    """The file of a form, None when no file was chosen."""
    file = sent.get(name)
    return await file.read() if isinstance(file, UploadFile) and file.filename else None


async def source_of(form: dict[str, list[str]], sent: FormData) -> bool:
    """Put the file of a data pack, when one was chosen, in the place of its text; False for one that is no text."""
    if (given := await file_of(sent, "fichier")) is not None:
        try:
            form["paquet_texte"] = [given.decode("utf-8-sig")]
        except UnicodeDecodeError:
            return False
    return True


async def _sent(request: Request, files: int, longest: int) -> FormData:
    try:
        return await request.form(max_files=files, max_fields=MOST_FIELDS, max_part_size=longest)
    except (StarletteHTTPException, UnicodeError, LookupError, ValueError) as e:
        # A part may name any codec of Python as its charset, and each fails in its own way.
        raise HTTPException(400, MALFORMED) from e


def _texts(sent: FormData) -> dict[str, list[str]]:
    form = posted(sent.multi_items())
    if sum(map(len, form.values())) > MOST_FIELDS:
        raise HTTPException(400, MALFORMED)
    if any(has_surrogate(text) for name, texts in form.items() for text in (name, *texts)):
        raise HTTPException(400, MALFORMED)
    return form
