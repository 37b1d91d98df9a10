"""Links and short codes. Only their digests are stored; a token names nobody by itself (docs/decisions/0004)."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
CODE_LIFE_MS = 10 * 60 * 1000
BYTES = 16
"""A link's secret part: 128 bits."""


def new_token() -> str:
    """A seat's link, known to whoever is given it and to nobody else."""
    return secrets.token_urlsafe(BYTES)


def invitation(key: bytes, table: str, kind: str, made: int) -> str:
    """An invitation's link, which whoever holds the table's key can tell again; `made`, in ms, tells it from those
    it replaced."""
    said = f"paravent/invitation/{table}/{kind}/{made}"
    return urlsafe_b64encode(hmac.digest(key, said.encode(), "sha256")[:BYTES]).rstrip(b"=").decode()


def new_code() -> str:
    """A short code to type on a second device; it lives ten minutes."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def typed_code(text: str) -> str:
    """A code as it was given, however it was typed."""
    return "".join(c for c in text.upper() if c.isalnum())


def new_id() -> str:
    """A table's or a seat's id: it opens nothing."""
    return secrets.token_hex(8)


def digest(token: str) -> str:
    """What the store knows of a link."""
    return _digest("lien", token)


def code_digest(code: str) -> str:
    """What the store knows of a short code; a code is never taken for a link."""
    return _digest("code", code)


def _digest(kind: str, text: str) -> str:
    return hashlib.sha256(f"paravent/{kind}/{text}".encode("utf-8", "replace")).hexdigest()
