"""Numbered choices: picked by number or by name, narrowed by letters, shown a page at a time."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from paravent.cli.terminal.plain import NBSP, fold, quoted
from paravent.cli.terminal.question import Ask, Choice

PAGE = 15
MORE = "+"
HEAD = re.compile(r"(\d{1,6})(?!\d)\s*[—–·:.-]*\s*")


class Listing:
    """Described options and how much of them is shown. Where each label begins with its own number (a card, a score),
    that number is the choice's, so that nobody types 11 for card 12."""

    def __init__(self, options: Sequence[Mapping[str, Any]]) -> None:
        heads = [HEAD.match(o["label"]) for o in options]
        own = [int(h[1]) for h in heads if h]
        named = len(own) == len(options) == len(set(own))
        self._numbers = own if named else list(range(1, len(options) + 1))
        self._labels = [
            (o["label"][h.end() :] or o["label"]) if named and h else o["label"]
            for o, h in zip(options, heads, strict=True)
        ]
        self._options = options
        self._matching = list(range(len(options)))
        self._start = 0

    @property
    def narrowed(self) -> bool:
        """Whether letters left something out, or another page is shown."""
        return len(self._matching) < len(self._options) or self._start > 0

    def ask(self, title: str, hint: str, error: str, taken: Collection[str] | None = None) -> Ask:
        """The question, with the page of choices that is shown now."""
        page = self._matching[self._start : self._start + PAGE]
        choices = []
        for i in page:
            o = self._options[i]
            ticked = None if taken is None else o["id"] in taken
            note = ", ".join(x for x in (o.get("mark", ""), o["note"]) if x)
            choices.append(Choice(self._numbers[i], self._labels[i], note, o["group"], ticked))
        left = len(self._matching) - self._start - len(page)
        return Ask(title, hint, tuple(choices), left=left, error=error)

    def read(self, line: str) -> tuple[Mapping[str, Any] | None, str]:
        """The option that a line picks, or why none is; letters that fit several narrow the list."""
        asked = fold(line)
        if not asked:
            self._narrow(range(len(self._options)))
            return None, ""
        if asked == MORE:
            self._start = self._start + PAGE if self._start + PAGE < len(self._matching) else 0
            return None, ""
        if asked.isascii() and asked.isdigit():
            number = int(asked) if len(asked) < 7 else 0
            if number in self._numbers:
                return self._options[self._numbers.index(number)], ""
            return None, f"aucun choix n’a le numéro {asked[:7]}"
        exact = [i for i, o in enumerate(self._options) if asked in (fold(o["label"]), fold(self._labels[i]))]
        found = exact if len(exact) == 1 else self._containing(asked)
        if len(found) == 1:
            return self._options[found[0]], ""
        if not found:
            return None, f"aucun choix ne contient {quoted(line.strip()[:40])}{NBSP}; Entrée les montre tous"
        self._narrow(found)
        return None, ""

    def _containing(self, asked: str) -> list[int]:
        words = asked.split()
        texts = (fold(f"{o['label']} {o['group']}") for o in self._options)
        return [i for i, text in enumerate(texts) if all(w in text for w in words)]

    def _narrow(self, found: Sequence[int]) -> None:
        self._matching, self._start = list(found), 0
