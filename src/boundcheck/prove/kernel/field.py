"""Rational functions over Q whose generators stand for symbols, exponentials, logarithms and roots.

Every expression of a sequent becomes a pair of FLINT polynomials. Exponentials of rational multiples of one monomial are
powers of one generator, logarithms are expanded over the factors known to be positive, roots likewise: equal
things become equal polynomials.
"""

from __future__ import annotations

from typing import Any

import sympy
from flint import fmpq
from sympy import Expr, Indexed, Rational, Symbol

from boundcheck.symbolic.functions import sigmoid

from . import clock, special
from .generators import (
    CONTEXT,
    DEGREE,
    GENS,
    ONE,
    SIZE,
    TERMS,
    ZERO,
    Generator,
    Pair,
    Rescale,
    common,
    factors,
    primes,
    primitive,
    used,
)
from .results import Inapplicable

_SPECIAL = (sympy.erf, sympy.erfc, sympy.gamma, sympy.loggamma, sympy.polygamma)


class Field:
    """Generators of one sequent; `signs` answers which polynomials are positive on its domain."""

    def __init__(self, steps: dict[str, fmpq]):
        self.steps = steps
        self.generators: list[Generator] = []
        self.index: dict[tuple[str, str], int] = {}
        self.signs: Any = None
        self.memo: dict[Expr, Pair] = {}

    def add(self, key: str, generator: Generator) -> Any:
        """Return the variable for `key` among those of the generator's kind, a new one at its first use.

        A letter may have any name, that of a constant too; two letters of one name cannot be told apart.
        """
        place = self.index.get((generator.kind, key))
        if place is None:
            if len(self.generators) == SIZE:
                raise Inapplicable("more generators than the field holds")
            place = self.index[generator.kind, key] = len(self.generators)
            self.generators.append(generator)
        elif generator.kind == "symbol" and generator.expr != self.generators[place].expr:
            raise Inapplicable(f"two letters are called {key}")
        return GENS[place]

    def pair(self, num: Any, den: Any) -> Pair:
        """Return the reduced fraction."""
        clock.check()
        if den == 0:
            raise Inapplicable("division by zero")
        if len(num) > TERMS or len(den) > TERMS or max(num.total_degree(), den.total_degree()) > DEGREE:
            raise Inapplicable("the polynomial grows too large")
        if num == 0:
            return ZERO, ONE
        common = num.gcd(den)
        if common != 1:
            num, den = num / common, den / common
        content, den = primitive(den)
        return num * (1 / content), den

    def convert(self, expr: Expr) -> Pair:
        """Return `expr` as numerator and denominator."""
        found = self.memo.get(expr)
        if found is None:
            found = self.memo[expr] = self._convert(expr)
        return found

    def _convert(self, expr: Expr) -> Pair:
        if isinstance(expr, Rational):
            return CONTEXT.constant(fmpq(int(expr.p), int(expr.q))), ONE
        if isinstance(expr, (Symbol, Indexed)):
            return self.add(str(expr), Generator("symbol", expr)), ONE
        if expr is sympy.pi:
            return self.add("pi", Generator("pi", expr)), ONE
        if expr is sympy.E:
            return self.exponential(ONE, ONE)
        if isinstance(expr, sympy.Add):
            total: Pair = (ZERO, ONE)
            for arg in expr.args:
                n, d = self.convert(arg)
                total = self.pair(total[0] * d + n * total[1], total[1] * d)
            return total
        if isinstance(expr, sympy.Mul):
            product: Pair = (ONE, ONE)
            for arg in expr.args:
                n, d = self.convert(arg)
                product = self.pair(product[0] * n, product[1] * d)
            return product
        if isinstance(expr, sympy.Pow):
            return self._power(expr)
        if isinstance(expr, _SPECIAL):
            return special.convert(self, expr)
        if len(expr.args) == 1:
            return self._function(expr, *self.convert(expr.args[0]))
        raise Inapplicable(f"{type(expr).__name__} has no place in the field")

    def _function(self, expr: Expr, n: Any, d: Any) -> Pair:
        if isinstance(expr, sympy.log):
            return self.logarithm(n, d)
        if not isinstance(expr, (sympy.exp, sigmoid, sympy.tanh, sympy.coth, sympy.sinh, sympy.cosh)):
            raise Inapplicable(f"{type(expr).__name__} has no place in the field")
        a, b = self.exponential(n, d)
        if isinstance(expr, sympy.exp):
            return a, b
        if isinstance(expr, sigmoid):
            return self.pair(a, a + b)
        if isinstance(expr, (sympy.tanh, sympy.coth)):
            top, bottom = a * a - b * b, a * a + b * b
            return self.pair(top, bottom) if isinstance(expr, sympy.tanh) else self.pair(bottom, top)
        sign = 1 if isinstance(expr, sympy.cosh) else -1
        return self.pair(a * a + sign * b * b, 2 * a * b)

    def _power(self, expr: sympy.Pow) -> Pair:
        n, d = self.convert(expr.base)
        if not isinstance(expr.exp, Rational):
            u, v = self.convert(expr.exp)
            ln, ld = self.logarithm(n, d)
            return self.exponential(*self.pair(u * ln, v * ld))
        p, q = int(expr.exp.p), int(expr.exp.q)
        if q > 1:
            n, d = self.root(n, d, q)
        return self.raised(n, d, p)

    def raised(self, n: Any, d: Any, p: int) -> Pair:
        """Return the p-th power of a fraction."""
        if abs(p) > DEGREE:
            raise Inapplicable("the exponent is too large")
        return self.pair(n**p, d**p) if p >= 0 else self.pair(d**-p, n**-p)

    def exponential(self, num: Any, den: Any) -> Pair:
        """Return the exponential of a fraction, term by term."""
        top, bottom = ONE, ONE
        scale = fmpq(1)
        if den.is_constant():
            scale, den = den.coefficient(0), ONE
        for monomial, coefficient in num.terms():
            coefficient /= scale
            term = CONTEXT.from_dict({monomial: fmpq(1)})
            where = used(term)
            gen = self.generators[next(iter(where))] if len(where) == 1 else None
            if gen is not None and gen.kind == "log" and term.total_degree() == 1 and den == 1:
                n, d = self.root(gen.num, gen.den, int(coefficient.q))
                n, d = self.raised(n, d, int(coefficient.p))
                top, bottom = top * n, bottom * d
                continue
            key = f"exp {term} / {den}"
            step = self.steps.get(key)
            if step is None or (coefficient / step).q != 1:
                raise Rescale(key, abs(coefficient) if step is None else common(step, abs(coefficient)))
            power = int((coefficient / step).p)
            if abs(power) > DEGREE:
                raise Inapplicable("the exponent is too large")
            variable = self.add(key, Generator("exp", None, term, den, step))
            top, bottom = (top * variable**power, bottom) if power > 0 else (top, bottom * variable**-power)
        return self.pair(top, bottom)

    def _split(self, num: Any, den: Any) -> tuple[fmpq, list[tuple[Any, int]]]:
        c, up = factors(num)
        b, down = factors(den)
        return c / b, up + [(f, -k) for f, k in down]

    def logarithm(self, num: Any, den: Any) -> Pair:
        """Return the logarithm, expanded over the factors known to be positive."""
        if num == 0:
            raise Inapplicable("logarithm of 0")
        content, parts = self._split(num, den)
        known: list[tuple[Any, int]] = []
        rest: Pair = (ONE, ONE)
        for f, k in parts:
            sign = self.signs.of(f)
            if sign:
                known.append((f * sign, k))
                content *= sign ** abs(k)
            else:
                rest = (rest[0] * f**k, rest[1]) if k > 0 else (rest[0], rest[1] * f**-k)
        total: Pair = (ZERO, ONE)
        if content < 0 or rest != (ONE, ONE):
            rest, content = (rest[0] * content, rest[1]), fmpq(1)
            total = (self._log_of(*rest), ONE)
        for prime, k in primes(content):
            total = (total[0] + k * self._log_of(CONTEXT.constant(prime), ONE), total[1])
        for f, k in known:
            n, d = self._log_factor(f)
            total = self.pair(total[0] * d + k * n * total[1], total[1] * d)
        return total

    def _log_of(self, num: Any, den: Any) -> Any:
        return self.add(f"log {num} / {den}", Generator("log", None, num, den))

    def _log_factor(self, f: Any) -> Pair:
        where = used(f)
        if len(where) == 1 and len(f) == 1 and f.total_degree() == 1 and f.coeffs()[0] == 1:
            gen = self.generators[next(iter(where))]
            if gen.kind == "exp":
                return self.pair(gen.num * gen.step, gen.den)
            if gen.kind == "root":
                n, d = self.logarithm(gen.num, gen.den)
                return self.pair(n, d * gen.step)
        return self._log_of(f, ONE), ONE

    def root(self, num: Any, den: Any, q: int) -> Pair:
        """Return the q-th root of a fraction that is not negative."""
        if q == 1 or num == 0:
            return num, den
        if q > 12:
            raise Inapplicable("the root's order is too large")
        content, parts = self._split(num, den)
        top, bottom, rest_n, rest_d = ONE, ONE, ONE, ONE
        signs = {str(f): self.signs.of(f) for f, _ in parts}
        if sum(not sign for sign in signs.values()) == 1:
            # a factor that may vanish is split off only where it leaves nothing of unknown sign behind
            signs = {str(f): signs[str(f)] or (k > 0 and self.signs.not_negative(f)) for f, k in parts}
        for f, k in parts:
            sign = int(signs[str(f)])
            if sign:
                f, content = f * sign, content * sign ** abs(k)
            whole, k = (k - k % q) // q if sign else 0, k % q if sign else k
            top, bottom = (top * f**whole, bottom) if whole >= 0 else (top, bottom * f**-whole)
            if sign and k:
                top *= self._root_of(f, ONE, q) ** k
            elif k:
                rest_n, rest_d = (rest_n * f**k, rest_d) if k > 0 else (rest_n, rest_d * f**-k)
        if rest_n != 1 or rest_d != 1 or content < 0:
            rest_n, content = rest_n * content, fmpq(1)
            top *= self._root_of(rest_n, rest_d, q)
        for prime, k in primes(content):
            whole, k = divmod(k, q)
            top, bottom = (top * prime**whole, bottom) if whole >= 0 else (top, bottom * prime**-whole)
            if k:
                top *= self._root_of(CONTEXT.constant(prime), ONE, q) ** k
        return self.reduced(top, bottom)

    def _root_of(self, num: Any, den: Any, q: int) -> Any:
        where = used(num)
        if den == 1 and len(where) == 1 and len(num) == 1 and num.total_degree() == 1 and num.coeffs()[0] == 1:
            gen = self.generators[next(iter(where))]
            if gen.kind == "exp":
                raise Rescale(f"exp {gen.num} / {gen.den}", gen.step / q)
        return self.add(f"root {q} {num} / {den}", Generator("root", None, num, den, q))

    def reduced(self, num: Any, den: Any) -> Pair:
        """Return the fraction with powers of roots replaced by what they are the roots of."""
        for _ in range(40):
            for i, gen in enumerate(self.generators):
                if gen.kind == "root" and max(num.degrees()[i], den.degrees()[i]) >= gen.step:
                    (a, b), (c, d) = (self._lowered(poly, i, gen) for poly in (num, den))
                    num, den = self.pair(a * d, b * c)
                    break
            else:
                return num, den
        raise Inapplicable("roots of roots do not end")

    def _lowered(self, poly: Any, i: int, gen: Generator) -> Pair:
        highest = poly.degrees()[i] // gen.step
        total = ZERO
        for monomial, coefficient in poly.terms():
            power, left = divmod(monomial[i], gen.step)
            term = CONTEXT.from_dict({(*monomial[:i], left, *monomial[i + 1 :]): coefficient})
            total += term * gen.num**power * gen.den ** (highest - power)
        return total, gen.den**highest

    def normal(self, expr: Expr) -> Pair:
        """Return `convert`, roots reduced."""
        return self.reduced(*self.convert(expr))

    def to_sympy(self, poly: Any) -> Expr:
        """Return the expression that a polynomial stands for."""
        terms = []
        for monomial, coefficient in poly.terms():
            powers = [self.meaning(i) ** k for i, k in enumerate(monomial) if k]
            terms.append(sympy.Mul(Rational(int(coefficient.p), int(coefficient.q)), *powers))
        return sympy.Add(*terms)

    def meaning(self, i: int) -> Expr:
        """Return the expression that generator `i` stands for."""
        gen = self.generators[i]
        if gen.expr is not None and gen.kind not in special.KINDS:
            return gen.expr
        inner = self.to_sympy(gen.num) / self.to_sympy(gen.den)
        if gen.kind in special.KINDS:
            return special.meaning(gen, inner)
        if gen.kind == "exp":
            return sympy.exp(Rational(int(gen.step.p), int(gen.step.q)) * inner)
        return sympy.log(inner) if gen.kind == "log" else inner ** Rational(1, gen.step)
