"""Probability questions in the French of the shared test vectors: `donnees` in, `attendu` out."""

from collections.abc import Callable, Iterable
from typing import Final

from paravent.core import questions as q
from paravent.core.questions import Answer, Table
from paravent.systems.forces import odds
from paravent.systems.forces.weighing import (
    GAUGE,
    MOST_EXTRA,
    Critical,
    Degree,
    Destiny,
    Options,
    net_dice,
    stress_malus,
)

FAR = 1_000
MOST_VERTICES = 200
MOST_EDGES = 400
MOST_PASSES = 200
LONGEST_NAME = 80

OPTIONS: Final = {
    "critique": "critical",
    "explosifs": "exploding",
    "destin": "destiny",
    "degres": "degrees",
    "corruption": "corruption",
}
CRITICALS: Final[dict[Critical, str]] = {"": "aucune", "success": "reussite", "failure": "echec"}
DESTINIES: Final[dict[Destiny, str]] = {"": "rien", "boost": "coup_de_pouce", "setback": "revers"}
DEGREES: Final[dict[Degree, str]] = {
    "simple_success": "reussite_simple",
    "frank_success": "reussite_franche",
    "brilliant_success": "reussite_eclatante",
    "simple_failure": "echec_simple",
    "net_failure": "echec_net",
    "stinging_failure": "echec_cuisant",
}
FREQUENCIES: Final = {name: name for name in ("debut_seance", "fin_seance", "fin_scenario")}
CONDITIONS: Final = {name: name for name in ("aleatoire", "agissement")}


def answer(donnees: object) -> Answer:
    """The exact answer to one question, in the shape of the vectors' `attendu`. Raises `BadQuestion` for
    anything else.
    """
    return q.asked(donnees, QUESTIONS)


# Tests


def _test(d: Table) -> Answer:
    known = ("total", "difficulte", "options", "des_bonus", "des_malus", "stress")
    q.keys(d, "donnees", "calcul", *known)
    asked = q.items(d, "options", "donnees", len(OPTIONS))
    named = [q.one_of(name, f"donnees.options[{at}]", OPTIONS) for at, name in enumerate(asked)]
    options = Options(**dict.fromkeys(named, True))
    stress = q.whole_or_none(d, "stress", "donnees", 0, GAUGE)
    net = net_dice(*(q.whole(d, name, "donnees", 0, MOST_EXTRA) for name in ("des_bonus", "des_malus")))
    bonus = q.whole(d, "total", "donnees", -FAR, FAR) + stress_malus(stress or 0)
    law = odds.throw_law(odds.Throw(bonus, q.whole(d, "difficulte", "donnees", -FAR, FAR), options, net))
    found: Answer = {"p_reussite": q.number(law.success)}
    if options.critical:
        found["p_reussite_critique"] = q.number(law.critical("success"))
        found["p_echec_critique"] = q.number(law.critical("failure"))
    if options.corruption:
        found["p_corruption_prise"] = q.number(law.corrupted)
    if options.degrees:
        found["loi_degres"] = _sorted(
            {"critique": CRITICALS[critical], "degre": DEGREES[degree], **q.number(p)}
            for (critical, degree), p in law.degrees.rows()
        )
    if options.destiny:
        found["loi_reussite_destin"] = _sorted(
            {"reussite": passed, "destin": DESTINIES[destiny], **q.number(p)}
            for (passed, destiny), p in law.with_destiny.rows()
        )
    margins = _sorted(
        {"reussite": passed, "critique": CRITICALS[critical], "marge": margin, **q.number(p)}
        for (passed, critical, margin), p in law.margins.rows()
    )
    return {**found, "loi_marge": q.Long(margins) if options.exploding else margins}


def _sorted(rows: Iterable[Answer]) -> list[Answer]:
    """By the values of each row, its chance aside."""
    return sorted(rows, key=lambda row: [*row.values()][:-2])


# Graphs


def _graph(d: Table) -> Answer:
    known = ("sommets", "actifs", "aretes", "passages", "apres")
    q.keys(d, "donnees", "calcul", *known, *_also(d, "loi_ensembles"))
    passes = _names(d, "passages", MOST_PASSES, FREQUENCIES)
    after = q.wholes(d, "apres", "donnees", MOST_PASSES + 1, 0, MOST_PASSES)
    for at, n in enumerate(after):
        if n > len(passes):
            raise q.BadQuestion(f"donnees.apres[{at}]", f"au plus {len(passes)}, autant que de passages")
    graph = _read_graph(d)
    try:
        found: Answer = {
            "p_actif": [
                {"apres_passage": row.passes, "sommets": {v: q.number(p) for v, p in row.active.items()}}
                for row in odds.forecast(graph, passes, after)
            ]
        }
        if "loi_ensembles" in d and q.flag(d, "loi_ensembles", "donnees"):
            found["loi_ensembles_actifs"] = {"apres_passage": len(passes), "loi": _sets(graph, passes)}
    except odds.TooLarge:
        raise q.BadQuestion("donnees.aretes", "trop d’états pour une prévision exacte") from None
    return found


def _sets(graph: odds.Graph, passes: tuple[str, ...]) -> list[Answer]:
    """The smallest sets first, then in the order of the vertices."""
    place = {v: i for i, v in enumerate(graph.vertices)}
    rows = odds.sets_after(graph, passes).rows()
    ordered = sorted(rows, key=lambda row: (len(row[0]), [place[v] for v in row[0]]))
    return [{"actifs": [*active], **q.number(p)} for active, p in ordered]


def _read_graph(d: Table) -> odds.Graph:
    vertices = tuple(
        _name(item, f"donnees.sommets[{at}]")
        for at, item in enumerate(q.items(d, "sommets", "donnees", MOST_VERTICES))
    )
    known = {v: v for v in vertices}
    if len(known) < len(vertices):
        raise q.BadQuestion("donnees.sommets", "deux sommets portent le même nom")
    rows = q.records(d, "aretes", "donnees", MOST_EDGES, "de", "vers", "condition", "chance", "frequence")
    edges = []
    for at, row in enumerate(rows):
        key = f"donnees.aretes[{at}]"
        q.choice(row, "condition", key, CONDITIONS)
        edges.append(
            odds.Edge(
                q.choice(row, "de", key, known),
                q.choice(row, "vers", key, known),
                q.fraction(row, "chance", key),
                q.choice(row, "frequence", key, FREQUENCIES),
            )
        )
    return odds.Graph(vertices, tuple(edges), frozenset(_names(d, "actifs", MOST_VERTICES, known)))


def _names(d: Table, name: str, most: int, known: dict[str, str]) -> tuple[str, ...]:
    found = enumerate(q.items(d, name, "donnees", most))
    return tuple(q.one_of(item, f"donnees.{name}[{at}]", known) for at, item in found)


def _name(value: object, key: str) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= LONGEST_NAME:
        raise q.BadQuestion(key, f"un nom de 1 à {LONGEST_NAME} caractères est attendu")
    return value


def _also(d: Table, name: str) -> tuple[str, ...]:
    """A key that may be there or not."""
    return (name,) if name in d else ()


QUESTIONS: Final[dict[str, Callable[[Table], Answer]]] = {"test": _test, "graphe": _graph}
