"""Texts in print: what stands between dollars is set, names stand in words, and nothing is guessed."""

import pytest

from boundcheck.report.text.letters import Letters
from boundcheck.report.text.prose import (
    chosen_value,
    in_html,
    in_markdown,
    named,
    opened,
    prose,
    runs,
    sentence,
    sentence_runs,
    value,
)

LETTERS = Letters(
    {"radius": "B'", "lam": r"\lambda", "rest": "K + 1"},
    {"claim_e_1/step_a": "step a of Claim E.1", "step_a": "step a"},
)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        (r"$\alpha \le 10^{-6}$, with $1 - \delta$", "α ≤ 10⁻⁶, with 1 − δ"),
        (r"$\|\Sigma\| \sqrt{t}$ and $\|f(s, a)\|$", "‖Σ‖ √t and ‖f(s, a)‖"),
        ("by `step_a` and `claim_e_1/step_a`, not `other`", "by step a and step a of Claim E.1, not other"),
        ("for gamma <= 1 and n = 1000000, by step_a", "for gamma <= 1 and n = 1000000, by step_a"),
        (r"at $\letter{radius} = 1$", "at B′ = 1"),
        (r"at $\letter{rest}^2 = 1$", "at (K + 1)² = 1"),
        (r"at $\letter{unknown} = 1$", "at unknown = 1"),
        ("a $ without its other one", "a $ without its other one"),
        ("", ""),
    ],
)
def test_a_text_in_print(typed, printed):
    assert prose(typed, LETTERS) == printed


def test_no_text_is_no_text():
    assert prose(None) == ""
    assert runs(None, LETTERS) == sentence_runs(None, LETTERS) == []


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("the bound holds", "The bound holds."),
        ("$n$-dimensional steps", "n-dimensional steps."),
        (r"$\|x\| \le 1$", "‖x‖ ≤ 1."),
        (r"$\gamma$ is lost!", "γ is lost!"),
        ("0 of 8,000 exceed it", "0 of 8,000 exceed it."),
        ("", ""),
    ],
)
def test_sentence(typed, printed):
    assert sentence(typed) == printed


def test_a_claim_called_gamma_keeps_its_name():
    assert opened(r"gamma is refuted at $\gamma = 1$", "gamma") == "gamma is refuted at γ = 1"
    assert opened(r"Lemma 1 holds for $\gamma$", "Lemma 1") == "Lemma 1 holds for γ"


def flat(found):
    """Runs on one line, what is set as mathematics between dollars."""
    return "".join(run if isinstance(run, str) else f"${run['latex']}$" for run in found)


def test_a_sentence_of_runs():
    assert flat(sentence_runs("$x_i$ is small", LETTERS)) == "$x_i$ is small."
    assert flat(sentence_runs("small is $x_i$", LETTERS)) == "Small is $x_i$."
    assert flat(sentence_runs(r"gamma holds at $\letter{lam} = 1$", LETTERS, "gamma")) == r"gamma holds at $\lambda = 1$."


def test_what_is_no_mathematics_is_marked_where_it_stands():
    (run,) = runs("$alpha <= 1$", LETTERS)
    assert run["fault"] == "alpha <= 1"


def test_a_name_is_a_letter_or_a_text():
    assert flat(named("lam", LETTERS)) == r"$\lambda$"
    assert flat(named(r"$\alpha$, worst block", LETTERS)) == r"$\alpha$, worst block"
    assert named("worst block", LETTERS) == ["worst block"]


def test_texts_in_markdown_and_as_html():
    assert in_markdown(r"at $\letter{radius} \le 1$, by `step`", LETTERS) == r"at $B' \le 1$, by `step`"
    assert in_html(r"<$c_1$ and $e^{-\delta}$ by `step_a`>", LETTERS) == "&lt;c<sub>1</sub> and e<sup>−δ</sup> by step a&gt;"


def test_expressions_that_somebody_chose():
    assert chosen_value("1/(16384*C**12)") == "1/(2¹⁴ C¹²)"
    assert chosen_value("C*(log(3) + 1)") == "C(ln(3) + 1)"
    assert chosen_value("0.01") == "0.01"


@pytest.mark.parametrize(
    "text", ["0.5", "inf", "undefined", "a.b", "lambda x: x", "__import__('os')", "log()", "a +", "'a'", "", "a if b else c"]
)
def test_what_is_no_arithmetic_is_a_word(text):
    assert isinstance(value(text, {}), str)


def test_a_value_is_a_number_an_expression_or_a_word():
    assert value("0.0100000000000", {}) == "0.01"
    assert value("2*C", {})["latex"] == "2 C"
    assert value("2*radius", LETTERS, longest=3)["block"]
