"""What a simulation found: the law of each measure with its intervals, beside the exact one where the file names it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from paravent.chance import intervals
from paravent.core.figures import Spread, pick
from paravent.core.packs import PackError
from paravent.core.system import System
from paravent.core.words import NBSP
from paravent.table.simulation.plan import Exact, Measure, Plan, PlanError
from paravent.table.simulation.session import Tally, called

Interval = tuple[float, float]


class Row(NamedTuple):
    """How often a value came, its share with the interval around it, and its exact chance where it is known."""

    value: Any
    hits: int
    share: Fraction
    interval: Interval
    exact: Fraction | None = None

    @property
    def agrees(self) -> bool:
        """Whether the interval holds the exact chance, where there is one."""
        return self.exact is None or holds(self.interval, self.exact)


class Moments(NamedTuple):
    """Of a law of whole numbers: mean, interval approached by the normal law, deviation of one session."""

    mean: Fraction
    interval: Interval
    deviation: float
    exact: Fraction | None = None


class Found(NamedTuple):
    """One measure.

    chance  told as the chance that something holds, whose one row is « yes »
    rest    beside an exact law, all other values taken together, so that its chances come to 1
    """

    name: str
    chance: bool
    rows: tuple[Row, ...]
    moments: Moments | None
    rest: Row | None = None


class Stop(NamedTuple):
    """Why sessions stopped short, how many, and the number of the first."""

    why: str
    times: int
    first: int


class Report(NamedTuple):
    """`asked`: sessions asked for; `ended`: those that all measures are about; `level`: that of each interval, which is
    greater than the one asked for (`wished`) where all are to hold `together`.
    """

    title: str
    seed: str
    asked: int
    played: int
    ended: int
    wished: float
    level: float
    together: bool
    found: tuple[Found, ...]
    stops: tuple[Stop, ...]
    remarks: tuple[str, ...]


ExactLaw = Mapping[str, Fraction]
"""Exact chances by the JSON text of what they are the chance of."""


def exact_laws(plan: Plan, system: System[Any], source: str) -> tuple[ExactLaw, ...]:
    """For each measure, the exact law that its file names, {} for none; raises PlanError, before anything is played."""
    return tuple(
        _exact_law(m, m.exact, system, f"{source}{NBSP}: mesure[{n}].exact") if m.exact else {}
        for n, m in enumerate(plan.mesure)
    )


def _exact_law(m: Measure, exact: Exact, system: System[Any], where: str) -> ExactLaw:
    assert system.vectors is not None, "the file was checked"
    try:
        question = json.loads(exact.question)
        answer = system.vectors(question)
    except (ValueError, RecursionError, PackError) as error:
        why = "ce n’est pas du JSON" if isinstance(error, json.JSONDecodeError) else str(error)
        raise PlanError(f"{where}.question{NBSP}: {why}") from error
    found = pick(answer, exact.chemin)
    if found is None:
        raise PlanError(f"{where}.chemin{NBSP}: la réponse n’a rien à ce chemin")
    figure = found[1]
    if isinstance(figure, Spread):
        if len(figure.keys) != 1 or m.chance:
            raise PlanError(
                f"{where}.chemin{NBSP}: {'un nombre' if m.chance else 'la loi d’une seule valeur'} est attendu"
            )
        return {json.dumps(values[0], ensure_ascii=False): p for values, p in figure.rows}
    if isinstance(figure, int) or not m.chance:
        raise PlanError(
            f"{where}.chemin{NBSP}: une loi est attendue, ou «{NBSP}vaut{NBSP}» fait de la mesure une chance"
        )
    return {"true": figure}


def report(
    plan: Plan,
    tally: Tally,
    exact: Sequence[ExactLaw],
    names: Mapping[str, str],
    *,
    seed: str,
    asked: int,
    level: float,
    together: bool,
) -> Report:
    """The report of a tally; `level` in ]0, 1[, of each interval, or of all `together` (Bonferroni)."""
    kept = [_kept(m, c, law, tally.ended) for m, c, law in zip(plan.mesure, tally.values, exact, strict=True)]
    count = sum(len(texts) for texts in kept) + sum(map(_told_in_numbers, plan.mesure, tally.values))
    count += sum(map(_has_rest, plan.mesure, exact))
    each = 1 - (1 - level) / count if together and count else level
    found = tuple(
        _measured(m, counter, texts, law, names, tally.ended, each)
        for m, counter, texts, law in zip(plan.mesure, tally.values, kept, exact, strict=True)
    )
    stops = (Stop(why, times, first) for why, (times, first) in tally.stuck.items())
    ordered = tuple(sorted(stops, key=lambda s: (-s.times, s.first)))
    remarks = tuple(_remarks(plan, tally))
    played = tally.played
    return Report(
        plan.titre, seed, asked, played, tally.ended, level, each, together, found, ordered, remarks
    )


def _kept(m: Measure, counter: Mapping[str, int], law: ExactLaw, times: int) -> list[str]:
    """The values to show: those that came, and those that should have, once at least.

    What an exact law does not detail, past its horizon, is no value of its own.
    """
    if m.chance:
        return ["true"]
    whole = sum(law.values()) in (0, 1)
    came = {text for text in counter if whole or text in law}
    return sorted({*came, *(text for text, p in law.items() if p * times >= 1)}, key=_order)


def _told_in_numbers(m: Measure, counter: Mapping[str, int]) -> bool:
    """Whether a mean means something."""
    return bool(counter) and not m.chance and all(type(json.loads(text)) is int for text in counter)


def _measured(
    m: Measure,
    counter: Mapping[str, int],
    texts: Sequence[str],
    law: ExactLaw,
    names: Mapping[str, str],
    times: int,
    level: float,
) -> Found:
    if not times:
        return Found(m.nom, m.chance, (), None)
    rows = tuple(_row(m, text, counter.get(text, 0), law, names, times, level) for text in texts)
    moments = _moments(counter, law, times, level) if _told_in_numbers(m, counter) else None
    return Found(m.nom, m.chance, rows, moments, _rest(rows, times, level) if _has_rest(m, law) else None)


def _has_rest(m: Measure, law: ExactLaw) -> bool:
    """Whether what has no line may be told: beside chances of values that exclude one another."""
    return bool(law) and not m.chance and sum(law.values()) <= 1


def _rest(rows: Sequence[Row], times: int, level: float) -> Row | None:
    """All that has no row; None where nothing is left."""
    hits = times - sum(row.hits for row in rows)
    exact = 1 - sum((row.exact or Fraction(0) for row in rows), Fraction(0))
    if not hits and not exact:
        return None
    return Row(None, hits, Fraction(hits, times), intervals.share(hits, times, level), exact)


def _row(
    m: Measure, text: str, hits: int, law: ExactLaw, names: Mapping[str, str], times: int, level: float
) -> Row:
    value = called(json.loads(text), m, names)
    exact = law.get(text, Fraction(0)) if law else None
    return Row(value, hits, Fraction(hits, times), intervals.share(hits, times, level), exact)


def _moments(counter: Mapping[str, int], law: ExactLaw, times: int, level: float) -> Moments:
    values = {json.loads(text): hits for text, hits in counter.items()}
    mean = Fraction(sum(v * n for v, n in values.items()), times)
    square = sum(n * (v - mean) ** 2 for v, n in values.items())
    variance = Fraction(square) / max(times - 1, 1)
    whole = bool(law) and sum(law.values()) == 1 and all(type(json.loads(text)) is int for text in law)
    exact = sum((json.loads(text) * p for text, p in law.items()), Fraction(0)) if whole else None
    return Moments(mean, intervals.mean(mean, variance, times, level), sqrt(variance), exact)


def _order(text: str) -> tuple[int, float, str]:
    """Numbers in order, then yes and no, then words; nothing at all comes last."""
    value = json.loads(text)
    match value:
        case bool():
            return (1, float(not value), "")
        case int():
            return (0, float(value), "")
        case None:
            return (3, 0.0, "")
        case _:
            return (2, 0.0, text)


def holds(interval: Interval, exact: Fraction) -> bool:
    """Whether an interval holds an exact number."""
    return interval[0] <= exact <= interval[1]


def _remarks(plan: Plan, tally: Tally) -> Iterator[str]:
    """What whoever wrote the file would want to know: policies that never answered, chances nobody announced."""
    heard = {label.casefold().replace(NBSP, " ") for label in tally.heard}
    for n, (policy, used) in enumerate(zip(plan.politique, tally.used, strict=True)):
        sought = [policy.chance, *(c.chance for c in policy.quand)]
        for label in filter(None, sought):
            if label.casefold().replace(NBSP, " ") not in heard:
                known = ", ".join(sorted(tally.heard)) or "aucune"
                quoted = f"«{NBSP}{label}{NBSP}»"
                yield f"politique[{n}]{NBSP}: aucune chance annoncée ne s’appelle {quoted} ({known})"
        if n in tally.failed:
            yield f"politique[{n}]{NBSP}: ses champs ne font pas toujours un geste permis ({tally.failed[n]})"
        elif not used and policy.choix != "jamais":
            yield f"politique[{n}]{NBSP}: elle n’a jamais répondu"
