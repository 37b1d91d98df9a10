"""A view, arranged for the page: what comes first, what is folded, what a journal line looks like."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

from paravent.core.describe import MOST_DESCRIBED, Folded, lexicon_of
from paravent.core.french import fine
from paravent.core.remembered import Remembered
from paravent.core.system import Face
from paravent.core.values import NOBODY, Who
from paravent.systems import all_systems
from paravent.table.rulebooks import title_of
from paravent.web.forms import is_long, named_apart, told_apart
from paravent.web.kept import print_of
from paravent.web.lines import latest
from paravent.web.people import people_of, place_of
from paravent.web.shares import percent

NBSP = "\N{NO-BREAK SPACE}"
LINES_SHOWN = 24
"""Lines of the journal on the table's page; all those kept are on their own."""
PLAYING = "Jouer"
"""The heading of what moves the story on."""
ALWAYS = ("ToHold", "ToPlay")
"""The topics of what each seat may do at any time."""


@lru_cache(4096)
def slug(*parts: str) -> str:
    """A short id that stays the same while a question is asked again and again."""
    return sha256("/".join(parts).encode()).hexdigest()[:8]


def _decides(w: Mapping[str, Any]) -> bool:
    """A question to settle now: it holds play, chance is in someone's hands, or it is a plain yes or no, and not about
    one thing among several. What stands under a heading of the desk is for whenever one likes."""
    if w["holds"] or w["chance"] or w["topic"] == "ToSettle":
        return True
    if len(w["offers"]) > 2 or _thing(w["prompt"], w["offers"]):
        return False
    return any(_settled(o) and not (o["barred"] or o["grave"] or o["group"]) for o in w["offers"])


def _thrower(w: Mapping[str, Any], view: Mapping[str, Any]) -> str:
    """The player whose throw it is, for a game master who may type it but is not asked to; "" for one's own throw,
    or one of a person away."""
    if view["me"]["role"] != "mj" or not w["chance"]:
        return ""
    seat = next((a["seat"] for a in view["actors"] if a["id"] == w["holder"]), w["holder"])
    player = next((s for s in view["seats"] if s["id"] == seat), None)
    return "" if player is None or player["absent"] or seat == view["me"]["seat"] else str(player["name"])


def _plays(w: Mapping[str, Any], actors: Sequence[Who]) -> bool:
    """Whether a standing question is how one of these characters plays: its first command stands under « Jouer »."""
    first = w["offers"][0]
    return w["who"] in actors and w["topic"] != "ToPlay" and first["group"] == PLAYING and not first["barred"]


def _settled(o: Mapping[str, Any]) -> bool:
    """Nothing to fill in: no field, or none that leaves a choice."""
    return all(f["domain"] == "one_of" and len(f["options"]) == 1 for f in o["fields"])


def faces_of(view: Mapping[str, Any], holder: Who = NOBODY) -> tuple[Face, ...]:
    """Every card of the game, as the viewer knows those of `holder`; none where the system has no cards."""
    found = all_systems().get(view["table"]["system"])
    return found.faces(view["world"], holder) if found and found.faces else ()


def about(view: Mapping[str, Any], actor: Who) -> str:
    """Who a character is, in one line, for this viewer."""
    found = all_systems().get(view["table"]["system"])
    return found.about(view["world"], actor) if found and found.about else ""


def _subject(o: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The one character an offer is about, as its only choice."""
    f = next((f for f in o["fields"] if f["name"] == "actor"), None)
    if f is None or f["domain"] != "one_of" or len(f["options"]) != 1:
        return None
    found: Mapping[str, Any] = f["options"][0]
    return found


def _introduced(f: Mapping[str, Any], view: Mapping[str, Any]) -> dict[str, Any]:
    """A choice among characters, each with a line on who they are."""
    return {**f, "options": [{**x, "note": about(view, x["id"])} for x in f["options"]]}


def _laid_out(o: Mapping[str, Any]) -> dict[str, Any]:
    """What an offer shows whoever it is made to, and whatever the table."""
    settled = _settled(o)
    whole_print = print_of(o)
    return {
        **o,
        "print": whole_print.hex()[:8],
        "whole_print": whole_print,
        "long": is_long(o),
        "title": title_of(o["rule"]),
        "settled": settled,
        "subject": _subject(o),
        "wide": bool(o["fields"]) and all(f["name"] != "actor" for f in o["fields"]),
        "shows_cards": any(f["cards"] for f in o["fields"]),
        "only_card": next((f["options"][0]["id"] for f in o["fields"] if settled and f["cards"]), ""),
        "told": [f["options"][0]["note" if f["cards"] else "label"] for f in o["fields"] if settled],
        "only": {
            fine(f["options"][0]["label"]).casefold()
            for f in o["fields"]
            if f["domain"] == "one_of" and len(f["options"]) == 1
        },
        "buttons": next((f for f in o["fields"] if f["sends"] and not settled), None),
    }


LayOut = Callable[[Mapping[str, Any]], Mapping[str, Any]]
_laid_out_of = Remembered(_laid_out, MOST_DESCRIBED)
"""A described offer is never changed. Its `print` tells it from another of the same question and command."""


def name_of(w: Mapping[str, Any]) -> str:
    """What a question's controls are named by, and their drafts: the question itself. What a seat may do at any time is
    asked anew after each of its answers, yet stays the same: the note begun before is not to be lost."""
    return slug(w["topic"], w["who"]) if w["topic"] in ALWAYS else str(w["key"][:8])


def _offer(
    w: Mapping[str, Any], o: Mapping[str, Any], view: Mapping[str, Any], lay_out: LayOut = _laid_out_of
) -> dict[str, Any]:
    o = o.whole if isinstance(o, Folded) else o
    if o["command"] == "TakeActor":
        o = {**o, "fields": [_introduced(f, view) for f in o["fields"]]}
    shown = lay_out(o)
    faces: dict[str, Face] = {}
    if shown["shows_cards"]:
        holder = shown["subject"]["id"] if shown["subject"] else w["holder"]
        faces = {str(f.number): f for f in faces_of(view, holder)}
    told = shown["told"]
    found = all_systems().get(view["table"]["system"])
    chances = w["odds"]["lines"] if w["odds"] and w["odds"]["of"] == o["command"] else ()
    if o["command"] == "TakeActor" and shown["settled"]:
        told = [
            ". ".join(x for x in (f["options"][0]["label"], f["options"][0]["note"]) if x)
            for f in o["fields"]
        ]
    if mains := [x for x in chances if x["main"]]:
        told = [f"{x['label']}{NBSP}: {percent(x['numerator'], x['denominator'])}" for x in mains]
    return {
        **shown,
        "table": view["table"]["id"],
        "people": view["people"],
        "id": f"{name_of(w)}-{o['command']}",
        "detail": ", ".join(x for x in told if x),
        "faces": faces,
        "card": faces.get(shown["only_card"]),
        "which": "",
        "unit": lexicon_of(found.lexicon).unit if found else "",
        "composes": found is not None and o["command"] in found.composes,
        "odds_hidden": view.get("odds_hidden", False),
    }


def supposition(w: Mapping[str, Any], view: Mapping[str, Any]) -> dict[str, Any] | None:
    """What may be supposed otherwise of a question's throw, laid out as an offer; None where nothing may."""
    return _offer(w, w["odds"]["supposes"], view) if w["odds"] and w["odds"]["supposes"] else None


def tried(w: Mapping[str, Any], system: str, world: Any) -> list[dict[str, Any]]:
    """The offers of a question that is only looked at, laid out for the page and kept nowhere."""
    view = {"table": {"system": system, "id": ""}, "world": world, "people": ()}
    return [_offer(w, o, view, _laid_out) for o in w["offers"]]


def _arranged(w: Mapping[str, Any], view: Mapping[str, Any]) -> dict[str, Any]:
    offers = told_apart([_offer(w, o, view) for o in w["offers"]])
    plain = [o for o in offers if o["settled"] and not o["barred"] and not o["grave"]]
    asked = [o for o in offers if not o["settled"] and not o["barred"] and not o["long"]]
    # What play waits for first and foremost is never folded under a refusal, though it has its own page.
    lead = [o for o in offers[:1] if w["holds"] and o["long"] and not o["barred"]]
    # One thing to fill in and nothing else to press: it stands in the open.
    opened = asked[:1] if len(plain) <= 1 and not lead else []
    shown = [*lead, *opened, *plain[: 2 - len(opened)]]
    # At a table of one character, what is asked about anyone is not yet about them.
    wide = any(o["wide"] for o in offers)
    subjects = set() if wide else {o["subject"]["label"] for o in offers if o["subject"]}
    asks = {**w, "table": view["table"]["id"], "offers": offers, "suppose": supposition(w, view)}
    return {
        **asks,
        "part": _part(w["prompt"], w["who"], [(asks, o) for o in offers], view),
        "id": _question_id(w),
        "lead": lead,
        "open": opened,
        "plain": plain[: 2 - len(opened)],
        "others": [o for o in offers if o not in shown],
        "subject": subjects.pop() if len(subjects) == 1 else _thing(w["prompt"], offers),
    }


def _sketched(w: Mapping[str, Any], view: Mapping[str, Any]) -> dict[str, Any]:
    """A question whose offers stay folded, by what their headings say of them; `subject` and `part` as in `_arranged`,
    for whoever needs either."""
    folded: list[Folded] = w["offers"]
    offers = [
        {
            "command": o["command"],
            "group": o.heading,
            "barred": o["barred"],
            "print": o.stamp,
            "folded": o,
        }
        for o in folded
    ]
    sketch = {**w, "offers": offers, "id": _question_id(w)}
    if view["me"]["role"] != "mj":
        return {**sketch, "part": _part(w["prompt"], w["who"], [(w, o) for o in offers], view)}
    subjects = set() if any(o.wide for o in folded) else {label for o in folded for label in o.only("actor")}
    about = any(w["prompt"].casefold() == fine(label).casefold() for o in folded for label in o.only())
    subject = subjects.pop() if len(subjects) == 1 else w["prompt"] if about else ""
    return {**sketch, "subject": subject}


def _question_id(w: Mapping[str, Any]) -> str:
    return f"q-{slug(w['topic'], w['who'], w['prompt'])}"


def _stays_folded(w: Mapping[str, Any], me: Mapping[str, Any]) -> bool:
    """Whether a question is one that a game master finds under the headings of their desk, or a player under its own
    words, and nowhere else."""
    few = len(w["offers"]) <= 2 or not all(isinstance(o, Folded) for o in w["offers"])
    if few or w["holds"] or w["chance"] or w["topic"] in ("ToShare", "ToSettle"):
        return False
    return me["role"] != "joueur" or (bool(me["actors"]) and not _plays(w, me["actors"]))


def _thing(prompt: str, offers: Sequence[Mapping[str, Any]]) -> str:
    """What a question is about when its words are its name alone: one counter among several."""
    known = prompt.casefold()
    return prompt if any(known in o["only"] for o in offers) else ""


def _desk(
    standing: Sequence[Mapping[str, Any]], view: Mapping[str, Any], names: Mapping[str, str]
) -> list[dict[str, Any]]:
    """A game master's standing offers under the headings their words declare, most used first.

    Under a heading, offers about the whole table come first, then each character's together. Where what moves the story
    on first is asked about each character apart, theirs stand out: `asked` says what, "" else.
    """
    found = all_systems().get(view["table"]["system"])
    headings = lexicon_of(found.lexicon).groups if found else {}
    by_heading: dict[str, list[Any]] = {}
    for w in standing:
        for o in w["offers"]:
            by_heading.setdefault(o["group"], []).append((w, o))
    out: list[dict[str, Any]] = []
    for name, commands in {**headings, "": ()}.items():
        here = by_heading.get(name, [])
        here.sort(key=lambda x: commands.index(x[1]["command"]) if commands else 0)
        if not out:
            # The first heading is open.
            here = _unfolded(here, view)
        by_subject: dict[str, list[Any]] = {"": []}
        for w, o in here:
            by_subject.setdefault(w["subject"] or names.get(w["holder"], ""), []).append((w, o))
        if here:
            title = name or "Autres gestes"
            lead = here[0][1]
            # « Jouer » is the first heading of every desk: its offers are whole.
            apart = name == PLAYING and all(o["command"] != lead["command"] for _, o in by_subject[""])
            sections = [
                {
                    **_part(title, subject, entries, view),
                    "asked": lead["label"] if apart and entries[0][1]["command"] == lead["command"] else "",
                }
                for subject, entries in by_subject.items()
                if entries
            ]
            out.append({**_part(title, "", here, view), "id": f"bureau-{slug(title)}", "sections": sections})
    return out


def _unfolded(entries: Sequence[tuple[Any, Any]], view: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    """Offers to be shown whole, those that were only sketched too."""
    whole = [_offer(w, o["folded"], view) if "folded" in o else o for w, o in entries]
    out = []
    for (w, sketch), o in zip(entries, whole, strict=True):
        many = sum(x["command"] == o["command"] for x in w["offers"]) > 1
        out.append((w, named_apart(o) if many and sketch is not o else o))
    return out


def _part(title: str, subject: str, entries: Sequence[Any], view: Mapping[str, Any]) -> dict[str, Any]:
    """Offers that are folded together; their print changes with any of them."""
    return {
        "table": view["table"]["id"],
        "title": subject or title,
        "subject": subject,
        "asked": "",
        "id": f"bureau-{slug(title, subject)}",
        "print": slug(*(f"{w['key']}{o['command']}{o['print']}" for w, o in entries)),
        "entries": entries,
    }


def part_of(shown: Mapping[str, Any], id: str) -> dict[str, Any] | None:
    """The folded offers that a page asks for by their id: a heading, what it holds about someone, a question."""
    headings = [x for g in shown["desk"] for x in (g, *g["sections"])]
    return next((x for x in (*headings, *(w["part"] for w in shown["standing"])) if x["id"] == id), None)


def arrange(view: Mapping[str, Any], lines: int | None = LINES_SHOWN) -> dict[str, Any]:
    """What the table's template draws, from a view and nothing else. `lines`: the latest of the journal; None, all."""
    me = view["me"]
    seats = {s["id"]: s["name"] for s in view["seats"]}
    order = [a["id"] for a in view["actors"]]
    view = {**view, "people": (*order, *seats)}
    waitings = [_sketched(w, view) if _stays_folded(w, me) else _arranged(w, view) for w in view["waitings"]]
    # A share of chance is given on the page that explains it.
    shares = [w for w in waitings if w["topic"] == "ToShare"]
    now = [w for w in waitings if w not in shares and _decides(w)]
    standing = [w for w in waitings if w not in shares and w not in now]
    if me["role"] == "joueur" and not me["actors"]:
        now += [w for w in standing if w["who"] == me["seat"] and w["topic"] != "ToPlay"]
        standing = [w for w in standing if w not in now]
        # A character ready to play comes before a whole sheet to write.
        now.sort(key=lambda w: w["topic"] != "ToTake")
    # What may be answered comes before what is barred whole.
    now.sort(key=lambda w: all(o["barred"] for o in w["offers"]))
    # What a player's character may always do stays at hand, though nobody waits for it.
    free = [w for w in standing if me["role"] == "joueur" and _plays(w, me["actors"])]
    standing = [w for w in standing if w not in free]
    # The system's own questions come before the shared desk.
    standing.sort(key=lambda w: w["topic"] in ("ToHold", "ToPlay"))
    now.sort(key=lambda w: not w["holds"])
    helped = [{**w, "for": name} for w in now if (name := _thrower(w, view))]
    now = [w for w in now if not _thrower(w, view)]
    names = {a["id"]: a["name"] for a in view["actors"]}
    return {
        "view": view,
        "world": view["world"],
        "me": me,
        "table": view["table"],
        "system": view["table"]["system"],
        "now": now,
        "helped": helped,
        "free": free,
        "standing": standing,
        "shares": shares,
        "lines": latest(view["journal"], lines or len(view["journal"]), seats),
        "people": people_of(view, order),
        "unread": [a["name"] for a in view["actors"] if a["mine"] and not a["accepted"]],
        "awaited": [n for n in view["awaited"] if n],
        "throws": [{**x, "id": f"jet-{slug(x['who_name'], str(n))}"} for n, x in enumerate(view["throws"])],
        "names": names,
        "about": {id: line for id in order if (line := about(view, id))},
        "desk": _desk(standing, view, names) if me["role"] == "mj" else [],
        "place": place_of(view["time"], view["table"]),
    }
