r"""Rules for what has no elementary form: the limit far out, and Stirling's series for the gamma function.

.. math:: \ln\Gamma(u) = (u - \tfrac12)\ln u - u + \tfrac12\ln 2\pi + \frac1{12u} - \frac1{360u^3} + \frac1{1260u^5} - \cdots

For positive u each partial sum with a last term above 0 is above, each with one below 0 is below, and so is the one
without any (Abramowitz and Stegun, 6.1.42).
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, Rational, S, Symbol, log, pi

from boundcheck.symbolic.encode import decode

from .calculus import affine_part, interval, real, smooth
from .derivative import derivative
from .generators import GENS, used
from .limits import Growing
from .model import Model, model
from .results import Inapplicable
from .sequent import Sequent, conditions, one_by_one

Node = dict[str, Any]
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
