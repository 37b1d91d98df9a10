"""The laws of a test against slow twins that read dice one by one, every option on or off."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paravent.chance.exact import Law, die, fold
from paravent.systems.forces import odds
from paravent.systems.forces.odds.shown import again_odds, throw_odds
from paravent.systems.forces.odds.throw import Throw, best_of, die_law, throw_law
from paravent.systems.forces.weighing import (
    KEPT,
    Chain,
    Critical,
    Degrees,
    Options,
    critical_of,
    destiny_of,
    die_total,
    judge,
    kept,
    wants_reroll,
)

OPTIONS = st.builds(Options, *[st.booleans()] * 5)
THROWS = st.builds(
    odds.Throw, st.integers(-2, 20), st.integers(5, 30), OPTIONS, st.integers(-3, 3), st.just(Degrees())
)


def thrown(exploding: bool) -> Law[Chain]:
    """A die thrown by the rule, face after face."""

    def more(chain: Chain) -> Law[Chain]:
        if not wants_reroll(chain, exploding=exploding):
            return Law.certain(chain)
        return die(6).map(lambda face: (*chain, face)).then(more)

    return die(6).map(lambda face: (face,)).then(more)


CHAINS = {exploding: thrown(exploding) for exploding in (False, True)}
NO_CHAINS: tuple[Chain, ...] = ()


def judged(pair: tuple[Chain, ...]) -> tuple[int, Critical]:
    a, b = pair
    return die_total(a) + die_total(b), critical_of((a[0], b[0]))


def by_the_rule(net: int, exploding: bool) -> Law[tuple[int, Critical]]:
    """Every throw, its two dice kept by the rule."""
    weights: Counter[tuple[int, Critical]] = Counter()
    for throw in product(CHAINS[exploding].weights.items(), repeat=2 + abs(net)):
        dice = [chain for chain, _ in throw]
        weights[judged(tuple(dice[i] for i in kept(dice, net)))] += prod(w for _, w in throw)
    return Law(weights)


def one_by_one(net: int, exploding: bool) -> Law[tuple[int, Critical]]:
    """Dice read one after the other, the best two or the worst two remembered."""

    def read(pair: tuple[Chain, ...], chain: Chain) -> tuple[Chain, ...]:
        return tuple(sorted((*pair, chain), key=die_total, reverse=net >= 0)[:2])

    return fold([CHAINS[exploding]] * (2 + abs(net)), NO_CHAINS, read).map(judged)


@pytest.mark.parametrize("net", range(-3, 4))
def test_the_law_of_plain_dice_is_that_of_every_throw(net: int) -> None:
    assert odds.dice_law(net, False) == by_the_rule(net, False) == one_by_one(net, False)


@pytest.mark.parametrize("net", [-1, 0, 1])
def test_the_law_of_exploding_dice_is_that_of_every_throw(net: int) -> None:
    assert odds.dice_law(net, True) == by_the_rule(net, True)


@pytest.mark.parametrize("net", range(-3, 4))
def test_the_law_of_exploding_dice_is_that_of_dice_read_one_by_one(net: int) -> None:
    assert odds.dice_law(net, True) == one_by_one(net, True)


def test_a_die_explodes_ten_times_at_most() -> None:
    law = die_law(exploding=True)
    assert law.total == 6**11
    assert law == CHAINS[True].map(die_total)
    assert (max(law.weights), law.weights[66], law.weights[61]) == (66, 1, 1)


@pytest.mark.parametrize("net", [-4, 4])
def test_three_dice_more_at_most(net: int) -> None:
    with pytest.raises(ValueError, match="at most 3"):
        odds.dice_law(net, False)


@settings(max_examples=60, deadline=None)
@given(THROWS)
def test_every_option_is_the_rule_over_the_dice(t: odds.Throw) -> None:
    """The rule judges each throw; the player takes the +2 only to make a success of a failure that is no critical."""
    weights: Counter[tuple[object, bool]] = Counter()
    for (total, critical), w in odds.dice_law(t.net, t.options.exploding).weights.items():
        plain = judge(total, t.bonus, t.difficulty, critical, t.options, t.bounds)
        taken = (
            t.options.corruption
            and not plain.passed
            and not plain.critical
            and total + t.bonus + 2 >= t.difficulty
        )
        weights[judge(total + 2 * taken, t.bonus, t.difficulty, critical, t.options, t.bounds), taken] += w
    law = odds.throw_law(t)
    assert law.law == Law(weights)
    verdicts = [(verdict, Fraction(w, law.law.total)) for (verdict, _), w in law.law.weights.items()]
    assert law.success == sum(p for v, p in verdicts if v.passed)
    assert law.corrupted == Fraction(sum(w for (_, taken), w in weights.items() if taken), weights.total())
    for which in ("success", "failure"):
        assert law.critical(which) == sum(p for v, p in verdicts if v.critical == which)
    assert law.margins.p(lambda row: row[0]) == law.success
    for destiny in ("", "boost", "setback"):
        share = Fraction(sum(destiny_of(face) == destiny for face in range(1, 7)), 6)
        assert law.with_destiny.p((True, destiny)) == law.success * share


@settings(max_examples=40, deadline=None)
@given(THROWS)
def test_a_die_of_bonus_never_hurts(t: odds.Throw) -> None:
    if t.net < 3 and not t.options.critical:
        assert odds.throw_law(t._replace(net=t.net + 1)).success >= odds.throw_law(t).success


def test_the_module_bounds_its_degrees() -> None:
    options = Options(degrees=True)
    wide = odds.throw_law(odds.Throw(7, 12, options, 0, Degrees(frank=7, brilliant=8, net=-8, stinging=-9)))
    assert wide.degrees.rows() == (
        (("", "frank_success"), Fraction(1, 36)),
        (("", "simple_failure"), Fraction(1, 6)),
        (("", "simple_success"), Fraction(29, 36)),
    )


def shown(t: odds.Throw) -> dict[str, Fraction]:
    return {line.label: Fraction(line.numerator, line.denominator) for line in throw_odds(t)}


def test_a_plain_test_shows_its_chance_alone() -> None:
    (line,) = throw_odds(odds.Throw(7, 12))
    assert (line.label, line.numerator, line.denominator, line.main) == ("réussir", 5, 6, True)


def test_each_option_adds_its_lines() -> None:
    found = shown(odds.Throw(9, 15, Options(critical=True, destiny=True, degrees=True, corruption=True)))
    assert found["réussir"] == Fraction(26, 36)
    assert found["réussir, quitte à prendre la corruption"] == Fraction(11, 12)
    assert found["réussite critique"] == found["échec critique"] == Fraction(1, 36)
    assert found["coup de pouce du destin"] == found["revers du destin"] == Fraction(1, 6)
    degrees = [p for label, p in found.items() if label.split()[-1] in DEGREES]
    assert len(degrees) == 6
    assert sum(degrees) == 1


DEGREES = ("éclatante", "franche", "simple", "net", "cuisant")


@pytest.mark.parametrize("net", [-2, 0, 1])
@pytest.mark.parametrize(
    "options", [Options(exploding=True), Options(exploding=True, critical=True, corruption=True)]
)
def test_the_chances_between_two_throws_average_to_those_before_them(net: int, options: Options) -> None:
    """Whatever the first faces, what is told once they are down is what they make of what was told before."""
    test = Throw(bonus=4, difficulty=14, options=options, net=net)
    count, found = KEPT + abs(net), Fraction(0)
    for faces in product(range(1, 7), repeat=count):
        if 6 in faces:
            [line] = again_odds(test, [(face,) for face in faces])
            found += Fraction(line.numerator, line.denominator)
        else:
            chains = [(face,) for face in faces]
            pair = [chains[i][0] for i in kept(chains, net)]
            found += best_of(test, sum(pair), critical_of((pair[0], pair[1])))[0].passed
    assert found / 6**count == throw_law(test).success
