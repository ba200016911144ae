"""What a bound says at a point: printed shape, explicit version, trivial bound, and the terms of the explicit one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import flint
import sympy

from boundcheck.symbolic import balls, enclosure
from boundcheck.symbolic.exact_values import as_arb, precision, rational

from .bounds_of_claim import Bound, PlanError
from .point import shown

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
    for condition in bound.given:
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
            with precision(bits):
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
    """Whether a relation holds at the point for certain."""
    gap = condition.lhs - condition.rhs
    exact = gap.subs({s: sympy.Rational(point[s.name].numerator, point[s.name].denominator)
                      for s in gap.free_symbols if isinstance(point.get(s.name), Fraction | int)})  # fmt: skip
    low, high = (exact, exact) if exact.is_Rational else ball(gap, point, str(condition))
    if isinstance(condition, sympy.Ge | sympy.Gt):
        return low > 0 or (isinstance(condition, sympy.Ge) and low >= 0)
    return high < 0 or (isinstance(condition, sympy.Le) and high <= 0)
