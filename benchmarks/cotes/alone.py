"""Paravent alone: what pages and the table ask while people play, and how far forecasts go.

    .venv/bin/python benchmarks/cotes/alone.py [--runs 7]

Laws that the server keeps for the life of a process are known here unless a line says otherwise.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from random import Random

from questions.graph import AFTER, END, PASSES, SCENARIO, START

from paravent.chance.exact import Law
from paravent.systems.architectes import odds as architectes
from paravent.systems.departement_m import odds as departement
from paravent.systems.departement_m.odds.shown import offer_odds
from paravent.systems.forces import odds as forces
from paravent.systems.forces.weighing import Options
from paravent.systems.intentions import odds as intentions
from paravent.systems.intrigue import odds as intrigue
from paravent.systems.intrigue.odds import contest as contests
from paravent.systems.intrigue.odds import pool as pools
from paravent.systems.intrigue.odds import stress

Asked = tuple[str, Callable[[], object]]

FULL = tuple(range(1, 23))
THREE, FIVE = intrigue.Pool((6, 8, 10)), intrigue.Pool((4, 6, 8, 10, 12))
TEN = intrigue.Pool((4, 4, 6, 6, 8, 8, 10, 10, 12, 12), 3)


def at_the_table() -> Iterator[Asked]:
    """One question each."""
    a, b = architectes.Side(FULL, 13, 18, "hard", 3), architectes.Side(FULL, 12, 19, "easy", 3)
    yield (
        "ARC, un test, trois points jusqu’au succès",
        lambda: architectes.test_law(FULL, 13, 12, "hard", 3, "until_success"),
    )
    yield "ARC, issue et marge", lambda: architectes.margin_law(FULL, 13, 12, "hard", 3)
    yield "ARC, un échange, paquets entiers", lambda: architectes.exchange_law(a, b)
    yield "ARC, Destin en alternance", lambda: architectes.duelled_destiny_law(a, b, "passes")
    throw = intentions.Throw(5, 1, "advantage")
    yield "INT, ce qu’on lit avant les dés", lambda: intentions.throw_law(throw)
    yield "INT, issue et marge", lambda: intentions.margin_law(throw)
    coin = Law.of([(-1, 1), (0, 1), (1, 2)]).joint(Law.of([(0, 1), (1, 2)]))
    clocks = intentions.Dial(6, 1), intentions.Dial(6, 1)
    yield "INT, course de deux compteurs de 6, 20 tours", lambda: intentions.race_law(*clocks, coin, 20)
    task = departement.Task(12, 3, True, 2, momentum=3, cap=6)
    yield (
        "DEM, une loi de 5 dés, rien de gardé",
        lambda: departement.dice_pool_law.__wrapped__(5, 12, 3, True),
    )
    yield "DEM, 2 à 5 dés en toutes lettres", lambda: [offer_odds(n, *task[:4], 6, 3) for n in (2, 3, 4, 5)]
    yield "DEM, chaque achat et son paiement", lambda: departement.purchases(task, (1, 2, 3))
    options = Options(critical=True, exploding=True, destiny=True, degrees=True, corruption=True)
    yield (
        "FOR, un test, toutes options",
        lambda: forces.throw_law.__wrapped__(forces.Throw(7, 18, options, 2)),
    )
    yield "ITG, loi jointe de 3 dés", lambda: intrigue.pool_law(THREE)
    yield "ITG, loi jointe de 10 dés", lambda: intrigue.pool_law(TEN)
    yield "ITG, opposition", lambda: intrigue.opposition(TEN, FIVE)
    yield "ITG, ce qu’un Point achète", lambda: intrigue.plot_point(THREE, 8, FIVE)
    stakes = intrigue.Stakes(yielding=3, short=2, far=4, point=1)
    pair = intrigue.Party(THREE, stakes), intrigue.Party(FIVE, stakes)
    yield "ITG, meilleur jeu jusqu’au terme", lambda: intrigue.plan(*pair)
    yield (
        "ITG, duel et son Stress, 3 dés contre 5, à froid",
        anew(lambda: intrigue.lost_law(intrigue.Contest(THREE, FIVE), 0, 6)),
    )
    yield (
        "ITG, duel et son Stress, 10 dés contre 5, à froid",
        anew(lambda: intrigue.lost_law(intrigue.Contest(TEN, FIVE), 0, 6)),
    )
    yield "ITG, Points de cinq personnes", lambda: intrigue.first_and_last([(6, 8, 10)] * 5)


def anew(work: Callable[[], object]) -> Callable[[], object]:
    memories = (
        pools.own_totals,
        stress.pile_law,
        stress.total_and_size,
        contests.contest_law,
        contests.lost_law,
    )

    def work_anew() -> object:
        for memory in memories:
            memory.cache_clear()
        return work()

    return work_anew


def forecasts() -> Iterator[Asked]:
    """Graphs of other sizes."""
    for count, edges in ((12, 20), (12, 30), (20, 30), (20, 40)):
        for seed in range(3):
            graph = random_graph(count, edges, seed)
            yield f"prévision, {count} sommets, {edges} arêtes, graphe {seed}", forecast(graph, PASSES, AFTER)
    r = Random(1)
    pairs = [(a, b, r.randint(1, 19), r.choice((START, END))) for a, b in permutations(range(12), 2)]
    complete = graph_of(12, pairs)
    yield "prévision, 12 sommets tous joints", forecast(complete, (START, END) * 10, range(0, 21, 2))
    large = random_graph(200, 400, 0)
    yield (
        "200 sommets, 400 arêtes, 10 000 parties simulées",
        lambda: forces.simulate(large, PASSES, AFTER, Random(1).getrandbits),
    )


def forecast(graph: forces.Graph, passes: object, after: object) -> Callable[[], object]:
    return lambda: forces.forecast(graph, passes, after)  # type: ignore[arg-type]


def graph_of(count: int, edges: object) -> forces.Graph:
    names = tuple(f"v{i}" for i in range(count))
    joined = (forces.Edge(names[a], names[b], Fraction(n, 20), when) for a, b, n, when in edges)  # type: ignore[attr-defined]
    return forces.Graph(names, tuple(joined), frozenset(names[:1]))


def random_graph(count: int, edges: int, seed: int) -> forces.Graph:
    """Every vertex can come; the edges beyond those that see to it join any two, and may close cycles."""
    r = Random(seed)
    drawn = [(r.randrange(i), i) for i in range(1, count)]
    drawn += [(r.randrange(count), r.randrange(1, count)) for _ in range(edges - len(drawn))]
    return graph_of(count, [(a, b, r.randint(1, 19), r.choice((START, END, SCENARIO))) for a, b in drawn])


def median_ms(work: Callable[[], object], runs: int) -> float:
    start = time.perf_counter()
    work()
    first = time.perf_counter() - start
    took = []
    for _ in range(1 if first > 1 else runs if first > 0.01 else 20 * runs):
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return statistics.median(took) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    for asked in (at_the_table(), forecasts()):
        for what, work in asked:
            print(f"{what:56} {median_ms(work, runs):10.4f} ms", flush=True)


if __name__ == "__main__":
    main()
