"""What an inventory says of a display is what its records show, of that paper, and no more."""

import pytest
from msgspec.structs import replace
from sympy import Symbol

from boundcheck.claims import By, Cited, Claim, Inequality, Step
from boundcheck.record.build import part_of
from boundcheck.record.page_coverage import coverage, state_of_part
from boundcheck.record.schema import plain_data
from boundcheck.record.types import typed_part, typed_record
from boundcheck.verdict import Evidence, Outcome, PartVerdict, facts

x = Symbol("x", real=True)
SHAPES = {"proved": Inequality(x, x + 1), "another result": By("line", x=x + 1), "cited": Cited("a line", "a book")}


@pytest.mark.parametrize("state", SHAPES)
def test_a_part_that_is_no_proof_of_its_own_is_not_counted_as_proved(state):
    claim = Claim(parts={"part": SHAPES[state]}, steps=(Step("line", "p. 1", Inequality(x, x + 1)),))
    part = part_of(claim, PartVerdict("part", "literal", Evidence(Outcome.PROVED, facts.Words(""))))
    assert state_of_part(typed_part(plain_data(part), "part")) == state


def test_records_of_several_papers_are_no_inventory(record):
    """Both have a Lemma 1: one would be taken for the other."""
    whole = typed_record(record)
    with pytest.raises(ValueError, match="records of several papers, aup, kl"):
        coverage([replace(whole, claim="kl/lemma_1"), replace(whole, claim="aup/lemma_1")])
