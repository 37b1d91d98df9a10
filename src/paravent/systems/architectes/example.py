"""The ready-made table of Les Architectes, from `data/exemple.toml`: an exchange about to be drawn."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from paravent.core.example import Example, ExampleStep
from paravent.systems.architectes.pack import ARCANA, default_pack

EASES = {"normal": "normal", "facile": "easy", "difficile": "hard"}
WHY = "table prête à jouer"


def example() -> Example:
    """Three characters to take, two extras, wounds, notes, and an exchange waiting for its cards."""
    data = tomllib.loads(files(__package__).joinpath("data", "exemple.toml").read_text("utf-8"))
    names = {x["id"]: x["nom"] for x in (*data["personnage"], *data["pnj"])}
    steps = [gm("OpenSession"), gm("OpenScene", title=data["titre"], text=data["scene"])]
    for character in data["personnage"]:
        steps += _character(character)
    for extra in data["pnj"]:
        steps += [_extra(extra), gm("Write", text=f"{extra['nom']} — {extra['description']}", to="mj")]
    for wound in data["blessure"]:
        steps.append(gm("CorrectDeck", actor=names[wound["personnage"]], lost=wound["cartes"], why=WHY))
    steps += [gm("Write", text=note["texte"], to=note["pour"]) for note in data["note"]]
    fight = data["combat"]
    steps.append(gm("Write", text=fight["annonce"], to="tous"))
    steps.append(
        gm(
            "OpenExchange",
            a=names[fight["initiateur"]],
            b=names[fight["adversaire"]],
            weapon_a="",
            weapon_b="",
            ease_a=EASES[fight["difficulte_initiateur"]],
            ease_b=EASES[fight["difficulte_adversaire"]],
        )
    )
    return Example(data["titre"], "Maud", (), tuple(steps))


def gm(command: str, **fields: Any) -> ExampleStep:
    return ExampleStep("mj", command, fields)


def _character(c: dict[str, Any]) -> list[ExampleStep]:
    identity = {r.id: c.get(r.id, "") for r in default_pack().rubrics}
    sheet = {"name": c["nom"], "identity": identity, "scores": c["scores"]}
    return [
        gm("CreateReadyMade", **sheet),
        gm("CorrectDestiny", actor=c["nom"], destiny=c["destin"], why=WHY),
        gm("Equip", actor=c["nom"], weapon=c["arme"]),
    ]


def _extra(x: dict[str, Any]) -> ExampleStep:
    usual, *_ = x["scores"]
    others = [{"skill": n, "score": s} for n, s in enumerate(x["scores"], start=1) if s != usual]
    return gm(
        "CreateExtra",
        name=x["nom"],
        hidden=x["cache"],
        score=usual,
        exceptions=others,
        removed=[n for n in range(1, ARCANA + 1) if n not in x["cartes"]],
        broken=False,
        destiny=0,
        weapon=x["arme"],
    )
