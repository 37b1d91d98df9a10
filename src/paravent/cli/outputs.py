"""The forms an answer is printed in, of which a command takes one."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

NBSP = "\N{NO-BREAK SPACE}"


def outputs(**forms: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Adds an option a form, with its help; the command gets the one that was asked for as `forme`, None for none. Two
    at once are refused.
    """

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def run(*args: Any, **given: Any) -> Any:
            asked = [name for name in forms if given.pop(f"en_{name}")]
            if len(asked) > 1:
                named = " et ".join(f"--{name}" for name in asked)
                raise click.UsageError(f"{named}{NBSP}: une seule forme à la fois")
            return command(*args, forme=next(iter(asked), None), **given)

        for name, text in reversed(forms.items()):
            run = click.option(f"--{name}", f"en_{name}", is_flag=True, help=text)(run)
        return run

    return add
