"""From a printed goal to the sequents whose proofs make it true; hypotheses that name something are used up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Expr, Indexed, Integer, Pow, Rational, S, Sum, Symbol

from boundcheck.symbolic.encode import decode, digest_of, encoded
from boundcheck.symbolic.plain_letters import put, statements
from boundcheck.symbolic.statement import Conjunction, Equivalence, Statement, read

from . import smt, sums
from .results import Inapplicable
from .sequent import Atom, Sequent, atom, conditions, evaluated, pieces, real_names

# Hypotheses that name something: ``c == (e^x + 1)/(e^x - 1)`` is used up, c replaced by what it stands for.
#
# No rational point satisfies such a hypothesis, so neither a witness nor a proof of satisfiability could have one for c.


def unfold(goal: Any, given: tuple[Statement, ...]) -> tuple[Any, tuple[Statement, ...]]:
    """Return goal and hypotheses without the symbols that hypotheses define."""
    if any(side.has(Sum, Indexed) for s in (*statements(goal), *given) for side in (s.lhs, s.rhs)):
        return goal, given
    for i, h in enumerate(given):
        for symbol, value in (*_roots(h, given), (h.lhs, h.rhs), (h.rhs, h.lhs)):
            if h.relation != "==" or not _defines(symbol, value):
                continue
            kept = Statement(value, "==", value)  # it is defined wherever the hypothesis holds
            others = tuple(put(s, {symbol: value}) for s in (*given[:i], *given[i + 1 :]))
            return unfold(put(goal, {symbol: value}), (kept, *others))
    return goal, given


def _roots(h: Statement, given: tuple[Statement, ...]) -> list[tuple[Expr, Expr]]:
    """Return ``Y`` and ``f^(1/k)`` where the hypothesis is ``Y^k == f`` and Y is not negative."""
    found: list[tuple[Expr, Expr]] = []
    for power, value in ((h.lhs, h.rhs), (h.rhs, h.lhs)):
        if not isinstance(power, Pow) or not isinstance(power.base, Symbol) or not isinstance(power.exp, Integer):
            continue
        if 2 <= power.exp <= 12 and _not_negative(power.base, given):
            found.append((power.base, Pow(value, Rational(1, power.exp), evaluate=False)))
    return found


def _not_negative(symbol: Symbol, given: tuple[Statement, ...]) -> bool:
    above = {(symbol, ">=", S.Zero), (symbol, ">", S.Zero), (S.Zero, "<=", symbol), (S.Zero, "<", symbol)}
    return any((h.lhs, h.relation, h.rhs) in above for h in given)


def _defines(symbol: Expr, value: Expr) -> bool:
    if not isinstance(symbol, Symbol) or symbol.is_integer or symbol in value.free_symbols:
        return False
    return bool(value.free_symbols) or not value.is_Rational


# From a printed goal to the sequents whose proofs make it true.


@dataclass(frozen=True)
class Reading:
    """A printed goal, its hypotheses, and what has to be shown.

    Attributes
    ----------
    goal, given : as printed
    domain : tuple of Atom
        The hypotheses in real symbols.
    sequents : tuple of Sequent
        Definedness first, then the claims.
    hunts : tuple of Sequent
        Where a counterexample may be: the claims, under the hypotheses of the domain only.
    """

    goal: Any
    given: tuple[Statement, ...]
    domain: tuple[Atom, ...]
    sequents: tuple[Sequent, ...]
    hunts: tuple[Sequent, ...]
    symbols: tuple[Symbol, ...]
    whole: frozenset[str]
    print: str
    plan: dict[str, Any] | None = None


def reading(goal: Any, given: tuple = (), plan: dict[str, Any] | None = None) -> Reading:
    """Return what has to be shown for `goal` under `given`, by the plan of `boundcheck.prove.kernel.sums` if any."""
    encoding = encoded(goal, given)  # refuses floats and unknown functions before anything is concluded
    mark = digest_of(encoding)
    # A record holds statements in their encoding; proof and replay both start from what that gives back.
    goal, hypotheses = unfold(decode(encoding[1]), tuple(map(decode, encoding[2])))
    if plan is not None:
        return _planned(goal, hypotheses, plan, mark)
    plain = sums.rewrite(goal, hypotheses)
    goal, hypotheses, beside = plain.goal, plain.given, (*plain.inside, *plain.nonempty)
    sides = [side for s in (*statements(goal), *hypotheses, *beside) for side in (s.lhs, s.rhs)]
    names = real_names(sides)
    whole = _whole(names)
    base = _domain((), hypotheses, names, whole)
    always = _domain((), plain.always, names, whole)
    prior = tuple(Sequent(always, atom(s, names)) for s in plain.nonempty)
    base = _domain(base, plain.inside, names, whole)
    if isinstance(goal, Equivalence):
        one, other = _side(goal.left, base, names), _side(goal.right, base, names)
        sequents = one.defined + other.defined + _follow(one, other) + _follow(other, one)
        hunts = tuple(
            Sequent(tuple(dict.fromkeys((*base, *left.atoms))), a)
            for left, right in ((one, other), (other, one))
            for a in right.atoms
        )
    else:
        side = _side(goal.parts if isinstance(goal, Conjunction) else (goal,), base, names)
        sequents = side.defined + tuple(Sequent(side.given, a) for a in side.atoms)
        hunts = tuple(Sequent(base, a) for a in side.atoms)
    sequents = tuple(case for s in prior + sequents for case in sums.cases(s, whole))
    everything = {*base, *(a for s in sequents for a in (*s.given, s.claim))}
    printed = {names[s] for side in sides for s in side.free_symbols if s in names}
    # a symbol that evaluation removes, as in x - x, still has to have a value
    symbols = tuple(sorted(printed | {n for a in everything for n in a.expr.free_symbols}, key=str))
    hunts = hunts if plain.exact else ()
    return Reading(goal, hypotheses, base, sequents, hunts, symbols, whole, mark)


def displayed(goal: Any) -> Any:
    """Return the goal whose sides a counterexample is shown with: as read, or as printed where sums have no fixed end."""
    try:
        found = reading(goal)
    except Inapplicable:
        return read(goal)[0]
    return found.goal if found.hunts else read(goal)[0]


def _planned(goal: Any, hypotheses: tuple[Statement, ...], plan: dict[str, Any], mark: str) -> Reading:
    left, domain, names, whole = sums.goals(goal, hypotheses, plan)
    sequents = tuple(case for s in left for case in sums.cases(s, whole))
    symbols = tuple(sorted({n for s, n in names.items() if not n.name.startswith("sum ")}, key=str))
    return Reading(goal, hypotheses, domain, sequents, (), symbols, whole, mark, plan)


def _domain(
    facts: tuple[Atom, ...], hypotheses: tuple[Statement, ...], names: dict, whole: frozenset[str]
) -> tuple[Atom, ...]:
    domain = list(facts)
    for h in hypotheses:
        # a hypothesis holds at a point only if it is defined there
        domain += [p for c in _conditions(h, names) for p in pieces(c)]
        domain += [sums.rounded(p, whole) for p in pieces(atom(h, names))]
    return tuple(dict.fromkeys(domain))


@dataclass(frozen=True)
class _Side:
    given: tuple[Atom, ...]
    defined: tuple[Sequent, ...]
    atoms: tuple[Atom, ...]


def _side(statements: tuple[Statement, ...], base: tuple[Atom, ...], names: dict) -> _Side:
    known, defined, atoms, said = base, [], [], set(base)
    for s in statements:
        for c in _conditions(s, names):
            if c not in said:
                defined.append(Sequent(known, c))
                known += (c,)
                said.add(c)
        atoms.append(atom(s, names))
    return _Side(known, tuple(defined), tuple(atoms))


def _follow(left: _Side, right: _Side) -> tuple[Sequent, ...]:
    known = tuple(dict.fromkeys((*left.given, *right.given, *(p for a in left.atoms for p in pieces(a)))))
    return tuple(Sequent(known, a) for a in right.atoms)


def _conditions(s: Statement, names: dict) -> list[Atom]:
    found = dict.fromkeys(c for side in (s.lhs, s.rhs) for c in conditions(side))
    known, needed = dict(names), []
    for c in found:  # inner ones come first, so nothing that stands in another is evaluated again
        smt.check_clock()
        known[c.expr] = evaluated(c.expr, known)
        needed.append(Atom(known[c.expr], c.relation))
    return needed


def _whole(names: dict) -> frozenset[str]:
    return frozenset(str(s) for s in names if s.is_integer)
