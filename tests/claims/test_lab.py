"""A lab gives a bound its tests, and its rate the sweeps; what the bound says comes from the claim."""

from dataclasses import replace

import pytest
import sympy
from sympy import Ge, Integer

from boundcheck.claims import Axis, Inequality, Lab, Malformed, Mutant, Regime, Simulation, Sweep, within_constant
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
