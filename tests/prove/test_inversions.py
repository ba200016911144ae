"""Last lines of tail bounds beyond the corpus: what must stay open, and what the records of the proofs say."""

import pytest
from corpus import inversions
from corpus.case import Q, delta, eps, n, t
from sympy import exp, log, sqrt

from boundcheck.prove import Proved, Unknown, prove, replay

pytestmark = pytest.mark.slow

risk = (delta > 0, delta < 1)
rate = (n >= 1, eps > 0, *risk)


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        (exp(-t) < delta / 2, (*risk, t >= log(2 / delta))),
        (exp(-n * eps * t) < delta / 2, (*rate, t >= log(2 / delta) / (n * eps))),
        (2 * exp(-2 * n * t**2) < delta, (n >= 1, *risk, t >= sqrt(log(2 / delta) / (2 * n)))),
    ],
    ids=["one", "rate", "Hoeffding"],
)
def test_a_strict_bound_that_fails_only_at_irrational_t_stays_open(goal, given):
    assert isinstance(prove(goal, given), Unknown)


@pytest.mark.parametrize("seconds", [1, 20, 240])
def test_the_least_t_is_enough_at_every_effort(seconds):
    goal, least = exp(-n * eps * t) <= delta / 2, log(2 / delta) / (n * eps)
    answer = prove(goal, (n >= 1, eps > 0, delta > 0, delta < Q(1, 2), t >= least), seconds=seconds)
    assert isinstance(answer, Proved)
    assert "logarithm" in answer.engine


def test_the_proof_holds_a_proof_that_each_side_is_positive():
    goal, given = exp(-n * eps * t) <= delta / 2, (*rate, t >= log(2 / delta) / (n * eps))
    certificate = prove(goal, given).certificate
    assert replay(certificate, goal, given).ok
    node = certificate["proofs"][-1]
    while node["rule"] != "logarithm":
        node = node["then"][-1]
    whole = node["then"]
    assert len(whole) == 4  # the sides make the claim, each is positive, their logarithms
    for missing in range(4):
        node["then"] = [child for i, child in enumerate(whole) if i != missing]
        assert not replay(certificate, goal, given).ok
    node["then"] = whole
    assert replay(certificate, goal, given).ok


def test_no_near_miss_is_proved_with_much_effort():
    for case in inversions.CASES:
        if case.corner:
            assert not isinstance(prove(case.goal, case.given, seconds=60), Proved)
