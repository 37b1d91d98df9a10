"""Short simulations for the tests: one test of Département M, with whatever else a test is about."""

from __future__ import annotations

from typing import Any

from paravent.core.system import System
from paravent.systems import system
from paravent.table.simulation.bout import Ready
from paravent.table.simulation.plan import Plan, read_plan
from paravent.table.simulation.session import Tally, play_many, ready_for

TABLE = """
titre = "Un test"
[[siege]]
nom = "Léa"
[[personnage]]
id = "corvin"
nom = "Corvin"
siege = "Léa"
champs = { attributes = { "Forme" = 10 }, disciplines = { "Combat" = 3 }, focuses = ["Lutte"] }
"""
CALL = """
[[etape]]
qui = "mj"
geste = "CallTest"
champs = { actor = "corvin", attribute = "Forme", discipline = "Combat", difficulty = 1 }
"""
PLAY = "[[etape]]\njouer = true\n"
TELL = """
[[politique]]
geste = "TellComplication"
champs = { text = "Aïe." }
"""
SUCCESSES = '[[mesure]]\nnom = "réussites"\nfait = "Rolled"\nchamp = "successes"\n'
WHOLE = TABLE + CALL + PLAY + TELL + SUCCESSES


def departement() -> System[Any]:
    return system("departement_m")


def plan_of(text: str) -> Plan:
    return read_plan(text, "essai.toml", departement())


def ready_of(text: str) -> Ready:
    return ready_for(departement(), plan_of(text), "essai.toml")


def tally_of(text: str, times: int = 20, run: str = "graine") -> Tally:
    return play_many(ready_of(text), run, range(times))
