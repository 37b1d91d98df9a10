"""Text that goes elsewhere: a forum, a chat, a feed. What people typed stays text there, whatever it holds.

BBCode has no way to say « this is no tag »: brackets become parentheses, angle ones quotation marks, for some forums
read HTML. An address or a mention is taken apart, since forums turn them into links, pictures or calls to a person by
themselves.
"""

from __future__ import annotations

import re
import unicodedata

NBSP = "\N{NO-BREAK SPACE}"
LINE_ENDS = re.compile(r"\r\n|[\r\n\v\f\x85\u2028\u2029]")
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""What shows nothing, though Unicode calls it a letter or a mark."""
EMOJI_STYLE = "\ufe0e\ufe0f"
AT = "\N{FULLWIDTH COMMERCIAL AT}"
HARMLESS = str.maketrans("[]<>@", f"()‹›{AT}")
SCHEME = re.compile(r"(?<=\w):(?=//|\w)")
WWW = re.compile(r"\b(www)\.", re.IGNORECASE)
PUNCTUATION = re.compile(r"[\\`*_{}\[\]<>#|~&!$^=]")
INSIDE = re.compile(r":(?=\S)|(?<=\w)\.(?=\w)")
OPENING = re.compile(r"^(\d{1,9}(?=[.)])|(?=[-+]))", re.MULTILINE)


def shown(text: str) -> str:
    """Only what can be seen, on lines of ours: no control, no zero-width character, nothing that turns the writing
    round. A family of emojis comes apart."""
    kept = (c for c in LINE_ENDS.sub("\n", text).replace("\t", " ") if c == "\n" or _shows(c))
    return "\n".join(line.strip(" ") for line in "".join(kept).split("\n") if line.strip())


def _shows(c: str) -> bool:
    if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co") or c in BLANK:
        return False
    # Other selectors show nothing and can carry a message; the last two of each plane are no characters.
    selector = "\ufe00" <= c <= "\ufe0f" or 0xE0100 <= ord(c) <= 0xE01EF
    return ord(c) & 0xFFFE != 0xFFFE and not (selector and c not in EMOJI_STYLE)


def one_line(text: str) -> str:
    """`shown`, on one line."""
    return " ".join(shown(text).split("\n"))


def bbcode(text: str) -> str:
    """A text that no forum reads a tag, an address or a mention in."""
    text = shown(text).translate(HARMLESS)
    return WWW.sub(rf"\1{NBSP}.", SCHEME.sub(f"{NBSP}:", text))


def markdown(text: str) -> str:
    """A text that Markdown shows as it is. `@` becomes its wide form: mail addresses are linked even when escaped."""
    text = INSIDE.sub(r"\\\g<0>", PUNCTUATION.sub(r"\\\g<0>", shown(text)))
    return OPENING.sub(r"\1\\", text).replace("@", AT)
