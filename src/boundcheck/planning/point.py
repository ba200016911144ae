"""The point at which a bound is evaluated: exact numbers, checked against what the claim says of them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import sympy

from boundcheck.claims import Claim, Letter
from boundcheck.planning.bounds_of_claim import Bound, PlanError

NUMBER = re.compile(
    r"[+-]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})([eE][+-]?\d{1,2})?|[+-]?\d{1,40}/0*[1-9]\d{0,39}", re.ASCII
)
LONGER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|[+-]?\d+/0*[1-9]\d*", re.ASCII)

WHOLE = ("n", "d", "m", "k")  # letters that count, where a claim does not say


def exact(text: str, argument: str, name: str = "") -> Fraction:
    """A number as it is written: 20000, 0.05, 1e-6 or 1/3."""
    what = f"{name}: {text[:60]!r}" if name else repr(text[:60])
    if not NUMBER.fullmatch(text) and LONGER.fullmatch(text):
        raise PlanError(
            f"{what} is out of range; numbers have at most 40 digits and exponents from -99 to 99", argument
        )
    if not NUMBER.fullmatch(text):
        raise PlanError(f"{what} is no number such as 20000, 0.05, 1e-6 or 1/3", argument)
    return Fraction(text)


def point_of(settings: Sequence[str], bounds: Sequence[Bound], free: str | None = None) -> dict[str, Fraction]:
    """The point that ``name=number`` words describe, each inside its printed domain.

    Parameters
    ----------
    settings : sequence of str
    bounds : sequence of Bound
    free : str, optional
        The parameter that is asked for and must not be given.
    """
    known = sorted({name for bound in bounds for name in bound.accepted})
    point: dict[str, Fraction] = {}
    for word in settings:
        name, equals, text = word.partition("=")
        if not equals or not name:
            raise PlanError(f"{word[:60]!r}: write name=number, as in n=20000 epsilon=1", "at")
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
            hint = f"; did you mean {near[0]}?" if near else f"; there are: {', '.join(known)}"
            raise PlanError(f"{name[:60]!r} is no parameter here{hint}", "at")
        if name == free:
            raise PlanError(f"{name}: it is what the plan is for; leave it out, or ask for another", "at")
        if name in point:
            raise PlanError(f"{name} is given twice; give it once", "at")
        point[name] = exact(text, "at", name)
        refuse_outside(name, point[name], bounds[0].claim)
    return point


def refuse_outside(name: str, value: Fraction, claim: Claim) -> None:
    """Raise unless `value` lies in the printed domain of the parameter."""
    for parameter in claim.parameters:
        if parameter.name == name and not inside(parameter, value):
            raise PlanError(f"{name}={shown(value)}: {parameter.meaning} must satisfy {domain_words(parameter)}", "at")


def inside(parameter: Letter, value: Fraction) -> bool:
    """Whether `value` satisfies the printed domain."""
    if parameter.integer and value.denominator != 1:
        return False
    at = {parameter.symbol: sympy.Rational(value.numerator, value.denominator)}
    return all(condition.xreplace(at) == sympy.true for condition in parameter.domain)


def domain_words(parameter: Letter) -> str:
    """The domain as text."""
    words = " and ".join(str(condition) for condition in parameter.domain) or "nothing"
    return f"{words}, a whole number" if parameter.integer else words


def parameter_named(name: str, claim_id: str, bounds: Sequence[Bound]) -> tuple[Letter, str]:
    """The parameter that is asked for; where the claim gives it no domain, a plain one and the words to say so."""
    claim = bounds[0].claim
    for parameter in claim.parameters:
        if parameter.name == name:
            return parameter, ""
    known = sorted({n for bound in bounds for n in bound.names})
    if name not in known:
        raise PlanError(f"{name[:60]!r} is no parameter of {claim_id}; there are: {', '.join(known)}", "parameter")
    whole = name in WHOLE
    symbol = sympy.Symbol(name, real=True)
    domain = (sympy.Ge(symbol, 1),) if whole else (sympy.Gt(symbol, 0),)
    words = f"the claim gives {name} no domain; {'whole numbers from 1 on' if whole else 'positive numbers'} are meant"
    return Letter(symbol, name, domain, (1.0, 1e6) if whole else (1e-3, 1e3), integer=whole), words


def missing(bound: Bound, point: Mapping[str, Fraction], free: str | None = None) -> list[str]:
    """Parameters of the bound that neither the point nor an assumption gives."""
    return sorted(bound.names - point.keys() - bound.assumed.keys() - {free})


def missing_parameter(name: str, claim: Claim) -> Iterator[str]:
    """A missing parameter with its meaning and domain, for a message."""
    for parameter in claim.parameters:
        if parameter.name == name:
            yield f"{name} ({parameter.meaning}, {domain_words(parameter)})"
            return
    yield name


def shown(value: Fraction) -> str:
    """A number for a reader."""
    if value.denominator == 1:
        return f"{value.numerator:,}" if abs(value) < 10**15 else f"{float(value):.4g}"
    return f"{float(value):.6g}"
