"""One described field, asked line by line.

Legality is never written here: the bounds that a description gives make the core's own domains again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from paravent.cli.terminal.listing import Listing
from paravent.cli.terminal.plain import NBSP, fold, quoted, ranges
from paravent.cli.terminal.question import ENDS, Ask, Choice, Dialogue, joined
from paravent.core.chances import Cards, Faces, Percents, read_numbers
from paravent.core.domains import Domain, Group, Option, Pool, Text, Whole, read_whole
from paravent.core.refusals import Unreadable

Described: TypeAlias = Mapping[str, Any]
"""A field as `core.describe` describes it."""
LONG = 12
"""A pool with more options than this is not shown again after each pick."""


def settled(f: Described) -> bool:
    """Whether the field leaves no choice, so that nothing is asked."""
    match f["domain"]:
        case "one_of":
            return len(f["options"]) == 1
        case "whole":
            return bool(f["low"] == f["high"])
        case _:
            return False


def field(f: Described, before: Any = None, budget: int | None = None) -> Dialogue:
    """The raw value of a field. `before`: a former answer, kept by an empty line. `budget`: the points left."""
    from paravent.cli.terminal import numbers, shapes  # they ask fields in turn

    match f["domain"]:
        case "one_of":
            return _one(f, before)
        case "whole":
            return _whole(f, before, budget)
        case "pool":
            return _pool(f, before, budget)
        case "cards":
            cards = f"{f['count']} cartes, dans l’ordre du tirage," if f["count"] > 1 else "une carte"
            hint = f"{cards} parmi{NBSP}: {ranges(f['deck'])}"
            return _several(f, before, Cards(tuple(f["deck"]), f["count"]), f["count"], hint)
        case "faces":
            dice = Faces(tuple(f["dice"]), tuple(f["names"]))
            return _several(f, before, dice, len(f["dice"]), f"une face par dé{NBSP}: {dice.told()}")
        case "percents":
            hint = f"un D100 par chance{NBSP}: {', '.join(f'{c}{NBSP}%' for c in f['chances'])}"
            return _several(f, before, Percents(tuple(f["chances"])), len(f["chances"]), hint)
        case "permutation":
            return numbers.permutation(f, before)
        case "allotment":
            return numbers.allotment(f, before)
        case "record":
            return shapes.record(f, before)
        case "list":
            return shapes.list_of(f, before)
        case _:
            return _text(f, before)


def shown(f: Described, raw: Any) -> str:
    """A raw value as people read it."""
    match f["domain"]:
        case "one_of":
            return next((str(o["label"]) for o in f["options"] if o["id"] == raw), str(raw))
        case "pool":
            return ", ".join(o["label"] for o in f["options"] if o["id"] in raw) or "rien"
        case "cards" | "faces" | "percents":
            return " ".join(map(str, raw))
        case "permutation":
            pairs = [f"{n}{NBSP}{x}" for n, x in zip(f["labels"], raw, strict=True) if int(x)]
            fate = "le reste au destin" if pairs else "tout au destin"
            return ", ".join(pairs if len(pairs) == len(raw) else [*pairs, fate])
        case "allotment":
            return ", ".join(f"{r['label']}{NBSP}{x}" for r, x in zip(f["lines"], raw, strict=True))
        case "record":
            told = [f"{p['label']}{NBSP}: {shown(p, raw[p['name']])}" for p in f["fields"] if raw[p["name"]]]
            return "; ".join(told) or "rien"
        case "list":
            return "; ".join(shown(f["item"], x) for x in raw) or "rien"
        case _:
            return str(raw) or "rien"


def keep(f: Described, before: Any) -> str:
    """What an empty line would keep, said."""
    return "" if before is None else f"Entrée{NBSP}: garder {quoted(shown(f, before))}"


def _one(f: Described, before: Any) -> Dialogue:
    options: Sequence[Mapping[str, Any]] = f["options"]
    if len(options) == 1:
        return options[0]["id"]
    listing, error = Listing(options), ""
    if before not in {o["id"] for o in options}:
        before = None
    while True:
        ask = listing.ask(f["label"], keep(f, before), error)
        line = yield replace(ask, out=_out(f))
        if not line.strip() and before is not None:
            return before
        found, error = listing.read(line)
        if found is None and error:
            error = next((o["note"] for o in f.get("out", ()) if fold(o["label"]) == fold(line)), error)
        if found is not None:
            return found["id"]


def _out(f: Described) -> tuple[Choice, ...]:
    return tuple(Choice(0, o["label"], o["note"]) for o in f.get("out", ()))


def _whole(f: Described, before: Any, budget: int | None) -> Dialogue:
    domain, error = Whole(f["low"], f["high"], f["each_costs"]), ""
    if settled(f):
        return f["low"]
    cost = f"chaque unité au-delà de {f['low']} coûte {f['each_costs']}" if f["each_costs"] else ""
    points = f"il reste {budget} points" if cost and budget is not None else ""
    while True:
        bounds = f"un nombre de {f['low']} à {f['high']}"
        line = yield Ask(f["label"], joined(bounds, cost, points, keep(f, before)), error=error)
        if not line.strip() and before is not None:
            return before
        try:
            found = read_whole(line)
        except Unreadable as e:
            error = str(e)
            continue
        error = domain.why_not(found) or ""
        if not error:
            return found


def _text(f: Described, before: Any) -> Dialogue:
    domain, error = Text(f["longest"], f["required"], f["lines"]), ""
    ending = "une ligne vide termine" if f["lines"] else ""
    may = "" if f["required"] or before else f"facultatif{NBSP}: Entrée laisse vide"
    ideas = f"par exemple{NBSP}: {' · '.join(f['ideas'])}" if f.get("ideas") else ""
    advice = tuple(x for x in (f.get("help", ""), ideas) if x)
    while True:
        hint = joined(keep(f, before or None) or may, ending)
        typed = yield Ask(f["label"], hint, before=advice, error=error, free=True)
        if not typed.strip() and before:
            return before
        lines = [typed.strip()]
        while f["lines"] and lines[-1]:
            lines.append((yield Ask("", free=True)).rstrip())
        text = "\n".join(lines).strip()
        error = domain.why_not(text) or ""
        if not error:
            return text


def _several(f: Described, before: Any, domain: Domain, count: int, hint: str) -> Dialogue:
    """Numbers on one line, each checked by chance's own domain."""
    error = ""
    while True:
        line = yield Ask(f["label"], joined(hint, keep(f, before)), error=error)
        if not line.strip() and before is not None:
            return before
        try:
            found = read_numbers(line, count)
        except Unreadable as e:
            error = str(e)
            continue
        error = domain.why_not(found) or ""
        if not error:
            return list(found)


def _pool(f: Described, before: Any, budget: int | None) -> Dialogue:
    options: Sequence[Mapping[str, Any]] = f["options"]
    groups = tuple(Group(g["name"], g["least"], g["free"], g["most"]) for g in f["groups"])
    pool = Pool(tuple(Option(o["id"], o["label"], o["group"], o["same"]) for o in options), groups)
    chosen = {o["id"] for o in options if o["id"] in (before or ())}
    listing, error, first = Listing(options), "", True
    while True:
        value = tuple(o["id"] for o in options if o["id"] in chosen)
        price = pool.price(value)
        spent = f"{price} point{'s' if price > 1 else ''}" if price or budget is not None else ""
        count = joined(f"choisi{NBSP}: {shown(f, value)}", spent and _of(spent, budget))
        how = f"des nombres cochent ou décochent{NBSP}; Entrée{NBSP}: fini"
        ask = listing.ask(f["label"], joined(_bounds(groups), count, how), error, chosen)
        showing = first or len(options) <= LONG or listing.narrowed
        line = yield ask if showing else replace(ask, choices=(), left=0)
        first = False
        if fold(line) in ("", *ENDS):
            over = budget is not None and price > budget
            error = pool.why_not(value) or (_of(spent, budget) if over else "")
            if not error:
                return list(value)
            continue
        error = ""
        for word in _words(line):
            found, error = listing.read(word)
            if found is None:
                break
            _toggle(chosen, found, options)


def _of(spent: str, budget: int | None) -> str:
    return spent if budget is None else f"{spent} sur {budget}"


def _words(line: str) -> list[str]:
    """Numbers one by one, anything else whole."""
    words = line.replace(",", " ").split()
    return words if all(w.isdigit() for w in words) else [line]


def _toggle(chosen: set[str], found: Mapping[str, Any], options: Sequence[Mapping[str, Any]]) -> None:
    """Take or leave an option; one and its challenged twin exclude each other."""
    if found["id"] in chosen:
        chosen.remove(found["id"])
        return
    if found["same"]:
        chosen.difference_update(o["id"] for o in options if o["same"] == found["same"])
    chosen.add(found["id"])


def _bounds(groups: Sequence[Group]) -> str:
    out = []
    for g in groups:
        parts = [f"au moins {g.least}"] if g.least else []
        parts += [f"au plus {g.most}"] if g.most < 99 else []
        out.append(f"{g.name}{NBSP}: {', '.join(parts)}" if parts else "")
    return joined(*out)
