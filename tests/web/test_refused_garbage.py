"""What is refused is let go of at once: the server seldom searches its memory, and nobody may fill it with what it
turned away."""

from __future__ import annotations

import gc
import json

from web.party import Party

ROUNDS = 3
HELD = ("frame", "traceback", "coroutine", "generator", "async_generator", "Request", "FormData", "Refusal")
"""What would hold a request's body, were it caught in a ring; the test's own client has its own."""


async def test_what_is_refused_leaves_nothing_behind(party: Party) -> None:
    long = json.dumps({"records": [["a" * 20, n] for n in range(5_000)]}).encode()
    key = (await party.waiting("mj", "RenameTable"))["key"]

    async def knock() -> None:
        async with party.server.browser() as c:
            typed = {"content-type": "application/json"}
            answers = [
                await c.get("/table/nulle"),
                await c.get("/nulle/part"),
                await c.post("/importer", files={"export": ("x.json", long)}),
                await c.post("/api/import", content=long, headers=typed),
                await c.post("/api/import", content=long[:-5], headers=typed),
                await c.post("/api/import", content="[" * 50_000, headers=typed),
                await c.post("/creer", data={"systeme": "nul", "nom": "x" * 5_000}),
                await c.post(
                    "/creer", data={"systeme": "architectes"}, files={"p": ("p.toml", b"a = [" * 9_999)}
                ),
                await c.get("/cotes", params={"systeme": "architectes", "calcul": "test", "score": "zz"}),
                await party.gm.post(f"/table/{party.id}/geste", data={"key": key, "command": "RenameTable"}),
                await party.post("mj", "RenameTable", {"name": ""}),
                await party.post("lea", "Write", {"text": "x"}, key="0" * 32),
            ]
            assert all(a.status_code < 500 for a in answers)

    await knock()
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        for _ in range(ROUNDS):
            await knock()
        gc.collect()
        left = [type(x) for x in gc.garbage]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    ours = [t for t in left if t.__name__ in HELD and not t.__module__.startswith("httpx")]
    assert ours == []
