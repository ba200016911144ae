"""Formulas in one line: what Typst's words stand for, and nothing of its marks."""

import pytest

from boundcheck.report.text.one_line import linear

LINES = {
    'theta_"sft"': "θ_sft",
    "cal(N)_cal(F)": "𝒩_ℱ",
    "abs(Pi) slash delta": "|Π| / δ",
    "x^top theta^*": "xᵀ θ∗",
    "frac(1, 16384 C^(12))": "1/(16384 C¹²)",
    "e^(-1\\/(400 C^(2)))": "e^(−1/(400 C²))",
    "EE[norm(hat(theta) - theta)^2]": "E[‖θ̂ − θ‖²]",
    "z_(0) <= B'": "z₀ ≤ B′",
    "sqrt(2 alpha)": "√(2 α)",
    "tilde(L)_0": "L̃₀",
    "max(a, b)": "max(a, b)",
    "unheard.of(x)": "unheard.of(x)",
}


@pytest.mark.parametrize(("source", "line"), LINES.items())
def test_a_formula_in_a_line(source, line):
    assert linear(source) == line


@pytest.mark.parametrize("source", ["", "(", "sqrt(a", "a_", "frac(1", '"', "\\", ")", "x^"])
def test_what_is_cut_off_is_no_error(source):
    assert isinstance(linear(source), str)
