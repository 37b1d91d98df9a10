"""Draws without replacement against every hand."""

from fractions import Fraction as F
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paravent.chance.exact import Law, draw, hands, hits, waits, wished
from paravent.chance.exact.decks import ordered_draws

KINDS = st.lists(st.integers(0, 3), min_size=1, max_size=3)


@given(st.integers(0, 7), st.integers(0, 7), st.integers(0, 7))
def test_hits_agree_with_every_hand(deck, good, drawn):
    if good > deck or drawn > deck:
        with pytest.raises(ValueError, match="deck"):
            hits(deck, good, drawn)
        return
    every_hand = combinations(range(deck), drawn)
    assert hits(deck, good, drawn) == Law.uniform(sum(card < good for card in hand) for hand in every_hand)


@given(KINDS, st.integers(0, 9), st.data())
def test_hands_and_wishes_agree_with_every_hand(kinds, drawn, data):
    cards = [kind for kind, held in enumerate(kinds) for _ in range(held)]
    wanted = [data.draw(st.integers(0, held + 1)) for held in kinds[:-1]]
    wishes = [*zip(kinds, wanted, strict=False)]
    if drawn > len(cards):
        with pytest.raises(ValueError, match="deck"):
            hands(kinds, drawn)
        with pytest.raises(ValueError, match="deck"):
            wished(len(cards), wishes, drawn)
        return
    listed = [tuple(hand.count(k) for k in range(len(kinds))) for hand in combinations(cards, drawn)]
    assert hands(kinds, drawn) == Law.uniform(listed)
    come = sum(all(n >= w for n, w in zip(hand, wanted, strict=False)) for hand in listed)
    assert wished(len(cards), wishes, drawn) == F(come, len(listed))


@given(st.integers(1, 6), st.data())
def test_waits_agree_with_every_order(deck, data):
    good = data.draw(st.integers(1, deck))
    wanted = data.draw(st.integers(1, good))
    orders = permutations(range(deck))
    places = ([i + 1 for i, card in enumerate(order) if card < good][wanted - 1] for order in orders)
    assert waits(deck, good, wanted) == Law.uniform(places)


@pytest.mark.parametrize(("deck", "good", "wanted"), [(5, 0, 1), (5, 6, 1), (5, 2, 3), (5, 2, 0)])
def test_what_never_comes_is_refused(deck, good, wanted):
    with pytest.raises(ValueError, match="never"):
        waits(deck, good, wanted)


def test_more_cards_than_the_deck_holds_are_refused():
    with pytest.raises(ValueError, match="deck"):
        wished(deck=5, kinds=[(4, 1), (2, 1)], drawn=2)
    with pytest.raises(ValueError, match="deck"):
        hands([-1, 3], 1)


def test_drawing_keeps_the_order_and_never_returns_a_card():
    law = draw([1, 2, 3, 4], 2)
    assert law.total == 12
    assert law.p((2, 1)) == F(1, 12)
    assert law.p(lambda hand: hand[0] == hand[1]) == 0


def test_ordered_draws_are_listed():
    rows = ordered_draws(5)
    assert all(rows[n][k] == len([*permutations(range(n), k)]) for n in range(6) for k in range(6))
