"""What an inventory says of a display is what its records show, of that paper, and no more."""

import pytest

from boundcheck.record.page_coverage import coverage, state_of_part


@pytest.mark.parametrize(("shape", "state"), [("Inequality", "proved"), ("By", "another result"), ("Cited", "cited")])
def test_a_part_that_is_no_proof_of_its_own_is_not_counted_as_proved(shape, state):
    assert state_of_part({"outcome": "PROVED", "shape": shape, "evidence": {}}) == state


def test_records_of_several_papers_are_no_inventory():
    """Both have a Lemma 1: one would be taken for the other."""
    with pytest.raises(ValueError, match="records of several papers, aup, kl"):
        coverage([{"claim": "kl/lemma_1"}, {"claim": "aup/lemma_1"}])
