"""Powers stand behind the names of functions, roots of products are one, and large numbers can be read."""

import pytest

from boundcheck.report.text.formula import formula, settable
from boundcheck.report.text.powers import written


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ("4 (cosh(frac(B, 2)))^(2)", r"4 cosh^(2)(B \/ 2)"),
        (r"sinh(1\/2)^(2) x", r"sinh^(2)(1\/2) x"),
        ("sqrt(2) sqrt(ln(4 m n)) + 1", "sqrt(2 ln(4 m n)) + 1"),
        ("sqrt(2) sqrt(d - 1)", "sqrt(2 (d - 1))"),
        ("8000000000000 C^(2)", "8 dot 10^(12) C^(2)"),
        ("ln(1000000 C)", "ln(10^(6) C)"),
        ("1234567 x", '"1,234,567" x'),
    ],
)
def test_a_formula_as_it_is_written_by_hand(source, made):
    assert written(source) == made
    assert settable([formula({"typst": source})]) == []


@pytest.mark.parametrize(
    "source",
    ["(ln(x) + 1)^(2)", "((cosh(x)))^(2)", "cosh(x)^(2 y)", "sqrt(x) sqrt(y)", "sqrt(2) x", "x_1000000", "1000000^(2)",
     '"1000000 (cosh(x))^(2)"', "arccosh(x)^(2)", "12345"],
)  # fmt: skip
def test_what_is_no_power_root_or_large_number_stays(source):
    assert written(source) == source
