"""How bots answer: by the declared policies, in their order, then as the file says for what none of them is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from paravent.core.cast import speaks_as
from paravent.core.describe import lexicon_of
from paravent.core.game import created, decide, odds_for, questions
from paravent.core.offers import Offer, Waiting
from paravent.core.refusals import Refusal
from paravent.core.system import Odds
from paravent.core.values import CHANCE, GM, Who
from paravent.core.words import NBSP
from paravent.table.acting import meant, read
from paravent.table.plainest import plainest
from paravent.table.raw_fields import plain, sent
from paravent.table.simulation.bout import Bout, Stuck
from paravent.table.simulation.plan import Condition, Policy

MOST_TRIED = 300
"""Answers that a bot compares before it answers."""


class Bots:
    """Everyone at the table of one session.

    used    how often each policy answered
    failed  policies whose fields meant no legal answer, with the first reason
    heard   the chances that were announced where a policy looked for one
    """

    def __init__(self, bout: Bout) -> None:
        self.bout, self.ready = bout, bout.ready
        self.policies = self.ready.plan.politique
        self._when = [sorted(p.quand, key=lambda c: c.chance is not None) for p in self.policies]
        self.used = [0] * len(self.policies)
        self.failed: dict[int, str] = {}
        self.heard: set[str] = set()
        self._seats: dict[Who, Who] = {}
        self._core: Any = None
        self._coins: dict[tuple[int, str], bool] = {}

    def turn(self) -> bool:
        """One answer; False when nobody is awaited and no policy speaks up."""
        open_ = [w for w in self.bout.own() if w.who != CHANCE]
        for n, policy in enumerate(self.policies):
            if policy.geste and policy.choix != "jamais":
                for w in (w for w in open_ if not w.holds):
                    if (command := self._by(n, policy, w, [])) is not None:
                        return self._take(w, command, n)
        for w in (w for w in open_ if w.holds):
            never: list[type] = []
            for n, policy in enumerate(self.policies):
                if (command := self._by(n, policy, w, never)) is not None:
                    return self._take(w, command, n)
            return self._take(w, self._otherwise(w, never), None)
        return False

    def _take(self, w: Waiting, command: Any, policy: int | None) -> bool:
        if policy is not None:
            self.used[policy] += 1
        self._coins = {at: toss for at, toss in self._coins.items() if at[1] != repr(w.topic)}
        self.bout.take(self._seat(w), w, command)
        return True

    def _seat(self, w: Waiting) -> Who:
        """Who answers: the player whose question it is, else a game master."""
        core = self.bout.game.core
        if core is not self._core:
            masters = sorted(core.seats, key=lambda s: s.role != "mj")
            self._seats = {name: s.id for s in masters for name in speaks_as(core, s.id)}
            self._core = core
        if w.who not in self._seats:
            raise Stuck(f"personne ne peut répondre à «{NBSP}{type(w.topic).__name__}{NBSP}» ({w.rule})")
        return self._seats[w.who]

    # Policies

    def _by(self, n: int, policy: Policy, w: Waiting, never: list[type]) -> Any:
        """What a policy answers to a question; None where it has nothing to say."""
        if policy.fois is not None and self.used[n] >= policy.fois:
            return None
        if not self._about(policy, w):
            return None
        offers = [o for o in w.offers if not o.barred and self._named(policy, o) and o.command not in never]
        if not offers:
            return None
        command = None
        if any(c.chance is not None for c in policy.quand) and policy.choix == "toujours":
            # The chance may only be told once the command is tried.
            command = self._always(n, policy, w, offers)
        # Chances cost the most to know, so they come last.
        if not all(self._holds(c, w, (n, repr(w.topic)), command) for c in self._when[n]):
            return None
        match policy.choix:
            case "jamais":
                never += [o.command for o in offers]
                return None
            case "toujours":
                return command or self._always(n, policy, w, offers)
            case "au hasard":
                return self._random(n, policy, w, offers)
            case "meilleur":
                return self._best(n, policy, w, offers)

    def _about(self, policy: Policy, w: Waiting) -> bool:
        if not policy.qui:
            return True
        if policy.qui == GM:
            return self._seat(w) in self.bout.game.core.game_masters
        wanted = self.ready.words[policy.qui]
        return wanted in (w.who, self._seat(w)) and (wanted != GM)

    def _named(self, policy: Policy, o: Offer) -> bool:
        name = o.command.__name__
        return policy.geste in ("", name, lexicon_of(self.ready.system.lexicon).command(name))

    def _always(self, n: int, policy: Policy, w: Waiting, offers: Sequence[Offer]) -> Any:
        return next((c for o in offers if (c := self._filled(n, policy, o, {})) is not None), None)

    def _filled(self, n: int, policy: Policy, o: Offer, base: dict[str, Any]) -> Any:
        """The command that the policy's fields mean over `base`, else the plainest; None where none is legal."""
        try:
            command = read(o, {**base, **policy.champs}, self.ready.words)
            if (flaw := o.why_not(command)) is None:
                return command
            why = f"{flaw[0]}{NBSP}: {flaw[1]}" if flaw[0] else flaw[1]
        except Refusal as refusal:
            why = f"{refusal.field}{NBSP}: {refusal.why}" if refusal.field else refusal.why
        if policy.champs:
            self.failed.setdefault(n, why)
            return None
        return plainest(o)

    def _random(self, n: int, policy: Policy, w: Waiting, offers: Sequence[Offer]) -> Any:
        left = list(offers)
        while left:
            o = left.pop(self.bout.pick(len(left)))
            command = o.pick(self.bout.pick)
            if command is not None and policy.champs:
                command = self._filled(n, policy, o, sent(o, command))
            if command is not None:
                return command
        return None

    def _best(self, n: int, policy: Policy, w: Waiting, offers: Sequence[Offer]) -> Any:
        """The answer after which the chance is the greatest, the first of equals; None where none announces it."""
        best: tuple[Fraction, Any] | None = None
        for command in self._candidates(n, policy, offers):
            chance = self._after(policy.chance, w, command)
            if chance is not None and (best is None or chance > best[0]):
                best = chance, command
        return best[1] if best else None

    def _candidates(self, n: int, policy: Policy, offers: Sequence[Offer]) -> Iterator[Any]:
        tried = [*islice((c for o in offers for c in o.each()), MOST_TRIED + 1)]
        if len(tried) > MOST_TRIED:
            raise Stuck(f"politique[{n}]{NBSP}: plus de {MOST_TRIED} réponses à comparer")
        by_command = {o.command: o for o in offers}
        for command in tried:
            if not policy.champs:
                yield command
                continue
            o = by_command[type(command)]
            filled = self._filled(n, policy, o, sent(o, command))
            if filled == command:
                yield command

    def _otherwise(self, w: Waiting, never: list[type]) -> Any:
        """The answer to a question that holds play and that no policy is about."""
        offers = [o for o in w.offers if not o.barred and o.command not in never]
        command = None
        match self.ready.plan.sinon:
            case "passer":
                command = None if type(w.idle) in never else w.idle
            case "premier":
                command = next((c for o in offers if (c := plainest(o)) is not None), None)
            case "au hasard":
                command = self._random(-1, Policy(), w, offers)
        if command is None:
            commands = lexicon_of(self.ready.system.lexicon)
            names = [
                f"{o.command.__name__} («{NBSP}{commands.command(o.command.__name__)}{NBSP}»)" for o in offers
            ]
            told = ", ".join(dict.fromkeys(names)) or "aucun geste possible"
            raise Stuck(f"aucune politique ne répond à {w.rule}{NBSP}: {told}")
        return command

    # Conditions and chances

    def holds(self, condition: Condition, since: int = 0) -> bool:
        """Whether it holds now; facts are counted from the `since`-th of the session on."""
        return self._holds(condition, None, None, None, since)

    def _holds(
        self, c: Condition, w: Waiting | None, coin: tuple[int, str] | None, command: Any, since: int = 0
    ) -> bool:
        if c.sur_cent is not None:
            if coin is None:
                return self.bout.pick(100) < c.sur_cent
            # One throw a question, however often it is looked at before it is answered.
            if coin not in self._coins:
                self._coins[coin] = self.bout.pick(100) < c.sur_cent
            return self._coins[coin]
        if c.etat is not None:
            found = self.bout.place(c.etat)
            return Condition(
                vaut=meant(c.vaut, self.ready.words), au_moins=c.au_moins, au_plus=c.au_plus
            ).fits(found)
        if c.fait is not None:
            count = sum(1 for _ in self.bout.told_as(c.fait, c.ou, since))
            least = 1 if (c.au_moins, c.au_plus) == (None, None) else c.au_moins
            return Condition(au_moins=least, au_plus=c.au_plus).fits(count)
        chance = self._chance(c.chance or "", w, command)
        if chance is None:
            return False
        return (c.au_moins is None or 100 * chance >= c.au_moins) and (
            c.au_plus is None or 100 * chance <= c.au_plus
        )

    def _chance(self, label: str, w: Waiting | None, command: Any) -> Fraction | None:
        """A chance as the table announces it: beside the question, else once the command is tried."""
        if w is None:
            every = (self._read(label, self._odds(x)) for x in self.bout.own() if x.who != CHANCE or x.holds)
            return next((p for p in every if p is not None), None)
        beside = self._read(label, self._odds(w))
        if beside is None and command is not None:
            return self._after(label, w, command)
        return beside

    def _odds(self, w: Waiting) -> Odds | None:
        """What the table announces beside a question, to whoever answers it and knows no more than they may."""
        seat = self._seat(w) if w.who != CHANCE else self.bout.game_master
        return odds_for(self.ready.system, self.bout.game, seat, w)

    def _after(self, label: str, w: Waiting, command: Any) -> Fraction | None:
        """The chance announced next, were this the answer."""
        bout, system, seat = self.bout, self.ready.system, self._seat(w)
        new_id = created(seat, f"geste-{bout.game.action + 1}")
        after, _ = decide(system, bout.game, w, seat, command, new_id, ())
        told = (self._read(label, odds_for(system, after, seat, x)) for x in questions(system, after.world))
        return next((p for p in told if p is not None), None)

    def _read(self, label: str, odds: Odds | None) -> Fraction | None:
        """The line of that name, in any case; with no name, the one the table tells first."""
        if odds is None or not odds.lines:
            return None
        self.heard.update(x.label for x in odds.lines)
        wanted = plain(label).casefold()
        lines = sorted(odds.lines, key=lambda x: not x.main)
        line = next((x for x in lines if not wanted or plain(x.label).casefold() == wanted), None)
        return Fraction(line.numerator, line.denominator) if line else None
