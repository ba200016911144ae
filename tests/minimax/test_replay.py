"""Certificates replay, and mutated ones do not."""

import copy
import json
from dataclasses import replace
from fractions import Fraction

import pytest
from sympy import log

from boundcheck.minimax import (
    Divergence,
    Family,
    Law,
    Local,
    Squared,
    Users,
    assouad,
    assouad_mixtures,
    bayes_actions,
    bayes_risk,
    fano,
    le_cam,
    method_risk,
    replay,
    spread,
    worst_squared_risk,
    zero_one,
)

LOW, HIGH = Fraction(2, 5), Fraction(3, 5)
PAIR = Family.bits((LOW, HIGH), 6)
LAWS = (Law((LOW, HIGH)), Law((HIGH, LOW)))
RESULTS = {
    "two points": lambda: le_cam(PAIR, 1),
    "two points, locally private": lambda: le_cam(PAIR, 1, Local(1)),
    "two points, many draws": lambda: le_cam(Family.bits((LOW, HIGH), 1000), 1, Local(log(2))),
    "two points, users": lambda: le_cam(PAIR, 1, Users(Fraction(1, 10), Fraction(1, 10**6), 30)),
    "cube": lambda: assouad(PAIR, 3, 1, Local(1)),
    "thinned cube": lambda: assouad(spread(PAIR, 100, Fraction(1, 4)), 3, 1),
    "mixtures": lambda: assouad_mixtures(Family.bits((LOW, HIGH, LOW, HIGH), 4), 1),
    "packing": lambda: fano(Family.bits((LOW, Fraction(1, 2), HIGH), 4), 1, Local(1)),
    "Bayes": lambda: bayes_risk(PAIR, Squared((LOW, HIGH))),
    "Bayes, divergence": lambda: bayes_risk(PAIR, Divergence(LAWS)),
    "method": lambda: method_risk(PAIR, zero_one(2), bayes_actions(PAIR, zero_one(2))),
    "estimates": lambda: method_risk(PAIR, Squared((LOW, HIGH)), bayes_actions(PAIR, Squared((LOW, HIGH)))),
    "all means": lambda: worst_squared_risk([Fraction(k, 3) for k in range(4)], Fraction(1, 4)),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_replays_from_json_and_a_better_number_does_not(name):
    result = RESULTS[name]()
    assert replay(result).ok, replay(result).reason
    read = json.loads(json.dumps(result.certificate))
    assert replay(read).ok
    better = copy.deepcopy(read)
    better["values"][0] = str(Fraction(better["values"][0]) + Fraction(1, 10**20))
    assert not replay(better).ok
    if len(read["values"]) == 2:
        lower = copy.deepcopy(read)
        lower["values"][1] = str(Fraction(lower["values"][1]) - Fraction(1, 10**20))
        assert not replay(lower).ok


def test_a_fano_certificate_with_a_larger_error_is_refused():
    result = RESULTS["packing"]()
    forged = copy.deepcopy(result.certificate)
    forged["witness"]["error"] = {"number": ["q", "3/5"]}
    forged["values"] = ["3/5"]
    assert "does not exclude" in replay(forged).reason


def test_what_is_no_certificate_is_named_not_run():
    result = RESULTS["two points"]()
    for path, value in [("method", "sum"), ("statement", {"family": "x"}), ("values", ["1/0"]), ("values", [])]:
        forged = {**copy.deepcopy(result.certificate), path: value}
        assert not replay(forged).ok
    code = copy.deepcopy(result.certificate)
    code["statement"]["separation"] = {"number": ["__import__('os')", "1"]}
    assert not replay(code).ok
    unreal = copy.deepcopy(result.certificate)
    unreal["statement"]["family"]["groups"][0]["laws"][0]["probabilities"][0] = {"number": ["q", "4/5"]}
    assert "add up to 1" in replay(unreal).reason


def test_a_result_that_differs_from_its_certificate_is_refused():
    result = RESULTS["two points"]()
    assert not replay(replace(result, value=result.value / 2)).ok
    for change in (
        {"method": "Fano"},
        {"rests_on": "nothing"},
        {"parts": {}},
        {"parts": {"sum of errors": Fraction(5)}},
    ):
        assert not replay(replace(result, **change)).ok, change
    risk = RESULTS["Bayes"]()
    for change in ({"method": "worst risk of the method"}, {"low": risk.low / 2}, {"high": risk.high * 2}):
        assert not replay(replace(risk, **change)).ok, change
    assert not replay(replace(result, certificate=risk.certificate)).ok
    with pytest.raises(TypeError):
        bool(replay(result))
