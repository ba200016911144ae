"""Instance inequalities: true and tight, false with an exact instance."""

from fractions import Fraction

from boundcheck.checks import instance
from boundcheck.claims import InstanceInequality, Outcome


def pair(vector):
    return {"x": vector[0], "y": vector[1]}


def product(case):
    return case["x"] * case["y"]


def mean_of_squares(case):
    return (case["x"] ** 2 + case["y"] ** 2) / 2


def too_small(case):
    return (
        Fraction(99, 100) * mean_of_squares(case) if isinstance(case["x"], Fraction) else 0.99 * mean_of_squares(case)
    )


def test_the_mean_inequality_is_supported_and_tight(context):
    evidence = instance.check(InstanceInequality("x y <= (x^2 + y^2)/2", 2, pair, product, mean_of_squares), context())
    assert evidence.outcome is Outcome.SUPPORTED
    assert evidence.data["ratio"] > 0.999
    assert [finding.kind for finding in evidence.findings] == ["TIGHT"]


def test_a_search_that_comes_near_nothing_does_not_call_it_loose(context):
    def twice(case):
        return 2 * mean_of_squares(case)

    evidence = instance.check(InstanceInequality("x y <= x^2 + y^2", 2, pair, product, twice), context())
    assert evidence.outcome is Outcome.SUPPORTED
    assert evidence.findings == ()


def test_one_per_cent_less_is_refuted_exactly(context):
    evidence = instance.check(InstanceInequality("one per cent less", 2, pair, product, too_small), context())
    assert evidence.outcome is Outcome.REFUTED
    assert Fraction(evidence.witness["lhs"]) > Fraction(evidence.witness["rhs"])


def undefined(case):
    return float("nan")


def test_a_side_without_a_value_supports_nothing(context):
    for sides in ((undefined, product), (product, undefined)):
        evidence = instance.check(InstanceInequality("nan", 2, pair, *sides), context())
        assert evidence.outcome is Outcome.UNDECIDED
        assert "has no value" in evidence.summary
