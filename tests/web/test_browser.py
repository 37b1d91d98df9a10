"""One test played live by two real browsers: the game master's laptop and a phone."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect, sync_playwright

from paravent.store import open_store
from paravent.table.service import Tables
from paravent.web.app import create_app

pytestmark = pytest.mark.browser
CHROMIUM = os.environ.get("PARAVENT_CHROMIUM", "/usr/bin/chromium")
AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
SHOTS = os.environ.get("PARAVENT_SHOTS", "")
"""A folder to leave screenshots in, when one is named."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A real server on a free port."""
    app = create_app(Tables(open_store(f"sqlite:///{tmp_path}/t.sqlite")), hosts=("127.0.0.1",))
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    deadline = time.monotonic() + 10
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(10)


@pytest.fixture
def chromium() -> Iterator[Browser]:
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


def open_page(browser: Browser, width: int, height: int, errors: list[str]) -> Page:
    context = browser.new_context(
        viewport={"width": width, "height": height}, bypass_csp=True, reduced_motion="reduce", locale="fr-FR"
    )
    page = context.new_page()
    page.set_default_timeout(8000)
    page.on("pageerror", lambda e: errors.append(str(e)))
    return page


def checked(page: Page, name: str) -> None:
    """No sideways scroll, nothing that axe-core finds, in either theme."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of the two literals
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/{name}-{scheme}.png")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        page.evaluate(AXE.read_text())
        found: Any = page.evaluate("axe.run()")
        told = [(v["id"], [n["html"][:160] for n in v["nodes"][:3]]) for v in found["violations"]]
        assert told == [], f"{name}, {scheme}"
    page.emulate_media(color_scheme="light")


@pytest.mark.nightly  # unstable: the stream sometimes reaches the other screen late (cause unknown)
def test_a_test_played_live_on_two_screens(address: str, chromium: Browser) -> None:
    errors: list[str] = []
    gm, phone = open_page(chromium, 1280, 800, errors), open_page(chromium, 360, 740, errors)
    gm.goto(address)
    checked(gm, "accueil")
    gm.get_by_label("Le nom de la table").fill("Les Passeurs")
    gm.get_by_label("Votre nom").fill("Ada")
    gm.get_by_role("button", name="Créer la table").click()
    gm.wait_for_url("**/table/*")
    gm.locator("#menu > summary").click()
    invitation = gm.get_by_label("Lien d’invitation").input_value()
    checked(gm, "menu")
    gm.locator("#menu > summary").click()

    phone.goto(invitation)
    checked(phone, "invitation")
    phone.get_by_label("Ton nom").fill("Léa")
    phone.get_by_role("button", name="Entrer").click()
    phone.wait_for_url("**/table/*")
    expect(gm.locator("aside")).to_contain_text("Léa", timeout=45_000)
    checked(phone, "arrivee")
    phone.get_by_role("link", name="Proposer un personnage").click()
    phone.get_by_label("Nom à la table").fill("Iris")
    for n in range(1, 23):
        phone.locator(f"[name='f.scores.{n}']").fill(str(n))
    checked(phone, "creation")
    phone.get_by_role("button", name="Proposer un personnage").click()
    phone.wait_for_url(re.compile(r"/table/\w+$"))

    gm.get_by_role("button", name="Accepter").click()
    expect(phone.locator("#vue")).to_contain_text("22 cartes")
    phone.locator("#menu > summary").click()
    phone.get_by_role("link", name="La preuve des tirages").click()
    checked(phone, "preuve-360")
    phone.get_by_role("button", name="Ajouter ma part de hasard").click()
    phone.wait_for_url(re.compile(r"/table/\w+$"))
    phone.goto(f"{phone.url}/preuve")
    # The server takes the share only if the browser computed its print as `docs/hasard.md` says.
    phone.get_by_role("button", name="Révéler ma part de hasard").click()
    phone.wait_for_url(re.compile(r"/table/\w+$"))
    phone.goto(f"{phone.url}/preuve")
    expect(phone.locator("main")).to_contain_text("Part révélée")
    expect(phone.get_by_role("button", name="Révéler ma part de hasard")).to_have_count(0)
    phone.get_by_role("link", name="Revenir à la table").click()
    checked(gm, "bureau")
    gm.locator("summary", has_text="Demander un test").click()
    form = gm.locator("form[id$=-OpenTest]")
    form.get_by_label("Compétence").select_option(label="Armes blanches — XII, Le Pendu")
    form.get_by_role("button", name="Demander un test").click()

    expect(phone.locator("#a-toi")).to_contain_text("Armes blanches")
    checked(phone, "question")
    checked(gm, "attente")
    phone.get_by_role("button", name="Tirer", exact=True).click()
    expect(gm.locator("#table .side")).to_contain_text(re.compile("Raté|Réussi"))
    expect(phone.locator("#table .side")).to_contain_text(re.compile("Raté|Réussi"))
    checked(gm, "resultat")
    checked(phone, "resultat-360")
    phone.locator("label.tab", has_text="Fiche").click()
    checked(phone, "fiche-360")
    assert errors == []
