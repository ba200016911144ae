"""What one would try without these provers: Z3 alone, SymPy alone, branch and bound with mpmath.iv, cvc5 where it imports.

Each answer is True, False or None, from a forked process that is killed at its limit.
"""

from __future__ import annotations

import importlib.util
import math
import multiprocessing as mp
import resource
from collections import deque
from collections.abc import Callable
from typing import Any

import mpmath
import sympy
import z3

from boundcheck.symbolic import Statement, sigmoid
from boundcheck.symbolic.statement import read
from cvc5_alone import by_cvc5

_PATIENCE = 60  # seconds of the clock for one of the processor, on a machine that is busy


def plain(goal: Any, given: tuple) -> tuple[Statement, tuple] | None:
    """Return the relation and its hypotheses, sigmoids written as exponentials, or None for other shapes."""
    claim, hypotheses = read(goal, given)
    if not isinstance(claim, Statement):
        return None

    def opened(e: Any) -> Any:
        return e.replace(sigmoid, lambda u: 1 / (1 + sympy.exp(-u)))

    def each(s: Statement) -> Statement:
        return Statement(opened(s.lhs), s.relation, opened(s.rhs))

    return each(claim), tuple(each(h) for h in hypotheses)


def by_z3(claim: Statement, given: tuple) -> bool | None:
    """Ask Z3 with its own exponentials and powers."""
    names: dict = {}
    sides: list = []

    def of(e: Any) -> Any:
        if e.is_Symbol:
            return names.setdefault(e, z3.Int(e.name) if e.is_integer else z3.Real(e.name))
        if e.is_Rational:
            return z3.RealVal(f"{e.p}/{e.q}")
        if isinstance(e, sympy.Add):
            return z3.Sum([of(a) for a in e.args])
        if isinstance(e, sympy.Mul):
            return z3.Product([of(a) for a in e.args])
        if isinstance(e, sympy.Pow) and e.base is not sympy.E:
            if e.exp.is_Rational and not e.exp.is_Integer:
                root = z3.Real(f"root{len(sides)}")
                sides.append(z3.And(root >= 0, root**e.exp.q == of(e.base)))
                return root**e.exp.p
            return of(e.base) ** of(e.exp)
        if isinstance(e, sympy.Abs):
            u = of(e.args[0])
            return z3.If(u >= 0, u, -u)
        if isinstance(e, (sympy.Min, sympy.Max)):
            u = of(e.args[0])
            for a in e.args[1:]:
                v = of(a)
                u = z3.If(u <= v, u, v) if isinstance(e, sympy.Min) else z3.If(u >= v, u, v)
            return u
        if isinstance(e, sympy.exp) or e is sympy.E:
            return z3.Function("exp", z3.RealSort(), z3.RealSort())(of(e.args[0]) if e.args else z3.RealVal(1))
        raise NotImplementedError(type(e).__name__)

    def relation(s: Statement) -> Any:
        a, b = of(s.lhs), of(s.rhs)
        return {"<=": a <= b, "<": a < b, ">=": a >= b, ">": a > b, "==": a == b, "!=": a != b}[s.relation]

    solver = z3.Solver()
    solver.add([relation(h) for h in given])
    solver.add([n > 0 for s, n in names.items() if s.is_positive])
    solver.add(z3.Not(relation(claim)), *sides)
    found = solver.check()
    free = not any(e.has(sympy.exp, sympy.E) for s in (claim, *given) for e in (s.lhs, s.rhs))
    return True if found == z3.unsat else False if found == z3.sat and free else None


def by_sympy(claim: Statement, given: tuple) -> bool | None:
    """Ask SymPy: signs by assumptions, and its own inequality solver for one letter."""
    symbols = sorted(set().union(*(s.lhs.free_symbols | s.rhs.free_symbols for s in (claim, *given))), key=str)
    signs = {s: {"real": True} for s in symbols}
    for h in given:
        if h.lhs in signs and h.rhs == 0 and h.relation in (">", ">="):
            signs[h.lhs]["positive" if h.relation == ">" else "nonnegative"] = True
    swap = {s: sympy.Symbol(s.name, **signs[s]) for s in symbols}
    gap = (claim.rhs - claim.lhs if claim.relation in ("<=", "<", "==") else claim.lhs - claim.rhs).xreplace(swap)
    simple = sympy.simplify(gap)
    if claim.relation == "==":
        return True if simple == 0 else None
    if (simple.is_positive if claim.relation in ("<", ">") else simple.is_nonnegative) is True:
        return True
    if len(symbols) == 1:
        x = sympy.Symbol(symbols[0].name, real=True)
        both = {symbols[0]: x}
        domain = sympy.S.Reals
        for h in given:
            rel = sympy.Rel(h.lhs.xreplace(both), h.rhs.xreplace(both), h.relation)
            domain = domain & sympy.solve_univariate_inequality(rel, x, relational=False)
        rel = sympy.Rel(claim.lhs.xreplace(both), claim.rhs.xreplace(both), claim.relation)
        where = sympy.solve_univariate_inequality(rel, x, relational=False, domain=domain)
        return True if domain.is_subset(where) else False if domain.is_subset(where) is False else None
    return None


def _is_fraction(e: Any) -> bool:
    return isinstance(e, sympy.Rational) and not e.is_Integer


def _quotient(e: Any) -> Any:
    return sympy.Function("quotient")(sympy.Integer(e.p), sympy.Integer(e.q))


_INTERVALS = {
    "exp": mpmath.iv.exp,
    "log": mpmath.iv.log,
    "sqrt": mpmath.iv.sqrt,
    "pi": mpmath.iv.pi,
    "E": mpmath.iv.e,
    "quotient": lambda p, q: mpmath.iv.mpf(p) / q,
}


def by_intervals(claim: Statement, given: tuple) -> bool | None:
    """Branch and bound with mpmath.iv over the bounds of single letters, the oldest box first, at most 20,000 boxes."""
    symbols = sorted(set().union(*(s.lhs.free_symbols | s.rhs.free_symbols for s in (claim, *given))), key=str)
    ends: dict = {s: [None, None] for s in symbols}
    for h in given:
        if h.lhs in ends and h.rhs.is_Rational:
            ends[h.lhs][0 if h.relation in (">", ">=") else 1] = float(h.rhs)
    if any(e is None for pair in ends.values() for e in pair) or claim.relation in ("==", "!="):
        return None
    gap = claim.rhs - claim.lhs if claim.relation in ("<=", "<") else claim.lhs - claim.rhs
    value = sympy.lambdify(symbols, gap.replace(_is_fraction, _quotient).rewrite(sympy.exp), modules=[_INTERVALS])
    boxes, count = deque([tuple(tuple(ends[s]) for s in symbols)]), 0
    while boxes:
        box = boxes.popleft()
        count += 1
        if count > 20_000:
            return None
        try:
            found = value(*(mpmath.iv.mpf(list(side)) for side in box))
            if found.a > 0:
                continue
            if found.b < 0:
                return False if len(given) <= 2 * len(symbols) else None
        except (ValueError, ZeroDivisionError, TypeError, AttributeError):
            pass
        i = max(range(len(box)), key=lambda i: box[i][1] - box[i][0])
        middle = sum(box[i]) / 2
        boxes += [(*box[:i], half, *box[i + 1 :]) for half in ((box[i][0], middle), (middle, box[i][1]))]
    return True


RIVALS: dict[str, Callable] = {"Z3 alone": by_z3, "SymPy": by_sympy, "mpmath.iv": by_intervals}
ABSENT = [] if importlib.util.find_spec("cvc5") else ["cvc5"]
if not ABSENT:
    RIVALS["cvc5"] = by_cvc5


def _work(name: str, goal: Any, given: tuple, pipe: Any, seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    try:
        found = plain(goal, given)
        pipe.send(None if found is None else RIVALS[name](*found))
    except Exception:
        pipe.send(None)


def ask(name: str, goal: Any, given: tuple, seconds: float = 5.0) -> bool | None:
    """Return a rival's answer, None where it has none within so many seconds of processor time."""
    here, there = mp.get_context("fork").Pipe()
    process = mp.get_context("fork").Process(target=_work, args=(name, goal, given, there, math.ceil(seconds)))
    process.start()
    there.close()  # so that a process that was killed is noticed
    try:
        answer = here.recv() if here.poll(_PATIENCE * seconds) else None
    except EOFError:
        answer = None
    process.kill()
    process.join()
    return answer
