"""Sums with a symbolic number of terms: bounds on them by induction, and single values of an integer letter.

A plan says which bounds; everything that makes it a proof is computed here, as goals of their own. The end of a sum is an
integer, whatever letter it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Basic, Expr, Integer, Sum, Symbol, Tuple

from boundcheck.symbolic.encode import decode
from boundcheck.symbolic.statement import Statement

from .calculus import real
from .results import Inapplicable
from .sequent import Atom, Sequent, atom, conditions, evaluated, pieces, real_names
from .sums import written_out

Plan = dict[str, Any]
_FEW = 40  # values of a letter that are looked at one by one, and terms of the first sum
_RELATIONS = ("<=", ">=", "==")


@dataclass(frozen=True)
class Range:
    """``sum of f(t), t = low .. letter + offset``, as a function of an integer letter."""

    node: Sum
    term: Expr
    index: Symbol
    low: int
    letter: Symbol
    offset: int

    def at(self, value: Expr) -> Expr:
        """Return the summand with `value` in place of the index."""
        return self.term.xreplace({self.index: value})

    def first(self, start: int) -> Expr:
        """Return the sum written out for the letter's first value."""
        count = start + self.offset - self.low + 1
        if not 0 <= count <= _FEW:
            raise Inapplicable("the first sum is empty backwards, or long")
        return written_out(Sum(self.term, (self.index, self.low, start + self.offset)))


def ranges(goal: Statement) -> list[Range]:
    """Return the sums of a goal whose last index is an integer letter plus a number."""
    found = []
    for node in sorted(goal.lhs.atoms(Sum) | goal.rhs.atoms(Sum), key=str):
        if len(node.limits) != 1 or node.function.has(Sum):
            raise Inapplicable("nested sums")
        index, low, high = node.limits[0]
        letters = high.free_symbols
        if not isinstance(low, Integer) or len(letters) != 1:
            raise Inapplicable("the range does not start at a number, or does not end at a letter")
        (letter,) = letters
        offset = high.doit() - letter
        term = node.function
        if term.has(letter):  # the same terms, the last one first
            term = term.xreplace({index: low + letter + offset - index})
        if not isinstance(offset, Integer) or not isinstance(letter, Symbol) or term.has(letter):
            raise Inapplicable("the range does not end at a letter, or the summand depends on it")
        found.append(Range(node, term, index, int(low), letter, int(offset)))
    if not found:
        raise Inapplicable("no sum over a symbolic range")
    return found


def goals(
    goal: Any, given: tuple[Statement, ...], plan: Plan
) -> tuple[tuple[Sequent, ...], tuple[Atom, ...], dict, frozenset[str]]:
    """Return the sequents that a plan leaves, the domain, the letters and which of them are integers."""
    if not isinstance(goal, Statement) or any(side.has(Sum) for s in given for side in (s.lhs, s.rhs)):
        raise Inapplicable("a plan is for one relation, its hypotheses without sums")
    if plan.get("kind") == "values":
        return _values(goal, given, plan)
    if plan.get("kind") == "bounds":
        return _bounds(goal, given, plan)
    raise Inapplicable("the plan is of no known kind")


def _letters(goal: Statement, given: tuple[Statement, ...]) -> tuple[dict, tuple[Atom, ...]]:
    sides = [side for s in (goal, *given) for side in (s.lhs, s.rhs)]
    return real_names(sides)


def _domain(facts: tuple[Atom, ...], given: tuple[Statement, ...], names: dict) -> tuple[Atom, ...]:
    domain = list(facts)
    for h in given:
        domain += [p for c in _defined(h, names) for p in pieces(c)]
        domain += pieces(atom(h, names))
    return tuple(dict.fromkeys(domain))


def _defined(s: Statement, names: dict) -> list[Atom]:
    found = dict.fromkeys(c for side in (s.lhs, s.rhs) for c in conditions(side))
    return [Atom(evaluated(c.expr, names), c.relation) for c in found]


def _whole(names: dict) -> frozenset[str]:
    return frozenset(str(s) for s in names if s.is_integer)


def _start(plan: Plan) -> int:
    start = plan["from"]
    if not isinstance(start, int) or isinstance(start, bool):
        raise Inapplicable("the first value must be an integer")
    return start


def _values(
    goal: Statement, given: tuple[Statement, ...], plan: Plan
) -> tuple[tuple[Sequent, ...], tuple[Atom, ...], dict, frozenset[str]]:
    """An integer letter is one of a few values, or at least the next one."""
    start, count = _start(plan), plan["count"]
    if not isinstance(count, int) or not 1 <= count <= _FEW or goal.lhs.has(Sum) or goal.rhs.has(Sum):
        raise Inapplicable("a few values, and no sums")
    names, facts = _letters(goal, given)
    letter = next((s for s in names if str(s) == plan["letter"]), None)
    if letter is None or not letter.is_integer:
        raise Inapplicable("the letter is not an integer")
    n, domain = names[letter], _domain(facts, given, names)
    found = [Sequent(domain, Atom(n - start, ">="))]
    claim, defined = atom(goal, names), _defined(goal, names)
    above = (*domain, Atom(n - start - count, ">="))
    for value in range(start, start + count):
        at = {n: Integer(value)}
        known = tuple(dict.fromkeys(Atom(h.expr.xreplace(at), h.relation) for h in domain))
        for c in (*defined, claim):
            found.append(Sequent(known, Atom(c.expr.xreplace(at), c.relation)))
    for c in (*defined, claim):
        found.append(Sequent(above, c))
        above = (*above, c)
    return tuple(found), domain, names, _whole(names)


def _bounds(
    goal: Statement, given: tuple[Statement, ...], plan: Plan
) -> tuple[tuple[Sequent, ...], tuple[Atom, ...], dict, frozenset[str]]:
    """Sums lie below or above expressions, by induction on their last index; the goal follows for all such numbers."""
    sums = ranges(goal)
    names, facts = _letters(goal, given)
    for r in sums:
        if any(side.has(r.index) for s in given for side in (s.lhs, s.rhs)) or r.index == r.letter:
            raise Inapplicable("the index of a sum is a letter of the hypotheses")
    domain, start, found = _domain(facts, given, names), _start(plan), []
    stands = {r.node: Symbol(f"sum {i}", real=True) for i, r in enumerate(sums)}
    if set(stands.values()) & set(names.values()):
        raise Inapplicable("a letter has the name that a sum would have")
    known = list(domain)
    for letter in {r.letter for r in sums}:
        found.append(Sequent(domain, Atom(names[letter] - start, ">=")))
    for i, relation, text in plan["bounds"]:
        r = sums[i]
        bound = real(decode(text))
        if relation not in _RELATIONS or bound.has(Sum) or bound.free_symbols & set(stands.values()):
            raise Inapplicable("no bound of this kind")
        found += _induction(r, relation, bound, names, domain, start)
        gap = bound - stands[r.node]
        known.append(Atom({"<=": gap, ">=": -gap, "==": gap}[relation], "==" if relation == "==" else ">="))
    plain = Statement(goal.lhs.xreplace(stands), goal.relation, goal.rhs.xreplace(stands))
    names = {**names, **{s: s for s in stands.values()}}
    for c in _defined(plain, names):
        found.append(Sequent(tuple(known), c))
        known.append(c)
    found.append(Sequent(tuple(dict.fromkeys(known)), atom(plain, names)))
    whole = frozenset(_whole(names) | {str(r.letter) for r in sums})
    indices = {r.index for r in sums}
    return tuple(found), domain, {s: n for s, n in names.items() if s not in indices}, whole


def _induction(
    r: Range, relation: str, bound: Expr, names: dict, domain: tuple[Atom, ...], start: int
) -> list[Sequent]:
    """Definedness of summand and bound, the first value, and the step."""
    n = names[r.letter]
    around = tuple(h for h in domain if not h.expr.has(n))  # what does not speak of n holds for all of its values
    inside = Symbol(r.letter.name, integer=True, positive=r.low > 0 or None, nonnegative=r.low >= 0 or None)
    local = {**names, inside: n}
    found = []
    known = (*around, Atom(n - r.low, ">="))
    for c in conditions(r.at(inside)):
        c = Atom(evaluated(c.expr, local), c.relation)
        found.append(Sequent(known, c))
        known = (*known, c)
    printed = bound.xreplace(
        {n: Symbol(n.name, integer=True, positive=start > 0 or None, nonnegative=start >= 0 or None)}
    )
    local = {**names, **{s: n for s in printed.free_symbols if s.name == n.name}}
    from_start = (*around, Atom(n - start, ">="))
    for c in conditions(printed):
        c = Atom(evaluated(c.expr, local), c.relation)
        found.append(Sequent(from_start, c))
        from_start = (*from_start, c)
    strict = "==" if relation == "==" else ">="
    sign = -1 if relation == ">=" else 1
    first = evaluated(r.first(start), names)
    found.append(Sequent(around, Atom(sign * (bound.xreplace({n: Integer(start)}) - first), strict)))
    term = evaluated(r.at(r.letter + r.offset), names)
    later = (*around, Atom(n - start - 1, ">="))
    found.append(Sequent(later, Atom(sign * (bound - bound.xreplace({n: n - 1}) - term), strict)))
    return found


def instance(thing: Any, letter: str, value: int) -> Any:
    """Return a statement with a number in place of an integer letter, nothing evaluated."""
    return Statement(_in(thing.lhs, letter, value), thing.relation, _in(thing.rhs, letter, value))


def _in(expr: Basic, letter: str, value: int) -> Any:
    if isinstance(expr, Symbol):
        return Integer(value) if expr.name == letter else expr
    if not expr.args or letter not in {str(s) for s in expr.free_symbols}:
        return expr
    if isinstance(expr, Sum):
        index, low, high = expr.limits[0]
        inner = expr.function if str(index) == letter else _in(expr.function, letter, value)
        return Sum(inner, Tuple(index, _in(low, letter, value), _in(high, letter, value)))
    args = [_in(arg, letter, value) for arg in expr.args]
    try:
        return expr.func(*args, evaluate=False)
    except TypeError:
        return expr.func(*args)
