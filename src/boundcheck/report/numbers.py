"""Numbers as a reader wants them: three digits, thousands apart, powers of ten raised."""

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
LONGEST = 30  # characters of an exact number in print
LARGEST = 1e200  # on a logarithmic axis, whose margins are factors
MINUS = "\N{MINUS SIGN}"


def number(value: Any) -> float | None:
    """`value` as a float, the words of a record (``"inf"``, ``"nan"``, ``"1/3"``) included; else None."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        try:
            return float(Fraction(value)) if "/" in value else float(value)
        except (ValueError, ZeroDivisionError, OverflowError):
            return None
    try:
        return float(value) if isinstance(value, int | float) else None
    except OverflowError:  # a whole number beyond all floats
        return math.inf if value > 0 else -math.inf


def finite(value: Any) -> float | None:
    """`number(value)` if that is a finite number, else None."""
    known = number(value)
    return known if known is not None and math.isfinite(known) else None


def positive(value: Any) -> float | None:
    """`number(value)` if a logarithmic axis has a place for it, else None."""
    known = finite(value)
    return known if known is not None and 1 / LARGEST < known < LARGEST else None


def ratio(above: Any, below: Any) -> float | None:
    """One positive number over another, or None."""
    top, bottom = positive(above), positive(below)
    return top / bottom if top and bottom else None


def shown(value: Any, digits: int = 3) -> str:
    """`value` in print.

    Parameters
    ----------
    value : int, float, str or None
        Texts that are no numbers, and exact fractions, are left as they are.
    digits : int
        Significant digits of a float.

    Returns
    -------
    text : str
    """
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        words = {"inf": "∞", "-inf": MINUS + "∞", "nan": "undefined"}
        return words.get(value, value.replace("-", MINUS) if number(value) is not None else value)
    if isinstance(value, int):
        return _whole(value)
    if not isinstance(value, float):
        return str(value)
    if not math.isfinite(value):
        return "undefined" if math.isnan(value) else "∞" if value > 0 else MINUS + "∞"
    if value == int(value) and abs(value) < 1e6:
        return _whole(int(value))
    if value and not 1e-3 <= abs(value) < 1e6:
        return _scientific(value, digits)
    places = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    return f"{value:,.{places}f}".replace("-", MINUS)


def exact(value: Any) -> str:
    """A number that somebody chose, such as a parameter's value: as short as it is, six digits at most."""
    known = number(value)
    if isinstance(value, str) and len(value) > LONGEST:
        return (
            value
            if known is None
            else f"≈ {_scientific(known, 6) if abs(known) < 1e-4 else f'{known:.6g}'}".replace("-", MINUS)
        )
    if known is None or not math.isfinite(known) or isinstance(value, int) or "/" in str(value):
        return shown(value)
    if known and not 1e-4 <= abs(known) < 1e7:
        return _scientific(known, 6)
    text = f"{known:,.6g}" if abs(known) < 1e6 else f"{known:,.0f}"
    return _whole(int(known)) if known == int(known) else text.replace("-", MINUS)


def decimals(value: Any, places: int = 2) -> str:
    """With a fixed number of decimals, for columns of numbers of one size."""
    known = finite(value)
    far = known is None or abs(known) >= 1e6
    return shown(value) if far else f"{known:,.{places}f}".replace("-", MINUS)


def span(low: Any, high: Any, written: Callable[[Any], str] = shown) -> str:
    """An interval: ``0.49 to 0.54``."""
    return "–" if low is None and high is None else f"{written(low)} to {written(high)}"


def percent(value: Any) -> str:
    """A share in per cent, without a false zero."""
    share = finite(value)
    return "–" if share is None else "0 %" if share == 0 else f"{shown(100 * share, 2)} %"


def times(value: Any) -> str:
    """A ratio: ``×12``."""
    return "–" if number(value) is None else "×" + shown(number(value), 2)


def _whole(value: int) -> str:
    if abs(value) >= 10**7:
        return _scientific(Decimal(value), 3)
    return f"{value:,}".replace("-", MINUS)


def _scientific(value: float | Decimal, digits: int) -> str:
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    power = "10" + str(int(exponent)).translate(RAISED)
    text = power if mantissa == "1" else f"{mantissa}×{power}"
    return text.replace("-", MINUS)
