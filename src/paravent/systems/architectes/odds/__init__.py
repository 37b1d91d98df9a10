"""Exact odds of « Les Architectes »: closed forms on plain values, checked against enumeration in the tests."""

from paravent.systems.architectes.odds.alternation import LevelPolicy, duelled_destiny_law
from paravent.systems.architectes.odds.duel import Duelist, DuelLaw, TooManyStates, card_classes, duel_law
from paravent.systems.architectes.odds.exchange import ExchangeLaw, Side, Stance, exchange_law
from paravent.systems.architectes.odds.margin import margin_law
from paravent.systems.architectes.odds.skill import (
    CardLaw,
    Mode,
    Outcome,
    Policy,
    TestLaw,
    destiny_table,
    more_cards_law,
    test_law,
    test_weights,
)
from paravent.systems.architectes.odds.tables import destiny_tables
from paravent.systems.architectes.odds.wounds import WoundLaw, wound_law

__all__ = [
    "CardLaw",
    "DuelLaw",
    "Duelist",
    "ExchangeLaw",
    "LevelPolicy",
    "Mode",
    "Outcome",
    "Policy",
    "Side",
    "Stance",
    "TestLaw",
    "TooManyStates",
    "WoundLaw",
    "card_classes",
    "destiny_table",
    "destiny_tables",
    "duel_law",
    "duelled_destiny_law",
    "exchange_law",
    "margin_law",
    "more_cards_law",
    "test_law",
    "test_weights",
    "wound_law",
]
