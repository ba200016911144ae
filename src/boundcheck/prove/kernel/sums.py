"""Sums: written out where the range is numbers, bounded by induction where it is a letter, and letters for integers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor
from typing import Any

from sympy import Add, Expr, Indexed, Integer, Mul, Pow, Rational, S, Sum, Symbol

from boundcheck.symbolic.encode import decode
from boundcheck.symbolic.plain_letters import put, rebuilt, statements
from boundcheck.symbolic.statement import Conjunction, Equivalence, Statement

from .calculus import affine_part, real
from .results import Inapplicable
from .sequent import Atom, Sequent, atom, conditions, evaluated, is_whole, pieces, real_names

# Letters for integers: bounds rounded to the next one, and powers with such exponents by the sign of their base.


def rounded(a: Atom, whole: frozenset[str]) -> Atom:
    """Return a bound on one integer, moved to the integer that it leaves."""
    if len(a.expr.free_symbols) != 1 or a.relation not in (">", ">="):
        return a
    (x,) = a.expr.free_symbols
    parts = affine_part(a.expr, x) if x.name in whole else None
    if parts is None or not all(isinstance(part, Rational) for part in parts) or parts[0] == 0:
        return a
    end = -parts[1] / parts[0]
    strict = a.relation == ">"
    if parts[0] > 0:
        return Atom(x - (floor(end) + 1 if strict else ceil(end)), ">=")
    return Atom((ceil(end) - 1 if strict else floor(end)) - x, ">=")


def cases(sequent: Sequent, whole: frozenset[str]) -> tuple[Sequent, ...]:
    """Return sequents in which a power with a whole exponent has a positive base, and which imply `sequent`.

    Where the base is 0 the power is 0 or 1; where it is negative, plus or minus a power of its opposite, as the exponent
    is even or odd.
    """
    power = _first(sequent, whole)
    if power is None:
        return (sequent,)
    base, exponent = power.base, power.exp
    # of a number the sign may be known; what is not known of it is left open, as for letters
    found = [] if base.is_number and base.is_nonpositive else [sequent.assume(Atom(base, ">"))]
    if not (base.is_number and base.is_nonzero):
        at_zero = sequent.assume(Atom(base, "=="))
        found.append(_put(at_zero.assume(Atom(exponent - 1, ">=")), power, S.Zero))
        found.append(_put(at_zero.assume(Atom(exponent, "==")), power, S.One))
    if not (base.is_number and base.is_nonnegative) and not any(
        h.expr == base and h.relation in (">=", ">", "==") for h in sequent.given
    ):
        opposite = Pow(-base, exponent)
        below = sequent.assume(Atom(-base, ">"))
        half = exponent / 2
        signs = (1,) if is_whole(half.expand(), whole) else (1, -1)
        found += [_put(below, power, sign * opposite) for sign in signs]
    return tuple(case for one in found for case in cases(one, whole))


def _put(sequent: Sequent, power: Expr, value: Expr) -> Sequent:
    given = tuple(Atom(h.expr.xreplace({power: value}), h.relation) for h in sequent.given)
    return Sequent(
        tuple(dict.fromkeys(given)), Atom(sequent.claim.expr.xreplace({power: value}), sequent.claim.relation)
    )


def _first(sequent: Sequent, whole: frozenset[str]) -> Expr | None:
    """Return a power with a whole exponent whose base is not among the positive things, innermost first."""
    if not whole:  # a number in an exponent is a rational, or none
        return None
    positive = {h.expr for h in sequent.given if h.relation == ">"}
    found = []
    for a in (*sequent.given, sequent.claim):
        for node in a.expr.atoms(Pow):
            if node.exp.is_Rational or node.base is S.Exp1 or not is_whole(node.exp, whole):
                continue
            if node.base in positive or (node.base.is_number and node.base.is_positive):
                continue
            found.append(node)
    return min(found, key=lambda node: (node.count_ops(), str(node))) if found else None


# Sums: written out where the range is numbers, compared term by term where it is not.
#
# A sum has a value only where both of its ends are integers; one whose ends need not be integers is not read. Nothing is
# simplified on the way: what a term needs to have a value is read off the term as it was printed.

_LONGEST = 60
_MOST = 400  # instances of one hypothesis


def written_out(expr: Expr) -> Expr:
    """Return `expr` with every sum over a numeric range written out and ``x[2]`` made a symbol."""
    return _named(_spread(expr))


def _spread(expr: Expr) -> Expr:
    """Return `expr` with every sum over a numeric range written out, and terms called by the simplest name of their place."""
    if isinstance(expr, Indexed):
        place = _simplest(expr.indices[0])
        if not is_whole(place, _whole_letters(place)):
            raise Inapplicable(f"{expr}: there is such a term only where {place} is an integer, and nothing says that")
        return rebuilt(expr, (expr.base, place))
    if isinstance(expr, Sum):
        index, low, high = expr.limits[0]
        if _numeric(expr):
            if high < low - 1:
                raise Inapplicable(f"{expr}: the range runs backwards")
            terms = [_spread(put(expr.function, {index: Integer(k)})) for k in range(int(low), int(high) + 1)]
            return Add(*terms, evaluate=False) if len(terms) > 1 else (terms[0] if terms else Integer(0))
        return expr
    if not expr.args or not expr.has(Sum, Indexed):
        return expr
    return rebuilt(expr, map(_spread, expr.args))


def _simplest(place: Expr) -> Expr:
    """Return a polynomial multiplied out: two of one value for all letters are one expression then."""
    return place.func(*map(_simplest, place.args)).expand() if isinstance(place, (Add, Mul, Pow)) else place


def _named(expr: Expr) -> Expr:
    if isinstance(expr, Indexed):
        return Symbol(str(expr), real=True)
    if isinstance(expr, Sum) or not expr.has(Indexed):
        return expr
    return rebuilt(expr, map(_named, expr.args))


def _may_meet(given: tuple[Statement, ...]) -> bool:
    """Whether two terms of one family, called by different names, may be the same term: ``x[n]`` is ``x[1]`` where n is 1."""
    terms = {x for s in given for side in (s.lhs, s.rhs) for x in side.atoms(Indexed)}
    moving = {str(x.base) for x in terms if not isinstance(x.indices[0], Integer)}
    return any(sum(str(x.base) == name for x in terms) > 1 for name in moving)


def _whole_letters(expr: Expr) -> frozenset[str]:
    return frozenset(letter.name for letter in expr.free_symbols if letter.is_integer)


def _numeric(total: Sum) -> bool:
    """Whether the ends of a sum are numbers, and it is short enough to be written out."""
    _, low, high = total.limits[0]
    return isinstance(low, Integer) and isinstance(high, Integer) and high - low < _LONGEST


def with_whole_ends(given: tuple[Statement, ...]) -> None:
    """Refuse statements with a sum of which an end need not be an integer: it has no value where it is none."""
    for s in given:
        for total in sorted(s.lhs.atoms(Sum) | s.rhs.atoms(Sum), key=str):
            for end in total.limits[0][1:]:
                if not is_whole(end, _whole_letters(end)):
                    raise Inapplicable(
                        f"{total} has no value where its end {end} is no integer, and nothing says that it is one; "
                        f"declare the letter at the end with integer=True"
                    )


@dataclass(frozen=True)
class Rewritten:
    """Goal and hypotheses without sums.

    Attributes
    ----------
    inside : tuple of Statement
        The range of the summand's index: hypotheses of the goal alone.
    nonempty : tuple of Statement
        That there is a term: it has to be shown without them.
    always : tuple of Statement
        What it may be shown from: the hypotheses but those on every term, which say nothing where there is none.
    exact : bool
        Whether the goal says the same as the printed one, or is only sufficient: a summand that fails says nothing
        about its sum.
    """

    goal: Any
    given: tuple[Statement, ...]
    inside: tuple[Statement, ...] = ()
    nonempty: tuple[Statement, ...] = ()
    always: tuple[Statement, ...] = ()
    exact: bool = True


def rewrite(goal: Any, given: tuple[Statement, ...]) -> Rewritten:
    """Return a goal without sums that implies the printed one."""
    if not _has_sums(goal, given):
        return Rewritten(goal, given)
    with_whole_ends((*statements(goal), *given))
    given = on_every_term(goal, given)
    goal, given = _each(goal, _both(_spread)), tuple(map(_both(_spread), given))
    # as letters of their own they can be told apart where they are the same: what is proved of all such letters is true,
    # what fails for some need not fail
    exact = not _may_meet((*statements(goal), *given))
    indices = {total.limits[0][0] for s in statements(goal) for side in (s.lhs, s.rhs) for total in side.atoms(Sum)}
    always = tuple(_both(_named)(s) for s in given if not _places(s) & indices)
    goal, given = _each(goal, _both(_named)), tuple(map(_both(_named), given))
    if not _has_sums(goal, given):
        return Rewritten(goal, given, exact=exact)
    if not isinstance(goal, Statement) or any(side.has(Sum) for s in given for side in (s.lhs, s.rhs)):
        raise Inapplicable("sums over symbolic ranges are compared in a single relation only")
    claim, inside, nonempty = _termwise(goal)
    return Rewritten(_both(written_out)(claim), given, inside, (nonempty,), always, False)


def on_every_term(goal: Any, given: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """Return hypotheses, those on a term ``x[i]`` once for each value of the index of a sum over a numeric range."""
    ranges = _ranges(goal, given)
    return tuple(instance for s in given for instance in _instances(s, ranges))


def _ranges(goal: Any, given: tuple[Statement, ...]) -> dict[Symbol, set[int]]:
    """The values of the indices of sums over numeric ranges."""
    found: dict[Symbol, set[int]] = {}
    for s in (*statements(goal), *given):
        for total in s.lhs.atoms(Sum) | s.rhs.atoms(Sum):
            index, low, high = total.limits[0]
            if _numeric(total):
                found.setdefault(index, set()).update(range(int(low), int(high) + 1))
    return found


def _places(s: Statement) -> set[Symbol]:
    """The letters in the brackets of a relation, but those that are the index of a sum around them."""
    return _free_places(s.lhs) | _free_places(s.rhs)


def _free_places(expr: Expr) -> set[Symbol]:
    if isinstance(expr, Indexed):
        return set(expr.indices[0].free_symbols)
    if isinstance(expr, Sum):
        index, *ends = expr.limits[0]
        return (_free_places(expr.function) - {index}).union(*map(_free_places, ends))
    return set().union(*map(_free_places, expr.args)) if expr.has(Indexed) else set()


def _instances(s: Statement, ranges: dict[Symbol, set[int]]) -> list[Statement]:
    """A hypothesis on ``x[i]``, where i is the index of a sum that is written out, holds for each of its terms."""
    inside = _places(s)
    found = [s]
    for index in sorted(inside & ranges.keys(), key=str):
        if any(side.has(Sum) for side in (s.lhs, s.rhs)):
            raise ValueError(f"{index}: the index of a sum, and of a hypothesis that has a sum; rename one of them")
        if len(found) * len(ranges[index]) > _MOST:
            raise Inapplicable("a hypothesis on too many terms")
        found = [put(one, {index: Integer(value)}) for one in found for value in sorted(ranges[index])]
    return found


def _has_sums(goal: Any, given: tuple[Statement, ...]) -> bool:
    return any(side.has(Sum, Indexed) for s in (*statements(goal), *given) for side in (s.lhs, s.rhs))


def _each(goal: Any, change: Any) -> Any:
    if isinstance(goal, Statement):
        return change(goal)
    if isinstance(goal, Conjunction):
        return Conjunction(tuple(change(s) for s in goal.parts))
    return Equivalence(tuple(change(s) for s in goal.left), tuple(change(s) for s in goal.right))


def _both(change: Callable[[Expr], Expr]) -> Callable[[Statement], Statement]:
    """Return what changes both sides of a relation."""
    return lambda s: Statement(change(s.lhs), s.relation, change(s.rhs))


def _flat(kind: Any, expr: Expr) -> list[Expr]:
    return [part for arg in expr.args for part in _flat(kind, arg)] if isinstance(expr, kind) else [expr]


def _termwise(goal: Statement) -> tuple[Statement, tuple[Statement, ...], Statement]:
    terms: list[Expr] = []
    rest: list[Expr] = []
    limits: set[tuple] = set()
    index = None
    for sign, side in ((1, goal.rhs), (-1, goal.lhs)):
        for term in _flat(Add, side):
            factors = _flat(Mul, term)
            sums = [f for f in factors if isinstance(f, Sum)]
            others = [f for f in factors if not isinstance(f, Sum)]
            if len(sums) > 1 or any(f.has(Sum) for f in others):
                raise Inapplicable("a product of sums, or a function of one")
            if not sums:
                rest.append(_times(sign, term))
                continue
            own, low, high = sums[0].limits[0]
            index = index or own
            limits.add((low, high))
            if low.has(Sum) or high.has(Sum):
                raise Inapplicable("the range of a sum moves")
            terms.append(_times(sign, *others, put(sums[0].function, {own: index})))
    if index is None or len(limits) != 1:
        raise Inapplicable("sums over different ranges")
    ((low, high),) = limits
    if rest:
        terms.append(_times(1, _all(rest), Pow(high - low + 1, -1, evaluate=False)))
    relation = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}.get(goal.relation, goal.relation)
    if relation == "!=":
        raise Inapplicable("sums that differ are not compared term by term")
    inside = (Statement(low, "<=", index), Statement(index, "<=", high))
    return Statement(_all(terms), relation, Integer(0)), inside, Statement(low, "<=", high)


def _times(sign: int, *factors: Expr) -> Expr:
    found = factors if sign == 1 else (Integer(sign), *factors)
    return found[0] if len(found) == 1 else Mul(*found, evaluate=False)


def _all(terms: list[Expr]) -> Expr:
    return terms[0] if len(terms) == 1 else Add(*terms, evaluate=False)


# Sums with a symbolic number of terms: bounds on them by induction, and single values of an integer letter.
#
# A plan says which bounds; everything that makes it a proof is computed here, as goals of their own. The letter at the end of
# a sum is an integer.

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
        return put(self.term, {self.index: value})

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
            term = put(term, {index: low + letter + offset - index})
        if not isinstance(offset, Integer) or not isinstance(letter, Symbol) or term.has(letter):
            raise Inapplicable("the range does not end at a letter, or the summand depends on it")
        if not letter.is_integer:
            raise Inapplicable("the letter at the end of a sum is not an integer")
        found.append(Range(node, term, index, int(low), letter, int(offset)))
    if not found:
        raise Inapplicable("no sum over a symbolic range")
    return found


def goals(
    goal: Any, given: tuple[Statement, ...], plan: Plan
) -> tuple[tuple[Sequent, ...], tuple[Atom, ...], dict, frozenset[str]]:
    """Return the sequents that a plan leaves, the domain, the letters and which of them are integers."""
    if not isinstance(goal, Statement):
        raise Inapplicable("a plan is for one relation")
    if plan.get("kind") == "terms":
        return _by_terms(goal, given, plan)
    if any(side.has(Sum) for s in given for side in (s.lhs, s.rhs)):
        raise Inapplicable("hypotheses without sums are needed")
    if plan.get("kind") == "values":
        return _values(goal, given, plan)
    if plan.get("kind") == "bounds":
        return _bounds(goal, given, plan)
    raise Inapplicable("the plan is of no known kind")


def _letters(goal: Statement, given: tuple[Statement, ...]) -> dict:
    sides = [side for s in (goal, *given) for side in (s.lhs, s.rhs)]
    return real_names(sides)


def _domain(given: tuple[Statement, ...], names: dict) -> tuple[Atom, ...]:
    domain: list[Atom] = []
    for h in given:
        domain += [p for c in _defined(h, names) for p in pieces(c)]
        domain += [rounded(p, _whole(names)) for p in pieces(atom(h, names))]
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
    names = _letters(goal, given)
    letter = next((s for s in names if str(s) == plan["letter"]), None)
    if letter is None or not letter.is_integer:
        raise Inapplicable("the letter is not an integer")
    n, domain = names[letter], _domain(given, names)
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
    names = _letters(goal, given)
    for r in sums:
        if any(side.has(r.index) for s in given for side in (s.lhs, s.rhs)) or r.index == r.letter:
            raise Inapplicable("the index of a sum is a letter of the hypotheses")
    domain, start, found = _domain(given, names), _start(plan), []
    stands = {r.node: Symbol(f"sum {i}", real=True) for i, r in enumerate(sums)}
    if set(stands.values()) & set(names.values()):
        raise Inapplicable("a letter has the name that a sum would have")
    known = list(domain)
    for letter in {r.letter for r in sums}:
        found.append(Sequent(domain, Atom(names[letter] - start, ">=")))
    if {i for i, _, _ in plan["bounds"]} != set(range(len(sums))):
        raise Inapplicable("a sum without a bound: nothing shows that it has a value")
    for i, relation, text in plan["bounds"]:
        r = sums[i]
        bound = real(decode(text))
        if relation not in _RELATIONS or bound.has(Sum) or bound.free_symbols & set(stands.values()):
            raise Inapplicable("no bound of this kind")
        found += _induction(r, relation, bound, names, domain, start)
        gap = bound - stands[r.node]
        known.append(Atom({"<=": gap, ">=": -gap, "==": gap}[relation], "==" if relation == "==" else ">="))
    plain = put(goal, stands)
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


# A relation between functions of sums over one range, by inequalities that hold for every term.
#
# Each sum is N times a mean M, a letter. Of a plan come signs, which all terms of a sum have, and lines: numbers w for which
# w_0 + w_1 f_1 + ... >= 0 for every term, made of the means and of the letters of the statement. Their mean over the range is
# w_0 + w_1 M_1 + ... >= 0, and from such facts the goal has to follow. Squares are places i, j, k of terms with f_k^2 <= f_i f_j,
# where f_i and f_j are at least 0: by Cauchy and Schwarz M_k^2 <= M_i M_j. The term at place -1 is 1. A plan may name more terms,
# which the goal does not sum.


@dataclass(frozen=True)
class Terms:
    """The sums of a statement over one range.

    Attributes
    ----------
    nodes : tuple of Sum
    letters : tuple of Symbol
        The mean of the terms of each sum.
    stands : dict from Sum to Expr
        Each sum by its mean.
    index, low, high, count
        Of the range, in printed letters; how many terms there are.
    summands : tuple of Expr
        In one index.
    """

    nodes: tuple[Sum, ...]
    letters: tuple[Symbol, ...]
    stands: dict[Expr, Expr]
    index: Symbol
    low: Expr
    high: Expr
    count: Expr
    summands: tuple[Expr, ...]


def terms_of(goal: Statement, given: tuple[Statement, ...]) -> Terms:
    """Return the sums of a statement, all over one range of one index, and no term outside of them but in hypotheses."""
    nodes = {t for s in (goal, *given) for side in (s.lhs, s.rhs) for t in side.atoms(Sum)}
    found = tuple(sorted(nodes, key=str))
    if not found or len({t.limits[0] for t in found}) != 1 or any(len(t.limits) != 1 for t in found):
        raise Inapplicable("sums over one range are needed")
    index, low, high = found[0].limits[0]
    if any(t.function.has(Sum) for t in found) or low.has(Indexed, index) or high.has(Indexed, index):
        raise Inapplicable("nested sums, or a range that moves")
    terms = {x for s in (goal, *given) for side in (s.lhs, s.rhs) for x in side.atoms(Indexed)}
    if any(x.indices[0] != index for x in terms):
        raise Inapplicable("a term whose place is not the index")
    means = tuple(Symbol(f"mean {i}", real=True) for i, _ in enumerate(found))
    count = high - low + 1
    stands: dict[Expr, Expr] = {t: count * mean for t, mean in zip(found, means, strict=True)}
    outside = put(goal, stands)
    if outside.lhs.has(index, Indexed) or outside.rhs.has(index, Indexed):
        raise Inapplicable("the index stands outside of a sum")
    return Terms(found, means, stands, index, low, high, count, tuple(t.function for t in found))


def lettered(names: dict) -> dict:
    """Return the map from printed symbols to real ones, in which a term has a name without its place."""
    return {s: Symbol(f"term of {s.base}", real=True) if isinstance(s, Indexed) else n for s, n in names.items()}


def _by_terms(
    goal: Statement, given: tuple[Statement, ...], plan: Plan
) -> tuple[tuple[Sequent, ...], tuple[Atom, ...], dict, frozenset[str]]:
    """The goals of a plan of signs and lines."""
    with_whole_ends((goal, *given))
    sums = terms_of(goal, given)
    names = _letters(goal, given)
    further = [decode(text) for text in plan.get("also", [])]
    if any(f.has(Sum) or any(x.indices[0] != sums.index for x in f.atoms(Indexed)) for f in further):
        raise Inapplicable("no term of this range")
    means = (*sums.letters, *(Symbol(f"mean {len(sums.letters) + i}", real=True) for i, _ in enumerate(further)))
    if set(means) & set(names.values()):
        raise Inapplicable("a letter has the name that a mean would have")
    letters = {**lettered(names), **{s: s for s in means}}
    if len(set(letters.values())) < len(letters):
        raise Inapplicable("a letter has the name that a term would have")
    totals = [put(h, sums.stands) for h in given if h.lhs.has(Sum) or h.rhs.has(Sum)]
    alone = [h for h in given if not (h.lhs.has(Sum) or h.rhs.has(Sum))]
    each = [h for h in alone if sums.index in h.lhs.free_symbols | h.rhs.free_symbols]
    if any(sums.index in s.lhs.free_symbols | s.rhs.free_symbols for s in totals) or any(
        not (h.lhs.has(Indexed) or h.rhs.has(Indexed)) for h in each
    ):
        raise Inapplicable("the index of the sums is a letter of a hypothesis")
    domain = _domain(tuple(h for h in alone if h not in each), letters)
    low, high, count = (evaluated(e, letters) for e in (sums.low, sums.high, sums.count))
    found = [Sequent(domain, Atom(count - 1, ">="))]
    known = tuple(dict.fromkeys((*domain, Atom(count - 1, ">="), *_domain(tuple(totals), letters))))
    own = tuple(dict.fromkeys(_domain(tuple(each), letters)))
    if any(f.has(sums.index) for f in (put(t, {x: Integer(1) for x in t.atoms(Indexed)}) for t in sums.summands)):
        own += (Atom(letters[sums.index] - low, ">="), Atom(high - letters[sums.index], ">="))
    values: list[Expr] = []
    for summand in (*sums.summands, *further):
        for c in conditions(summand):
            c = Atom(evaluated(c.expr, letters), c.relation)
            found.append(Sequent(tuple(dict.fromkeys((*known, *own))), c))
            own += (c,)
        values.append(evaluated(summand, letters))
        if not values[-1].free_symbols <= set(letters.values()) - set(means):
            raise Inapplicable("a term with letters that the statement lacks")
    shares: tuple[Atom, ...] = ()  # no term is more than the sum of them all, where none is negative
    for place, relation in plan["signs"]:
        if relation not in (">", ">="):
            raise Inapplicable("no sign of this kind")
        found.append(Sequent(tuple(dict.fromkeys((*known, *own))), Atom(values[place], relation)))
        known += (Atom(means[place], relation),)
        own += (Atom(values[place], relation),)
        shares += (Atom(count * means[place] - values[place], ">="),)
    bounded = {-1: S.One, **{place: means[place] for place, _ in plan["signs"]}}
    for i, j, k in plan.get("squares", []):
        if i not in bounded or j not in bounded or not 0 <= k < len(values):
            raise Inapplicable("a square of terms whose sign is not known")
        one, other = (values[place] if place >= 0 else S.One for place in (i, j))
        found.append(Sequent(tuple(dict.fromkeys((*known, *own))), Atom(one * other - values[k] ** 2, ">=")))
        known += (Atom(bounded[i] * bounded[j] - means[k] ** 2, ">="),)
    inside = {n for s, n in letters.items() if isinstance(s, Indexed) or s == sums.index}
    for text in plan["lines"]:
        weights = [real(decode(w)) for w in text]
        if len(weights) != len(means) + 1 or any(
            w.has(Sum, Indexed) or w.free_symbols & inside or not w.free_symbols <= set(letters.values()) for w in weights
        ):
            raise Inapplicable("no line of this kind")
        for c in dict.fromkeys(c for w in weights for c in conditions(w)):
            found.append(Sequent(tuple(dict.fromkeys(known)), c))
            known += (c,)
        line = weights[0] + Add(*(w * v for w, v in zip(weights[1:], values, strict=True)))
        at_hand = dict.fromkeys((*known, *own, *(shares if plan.get("shares") is True else ())))
        # what speaks of other letters is left out, which leaves more to show
        needed = tuple(h for h in at_hand if h.expr.free_symbols <= line.free_symbols)
        found.append(Sequent(needed, Atom(line, ">=")))
        known += (Atom(weights[0] + Add(*(w * m for w, m in zip(weights[1:], means, strict=True))), ">="),)
    plain = put(goal, sums.stands)
    for c in _defined(plain, letters):
        found.append(Sequent(tuple(dict.fromkeys(known)), c))
        known += (c,)
    found.append(Sequent(tuple(dict.fromkeys(known)), atom(plain, letters)))
    left = {x: Integer(1) for s in (goal, *given) for side in (s.lhs, s.rhs) for x in side.atoms(Indexed)}
    sides = [side for s in (goal, *given) for one in (put(s, sums.stands),) for side in (one.lhs, one.rhs)]
    printed = set().union(*(put(side, left).free_symbols for side in (*sides, *sums.summands))) | sums.count.free_symbols
    outer = {s: n for s, n in names.items() if s in printed and n not in inside}
    return tuple(found), domain, outer, frozenset(_whole(outer) | {str(sums.index)})


def instance(thing: Any, letter: str, value: int) -> Any:
    """Return a statement with a number in place of an integer letter, nothing simplified."""
    return put(
        thing, {s: Integer(value) for side in (thing.lhs, thing.rhs) for s in side.free_symbols if str(s) == letter}
    )
