"""Playing by forms: what is offered works, what is not teaches, and a thing sent twice counts once."""

from __future__ import annotations

from web.party import CANARY, Party


async def iris(party: Party) -> str:
    view = await party.view("mj")
    return next(str(a["id"]) for a in view["actors"] if a["name"] == "Iris")


async def test_a_test_is_played_by_forms(party: Party) -> None:
    answer = await party.test_of(await iris(party))
    assert answer.status_code == 200
    assert "<html" not in answer.text
    page = await party.lea.get(f"/table/{party.id}")
    assert "Armes blanches" in page.text
    assert 'data-tombe="' not in page.text
    answer = await party.post("lea", "WillDraw", {})
    assert answer.status_code == 200
    assert 'data-tombe="' in answer.text
    view = await party.view("lea")
    assert any(line["data"]["kind"] == "Judged" for line in view["journal"])
    assert not view["world"]["contests"]


async def test_without_scripts_an_answer_leads_back_to_the_table(party: Party) -> None:
    await party.test_of(await iris(party))
    answer = await party.post("lea", "WillDraw", {}, live=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/table/{party.id}")


async def test_a_refusal_teaches_and_changes_nothing(party: Party) -> None:
    before = await party.view("mj")
    answer = await party.test_of(await iris(party), skill="99")
    assert answer.status_code == 422
    assert "La règle en décide autrement" in answer.text
    assert 'href="/regles/ARC-16"' in answer.text
    assert (await party.view("mj"))["journal"] == before["journal"]


async def test_a_stale_answer_shows_the_fresh_view(party: Party) -> None:
    await party.test_of(await iris(party))
    key = (await party.waiting("lea", "WillDraw"))["key"]
    assert (await party.post("lea", "WillDraw", {}, key)).status_code == 200
    other = await party.post("lea", "Discard", {"card": "12"}, key)
    assert other.status_code == 409
    assert "La question a changé" in other.text
    assert 'id="contenu"' in other.text


async def test_the_same_answer_again_counts_once(party: Party) -> None:
    await party.test_of(await iris(party))
    key = (await party.waiting("lea", "WillDraw"))["key"]
    for _ in range(3):
        assert (await party.post("lea", "WillDraw", {}, key)).status_code == 200
    lines = (await party.view("lea"))["journal"]
    assert sum(line["data"]["kind"] == "Judged" for line in lines) == 1


async def test_a_key_serves_its_seat_only(party: Party) -> None:
    key = (await party.waiting("mj", "OpenTest"))["key"]
    answer = await party.post("lea", "OpenTest", {"actor": await iris(party), "skill": "3"}, key)
    assert answer.status_code == 409
    assert not (await party.view("mj"))["world"]["contests"]


async def test_a_long_form_refused_keeps_what_was_typed(party: Party) -> None:
    fields = {"name": "Garde du pont", "hidden": "False", "score": "77", "broken": "False", "destiny": "0"}
    answer = await party.post("mj", "CreateExtra", fields, live=False)
    assert answer.status_code == 422
    assert 'value="Garde du pont"' in answer.text


async def test_real_cards_are_typed_in_order(party: Party) -> None:
    await party.post("lea", "ChooseHand", {"hand": "reel", "once": "False"})
    await party.test_of(await iris(party))
    await party.post("lea", "WillDraw", {})
    page = await party.lea.get(f"/table/{party.id}")
    assert 'name="f.cards.1"' in page.text
    assert "Laisser la table tirer" in page.text
    answer = await party.post("lea", "Draw", {"cards.1": "3"})
    assert answer.status_code == 200
    judged = next(x for x in reversed((await party.view("lea"))["journal"]) if x["data"]["kind"] == "Judged")
    assert (judged["data"]["outcome"], judged["data"]["margin"]) == ("success", 9)


async def test_the_table_may_throw_in_place_of_real_cards(party: Party) -> None:
    await party.post("lea", "ChooseHand", {"hand": "reel", "once": "False"})
    await party.test_of(await iris(party))
    await party.post("lea", "WillDraw", {})
    key = (await party.waiting("lea", "Draw"))["key"]
    assert (await party.post("lea", "LetTableThrow", {}, key)).status_code == 200
    assert not (await party.view("lea"))["world"]["contests"]


async def test_where_dice_are_always_real_the_table_throws_for_nobody(party: Party) -> None:
    await party.post("mj", "SetOption", {"choice": "hasard=reel"})
    await party.test_of(await iris(party))
    await party.post("lea", "WillDraw", {})
    for who in ("lea", "mj"):
        waiting = await party.waiting(who, "Draw")
        assert (waiting["chance"], waiting["by_table"]) == (True, False)
    page = await party.lea.get(f"/table/{party.id}")
    assert 'name="f.cards.1"' in page.text
    assert "Laisser la table tirer" not in page.text
    refused = await party.post("lea", "LetTableThrow", {}, waiting["key"])
    assert refused.status_code == 409
    refused = await party.post("lea", "LetTableThrow", {}, (await party.waiting("lea", "Draw"))["key"])
    assert refused.status_code == 422
    assert "TAB-03" in refused.text
    assert (await party.post("lea", "Draw", {"cards.1": "3"})).status_code == 200


async def test_hidden_names_reach_no_player(party: Party) -> None:
    assert CANARY in (await party.gm.get(f"/table/{party.id}")).text
    view = await party.view("mj")
    canary = next(a["id"] for a in view["actors"] if a["name"] == CANARY)
    await party.test_of(canary, "gm")
    judged = [x for x in (await party.view("mj"))["journal"] if x["data"]["kind"] == "Judged"]
    assert judged[-1]["secret"]
    routes = ("", "/preuve", "/export.json", "/geste?question=x&commande=y", f"/fiche/{canary}.pdf")
    for route in routes:
        answer = await party.lea.get(f"/table/{party.id}{route}")
        assert answer.status_code < 500
        assert CANARY not in answer.text
        assert route.startswith("/fiche") or canary not in answer.text
    token = {"Authorization": f"Bearer {party.tokens['lea']}"}
    for route in ("vue", "attentes", "export"):
        answer = await party.lea.get(f"/api/tables/{party.id}/{route}", headers=token)
        assert answer.status_code == 200
        assert CANARY not in answer.text
        assert canary not in answer.text


EVIL = "<script>alert(1)</script>\"'&"


async def test_nothing_typed_becomes_markup(party: Party) -> None:
    await party.post("mj", "RenameTable", {"name": EVIL})
    await party.post("lea", "Write", {"text": EVIL, "to": "tous"})
    seat = (await party.view("lea"))["me"]["seat"]
    await party.post("mj", "RenameSeat", {"seat": seat, "name": EVIL})
    await party.post("mj", "OpenSession", {})
    await party.post("mj", "OpenScene", {"title": EVIL, "text": EVIL})
    for client in (party.gm, party.lea):
        for route in ("", "/preuve"):
            page = await client.get(f"/table/{party.id}{route}")
            assert page.status_code == 200
            assert "<script>alert" not in page.text
            assert "&lt;script&gt;alert" in page.text


async def test_whoever_is_unconscious_reads_it_where_their_turn_would_be(party: Party) -> None:
    actor = (await party.view("lea"))["me"]["actors"][0]
    assert "Rien ne t’attend" in (await party.lea.get(f"/table/{party.id}")).text
    await party.post("mj", "Inflict", {"actor": actor, "damage": 9, "why": ""})
    page = (await party.lea.get(f"/table/{party.id}")).text
    assert "sans connaissance" in page[page.index('id="a-toi"') :]
    assert "Rien ne t’attend" not in page
