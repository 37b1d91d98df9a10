"""What a seat may do now, as numbered entries; and what a typed line means among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paravent.cli.terminal.fields import settled
from paravent.cli.terminal.plain import NBSP, fold, quoted

INLINE = 2
"""A standing question with more gestures than this is one entry, which opens…"""
FEW = 9
"""… unless all standing questions together have no more gestures than this."""
AT_ANY_TIME = ("ToHold", "ToPlay")
SHARE = "ToShare"


@dataclass(frozen=True, slots=True)
class Entry:
    """A gesture, or a question that opens on several."""

    waiting: Mapping[str, Any]
    offer: Mapping[str, Any] | None
    label: str

    @property
    def barred(self) -> str:
        """Why it is not possible now, "" when it is."""
        return self.offer["barred"] if self.offer else ""

    @property
    def same_as(self) -> tuple[str, str]:
        """What makes it the same gesture in a later view."""
        return self.waiting["key"], f"{self.offer['command']} {sole_choice(self.offer)}" if self.offer else ""


@dataclass(frozen=True, slots=True)
class Block:
    """A question and its entries, or a heading and entries of several. `now`: it is to be settled, or was opened."""

    waiting: Mapping[str, Any] | None
    entries: tuple[Entry, ...]
    now: bool
    title: str = "À tout moment"


@dataclass(frozen=True, slots=True)
class Menu:
    """Entries by blocks, numbered from 1 on through all of them; `every`: all gestures, found by letters.

    `whole`: it is all that a seat may do, not one question nor a search.
    """

    blocks: tuple[Block, ...]
    every: tuple[Entry, ...]
    whole: bool = False

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(e for b in self.blocks for e in b.entries)

    def read(self, line: str) -> Entry | tuple[Entry, ...] | str:
        """The entry that a line picks, those it fits, or why there is none."""
        asked = fold(line)
        if asked.isascii() and asked.isdigit():
            shown = self.entries
            if len(asked) < 5 and 1 <= int(asked) <= len(shown):
                return shown[int(asked) - 1]
            return f"aucun choix n’a le numéro {asked[:7]}" if shown else "il n’y a rien à choisir"
        words = asked.split()
        found = [e for e in self.every if all(w in fold(f"{e.label} {e.waiting['prompt']}") for w in words)]
        close = [e for e in found if all(w in fold(e.label) for w in words)] or found
        exact = [e for e in close if fold(e.label) == asked]
        picked = exact if len(exact) == 1 else close
        if not picked:
            return f"rien ne s’appelle {quoted(line.strip()[:40])}{NBSP}; {quoted('aide')} dit quoi taper"
        return picked[0] if len(picked) == 1 else tuple(picked)


def menu_of(view: Mapping[str, Any]) -> Menu:
    """The menu of a view: what is to be settled first, then what may be done at any time."""
    me = view["me"]
    arriving = me["role"] == "joueur" and not me["actors"]
    now: list[Mapping[str, Any]] = []
    standing: list[Mapping[str, Any]] = []
    for w in view["waitings"]:
        plays = arriving and w["who"] == me["seat"] and w["topic"] not in (*AT_ANY_TIME, SHARE)
        (now if decides(w) or plays else standing).append(w)
    now.sort(key=lambda w: not w["holds"])
    standing.sort(key=lambda w: (w["topic"] == SHARE, w["topic"] in AT_ANY_TIME))
    blocks = [Block(w, gestures(w), now=True) for w in now]
    few = sum(len(w["offers"]) for w in standing) <= FEW
    rest = [gestures(w) if few else _standing(w) for w in standing]
    alike = Counter(e.label for entries in rest for e in entries)
    blocks += [
        Block(None, tuple(_which(e) if alike[e.label] > 1 else e for e in entries), now=False)
        for entries in rest
    ]
    return Menu(tuple(blocks), tuple(e for w in (*now, *standing) for e in gestures(w)), whole=True)


def opened(waiting: Mapping[str, Any]) -> Menu:
    """One question's own menu."""
    entries = gestures(waiting)
    return Menu((Block(waiting, entries, now=True),), entries)


def found(entries: Sequence[Entry]) -> Menu:
    """The menu of what letters fit: the question itself when they fit all its gestures and no other."""
    first = entries[0].waiting
    if all(e.waiting is first for e in entries) and len(entries) == len(gestures(first)):
        return opened(first)
    named = tuple(Entry(e.waiting, e.offer, _named(e)) for e in entries)
    return Menu((Block(None, named, now=False, title="Ce qui y ressemble"),), named)


def _which(e: Entry) -> Entry:
    """An entry that says which question it answers, beside others of the same name."""
    return Entry(e.waiting, e.offer, _named(e))


def _named(e: Entry) -> str:
    prompt = e.waiting["prompt"]
    return f"{e.label} — {prompt}" if prompt and e.waiting["topic"] not in AT_ANY_TIME else e.label


def gestures(w: Mapping[str, Any]) -> tuple[Entry, ...]:
    """A question's gestures by headings, barred ones last. Where chance is in someone's hands, the table may throw,
    unless its dice and cards are always real ones."""
    offers: list[Mapping[str, Any]] = list(w["offers"])
    if w["by_table"]:
        offers.append(
            {
                "command": "LetTableThrow",
                "label": "Laisser la table tirer",
                "rule": "TAB-03",
                "barred": "",
                "grave": "",
                "budget": None,
                "fields": [],
            }
        )
    headings = [o.get("group", "") for o in offers]
    offers.sort(key=lambda o: (bool(o["barred"]), headings.index(o.get("group", ""))))
    many = Counter(o["command"] for o in offers)
    return tuple(
        Entry(w, o, _told_apart(o) if many[o["command"]] > 1 else o["label"] + _settled_detail(o))
        for o in offers
    )


def _told_apart(o: Mapping[str, Any]) -> str:
    """Of several offers of one command: which, by the choice that it alone makes."""
    alone = sole_choice(o)
    return f"{o['label']}{NBSP}: {alone}" if alone else o["label"]


def sole_choice(o: Mapping[str, Any]) -> str:
    """The first choice of an offer that leaves none."""
    fields = (f for f in o["fields"] if f["domain"] == "one_of" and settled(f))
    return next((str(f["options"][0]["label"]) for f in fields), "")


def _settled_detail(o: Mapping[str, Any]) -> str:
    """The only choice there is, told beside the gesture that sends it."""
    one = [f["options"][0]["label"] for f in o["fields"] if settled(f) and f["domain"] == "one_of"]
    return f" ({', '.join(one)})" if one and len(one) == len(o["fields"]) else ""


def _standing(w: Mapping[str, Any]) -> tuple[Entry, ...]:
    if len(w["offers"]) <= INLINE:
        return gestures(w)
    count = len(w["offers"])
    prompt = (
        "Notes, dés et le reste" if w["topic"] == "ToPlay" else w["prompt"].rstrip(".") or "Autres gestes"
    )
    return (Entry(w, None, f"{prompt} ({count} gestes)"),)


def decides(w: Mapping[str, Any]) -> bool:
    """To settle now: it holds play, chance is in someone's hands, or it is a plain yes or no."""
    plain = len(w["offers"]) <= INLINE and any(_plain(o) for o in w["offers"])
    return bool(w["holds"] or w["chance"] or plain)


def _plain(o: Mapping[str, Any]) -> bool:
    return not o["barred"] and not o["grave"] and all(settled(f) for f in o["fields"])


def keys(menu: Menu) -> tuple[tuple[str, str], ...]:
    """What a menu offers, for telling whether another one means the same."""
    return tuple(e.same_as for e in menu.entries)


def urgent(menu: Menu) -> tuple[str, ...]:
    """The questions to settle, by key."""
    return tuple(b.waiting["key"] for b in menu.blocks if b.now and b.waiting)


def find(waitings: Iterable[Mapping[str, Any]], old: Entry) -> Entry | None:
    """The same gesture, to the same question, after it was asked anew with another key."""
    for w in waitings:
        if w["key"] == old.waiting["key"] or (
            (w["topic"], w["who"]) == (old.waiting["topic"], old.waiting["who"])
        ):
            for e in gestures(w):
                if old.offer and e.offer and e.same_as[1] == old.same_as[1]:
                    return e
    return None
