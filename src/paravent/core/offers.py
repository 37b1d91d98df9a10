"""Offers and waitings: who may do what now. `admit` is the only gate; rules never check again."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import islice, product
from math import prod
from typing import Any

from paravent.core.domains import Domain, Pick
from paravent.core.refusals import Refusal, Unreadable
from paravent.core.values import NOBODY, Who, replace, value

UNLIMITED = 10**6
"""The points `pick` may spend where an offer sets no budget."""

LATE = "ce n’est plus le moment, ou la question n’est pas pour toi"


@value
class Offer:
    """One kind of command with a domain a field.

    `barred`: shown greyed with this reason, and refused with it. `budget`: the prices of all fields together may
    not exceed it. `distinct`: these fields must differ. `grave`: what it does cannot be taken back by play, so a
    page asks for confirmation with this text. `personal`: a seat's own, that nobody does in its name.
    """

    command: type
    rule: str
    fields: tuple[tuple[str, Domain], ...] = ()
    budget: int | None = None
    distinct: tuple[str, ...] = ()
    barred: str = ""
    grave: str = ""
    personal: bool = False

    def why_not(self, command: Any) -> tuple[str, str] | None:
        """None when `command` is legal, else (field, French reason)."""
        if self.barred:
            return "", self.barred
        price = 0
        for name, domain in self.fields:
            v = getattr(command, name)
            if (why := domain.why_not(v)) is not None:
                return name, why
            price += domain.price(v)
        if len({getattr(command, n) for n in self.distinct}) < len(self.distinct):
            return self.distinct[-1], "il faut deux choix différents"
        if self.budget is not None and price > self.budget:
            return "", f"pas assez de points\N{NO-BREAK SPACE}: il en faut {price}, il y en a {self.budget}"
        return None

    def size(self) -> int:
        """How many legal commands, at most."""
        return 0 if self.barred else prod(d.size() for _, d in self.fields)

    def each(self) -> Iterator[Any]:
        """Legal commands, all of them where the domains can be walked."""
        if self.barred:
            return
        names = [n for n, _ in self.fields]
        for vs in product(*(tuple(islice(d.each(), 400)) for _, d in self.fields)):
            command = self.command(**dict(zip(names, vs, strict=True)))
            if self.why_not(command) is None:
                yield command

    def pick(self, pick: Pick) -> Any:
        """A legal command at random, or None when fifty tries found none (a `distinct` that cannot hold)."""
        for _ in range(50):
            left, out = UNLIMITED if self.budget is None else self.budget, {}
            for name, domain in self.fields:
                out[name] = domain.pick(pick, left)
                left -= domain.price(out[name])
            command = self.command(**out)
            if self.why_not(command) is None:
                return command
        return None

    def reads(self, raw: Mapping[str, Any]) -> bool:
        """Whether these fields mean a command of this offer."""
        try:
            self.read(raw)
        except Refusal:
            return False
        return True

    def read(self, raw: Mapping[str, Any]) -> Any:
        """The command that JSON or form fields mean; refuses unknown, missing and unreadable fields."""
        if self.barred:
            raise Refusal(self.rule, self.barred)
        if not isinstance(raw, Mapping):
            raise Refusal(self.rule, "il faut des champs nommés")
        if unknown := sorted(map(str, set(raw) - {n for n, _ in self.fields})):
            raise Refusal(self.rule, "ce champ est inconnu", unknown[0][:80])
        out = {}
        for name, domain in self.fields:
            if name not in raw:
                raise Refusal(self.rule, "ce champ manque", name)
            try:
                out[name] = domain.read(raw[name])
            except Unreadable as e:
                raise Refusal(self.rule, str(e), name) from None
        return self.command(**out)


def offer(
    command: type,
    rule: str,
    *,
    budget: int | None = None,
    distinct: tuple[str, ...] = (),
    barred: str = "",
    grave: str = "",
    personal: bool = False,
    **domains: Domain,
) -> Offer:
    """An offer from keyword domains; one with an empty domain bars itself. A barred one asks for nothing."""
    if not barred and not all(d.size() for d in domains.values()):
        barred = "aucun choix possible"
    if barred:
        return Offer(command, rule, barred=barred, personal=personal)
    return Offer(command, rule, tuple(domains.items()), budget, distinct, "", grave, personal)


@value
class Waiting:
    """A question: who may answer it, and with what.

    topic   a small frozen value: the question and all the choice rests on; `decide` matches (topic, command)
    who     an actor, a seat, the game masters or chance
    holds   play stands still until it is answered (« on attend Léa »); False: an open window
    hand    chance only: whose hand throws, so who may type real dice or cards
    to      who may know that it is open; None: everyone
    sealed  chance only: the domain shows what some may not see, so the draw comes from the sealed stream
    idle    the command that passing means, for absent people, bots and odds; None: nothing can stand for them
    procedure  the id of the procedure the question belongs to, so that it can be abandoned; "": none
    """

    topic: Any
    who: Who
    rule: str
    offers: tuple[Offer, ...]
    holds: bool = True
    hand: Who = NOBODY
    to: tuple[Who, ...] | None = None
    sealed: bool = False
    idle: Any = None
    procedure: str = ""

    def offer_for(self, name: str, raw: Mapping[str, Any] | None = None) -> Offer:
        """The offer of the command class called `name`; the live one when a barred twin stands beside it.

        Where several are live (one for each opponent, say), the first that can read `raw`.
        """
        named = [o for o in self.offers if o.command.__name__ == name]
        if not named:
            raise Refusal(self.rule, LATE, stale=True)
        live = [o for o in named if not o.barred] or named
        return next((o for o in live if len(live) > 1 and raw is not None and o.reads(raw)), live[0])

    def put_to(self, seat: Who) -> Waiting:
        """The question as this seat may answer it: in another's name, without what that one alone may do."""
        if self.who == seat or not any(o.personal for o in self.offers):
            return self
        return replace(self, offers=tuple(o for o in self.offers if not o.personal))

    @property
    def chance(self) -> Domain:
        """The one domain of a chance waiting."""
        return self.offers[0].fields[0][1]


def admit(waitings: Collection[Waiting], who: Collection[Who], command: Any) -> Waiting:
    """The waiting that `command`, by whoever speaks as one of `who`, answers; else a `Refusal`.

    Each refusal says its rule and field once, from the offer itself.
    """
    why: tuple[str, str, str] | None = None
    for w in waitings:
        for o in w.offers if w.who in who else ():
            if o.command is type(command):
                flaw = o.why_not(command)
                if flaw is None:
                    return w
                why = why or (o.rule, flaw[1], flaw[0])
    if why:
        raise Refusal(*why)
    raise Refusal("TAB-08", LATE, stale=True)
