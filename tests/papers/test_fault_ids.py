"""Authors answer by id: within a paper no two false lines have the same one, as typed or as a review shows it."""

import pytest

from boundcheck.loading import registry
from boundcheck.report.referee.review import stable_id

PAPERS = sorted({claim_id.partition("/")[0] for claim_id in registry.ids()})


@pytest.mark.parametrize("paper", PAPERS)
def test_no_two_faults_of_a_paper_have_one_id(paper):
    known = {}
    for claim_id in registry.ids():
        if claim_id.startswith(f"{paper}/"):
            claim = registry.load(claim_id)
            places = [*claim.readings, *claim.steps]
            for fault in filter(None, (*(place.fault for place in places), *claim.faults.values())):
                assert known.setdefault(stable_id(fault), fault) == fault, claim_id
    assert known
