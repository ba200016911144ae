"""Typed texts in print."""

import pytest

from boundcheck.report.prose import prose, sentence


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
