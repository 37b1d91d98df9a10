"""Real browsers before a real server, for the tests of the pages: `Site` is the server, `Screens` opens them."""

from __future__ import annotations

import os
import re
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from hostile.foes import first_of
from paravent.store import open_store
from paravent.table.service import Tables
from paravent.web.app import create_app

CHROMIUM = os.environ.get("PARAVENT_CHROMIUM", "/usr/bin/chromium") or None
AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
SHOTS = os.environ.get("PARAVENT_SHOTS", "")
"""A folder to leave screenshots in, when one is named."""
LAPTOP, PHONE = (1280, 800), (360, 740)
SCORES = {n: n for n in range(1, 23)}


class Site:
    """A server of one store. It can be stopped and started again at the same address, and keeps, by reader, every byte
    it sent."""

    def __init__(self, folder: Path) -> None:
        self._store = f"sqlite:///{folder}/t.sqlite"
        self._port = 0
        self.sent: defaultdict[str, bytearray] = defaultdict(bytearray)
        self.opened: defaultdict[str, int] = defaultdict(int)
        """How many times each reader opened a stream."""
        self.muted: set[str] = set()
        """Readers whom nothing reaches any more, though their connections stay."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        app = create_app(Tables(open_store(self._store)), hosts=("127.0.0.1",))

        async def recorded(scope: Any, receive: Any, send: Any) -> None:
            reader = dict(scope.get("headers", ())).get(b"user-agent", b"").decode()

            async def kept(message: Any) -> None:
                if reader in self.muted:
                    return
                self.sent[reader] += message.get("body", b"")
                await send(message)

            if scope.get("path", "").endswith("/flux"):
                self.opened[reader] += 1
            await app(scope, receive, kept)

        config = uvicorn.Config(
            recorded,
            host="127.0.0.1",
            port=self._port,
            log_level="error",
            timeout_graceful_shutdown=1,
            lifespan="off",
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()
        deadline = time.monotonic() + 10
        while not self._server.started and time.monotonic() < deadline:
            time.sleep(0.02)
        self._port = self._server.servers[0].sockets[0].getsockname()[1]

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(10)


class Screens:
    """One browser; each reader has a context, hence cookies, of their own."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self._browser, self.site = browser, site
        self._contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    def open(self, reader: str, size: tuple[int, int] = LAPTOP) -> Page:
        """A page of `reader`, whose name the server records what it sends under."""
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            user_agent=reader,
            has_touch=size == PHONE,
            bypass_csp=True,
            reduced_motion="reduce",
            locale="fr-FR",
        )
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(8000)
        page.on("pageerror", lambda e: self.errors.append(f"{reader}: {e}"))
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path)
    site.start()
    yield site
    site.stop()


@pytest.fixture
def screens(chromium: Browser, site: Site) -> Iterator[Screens]:
    """No page may have met an error of script when its test ends."""
    screens = Screens(chromium, site)
    yield screens
    screens.close()
    assert screens.errors == []


def checked(page: Page, name: str) -> None:
    """No sideways scroll, nothing that axe-core finds, in either theme."""
    page.wait_for_load_state()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of the two literals
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/{name}-{scheme}.png")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text())
        # Of all it looks at, colours alone depend on the theme.
        asked = "axe.run()" if scheme == "light" else "axe.run({ runOnly: ['color-contrast'] })"
        found: Any = page.evaluate(asked)
        told = [(v["id"], [n["html"][:160] for n in v["nodes"][:3]]) for v in found["violations"]]
        assert told == [], f"{name}, {scheme}: {told}"
    page.emulate_media(color_scheme="light")


def create(
    page: Page, address: str, table: str = "Les Passeurs", who: str = "Ada", system: str = "architectes"
) -> str:
    """A new table, and its invitation."""
    page.goto(address)
    page.locator(f"#systeme-{system}").check()
    page.get_by_label("Le nom de la table").fill(table)
    page.get_by_label("Votre nom").fill(who)
    page.get_by_role("button", name="Créer la table").click()
    page.wait_for_url("**/liens")
    invitation = page.get_by_label("Lien d’invitation").input_value()
    page.get_by_role("link", name="Aller à la table").click()
    at_table(page)
    return invitation


def join(page: Page, invitation: str, who: str) -> None:
    page.goto(invitation)
    page.get_by_label("Ton nom").fill(who)
    page.get_by_role("button", name="Entrer").click()
    at_table(page)


def propose(page: Page, name: str, scores: dict[int, int] = SCORES) -> None:
    """A character of one's own, with these scores by skill number."""
    follow(page.get_by_role("link", name="Proposer un personnage"))
    page.get_by_label("Nom à la table").fill(name)
    for skill, score in scores.items():
        page.locator(f"[name='f.scores.{skill}']").fill(str(score))
    page.get_by_role("button", name="Proposer un personnage").click()
    at_table(page)


def follow(link: Locator) -> None:
    """Click a link, and wait for the whole page it leads to: a list read at once could be read half-arrived."""
    with link.page.expect_navigation():
        link.click()


def at_table(page: Page) -> None:
    page.wait_for_url(re.compile(r"/table/\w+$"))


def unfolded(page: Page, command: str) -> Locator:
    """The form of a command, or the link to its page, with all that folds it away opened."""
    found = page.locator(f"form[id$='-{command}'], a[id$='-{command}']").first
    # What is folded is asked for once it is unfolded: the command's own fold first, then any other.
    unasked = "#vue details{own}:not([open]):has(> .later > a) > summary:visible"
    deadline = time.monotonic() + 15
    while not found.count() and time.monotonic() < deadline:
        for own in (f"[id$='-{command}']", ""):
            if (fold := page.locator(unasked.format(own=own)).first).count():
                fold.click()
                break
        # What a fold already open holds is asked for again once it is in sight.
        page.evaluate("() => document.querySelector('#vue details[open] > .later > a')?.scrollIntoView()")
        page.wait_for_timeout(100)
    found.wait_for(state="attached")
    shown(found)
    return found


def shown(target: Locator) -> None:
    """Open whatever folds a thing away, the outer first."""
    folds = target.locator("xpath=ancestor::details[not(@open)]")
    # News that arrive meanwhile may bring other folds.
    deadline = time.monotonic() + 5
    while not target.is_visible() and time.monotonic() < deadline:
        if folds.count():
            folds.first.locator("> summary").click()


def answer(page: Page, command: str, **fields: str | Iterable[str]) -> None:
    """Fill the form of a command in, send it, and wait until the page shows what came of it."""
    send = filled(page, command, **fields)
    with page.expect_response(lambda r: r.request.method == "POST"):
        send.click()
    expect(page.locator("form.htmx-request")).to_have_count(0)


def filled(page: Page, command: str, **fields: str | Iterable[str]) -> Locator:
    """The button that sends the form of a command, filled in; a choice is named by its value or words of its label."""
    form = unfolded(page, command)
    if form.evaluate("e => e.tagName") == "A":
        follow(form)
        form = page.locator("form", has=page.locator(f"input[name=command][value={command}]"))
    send = form.locator("button[type=submit]").last
    for name, given in fields.items():
        for value in [given] if isinstance(given, str) else given:
            button = form.locator(f"button[name='f.{name}'][value='{value}']")
            if button.count():
                send = button
            else:
                fill(form, name, value)
    return send


def fill(form: Locator, name: str, value: str) -> None:
    controls = form.locator(f"[name='f.{name}']")
    kind = controls.first.evaluate("e => e.type")
    if kind == "hidden":
        return
    if kind in ("radio", "checkbox"):
        exact = form.locator(f"[name='f.{name}'][value='{value}']")
        worded = form.locator("label", has=form.page.locator(f"[name='f.{name}']"), has_text=value)
        choice = (exact if exact.count() else worded).first
        shown(choice)
        choice.check()
        return
    shown(controls.first)
    if kind == "select-one":
        known = controls.first.evaluate("e => Array.from(e.options, o => [o.value, o.label])")
        controls.first.select_option(next(v for v, label in known if value == v or value in label))
    else:
        controls.first.fill(value)


def have_done(page: Page, command: str, **fields: Any) -> None:
    """Answer a question as a program of that seat does, where a test needs it done and looks at something else. Choices
    are named by id or label; fields left out take the first."""
    address, table = re.match(r"(.*)/table/(\w+)", page.url).groups()  # type: ignore[union-attr]  # it is at its table
    cookies = page.context.cookies(address)
    token = next(c["value"] for c in cookies if c["name"] == f"siege-{table}")
    with httpx.Client(
        base_url=f"{address}/api/tables/{table}", headers={"Authorization": f"Bearer {token}"}
    ) as api:
        asked = ((w, o) for w in api.get("/vue").json()["waitings"] for o in w["offers"])
        w, o = next(
            (w, o) for w, o in asked if o["command"] == command and not o["barred"] and _meant(o, fields)
        )
        given = {f["name"]: _value(f, fields) for f in o["fields"]}
        body = {"key": w["key"], "command": command, "command_id": uuid4().hex, "fields": given}
        answer = api.post("/gestes", json=body)
        assert answer.status_code == 200, answer.text


def _meant(offer: Any, fields: dict[str, Any]) -> bool:
    """Whether an offer about one character is about the one that is meant."""
    own = next((f for f in offer["fields"] if f["name"] == "actor" and "actor" in fields), None)
    return own is None or any(fields["actor"] in (x["id"], x["label"]) for x in own["options"])


def _value(f: Any, fields: dict[str, Any]) -> Any:
    given = fields.get(f["name"])
    if given is None:
        return first_of(f)
    return next((x["id"] for x in f.get("options", ()) if given in (x["id"], x["label"])), given)
