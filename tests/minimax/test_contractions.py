"""Contractions under local privacy: every line proved, every constant attained, and a constant that is too small caught."""

from fractions import Fraction

import numpy as np
import pytest
from flint import ctx
from sympy import Rational, Symbol, exp, log, sinh

from boundcheck.minimax import CONTRACTIONS, GARBLING, Channel, Law, bernoulli, randomized_response
from boundcheck.minimax.contractions import (
    BITS_CONSTANT,
    CHI_SQUARE,
    CLASSICAL,
    DIVERGENCE,
    EPSILON,
    GENERAL_CONSTANT,
    E,
)
from boundcheck.prove import Proved, Refuted, prove
from boundcheck.symbolic import Statement
from boundcheck.symbolic.balls import as_arb, ball

LEVELS = (Rational(1, 10), log(2), Rational(1), log(3), log(20), Rational(4))
LINES = {words: line for c in CONTRACTIONS for words, line in c.steps.items()} | GARBLING


@pytest.mark.parametrize("words", LINES)
def test_every_line_is_proved(words):
    assert isinstance(prove(LINES[words]), Proved)


@pytest.mark.parametrize("epsilon", LEVELS, ids=str)
@pytest.mark.parametrize("contraction", CONTRACTIONS, ids=lambda c: c.name)
def test_every_constant_is_attained(contraction, epsilon):
    shown = contraction.exhibit(epsilon, Fraction(1, 1000))
    with ctx.workprec(192):
        assert shown.channel.keeps(epsilon)
        constant = as_arb(ball(contraction.constant.subs(EPSILON, epsilon), {}))
        share = as_arb(contraction.ratio(shown.channel, shown.first, shown.second)) / constant
        assert share > Fraction(999, 1000).numerator / as_arb(1000)
        assert share < 1 + as_arb(10) ** -40


@pytest.mark.parametrize("contraction", [c for c in CONTRACTIONS if "bits" not in c.name], ids=lambda c: c.name)
def test_no_private_channel_exceeds_a_constant(contraction):
    rng = np.random.default_rng(20)
    with ctx.workprec(128):
        for _ in range(60):
            inputs, reports = rng.integers(2, 5), rng.integers(2, 6)
            weights = [[Fraction(int(rng.integers(2, 9))) for _ in range(reports)] for _ in range(inputs)]
            rows = tuple(Law(tuple(w / sum(row) for w in row)) for row in weights)
            columns = list(zip(*(row.probabilities for row in rows), strict=True))
            epsilon = log(max(max(c) / min(c) for c in columns))
            laws = [Law(tuple(Fraction(int(w), int(v.sum())) for w in v)) for v in rng.integers(1, 30, (2, inputs))]
            if laws[0] == laws[1]:
                continue
            channel = Channel(rows)
            assert channel.keeps(epsilon)
            assert not channel.keeps(epsilon * Rational(9, 10)) or epsilon == 0
            ratio = contraction.ratio(channel, *laws)
            assert as_arb(ratio) <= as_arb(ball(contraction.constant.subs(EPSILON, epsilon), {})) + as_arb(10) ** -30


def test_the_constant_of_bits_fails_for_three_inputs():
    """4 sinh(epsilon/2)^2 is for bits: a rare pair in front of a third input exceeds it from epsilon = ln 2 on."""
    for contraction in (CHI_SQUARE, DIVERGENCE):
        shown = contraction.exhibit(log(10), Fraction(1, 1000))
        with ctx.workprec(192):
            ratio = contraction.ratio(shown.channel, shown.first, shown.second)
            assert as_arb(ratio) > Fraction(16, 10).numerator / as_arb(10) * ball(
                BITS_CONSTANT.subs(EPSILON, log(10)), {}
            )


def test_a_line_with_the_constant_of_bits_is_refuted():
    s, t = Symbol("s", positive=True), Symbol("t", positive=True)
    printed = CHI_SQUARE.steps["one report, three mixtures, E <= 2"]
    too_wide = tuple(h for h in printed.given if h != (E <= 2))
    assert len(too_wide) == len(printed.given) - 1
    assert isinstance(prove(Statement((s - t) ** 2, "<=", (E - 1) ** 2 / E * (s + t - 1), too_wide)), Refuted)


def test_a_smaller_constant_is_refuted():
    a, b = Symbol("a", positive=True), Symbol("b", positive=True)
    line = Statement(
        a - b, "<=", Rational(99, 100) * (E - 1) / (E + 1), (a <= E * b, 1 - b <= E * (1 - a), a <= 1, b <= 1)
    )
    assert isinstance(prove(line), Refuted)


def test_the_classical_constant_is_twelve_times_too_large_at_three():
    bits = next(c for c in CONTRACTIONS if c.name.startswith("symmetrised") and "bits" in c.name)
    assert bits.factor.rewrite(exp).subs(EPSILON, log(3)).simplify() == 12
    assert DIVERGENCE.factor.subs(EPSILON, log(3)) == 10
    assert CLASSICAL.subs(EPSILON, log(3)) == 16
    assert GENERAL_CONSTANT.subs(EPSILON, log(3)) == Rational(8, 5)


def test_the_constant_of_bits_is_the_general_one_up_to_ln_2():
    assert BITS_CONSTANT == 4 * sinh(EPSILON / 2) ** 2
    assert isinstance(prove(Statement(BITS_CONSTANT, "<=", GENERAL_CONSTANT)), Proved)
    assert isinstance(prove(Statement(BITS_CONSTANT, "==", GENERAL_CONSTANT, (exp(EPSILON) <= 2,))), Proved)


def test_a_law_that_is_none_is_refused():
    with pytest.raises(ValueError, match="add up to 1"):
        Law((Fraction(1, 2), Fraction(1, 3)))
    with pytest.raises(ValueError, match="at least 0"):
        Law((Fraction(3, 2), Fraction(-1, 2)))
    with pytest.raises(TypeError, match="float"):
        bernoulli(0.5)
    with pytest.raises(ValueError, match="epsilon"):
        randomized_response(-1)
