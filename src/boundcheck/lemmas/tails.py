"""Laws whose tails are known in closed form or as a sum: many coins, normal, chi-square, Laplace; probabilities are balls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy
from flint import arb, ctx, fmpq
from sympy import Abs, Dummy, Rational, expand, sympify

from boundcheck.calculus import Always, Average, Family, Law, Norm, Total, With
from boundcheck.calculus.facts import Conclusion
from boundcheck.calculus.terms import Functional, Quantity, Term, terms
from boundcheck.symbolic import Statement
from boundcheck.symbolic.balls import Undefined, Unsure, ball

from .models import BITS, Space, _Reading, both, scalars

MOST_TERMS = 100_000
HALF = Rational(1, 2)


def whole(x: arb) -> int:
    """The integer that a ball is."""
    found = x.unique_fmpz()
    if found is None:
        raise Unsure(f"{x} is not one integer")
    return int(found)


def value(expr: Any, numbers: Mapping[str, Any]) -> Any:
    """An expression with numbers for its letters: an exact number, else a ball. SymPy never sees the powers of large numbers."""
    point = {str(s): ball(numbers[str(s)], {}) for s in sympify(expr).free_symbols}
    if any(v.has(sympy.nan, sympy.zoo) for v in (sympify(expr), *numbers.values())):
        raise Undefined(f"{expr}")
    return ball(sympify(expr), point)


def as_ball(expr: Any, numbers: Mapping[str, Any] | None = None) -> arb:
    found = value(expr, numbers or {})
    return arb(found) if isinstance(found, fmpq) else found


def compared(said: Statement, numbers: Mapping[str, Any]) -> bool | None:
    """Whether a relation between letters holds, with numbers for them."""
    gap = value(said.lhs - said.rhs, numbers)
    if gap == 0 or gap > 0 or gap < 0:
        return {"<=": gap <= 0, "<": gap < 0, ">=": gap >= 0, ">": gap > 0, "==": gap == 0, "!=": gap != 0}[
            said.relation
        ]
    return None


class Tails:
    """A law of one number of which the provers see nothing: an average, a sum, a norm, or a quantity itself."""

    on_a_line = False  # whether a norm is an absolute value

    def above(self, term: Term, x: arb, numbers: Mapping[str, Any]) -> arb:
        """The probability that the number is larger than x."""
        raise NotImplementedError

    def below(self, term: Term, x: arb, numbers: Mapping[str, Any]) -> arb:
        """The probability that the number is smaller than x."""
        raise NotImplementedError

    def law(self, said: Law, numbers: Mapping[str, Any]) -> bool | None:
        """Whether it has a law of the table."""
        raise NotImplementedError

    def holds(self, said: Conclusion, numbers: Mapping[str, Any]) -> bool | None:
        with ctx.workprec(BITS):
            if isinstance(said, Always):
                return both(compared(r, numbers) for r in scalars(said))
            if isinstance(said, With):
                return self._event(said, numbers)
            if isinstance(said, Law):
                return self.law(said, numbers)
        raise TypeError(f"{said} is not read here")

    def _event(self, said: With, numbers: Mapping[str, Any]) -> bool | None:
        (one,) = scalars(said)
        gap = one.lhs - one.rhs if one.relation in ("<=", "<") else one.rhs - one.lhs
        gap = gap.xreplace(
            {q: numbers[q.kind.name] for q in terms(gap) if isinstance(q, Quantity) and q.kind.name in numbers}
        )
        (term,) = terms(gap)
        own = Dummy("y", real=True)
        changed = gap.xreplace({term: Abs(own) if self.on_a_line and isinstance(term, Norm) else own})
        sides = [expand(changed)]
        for size in sides[0].atoms(Abs):
            sides = [expand(s.xreplace({size: f * size.args[0]})) for s in sides for f in (1, -1)]
        fails = arb(0)
        for side in sides:
            slope, rest = side.coeff(own, 1), side.coeff(own, 0)
            x = as_ball(-rest / slope, numbers)
            fails += self.above(term, x, numbers) if as_ball(slope, numbers) > 0 else self.below(term, x, numbers)
        for index in said.every:  # independent copies, one for each value of the index
            size = as_ball(index.size, numbers)
            fails = 1 - (1 - fails) ** size if fails > 0.5 else -(size * (-fails).log1p()).expm1()
        allowed = as_ball(said.failure, numbers)
        return False if fails > allowed else True if fails <= allowed else None


@dataclass(frozen=True)
class Coins(Tails):
    """Independent members with two values each: `high` with probability p, else `low`."""

    p: Any = HALF
    low: Any = 0
    high: Any = 1
    on_a_line = True

    def law(self, said: Law, numbers: Mapping[str, Any]) -> bool | None:
        thing = said.object
        if isinstance(thing, Family):
            return True  # independent, and of one law
        if isinstance(thing, (Average, Total)):
            if said.property == "bounded differences":
                step = self._units(thing, numbers)[1]
                return compared(Statement(step, "<=", said.parameters[1]), numbers)
            if said.property == "mean":
                n, step, start = self._units(thing, numbers)
                return compared(Statement(start + n * self.p * step, "==", said.parameters[0]), numbers)
            return None
        name = thing.args[0][1].kind.name if hasattr(thing, "args") and not isinstance(thing, Term) else thing.kind.name
        vector = not isinstance(thing, Term)
        if said.property == "mean":
            mean = self.low + (self.high - self.low) * self.p
            centre = said.parameters[0]
            return compared(
                Statement(mean, "==", numbers[centre.kind.name] if isinstance(centre, Quantity) else centre), numbers
            )
        member = Space(
            {self.low: 1 - self.p, self.high: self.p},
            {name: lambda w, *_: (w,) if vector else w},
            {"draws": lambda _: ()},
        )
        return _OneDraw(member, numbers).holds(said)

    def _units(self, term: Term, numbers: Mapping[str, Any]) -> tuple[Any, Any, Any]:
        """How many coins, what one more that comes up adds, and the number at none."""
        n, high, low = numbers["n"], sympify(self.high), sympify(self.low)
        if isinstance(term, Functional):  # the second moment
            high, low = high**2, low**2
        return (n, high - low, n * low) if isinstance(term, Total) else (n, (high - low) / n, low)

    def above(self, term: Term, x: arb, numbers: Mapping[str, Any]) -> arb:
        n, step, start = self._units(term, numbers)
        heads = (x - as_ball(start)) / as_ball(step)
        return _union(
            *(binomial_tail(int(n), self.p, whole(end.floor()) + 1) for end in (heads.lower(), heads.upper()))
        )

    def below(self, term: Term, x: arb, numbers: Mapping[str, Any]) -> arb:
        n, step, start = self._units(term, numbers)
        heads = (x - as_ball(start)) / as_ball(step)
        return _union(
            *(
                binomial_tail(int(n), 1 - self.p, int(n) + 1 - whole(end.ceil()))
                for end in (heads.lower(), heads.upper())
            )
        )


class _OneDraw(_Reading):
    """Members of a sample that all have one law: the first speaks for all."""

    def size(self, index: Any, env: Any) -> int:
        return 1


def _union(a: arb, b: arb) -> arb:
    return a.union(b)


def binomial_tail(n: int, p: Any, k: int) -> arb:
    """The probability of at least k heads in n flips of a coin of bias p."""
    if k <= 0:
        return arb(1)
    if k > n:
        return arb(0)
    if k < n * p:
        return 1 - binomial_tail(n, 1 - p, n - k + 1)
    bias = arb(fmpq(int(p.p), int(p.q))) if isinstance(p, Rational) else as_ball(p)
    term = (
        arb(n + 1).lgamma()
        - arb(k + 1).lgamma()
        - arb(n - k + 1).lgamma()
        + k * bias.log()
        + (n - k) * (1 - bias).log()
    ).exp()
    total, odds = arb(0), bias / (1 - bias)
    for j in range(k, min(n, k + MOST_TERMS) + 1):
        total += term
        ratio = odds * (n - j) / (j + 1)
        term *= ratio
        if ratio < 1 and term / (1 - ratio) < total * arb(2) ** -40:
            return total + (term / (1 - ratio)).union(arb(0))
    return total if j == n else total.union(arb(1))


@dataclass(frozen=True)
class Normal(Tails):
    """A normal number, or independent ones of one variance."""

    mean: Any = 0
    variance: Any = 1

    def _spread(self, term: Any, numbers: Mapping[str, Any]) -> Any:
        return self.variance / numbers["n"] if isinstance(term, Average) else sympify(self.variance)

    def law(self, said: Law, numbers: Mapping[str, Any]) -> bool | None:
        if isinstance(said.object, Family) or said.property == "normal":
            return said.property != "normal" or compared(
                Statement(sympify(self.variance), "==", said.parameters[0]), numbers
            )
        (bound,) = said.parameters
        if said.property == "mean":
            return compared(Statement(sympify(self.mean), "==", bound), numbers)
        if said.property in ("sub-Gaussian", "variance"):
            return compared(Statement(self._spread(said.object, numbers), "<=", bound), numbers)
        return None

    def above(self, term: Term, x: arb, numbers: Mapping[str, Any]) -> arb:
        return ((x - as_ball(self.mean)) / (2 * as_ball(self._spread(term, numbers))).sqrt()).erfc() / 2

    def below(self, term: Term, x: arb, numbers: Mapping[str, Any]) -> arb:
        return ((as_ball(self.mean) - x) / (2 * as_ball(self._spread(term, numbers))).sqrt()).erfc() / 2


@dataclass(frozen=True)
class ChiSquare(Tails):
    """The sum of the squares of `degrees` standard normal numbers."""

    degrees: Any

    def law(self, said: Law, numbers: Mapping[str, Any]) -> bool | None:
        return said.property == "chi-square" and compared(
            Statement(sympify(self.degrees), "==", said.parameters[0]), numbers
        )

    def above(self, term: Term, x: arb, numbers: Mapping[str, Any]) -> arb:
        return (x / 2).gamma_upper(as_ball(self.degrees) / 2, regularized=1) if x > 0 else arb(1)

    def below(self, term: Term, x: arb, numbers: Mapping[str, Any]) -> arb:
        return 1 - self.above(term, x, numbers)


@dataclass(frozen=True)
class DoubleExponential(Tails):
    """The Laplace law of this scale about 0."""

    scale: Any

    def law(self, said: Law, numbers: Mapping[str, Any]) -> bool | None:
        return said.property == "Laplace" and compared(
            Statement(sympify(self.scale), "==", said.parameters[0]), numbers
        )

    def above(self, term: Term, x: arb, numbers: Mapping[str, Any]) -> arb:
        tail = (-abs(x) / as_ball(self.scale)).exp() / 2
        return tail if x >= 0 else 1 - tail

    def below(self, term: Term, x: arb, numbers: Mapping[str, Any]) -> arb:
        return self.above(term, -x, numbers)
