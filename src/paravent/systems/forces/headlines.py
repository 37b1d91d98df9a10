"""What the odds of « Aptitudes et forces » say first, in a sentence."""

from __future__ import annotations

from typing import Final

from paravent.core.asking import Question
from paravent.core.french import count, listed
from paravent.core.headlines import Line, chance, exact, where

NBSP: Final = "\N{NO-BREAK SPACE}"
SAID: Final = 5
"""Vertices that a sentence can hold."""


def of_test(asked: Question, found: Line) -> str:
    parts = [f"{chance(exact(found['p_reussite']))} de réussir"]
    if "p_reussite_critique" in found:
        parts.append(f"{chance(exact(found['p_reussite_critique']))} de réussite critique")
        parts.append(f"{chance(exact(found['p_echec_critique']))} d’échec critique")
    if "loi_reussite_destin" in found:
        law = found["loi_reussite_destin"]
        parts.append(f"{chance(where(law, destin='coup_de_pouce'))} de coup de pouce du destin")
        parts.append(f"{chance(where(law, destin='revers'))} de revers")
    if "p_corruption_prise" in found:
        parts.append(f"{chance(exact(found['p_corruption_prise']))} que la corruption soit prise")
    return ", ".join(parts)


def of_graph(asked: Question, found: Line) -> str:
    """The vertices once the last of the passes asked about is over."""
    if not found["p_actif"] or not asked["sommets"]:
        return f"{count(len(asked['sommets']), 'sommet')}, et rien à prévoir"
    last = found["p_actif"][-1]
    active = {name: exact(p) for name, p in last["sommets"].items()}
    told = [f"{name} actif à {chance(p)}" for name, p in [*active.items()][:SAID]]
    more = len(active) - SAID
    if more > 0:
        told.append(f"{more} de plus dans le tableau")
    return f"après {count(last['apres_passage'], 'passage')}{NBSP}: {listed(told)}"
