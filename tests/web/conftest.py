"""The fixtures of `web.party` and `web.browser`, for every test of this folder."""

from web.browser import chromium, screens, site
from web.party import party, server

__all__ = ["chromium", "party", "screens", "server", "site"]
