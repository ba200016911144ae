"""Numbers as a reader wants them: three digits, thousands apart, powers of ten raised; limits on their safe side."""

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction
from typing import Any, Literal, Protocol

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
LONGEST = 30  # characters of an exact number in print
LARGEST = 1e200  # on a logarithmic axis, whose margins are factors
MINUS = "\N{MINUS SIGN}"
Side = Literal["down", "up", ""]  # to which a limit may be rounded; the nearest where it is none
ROUNDING = {"down": ROUND_FLOOR, "up": ROUND_CEILING}


class Written(Protocol):
    """A way of writing numbers, limits among them."""

    def __call__(self, value: Any, /, *, side: Side) -> str: ...


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


def shown(value: Any, digits: int = 3, *, side: Side = "") -> str:
    """`value` in print.

    Parameters
    ----------
    value : int, float, str or None
        Texts that are no numbers, and exact fractions, are left as they are.
    digits : int
        Significant digits of a float.
    side : {"down", "up", ""}
        Where a limit is rounded to, so that it stays one: a lower one down, an upper one up.

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
    value = _towards(value, digits, side)
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


def decimals(value: Any, places: int = 2, *, side: Side = "") -> str:
    """With a fixed number of decimals, for columns of numbers of one size."""
    known = finite(value)
    if known is None or abs(known) >= 1e6:
        return shown(value, side=side)
    if side:
        known = float(Decimal(repr(known)).quantize(Decimal(1).scaleb(-places), ROUNDING[side]))
    return f"{known:,.{places}f}".replace("-", MINUS)


def span(low: Any, high: Any, written: Written = shown) -> str:
    """An interval, its ends rounded outwards: ``0.49 to 0.54``."""
    return "–" if low is None and high is None else f"{written(low, side='down')} to {written(high, side='up')}"


def percent(value: Any, *, side: Side = "") -> str:
    """A share in per cent, without a false zero."""
    share = finite(value)
    if share is None:
        return "–"
    return "0 %" if share == 0 else f"{shown(float(100 * Decimal(repr(share))), 2, side=side)} %"


def times(value: Any) -> str:
    """A ratio: ``×12``."""
    return "–" if number(value) is None else "×" + shown(number(value), 2)


def _towards(value: float, digits: int, side: Side) -> float:
    """`value` at `digits` digits, whole numbers below a million kept, rounded to its side."""
    if not side or not value:
        return value
    written = Decimal(repr(value))
    place = written.adjusted() - digits + 1
    place = min(place, 0) if 1e-3 <= abs(value) < 1e6 else place
    return float(written.quantize(Decimal(1).scaleb(place), ROUNDING[side]))


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
