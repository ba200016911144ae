"""Goals with an integer letter, and sums up to it: bounds by induction, closed forms, few terms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice, product
from typing import Any

import numpy as np
from sympy import (
    Add,
    EulerGamma,
    Expr,
    Indexed,
    IndexedBase,
    Integer,
    Pow,
    Rational,
    S,
    Sum,
    Symbol,
    exp,
    factorial,
    linsolve,
    log,
    polygamma,
    zeta,
)

from boundcheck.symbolic.encode import encode, in_plain_letters
from boundcheck.symbolic.evaluate import number
from boundcheck.symbolic.plain_letters import put
from boundcheck.symbolic.statement import Statement

from ..kernel import certificates, points, smt
from ..kernel.calculus import affine_part, real
from ..kernel.points import Point
from ..kernel.reading import Reading, reading
from ..kernel.results import Inapplicable, Proved, Refuted
from ..kernel.sequent import NOT_REAL, Atom, evaluated, real_names
from ..kernel.sums import Range, Terms, lettered, ranges, terms_of
from .falsify import Falsifier, Floats
from .portfolio import Search, searched
from .refuting import admissible_point, hunters_of, refuted_at_a_point, sides

# Sums up to a letter: in closed form, and between integrals from different ends.


def bounds(r: Range) -> list[tuple[str, Expr]]:
    """Return closed forms, and comparisons with integrals from different ends."""
    n = r.letter + r.offset
    found: list[tuple[str, Expr]] = [("==", closed) for closed in _closed(r)]
    whole = antiderivative(r.term, r.index)
    if whole is None:
        return found

    def between(low: Expr, high: Expr) -> Expr:
        return whole.xreplace({r.index: high}) - whole.xreplace({r.index: low})

    low = Integer(r.low)
    first = r.at(low)
    half = Rational(1, 2)
    for extra, bound in (
        (S.Zero, between(low - 1, n)),
        (first, between(low, n)),
        (S.Zero, between(low - half, n + half)),
        (S.Zero, between(low, n + 1)),
        (r.at(n) / 2 + first / 2, between(low, n)),
        (first, between(low + half, n + half)),
    ):
        value = extra + bound
        if not value.has(*NOT_REAL):
            found += [("<=", value), (">=", value)]
    return found


def _closed(r: Range) -> list[Expr]:
    """Return the sum in closed form, of powers of the index and of geometric series."""
    n, t = r.letter + r.offset, r.index
    if not r.term.has(t):
        return [r.term * (n - r.low + 1)]
    ratio = (r.at(t + 1) / r.term).powsimp().cancel() if r.term.has(Pow, exp) else t
    if not ratio.has(t) and ratio != 1:
        return [(r.at(Integer(r.low)) - r.at(n + 1)) / (1 - ratio)]
    base = next((p for p in r.term.atoms(Pow) if p.exp.has(t) and not p.base.has(t)), None)
    if base is not None:
        step = (base.xreplace({t: t + 1}) / base).powsimp()
        parts = affine_part((r.term / base).cancel(), t)
        if parts is not None and not step.has(t) and step != 1:
            # Q(t+1) step - Q(t) = P(t), for an affine P
            slope = parts[0] / (step - 1)
            constant = (parts[1] - slope * step) / (step - 1)
            whole = base * (slope * t + constant)
            return [whole.xreplace({t: n + 1}) - whole.xreplace({t: Integer(r.low)})]
    factor_, rest = r.term.as_independent(t, as_Add=False)
    if isinstance(rest, Pow) and rest.exp in (-1, -2, -3) and (rest.base - t).is_number:
        # psi(u+1) - psi(u) = 1/u, and so its derivatives
        order, low = -int(rest.exp) - 1, rest.base.xreplace({t: Integer(r.low)})
        gap = polygamma(order, rest.base.xreplace({t: n + 1})) - polygamma(order, low)
        if not gap.has(EulerGamma, zeta):
            return [factor_ * (-1) ** order * gap / factorial(order)]
    if r.term.is_polynomial(t):
        from sympy import factor, summation

        return [factor(summation(r.term, (t, r.low, n)))]
    return []


def antiderivative(f: Expr, t: Symbol) -> Expr | None:
    """Return an antiderivative of a sum of powers, logarithms and exponentials of affine arguments."""
    if isinstance(f, Add):
        parts = [antiderivative(term, t) for term in f.args]
        return None if None in parts else Add(*(p for p in parts if p is not None))
    factor, rest = f.as_independent(t, as_Add=False)
    if rest == 1:
        return f * t
    slope = None
    if isinstance(rest, Pow) and not rest.exp.has(t):
        slope = affine_part(rest.base, t)
        if slope is not None and not slope[0].has(t) and slope[0] != 0:
            k = rest.exp
            whole = log(rest.base) if k == -1 else rest.base ** (k + 1) / (k + 1)
            return factor * whole / slope[0]
    if rest == t:
        return factor * t**2 / 2
    if isinstance(rest, log):
        slope = affine_part(rest.args[0], t)
        if slope is not None and slope[0] != 0:
            inner = rest.args[0]
            return factor * (inner * log(inner) - inner) / slope[0]
    return None


# Sums with a symbolic number of terms: bounds worth proving by induction, and small numbers of terms that refute.

Plan = dict[str, Any]
_TERMS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50)
_LETTERS = 6  # of a sum of few indexed terms
_MANY = (100, 300, 1000, 5000, 10_000)
_SINGLE = 50  # values of a single integer letter, one after the other
_STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 40, 100, 1000, 10**6)  # of one of several
_WORK, _ONCE, _LONG = 40_000, 20, 10_000  # terms that are computed in all, what a value costs besides, terms of a sum
_ROUNDING, _FIRST_VALUES = 1e-9, 8


def letters(goal: Any) -> list[Symbol]:
    """Return the integer letters at which the sums of a goal end; empty where there is no such sum."""
    if not isinstance(goal, Statement):
        return []
    try:
        return sorted({r.letter for r in ranges(goal)}, key=str)
    except (Inapplicable, ValueError, TypeError):
        return []


def plans(goal: Statement, start: int) -> Iterator[Plan]:
    """Yield plans for a goal in sums that begin to hold at the first value of their letter."""
    try:
        sums = ranges(goal)
    except Inapplicable:
        return
    if len(sums) == 1:
        picks: list[Any] = [(pair,) for pair in (*_direct(goal, sums[0]), *bounds(sums[0]))]
    else:
        picks = list(zip(*(bounds(r)[:3] for r in sums), strict=False))
    for picked in picks:
        if not any(bound.has(*NOT_REAL, Indexed) for _, bound in picked):  # a term of the sum is no bound on it
            each = [[i, relation, encode(real(bound))] for i, (relation, bound) in enumerate(picked)]
            yield {"kind": "bounds", "from": start, "bounds": each}


def _direct(goal: Statement, r: Range) -> list[tuple[str, Expr]]:
    """Return the bound that the goal itself puts on its sum."""
    slot = Symbol("slot", real=True)
    gap = (goal.rhs - goal.lhs if goal.relation in ("<=", "<", "==") else goal.lhs - goal.rhs).xreplace({r.node: slot})
    parts = affine_part(gap, slot)
    if parts is None or parts[0] == 0 or gap.has(Sum):
        return []
    bound = -parts[1] / parts[0]
    if goal.relation == "==":
        return [("==", bound)]
    if parts[0].is_negative or (parts[0].is_Rational and parts[0] < 0):
        return [("<=", bound)]
    return [(">=", bound)] if parts[0].is_positive else [("<=", bound), (">=", bound)]


def first_value(goal: Statement, given: tuple[Statement, ...], letter: Symbol) -> int:
    """Return a first value of an integer letter that its single hypotheses allow."""
    low = None
    for h in given:
        left, relation, right = h.lhs, h.relation, h.rhs
        if relation in ("<=", "<"):
            left, relation, right = right, {"<=": ">=", "<": ">"}[relation], left
        if left == letter and isinstance(right, Rational) and relation in (">=", ">"):
            end = int(-(-right.p // right.q)) if relation == ">=" else int(right.p // right.q) + 1
            low = end if low is None else max(low, end)
    return 1 if low is None else low


def few_terms(goal: Any, given: tuple, hunt: Any) -> tuple[list[str], Point] | None:
    """Return integer letters and a point at which the goal fails, found among small values of these letters.

    `hunt` looks for a counterexample of a goal without symbolic ranges and returns a point or None.
    """
    claim, hypotheses = in_plain_letters(goal, given)
    whole = _whole_letters(claim)
    sides_of = [side for s in (claim, *hypotheses) for side in (s.lhs, s.rhs)]
    others = set().union(*(side.free_symbols for side in sides_of)) - set(whole)
    bases = {base.label for side in sides_of for base in side.atoms(IndexedBase)}
    alone = not others and not bases
    names = [s.name for s in whole]
    for values in _small_values(claim, hypotheses, whole, alone=alone):
        at = dict(zip(names, values, strict=True))
        point: Point | None = {}
        if not alone:
            try:
                reduced, rest = certificates.instance(goal, given, at)
                if len(reading(reduced, rest).symbols) > _LETTERS:
                    continue
                point = hunt(reduced, rest)
            except (Inapplicable, ValueError, TypeError):
                continue
        elif not _seems_to_fail(claim, at):
            continue
        if point is not None:
            there = {**_unseen(claim, at), **point, **{n: Fraction(v) for n, v in at.items()}}
            if certified(goal, given, names, there):
                return names, there
    return None


def _unseen(claim: Statement, at: dict[str, int]) -> Point:
    """Values of the terms of sums, for those that vanish as the sums are written out; they are as good as any."""
    found: Point = {}
    for total in claim.lhs.atoms(Sum) | claim.rhs.atoms(Sum):
        index, *ends = total.limits[0]
        try:
            low, high = (int(number(end, at)) for end in ends)
        except (ValueError, KeyError, TypeError):
            continue
        terms = [x for x in total.function.atoms(Indexed) if x.indices[0] == index]
        found |= {f"{x.base}[{k}]": Fraction(1) for x in terms for k in range(low, min(high, low + _LETTERS) + 1)}
    return found


def _whole_letters(claim: Statement) -> list[Symbol]:
    """The integer letters of a claim, the indices of its sums not among them."""
    return sorted((s for s in claim.lhs.free_symbols | claim.rhs.free_symbols if s.is_integer), key=str)


def _small_values(
    claim: Statement, hypotheses: tuple[Statement, ...], whole: list[Symbol], *, alone: bool
) -> Iterator[tuple[int, ...]]:
    """Yield values of integer letters that the hypotheses on them alone allow, small ones first, as long as sums stay short."""
    own = tuple(h for h in hypotheses if (h.lhs.free_symbols | h.rhs.free_symbols) <= set(whole))
    first = [max(0, first_value(claim, hypotheses, s)) for s in whole]
    if len(whole) == 1:
        steps = range(_SINGLE + 1) if alone else (0, 1, 2, 3)
        ladder = sorted({*(first[0] + i for i in steps), *(v for v in (*_TERMS, *(_MANY if alone else ())) if v >= first[0])})
        found: Iterable[tuple[int, ...]] = ((v,) for v in ladder)
    else:
        ladders = [sorted({low, low + 1, low + 2, low + 3, *(v for v in _STEPS if alone and v >= low)}) for low in first]
        found = sorted(product(*ladders), key=lambda values: (sum(values), values))
    terms = _WORK if alone else _WORK // 20
    for values in found:
        point = {s.name: Fraction(v) for s, v in zip(whole, values, strict=True)}
        cost = _terms_at(claim, point) if points.admissible(own, point) else None
        if cost is None or cost > _LONG:
            continue
        terms -= cost
        if terms < 0 or smt.is_up():
            return
        yield values


def _terms_at(claim: Statement, point: Point) -> int | None:
    """How many terms the sums of a claim have where its integer letters have values; None where an end is no number."""
    count = _ONCE
    for total in claim.lhs.atoms(Sum) | claim.rhs.atoms(Sum):
        low, high = (number(end, point) if end.free_symbols <= _letters_of(point) else None for end in total.limits[0][1:])
        if low is not None and high is not None:
            if not low <= high + 1 or high - low > _LONG:
                return None
            count += int(high - low) + 1
    return count


def _letters_of(point: Point) -> set[Symbol]:
    return {Symbol(name, integer=True) for name in point}


def _seems_to_fail(claim: Statement, at: dict[str, int]) -> bool:
    """Whether floats do not see that a claim holds at values of all its letters, in numbers that they hold."""
    try:
        left, right = (number(side, at) for side in (claim.lhs, claim.rhs))
    except (ValueError, KeyError, OverflowError, TypeError):
        return True
    gap, room = right - left, _ROUNDING * max(abs(left), abs(right))
    if not np.isfinite(gap):
        return True
    even = abs(gap) <= room and max(at.values()) > _FIRST_VALUES  # at small values equality is cheap to check exactly
    clear = {"<=": gap >= room, "<": gap > room, ">=": gap <= -room, ">": gap < -room, "!=": abs(gap) > room, "==": even}
    return not clear[claim.relation]


def certified(goal: Any, given: tuple, names: list[str], point: Point) -> bool:
    """Whether the kernel sees the violation."""
    try:
        return certificates.violated(goal, given, names, point)
    except (Inapplicable, ValueError, TypeError, KeyError, ArithmeticError):
        return False


# Goals with an integer letter: sums up to it by bounds or by few terms, and its first values one by one.


def in_sums(goal: Any, given: tuple, seconds: float, tried: list[str]) -> Proved | Refuted | None:
    """Decide a goal in sums with a symbolic number of terms: by few terms, or by bounds on the sums."""
    claim, hypotheses = in_plain_letters(goal, given)
    refuted = refuted_in_few_terms(goal, given, tried)
    if refuted is not None:
        return refuted
    if not isinstance(claim, Statement):
        return None
    proved = by_lines(claim, goal, given, hypotheses, seconds, tried)
    ends = letters(claim)
    if proved is not None or not ends or any(side.has(Sum) for h in hypotheses for side in (h.lhs, h.rhs)):
        return proved
    tried.append("induction")
    start = first_value(claim, hypotheses, ends[0])
    with smt.limited(seconds + 1):
        for plan in plans(claim, start):
            answer = _by_plan(goal, given, plan, seconds / 2, tried)
            if answer is not None or smt.left() <= 0:
                return answer
    return None


def refuted_in_few_terms(goal: Any, given: tuple, tried: list[str]) -> Refuted | None:
    """Refute a goal in sums whose number of terms, or whose terms, have integer letters, at a few values of these."""
    claim, _ = in_plain_letters(goal, given)
    if not isinstance(claim, Statement) or not _whole_letters(claim) or not (claim.lhs.has(Sum) or claim.rhs.has(Sum)):
        return None

    def hunt(reduced: Any, rest: tuple) -> Point | None:
        inner = reading(reduced, rest)
        found = refuted_at_a_point(inner, hunters_of(inner), [])
        return _with_equations(inner) if found is None else {n: Fraction(v) for n, v in found.witness.items()}

    tried.append("few terms")
    found = few_terms(goal, given, hunt)
    return None if found is None else _refuted_at(goal, given, *found, tried)


def _with_equations(inner: Reading) -> Point | None:
    """A counterexample where equations, which no grid of points meets by chance, give some letters by the others."""
    for hunt in inner.hunts:
        given, claim = list(hunt.given), hunt.claim
        solved: dict[Symbol, Expr] = {}
        for place, h in enumerate(given):
            letters = sorted(h.expr.free_symbols, key=str, reverse=True) if h.relation == "==" else []
            parts = next(((x, p) for x in letters if (p := affine_part(h.expr, x)) and p[0].is_Rational and p[0] != 0), None)
            if parts is None or parts[0].name in inner.whole:
                continue
            x, (slope, shift) = parts
            solved = {**{y: v.xreplace({x: -shift / slope}) for y, v in solved.items()}, x: -shift / slope}
            given = [Atom(g.expr.xreplace({x: -shift / slope}), g.relation) for g in given]
            given[place] = Atom(S.Zero, "==")
            claim = Atom(claim.expr.xreplace({x: -shift / slope}), claim.relation)
        left = [s for s in inner.symbols if s not in solved]
        if not solved or claim.expr.has(*NOT_REAL) or any(g.expr.has(*NOT_REAL) for g in given):
            continue
        hunter = Falsifier(tuple(g for g in given if g.expr != 0), left, inner.whole)
        for point in (*hunter.simple(claim), *hunter.drawn(claim)):
            values = {s: Rational(v.numerator, v.denominator) for s, v in ((s, point[s.name]) for s in left)}
            whole = {**values, **{x: v.xreplace(values) for x, v in solved.items()}}
            full = {s.name: Fraction(int(v.p), int(v.q)) for s, v in whole.items() if isinstance(v, Rational)}
            if certificates.complete(inner, full) and points.certified(inner.goal, inner.given, full):
                return full
    return None


def by_values(goal: Any, given: tuple, read: Reading, seconds: float, tried: list[str]) -> Proved | None:
    """Look at the first values of an integer letter one by one, and at the others together."""
    claim, hypotheses = in_plain_letters(goal, given)
    if not isinstance(claim, Statement) or len(read.whole) != 1 or claim.lhs.has(Sum) or claim.rhs.has(Sum):
        return None
    letter = next((s for s in claim.lhs.free_symbols | claim.rhs.free_symbols if s.name in read.whole), None)
    if letter is None:
        return None
    tried.append("single values")
    start = first_value(claim, hypotheses, letter)
    for count in (1, 4):
        plan = {"kind": "values", "letter": letter.name, "from": start, "count": count}
        answer = _by_plan(goal, given, plan, seconds / 2, tried)
        if answer is not None:
            return answer
    return None


def _by_plan(goal: Any, given: tuple, plan: dict, seconds: float, tried: list[str]) -> Proved | None:
    try:
        read = reading(goal, given, plan)
    except (Inapplicable, ValueError):
        return None
    claims = sorted(read.sequents, key=lambda s: bool(s.claim.expr.free_symbols))
    if any(Floats(s).implausible(s) for s in claims):
        return None
    point = _with_terms(goal, given, read) if plan["kind"] == "terms" else admissible_point(read, None)
    # if one is out of reach it is the general one, which stands last
    trees = searched(read, seconds, tried, backwards=True)[0] if point is not None else None
    if trees is None or point is None:
        return None
    certificate = certificates.proof(read, trees, point)
    return Proved(certificates.engine(certificate), certificates.trust(trees), certificate, tuple(tried))


# A relation between functions of sums: the function that the sums are put into, replaced by its tangent, term by term.

_FIRST_COUNTS = 3  # numbers of terms at which a point of the domain is looked for
_SIGN = 0.3  # seconds for the sign of a summand
_MOST_PARTS = 4  # terms that the goal does not sum


def by_lines(
    claim: Statement, goal: Any, given: tuple, hypotheses: tuple[Statement, ...], seconds: float, tried: list[str]
) -> Proved | None:
    """Prove a goal in functions of sums by inequalities between their terms, which the tangents of these functions are."""
    try:
        sums = terms_of(claim, hypotheses)
        sides = [side for s in (claim, *hypotheses) for side in (s.lhs, s.rhs)]
        letters = {**lettered(real_names(sides)), **{s: s for s in sums.letters}}
        values = [evaluated(f, letters) for f in sums.summands]
        printed = {n: s for s, n in letters.items()}
        also = _parts(values)
        terms = {"kind": "terms", "also": [encode(f.xreplace(printed)) for f in also]}
    except (Inapplicable, ValueError):
        return None
    tried.append("lines")
    with smt.limited(seconds + 1):
        signs = _signs(goal, given, terms, [*values, *also])
        squares = _squares([*values, *also], [place for place, _ in signs])
        for shares, lines in _lines(claim, hypotheses, sums, letters, (values, also)):
            texts = [[encode(real(w)) for w in line] for line in lines]
            plan = {**terms, "signs": signs, "squares": squares, "shares": shares, "lines": texts}
            answer = _by_plan(goal, given, plan, seconds / 2, tried)
            if answer is not None or smt.left() <= 0:
                return answer
    return None


def _parts(values: list[Expr]) -> list[Expr]:
    """Products of terms in the expansion of summands that are powers or products of sums, where no sum has them."""
    found: list[Expr] = []
    for value in values:
        whole = value.expand() if value.is_polynomial() else value
        for part in Add.make_args(whole) if isinstance(whole, Add) else ():
            _, rest = part.as_independent(*(t for t in part.free_symbols if _is_term(t)), as_Add=False)
            if rest not in values and rest not in found and rest != 1:
                found.append(rest)
    return found[:_MOST_PARTS]


def _is_term(letter: Symbol) -> bool:
    return letter.name.startswith("term of ")


def _squares(values: list[Expr], bounded: list[int]) -> list[list[int]]:
    """Places of terms of which one squared is the product of two that have a sign."""
    known = [(-1, S.One), *((place, values[place]) for place in bounded)]
    pairs = [(i, j, one * other) for n, (i, one) in enumerate(known) for j, other in known[n + 1 :]]
    return [
        [i, j, k]
        for k, value in enumerate(values)
        for i, j, product_ in pairs
        if k not in (i, j) and (value**2 - product_).expand() == 0
    ]


def _signs(goal: Any, given: tuple, terms: Plan, values: list[Expr]) -> list[list]:
    """The signs of summands that are seen at once."""
    found: list[list] = []
    for place, value in enumerate(values):
        for relation in (">", ">="):
            plan: Plan = {**terms, "signs": [*found, [place, relation]], "lines": []}
            try:
                read = reading(goal, given, plan)
            except (Inapplicable, ValueError):
                continue
            asked = [s for s in read.sequents[:-1] if s.claim.relation == relation and s.claim.expr == value]
            if asked and all(not Floats(s).implausible(s) and Search(s, _SIGN).run() is not None for s in asked):
                found.append([place, relation])
                break
    return found


def _lines(
    claim: Statement, hypotheses: tuple[Statement, ...], sums: Terms, letters: dict, terms: tuple[list[Expr], list[Expr]]
) -> Iterator[tuple[bool, list[list[Expr]]]]:
    """Yield lists of lines: products of two sums above the sum of products; none, or expansions; tangents of the gap.

    The first ones need that no term is more than the sum of all.
    """
    values, also = terms
    means, count = sums.letters, evaluated(sums.count, letters)
    products = [
        [S.Zero, *((count * means[m] if k == j else S.Zero) - (S.One if k == i else S.Zero) for k in range(len(means)))]
        for i, value in enumerate(values)
        for j, one in enumerate(values)
        for m, other in enumerate(values)
        if i not in (j, m) and (value - one * other).expand() == 0
    ]
    left, right = (evaluated(put(side, sums.stands), letters) for side in (claim.lhs, claim.rhs))
    gap = (right - left if claim.relation in ("<=", "<") else left - right) / count
    known = []  # means that the hypotheses give, with their values
    for h in hypotheses:
        for one, other in ((h.lhs, h.rhs), (h.rhs, h.lhs)):
            if h.relation == "==" and one in sums.stands and not other.has(Sum, Indexed):
                known.append((sums.nodes.index(one), evaluated(other, letters) / count))
    if products and not also:
        yield True, products
    yield False, _expansions(values, also)
    for tangent in _tangents(gap, means, values, known, letters):
        line = [w.xreplace({means[i]: value for i, value in known}) for w in (*tangent, *(S.Zero for _ in also))]
        if not any(w.has(*NOT_REAL) for w in line):
            yield False, [line]


def _expansions(values: list[Expr], also: list[Expr]) -> list[list[Expr]]:
    """Lines, both ways, that say of what terms a summand is the sum."""
    every, found = [*values, *also], []
    for place, value in enumerate(values):
        whole = value.expand() if value.is_polynomial() else value
        if not isinstance(whole, Add):
            continue
        line = [S.Zero] * (len(every) + 1)
        line[place + 1] = S.NegativeOne
        for part in whole.args:
            factor, rest = part.as_independent(*(t for t in part.free_symbols if _is_term(t)), as_Add=False)
            where = 0 if rest == 1 else (every.index(rest) + 1 if rest in every else None)
            if where is None:
                break
            line[where] += factor
        else:
            found += [line, [-w for w in line]]
    return found


def _tangents(
    gap: Expr, means: tuple[Symbol, ...], values: list[Expr], known: list[tuple[int, Expr]], letters: dict
) -> Iterator[list[Expr]]:
    """Yield lines whose mean is the gap, and which touch it.

    Of means that the hypotheses give, one takes the constant, or all have factors such that the line is level where all terms
    are alike.
    """
    weights = [gap.diff(m) for m in means]
    rest = (gap - Add(*(w * m for w, m in zip(weights, means, strict=True)))).expand()
    if not known:
        yield [rest, *weights]
    for i, value in known:
        yield [S.Zero, *(w + (rest / value if i == j else 0) for j, w in enumerate(weights))]
    positive = {n: Symbol(n.name, positive=True) for n in letters.values()}
    at = {means[i]: value for i, value in known}
    terms = sorted({t for f in values for t in f.free_symbols if _is_term(t)}, key=str)
    alike = {t: m.xreplace(at).xreplace(positive) for t in terms for m, f in zip(means, values, strict=True) if f == t}
    factors = [Symbol(f"factor {i}", real=True) for i, _ in known]
    whole = Add(*(w * f for w, f in zip(weights, values, strict=True)))
    whole += Add(*(c * values[i] for c, (i, _) in zip(factors, known, strict=True)))
    slopes = [whole.diff(t).xreplace(at).xreplace(alike).xreplace(positive) for t in terms]
    found = linsolve(slopes, factors) if factors and slopes and set(alike) == set(terms) else None
    if found:
        back = {s: n for n, s in positive.items()} | dict.fromkeys(factors, S.Zero)
        solved = [c.xreplace(back) for c in next(iter(found))]
        level = [w + Add(*(c for c, (i, _) in zip(solved, known, strict=True) if i == j)) for j, w in enumerate(weights)]
        yield [rest - Add(*(c * value for c, (_, value) in zip(solved, known, strict=True))), *level]


def _with_terms(goal: Any, given: tuple, read: Reading) -> Point | None:
    """A point of the domain with a number of terms, and every term."""
    claim, hypotheses = in_plain_letters(goal, given)
    whole = _whole_letters(claim)
    for values in islice(_small_values(claim, hypotheses, whole, alone=False), _FIRST_COUNTS):
        at = {s.name: v for s, v in zip(whole, values, strict=True)}
        try:
            inner = reading(*certificates.instance(goal, given, at))
            point = admissible_point(inner, None)
        except (Inapplicable, ValueError):
            continue
        found = {**(point or {}), **{name: Fraction(v) for name, v in at.items()}}
        if point is not None and certificates.complete(read, found) and certificates.satisfied(read, found):
            return found
    return None


def _refuted_at(goal: Any, given: tuple, names: list[str], point: Point, tried: list[str]) -> Refuted:
    """Report a number of terms, and values of the other letters, at which a goal fails."""
    claim, _ = certificates.instance(goal, given, {n: int(point[n]) for n in names})
    rest = {n: v for n, v in point.items() if n not in names}
    lhs, rhs, margin = sides(claim, rest)
    witness = certificates.written(point)
    certificate = certificates.at_instance(goal, given, names, point)
    return Refuted("few terms", witness, lhs, rhs, margin, certificate, tuple(tried), certificates.trust([]))
