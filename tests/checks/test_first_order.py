"""First-order methods on every smooth convex function: rates that are attained, the same with a little less, and momentum."""

from dataclasses import replace
from fractions import Fraction

import pytest
from aloud import phrase
from sympy import Rational, symbols

from boundcheck.checks import first_order
from boundcheck.checks.first_order import Method, semidefinite, worst_case
from boundcheck.claims import FirstOrderBound
from boundcheck.claims.fields import Malformed
from boundcheck.verdict import Outcome

T, L, R, h = symbols("T L R h", positive=True)


def descent(T, L, R, h):
    return [[h] * (k + 1) for k in range(int(T))]


def at(*numbers, size=1):
    return {f"T = {t}": {"T": t, "L": 2, "R": 3, "h": size} for t in numbers}


VALUE, GRADIENT = L * R**2 / (4 * h * T + 2), L**2 * R**2 / (T + 1) ** 2


@pytest.mark.parametrize(
    ("bound", "points", "of"),
    [
        (VALUE, at(1, 3), "value"),
        (VALUE, at(2, size=Rational(3, 2)), "value"),
        (L * R**2 / (2 * T), at(3), "value"),
        (GRADIENT, at(1, 2), "gradient"),
    ],
)
def test_a_rate_is_proved_and_nothing_less(context, bound, points, of):
    found = first_order.check(FirstOrderBound(bound, descent, points, L, R, of), context())
    assert found.outcome is Outcome.SUPPORTED, phrase(found.fact)
    found = first_order.check(FirstOrderBound(bound * Rational(2, 5), descent, points, L, R, of), context())
    assert found.outcome is Outcome.REFUTED, phrase(found.fact)
    assert found.witness.point["L"] == "2"


def test_long_steps_are_worse_than_the_rate(context):
    """(1 - h)^(2T) L R^2 / 2 is reached by a parabola."""
    long = at(2, size=Rational(19, 10))
    found = first_order.check(FirstOrderBound(VALUE, descent, long, L, R), context())
    assert found.outcome is Outcome.REFUTED, phrase(found.fact)
    (row,) = found.found.evidence.cases
    assert row.reached <= 0.9**4 * 9 <= row.proved <= row.reached * 1.001


def test_what_lies_between_is_open(context):
    near = Rational(99999999, 10**8) * VALUE
    found = first_order.check(FirstOrderBound(near, descent, at(2), L, R), context())
    assert found.outcome is Outcome.UNDECIDED
    assert "would decide it" in phrase(found.fact)


def test_momentum_is_faster_than_descent():
    """Nesterov's points as weights of gradients: y_k = x_k + (k - 1)/(k + 2) (x_k - x_(k-1)), x_(k+1) = y_k - g(y_k)."""
    steps, weights, before = 3, [], []
    x = before = [Fraction(0)] * (steps + 1)
    for k in range(steps):
        y = [a + Fraction(max(k - 1, 0), k + 2) * (a - b) for a, b in zip(x, before, strict=True)]
        if k:
            weights.append(tuple(y[:k]))
        before, x = x, [value + (place == k) for place, value in enumerate(y)]
    weights.append(tuple(x[:steps]))
    fast, slow = Method(tuple(weights)), Method(tuple((Fraction(1),) * (k + 1) for k in range(steps)))
    instance, proof = worst_case(fast, Fraction(0))
    assert proof.start < worst_case(slow, Fraction(0))[0].reached(slow) < Fraction(1, 14)
    assert instance.reached(fast) <= proof.start <= instance.reached(fast) * Fraction(1001, 1000)


def test_wrong_instances_and_wrong_multipliers_are_seen():
    method = Method(((Fraction(1),), (Fraction(1), Fraction(1))))
    instance, proof = worst_case(method, Fraction(1, 10))
    assert proof.start == Fraction(1, 10)
    assert proof.proves(method)
    assert not replace(proof, start=Fraction(99, 1000)).proves(method)
    assert not replace(proof, pairs=(proof.pairs[0] + 1, *proof.pairs[1:])).proves(method)
    assert not replace(proof, pairs=tuple(-w for w in proof.pairs)).proves(method)
    assert instance.exists(method)
    assert not replace(instance, values=tuple(2 * v for v in instance.values)).exists(method)
    assert not replace(instance, gram=tuple(tuple(2 * g for g in row) for row in instance.gram)).exists(method)
    assert not replace(instance, gram=tuple(tuple(-g for g in row) for row in instance.gram)).exists(method)


def test_semidefinite():
    one, none = Fraction(1), Fraction(0)
    assert semidefinite([[one, one], [one, one]])
    assert semidefinite([[none, none], [none, one]])
    assert not semidefinite([[none, one], [one, one]])
    assert not semidefinite([[one, one], [one, one / 2]])
    assert not semidefinite([[one, one], [none, one]]), "not symmetric"


def test_what_is_refused(context):
    with pytest.raises(Malformed, match="lacks 'R'"):
        FirstOrderBound(VALUE, descent, {"p": {"T": 1, "L": 1, "h": 1}}, L, R)
    with pytest.raises(Malformed, match="is called with the point of"):
        FirstOrderBound(VALUE, lambda: [], at(1), L, R)
    with pytest.raises(ValueError, match="row 2 must have 2 weights, got 1"):
        first_order.check(FirstOrderBound(VALUE, lambda **point: [[1], [1]], at(2), L, R), context())
    with pytest.raises(ValueError, match="steps: must be 1 to 8, got 9"):
        first_order.check(FirstOrderBound(VALUE, descent, at(9), L, R), context())
