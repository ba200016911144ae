"""The search for a proof tree: cheap rules first, floats to prune, counts instead of clocks."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from sympy import Add, Expr, Pow, Rational, S, Symbol, exp, log

from ..symbolic.balls import Undefined, Unsure, ball, precision, rational
from ..symbolic.encode import encode
from ..symbolic.evaluate import number
from . import boxes, rules, samples
from .calculus import affine_part
from .derivative import derivative
from .field import factors
from .lemmas import used
from .model import model
from .results import Inapplicable
from .sequent import NOT_REAL, Atom, Sequent, branch_node, conditions

Node = dict[str, Any]
_QUICK, _LONG = 150_000, 1_500_000
_SPLITS = [Rational(1, 4), S.One, Rational(2), Rational(4), Rational(10)]


class Search:
    """One attempt at a sequent; `tried` collects the rules that were used in vain or not."""

    def __init__(self, sequent: Sequent, seconds: float):
        self.sequent = sequent
        self.effort = max(20, int(seconds * 100))  # rule applications
        self.deadline = time.thread_time() + 20 * seconds + 20  # a last safety, far above what the counts allow
        self.tried: list[str] = []
        self.failed: dict[tuple[Sequent, int], bool] = {}
        self.residual: list[str] = []
        self.kept: dict[tuple[Atom, ...], Any] = {}
        symbols = sorted(set().union(*(a.expr.free_symbols for a in (*sequent.given, sequent.claim))), key=str)
        self.points = samples.draw(sequent.given, symbols, frozenset(), 300, 7)

    def run(self) -> Node | None:
        """Return a proof tree, or None; deeper searches only after shallower ones failed."""
        for depth in range(5):
            node = self.solve(self.sequent, depth)
            if node is not None:
                return node
            if self.spent():
                break
        return None

    def spent(self) -> bool:
        """Whether the effort allowed is used up."""
        return self.effort <= 0 or time.thread_time() > self.deadline

    def step(self, sequent: Sequent, node: Node, depth: int) -> Node | None:
        """Apply a rule and solve what it leaves."""
        self.effort -= 1
        name = node["rule"] + (f" {node['variant']}" if "variant" in node else "")
        if name not in self.tried:
            self.tried.append(name)
        try:
            goals = rules.apply(sequent, node)
        except Inapplicable:
            return None
        if any(self.implausible(goal) for goal in goals):
            return None
        children = []
        for goal in goals:
            child = self.solve(goal, depth)
            if child is None:
                return None
            children.append(child)
        return {**node, "then": children} if children else node

    def values(self, sequent: Sequent, expr: Expr) -> tuple[Any, Any] | None:
        """Return values of an expression and of the sum of its terms' sizes on points of the domain."""
        inside = self.inside(sequent)
        if inside is None or expr.has(*NOT_REAL):
            return None
        if not expr.free_symbols <= {Symbol(name, real=True) for name in inside}:
            return None
        with np.errstate(all="ignore"):
            value = np.asarray(number(expr, inside), float)
            size = sum(np.abs(np.asarray(number(term, inside), float)) for term in Add.make_args(expr))
        value, size = np.broadcast_arrays(value, size)
        finite = np.isfinite(value) & np.isfinite(size)
        return value[finite], size[finite]

    def implausible(self, sequent: Sequent) -> bool:
        """Whether the claim fails at a point of the domain that floats found and balls confirm."""
        relation = sequent.claim.relation
        if relation == "!=":
            return False
        return not self.seems(sequent, sequent.claim.expr, both=relation == "==")

    def seems(self, sequent: Sequent, expr: Expr, *, both: bool = False) -> bool:
        """Whether no point at hand shows that an expression is negative (or, with `both`, not 0)."""
        if expr.has(*NOT_REAL):
            return False
        inside = self.inside(sequent)
        if inside is None or not expr.free_symbols <= {Symbol(name, real=True) for name in inside}:
            return True
        with np.errstate(all="ignore"):
            value = np.asarray(number(expr, inside), float)
        value = np.where(np.isfinite(value), -np.abs(value) if both else value, 0.0)
        if not (value < 0).any():
            return True
        if value.ndim == 0:
            return not self._certain(Sequent((), sequent.claim), expr, {}, both)
        worst = np.argsort(value, kind="stable")
        median = worst[int((value < 0).sum()) // 2]
        return not any(
            value[i] < 0 and self._certain(sequent, expr, {n: v[i] for n, v in inside.items()}, both)
            for i in dict.fromkeys((*worst[:2], median))
        )

    def _certain(self, sequent: Sequent, expr: Expr, point: dict, both: bool) -> bool:
        exact = {n: rational(Fraction(float(v))) for n, v in point.items()}
        try:
            with precision(160):
                value = ball(expr, exact)
                if not (value < 0 or (both and value > 0)):
                    return False
                # floats may have let in a point that is not of the domain
                return all(_allowed(h, ball(h.expr, exact)) for h in sequent.given)
        except (Undefined, Unsure, KeyError, ValueError):
            return False

    def inside(self, sequent: Sequent) -> Any:
        """Return the points at hand that satisfy the hypotheses in floats, or None."""
        key = sequent.given
        if key not in self.kept:
            try:
                mask = samples.holds(sequent.given, self.points)
                kept = {n: v[mask] for n, v in self.points.items()} if np.ndim(mask) else self.points
                self.kept[key] = kept if not kept or len(next(iter(kept.values()))) else None
            except (KeyError, ValueError, TypeError):
                self.kept[key] = None
        return self.kept[key]

    def solve(self, sequent: Sequent, depth: int) -> Node | None:
        """Return a proof tree of a sequent within `depth` further steps of calculus."""
        key = (sequent, depth)
        if self.failed.get(key) or self.spent():
            return None
        node = self._solve(sequent, depth)
        if node is None:
            self.failed[key] = True
        return node

    def _solve(self, sequent: Sequent, depth: int) -> Node | None:
        relation = sequent.claim.relation
        node = self.step(sequent, {"rule": "given"}, depth)
        if node is not None:
            return node
        if branch_node(sequent) is not None:
            return self.step(sequent, {"rule": "cases"}, depth)
        for rule in ("substitute", "tidy"):
            if self.applies(sequent, rule):
                return self.step(sequent, {"rule": rule}, depth)
        node = self.contradictory(sequent)
        if node is not None or self.implausible(sequent):
            return node
        try:
            outcome = model(sequent).split()
        except Inapplicable:
            return None
        if outcome is None:
            return {"rule": "clear"}
        if relation == "==":
            return self.quick(sequent) or (self.step(sequent, {"rule": "sides"}, depth) if depth else None)
        if relation == "!=":
            for sign in (1, -1):
                node = self.step(sequent, {"rule": "apart", "sign": sign}, 0)
                if node is not None:
                    return node
            return self.quick(sequent)
        rest = Sequent(sequent.given, Atom(model(sequent).expr(outcome[0]), relation)).assume(
            *(Atom(model(sequent).expr(f), r) for f, r in outcome[1])
        )
        return self.attempt(sequent, rest, depth)

    def applies(self, sequent: Sequent, rule: str) -> bool:
        """Whether a rule without parameters has something to do."""
        try:
            rules.apply(sequent, {"rule": rule})
        except Inapplicable:
            return False
        return True

    def attempt(self, sequent: Sequent, rest: Sequent, depth: int) -> Node | None:
        """Try the engines on an inequality; `rest` is the sequent after `clear`."""
        node = self.quick(sequent)
        if node is None and not rest.claim.expr.free_symbols:
            node = self.in_boxes(sequent, 1)
        if node is None and depth:
            node = self.by_hypothesis(sequent, depth)
        if node is None:
            node = self.by_factor(rest, depth)
            node = {"rule": "clear", "then": [node]} if node is not None else None
        if node is None and self.positive(sequent):
            node = self.in_boxes(sequent, 60)
        if node is None:
            node = self.by_transform(sequent, rest, depth)
        if node is None and depth:
            node = self.by_calculus(sequent, rest, depth)
        if node is None and depth >= 2:
            node = self.one_variable(sequent, depth)
        if node is None and depth >= 2:
            node = self.polynomial(sequent, ("full", "wide"), _LONG) or self.polynomial(sequent, ("light",), _LONG)
        if node is None and depth >= 2 and self.positive(sequent):
            node = self.in_boxes(sequent, 1500)
        return node

    def quick(self, sequent: Sequent) -> Node | None:
        """Return what the solver settles at once."""
        has_logs = sequent.claim.expr.has(log)
        return self.polynomial(sequent, ("logs", "sums", "full") if has_logs else ("light", "full"), _QUICK)

    def polynomial(self, sequent: Sequent, variants: tuple[str, ...], rlimit: int) -> Node | None:
        """Return a proof by the solver in one of the variants."""
        for variant in variants:
            node = self.step(sequent, {"rule": "polynomial", "variant": variant, "rlimit": rlimit}, 0)
            if node is not None:
                return node
        return None

    def empty(self, sequent: Sequent) -> bool:
        """Whether floats know no point that satisfies the hypotheses."""
        if not self.points:
            return False
        try:
            return not np.any(samples.holds(sequent.given, self.points))
        except (KeyError, ValueError, TypeError):
            return False

    def contradictory(self, sequent: Sequent) -> Node | None:
        """Return a proof that no point satisfies the hypotheses, if floats find none."""
        if not self.empty(sequent):
            return None
        constant = sequent.claims(S.NegativeOne, ">=")
        node = self.polynomial(constant, ("light", "full"), _QUICK)
        return {"rule": "contradiction", "then": [node]} if node is not None else None

    def positive(self, sequent: Sequent) -> bool:
        """Whether the claim keeps a distance from 0 on all points tried."""
        found = self.values(sequent, sequent.claim.expr)
        return found is None or bool((found[0] > 1e-7 * found[1]).all())

    def in_boxes(self, sequent: Sequent, limit: int) -> Node | None:
        """Return a proof by ball arithmetic."""
        self.effort -= 1 + limit // 50
        if "balls" not in self.tried:
            self.tried.append("balls")
        try:
            node, left = boxes.search(sequent, limit)
        except Inapplicable:
            return None
        self.residual = left or self.residual
        return node

    def by_hypothesis(self, sequent: Sequent, depth: int) -> Node | None:
        """Split where a product among the hypotheses has a factor that may vanish."""
        m = model(sequent)
        for poly, relation in m.signs.facts:
            parts = factors(poly)[1] if relation in (">=", "==") else []
            for f, _ in parts if len(parts) > 1 else ():
                on = m.expr(f)
                if m.signs.not_negative(f) and not m.signs.of(f) and not conditions(on):
                    return self.step(sequent, {"rule": "sign", "on": encode(on)}, depth)
        return None

    def by_factor(self, rest: Sequent, depth: int) -> Node | None:
        """Split on the sign of one factor of a product."""
        try:
            parts = factors(model(rest).num)[1]
        except Inapplicable:
            return None
        unsettled = [i for i, (f, _) in enumerate(parts) if not model(rest).signs.of(f)]
        if len(unsettled) < 2:
            return None
        order = sorted(unsettled, key=lambda i: (len(parts[i][0]), i))
        return self.step(rest, {"rule": "factor", "index": order[0]}, depth)

    def by_transform(self, sequent: Sequent, rest: Sequent, depth: int) -> Node | None:
        """Compare squares where a root stands alone, logarithms where a curved exponential does."""
        for goal, path in ((sequent, []), (rest, [{"rule": "clear"}])):
            terms = Add.make_args(goal.claim.expr)
            for rule, wanted in (("square", _has_root), ("logarithm", _has_curved)):
                chosen = [t for t in terms if wanted(t)]
                if not chosen or len({_without_numbers(t) for t in chosen}) != 1:
                    continue
                left, right = Add(*chosen), Add(*(-t for t in terms if t not in chosen))
                if not self.seems(goal, left):
                    left, right = -right, -left
                if right == 0:
                    continue
                node = {"rule": rule, "left": encode(left), "right": encode(right)}
                found = self.step(goal, node, depth)
                if found is not None:
                    return self.wrapped(sequent, path, found)
        return None

    def forms(self, sequent: Sequent, rest: Sequent) -> Iterator[tuple[Sequent, list[Node]]]:
        """Yield the claim multiplied by positive things, with the rules that lead there."""
        cleared: list[Node] = [{"rule": "clear"}]
        m = model(rest)
        tops = used(m.num)
        kinds = {m.field.generators[i].kind for i in tops}
        exps = {i for i in tops if m.field.generators[i].kind == "exp"}
        seen: set[str] = set()
        for i in sorted(tops, key=lambda i: (m.field.generators[i].kind != "log", i)):
            # what remains of a logarithm or a symbol after division has an elementary slope
            by = leading(m.num, i)
            kind = m.field.generators[i].kind
            if by.is_constant() or str(by) in seen or (kind, bool(used(by) & exps)) in (("symbol", False), ("exp", True)):
                continue
            if kind in ("log", "symbol") and m.signs.of(by):
                seen.add(str(by))
                yield from self.scaled(rest, m.expr(by) * m.signs.of(by), cleared)
        if kinds != {"exp"} and kinds != {"symbol"}:
            yield sequent, []
        yield rest, cleared
        for i in sorted(tops):
            if m.field.generators[i].kind == "exp":
                degree = m.num.degrees()[i]
                for k in sorted({degree, (degree + 1) // 2}):
                    yield from self.scaled(rest, m.field.meaning(i) ** k, cleared)

    def scaled(self, rest: Sequent, by: Expr, path: list[Node]) -> Iterator[tuple[Sequent, list[Node]]]:
        """Yield the claim divided by something positive."""
        node = {"rule": "scale", "by": encode(by)}
        try:
            yield rules.apply(rest, node)[-1], [*path, node]
        except (Inapplicable, ValueError):
            return

    def wrapped(self, sequent: Sequent, path: list[Node], final: Node) -> Node | None:
        """Return the tree of `path` ending in `final`."""
        if not path:
            return final
        try:
            goals = rules.apply(sequent, path[0])
        except Inapplicable:
            return None
        side = [self.solve(goal, 0) for goal in goals[:-1]]
        last = self.wrapped(goals[-1], path[1:], final)
        return {**path[0], "then": [*side, last]} if last is not None and None not in side else None

    def by_calculus(self, sequent: Sequent, rest: Sequent, depth: int) -> Node | None:
        """Try values at points and signs of slopes."""
        for form, path in self.forms(sequent, rest):
            for x in sorted(form.claim.expr.free_symbols, key=str):
                for at in self.anchors(form, x):
                    for strict in (False, True) if form.claim.relation == ">" else (False,):
                        node: Node = {"rule": "monotone", "var": encode(x), "at": encode(at)}
                        if strict:
                            node["strict"] = True
                        found = self.step(form, node, depth - 1)
                        if found is not None:
                            return self.wrapped(sequent, path, found)
                        if self.spent():
                            return None
                found = self.by_concavity(form, x, depth)
                if found is not None:
                    return self.wrapped(sequent, path, found)
        return None

    def ends(self, sequent: Sequent, x: Symbol) -> tuple[list[Expr], list[Expr]]:
        """Return lower and upper bounds that single hypotheses put on a symbol."""
        low, high = [], []
        for h in sequent.given:
            parts = affine_part(h.expr, x) if h.expr.has(x) and h.relation != "!=" else None
            if parts is None:
                continue
            end = (-parts[1] / parts[0]).cancel() if parts[1] != 0 else S.Zero
            found = self.values(sequent, parts[0])
            if found is None or not found[0].size or len(conditions(end)) > 2:
                continue
            if (found[0] > 0).all():
                low.append(end)
            elif (found[0] < 0).all():
                high.append(end)
        return list(dict.fromkeys(low)), list(dict.fromkeys(high))

    def anchors(self, sequent: Sequent, x: Symbol) -> list[Expr]:
        """Return points at which the claim seems to hold and from which it seems to grow."""
        low, high = self.ends(sequent, x)
        others = sorted((sequent.claim.expr.free_symbols - {x}), key=str)
        guesses = [S.Zero, *others, *low, *high, S.One, S.Half, *(1 - y for y in others), *(-y for y in others)]
        slope = derivative(sequent.claim.expr, x)
        guesses += stationary(slope, x)
        good: list[tuple[bool, int, Expr]] = []
        for at in dict.fromkeys(guesses):
            start = sequent.claim.expr.xreplace({x: at})
            if not self.seems(sequent, start) or not self.seems(sequent, (x - at) * slope):
                continue
            value = self.values(sequent, start)
            touching = value is not None and bool((np.abs(value[0]) <= 1e-9 * value[1] + 1e-12).all())
            good.append((not touching, len(good), at))
        return [at for _, _, at in sorted(good, key=lambda g: g[:2])][:3]

    def by_concavity(self, sequent: Sequent, x: Symbol, depth: int) -> Node | None:
        """Try the two ends of an interval."""
        low, high = self.ends(sequent, x)
        if not low or not high:
            return None
        if not self.seems(sequent, -derivative(derivative(sequent.claim.expr, x), x)):
            return None
        for a in low[:2]:
            for b in high[:2]:
                node = {"rule": "concave", "var": encode(x), "low": encode(a), "high": encode(b)}
                found = self.step(sequent, node, depth - 1)
                if found is not None:
                    return found
        return None

    def one_variable(self, sequent: Sequent, depth: int) -> Node | None:
        """Cut a line into a piece near an end, a compact middle and a tail."""
        symbols = sequent.claim.expr.free_symbols
        if len(symbols) != 1:
            return None
        (x,) = symbols
        low, high = boxes.bounds(sequent)[x.name]
        for at in _SPLITS + [-c for c in _SPLITS]:
            if (low is None or float(at) > float(low.p) / float(low.q)) and (
                high is None or float(at) < float(high.p) / float(high.q)
            ):
                found = self.step(sequent, {"rule": "split", "var": encode(x), "at": encode(at)}, depth - 1)
                if found is not None:
                    return found
        return None


def leading(poly: Any, i: int) -> Any:
    """Return the coefficient of the highest power of generator `i`."""
    for _ in range(poly.degrees()[i]):
        poly = poly.derivative(i)
    return poly


def _outside_logs(term: Expr) -> Iterator[Expr]:
    yield term
    if not isinstance(term, log):
        for arg in term.args:
            yield from _outside_logs(arg)


def _has_root(term: Expr) -> bool:
    nodes = (p for p in _outside_logs(term) if isinstance(p, Pow))
    return any(p.exp.is_Rational and not p.exp.is_Integer for p in nodes)


def _has_curved(term: Expr) -> bool:
    """Whether an exponential is not that of something linear."""
    for node in _outside_logs(term):
        inner = node.args[0] if isinstance(node, exp) else S.Zero
        if inner.has(log) or any(derivative(inner, x).has(x) for x in inner.free_symbols):
            return True
    return False


def _without_numbers(term: Expr) -> Expr:
    return term.as_coeff_Mul()[1]


def _allowed(h: Atom, value: Any) -> bool:
    if h.relation == "!=":
        return bool(value > 0 or value < 0)
    if h.relation == "==":
        return not (value > 0 or value < 0)
    return bool(value > 0) if h.relation == ">" else not value < 0


def stationary(slope: Expr, x: Symbol) -> list[Expr]:
    """Return where a slope vanishes, if it is affine in log(x), in exp(x) or in x alone."""
    found: list[Expr] = []
    slot = Symbol("stationary", real=True)
    for node, inverse in ((log(x), exp), (exp(x), log), (x, lambda v: v)):
        opened = slope.xreplace({node: slot})
        if opened.has(x) or not opened.has(slot):
            continue
        parts = affine_part(opened, slot)
        if parts is not None and parts[0] != 0:
            found.append(inverse(-parts[1] / parts[0]))
    return [at for at in found if not at.has(*NOT_REAL)]
