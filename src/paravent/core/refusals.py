"""A refused command: which rule, which field, and why, in French; nothing is spent or drawn (TAB-08)."""

from __future__ import annotations


class Refusal(Exception):
    """Raised by the gate and never by the rules themselves.

    `rule` is the id to show, `why` a French reason, `field` the command's field it is about ("" for the whole).
    `stale` marks an answer to a question that is no longer asked: the caller shows the fresh view.
    """

    def __init__(self, rule: str, why: str, field: str = "", *, stale: bool = False) -> None:
        super().__init__(rule, why, field)
        self.rule = rule
        self.why = why
        self.field = field
        self.stale = stale

    def __str__(self) -> str:
        return (
            f"{self.rule} — {self.field}\N{NO-BREAK SPACE}: {self.why}"
            if self.field
            else f"{self.rule} — {self.why}"
        )


class Unreadable(ValueError):
    """A raw answer (JSON or form) that is not even of the right shape for its domain; the reason is French."""
