from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paravent.chance.draws import below, cards, commitment, contribution_hash, draw_key, faces, words

SECRET = bytes(range(32))
LEA, TOM = ("lea", b"\xa1" * 16), ("tom", b"\x7f" * 64)
KEY = draw_key(SECRET, "forêt", 1, "open", (LEA,))
keys = st.binary(min_size=32, max_size=32)


def test_known_answers():
    """Frozen: a change here makes every export already written unverifiable."""
    assert commitment("forêt", 1, "open", SECRET) == (
        "0be9985f84d3735c2f4faf3ad2193d1c61aa57e7f6a8495d86a74ddf645c36a8"
    )
    assert contribution_hash("forêt", 1, *LEA) == (
        "e4fe5ef1ea8451dc2f726086cb77c77aedf80eea4a8c7f21c7dc5184a818a16a"
    )
    assert KEY.hex() == "b2991e5f5ac3afeebe385bf2f94a5b209cb32cc2f33c1366b7160459699257b8"
    source = words(KEY, 0)
    assert [next(source) for _ in range(3)] == [2019499974, 3820607456, 3738143502]
    assert faces(KEY, 0, (6, 6, 20)) == (1, 3, 3)
    assert cards(KEY, 1, tuple(range(1, 23)), 2) == (19, 12)
    assert faces(KEY, 2, (100,)) == (94,)


@given(st.integers(1, 8))
def test_each_value_has_exactly_as_many_words_as_the_others(m):
    """Exhaustive on three-bit words: every pair of words, a word thrown back counting for all that may follow it."""
    tally = Counter()
    for first, second in product(range(8), repeat=2):
        try:
            tally[below(iter([first, second]), m, span=8)] += 1
        except StopIteration:
            tally["none"] += 1
    unread = tally.pop("none", 0)
    assert unread == (8 % m) ** 2
    assert [*sorted(tally)] == [*range(m)]
    assert len(set(tally.values())) == 1


@pytest.mark.parametrize("m", [3, 6, 22, 100, 1000])
def test_only_the_incomplete_last_run_of_words_is_thrown_back(m):
    limit = 2**32 // m * m
    assert below(iter([limit - 1]), m) == m - 1
    assert below(iter([limit, 2**32 - 1, 5]), m) == 5 % m


def test_every_size_at_the_real_span_has_equal_shares():
    """Words below the limit are a whole number of runs of m: each value has as many as any other, to the last one."""
    for m in range(1, 1001):
        runs, left = divmod(2**32, m)
        limit = runs * m
        assert [below(iter([w]), m) for w in (0, m - 1, limit - m, limit - 1)] == [0, m - 1, 0, m - 1]
        if left:
            assert below(iter([limit, 2**32 - 1, 0]), m) == 0


def test_every_word_of_ten_bits_for_every_usual_size():
    for m in range(1, 101):
        tally = Counter(below(iter([w, m - 1]), m, span=1024) for w in range(1024 - 1024 % m))
        assert tally == dict.fromkeys(range(m), 1024 // m)


def test_words_are_the_bytes_of_each_block_in_order_and_all_of_them(monkeypatch):
    """Four bytes make a word and each word has four bytes: uniform bytes are uniform words."""
    blocks = [bytes(range(32)), bytes(range(224, 256))]
    monkeypatch.setattr("paravent.chance.draws._hmac", lambda key, *parts: blocks[int(parts[-1])])
    source = words(b"", 0)
    read = [next(source) for _ in range(16)]
    assert b"".join(w.to_bytes(4, "big") for w in read) == b"".join(blocks)


@pytest.mark.parametrize("m", [0, -1, 9])
def test_a_choice_among_too_few_or_too_many_is_refused(m):
    with pytest.raises(ValueError, match="among"):
        below(iter([0]), m, span=8)


def test_a_shuffle_gives_every_ordered_hand_as_often(monkeypatch):
    for count in range(4):
        tally = Counter()
        for read in product(range(12), repeat=3):
            monkeypatch.setattr("paravent.chance.draws.words", lambda key, n, read=read: iter(read))
            tally[cards(b"", 0, (7, 3, 5), count)] += 1
        assert len(tally) == (1, 3, 6, 6)[count]
        assert len(set(tally.values())) == 1


@given(keys, st.integers(0, 10**6), st.sets(st.integers(0, 999), min_size=1, max_size=30), st.data())
def test_cards_are_distinct_and_ignore_the_order_of_the_deck(key, n, deck, data):
    count = data.draw(st.integers(0, len(deck)))
    given_order = tuple(data.draw(st.permutations(sorted(deck))))
    hand = cards(key, n, given_order, count)
    assert hand == cards(key, n, tuple(sorted(deck)), count)
    assert len(set(hand)) == count == len(hand)
    assert {*hand} <= deck
    assert cards(key, n, given_order, len(deck))[:count] == hand


@given(keys, st.integers(0, 10**6), st.lists(st.integers(2, 1000), max_size=200).map(tuple))
def test_faces_fit_their_dice_and_draws_are_repeatable(key, n, dice):
    thrown = faces(key, n, dice)
    assert thrown == faces(key, n, dice)
    assert len(thrown) == len(dice)
    assert all(1 <= face <= sides for face, sides in zip(thrown, dice, strict=True))


def test_a_draw_reads_past_its_first_block_and_no_block_twice():
    source = words(KEY, 4)
    read = [next(source) for _ in range(800)]
    assert len(set(read)) == 800
    other = words(KEY, 5)
    assert not {*read} & {next(other) for _ in range(800)}


def test_every_part_of_the_key_counts_but_the_order_of_contributions():
    every = [
        draw_key(SECRET, "t", 1, "open", (LEA, TOM)),
        draw_key(SECRET[::-1], "t", 1, "open", (LEA, TOM)),
        draw_key(SECRET, "u", 1, "open", (LEA, TOM)),
        draw_key(SECRET, "t", 2, "open", (LEA, TOM)),
        draw_key(SECRET, "t", 1, "sealed", (LEA, TOM)),
        draw_key(SECRET, "t", 1, "open", (LEA,)),
        draw_key(SECRET, "t", 1, "open"),
        draw_key(SECRET, "t", 1, "open", (("lea", TOM[1]), ("tom", LEA[1]))),
    ]
    assert len(set(every)) == len(every)
    assert draw_key(SECRET, "t", 1, "open", (TOM, LEA)) == every[0]


def test_messages_cannot_be_cut_elsewhere():
    hashes = [
        contribution_hash("a", 1, "b1", LEA[1]),
        contribution_hash("a", 11, "b", LEA[1]),
        contribution_hash("a1:1,", 1, "b", LEA[1]),
        contribution_hash("a", 1, "open", SECRET),
        commitment("a", 1, "open", SECRET),
        commitment("a", 1, "sealed", SECRET),
    ]
    assert len(set(hashes)) == len(hashes)


@pytest.mark.parametrize(
    "absurd",
    [
        lambda: faces(KEY, 0, (6,) * 201),
        lambda: faces(KEY, 0, (1,)),
        lambda: faces(KEY, 0, (1001,)),
        lambda: faces(KEY, -1, (6,)),
        lambda: cards(KEY, 0, tuple(range(1001)), 1),
        lambda: cards(KEY, 0, (1, 2), 3),
        lambda: cards(KEY, 0, (1, 2), -1),
        lambda: cards(KEY, 0, (1, 1), 1),
        lambda: commitment("t", 0, "open", SECRET),
        lambda: commitment("t", 1, "ouvert", SECRET),
        lambda: commitment("t", 1, "open", b"court"),
        lambda: contribution_hash("t", 1, "lea", b"court"),
        lambda: contribution_hash("t", 1, "lea", b"x" * 65),
        lambda: contribution_hash("t", 0, "lea", LEA[1]),
        lambda: draw_key(SECRET, "t", 1, "open", (LEA, ("lea", TOM[1]))),
        lambda: draw_key(b"court", "t", 1, "open"),
        lambda: draw_key(SECRET, "t", 1, "closed"),
    ],
)
def test_absurd_requests_are_refused(absurd):
    with pytest.raises(ValueError, match=r"\w"):
        absurd()


def test_the_largest_requests_are_served():
    assert len(faces(KEY, 0, (1000,) * 200)) == 200
    assert sorted(cards(KEY, 0, tuple(range(1000)), 1000)) == [*range(1000)]
