"""Who wins where: named rightly, wrongly, too early to say; where two change places. Risk 1e-3, fixed seed."""

import msgspec
import pytest
import sympy
from noise import Noise

from boundcheck.checks import ranking
from boundcheck.claims import Malformed, Ranking, Simulation
from boundcheck.report.figures.measurements import ranking as drawn
from boundcheck.verdict import Outcome

n, delta = sympy.symbols("n delta", real=True)


def falling(rng, repeats, *, n, **point):
    """An error of 3/sqrt(n), and hardly more."""
    return (3 + 0.01 * rng.random(repeats)) / n**0.5


def steady(rng, repeats, **point):
    return 1 + 0.01 * rng.random(repeats)


def nearly_nothing(rng, repeats, **point):
    return rng.random(repeats) / 9


def of(*best, values=(1, 4, 16, 100), **options):
    methods = {"falling": Simulation(falling), "steady": Simulation(steady)}
    return Ranking(methods, "n", "n", values, best, n, delta, {"delta": 0.2}, **options)


def test_the_best_is_found_and_the_place_where_it_changes(context):
    evidence = ranking.check(of("steady", "steady", "falling", "falling"), context())
    assert evidence.outcome is Outcome.SUPPORTED
    (crossing,) = evidence.found.separation.crossings
    assert (crossing.first, crossing.second, crossing.lower, crossing.upper) == ("steady", "falling", 4, 16)
    assert crossing.about == pytest.approx(9, rel=0.05)
    assert crossing.error == pytest.approx(1, rel=0.05)


def test_another_one_is_refuted_with_the_value(context):
    evidence = ranking.check(of("steady", "steady", "steady", ""), context())
    assert evidence.outcome is Outcome.REFUTED
    assert evidence.witness.point == {"n": "16"}
    assert float(evidence.witness.lhs) > float(evidence.witness.rhs)


def test_the_same_errors_are_undecided(context):
    same = Ranking({"one": Noise(1.0), "two": Noise(1.0)}, "n", "n", (10, 100), ("one", "two"), n, delta, {"delta": 0.05})
    evidence = ranking.check(same, context())
    assert evidence.outcome is Outcome.UNDECIDED
    assert evidence.found.separation.crossings == ()


def test_what_is_not_ranked_is_never_the_best(context):
    evidence = ranking.check(of("steady", "", "", "", beside={"nothing": Simulation(nearly_nothing)}), context())
    assert evidence.outcome is Outcome.SUPPORTED
    assert [curve.ranked for curve in evidence.found.separation.methods] == [True, True, False]


def test_the_figure_names_every_curve_and_the_crossing(context):
    found = ranking.check(of("steady", "", "", "falling"), context()).found.separation
    picture = drawn(found, {}, height=3.0)
    for word in ("falling", "steady", "n ≈ 8.9"):
        assert word in picture["svg"]
    assert "steady and falling change places between 4 and 16" in picture["alt"]
    assert drawn(msgspec.structs.replace(found, methods=()), {}, height=3.0) is None


@pytest.mark.parametrize(
    ("best", "options", "message"),
    [
        (("steady", "", ""), {}, "has 3 names for 4 values"),
        (("", "", "", ""), {}, "says nothing at any value"),
        (("nobody", "", "", ""), {}, "'nobody' is no method; there are falling, steady"),
        (("steady", "", "", ""), {"beside": {"steady": Simulation(steady)}}, "'steady' is one of `methods` already"),
    ],
)
def test_a_ranking_that_cannot_be_is_refused(best, options, message):
    with pytest.raises(Malformed, match=message):
        of(*best, **options)
