"""``verify --again``: what a record measured, changed so that its arithmetic still holds, is found by a run.

The record and the run draw the same samples from the same seed; nothing here can fail by chance.
"""

import json

import pytest

from boundcheck.record import digest

COINS = """
import numpy as np
from sympy import Ge, Gt, Lt, log, sqrt, symbols
from boundcheck.claims import Claim, HighProbabilityBound, Letter, Regime, Simulation

n, delta = symbols("n delta", real=True)


def errors(rng, repeats, *, n, **point):
    return np.abs(rng.binomial(n, 0.5, size=repeats) / n - 0.5)


CLAIM = Claim(
    title="Coins",
    letters=(
        Letter(n, "number of coins", n >= 1, (10, 1e4), integer=True),
        Letter(delta, "failure probability", (delta > 0, delta < 1), (1e-3, 0.3)),
    ),
    parts={
        "bound": HighProbabilityBound.of(
            sqrt(log(2 / delta) / (2 * n)), failure=delta, trivial=1,
            regimes=(Regime("many", Simulation(errors), {"n": 400, "delta": 0.05}, biting=True),),
        )
    },
)
"""


@pytest.fixture
def record(run, tmp_path):
    (tmp_path / "coins.py").write_text(COINS)
    assert run("coins.py --budget quick --repeats 2000 --jobs 1 --format json -q --out reports")[0] == 0
    return tmp_path / "reports" / "own" / "coins.json"


def test_a_run_says_the_same(run, record):
    code, out, _ = run(f"verify {record} --claim coins.py --again")
    assert code == 0
    assert "a run today" in out


def test_a_measurement_that_agrees_with_itself_is_found_by_a_run(run, record):
    changed = json.loads(record.read_text())
    changed["parts"]["bound"]["slack"][0]["high"] *= 2
    changed["digest"] = digest(changed)
    record.write_text(json.dumps(changed))
    assert run(f"verify {record} --claim coins.py")[0] == 0
    code, out, _ = run(f"verify {record} --claim coins.py --again")
    assert code == 1
    assert "slack" in out
    assert "high" in out


def test_without_its_claim_there_is_nothing_to_run(run, record):
    code, _, err = run(f"verify {record} --again")
    assert code == 2
    assert "--claim FILE" in err


def test_the_command_takes_the_record_of_bounds_over_rounds_and_of_widths(run, tmp_path):
    (tmp_path / "rounds.py").write_text(ROUNDS_AND_WIDTHS)
    assert run("rounds.py --budget quick --jobs 1 --format json -q --out reports")[0] == 0
    code, out, _ = run("verify reports/own/rounds.json --claim rounds.py")
    assert code == 0, out
    assert "the counts and quantiles that were drawn for 2 parts; --again computes them" in out


ROUNDS_AND_WIDTHS = """
import numpy as np
from sympy import Integer, Rational, Symbol, log, sqrt
from boundcheck.claims import Claim, Paths, Regime, UniformBound, WidthBound, Widths

t = Symbol("t", real=True)


def means(rng, repeats):
    return np.abs(np.cumsum(rng.random((repeats, 20)) - 0.5, axis=1) / np.arange(1, 21))


def widths(rng, repeats):
    return rng.random(repeats), 0.99 + 0.2 * rng.random(repeats)


CLAIM = Claim(
    title="Rounds and widths",
    parts={
        "uniform": UniformBound(
            sqrt(log(800) / (2 * t)), t, Rational(1, 10), Integer(2), (Regime("only", Paths(means, tuple(range(1, 21))), {}),)
        ),
        "width": WidthBound(Rational(1, 10), Integer(3), (Regime("only", Widths(widths), {}),)),
    },
)
"""
