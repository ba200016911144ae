"""Rules that change the variable or the scale of a claim: logarithms, squares, what hypotheses determine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from sympy import Add, Expr, Rational, Symbol, exp, expand_log, log

from boundcheck.symbolic.encode import decode

from .calculus import affine_part, real
from .clock import OutOfTime
from .generators import ONE, factors
from .model import model
from .results import Inapplicable
from .sequent import Atom, Sequent, conditions

Node = dict[str, Any]


def logarithm(sequent: Sequent, node: Node) -> list[Sequent]:
    """Compare logarithms: a - b >= 0 from log a - log b >= 0, both positive."""
    left, right, goals = _two_sides(sequent, node, ">")
    positive = sequent.assume(Atom(left, ">"), Atom(right, ">"))
    return [*goals, positive.claims(log(left) - log(right), sequent.claim.relation)]


def square(sequent: Sequent, node: Node) -> list[Sequent]:
    """Compare squares: a - b >= 0 from a^2 - b^2 >= 0, neither negative."""
    left, right, goals = _two_sides(sequent, node, ">=")
    known = sequent.assume(Atom(left, ">="), Atom(right, ">="))
    return [*goals, known.claims(left**2 - right**2, sequent.claim.relation)]


def contrapose(sequent: Sequent, node: Node) -> list[Sequent]:
    """Where the claim fails, a hypothesis fails: which is the same, the other way round."""
    index, claim = node["hypothesis"], sequent.claim
    if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < len(sequent.given):
        raise Inapplicable("no such hypothesis")
    h = sequent.given[index]
    opposite = {">=": ">", ">": ">="}
    if h.relation not in opposite or claim.relation not in opposite:
        raise Inapplicable("not two inequalities")
    others = tuple(g for g in sequent.given if g != h)
    return [Sequent(others, Atom(-h.expr, opposite[h.relation])).assume(Atom(-claim.expr, opposite[claim.relation]))]


def addends(sequent: Sequent, node: Node) -> list[Sequent]:
    """A sum of parts that are not negative; of a strict claim the first part is positive."""
    parts = [real(decode(part)) for part in node["parts"]]
    if sequent.claim.relation not in (">=", ">") or len(parts) < 2:
        raise Inapplicable("not an inequality in several parts")
    defined = dict.fromkeys(c for part in parts for c in conditions(part))
    goals = [sequent.claims(c.expr, c.relation) for c in defined]
    goals.append(sequent.claims(Add(sequent.claim.expr, *(-part for part in parts)), "=="))
    goals.append(sequent.claims(parts[0], sequent.claim.relation))
    return goals + [sequent.claims(part, ">=") for part in parts[1:]]


def _two_sides(sequent: Sequent, node: Node, sign: str) -> tuple[Expr, Expr, list[Sequent]]:
    left, right = real(decode(node["left"])), real(decode(node["right"]))
    if sequent.claim.relation not in (">=", ">"):
        raise Inapplicable("not an inequality")
    goals = []
    for side in (left, right):
        goals += [sequent.claims(c.expr, c.relation) for c in conditions(side)]
    goals.append(sequent.claims(sequent.claim.expr - left + right, "=="))
    goals += [sequent.claims(side, sign) for side in (left, right)]
    return left, right, goals


def rescale(sequent: Sequent, node: Node) -> list[Sequent]:
    """A positive symbol x is written exp(-y), y a real number of its own: logarithms of x become sums."""
    x = real(decode(node["var"]))
    if not isinstance(x, Symbol):
        raise Inapplicable("a symbol is written in another scale")
    taken = {s.name for a in (*sequent.given, sequent.claim) for s in a.expr.free_symbols}
    y = Symbol(f"{x}_log", real=True)
    if y.name in taken:
        raise Inapplicable(f"{y}: a letter of the statement")

    def moved(a: Atom) -> Atom:
        return Atom(_apart(a.expr.xreplace({x: exp(-y)})), a.relation)

    given = tuple(dict.fromkeys((*map(moved, sequent.given), *_bounds_of(sequent, x, y))))
    return [sequent.claims(x, ">"), Sequent(given, moved(sequent.claim))]


def _bounds_of(sequent: Sequent, x: Symbol, y: Symbol) -> Iterator[Atom]:
    """What x < a and x > a say of y, for positive numbers a; the logarithm keeps the order."""
    for h in sequent.given:
        if h.relation not in (">", ">="):
            continue
        for sign in (1, -1):
            bound = sign * (x - h.expr * sign)
            if isinstance(bound, Rational) and bound * sign > 0:
                yield Atom(sign * (-y - log(bound * sign)), h.relation)


def _apart(expr: Expr) -> Expr:
    """Logarithms of a positive number times an exponential, taken apart."""
    return expr.replace(lambda e: isinstance(e, log), lambda e: expand_log(e))


def substitute(sequent: Sequent, node: Node) -> list[Sequent]:
    """A hypothesis that determines a symbol is used up, the symbol replaced everywhere."""
    for h in sequent.given:
        if h.relation != "==":
            continue
        for x in sorted(h.expr.free_symbols, key=str):
            parts = affine_part(h.expr, x)
            if parts is None or not isinstance(parts[0], Rational) or parts[0] == 0:
                continue
            swap = {x: -parts[1] / parts[0]}
            moved = (Atom(g.expr.xreplace(swap), g.relation) for g in sequent.given if g is not h)
            claim = Atom(sequent.claim.expr.xreplace(swap), sequent.claim.relation)
            return [Sequent(tuple(dict.fromkeys(moved)), claim)]
    raise Inapplicable("no hypothesis determines a symbol")


def tidy(sequent: Sequent, node: Node) -> list[Sequent]:
    """Hypotheses that are products lose the factors of known sign."""
    tidied = _tidied(sequent)
    if tidied is None:
        raise Inapplicable("nothing to tidy")
    return [tidied]


@lru_cache(maxsize=5_000)
def _tidied(sequent: Sequent) -> Sequent | None:
    """The sequent with simpler hypotheses, None where there are none: a search asks whether there are, and then for them."""
    m = model(sequent)
    simpler = [_simpler(m, h) for h in sequent.given]
    if not any(simpler):
        return None
    # every new hypothesis follows from the old ones, so nothing is assumed that was not
    given = (h if other is None else other for h, other in zip(sequent.given, simpler, strict=True))
    return Sequent(tuple(dict.fromkeys(given)), sequent.claim)


def _simpler(m: Any, h: Atom) -> Atom | None:
    try:
        num, den = m.field.normal(h.expr)
    except OutOfTime:
        raise  # what has no simpler form is remembered, what was not looked at to the end is not
    except Inapplicable:
        return None
    if num == 0:
        return None
    content, up = factors(num)
    extra, down = factors(den)
    if len(up) + len(down) < 2:
        return None
    sign = 1 if content * extra > 0 else -1
    rest, dropped = ONE, 0
    for f, k in [*up, *((f, k) for f, k in down)]:
        known = m.signs.of(f)
        if known:
            sign, dropped = sign * known ** abs(k), dropped + 1
        else:
            rest *= f ** (k if h.relation in (">=", ">") else 1)
    if not dropped or rest.is_constant():
        return None
    return Atom(m.expr(rest * sign), h.relation)
