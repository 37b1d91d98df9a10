"""Script typed wherever something can be typed, then every page opened in Chromium under the real content policy: it is
shown as it was typed, and does nothing."""

from __future__ import annotations

import asyncio
import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, expect

from hostile.each_system import SHEETS
from hostile.scribes import PAYLOADS, Scripted, scripted_table
from paravent.store import open_store
from paravent.table.service import Tables
from paravent.web.security import Buckets
from web.browser import Site

pytestmark = pytest.mark.browser
SEED = os.environ.get("PARAVENT_SEED", "1")
WATCH = """
window.hits = []; window.hit = n => window.hits.push(n);
window.policy = [];
document.addEventListener('securitypolicyviolation', e => window.policy.push(`${e.violatedDirective} ${e.blockedURI}`));
"""
FOUND = r"""() => {
  const out = [...window.hits.map(n => `ran ${n}`), ...window.policy.map(p => `policy ${p}`)];
  const ours = /^(\/|\?|#|$|https?:\/\/127\.0\.0\.1)/;
  for (const e of document.querySelectorAll('*')) {
    const tag = e.localName;
    if (tag === 'script' && !(e.getAttribute('src') || '').startsWith('/static/') && e.type !== 'application/json')
      out.push('a script: ' + e.outerHTML.slice(0, 200));
    if (['iframe', 'object', 'embed', 'base', 'frame', 'foreignobject', 'animate', 'set'].includes(tag))
      out.push('an element: ' + e.outerHTML.slice(0, 200));
    for (const a of e.attributes) {
      const told = `${a.name}=${a.value}`.slice(0, 200);
      if (/^on|^hx-on|^srcdoc$|^autofocus$/.test(a.name)) out.push(`an attribute: <${tag} ${told}>`);
      if (/^hx-(get|post|put|patch|delete)$/.test(a.name) && !a.value.startsWith('/')) out.push(`htmx: ${told}`);
      if (/^hx-/.test(a.name) && /piege|hit\(/.test(a.value)) out.push(`htmx: ${told}`);
      if (/^(href|src|action|formaction|xlink:href|poster|data)$/.test(a.name)
          && !ours.test(a.value.trim()) && !a.value.startsWith('data:image/')) out.push(`an address: <${tag} ${told}>`);
      if (/["'<>]/.test(a.name)) out.push(`half an attribute: <${tag} ${told}>`);
    }
  }
  return out;
}"""
LINKS = """() => [...document.querySelectorAll('a[href], [hx-get]')]
  .map(e => e.getAttribute('hx-get') || e.getAttribute('href'))"""
MADE = str(90707 * 90709)
"""What a template would make of `{{90707*90709}}`: too long to be met in an id or a print."""


class Reader:
    """Someone at a scripted table, in a browser that keeps its content policy."""

    def __init__(self, browser: Browser, address: str, made: Scripted, role: str) -> None:
        self._context = browser.new_context(locale="fr-FR", reduced_motion="reduce")
        self._context.add_init_script(WATCH)
        cookie = {"name": f"siege-{made.id}", "value": made.tokens[role], "url": address}
        self._context.add_cookies([cookie])  # type: ignore[list-item]  # a cookie in three words
        self.page = self._context.new_page()
        self.page.set_default_timeout(10_000)
        self.wrongs: list[str] = []
        self.opened: list[str] = []
        self.shown = 0
        self._address, self._who = address, f"{made.system} {role}"
        self.page.on("dialog", lambda d: (self.wrongs.append(f"a dialog: {d.message}"), d.dismiss()))
        self.page.on("request", self._asked)

    def _asked(self, request: Any) -> None:
        if "piege" in request.url or not request.url.startswith((self._address, "data:")):
            self.wrongs.append(f"asked for {request.url}")

    def open(self, path: str) -> list[str]:
        """Look at a page; the addresses it leads to."""
        self.opened.append(path)
        answer = self.page.goto(self._address + path, wait_until="domcontentloaded")
        assert answer
        assert answer.status < 500, path
        return self.look(path)

    def look(self, path: str) -> list[str]:
        text = self.page.content()
        self.shown += text.count("hit(")
        found = self.page.evaluate(FOUND)
        if MADE in text:
            found.append("a template was run")
        self.wrongs += [f"{self._who} {path}: {x}" for x in found]
        return list(self.page.evaluate(LINKS))

    def crawl(self, start: list[str], most: int) -> None:
        """Open what pages lead to, each shape of address before another of the same shape."""
        waiting, known, shapes = list(start), set(start), dict[str, int]()
        while waiting and len(self.opened) < most:
            waiting.sort(key=lambda p: shapes.get(shape(p), 0))
            path = waiting.pop(0)
            shapes[shape(path)] = shapes.get(shape(path), 0) + 1
            for link in self.open(path):
                parts = urlsplit(link)
                whole = parts.path + (f"?{parts.query}" if parts.query else "")
                if whole.startswith("/") and whole not in known and not FILE.search(parts.path):
                    known.add(whole)
                    waiting.append(whole)

    def close(self) -> None:
        self._context.close()


FILE = re.compile(r"\.(json|toml|pdf|css|js|svg|woff2|webmanifest)(/|$)|^/regles|^/fil/|^/static/|/flux$")
"""What is no page, or holds nothing that anyone typed."""


def shape(path: str) -> str:
    """An address without its ids: one page of a kind stands for the others."""
    command = re.search(r"commande=(\w+)", path)
    return re.sub(r"[0-9a-f]{8,}[\w-]*", "*", path.partition("?")[0]) + (command[1] if command else "")


def scripted(folder: Path, system: str, steps: int, pack_texts: int, seed: str) -> Scripted:
    async def play() -> Scripted:
        tables = Tables(open_store(f"sqlite:///{folder}/t.sqlite"))
        made = await scripted_table(tables, system, seed, steps, pack_texts)
        await tables.close()
        return made

    # The thread of the browser has a loop already.
    with ThreadPoolExecutor(1) as beside:
        return beside.submit(asyncio.run, play()).result()


def starts(made: Scripted, role: str) -> list[str]:
    own = f"/table/{made.id}"
    pages = [
        own,
        f"{own}/journal",
        f"{own}/recapitulatif?partie=tout-1&vue=moi",
        f"{own}/preuve",
        f"{own}/courrier",
    ]
    return [*pages, "/", f"/lien/{made.invitation}", f"{own}/liens"] if role == "mj" else pages


def opened(chromium: Browser, site: Site, made: Scripted, role: str, most: int) -> Reader:
    reader = Reader(chromium, site.address, made, role)
    reader.crawl(starts(made, role), most)
    return reader


def post(site: Site, made: Scripted, role: str, path: str, form: dict[str, str]) -> httpx.Response:
    headers = {"Origin": site.address, "Cookie": f"siege-{made.id}={made.tokens[role]}"}
    return httpx.post(f"{site.address}{path}", data=form, headers=headers)


def arrives(site: Site, made: Scripted, reader: Reader, role: str) -> None:
    """A payload that comes by the stream, into a page already open."""
    headers = {"Authorization": f"Bearer {made.tokens[role]}", "Origin": site.address}
    view = httpx.get(f"{site.address}/api/tables/{made.id}/vue", headers=headers).json()
    key = next(w["key"] for w in view["waitings"] for o in w["offers"] if o["command"] == "Write")
    reader.open(f"/table/{made.id}")
    text = "EN DIRECT " + "".join(PAYLOADS)
    form = {"key": key, "command": "Write", "f.text": text[:1000], "f.to": "tous"}
    answer = post(site, made, role, f"/table/{made.id}/geste", form)
    assert answer.status_code in (200, 303), answer.text[:500]
    expect(reader.page.locator("#journal")).to_contain_text("EN DIRECT")
    reader.look("what came by the stream")


@pytest.fixture
def calm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Buckets, "take", lambda self, key: True)


def tried(chromium: Browser, site: Site, made: Scripted, pages: dict[str, int]) -> None:
    shown = 0
    for role, most in pages.items():
        reader = opened(chromium, site, made, role, most)
        if role == "mj":
            arrives(site, made, reader, role)
        reader.close()
        assert not reader.wrongs, f"PARAVENT_SEED={SEED}\n" + "\n".join(reader.wrongs[:20])
        shown += reader.shown
    assert shown > 50


every_system = pytest.mark.parametrize("system", sorted(SHEETS))


@every_system
def test_what_is_typed_is_shown_and_never_run(
    chromium: Browser, tmp_path: Path, calm: None, system: str
) -> None:
    site = Site(tmp_path)
    made = scripted(tmp_path, system, 60, 20, SEED)
    assert len(made.taken) > 0.5 * len(made.offered)
    site.start()
    try:
        tried(chromium, site, made, {"mj": 4, "joueur": 2, "spectateur": 1})
    finally:
        site.stop()


@pytest.mark.nightly
@every_system
def test_every_field_and_every_page(chromium: Browser, tmp_path: Path, calm: None, system: str) -> None:
    """Every text field offered in any of three games is typed in; each page is opened once for each shape of address,
    and more."""
    offered, taken = set(), set()
    for n in range(3):
        folder = tmp_path / str(n)
        folder.mkdir()
        site = Site(folder)
        made = scripted(folder, system, 400, 400, f"{SEED}-{n}")
        offered |= made.offered
        taken |= made.taken
        site.start()
        try:
            tried(chromium, site, made, {"mj": 120, "joueur": 60, "autre": 30, "spectateur": 20})
        finally:
            site.stop()
    assert not offered - taken, f"PARAVENT_SEED={SEED} never typed: {offered - taken}"


def test_what_would_get_through_is_found(chromium: Browser, tmp_path: Path) -> None:
    """Without this, the tests above could not fail: the same payloads, put raw into one of our pages."""
    site = Site(tmp_path)
    site.start()
    page = chromium.new_page()
    page.add_init_script(WATCH)
    try:
        page.goto(site.address)
        assert page.evaluate(FOUND) == []
        for payload in (p for p in PAYLOADS if "<" in p):
            page.evaluate("p => { document.querySelector('main').innerHTML = p }", payload)
            page.wait_for_timeout(20)
            assert page.evaluate(FOUND) != [], payload
            page.evaluate(
                "() => { document.querySelector('main').innerHTML = ''; window.hits = []; window.policy = [] }"
            )
    finally:
        page.close()
        site.stop()
