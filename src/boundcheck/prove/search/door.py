"""One door: `prove` reads a statement, looks for a counterexample, then for a proof."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq
from sympy import S, Sum, Symbol, log

from boundcheck.symbolic.balls import Unsure, as_arb, ball, precision, rational
from boundcheck.symbolic.encode import encode
from boundcheck.symbolic.statement import Conjunction, Statement
from boundcheck.symbolic.statement import read as printed

from ..kernel import certificates, clock, points, rules
from ..kernel.points import Point
from ..kernel.reading import Reading, reading
from ..kernel.results import Inapplicable, Proved, Refuted, Unknown
from ..kernel.sequent import Atom, Sequent
from . import falsify, samples, series, undefined
from .memory import remembered
from .plausible import Floats
from .portfolio import Search

_FIRST, _LOOK = 0.3, 0.6  # seconds for a first look, as written and in another scale
_EMPTY = "no point was found that satisfies the hypotheses for certain"


def prove(goal: Any, given: tuple = (), *, seconds: float = 5.0) -> Proved | Refuted | Unknown:
    """Prove or refute a statement about real numbers on its whole domain.

    Parameters
    ----------
    goal : SymPy relation, And, Equivalent, Statement, Conjunction, Equivalence, or a pair for an identity
        What is claimed, as printed. ``Statement(lhs, "<=", rhs)`` keeps SymPy from evaluating it away.
    given : tuple of relations
        The hypotheses; assumptions of symbols (``positive=True``) count as well. A point belongs to the domain
        where every hypothesis is defined and holds.
    seconds : float
        The effort, roughly. It is spent by counts, so the answer does not depend on the load of the machine.

    Returns
    -------
    answer : Proved, Refuted or Unknown

    Raises
    ------
    ValueError
        The statement contains a float, an unknown function, or was evaluated to True or False before it came here.
    """
    return remembered(("prove", seconds), goal, given, lambda: _found(goal, given, seconds))


def refute(goal: Any, given: tuple = (), *, seconds: float = 5.0) -> Refuted | Unknown:
    """Look for a counterexample as `prove` does, and for no proof: where one is at hand, another says nothing new.

    Parameters
    ----------
    goal, given, seconds
        As in `prove`.

    Returns
    -------
    answer : Refuted or Unknown
    """
    return remembered(("refute", seconds), goal, given, lambda: _refuting(goal, given, seconds), open_too=True)


def _refuting(goal: Any, given: tuple, seconds: float) -> Refuted | Unknown:
    """What a search for a counterexample answers; it is spent by counts alone."""
    tried = ["falsify"]
    try:
        read = reading(goal, given)
    except Inapplicable as wrong:
        answer = refuted_in_few_terms(goal, given, tried)
        return Unknown(("reading",), (str(wrong),)) if answer is None else answer
    hunters = hunters_of(read)
    answer = refuted_at_a_point(read, hunters, tried)
    if answer is None:
        answer = refuted_in_few_terms(goal, given, tried)
    if answer is None:
        answer = refuted_far(read, hunters, tried, thorough=seconds >= 1)
    return Unknown(tuple(tried), ()) if answer is None else answer


def _found(goal: Any, given: tuple, seconds: float) -> Proved | Refuted | Unknown:
    """What a search answers."""
    tried = ["falsify"]
    try:
        read = reading(goal, given)
    except Inapplicable as wrong:
        answer = in_sums(goal, given, seconds, tried)
        return Unknown(("reading",), (str(wrong),)) if answer is None else answer
    hunters = hunters_of(read)
    answer = refuted_at_a_point(read, hunters, tried)
    if answer is not None:
        return answer
    point = admissible_point(read, hunters.get(read.domain))
    if point is None:
        return Unknown(tuple(tried), (undefined.empty_in_words(read, min(seconds, _LOOK)),))
    without = undefined.place(read, hunters.get(read.domain) or _hunter(read), point)
    certificate: dict[str, Any] = {}
    if without is not None:
        # where a side has no value nothing is proved; elsewhere the statement may still be false
        certificate = certificates.no_value(read, without[1])
        left = [undefined.in_words(read, *without, min(seconds, _LOOK))]
    else:
        trees, left = searched(read, seconds, tried)
        if trees is not None:
            return _proved(read, trees, point, tried)
        answer = in_sums(goal, given, seconds, tried)
        if answer is None:
            answer = by_values(goal, given, read, seconds, tried)
        if answer is not None:
            return answer
    answer = refuted_far(read, hunters, tried, thorough=seconds >= 1)
    return Unknown(tuple(tried), tuple(left), certificate) if answer is None else answer


def in_sums(goal: Any, given: tuple, seconds: float, tried: list[str]) -> Proved | Refuted | None:
    """Decide a goal in sums with a symbolic number of terms: by few terms, or by bounds on the sums."""
    claim, hypotheses = printed(goal, given)
    ends = series.letters(claim)
    if not ends or not isinstance(claim, Statement):
        return None
    refuted = refuted_in_few_terms(goal, given, tried)
    if refuted is not None:
        return refuted
    tried.append("induction")
    start = series.first_value(claim, hypotheses, ends[0])
    with clock.limited(seconds + 1):
        for plan in series.plans(claim, start):
            answer = _by_plan(goal, given, plan, seconds / 2, tried)
            if answer is not None or clock.left() <= 0:
                return answer
    return None


def refuted_in_few_terms(goal: Any, given: tuple, tried: list[str]) -> Refuted | None:
    """Refute a goal in sums with a symbolic number of terms at a few of them."""
    claim, _ = printed(goal, given)
    if not series.letters(claim) or not isinstance(claim, Statement):
        return None

    def hunt(reduced: Any, rest: tuple) -> Point | None:
        inner = reading(reduced, rest)
        found = refuted_at_a_point(inner, hunters_of(inner), [])
        return None if found is None else {n: Fraction(v) for n, v in found.witness.items()}

    tried.append("few terms")
    found = series.few_terms(goal, given, hunt)
    return None if found is None else _refuted_at(goal, given, *found, tried)


def by_values(goal: Any, given: tuple, read: Reading, seconds: float, tried: list[str]) -> Proved | None:
    """Look at the first values of an integer letter one by one, and at the others together."""
    claim, hypotheses = printed(goal, given)
    if not isinstance(claim, Statement) or len(read.whole) != 1 or claim.lhs.has(Sum) or claim.rhs.has(Sum):
        return None
    letter = next((s for s in claim.lhs.free_symbols | claim.rhs.free_symbols if s.name in read.whole), None)
    if letter is None:
        return None
    tried.append("single values")
    start = series.first_value(claim, hypotheses, letter)
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
    point = admissible_point(read, None)
    # if one is out of reach it is the general one, which stands last
    trees = searched(read, seconds, tried, backwards=True)[0] if point is not None else None
    if trees is None or point is None:
        return None
    engine = "+".join(["induction" if plan["kind"] == "bounds" else "values", *_engine(trees)])
    return Proved(engine, certificates.trust(trees), certificates.proof(read, trees, point), tuple(tried))


def _refuted_at(goal: Any, given: tuple, names: list[str], point: Point, tried: list[str]) -> Refuted:
    """Report a number of terms, and values of the other letters, at which a goal fails."""
    claim, _ = certificates.instance(goal, given, {n: int(point[n]) for n in names})
    rest = {n: v for n, v in point.items() if n not in names}
    lhs, rhs, margin = _sides(claim, rest)
    witness = certificates.written(point)
    certificate = certificates.at_instance(goal, given, names, point)
    return Refuted("few terms", witness, lhs, rhs, margin, certificate, tuple(tried), certificates.trust([]))


def hunters_of(read: Reading) -> dict[tuple[Atom, ...], falsify.Falsifier]:
    """Return what looks for counterexamples, by the hypotheses under which it looks."""
    return {h.given: falsify.Falsifier(h.given, list(read.symbols), read.whole) for h in read.hunts}


def refuted_at_a_point(
    read: Reading, hunters: dict[tuple[Atom, ...], falsify.Falsifier], tried: list[str], *, drawn: bool = False
) -> Refuted | None:
    """Return a refutation by a simple point, or by one of many drawn at random."""
    for hunt in read.hunts:
        hunter = hunters[hunt.given]
        found = hunter.drawn(hunt.claim) if drawn else hunter.simple(hunt.claim)
        answer = _refuted(read, hunter, hunt.claim, found, tried)
        if answer is not None:
            return answer
    return None


def refuted_far(
    read: Reading, hunters: dict[tuple[Atom, ...], falsify.Falsifier], tried: list[str], *, thorough: bool
) -> Refuted | None:
    """Return a refutation by a point that a search by shrinking steps finds, or that the solver proposes."""
    for hunt in read.hunts:
        hunter = hunters[hunt.given]
        found = hunter.hard(hunt.claim, thorough=thorough) + _proposed(hunt, read)
        answer = _refuted(read, hunter, hunt.claim, found, tried)
        if answer is not None:
            return answer
    return None


def searched(
    read: Reading, seconds: float, tried: list[str], *, backwards: bool = False
) -> tuple[list[dict] | None, list[str]]:
    """Return a proof tree for each goal, or None and what is left; `backwards` looks for that of the last goal first."""
    with clock.limited(1.8 * seconds + 10):  # two short looks before the long one, each with a pause of its own
        trees, left = _searched(read.sequents[::-1] if backwards else read.sequents, seconds, tried)
    return trees[::-1] if backwards and trees is not None else trees, left


def _searched(sequents: Sequence[Sequent], seconds: float, tried: list[str]) -> tuple[list[dict] | None, list[str]]:
    trees: list[dict] = []
    for sequent in sequents:
        search = Search(sequent, min(seconds, _FIRST) if written(sequent) else seconds)
        tree = search.run()
        tried += [t for t in search.tried if t not in tried]
        if tree is None and written(sequent):
            # corner to corner takes a long search; another scale, where it helps at all, helps soon
            tree = rescaled(sequent, min(seconds, _FIRST if search.cornered() else _LOOK), tried)
            if tree is None and seconds > _FIRST:
                search = Search(sequent, seconds)
                tree = search.run() or rescaled(sequent, seconds, tried)
        if tree is None:
            return None, [f"open: {sequent.claim}", *(f"box: {b}" for b in search.residual[:4])]
        trees.append(tree)
    return trees, []


def written(sequent: Sequent) -> list[Symbol]:
    """Return the symbols that occur under logarithms alone or with a factor; terms of a sequence are none."""
    logs = sequent.claim.expr.atoms(log)
    inside = {(x, node) for node in logs for x in node.args[0].free_symbols if "[" not in x.name}
    return sorted({x for x, n in inside if any(x not in (n.args[0] * by).free_symbols for by in (x, 1 / x))}, key=str)


def rescaled(sequent: Sequent, seconds: float, tried: list[str]) -> dict | None:
    """Return a proof in which one of these symbols is written exp(-y)."""
    for x in written(sequent):
        node = {"rule": "rescale", "var": encode(x)}
        try:
            positive, moved = rules.apply(sequent, node)
        except Inapplicable:
            continue
        below, search = Search(positive, min(seconds, 1.0)).run(), Search(moved, seconds)
        tree = search.run() if below is not None else None
        tried += [t for t in ("rescale", *search.tried) if t not in tried]
        if tree is not None:
            return {**node, "then": [below, tree]}
    return None


def settled_by(
    read: Reading, trees: list[dict], hunter: falsify.Falsifier | None, tried: list[str]
) -> Proved | Unknown:
    """Return what proof trees, verified by the caller, make of a statement whose domain has to have a point."""
    point = admissible_point(read, hunter)
    return Unknown(tuple(tried), (_EMPTY,)) if point is None else _proved(read, trees, point, tried)


def _proved(read: Reading, trees: list[dict], point: Point, tried: list[str]) -> Proved:
    engine = "+".join(_engine(trees)) or "given"
    certificate = certificates.proof(read, trees, point)
    return Proved(engine, certificates.trust(trees), certificate, tuple(tried))


def _engine(trees: list[dict]) -> list[str]:
    return sorted(set().union(*(rules.names(t) for t in trees)) - {"given"})


def _hunter(read: Reading) -> falsify.Falsifier:
    return falsify.Falsifier(read.domain, list(read.symbols), read.whole)


def admissible_point(read: Reading, hunter: falsify.Falsifier | None) -> Point | None:
    hunter = hunter or _hunter(read)
    for row in map(hunter.grid.row, range(min(40, len(hunter.grid)))):
        if certificates.complete(read, row) and points.admissible(read.given, row):
            return row
    found = samples.draw(read.domain, list(read.symbols), read.whole, 64, 5)
    count = len(next(iter(found.values()))) if found else 0
    for i in range(min(count, 32)):
        for digits in (100, 10**6):
            row = {n: Fraction(float(v[i])).limit_denominator(digits) for n, v in found.items()}
            if certificates.complete(read, row) and points.admissible(read.given, row):
                return row
    for row in _proposed(Sequent(read.domain, Atom(S.NegativeOne, ">=")), read):
        if certificates.complete(read, row) and points.admissible(read.given, row):
            return row
    return None


def _proposed(sequent: Sequent, read: Reading) -> list[Point]:
    """Return roundings of a point that the solver proposes, for domains too thin to be met by chance."""
    found = rules.proposed(sequent)
    full = {s.name: found.get(s.name, Fraction(0)) for s in read.symbols}
    return [{n: v.limit_denominator(d) for n, v in full.items()} for d in (10, 1000, 10**6, 10**12)]


def _refuted(read: Reading, hunter: falsify.Falsifier, claim: Any, found: list[Point], tried: list[str]) -> Any:
    def check(point: Point) -> bool:
        return certificates.complete(read, point) and points.certified(read.goal, read.given, point)

    for point in found:
        if check(point):
            best = hunter.simplest(claim, point, check)
            return _report(read, best, tuple(tried))
    return None


def _report(read: Reading, point: Point, tried: tuple[str, ...]) -> Refuted:
    lhs, rhs, margin = _sides(_failing(read.goal, point), point)
    witness = {name: str(value) for name, value in sorted(point.items())}
    certificate = certificates.counterexample(read, point)
    return Refuted("falsify", witness, lhs, rhs, margin, certificate, tried, certificates.trust([]))


def _sides(part: Statement, point: Point) -> tuple[str, str, str]:
    """Return the two sides of a relation and their distance at a point, in decimals."""
    env = {name: rational(value) for name, value in point.items()}
    lhs = rhs = margin = "0"
    for bits in (128, 512, 2560):
        with precision(bits):
            try:
                left, right = (ball(side, env) for side in (part.lhs, part.rhs))
            except Unsure:
                continue
            gap = points.difference(part, env)
            if part.relation in ("==", "!="):
                gap = abs(gap)
            low = gap if isinstance(gap, fmpq) else as_arb(abs(gap)).abs_lower()
            lhs, rhs = points.decimals(left), points.decimals(right)
            margin = points.decimals(abs(low), 6) if low != 0 else "0"
            if isinstance(gap, fmpq) or low > 0:
                break
    return lhs, rhs, margin


def _failing(goal: Any, point: Point) -> Statement:
    """Return the printed relation that fails at the point (of an equivalence, one that holds on one side only)."""
    if isinstance(goal, Statement):
        return goal
    parts = goal.parts if isinstance(goal, Conjunction) else (*goal.left, *goal.right)
    return next(s for s in parts if points.holds(s, point) is False)
