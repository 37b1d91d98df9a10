"""Where two rules meet: cards in the air, deaths in between, secrets, words of the table."""

from __future__ import annotations

from paravent.core import commands as shared
from paravent.systems.architectes import commands as co
from paravent.systems.architectes.broken_line import ToAllow
from paravent.systems.architectes.contest import ToBuy, ToDeclare
from play import LEA, MAUD, refused
from systems.architectes.arc_table import IN_ORDER, Table, scores


def test_no_discard_is_allowed_while_a_blow_is_in_the_air(table: Table) -> None:
    lea = table.player(LEA, "Léa")
    table.only(lea, 9)
    table.do(LEA, co.ProposeDiscard(9, "traverser le désert"))
    table.gm(co.Inflict(lea, 1, "chute"))
    refusal = refused(table, MAUD, co.AllowDiscard())
    assert (refusal.rule, refusal.why) == ("ARC-42", "il faut d’abord tirer les cartes perdues ou rendues")
    # The card falls, the character dies, once; the proposal lapses.
    assert [x.kind for x in table.cards(lea, 9)] == ["Wounded", "Died", "DiscardLapsed"]


def test_a_discard_waits_for_cards_given_back(table: Table) -> None:
    lea = table.player(LEA, "Léa")
    table.only(lea, 9, 10)
    table.do(LEA, co.ProposeDiscard(9, "traverser le désert"))
    table.gm(co.HealAtRandom(lea, 1))
    assert refused(table, MAUD, co.AllowDiscard()).rule == "ARC-42"
    table.cards(lea, 3)
    table.speak(ToAllow, lea, co.AllowDiscard())
    assert table.character(lea).deck == (3, 10)


def test_what_is_in_the_air_over_the_dead_falls_on_nothing(table: Table) -> None:
    """A blow begun while its character was hidden, another once it has shown itself."""
    foe = table.extra("Ombre", hidden=True, removed=tuple(range(3, 23)))
    table.gm(co.Inflict(foe, 2, "dans l’ombre"))
    table.gm(shared.RevealActor(foe))
    table.gm(co.Inflict(foe, 2, "en pleine lumière"))
    first, second = (w for w in table.waitings() if type(w.topic).__name__ == "ToLoseCards")
    facts = table.gm(co.LoseCards((2, 1)), second.topic)
    assert [x.kind for x in facts] == ["Wounded", "Died", "Wounded"]
    assert facts[-1].cards == ()
    assert facts[-1].procedure == first.topic.blow
    assert not table.world.blows
    assert not table.held()


def test_the_dead_get_nothing_back_at_random(table: Table) -> None:
    foe = table.extra("Ombre", hidden=True, removed=tuple(range(5, 23)))
    table.gm(co.CorrectDeck(foe, (3, 4), "mise en place"))
    table.gm(co.HealAtRandom(foe, 2))
    table.gm(shared.RevealActor(foe))
    table.gm(co.Inflict(foe, 2, ""))
    (blow,) = (w for w in table.waitings() if type(w.topic).__name__ == "ToLoseCards")
    table.gm(co.LoseCards((1, 2)), blow.topic)
    dead = table.character(foe)
    assert (dead.dead, dead.deck, table.world.healings) == (True, (), ())


def test_a_point_spent_by_someone_who_dies_before_its_card_stays_spent(table: Table) -> None:
    lea = table.player(LEA, "Léa", destiny=2)
    table.do(LEA, shared.ShareSheet(lea, False))
    table.only(lea, 20, 21)
    table.test(lea, 8, secrecy="shared")
    table.draw(lea, 20)
    table.speak(ToBuy, lea, co.Buy())
    table.gm(co.Inflict(lea, 2, ""))
    (blow,) = (w for w in table.waitings() if type(w.topic).__name__ == "ToLoseCards")
    facts = [x.kind for x in table.gm(co.LoseCards((20, 21)), blow.topic)]
    assert facts == ["Wounded", "Died", "Passed", "Judged", "ContestClosed"]
    assert table.character(lea).destiny == 1
    assert not table.held()


def test_a_test_shared_in_secret_is_drawn_when_its_player_chooses(table: Table) -> None:
    lea = table.player(LEA, "Léa")
    table.test(lea, 8, secrecy="shared")
    assert table.held() == ["ToDeclare"]
    refusal = refused(table, LEA, co.Discard(8))
    assert refusal.rule == "ARC-24"
    assert "pas de défausse en secret" in refusal.why
    assert table.prompt(ToDeclare, lea).endswith("À toi de tirer.")


def test_refusals_say_the_table_s_own_word_for_a_session(table: Table) -> None:
    table.player(LEA, "Léa", IN_ORDER, destiny=1)
    assert "en fin de séance" in refused(table, LEA, co.Climb(8)).why
    table.gm(shared.ChooseWords("le MJ", "épisode"))
    assert "en fin d’épisode" in refused(table, LEA, co.Climb(8)).why
    assert "pas d’épisode" in refused(table, MAUD, co.AwardDestiny((1,))).why
    table.gm(shared.OpenSession())
    assert "clore l’épisode" in refused(table, MAUD, co.AwardDestiny((1,))).why
    table.gm(shared.CloseSession())
    table.gm(co.AwardDestiny((1,)))
    table.do(LEA, co.Climb(8))
    assert "entre deux épisodes" in refused(table, LEA, co.Climb(8)).why


def test_before_a_purchase_one_is_told_of_each_card_that_counts(table: Table) -> None:
    lea = table.player(LEA, "Léa", scores(c20=3), destiny=3)
    table.test(lea, 20, "hard")
    table.draw(lea, 12, 16)
    told = "Léa a la Maison Dieu (16), pour un score de 3\N{NO-BREAK SPACE}: raté de 13."
    assert table.prompt(ToBuy, lea).startswith(told)
    table.buy(lea, 5)
    told = "Léa a la Maison Dieu (16) et le Pape (5), pour un score de 3\N{NO-BREAK SPACE}: raté de 2."
    assert table.prompt(ToBuy, lea).startswith(told)
    table.buy(lea, 20)
    assert "(16), le Pape (5) et le Jugement (20)" in table.prompt(ToBuy, lea)
    assert "réussite critique, marge −2" in table.prompt(ToBuy, lea)
