"""Plans: exact at the answer, honest about what was proved, and confirmed by simulation."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from sympy import Ge, Gt, Lt, Max, Min, Symbol, exp, log, sin, sqrt

from boundcheck.claims import Claim, HighProbabilityBound, Letter, Regime, Simulation
from boundcheck.loading import registry
from boundcheck.planning import PlanError, bounds_of, direction, exact, measured, parameter_named, plan, point_of, quote
from boundcheck.planning.plans import first, ladder
from boundcheck.symbolic import enclosure

POINT = "epsilon=1 d=10 alpha=0.0001 delta=0.05 lam=1e-6 radius=1 n=10000000".split()
THEOREM = registry.load("unified/theorem_5_4")
PARAMETERS = {p.name: p for p in THEOREM.parameters}
n, x = Symbol("n", real=True), Symbol("x", real=True)


def case(free, target, part="coverage_ctl"):
    (bound, *_) = bounds_of("unified/theorem_5_4", THEOREM, part)
    point = point_of([word for word in POINT if not word.startswith(f"{free}=")], [bound], free)
    return bound, point, plan(bound, PARAMETERS[free], exact(target, "--error"), point)


def certified(bound, point, free, value):
    """Both ends of the explicit version there, computed apart from the planner."""
    at = {**{name: str(number) for name, number in point.items()}, free: str(value)}
    expression = bound.expand(bound.explicit)
    return enclosure(expression, {s.name: at[s.name] for s in expression.free_symbols}, digits=40)


@pytest.mark.parametrize("part", ["coverage_ctl", "coverage_ltc"])
@pytest.mark.parametrize(
    ("free", "target"),
    [("n", "0.2"), ("n", "0.5"), ("n", "3"), ("epsilon", "0.2"), ("alpha", "0.2"), ("d", "0.2"), ("radius", "0.2"), ("lam", "0.2")],
)  # fmt: skip
def test_the_bound_meets_the_target_at_the_answer_and_not_one_step_further(part, free, target):
    bound, point, answer = case(free, target, part)
    assert answer.monotone.sign == (-1 if free in ("n", "epsilon") else 1)
    assert certified(bound, point, free, answer.value)[1] <= Fraction(target)
    if answer.beyond is not None:
        assert certified(bound, point, free, answer.beyond)[0] > Fraction(target)
        step = abs(answer.beyond - answer.value)
        assert step == 1 if PARAMETERS[free].integer else step <= answer.value / 500


def test_an_exhaustive_search_finds_the_same_n():
    parameter = Letter(n, "size", n >= 1, (1, 100), integer=True)
    statement = HighProbabilityBound.of(sqrt(7 / n) + 1 / n, failure=Symbol("delta", real=True), trivial=9, regimes=())
    (bound,) = bounds_of("own/x", Claim(letters=(parameter,), parts={"b": statement}))
    for target in (Fraction(1, 2), Fraction(1, 3), Fraction(9, 10), Fraction(7)):
        smallest = next(k for k in range(1, 10_000) if (7 / k) ** 0.5 + 1 / k <= target)
        assert plan(bound, parameter, target, {}).value == smallest


def own(expression, free=n, domain=None, typical=(1, 100), integer=True, given=()):
    """A bound of one letter, and the letter."""
    parameter = Letter(free, "size", (free >= 1) if domain is None else domain, typical, integer=integer)
    statement = HighProbabilityBound.of(expression, failure=Symbol("delta", real=True), trivial=9, regimes=())
    (bound,) = bounds_of("own/x", Claim(letters=(parameter,), parts={"b": replace(statement, given=given)}))
    return bound, parameter


def test_a_bound_that_rises_again_is_met_in_between():
    """1/sqrt(n) + n/10^6 against 1/10: both ends of the range lie above."""
    answer = plan(*own(1 / sqrt(n) + n / 10**6), Fraction(1, 10), {})
    assert answer.intervals == ((101, 96_785),)
    assert answer.value == 101
    assert answer.beyond == 100
    assert not answer.one_end
    assert answer.undecided == ()


def test_a_bound_that_falls_a_second_time_has_both_stretches():
    """The end of the range alone says 911,837,849 where 101 does."""
    expression = 1 / sqrt(n) + n / 10**6 * exp(-n / 10**8)
    answer = plan(*own(expression), Fraction(1, 10), {})
    assert [low for low, _ in answer.intervals] == [101, 911_837_849]
    assert not answer.one_end
    for low, high in answer.intervals:
        for inside, outside in ((low, low - 1), (high, high + 1)):
            assert enclosure(expression, {"n": inside})[1] <= Fraction(1, 10)
            assert outside > 10**60 or enclosure(expression, {"n": outside})[0] > Fraction(1, 10)


def test_a_letter_between_two_values_that_are_too_small_and_too_large():
    """(x - 1/4)^2 + 1/100 at most 1/50 for x from .15 to .35, and neither near 0 nor far out."""
    bound, parameter = own((x - Fraction(1, 4)) ** 2 + Fraction(1, 100), x, x > 0, (0.1, 1.0), integer=False)
    answer = plan(bound, parameter, Fraction(1, 50), {})
    assert answer.intervals == ((Fraction(3, 20), Fraction(7, 20)),)
    low, high = answer.intervals[0]
    assert low <= Fraction(1, 4) <= high


def test_conditions_cut_the_set():
    bound, parameter = own(1 / sqrt(n), given=(n <= 500, n >= 30))
    assert plan(bound, parameter, Fraction(1, 10), {}).intervals == ((100, 500),)
    assert plan(bound, parameter, Fraction(1, 2), {}).value == 30
    assert plan(bound, parameter, Fraction(1, 30), {}).value is None


def test_what_is_not_decided_is_no_answer():
    """The bound is the target itself, which no enclosure tells."""
    bound, parameter = own(Min(sqrt(2) / n, sqrt(2) / 100) * sqrt(3) / sqrt(6), n)
    answer = plan(bound, parameter, Fraction(1, 100), {})
    assert answer.value == 100 or answer.undecided
    nothing = plan(*own(sqrt(5 + 2 * sqrt(6)) - sqrt(2) - sqrt(3) + 1 + Max(0, 10 - n)), Fraction(1), {})
    assert nothing.value is None
    assert nothing.undecided
    assert nothing.words == "no n is shown to suffice"


def test_no_n_suffices_where_corruption_stays():
    _, _, answer = case("n", "0.01")
    assert answer.value is None
    assert answer.intervals == answer.undecided == ()
    assert "no n up to 1e60 suffices" in answer.words
    assert answer.at.terms[0].formula == "sqrt(alpha)/gamma"


def test_conditions_that_tie_parameters_are_part_of_the_answer():
    theorem = registry.load("unified/theorem_5_7")
    bound = bounds_of("unified/theorem_5_7", theorem, "coverage_ctl")[0]
    point = point_of("d=3 epsilon=1 alpha=0 delta=0.05 radius=1 xi=0.01".split(), [bound], "n")
    parameter = next(p for p in theorem.parameters if p.name == "n")
    answer = plan(bound, parameter, Fraction(10**6), point)
    assert answer.value == int(np.ceil(8 * np.log(3 / 0.05) / 0.01))
    assert answer.past is None
    with pytest.raises(PlanError, match="not met"):
        quote(bound, {**point, "n": Fraction(100)})


@pytest.mark.parametrize(("free", "part"), [("n", "coverage_ctl"), ("n", "coverage_ltc"), ("epsilon", "coverage_ctl")])
def test_the_simulation_at_the_answer_stays_below_the_target(free, part):
    bound, point, answer = case(free, "0.2", part)
    seen = measured(bound, PARAMETERS[free], Fraction(1, 5), point, answer, seed=1, repeats=400)
    assert seen.rate_high <= seen.allowed  # one-sided, false alarm 1e-3 at a true rate of 5 %; the true one is near 0
    assert seen.needed < answer.value
    again = measured(bound, PARAMETERS[free], Fraction(1, 5), point, answer, seed=1, repeats=400)
    assert seen == again


def test_random_points():
    """At every answer the bound meets the target, and one label less does not."""
    rng = np.random.default_rng(11)
    bound = bounds_of("unified/theorem_5_4", THEOREM, "coverage_ltc")[0]
    for _ in range(8):
        words = [
            f"d={rng.integers(2, 60)}", f"epsilon={rng.uniform(0.05, 6):.3f}", f"alpha={10 ** rng.uniform(-9, -4):.3g}",
            f"delta={10 ** rng.uniform(-6, -1):.3g}", f"lam={10 ** rng.uniform(-9, -5):.3g}", f"radius={rng.uniform(0.1, 3):.3f}",
        ]  # fmt: skip
        point = point_of(words, [bound], "n")
        target = Fraction(f"{10 ** rng.uniform(-1, 0.5):.3f}")
        answer = plan(bound, PARAMETERS["n"], target, point)
        if answer.value is None:
            assert certified(bound, point, "n", 10**50)[0] > target
        else:
            assert certified(bound, point, "n", answer.value)[1] <= target
            assert answer.beyond is None or certified(bound, point, "n", answer.beyond)[0] > target


def test_a_bound_that_is_too_small_is_seen_in_the_simulation():
    def errors(rng, repeats, *, n, **point):
        return np.abs(rng.standard_normal(repeats)) / np.sqrt(n)

    delta = Symbol("delta", real=True)
    parameter = Letter(n, "size", n >= 1, (1, 100), integer=True)
    regime = Regime("normal", Simulation(errors), {"delta": 0.05}, biting=True)
    statement = HighProbabilityBound.of(1 / (10 * sqrt(n)), failure=delta, trivial=9, regimes=(regime,))
    (bound,) = bounds_of("own/x", Claim(letters=(parameter,), parts={"b": statement}))
    answer = plan(bound, parameter, Fraction(1, 10), {})
    seen = measured(bound, parameter, Fraction(1, 10), {}, answer, seed=1, repeats=200)
    assert seen.violations > 100
    assert seen.needed is None


@pytest.mark.parametrize(
    ("expression", "domain", "sign"),
    [
        (1 / sqrt(x), (Gt(x, 0),), -1),
        (sqrt(x), (Ge(x, 0),), 1),
        (1 / (2 + exp(x) + exp(-x)), (Gt(x, 0),), -1),
        ((exp(x) + 1) / (exp(x) - 1), (Gt(x, 0),), -1),
        (log(1 / x), (Gt(x, 0), Lt(x, 1)), -1),
        (sqrt((exp(x) - 1) ** 2), (Gt(x, 0),), 1),
        (x + 1 / x, (Gt(x, 0),), 0),
        (sin(x), (Gt(x, 0),), 0),
        (x**3 - x / 10**6, (Gt(x, 0),), 0),
    ],
)
def test_direction(expression, domain, sign):
    assert direction(expression, x, domain).sign == sign


def test_terms_add_up_to_the_bound():
    bound = bounds_of("unified/theorem_5_4", THEOREM, "coverage_ctl")[0]
    found = quote(bound, point_of(POINT, [bound]))
    assert sum(term.value for term in found.terms) == pytest.approx(found.explicit)
    assert sum(term.share for term in found.terms) == pytest.approx(1)
    assert found.assumed == {"covariance_norm": 1.0}
    assert not found.vacuous


@pytest.mark.parametrize("parameter", THEOREM.parameters, ids=lambda p: p.name)
def test_ladders_stay_in_the_domain_and_rise(parameter):
    rungs = ladder(parameter)
    at = [rungs.value(rungs.low + i) for i in range(30)] + [rungs.value(rungs.high - 1), rungs.value(rungs.high)]
    assert at == sorted(set(at))
    for value in (at[0], at[-1]):
        assert all(c.xreplace({parameter.symbol: value}) for c in parameter.domain)


def test_first_is_the_first():
    for wanted in range(1, 50):
        assert first(lambda k, wanted=wanted: k >= wanted, 0, 50) == wanted


@pytest.mark.parametrize(
    "text", ["", "x", "1e999", "nan", "inf", "0x10", "1/0", "1_000", "--", "1e-400", "9" * 50, "1/2/3"]
)
def test_what_is_no_number_is_refused(text):
    with pytest.raises(PlanError):
        exact(text, "at", "n")


@pytest.mark.parametrize(
    ("text", "value"), [("1e-6", Fraction(1, 10**6)), ("1/3", Fraction(1, 3)), (".5", Fraction(1, 2))]
)
def test_numbers_are_exact(text, value):
    assert exact(text, "") == value


def test_a_parameter_without_a_domain_gets_a_plain_one_and_says_so():
    size, share = Symbol("n", positive=True), Symbol("share", positive=True)
    statement = HighProbabilityBound.of(1 / sqrt(size) + share, failure=Symbol("delta"), trivial=1, regimes=())
    bounds = bounds_of("own/x", Claim(parts={"b": statement}))
    parameter, words = parameter_named("n", "own/x", bounds)
    assert parameter.integer
    assert "no domain; whole numbers from 1 on are meant" in words
    assert plan(bounds[0], parameter, Fraction(1, 2), {"share": Fraction(1, 4)}).value == 16
    assert not parameter_named("share", "own/x", bounds)[0].integer
    assert parameter_named("n", "unified/theorem_5_4", bounds_of("x", THEOREM))[1] == ""
