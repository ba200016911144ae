"""From a printed goal to the sequents whose proofs make it true."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Expr, Symbol

from boundcheck.symbolic.encode import decode, digest_of, encode, encoded
from boundcheck.symbolic.statement import Conjunction, Equivalence, Statement, read

from . import definitions, induction, sums, wholes
from .results import Inapplicable
from .sequent import Atom, Sequent, atom, conditions, evaluated, pieces, real_names


@dataclass(frozen=True)
class Reading:
    """A printed goal, its hypotheses, and what has to be shown.

    Attributes
    ----------
    goal, given : as printed
    domain : tuple of Atom
        The hypotheses in real symbols, with the assumptions of the symbols.
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
    """Return what has to be shown for `goal` under `given`, by the plan of `boundcheck.prove.kernel.induction` if any."""
    encoding = encoded(goal, given)  # refuses floats and unknown functions before anything is concluded
    mark = digest_of(encoding)
    # A record holds statements in their encoding; proof and replay both start from what that gives back.
    goal, hypotheses = definitions.unfold(decode(encoding[1]), tuple(map(decode, encoding[2])))
    assumed = assumptions(goal, hypotheses)
    if plan is not None:
        return _planned(goal, hypotheses, plan, assumed, mark)
    plain = sums.rewrite(goal, hypotheses)
    goal, hypotheses, beside = plain.goal, plain.given, (*plain.inside, *plain.nonempty)
    sides = [side for s in (*sums.parts(goal), *hypotheses, *beside) for side in (s.lhs, s.rhs)]
    names, facts = real_names(sides)
    whole = _whole(names)
    base = _domain(facts, hypotheses, names, whole)
    prior = tuple(Sequent(base, atom(s, names)) for s in plain.nonempty)
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
    sequents = tuple(case for s in prior + sequents for case in wholes.cases(s, whole))
    everything = (*base, *(a for s in sequents for a in (*s.given, s.claim)))
    printed = {names[s] for side in sides for s in side.free_symbols if s in names}
    # a symbol that evaluation removes, as in x - x, still has to have a value
    symbols = tuple(sorted(printed | {n for a in everything for n in a.expr.free_symbols}, key=str))
    hunts = hunts if plain.exact else ()
    return Reading(goal, hypotheses + assumed, base, sequents, hunts, symbols, whole, mark)


def displayed(goal: Any) -> Any:
    """Return the goal whose sides a counterexample is shown with: as read, or as printed where sums have no fixed end."""
    try:
        return reading(goal).goal
    except Inapplicable:
        return read(goal)[0]


def _planned(
    goal: Any, hypotheses: tuple[Statement, ...], plan: dict[str, Any], assumed: tuple[Statement, ...], mark: str
) -> Reading:
    left, domain, names, whole = induction.goals(goal, hypotheses, plan)
    sequents = tuple(case for s in left for case in wholes.cases(s, whole))
    symbols = tuple(sorted({n for s, n in names.items() if not n.name.startswith("sum ")}, key=str))
    return Reading(goal, hypotheses + assumed, domain, sequents, (), symbols, whole, mark, plan)


def _domain(
    facts: tuple[Atom, ...], hypotheses: tuple[Statement, ...], names: dict, whole: frozenset[str]
) -> tuple[Atom, ...]:
    domain = list(facts)
    for h in hypotheses:
        # a hypothesis holds at a point only if it is defined there
        domain += [p for c in _conditions(h, names) for p in pieces(c)]
        domain += [wholes.rounded(p, whole) for p in pieces(atom(h, names))]
    return tuple(dict.fromkeys(domain))


@dataclass(frozen=True)
class _Side:
    given: tuple[Atom, ...]
    defined: tuple[Sequent, ...]
    atoms: tuple[Atom, ...]


def _side(statements: tuple[Statement, ...], base: tuple[Atom, ...], names: dict) -> _Side:
    known, defined, atoms = base, [], []
    for s in statements:
        for c in _conditions(s, names):
            if c not in known:
                defined.append(Sequent(known, c))
                known += (c,)
        atoms.append(atom(s, names))
    return _Side(known, tuple(defined), tuple(atoms))


def _follow(left: _Side, right: _Side) -> tuple[Sequent, ...]:
    known = tuple(dict.fromkeys((*left.given, *right.given, *(p for a in left.atoms for p in pieces(a)))))
    return tuple(Sequent(known, a) for a in right.atoms)


def _conditions(s: Statement, names: dict) -> list[Atom]:
    found = [c for side in (s.lhs, s.rhs) for c in conditions(side)]
    return [Atom(evaluated(c.expr, names), c.relation) for c in dict.fromkeys(found)]


def assumptions(goal: Any, given: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """Return the symbols' assumptions as statements, so that a witness can be checked against them."""
    found: list[Statement] = []
    sides: list[Expr] = [side for s in (*sums.parts(goal), *given) for side in (s.lhs, s.rhs)]
    for symbol in sorted(set().union(*(e.free_symbols for e in sides)), key=str):
        words = encode(symbol)[2:] if isinstance(symbol, Symbol) else []
        for word, relation in (("positive", ">"), ("nonnegative", ">="), ("negative", "<"), ("nonpositive", "<=")):
            if word in words:
                found.append(Statement(symbol, relation, 0))
        if "nonzero" in words:
            found.append(Statement(symbol, "!=", 0))
    return tuple(found)


def _whole(names: dict) -> frozenset[str]:
    return frozenset(str(s) for s in names if s.is_integer)
