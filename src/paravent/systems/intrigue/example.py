"""The ready-made table of Intrigue, from `data/exemple.toml`: a contest at its second reaction.

What came before is played too, with dice typed from a real table, so that the log tells a story that never changes.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from paravent.core.example import Data, Example, ExampleStep, Script, by_hand, gm
from paravent.systems.intrigue.pack import default_pack

NO_HERITAGE = ("", 4)


def example() -> Example:
    """Three characters to take, a session under way, plot points shared, a contest that waits: give in, or react?"""
    data = tomllib.loads(files(__package__).joinpath("data", "exemple.toml").read_text("utf-8"))
    script = Story(data)
    steps = [_character(c) for c in data["personnage"]]
    steps += [_resource(x) for x in data["ressource"]]
    steps += by_hand(x for session in data["seance"] for x in script.session(session))
    return Example(data["titre"], "Odile", (), tuple(steps))


def _named(rows: Any, *names: str) -> list[dict[str, Any]]:
    """Rows of a table as records; what a row leaves out at its end is left blank."""
    return [dict(zip(names, row, strict=False)) for row in rows]


def _character(c: Data) -> ExampleStep:
    values = _named(c["valeurs"], "die", "statement")
    name, die = c.get("heritage", NO_HERITAGE)
    return gm(
        "CreateReadyMade",
        name=c["nom"],
        relationships=_named(c["relations"], "who", "die", "statement"),
        values=dict(zip((v.id for v in default_pack().values), values, strict=True)),
        distinctions=_named(c.get("traits", ()), "model", "name", "die", "at4", "at8", "at12"),
        abilities=_named(c.get("talents", ()), "model", "name", "die", "descriptor", "limit"),
        gear=_named(c.get("matos", ()), "model", "name", "die", "descriptor"),
        heritage={"name": name, "die": die},
        resources=_named(c["ressources"], "sort", "name", "die", "first", "second"),
        text=c["portrait"],
    )


def _resource(x: Data) -> ExampleStep:
    first, second = x["specialites"]
    return gm("CreateResource", sort=x["sorte"], name=x["nom"], die=x["de"], first=first, second=second)


class Story(Script):
    """Who comes in, points shared, the trouble pool, a test, a contest."""

    def own(self, step: Data) -> list[ExampleStep]:
        match step:
            case {"entree": id}:
                x = self._extras[id]
                traits = _named(x["des"], "kind", "die", "name")
                return [
                    gm("CreateExtra", name=x["nom"], hidden=x["cache"], traits=traits, text=x["description"])
                ]
            case {"partage": thrown}:
                return [
                    gm("SharePoints"),
                    *(gm("Roll", asked=name, faces=faces) for name, faces in thrown),
                ]
            case {"arrive": name}:
                return [gm("PlaceResource", resource=name, state="present")]
            case {"tension": how}:
                return [gm("RaisePool", how=how)]
            case {"test": id}:
                return self._test(self._names[id], step)
            case {"duel": id}:
                return self._contest(self._names[id], step)
        return super().own(step)

    def _test(self, name: str, step: Data) -> list[ExampleStep]:
        """The pool first, then the player's dice, a 1 that is bought, and the stress that was announced."""
        category, faces = step["stress"]
        return [
            gm("CallTest", actor=name, goal=step["but"], risk=step["risque"], with_stress=False),
            gm("Roll", faces=step["pile"]),
            gm("Settle"),
            gm("Attempt", pool=step["des"], keep=0),
            gm("Roll", faces=step["jet"]),
            gm("BuyOne", die=step["achete"]),
            gm("Settle"),
            gm("Inflict", category=category),
            gm("StressDice", faces=faces),
        ]

    def _contest(self, name: str, step: Data) -> list[ExampleStep]:
        """An action and a reaction that beats it: the first side is to answer."""
        return [
            gm("Act", asked=name, against=step["contre"], goal=step["but"], pool=step["des"], keep=0),
            gm("Roll", faces=step["jet"]),
            gm("Settle"),
            gm("React", pool=step["reaction"], keep=0),
            gm("Roll", faces=step["reponse"]),
            gm("Settle"),
        ]
