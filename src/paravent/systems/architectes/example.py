"""The ready-made table of Les Architectes, from `data/exemple.toml`: an exchange about to be drawn.

What came before is played too, with cards typed from a real deck, so that the log tells a story that never changes.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files

from paravent.core.example import Data, Example, ExampleStep, Script, gm
from paravent.systems.architectes.pack import ARCANA, default_pack

EASES = {"normal": "normal", "facile": "easy", "difficile": "hard"}


def example() -> Example:
    """Three characters to take, a finished session, a second one under way, wounds, notes, an exchange."""
    data = tomllib.loads(files(__package__).joinpath("data", "exemple.toml").read_text("utf-8"))
    script = Story(data)
    steps = [s for c in data["personnage"] for s in script.character(c)]
    steps.append(gm("ChooseHand", hand="reel", once=False))
    for session in data["seance"]:
        steps += script.session(session)
    steps.insert(-1, gm("ChooseHand", hand="table", once=False))
    return Example(data["titre"], "Maud", (), tuple(steps))


class Story(Script):
    """An evening of Les Architectes."""

    def __init__(self, data: Data) -> None:
        super().__init__(data, "pseudonyme")
        self._characters = [c["id"] for c in data["personnage"]]

    def character(self, c: Data) -> list[ExampleStep]:
        name = c["pseudonyme"]
        identity = {r.id: c.get(r.id, "") for r in default_pack().rubrics}
        return [
            gm("CreateReadyMade", name=name, identity=identity, scores=c["scores"]),
            gm("Equip", actor=name, weapon=c["arme"]),
        ]

    def session(self, session: Data) -> list[ExampleStep]:
        steps = super().session(session)
        if gained := session.get("destin"):
            points = [gained[id] for id in self._characters]
            steps += [gm("CloseSession"), gm("AwardDestiny", points=points)]
        for id, skill in session.get("monte", {}).items():
            steps.append(gm("Climb", asked=self._names[id], skill=skill))
        return steps

    def own(self, step: Data) -> list[ExampleStep]:
        match step:
            case {"test": id}:
                return self._test(self._names[id], step)
            case {"blessure": id, "cause": why, "cartes": cards}:
                name = self._names[id]
                wound = gm("Inflict", actor=name, damage=len(cards), why=why)
                return [wound, gm("LoseCards", asked=name, cards=cards)]
            case {"lignes": id, "texte": text}:
                return [gm("SeeLines", asked=self._names[id], text=text)]
            case {"entree": id}:
                return self._extra(self._extras[id])
            case {"combat": [a, b], "difficultes": [ease_a, ease_b]}:
                return [
                    gm(
                        "OpenExchange",
                        a=self._names[a],
                        b=self._names[b],
                        weapon_a="",
                        weapon_b="",
                        ease_a=EASES[ease_a],
                        ease_b=EASES[ease_b],
                    )
                ]
        return super().own(step)

    def _test(self, name: str, step: Data) -> list[ExampleStep]:
        ease = EASES[step.get("difficulte", "normal")]
        steps = [
            gm("OpenTest", actor=name, skill=step["competence"], ease=ease, secrecy="table"),
            gm("WillDraw", asked=name),
            gm("Draw", asked=name, cards=step["cartes"]),
        ]
        for card in step.get("destin", ()):
            steps += [gm("Buy", asked=name), gm("Draw", asked=name, cards=[card])]
        return [*steps, gm("Pass", asked=name)] if "destin" in step else steps

    def _extra(self, x: Data) -> list[ExampleStep]:
        usual, *_ = x["scores"]
        others = [{"skill": n, "score": s} for n, s in enumerate(x["scores"], start=1) if s != usual]
        made = gm(
            "CreateExtra",
            name=x["nom"],
            hidden=x["cache"],
            score=usual,
            exceptions=others,
            removed=[n for n in range(1, ARCANA + 1) if n not in x["cartes"]],
            broken=x["ligne_brisee"],
            destiny=x.get("destin", 0),
            weapon=x["arme"],
        )
        return [made, gm("Write", text=f"{x['nom']}\N{NO-BREAK SPACE}: {x['description']}", to="mj")]
