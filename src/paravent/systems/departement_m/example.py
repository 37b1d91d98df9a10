"""The ready-made table of Département M, from `data/exemple.toml`: an interrogation whose dice are still to be bought.

What came before is played too, with dice typed from a real table, so that the log tells a story that never changes.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from paravent.core.example import Data, Example, ExampleStep, Script, by_hand, gm


def example() -> Example:
    """Four agents to take, a session under way, points in both pools, a complication to tell, a test to compose."""
    data = tomllib.loads(files(__package__).joinpath("data", "exemple.toml").read_text("utf-8"))
    script = Story(data)
    steps = [gm("CreateReadyMade", **written(c), text=c["portrait"]) for c in data["personnage"]]
    steps += by_hand(x for session in data["seance"] for x in script.session(session))
    return Example(data["titre"], "Iris", (), tuple(steps))


def written(x: Data) -> dict[str, Any]:
    """The fields that every sheet has."""
    return {
        "name": x["nom"],
        "attributes": x["attributs"],
        "disciplines": x["disciplines"],
        "focuses": x["specialisations"],
    }


class Story(Script):
    """Who comes in, the Threat, tests."""

    def own(self, step: Data) -> list[ExampleStep]:
        match step:
            case {"entree": id}:
                x = self._extras[id]
                return [gm("CreateExtra", **written(x), hidden=x["cache"], text=x["description"])]
            case {"temerite": why}:
                return [gm("RaiseThreat", why=why)]
            case {"depense": points, "motif": why}:
                return [gm("SpendThreat", points=points, why=why)]
            case {"test": id}:
                return self._test(self._names[id], step)
        return super().own(step)

    def _test(self, name: str, step: Data) -> list[ExampleStep]:
        """Called at once, or announced with the focus it claims; thrown too when the story says what fell."""
        called = {
            "attribute": step["attribut"],
            "discipline": step["discipline"],
            "difficulty": str(step["difficulte"]),
        }
        if "pretend" in step:
            claim = {"choice": step["pretend"], "words": step["comment"]}
            steps = [
                gm("Announce", asked=name, text=step["texte"], claim=claim),
                gm("SayTest", **called, accepted=True),
            ]
        else:
            steps = [
                gm("CallTest", **called, actor=name, focus="", text=step["texte"], secrecy="table"),
            ]
        if "des" in step:
            steps += [
                gm("Throw", asked=name, dice_pool=step["achat"]),
                gm("Roll", asked=name, faces=step["des"]),
            ]
        return [*steps, *(gm("TellComplication", text=text) for text in step.get("complications", ()))]
