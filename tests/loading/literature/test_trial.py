"""The trial: nothing true is accused, nothing false is called HOLDS, and what is false is refuted.

Samples are drawn at one fixed seed, with a probability of .001 for each theorem that a true one is accused by chance.
"""

import pytest

from boundcheck.verdict import Outcome, Severity
from literature.trial import VERSIONS, settled
from literature.truth import SPOT, TRUTH, UNSEEN

ACCUSED = ("REFUTED",)
CALLED_TRUE = ("HOLDS", "HOLDS_REPAIRED")
HARMLESS = (Severity.NONE, Severity.MISPRINT, Severity.PROOF)


def false_lines(checked):
    """The names of the parts and steps that are called false, and of the parts of which a claimed constant is."""
    found = {s.label for s in checked.steps if s.evidence.outcome is Outcome.REFUTED}
    found |= {p.name for p in checked.parts if p.evidence.outcome is Outcome.REFUTED}
    constants = {p.name: p.evidence.found.constant for p in checked.parts}
    return found | {name for name, constant in constants.items() if constant is not None and constant.settled == "refuted"}


def test_every_theorem_has_a_truth():
    assert TRUTH.keys() == VERSIONS.keys()
    assert {*SPOT, *UNSEEN} <= TRUTH.keys()


def test_nine_of_ten_false_versions_are_refuted():
    """`UNSEEN` is what the trial misses; every other false version is refuted below."""
    assert len(UNSEEN) <= len(TRUTH) / 10


@pytest.mark.parametrize("name", TRUTH)
def test_true(name):
    checked = settled(name, true=True)
    mended = {"lemma"} if name == "false_repair" else set()  # the true repair of a step that is false
    assert checked.headline.value not in ACCUSED, checked.text
    assert false_lines(checked) == mended
    assert checked.verdict.severity in ((Severity.PROOF,) if mended else (Severity.NONE, Severity.OPEN))


@pytest.mark.parametrize("name", TRUTH)
def test_false(name):
    checked = settled(name, true=False)
    assert checked.headline.value not in CALLED_TRUE, checked.text
    if name in UNSEEN:
        assert not false_lines(checked), "it is seen by now: take it from the list"
    elif name in SPOT:
        assert false_lines(checked) == {SPOT[name]}
        assert checked.verdict.severity is not Severity.NONE
    else:
        assert checked.headline.value == "REFUTED", checked.text
        assert checked.verdict.severity not in HARMLESS


def test_a_bound_that_says_nothing_is_said_to():
    kinds = [finding.kind for finding in settled("vacuous", true=True).parts[0].evidence.findings]
    assert "VACUOUS" in kinds
