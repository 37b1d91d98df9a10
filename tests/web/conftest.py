"""The fixtures of `web_party`, for every test of this folder."""

from web.party import party, server

__all__ = ["party", "server"]
