"""The odds of an exchange in which both sides buy Destiny cards in turn (ARC-51).

Each side's successive qualities only rise, and the two decks are independent: that is what makes both
policies exact and quick.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Literal

from paravent.systems.architectes.odds.exchange import ExchangeLaw, Side, exchange_law, ladder
from paravent.systems.architectes.odds.margin import Quality
from paravent.systems.architectes.odds.skill import CARDS, FALL, Outcome, cards_drawn, count

LevelPolicy = Literal["buys", "passes"]

State = tuple[Outcome, int, bool]
"""What a side has shown: its outcome, its best card, and whether a card better than the best lies drawn but
not kept.

A plain success or failure is told by its best card, so both bear ORDINARY here. The last mark serves hard
tests only: the lower of the two first cards. It is then uniform among the cards under the best one, so a
weight is counted *for each* such card.
"""

Weights = dict[State, int]
Race = dict[State, Weights]


def duelled_destiny_law(a: Side, b: Side, level: LevelPolicy = "buys") -> ExchangeLaw:
    """Who hits whom when each side, in its turn, buys a card if it is behind and can, and passes if it is
    ahead (ARC-51).

    `destiny` is what each side has to spend, and `a` started the exchange. When nobody is ahead (a tie, two
    failures), both buy, or both pass, as `level` says. Raises ValueError for a bad side or an unknown policy.

    With "buys", whoever is not ahead at the end has spent all it could, so the best of all reachable
    qualities wins: the same law as if both spent everything.
    """
    if level not in ("buys", "passes"):
        raise ValueError("unknown policy")
    everything_spent = exchange_law(a, b)  # also refuses bad sides
    return everything_spent if level == "buys" else _chase(a, b)


def _chase(a: Side, b: Side) -> ExchangeLaw:
    """Whoever is behind buys until it is ahead (then the other does), level (nobody is hit) or out of means
    (it is hit).
    """
    buyers = (_Buyer(a), _Buyer(b))
    won = [Fraction(0), Fraction(0)]
    # races[bought by a, bought by b][who leads][the leader's state]: weights of the other's states.
    races: dict[tuple[int, int], tuple[Race, Race]] = defaultdict(lambda: (_race(), _race()))
    for pair in product(*(buyer.start for buyer in buyers)):
        lead = _leader(*(buyer.quality(state) for buyer, state in zip(buyers, pair, strict=True)))
        if lead is not None:
            weight = buyers[0].start[pair[0]] * buyers[1].start[pair[1]]
            races[0, 0][lead][pair[lead]][pair[1 - lead]] += weight
    for bought in product(range(buyers[0].means + 1), range(buyers[1].means + 1)):
        total = buyers[0].total(bought[0]) * buyers[1].total(bought[1])
        for lead in (0, 1):
            leader, chaser = buyers[lead], buyers[1 - lead]
            race = races[bought][lead]
            if bought[1 - lead] == chaser.means:
                draws = sum(leader.copies(state) * chaser.draws(law) for state, law in race.items())
                won[lead] += Fraction(draws, total)
                continue
            after = races[bought[0] + lead, bought[1] + 1 - lead]
            for leading, law in race.items():
                target = leader.quality(leading)
                for state, weight in chaser.buy(law, bought[1 - lead]):
                    now = _leader(target, chaser.quality(state))
                    if now == 0:
                        after[lead][leading][state] += weight
                    elif now == 1:
                        after[1 - lead][state][leading] += weight
    return ExchangeLaw(won[0], won[1], 1 - won[0] - won[1])


def _race() -> Race:
    return defaultdict(lambda: defaultdict(int))


def _leader(first: Quality | None, second: Quality | None) -> int | None:
    """Which of two qualities wins at this moment; a failure is None."""
    if first == second:
        return None
    if first is None or second is None:
        return int(first is None)
    return int(first < second)


class _Buyer:
    """One side's chain of states: `start` its first draw, `buy` one more card, as integer weights over
    ordered draws.
    """

    def __init__(self, side: Side) -> None:
        self.score = side.score
        _, self.own, _ = count(side.deck, side.arcana, side.score)
        self.arcana = side.arcana if self.own else 0
        self.plain = sorted((card for card in side.deck if card != self.arcana), reverse=True)
        # under[v]: cards under v, the own arcana apart.
        self.under = [sum(card < v for card in self.plain) for v in range(CARDS + 2)]
        # Plain cards at least this high all fail, and never lower a critical's margin: they need no telling apart.
        self.cap = max(self.score, self.arcana)
        self.fixed: Quality | None = None
        self.means = 0
        self.start: Weights
        if side.stance == "draws":
            self.left = len(side.deck)
            self.drawn = cards_drawn(side.mode, self.left)
            self.means = min(side.destiny, self.left - self.drawn)
            self.start = dict(self._first_draw(side))
        else:
            rungs = ladder(side)[1]
            self.fixed = rungs[0][0] if rungs else None
            self.left = self.drawn = 0
            self.start = {(Outcome.FAILURE, 0, False): 1}

    def total(self, bought: int) -> int:
        """The number of ordered draws after `bought` purchases."""
        return FALL[self.left][self.drawn + bought]

    def copies(self, state: State) -> int:
        """How many draws one unit of a state's weight stands for."""
        return self.under[state[1]] if state[2] else 1

    def draws(self, law: Weights) -> int:
        """How many draws a whole law stands for."""
        return sum(weight * self.copies(state) for state, weight in law.items())

    def quality(self, state: State) -> Quality | None:
        outcome, best, _ = state
        if outcome is Outcome.FAILURE:
            return self.fixed
        if outcome is Outcome.ORDINARY and best >= self.score:
            return None
        return outcome, self.score - best

    def _first_draw(self, side: Side) -> Weights:
        start: Weights = defaultdict(int)
        if self.drawn == 0:
            start[Outcome.FAILURE, 0, False] = 1
        elif self.drawn == 1:
            for card in side.deck:
                outcome = Outcome.FIRST_CRITICAL if card == self.arcana else Outcome.ORDINARY
                start[outcome, card, False] += 1
        elif side.mode == "easy":
            for card in self.plain:
                start[Outcome.ORDINARY, card, False] += 2 * (len(self.plain) - 1 - self.under[card])
                if self.own:
                    for outcome in (Outcome.FIRST_CRITICAL, Outcome.SECOND_CRITICAL):
                        start[outcome, min(card, self.arcana), False] += 1
        else:
            for card in self.plain:
                start[Outcome.ORDINARY, card, True] += 2
                if self.own and card > self.arcana:
                    for outcome in (Outcome.FIRST_CRITICAL, Outcome.SECOND_CRITICAL):
                        start[outcome, card, False] += 1
            if self.own and self.under[self.arcana]:
                start[Outcome.FIRST_CRITICAL, self.arcana, True] += 1
                start[Outcome.SECOND_CRITICAL, self.arcana, True] += 1
        capped: Weights = defaultdict(int)
        for state, weight in start.items():
            for lower, share in self._capped(state, weight):
                capped[lower] += share
        return {state: weight for state, weight in capped.items() if weight and self.copies(state)}

    def _capped(self, state: State, weight: int) -> Iterator[tuple[State, int]]:
        """Failures that differ only by a best card too high to matter are one state."""
        outcome, best, hidden = state
        if outcome is not Outcome.ORDINARY or best <= self.cap:
            yield state, weight
            return
        yield (outcome, self.cap, hidden), weight
        if hidden:  # the card set aside may itself be too high to matter
            yield (outcome, self.cap, False), weight * (self.under[best] - self.under[self.cap])

    def buy(self, law: Weights, bought: int) -> Iterator[tuple[State, int]]:
        """The law after one more card, the `bought` + 1st; a state may come several times."""
        under, undrawn = self.under, self.left - self.drawn - bought
        families: dict[Outcome, list[tuple[int, bool, int]]] = defaultdict(list)
        for (outcome, best, hidden), weight in law.items():
            families[outcome].append((best, hidden, weight))
            waiting = self.own and outcome is Outcome.ORDINARY
            better = under[best] - hidden
            if (worse := undrawn - better - waiting) and weight:
                yield (outcome, best, hidden), weight * worse
            if waiting:
                now = min(best, self.arcana)
                if not hidden or under[now]:
                    yield (Outcome.SECOND_CRITICAL, now, hidden), weight
                if hidden and now < best:
                    yield (Outcome.SECOND_CRITICAL, now, False), weight * (under[best] - under[now])
        for outcome, states in families.items():
            yield from self._better_cards(outcome, sorted(states, reverse=True))

    def _better_cards(
        self, outcome: Outcome, states: list[tuple[int, bool, int]]
    ) -> Iterator[tuple[State, int]]:
        """Every card better than the best one is undrawn, but for the one set aside: running sums from the
        worst state down.
        """
        under = self.under
        seen = aside = between = at = 0
        for card in self.plain:
            while at < len(states) and states[at][0] > card:
                best, hidden, weight = states[at]
                if hidden:
                    aside += weight
                    between += weight * under[best]
                else:
                    seen += weight
                at += 1
            if weight := seen + between - aside * (under[card] + 1):
                yield (outcome, card, False), weight
            if aside and under[card]:
                yield (outcome, card, True), aside
