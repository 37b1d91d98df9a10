"""The ready-made table of Aptitudes et forces, from `data/exemple.toml`: a village that may shut itself in at any time.

What came before is played too, with dice typed from a real table, so that the log tells a story that never changes.
Its forces are a file of their own, imported as a game master would.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files

from paravent.core.example import Data, Example, ExampleStep, Script, by_hand, gm
from paravent.systems.forces.forcepack import read_forces
from paravent.systems.forces.pack import default_pack


def example() -> Example:
    """Three characters to take, three forces, a session under way whose scenario may close, a test to throw."""
    data = tomllib.loads(_file("exemple.toml"))
    script = Story(data)
    steps = [gm("SetOption", choice=choice) for choice in data["options"]]
    steps += [step for c in data["personnage"] for step in _character(c)]
    steps += [gm("MoveResource", resource=r["nom"], change=r["nombre"]) for r in data["ressource"]]
    played = [gm("OpenScenario", title=data["scenario"])]
    for session in data["seance"]:
        played += script.session(session)
        if "fin" in session:
            played += [gm("CloseSession"), gm("DrawPass", faces=session["fin"])]
    steps += by_hand(played)
    return Example(data["titre"], "Solène", (), tuple(steps))


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


class Story(Script):
    """Who comes in, the forces, milestones, Stress, tests."""

    def own(self, step: Data) -> list[ExampleStep]:
        match step:
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
        return super().own(step)

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
