"""What a corpus entry is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sympy import Rational, exp, symbols

from boundcheck.symbolic import Statement, sigmoid


@dataclass(frozen=True)
class Case:
    """A statement whose truth is known for a reason that needs no prover.

    Attributes
    ----------
    truth : bool
    reason : str
        A proof in a line, or why the point is one.
    point : dict
        For a false statement: exact rationals at which it fails.
    corner : bool
        False only in a corner of the domain.
    source : str
        The displayed step or the classical inequality it comes from.
    """

    name: str
    goal: Any
    given: tuple
    truth: bool
    reason: str
    source: str
    point: dict[str, str] = field(default_factory=dict)
    corner: bool = False


def true(name, goal, given, reason, source):
    """Return an entry that holds."""
    return Case(name, goal, given, True, reason, source)


def false(name, goal, given, point, reason, source, *, corner=False):
    """Return an entry that fails at `point`."""
    return Case(name, goal, given, False, reason, source, dict(point), corner)


def corner(name, goal, given, point, reason, source):
    """Return an entry that fails at `point` and holds on most of its domain."""
    return false(name, goal, given, point, reason, source, corner=True)


a, b, c, d, u, v, w, x, y, z = symbols("a b c d u v w x y z")
p, q, t, n, m, k, i = symbols("p q t n m k i")
B, C, D, E, G, K, L, R = symbols("B C D E G K L R")
alpha, beta, delta, eps, lam, tau = symbols("alpha beta delta epsilon lambda tau")
Q = Rational


def gamma(radius):
    """Return the curvature of the logistic loss on a ball."""
    return 1 / (2 + exp(-radius) + exp(radius))


def curvature(argument):
    """Return the derivative of the sigmoid as the papers write it."""
    return sigmoid(argument) * (1 - sigmoid(argument))


def c_of(epsilon):
    """Return the debiasing constant of randomized response."""
    return (exp(epsilon) + 1) / (exp(epsilon) - 1)


def eq(lhs, rhs):
    """Return an equality that SymPy does not evaluate."""
    return Statement(lhs, "==", rhs)
