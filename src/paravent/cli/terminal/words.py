"""What a typed line is: a command of the terminal, or an answer."""

from __future__ import annotations

from paravent.cli.terminal.plain import fold

COMMANDS = {
    "journal": "journal",
    "fiche": "fiche",
    "feuille": "fiche",
    "table": "table",
    "regle": "regle",
    "aide": "aide",
    "?": "aide",
    "lien": "lien",
    "passer": "passer",
    "quitter": "quitter",
    "annuler": "annuler",
    "retour": "retour",
    "<": "retour",
    "fini": "fini",
}
IN_FORMS = frozenset({"aide", "quitter", "annuler", "retour"})
"""Commands that a form takes without a slash; any other word there is an answer."""


def command_of(line: str, *, form: bool = False, free: bool = False) -> tuple[str, str]:
    """(command, its argument), or ("", the answer). A slash always makes a command of a known word; two make none.

    `free`: the answer is a text, so only a slash commands, and « < » alone. `form`: bare, only what a form needs.
    """
    text = line.strip()
    slashed = text.startswith("/")
    head, _, argument = text.removeprefix("/").partition(" ")
    name = COMMANDS.get(fold(head), "")
    if slashed and name:
        return name, argument.strip()
    if text.startswith("//"):
        return "", line.replace("//", "/", 1)
    if text == "<":
        return "retour", ""
    alone = not argument.strip() or name in ("journal", "fiche", "regle")
    bare = name in IN_FORMS and not argument if form else name != "fini" and alone
    return (name, argument.strip()) if name and bare and not free else ("", line)
