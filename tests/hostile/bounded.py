"""A process that reads hostile exports and packs one after another, under a limit of memory, and tells what the worst
cost:

    python -m hostile.bounded SEED EXPORTS PACKS SYSTEMS…

prints one line of JSON. Peaks are the kernel's own (`VmHWM`, set back before each), so Linux only.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import json
import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hostile.foes import Attack, Siege, besiege
from hostile.hands import Hands, as_json
from hostile.test_forgeries import fresh, leaves, put, rechained
from hostile.test_packs import BOMBS
from paravent.core.packs import PackError
from paravent.systems import all_systems
from paravent.table.packs import as_toml
from paravent.web.security import MOST_IMPORTED, Buckets

SPARE = 3 * 1024**3
"""Bytes of address space beyond what the process starts with: a bomb fails here, and not the machine. Each thread
reserves some that it never uses; what is used is measured."""
PLAYED = 40
WHOLE: tuple[Callable[[int], bytes], ...] = (
    lambda n: b"[" + b"[]," * (n // 3) + b"1]",
    lambda n: b'{"records":[1' + b',{"a":1}' * (n // 8) + b"]}",
    lambda n: b'{"a":' * (n // 6) + b"1" + b"}" * (n // 6),
    lambda n: b'["x"' + b',"abcdefg"' * 1_400_000 + b"]",
    lambda n: b"[1" + b',{"a":1}' * 740_000 + b"]",
    lambda n: '["😀'.encode() + b"a" * (n - 9) + b'"]',
    lambda n: b'["' + rb"\u1234" * (n // 6 - 1) + b'"]',
    lambda n: b'{"records":' + b"9" * (n - 20) + b"}",
    lambda n: b" " * (n - 2) + b"{}",
)
"""Bodies as long as may be, that cost as much as they can."""


def _status(key: str) -> int:
    found = next(x for x in Path("/proc/self/status").read_text().splitlines() if x.startswith(key))
    return int(found.split()[1]) * 1024


@dataclass
class Costs:
    """The worst of each: seconds of processor, bytes beyond what was held before."""

    seconds: float = 0.0
    peak: int = 0
    slowest: str = ""
    largest: str = ""
    answers: dict[str, int] = field(default_factory=dict)

    @contextmanager
    def of(self, what: str) -> Iterator[None]:
        gc.collect(0)
        ctypes.CDLL(None).malloc_trim(0)
        Path("/proc/self/clear_refs").write_text("5")
        held, began = _status("VmRSS"), time.process_time()
        yield
        took, more = time.process_time() - began, _status("VmHWM") - held
        if took > self.seconds:
            self.seconds, self.slowest = took, what
        if more > self.peak:
            self.peak, self.largest = more, what

    def count(self, answer: object) -> None:
        self.answers[str(answer)] = self.answers.get(str(answer), 0) + 1


def swollen(hands: Hands) -> Any:
    """Far too much of something."""
    n = hands.one(1_000, 20_000, 100_000)
    many = {str(i): i for i in range(n)}
    return hands.one("x" * n, "é\n" * n, [1] * n, [[] for _ in range(n)], many, ["a" * 50] * (n // 10))


def forged(hands: Hands, export: dict[str, Any], n: int) -> tuple[str, bytes]:
    """A forged export: what was done to it, and the body to send."""
    records = export["records"]
    record = hands.one(*records)
    kinds = ("leaf", "gone", "twice", "swollen", "long", "bomb", "bytes", "moved", "unchained", "deep")
    kind = kinds[n % len(kinds)]
    match kind:
        case "leaf" | "unchained":
            put(record, hands.one(*leaves(record)), hands.junk())
        case "gone":
            del records[hands.rng.randrange(len(records))]
        case "twice":
            records.insert(hands.rng.randrange(len(records)), deepcopy(record))
        case "swollen":
            put(record, hands.one(*leaves(record)), swollen(hands))
        case "long":
            last, many = records[-1], hands.one(20, 100, 200)
            kept = [r for r in records[1:] if r["draw"] is None] or [record]
            for i in range(many):
                more = deepcopy(hands.one(*kept))
                records.append({**more, "action": last["action"] + 1 + i, "command": f"long{i}"})
        case "bomb":
            records[0]["data"]["pack"] = BOMBS[hands.one(*BOMBS)]
        case "moved":
            hands.rng.shuffle(records)
        case "deep":
            record["data"] = {"a": record["data"]}
            for _ in range(hands.one(5, 30, 400)):
                record["data"] = {"a": record["data"]}
        case _:
            pass
    if kind == "bytes":
        return kind, hands.spoiled(as_json(rechained(export)))
    return kind, as_json(export if kind == "unchained" else rechained(export))


async def exports(seed: str, count: int, systems: list[str], folder: Path) -> Costs:
    """Forge and send so many, shared between the systems; then the longest bodies."""
    costs = Costs()
    for system in systems:
        hands = Hands(f"{seed} {system}")
        siege = await besiege(folder / f"{system}.sqlite", system=system)
        await Attack(siege, seed).run(PLAYED)
        for n in range(count // len(systems)):
            kind, body = forged(hands, await fresh(siege, f"faux{n}"), n)
            await one(siege, costs, f"{system} {n} {kind}", f"faux{n}", body)
        for n, body in enumerate(WHOLE):
            if n % len(systems) == systems.index(system):
                await one(siege, costs, f"whole {n}", "", body(MOST_IMPORTED - 100))
        await siege.tables.close()
    return costs


async def one(siege: Siege, costs: Costs, what: str, table: str, body: bytes) -> None:
    async with siege.client() as client:
        with costs.of(what):
            answer = await client.post("/api/import", content=body)
            if answer.status_code == 201:
                bearer = {"Authorization": f"Bearer {answer.json()['game_master']}"}
                seen = await client.get(f"/api/tables/{table}/vue", headers=bearer)
                assert seen.status_code == 200, (what, seen.text)
    assert answer.status_code in (201, 400, 422), (what, answer.text[:500])
    costs.count(answer.status_code)
    if answer.status_code == 201:
        # Thousands of tables stay: only what one costs is looked at.
        await siege.tables.store.delete_table(table)
        siege.tables._rooms.pop(table, None)


def packs(seed: str, count: int, systems: list[str]) -> Costs:
    """Read so many spoiled packs, shared between the systems."""
    costs = Costs()
    for name in systems:
        system = all_systems()[name]
        hands, base = Hands(f"{seed} {name} packs"), json.loads(system.default_pack())
        toml = as_toml(system.default_pack())
        for n in range(count // len(systems)):
            pack = deepcopy(base)
            match n % 5:
                case 0 | 1:
                    put(pack, hands.one(*leaves(pack)), hands.junk())
                    text = json.dumps(pack)
                case 2:
                    put(pack, hands.one(*leaves(pack)), swollen(hands))
                    text = json.dumps(pack, ensure_ascii=False)[: hands.one(399_000, 10**9)]
                case 3:
                    at = hands.rng.randrange(len(toml))
                    wrong = str(hands.one("", *BOMBS.values(), "\x00", "]]", '"""', "[a]"))
                    text = toml[:at] + wrong[:350_000] + toml[at + 3 :]
                case _:
                    text = hands.spoiled(json.dumps(pack).encode()).decode("utf-8", "replace")
            read = False
            with costs.of(f"{name} {n}"), suppress(PackError):
                system.read_pack(text)
                read = True
            costs.count("read" if read else "refused")
    return costs


def main() -> None:
    seed, many, more, *systems = sys.argv[1:]
    Buckets.take = lambda self, key: True  # type: ignore[method-assign]  # nothing may hold the forger back
    limit = _status("VmSize") + SPARE
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    with TemporaryDirectory() as folder:
        forging = exports(seed, int(many), systems, Path(folder))
        told = {"exports": vars(asyncio.run(forging)), "packs": vars(packs(seed, int(more), systems))}
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main()
