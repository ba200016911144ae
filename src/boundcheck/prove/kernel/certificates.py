"""Certificates: plain data that binds a proof or a point to a statement, and their replay without search."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import sympy

from . import points, rules, smt
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


def proof(read: Reading, trees: list[dict], point: dict[str, Fraction]) -> dict[str, Any]:
    """Return the certificate of a proved statement."""
    return {
        "format": FORMAT,
        "kind": "proof",
        "fingerprint": read.print,
        "satisfiable": written(point),
        "proofs": trees,
        "versions": list(trust(trees)),
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
        read = reading(statement, given)
        if not isinstance(certificate, dict) or certificate.get("format") != FORMAT:
            return Replay(False, (), "the certificate has another format")
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
