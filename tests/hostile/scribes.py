"""Games in which everything that can be typed is a piece of script, a mark of a template or an attribute of htmx."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from hostile.each_system import SHEETS
from hostile.foes import first_of
from hostile.hands import Hands
from hostile.test_forgeries import leaves, put
from paravent.core.packs import PackError
from paravent.core.refusals import Refusal
from paravent.core.system import System
from paravent.core.values import Who
from paravent.systems import all_systems
from paravent.table.service import Tables

PAYLOADS = (
    "<script>hit(1)</script>",
    '"><img src=x onerror=hit(2)>',
    "'><svg onload=hit(3)>",
    "javascript:hit(4)",
    "{{90707*90709}}{%if 1%}hit(5)",
    '" hx-get="/piege" hx-trigger="load" x="hit(6)',
    "</textarea></title><iframe src=//piege>hit(7)",
    "[x](javascript:hit(8)) [url=javascript:hit(8)]x[/url]",
    "' onfocus=hit(9) autofocus x='",
    "<b hx-on:load=hit(10)>",
    "</script><base href=//piege>hit(11)",
)
REFUSED = ("CommitShare", "ImportForces")
"""Their texts are a print and a whole file: no payload is either."""
STAYING = (
    "LeaveTable",
    "RemoveSeat",
    "ArchiveTable",
    "Undo",
    "Abandon",
    "RefuseActor",
    "CloseSession",
    "HideOdds",
)
"""Commands that would end, hide or take back what was typed."""

Field = tuple[str, str]
"""A command, and the path of a text field in it."""


class Scribe(Hands):
    """Legal answers, where every text is a payload."""

    def __init__(self, seed: object) -> None:
        super().__init__(seed)
        self.typed: list[str] = []
        self.count = 0

    def payload(self, longest: int) -> str:
        self.count += 1
        fitting = [p for p in PAYLOADS if len(p) <= longest] or [PAYLOADS[0][:longest]]
        return fitting[self.count % len(fitting)]

    def legal(self, f: Mapping[str, Any]) -> Any:
        match f["domain"]:
            case "text":
                self.typed.append("")
                return self.payload(f["longest"])
            case "list":
                most = min(f["most"], max(f["least"], 1))
                return [self.legal(f["item"]) for _ in range(most)]
            case _:
                return super().legal(f)


def texts(f: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Where the texts of a described field stand."""
    here = f"{path}.{f['name']}" if "name" in f else path
    match f["domain"]:
        case "text":
            yield here.lstrip(".")
        case "record":
            for part in f["fields"]:
                yield from texts(part, here)
        case "list":
            yield from texts(f["item"], f"{here}[]")
        case _:
            pass


@dataclass
class Scripted:
    """A table where everything was typed by scribes. `tokens`: by role."""

    system: str
    id: str
    tokens: dict[str, str]
    invitation: str
    offered: set[Field] = field(default_factory=set)
    taken: set[Field] = field(default_factory=set)


def scripted_pack(system: System[Any], most: int) -> str:
    """The default pack with payloads in the place of as many as `most` of the texts that it shows."""
    pack, count = json.loads(system.default_pack()), 0

    def reads(candidate: Any) -> bool:
        try:
            system.read_pack(json.dumps(candidate))
        except PackError:
            return False
        return True

    def scripted(paths: list[tuple[Any, ...]]) -> None:
        nonlocal pack, count
        if not paths:
            return
        tried = deepcopy(pack)
        for n, path in enumerate(paths):
            put(tried, path, PAYLOADS[(count + n) % len(PAYLOADS)] + f" {count + n}")
        if reads(tried):
            pack, count = tried, count + len(paths)
        elif len(paths) > 1:
            half = len(paths) // 2
            scripted(paths[:half])
            scripted(paths[half:])

    known = str(SHEETS[system.name])

    def shown(path: tuple[Any, ...]) -> bool:
        at = pack
        for step in path:
            at = at[step]
        return isinstance(at, str) and (" " in at or at[:1].isupper()) and at not in known

    found = [p for p in leaves(pack) if shown(p)]
    scripted(Hands(system.name).rng.sample(found, min(most, len(found))))
    assert count, "no text of this pack could be replaced"
    return json.dumps(pack, ensure_ascii=False)


async def scripted_table(tables: Tables, name: str, seed: str, steps: int, pack_texts: int) -> Scripted:
    """Play so many commands with every text a payload, those least typed yet first; then as many more at most, until
    whatever was offered was typed."""
    hands = Scribe(f"{seed} {name}")
    system = all_systems()[name]
    pack = scripted_pack(system, pack_texts) if pack_texts else ""
    made = await tables.create(name, hands.payload(120), hands.payload(200), pack=pack)
    access = await tables.access(made.game_master)
    assert access
    seats: dict[str, Who] = {"mj": access.seat}
    tokens = {"mj": made.game_master}
    for role, link in (
        ("joueur", made.invitation),
        ("autre", made.invitation),
        ("spectateur", made.spectator),
    ):
        tokens[role], seats[role] = await tables.join(link, hands.payload(200), f"place-{role}")
    out = Scripted(name, made.table, tokens, made.invitation)
    for role in ("joueur", "autre"):
        for command, sheet in SHEETS[name]:
            await _answer(tables, out, seats[role], hands, command, sheet)
        await _answer(tables, out, seats["mj"], hands, "AcceptActor", {})
    for command in ("OpenScenario", "OpenSession", "OpenScene"):
        await _answer(tables, out, seats["mj"], hands, command, {})
    for n in range(2 * steps):
        if n >= steps and out.taken == out.offered:
            break
        await _step(tables, out, seats, hands, typing=n % 2 == 0 or n >= steps)
    if name == "forces":
        await _answer(tables, out, seats["mj"], hands, "ImportForces", {"text": forces_file(hands)})
    return out


def forces_file(hands: Scribe) -> str:
    """A file of forces, whose every text is a payload."""
    told = [json.dumps(hands.payload(60)) for _ in range(3)]
    vertices = [
        f"[[forces.sommets]]\nid = {id!r}\netiquette = {text}\ninitial = {initial}\n"
        for id, text, initial in (("a", told[1], "true"), ("b", told[2], "false"))
    ]
    edge = '[[forces.aretes]]\nde = "a"\nvers = "b"\nagissement = ' + json.dumps(hands.payload(60)) + "\n"
    return f'[[forces]]\nid = "culte"\nnom = {told[0]}\npuissance = 5\n' + "".join(vertices) + edge


async def _answer(
    tables: Tables, out: Scripted, seat: Who, hands: Scribe, command: str, given: Mapping[str, Any]
) -> None:
    """A known answer, its own texts payloads too; it must be taken."""
    for w in (await tables.view(out.id, seat))["waitings"]:
        for o in w["offers"]:
            if o["command"] == command and not o["barred"]:
                fields = {f["name"]: hands.legal(f) if _typed(f) else first_of(f) for f in o["fields"]}
                fields |= {k: v for k, v in given.items() if k in fields}
                await tables.act(out.id, seat, w["key"], command, fields, f"s{hands.rng.getrandbits(60):x}")
                _note(out, o, taken=True)
                return
    raise AssertionError(f"{command} is not offered")


def _typed(f: Mapping[str, Any]) -> bool:
    return f["domain"] == "text"


def _note(out: Scripted, offer: Mapping[str, Any], *, taken: bool) -> None:
    found = {(offer["command"], path) for f in offer["fields"] for path in texts(f)}
    out.offered |= found
    if taken:
        out.taken |= found


async def _step(
    tables: Tables, out: Scripted, seats: Mapping[str, Who], hands: Scribe, *, typing: bool
) -> None:
    """One legal answer by someone: `typing`, to what was least typed yet; else to what only has to be chosen, so that
    play goes on."""
    choices = []
    for role in ("mj", "joueur", "autre", "spectateur"):
        for w in (await tables.view(out.id, seats[role]))["waitings"]:
            for o in w["offers"]:
                if o["barred"] or o["command"] in (*STAYING, *REFUSED):
                    continue
                _note(out, o, taken=False)
                new = {(o["command"], path) for f in o["fields"] for path in texts(f)} - out.taken
                worded = any(True for f in o["fields"] for _ in texts(f))
                choices.append((not new if typing else worded, hands.rng.random(), role, w["key"], o))
    for _, _, role, key, o in sorted(choices, key=lambda c: c[:2])[:6]:
        try:
            id = f"s{hands.rng.getrandbits(60):x}"
            await tables.act(out.id, seats[role], key, o["command"], hands.fields(o), id)
        except Refusal:
            continue
        _note(out, o, taken=True)
        return
