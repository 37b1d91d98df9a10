"""What the terminal's completion proposes; modules are imported only when it asks."""

from __future__ import annotations

import click

FILE = click.Path(allow_dash=True)
"""A file's name, « - » for standard input or output; whoever opens it says what is wrong with it."""


def systems(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The systems whose name begins so."""
    from paravent.systems import all_systems

    return [name for name in all_systems() if name.startswith(incomplete)]


def rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The rules whose identifier begins so, in any case."""
    from paravent.table import rulebooks

    return [id for id in rulebooks.rules() if id.startswith(incomplete.upper())]
