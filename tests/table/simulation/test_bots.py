"""Policies answer as they say, in their order; what cannot go on is counted apart, with its reason."""

from __future__ import annotations

from collections import Counter

import pytest

from paravent.chance import draws
from paravent.table.acting import read
from paravent.table.simulation.bout import Bout, seed_of
from simulated import CALL, PLAY, SUCCESSES, TABLE, TELL, WHOLE, ready_of, tally_of

DICE = '[[mesure]]\nnom = "dés"\nfait = "DicePoolComposed"\nchamp = "dice"\n'
RICH = """
[[etape]]
qui = "mj"
geste = "AdjustMomentum"
champs = { value = 6, why = "l’élan" }
"""


def values(text: str, times: int = 20) -> list[dict[str, int]]:
    tally = tally_of(text, times)
    assert tally.stuck == {}
    return [dict(c) for c in tally.values]


def policy(text: str) -> str:
    return f"[[politique]]\n{text}\n"


def test_what_no_policy_is_about_is_passed() -> None:
    assert values(TABLE + RICH + CALL + PLAY + TELL + DICE) == [{"2": 20}]


def test_always_with_its_fields() -> None:
    bought = policy('geste = "Throw"\nchamps = { dice_pool = "3-0" }')
    assert values(TABLE + RICH + CALL + PLAY + TELL + bought + DICE) == [{"5": 20}]


def test_never_leaves_the_question_to_the_next_one() -> None:
    never = policy('geste = "Throw"\nchoix = "jamais"')
    tally = tally_of(TABLE + CALL + PLAY + never + policy('geste = "Throw"') + DICE, 3)
    assert tally.ended == 0
    [why] = tally.stuck
    assert why.startswith("aucune politique ne répond à DEM-12")


def test_the_best_by_an_announced_chance() -> None:
    best = policy('geste = "Throw"\nchoix = "meilleur"\nchance = "réussir"')
    assert values(TABLE + RICH + CALL + PLAY + TELL + best + DICE) == [{"5": 20}]


def test_the_best_without_a_name_follows_the_first_chance() -> None:
    best = policy('geste = "Throw"\nchoix = "meilleur"')
    assert values(TABLE + RICH + CALL + PLAY + TELL + best + DICE) == [{"5": 20}]


@pytest.mark.parametrize(
    ("bound", "dice"),
    [("au_moins = 88", "2"), ("au_moins = 87", "3"), ("au_plus = 87", "2"), ("au_plus = 88", "3")],
)
def test_when_a_chance_is_above_or_under(bound: str, dice: str) -> None:
    """It is 87,75 %."""
    bought = policy(
        f'geste = "Throw"\nchamps = {{ dice_pool = "1-0" }}\nquand = [{{ chance = "Réussir", {bound} }}]'
    )
    assert values(TABLE + RICH + CALL + PLAY + TELL + bought + DICE, 4) == [{dice: 4}]


def test_at_random_spreads_over_all_that_may_be_done() -> None:
    text = TABLE + RICH + CALL + PLAY + TELL + policy('geste = "Throw"\nchoix = "au hasard"') + DICE
    [found] = values(text, 60)
    assert set(found) == {"2", "3", "4", "5"}
    assert sum(found.values()) == 60


def test_so_many_in_a_hundred() -> None:
    some = policy('geste = "Throw"\nchamps = { dice_pool = "1-0" }\nquand = [{ sur_cent = 30 }]')
    [found] = values(TABLE + RICH + CALL + PLAY + TELL + some + DICE, 200)
    assert set(found) == {"2", "3"}
    assert 36 <= found["3"] <= 86, "60 awaited, four deviations either way"


def test_so_many_times_a_session() -> None:
    once = policy('geste = "Throw"\nchamps = { dice_pool = "1-0" }\nfois = 1')
    again = (
        f"[[etape]]\nfois = 3\n{CALL.replace('[[etape]]', '[[etape.etape]]')}[[etape.etape]]\njouer = true\n"
    )
    total = '[[mesure]]\nnom = "dés"\nfait = "DicePoolComposed"\nchamp = "dice"\nlequel = "somme"\n'
    assert values(TABLE + RICH + again + TELL + once + total, 5) == [{"7": 5}]


def test_a_policy_is_for_whom_it_names() -> None:
    for who, dice in (("corvin", "3"), ("Léa", "3"), ("mj", "2")):
        bought = policy(f'qui = "{who}"\ngeste = "Throw"\nchamps = {{ dice_pool = "1-0" }}')
        assert values(TABLE + RICH + CALL + PLAY + TELL + bought + DICE, 2) == [{dice: 2}]


def test_an_open_window_is_used_by_a_policy_that_names_its_command() -> None:
    """A game master's desk awaits nobody: only a policy opens it."""
    raised = policy('geste = "RaiseThreat"\nchamps = { why = "trop vite" }\nfois = 2')
    threat = '[[mesure]]\nnom = "Menace"\netat = "threat"\n'
    assert values(TABLE + PLAY + raised + threat, 3) == [{"2": 3}]


def test_measures_of_every_kind() -> None:
    text = (
        WHOLE
        + """
[[mesure]]
nom = "premier dé"
fait = "Rolled"
champ = "faces.0"
[[mesure]]
nom = "gestes"
compte = "gestes"
[[mesure]]
nom = "tirages"
compte = "tirages"
[[mesure]]
nom = "réussi"
fait = "Rolled"
champ = "passed"
vaut = true
[[mesure]]
nom = "qui"
fait = "Rolled"
champ = "actor"
vaut = "corvin"
[[mesure]]
nom = "complications"
fait = "Rolled"
ou = { complications = 0 }
[[mesure]]
nom = "rien"
fait = "MilestoneReached"
champ = "name"
[[mesure]]
nom = "fiche"
etat = "corvin.disciplines.#"
"""
    )
    successes, face, commands, thrown, passed, who, plain, nothing, sheet = values(text, 40)
    assert set(successes) <= {"0", "1", "2", "3", "4"}
    assert all(1 <= int(v) <= 20 for v in face)
    assert set(commands) <= {"2", "3", "4"}
    assert thrown == {"1": 40}
    assert passed["true"] == sum(n for v, n in successes.items() if int(v) >= 1)
    assert who == {"true": 40}
    assert set(plain) <= {"0", "1"}
    assert nothing == {"null": 40}
    assert len(sheet) == 1


def test_draws_are_those_of_a_table_with_that_secret() -> None:
    bout = Bout(ready_of(WHOLE), "graine", 7)
    master = bout.game_master
    for w, o in bout.offers(master, "CallTest"):
        raw = {"actor": bout.ready.words["corvin"], "attribute": "Forme", "discipline": "Combat"}
        bout.take(master, w, read(o, {**raw, "difficulty": 1}, bout.ready.words))
        break
    w, o = next(iter(bout.offers(bout.ready.seats["Léa"], "Throw")))
    bout.take(bout.ready.seats["Léa"], w, o.read({"dice_pool": "0-0"}))
    bout.throw()
    [rolled] = bout.told_as("Rolled", {})
    key = draws.draw_key(seed_of("graine", 7, "open"), "simulation", 1, "open", ())
    assert rolled.faces == draws.faces(key, 0, (20, 20))
    assert bout.draws == 1


def test_each_session_has_its_own_seed() -> None:
    seeds = {
        seed_of(run, n, what) for run in ("a", "b") for n in range(50) for what in ("open", "sealed", "choix")
    }
    assert len(seeds) == 300


# What cannot go on


def stops(text: str, times: int = 3) -> dict[str, tuple[int, int]]:
    tally = tally_of(text, times)
    assert tally.played == times
    return tally.stuck


def test_a_question_nobody_answers() -> None:
    never = policy('geste = "TellComplication"\nchoix = "jamais"')
    tally = tally_of(TABLE + CALL + PLAY + never + SUCCESSES, 60)
    [(why, (count, first))] = tally.stuck.items()
    assert why == "aucune politique ne répond à DEM-23\N{NO-BREAK SPACE}: aucun geste possible"
    assert count + tally.ended == 60
    assert sum(tally.values[0].values()) == tally.ended > 0
    assert 0 <= first < 60


def test_a_refused_step() -> None:
    text = (
        TABLE
        + '[[etape]]\nqui = "mj"\ngeste = "SpendThreat"\nchamps = { points = 1, why = "x" }\n'
        + SUCCESSES
    )
    [(why, count)] = stops(text).items()
    assert why.startswith("etape[0]")
    assert "DEM-21" in why or "DEM-22" in why
    assert count == (3, 0)
    assert stops(text.replace("[[etape]]", "[[etape]]\nsi_possible = true")) == {}


def test_an_end_that_never_comes() -> None:
    waits = '[[etape]]\njouer = true\njusqu_a = [{ fait = "MilestoneReached" }]\n'
    [why] = stops(TABLE + CALL + waits + TELL + SUCCESSES)
    assert "plus personne n’a rien à jouer" in why
    idle = '[[etape]]\njusqu_a = [{ fait = "MilestoneReached" }]\n[[etape.etape]]\njouer = true\n'
    [why] = stops(TABLE + idle + SUCCESSES)
    assert "un tour entier n’a fait aucun geste" in why


def test_sessions_are_bounded() -> None:
    ever = policy('geste = "RaiseThreat"\nchamps = { why = "encore" }')
    assert stops("limite = 30\n" + TABLE + PLAY + ever + SUCCESSES) == {"plus de 30 gestes": (3, 0)}
    nothing = "[[etape]]\nfois = 10000\n[[etape.etape]]\nfois = 10000\n[[etape.etape.etape]]\njouer = true\n"
    assert stops("limite = 20\n" + TABLE + nothing + SUCCESSES) == {"plus de 200 étapes": (3, 0)}


def test_too_many_answers_to_compare() -> None:
    best = policy('geste = "CallTest"\nchoix = "meilleur"\nchance = "réussir"')
    assert stops(TABLE + PLAY + best + SUCCESSES) == {
        "politique[0]\N{NO-BREAK SPACE}: plus de 300 réponses à comparer": (3, 0)
    }


def test_fields_that_mean_nothing_are_remembered() -> None:
    wrong = policy('geste = "Throw"\nchamps = { dice_pool = "9-9" }')
    tally = tally_of(TABLE + CALL + PLAY + TELL + wrong + DICE, 3)
    assert tally.values == [Counter({"2": 3})]
    assert tally.failed[1] == "dice_pool\N{NO-BREAK SPACE}: ce choix n’est pas proposé"
    assert tally.used == [tally.used[0], 0]
