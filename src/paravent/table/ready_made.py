"""Sets a ready-made table by playing its example through the table service, like people would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
        key, fields = _question(view, step, names)
        await tables.act(created.table, seat, key, step.command, fields, f"exemple-{n}")
    return created


def _question(
    view: Mapping[str, Any], step: ExampleStep, names: Mapping[str, str]
) -> tuple[str, dict[str, Any]]:
    """The key of the first question whose offer holds the step's choices, and the step's fields as it reads them.

    Put to whoever the step names, if it names anyone.
    """
    for waiting in view["waitings"]:
        if step.asked and waiting["who_name"] != step.asked:
            continue
        for offer in waiting["offers"]:
            if offer["command"] == step.command and not offer["barred"]:
                described = {f["name"]: f for f in offer["fields"]}
                try:
                    fields = {k: _meant(described.get(k, {}), v, names) for k, v in step.fields.items()}
                except LookupError:
                    continue
                return str(waiting["key"]), fields
    quoted = f"«\N{NO-BREAK SPACE}{step.command}\N{NO-BREAK SPACE}»"
    raise Refusal("TAB-08", f"personne ne demande {quoted}", stale=True)


def _meant(field: Mapping[str, Any], raw: Any, names: Mapping[str, str]) -> Any:
    """A raw value, names of people and labels of options replaced by ids; LookupError where no option is meant."""
    match field, raw:
        case {"domain": "one_of", "options": options}, str():
            return _choice(options, raw, names)
        case {"domain": "pool", "options": options}, list():
            return [_choice(options, x, names) if isinstance(x, str) else x for x in raw]
        case {"domain": "list", "item": item}, list():
            return [_meant(item, x, names) for x in raw]
        case {"domain": "record", "fields": fields}, dict():
            parts = {f["name"]: f for f in fields}
            return {k: _meant(parts.get(k, {}), v, names) for k, v in raw.items()}
        case _:
            return raw


def _choice(options: Sequence[Mapping[str, str]], raw: str, names: Mapping[str, str]) -> str:
    ids = {o["id"] for o in options}
    by_label = {o["label"]: o["id"] for o in options}
    found = next((x for x in (raw, names.get(raw), by_label.get(raw)) if x in ids), None)
    if found is None:
        raise LookupError(raw)
    return found
