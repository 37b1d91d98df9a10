"""A table's log as one viewer may read it: French lines, numbered by what that viewer sees, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paravent.core import events as ev
from paravent.core.cast import Core, DrawRef, eyes_of, name_of
from paravent.core.french import of
from paravent.core.game import UNDO_REACH, Record, all_options, tells, void_versions
from paravent.core.remembered import Remembered
from paravent.core.sight import SIGHT, Eyes, project
from paravent.core.standing import Past
from paravent.core.system import Names, System
from paravent.core.values import NOBODY, Who
from paravent.core.words import RULES, core_sentence

REVEALED: Mapping[tuple[int, ...] | None, str] = {
    None: "Un secret est révélé à la table.",
    (): "Rien n’est révélé\N{NO-BREAK SPACE}: ce geste ne dit que ce que la table doit encore ignorer.",
}
"""What is told of a secret shown whole, and of one that may not be shown at all yet."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log. `n` counts this viewer's lines; `data` is the projected fact."""

    n: int
    at: int
    seat: Who
    text: str
    rules: tuple[str, ...]
    data: dict[str, Any]
    draw: DrawRef | None = None
    typed: bool = False
    undone: bool = False
    secret: bool = False
    action: int = 0


def _options_named(system: System[Any]) -> dict[str, str]:
    labels: dict[str, str] = {}
    for o in all_options(system):
        labels[f"option:{o.name}"] = o.label
        labels |= {f"option:{o.name}={v}": label for v, label in o.choices}
    return labels


_labels_of = Remembered(_options_named, most=64)


def namer(system: System[Any], core: Core, eyes: Eyes | None = None) -> Names:
    """How this table calls actors, seats, roles, its time words and its options, for one viewer."""
    labels = _labels_of(system)

    def name(id: str) -> str:
        if id == "séance":
            return core.session_word
        return labels[id] if id in labels else name_of(core, id, eyes)

    return name


def sentence(system: System[Any], view: dict[str, Any], names: Names) -> str:
    """The French sentence of a projected fact."""
    shared = core_sentence(view, names)
    return system.sentence(view, names) if shared is None else shared


def settles(told: Mapping[str, Any]) -> bool:
    """Whether a told event says how something came out: such lines stand out."""
    return bool(told.get("outcome")) or "passed" in told


def journal(system: System[Any], core: Core, records: Sequence[Record], seat: Who) -> list[Line]:
    """Every line `seat` may read, in order; undone lines stay, marked (TAB-06)."""
    return lines_for(system, core, records, eyes_of(core, seat))


def lines_for(system: System[Any], core: Core, records: Sequence[Record], eyes: Eyes) -> list[Line]:
    """Every line that `eyes` may read, in order.

    A secret shown later appears where it was shown, not where it happened: its place would tell its time.
    """
    names = namer(system, core, eyes)
    void = void_versions(records)
    out: list[Line] = []
    for r in records:
        if not eyes.among(r.audience):
            continue
        if isinstance(r.event, ev.SecretRevealed) and not eyes.game_master:
            for q in (q for q in records if tells(r.event, q) and not eyes.among(q.audience)):
                _add(system, out, q, eyes, names, at=r.at, void=q.version in void)
            continue
        _add(system, out, r, eyes, names, at=r.at, void=r.version in void)
    return out


@dataclass(frozen=True, slots=True)
class Head:
    """All that decides in whose journal a fact makes a line, and nothing of what it says.

    `declared`: players may know facts of this class at all. `veil`: the audience that knew it already, for a secret
    shown later to everyone else of `audience`.
    """

    audience: tuple[Who, ...] | None
    declared: bool
    actor: Who
    veil: tuple[Who, ...] | None = None

    def shown(self, eyes: Eyes) -> bool:
        """Whether `eyes` read this line; the same answer as `journal` gives."""
        if eyes.game_master:
            return self.veil is None
        if not self.declared or self.actor in eyes.hidden or not eyes.among(self.audience):
            return False
        return self.veil is None or not eyes.among(self.veil)


def heads(records: Sequence[Record], known: Sequence[Record]) -> Counter[Head]:
    """How many lines of each sort `records` make; `known` holds them and every action they reveal."""
    # Counted as plain tuples, and few enough to be made into heads afterwards: a long log holds few sorts of facts.
    plain = Counter((r.audience, *_nature(r)) for r in records if not isinstance(r.event, ev.SecretRevealed))
    out = Counter({Head(*sort): n for sort, n in plain.items()})
    for r in records:
        if isinstance(r.event, ev.SecretRevealed):
            out[Head(r.audience, False, NOBODY)] += 1
            secret = (q for q in known if tells(r.event, q))
            out.update(Head(r.audience, *_nature(q), veil=q.audience) for q in secret)
    return out


def _nature(r: Record) -> tuple[bool, Who]:
    return type(r.event) in SIGHT, getattr(r.event, "actor", None) or NOBODY


def _add(
    system: System[Any], out: list[Line], r: Record, eyes: Eyes, names: Names, *, at: int, void: bool
) -> None:
    view = project(r.event, eyes, told=True)
    if view is None:
        return
    text = sentence(system, view, names)
    if isinstance(r.event, ev.Undone):
        text = "Le dernier geste est annulé\N{NO-BREAK SPACE}: ce qui précède, barré, ne compte plus."
    elif isinstance(r.event, ev.SecretRevealed):
        text = REVEALED.get(r.event.facts, "Un secret est révélé à la table, en partie.")
    found = next(
        (found for key in _keys(view) if (found := system.rules_of.get(key))), RULES.get(view["kind"], ())
    )
    rules = found(view) if callable(found) else found
    draw = r.draw if r.draw and (r.draw.stream == "open" or eyes.game_master) else None
    out.append(
        Line(
            n=len(out) + 1,
            at=at,
            seat=r.seat,
            text=text,
            rules=rules,
            data=view,
            draw=draw,
            typed=r.typed,
            undone=void,
            secret=eyes.game_master and r.audience is not None,
            action=r.action if eyes.game_master else 0,
        )
    )


def _keys(view: dict[str, Any]) -> Iterable[str]:
    """A fact's kind told apart by what makes other rules apply, « Judged:failure »; then the kind alone."""
    kind = view["kind"]
    yield from (
        f"{kind}:{view[part]}" for part in ("sort", "outcome", "ease") if isinstance(view.get(part), str)
    )
    yield kind


def past_actions(
    system: System[Any], core: Core, records: Sequence[Record], game_master: Who
) -> tuple[Past, ...]:
    """The actions a game master may take back or show, latest first; only undoable ones that still count."""
    eyes = eyes_of(core, game_master)
    names = namer(system, core, eyes)
    void = void_versions(records)
    shown: dict[int, list[ev.SecretRevealed]] = {}
    for r in records:
        if isinstance(r.event, ev.SecretRevealed):
            shown.setdefault(r.event.action, []).append(r.event)
    by_action: dict[int, list[Record]] = {}
    for r in records:
        by_action.setdefault(r.action, []).append(r)
    out: list[Past] = []
    for action, run in reversed(by_action.items()):
        if len(out) == UNDO_REACH:
            break
        live = [r for r in run if r.version not in void and not isinstance(r.event, ev.LASTING)]
        told = shown.get(action, ())
        secret = any(r.audience is not None and not any(tells(e, r) for e in told) for r in run)
        if live:
            # What is done without a word, to draw for one, is told by who did it.
            whose = f"un geste {of(name)}" if (name := names(run[0].seat)) else "un geste"
            label = next(iter(_labels(system, live, eyes, names)), whose)[:120]
            out.append(Past(action, run[0].version - 1, label, secret))
    return tuple(out)


def _labels(system: System[Any], run: Iterable[Record], eyes: Eyes, names: Names) -> Iterable[str]:
    return (text for r in run if (text := sentence(system, project(r.event, eyes), names)))
