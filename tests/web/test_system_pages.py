"""Pages of a table's system: the same door as all others, one answer for what is not there."""

from __future__ import annotations

from paravent.web.system_pages import is_page
from web.party import HOST, Party


async def test_nothing_stands_at_an_address_that_no_system_gives(party: Party) -> None:
    async with party.server.browser() as stranger:
        nobody = await stranger.get(f"/table/{party.id}/force/x")
        elsewhere = await stranger.get(f"/table/{party.id}/bureau/x")
    assert nobody.status_code == elsewhere.status_code == 404
    assert nobody.text == elsewhere.text
    for address in ("force/x", "force.toml/x", "x/y", "__init__/x", "en_jeu/x"):
        for seat in (party.gm, party.lea):
            found = await seat.get(f"{HOST}/table/{party.id}/{address}")
            assert found.status_code == 404


def test_an_answer_comes_back_to_a_page_of_its_own_system_only() -> None:
    assert is_page("forces", "force/f0123")
    assert is_page("forces", "force/f0123#geste-AddVertex")
    for address in (
        "force",
        "force/",
        "//mal.example/x",
        "force/x/y",
        "force/x?y",
        "force/../x",
        "export.json/x",
    ):
        assert not is_page("forces", address)
    assert not is_page("architectes", "force/f0123")
    assert not is_page("inconnu", "force/f0123")
