"""The tables of a run: on the terminal, and in French in docs/cotes.md."""

from __future__ import annotations

import os
import platform
import re
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from asking import NUMPY, OURS, Question
from peers import PINS
from processes import Whole

DOCS = Path(__file__).parents[2] / "docs" / "cotes.md"
BEGIN = "<!-- Mesures : écrites par benchmarks/cotes, ne pas retoucher à la main. -->"
END = "<!-- Fin des mesures. -->"
LIBRARIES = ("icepool", "dyce", "hdroller", "dice_calc", "lea")
NBSP = "\N{NO-BREAK SPACE}"


class Timed(NamedTuple):
    """Milliseconds, None where it failed; `right`: exact, near (digits are lost), wrong or fails."""

    ms: float | None
    right: str


class Row(NamedTuple):
    """What a question took each contender."""

    name: str
    question: Question
    timed: Mapping[str, Timed]

    def ours(self, which: str = OURS) -> float | None:
        found = self.timed.get(which)
        return found.ms if found and found.right == "exact" else None

    def library(self, name: str) -> Timed | None:
        """The fastest of the ways of one library; the exact ones where there are any."""
        ways = [t for n, t in self.timed.items() if n.split(",")[0] == name and n not in (OURS, NUMPY)]
        exact = [t for t in ways if t.right == "exact"]
        return min(
            exact or [t for t in ways if t.right == "near"] or ways, key=lambda t: t.ms or 0, default=None
        )

    def best(self) -> float | None:
        """The fastest exact peer, or the one that the target is about."""
        asked = self.question.against
        peers = ((n.split(",")[0], t) for n, t in self.timed.items() if n not in (OURS, NUMPY))
        return min(
            (t.ms for n, t in peers if t.right == "exact" and t.ms and asked in (None, n)),
            default=None,
        )

    def ratio(self, which: str = OURS) -> float | None:
        best, ours = self.best(), self.ours(which)
        return best / ours if best and ours else None


def line(row: Row) -> str:
    """One question on the terminal."""
    cells = [
        f"{name} {t.ms:.4g} ms{'' if t.right == 'exact' else ' ' + t.right.upper()}"
        if t.ms
        else f"{name} fails"
        for name, t in row.timed.items()
    ]
    ratios = [f"{which}: {ratio:.1f} x" for which in (OURS, NUMPY) if (ratio := row.ratio(which))]
    return f"{row.name:4} {row.question.title}\n     " + " | ".join(cells) + "\n     " + ", ".join(ratios)


def page(rows: Sequence[Row], whole: Mapping[str, Whole]) -> str:
    """All the tables, in French."""
    load = f"{os.getloadavg()[0]:.1f}".replace(".", ",")
    pins = ", ".join(f"{name} {version}" for name, version in PINS.items())
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cœurs partagés"
    said = f"""Une seule suite de mesures, le {time.strftime("%d/%m/%Y")} : {machine} (charge {load}),
un processus neuf par bibliothèque et par question, médiane d’appels à chaud en
millisecondes, rien n’étant gardé d’un appel à l’autre, réponses comparées à la fraction près ({pins}).
« ~ » : des chiffres sont perdus ; « × » : combien de fois plus vite que la meilleure bibliothèque exacte, ou que celle
que nomme la cible."""
    parts = [
        said,
        "Des tableaux entiers :",
        table([row for row in rows if row.question.kind == "tableau"]),
        "Une seule question, comme à la table :",
        table([row for row in rows if row.question.kind == "seule"]),
        "Le processus entier : ce que l’importation y ajoute, et une opposition (10 dés contre 5) par `python -c` :",
        processes_table(whole),
    ]
    return re.sub(r" (?=[:;?!»])|(?<=«) ", NBSP, "\n\n".join(parts)).replace(f"--{NBSP}:", "--:")


def table(rows: Sequence[Row]) -> str:
    """One line a question."""
    heads = ["question", "Paravent", "avec numpy", *LIBRARIES, "×", "cible", "× numpy", "cible numpy"]
    lines = ["| " + " | ".join(heads) + " |", "|".join(["", " --- ", *[" --: "] * (len(heads) - 1), ""])]
    for row in rows:
        question = row.question
        cells = [f"{row.name}. {question.title}", ms(row.ours()), ms(row.ours(NUMPY))]
        cells += [peer(row.library(name)) for name in LIBRARIES]
        cells += [
            times(row.ratio()),
            times(question.target, "") + (f" ({question.against})" if question.against else ""),
            times(row.ratio(NUMPY)),
            times(question.with_numpy, "") + (f", {ms(question.most)} ms" if question.most else ""),
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def processes_table(whole: Mapping[str, Whole]) -> str:
    lines = [
        "| bibliothèque | importation, ms | une question, ms | mémoire, Mio |",
        "| --- | --: | --: | --: |",
    ]
    answers = {cost.answer for cost in whole.values() if cost.answer}
    assert len(answers) == 1, answers
    lines += [
        f"| {name} | {ms(cost.importing)} | {ms(cost.query)} | {ms(cost.megabytes)} |"
        for name, cost in whole.items()
    ]
    return "\n".join(lines)


def ms(n: float | None) -> str:
    """Two or three figures that matter, a decimal comma."""
    if n is None:
        return "–"
    places = 0 if n >= 20 else 1 if n >= 2 else 2 if n >= 0.2 else 3 if n >= 0.02 else 4
    return f"{n:.{places}f}".replace(".", ",")


def peer(timed: Timed | None) -> str:
    if timed is None:
        return "–"
    if timed.ms is None:
        return "échoue"
    return {"exact": "", "near": "~" + NBSP, "wrong": "faux" + NBSP}[timed.right] + ms(timed.ms)


def times(n: float | None, unknown: str = "–") -> str:
    return unknown if n is None else (f"{n:.0f}" if n >= 10 else f"{n:.1f}".replace(".", ","))


def write(text: str) -> None:
    """Between the marks of the page."""
    whole = DOCS.read_text("utf-8")
    before, rest = whole.split(BEGIN)
    _, after = rest.split(END)
    DOCS.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", "utf-8")
