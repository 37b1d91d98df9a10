"""Sets a ready-made table by playing its example through the table service, like people would."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from paravent.core.example import Example, ExampleStep
from paravent.core.refusals import Refusal
from paravent.core.system import System
from paravent.core.values import GM, Who

if TYPE_CHECKING:
    from paravent.table.service import Created, Tables


def example_of(system: System[Any]) -> Example | None:
    """The example a system ships in its `example` module, if it has one."""
    name = f"{system.package}.example"
    if find_spec(name) is None:
        return None
    found: Example = import_module(name).example()
    return found


async def set_table(tables: Tables, system: str, example: Example) -> Created:
    """Create the table, seat its people and play its steps; a step that is refused raises Refusal."""
    created = await tables.create(system, example.title, example.game_master)
    access = await tables.access(created.game_master)
    assert access is not None, "the token was just made"
    seats: dict[str, Who] = {GM: access.seat}
    for n, name in enumerate(example.players):
        _, seats[name] = await tables.join(created.invitation, name, f"siege-{n}")
    for n, step in enumerate(example.steps):
        seat = seats[step.who]
        view = await tables.view(created.table, seat)
        names = {a["name"]: a["id"] for a in view["actors"]} | {s["name"]: s["id"] for s in view["seats"]}
        fields = {
            k: names.get(v, v) if isinstance(v, str) and k != "name" else v for k, v in step.fields.items()
        }
        key = _question(view, step, fields)
        await tables.act(created.table, seat, key, step.command, fields, f"exemple-{n}")
    return created


def _question(view: Mapping[str, Any], step: ExampleStep, fields: Mapping[str, Any]) -> str:
    """The key of the first question that offers the command, to whoever the step names if it names anyone."""
    for waiting in view["waitings"]:
        if step.asked and waiting["who_name"] != step.asked:
            continue
        for offer in waiting["offers"]:
            if (
                offer["command"] == step.command
                and not offer["barred"]
                and _about(offer, fields.get("actor"))
            ):
                return str(waiting["key"])
    quoted = f"«\N{NO-BREAK SPACE}{step.command}\N{NO-BREAK SPACE}»"
    raise Refusal("TAB-08", f"personne ne demande {quoted}", stale=True)


def _about(offer: Mapping[str, Any], actor: Any) -> bool:
    options = next((f["options"] for f in offer["fields"] if f["name"] == "actor"), None)
    return options is None or any(o["id"] == actor for o in options)
