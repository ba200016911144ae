"""A formula whose tall factors stand beside their fractions says the same, and has no fraction in a fraction."""

import math
import re

import pytest

from boundcheck.report.text.factored import factored

VALUES = {"a": 1.3, "b": 0.7, "c": 2.1, "d": 3.3, "e": 2.718281828, "n": 11.0, "q": 0.4}
MEANS = {"frac": lambda above, below: above / below, "sqrt": math.sqrt, "min": min, "ln": math.log}


def value(source):
    """Of sums, products, fractions, roots and powers."""
    text = source.replace("^", "**").replace(" - ", "-").replace(" + ", "+").replace(", ", ",")
    text = re.sub(r"(?<=[\w)']) (?=[\w(])", "*", text)
    return eval(text, {"__builtins__": {}}, VALUES | MEANS)  # of the cases below


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("frac(a (b + frac(c + a b + n, d + q)) e^(2 q), n)", "frac(a e^(2 q), n) (b + frac(c + a b + n, d + q))"),
        ("frac(e^(-1) min(frac(a, 8 n (b + c + d)), q), 4)", "frac(e^(-1), 4) min(frac(a, 8 n (b + c + d)), q)"),
        ("frac(frac(a, 2) sqrt(frac(a + b + c, n + q + d)), d)", "frac(a, 2 d) sqrt(frac(a + b + c, n + q + d))"),
        ("frac(frac(a + q + n, b + c + d) q, d - n)", "frac((a + q + n) q, (b + c + d) (d - n))"),
        ("q + frac(a + frac(b + q + a, n + d + c) c, d)", "q + frac(1, d) (a + frac(b + q + a, n + d + c) c)"),
        ("a - frac(frac(b + c + d, n + c + q), d) + q", "a - frac(b + c + d, (n + c + q) d) + q"),
    ],
)
def test_the_value_stays_and_nothing_is_nested(source, shown):
    assert factored(source) == shown
    assert value(shown) == pytest.approx(value(source))


def test_a_long_sum_gives_each_term_a_fraction_of_its_own_where_a_sum_may_stand():
    term = "frac(a + b + c + d, n + q + c) (b + c + d + e + q + n + a b c d e q n)"
    above = f"{term} + sqrt(frac(b, c)) d - frac(c, d + a + b + c) (a + b + c + d + e + q + n)"
    above += " + sqrt(frac(b, c)) e + a b n c d e q n"
    made = factored(f"a + frac({above}, q)")
    assert made.count("(n + q + c) q") == 1
    assert value(made) == pytest.approx(value(f"a + frac({above}, q)"))
    within = factored(f"a frac({above}, q)")
    assert within.startswith("a frac(1, q) (")
    assert value(within) == pytest.approx(value(f"a frac({above}, q)"))


@pytest.mark.parametrize(
    "source",
    [
        "frac(a, b)",
        "frac(a ln(frac(1, d)), n)",  # short enough for a slash
        "frac(ln frac(a, b), c)",  # a function without brackets is no factor
        "frac(sum_(i) frac(a, b), c)",
        "frac(a / n frac(a, b), c)",
        "frac(a e^(frac(a, b)), c)",  # an exponent has its slash
        '"frac(frac(a, b), c)"',
    ],
)
def test_what_is_not_plainly_a_product_stays(source):
    assert factored(source) == source


def test_a_power_of_a_fraction_stays():
    assert factored("frac(a frac(b + c, c + d + n), d)^2") == "frac(a frac(b + c, c + d + n), d)^2"


def test_a_half_of_a_tall_root_stands_below_with_the_rest():
    root = "sqrt(frac(a + b + c + d + q, n^(2)) + 1)"
    assert factored(f"frac(frac({root}, 2), gamma)") == f"frac(1, 2 gamma) {root}"
