"""A lab gives a bound its tests, and its rate the sweeps; what the bound says comes from the claim."""

from dataclasses import replace

import pytest
import sympy
from sympy import Ge, Integer

from boundcheck.claims import (
    Axis,
    Bench,
    Inequality,
    Lab,
    Letter,
    Malformed,
    Mutant,
    Notation,
    Regime,
    Simulation,
    Sweep,
    within_constant,
)
from boundcheck.claims.bounds import Collapse

n, delta, C = sympy.symbols("n delta C", real=True)
SAID = {"printed": 1 / n, "explicit": 2 / n, "constant": Integer(2), "trivial": Integer(1), "failure": delta, "given": (Ge(n, 2),)}


def errors(rng, repeats, *, n, **_):
    return rng.random(repeats) / n


def worse(rng, repeats, **_):
    return rng.random(repeats)


RUN = Simulation(errors)
POINT = {"n": 10, "delta": 0.1}
LAB = Lab(
    regimes=(Regime("a", RUN, POINT, biting=True), Regime("b", RUN, {**POINT, "n": 20})),
    mutants=(Mutant("worse", "no data", Regime("worse", Simulation(worse), POINT)),),
    sweeps=(Sweep("n", "n", (10, 100), n, "large", RUN, POINT),),
)


def test_a_bound_says_what_it_is_told_and_is_tested_where_the_lab_says():
    bound = LAB.bound(**SAID)
    assert {name: getattr(bound, name) for name in SAID} == SAID
    assert (bound.regimes, bound.mutants, bound.probes) == (LAB.regimes, LAB.mutants, ())


def test_rates_are_those_of_the_bound():
    rates = LAB.rates(LAB.bound(**SAID), constant=Integer(2))
    assert (rates.printed, rates.explicit, rates.given, rates.sweeps) == (1 / n, 2 / n, (Ge(n, 2),), LAB.sweeps)
    assert rates.constant == 2


def test_what_settles_a_constant_is_made_from_the_bound():
    bound = LAB.bound(**SAID | {"constant": Integer(3)})
    assert within_constant(bound, Ge(n, 1)) == Inequality(2 / n, 3 / n, (Ge(n, 1),))
    assert within_constant(LAB.rates(bound, constant=Integer(3))) == Inequality(2 / n, 3 / n)


def test_a_refuted_reading_keeps_one_regime_and_the_instance():
    collapse = Collapse("at n = 1", C, {n: C}, Inequality(Integer(1), Integer(1)), RUN)
    bound = LAB.first(collapse).bound(**SAID)
    assert (len(bound.regimes), bound.collapse, bound.mutants) == (1, collapse, ())


def test_half_a_search_is_refused_as_in_the_bound_itself():
    with pytest.raises(Malformed, match="a worst-case search needs both"):
        replace(LAB, search=(Axis("n", 2, 100),)).bound(**SAID)


def test_a_bound_with_its_constants_is_its_own_rate():
    exact = LAB.exact(2 / n, failure=delta, trivial=Integer(1))
    assert (exact.printed, exact.explicit, exact.constant, exact.regimes) == (2 / n, 2 / n, 1, LAB.regimes)


BENCH = Bench(
    Notation((Letter(n, "sample size", n >= 1, (10, 1000), integer=True),)),
    POINT,
    RUN,
    complete=lambda run, *, n, **_: {"half": n / 2, "same": run == RUN},
    follow=lambda run, *, n, **_: {"twice": 2 * n},
)


def test_a_line_of_a_bench_says_what_is_other_than_usual():
    usual = BENCH.regime("usual", biting=True)
    assert (usual.name, usual.experiment, usual.biting) == ("usual", RUN, True)
    assert usual.point == {**POINT, "half": 5.0, "same": True, "twice": 20}
    other = BENCH.regime("other", Simulation(worse), n=40, twice=7)
    assert other.experiment == Simulation(worse)
    assert other.point == {**POINT, "n": 40, "half": 20.0, "same": False, "twice": 7}, "an entry that a line names is its own"


def test_what_follows_moves_with_the_entry_that_a_check_moves_and_what_completes_does_not():
    regime = BENCH.regime("usual")
    assert regime.follow(**{**regime.point, "n": 100}) == {"twice": 200}
    assert replace(BENCH, follow=None).regime("usual").follow is None


def test_a_false_method_and_a_false_bound_are_named_like_the_points_where_they_are_seen():
    bench = replace(BENCH, follow=None)
    false = bench.false("worse", "no data", Simulation(worse), n=20)
    assert false == Mutant("worse", "no data", bench.regime("worse", Simulation(worse), n=20))
    assert BENCH.false("less", "a tenth", as_bound=1 / n).bound == 1 / n


def test_a_sweep_of_a_bench_is_that_of_its_letters():
    point = BENCH.point(delta=0.2)
    assert BENCH.sweep(n, delta=0.2, note="so", over=(20, 200)) == BENCH.letters.sweep(n, RUN, point, note="so", over=(20, 200))
    assert replace(BENCH, run=None).sweep(n, RUN, delta=0.2) == BENCH.sweep(n, delta=0.2)
