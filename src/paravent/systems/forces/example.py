"""The ready-made table of Aptitudes et forces, from `data/exemple.toml`: a village that may shut itself in at any time.

What came before is played too, with dice typed from a real table, so that the log tells a story that never changes.
Its forces are a file of their own, imported as a game master would.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from paravent.core.example import Example, ExampleStep
from paravent.systems.forces.forcepack import read_forces
from paravent.systems.forces.pack import default_pack

Data = Mapping[str, Any]


def example() -> Example:
    """Three characters to take, three forces, a session under way whose scenario may close, a test to throw."""
    data = tomllib.loads(_file("exemple.toml"))
    script = Script(data)
    steps = [gm("SetOption", choice=choice) for choice in data["options"]]
    steps += [step for c in data["personnage"] for step in _character(c)]
    steps += [gm("MoveResource", resource=r["nom"], change=r["nombre"]) for r in data["ressource"]]
    steps += [gm("ChooseHand", hand="reel", once=False), gm("OpenScenario", title=data["scenario"])]
    for session in data["seance"]:
        steps.append(gm("OpenSession"))
        for step in session["pas"]:
            steps += script.step(step)
        if "fin" in session:
            steps += [gm("CloseSession"), gm("DrawPass", faces=session["fin"])]
    steps.append(gm("ChooseHand", hand="table", once=False))
    return Example(data["titre"], "Solène", (), tuple(steps))


def gm(command: str, /, *, asked: str = "", **fields: Any) -> ExampleStep:
    """A step by the game master, who also speaks for characters nobody plays yet."""
    return ExampleStep("mj", command, fields, asked)


def _file(name: str) -> str:
    return files(__package__).joinpath("data", name).read_text("utf-8")


def _character(c: Data) -> list[ExampleStep]:
    """Its aspects, then its points."""
    chosen = dict(zip((a.id for a in default_pack().aspects), c["aspects"], strict=True))
    return [
        gm("ChooseAspects", name=c["nom"], aspects=chosen, text=c["portrait"]),
        gm("SharePoints", aptitudes=c["aptitudes"], subs=c["sous_aptitudes"]),
    ]


def _forces() -> list[ExampleStep]:
    """Imported together, then opened one by one, in the order of the file."""
    text = _file("exemple_forces.toml")
    steps = [gm("ImportForces", text=text)]
    for force in read_forces(text):
        steps += [gm("TakeUpForce", force=force.id), gm("OpenForce")]
    return steps


class Script:
    """The steps of a story written by the ids of its people."""

    def __init__(self, data: Data) -> None:
        self._extras = {x["id"]: x for x in data["pnj"]}
        self._names = {x["id"]: x["nom"] for x in (*data["personnage"], *data["pnj"])}

    def step(self, step: Data) -> list[ExampleStep]:
        match step:
            case {"scene": title, "texte": text}:
                return [gm("OpenScene", title=title, text=text)]
            case {"note": text}:
                return [gm("Write", text=text, to=step.get("pour", "tous"))]
            case {"entree": id}:
                return [self._extra(self._extras[id])]
            case {"forces": True}:
                return _forces()
            case {"jalon": name, "tirage": faces}:
                return [gm("ReachMilestone", name=name), gm("DrawPass", faces=faces)]
            case {"stress": id, "points": points, "motif": why}:
                name = self._names[id]
                return [gm("InflictStress", actor=name, points=points, why=why)]
            case {"test": id}:
                return self._test(self._names[id], step)
        raise ValueError(f"unknown step: {step}")

    def _extra(self, x: Data) -> ExampleStep:
        return gm(
            "CreateExtra",
            name=x["nom"],
            hidden=x["cache"],
            aptitudes=x["aptitudes"],
            subs=x["sous_aptitudes"],
            text=x["description"],
        )

    def _test(self, name: str, step: Data) -> list[ExampleStep]:
        """Announced and judged; thrown too when the story says what fell, with or without some corruption."""
        steps = [
            gm("Announce", asked=name, text=step["texte"], sub=step["sous_aptitude"], aptitude=""),
            gm(
                "Judge",
                aptitude=step["aptitude"],
                difficulty=step["difficulte"],
                bonus=step.get("bonus", 0),
                malus=step.get("malus", 0),
            ),
        ]
        if "des" not in step:
            return steps
        choice = "TakeCorruption" if step.get("corruption", False) else "StayPure"
        return [*steps, gm("LetFall", asked=name), gm("Roll", asked=name, faces=step["des"]), gm(choice)]
