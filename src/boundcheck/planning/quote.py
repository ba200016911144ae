"""What a bound says at a point: which bounds of a claim have a number, the point checked, and the answer with its terms."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import sympy
from flint import ctx

from boundcheck.claims import Claim, Letter
from boundcheck.symbolic import balls, enclosure
from boundcheck.symbolic.balls import as_arb, rational

# The bounds of a claim that have a number to them, each under its readings.

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

    def tied(self, known: Collection[str]) -> list[sympy.Basic]:
        """What domains say of several letters at once, where all of these have a value."""
        found = [condition for letter in self.claim.parameters for condition in letter.domain if len(condition.free_symbols) > 1]
        return [c for c in found if {symbol.name for symbol in self.expand(c).free_symbols} <= set(known)]

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


# The point at which a bound is evaluated: exact numbers, checked against what the claim says of them.

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
    """Whether `value` satisfies what the printed domain says of this letter alone."""
    if parameter.integer and value.denominator != 1:
        return False
    at = {parameter.symbol: sympy.Rational(value.numerator, value.denominator)}
    alone = (condition for condition in parameter.domain if condition.free_symbols == {parameter.symbol})
    return all(condition.xreplace(at) == sympy.true for condition in alone)


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


def ready(
    bounds: Sequence[Bound], point: Mapping[str, Fraction], free: str | None = None
) -> tuple[list[Bound], dict[str, list[str]]]:
    """The bounds whose parameters are all there, and what the others lack; an error if there are none.

    The error names what the bound as it is printed lacks, of several parts that with the fewest.
    """
    lacking = {bound.name: missing(bound, point, free) for bound in bounds}
    complete = [bound for bound in bounds if not lacking[bound.name]]
    if not complete:
        as_printed = [bound for bound in bounds if bound.reading == "literal"] or bounds
        fewest = min((lacking[bound.name] for bound in as_printed), key=len)
        words = "; ".join(text for name in fewest for text in missing_parameter(name, bounds[0].claim))
        raise PlanError(f"lacks {words}", "at")
    return complete, {name: names for name, names in lacking.items() if names}


def along(bounds: Sequence[Bound], name: str) -> list[Bound]:
    """The bounds that depend on a parameter, the one that a plan asks for; an error if there are none."""
    found = [bound for bound in bounds if name in {s.name for s in bound.expand(bound.explicit).free_symbols}]
    if not found:
        whose = ", ".join(bound.name for bound in bounds)
        letters = ", ".join(sorted({letter for bound in bounds for letter in bound.names}))
        verb = "does" if len(bounds) == 1 else "do"
        raise PlanError(f"{name}: {whose} {verb} not depend on it; there are {letters}", "parameter")
    return found


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


# What a bound says at a point: printed shape, explicit version, trivial bound, and the terms of the explicit one.

HUGE = 10**300
SIZING = (128, 512, 2048)  # bits; exponentials of large numbers need them


@dataclass(frozen=True)
class Term:
    """A summand of the explicit version, in the claim's letters."""

    formula: str
    value: float
    share: float


@dataclass(frozen=True)
class Quote:
    """A bound at a point.

    Parameters
    ----------
    printed, explicit, trivial : float
        Values; the printed one is to be multiplied by its unspecified constant.
    constant : str
        By which the printed shape exceeds the explicit version everywhere; ``"none"`` where an instance shows that no
        constant does; empty where the page prints its constants.
    terms : tuple of Term
        Summands of the explicit version, the largest first.
    vacuous : bool
        Whether the explicit version exceeds what holds without any data.
    assumed : dict of str to float
        What nobody gave and the claim fixes.
    """

    name: str
    printed: float
    explicit: float
    trivial: float
    constant: str
    terms: tuple[Term, ...]
    vacuous: bool
    assumed: dict[str, float]


def quote(bound: Bound, point: Mapping[str, Fraction]) -> Quote:
    """Evaluate `bound` at `point`, in ball arithmetic.

    `bound` comes from `bounds_of`; `boundcheck.bound` takes a claim in its place.
    """
    if not isinstance(bound, Bound):
        raise TypeError(
            f"bounds_of(...) gives the bounds of a claim, got a {type(bound).__name__}; see boundcheck.bound"
        )
    assumed = {k: v for k, v in bound.assumed.items() if k in bound.names and k not in point}
    full = {**assumed, **point}
    for condition in (*bound.given, *bound.tied(full)):
        if not holds(bound.expand(condition), full):
            raise PlanError(f"{bound.name} says nothing there: {condition} is not met")
    explicit, trivial = value(bound, bound.explicit, full), value(bound, bound.trivial, full)
    terms = [Term(str(term), value(bound, term, full), 0.0) for term in summands(bound.explicit)]
    terms = [Term(t.formula, t.value, share) for t, share in zip(terms, shares([t.value for t in terms]), strict=True)]
    return Quote(
        bound.name,
        value(bound, bound.printed, full),
        explicit,
        trivial,
        _constant(bound),
        tuple(sorted(terms, key=lambda term: -abs(term.value))),
        explicit >= trivial,
        {name: float(number) for name, number in assumed.items()},
    )


def _constant(bound: Bound) -> str:
    if bound.printed == bound.explicit:
        return ""
    return "none" if getattr(bound.statement, "collapse", None) is not None else str(bound.statement.constant)


def shares(values: list[float]) -> list[float]:
    """What each contributes to the sum of sizes; infinite ones share it among themselves."""
    sizes = [abs(value) for value in values]
    if float("inf") in sizes:
        return [(size == float("inf")) / sizes.count(float("inf")) for size in sizes]
    return [size / (sum(sizes) or 1.0) for size in sizes]


def summands(expression: sympy.Expr) -> list[sympy.Expr]:
    """The terms of a sum as it is written; a common factor is multiplied in where it has letters of its own only."""
    found: list[sympy.Expr] = []
    for term in sympy.Add.make_args(sympy.sympify(expression)):
        sums = [factor for factor in sympy.Mul.make_args(term) if factor.is_Add]
        common = term / sums[0] if len(sums) == 1 else term
        if len(sums) == 1 and not common.free_symbols & sums[0].free_symbols:
            found += [common * part for part in sums[0].args]
        else:
            found.append(term)
    return found


def value(bound: Bound, expression: sympy.Expr, point: Mapping[str, Fraction]) -> float:
    """Float next to the true value."""
    if expression in (sympy.oo, sympy.zoo):
        return float("inf")
    return rounded(ball(bound.expand(expression), point, str(expression)))


def ball(
    expression: sympy.Expr, point: Mapping[str, Fraction], words: str, digits: int = 15
) -> tuple[Fraction, Fraction]:
    """Certified ends of the value, or a sentence why there is none."""
    at = {symbol.name: point[symbol.name] for symbol in expression.free_symbols}
    exact = {name: rational(v) for name, v in at.items()}
    for bits in SIZING:
        try:
            with ctx.workprec(bits):
                size = abs(as_arb(balls.ball(expression, exact)))
        except ArithmeticError:
            continue  # more bits may settle it
        if size.abs_lower() > HUGE:  # as a fraction it would fill the memory
            return Fraction(HUGE), Fraction(HUGE)
        if size.abs_upper() < 1 / flint.arb(HUGE):
            return Fraction(-1, HUGE), Fraction(1, HUGE)
        if size.is_finite() and size.abs_upper() < HUGE:
            break
    try:
        return enclosure(expression, at, digits=digits)
    except (ArithmeticError, ValueError) as error:
        places = ", ".join(f"{name} = {shown(number)}" for name, number in sorted(at.items()))
        raise PlanError(
            f"{words:.80} has no value at {places} ({type(error).__name__}); choose less extreme numbers"
        ) from None


def rounded(ends: tuple[Fraction, Fraction]) -> float:
    """The middle, as a float; infinite where floats end."""
    if ends[0] >= HUGE:
        return float("inf")
    try:
        return float((ends[0] + ends[1]) / 2)
    except OverflowError:
        return float("inf")


def holds(condition: sympy.Basic, point: Mapping[str, Fraction]) -> bool:
    """Whether a relation, or each of several, holds at the point for certain."""
    if isinstance(condition, sympy.And):
        return all(holds(each, point) for each in condition.args)
    gap = condition.lhs - condition.rhs
    exact = gap.subs({s: sympy.Rational(point[s.name].numerator, point[s.name].denominator)
                      for s in gap.free_symbols if isinstance(point.get(s.name), Fraction | int)})  # fmt: skip
    low, high = (exact, exact) if exact.is_Rational else ball(gap, point, str(condition))
    if isinstance(condition, sympy.Ge | sympy.Gt):
        return low > 0 or (isinstance(condition, sympy.Ge) and low >= 0)
    if isinstance(condition, sympy.Eq | sympy.Ne):
        return low == high == 0 if isinstance(condition, sympy.Eq) else bool(low > 0 or high < 0)
    return high < 0 or (isinstance(condition, sympy.Le) and high <= 0)
