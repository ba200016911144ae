"""Typed texts in print."""

import pytest

from boundcheck.report.prose import opened, prose, sentence


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("alpha <= 1e-06, lambda > 3e2.", "α ≤ 10⁻⁶, λ > 3×10²."),
        ("1 - delta", "1 − δ"),
        ("gamma/2, 1/gamma, c(epsilon), B' sqrt(lam)", "γ/2, 1/γ, c(ε), B' √λ"),
        ("alpha_1 and z_0 <= 2.5e+20", "α₁ and z₀ ≤ 2.5×10²⁰"),
        (
            "gamma_dropped, strong_convexity, alphabet, metadata",
            "gamma_dropped, strong_convexity, alphabet, metadata",
        ),
        ("unified/claim_e_1", "unified/claim_e_1"),
        ("C * 4*sqrt(23)*(exp(-1/(400*C**2)))", "C·4·√23·(exp(−1/(400·C^2)))"),
        ("What survives (HOLDS_REPAIRED)", "What survives (holds, repaired)"),
        ("measured -0.498 against -1, arXiv 1505-2, e^(-2)", "measured −0.498 against −1, arXiv 1505-2, e^(−2)"),
        ("theta* and pi*(s), 2*sqrt(a + b)", "θ* and pi*(s), 2·√(a + b)"),
        (None, ""),
    ],
)
def test_prose(typed, printed):
    assert prose(typed) == printed


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("the bound holds", "The bound holds."),
        ("n-dimensional steps", "n-dimensional steps."),
        ("norm(x) <= 1", "norm(x) ≤ 1."),
        ("gamma is lost!", "γ is lost!"),
        ("0 of 8,000 exceed it", "0 of 8,000 exceed it."),
        ("C = 2", "C = 2."),
        ("", ""),
    ],
)
def test_sentence(typed, printed):
    assert sentence(typed) == printed


def test_a_claim_called_gamma_keeps_its_name():
    assert opened("gamma is refuted at gamma = 1", "gamma") == "gamma is refuted at γ = 1"
    assert opened("Lemma 1 holds for gamma", "Lemma 1") == "Lemma 1 holds for γ"
    assert opened("gammas hold", "gamma") == "gammas hold"


def test_thousands_are_set_apart_in_long_numbers():
    assert prose("false at n = 1000000000000") == "false at n = 1,000,000,000,000"
    assert prose("at 999989/1000000, seed 20250521") == "at 999989/1000000, seed 20250521"
