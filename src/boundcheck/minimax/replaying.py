"""A certificate, evaluated once more at twice the precision: no search, no floats, no text that is run."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..symbolic.exact_values import Undefined, Unsure, precision
from . import bayes, bernstein, hypercubes, packings, risks, two_points
from .answers import LowerBound, Replayed, RiskBracket
from .arguments import read
from .certified import BITS, above, below

_BOUNDS: dict[str, Any] = {
    "le_cam": two_points.evaluate,
    "assouad": hypercubes.evaluate,
    "assouad_mixtures": hypercubes.evaluate_mixtures,
    "fano": packings.evaluate,
}
_BRACKETS: dict[str, Any] = {
    "bayes_risk": bayes.risk,
    "method_risk": risks.worst,
    "worst_squared_risk": bernstein.evaluate,
}


def replay(result: LowerBound | RiskBracket | dict) -> Replayed:
    """Whether the numbers of a result follow from its certificate.

    Parameters
    ----------
    result : LowerBound, RiskBracket, or the certificate of one as plain JSON data
        Of a result, its own numbers have to be those of its certificate as well.
    """
    certificate = result if isinstance(result, dict) else result.certificate
    try:
        method, data = certificate["method"], certificate["arguments"]
        claimed = [Fraction(text) for text in certificate["values"]]
        arguments = {name: read(value) for name, value in data.items()}
        with precision(2 * BITS):
            if method in _BOUNDS:
                value, _, _ = _BOUNDS[method](**arguments)
                ok = claimed[0] <= below(value) and len(claimed) == 1
                found = f"risk >= {float(below(value)):.12g}"
            elif method in _BRACKETS:
                low, high = _BRACKETS[method](**arguments)
                ok = claimed[0] <= below(low) and above(high) <= claimed[1] and len(claimed) == 2
                found = f"risk in [{float(below(low)):.12g}, {float(above(high)):.12g}]"
            else:
                return Replayed(False, f"method {method!r}: is none of {', '.join([*_BOUNDS, *_BRACKETS])}")
    except (KeyError, IndexError, TypeError, ValueError, ArithmeticError, AttributeError, Undefined, Unsure) as wrong:
        return Replayed(False, f"{type(wrong).__name__}: {wrong}")
    shown = [] if isinstance(result, dict) else _numbers(result)
    if shown and shown != claimed:
        return Replayed(
            False, f"the result says {', '.join(map(str, shown))}, its certificate {', '.join(map(str, claimed))}"
        )
    return Replayed(ok, found if ok else f"{found}, where {', '.join(map(str, claimed))} is claimed")


def _numbers(result: LowerBound | RiskBracket) -> list[Fraction]:
    return [result.value] if isinstance(result, LowerBound) else [result.low, result.high]
