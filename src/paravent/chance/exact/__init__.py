"""Exact chances of dice, cards and chains: whole weights in, fractions out.

A `Law` says how often each value comes, in whole numbers that are never rounded, rescaled or pruned. Beside it:

- `die`, `sums`, `fold`, `product`: independent draws, and any statistic of them read draw by draw;
- `pool`, `kept`, `kept_total`, `ranked`: the best or the worst of mixed dice, with how many show a face;
- `versus`: numbers thrown against each other;
- `draw`, `hits`, `hands`, `wished`, `waits`: draws without replacement;
- `exploding`, `rerolled`: dice thrown again;
- `Chain`: states in turn, up to their ends;
- `table`: a law line by line, as =, ≤, ≥ and « 1 in so many ».

The standard library is all it needs; `arrays` makes whole tables with numpy where it is installed.

>>> two = die(6) + die(6)
>>> two.p(7), two.at_least(10), two.mean()
(Fraction(1, 6), Fraction(1, 6), Fraction(7, 1))
"""

from paravent.chance.exact.chains import Absorption, Chain
from paravent.chance.exact.decks import draw, hands, hits, waits, wished
from paravent.chance.exact.law import Law, die, fold, product, sums
from paravent.chance.exact.opposed import Versus, versus
from paravent.chance.exact.pools import Tally, kept, kept_total, pool, ranked
from paravent.chance.exact.rerolls import exploding, rerolled
from paravent.chance.exact.table import Line, table

__all__ = [
    "Absorption",
    "Chain",
    "Law",
    "Line",
    "Tally",
    "Versus",
    "die",
    "draw",
    "exploding",
    "fold",
    "hands",
    "hits",
    "kept",
    "kept_total",
    "pool",
    "product",
    "ranked",
    "rerolled",
    "sums",
    "table",
    "versus",
    "waits",
    "wished",
]
