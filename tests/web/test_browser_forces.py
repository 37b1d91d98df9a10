"""Aptitudes et forces on real screens: a force drawn from nothing, played hidden, then in part, then whole. Of a hidden
force the player's phone gets what comes of it, and not a byte of its own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from paravent.systems.forces.pack import default_pack
from web.browser import PHONE, Screens, answer, at_table, checked, create, fill, follow, join, shown

pytestmark = pytest.mark.browser
FORCE, SECRET, TALE = "La Meute du canari", "Le prêtre a trahi", "Le prêtre ne vient plus à la veillée."


def seated(screens: Screens) -> tuple[Page, Page]:
    gm, lea = screens.open("ada"), screens.open("lea", PHONE)
    join(lea, create(gm, screens.site.address, system="forces"), "Léa")
    return gm, lea


def here(page: Page, command: str, **fields: str) -> None:
    """Fill in a form of the page of a force, and send it: the page comes back."""
    form = page.locator(f"[id^='geste-{command}']").first
    shown(form)
    for name, value in fields.items():
        fill(form, name, value)
    with page.expect_response(lambda r: r.request.method == "POST"):
        form.locator("button:not([type=button])").last.click()
    page.wait_for_url(re.compile(r"/force/\w+(#geste-\w+)?$"))
    page.wait_for_load_state()


def drawn(gm: Page, visibility: str = "hidden") -> str:
    """A force of four vertices, drawn up on its page; its id."""
    answer(
        gm,
        "CreateForce",
        name=FORCE,
        power="6",
        alignment="-1",
        visibility=visibility,
        label="Le village tient",
    )
    follow(gm.get_by_role("link", name=FORCE))
    gm.wait_for_url("**/force/*")
    here(
        gm,
        "AddDeedVertex",
        source="Le village tient",
        deed="Laisser le prêtre seul avec la relique",
        label="Un choix se présente",
        name=SECRET,
    )
    here(
        gm,
        "AddChanceVertex",
        source="Le village tient",
        chance="40",
        frequency="fin de séance",
        label="La peur gagne",
    )
    here(gm, "AddVertex", label="Le village tombe", ending="failure")
    here(
        gm,
        "AddChanceEdge",
        source="La peur gagne",
        target="Le village tombe",
        chance="50",
        frequency="pleine lune",
    )
    here(gm, "AddTaleEffect", vertex="Un choix se présente", text=TALE)
    here(gm, "AddPowerEffect", vertex="Un choix se présente", force=FORCE, change="1")
    return gm.url.partition("#")[0].rpartition("/")[2]


def figures(page: Page, vertex: str, row: str = "") -> list[str]:
    """The chances of a vertex, session after session; `row`: a row beside its own."""
    name = page.locator("th", has_text=re.compile(f"^{vertex}$"))
    found = page.locator("tr", has=name)
    cells = (found.locator(row) if row else found).locator("td").all_inner_texts()
    return [x.replace("\N{NO-BREAK SPACE}", " ") for x in cells]


def test_a_hidden_force_then_seen_in_part_then_whole(screens: Screens) -> None:
    gm, lea = seated(screens)
    id = drawn(gm)
    expect(gm.locator(".graph__vertex")).to_have_count(4)
    checked(gm, "forces-dessin-1280")
    here(gm, "OpenForce")
    expect(gm.locator(".graph__vertex--active")).to_have_count(1)
    expect(gm.locator(".graph__vertex--reachable")).to_have_count(2)
    here(gm, "NoteDeed")
    expect(gm.locator(".graph__vertex--active")).to_have_count(2)

    # Hidden: what comes of it, and nothing else.
    expect(lea.locator("#journal")).to_contain_text(TALE)
    expect(lea.get_by_role("region", name="Pendant ce temps")).to_have_text(re.compile(f"{TALE}$"))
    expect(lea.locator(".forces-short")).to_have_count(0)
    checked(lea, "forces-cachee-360")
    table = lea.url
    there = lea.goto(f"{table}/force/{id}")
    nowhere = lea.request.get(f"{table}/force/f0")
    assert there is not None
    assert (there.status, nowhere.status) == (404, 404)
    assert there.text() == nowhere.text()
    assert lea.request.get(f"{table}/force.toml/{id}").status == 404
    assert lea.request.get(f"{table}/liste/{id}").text() == nowhere.text()
    vertices = re.findall(r'id="sommet-(\w+-\w+)"', gm.content())
    canaries = [FORCE, SECRET, id, "Le village tient", *(v.partition("-")[2] for v in vertices)]
    assert len(canaries) == 8
    sent = bytes(screens.site.sent["lea"])
    assert [x for x in canaries if x.encode() in sent] == []
    assert TALE.encode() in sent

    # What a form would change begins with what is.
    gm.locator("#pli-SetVisibility > summary").click()
    expect(gm.locator("#geste-SetVisibility [name='f.visibility'][value=hidden]")).to_be_checked()
    # In part: the tree and its labels; of what is active, what it is.
    here(gm, "SetVisibility", visibility="partial")
    lea.goto(table)
    follow(lea.get_by_role("link", name=FORCE))
    lea.wait_for_url("**/force/*")
    expect(lea.locator(".graph__vertex")).to_have_count(4)
    expect(lea.locator(f"[id^='sommet-{id}-']")).to_have_count(4)
    expect(lea.locator("main")).to_contain_text("Puissance secrète")
    expect(lea.locator("main")).to_contain_text(SECRET)
    expect(lea.locator("main")).not_to_contain_text("40 %")
    expect(lea.locator("#prevoir-titre")).to_have_count(0)
    assert lea.request.get(f"{table}/force.toml/{id}").status == 404
    checked(lea, "forces-partielle-360")

    # Whole. What changes reaches a page that stays open, and leaves what is unfolded so.
    lea.locator("#graphe-texte > summary").click()
    expect(gm.locator("#geste-SetVisibility [name='f.visibility'][value=partial]")).to_be_checked()
    here(gm, "SetVisibility", visibility="total")
    expect(lea.locator("main")).to_contain_text("40 %")
    expect(lea.locator(".outline").first).to_be_visible()
    expect(lea.locator(".outline").first).to_contain_text("La peur gagne")
    checked(lea, "forces-totale-360")
    lea.get_by_role("button", name="Plus près").click()
    wide = lea.locator(".graph__drawing").get_attribute("width")
    here(gm, "ChooseAlignment", alignment="1")
    expect(lea.locator(".force-standing")).to_contain_text("Alliée")
    assert lea.locator(".graph__drawing").get_attribute("width") == wide
    expect(lea.get_by_role("button", name="Plus loin")).to_be_visible()
    # Hidden again: the page goes, as if it had never been there.
    here(gm, "SetVisibility", visibility="hidden")
    expect(lea.get_by_role("heading", level=1)).not_to_have_text(FORCE)
    assert lea.request.get(lea.url).text() == nowhere.text()


def test_a_forecast_and_what_if(screens: Screens) -> None:
    gm, _ = seated(screens)
    id = drawn(gm)
    here(gm, "OpenForce")
    gm.locator("#seances").fill("2")
    gm.locator("#si").select_option(label="La peur gagne")
    gm.get_by_role("button", name="Prévoir").click()
    gm.wait_for_url("**seances=2**")
    # 40 % at the end of each session: 2/5, then 16/25.
    assert figures(gm, "La peur gagne") == ["0 %", "40 %", "64 %"]
    # The full moon comes once a session, before its end: 0, 1/2, 3/4 once fear is there.
    assert figures(gm, "Le village tombe", "+ tr") == ["0 %", "50 %", "75 %"]
    expect(gm.locator(f"[id^='sommet-{id}-']", has_text="64 %")).to_have_count(1)
    expect(gm.locator(".curve")).to_have_count(3)
    expect(gm.locator("main")).to_contain_text("Calcul exact")
    checked(gm, "forces-prevision-1280")
    gm.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    checked(gm, "forces-prevision-360")
    with gm.expect_download() as taken:
        gm.get_by_role("link", name="Emporter en TOML").click()
    assert f'nom = "{FORCE}"' in taken.value.path().read_text("utf-8")


def spread(form: Locator, field: str, points: int) -> None:
    """Give these points to the first scores that may hold them; the others stay as low as they may be."""
    for control in form.locator(f"[name^='f.{field}.']").all():
        low, high = (int(control.get_attribute(end) or 0) for end in ("min", "max"))
        given = min(points, high - low)
        control.fill(str(low + given))
        points -= given


def test_a_character_of_a_module_and_a_test_with_every_option(screens: Screens) -> None:
    gm, lea = screens.open("ada"), screens.open("lea", PHONE)
    gm.goto(f"{screens.site.address}/creer/forces")
    for name in ("destin", "critiques", "explosifs", "bonus_malus", "stress", "corruption", "degres"):
        gm.locator(f"[name='option.{name}'][value=oui]").check()
    gm.get_by_label("Le nom de la table").fill("La lande")
    gm.get_by_label("Votre nom").fill("Ada")
    gm.locator("#creer-bouton").click()
    gm.wait_for_url("**/liens")
    join(lea, gm.get_by_label("Lien d’invitation").input_value(), "Léa")
    gm.get_by_role("link", name="Aller à la table").click()

    follow(lea.locator("a[id$='-ChooseAspects']"))
    form = lea.locator("form", has=lea.locator("[name=command][value=ChooseAspects]"))
    fill(form, "name", "Brune")
    checked(lea, "forces-aspects-360")
    form.locator("button[type=submit]").last.click()
    at_table(lea)
    follow(lea.locator("a[id$='-SharePoints']"))
    form = lea.locator("form", has=lea.locator("[name=command][value=SharePoints]"))
    spread(form, "aptitudes", default_pack().aptitude_shares.points)
    # The young owe a point to what they have not learned yet.
    spread(form, "subs", default_pack().sub_shares.points - 1)
    checked(lea, "forces-points-360")
    form.locator("button[type=submit]").last.click()
    at_table(lea)
    answer(gm, "AcceptActor")
    lea.locator("label.tab", has_text="Fiche").click()
    expect(lea.locator("article.sheet .scores")).to_be_visible()
    checked(lea, "forces-fiche-360")
    answer(lea, "ChooseHand", hand="reel")
    answer(gm, "ChooseHand", hand="reel")
    asked = {"sub": "Endurance", "difficulty": "10", "bonus": "1", "text": "Passer la tourbière."}
    answer(gm, "CallTest", **asked)
    lea.locator("label.tab", has_text="Table").click()
    answer(lea, "LetFall")
    checked(lea, "forces-lancer-360")
    # What stands is supposed beforehand: the chances are there before anything is touched.
    lea.locator("summary", has_text="Et si…").click()
    expect(lea.locator("form[data-si] .tried__said")).to_contain_text("%")
    checked(lea, "forces-et-si-360")
    lea.locator("summary", has_text="Et si…").click()
    answer(lea, "Roll", **{"faces.1": "6", "faces.2": "2", "faces.3": "1", "faces.4": "6"})
    answer(lea, "RollAgain", **{"faces.1": "3"})
    checked(lea, "forces-de-360")
    if lea.locator("form[id$='-StayPure']").count():
        answer(lea, "StayPure")
    expect(lea.locator(".stage .chain__sum")).to_have_text("= 9")
    expect(lea.locator(".stage .result")).to_be_visible()
    answer(gm, "InflictStress", actor="Brune", points="3", why="la nuit")
    expect(gm.locator(".people-panel")).to_contain_text("Stress 3/10")
    checked(lea, "forces-resultat-360")
    checked(gm, "forces-table-1280")
