"""Chances and numbers as French readers expect them.

>>> percent(Fraction(5, 12)), decimal(Fraction(7, 2))
('42\\xa0%', '3,5')
"""

from __future__ import annotations

from fractions import Fraction

NBSP = "\N{NO-BREAK SPACE}"
THIN = "\N{NARROW NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"


def number(n: int) -> str:
    """A whole number with a true minus sign, digits grouped by three from 10 000 on."""
    return (f"{n:,}".replace(",", THIN) if abs(n) >= 10_000 else str(n)).replace("-", MINUS)


def decimal(x: Fraction | int, places: int = 2) -> str:
    """A number to at most so many decimals, halves rounded up, useless zeros left out."""
    scaled = _rounded(abs(x) * 10**places)
    whole, rest = divmod(scaled, 10**places)
    digits = f"{rest:0{places}}".rstrip("0") if rest else ""
    return (MINUS if x < 0 and scaled else "") + number(whole) + ("," + digits if digits else "")


def percent(p: Fraction, places: int = 0) -> str:
    """A chance in percent. Only the impossible is « 0 % » and only the certain « 100 % ».

    >>> [percent(Fraction(n, 1000)) for n in (0, 4, 415, 999, 1000)]
    ['0\\xa0%', 'moins de 1\\xa0%', '42\\xa0%', 'plus de 99\\xa0%', '100\\xa0%']
    >>> percent(Fraction(4, 1000), places=1)
    '0,4\\xa0%'
    """
    _check(p)
    least = Fraction(1, 10**places)
    if 0 < 100 * p < least:
        return f"moins de {decimal(least, places)}{NBSP}%"
    if 100 - least < 100 * p < 100:
        return f"plus de {decimal(100 - least, places)}{NBSP}%"
    return f"{decimal(100 * p, places)}{NBSP}%"


def one_in(p: Fraction) -> str:
    """« 1 sur N », to a tenth under 10; what cannot come has none.

    >>> one_in(Fraction(1, 36)), one_in(Fraction(3, 8)), one_in(Fraction(0))
    ('1 sur 36', '1 sur 2,7', '—')
    """
    _check(p)
    return f"1 sur {decimal(1 / p, 1 if 10 * p > 1 else 0)}" if p else "—"


def _rounded(x: Fraction | int) -> int:
    return int((2 * x + 1) // 2)


def _check(p: Fraction) -> None:
    if not 0 <= p <= 1:
        raise ValueError(f"{p} is no chance")
