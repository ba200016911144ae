"""A reason begins with a capital, and a letter of the page stays the letter that it is."""

import pytest
from sympy import Symbol

from boundcheck.claims import Claim, Fault, Inequality, Letter, Paper, Source
from boundcheck.claims.texts import aside
from boundcheck.settle.sentences import as_sentence, reasons
from boundcheck.verdict import Evidence, FoundFault, Outcome, PartVerdict, Severity, facts


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


def test_a_place_in_brackets_gets_no_second_pair():
    assert (aside("Eq. (3)"), aside("(3)"), aside("")) == (" (Eq. (3))", ", in (3)", "")


def told_of(statement, point):
    """Why a part is false of which somebody said what is wrong, with a case."""
    alpha = Letter(Symbol("alpha"), "share", (), (0.0, 1.0))
    source = Source(Paper("p", "t", ("a",), "v", 2020, "r"), "Theorem 1", "p. 1")
    faults = {"bound": Fault("f", "range", words="a root is missing")}
    made = Claim(source, "t", "w", {"": alpha.symbol}, (alpha,), {"bound": statement}, faults=faults)
    text = "at " + ", ".join(f"{name} = {value}" for name, value in point.items())
    found = facts.FalseAt(point, "2", "1", "<=")
    evidence = Evidence(Outcome.REFUTED, found, witness={"point": point, "lhs": "2", "rhs": "1", "text": text})
    part = PartVerdict("bound", "literal", evidence, shape="Inequality")
    fault = FoundFault("f", "p. 1", "range", Severity.FALSE, "bound", "a root is missing", evidence.witness, "", ("bound",))
    return reasons(made, [part], [fault])


def test_a_case_is_told_where_its_letters_are_the_papers_and_all_have_a_value():
    alpha, s = Symbol("alpha", real=True), Symbol("s", real=True)
    assert told_of(Inequality(alpha, alpha**2), {"alpha": "1/4"}).startswith("A root is missing. At alpha = 1/4: the left side")
    assert told_of(Inequality(alpha, s), {"alpha": "1/4"}) == "A root is missing."  # s has no value
    assert told_of(Inequality(s, s**2), {"s": "1/4"}) == "A root is missing."  # s is nothing that the paper has
