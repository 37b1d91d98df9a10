"""Probability questions in the French of the shared test vectors: `donnees` in, `attendu` out."""

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from paravent.chance.exact import Law
from paravent.chance.words import number
from paravent.core import questions as q
from paravent.core.questions import Answer, Table
from paravent.systems.intentions.odds import Dial, Throw, margin_law, race_law, throw_law
from paravent.systems.intentions.odds.race import (
    MOST_STATES,
    MOST_TANGLED,
    MOST_TURNS,
    Endless,
    Steps,
    TooLong,
)
from paravent.systems.intentions.pack import CATEGORIES, default_pack
from paravent.systems.intentions.weighing import (
    Attempt,
    Mode,
    Options,
    Source,
    effective_difficulty,
    net_mode,
    raises,
    weigh,
)

MODES: Final[dict[Mode, str]] = {"normal": "normal", "advantage": "avantage", "disadvantage": "desavantage"}
NBSP = "\N{NO-BREAK SPACE}"
FAR = 1_000
MOST_SOURCES = 100
MOST_ACTIONS = 20
MOST_ROWS = 200
MOST_HORIZON = 1_000


def answer(donnees: object) -> Answer:
    """The exact answer to one question, in the shape of the vectors' `attendu`. Raises `BadQuestion` for
    anything else.
    """
    return q.asked(donnees, QUESTIONS)


def _test(d: Table) -> Answer:
    q.keys(
        d,
        "donnees",
        "calcul",
        "difficulte",
        "bonus",
        "avantages",
        "desavantages",
        "tout_double_critique",
        "un_seul_de",
        "de_precedent",
        "annulation_un_pour_un",
    )
    single = q.flag(d, "un_seul_de", "donnees")
    last = q.whole_or_none(d, "de_precedent", "donnees", 1, 6)
    if last is not None and not single:
        raise q.BadQuestion("donnees.de_precedent", "rien n’est attendu avec deux dés")
    mode = net_mode(
        q.whole(d, "avantages", "donnees", 0, MOST_SOURCES),
        q.whole(d, "desavantages", "donnees", 0, MOST_SOURCES),
        one_for_one=q.flag(d, "annulation_un_pour_un", "donnees"),
    )
    throw = Throw(
        q.whole(d, "difficulte", "donnees", -FAR, FAR),
        q.whole(d, "bonus", "donnees", -FAR, FAR),
        mode,
        q.flag(d, "tout_double_critique", "donnees"),
        single,
        last,
    )
    return {"mode_net": MODES[mode], **_law(throw)}


def _law(throw: Throw) -> Answer:
    law = throw_law(throw)
    rows = sorted(
        (
            outcome in ("success", "critical_success"),
            outcome == "critical_success",
            outcome == "critical_failure",
            margin,
            p,
        )
        for (outcome, margin), p in margin_law(throw).rows()
    )
    return {
        "p_reussite": q.number(law.success),
        "p_reussite_critique": q.number(law.critical_success),
        "p_echec_critique": q.number(law.critical_failure),
        "loi": [
            {"reussite": success, "rc": critical, "ec": disaster, "marge": margin, **q.number(p)}
            for success, critical, disaster, margin, p in rows
        ],
    }


def _composition(d: Table) -> Answer:
    q.keys(
        d,
        "donnees",
        "calcul",
        "difficulte_base",
        "intentions",
        "instincts",
        "actions",
        "avantages",
        "desavantages",
        "boit_une_potion",
        "soiffard",
        "tout_double_critique",
        "annulation_un_pour_un",
        "prudente_augmente",
    )
    options = Options(
        q.flag(d, "tout_double_critique", "donnees"),
        q.flag(d, "annulation_un_pour_un", "donnees"),
        q.flag(d, "prudente_augmente", "donnees"),
    )
    intentions, instincts = _intentions(d, "intentions"), _intentions(d, "instincts")
    actions = q.records(
        d, "actions", "donnees", MOST_ACTIONS, "categorie", "bonus", "avantages", "desavantages"
    )
    if not actions:
        raise q.BadQuestion("donnees.actions", "il en faut une au moins")
    attempts, sources = [], _sources(d, "donnees", "")
    prudent = default_pack().prudent
    if prudent in intentions:
        sources.append(Source(advantage=True, why=prudent))
    for i, a in enumerate(actions):
        where, skill = f"donnees.actions[{i}]", f"{i}"
        category = q.choice(a, "categorie", where, CATEGORIES)
        attempts.append(Attempt(skill, category, q.whole_or_none(a, "bonus", where, 1, 2)))
        sources += _sources(a, where, skill)
    difficulty = effective_difficulty(
        q.whole(d, "difficulte_base", "donnees", -FAR, FAR),
        raises(intentions, instincts, prudent, options),
        len(actions),
        drinks=q.flag(d, "boit_une_potion", "donnees"),
        tippler=q.flag(d, "soiffard", "donnees"),
    )
    w = weigh(attempts, sources, difficulty, options)
    if not w.possible:
        return {"possible": False}
    return {
        "possible": True,
        "difficulte_effective": w.difficulty,
        "bonus_applique": w.bonus,
        "mode_net": MODES[w.mode],
        **_law(Throw(w.difficulty, w.bonus, w.mode, options.every_double)),
    }


def _intentions(d: Table, name: str) -> list[str]:
    known = {i.id: i.id for i in default_pack().intentions}
    found = q.items(d, name, "donnees", MOST_ACTIONS)
    return [q.one_of(item, f"donnees.{name}[{at}]", known) for at, item in enumerate(found)]


def _sources(record: Table, key: str, skill: str) -> list[Source]:
    kinds = (("avantages", True), ("desavantages", False))
    return [
        Source(advantage=helps, why=name, skill=skill)
        for name, helps in kinds
        for _ in range(q.whole(record, name, key, 0, MOST_SOURCES))
    ]


def _race(d: Table) -> Answer:
    q.keys(d, "donnees", "calcul", "compteur_a", "compteur_b", "pas", "horizon")
    horizon = q.whole(d, "horizon", "donnees", 0, MOST_HORIZON)
    a, b, steps = _dial(d, "compteur_a"), _dial(d, "compteur_b"), _steps(d)
    try:
        law = race_law(a, b, steps, horizon)
    except Endless as endless:
        raise q.BadQuestion(
            "donnees.pas", "un pas recule sans limite arrière\N{NO-BREAK SPACE}: course sans fin"
        ) from endless
    except TooLong as too_long:
        positions = (
            f"au plus {number(MOST_STATES)} positions des deux compteurs, {MOST_TANGLED} quand un pas recule"
        )
        turns = f"et {number(MOST_TURNS)} en les multipliant par les tours détaillés"
        text = f"course trop vaste pour un calcul exact{NBSP}: {positions}, {turns}"
        raise q.BadQuestion("donnees", text) from too_long
    return {
        "p_a_avant_b": q.number(law.p("a")),
        "p_b_avant_a": q.number(law.p("b")),
        "p_meme_tour": q.number(law.p("both")),
        "esperance_tours": None if law.turns is None else q.number(law.turns),
        "p_course_finie_au_tour": [{"tour": n, **q.number(p)} for n, p in enumerate(law.over_by, 1)],
    }


def _dial(d: Table, name: str) -> Dial:
    key = f"donnees.{name}"
    found = q.record(d, name, "donnees", "valeur", "fin", "sens", "limite_arriere")
    way = q.choice(found, "sens", key, {"croissant": 1, "decroissant": -1})
    value, end = q.whole(found, "valeur", key, -FAR, FAR), q.whole(found, "fin", key, -FAR, FAR)
    bound = q.whole_or_none(found, "limite_arriere", key, -FAR, FAR)
    to_end = (end - value) * way
    if to_end <= 0:
        raise q.BadQuestion(f"{key}.valeur", "le compteur est déjà à sa fin")
    if bound is not None and (value - bound) * way < 0:
        raise q.BadQuestion(f"{key}.limite_arriere", "elle est devant la valeur")
    return Dial(to_end, None if bound is None else (value - bound) * way)


def _steps(d: Table) -> Steps:
    pas = q.table(d["pas"], "donnees.pas")
    kind = q.choice(pas, "type", "donnees.pas", {"independants": "one", "conjoint": "both"})
    if kind == "both":
        q.keys(pas, "donnees.pas", "type", "lignes")
        rows = q.records(pas, "lignes", "donnees.pas", MOST_ROWS, "a", "b", "p")
        joint = []
        for i, row in enumerate(rows):
            key = f"donnees.pas.lignes[{i}]"
            joint.append(
                (
                    (q.whole(row, "a", key, -FAR, FAR), q.whole(row, "b", key, -FAR, FAR)),
                    q.fraction(row, "p", key),
                )
            )
        _whole_law([p for _, p in joint], "donnees.pas.lignes")
        return Law.of(joint)
    q.keys(pas, "donnees.pas", "type", "a", "b")
    alone = {name: _alone(pas, name) for name in ("a", "b")}
    return Law.of([((x, y), p * r) for x, p in alone["a"] for y, r in alone["b"]])


def _alone(pas: Table, name: str) -> list[tuple[int, Fraction]]:
    rows = q.records(pas, name, "donnees.pas", MOST_ROWS, "pas", "p")
    out = []
    for i, row in enumerate(rows):
        key = f"donnees.pas.{name}[{i}]"
        out.append((q.whole(row, "pas", key, -FAR, FAR), q.fraction(row, "p", key)))
    _whole_law([p for _, p in out], f"donnees.pas.{name}")
    return out


def _whole_law(chances: list[Fraction], key: str) -> None:
    if sum(chances) != 1:
        raise q.BadQuestion(key, "la somme des chances doit faire 1")


QUESTIONS: Final[dict[str, Callable[[Table], Answer]]] = {
    "test": _test,
    "composition": _composition,
    "course": _race,
}
