"""What can be done unseen by Léa at a table of each system, each text with a word of its own; and what all then see."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any

from hostile.foes import Siege

CANARY = "Zorglub"
Public = tuple[str, str, Mapping[str, Any]]


async def hide(siege: Siege) -> None:
    """Everything unseen that the table's system, or any, knows of."""
    words = (f"{CANARY}{n}" for n in itertools.count())
    noé = siege.people["noé"].seat
    await siege.ask("ada", "Write", text=next(words), to="mj")
    await siege.ask("ada", "Write", text=next(words), to=noé)
    await siege.ask("noé", "Write", text=next(words), to="mj")
    await siege.ask("ada", "ThrowDice", count=3, sides=20, why=next(words), secret="True")
    await HIDING[(await siege.room()).system.name](siege, words)


async def _architectes(siege: Siege, words: Iterator[str]) -> None:
    villain, guard = next(words), next(words)
    extra = {"hidden": "True", "score": 9, "broken": "True", "destiny": 3}
    await siege.ask("ada", "CreateExtra", name=villain, **extra)
    await siege.ask("ada", "CreateExtra", name=guard, **extra)
    one, two = await siege.actor(villain), await siege.actor(guard)
    await siege.ask("ada", "CorrectDestiny", actor=one, destiny=2, why=next(words))
    await siege.ask("ada", "CorrectDeck", actor=one, lost=[], why=next(words))
    await siege.ask("ada", "CorrectIdentity", actor=one, why=next(words))
    await siege.ask("ada", "Inflict", actor=one, damage=2, why=next(words))
    await siege.ask("ada", "HealAtRandom", actor=one)
    await siege.ask("ada", "Equip", actor=two)
    await siege.ask("ada", "OpenTest", actor=one, skill="7", secrecy="gm")
    await siege.ask("ada", "WillDraw")
    await siege.ask("ada", "Pass")
    await siege.ask("ada", "OpenHiddenExchange", a=one, b=two)
    await siege.ask("ada", "Abandon", why=next(words))
    await siege.ask("ada", "Undo")
    await siege.ask("ada", "Abandon", why=next(words))
    await siege.ask("ada", "OpenTest", actor=await siege.actor("Otto"), skill="5", secrecy="gm")


async def _intentions(siege: Siege, words: Iterator[str]) -> None:
    villain, iris = next(words), await siege.actor("Iris")
    await siege.ask("ada", "CreateExtra", name=villain, hidden="True", endurance="True", text=next(words))
    one = await siege.actor(villain)
    theme = next(words)
    await siege.ask("ada", "CreateCounter", theme=theme, actors=[iris], standing="hidden", high=6)
    await siege.ask("ada", "UseModel", actors=[one], standing="public")
    await siege.ask("ada", "CreateCounter", theme=next(words), subject=next(words), standing="hidden", high=4)
    world = (await siege.room()).now.world
    counter = next(c.id for c in world.counters if c.theme == theme)
    endurance = world.endurance(one).id
    await siege.ask("ada", "AddThreshold", counter=counter, at=5, name=next(words), text=next(words))
    await siege.ask("ada", "AddTrigger", counter=counter, name=next(words), steps="1")
    await siege.ask("ada", "Pull", counter=counter)
    await siege.ask("ada", "Move", counter=counter, steps="1", why=next(words))
    await siege.ask("ada", "GiveCondition", actor=one, name=next(words), text=next(words))
    await siege.ask("ada", "Concentrate", actor=one, goal=next(words), target=endurance)
    await siege.ask("ada", "Deepen")
    await siege.ask("ada", "LoseEndurance", counter=endurance, points=6, why=next(words))
    await siege.ask("ada", "SettleWound", name=next(words), text=next(words))
    await siege.ask(
        "ada", "CallTest", actor=one, advantages=[{"why": next(words), "skill": ""}], secrecy="table"
    )
    await siege.ask("ada", "LetFall")
    await siege.ask("ada", "Undo")
    await siege.ask("ada", "CallTest", actor=await siege.actor("Otto"), secrecy="gm")
    await siege.ask("ada", "Abandon", why=next(words))
    await siege.ask("ada", "CallTest", actor=iris, secrecy="gm")


async def _departement_m(siege: Siege, words: Iterator[str]) -> None:
    villain = next(words)
    await siege.ask("ada", "CreateExtra", name=villain, hidden="True", text=next(words))
    one = await siege.actor(villain)
    await siege.ask("ada", "SetAttribute", actor=one, value=9)
    await siege.ask("ada", "AddFocus", actor=one, focus=next(words))
    await siege.ask("ada", "CallTest", actor=one, text=next(words), difficulty="2", secrecy="table")
    await siege.ask("ada", "Throw")
    await siege.ask("ada", "CallTest", actor=one, text=next(words), difficulty="0", secrecy="gm")
    await siege.ask("ada", "Throw")
    await siege.ask("ada", "Undo")
    await siege.ask("ada", "CallTest", actor=await siege.actor("Otto"), text=next(words), secrecy="gm")
    await siege.ask("ada", "Abandon", why=next(words))
    await siege.ask("ada", "CallTest", actor=await siege.actor("Iris"), text=next(words), secrecy="gm")


async def _forces(siege: Siege, words: Iterator[str]) -> None:
    villain = next(words)
    await siege.ask("ada", "CreateExtra", name=villain, hidden="True", text=next(words))
    one = await siege.actor(villain)
    await siege.ask("ada", "CallTest", actor=one, text=next(words), secrecy="table")
    await siege.ask("ada", "LetFall")
    await siege.ask("ada", "CallTest", actor=await siege.actor("Otto"), text=next(words), secrecy="gm")
    await siege.ask("ada", "Abandon", why=next(words))
    await siege.ask("ada", "CallTest", actor=await siege.actor("Iris"), text=next(words), secrecy="gm")
    await siege.ask("ada", "CreateForce", name=next(words), visibility="hidden", label=next(words))
    await siege.ask(
        "ada",
        "DescribeForce",
        name=next(words),
        goal=next(words),
        weaknesses=next(words),
        organisation=next(words),
    )
    await siege.ask("ada", "AddVertex", label=next(words), name=next(words))
    first, second = (v.id for v in (await siege.room()).now.world.forces[-1].vertices)
    await siege.ask("ada", "AddChanceEdge", source=first, target=second, chance=50, frequency=next(words))
    await siege.ask("ada", "AddDeedEdge", source=first, target=second, deed=next(words))
    await siege.ask("ada", "OpenForce")
    await siege.ask("ada", "NoteDeed")
    await siege.ask("ada", "CountSessions", sessions=5)
    await siege.ask("ada", "Undo")


async def _intrigue(siege: Siege, words: Iterator[str]) -> None:
    villain, guard = next(words), next(words)
    for name in (villain, guard):
        traits = [
            {"kind": kind, "die": "8", "name": next(words)}
            for kind in ("value", "relationship", "distinction")
        ]
        await siege.ask("ada", "CreateExtra", name=name, hidden="True", traits=traits, text=next(words))
    one, two = await siege.actor(villain), await siege.actor(guard)
    await siege.ask("ada", "SetStress", actor=one, category="1", die="8", why=next(words))
    await siege.ask("ada", "SetStress", actor=two, category="0", die="12", why=next(words))
    await siege.ask("ada", "SetStress", actor=one, category="1", die="6", why=next(words))
    await siege.ask("ada", "Undo")
    await siege.ask("ada", "GiveActor", actor=two, seat=siege.people["noé"].seat)
    await siege.ask("ada", "SetPoints", actor=two, points=2, why=next(words))
    await siege.ask("noé", "MakeRelationship", name=next(words), statement=next(words))


HIDING: Mapping[str, Callable[[Siege, Iterator[str]], Awaitable[None]]] = {
    "architectes": _architectes,
    "intentions": _intentions,
    "departement_m": _departement_m,
    "forces": _forces,
    "intrigue": _intrigue,
}


async def public_life(siege: Siege) -> tuple[Public, ...]:
    """What everyone sees, with a test of the system: who does what."""
    iris, otto = await siege.actor("Iris"), await siege.actor("Otto")
    tests: Mapping[str, tuple[Public, ...]] = {
        "architectes": (
            ("ada", "OpenTest", {"actor": iris, "skill": "12", "secrecy": "table"}),
            ("léa", "WillDraw", {}),
        ),
        "intentions": (
            ("ada", "CallTest", {"actor": iris, "secrecy": "table"}),
            ("léa", "LetFall", {}),
            ("ada", "Concentrate", {"actor": iris, "goal": "tenir", "limit": 3}),
        ),
        "departement_m": (
            ("ada", "CallTest", {"actor": iris, "difficulty": "0", "secrecy": "table"}),
            ("léa", "Throw", {}),
            ("ada", "RaiseThreat", {"why": "le bruit"}),
        ),
        "forces": (
            ("ada", "CallTest", {"actor": iris, "secrecy": "table"}),
            ("léa", "LetFall", {}),
            ("ada", "MoveResource", {"resource": "vivres", "change": 3}),
            ("ada", "TellWorld", {"text": "Le vent tourne."}),
        ),
        "intrigue": (
            ("ada", "CallTest", {"actor": iris, "goal": "sauter le mur", "risk": "True"}),
            ("ada", "Settle", {}),
            # Not the answer to that test: a 1 of the pool, if one fell, would be asked about first.
            ("léa", "Act", {"against": otto, "goal": "passer", "pool": ["t:devoir", f"t:{iris}-rel0"]}),
        ),
    }
    return (
        ("léa", "Write", {"text": "bonjour", "to": "tous"}),
        ("léa", "ThrowDice", {"count": 5, "sides": 20, "why": "", "secret": "False"}),
        *tests[(await siege.room()).system.name],
    )
