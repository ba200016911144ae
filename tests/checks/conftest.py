"""The circumstances of a check: a small budget, a fixed seed."""

from functools import partial

import pytest

from boundcheck.checks.context import Budget, Context
from boundcheck.study import run, search

BUDGET = Budget("test", 2_000, 1_000, 24, 100, 10.0)


@pytest.fixture
def context():
    """Risk 1e-3: each test below errs with at most that probability at another seed; the seed is fixed."""

    def make(name="part", **changes):
        settings = {"seed": 7}
        return Context(
            "test/claim", name, BUDGET, 7, 1e-3, partial(run, **settings), partial(search, **settings), **changes
        )

    return make
