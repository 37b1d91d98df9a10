"""Described fields as form controls, and posted forms back into the raw values that domains read.

A control is named `f.<field>`; one value of several is `f.<field>.<n>` (from 1), a part of a record `f.<field>.<part>`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Any
from unicodedata import combining, normalize

from paravent.core.codec import canonical
from paravent.core.french import upper
from paravent.core.system import SUPPOSE, Face

PREFIX = "f"
NBSP = "\N{NO-BREAK SPACE}"
ROWS_SHOWN = 6
"""How many rows a list has at most beyond those it needs."""
ROWS_AT_HAND = 3
"""How many of them are not folded."""
FOLDED = 3
"""Parts that may stay blank in sight in one form."""
SMALL_POOL = 12
FEW, MANY = 6, 24
"""Choices shown as cards up to `FEW`, as chips up to `MANY`, in a list beyond."""
CHIP = 32
"""Letters that a chip holds on its two lines."""
BRIEF = 3
"""Letters of a note that a chip has room for: a score."""

Posted = Mapping[str, list[str]]


def posted(items: Iterable[tuple[str, Any]]) -> dict[str, list[str]]:
    """Form items by name; files are ignored."""
    out: dict[str, list[str]] = {}
    for name, value in items:
        if isinstance(value, str):
            out.setdefault(name, []).append(value)
    return out


def read_fields(offer: Mapping[str, Any], form: Posted, faces: Iterable[Face] = ()) -> dict[str, Any]:
    """The raw values of an offer's fields, as its domains read them; a card may be called by its name."""
    return {f["name"]: _read(f, f"{PREFIX}.{f['name']}", form, faces) for f in offer["fields"]}


def meant(offers: Iterable[Mapping[str, Any]], command: str, form: Posted) -> Any:
    """The offer of a command that a form was for: the one whose only choices it holds, else the first; or None."""
    named = [o for o in offers if o["command"] == command]

    def held(o: Mapping[str, Any]) -> bool:
        only = ((f["name"], f["options"][0]["id"]) for f in o["fields"] if len(f.get("options", ())) == 1)
        return all(form.get(f"{PREFIX}.{name}", [id]) == [id] for name, id in only)

    return next((o for o in named if held(o)), named[0] if named else None)


def each_choice(offer: Mapping[str, Any], form: Posted) -> list[tuple[str, dict[str, list[str]]]]:
    """The ways a form may still be sent: the choices of its buttons, by name, each with what it adds; as it stands
    where its button chooses nothing, or where they are too many."""
    sending = next((f for f in offer["fields"] if f["sends"] and f"{PREFIX}.{f['name']}" not in form), None)
    if sending is None or not 1 < len(sending["options"]) <= FEW:
        return [("", {})]
    return [(o["label"], {f"{PREFIX}.{sending['name']}": [o["id"]]}) for o in sending["options"]]


def unchosen(f: Mapping[str, Any], form: Posted) -> bool:
    """Whether a single choice of a form is still to be made."""
    left = f["domain"] == "one_of" and not _first(form, f"{PREFIX}.{f['name']}")
    return left and all(o["id"] for o in f["options"])


def card_number(text: str, faces: Iterable[Face]) -> str:
    """The number of the card that a text names: « 14 », « XIV », « tempérance », « volonté »; else the text itself."""
    asked = _plain(text)
    for face in faces:
        if asked in (str(face.number), *map(_plain, (face.numeral, face.title, face.caption))):
            return str(face.number)
    return text


def _plain(text: str) -> str:
    """Without accents, capitals, punctuation, nor the article before a name."""
    letters = normalize("NFD", text.casefold().replace("’", "'"))
    words = "".join(c if c.isalnum() else " " for c in letters if not combining(c)).split()
    return " ".join(words[1:] if len(words) > 1 and words[0] in ("le", "la", "l", "les") else words)


def _first(form: Posted, name: str) -> str:
    """What was written, before what was ticked: a card may be typed or picked under one name."""
    return next((v for v in form.get(name, []) if v.strip()), "")


def _read(f: Mapping[str, Any], name: str, form: Posted, faces: Iterable[Face]) -> Any:
    match f["domain"]:
        case "pool":
            return list(form.get(name, []))
        case "cards":
            return [card_number(_first(form, f"{name}.{i}"), faces) for i in range(1, f["count"] + 1)]
        case "faces" | "percents":
            return [_first(form, f"{name}.{i}") for i in range(1, len(dice_of(f)) + 1)]
        case "permutation":
            return [_first(form, f"{name}.{i}") for i in range(1, len(f["labels"]) + 1)]
        case "allotment":
            lines = enumerate(f["lines"], 1)
            return [_first(form, f"{name}.{i}") or str(line["low"]) for i, line in lines]
        case "record":
            return {p["name"]: _read(p, f"{name}.{p['name']}", form, faces) for p in f["fields"]}
        case "list":
            rows = (f"{name}.{i}" for i in range(1, rows_of(f) + 1))
            return [_read(f["item"], row, form, faces) for row in rows if _filled(f["item"], row, form)]
        case _:
            return _first(form, name)


def _filled(item: Mapping[str, Any], name: str, form: Posted) -> bool:
    """Whether anything was written in a row; what is chosen beforehand in each tells nothing."""
    parts = item["fields"][1:] if item["domain"] == "record" else ()
    usual = {f"{name}.{p['name']}" for p in parts if p["domain"] == "one_of" and usual_of(p) is not None}
    written = (v for n, v in form.items() if (n == name or n.startswith(f"{name}.")) and n not in usual)
    return any(any(v) for v in written)


def rows_of(f: Mapping[str, Any]) -> int:
    """How many rows a list is drawn with."""
    return int(min(f["most"], max(f["least"], 1) + ROWS_SHOWN))


def dice_of(f: Mapping[str, Any]) -> list[int]:
    """The sides of each die of a throw."""
    return list(f["dice"]) if f["domain"] == "faces" else [100] * len(f["chances"])


def groups_of(f: Mapping[str, Any], unit: str = "") -> list[dict[str, Any]]:
    """A pool's groups with their options, as the field macro takes them; an option stands beside its twin.

    A group without an option is not shown. `unit`: what a pick beyond the free ones costs one of, kept only where one
    may be paid for.
    """
    out = []
    paid = any(min(g["most"], _distinct(f, g)) > g["free"] for g in f["groups"])
    for g in f["groups"]:
        held = [o for o in f["options"] if o["group"] == g["name"]]
        first = {o["same"]: n for n, o in reversed(list(enumerate(held))) if o["same"]}
        held = [o for _, o in sorted(enumerate(held), key=lambda x: first.get(x[1]["same"], x[0]))]
        most = min(g["most"], _distinct(f, g))
        options = [
            {"value": o["id"], "label": o["label"], "detail": o["note"], "same": o["same"]} for o in held
        ]
        if held:
            out.append(
                {
                    "legend": g["name"],
                    "least": g["least"],
                    "free": g["free"],
                    "most": most,
                    "price": 1,
                    "unit": unit if paid else "",
                    "rule_text": _priced(g["least"], g["free"], most, unit if paid else "") if unit else "",
                    "options": options,
                }
            )
    return out


def _distinct(f: Mapping[str, Any], g: Mapping[str, Any]) -> int:
    """How many of a group's options may be picked together."""
    return len({o["same"] or o["id"] for o in f["options"] if o["group"] == g["name"]})


def _priced(least: int, free: int, most: int, unit: str) -> str:
    """« Il en faut 1 ; chaque autre coûte 1 PI. » `unit`: "" where nothing of the whole pool is paid for."""
    if most <= free:
        known = f"Au moins {least}, au plus {most}" if 0 < least < most else ""
        told = known or f"{'Il en faut' if least else 'Au plus'} {most}"
        return f"{told}, sans coût." if unit else f"{told}."
    told = f"Il en faut {least}" if least else ""
    if free == 0:
        paid = f"chaque dé coûte 1 {unit}"
    elif least == free:
        paid = f"chaque autre coûte 1 {unit}"
    else:
        paid = f"{free} sans coût, chaque autre 1 {unit}"
    return upper(f"{f'{told} ; ' if told else ''}{paid}.").replace(" ;", "\N{NO-BREAK SPACE};")


def by_group(options: Sequence[Mapping[str, str]]) -> list[dict[str, Any]]:
    """Choices that send, as buttons: group by group, a title and a note where several choices share them.

    Their labels then leave out what the title says. What stands out comes first, before its group.
    """
    marked = [o for o in options if o.get("mark")]
    out = [
        {"group": o["group"], "title": "", "note": "", "options": [_button(o, "", told=True)]} for o in marked
    ]
    for group, found in groupby((o for o in options if o not in marked), lambda o: o["group"]):
        here = list(found)
        together = bool(group) and len(here) > 1
        alike = together and len({o["note"] for o in here}) == 1
        out.append(
            {
                "group": group,
                "title": group if together else "",
                "note": here[0]["note"] if alike else "",
                "options": [_button(o, group if together else "", told=not alike) for o in here],
            }
        )
    return out


def _button(o: Mapping[str, str], title: str, *, told: bool) -> dict[str, str]:
    short = o["label"].removeprefix(title).lstrip(" \N{NO-BREAK SPACE}:") or o["label"]
    note = ", ".join(x for x in (o.get("mark", ""), o["note"] if told else "") if x)
    return {"id": o["id"], "label": upper(short), "note": upper(note)}


def default_of(f: Mapping[str, Any], offer: Mapping[str, Any]) -> str | None:
    """The choice made beforehand: the first, unless it is someone, whom one always chooses oneself. Where one supposes,
    the first is what stands, however many the others."""
    if offer["command"] == SUPPOSE:
        return next((o["id"] for o in f["options"]), None)
    return None if any(o["id"] in offer["people"] for o in f["options"]) else usual_of(f)


def usual_of(f: Mapping[str, Any]) -> str | None:
    """The first of a few choices, or the one that means nothing in particular."""
    first: str | None = next((o["id"] for o in f["options"]), None)
    return first if len(f["options"]) <= FEW or first == "" else None


def layout_of(f: Mapping[str, Any], offer: Mapping[str, Any]) -> str:
    """How a single choice is shown: « cards » with room for a note, « chips » to reach each in one touch, or « list ».

    Two long choices in one form are lists: chips would push its button off the screen. Where the next touch sends,
    notes give way to speed.
    """
    size = len(f["options"])
    wordy = any(len(o["note"]) > BRIEF or len(o["label"]) > CHIP for o in f["options"])
    if size <= FEW:
        return "cards" if wordy else "chips"
    long = sum(x["domain"] == "one_of" and len(x["options"]) > FEW for x in offer["fields"])
    if size > MANY or long > 1:
        return "list"
    return "cards" if wordy and not any(x.get("sends") for x in offer["fields"]) else "chips"


def told_apart(offers: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Offers of one command side by side, each named after the choice that it alone makes: « Agir : Léa ».

    `which` tells such an offer from the others, "" for the only one of its command.
    """
    many = Counter(o["command"] for o in offers)
    return [named_apart(o) if many[o["command"]] > 1 else o for o in offers]


def named_apart(o: dict[str, Any]) -> dict[str, Any]:
    """One of several offers of a command: see `told_apart`."""
    alone = next((f["options"][0]["label"] for f in o["fields"] if len(f.get("options", ())) == 1), "")
    label = f"{o['label']}{NBSP}: {alone}" if alone else o["label"]
    return {**o, "label": label, "which": o["print"], "id": f"{o['id']}-{o['print']}"}


def blank_last(fields: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Fields in the order a form asks them: a record that may stay blank comes last."""
    return sorted(fields, key=lambda f: f["domain"] == "record" and not _asks(f))


def folds(fields: Sequence[Mapping[str, Any]]) -> frozenset[str]:
    """The parts of a long form that may stay blank, folded so that what must be said is seen whole: lists and records,
    the first list excepted, where there are more of them than `FOLDED`."""
    blank = [
        f
        for f in fields
        if (f["domain"] == "list" and f["least"] == 0) or (f["domain"] == "record" and not _asks(f))
    ]
    first = next((f["name"] for f in fields if f["domain"] == "list"), "")
    return frozenset(f["name"] for f in blank if f["name"] != first) if len(blank) > FOLDED else frozenset()


def _asks(f: Mapping[str, Any]) -> bool:
    """Whether something must be written in a record."""
    if f["domain"] == "record":
        return any(map(_asks, f["fields"]))
    return bool(f["domain"] == "text" and f["required"])


def is_long(offer: Mapping[str, Any]) -> bool:
    """Whether an offer asks too much for a panel, and has its own page."""
    return any(
        f["domain"] in ("permutation", "record", "list", "allotment")
        or (
            f["domain"] == "pool"
            and not f["cards"]
            and (len(f["options"]) > SMALL_POOL or len(f["groups"]) > 1)
        )
        for f in offer["fields"]
    )


def command_id(key: str, command: str, fields: Mapping[str, Any]) -> str:
    """The name of an answer given without one: the same answer to the same question counts once (TAB-09)."""
    return "f-" + sha256(canonical([key, command, fields]).encode("utf-8", "replace")).hexdigest()[:40]
