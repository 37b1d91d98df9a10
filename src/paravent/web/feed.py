"""A seat's feed (Atom, RFC 4287): what awaits it and what happened, from what the seat may see and nothing else."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any
from xml.etree import ElementTree as ET

from paravent.core.french import listed, lower
from paravent.table.courier import Awaited
from paravent.table.markup import one_line, shown
from paravent.web import away
from paravent.web.screen import NBSP

ATOM = "http://www.w3.org/2005/Atom"
MEDIA = "application/atom+xml; charset=utf-8"
NEWS = 40
"""Lines of the journal that a feed holds."""
TITLE = 120
UNDONE = "Un geste est annulé\N{NO-BREAK SPACE}: ce qu’il avait fait ne compte plus."


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed as it is sent. `changed`: its latest moment, in ms; `print`: what tells it from any other."""

    body: bytes
    changed: int
    print: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry; `name` is unlike any other's of the feed."""

    name: str
    at: int
    title: str
    text: str
    author: str
    path: str
    term: str


def feed(view: Mapping[str, Any], awaited: Sequence[Awaited], base: str, own: str) -> Feed:
    """The feed of the seat whose view this is. `base`: the server's address; `own`: the feed's."""
    entries = [*_asked(view, awaited), *_happened(view)]
    entries.sort(key=lambda e: (-e.at, e.name))
    # Whatever changes the feed is a line of its reader's journal, or a question put to them.
    changed = max([line["at"] for line in view["journal"]] + [e.at for e in entries], default=0)
    table, seat = view["table"], view["me"]["seat"]
    root = ET.Element("feed", {"xmlns": ATOM, "xml:lang": "fr"})
    _put(root, "id", _urn(table["id"], seat))
    _put(root, "title", one_line(f"{table['name']} · {view['me']['name']}"))
    _put(root, "subtitle", "Ce qui t’attend, et ce qui s’est passé.")
    _put(root, "updated", _date(changed))
    ET.SubElement(root, "link", {"rel": "self", "type": "application/atom+xml", "href": own})
    page = f"{base}table/{table['id']}"
    ET.SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": f"{page}/courrier"})
    _put(ET.SubElement(root, "author"), "name", one_line(table["name"]))
    _put(root, "generator", "Paravent")
    for e in entries:
        entry = ET.SubElement(root, "entry")
        _put(entry, "id", _urn(table["id"], seat, e.name))
        _put(entry, "title", e.title)
        _put(entry, "updated", _date(e.at))
        _put(entry, "published", _date(e.at))
        if e.author:
            _put(ET.SubElement(entry, "author"), "name", e.author)
        ET.SubElement(entry, "link", {"rel": "alternate", "type": "text/html", "href": page + e.path})
        ET.SubElement(entry, "category", {"term": e.term})
        _put(entry, "content", e.text).set("type", "text")
    body = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return Feed(body, changed, sha256(body).hexdigest()[:32])


def _asked(view: Mapping[str, Any], awaited: Sequence[Awaited]) -> list[Entry]:
    asked = {w["key"]: w for w in view["waitings"]}
    out = []
    for a in awaited:
        w = asked.get(a.key)
        if w is None:
            continue
        labels = [lower(o["label"]) for o in w["offers"] if not o["barred"]]
        choices = f" Tu peux{NBSP}: {listed(dict.fromkeys(labels))}." if labels else ""
        text = shown(f"{w['prompt']}{choices} On t’attend depuis le {away.when(a.since)}.")
        title = _short(f"À toi{NBSP}: {w['prompt']}")
        out.append(Entry(f"attente/{a.name}/{a.since}", a.since, title, text, "", "/courrier", "attente"))
    return out


def _happened(view: Mapping[str, Any]) -> list[Entry]:
    seats = {s["id"]: s["name"] for s in view["seats"]}
    undone = [x for x in view["journal"] if x["data"].get("kind") == "Undone"]
    lines = sorted([*away.news(view), *undone], key=lambda x: int(x["n"]))[-NEWS:]
    out = []
    for x in lines:
        text = UNDONE if x["data"].get("kind") == "Undone" else x["text"]
        rules = f" ({', '.join(x['rules'])})" if x["rules"] else ""
        name, author = f"journal/{x['n']}/{x['at']}", one_line(seats.get(x["seat"], ""))
        out.append(Entry(name, x["at"], _short(text), shown(text) + rules, author, "/journal", "journal"))
    return out


def _put(parent: ET.Element, tag: str, text: str) -> ET.Element:
    found = ET.SubElement(parent, tag)
    found.text = text
    return found


def _short(text: str) -> str:
    text = one_line(text)
    return text if len(text) <= TITLE else text[: TITLE - 1].rstrip() + "…"


def _urn(*parts: str) -> str:
    """An id that stays: it rests on what the seat knows, and opens nothing."""
    return uuid.uuid5(uuid.NAMESPACE_URL, "/".join(("paravent:fil", *parts))).urn


def _date(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
