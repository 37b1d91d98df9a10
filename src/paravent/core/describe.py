"""Waitings as plain JSON: what pages, the terminal and the API draw their forms from. One description for all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from paravent.core.chances import Cards, Faces, Percents
from paravent.core.codec import digest
from paravent.core.domains import Domain, OneOf, Option, Pool, Text, Whole
from paravent.core.french import fine
from paravent.core.offers import Offer, Waiting
from paravent.core.remembered import Remembered
from paravent.core.shapes import Allotment, ListOf, Permutation, Precise, Record
from paravent.core.system import SUPPOSE, Lexicon, Odds, OddsLine
from paravent.core.words import LEXICON

MOST_DESCRIBED = 4096

Groups: TypeAlias = Mapping[str, tuple[str, ...]]


def lexicon_of(lexicon: Lexicon) -> Lexicon:
    """A system's words beside those every table shares; the system's win."""
    return _together(lexicon)


def _both(lexicon: Lexicon) -> Lexicon:
    return Lexicon(
        _fine({**LEXICON.commands, **lexicon.commands}),
        _fine({**LEXICON.fields, **lexicon.fields}),
        _groups(lexicon.groups, LEXICON.groups),
        _fine({**LEXICON.sends, **lexicon.sends}),
        LEXICON.cards | lexicon.cards,
        lexicon.unit,
        _fine({**LEXICON.alone, **lexicon.alone}),
    )


def _fine(names: Mapping[str, str]) -> dict[str, str]:
    return {key: fine(name) for key, name in names.items()}


_together = Remembered(_both, most=64)


def _groups(own: Groups, shared: Groups) -> Groups:
    """The shared headings in their order, each of a system's own after the one it follows there; its commands first."""
    order, last = list(shared), -1
    for name in own:
        if name not in order:
            order.insert(last + 1, name)
        last = order.index(name)
    return {name: (*own.get(name, ()), *shared.get(name, ())) for name in order}


def describe_offer(o: Offer, lexicon: Lexicon) -> dict[str, Any]:
    """An offer: its command, French label, rule, whether it is barred and why, and its fields. To read, not to change:
    the same offer gets the same description."""
    return _in_words(lexicon)(o)


def describe_anew(o: Offer, lexicon: Lexicon) -> dict[str, Any]:
    """The same, kept nowhere: for an offer that nobody will see again."""
    name = o.command.__name__
    view: dict[str, Any] = {
        "command": name,
        "label": _called(o, lexicon),
        "rule": o.rule,
        "group": group_of(name, lexicon),
    }
    if o.barred:
        return {**view, "barred": o.barred, "fields": []}
    fields = [
        {
            "name": n,
            "label": _label(name, n, lexicon),
            "cards": n in lexicon.cards,
            "sends": lexicon.sends.get(name) == n,
            **describe_domain(d),
        }
        for n, d in o.fields
    ]
    return {**view, "barred": "", "grave": o.grave, "budget": o.budget, "fields": fields}


def _called(o: Offer, lexicon: Lexicon) -> str:
    """The French label of an offer: its command's, or that of the command with the only choice it leaves."""
    name = o.command.__name__
    alone = (
        lexicon.alone.get(f"{name}.{n}={d.options[0].value}")
        for n, d in o.fields
        if isinstance(d, OneOf) and len(d.options) == 1
    )
    return next(filter(None, alone), lexicon.command(name))


class Folded(Mapping[str, Any]):
    """An offer, described once somebody reads more of it than its command: most of those made at any time stay
    folded."""

    __slots__ = ("_lexicon", "_whole", "offer")

    def __init__(self, offer: Offer, lexicon: Lexicon) -> None:
        self.offer, self._lexicon = offer, lexicon
        self._whole: dict[str, Any] | None = None

    @property
    def whole(self) -> dict[str, Any]:
        """The offer's description."""
        if self._whole is None:
            self._whole = describe_offer(self.offer, self._lexicon)
        return self._whole

    def __getitem__(self, key: str) -> Any:
        match key:
            case "command":
                return self.offer.command.__name__
            case "barred":
                return self.offer.barred
            case "group":
                return self.heading
            case _:
                return self.whole[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.whole)

    def __len__(self) -> int:
        return len(self.whole)

    @property
    def stamp(self) -> str:
        """What changes with the offer, and is the same in every process: pages are told apart by it after a restart."""
        return _stamp_of(self.offer)

    @property
    def heading(self) -> str:
        """The heading it stands under."""
        return group_of(self.offer.command.__name__, self._lexicon)

    def only(self, name: str = "") -> list[str]:
        """The labels of what it leaves no choice of, in the field of that name or in all."""
        fields = () if self.offer.barred else self.offer.fields
        single = (
            d.options[0].label
            for n, d in fields
            if isinstance(d, OneOf) and len(d.options) == 1 and name in ("", n)
        )
        return list(single)

    @property
    def wide(self) -> bool:
        """Whether it asks about something else than one character."""
        return (
            not self.offer.barred
            and bool(self.offer.fields)
            and all(n != "actor" for n, _ in self.offer.fields)
        )


@lru_cache(MOST_DESCRIBED)
def _stamp_of(offer: Offer) -> str:
    return digest(repr(offer))[:16]


def _by_command(lexicon: Lexicon) -> dict[str, str]:
    return {c: g for g, commands in reversed([*lexicon.groups.items()]) for c in commands}


_headings = Remembered(_by_command, most=64)


def group_of(command: str, lexicon: Lexicon) -> str:
    """The heading a command stands under, "" for none."""
    return _headings(lexicon).get(command, "")


def _describer(lexicon: Lexicon) -> Callable[[Offer], dict[str, Any]]:
    # By value: after each fact a system makes its offers anew, and nearly all of them equal those before. A command's
    # field always holds values of one type, so that no offer of 1 passes for one of True.
    return lru_cache(MOST_DESCRIBED)(lambda o: describe_anew(o, lexicon))


_in_words = Remembered(_describer, most=64)


def _label(command: str, name: str, lexicon: Lexicon) -> str:
    """A field's French label; a shared command's fields keep the shared words, whatever a system calls its own, but the
    fields of what one supposes are the system's."""
    if (own := f"{command}.{name}") in lexicon.fields:
        return lexicon.field(own)
    shared = command in LEXICON.commands and command != SUPPOSE
    return (LEXICON if shared else lexicon).field(name)


def describe_waiting(w: Waiting, lexicon: Lexicon, *, folded: bool = False) -> dict[str, Any]:
    """A waiting for whoever may answer it; its key, prompt and odds are added by the caller. `folded`: its offers are
    described once they are read."""
    return {
        "topic": type(w.topic).__name__,
        "rule": w.rule,
        "holds": w.holds,
        "offers": [Folded(o, lexicon) if folded else describe_offer(o, lexicon) for o in w.offers],
    }


def describe_odds(odds: Odds | None, lexicon: Lexicon) -> dict[str, Any] | None:
    """Chances for whoever may see them: their lines, their law, the sentence that tells them, and what may be supposed
    otherwise, as an offer."""
    if odds is None:
        return None
    return {
        "policy": odds.policy,
        "of": odds.of,
        "beyond": odds.beyond,
        "lines": _lines(odds.lines),
        "law": _lines(odds.law),
        "sentence": odds.sentence,
        "supposes": None if odds.supposes is None else describe_offer(odds.supposes, lexicon),
    }


def _lines(lines: Iterable[OddsLine]) -> list[dict[str, Any]]:
    return [
        {"label": x.label, "numerator": x.numerator, "denominator": x.denominator, "main": x.main}
        for x in lines
    ]


def _options(options: Iterable[Option[Any]]) -> list[dict[str, str]]:
    return [{"id": o.id, "label": o.label, "group": o.group, "same": o.same, "note": o.note} for o in options]


def describe_domain(d: Domain | Any) -> dict[str, Any]:
    """A domain by its name (`domain`) and bounds; an unknown one is a free text field."""
    match d:
        case OneOf(options, out):
            return {"domain": "one_of", "options": _options(options), "out": _options(out)}
        case Whole(low, high, each_costs, usual):
            first = low if usual is None else usual
            return {"domain": "whole", "low": low, "high": high, "each_costs": each_costs, "usual": first}
        case Text(longest, required, lines, help, ideas):
            shown = {"help": help, "ideas": list(ideas)}
            return {"domain": "text", "longest": longest, "required": required, "lines": lines, **shown}
        case Pool(options, groups):
            named = [{"name": g.name, "least": g.least, "free": g.free, "most": g.most} for g in groups]
            return {"domain": "pool", "options": _options(options), "groups": named}
        case Permutation(labels, partial, notes, advice):
            beside: dict[str, Any] = {"notes": [list(n) for n in notes], "advice": [list(a) for a in advice]}
            return {"domain": "permutation", "labels": list(labels), "partial": partial, **beside}
        case Allotment(lines, total, notes):
            rows = [{"label": n, "low": low, "high": high} for n, low, high in lines]
            return {"domain": "allotment", "lines": rows, "total": total, "notes": list(notes)}
        case Record(fields):
            parts = [{"name": n, "label": label, **describe_domain(x)} for n, label, x in fields]
            return {"domain": "record", "fields": parts}
        case Precise(asking=asking, words=words, labels=labels):
            choice = {"name": "choice", "label": labels[0], **describe_domain(d.choice)}
            precision = {"name": "words", "label": labels[1], **describe_domain(words)}
            return {"domain": "record", "fields": [choice, precision], "asking": list(asking)}
        case ListOf(item, least, most, one=one):
            rows_of = {"item": describe_domain(item), "one": one}
            return {"domain": "list", **rows_of, "least": least, "most": most}
        case Faces(dice, names):
            return {"domain": "faces", "dice": list(dice), "names": list(names)}
        case Cards(deck, count):
            return {"domain": "cards", "deck": list(deck), "count": count}
        case Percents(chances, names):
            return {"domain": "percents", "chances": list(chances), "names": list(names)}
        case _:
            return {"domain": "text", "longest": 64, "required": True, "lines": False}
