"""Certificates: plain data that binds a proof or a point to a statement, and their replay without search."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import flint
import sympy
from flint import ctx, fmpq
from sympy import Indexed, IndexedBase, Rational, Sum, Symbol

from boundcheck.symbolic.balls import Undefined, Unsure, ball
from boundcheck.symbolic.encode import fingerprint, in_plain_letters
from boundcheck.symbolic.inner_products import has_vectors
from boundcheck.symbolic.plain_letters import put, statements
from boundcheck.symbolic.statement import Statement, unevaluated

from . import configurations, gram, points, rules, smt, sums
from .reading import Reading, reading
from .results import Inapplicable, Replay

FORMAT = 1


def trust(trees: list[dict]) -> tuple[str, ...]:
    """Return the software that a list of proof trees rests on."""
    used = set().union(*(rules.names(tree) for tree in trees)) if trees else set()
    base = [f"sympy {sympy.__version__}", f"python-flint {flint.__version__}"]
    # signs of factors are settled by the solver inside several rules
    if used & {"polynomial", "clear", "factor", "sign"}:
        base.append(smt.version())
    return tuple(base)


def engine(certificate: Mapping[str, Any]) -> str:
    """Return how a proof's goals were made, where that took a choice, and its rules; ``"given"`` where the hypotheses say it."""
    plan = certificate.get("plan")
    made = ["vectors"] if "choices" in certificate else []
    made += [{"bounds": "induction", "terms": "lines"}.get(plan["kind"], "values")] if plan else []
    used = set().union(*(rules.names(tree) for tree in certificate["proofs"])) - {"given"}
    return "+".join([*made, *sorted(used)]) or "given"


def proof(read: Reading, trees: list[dict], point: dict[str, Fraction]) -> dict[str, Any]:
    """Return the certificate of a proved statement."""
    return {
        "format": FORMAT,
        "kind": "proof",
        "fingerprint": read.print,
        "satisfiable": written(point),
        "proofs": trees,
        "versions": list(trust(trees)),
        **({"plan": read.plan} if read.plan else {}),
    }


def counterexample(read: Reading, point: dict[str, Fraction]) -> dict[str, Any]:
    """Return the certificate of a refuted statement."""
    return {
        "format": FORMAT,
        "kind": "counterexample",
        "fingerprint": read.print,
        "point": written(point),
        "versions": list(trust([])),
    }


def at_instance(statement: Any, given: tuple, letters: list[str], point: dict[str, Fraction]) -> dict[str, Any]:
    """Return the certificate of a statement that fails where some integer letters have these values."""
    return {
        "format": FORMAT,
        "kind": "counterexample",
        "fingerprint": fingerprint(statement, given),
        "point": written(point),
        "instance": sorted(letters),
        "versions": list(trust([])),
    }


def instance(statement: Any, given: tuple, values: dict[str, int]) -> tuple[Any, tuple]:
    """Return goal and hypotheses with numbers in place of integer letters."""
    goal, hypotheses = in_plain_letters(statement, given)
    if not isinstance(goal, Statement):
        raise Inapplicable("instances are taken of one relation")
    if not values.keys() <= {s.name for s in goal.free_symbols if s.is_integer}:
        # a hypothesis on x[i] is one on every term: the index has no value of its own
        raise Inapplicable("instances are taken of integer letters of the claim")
    for letter, value in values.items():
        goal = sums.instance(goal, letter, value)
        hypotheses = tuple(sums.instance(h, letter, value) for h in hypotheses)
    return goal, hypotheses


def violated(statement: Any, given: tuple, letters: list[str], point: dict[str, Fraction]) -> bool:
    """Whether a statement fails at a point, sums written out by the values of integer letters."""
    values = {letter: point[letter] for letter in letters}
    if any(value.denominator != 1 for value in values.values()):
        return False
    goal, hypotheses = instance(statement, given, {n: int(v) for n, v in values.items()})
    rest = {n: v for n, v in point.items() if n not in values}
    sides = [side for s in (goal, *hypotheses) for side in (s.lhs, s.rhs)]
    if any(side.has(Indexed) for side in sides):
        inner = reading(goal, hypotheses)
        return bool(inner.hunts) and complete(inner, rest) and points.certified(inner.goal, inner.given, rest)
    free = set().union(*(side.free_symbols for side in sides))
    if any(str(s) not in rest or (s.is_integer and rest[str(s)].denominator != 1) for s in free):
        return False
    return points.certified(goal, hypotheses, rest)


def vectors_proved(
    problem: gram.Problem, choices: dict[str, Any], trees: list[dict], inside: configurations.Configuration
) -> dict[str, Any]:
    """Return the certificate of a proved statement about vectors."""
    return {
        "format": FORMAT,
        "kind": "proof",
        "fingerprint": problem.print,
        "satisfiable": inside.written(),
        "choices": choices,
        "proofs": trees,
        "versions": list(trust(trees)),
    }


def vectors_refuted(problem: gram.Problem, at: configurations.Configuration) -> dict[str, Any]:
    """Return the certificate of a refuted statement about vectors."""
    return {
        "format": FORMAT,
        "kind": "counterexample",
        "fingerprint": problem.print,
        "point": at.written(),
        "versions": list(trust([])),
    }


def vectors_at(statement: Any, point: Mapping[str, str]) -> Statement | None:
    """Return the relation of numbers that a statement about vectors fails with at values of its letters; None where it holds."""
    problem = gram.problem(statement)
    return configurations.violated(problem, configurations.configuration(problem, dict(point)))


def no_value(statement: Any, given: tuple, point: dict[str, Fraction]) -> dict[str, Any]:
    """Return the certificate of a statement that has no value at a point of its domain."""
    return {
        "format": FORMAT,
        "kind": "undefined",
        "fingerprint": fingerprint(statement, given),
        "point": written(point),
        "versions": list(trust([])),
    }


def lacks_value(statement: Any, given: tuple, point: dict[str, Fraction]) -> bool:
    """Whether a statement has no value at a point that satisfies its hypotheses, both for certain."""
    goal, hypotheses = in_plain_letters(statement, given)
    sides = [side for s in (*statements(goal), *hypotheses) for side in (s.lhs, s.rhs)]
    if not any(side.has(Sum, Indexed) for side in sides):
        read = reading(goal, hypotheses)
        return complete(read, point) and points.undefined(read.goal, read.given, point)
    goal, hypotheses = at_point(goal, hypotheses, point)
    if goal is None or not points.admissible(hypotheses, point):
        return False
    ends = [
        end for s in statements(goal) for side in (s.lhs, s.rhs) for t in side.atoms(Sum) for end in t.limits[0][1:]
    ]
    if any(_no_integer(end) for end in ends):
        return True
    return points.undefined(goal, (), point)


def at_point(
    goal: Any, hypotheses: tuple[Statement, ...], point: dict[str, Fraction]
) -> tuple[Any, tuple[Statement, ...]]:
    """Return goal and hypotheses with values in place of letters, each hypothesis on ``x[i]`` once for every term.

    The goal is None where a letter has no value, or one that is not of its kind.
    """
    sides = [side for s in (*statements(goal), *hypotheses) for side in (s.lhs, s.rhs)]
    indices = {total.limits[0][0] for side in sides for total in side.atoms(Sum)}
    bases = {base.label for side in sides for base in side.atoms(IndexedBase)}
    free = {s for side in sides for s in side.free_symbols if isinstance(s, Symbol)} - indices - bases
    if any(s.name not in point or (s.is_integer and point[s.name].denominator != 1) for s in free):
        return None, ()
    values = {s: Rational(point[s.name].numerator, point[s.name].denominator) for s in free}
    goal, hypotheses = put(goal, values), tuple(put(h, values) for h in hypotheses)
    return goal, sums.on_every_term(goal, hypotheses)


def _no_integer(end: Any) -> bool:
    """Whether an end of a sum has a value, or none, that certainly is no integer."""
    try:
        with ctx.workprec(192):
            value = ball(end, {})
    except (Unsure, KeyError):  # the end has a letter of its own, the index of another sum
        return False
    except Undefined:
        return True
    return value.q != 1 if isinstance(value, fmpq) else not value.contains_integer()


def written(point: dict[str, Fraction]) -> dict[str, str]:
    """Return a point as text, by name."""
    return {name: str(value) for name, value in sorted(point.items())}


def replay(certificate: dict, statement: Any, given: tuple = ()) -> Replay:
    """Check a certificate against a statement, without any search.

    Parameters
    ----------
    certificate : dict
        Plain data, as `prove` returned it or as read back from JSON.
    statement, given
        As they were given to `prove`, or decoded from a record.

    Returns
    -------
    outcome : Replay
        ``outcome.ok`` is True only if every step was checked again.
    """
    try:
        with smt.limited(smt.UNLIMITED):
            return _replayed(copy.deepcopy(certificate), unevaluated(statement), given)  # a rule may note in a tree what it asked
    except (Inapplicable, KeyError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as wrong:
        return Replay(False, (), str(wrong))


def _replayed(certificate: dict, statement: Any, given: tuple) -> Replay:
    if not isinstance(certificate, dict) or certificate.get("format") != FORMAT:
        return Replay(False, (), "the certificate has another format")
    if has_vectors(statement, given):
        return _replay_vectors(certificate, statement, given)
    if certificate.get("fingerprint") != fingerprint(statement, given):
        return Replay(False, (), "the certificate belongs to another statement")
    kind = certificate.get("kind")
    if kind == "counterexample" and "instance" in certificate:
        return _replay_instance(certificate, statement, given)
    if kind == "undefined":
        if not lacks_value(statement, given, _point(certificate)):
            return Replay(False, (), "the statement is not shown to have no value at the point")
        return Replay(True, trust([]), "the point satisfies the hypotheses and gives the statement no value")
    read = reading(statement, given, certificate.get("plan"))
    if kind == "counterexample":
        point = _point(certificate)
        if not read.hunts:
            return Replay(False, (), "a summand that fails refutes nothing")
        if not complete(read, point) or not points.certified(read.goal, read.given, point):
            return Replay(False, (), "the point does not violate the statement")
        return Replay(True, trust([]), "the point satisfies the hypotheses and violates the statement")
    if kind != "proof":
        return Replay(False, (), f"the kind {kind!r} is unknown")
    return _replay_proof(certificate, read)


def _replay_vectors(certificate: dict, statement: Any, given: tuple) -> Replay:
    problem = gram.problem(statement, given)
    if certificate.get("fingerprint") != problem.print:
        return Replay(False, (), "the certificate belongs to another statement")
    kind = certificate.get("kind")
    if kind == "counterexample":
        if configurations.violated(problem, configurations.configuration(problem, certificate["point"])) is None:
            return Replay(False, (), "the vectors do not violate the statement")
        return Replay(True, trust([]), "the vectors satisfy the hypotheses and violate the statement")
    if kind != "proof":
        return Replay(False, (), f"the kind {kind!r} is unknown")
    if not configurations.admissible(problem, configurations.configuration(problem, certificate["satisfiable"])):
        return Replay(False, (), "the hypotheses are not shown to be satisfiable")
    trees = gram.verify(certificate, problem)
    return Replay(True, trust(trees), f"{len(trees)} goals checked")


def _point(certificate: dict) -> dict[str, Fraction]:
    return {str(n): Fraction(str(v)) for n, v in certificate["point"].items()}


def _replay_instance(certificate: dict, statement: Any, given: tuple) -> Replay:
    if certificate.get("fingerprint") != fingerprint(statement, given):
        return Replay(False, (), "the certificate belongs to another statement")
    point = {str(n): Fraction(str(v)) for n, v in certificate["point"].items()}
    if not violated(statement, given, certificate["instance"], point):
        return Replay(False, (), "the point does not violate the statement")
    return Replay(True, trust([]), "the point satisfies the hypotheses and violates the statement")


def _replay_proof(certificate: dict, read: Reading) -> Replay:
    point = {str(n): Fraction(str(v)) for n, v in certificate["satisfiable"].items()}
    if not complete(read, point) or not satisfied(read, point):
        return Replay(False, (), "the hypotheses are not shown to be satisfiable")
    trees = certificate["proofs"]
    if len(trees) != len(read.sequents):
        return Replay(False, (), f"{len(read.sequents)} goals, {len(trees)} proofs")
    for sequent, tree in zip(read.sequents, trees, strict=True):
        rules.verify(sequent, tree)
    return Replay(True, trust(trees), f"{len(trees)} goals checked")


def satisfied(read: Reading, point: dict[str, Fraction]) -> bool:
    """Whether a point satisfies the hypotheses; of a proof by lines it has a number of terms, and every term."""
    if read.plan is None or read.plan.get("kind") != "terms":
        return points.admissible(read.given, point)
    goal, given = at_point(read.goal, read.given, point)
    return goal is not None and points.admissible(given, point)


def complete(read: Reading, point: dict[str, Fraction]) -> bool:
    """Whether a point gives every symbol a value of its kind."""
    return set(point) >= {s.name for s in read.symbols} and all(
        point[name].denominator == 1 for name in read.whole if name in point
    )
