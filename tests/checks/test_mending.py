"""How a repair lies to its line: one symbol, the same line, or another one, which mends nothing."""

import pytest
from sympy import Symbol, exp, log, sqrt, symbols

import boundcheck
from boundcheck.checks.mending import mending, one_symbol
from boundcheck.checks.mending import symbols as shown
from boundcheck.claims import By, Cited, Claim, Identity, Inequality, Letter, Repair, Step
from boundcheck.verdict import Headline, Severity

x, y, z = symbols("x y z", real=True)
n = Symbol("n", real=True)
FALSE = Inequality(exp(x) + y, x)


def line(statement, repair, display="", mended="", **more):
    return Step("s", "(1)", statement, display, repair=Repair(repair, "so", mended), **more)


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        (Inequality(x**2 + y, z), Inequality(x**3 + y, z)),
        (Inequality(x**2 + y, z), Inequality(x**2, z)),
        (Inequality(log(y) + x, z), Inequality(log(n) + x, z)),
        (Inequality(x - y, z), Inequality(y - x, z)),  # a sign before a bracket
        (Inequality(x + exp(y), z), Inequality(z, x + exp(y))),  # the relation turned round
        (Identity(y * (x + 1) / (x + 2) + x, z), Identity(y * (n + 1) / (n + 2) + n, z)),  # one letter throughout
        (Inequality(x * y / n, z), Inequality(x * y, z)),
    ],
)
def test_one_symbol_makes_the_difference(printed, meant):
    assert mending(line(printed, meant), {}, {}) == "one symbol"
    assert mending(line(meant, printed), {}, {}) == "one symbol"


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        (Inequality(x, y), Inequality(x, exp(z) * y + sqrt(n) * log(z) + 7)),  # a side in common
        (Identity(exp(x) * y + z, n), Identity(exp(x) * log(y), n)),
    ],
)
def test_a_repair_with_a_side_of_the_line_is_of_the_line(printed, meant):
    assert mending(line(printed, meant), {}, {}) == "line"


@pytest.mark.parametrize(
    "meant",
    [
        Inequality(z, z + 1),
        Identity(z, z),
        Inequality(log(z), z - 1, (z > 0,)),
        Cited("somebody has shown it", "textbook"),
        By("other", says=Inequality(sqrt(z), sqrt(z) + 1)),
    ],
)
def test_that_something_else_is_true_mends_nothing(meant):
    assert mending(line(FALSE, meant, misprint="somewhere"), {}, {}) == "another line"


def test_typed_lines_count_as_they_are_typed():
    display = r"\|\Delta\|_A \le \frac{C}{\gamma} \sqrt{\frac{d}{n}}"
    reduced = Inequality(x, y), Inequality(z + n, 3 * n * exp(z))
    for mended, due in (
        (r"\|\Delta\|_A \le \frac{C}{\gamma^2} \sqrt{\frac{d}{n}}", "one symbol"),
        (r"\|\Delta\|_B \le \frac{C}{\gamma} \sqrt{\frac{d}{n}}", "one symbol"),
        (r"\|\Delta\|_A \le \frac{C + 1}{\gamma} \sqrt{\frac{d + \ln(1/\delta)}{n}}", "line"),
        (r"\mathbb{E} \sum_i x_i^2 = 1", "another line"),
        ("", "another line"),
    ):
        assert mending(line(*reduced, display, mended), {}, {}) == due, mended


def test_brackets_make_no_symbol_and_other_brackets_are_a_misprint():
    assert shown(r"\ln(\ln(n)/\delta)") == shown(r"\ln \ln n/\delta")
    reduced = Inequality(x, y), Inequality(z + n, 3 * n * exp(z))
    assert mending(line(*reduced, r"\ln(\ln(n/\delta)) \le C", r"\ln(\ln(n)/\delta) \le C"), {}, {}) == "one symbol"
    assert not one_symbol(["a"], ["a"])
    assert shown(r"\bar{r}_t + b_{t - 1}^*") == ["overline", "r_t", "+", "b_t-1^*"]


def test_an_index_that_moves_everywhere_is_one_symbol_and_two_letters_are_two():
    assert one_symbol(shown("r_t + b_t"), shown("r_{t - 1} + b_{t - 1}"))
    assert one_symbol(shown(r"J_\theta + J_u"), shown(r"I_\theta + I_u"))
    assert not one_symbol(shown("r_t + b_t"), shown("r_{t - 1} + b_{t + 1}"))
    assert not one_symbol(shown("a + b + c"), shown("u + b + w"))


def settled(repair, **more):
    steps = (Step("last", "(2)", Inequality(x, x + 1)), line(FALSE, repair, **more))
    return boundcheck.check(Claim(steps=steps), budget="quick")


def test_the_letters_of_a_claim_are_those_in_which_lines_are_shown():
    one = line(Inequality(x, y - 1), Inequality(x, y + 1), misprint="the line below")
    claim = Claim(steps=(one,), letters=(Letter(x, latex=r"\xi"), Letter(y)))
    found = boundcheck.check(claim, budget="quick")
    assert found.headline is Headline.UNDECIDED


def test_an_unrelated_repair_leaves_the_false_line_open_whatever_it_is_called():
    """exp(x) + y <= x is false; that z <= z + 1 is true does not make it a misprint, or harmless."""
    found = settled(Inequality(z, z + 1), misprint="the line below")
    assert (found.headline, found.severity) == (Headline.UNDECIDED, Severity.OPEN)
    assert "no proved repair" in found.text
    mended = settled(Inequality(-exp(x) - y, x, (y >= 0, x >= 0)), misprint="the line below")
    assert (mended.headline, mended.severity) == (Headline.SUPPORTED, Severity.MISPRINT)
    far = settled(Inequality(x, exp(x) + y**2), misprint="the line below")
    assert (far.headline, far.severity) == (Headline.SUPPORTED, Severity.PROOF)
