"""What is made of packs is kept, within bounds."""

from __future__ import annotations

from dataclasses import dataclass

from paravent.core.packs import MADE_FROM, of_pack


@dataclass(frozen=True)
class Game:
    pack: str


def test_what_is_made_of_long_packs_is_let_go_of() -> None:
    made: list[str] = []

    @of_pack
    def first(game: Game) -> str:
        made.append(game.pack[:1])
        return game.pack[:1]

    long = MADE_FROM // 4
    a, *others = (Game(letter * long) for letter in "abcde")
    assert [first(a), first(a)] == ["a", "a"]
    assert made == ["a"]
    for game in others:
        first(game)
    first(others[-1])
    assert made == ["a", "b", "c", "d", "e"]
    first(a)
    assert made[-1] == "a"
