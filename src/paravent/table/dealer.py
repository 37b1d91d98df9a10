"""The table's own hand: answers chance with verifiable draws, and keeps the secrets' round (TAB-03, TAB-04)."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from paravent.chance import draws
from paravent.core import events as ev
from paravent.core.cast import Core, DrawRef, Stream, count_draw, thrown
from paravent.core.chances import Cards, Faces, Percents
from paravent.core.codec import canonical
from paravent.core.game import Fact, Game, chances, decide, thrown_by, unfold
from paravent.core.offers import Waiting
from paravent.core.system import System
from paravent.core.values import CHANCE
from paravent.store.port import Sealed
from paravent.table.room import Drawn

SECRET_BYTES = 32
MAX_DRAWS = 200
"""No command leads to more draws in a row than this; a system that asks for more is at fault."""


def new_epoch(table: str, number: int) -> tuple[Fact, tuple[Sealed, Sealed]]:
    """A new pair of secrets and the fact that publishes their prints."""
    pair = tuple(Sealed(number, stream, secrets.token_bytes(SECRET_BYTES)) for stream in draws.STREAMS)
    prints = [draws.commitment(table, number, s.stream, s.secret) for s in pair]
    return Fact(ev.ChanceCommitted(number, *prints), None), (pair[0], pair[1])


def turn_epoch(
    table: str, core: Core, known: dict[tuple[int, str], bytes]
) -> tuple[list[Fact], tuple[Sealed, ...]]:
    """Reveal the secret of the epoch that ends, commit to the next."""
    number = core.epoch.number
    facts: list[Fact] = []
    if number and not core.epoch.revealed and (number, "open") in known:
        open_, sealed = known[number, "open"].hex(), known[number, "sealed"].hex()
        facts.append(Fact(ev.ChanceRevealed(number, open_, sealed), None))
    committed, pair = new_epoch(table, number + 1)
    return [*facts, committed], pair


def asked(domain: Any) -> dict[str, Any]:
    """What was asked of chance, as exports and the verifier state it."""
    match domain:
        case Cards(deck, count):
            return {"kind": "cards", "deck": sorted(deck), "count": count}
        case Faces(dice):
            return {"kind": "faces", "dice": list(dice)}
        case Percents(chances):
            return {"kind": "faces", "dice": [100] * len(chances)}
        case other:
            raise AssertionError(other)


class Dealer:
    """Draws for one table during one command. The draw counters live in the game and never go back."""

    def __init__(self, table: str, known: dict[tuple[int, str], bytes]) -> None:
        self.table = table
        self.known = known

    def answer(self, system: System[Any], game: Game[Any], w: Waiting) -> tuple[Game[Any], list[Drawn]]:
        """Answer one chance waiting by a draw."""
        out: list[Drawn] = []
        stream: Stream = "sealed" if w.sealed or w.to is not None else "open"
        epoch = game.core.epoch
        if stream == "open" and epoch.fixed is None:
            shares = tuple(sorted((s.seat, s.share) for s in epoch.shares if s.share))
            game, facts = unfold(system, game, (ev.KeyFixed(epoch.number, shares),))
            out += [Drawn(f) for f in facts]
            epoch = game.core.epoch
        contributions = (
            tuple((seat, bytes.fromhex(share)) for seat, share in epoch.fixed or ())
            if stream == "open"
            else ()
        )
        secret = self.known[epoch.number, stream]
        key = draws.draw_key(secret, self.table, epoch.number, stream, contributions)
        n = epoch.open_draws if stream == "open" else epoch.sealed_draws
        ask = asked(w.chance)
        if ask["kind"] == "cards":
            drawn = draws.cards(key, n, tuple(ask["deck"]), ask["count"])
        else:
            drawn = draws.faces(key, n, tuple(ask["dice"]))
        after, made = self.enter(system, game, w, drawn, DrawRef(epoch.number, stream, n), ask)
        return after, out + made

    def enter(
        self,
        system: System[Any],
        game: Game[Any],
        w: Waiting,
        drawn: tuple[int, ...],
        ref: DrawRef | None,
        ask: dict[str, Any],
    ) -> tuple[Game[Any], list[Drawn]]:
        """What an answer of chance does, drawn by the table (`ref`) or typed (None)."""
        o = w.offers[0]
        command = o.command(**{o.fields[0][0]: drawn})
        after, facts = decide(system, game, w, CHANCE, command, "", ())
        core = thrown(after.core, w.hand)
        if ref is not None:
            core = count_draw(core, ref)
        text = canonical({"ask": ask, "answer": list(drawn)})
        head = Drawn(facts[0], hand=w.hand, draw=ref, typed=ref is None, asked=text)
        return replace(after, core=core), [head, *(Drawn(f) for f in facts[1:])]

    def throw_all(self, system: System[Any], game: Game[Any]) -> tuple[Game[Any], list[Drawn]]:
        """Every open question of chance that the table itself is to answer, until none is left."""
        out: list[Drawn] = []
        for _ in range(MAX_DRAWS):
            w = next(self._own(game, chances(system, game)), None)
            if w is None:
                return game, out
            game, made = self.answer(system, game, w)
            out += made
        raise AssertionError(f"{system.name}: chance is asked without end")

    @staticmethod
    def _own(game: Game[Any], open_: tuple[Waiting, ...]) -> Iterator[Waiting]:
        return (w for w in open_ if thrown_by(game, w) == "table")
