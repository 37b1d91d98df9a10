"""Every draw has its odds beside the decision that leads to it, and beside its own question; what has not, with the
reason (TAB-11)."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paravent.core.offers import Waiting
from paravent.core.system import Odds, System
from paravent.core.values import GM
from paravent.systems.intrigue.odds import MOST_DICE, MOST_KEPT
from paravent.table.rehearsal import own_question
from play import Play
from random_games import STEPS, choices, found

SYSTEMS = ("architectes", "departement_m", "forces", "intentions", "intrigue")

DRAWS = {
    "architectes": {"ToDraw", "ToDrawMore", "ToLose", "ToLoseCards", "ToRegain", "ToDrawScores"},
    "departement_m": {"ToRoll"},
    "forces": {"ToRoll", "ToRollAgain", "ToBreak", "ToDraw"},
    "intentions": {"ToRoll"},
    "intrigue": {"ToRoll", "ToHelp", "ToOppose", "StressFalls", "ToAward"},
}
"""The questions that chance answers, by their topics."""

FATE = "the skills left to fate are ranked evenly; its own question tells so"
OTHERS = "the draw is the other side's, or the wound of both: its chances stand beside its own question"
WITHOUT = {
    ("architectes", "ProposeCharacter"): FATE,
    ("architectes", "CreateReadyMade"): FATE,
    ("architectes", "Discard"): OTHERS,
    ("architectes", "Pass"): OTHERS,
}
"""Commands that lead to a draw and tell no chance of it before they are sent."""

BESIDE = {"ToBuy", "ToInflict", "ToStressOut", "ToBegin", "ToGrow", "ToPayFor"}
"""Questions to people that stand in the same functions."""


def _untold(world: Any, w: Waiting) -> bool:
    """A roll of Intrigue of more than twelve dice, or with more than five kept: not counted while one waits."""
    r = world.roll(w.topic.roll) if type(w.topic).__name__ == "ToRoll" and hasattr(world, "roll") else None
    return r is not None and (len(r.dice) > MOST_DICE or r.keep > MOST_KEPT)


def _topics_of_chance(tree: ast.Module) -> Iterator[str]:
    """The classes defined in a module, or brought into it, that its functions about chance make topics of."""
    helpers = {"_chance"}
    for f in ast.walk(tree):
        if not isinstance(f, ast.FunctionDef):
            continue
        calls = [n for n in ast.walk(f) if isinstance(n, ast.Call)]
        waits = any(isinstance(n, ast.Name) and n.id == "CHANCE" for n in ast.walk(f))
        asks = any(isinstance(c.func, ast.Name) and c.func.id in helpers for c in calls)
        if waits or asks:
            yield from (c.func.id for c in calls if isinstance(c.func, ast.Name) and _topic(c.func.id))


def _topic(name: str) -> bool:
    return name.startswith("To") or name == "StressFalls"


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_questions_of_chance_are_these(name: str) -> None:
    """Read in the code: a draw that nobody wrote down here has perhaps no odds."""
    folder = Path(found(name).start.__code__.co_filename).parent
    modules = [ast.parse(p.read_text()) for p in folder.glob("*.py")]
    asked = {t for m in modules for t in _topics_of_chance(m)}
    assert asked - BESIDE == DRAWS[name]


def walked(
    system: System[Any], seed: int, steps: int = STEPS
) -> Iterator[tuple[str, bool, list[tuple[str, bool]]]]:
    """Each command of a random game: its name, whether it tells its chances, and of each draw it leads to, whether
    its own question does."""
    rng = random.Random(seed)
    play = Play(system, seed=seed)
    for _ in range(steps):
        for seat, w, o in choices(play, rng):
            command = o.pick(rng.randrange)
            if command is None:
                continue
            name = type(command).__name__
            beside = system.odds(play.game.world, w) if own_question(w) else None
            play.act(seat, command, topic=w.topic, throw=False)
            yield name, name in system.composes or _tells(beside, name), fallen(system, play)
            break


def _tells(odds: Odds | None, command: str) -> bool:
    if odds is None:
        return False
    in_words = command == "UseResource" and "Avec " in odds.beyond
    return in_words or command in (odds.of, *(b.of for b in odds.beside)) or not odds.of


def fallen(system: System[Any], play: Play) -> list[tuple[str, bool]]:
    """What chance is asked, and whether its odds are told; it then answers."""
    out: list[tuple[str, bool]] = []
    while (w := play.falling()) is not None:
        if own_question(w):
            odds = system.odds(play.game.world, w)
            told = odds is not None and bool(odds.sentence)
            out.append((type(w.topic).__name__, told or _untold(play.game.world, w)))
        field, _ = w.offers[0].fields[0]
        play.fall(GM, w, getattr(play.chance(w, []), field), own_action=False)
    return out


def checked(name: str, seed: int) -> tuple[set[str], set[str]]:
    """The commands that led to a draw in a game, and the draws."""
    system, commands, draws = found(name), set(), set()
    for command, told, seen in walked(system, seed):
        if not seen:
            continue
        assert told or (name, command) in WITHOUT, f"{command} leads to {seen} and tells no chance of it"
        commands.add(command)
        for draw, has in seen:
            assert draw in DRAWS[name]
            assert has, f"{draw} tells no chance, or no sentence of them"
            draws.add(draw)
    return commands, draws


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_draw_has_its_odds(name: str) -> None:
    commands, draws = checked(name, 3)
    assert commands
    assert draws


@pytest.mark.nightly
@pytest.mark.parametrize("name", SYSTEMS)
def test_every_draw_has_its_odds_at_length(name: str) -> None:
    """Longer, and what is said to tell no chance does lead to a draw."""
    seen = [checked(name, seed) for seed in range(4, 40)]
    assert {c for n, c in WITHOUT if n == name} <= set().union(*(commands for commands, _ in seen))
