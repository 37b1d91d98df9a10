"""The screens of play: a desk under headings, cards to pick or to name, creation with its advice."""

from __future__ import annotations

import re
from html import unescape

from web.party import Party, Server

BUTTON = r'<button class="action[^"]*" id="[^"]*" type="submit" name="f\.ease" value="(\w+)">'


async def page(party: Party, who: str) -> str:
    client = party.gm if who == "mj" else party.lea
    return unescape((await client.get(f"/table/{party.id}")).text)


async def actor(party: Party, name: str) -> str:
    return next(str(a["id"]) for a in (await party.view("mj"))["actors"] if a["name"] == name)


async def test_the_desk_stands_under_headings_with_a_test_at_hand(party: Party) -> None:
    html = await page(party, "mj")
    headings = re.findall(r'<details class="desk" id="bureau-\w+"[^>]*><summary>([^<]+)</summary>', html)
    assert headings[:3] == ["Jouer", "Personnages", "Destin"]
    assert headings.index("Temps") < headings.index("Corrections") < headings.index("Annuler")
    assert "Autres gestes" not in headings
    # Three touches: who, the skill, and the difficulty, which sends.
    form = html[html.index('name="command" value="OpenTest"') :]
    form = form[: form.index("</form>")]
    assert re.findall(BUTTON, form) == ["normal", "easy", "hard"]
    assert len(re.findall(r'type="radio"[^>]*name="f\.skill"', form)) == 22


async def test_a_button_that_answers_is_the_last_field(party: Party) -> None:
    iris = await actor(party, "Iris")
    asked = {"actor": iris, "skill": "12", "secrecy": "table", "ease": "hard"}
    assert (await party.post("mj", "OpenTest", asked)).status_code == 200
    html = await page(party, "lea")
    assert "Difficile\N{NO-BREAK SPACE}:" in html or "Difficile :" in html
    # The chance stands beside the choice it is the chance of, and the card beside the one that plays it.
    button = html[html.index('value="WillDraw"') :]
    assert re.search(r"Réussir\s*:\s*\d+\s*%", button[: button.index("</form>")])
    discard = html[html.index('value="Discard"') :]
    assert "card--own" in discard[: discard.index("</form>")]


async def test_real_cards_are_picked_or_called_by_name(party: Party) -> None:
    await party.post("lea", "ChooseHand", {"hand": "reel", "once": "False"})
    await party.test_of(await actor(party, "Iris"))
    await party.post("lea", "WillDraw", {})
    html = await page(party, "lea")
    assert len(re.findall(r'type="radio"[^>]*name="f\.cards\.1"', html)) == 22
    assert 'inputmode="numeric"' in html
    refused = await party.post("lea", "Draw", {"cards.1": "la Tour de Babel"})
    assert refused.status_code == 422
    assert 'value="la Tour de Babel"' not in refused.text
    answer = await party.post("lea", "Draw", {"cards.1": "la tempérance"})
    assert answer.status_code == 200
    told = [line["text"] for line in (await party.view("lea"))["journal"]]
    assert "Iris tire Tempérance (14)." in told


async def test_a_player_s_throw_is_not_asked_of_the_game_master_unless_they_are_away(party: Party) -> None:
    await party.post("lea", "ChooseHand", {"hand": "reel", "once": "False"})
    await party.test_of(await actor(party, "Iris"))
    await party.post("lea", "WillDraw", {})
    html = await page(party, "mj")
    assert '<p class="eyebrow" id="a-toi-titre">En ce moment</p>' in html
    assert re.search(r'<details class="others" id="pour-[^"]+"><summary>Saisir pour Léa</summary>', html)
    assert "On attend Iris" in re.sub(r"<[^>]+>", "", html)
    lea = next(s["id"] for s in (await party.view("mj"))["seats"] if s["name"] == "Léa")
    await party.post("mj", "MarkAbsent", {"seat": lea, "absent": "True"})
    html = await page(party, "mj")
    assert '<p class="eyebrow" id="a-toi-titre">À toi</p>' in html
    assert "Saisir pour" not in html
    assert (await party.post("mj", "Draw", {"cards.1": "3"})).status_code == 200


async def test_what_the_table_draws_is_drawn_by_nobody(party: Party) -> None:
    await party.test_of(await actor(party, "Iris"))
    await party.post("lea", "WillDraw", {})
    html = await page(party, "mj")
    assert re.search(r"Iris tire [^<]+</p>\s*<p class=\"log-line__meta\">Tiré par la table · ", html)


async def test_a_proposed_character_is_waited_for_in_words(server: Server) -> None:
    async with server.browser() as gm, server.browser() as lea:
        made = await gm.post(
            "/tables",
            data={"systeme": "architectes", "nom": "Le pont", "pseudo": "Maud"},
            follow_redirects=True,
        )
        link = re.search(r'value="http://localhost(/lien/[^"]+)"', made.text)
        assert link
        table = re.search(r"/table/\w+", str(made.url))
        assert table
        await lea.post(link[1], data={"nom": "Léa"})
        key = re.search(r"question=(\w+)&amp;commande=ProposeCharacter", (await lea.get(table[0])).text)
        assert key
        form = {"key": key[1], "command": "ProposeCharacter", "f.name": "Le Guet"}
        assert (await lea.post(f"{table[0]}/geste", data=form, follow_redirects=True)).status_code == 200
        html = unescape((await lea.get(table[0])).text)
        assert "Le Guet : on attend l’accord de la meneuse." in html
        assert "La feuille du Guet est écrite." in html
        # At a table of one character, the desk still opens on the test.
        html = (await gm.get(table[0])).text
        key = re.search(
            r'name="key" value="(\w+)"><input type="hidden" name="command" value="AcceptActor"', html
        )
        assert key
        await gm.post(f"{table[0]}/geste", data={"key": key[1], "command": "AcceptActor"})
        assert '<section class="desk__first' in (await gm.get(table[0])).text


async def test_creation_says_what_each_skill_is_and_what_suits_a_profession(party: Party) -> None:
    asked = await party.waiting("mj", "CreateReadyMade")
    url = f"/table/{party.id}/geste?question={asked['key']}&commande=CreateReadyMade"
    html = unescape((await party.gm.get(url)).text)
    assert "XX, Le Jugement" in html
    assert "Le Mat (l’Excuse)" in html
    assert "Excuse, Le Mat" not in html
    assert "Soigner, diagnostiquer" in html
    assert re.search(
        r"<dt>Médecin, infirmière</dt><dd>pense à Médecine, Volonté, Science, Santé mentale</dd>", html
    )
    assert "Tirer le reste au sort" in html
    assert html.index("Arcanes majeurs") < html.index("Personnalité"), "what may stay blank comes last"


async def test_each_system_brings_its_accent_and_its_emblem(server: Server) -> None:
    async with server.browser() as anyone:
        css = await anyone.get("/systemes.css")
        assert css.headers["content-type"].startswith("text/css")
        assert '[data-systeme="architectes"]' in css.text
        assert (await anyone.get("/")).text.count('class="emblem"') >= 2
