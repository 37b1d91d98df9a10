"""Links and short codes. Only their digests are stored; a token names nobody by itself."""

from __future__ import annotations

import hashlib
import secrets

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 8
CODE_LIFE_MS = 10 * 60 * 1000


def new_token() -> str:
    """A link's secret part: 128 bits."""
    return secrets.token_urlsafe(16)


def new_code() -> str:
    """A short code to type on a second device; it lives ten minutes."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def new_id() -> str:
    """A table's or a seat's id: it opens nothing."""
    return secrets.token_hex(8)


def digest(token: str) -> str:
    """What the store knows of a token."""
    return hashlib.sha256(b"paravent/lien/" + token.encode("utf-8", "replace")).hexdigest()
