"""Certificates: plain data that binds a proof or a point to a statement, and their replay without search."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import sympy
from sympy import Indexed

from boundcheck.symbolic.encode import fingerprint
from boundcheck.symbolic.statement import Statement
from boundcheck.symbolic.statement import read as read_printed

from . import induction, points, rules, smt
from .reading import Reading, assumptions, reading
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
        "fingerprint": fingerprint(*read_printed(statement, given)),
        "point": written(point),
        "instance": sorted(letters),
        "versions": list(trust([])),
    }


def instance(statement: Any, given: tuple, values: dict[str, int]) -> tuple[Any, tuple]:
    """Return goal and hypotheses, assumptions of letters among them, with numbers in place of integer letters."""
    goal, hypotheses = read_printed(statement, given)
    if not isinstance(goal, Statement):
        raise Inapplicable("instances are taken of one relation")
    hypotheses += assumptions(goal, hypotheses)
    for letter, value in values.items():
        goal = induction.instance(goal, letter, value)
        hypotheses = tuple(induction.instance(h, letter, value) for h in hypotheses)
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


def no_value(read: Reading, point: dict[str, Fraction]) -> dict[str, Any]:
    """Return the certificate of a statement that has no value at a point of its domain."""
    return {**counterexample(read, point), "kind": "undefined"}


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
        if not isinstance(certificate, dict) or certificate.get("format") != FORMAT:
            return Replay(False, (), "the certificate has another format")
        if certificate.get("kind") == "counterexample" and "instance" in certificate:
            return _replay_instance(certificate, statement, given)
        read = reading(statement, given, certificate.get("plan"))
        if certificate.get("fingerprint") != read.print:
            return Replay(False, (), "the certificate belongs to another statement")
        kind = certificate.get("kind")
        if kind == "counterexample":
            point = {str(n): Fraction(str(v)) for n, v in certificate["point"].items()}
            if not read.hunts:
                return Replay(False, (), "a summand that fails refutes nothing")
            if not complete(read, point) or not points.certified(read.goal, read.given, point):
                return Replay(False, (), "the point does not violate the statement")
            return Replay(True, trust([]), "the point satisfies the hypotheses and violates the statement")
        if kind == "undefined":
            point = {str(n): Fraction(str(v)) for n, v in certificate["point"].items()}
            if not complete(read, point) or not points.undefined(read.goal, read.given, point):
                return Replay(False, (), "the statement is not shown to have no value at the point")
            return Replay(True, trust([]), "the point satisfies the hypotheses and gives the statement no value")
        if kind != "proof":
            return Replay(False, (), f"the kind {kind!r} is unknown")
        return _replay_proof(certificate, read)
    except (Inapplicable, KeyError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as wrong:
        return Replay(False, (), str(wrong))


def _replay_instance(certificate: dict, statement: Any, given: tuple) -> Replay:
    if certificate.get("fingerprint") != fingerprint(*read_printed(statement, given)):
        return Replay(False, (), "the certificate belongs to another statement")
    point = {str(n): Fraction(str(v)) for n, v in certificate["point"].items()}
    if not violated(statement, given, certificate["instance"], point):
        return Replay(False, (), "the point does not violate the statement")
    return Replay(True, trust([]), "the point satisfies the hypotheses and violates the statement")


def _replay_proof(certificate: dict, read: Reading) -> Replay:
    point = {str(n): Fraction(str(v)) for n, v in certificate["satisfiable"].items()}
    if not complete(read, point) or not points.admissible(read.given, point):
        return Replay(False, (), "the hypotheses are not shown to be satisfiable")
    trees = certificate["proofs"]
    if len(trees) != len(read.sequents):
        return Replay(False, (), f"{len(read.sequents)} goals, {len(trees)} proofs")
    for sequent, tree in zip(read.sequents, trees, strict=True):
        rules.verify(sequent, tree)
    return Replay(True, trust(trees), f"{len(trees)} goals checked")


def complete(read: Reading, point: dict[str, Fraction]) -> bool:
    """Whether a point gives every symbol a value of its kind."""
    return set(point) >= {s.name for s in read.symbols} and all(
        point[name].denominator == 1 for name in read.whole if name in point
    )
