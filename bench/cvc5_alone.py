"""cvc5 alone, by its own terms: reals and integers, exponentials, roots; a logarithm is what the exponential of is known."""

from __future__ import annotations

from typing import Any

import sympy

from boundcheck.symbolic import Statement

_RELATIONS = {"<=": "LEQ", "<": "LT", ">=": "GEQ", ">": "GT", "==": "EQUAL"}


class Terms:
    """One statement in cvc5's terms; `sides` collects what defines the letters it brings along."""

    def __init__(self) -> None:
        import cvc5

        self.kind = cvc5.Kind
        self.solver = cvc5.Solver()
        self.solver.setLogic("ALL")
        self.names: dict = {}
        self.sides: list = []

    def of(self, e: Any) -> Any:
        """Return an expression as a term of sort Real."""
        make, kind = self.solver.mkTerm, self.kind
        if e.is_Symbol:
            if e not in self.names:
                sort = self.solver.getIntegerSort() if e.is_integer else self.solver.getRealSort()
                constant = self.solver.mkConst(sort, e.name)
                self.names[e] = make(kind.TO_REAL, constant) if e.is_integer else constant
            return self.names[e]
        if e.is_Rational:
            return self.solver.mkReal(int(e.p), int(e.q))
        if e is sympy.pi:
            return self.solver.mkPi()
        if isinstance(e, (sympy.Add, sympy.Mul)):
            return make(kind.ADD if isinstance(e, sympy.Add) else kind.MULT, *map(self.of, e.args))
        if isinstance(e, sympy.exp) or e is sympy.E:
            return make(kind.EXPONENTIAL, self.of(e.args[0]) if e.args else self.solver.mkReal(1))
        if isinstance(e, sympy.log):
            return self.defined(lambda v: make(kind.EQUAL, make(kind.EXPONENTIAL, v), self.of(e.args[0])))
        if isinstance(e, sympy.Pow):
            return self.power(e)
        if isinstance(e, (sympy.Abs, sympy.Min, sympy.Max)):
            args = (
                [self.of(a) for a in e.args]
                if not isinstance(e, sympy.Abs)
                else [self.of(e.args[0]), self.of(-e.args[0])]
            )
            least = args[0]
            for other in args[1:]:
                test = make(kind.LEQ if isinstance(e, sympy.Min) else kind.GEQ, least, other)
                least = make(kind.ITE, test, least, other)
            return least
        raise NotImplementedError(type(e).__name__)

    def power(self, e: Any) -> Any:
        """Return an integer power as a product, a rational one by a root."""
        make, kind = self.solver.mkTerm, self.kind
        if not e.exp.is_Rational or max(abs(e.exp.p), e.exp.q) > 40:
            raise NotImplementedError("a symbolic or high power")
        base = self.of(e.base)
        if e.exp.q != 1:
            inside = base
            base = self.defined(lambda v: make(kind.AND, make(kind.GEQ, v, self.solver.mkReal(0)),
                                               make(kind.EQUAL, make(kind.MULT, *[v] * int(e.exp.q)), inside)))  # fmt: skip
        count = abs(int(e.exp.p))
        product = base if count == 1 else make(kind.MULT, *[base] * count)
        return product if e.exp.p > 0 else make(kind.DIVISION, self.solver.mkReal(1), product)

    def defined(self, by: Any) -> Any:
        """Return a new letter of which a fact is known."""
        letter = self.solver.mkConst(self.solver.getRealSort(), f"side{len(self.sides)}")
        self.sides.append(by(letter))
        return letter

    def relation(self, s: Statement) -> Any:
        """Return a relation."""
        a, b = self.of(s.lhs), self.of(s.rhs)
        make, kind = self.solver.mkTerm, self.kind
        if s.relation == "!=":
            return make(kind.NOT, make(kind.EQUAL, a, b))
        return make(getattr(kind, _RELATIONS[s.relation]), a, b)


def by_cvc5(claim: Statement, given: tuple) -> bool | None:
    """Ask cvc5 whether the hypotheses and the negated claim exclude each other."""
    terms = Terms()
    make, kind, solver = terms.solver.mkTerm, terms.kind, terms.solver
    asserted = [terms.relation(h) for h in given] + [make(kind.NOT, terms.relation(claim))]
    zero = solver.mkReal(0)
    signs = [make(kind.GT, v, zero) for s, v in terms.names.items() if s.is_positive]
    for fact in (*asserted, *terms.sides, *signs):
        solver.assertFormula(fact)
    found = solver.checkSat()
    return True if found.isUnsat() else False if found.isSat() else None
