"""Texts and expressions in print."""

import pytest

from boundcheck.claims.texts import marked
from boundcheck.report.text.formulas import settable
from boundcheck.report.text.letters import NBSP, Letters
from boundcheck.report.text.prose import (
    chosen_value,
    expression,
    named,
    opened,
    prose,
    runs,
    sentence,
    sentence_runs,
    typed,
    value,
)

# Texts in print: what is marked as mathematics is set, and words are left as they are.

def seen(text, known=None):
    """As a record holds it, in print."""
    names = [name for name in getattr(known, "called", {}) if "_" in name]
    return prose(marked(text, known or (), names), known)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("alpha <= 1e-06, lambda > 3e2.", "α ≤ 10⁻⁶, λ > 3×10²."),
        ("1 - delta", "1\u00a0−\u00a0δ"),
        ("variance sigma^2/n, (zeta alpha)^2, x^2.5", "variance σ²/n, (ζ α)², x^2.5"),
        ("norm(Sigma) sqrt(t) and norm(f(s, a)) <= norm(x) - norm(b)^2", "‖Σ‖ √t and ‖f(s, a)‖ ≤ ‖x‖ − ‖b‖²"),
        ("gamma/2, 1/gamma, c(epsilon), B' sqrt(lam)", "γ/2, 1/γ, c(ε), B' √λ"),
        ("alpha_1 and z_0 <= 2.5e+20", "α₁ and z₀ ≤ 2.5×10²⁰"),
        (
            "gamma_dropped, strong_convexity, alphabet, metadata",
            "gamma_dropped, strong_convexity, alphabet, metadata",
        ),
        ("unified/claim_e_1", "unified/claim_e_1"),
        ("C * 4*sqrt(23)*(exp(-1/(400*C**2)))", "C·4·√23·(exp(−1/(400·C²)))"),
        ("measured -0.498 against -1, arXiv 1505-2, e^(-2)", "measured −0.498 against −1, arXiv 1505-2, e^(−2)"),
        ("theta* and pi*(s), 2*sqrt(a + b)", "θ* and π*(s), 2·√(a + b)"),
    ],
)
def test_a_typed_text_in_print(typed, printed):
    assert seen(typed) == printed


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("the bound holds", "The bound holds."),
        ("n-dimensional steps", "n-dimensional steps."),
        ("norm(x) <= 1", "‖x‖ ≤ 1."),
        ("gamma is lost!", "γ is lost!"),
        ("0 of 8,000 exceed it", "0 of 8,000 exceed it."),
        ("C = 2", "C = 2."),
        ("", ""),
    ],
)
def test_sentence(typed, printed):
    assert sentence(marked(typed)) == printed


def test_a_claim_called_gamma_keeps_its_name():
    assert opened("gamma is refuted at $gamma = 1$", "gamma") == "gamma is refuted at γ = 1"
    assert opened("Lemma 1 holds for $gamma$", "Lemma 1") == "Lemma 1 holds for γ"


def test_words_are_left_as_they_are():
    text = "for gamma <= 1 and n = 1000000, by step_a"
    assert prose(text, LETTERS) == text
    assert runs(text, LETTERS) == [text]
    assert prose("a norm(x)^2 - 1 - x without marks") == "a norm(x)^2 - 1 - x without marks"
    assert prose(None) == prose("") == ""


def test_thousands_are_set_apart_in_long_numbers():
    assert seen("false at n = 1000000000000") == "false at n = 1,000,000,000,000"
    assert seen("at 999989/1000000, n = 2/1000001") == "at 999989/1000000, n = 2/1000001"
    typed = "about 1,500,000 repeats"
    assert seen(typed) == typed


LETTERS = Letters(
    {"radius": "B'", "feature_bound": "L", "lam": "lambda", "least": "lambda_min"},
    {"claim_e_1/step_a": "step a of Claim E.1", "step_a": "step a"},
)


def flat(found):
    """Runs on one line, what is set as mathematics between dollars."""
    return "".join(run if isinstance(run, str) else f"${run['typst']}$" for run in found).replace(NBSP, " ")


@pytest.mark.parametrize(
    ("typed", "plain", "page"),
    [
        ("at radius = 1, lam = 1e-09", "at B′ = 1, λ = 10⁻⁹", "at $B'$ = 1, $lambda$ = 10⁻⁹"),
        ("the radius of the ball", "the radius of the ball", "the radius of the ball"),
        ("for feature_bound at most 1", "for L at most 1", "for $L$ at most 1"),
        ("least >= 0 at least", "λ_min ≥ 0 at least", "$lambda_min$ ≥ 0 at least"),
        ("Sigma_D + lambda I, eta_t", "Σ_D + λ I, η_t", "$Sigma_(D)$ + λ I, $eta_(t)$"),
        ("Σ_D and θ_sft", "Σ_D and θ_sft", '$Sigma_(D)$ and $theta_("sft")$'),
        ("theta_sft = -theta_true", "θ_sft = −θ_true", '$theta_("sft")$ = −$theta_("true")$'),
        ("step_a, claim_e_1/step_a", "step a, step a of Claim E.1", "step a, step a of Claim E.1"),
        ("unified/claim_e_1, gamma_dropped", "unified/claim_e_1, gamma_dropped", "unified/claim_e_1, gamma_dropped"),
        ("β ln(π*/π_sft), θ_true/β", "β ln(π*/π_sft), θ_true/β", 'β ln(π*/$pi_("sft")$), $theta_("true")$/β'),
        ("B'^2, sigma^2/n, c(epsilon)^2", "B'², σ²/n, c(ε)²", "B'², σ²/n, c(ε)²"),
        ("1/(e^epsilon - 1)", "1/(e^ε − 1)", "1/($e^epsilon$ − 1)"),
        ("2^(-n), e^(-4 β)/2", "2^(−n), e^(−4 β)/2", "$2^(-n)$, $e^(-4 beta)$/2"),
        ("log log n - log(1/delta)", "ln ln n − ln(1/δ)", "ln ln n − ln(1/δ)"),
        ("the log likelihood, a log scale, log2(n)",) * 3,
    ],
)
def test_a_claim_s_letters_in_its_texts(typed, plain, page):
    held = marked(typed, LETTERS, [name for name in LETTERS.called if "_" in name])
    assert prose(held, LETTERS) == plain
    assert flat(runs(held, LETTERS)) == page


def test_a_sentence_of_runs():
    assert flat(sentence_runs("$x_i$ is small", LETTERS)) == "$x_(i)$ is small."
    assert flat(sentence_runs("small is $x_i$", LETTERS)) == "Small is $x_(i)$."
    assert flat(sentence_runs("gamma holds at $lam = 1$", LETTERS, "gamma")) == "gamma holds at $lambda$ = 1."
    assert sentence_runs("", LETTERS) == sentence_runs(None, LETTERS) == []


def test_expressions_that_somebody_chose():
    assert chosen_value("1/(16384*C**12)") == "1/(16,384·C¹²)"
    assert chosen_value("C*(log(3) + 1)") == "C·(ln(3) + 1)"


def test_more_than_letters_is_text():
    assert named("alpha, worst block", {}) == "α, worst block"
    assert named("1/gamma at epsilon = 0.5", {}) == "1/γ at ε = 0.5"
    assert named("c(epsilon)", {})["typst"] == "c(epsilon)"
    assert named("ln(1/delta)", {})["typst"] == '"ln"(1\\/delta)'


def test_names_of_settings_are_typed_in_the_same_notation():
    assert typed("private (small delta)") == "private (small δ)"
    assert typed("epsilon = 1, m = 50") == "ε = 1, m = 50"


# Expressions that a record holds as text are read as arithmetic, or not at all.

@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("10000*C**4", "10^(4) C^(4)"),
        ("4294967296*C**32", "2^(32) C^(32)"),
        ("123456*C", "\"123,456\" C"),
        ("10000**2*C", "(10^(4))^(2) C"),
        ("exp(-1/(400*C**2))", "e^(-1\\/(400 C^(2)))"),
        ("exp(-(a + b)/2)", "e^(-(a + b)\\/2)"),
        ("-a*b**-c", "-a b^(-c)"),
        ("a - (b - c)", "a - (b - c)"),
        ("(a + b)*3*c", "(a + b) dot 3 c"),
        ("(-a)**2", "(-a)^(2)"),
        ("sqrt(log(1/delta))", "sqrt(ln(1 \\/ delta))"),
        ("Abs(C)/2", "abs(C) \\/ 2"),
        ("radius", "B'"),
    ],
)
def test_arithmetic_is_set(text, source):
    made = expression(text, {"radius": "B'"})
    assert made["typst"] == source
    assert made["alt"] == text
    assert settable([made]) == []


@pytest.mark.parametrize(
    "text",
    ["0.5", "1/2", "inf", "undefined", "(1, 0)", "f(x)", "a.b", "lambda x: x", "__import__('os')", "log()", "a +",
     "'a'", "(" * 150 + ")" * 150, "x" * 5000, "", "a if b else c", "a\x00b", "log(x, y=1)", "True"],
)  # fmt: skip
def test_anything_else_is_no_expression(text):
    assert expression(text, {}) is None


def test_a_value_is_a_number_an_expression_or_a_word():
    assert value("0.0100000000000", {}) == "0.01"
    assert value("2*C", {})["typst"] == "2 C"
    assert value("undefined", {}) == "undefined"
