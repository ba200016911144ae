"""LaTeX in one line of Unicode."""

import pytest

from boundcheck.report.text.plain import in_ascii, linear


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("$m$", "m"), (r"$\lambda$", "lambda"), (r"$1/\gamma$ at $\varepsilon = 8$", "1/gamma at epsilon = 8"),
        (r"L at $\kappa = 2 L^2$", "L at kappa = 2 L^2"),
        (r"$\ln\left( \frac{1}{\delta} \right)$", "ln(1/delta)"), (r"$\sqrt{\hat{\theta}_1}$ (covered)", "sqrt theta_1 (covered)"),
    ],
)  # fmt: skip
def test_a_name_in_a_file_of_numbers_is_ascii(text, name):
    assert in_ascii(text) == name


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (r"\frac{1}{2 C^{2}}", "1/(2 C²)"),
        (r"\varepsilon \le 10^{-6}", "ε ≤ 10⁻⁶"),
        (r"\|\hat\theta - \theta\|_2^2", "‖θ̂ − θ‖₂²"),
        (r"\sqrt{\frac{d + \ln(1/\delta)}{n}}", "√((d + ln(1/δ))/n)"),
        (r"\frac{a}{b} c", "(a/b) c"),
        (r"\ln \frac{n}{\delta}", "ln (n/δ)"),
        (r"\frac{a + b}{c d}", "(a + b)/(c d)"),
        (r"\pi_{\mathrm{ref}}(a \mid s)", "π_ref(a | s)"),
        (r"\pi^\star", "π∗"),
        (r"x^\top A x", "xᵀ A x"),
        (r"\sum_{i = 1}^n x_i", "∑_(i = 1)^n x_i"),
        (r"\mathbb{E}[X]", "E[X]"),
        (r"\mathcal{O}(n)", "𝒪(n)"),
        ("n = 1000", "n = 1,000"),
        ("-x - (-y)", "−x − (−y)"),
        (r"\sigma'(z)", "σ′(z)"),
        (r"e^{-B}", "e^(−B)"),
        (r"\log|\Pi|", "ln |Π|"),
        (r"[0, 1/2)", "[0, 1/2)"),
        (r"a \cdot 3", "a · 3"),
        (r"2 \sqrt{x}", "2 √x"),
        (r"\sqrt{x + 1}", "√(x + 1)"),
        (r"\sqrt{x}", "√x"),
    ],
)
def test_a_formula_in_one_line(source, line):
    assert linear(source) == line


def test_what_is_no_mathematics_stays_as_it_is_typed():
    assert linear("alpha <= 1") == "alpha <= 1"
