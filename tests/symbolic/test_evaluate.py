"""Short numbers from text; nothing is evaluated."""

import pytest
import sympy

from boundcheck.symbolic.evaluate import number_of_text


@pytest.mark.parametrize("text", ["2", "0.5", "1.997", "4*sqrt(2)", "3/2", "2 + sqrt(6)", "log(3)", "2**10", "-1", "exp(2)/3"])
def test_what_is_written_is_read(text):
    assert sympy.simplify(number_of_text(text) - sympy.sympify(text)) == 0


def test_a_number_beyond_all_floats_is_compared_exactly():
    assert number_of_text("2.5e+400") < number_of_text("1e+401")


@pytest.mark.parametrize(
    "text",
    ["", "x", "2**2**9", "9**9999", "__import__('os')", "sqrt(2", "True", "1j", "exp(1, 2)", "2 < 3", "[1]", "inf", "nan",
     "1" * 100, "sqrt(sqrt(sqrt(2)))", "1e9999999999", "2**x", "a.b"],
)  # fmt: skip
def test_anything_else_is_refused(text):
    with pytest.raises(ValueError, match=r"constant .*: is no number"):
        number_of_text(text)
