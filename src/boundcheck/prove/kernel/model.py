"""A sequent in polynomial form: hypotheses and claim over one field, and signs that its domain fixes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from flint import fmpq
from sympy import Expr

from . import lemmas, smt, special
from .clock import OutOfTime
from .field import Field
from .generators import CONTEXT, ONE, ZERO, Rescale, factors, used
from .results import Inapplicable
from .sequent import Atom, Sequent

_SIGN_LIMIT = 60_000
Fact = tuple[Any, str]


class Signs:
    """Which polynomials are positive where the hypotheses hold."""

    def __init__(self, field: Field):
        self.field = field
        self.facts: list[Fact] = []
        self.known: dict[str, int] = {}
        self.weak: dict[str, bool] = {}

    def learn(self, poly: Any, relation: str) -> None:
        """Take ``poly relation 0`` as a hypothesis."""
        self.facts.append((poly, relation))
        self.known.clear()
        self.weak.clear()

    def of(self, poly: Any) -> int:
        """Return 1 or -1 where the sign is settled, else 0."""
        if poly.is_constant():
            value = poly.coefficient(0) if poly != 0 else fmpq(0)
            return (value > 0) - (value < 0)
        key = str(poly)
        if key not in self.known:
            self.known[key] = self._of(poly)
        return self.known[key]

    def not_negative(self, poly: Any) -> int:
        """Return 1 where ``poly >= 0`` is settled, else 0."""
        key = str(poly)
        if key not in self.weak:
            self.weak[key] = (
                any(f == poly and r in (">=", "==") for f, r in self.facts)
                or (used(poly) <= self._letters(weak=True) and all(c > 0 for c in poly.coeffs()))
                or self._holds(poly, ">=")
            )
        return int(self.weak[key])

    def _of(self, poly: Any) -> int:
        positive = self._letters(weak=False)
        for sign in (1, -1):
            if any(f == sign * poly and r == ">" for f, r in self.facts):
                return sign
            if used(poly) <= positive and all(c * sign > 0 for c in poly.coeffs()):
                return sign
        if any(self.field.generators[i].kind == "log" for i in used(poly)):
            return 0
        for sign in (1, -1):
            if self._holds(sign * poly, ">"):
                return sign
        return 0

    def _letters(self, *, weak: bool) -> set[int]:
        """Return the generators that single hypotheses make positive, or only not negative."""
        found = {
            i
            for i, g in enumerate(self.field.generators)
            if g.kind in ("exp", "pi", *special.POSITIVE) or (weak and g.kind == "root")
        }
        wanted = (">", ">=") if weak else (">",)
        return found | {i for f, r in self.facts if r in wanted for i in used(f) if f == CONTEXT.gen(i)}

    def _holds(self, poly: Any, relation: str) -> bool:
        near = lemmas.closure(self.field, used(poly), self.facts)
        facts = [f for f in self.facts if used(f[0]) <= near]
        text = lemmas.text(self.field, facts, (poly, relation), near, ("exponents",))
        return smt.check(text, _SIGN_LIMIT) == "unsat"


class Model:
    """Field, hypotheses as facts, and the claim of a sequent as one fact."""

    def __init__(self, sequent: Sequent, steps: dict[str, fmpq]):
        self.field = Field(steps)
        self.signs = self.field.signs = Signs(self.field)
        simple = sorted(range(len(sequent.given)), key=lambda i: (_size(sequent.given[i].expr), i))
        for i in simple:
            self._learn(sequent.given[i])
        num, den = self.field.normal(sequent.claim.expr)
        self.num, self.den, self.relation = num, den, sequent.claim.relation

    def _learn(self, hypothesis: Atom) -> None:
        try:
            num, den = self.field.normal(hypothesis.expr)
        except OutOfTime:
            raise  # a model without a hypothesis is kept only where the hypothesis has no place in it
        except Inapplicable:
            return  # a hypothesis that cannot be expressed is not used
        self.signs.learn(self.times_sign(num, den), hypothesis.relation)

    def times_sign(self, num: Any, den: Any) -> Any:
        """Return a polynomial of the sign of num/den, for a denominator that is not 0."""
        content, parts = factors(den)
        num = num * (1 if content > 0 else -1)
        for f, k in parts:
            sign = self.signs.of(f)
            if k % 2 and sign:
                num = num * sign
            elif k % 2:
                num = num * f
        return num

    def split(self) -> tuple[Any, list[tuple[Any, str]]] | None:
        """Return sign-free rest of the claim and the factors that must be assumed positive, or None if it is settled.

        A factor of known sign is dropped; one that may vanish is dropped from a weak claim, under the assumption that
        it does not.
        """
        if self.num == 0:
            if self.relation in (">=", "=="):
                return None
            raise Inapplicable("the claim reads 0 > 0")
        content, up = factors(self.num)
        extra, down = factors(self.den)
        sign = 1 if content * extra > 0 else -1
        rest, assumed = ONE, []
        for f, k, below in [(f, k, False) for f, k in up] + [(f, k, True) for f, k in down]:
            known = self.signs.of(f)
            if known:
                sign *= known**k
            elif self.relation in ("==", "!=") and not below:
                rest *= f
            elif k % 2 == 0 and (below or self.relation == ">="):
                if not below:
                    assumed.append((f, "!="))
            elif not below and self.relation == ">=" and self.signs.not_negative(f):
                assumed.append((f, ">"))
            elif self.relation not in ("==", "!="):
                rest *= f if k % 2 else f * f
        rest *= sign
        if rest.is_constant():
            value = rest.coefficient(0)
            if (value > 0 and self.relation != "==") or (value != 0 and self.relation == "!="):
                return None
            if not assumed or self.relation == "==":
                raise Inapplicable("the claim's sign is the wrong one")
        return rest, assumed

    def expr(self, poly: Any) -> Expr:
        """Return the expression that a polynomial stands for."""
        return self.field.to_sympy(poly)


def _size(expr: Expr) -> int:
    return sum(1 for _ in _walk(expr))


def _walk(expr: Any) -> Iterable:
    yield expr
    for arg in expr.args:
        yield from _walk(arg)


@lru_cache(maxsize=5_000)
def model(sequent: Sequent) -> Model:
    """Return the polynomial form, with exponentials scaled finely enough."""
    steps: dict[str, fmpq] = {}
    for _ in range(24):
        try:
            return Model(sequent, dict(steps))
        except Rescale as needed:
            steps[needed.key] = needed.step
    raise Inapplicable("the exponents have no common step")


__all__ = ["ZERO", "Model", "Signs", "model"]
