"""A reason begins with a capital, and a letter of the page stays the letter that it is."""

import pytest

from boundcheck.settle.reasons import as_sentence


@pytest.mark.parametrize(
    ("summary", "sentence"),
    [
        ("a factor is missing", "A factor is missing."),
        ("batches are too small.", "Batches are too small."),
        ("No constant will do", "No constant will do."),
        ("sigma rises with epsilon", "sigma rises with epsilon."),
        ("x is a difference", "x is a difference."),
        ("sqrt(lambda) B stands alone", "sqrt(lambda) B stands alone."),
        ("ln(1/delta) tends to 0", "ln(1/delta) tends to 0."),
        ("1/t^2 stands for 1/t", "1/t^2 stands for 1/t."),
    ],
)
def test_only_words_are_given_a_capital(summary, sentence):
    assert as_sentence(summary) == sentence
