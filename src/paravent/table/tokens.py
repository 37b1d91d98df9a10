"""Links and short codes. Only their digests are stored; a token names nobody by itself (docs/decisions/0004)."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
CODE_LIFE_MS = 10 * 60 * 1000
AGAIN_MS = 60 * 1000
"""How long a request that spends a short code may be sent again."""
UNGUESSABLE = 22
"""Letters of a command id that are worth a link's, when they are drawn at random."""
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


def feed(key: bytes, table: str, seat: str, made: int) -> str:
    """A seat's feed, which whoever holds the table's key can tell again; `made` as for an invitation."""
    said = f"paravent/fil/{table}/{seat}/{made}"
    return urlsafe_b64encode(hmac.digest(key, said.encode(), "sha256")[:BYTES]).rstrip(b"=").decode()


def answered(key: bytes, kind: str, command_id: str, *asked: str) -> tuple[str, str]:
    """The id and the link that one request of a `kind` is answered with. A request whose id nobody guesses is always
    answered the same, since its answer may be lost on the way; any other, with new ones each time."""
    if len(command_id) < UNGUESSABLE:
        return new_id(), new_token()
    # Each part with its length: no two requests make the same text.
    said = "".join(f"/{len(part)}:{part}" for part in (kind, command_id, *asked))
    made = hmac.digest(key, f"paravent/demande{said}".encode("utf-8", "replace"), "sha256")
    return made[BYTES : BYTES + 8].hex(), urlsafe_b64encode(made[:BYTES]).rstrip(b"=").decode()


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
