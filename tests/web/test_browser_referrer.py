"""A link's own page left for another site: that site is not told the address, which opens a seat."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from web.browser import Screens, create

pytestmark = pytest.mark.browser


@pytest.fixture
def elsewhere() -> Iterator[tuple[str, list[dict[str, str]]]]:
    """Another site, and the headers that it was sent."""
    heard: list[dict[str, str]] = []

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append({k.lower(): v for k, v in self.headers.items()})
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", heard
    server.shutdown()
    thread.join()
    server.server_close()


def test_no_other_site_is_told_where_one_comes_from(
    screens: Screens, elsewhere: tuple[str, list[dict[str, str]]]
) -> None:
    address, heard = elsewhere
    page = screens.open("ada")
    invitation = create(page, screens.site.address)
    page.goto(invitation)
    page.evaluate(
        "a => { const link = document.createElement('a'); link.href = a; document.body.append(link); link.click(); }",
        address,
    )
    page.wait_for_url(f"{address}/**")
    assert heard
    # What it asks of itself it says so of.
    assert all(h.get("referer", address).startswith(address) for h in heard), heard
