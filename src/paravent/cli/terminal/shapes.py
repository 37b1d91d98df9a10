"""Fields made of fields: records, lists, and whole offers with a last look before they are sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from paravent.cli.terminal.fields import Described, field, settled, shown
from paravent.cli.terminal.plain import NBSP, fold, quoted, upper
from paravent.cli.terminal.question import Ask, Back, Choice, Dialogue, Skip, joined

YES = ("", "oui", "o", "envoyer")
WHY_LONGEST = 160


@dataclass(frozen=True, slots=True)
class Wrong:
    """A refusal to mend: the field it is about ("" for the whole), and what to say."""

    field: str
    why: str


def record(f: Described, before: Any) -> Dialogue:
    """Each field in turn; the optional ones left may be skipped at once."""
    parts = f["fields"]
    answers: dict[str, Any] = dict(before or {})
    i = 0
    while i < len(parts):
        part = parts[i]
        skip = all(_optional(p) or p["name"] in answers for p in parts[i:]) and i + 1 < len(parts)
        try:
            asked = field(part, answers.get(part["name"]))
            answers[part["name"]] = yield from _marked(asked, skip=skip)
        except Back:
            i = _earlier(parts, i)
            continue
        except Skip:
            return {p["name"]: answers.get(p["name"], "") for p in parts}
        i += 1
    return answers


def _optional(f: Described) -> bool:
    return bool(f["domain"] == "text" and not f["required"])


def _earlier(parts: Any, i: int) -> int:
    """The question before the i-th that really asks something."""
    found = next((j for j in range(i - 1, -1, -1) if not settled(parts[j])), None)
    if found is None:
        raise Back
    return found


def _marked(inner: Dialogue, *, skip: bool = False, error: str = "") -> Dialogue:
    """A dialogue whose questions say that the rest may be skipped, and whose first one says what was wrong."""
    try:
        ask = next(inner)
        while True:
            marked = replace(ask, skip=ask.skip or skip, error=ask.error or error)
            error = ""
            try:
                line = yield marked
            except Back:
                ask = inner.throw(Back())
            except Skip:
                if not ask.skip:
                    raise
                ask = inner.throw(Skip())
            else:
                ask = inner.send(line)
    except StopIteration as end:
        return end.value


def list_of(f: Described, before: Any) -> Dialogue:
    """Items one after another, while one more may be and is wanted."""
    items = list(before or ())
    item, least, most = f["item"], f["least"], f["most"]
    error = ""
    while True:
        if len(items) >= least:
            choices = tuple(Choice(n, shown(item, x)) for n, x in enumerate(items, start=1))
            more = "« + » ajoute" if len(items) < most else ""
            less = "« - » retire le dernier" if items else ""
            hint = joined(more, less, f"Entrée{NBSP}: fini")
            line = fold((yield Ask(f["label"], hint, choices, error=error)))
            error = ""
            if line in ("", "fini", "non"):
                return items
            if line == "-" and items:
                items.pop()
                continue
            if line not in ("+", "oui", "o") or len(items) >= most:
                error = f"{more or less} ou Entrée"
                continue
        named = {**item, "label": f"{f['label']}, n°{NBSP}{len(items) + 1}"}
        try:
            items.append((yield from field(named)))
        except Back:
            if len(items) < least:
                raise


def form(
    offer: Mapping[str, Any], answers: dict[str, Any], wrong: Wrong | None = None, *, look: bool = False
) -> Dialogue:
    """The raw fields of an offer, put into `answers` as they come, so that nothing is lost when the form is left.

    Nothing is asked where nothing is left to choose. Several fields, a grave act, a refusal or `look` end with a last
    look. After a refusal only what it is about is asked again.
    """
    fields = {f["name"]: f for f in offer["fields"]}
    for name in set(answers) - set(fields):
        del answers[name]
    error = ""
    if wrong is None:
        todo = list(fields)
    elif wrong.field in fields:
        todo = [wrong.field]
        error = wrong.why
    else:
        todo = [n for n in fields if n not in answers]
    i = 0
    while i < len(todo):
        f = fields[todo[i]]
        left = _left(offer, answers, f["name"])
        try:
            answers[f["name"]] = yield from _marked(field(f, answers.get(f["name"]), left), error=error)
            error = ""
        except Back:
            i = _earlier([fields[n] for n in todo], i)
            continue
        i += 1
    open_fields = [f for f in offer["fields"] if not settled(f)]
    if len(open_fields) > 1 or offer["grave"] or wrong is not None or (look and not open_fields):
        told = wrong.why if wrong and wrong.field not in fields else ""
        yield from _last_look(offer, answers, told)
    return answers


def _left(offer: Mapping[str, Any], answers: Mapping[str, Any], name: str) -> int | None:
    """The points of the offer's budget that the other fields leave; picks in a pool are counted by their dialogue."""
    if offer.get("budget") is None:
        return None
    spent = 0
    for f in offer["fields"]:
        if f["domain"] == "whole" and f["name"] != name and f["name"] in answers:
            spent += f["each_costs"] * (int(answers[f["name"]]) - f["low"])
    return int(offer["budget"]) - spent


def _last_look(offer: Mapping[str, Any], answers: dict[str, Any], error: str) -> Dialogue:
    """Everything once more; a number changes that field."""
    fields = offer["fields"]
    while True:
        choices = tuple(
            Choice(n, f"{f['label']}{NBSP}: {_short(shown(f, answers[f['name']]))}")
            for n, f in enumerate(fields, start=1)
        )
        yes = f"{quoted('oui')} l’envoie" if offer["grave"] else f"Entrée{NBSP}: envoyer"
        change = "un numéro change sa ligne" if choices else ""
        title = f"{offer['grave']} {upper(offer['label'])}{NBSP}?".strip()
        try:
            line = fold((yield Ask(title, joined(yes, change, "« annuler » renonce"), choices, error=error)))
        except Back:
            line = str(len(fields))
        error = ""
        if line in YES and (line or not offer["grave"]):
            return None
        if line.isascii() and line.isdigit() and 0 < len(line) < 4 and 1 <= int(line) <= len(fields):
            f = fields[int(line) - 1]
            if settled(f):
                error = "il n’y a pas d’autre choix"
                continue
            try:
                answers[f["name"]] = yield from field(f, answers[f["name"]], _left(offer, answers, f["name"]))
            except Back:
                continue
        else:
            error = f"{yes}{NBSP}; {change}" if change else yes


def _short(text: str) -> str:
    flat = " / ".join(text.splitlines())
    return flat if len(flat) <= WHY_LONGEST else flat[: WHY_LONGEST - 1] + "…"
