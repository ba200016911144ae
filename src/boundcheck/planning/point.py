"""The point at which a bound is evaluated: exact numbers, checked against what the claim says of them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy

from boundcheck.claims import Claim, Letter

NUMBER = re.compile(
    r"[+-]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})([eE][+-]?\d{1,2})?|[+-]?\d{1,40}/0*[1-9]\d{0,39}", re.ASCII
)
LONGER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|[+-]?\d+/0*[1-9]\d*", re.ASCII)

WHOLE = ("n", "d", "m", "k")  # letters that count, where a claim does not say


class PlanError(ValueError):
    """What was asked cannot be evaluated; the message is one line with the way out.

    Parameters
    ----------
    text : str
    argument : str
        The argument of `boundcheck.bound` or `boundcheck.plan` that is at fault; the command line has its own word.
    """

    def __init__(self, text: str, argument: str = "") -> None:
        super().__init__(f"{argument}: {text}" if argument else text)
        self.text, self.argument = text, argument


@dataclass(frozen=True)
class Bound:
    """One bound of a claim under one reading, its abbreviating letters replaced where `expand` is applied.

    Parameters
    ----------
    part, reading : str
    statement : Shape
        An upper bound.
    claim : Claim
    """

    part: str
    reading: str
    statement: Any
    claim: Claim

    @property
    def name(self) -> str:
        """How the part is called where readings matter."""
        return self.part if self.reading == "literal" else f"{self.part}@{self.reading}"

    @property
    def printed(self) -> sympy.Expr:
        """The printed shape, without its unspecified constant."""
        return self.statement.printed

    @property
    def explicit(self) -> sympy.Expr:
        """The version with every constant; the printed one where print has them."""
        return getattr(self.statement, "explicit", self.statement.printed)

    @property
    def trivial(self) -> sympy.Expr:
        """What holds without any data."""
        return self.statement.without_data

    @property
    def given(self) -> tuple[sympy.Basic, ...]:
        """Conditions that tie parameters together."""
        return tuple(getattr(self.statement, "given", ()))

    def expand(self, expression: sympy.Basic) -> sympy.Basic:
        """`expression` with the claim's abbreviating letters replaced by what they stand for."""
        return sympy.sympify(expression).xreplace(dict(self.claim.definitions))

    @property
    def names(self) -> set[str]:
        """The parameters that the bound depends on."""
        shown = (self.printed, self.explicit, self.trivial, *self.given)
        return {symbol.name for each in shown for symbol in self.expand(each).free_symbols}

    @property
    def accepted(self) -> set[str]:
        """What a point may name: also the failure probability where the bound does not depend on it."""
        failure = sympy.sympify(getattr(self.statement, "failure", 0))
        return self.names | {symbol.name for symbol in failure.free_symbols}

    @property
    def assumed(self) -> dict[str, Fraction]:
        """What the claim fixes where nobody says otherwise; whoever uses it states it."""
        fixed = getattr(self.statement, "fixed", {})
        return {name: Fraction(value) for name, value in fixed.items() if isinstance(value, int | float)}


def bounds_of(claim_id: str, claim: Claim, part: str | None = None) -> list[Bound]:
    """The bounds of a claim, under each reading; those of one part if `part` names it."""
    found = [
        Bound(name, reading, under, claim)
        for name, statement in claim.parts.items()
        for reading, under in (statement.items() if isinstance(statement, Mapping) else [("literal", statement)])
        if under.upper
    ]
    if not found:
        parts = [s for part in claim.parts.values() for s in (part.values() if isinstance(part, Mapping) else (part,))]
        what = "states no bound with a number to it"
        if any(statement.lower for statement in parts):
            what = (
                "states a lower bound and no upper one, which is what is evaluated and planned with; give the claim one "
                "as a part, a HighProbabilityBound or ExpectationBound"
            )
        raise PlanError(f"{claim_id} {what}; 'boundcheck show {_shown_by(claim_id)}' says what it states")
    chosen = [b for b in found if part in (None, b.part, b.name)]
    if not chosen:
        raise PlanError(f"{part!r}: {claim_id} has {', '.join(dict.fromkeys(b.part for b in found))}", "part")
    return chosen


def _shown_by(claim_id: str) -> str:
    """The name by which the command line finds a claim."""
    return f"{claim_id.removeprefix('own/')}.py" if claim_id.startswith("own/") else claim_id


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
