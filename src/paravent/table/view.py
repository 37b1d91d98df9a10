"""Everything one viewer may see of a table, as plain JSON: pages, streams, the API and the terminal draw from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, overload

from paravent.chance.words import NBSP
from paravent.core.cast import Core, eyes_of, own_actors, table_may_throw
from paravent.core.describe import describe_odds, describe_waiting, lexicon_of
from paravent.core.desk import ToHold, ToJudge, ToPlay, ToSettle, ToShare, ToTake, ToThrow
from paravent.core.game import all_options, answerable, key_of, odds_for, odds_withheld, view_of
from paravent.core.journal import Line, namer
from paravent.core.offers import Waiting
from paravent.core.remembered import Remembered
from paravent.core.sight import Eyes
from paravent.core.system import Beside, Names, Odds
from paravent.core.values import CHANCE, Who
from paravent.table.room import Room


def view(room: Room, seat: Who, *, folded: bool = False) -> dict[str, Any]:
    """The whole view of `seat`. Nothing in it rests on what the seat may not see. `folded`: what may be done at any
    time, and each line of the journal, is described once it is read, and is no plain JSON until then."""
    game = room.now
    core = game.core
    eyes = eyes_of(core, seat)
    names = namer(room.system, core, eyes)
    every = room.waitings(seat)
    me = core.seat(seat)
    return {
        "table": _table(room, core),
        "time": {
            "scenario": core.scenario,
            "session": core.session,
            "session_open": core.session_open,
            "scene": core.scene,
            "scene_open": core.scene_open,
            "scene_title": core.scene_title,
            "scene_text": core.scene_text,
        },
        "me": {
            "seat": seat,
            "name": me.name if me else "",
            "role": me.role if me else "",
            "hand": me.usual if me else "table",
            "once": me.once if me else None,
            "actors": sorted(own_actors(core, seat)),
        },
        "seats": [
            {"id": s.id, "name": s.name, "role": s.role, "absent": s.absent}
            for s in core.seats
            if not s.removed
        ],
        "actors": _actors(core, eyes, seat),
        "world": view_of(game, seat),
        "journal": Told(room.lines(seat)) if folded else [_line(line) for line in room.lines(seat)],
        "waitings": [
            waiting_view(room, seat, w, names, folded=folded) for w in answerable(game, seat, every)
        ],
        "awaited": _awaited(every, eyes, names),
        "throws": _throws(room, seat, every, eyes, names),
        "odds_hidden": core.odds_hidden and not eyes.game_master,
        "throws_hidden": any(
            odds_withheld(room.system, game, seat, w) for w in _of_others(room, seat, every, eyes)
        ),
    }


def _table(room: Room, core: Core) -> dict[str, Any]:
    options = []
    current = dict(core.options)
    for o in all_options(room.system):
        chosen = current.get(o.name, o.default)
        label = dict(o.choices).get(chosen, chosen)
        options.append(
            {"name": o.name, "label": o.label, "value": chosen, "value_label": label, "rule": o.rule}
        )
    return {
        "id": room.id,
        "name": core.name,
        "system": core.system,
        "title": room.system.title,
        "archived": core.archived,
        "game_master_word": core.game_master_word,
        "session_word": core.session_word,
        "options": options,
    }


def _actors(core: Core, eyes: Eyes, seat: Who) -> list[dict[str, Any]]:
    out = []
    for a in core.actors:
        if a.id in eyes.hidden:
            continue
        player = core.seat(a.seat)
        out.append(
            {
                "id": a.id,
                "name": a.name,
                "seat": a.seat,
                "seat_name": player.name if player else "",
                "extra": a.extra,
                "hidden": a.hidden,
                "accepted": a.accepted,
                "public": a.public,
                "mine": bool(a.seat) and a.seat == seat,
                "readable": eyes.game_master or a.id in eyes.sheets,
            }
        )
    return out


def _line(line: Line) -> dict[str, Any]:
    draw = line.draw
    return {
        "n": line.n,
        "at": line.at,
        "seat": line.seat,
        "text": line.text,
        "rules": list(line.rules),
        "data": line.data,
        "draw": None if draw is None else {"epoch": draw.epoch, "stream": draw.stream, "n": draw.n},
        "typed": line.typed,
        "undone": line.undone,
        "secret": line.secret,
        "action": line.action,
    }


LINES_KEPT = 16_384
"""How many of the latest lines read stay described: a page's, of some hundreds of tables."""


class Told(Sequence[dict[str, Any]]):
    """A journal, each line described once it is read: of hundreds, a page shows the latest. To read, not to change."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines

    @overload
    def __getitem__(self, n: int) -> dict[str, Any]: ...

    @overload
    def __getitem__(self, n: slice) -> list[dict[str, Any]]: ...

    def __getitem__(self, n: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        return [_described(x) for x in self._lines[n]] if isinstance(n, slice) else _described(self._lines[n])

    def __len__(self) -> int:
        return len(self._lines)


_described = Remembered(_line, LINES_KEPT)
"""Viewers share most lines."""

SHARED_PROMPTS = {
    ToHold: "À toi de mener.",
    ToPlay: "À tout moment",
    ToTake: "Quel personnage déjà prêt veux-tu prendre\N{NO-BREAK SPACE}?",
    ToShare: "Ajouter ta part au hasard de la table\N{NO-BREAK SPACE}?",
    ToThrow: "Tes dés sont en l’air\N{NO-BREAK SPACE}: qu’ont-ils donné\N{NO-BREAK SPACE}?",
}


def _prompt(room: Room, w: Waiting, names: Names) -> str:
    if isinstance(w.topic, ToJudge):
        return f"Accepter {names(w.topic.actor)} à la table\N{NO-BREAK SPACE}?"
    if isinstance(w.topic, ToSettle):
        seat = dict(room.now.core.claims)[w.topic.claim]
        name = names(seat)
        return f"{name} demande à reprendre sa place. Est-ce bien {name}\N{NO-BREAK SPACE}?"
    for topic, prompt in SHARED_PROMPTS.items():
        if isinstance(w.topic, topic):
            return prompt
    return room.system.prompt(room.now.world, w, names)


def waiting_view(
    room: Room, seat: Who, w: Waiting, names: Names | None = None, *, folded: bool = False
) -> dict[str, Any]:
    """One question, as the view of a seat that may answer it holds it. `names`: how that seat calls everyone."""
    names = names or namer(room.system, room.now.core, eyes_of(room.now.core, seat))
    odds = odds_for(room.system, room.now, seat, w)
    standing = not w.holds and w.who != CHANCE and odds is None
    described = describe_waiting(w, lexicon_of(room.system.lexicon), folded=folded and standing)
    return {
        **described,
        "offers": [_with_chances(o, odds) for o in described["offers"]],
        "key": key_of(room.key, room.now, seat, w),
        "who": w.who,
        "who_name": names(w.hand if w.who == CHANCE else w.who),
        "chance": w.who == CHANCE,
        "by_table": w.who == CHANCE and table_may_throw(room.now.core),
        "holder": w.hand if w.who == CHANCE else w.who,
        "prompt": _prompt(room, w, names),
        "odds": describe_odds(odds, lexicon_of(room.system.lexicon)),
        "odds_hidden": odds_withheld(room.system, room.now, seat, w),
    }


def _with_chances(offer: dict[str, Any], odds: Odds | None) -> dict[str, Any]:
    """An offer, the chances of each choice after its note. What is described is shared: it is copied, never changed."""
    beside = (b for b in odds.beside if (b.of or odds.of) == offer["command"]) if odds is not None else ()
    told = {(b.field, b.option): b for b in beside}
    if not told:
        return offer

    def noted(f: dict[str, Any]) -> dict[str, Any]:
        if "options" not in f:
            return f
        return {**f, "options": [_choice(x, told.get((f["name"], x["id"]))) for x in f["options"]]}

    return {**offer, "fields": [noted(f) for f in offer["fields"]]}


def _choice(x: dict[str, Any], b: Beside | None) -> dict[str, Any]:
    if b is None:
        return x
    note = f"{x['note']}{NBSP}; {b.text}" if x["note"] else b.text
    return {**x, "note": note, "mark": b.mark}


def _throws(
    room: Room, seat: Who, every: tuple[Waiting, ...], eyes: Eyes, names: Names
) -> list[dict[str, Any]]:
    """The chances of the throws that others are about to make, where this seat may know all they rest on (TAB-11).
    Characters of one name are told by who plays them as well.
    """
    out: list[tuple[Who, dict[str, Any] | None]] = []
    for w in _of_others(room, seat, every, eyes):
        odds = odds_for(room.system, room.now, seat, w)
        if odds is not None and odds.lines:
            # What one might buy or suppose is for whoever is asked.
            told = describe_odds(replace(odds, beyond="", supposes=None), lexicon_of(room.system.lexicon))
            out.append((w.hand if w.who == CHANCE else w.who, told))
    called = [names(who) for who in dict.fromkeys(who for who, _ in out)]

    def name(who: Who) -> str:
        actor = room.now.core.actor(who) if called.count(names(who)) > 1 else None
        return f"{names(who)} ({names(actor.seat)})" if actor else names(who)

    return [{"who_name": name(who), "odds": told} for who, told in out]


def _of_others(room: Room, seat: Who, every: tuple[Waiting, ...], eyes: Eyes) -> Iterator[Waiting]:
    """What play waits for from others, as far as this seat may know."""
    mine = {id(w) for w in answerable(room.now, seat, every)}
    for w in every:
        who = w.hand if w.who == CHANCE else w.who
        if w.holds and id(w) not in mine and eyes.among(w.to) and who not in eyes.hidden:
            yield w


def _awaited(every: tuple[Waiting, ...], eyes: Eyes, names: Names) -> list[str]:
    """Whom play waits for, once each, as far as the viewer may know."""
    out: list[str] = []
    for w in every:
        who = w.hand if w.who == CHANCE else w.who
        if w.holds and eyes.among(w.to) and who not in eyes.hidden:
            out.append(names(who))
    return list(dict.fromkeys(out))
