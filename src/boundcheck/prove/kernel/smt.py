"""Z3's real arithmetic on emitted SMT-LIB text, bounded by its resource counter and so reproducible."""

from __future__ import annotations

from collections import OrderedDict
from fractions import Fraction

import z3

from . import clock

_KEPT = 20_000
_known: OrderedDict[tuple[str, int], str] = OrderedDict()


def version() -> str:
    """Return the solver's name and version, as certificates print it."""
    return f"z3 {z3.get_version_string()}"


def number(value) -> str:
    """Return a rational in SMT-LIB's syntax."""
    top, bottom = int(value.p), int(value.q)
    text = str(abs(top)) if bottom == 1 else f"(/ {abs(top)} {bottom})"
    return f"(- {text})" if top < 0 else text


def polynomial(poly) -> str:
    """Return a FLINT polynomial in SMT-LIB's syntax, generator i written ``v{i}``."""
    terms = []
    for monomial, coefficient in poly.terms():
        factors = [f"v{i}" for i, power in enumerate(monomial) for _ in range(power)]
        if coefficient != 1 or not factors:
            factors.insert(0, number(coefficient))
        terms.append(factors[0] if len(factors) == 1 else f"(* {' '.join(factors)})")
    if not terms:
        return "0"
    return terms[0] if len(terms) == 1 else f"(+ {' '.join(terms)})"


def comparison(poly, relation: str) -> str:
    """Return ``poly relation 0``."""
    if relation == "!=":
        return f"(not (= {polynomial(poly)} 0))"
    return f"({'=' if relation == '==' else relation} {polynomial(poly)} 0)"


def script(assertions: list[str], variables: list[int]) -> str:
    """Return a whole SMT-LIB script over the given generators."""
    lines = [f"(declare-const v{i} Real)" for i in variables]
    return "\n".join(lines + [f"(assert {a})" for a in dict.fromkeys(assertions)]) + "\n"


def check(text: str, rlimit: int) -> str:
    """Return "unsat", "sat" or "unknown" for a script, within `rlimit` resource units.

    Raises
    ------
    boundcheck.prove.kernel.clock.OutOfTime
        The clock cut it off, not the counter: it may be asked again.
    """
    key = text, rlimit
    if key in _known:
        return _known[key]
    solver = _solver(rlimit)
    try:
        solver.from_string(text)
        answer = str(solver.check())
        if answer == "unknown" and solver.reason_unknown() == "timeout":
            raise clock.OutOfTime("the time allowed is used up")
    except z3.Z3Exception:
        clock.check()
        answer = "unknown"
    _known[key] = answer
    if len(_known) > _KEPT:
        _known.popitem(last=False)
    return answer


def _solver(rlimit: int) -> z3.Solver:
    solver = z3.Tactic("qfnra-nlsat", ctx=z3.Context()).solver()
    solver.set("rlimit", rlimit)
    # algebraic numbers cost far more than the counter says
    solver.set("timeout", max(1, int(2000 * clock.left())))
    return solver


def model(text: str, rlimit: int) -> dict[str, Fraction]:
    """Return rational values near a model of the script, or nothing; a proposal, never a proof."""
    solver = _solver(rlimit)
    try:
        solver.from_string(text)
        if str(solver.check()) != "sat":
            return {}
        found = solver.model()
        values = {}
        for declaration in found.decls():
            value = found[declaration]
            if z3.is_algebraic_value(value):
                value = value.approx(12)
            if z3.is_rational_value(value):
                values[declaration.name()] = Fraction(value.numerator_as_long(), value.denominator_as_long())
        return values
    except z3.Z3Exception:
        return {}
