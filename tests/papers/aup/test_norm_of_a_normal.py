"""The tail of the norm of a normal vector from its parts, against the exact law of chi-square, and sharper ones refuted."""

from math import exp, sqrt

import pytest
from scipy.stats import chi2
from sympy import Rational, log

from boundcheck.papers.aup.proofs import norm_of_a_normal as parts
from boundcheck.prove import Proved, Refuted, prove
from boundcheck.symbolic import Statement


@pytest.mark.parametrize("step", parts.steps("somewhere"), ids=lambda step: step.label)
def test_every_part_is_proved_in_any_dimension(step):
    shape = step.statement
    assert isinstance(prove(Statement(shape.lhs, shape.relation, shape.rhs), shape.given), Proved)


def test_a_sharper_tail_is_refuted():
    root, tilt, beyond = parts.root, parts.tilt, parts.beyond
    left = -(root**2) / 2 * log(1 - 2 * tilt) - tilt * (root + beyond) ** 2
    assert isinstance(prove(left <= -(beyond**2) * Rational(101, 100), parts.POSITIVE), Refuted)


@pytest.mark.parametrize("dimension", [1, 2, 5, 40])
@pytest.mark.parametrize("beyond", [0.0, 0.5, 1.0, 3.0])
def test_the_tail_against_the_law_of_chi_square(dimension, beyond):
    assert chi2.sf((sqrt(dimension) + beyond) ** 2, dimension) <= exp(-(beyond**2) / 2)
