"""The ready-made table of Intentions, from `data/exemple.toml`: a climb, announced and judged, about to be thrown.

What came before is played too, with dice typed from a real table, so that the log tells a story that never changes.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files

from paravent.core.example import Data, Example, ExampleStep, Script, by_hand, gm
from paravent.systems.intentions.pack import default_pack


def example() -> Example:
    """Three characters to take, a session under way, counters, a concentration, a test with intentions."""
    data = tomllib.loads(files(__package__).joinpath("data", "exemple.toml").read_text("utf-8"))
    script = Story(data)
    steps = [script.character(c) for c in data["personnage"]]
    steps += by_hand(x for session in data["seance"] for x in script.session(session))
    return Example(data["titre"], "Maud", (), tuple(steps))


def precise(text: str) -> dict[str, str]:
    """« combat/pugilat »: a choice and the words that make it precise."""
    choice, _, words = text.partition("/")
    return {"choice": choice, "words": words}


class Story(Script):
    """Who comes in, counters, tests, Endurance, concentrations."""

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

    def own(self, step: Data) -> list[ExampleStep]:
        match step:
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
        return super().own(step)

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
