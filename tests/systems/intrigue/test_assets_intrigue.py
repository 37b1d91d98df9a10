"""Assets written down, at creation and by growth: bonuses, descriptors, limits, heritages (ITG-02, ITG-73)."""

from __future__ import annotations

from typing import Any

import pytest

from paravent.core.cast import eyes_of
from paravent.core.domains import Text
from paravent.core.sheet import Scores
from paravent.systems.intrigue import SYSTEM, assets
from paravent.systems.intrigue import commands as co
from paravent.systems.intrigue import episode_commands as ep
from paravent.systems.intrigue.pack import default_pack
from paravent.systems.intrigue.sheet_model import Trait
from paravent.systems.intrigue.weighing import SIZES
from play import LEA, MAUD, NOE, ZOE, Play, refused
from systems.intrigue.itg_table import act, last_roll, of, picks, player, world

A_DIE = "Un D6 de plus quand tu parles."
SHARED = "Le plus gros dé d’une pile de Stress contre toi baisse d’un cran."
"""Two distinctions of the pack have this bonus: free as the first of one, for a point as the second of another."""


def own(*gains: str, die: int = 12) -> Trait:
    return assets.distinction(default_pack(), "x", assets.OWN, "Rancunier", die, *gains)


def test_the_words_of_a_bonus_of_the_pack_are_that_bonus_whole() -> None:
    """ITG-02, ITG-36: its effect, its cost, its points; other words are for the table to apply."""
    first, second, third = own(
        A_DIE, "Tu n’oublies aucun visage, et on le sait.", "Tu relances un de tes dés."
    ).boosts
    assert (first.effect, first.size, first.points) == ("die", 6, 0)
    assert (second.effect, second.cost, second.points) == ("text", "", 0)
    assert (third.effect, third.points) == ("reroll", 1)


@pytest.mark.parametrize(("rank", "points"), [(0, 0), (1, 1), (2, 0)])
def test_words_shared_by_two_bonuses_are_those_that_open_at_the_same_size(rank: int, points: int) -> None:
    """ITG-02: else the first that the pack names."""
    gains = ["", "", ""]
    gains[rank] = SHARED
    assert own(*gains).boosts[rank].points == points


def test_three_places_are_kept_whatever_is_written() -> None:
    """ITG-02: each opens at its size, an empty one never does anything."""
    t = own("", "", A_DIE)
    assert [b.gain for b in t.boosts] == ["", "", A_DIE]
    opened = {die: [b.gain for b in own("", "", A_DIE, die=die).open_boosts() if b.gain] for die in SIZES}
    assert opened == {4: [], 6: [], 8: [], 10: [], 12: [A_DIE]}


def test_a_model_says_its_bonuses_whatever_is_written_beside_it() -> None:
    """ITG-02."""
    t = assets.distinction(default_pack(), "x", "vicieux", "", 8, A_DIE, "", "")
    assert [b.effect for b in t.boosts] == ["stress_die", "stress_step", "stress_reroll"]


def test_an_empty_place_is_not_offered() -> None:
    """ITG-02, ITG-36: and one not open yet neither."""
    play = Play(SYSTEM)
    lea = player(
        play, LEA, "Ulla", distinctions=(("", "Rancunier", 8, "", A_DIE, "Tu gardes un dé de plus."),)
    )
    noe = player(play, NOE, "Villon")
    act(play, LEA, lea, noe, 3, 4, keep=False)
    mine = of(play, lea).of("distinction")[0].id
    for rank in (0, 2):
        assert refused(play, LEA, co.Activate(f"{mine}#{rank}", "")).field == "boost"
    play.act(LEA, co.Activate(f"{mine}#1", ""), dice=[(6,)])
    assert last_roll(play).total == 10


@pytest.mark.parametrize("model", ["canne", ""])
def test_gear_serves_for_a_point_and_has_the_limit_of_all_gear(model: str) -> None:
    """ITG-02: with a model that names no bonus too."""
    t = assets.gear(default_pack(), "x", model, "", 6, "")
    assert (t.boosts, t.limit) == ((assets.BY_A_POINT,), assets.GEAR_LIMIT)


def test_an_ability_may_be_of_no_heritage() -> None:
    """ITG-02, ITG-73."""
    play = Play(SYSTEM)
    abilities = (("ombre", "", 6, "", "", ""), ("voix", "", 6, "", "", assets.APART))
    lea = player(play, LEA, "Ulla", abilities=abilities, heritage=("Lignée des veilleurs", 8))
    assert [t.heritage for t in of(play, lea).of("ability")] == ["Lignée des veilleurs", ""]


def aiming(**more: Any) -> tuple[Play, Any]:
    """Her growth, the episode being over."""
    play = Play(SYSTEM)
    lea = player(play, LEA, "Ulla", **more)
    player(play, NOE, "Villon")
    play.act(MAUD, co.SetStress(lea, 0, 6, "hier"))
    play.act(MAUD, ep.EndEpisode())
    return play, lea


@pytest.mark.parametrize(("link", "mine"), [(assets.LINKED, (6, 8)), (assets.APART, (6,))])
def test_a_new_ability_is_described_and_its_heritage_thrown(link: str, mine: tuple[int, ...]) -> None:
    """ITG-02, ITG-73, ITG-74: before any die falls, for the heritage is one of them."""
    play, lea = aiming(heritage=("Lignée des veilleurs", 8))
    play.act(LEA, ep.Grow("new:ability"))
    told = ep.Describe("Lire les braises", descriptor="Le feu", limit="Jamais sous la pluie", heritage=link)
    play.act(LEA, told, dice=[(1, 1), mine])
    t = of(play, lea).of("ability")[0]
    assert (t.name, t.die, t.descriptor, t.limit) == ("Lire les braises", 4, "Le feu", "Jamais sous la pluie")
    assert t.heritage == ("" if link else "Lignée des veilleurs")


def test_a_new_distinction_has_its_three_bonuses() -> None:
    """ITG-02, ITG-73."""
    play, lea = aiming()
    play.act(LEA, ep.Grow("new:distinction"))
    told = ep.Describe("Rancunier", at4=A_DIE, at8="Tu gardes un dé de plus.")
    play.act(LEA, told, dice=[(1, 1), (6,)])
    assert [b.effect for b in of(play, lea).of("distinction")[0].boosts] == ["die", "keep", "text"]


def test_what_is_new_may_come_with_a_model() -> None:
    """ITG-73."""
    play, lea = aiming()
    play.act(LEA, ep.Grow("new:distinction"))
    play.act(LEA, ep.Describe("", model="memoire"), dice=[(1, 1), (6,)])
    assert of(play, lea).of("distinction")[0].name == "Mémoire des papiers"


def test_a_new_location_has_two_specialties_and_a_relationship_a_statement() -> None:
    """ITG-01, ITG-03, ITG-73: neither is left empty, and another choice may still be made."""
    play, lea = aiming()
    play.act(LEA, ep.Grow("new:relationship"))
    assert refused(play, LEA, ep.Describe("Le passeur", text="")).field == "text"
    play.act(LEA, ep.Grow("new:location"))
    assert refused(play, LEA, ep.Describe("Le bac", first="Traverser", second="")).field == "second"
    play.act(LEA, ep.Describe("Le bac", first="Traverser", second="Attendre"), dice=[(1, 1), (6,)])
    place = world(play).resources[-1]
    assert (place.owner, place.die, place.specialties) == (lea, 4, ("Traverser", "Attendre"))


def test_giving_up_before_it_is_described_keeps_the_pool() -> None:
    """ITG-74: only a growth that was tried empties it."""
    play, lea = aiming()
    play.act(MAUD, co.SetStress(lea, 0, 0, "elle a dormi"))
    play.act(LEA, ep.Grow("new:gear"))
    play.act(LEA, ep.GiveUp())
    assert of(play, lea).growth == (6,)


VOICE = ("voix", "", 6, "", "", "")


def test_an_ability_serves_for_a_point_without_any_roll() -> None:
    """ITG-02, ITG-36, ITG-38, ITG-48: the game masters are paid; in a contest with a player, that player."""
    play = Play(SYSTEM)
    lea, noe = player(play, LEA, "Ulla", abilities=(VOICE,)), player(play, NOE, "Villon")
    use = co.UseAsset(f"{of(play, lea).of('ability')[0].id}#0")
    assert "pas de Point d’Intrigue" in refused(play, LEA, use).why
    play.act(MAUD, co.SetPoints(lea, 2, "elle arrive"))
    play.act(LEA, use)
    assert (of(play, lea).points, of(play, noe).frozen) == (1, ())
    assert (
        play.texts(NOE)[-1]
        == "Ulla se sert de la voix des morts, pour 1 PI\N{NO-BREAK SPACE}: Une réponse vraie."
    )
    act(play, LEA, lea, noe, 3, 4)
    play.act(LEA, use)
    assert (of(play, lea).points, of(play, noe).frozen[0][1]) == (0, 1)


def test_bonuses_that_bear_on_dice_wait_for_dice() -> None:
    """ITG-36, ITG-49: only those that are words alone are used besides a roll, and only when they are open."""
    play = Play(SYSTEM)
    player(
        play, LEA, "Ulla", distinctions=(("impassible", "", 8, "", "", ""), ("repartie", "", 12, "", "", ""))
    )
    assert not any(o.command is co.UseAsset for w in play.asked(LEA).values() for o in w.offers)
    other = player(play, NOE, "Villon", distinctions=(("impassible", "", 12, "", "", ""),))
    mine = of(play, other).of("distinction")[0].id
    assert refused(play, NOE, co.UseAsset(f"{mine}#0")).field == "boost"
    play.act(NOE, co.UseAsset(f"{mine}#2"))
    assert "Personne ne sait ce que tu ressens" in play.texts(LEA)[-1]


def test_a_die_kept_more_is_no_use_to_an_aid_nor_where_all_are_kept() -> None:
    """ITG-33, ITG-36, ITG-50: nothing is paid for nothing."""
    play = Play(SYSTEM)
    keeps = (("", "Tenace", 8, "Tu gardes un dé de plus.", "", ""),)
    lea, noe, zoe = (
        player(play, seat, name, distinctions=keeps)
        for seat, name in ((LEA, "Ulla"), (NOE, "Villon"), (ZOE, "Baudouin"))
    )
    for actor in (lea, zoe):
        play.act(MAUD, co.SetPoints(actor, 3, "pour voir"))
    boost = {actor: f"{of(play, actor).of('distinction')[0].id}#0" for actor in (lea, zoe)}
    act(play, LEA, lea, noe, 3, 4, keep=False)
    assert "déjà gardés" in refused(play, LEA, co.Activate(boost[lea], "")).why
    play.act(ZOE, co.Aid(last_roll(play).id, picks(play, zoe), 0), dice=[(2, 7)])
    assert "ITG-50" in refused(play, ZOE, co.Activate(boost[zoe], "")).why


def test_every_bonus_of_the_pack_may_be_written() -> None:
    """ITG-02: as an idea of the form, within its length; once written, it is that bonus."""
    pack = default_pack()
    for rank, (_, label, text) in enumerate(assets.bonus_fields(pack)):
        assert isinstance(text, Text)
        assert label == f"Bonus à D{(4, 8, 12)[rank]}"
        for m in pack.distinctions:
            b = m.boosts[rank]
            assert b.gain in text.ideas
            assert text.why_not(b.gain) is None
            found = assets.bonus_of(pack, b.gain, rank)
            assert (found.effect, found.size) == (b.effect.sort, b.effect.size)


def test_the_sheet_says_what_the_table_applies_and_skips_empty_places() -> None:
    """ITG-02, ITG-36."""
    play = Play(SYSTEM)
    lea = player(play, LEA, "Ulla", distinctions=(("", "Rancunier", 12, "", "On te craint.", A_DIE),))
    found = SYSTEM.sheet(world(play), lea, eyes_of(play.game.core, LEA))
    assert found is not None
    (told,) = (b.rows[0].cells[2] for b in found.blocks if isinstance(b, Scores) and b.title == "Traits")
    nbsp = "\N{NO-BREAK SPACE}"
    assert told == (
        f"D8{nbsp}: On te craint (appliqué à la main). "
        f"D12{nbsp}: Un D6 de plus quand tu parles (ta complication suivante est une parole de trop)."
    )
