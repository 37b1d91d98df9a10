"""What the siege must know of each system: how a character is proposed, and what its rules conserve."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Step = tuple[str, Mapping[str, Any]]

SHEETS: Mapping[str, tuple[Step, ...]] = {
    "architectes": (("ProposeCharacter", {"scores": list(range(1, 23))}),),
    "intentions": (
        (
            "ProposeCharacter",
            {
                "skills": [{"choice": "athletisme", "words": ""}, {"choice": "perspicacite", "words": ""}],
                "knowledge": {"choice": "Les plantes", "words": ""},
            },
        ),
    ),
    "departement_m": (("ProposeAgent", {"focuses": ["La Seine"]}),),
    "forces": (
        ("ChooseAspects", {}),
        ("SharePoints", {"aptitudes": [7, 7, 4, 3, 2], "subs": [10, 7, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]}),
    ),
    "intrigue": (
        (
            "ProposeCharacter",
            {
                "values": {
                    v: {"die": "6", "statement": "cela compte"}
                    for v in ("devoir", "gloire", "justice", "amour", "pouvoir", "verite")
                },
                "relationships": [{"who": "Villon", "die": "8", "statement": "trop vieux pour régner"}],
            },
        ),
    ),
}
"""How a player's character is proposed in each system, step by step, with what has no plainest value."""


def _cards_kept(world: Any) -> None:
    for c in world.characters:
        held = [*c.deck, *c.lost]
        assert len(set(held)) == len(held), c
        assert set(held) <= set(range(1, 23)), c
        assert c.extra or not c.ready or len(held) == 22, c
        assert c.destiny >= 0, c
        assert all(0 <= s <= 22 for s in c.scores), c
    for contest in world.contests:
        for side in contest.sides:
            assert len(set(side.drawn)) == len(side.drawn), contest


def _counters_bounded(world: Any) -> None:
    assert len({c.id for c in world.counters}) == len(world.counters)
    for c in world.counters:
        assert c.sort != "plain" or c.low - 1 <= c.value <= c.high + 1, c
        assert c.sort != "endurance" or 0 <= c.value <= c.start, c
        assert c.value >= 0, c
        assert not c.actor or world.find(c.actor), c
    for c in world.characters:
        assert 0 <= c.heroism_used <= 40, c
        assert all(0 <= s.bonus <= 2 for s in c.skills), c


def _pools_kept(world: Any) -> None:
    """Nobody ever owes a point."""
    pools = [p for p in dir(world) if type(getattr(world, p)) is int]
    assert len(pools) >= 2
    assert all(getattr(world, p) >= 0 for p in pools), world
    for c in world.characters:
        assert all(v >= 0 for v in (getattr(c, n) for n in c.__slots__) if type(v) is int), c


def _worlds_bounded(world: Any) -> None:
    assert all(1 <= f.power <= 10 for f in world.forces)
    assert all(r.value >= 0 for r in world.resources)
    for c in world.characters:
        assert 0 <= c.stress <= 10, c
        assert 0 <= c.corruption <= 10, c
        assert min(c.aptitude_points, c.sub_points) >= 0, c


def _points_kept(world: Any) -> None:
    assert len(world.pool) >= 2
    assert set(world.pool) <= {4, 6, 8, 10, 12}
    for c in world.characters:
        assert c.points >= 0, c
        assert all(n > 0 for _, n in c.frozen), c
        assert set(c.stress) <= {0, 4, 6, 8, 10, 12}, c
    assert all(0 <= r.left <= 2 for r in world.resources)


SOUND: Mapping[str, Callable[[Any], None]] = {
    "architectes": _cards_kept,
    "intentions": _counters_bounded,
    "departement_m": _pools_kept,
    "forces": _worlds_bounded,
    "intrigue": _points_kept,
}
"""What each system conserves, whatever comes."""
