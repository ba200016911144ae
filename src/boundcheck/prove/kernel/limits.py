"""What an expression tends to as a letter grows, where a few rules tell: no series, and no answer where two parts cancel."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Add, Expr, Integer, Mul, Pow, Rational, S, Symbol, erf, erfc, exp, log, tanh

from boundcheck.symbolic.functions import sigmoid

from .generators import used
from .model import model
from .results import Inapplicable
from .sequent import Sequent

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
