"""Statements about vectors drawn at random: what is proved, random vectors do not contradict; what is refuted, NumPy sees fail."""

import random

import pytest
from sympy import Abs, Identity, Integer, Rational, sqrt
from vector_oracle import violated_at, violation
from vector_statements import A, B, K, S, X, b, c, d, eq, le, m, n, s, u, v, w

from boundcheck.prove import Proved, Refuted, prove, replay
from boundcheck.symbolic import Inner, Norm, definite, loewner, ones

pytestmark = pytest.mark.slow

WEIGHTS = (Identity(d), A, A.I, S, B)
MORE = (
    (), (eq(A, S + m * Identity(d)),), (eq(A, X.T * X / n + m * Identity(d)),), (loewner(A, B),), (eq(w, u - m * v),),
    (le(Norm(v), m),), (le(Inner(u, v), 0),), (eq(A * w, u),), (loewner(m * Identity(d), A),), (eq(B, A + u * u.T),),
    (eq(c, Norm(u)),),
)  # fmt: skip


def vector(rng, depth=2):
    kind = rng.random()
    if depth == 0 or kind < 0.5:
        return rng.choice([u, v, w])
    if kind < 0.62:
        return rng.choice([A.I, A, S, K, B]) * vector(rng, depth - 1)
    if kind < 0.7:
        return X.T * over_samples(rng, depth - 1) / n
    if kind < 0.85:
        return vector(rng, depth - 1) + rng.choice([1, -1, 2, m, -m, 1 / m]) * vector(rng, depth - 1)
    return rng.choice([-1, 2, m, c, Inner(u, v)]) * vector(rng, depth - 1)


def over_samples(rng, depth):
    return rng.choice([s, b, ones(n)]) if depth == 0 or rng.random() < 0.5 else X * vector(rng, depth - 1)


def number(rng):
    kind = rng.random()
    if kind < 0.35:
        return Inner(vector(rng), vector(rng))
    if kind < 0.45:
        return Inner(over_samples(rng, 2), over_samples(rng, 2))
    if kind < 0.65:
        return Norm(vector(rng), rng.choice(WEIGHTS))
    if kind < 0.8:
        return Norm(vector(rng), rng.choice(WEIGHTS)) * Norm(vector(rng), rng.choice(WEIGHTS))
    return rng.choice([Norm(vector(rng)) ** 2, m, c, Integer(0), n])


def claim(rng):
    """A relation of random numbers, or one of the well-known ones of random vectors, perhaps a little too strong."""
    if rng.random() < 0.5:
        return le(number(rng) + rng.choice([0, 0, 1]) * number(rng), number(rng) + rng.choice([0, 1, 2]) * number(rng))
    x, y, (W, dual) = vector(rng), vector(rng), rng.choice([(Identity(d), Identity(d)), (A, A.I), (A.I, A)])
    factor = rng.choice([1, 1, Rational(20, 21), Rational(21, 20)])
    return rng.choice(
        [
            le(Abs(Inner(x, y)), factor * Norm(x, W) * Norm(y, rng.choice([dual, dual, W]))),
            le(Norm(x + y, W), factor * (Norm(x, W) + Norm(y, W))),
            le(Inner(x, y), factor * (m * Norm(x, W) ** 2 / 2 + Norm(y, dual) ** 2 / (2 * m))),
            le(
                Norm(x, rng.choice(WEIGHTS)),
                factor * Norm(x, rng.choice(WEIGHTS)) * rng.choice([1, sqrt(m), 1 / sqrt(m)]),
            ),
        ]
    )


@pytest.mark.parametrize("seed", range(4))
def test_no_answer_is_contradicted(seed):
    rng, settled = random.Random(seed), []
    for _ in range(8):
        goal, given = claim(rng), (definite(A), definite(B), loewner(0, S), *rng.choice(MORE))
        answer = prove(goal, given, seconds=0.6)
        if isinstance(answer, Proved | Refuted):
            settled.append(answer)
            assert replay(answer.certificate, goal, given).ok
        if isinstance(answer, Proved):
            assert violation(goal, given, draws=300, seed=seed)[0] is None
        if isinstance(answer, Refuted):
            assert violated_at(goal, given, answer.witness)
    assert len(settled) >= 4
