"""Rational functions over Q whose generators stand for symbols, exponentials, roots, logarithms and special functions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import sympy
from flint import arb, fmpq, fmpq_mpoly_ctx
from sympy import Expr, Indexed, Integer, Rational, Symbol

from boundcheck.symbolic import balls as values
from boundcheck.symbolic.functions import sigmoid

from . import smt
from .results import Inapplicable

# Variables of a field and the polynomials over them.

SIZE = 26
DEGREE = 40
TERMS = 600
CONTEXT = fmpq_mpoly_ctx.get([f"v{i}" for i in range(SIZE)], "degrevlex")
GENS = CONTEXT.gens()
ONE = CONTEXT.constant(1)
ZERO = CONTEXT.constant(0)
Pair = tuple[Any, Any]


class Rescale(Exception):
    """An exponential needs a finer generator: start again with it."""

    def __init__(self, key: str, step: fmpq):
        super().__init__(key)
        self.key, self.step = key, step


@dataclass(frozen=True)
class Generator:
    """What a variable stands for: "symbol", "exp" of step·num/den, "log" of num/den, "root" of order q, or "pi".

    Those of `boundcheck.prove.kernel.field` are functions at num/den, `step` the order of a derivative.
    """

    kind: str
    expr: Any = None
    num: Any = None
    den: Any = None
    step: Any = None


def primitive(poly: Any) -> tuple[fmpq, Any]:
    """Return content and primitive part, integer coefficients and a positive leading one."""
    coefficients = poly.coeffs()
    lcm = math.lcm(*(int(c.q) for c in coefficients))
    gcd = math.gcd(*(int((c * lcm).p) for c in coefficients))
    content = fmpq(gcd, lcm) * (1 if coefficients[0] > 0 else -1)
    return content, poly * (1 / content)


def factors(poly: Any) -> tuple[fmpq, list[tuple[Any, int]]]:
    """Return content and irreducible primitive factors with their multiplicities."""
    content, parts = poly.factor()
    result = []
    for part, power in parts:
        extra, part = primitive(part)
        content *= extra ** int(power)
        result.append((part, int(power)))
    return content, sorted(result, key=lambda item: str(item[0]))


def used(poly: Any) -> set[int]:
    """Return the indices of the generators that occur."""
    return {i for i, degree in enumerate(poly.degrees()) if degree > 0}  # those of 0 are negative


def common(a: fmpq, b: fmpq) -> fmpq:
    return fmpq(math.gcd(int(a.p) * int(b.q), int(b.p) * int(a.q)), int(a.q) * int(b.q))


def primes(value: fmpq) -> list[tuple[int, int]]:
    """Return a positive rational as powers of primes; parts too long to factor stay whole."""
    result: list[tuple[int, int]] = []
    for number, sign in ((int(value.p), 1), (int(value.q), -1)):
        if number > 1:
            found = sympy.factorint(Integer(number), limit=10_000)
            result += [(int(p), sign * int(k)) for p, k in sorted(found.items())]
    return result


# Error and gamma functions in the field: one generator each, up to reflection and steps of one, and what is true of it.
#
# .. math:: \operatorname{erfc}(-u) = 2 - \operatorname{erfc}(u), \quad \Gamma(u+1) = u\,\Gamma(u), \quad
#           \psi^{(m)}(u+1) = \psi^{(m)}(u) + (-1)^m m!\,u^{-m-1}.
#
# The bounds on the polygamma functions are the first terms of ``t/(1 - exp(-t))``, which lies between ``1 + t/2`` and
# ``1 + t/2 + t^2/12`` for positive t, under the integral that they are (Abramowitz and Stegun, 6.4.1).

KINDS = ("erfc", "gamma", "polygamma", "digamma")
POSITIVE = ("erfc", "gamma", "polygamma")  # of order at least 1, and up to its sign
_STEPS = 12
Fact = tuple[Any, str]


def convert(field: Any, expr: Expr) -> Pair:
    """Return numerator and denominator of one of these functions at an argument that has some."""
    num, den = field.normal(expr.args[-1])
    if isinstance(expr, (sympy.erf, sympy.erfc)):
        top = _erfc(field, num, den)
        return (ONE - top, ONE) if isinstance(expr, sympy.erf) else (top, ONE)
    if isinstance(expr, sympy.polygamma):
        order = expr.args[0]
        if not isinstance(order, sympy.Integer) or not 0 <= order <= values.HIGHEST:
            raise Inapplicable("the order of a polygamma function is a small number")
        return _polygamma(field, int(order), num, den)
    top, bottom = _gamma(field, num, den)
    return field.logarithm(top, bottom) if isinstance(expr, sympy.loggamma) else (top, bottom)


def _erfc(field: Any, num: Any, den: Any) -> Any:
    if num == 0:
        return ONE
    if num.coeffs()[0] < 0:
        return 2 - _erfc(field, -num, den)
    return field.add(f"{num} / {den}", Generator("erfc", _density(field, num, den), num, den))


def _density(field: Any, num: Any, den: Any) -> tuple | None:
    """Return ``exp(-u^2)`` and the root of pi, where u is a polynomial that is not negative: bounds are in these."""
    if not den.is_constant() or num.is_constant() or not field.signs.not_negative(num * (1 / den.coefficient(0))):
        return None
    square = field.pair(-(num**2), den**2)
    return (*field.exponential(*field.reduced(*square)), *field.convert(sympy.sqrt(sympy.pi)))


def _lowered(field: Any, num: Any, den: Any) -> tuple[Any, list[Any]]:
    """Return the least argument known to be positive, by steps of one, and those stepped over; all over `den`."""
    steps: list[Any] = []
    if not den.is_constant():
        return num, steps
    while len(steps) < _STEPS:
        constant = sum((c for m, c in num.terms() if not any(m)), fmpq(0)) / den.coefficient(0)
        below = num - den
        if constant < 1 or below == 0 or field.signs.of(below) * field.signs.of(den) != 1:
            break
        num = below
        steps.append(num)
    return num, steps


def _gamma(field: Any, num: Any, den: Any) -> Pair:
    num, steps = _lowered(field, num, den)
    if num == den:
        top: Pair = (ONE, ONE)
    else:
        top = (field.add(f"{num} / {den}", Generator("gamma", None, num, den)), ONE)
    for below in steps:
        top = field.pair(top[0] * below, top[1] * den)
    return top


def _polygamma(field: Any, order: int, num: Any, den: Any) -> Pair:
    num, steps = _lowered(field, num, den)
    kind = "polygamma" if order else "digamma"
    # what is known of the digamma function is known beside the logarithm
    log = None if order else field.logarithm(num, den)
    size = field.add(f"{order} {num} / {den}", Generator(kind, log, num, den, order))
    total: Pair = (size if order == 0 or order % 2 else -size, ONE)
    for below in steps:
        term = (-1) ** order * math.factorial(order) * den ** (order + 1), below ** (order + 1)
        total = field.pair(total[0] * term[1] + term[0] * total[1], total[1] * term[1])
    return total


def meaning(gen: Generator, inner: Expr) -> Expr:
    """Return the expression that a generator stands for."""
    if gen.kind == "erfc":
        return sympy.erfc(inner)
    if gen.kind == "gamma":
        return sympy.gamma(inner)
    return sympy.polygamma(gen.step, inner) * (1 if gen.step == 0 or gen.step % 2 else -1)


def facts(gen: Generator, v: Any, between: Any) -> list[Fact]:
    """Return what is true of the generator `v` of these kinds, its argument being in the function's domain."""
    num, den = gen.num, gen.den
    if num.is_constant() and den.is_constant():
        at = num.coefficient(0) / den.coefficient(0)
        return between(v, lambda: _value(gen, at))
    if gen.kind == "erfc":
        return [(v, ">"), (2 - v, ">"), ((1 - v) * num * den, ">="), *_tail(gen, v)]
    if gen.kind == "gamma":
        return [(v - fmpq(4428, 5000), ">")]
    if not den.is_constant():
        return [(v, ">")] if gen.kind == "polygamma" else []
    u = num * (1 / den.coefficient(0))
    if gen.kind == "digamma":
        top, bottom = gen.expr  # of the logarithm
        if bottom != 1:
            return []
        return [((top - v) * 2 * u - 1, ">"), (1 + 6 * u - (top - v) * 12 * u**2, ">")]
    if gen.step == 1:
        return [(v, ">"), (v * 2 * u**2 - 2 * u - 1, ">"), (6 * u**2 + 3 * u + 1 - v * 6 * u**3, ">")]
    if gen.step == 2:
        return [(v, ">"), (v * u**3 - u - 1, ">"), (2 * u**2 + 2 * u + 1 - v * 2 * u**4, ">")]
    return [(v, ">")]


def beside(gen: Generator) -> set[int]:
    """Return the generators in which more is known of one of these."""
    return set().union(*(used(poly) for poly in gen.expr)) if gen.kind in ("erfc", "digamma") and gen.expr else set()


def _tail(gen: Generator, v: Any) -> list[Fact]:
    r"""Chernoff's and Mill's bounds: ``2u/(2u^2+1) <= sqrt(pi) e^(u^2) erfc(u) <= 1/u`` and ``erfc(u) <= e^(-u^2)``."""
    if gen.expr is None:
        return []
    up, down, root, one = gen.expr
    if one != 1:
        return []
    u = gen.num * (1 / gen.den.coefficient(0))
    return [
        (up - v * down, ">="),
        (up - root * u * v * down, ">="),
        (root * (2 * u**2 + 1) * v * down - 2 * u * up, ">="),
    ]


def _value(gen: Generator, at: fmpq) -> arb:
    if gen.kind == "erfc":
        return arb(at).erfc()
    if at <= 0:
        raise Inapplicable("a gamma function where it has no value")
    if gen.kind == "gamma":
        return arb(at).gamma()
    value = values.polygamma(gen.step, at)
    return abs(value) if gen.step else value


# Rational functions over Q whose generators stand for symbols, exponentials, logarithms and roots.
#
# Every expression of a sequent becomes a pair of FLINT polynomials. Exponentials of rational multiples of one monomial are
# powers of one generator, logarithms are expanded over the factors known to be positive, roots likewise: equal
# things become equal polynomials.

_NESTED = 5  # roots under each other
_HIGHEST, _FEW = 100, 4  # degree of fractions of so few terms, and order of a root
_SPECIAL = (sympy.erf, sympy.erfc, sympy.gamma, sympy.loggamma, sympy.polygamma)


class Field:
    """Generators of one sequent; `signs` answers which polynomials are positive on its domain."""

    def __init__(self, steps: dict[str, fmpq]):
        self.steps = steps
        self.generators: list[Generator] = []
        self.index: dict[tuple[str, str], int] = {}
        self.signs: Any = None
        self.memo: dict[Expr, Pair] = {}

    def copied(self) -> Field:
        """Return a field of the same generators, to which others may be added."""
        twin = Field(dict(self.steps))
        twin.generators, twin.index, twin.memo = list(self.generators), dict(self.index), dict(self.memo)
        return twin

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
        smt.check_clock()
        if den == 0:
            raise Inapplicable("division by zero")
        highest = DEGREE if len(num) + len(den) > _FEW else _HIGHEST
        if len(num) > TERMS or len(den) > TERMS or max(num.total_degree(), den.total_degree()) > highest:
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
            return convert(self, expr)
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
        if abs(p) > (DEGREE if len(n) + len(d) > 2 else _HIGHEST):
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
        if q > _HIGHEST:
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
        if self._depth(num) + self._depth(den) > _NESTED:  # each one more doubles the terms of what is under it
            raise Inapplicable("roots are nested too deep")
        return self.add(f"root {q} {num} / {den}", Generator("root", None, num, den, q))

    def _depth(self, poly: Any) -> int:
        """How many roots stand under each other in a polynomial."""
        roots = [g for g in (self.generators[i] for i in used(poly)) if g.kind == "root"]
        return max((1 + max(self._depth(g.num), self._depth(g.den)) for g in roots), default=0)

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
        if gen.expr is not None and gen.kind not in KINDS:
            return gen.expr
        inner = self.to_sympy(gen.num) / self.to_sympy(gen.den)
        if gen.kind in KINDS:
            return meaning(gen, inner)
        if gen.kind == "exp":
            return sympy.exp(Rational(int(gen.step.p), int(gen.step.q)) * inner)
        return sympy.log(inner) if gen.kind == "log" else inner ** Rational(1, gen.step)
