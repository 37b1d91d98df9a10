"""The ready-made table of Intentions, from `data/exemple.toml`: a climb, announced and judged, about to be thrown.

What came before is played too, with dice typed from a real table, so that the log tells a story that never changes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from paravent.core.example import Example, ExampleStep
from paravent.systems.intentions.pack import default_pack

Data = Mapping[str, Any]


def example() -> Example:
    """Three characters to take, a session under way, counters, a concentration, a test with intentions."""
    data = tomllib.loads(files(__package__).joinpath("data", "exemple.toml").read_text("utf-8"))
    script = Script(data)
    steps = [script.character(c) for c in data["personnage"]]
    steps.append(gm("ChooseHand", hand="reel", once=False))
    for session in data["seance"]:
        steps.append(gm("OpenSession"))
        for step in session["pas"]:
            steps += script.step(step)
    steps.append(gm("ChooseHand", hand="table", once=False))
    return Example(data["titre"], "Maud", (), tuple(steps))


def gm(command: str, /, *, asked: str = "", **fields: Any) -> ExampleStep:
    """A step by the game master, who also speaks for characters nobody plays yet."""
    return ExampleStep("mj", command, fields, asked)


def precise(text: str) -> dict[str, str]:
    """« combat/pugilat »: a choice and the words that make it precise."""
    choice, _, words = text.partition("/")
    return {"choice": choice, "words": words}


class Script:
    """The steps of a story written by the ids of its people."""

    def __init__(self, data: Data) -> None:
        self._extras = {x["id"]: x for x in data["pnj"]}
        self._names = {x["id"]: x["nom"] for x in (*data["personnage"], *data["pnj"])}

    def character(self, c: Data) -> ExampleStep:
        return gm(
            "CreateReadyMade",
            name=c["nom"],
            skills=[precise(s) for s in c["competences"]],
            trait=c["trait"],
            species=c["espece"],
            instinct=c["instinct"],
            reaction=c["reaction"],
            knowledge=precise(c["connaissance"]),
            text=c["portrait"],
        )

    def step(self, step: Data) -> list[ExampleStep]:
        match step:
            case {"scene": title, "texte": text}:
                return [gm("OpenScene", title=title, text=text)]
            case {"note": text}:
                return [gm("Write", text=text, to=step.get("pour", "tous"))]
            case {"entree": id}:
                return [self._extra(self._extras[id])]
            case {"compteur": theme, "sujet": subject}:
                return self._counter(theme, f"{theme} ({subject})", step)
            case {"test": id}:
                return self._test(self._names[id], step)
            case {"perd": id, "points": points, "cause": why}:
                whose = f"Endurance ({self._names[id]})"
                return [gm("LoseEndurance", counter=whose, points=points, why=why)]
            case {"tire": counter, "declencheur": trigger}:
                return [gm("Pull", counter=counter, trigger=trigger)]
            case {"concentre": id, "but": goal, "seuil": limit, "crans": steps}:
                begun = gm("Concentrate", actor=self._names[id], goal=goal, target="", limit=limit)
                deepen = gm("Deepen", counter=f"Concentration ({self._names[id]})")
                return [begun, *([deepen] * steps)]
        raise ValueError(f"unknown step: {step}")

    def _extra(self, x: Data) -> ExampleStep:
        return gm(
            "CreateExtra",
            name=x["nom"],
            hidden=x["cache"],
            skills=[{"skill": precise(s), "bonus": 1} for s in x["competences"]],
            endurance=x["endurance"],
            text=x["description"],
        )

    def _counter(self, theme: str, label: str, step: Data) -> list[ExampleStep]:
        made = gm(
            "CreateCounter",
            theme=theme,
            actors=[],
            subject=step["sujet"],
            rising=step["croissant"],
            low=1,
            high=step["haut"],
            face=step["aspect"],
            standing=step["vu"],
        )
        thresholds = (
            gm(
                "AddThreshold",
                counter=label,
                at=t["a"],
                name=t["nom"],
                text=t["texte"],
                mode="normal",
                skills=[],
                lasts="ever" if t.get("definitif", False) else "while",
            )
            for t in step["seuils"]
        )
        triggers = (
            gm("AddTrigger", counter=label, name=t["nom"], steps=t["pas"]) for t in step["declencheurs"]
        )
        return [made, *thresholds, *triggers]

    def _test(self, name: str, step: Data) -> list[ExampleStep]:
        """Announced and judged; thrown too when the story says what fell."""
        taken = step["intentions"]
        steps = [
            gm(
                "Announce",
                asked=name,
                text=step["texte"],
                skill=step["competence"],
                more=[],
                intentions=[taken.count(i.id) for i in default_pack().intentions],
                potion=False,
                knowledge="",
            ),
            gm(
                "Judge",
                difficulty=step["difficulte"],
                advantages=[{"why": why, "skill": ""} for why in step.get("avantages", ())],
                disadvantages=[{"why": why, "skill": ""} for why in step.get("desavantages", ())],
                patient=step.get("patient", False),
                knowing=False,
            ),
        ]
        if "des" in step:
            steps += [gm("LetFall", asked=name), gm("Roll", asked=name, faces=step["des"])]
        if "catastrophe" in step:
            steps.append(gm("Describe", text=step["catastrophe"]))
        return steps
