"""McDiarmid's inequality from its parts, against exact binomial tails; every part with a sharper constant is refuted."""

from math import comb, exp

import pytest
from sympy import Rational, log, symbols
from sympy import exp as e

from boundcheck.claims import Identity
from boundcheck.papers.aup.proofs import bounded_differences as parts
from boundcheck.prove import Proved, Refuted, prove
from boundcheck.symbolic import Statement

N, c = symbols("N c", real=True)
STEPS = parts.steps("somewhere", c, N)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.label)
def test_every_part_is_proved_for_any_number_of_labels(step):
    shape = step.statement
    relation = "==" if isinstance(shape, Identity) else "<="
    assert isinstance(prove(Statement(shape.lhs, relation, shape.rhs), shape.given), Proved)


def test_sharper_parts_are_refuted():
    share, width, slope, level = parts.share, parts.width, parts.slope, parts.level
    left = log(1 - share + share * e(width)) - width * share
    inside = (share >= 0, share <= 1, width >= 0)
    assert isinstance(prove(left <= width**2 / Rational(81, 10), inside), Refuted)
    assert isinstance(prove(parts.hit <= e(slope * (parts.excess - level)), (slope >= 0, parts.hit >= 0)), Refuted)
    weight, one, other = parts.weight, parts.one, parts.other
    assert isinstance(
        prove(weight * (one - other) <= weight * c * Rational(99, 100), (weight >= 0, one - other <= c)), Refuted
    )


@pytest.mark.parametrize(("count", "share"), [(10, 0.5), (40, 0.5), (40, 0.1)])
def test_the_tail_against_exact_binomial_sums(count, share):
    for above in range(1, count):
        level = above - count * share
        if level > 0:
            tail = sum(comb(count, k) * share**k * (1 - share) ** (count - k) for k in range(above, count + 1))
            assert tail <= exp(-2 * level**2 / count)
