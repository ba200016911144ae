"""Claim files of a dishonest author: false statements that ask for more than samples and true lines can give."""

import numpy as np
import pytest
from sympy import Integer, Rational, exp, symbols

import boundcheck
from boundcheck.claims import (
    Claim,
    Definition,
    ExpectationLowerBound,
    Fault,
    HighProbabilityBound,
    Inequality,
    InstanceInequality,
    Paper,
    Reading,
    Regime,
    Scaling,
    Simulation,
    Source,
    Step,
    Sweep,
)
from boundcheck.verdict import Headline, Severity

n, delta, x, y = symbols("n delta x y", real=True)
TRUE = Step("true", "line 1", Inequality(x, x + 1))


def zeros(rng, repeats, **point):
    return np.zeros(repeats)


def normal_means(rng, repeats, *, n, **point):
    return np.abs(rng.standard_normal(repeats)) / np.sqrt(n)


def checked(**fields):
    return boundcheck.check(Claim(**fields), budget="quick")


def test_an_experiment_that_makes_no_errors_completes_nothing():
    """P(error <= 1/n^5) >= 1 - delta of an estimate whose errors are left out, with the composed inequality proved."""
    regimes = tuple(Regime(f"n = {size}", Simulation(zeros), {"n": size, "delta": 0.1}) for size in (10, 100, 1000))
    given = (n >= 1, delta > 0, delta < 1)
    bound = HighProbabilityBound(1 / n**5, 1 / n**5, Integer(1), Integer(1), delta, regimes, given=given)
    step = Step("composed", "last", Inequality(1 / n**5 - 1 / n**6, 1 / n**5, (n >= 1,)), settles="bound")
    assert checked(parts={"bound": bound}, steps=(step,)).headline is Headline.SUPPORTED


@pytest.mark.parametrize("kind", ["probe", "mutant", "corner", "beside the corner", "taken"])
def test_no_regime_takes_the_name_of_other_samples(kind):
    """Errors of 1 would be hidden behind those of a probe, which are 0."""
    ones = Regime(f"{kind}: q", Simulation(lambda rng, repeats, **point: np.ones(repeats)), {"n": 10, "delta": 0.1})
    beside = Regime("q", Simulation(zeros), {"n": 10, "delta": 0.1})
    with pytest.raises(ValueError, match=f"'{kind}: q' is what samples of another kind are called"):
        HighProbabilityBound.of(1 / n, failure=delta, trivial=2, regimes=(beside, ones), probes=(beside,))


def test_no_part_takes_the_name_of_another_under_a_reading():
    """The record would keep one of the two: that x <= x - 1 is false would be lost."""
    readings = (Reading("literal", "as printed"), Reading("meant", "as meant", misprint="page 3"))
    under = {"literal": Inequality(x, x + 1), "meant": Inequality(x, x - 1)}
    with pytest.raises(ValueError, match="'bound@meant': the @ stands between a part and its reading"):
        checked(readings=readings, parts={"bound": under, "bound@meant": Inequality(x, x + 2)})


def test_a_lower_bound_that_grows_where_nobody_looks_does_not_hold_by_a_true_line():
    """E|mean| >= n/100 is true at n = 1, false from n = 20 on."""
    bound = ExpectationLowerBound(n / 100, (Regime("one", Simulation(normal_means), {"n": 1}),), Integer(50))
    step = Step("composed", "last", Inequality(n / 100, n / 100 + 1), settles="bound")
    assert checked(parts={"bound": bound}, steps=(step,)).headline is Headline.SUPPORTED


@pytest.mark.parametrize(
    ("printed", "meant", "right", "headline"),
    [
        (exp(x) + y, x * y - y**2 * x**2 - 5, y**4 / 4, Headline.REFUTED),  # another formula, called a misprint
        (exp(x) * y, Rational(1, 3), x + y**2 + x**2 + 1, Headline.REFUTED),  # a number
        (x**2 + 1, x**2 - 1, x**2, Headline.HOLDS_REPAIRED),  # the sign
    ],
)
def test_a_reading_is_a_misprint_by_one_symbol_alone(printed, meant, right, headline):
    readings = (Reading("literal", "as printed"), Reading("meant", "as meant", misprint="page 3"))
    parts = {"bound": {"literal": Inequality(printed, right), "meant": Inequality(meant, right)}}
    assert checked(readings=readings, parts=parts, steps=(TRUE,)).headline is headline


def test_the_kind_of_a_line_empties_no_statement():
    """exp(x) <= x + 2 is false at x = 2 and met by many x: calling it an empty assumption changes nothing."""
    fault = Fault("line", "empty assumption", "line 1", "nothing meets it")
    found = checked(parts={"bound": Inequality(exp(x), x + 2)}, faults={"bound": fault}, steps=(TRUE,))
    assert found.text.startswith("claim is false as printed.")


def near_a_corner(vector):
    return {"x": vector[0], "y": vector[1]}


def rarely_large(case):
    """At most 1 but for a spot of radius 1/10,000, where it is 2."""
    return 2.0 if (case["x"] - 1) ** 2 + (case["y"] - 2) ** 2 < 1e-8 else 1.0


def one(case):
    return 1.0


def test_a_family_whose_bad_instance_nobody_meets_does_not_hold_by_a_true_line():
    """A statement that is false at (1, 2) alone, beside a proved line that has nothing to do with it, with letters or without."""
    step = Step("composed", "line 7", Inequality(x, x + 1), settles="bound")
    for letters in (None, near_a_corner_letters):
        bound = InstanceInequality("at most 1", 2, near_a_corner, rarely_large, one, letters=letters)
        found = checked(parts={"bound": bound}, steps=(step,))
        assert found.headline is Headline.SUPPORTED
        assert [part.settled_by for part in found.parts] == [""]


def near_a_corner_letters(case):
    return {"x": case["x"]}


def test_the_statement_among_its_own_conditions_proves_nothing():
    """x <= y, given that x <= y."""

    def both(case):
        return {"x": rarely_large(case), "y": 1.0}

    bound = InstanceInequality("at most 1", 2, near_a_corner, rarely_large, one, (x <= y,), both)
    step = Step("composed", "line 7", Inequality(x, y, (x <= y,)), settles="bound")
    assert checked(parts={"bound": bound}, steps=(step,)).headline is Headline.SUPPORTED


def capped_means(rng, repeats, *, n, **point):
    """Errors of order 1/n up to n = 100,000, and no smaller ones beyond."""
    return np.abs(rng.standard_normal(repeats)) / min(n, 1e5)


SIZES = (Sweep("n", "n", (10, 100, 1000, 10_000), n, "large", Simulation(capped_means), {"delta": 0.1}),)


def test_a_rate_that_is_false_beyond_its_sweep_is_carried_by_no_proof():
    """Beside an unrelated line that is proved, and beside a bound of that rate whose composed inequality is proved."""
    rates = Scaling(1 / n, 1 / n, Integer(50), delta, SIZES)
    found = checked(parts={"rates": rates, "other": Inequality(x, x + 1)}, steps=(TRUE,))
    assert found.headline is Headline.SUPPORTED
    regimes = tuple(Regime(f"n = {size}", Simulation(capped_means), {"n": size, "delta": 0.1}) for size in (10, 1000))
    bound = HighProbabilityBound(3 / n, 6 / n, Integer(3), Integer(50), delta, regimes, given=(n >= 1,))
    line = Step("composed", "last", Inequality(bound.explicit, 9 / n, (n >= 1,)), settles="bound")
    beside = checked(parts={"rates": rates, "bound": bound}, steps=(line,))
    assert {part.name: part.settled_by for part in beside.parts}["bound"] == "composed"
    assert beside.headline is Headline.SUPPORTED
    assert beside.text.endswith("The one checked line is proved; that they give the theorem was read, not checked.")


@pytest.mark.parametrize("kind", ["theorem", "definition", "table"])
def test_values_on_a_few_instances_make_nothing_hold_whatever_it_is(kind):
    """A function that returns 1, beside a true line."""
    parts = {"bound": Definition("the best constant", lambda k: 1, ({"k": 1}, {"k": 2}))}
    found = checked(source=Source(Paper("own", "t", year=2020), "Result 9", "p. 1", kind), parts=parts, steps=(TRUE,))
    assert (found.headline, found.severity) == (Headline.SUPPORTED, Severity.NONE)
    assert found.text == "Result 9 is evaluated on a few instances and well defined there. That says nothing of other instances."
