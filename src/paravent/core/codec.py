"""Values to canonical JSON and back. Strict: unknown fields, missing kinds and near types are refused."""

from __future__ import annotations

import hashlib
import json
import operator
from collections.abc import Callable
from functools import lru_cache, reduce
from typing import Annotated, Any

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from paravent.core.events import CoreEvent
from paravent.core.system import System

STRICT = ConfigDict(strict=True, extra="forbid")

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
UPCASTS: dict[tuple[str, int], Upcast] = {}
"""(kind, old schema version) → dict of the next version; chained on read, the log itself is never rewritten."""

SCHEMA: dict[str, int] = {}
"""Current schema version of a kind, where it is not 1."""


class CodecError(ValueError):
    """A stored or imported value that is not what this program writes."""


def canonical(data: Any) -> str:
    """JSON with sorted keys and no spaces: one text per value, so that it can be hashed."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(text: str) -> str:
    """SHA-256 of a text, hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def named_after(id: str, *what: str) -> str:
    """An id for one of the things that `id` brings: it tells neither `id`, nor the others, nor how many they are."""
    return digest("/".join((id, *what)))[:16]


@lru_cache(maxsize=64)
def _event_adapter(system: System[Any]) -> TypeAdapter[Any]:
    union: Any = reduce(operator.or_, (system.events, CoreEvent))
    return TypeAdapter(Annotated[union, Field(discriminator="kind")], config=STRICT)


@lru_cache(maxsize=64)
def _state_adapter(state: type) -> TypeAdapter[Any]:
    # A lone dataclass takes no configuration: the pair carries it.
    return TypeAdapter(tuple[state, int], config=STRICT)  # type: ignore[valid-type]  # built from the system's record


def dump_event(system: System[Any], event: Any) -> str:
    """An event as canonical JSON."""
    return canonical(_event_adapter(system).dump_python(event, mode="json", warnings="error"))


def load_event(system: System[Any], kind: str, schema: int, data: str) -> Any:
    """The event a record holds, brought to today's schema; `CodecError` when it is none."""
    try:
        if (kind, schema) in UPCASTS:
            raw = strict_json(data)
            while upcast := UPCASTS.get((kind, schema)):
                raw = upcast(raw)
                kind, schema = raw["kind"], schema + 1 if raw["kind"] == kind else 1
            data = canonical(raw)
        event = _event_adapter(system).validate_json(data)
        if (event.kind, schema) != (kind, SCHEMA.get(kind, 1)):
            raise ValueError("another kind, or a schema of a later version")
        return event
    except (ValidationError, ValueError) as e:
        raise CodecError(f"fait illisible ({kind})") from e


def dump_state(state_type: type, state: Any) -> str:
    """A state as JSON, for a snapshot."""
    return _state_adapter(state_type).dump_json((state, 0)).decode()


def load_state(state_type: type, text: str) -> Any:
    """The state of a snapshot; `CodecError` when it was written by another schema."""
    try:
        return _state_adapter(state_type).validate_json(text)[0]
    except ValidationError as e:
        raise CodecError("instantané illisible") from e


MAX_DEPTH = 24
MAX_DIGITS = 15
MAX_VALUES = 1_500_000
"""How many values a text may hold, as its commas and brackets count them: a value of two bytes takes a hundred once
read."""


def strict_json(text: str | bytes, *, longest: int = 262_144) -> Any:
    """JSON from outside: no duplicate key, NaN, float, huge integer, deep nesting, lone surrogate or NUL, nor
    more than `MAX_VALUES`.

    Raises `ValueError` with a French reason.
    """
    if len(text) > longest:
        raise ValueError("le texte est trop long")
    marks = (b",", b"[", b"{") if isinstance(text, bytes) else (",", "[", "{")
    if sum(map(text.count, marks)) > MAX_VALUES:  # type: ignore[arg-type]  # marks of the text's own type
        raise ValueError("le texte contient trop de valeurs")
    try:
        if isinstance(text, bytes):
            text = text.decode()
        data = json.loads(
            text,
            object_pairs_hook=_unique,
            parse_constant=_no_number,
            parse_float=_no_number,
            parse_int=_small_int,
        )
    except RecursionError:
        raise ValueError("trop de niveaux imbriqués") from None
    except UnicodeDecodeError:
        raise ValueError("ce n’est pas de l’UTF-8") from None
    except json.JSONDecodeError:
        raise ValueError("ce n’est pas du JSON") from None
    _check(data, 0)
    return data


def has_surrogate(text: str) -> bool:
    """Whether a text holds half of a surrogate pair, which no UTF-8 can say."""
    return any("\ud800" <= c <= "\udfff" for c in text)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) < len(pairs):
        raise ValueError("une clef est donnée deux fois")
    return out


def _no_number(text: str) -> Any:
    raise ValueError("seuls les nombres entiers sont admis")


def _small_int(text: str) -> int:
    if len(text.lstrip("-")) > MAX_DIGITS:
        raise ValueError("un nombre est trop grand")
    return int(text)


def _check(data: Any, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise ValueError("trop de niveaux imbriqués")
    if isinstance(data, str):
        if "\x00" in data or has_surrogate(data):
            raise ValueError("un texte contient un caractère interdit")
    elif isinstance(data, dict):
        for k, v in data.items():
            _check(k, depth)
            _check(v, depth + 1)
    elif isinstance(data, list):
        for v in data:
            _check(v, depth + 1)
