"""A certificate, evaluated once more at twice the precision: no search, no floats, no text that is run."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import ctx

from boundcheck.symbolic.balls import Undefined, Unsure

from .certificates import Stated, StatedBound, read
from .exact_numbers import BITS, LowerBound, Replayed, RiskBracket, above, below
from .methods import Cube, Mixtures, Packing, TwoPoints
from .risks import BayesRisk, MethodRisk, RuleRisk, WorstSquared

KINDS: dict[str, type[Stated]] = {
    kind.name: kind for kind in (TwoPoints, Cube, Mixtures, Packing, BayesRisk, MethodRisk, RuleRisk, WorstSquared)
}
_CLOSE = Fraction(1, 10**20)  # parts are for a reader, and rounded at another precision


def stated(certificate: dict[str, Any]) -> Stated:
    """The statement of a certificate, with its witness; raises where they are none."""
    if set(certificate) != {"method", "statement", "witness", "values"}:
        raise ValueError("a certificate has a method, a statement, a witness and values")
    if certificate["method"] not in KINDS:
        raise ValueError(f"method {certificate['method']!r}: is none of {', '.join(KINDS)}")
    kind = KINDS[certificate["method"]]
    if set(certificate["witness"]) != set(kind.witness):
        raise ValueError(f"witness: must hold {', '.join(kind.witness) or 'nothing'}")
    return kind(**{name: read(value) for name, value in (certificate["statement"] | certificate["witness"]).items()})


def replay(result: LowerBound | RiskBracket | dict) -> Replayed:
    """Whether the numbers of a result follow from its certificate.

    Parameters
    ----------
    result : LowerBound, RiskBracket, or the certificate of one as plain JSON data
        Of a result, all that it says has to be what its certificate says as well.
    """
    certificate = result if isinstance(result, dict) else result.certificate
    try:
        about = stated(certificate)
        claimed = [_number(text) for text in certificate["values"]]
        shown: LowerBound | RiskBracket
        with ctx.workprec(2 * BITS):
            if isinstance(about, StatedBound):
                value, parts, why = about.evaluate()
                shown = LowerBound(below(value), about.title, why, parts, certificate)
                ok = len(claimed) == 1 and claimed[0] <= shown.value
                words = f"risk >= {float(shown.value):.12g}"
            else:
                low, high = about.evaluate()
                shown = RiskBracket(below(low), above(high), about.title, certificate)
                ok = len(claimed) == 2 and claimed[0] <= shown.low <= shown.high <= claimed[1]
                words = f"risk in [{float(shown.low):.12g}, {float(shown.high):.12g}]"
    except (KeyError, IndexError, TypeError, ValueError, ArithmeticError, AttributeError, Undefined, Unsure) as wrong:
        return Replayed(False, f"{type(wrong).__name__}: {wrong}")
    if said := about.says():
        words += f", {said}"
    if not isinstance(result, dict) and (fault := _other(result, shown, claimed)):
        return Replayed(False, fault)
    return Replayed(ok, words if ok else f"{words}, where {', '.join(map(str, claimed))} is claimed")


def _number(text: Any) -> Fraction:
    if not isinstance(text, str):
        raise TypeError(f"value {text!r}: must be written as a fraction")
    return Fraction(text)


def _other(result: LowerBound | RiskBracket, shown: LowerBound | RiskBracket, claimed: list[Fraction]) -> str:
    """What a result says that its certificate does not."""
    if type(result) is not type(shown) or result.method != shown.method:
        return f"the result is called {result.method}, its certificate gives {shown.method}"
    numbers = [result.value] if isinstance(result, LowerBound) else [result.low, result.high]
    if numbers != claimed:
        return f"the result says {', '.join(map(str, numbers))}, its certificate {', '.join(map(str, claimed))}"
    if isinstance(result, LowerBound) and isinstance(shown, LowerBound):
        alike = result.parts.keys() == shown.parts.keys() and result.rests_on == shown.rests_on
        if not alike or any(abs(result.parts[name] - value) > _CLOSE for name, value in shown.parts.items()):
            return "the result rests on other parts than its certificate gives"
    return ""
