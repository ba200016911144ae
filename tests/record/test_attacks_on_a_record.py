"""Records of someone who knows the format: what a reader is shown beside a proof or a count is made again, or refused.

The sampled claim errs with probability 1e-3 at its fixed seed.
"""

import copy
from functools import lru_cache

import numpy as np
import pytest
from sympy import Integer, exp, sqrt, symbols

from boundcheck import job
from boundcheck.claims import Claim, HighProbabilityBound, Inequality, Letter, Regime, Simulation
from boundcheck.cli.verify import BAD, rows_of
from boundcheck.record.rebuilt import rebuilt
from boundcheck.record.types import plain, typed_record

x, y, n, delta = symbols("x y n delta", real=True)


def normal_means(rng, repeats, *, n, **point):
    return np.abs(rng.standard_normal(repeats)) / np.sqrt(n)


REGIMES = tuple(Regime(f"n = {size}", Simulation(normal_means), {"n": size, "delta": 0.1}) for size in (10, 100, 1000))
SAMPLED = HighProbabilityBound(
    3 / sqrt(n), 3 / sqrt(n), Integer(1), Integer(1), delta, REGIMES, given=(n >= 1, delta > 0, delta < 1)
)
LETTERS = (Letter(n, "n", n >= 1, (1, 1000)), Letter(delta, "level", (delta > 0, delta < 1), (0.05, 0.2)))
CLAIMS = {
    "true": Claim(title="t", words="w", parts={"b": Inequality(x + 1, exp(x))}),
    "false": Claim(title="t", words="w", parts={"b": Inequality(exp(x), x + 2)}),
    "empty": Claim(title="t", words="w", parts={"b": Inequality(x, y, (x <= y,))}),
    "sampled": Claim(title="t", words="w", letters=LETTERS, parts={"b": SAMPLED}),
}


@lru_cache
def recorded(name):
    settings = job.Settings(budget="quick")
    with job.runner(settings) as run:
        return plain(job.check(f"own/{name}", CLAIMS[name], settings, run)[1])


def found(name, change=None):
    """What is wrong with a record after a change of its part, its headline and its counts made again from what it says then."""
    record = copy.deepcopy(recorded(name))
    if change is not None:
        change(record, record["parts"]["b"])
        record = plain(rebuilt(typed_record(record), CLAIMS[name], {}))
    return [row for row in rows_of(typed_record(record), CLAIMS[name]) if row.result in BAD]


def says_something(record, part):
    part["evidence"].pop("says_nothing")


def says_nothing(record, part):
    part["evidence"]["says_nothing"] = {"is": "OnePoint", "point": {}}


def proof_of_the_true_one():
    part = recorded("true")["parts"]["b"]
    return {name: part[name] for name in ("outcome", "fact", "method", "witness", "certificate", "trusted", "checked")}


def stands_on_the_range(record, part):
    part["working"] = proof_of_the_true_one()


def proved_empty(record, part):
    part["empty"] = proof_of_the_true_one()


def with_a_finding(record, part):
    more = {"is": "Words", "text": "it implies the theorem of the next section"}
    part["findings"] = [{"kind": "TIGHT", "fact": more, "about": []}]


def another_fact(record, part):
    part["fact"] = {"is": "Words", "text": "true for complex letters too"}


def without_a_row(record, part):
    part["slack"].pop()
    part["evidence"]["repeats"] = sum(row["repeats"] for row in part["slack"])


def without_rows(record, part):
    part["slack"].clear()
    part["evidence"].pop("repeats", None)


def a_row_twice(record, part):
    part["slack"].append(copy.deepcopy(part["slack"][0]))
    part["evidence"]["repeats"] = sum(row["repeats"] for row in part["slack"])


def a_row_elsewhere(record, part):
    part["slack"][0] |= {"name": "n = 10^6", "point": {"n": 10**6, "delta": 0.1}, "bound": 0.003, "printed": 0.003}


def narrow_intervals(record, part):
    for row in part["slack"]:
        row["rate_high"] = row["violations"] / row["repeats"] + 1e-9


def surer(record, part):
    record["error_probability"]["total"] = 1e-12


ATTACKS = [
    ("empty", says_something), ("true", says_nothing), ("false", stands_on_the_range), ("true", proved_empty),
    ("true", with_a_finding), ("true", another_fact), ("sampled", without_a_row), ("sampled", without_rows),
    ("sampled", a_row_twice), ("sampled", a_row_elsewhere), ("sampled", narrow_intervals), ("sampled", surer),
]  # fmt: skip


@pytest.mark.parametrize("name", CLAIMS)
def test_a_record_that_nobody_changed_is_verified(name):
    assert found(name) == []


@pytest.mark.parametrize(("name", "change"), ATTACKS, ids=[change.__name__ for _, change in ATTACKS])
def test_a_record_with_other_evidence_is_not(name, change):
    assert found(name, change)
