"""A sentence begins with a capital, and a letter of the page stays the letter that it is."""

import pytest
from sympy import Symbol

from boundcheck.claims import Claim, Inequality, Letter, Paper, Source
from boundcheck.claims.texts import aside
from boundcheck.settle.settle import legible
from boundcheck.verdict import Evidence, Outcome, facts
from boundcheck.verdict.statements import Witness
from boundcheck.words.headlines import sentence


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        ("a factor is missing", "A factor is missing."),
        ("batches are too small.", "Batches are too small."),
        ("No constant will do", "No constant will do."),
        ("$sigma$ rises with $epsilon$", "$sigma$ rises with $epsilon$."),
        ("x is a difference", "x is a difference."),
        ("$ln(1/delta)$ tends to 0", "$ln(1/delta)$ tends to 0."),
        ("`bound` is open", "`bound` is open."),
    ],
)
def test_only_words_are_given_a_capital(phrase, said):
    assert sentence(phrase) == said


def test_a_place_in_brackets_gets_no_second_pair():
    assert (aside("Eq. (3)"), aside("(3)"), aside("")) == (" (Eq. (3))", ", in (3)", "")


def test_a_case_is_legible_where_its_letters_are_the_papers_and_all_have_a_value():
    alpha, s = Symbol("alpha", real=True), Symbol("s", real=True)
    letter = Letter(Symbol("alpha"), "share", (), (0.0, 1.0))
    source = Source(Paper("p", "t", ("a",), "v", 2020, "r"), "Theorem 1", "p. 1")

    def followed(statement, point):
        made = Claim(source, "t", "w", {"": alpha}, (letter,), {"bound": statement})
        witness = Witness(point=point, lhs="2", rhs="1", text="")
        return legible(statement, Evidence(Outcome.REFUTED, facts.FalseAt(point, "2", "1", "<="), witness=witness), made)

    assert followed(Inequality(alpha, alpha**2), {"alpha": "1/4"})
    assert not followed(Inequality(alpha, s), {"alpha": "1/4"})  # s has no value
    assert not followed(Inequality(s, s**2), {"s": "1/4"})  # s is nothing that the paper has
