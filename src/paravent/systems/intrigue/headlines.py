"""What the odds of « Intrigue » say first, in a sentence."""

from __future__ import annotations

from typing import Final

from paravent.chance.words import decimal
from paravent.core.asking import Question
from paravent.core.french import listed
from paravent.core.headlines import Line, chance, exact, mean, on_average, where

NBSP: Final = "\N{NO-BREAK SPACE}"


def of_pool(asked: Question, found: Line) -> str:
    ones = chance(exact(found["p_au_moins_un_1"]))
    return f"{on_average(exact(found['esperance_total']), 'de total')}, {ones} de tirer un 1 au moins"


def of_opposition(asked: Question, found: Line) -> str:
    above, far = exact(found["p_reaction_superieure"]), exact(found["p_reaction_inferieure_de_5_ou_plus"])
    return f"{chance(above)} que la réaction dépasse l’action, {chance(far)} qu’elle perde de 5 ou plus"


def of_test(asked: Question, found: Line) -> str:
    said = f"{chance(exact(found['p_reussite']))} de réussir, {chance(exact(found['p_echec']))} d’échouer"
    if "loi_echec_et_stress" not in found:
        return said
    broken = where(found["loi_echec_et_stress"], craquer_possible=True)
    return f"{said} ({chance(broken)} au point de pouvoir craquer)"


def of_recovery(asked: Question, found: Line) -> str:
    return f"{chance(exact(found['p_guerison']))} de guérir ce Stress"


def of_plot_point(asked: Question, found: Line) -> str:
    base, die, kept = (
        chance(exact(found[f"p_superieur_{way}"])) for way in ("base", "un_de_de_plus", "un_garde_de_plus")
    )
    return (
        f"{base} de dépasser sans Point d’Intrigue, {die} avec un dé de plus, {kept} avec un dé gardé de plus"
    )


def of_aid(asked: Question, found: Line) -> str:
    alone, helped = exact(found["p_superieur_sans_soutien"]), exact(found["p_superieur_avec_soutien"])
    return f"{chance(helped)} de dépasser avec le soutien, {chance(alone)} sans"


def of_interference(asked: Question, found: Line) -> str:
    ended, ignored = chance(exact(found["p_conflit_acheve"])), chance(exact(found["p_ignore"]))
    return f"{ended} que le conflit s’achève, {ignored} que l’interposition soit ignorée"


def of_three(asked: Question, found: Line) -> str:
    law = found["loi"]
    a, b = chance(where(law, meilleur="a")), chance(where(law, meilleur="b"))
    level = chance(where(law, meilleur="egalite"))
    return f"{a} que le premier l’emporte sur le second, {b} que ce soit l’inverse, {level} d’égalité"


def of_stress(asked: Question, found: Line) -> str:
    """What the Stress becomes, the likeliest first."""
    law = found["loi_nouveau_stress"]
    sizes = {line["stress"]: where(law, stress=line["stress"]) for line in law}
    ordered = sorted(sizes.items(), key=lambda row: -row[1])
    said = f"Stress ensuite{NBSP}: {listed(f'{_die(size)} à {chance(p)}' for size, p in ordered)}"
    broken = where(law, craquer_possible=True)
    return f"{said}, {chance(broken)} de pouvoir craquer" if broken else said


def _die(size: int | None) -> str:
    return "aucun" if size is None else f"D{size}"


def of_contest(asked: Question, found: Line) -> str:
    first, second = chance(exact(found["p_premier_gagne"])), chance(exact(found["p_second_gagne"]))
    throws = on_average(exact(found["esperance_jets"]), "jet")
    return f"{first} que le premier gagne, {second} que le second gagne{NBSP}; {throws}"


def of_loser(asked: Question, found: Line) -> str:
    law = found["loi"]
    first, second = chance(where(law, perdant="premier")), chance(where(law, perdant="second"))
    # By the gap (ITG-44), or by the Stress itself (ITG-47).
    by_stress = where(law, ecart_de_5_ou_plus=False, craquer_possible=True)
    broken = chance(where(law, ecart_de_5_ou_plus=True) + by_stress)
    return (
        f"{first} que le premier perde, {second} que le second perde, {broken} que le perdant puisse craquer"
    )


def of_points(asked: Question, found: Line) -> str:
    told = (f"{decimal(mean(line['loi'], 'pi'))} pour {line['nom']}" for line in found["loi_pi_par_joueur"])
    return f"Points d’Intrigue reçus en moyenne{NBSP}: {listed(told)}"


def of_growth(asked: Question, found: Line) -> str:
    return f"{chance(exact(found['p_progression']))} de progresser, contre un D{found['de_de_difficulte']}"
