"""French sentences put together: names after « de » and « à », lists, counts, no-break spaces."""

from __future__ import annotations

import re
from collections.abc import Iterable

NBSP = "\N{NO-BREAK SPACE}"
VOWELS = "aeiouàâäéèêëîïôöùûüœæ"
OF = {"le": "du", "les": "des"}
TO = {"le": "au", "les": "aux"}


def of(name: str) -> str:
    """« de Léa », « d’Inès », « du Guet », « des Deux Sœurs », « de la meneuse »."""
    article, _, rest = name.partition(" ")
    if rest and article.lower() in OF:
        return f"{OF[article.lower()]} {rest}"
    return f"d’{name}" if _elides(name.lower()) else f"de {inside(name)}"


def to(name: str) -> str:
    """« à Léa », « au Guet », « aux Deux Sœurs », « à la meneuse »."""
    article, _, rest = name.partition(" ")
    if rest and article.lower() in TO:
        return f"{TO[article.lower()]} {rest}"
    return f"à {inside(name)}"


def _elides(name: str) -> bool:
    """« d’Inès », « d’Hélène », « d’Yves », yet « de Yann »: a y before a vowel is a consonant."""
    return name[:1] in (*VOWELS, "h") or (name[:1] == "y" and name[1:2] not in (*VOWELS, ""))


def inside(name: str) -> str:
    """A name's own article takes a small letter inside a sentence: « le phare », « de la Fouine », « à l’Ombre »."""
    return name[:1].lower() + name[1:] if name.startswith(("Le ", "La ", "Les ", "L’", "L'")) else name


def quoted(text: str) -> str:
    """« In marks of quotation »."""
    return f"«{NBSP}{text}{NBSP}»"


BREAKS = re.compile(r"(?<=«) | (?=[;:!?»])")


def fine(text: str) -> str:
    """No-break spaces where French typography wants them."""
    return BREAKS.sub(NBSP, text)


def upper(text: str) -> str:
    """With a capital."""
    return text[:1].upper() + text[1:]


def lower(text: str) -> str:
    """Without one, to go inside a sentence."""
    return text[:1].lower() + text[1:]


def listed(parts: Iterable[str]) -> str:
    """« a », « a et b », « a, b et c »; one part at least."""
    *first, last = parts
    return f"{', '.join(first)} et {last}" if first else last


def count(n: int, noun: str) -> str:
    """« 1 carte », « 3 cartes », each word of `noun` in the plural."""
    return f"{n}{NBSP}{noun}" if n < 2 else f"{n}{NBSP}" + " ".join(f"{w}s" for w in noun.split())


def signed(n: int) -> str:
    """« +1 », « −2 » with a true minus sign."""
    return f"{n:+d}".replace("-", "−")


def stopped(text: str) -> str:
    """A player's own words, ended by a stop."""
    return text if text[-1:] in (".", "!", "?", "…") else f"{text}."


def because(why: str) -> str:
    """A reason after what it explains, nothing when none was given."""
    bare = why[:-1] if why.endswith(".") and not why.endswith("..") else why
    return f" ({bare})" if bare else ""
