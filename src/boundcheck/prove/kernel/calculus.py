"""Rules of calculus: derivatives, a value with a slope of one sign, and what an expression tends to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sympy import (
    Abs,
    Add,
    Expr,
    Function,
    Integer,
    Max,
    Min,
    Mul,
    Pow,
    Rational,
    S,
    Symbol,
    cosh,
    coth,
    erf,
    erfc,
    exp,
    expand_mul,
    gamma,
    log,
    loggamma,
    pi,
    polygamma,
    sinh,
    sqrt,
    tanh,
)

from boundcheck.symbolic.balls import HIGHEST
from boundcheck.symbolic.encode import decode
from boundcheck.symbolic.functions import sigmoid

from .field import GENS, used
from .polynomial_form import Model, model
from .results import Inapplicable
from .sequent import NOT_REAL, Atom, Sequent, conditions, one_by_one

# Derivatives by the textbook rules; SymPy's own spend most of their time elsewhere.

_RULES: dict[Any, Any] = {
    exp: lambda f, u: f,
    log: lambda f, u: 1 / u,
    sinh: lambda f, u: cosh(u),
    cosh: lambda f, u: sinh(u),
    tanh: lambda f, u: 1 - f**2,
    coth: lambda f, u: 1 - f**2,
    sigmoid: lambda f, u: f * (1 - f),
    erf: lambda f, u: 2 * exp(-(u**2)) / sqrt(pi),
    erfc: lambda f, u: -2 * exp(-(u**2)) / sqrt(pi),
    gamma: lambda f, u: f * polygamma(0, u),
    loggamma: lambda f, u: polygamma(0, u),
}


@lru_cache(maxsize=50_000)
def derivative(expr: Expr, x: Symbol) -> Expr:
    """Return the derivative of `expr` by `x`; Inapplicable where a node has corners or is not understood."""
    if expr == x:  # equal, not identical: SymPy may drop a symbol from its cache and make it anew
        return S.One
    if x not in expr.free_symbols:
        return S.Zero
    if isinstance(expr, Add):
        return Add(*(derivative(arg, x) for arg in expr.args))
    if isinstance(expr, Mul):
        terms = []
        for i, arg in enumerate(expr.args):
            slope = derivative(arg, x)
            if slope is not S.Zero:
                terms.append(Mul(*expr.args[:i], slope, *expr.args[i + 1 :]))
        return Add(*terms)
    if isinstance(expr, Pow):
        base, power = expr.base, expr.exp
        if x not in power.free_symbols:
            return Mul(power, Pow(base, power - 1), derivative(base, x))
        return Mul(expr, Add(derivative(power, x) * log(base), power * derivative(base, x) / base))
    if isinstance(expr, polygamma) and x not in expr.args[0].free_symbols:
        order, inner = expr.args
        if order >= HIGHEST:
            raise Inapplicable("the order of a polygamma function is a small number")
        return Mul(polygamma(order + 1, inner), derivative(inner, x))
    rule = _RULES.get(type(expr))
    if rule is None:
        raise Inapplicable(f"{type(expr).__name__} has no derivative here")
    (inner,) = expr.args
    return Mul(rule(expr, inner), derivative(inner, x))


# What an expression tends to at an end of its domain where logarithms have no value, and their factors are 0.
#
# .. math:: \lim_{g \downarrow 0} g^m \ln g = 0, \quad m > 0.
#
# A term ``a log(b)`` whose b is a product of powers of factors that are positive next to the end, and there either positive
# or proportional to a factor of a, is continuous with the value 0 at the end if one of them vanishes. All other terms
# must have a value.


@dataclass(frozen=True)
class Ending:
    """The value at an end, and what it rests on.

    Attributes
    ----------
    value : Expr
        Of the continuous extension, free of the letter.
    there : tuple of Atom
        What has to hold at the end, free of the letter.
    near : tuple of Atom
        What has to hold strictly inside.
    """

    value: Expr
    there: tuple[Atom, ...]
    near: tuple[Atom, ...]


def ending(expr: Expr, x: Symbol, at: Expr) -> Ending:
    """Return the value that a sum extends to; Inapplicable where the one rule does not tell."""
    values: list[Expr] = []
    there: list[Atom] = []
    near: list[Atom] = []
    for term in Add.make_args(expr):
        vanishing = _vanishing(term, x, at)
        if vanishing is None:
            there += [Atom(c.expr.xreplace({x: at}), c.relation) for c in conditions(term)]
            values.append(term.xreplace({x: at}))
        else:
            there += vanishing[0]
            near += vanishing[1]
    if any(e.has(*NOT_REAL) for e in (*values, *(a.expr for a in there))):
        raise Inapplicable("no value at the end")
    return Ending(Add(*values), tuple(dict.fromkeys(there)), tuple(dict.fromkeys(near)))


def _vanishing(term: Expr, x: Symbol, at: Expr) -> tuple[list[Atom], list[Atom]] | None:
    """Return what makes a term tend to 0 as its logarithm grows, or None for other terms."""
    logs = [f for f in Mul.make_args(term) if isinstance(f, log) and _powers_at(f.args[0], x, at)]
    if not logs:
        return None
    if len(logs) > 1:
        raise Inapplicable("a product of logarithms")
    others = [f for f in Mul.make_args(term) if f is not logs[0]]
    gone = _powers_at(logs[0].args[0], x, at)
    paying = next((f for f in others if _pays(f, gone)), None)
    if paying is None:
        raise Inapplicable("a logarithm that grows, and no factor that vanishes with it")
    others.remove(paying)
    there, near = [], []
    for factor in others:
        there += [Atom(c.expr.xreplace({x: at}), c.relation) for c in conditions(factor)]
    for base, _ in _powers(logs[0].args[0]):
        near.append(Atom(base, ">"))
        for c in conditions(base):
            there.append(Atom(c.expr.xreplace({x: at}), c.relation))
        if base not in gone:
            there.append(Atom(base.xreplace({x: at}), ">"))
    return there, near


def _powers(inside: Expr) -> list[tuple[Expr, Rational]]:
    """Return bases and rational exponents of the factors of a product."""
    found = []
    for factor in Mul.make_args(inside):
        base, k = (factor.base, factor.exp) if isinstance(factor, Pow) else (factor, S.One)
        found.append((base, k) if isinstance(k, Rational) else (factor, S.One))
    return found


def _powers_at(inside: Expr, x: Symbol, at: Expr) -> list[Expr]:
    """Return the bases that are identically 0 at the end."""
    return [b for b, _ in _powers(inside) if b.has(x) and expand_mul(b.xreplace({x: at})) == 0]


def _pays(factor: Expr, gone: list[Expr]) -> bool:
    """Whether a factor is a positive power of something proportional to each of the bases that vanish."""
    base, k = (factor.base, factor.exp) if isinstance(factor, Pow) else (factor, S.One)
    if not isinstance(k, Rational) or k <= 0:
        return False
    return all(_proportional(base, b) for b in gone)


def _proportional(one: Expr, other: Expr) -> bool:
    """Whether the quotient of two sums is a rational number, by its coefficient at one of the terms."""
    left, right = (dict(_terms(expand_mul(e))) for e in (one, other))
    if not left or left.keys() != right.keys():
        return False
    ratios = {left[key] / right[key] for key in left}
    return len(ratios) == 1 and 0 not in ratios


def _terms(expr: Expr) -> list[tuple[Expr, Rational]]:
    return [(rest, c) for c, rest in (t.as_coeff_Mul() for t in Add.make_args(expr))]


# What an expression tends to as a letter grows, where a few rules tell: no series, and no answer where two parts cancel.

_ENDS = {
    tanh: (S.NegativeOne, S.One),
    erf: (S.NegativeOne, S.One),
    erfc: (Integer(2), S.Zero),
    sigmoid: (S.Zero, S.One),
}


@dataclass(frozen=True)
class Limit:
    """A finite value, free of the letter, or (`infinite`) plus or minus infinity."""

    value: Expr
    infinite: int = 0


class Growing:
    """A letter that grows beyond all bounds, the others fixed where the hypotheses of `around` hold."""

    def __init__(self, x: Symbol, around: Sequent):
        self.x, self.around = x, around

    def limit(self, expr: Expr) -> Limit:
        """Return the limit; Inapplicable where the rules do not tell, or it does not exist."""
        if self.x not in expr.free_symbols:
            return Limit(expr)
        if expr == self.x:
            return Limit(S.Zero, 1)
        if isinstance(expr, (Add, Mul)):
            if isinstance(expr, Mul) and self._vanishes(expr):
                return Limit(S.Zero)
            try:
                return self._sum(expr) if isinstance(expr, Add) else self._product(expr)
            except Inapplicable:
                return self._ratio(expr)
        if isinstance(expr, Pow) and isinstance(expr.exp, Rational):
            return self._power(self.limit(expr.base), expr.exp)
        if isinstance(expr, (exp, log)) or type(expr) in _ENDS:
            return self._function(expr, self.limit(expr.args[0]))
        raise Inapplicable(f"{expr}: its limit is not known here")

    def sign(self, expr: Expr) -> int:
        """Return 1 or -1 where the sign of something without the letter is settled, else 0."""
        if isinstance(expr, Rational):
            return bool(expr > 0) - bool(expr < 0)
        m = model(self.around.claims(expr, ">"))
        return 0 if m.num == 0 else m.signs.of(m.num) * m.signs.of(m.den)

    def _sum(self, expr: Expr) -> Limit:
        parts = [self.limit(arg) for arg in expr.args]
        ends = {p.infinite for p in parts} - {0}
        if len(ends) > 1:
            raise Inapplicable(f"{expr}: infinity less infinity")
        return Limit(S.Zero, ends.pop()) if ends else Limit(Add(*(p.value for p in parts)))

    def _product(self, expr: Expr) -> Limit:
        parts = [self.limit(arg) for arg in expr.args]
        if not any(p.infinite for p in parts):
            return Limit(Mul(*(p.value for p in parts)))
        total = 1
        for p in parts:
            total *= p.infinite or self.sign(p.value)
        if not total:
            raise Inapplicable(f"{expr}: zero times infinity, or something of unknown sign")
        return Limit(S.Zero, total)

    def _power(self, base: Limit, k: Rational) -> Limit:
        if base.infinite:
            if base.infinite < 0 and not isinstance(k, Integer):
                raise Inapplicable("a root of something negative")
            return Limit(S.Zero) if k < 0 else Limit(S.Zero, base.infinite ** int(k) if k.q == 1 else 1)
        sign = self.sign(base.value)
        if sign > 0 or (isinstance(k, Integer) and (k > 0 or sign)) or (base.value == 0 and k > 0):
            return Limit(base.value**k)
        raise Inapplicable("a power of something of unknown sign")

    def _function(self, expr: Expr, inner: Limit) -> Limit:
        if isinstance(expr, exp):
            return Limit(S.Zero, max(0, inner.infinite)) if inner.infinite else Limit(exp(inner.value))
        if isinstance(expr, log):
            if inner.infinite > 0:
                return inner
            if inner.infinite or self.sign(inner.value) != 1:
                raise Inapplicable("a logarithm near 0")
            return Limit(log(inner.value))
        if inner.infinite:
            return Limit(_ENDS[type(expr)][inner.infinite > 0])
        return Limit(expr.func(inner.value))

    def _ratio(self, expr: Expr) -> Limit:
        """The limit of a rational function of the letter, by degrees and leading coefficients."""
        rank, top, bottom = self._leading(expr)
        if rank < 0:
            return Limit(S.Zero)
        if rank == 0:
            return Limit(top / bottom)
        total = self.sign(top) * self.sign(bottom)
        if not total:
            raise Inapplicable(f"{expr}: a leading coefficient of unknown sign")
        return Limit(S.Zero, total)

    def _leading(self, expr: Expr) -> tuple[int, Expr, Expr]:
        """Return the degree of a rational function in the letter, and leading coefficients that do not vanish."""
        m = model(self.around.claims(expr, ">="))
        ranks, leads = [], []
        for poly in (m.num, m.den):
            place = None
            for i in used(poly):
                meant = m.field.meaning(i)
                if meant == self.x:
                    place = i
                elif self.x in meant.free_symbols:
                    raise Inapplicable(f"{expr}: not rational in {self.x}")
            ranks.append(poly.degrees()[place] if place is not None else 0)
            for _ in range(ranks[-1]):
                poly = poly.derivative(place)
            leads.append(poly)
        if m.num == 0:
            return -1, S.Zero, S.One
        if m.signs.of(leads[1]) == 0 or m.signs.of(leads[0]) == 0:
            raise Inapplicable(f"{expr}: a leading coefficient of unknown sign")
        # derivatives carry factorials along
        top, bottom = (m.expr(lead) / _factorial(rank) for lead, rank in zip(leads, ranks, strict=True))
        return ranks[0] - ranks[1], top, bottom

    def _vanishes(self, expr: Expr) -> bool:
        """Whether a product has a factor that decays exponentially, and no other that grows faster than a power."""
        exponent: Expr = S.Zero
        rest: list[Expr] = []
        for arg in expr.args:
            base, k = arg.as_base_exp() if isinstance(arg, Pow) and arg.base is not S.Exp1 else (arg, S.One)
            if isinstance(base, exp) and isinstance(k, Rational):
                exponent += k * base.args[0]
            elif isinstance(base, erfc) and isinstance(k, Rational) and k > 0 and self._grows(base.args[0]):
                exponent -= k * base.args[0] ** 2  # erfc(u) <= exp(-u^2) for u >= 0
            else:
                rest.append(arg)
        if exponent == 0 or not all(map(self._tame, rest)):
            return False
        try:
            rank, top, bottom = self._leading(exponent)
        except Inapplicable:
            return False
        return rank >= 1 and self.sign(top) * self.sign(bottom) == -1

    def _grows(self, expr: Expr) -> bool:
        try:
            return self.limit(expr).infinite == 1
        except Inapplicable:
            return False

    def _tame(self, expr: Expr) -> bool:
        """Whether something is bounded by a power of the letter far out."""
        if self.x not in expr.free_symbols or expr == self.x or type(expr) in _ENDS:
            return True
        if isinstance(expr, (Add, Mul)):
            return all(map(self._tame, expr.args))
        if isinstance(expr, Pow) and isinstance(expr.exp, Rational):
            if expr.exp > 0:
                return self._tame(expr.base)
            try:
                below = self.limit(expr.base)
            except Inapplicable:
                return False
            return bool(below.infinite) or self.sign(below.value) != 0
        return isinstance(expr, log) and self._tame(expr.args[0]) and self._grows(expr.args[0])


def _factorial(n: int) -> int:
    return 1 if n < 2 else n * _factorial(n - 1)


# Rules of calculus: a value at one point and a derivative of one sign; concavity and two ends.

Node = dict[str, Any]


@lru_cache(maxsize=20_000)
def affine_part(expr: Expr, x: Symbol) -> tuple[Expr, Expr] | None:
    """Return slope and intercept of an expression that is affine in `x`, else None."""
    if not expr.has(x):
        return S.Zero, expr
    if any(node.has(x) for node in expr.atoms(Function, Min, Max)):
        return None
    try:
        slope = derivative(expr, x)
    except Inapplicable:
        return None
    if slope.has(x):
        slope = slope.expand() if slope.count_ops() < 40 else slope
        if slope.has(x):
            return None
    intercept = expr.xreplace({x: S.Zero})
    if intercept.has(S.NaN, S.ComplexInfinity, S.Infinity, S.NegativeInfinity):
        return None
    return slope, intercept


def interval(sequent: Sequent, x: Symbol) -> tuple[Atom, ...]:
    """Return the hypotheses that leave an interval of `x`, the other symbols fixed."""
    kept = []
    for h in sequent.given:
        if not h.expr.has(x):
            kept.append(h)
        elif h.relation != "!=":
            parts = affine_part(h.expr, x)
            if parts is not None:
                kept.append(Atom(parts[0] * x + parts[1], h.relation))
    return tuple(kept)


def smooth(expr: Expr, x: Symbol) -> list[Atom]:
    """Return what makes `expr` continuously differentiable in `x`."""
    if expr.has(Abs, Min, Max):
        raise Inapplicable("a corner is not differentiable")
    return [Atom(c.expr, ">") if c.relation == ">=" and c.expr.has(x) else c for c in conditions(expr)]


def _prepare(
    sequent: Sequent, node: Node, ends: list[Expr], limits: list[bool]
) -> tuple[Symbol, Sequent, list[Expr], list[Sequent], list[Atom]]:
    """Return the letter, what is known of it, the values at the ends, what has to hold there, and strictly inside.

    Where `limits` says so the end is not admissible, and the value is that of the continuous extension.
    """
    x, f = decode(node["var"]), sequent.claim.expr
    if not isinstance(x, Symbol) or sequent.claim.relation not in (">=", ">"):
        raise Inapplicable("needs one symbol and an inequality")
    x = Symbol(x.name, real=True)
    base = Sequent(interval(sequent, x), sequent.claim)
    values: list[Expr] = []
    goals: list[Sequent] = []
    near: list[Atom] = []
    for end, limit in zip(ends, limits, strict=True):
        if end.has(x):
            raise Inapplicable("the point moves with the symbol")
        for c in conditions(end):
            goals.append(base.claims(c.expr, c.relation))
        for h in base.given:
            if h.expr.has(x):
                weak = "==" if h.relation == "==" else ">="
                goals.append(base.claims(h.expr.xreplace({x: end}), weak))
        if limit:
            extended = ending(f, x, end)
            goals.append(sequent.claims(x - end, "!="))
            goals += [base.claims(c.expr, c.relation) for c in extended.there]
            near += extended.near
            values.append(extended.value)
        else:
            goals += [base.claims(c.expr.xreplace({x: end}), c.relation) for c in conditions(f)]
            values.append(f.xreplace({x: end}))
    return x, base, values, goals, near


def real(expr: Expr) -> Expr:
    """Return a decoded expression over real symbols: a certificate brings no assumptions of its own."""
    if not isinstance(expr, Expr):
        raise Inapplicable("an expression is expected")
    return expr.xreplace({s: Symbol(s.name, real=True) for s in expr.free_symbols})


def monotone(sequent: Sequent, node: Node) -> list[Sequent]:
    """The claim holds at a point of the interval, and its expression does not fall on the way from there.

    The hypotheses that are not affine in the symbol are dropped, so the segment between the point and any
    admissible value is admissible; the point itself need only satisfy the weak forms. With `limit` the expression has
    no value there, but a continuous extension.
    """
    at, f = real(decode(node["at"])), sequent.claim.expr
    x, base, (start,), goals, near = _prepare(sequent, node, [at], [node.get("limit", False)])
    strictly = node.get("strict", False)  # the claim is strict, the point excluded, the slope strict
    if strictly:
        goals.append(sequent.claims(x - at, "!="))
    goals.append(base.claims(start, ">=" if strictly else sequent.claim.relation))
    slope = derivative(f, x)
    for side in (1, -1):
        there = base.assume(Atom(side * (x - at), ">"))
        known: list[Atom] = []
        for c in (*smooth(f, x), *near):
            goals.append(there.assume(*known).claims(c.expr, c.relation))
            known.append(c)
        goals.append(there.assume(*known).claims(side * slope, ">" if strictly else ">="))
    return goals


def concave(sequent: Sequent, node: Node) -> list[Sequent]:
    """The claim holds at both ends of an interval that contains the symbol, on which its expression is concave."""
    low, high = real(decode(node["low"])), real(decode(node["high"]))
    f = sequent.claim.expr
    x, base, values, goals, near = _prepare(sequent, node, [low, high], node.get("limits", [False, False]))
    goals += [base.claims(x - low, ">="), base.claims(high - x, ">=")]
    goals += [base.claims(value, sequent.claim.relation) for value in values]
    there = base.assume(Atom(x - low, ">"), Atom(high - x, ">"))
    known: list[Atom] = []
    for c in (*smooth(f, x), *near):
        goals.append(there.assume(*known).claims(c.expr, c.relation))
        known.append(c)
    goals.append(there.assume(*known).claims(-derivative(derivative(f, x), x), ">="))
    return goals


# Rules for what has no elementary form: the limit far out, and Stirling's series for the gamma function.
#
# .. math:: \ln\Gamma(u) = (u - \tfrac12)\ln u - u + \tfrac12\ln 2\pi + \frac1{12u} - \frac1{360u^3} + \frac1{1260u^5} - \cdots
#
# For positive u each partial sum with a last term above 0 is above, each with one below 0 is below, and so is the one
# without any (Abramowitz and Stegun, 6.1.42).

_TERMS = (Rational(1, 12), Rational(-1, 360), Rational(1, 1260), Rational(-1, 1680))


def far(sequent: Sequent, node: Node) -> list[Sequent]:
    """The expression falls as a letter grows, towards something that is not negative.

    The hypotheses that are not affine in the letter are dropped; the others must hold for everything above a value for
    which they hold.
    """
    x, f = real(decode(node["var"])), sequent.claim.expr
    if not isinstance(x, Symbol) or sequent.claim.relation not in (">=", ">") or not f.has(x):
        raise Inapplicable("needs one symbol and an inequality")
    around = Sequent(tuple(h for h in sequent.given if not h.expr.has(x)), sequent.claim)
    base = Sequent(interval(sequent, x), sequent.claim)
    goals = []
    for h in base.given:
        if h.expr.has(x):
            parts = affine_part(h.expr, x)
            if parts is None or h.relation not in (">=", ">"):
                raise Inapplicable(f"{h}: may not hold further out")
            goals.append(around.claims(parts[0], ">="))
    end = Growing(x, around).limit(f)
    if end.infinite:
        raise Inapplicable("the limit is not finite")
    goals += [around.claims(c.expr, c.relation) for c in conditions(end.value)]
    goals.append(around.claims(end.value, ">="))
    needed, known = one_by_one(base, smooth(f, x))
    goals += needed
    # strictly falling towards 0 is above 0
    goals.append(known.claims(-derivative(f, x), sequent.claim.relation))
    return goals


def stirling(sequent: Sequent, node: Node) -> list[Sequent]:
    """Logarithms of gamma functions, in a claim that is linear in them, are replaced by bounds; `terms` says which."""
    terms = node["terms"]
    if not isinstance(terms, int) or isinstance(terms, bool) or not 0 <= terms < len(_TERMS):
        raise Inapplicable("few terms of the series")
    if sequent.claim.relation not in (">=", ">"):
        raise Inapplicable("not an inequality")
    m = model(sequent)
    claim = m.times_sign(m.num, m.den)
    places = log_gammas(m, claim)
    if not places:
        raise Inapplicable("no gamma function under a logarithm")
    goals, total, rest = [], S.Zero, claim
    for place in places:
        weight = claim.derivative(place)
        sign = m.signs.of(weight)
        if used(weight) & set(places) or not sign:
            raise Inapplicable("not linear, or of unknown sign")
        rest = rest - weight * GENS[place]
        u = _argument(m, place)
        goals.append(sequent.claims(u, ">"))
        total += m.expr(weight) * bound(u, terms, above=sign < 0)
    if used(rest) & set(places):
        raise Inapplicable("not linear")
    return [*goals, sequent.claims(m.expr(rest) + total, sequent.claim.relation)]


def bound(u: Expr, terms: int, *, above: bool) -> Expr:
    """Return a bound on the logarithm of the gamma function: `terms` or one more term of the series."""
    count = terms + 1 if (terms % 2 == 0) == above else terms
    main = (u - Rational(1, 2)) * log(u) - u + log(2 * pi) / 2
    return main + sum((c / u ** (2 * i + 1) for i, c in enumerate(_TERMS[:count])), S.Zero)


def log_gammas(m: Model, claim: Any) -> list[int]:
    """Return the generators in a claim that are logarithms of gamma functions."""
    found = []
    for i in sorted(used(claim)):
        gen = m.field.generators[i]
        if gen.kind == "log" and gen.den == 1 and len(used(gen.num)) == 1 and gen.num.total_degree() == 1:
            (j,) = used(gen.num)
            if m.field.generators[j].kind == "gamma" and gen.num == GENS[j]:
                found.append(i)
    return found


def _argument(m: Model, place: int) -> Expr:
    (j,) = used(m.field.generators[place].num)
    gen = m.field.generators[j]
    return m.expr(gen.num) / m.expr(gen.den)
