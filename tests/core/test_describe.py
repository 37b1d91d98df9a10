"""Questions as plain JSON: their French labels."""

from __future__ import annotations

from paravent.core import commands as co
from paravent.core.describe import describe_offer, lexicon_of
from paravent.core.domains import Text, Whole
from paravent.core.offers import Offer, offer
from paravent.core.system import Lexicon
from paravent.core.values import value

OWN = lexicon_of(Lexicon(fields={"text": "Vision", "Heal.count": "Combien de cartes"}))


@value
class Dream:
    text: str


@value
class Heal:
    count: int


def labels(o: Offer) -> list[str]:
    return [f["label"] for f in describe_offer(o, OWN)["fields"]]


def test_a_system_words_its_own_fields() -> None:
    assert labels(offer(Dream, "TOY-01", text=Text(20))) == ["Vision"]
    assert labels(offer(Heal, "TOY-01", count=Whole(1, 3))) == ["Combien de cartes"]


def test_shared_fields_keep_the_shared_words() -> None:
    assert labels(offer(co.Write, "TAB-02", text=Text(20))) == ["Texte"]
    assert labels(offer(co.ThrowDice, "TAB-03", count=Whole(1, 3))) == ["Combien"]
