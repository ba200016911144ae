"""Where the mathematics of a text is: said by marks, or recognised once."""

import pytest

from boundcheck.claims.formulas_in_text import marked
from boundcheck.claims.marks import pieces, plain


def test_marks_say_what_a_text_is_made_of():
    text = "with $alpha <= 1/2$, by `step_a`"
    assert list(pieces(text)) == [
        ("words", "with "), ("mathematics", "alpha <= 1/2"), ("words", ", by "), ("name", "step_a"),
    ]  # fmt: skip
    assert plain(text) == "with alpha <= 1/2, by step_a"
    assert list(pieces("")) == []


@pytest.mark.parametrize("text", ["it costs 5$", "a `tick", "$a$ and $"])
def test_marks_that_do_not_pair_are_words(text):
    assert list(pieces(text)) == [("words", text)]
    assert plain(text) == text


def test_marks_that_a_text_has_are_kept():
    text = marked("for $n$ and delta, by `step` and a $bare word$")
    assert text == "for $n$ and $delta$, by `step` and a $bare word$"
    assert marked(text) == text
    assert marked("it costs 5$ for delta") == "it costs 5$ for delta"


@pytest.mark.parametrize(
    ("typed", "held"),
    [
        ("alpha <= 1e-06, lambda > 3e2.", "$alpha <= 1e-06$, $lambda > 3e2$."),
        ("with probability at least 1 - delta", "with probability at least $1 - delta$"),
        ("c(epsilon)/(4 gamma m^2) itself", "$c(epsilon)/(4 gamma m^2)$ itself"),
        ("1/((e^epsilon - 1)^2 n) is claimed", "$1/((e^epsilon - 1)^2 n)$ is claimed"),
        ("log(|Pi|/zeta)/beta^2; then", "$log(|Pi|/zeta)/beta^2$; then"),
        ("in [-B, B],", "in $[-B, B]$,"),
        ("2 beta B for a beta, (1 - alpha) n of A", "$2 beta B$ for a $beta$, $(1 - alpha) n$ of A"),
        ("norm(v)_2^2 >= d", "$norm(v)_2^2 >= d$"),
        ("d/sqrt(mn) of it", "$d/sqrt(mn)$ of it"),
        ("(epsilon, delta)-DP", "$(epsilon, delta)$-DP"),
        ("sqrt(least eigenvalue + lambda)", "$sqrt$(least eigenvalue + $lambda$)"),
        ("theta* and pi*(s), n~", "$theta*$ and $pi*(s)$, $n~$"),
        ("at radius = 1, c_epsilon and the radius", "at $radius = 1$, $c_epsilon$ and the radius"),
        ("by the steps ridge and step_a, in claim_e_1", "by the steps `ridge` and `step_a`, in `claim_e_1`"),
    ],
)
def test_what_can_only_be_mathematics_is_recognised(typed, held):
    assert marked(typed, ["radius", "c_epsilon"], ["step_a", "claim_e_1"], ["ridge", "step_a"]) == held
    assert plain(held) == typed


@pytest.mark.parametrize(
    "text",
    ["the log likelihood, a log scale", "gamma_dropped, strong_convexity, alphabet, metadata", "unified/claim_e_1",
     "sub-Gaussian, arXiv 1505-2, n = 3 of I", "1,500,000 repeats", "the ridge is a step", ""],
)  # fmt: skip
def test_words_stay_words(text):
    assert marked(text, ["ridge"], ["step_a"], ["ridge"]) == text


def test_every_text_comes_back_from_its_marks():
    for text in ("a_(", "((((", "[[x]", "|Pi|", "^^", "1e", "sqrt(", "log log", "-", "x^-", "'" * 9, "e^(e^(e^(x)))", "\n\t"):
        assert plain(marked(text)) == text
