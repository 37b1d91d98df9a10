"""The closed forms against a slow twin: every draw listed, every rule applied card by card, on many small
decks.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest

from paravent.systems.architectes import odds
from paravent.systems.architectes.odds import Duelist, Mode, Outcome, Policy, Side, Stance

MODES: tuple[Mode, ...] = ("normal", "easy", "hard")
FULL = tuple(range(1, 23))
Quality = tuple[int, int]


def drawn_at_first(mode: Mode, deck: tuple[int, ...]) -> int:
    return min(len(deck), 1 if mode == "normal" else 2)


def judge(score: int, arcana: int, mode: Mode, first: tuple[int, ...], more: tuple[int, ...]) -> Quality:
    """Outcome rank and margin of a test: ARC-10 to ARC-12, ARC-15, ARC-51."""
    kept = max(first) if mode == "hard" else min(first)
    margin = max(score - card for card in (kept, *more))
    if first[0] == arcana:
        return 3, margin
    if arcana in first or arcana in more:
        return 2, margin
    return int(any(card < score for card in (kept, *more))), margin


def draws(side: Side) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every order of the deck, cut into the first draw and the cards Destiny would bring."""
    first = drawn_at_first(side.mode, tuple(side.deck))
    for order in permutations(side.deck):
        yield order[:first], order[first : first + side.destiny]


def quality(side: Side, first: tuple[int, ...], more: tuple[int, ...]) -> Quality:
    if side.stance == "discards":
        return 3, side.score - side.arcana
    if side.stance == "unconscious" or not first:
        return 0, -99
    return judge(side.score, side.arcana, side.mode, first, more)


def ahead(a: Quality, b: Quality) -> int | None:
    """ARC-21 to ARC-23: 0, 1 or nobody."""
    if a[0] == b[0] == 0 or a == b:
        return None
    return 0 if a > b else 1


def slow_exchange(a: Side, b: Side) -> tuple[Fraction, Fraction, Fraction]:
    tally = Counter(ahead(quality(a, *x), quality(b, *y)) for x in draws(a) for y in draws(b))
    total = sum(tally.values())
    return Fraction(tally[0], total), Fraction(tally[1], total), Fraction(tally[None], total)


def alternate(
    sides: tuple[Side, Side], cards: tuple[tuple[tuple[int, ...], ...], ...], level: str
) -> int | None:
    """ARC-51 to the letter: the loser (else the initiator) first, then in turn, until two passes in a row."""
    bought, passes = [0, 0], 0

    def now() -> int | None:
        return ahead(*(quality(s, c[0], c[1][:n]) for s, c, n in zip(sides, cards, bought, strict=True)))

    winner = now()
    turn = 0 if winner is None else 1 - winner
    while passes < 2:
        winner = now()
        able = sides[turn].stance == "draws" and bought[turn] < len(cards[turn][1])
        if able and (winner == 1 - turn or (winner is None and level == "buys")):
            bought[turn] += 1
            passes = 0
        else:
            passes += 1
        turn = 1 - turn
    return now()


def slow_alternation(a: Side, b: Side, level: str) -> tuple[Fraction, Fraction, Fraction]:
    tally = Counter(alternate((a, b), (x, y), level) for x in draws(a) for y in draws(b))
    total = sum(tally.values())
    return Fraction(tally[0], total), Fraction(tally[1], total), Fraction(tally[None], total)


def slow_duel(
    a: Duelist, b: Duelist, horizon: int
) -> tuple[dict[str, Fraction], Fraction | None, list[Fraction]]:
    """Every pair of decks, no lumping: ends, expected number of exchanges, P(N = n) for n = 1..horizon."""
    moves: dict[Any, dict[Any, Fraction]] = {}

    def blow(deck: frozenset[int], damage: int) -> dict[Any, Fraction]:
        if damage >= len(deck):
            return {"dead": Fraction(1)}
        if damage >= 5:
            return {"unconscious": Fraction(1)}
        losses = list(combinations(sorted(deck), damage))
        return {deck - set(lost): Fraction(1, len(losses)) for lost in losses}

    def explore(x: frozenset[int], y: frozenset[int]) -> None:
        if (x, y) in moves:
            return
        p, q, stay = slow_exchange(
            Side(tuple(sorted(x)), a.arcana, a.score, a.mode),
            Side(tuple(sorted(y)), b.arcana, b.score, b.mode),
        )
        out: dict[Any, Fraction] = {(x, y): stay} if stay else {}
        for hit, chance, law in ((0, q, blow(x, b.damage)), (1, p, blow(y, a.damage))):
            for left, share in law.items():
                if not chance:
                    continue
                if isinstance(left, str):
                    out[f"{'ab'[hit]}_{left}"] = chance * share
                else:
                    pair = (left, y) if hit == 0 else (x, left)
                    out[pair] = chance * share
                    explore(*pair)
        moves[x, y] = out

    start = (frozenset(a.deck), frozenset(b.deck))
    explore(*start)

    def solve(
        state: object, memo: dict[object, tuple[dict[str, Fraction], Fraction]]
    ) -> tuple[dict[str, Fraction], Fraction]:
        if state in memo:
            return memo[state]
        if isinstance(state, str):
            return {state: Fraction(1)}, Fraction(0)
        stay = moves[state].get(state, Fraction(0))
        if stay == 1:
            return {"endless": Fraction(1)}, Fraction(0)
        ends: dict[str, Fraction] = {}
        steps = 1 / (1 - stay)
        for target, chance in moves[state].items():
            if target == state:
                continue
            their_ends, their_steps = solve(target, memo)
            steps += chance / (1 - stay) * their_steps
            for end, p in their_ends.items():
                ends[end] = ends.get(end, Fraction(0)) + chance / (1 - stay) * p
        memo[state] = ends, steps
        return memo[state]

    ends, steps = solve(start, {})
    law: list[Fraction] = []
    still: dict[Any, Fraction] = {start: Fraction(1)}
    for _ in range(horizon):
        after: dict[Any, Fraction] = {}
        for state, p in still.items():
            for target, chance in moves[state].items():
                after[target] = after.get(target, Fraction(0)) + p * chance
        law.append(sum((after.pop(end) for end in list(after) if isinstance(end, str)), Fraction(0)))
        still = after
    return ends, None if "endless" in ends else steps, law


def hand(random: Random, most: int, least: int = 1) -> tuple[tuple[int, ...], int, int]:
    """A deck, an arcana often in it, a score often among its cards."""
    deck = tuple(random.sample(FULL, random.randint(least, most)))
    arcana = random.choice(deck) if deck and random.random() < 0.7 else random.randint(1, 22)
    return deck, arcana, random.choice((1, 22, random.randint(1, 22), random.randint(5, 18)))


def side(random: Random, most: int, destiny: int) -> Side:
    deck, arcana, score = hand(random, most)
    return Side(deck, arcana, score, random.choice(MODES), random.randint(0, destiny))


@pytest.mark.parametrize("seed", range(150))
def test_a_test_against_every_draw(seed: int) -> None:
    random = Random(seed)
    deck, arcana, score = hand(random, 6, least=0)
    mode, destiny = random.choice(MODES), random.randint(0, 8)
    policy: Policy = random.choice(("none", "all", "until_success"))
    tally: Counter[int] = Counter()
    spent = total = 0
    for first, more in draws(Side(deck, arcana, score, mode, destiny)):
        n = {"none": 0, "all": len(more), "until_success": 0}[policy]
        one = Side(deck, arcana, score, mode)
        while policy == "until_success" and n < len(more) and quality(one, first, more[:n])[0] == 0:
            n += 1
        tally[quality(one, first, more[:n])[0]] += 1
        spent, total = spent + n, total + 1
    law = odds.test_law(deck, arcana, score, mode, destiny, policy)
    failure, ordinary, later, at_once = (Fraction(tally[rank], total) for rank in range(4))
    assert law == odds.TestLaw(1 - failure, at_once, later, ordinary, failure, Fraction(spent, total))


@pytest.mark.parametrize("seed", range(150))
def test_outcome_and_margin_against_every_draw(seed: int) -> None:
    random = Random(1_000 + seed)
    asked = side(random, 6, 6)
    tally = Counter(quality(asked, *cards) for cards in draws(asked))
    total = sum(tally.values())
    law = odds.margin_law(asked.deck, asked.arcana, asked.score, asked.mode, asked.destiny)
    assert law == {(Outcome(rank), margin): Fraction(n, total) for (rank, margin), n in tally.items()}


def test_the_two_closed_forms_agree_on_full_decks() -> None:
    for arcana in (1, 11, 22):
        for score in FULL:
            for mode in MODES:
                for destiny in (0, 3, 30):
                    law = odds.test_law(FULL, arcana, score, mode, destiny, "all")
                    joint = odds.margin_law(FULL, arcana, score, mode, destiny)
                    by_outcome = [
                        sum(p for (o, _), p in joint.items() if o is outcome) for outcome in Outcome
                    ]
                    assert by_outcome == [law.failure, law.ordinary, law.second_critical, law.first_critical]


def test_weights_without_destiny_are_the_first_row_of_the_table() -> None:
    for low in range(5):
        for own in (0, 1):
            for rest in range(5):
                for mode in MODES:
                    row = odds.test_weights(low, own, rest, mode)
                    assert odds.destiny_table(low, own, rest, mode, 0) == [row]
                    assert sum(row[1:]) == row[0]


@pytest.mark.parametrize("mode", ["normal", "easy", "hard"])
@pytest.mark.parametrize("most", [0, 5, 22])
def test_a_whole_table_is_each_of_its_decks(mode: Mode, most: int) -> None:
    """With 22 points, weights pass int64."""
    decks = [(low, own, rest) for own in (0, 1) for low in range(22) for rest in range(22 - low)]
    decks += [(22, 0, 0), (0, 0, 22), (0, 1, 21), (21, 1, 0)]
    low, own, rest = zip(*decks, strict=True)
    table = odds.destiny_tables(low, own, rest, mode, most)
    for i, deck in enumerate(decks):
        assert [*map(tuple, table[:, i].T.tolist())] == odds.destiny_table(*deck, mode, most)


def test_cards_run_out_before_destiny_does() -> None:
    assert odds.test_law((4, 9), 12, 3, "normal", 50, "all").expected_spent == 1
    assert odds.test_law((), 12, 3, "hard", 50, "all").failure == 1


def test_one_more_card() -> None:
    assert odds.more_cards_law((2, 5, 9, 12), 12, 6) == odds.CardLaw(
        Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)
    )
    assert odds.more_cards_law((), 12, 6) is None
    assert odds.more_cards_law((3,), 12, 6, bought=2) is None


@pytest.mark.parametrize("bought", [1, 2, 3, 5])
@pytest.mark.parametrize(("arcana", "score"), [(12, 6), (2, 11), (20, 4)])
def test_more_cards_against_every_hand(bought: int, arcana: int, score: int) -> None:
    deck = (2, 5, 9, 11, 12, 17, 21)
    hands = [*combinations(deck, bought)]
    critical = sum(arcana in hand for hand in hands)
    failed = sum(all(card != arcana and card >= score for card in hand) for hand in hands)
    law = odds.more_cards_law(deck, arcana, score, bought)
    assert law is not None
    assert (law.critical, law.failure) == (Fraction(critical, len(hands)), Fraction(failed, len(hands)))
    assert law.critical + law.ordinary + law.failure == 1


@pytest.mark.parametrize("seed", range(100))
def test_an_exchange_against_every_pair_of_draws(seed: int) -> None:
    random = Random(2_000 + seed)
    a, b = side(random, 4, 4), side(random, 4, 4)
    if random.random() < 0.3:
        stance: Stance = random.choice(("discards", "unconscious"))
        deck = (*a.deck, a.arcana) if a.arcana not in a.deck else a.deck
        a = Side(deck, a.arcana, a.score, a.mode, a.destiny, stance)
    assert odds.exchange_law(a, b) == slow_exchange(a, b)
    assert odds.exchange_law(b, a) == slow_exchange(b, a)


@pytest.mark.parametrize("level", ["buys", "passes"])
@pytest.mark.parametrize("seed", range(150))
def test_destiny_in_alternation_against_the_rule_to_the_letter(seed: int, level: odds.LevelPolicy) -> None:
    random = Random(3_000 + seed)
    a, b = side(random, 5, 4), side(random, 4, 4)
    if random.random() < 0.5:  # margins often equal, so that ties matter
        b = Side(tuple(a.deck)[:4], a.arcana, a.score, random.choice(MODES), b.destiny)
    if random.random() < 0.1 and b.arcana in b.deck:
        b = Side(b.deck, b.arcana, b.score, b.mode, b.destiny, "discards")
    assert odds.duelled_destiny_law(a, b, level) == slow_alternation(a, b, level)


def test_a_discarded_card_must_be_in_the_deck() -> None:
    with pytest.raises(ValueError, match="ARC-40"):
        odds.exchange_law(Side((1, 2), 3, 9, stance="discards"), Side((1, 2), 3, 9))


@pytest.mark.parametrize("seed", range(40))
def test_a_duel_against_every_pair_of_decks(seed: int) -> None:
    random = Random(4_000 + seed)

    def duelist(most: int) -> Duelist:
        return Duelist(*hand(random, most), random.choice(MODES), random.choice((1, 1, 2, 3, 4, 5, 22)))

    a, b = duelist(5), duelist(4)
    ends, expected, law = slow_duel(a, b, 5)
    fast = odds.duel_law(a, b, 5)
    for end in ("a_dead", "a_unconscious", "b_dead", "b_unconscious", "endless"):
        assert getattr(fast, end) == ends.get(end, 0)
    assert fast.expected_exchanges == expected
    assert fast.exchanges == tuple((n, p) for n, p in enumerate(law, 1) if p)
    assert fast.beyond_horizon == 1 - sum(law)


@pytest.mark.parametrize("seed", range(12))
def test_lumped_decks_answer_like_the_decks_themselves(seed: int) -> None:
    """Any deck of the same counts gives the same exchange, whatever cards of each class are left."""
    random = Random(5_000 + seed)
    a, b = (Duelist(*hand(random, 22, least=12), random.choice(MODES), 1) for _ in range(2))
    classes = odds.card_classes(a, b), odds.card_classes(b, a)
    for _ in range(20):
        laws = set()
        counts = [[random.randint(0, len(cards)) for cards in groups] for groups in classes]
        if not all(map(sum, counts)):
            continue
        for _ in range(5):
            deck_a, deck_b = (
                tuple(card for cards, n in zip(groups, kept, strict=True) for card in random.sample(cards, n))
                for groups, kept in zip(classes, counts, strict=True)
            )
            laws.add(
                odds.exchange_law(
                    Side(deck_a, a.arcana, a.score, a.mode), Side(deck_b, b.arcana, b.score, b.mode)
                )
            )
        assert len(laws) == 1


def test_a_duel_on_full_decks_with_heavy_weapons() -> None:
    a, b = Duelist(FULL, 13, 18, "normal", 5), Duelist(FULL, 12, 15, "hard", 12)
    law = odds.duel_law(a, b, 1)
    one = odds.exchange_law(Side(FULL, 13, 18), Side(FULL, 12, 15, "hard"))
    assert law.b_unconscious == one.a_hits / (1 - one.nobody)
    assert law.a_unconscious == one.b_hits / (1 - one.nobody)
    assert law.expected_exchanges == 1 / (1 - one.nobody)
    assert law.exchanges == ((1, 1 - one.nobody),)


def test_a_duel_out_of_reach_is_refused_at_once() -> None:
    with pytest.raises(odds.TooManyStates):
        odds.duel_law(Duelist(FULL, 13, 22, "normal", 1), Duelist(FULL, 12, 22, "normal", 1), 3)


@pytest.mark.parametrize("seed", range(60))
def test_wounds_against_every_loss(seed: int) -> None:
    random = Random(6_000 + seed)
    deck, arcana, score = hand(random, 7, least=0)
    blows = [random.randint(1, 6) for _ in range(random.randint(0, 3))]
    left: Counter[tuple[frozenset[int], str]] = Counter({(frozenset(deck), "standing"): 1})
    weights = {state: Fraction(n) for state, n in left.items()}
    for damage in blows:
        after: dict[tuple[frozenset[int], str], Fraction] = {}
        for (cards, condition), p in weights.items():
            losses = list(combinations(cards, min(damage, len(cards))))
            for lost in losses:
                worst = "unconscious" if len(lost) >= 5 else condition
                state = (cards - set(lost), worst)
                after[state] = after.get(state, Fraction(0)) + p / len(losses)
        weights = after
    law = odds.wound_law(deck, arcana, score, blows)
    low: dict[int, Fraction] = {}
    for (cards, condition), p in weights.items():
        assert law.cards_left == len(cards)
        assert law.condition == (condition if cards else "dead")
        n = sum(card < score for card in cards)
        low[n] = low.get(n, Fraction(0)) + p
    assert law.arcana_survives == sum(p for (cards, _), p in weights.items() if arcana in cards)
    assert dict(law.low_cards) == low


@pytest.mark.parametrize(
    ("deck", "score"), [((1, 1), 5), ((0, 3), 5), ((3, 23), 5), ((1, 2), 0), ((1, 2), 23)]
)
def test_impossible_hands_are_refused(deck: tuple[int, ...], score: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 22"):
        odds.test_law(deck, 3, score, "normal")
    with pytest.raises(ValueError, match="from 1 to 22"):
        odds.exchange_law(Side(deck, 3, score), Side((1, 2), 3, 9))


def test_negative_destiny_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        odds.test_law(FULL, 3, 9, "normal", -1, "all")
    with pytest.raises(ValueError, match="negative"):
        odds.duelled_destiny_law(Side(FULL, 3, 9, destiny=-1), Side(FULL, 3, 9))
