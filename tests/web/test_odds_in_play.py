"""Chances on the pages of a table, before what draws is sent, for whoever may know of them; hidden, they say so."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from typing import Any

import httpx
import pytest

from hostile.each_system import SHEETS
from paravent.core.game import answerable
from paravent.core.values import Who
from paravent.systems.forces.forcepack import write_forces
from paravent.table.raw_fields import filled
from systems.forces.for_table import force
from web.party import HOST, Server
from web.test_what_if import text as text_of

SCRIPTED = {"HX-Request": "true"}


@dataclass
class Seat:
    """Somebody at a table, by the pages and by the API."""

    server: Server
    table: str
    client: httpx.AsyncClient
    seat: Who
    sent: int = field(default=0)

    async def view(self) -> dict[str, Any]:
        return await self.server.tables.view(self.table, self.seat)

    async def waiting(self, command: str, **fields: Any) -> dict[str, Any]:
        """The question that this command answers, about whom `fields` name."""
        for w in (await self.view())["waitings"]:
            if any(o["command"] == command and not o["barred"] and _fits(o, fields) for o in w["offers"]):
                found: dict[str, Any] = w
                return found
        raise AssertionError(f"{command} is not offered")

    async def do(self, command: str, **fields: Any) -> None:
        self.sent += 1
        key = (await self.waiting(command, **fields))["key"]
        await self.server.tables.act(self.table, self.seat, key, command, fields, f"c{self.sent}")

    async def do_plainly(self, command: str, **fields: Any) -> None:
        """The same, what is left unsaid taking its plainest value."""
        room = await self.server.tables.room(self.table)
        for w in answerable(room.now, self.seat, room.waitings(self.seat)):
            for o in w.offers:
                if o.command.__name__ == command and not o.barred:
                    await self.do(command, **filled(o, fields, {}))
                    return
        raise AssertionError(f"{command} is not offered")

    async def page(self) -> str:
        answer = await self.client.get(f"/table/{self.table}")
        assert answer.status_code == 200
        return text_of(answer)

    async def tries(self, command: str, **fields: str) -> httpx.Response:
        """The chances of a form as it stands."""
        return await self.asks((await self.waiting(command, **fields))["key"], command, **fields)

    async def asks(self, key: str, command: str, *, live: bool = True, **fields: str) -> httpx.Response:
        form = {"key": key, "command": command, **{f"f.{n}": v for n, v in fields.items()}}
        headers = SCRIPTED if live else {}
        return await self.client.post(f"/table/{self.table}/essai", data=form, headers=headers)


def _fits(o: dict[str, Any], fields: dict[str, Any]) -> bool:
    """Whether an offer has what is chosen among its choices."""
    chosen = ((f, fields.get(f["name"])) for f in o["fields"] if f["domain"] == "one_of")
    return all(v is None or str(v) in {x["id"] for x in f["options"]} for f, v in chosen)


async def seated(server: Server, system: str, *players: str) -> list[Seat]:
    """A game master and players, each with a browser."""
    gm = server.browser()
    made = await gm.post("/tables", data={"systeme": system, "nom": "Les Quais", "pseudo": "Ada"})
    table = made.headers["location"].split("/")[2]
    page = await gm.get(f"/table/{table}/liens")
    link = re.search(r'value="(http://localhost/lien/[^"]+)"', unescape(page.text))
    assert link
    out = [(gm, "")]
    for name in players:
        client = server.browser()
        invitation = link[1].removeprefix(HOST)
        await client.get(invitation)
        joined = await client.post(invitation, data={"nom": name, "command_id": f"j{len(out)}"})
        assert joined.status_code == 303, joined.text
        out.append((client, name))
    seats = []
    for client, _ in out:
        access = await server.tables.access(client.cookies[f"siege-{table}"])
        assert access is not None
        seats.append(Seat(server, table, client, access.seat))
    return seats


async def intrigue(server: Server) -> tuple[Seat, Seat, Seat, str, str]:
    gm, lea, noe = await seated(server, "intrigue", "Léa", "Noé")
    values = {
        v: {"die": "6", "statement": "cela compte"}
        for v in ("devoir", "gloire", "justice", "amour", "pouvoir", "verite")
    }
    for seat, name, die in ((lea, "Aldonse", "8"), (noe, "Villon", "4")):
        bond = {"who": "Margot", "die": die, "statement": "trop vieille pour régner"}
        blank: dict[str, Any] = {n: [] for n in ("distinctions", "abilities", "gear", "resources")}
        await seat.do(
            "ProposeCharacter",
            name=name,
            values=values,
            relationships=[bond],
            heritage={"name": "", "die": "4"},
            text="",
            **blank,
        )
        await gm.do("AcceptActor")
    actors = [str(a["id"]) for a in (await gm.view())["actors"]]
    return gm, lea, noe, actors[0], actors[1]


async def test_the_start_of_an_episode_tells_who_is_likely_to_have_how_many_points(server: Server) -> None:
    """A D8 against a D4, ones worth nothing, levels thrown again: 22 throws of 28 for the first."""
    gm, lea, *_ = await intrigue(server)
    shown = text_of(await gm.tries("SharePoints"))
    assert "79 % de 4 PI pour Aldonse, 21 % de 4 PI pour Villon" in shown
    assert "les égalités relancées" in shown
    assert "Aldonse 4 PI, Villon 2 PI" in shown, "the whole law, as a table"
    # The question is the game masters' alone.
    key = (await gm.waiting("SharePoints"))["key"]
    assert "n’est plus posée" in text_of(await lea.asks(key, "SharePoints"))


async def test_tending_tells_the_healer_s_player_and_nobody_who_may_not_read_the_sheet(
    server: Server,
) -> None:
    gm, lea, noe, aldonse, villon = await intrigue(server)
    await gm.do("SetStress", actor=villon, category="0", die="6", why="pour l’essai")
    await lea.do("ShareSheet", actor=aldonse, public="False")
    asked = {"patient": villon, "category": "0"}
    shown = text_of(await lea.tries("Tend", **asked))
    assert re.search(r"\d+ % de soigner", shown), shown
    assert "avec les plus gros dés d’Aldonse, sans rien acheter" in shown
    # In the air, his player is told of his own dice alone.
    await noe.do("ChooseHand", hand="reel", once="False")
    await lea.do("Tend", **asked)
    assert "Soigner" in await lea.page()
    page = await noe.page()
    assert "Faire 4 ou plus" in page
    assert "Soigner" not in page.replace("Soigner quelqu’un", "").replace("Villon soigne", "")


async def test_each_stress_and_the_dice_that_fall_are_told_on_the_page(server: Server) -> None:
    gm, lea, noe, aldonse, villon = await intrigue(server)
    await gm.do("SetStress", actor=villon, category="0", die="12", why="pour l’essai")
    for seat in (lea, noe):
        await seat.do("ChooseHand", hand="reel", once="False")
    await lea.do(
        "Act",
        against=villon,
        goal="Qu’il parle",
        pool=["t:devoir", *bond(await lea.view(), aldonse)],
        keep="0",
    )
    await lea.do("Roll", faces=[5, 5])
    await lea.do("Settle")
    await noe.do("React", pool=["t:devoir", *bond(await noe.view(), villon)], keep="0")
    await noe.do("Roll", faces=[4, 4])
    await noe.do("Settle")
    page = await lea.page()
    assert re.search(r"D12 ; 100 % de pouvoir faire craquer, .* restant à D12", page), page
    assert re.search(r"vide ; \d+ % .* D6, \d+ % .* D8", page)
    assert "si personne ne change la pile ni ne la relance" in page
    watched = await noe.page()
    assert re.search(r"Aldonse : \d+ % de frapper d’un D6, \d+ % de frapper d’un D8", watched)
    await lea.do("Inflict", category="1")
    page = await lea.page()
    assert "si personne ne la relance" in page
    assert re.search(r"D8 \d+ %", page)


async def test_a_duel_says_that_its_chances_are_hidden(server: Server) -> None:
    """Where those of each answer would stand, and on the page of the answer itself, script or not."""
    gm, lea, noe, aldonse, villon = await intrigue(server)
    await lea.do("ChooseHand", hand="reel", once="False")
    picked = ["t:devoir", *bond(await lea.view(), aldonse)]
    await lea.do("Act", against=villon, goal="Qu’il parle", pool=picked, keep="0")
    await lea.do("Roll", faces=[5, 5])
    await lea.do("Settle")

    async def answering(seat: Seat, command: str) -> str:
        key = (await seat.waiting(command))["key"]
        page = await seat.client.get(f"/table/{seat.table}/geste?question={key}&commande={command}")
        assert page.status_code == 200
        return text_of(page)

    assert "Les chances sont cachées." not in await noe.page() + await answering(noe, "React")
    await gm.do("HideOdds", hidden="True")
    assert (await noe.page()).count("Les chances sont cachées.") == 1
    assert (await answering(noe, "React")).count("Les chances sont cachées.") == 1
    assert "Les chances sont cachées." not in await answering(gm, "CallTest")


def bond(view: dict[str, Any], actor: str) -> list[str]:
    """A character's one relationship, as a pick."""
    found = next(c for c in view["world"]["characters"] if c["actor"] == actor)
    return [f"t:{t['id']}" for t in found["traits"] if t["sort"] == "relationship"]


async def test_a_wound_and_cards_given_back_tell_their_chance_before_they_are_sent(server: Server) -> None:
    gm, lea = await seated(server, "architectes", "Léa")
    await lea.do("ProposeCharacter", name="Iris", identity={}, scores=[str(n) for n in range(1, 23)])
    await gm.do("AcceptActor")
    (iris,) = (str(a["id"]) for a in (await gm.view())["actors"])
    shown = text_of(await gm.tries("Inflict", actor=iris, damage="4", why=""))
    assert "18 % de perdre une carte donnée" in shown
    await gm.do("CorrectDeck", actor=iris, lost=["1", "2", "3", "4", "5"], why="pour l’essai")
    assert "40 % de retrouver une carte donnée" in text_of(
        await gm.tries("HealAtRandom", actor=iris, count="2")
    )
    key = (await gm.waiting("Inflict"))["key"]
    assert "n’est plus posée" in text_of(await lea.asks(key, "Inflict", actor=iris, damage="4", why=""))


async def test_a_milestone_tells_the_game_master_what_it_may_wake(server: Server) -> None:
    gm, lea = await seated(server, "forces", "Léa")
    arrows = [("a", "b", 30, "pleine lune"), ("a", "c", 50, "pleine lune"), ("a", "c", 20, "pleine lune")]
    await gm.do("ImportForces", text=write_forces((force("un", "abc", arrows),)))
    await gm.do("OpenForce")
    shown = text_of(await gm.tries("ReachMilestone", name="pleine lune"))
    assert "30 % d’atteindre « nom b » (Force un), 60 % d’atteindre « nom c » (Force un)" in shown
    assert "Pas de chances à montrer" in text_of(await gm.tries("ReachMilestone", name="autre jalon"))
    # By hand, the draw waits on the game master's page, and on nobody else's.
    await gm.do("ChooseHand", hand="reel", once="False")
    await gm.do("ReachMilestone", name="pleine lune")
    assert "Atteindre « nom c » (Force un) 60 %" in await gm.page()
    view, page = await lea.view(), await lea.page()
    assert "Force un" not in page
    assert "atteindre" not in repr(view)


@pytest.mark.parametrize("system", ["architectes", "departement_m", "forces", "intentions", "intrigue"])
async def test_hidden_chances_are_said_to_be_hidden(server: Server, system: str) -> None:
    """An « Et si » left open, with and without a script; the game master still has theirs (TAB-11)."""
    gm, lea = await seated(server, system, "Léa")
    asked = await until_supposing(gm, lea, system)
    supposes = asked["odds"]["supposes"]
    fields = {
        f["name"]: str(f["usual"]) if f["domain"] == "whole" else f["options"][0]["id"]
        for f in supposes["fields"]
    }
    before = text_of(await lea.asks(asked["key"], "Suppose", **fields))
    assert "%" in before
    assert "Les chances sont cachées" not in before
    page = await lea.page()
    assert "Et si…" in page
    assert "Les chances sont cachées" not in page
    assert await label_of_hiding(gm) == "Cacher les chances"
    await gm.do("HideOdds", hidden="True")
    again = await lea.waiting(asked["offers"][0]["command"])
    assert again["odds"] is None
    assert again["odds_hidden"]
    page = await lea.page()
    assert "Et si…" not in page
    assert page.count("Les chances sont cachées.") == 1
    assert "Les chances sont cachées" not in await gm.page()
    assert await label_of_hiding(gm) == "Montrer les chances"
    shown = text_of(await lea.asks(again["key"], "Suppose", **fields))
    assert shown == "Les chances sont cachées."
    bare = await lea.asks(again["key"], "Suppose", live=False, **fields)
    assert bare.status_code == 403
    assert "Les chances sont cachées." in text_of(bare)
    # What is no longer asked is still told so.
    assert "n’est plus posée" in text_of(await lea.asks("0" * 32, "Suppose", **fields))


async def label_of_hiding(gm: Seat) -> str:
    offers = (await gm.waiting("HideOdds"))["offers"]
    return next(str(o["label"]) for o in offers if o["command"] == "HideOdds")


async def test_whoever_watches_is_told_that_chances_are_hidden(server: Server) -> None:
    gm, lea = await seated(server, "architectes", "Léa")
    links = re.findall(
        r'value="(http://localhost/lien/[^"]+)"', (await gm.client.get(f"/table/{gm.table}/liens")).text
    )
    client = server.browser()
    joined = await client.post(links[1].removeprefix(HOST), data={"nom": "Sam", "command_id": "j9"})
    assert joined.status_code == 303, joined.text
    access = await server.tables.access(client.cookies[f"siege-{gm.table}"])
    assert access is not None
    sam = Seat(server, gm.table, client, access.seat)
    await until_supposing(gm, lea, "architectes")
    assert "% de réussir" in await sam.page()
    await gm.do("HideOdds", hidden="True")
    watched = await sam.page()
    assert "% de réussir" not in watched
    assert watched.count("Les chances sont cachées.") == 1
    await gm.do("HideOdds", hidden="False")
    # Of a sheet that Sam may not read nothing is told, hidden or not.
    await lea.do_plainly("ShareSheet", public="False")
    assert "% de réussir" not in await sam.page()
    await gm.do("HideOdds", hidden="True")
    assert "Les chances sont cachées." not in await sam.page()


async def until_supposing(gm: Seat, lea: Seat, system: str) -> dict[str, Any]:
    """A test of the player's character, until it may be supposed otherwise."""
    for command, fields in SHEETS[system]:
        await lea.do_plainly(command, **fields)
    await gm.do("AcceptActor")
    await gm.do("ChooseHand", hand="reel", once="False")
    await gm.do_plainly("OpenTest" if system == "architectes" else "CallTest")
    if system == "intrigue":
        await gm.do("Roll", faces=[3, 4])
        await gm.do("Settle")
    view = await lea.view()
    found: dict[str, Any] = next(w for w in view["waitings"] if w["odds"] and w["odds"]["supposes"])
    return found
