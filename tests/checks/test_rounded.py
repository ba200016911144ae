"""A limit stays one when it is rounded."""

import math

import pytest

from boundcheck.checks.rounded import at_least, at_most


@pytest.mark.parametrize(
    ("limit", "below", "above"),
    [(1.9969, "1.99", "2"), (0.1, "0.1", "0.1"), (95.0686, "95", "95.1"), (1.2345e-7, "1.23e-07", "1.24e-07"),
     (-0.4987, "-0.499", "-0.498"), (0.0, "0", "0"), (math.inf, "inf", "inf"), (123456.0, "1.23e+05", "1.24e+05")],
)  # fmt: skip
def test_to_the_safe_side(limit, below, above):
    assert (at_least(limit), at_most(limit)) == (below, above)
