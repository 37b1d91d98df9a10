"""How a name joins its sentence: elision before a vowel, and « le », « les » melted into « de » and « à »."""

from __future__ import annotations

VOWELS = "aeiouàâäéèêëîïôöùûüœæ"
OF = {"le": "du", "les": "des"}
TO = {"le": "au", "les": "aux"}


def of(name: str) -> str:
    """« de Léa », « d’Inès », « du Guet », « des Deux Sœurs », « de la meneuse »."""
    article, _, rest = name.partition(" ")
    if rest and article.lower() in OF:
        return f"{OF[article.lower()]} {rest}"
    return f"d’{name}" if _elides(name.lower()) else f"de {_inside(name)}"


def to(name: str) -> str:
    """« à Léa », « au Guet », « aux Deux Sœurs », « à la meneuse »."""
    article, _, rest = name.partition(" ")
    if rest and article.lower() in TO:
        return f"{TO[article.lower()]} {rest}"
    return f"à {_inside(name)}"


def _elides(name: str) -> bool:
    """« d’Inès », « d’Hélène », « d’Yves », yet « de Yann »: a y before a vowel is a consonant."""
    return name[:1] in (*VOWELS, "h") or (name[:1] == "y" and name[1:2] not in (*VOWELS, ""))


def _inside(name: str) -> str:
    """A name's own article takes a small letter inside a sentence: « de la Fouine », « à l’Ombre »."""
    return name[:1].lower() + name[1:] if name.startswith(("La ", "L’", "L'")) else name
