"""What hostile hands send: legal answers bent in every way, and texts and bodies that break careless programs.

Everything is drawn from one seeded generator, so that a failure can be played again.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

TEXTS = (
    "",
    " ",
    "\u200b",
    "\x00",
    "a\x00b",
    "Ana\nBob",
    "a\u2028b",
    "\u202eevil\u202c",
    "أليس في بلاد العجائب",
    "שלום",
    "🎭" * 50,
    "👩‍👩‍👧‍👦",
    "é" * 199 + "e\u0301",
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "{{ 7 * 7 }}{% for x in y %}",
    "'; DROP TABLE records; --",
    "x" * 201,
    "x" * 5000,
    "../../etc/passwd",
    "%00%2e%2e%2f",
    "javascript:alert(1)",
    "\ufeff",
    "\uffff",
    "Z" + "\u0335" * 150,
    "True",
    "False",
    "None",
    "tous",
    "mj",
    "chance",
    "table",
    "__class__",
    "constructor",
)
NUMBERS = (0, 1, -1, 2, 3, 22, 23, 99, 10**9, -(10**9), 10**14, 2**31, 2**53 + 1)
NUMERALS = ("0", "-0", "+1", "1e3", "１２", "٣", "1_0", " 7 ", "0x10", "9" * 5000, "−3", "1.0", "", "NaN")


class Hands:
    """A seeded source of hostile values."""

    def __init__(self, seed: object) -> None:
        self.rng = random.Random(str(seed))

    def one(self, *among: Any) -> Any:
        return self.rng.choice(among)

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def junk(self, depth: int = 0) -> Any:
        """Any JSON value, of any wrong type."""
        kind = self.rng.randrange(8 if depth < 3 else 5)
        match kind:
            case 0:
                return self.one(*TEXTS)
            case 1:
                return self.one(*NUMBERS)
            case 2:
                return self.one(*NUMERALS)
            case 3:
                return self.one(True, False, None)
            case 4:
                return self.one([], {}, [[]], [None], {"": ""})
            case 5:
                return [self.junk(depth + 1) for _ in range(self.rng.randrange(30))]
            case 6:
                return {str(self.junk(3))[:40]: self.junk(depth + 1) for _ in range(self.rng.randrange(5))}
            case _:
                return [self.rng.randrange(-1, 24) for _ in range(self.rng.randrange(30))]

    def legal(self, f: Mapping[str, Any]) -> Any:
        """A value the described field most likely takes."""
        rng = self.rng
        match f["domain"]:
            case "one_of":
                return rng.choice(f["options"])["id"] if f["options"] else ""
            case "whole":
                return rng.randint(f["low"], f["high"])
            case "text":
                return rng.choice([t for t in TEXTS if 0 < len(t.strip()) <= f["longest"]] or ["x"])
            case "pool":
                ids = [o["id"] for o in f["options"]]
                return rng.sample(ids, rng.randint(0, min(3, len(ids))))
            case "permutation":
                return rng.sample(range(1, len(f["labels"]) + 1), len(f["labels"]))
            case "allotment":
                return [rng.randint(x["low"], x["high"]) for x in f["lines"]]
            case "record":
                return {p["name"]: self.legal(p) for p in f["fields"]}
            case "list":
                return [
                    self.legal(f["item"])
                    for _ in range(rng.randint(f["least"], min(f["most"], f["least"] + 1)))
                ]
            case "faces":
                return [rng.randint(1, d) for d in f["dice"]]
            case "cards":
                return rng.sample(f["deck"], min(f["count"], len(f["deck"])))
            case "percents":
                return [rng.randint(1, 100) for _ in f["chances"]]
            case other:
                raise AssertionError(other)

    def fields(self, offer: Mapping[str, Any]) -> dict[str, Any]:
        return {f["name"]: self.legal(f) for f in offer["fields"]}

    def bent(self, fields: dict[str, Any]) -> Any:
        """The fields with something wrong, or unexpected, in one of them."""
        out = dict(fields)
        names = sorted(out)
        match self.rng.randrange(7):
            case 0 if names:
                del out[self.one(*names)]
            case 1:
                out[self.one("why", "seat", "actor", "__proto__", "", "é", "f.x")] = self.junk()
            case 2 if names:
                name = self.one(*names)
                out[name] = [out[name]]
            case 3:
                return self.junk()
            case _ if names:
                out[self.one(*names)] = self.junk()
            case _:
                pass
        return out

    def spoiled(self, body: bytes) -> bytes:
        """Bytes that are no longer the JSON they were."""
        n = self.rng.randrange(len(body) + 1)
        key = b'"key":"0",'
        return bytes(
            self.one(
                body[:n],
                b"\xef\xbb\xbf" + body,
                body[:n] + bytes([self.rng.randrange(256)]) + body[n + 1 :],
                body.replace(b"{", b"{" + key, 1),
                body.replace(b"{", b'{"fields":{"a":NaN},', 1),
                body.replace(b"{", b'{"fields":{"a":1e999},', 1),
                body.replace(b"{", b'{"fields":' + b"9" * 5000 + b",", 1),
                body.replace(b"{", b'{"fields":' + b"[" * 20_000 + b"]" * 20_000 + b",", 1),
                body.replace(b"{", b'{"fields":' + b'{"a":' * 500 + b"1" + b"}" * 500 + b",", 1),
                body.replace(b"{", rb'{"x":"\ud800",', 1),
                body.replace(b"{", rb'{"x":"\u0000",', 1),
                b"[" + body + b"]",
                body + body,
                b"",
                b"null",
                body.decode().encode("utf-16"),
            )
        )


def flat(prefix: str, value: Any) -> list[tuple[str, str]]:
    """A JSON value as form items, the way pages name them."""
    match value:
        case dict():
            return [x for k, v in value.items() for x in flat(f"{prefix}.{k}", v)]
        case list():
            return [x for i, v in enumerate(value, 1) for x in flat(f"{prefix}.{i}", v)]
        case _:
            return [(prefix, str(value))]


def as_json(value: Any) -> bytes:
    return json.dumps(value).encode()


Weighed = list[tuple[int, Callable[[], Any]]]
