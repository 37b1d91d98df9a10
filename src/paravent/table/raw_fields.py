"""What a scenario writes for a command's fields, turned into what the domains read; and what a page sends for one.

People write « Armes blanches », « facile » or a character's name; what they leave out takes its plainest value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paravent.core.domains import OneOf, Option, Pool, Text, Whole
from paravent.core.offers import Offer
from paravent.core.refusals import Refusal
from paravent.core.shapes import Allotment, ListOf, Permutation, Precise, Record

PRECISELY = " : "
"""What stands between a choice and its precision: « Combat : pugilat »."""
UNSAID = "—"
"""What a required text says when the scenario does not care."""


def filled(o: Offer, raw: Mapping[str, Any], words: Mapping[str, str]) -> dict[str, Any]:
    """Raw values for every field of an offer; `words` maps the scenario's names to ids. Unknown fields are refused."""
    known = dict(o.fields)
    if unknown := sorted(set(raw) - set(known)):
        raise Refusal(o.rule, "ce champ est inconnu", unknown[0][:80])
    return {n: meant(d, raw[n], words) if n in raw else plainest(d) for n, d in known.items()}


def meant(domain: Any, raw: Any, words: Mapping[str, str]) -> Any:
    """One raw value, its names and French labels replaced by what they stand for; anything else is left to `read`."""
    match domain, raw:
        case OneOf(options), str() | int():
            return _choice(options, raw, words)
        case Pool(options), list():
            return [_choice(options, x, words) for x in raw]
        case Precise(options), str():
            choice, _, precision = raw.partition(PRECISELY)
            return {"choice": _choice(options, choice, words), "words": precision}
        case ListOf(item), list():
            return [meant(item, x, words) for x in raw]
        case Record(fields), dict():
            domains = {n: d for n, _, d in fields}
            given = {n: meant(domains[n], x, words) if n in domains else x for n, x in raw.items()}
            return {**plainest(domain), **given}
        case Permutation(labels), dict():
            return _ranked(labels, raw)
        case Allotment(lines), dict():
            ids = {words.get(k, k): v for k, v in raw.items()}
            return [ids.get(label, low) for label, low, _ in lines]
        case _:
            return raw


def _choice(options: tuple[Option[Any], ...], raw: Any, words: Mapping[str, str]) -> Any:
    ids = {o.id for o in options}
    if not isinstance(raw, str) or raw in ids:
        return raw
    if raw in words and words[raw] in ids:
        return words[raw]
    labels = {plain(o.label).casefold(): o.id for o in options}
    return labels.get(plain(raw).casefold(), raw)


def _ranked(labels: tuple[str, ...], raw: Mapping[str, Any]) -> list[Any]:
    """A ranking given by a few of its lines (by number or label): the others, in order, make room by exchange."""
    names = {label.casefold(): n for n, label in enumerate(labels)}
    out: list[Any] = list(range(1, len(labels) + 1))
    for name, score in raw.items():
        line = (
            int(name) - 1
            if name.isascii() and name.isdigit() and len(name) < 4
            else names.get(name.casefold(), -1)
        )
        if not 0 <= line < len(out) or score not in out:
            return [*out, score]  # no ranking: the domain says so
        at = out.index(score)
        out[at], out[line] = out[line], score
    return out


def plain(text: str) -> str:
    """No-break spaces as plain ones, so that a scenario need not type them."""
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


def plainest(domain: Any) -> Any:
    """The value of what a scenario leaves out: first choice, least number, first spread, nothing written."""
    match domain:
        case OneOf(options):
            return options[0].id if options else ""
        case Whole(low):
            return low
        case Text(_, required):
            return UNSAID if required else ""
        case Permutation(labels):
            return list(range(1, len(labels) + 1))
        case Allotment(lines):
            return list(next(domain.each(), [low for _, low, _ in lines]))
        case Precise(asking=asking):
            first = next((o.id for o in domain.choice.options), "")
            return {"choice": first, "words": UNSAID if first in asking else ""}
        case Record(fields):
            return {n: plainest(d) for n, _, d in fields}
        case _:
            return []


def sent(o: Offer, command: Any) -> dict[str, Any]:
    """The raw fields of `command`, as a page sends them and `o.read` takes them."""
    return {name: _raw(domain, getattr(command, name)) for name, domain in o.fields}


def _raw(domain: Any, v: Any) -> Any:
    match domain:
        case Record(fields):
            return {name: _raw(d, x) for x, (name, _, d) in zip(v, fields, strict=True)}
        case Precise():
            return {"choice": v[0], "words": v[1]}
        case ListOf(item):
            return [_raw(item, x) for x in v]
        case _:
            return list(v) if isinstance(v, tuple) else v
