"""Where dp-accounting's bracket and ours have no number in common, a third computation decides; it shares no code with either."""

import importlib.util
import sys
from pathlib import Path

import pytest

from boundcheck.privacy import RECORD_REPLACED, Composition, Gaussian, delta_bracket, epsilon_bracket

BENCH = Path(__file__).parents[2] / "bench" / "accountant.py"


@pytest.fixture(scope="module")
def bench():
    spec = importlib.util.spec_from_file_location("bench_accountant", BENCH)
    module = importlib.util.module_from_spec(spec)
    sys.modules["bench_accountant"] = module
    spec.loader.exec_module(module)
    return module


def test_nearly_full_batches_at_an_epsilon_whose_exponential_is_no_float(bench):
    """dp-accounting calls 828.45 a lower end; delta is already below 1e-3 at our upper end, which is smaller."""
    found = epsilon_bracket(Composition(((Gaussian(1, "0.9"), 500),)), "1e-3", RECORD_REPLACED)
    assert found.replay()
    assert found.high < 828.4
    assert bench.third_delta("1", "0.9", 500, found.high) <= 1e-3
    assert bench.third_delta("1", "0.9", 500, found.low, cell=0.25) > 1e-3  # it can say no


@pytest.mark.parametrize(("steps", "epsilon"), [(1, 1.0), (6, 3.0)])
def test_the_third_computation_bounds_delta_and_hardly_more(bench, steps, epsilon):
    truth = delta_bracket(Composition(((Gaussian(1, "0.9"), steps),)), epsilon, RECORD_REPLACED)
    bound = bench.third_delta("1", "0.9", steps, epsilon)
    assert truth.low <= bound <= 1.01 * truth.high
