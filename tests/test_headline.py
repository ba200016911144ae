"""The headline is the weakest word that is true; "unknown" is never rounded up."""

import pytest

from boundcheck.claims import (
    Claim,
    Evidence,
    Headline,
    Outcome,
    Paper,
    PartVerdict,
    Reading,
    Source,
    StepVerdict,
)
from boundcheck.headline import conclude, mended, word

PAPER = Paper("p", "t", ("a",), "v", 2020, "r")
PROVED, REFUTED, UNDECIDED, ASSUMED, SUPPORTED = (
    Outcome.PROVED, Outcome.REFUTED, Outcome.UNDECIDED, Outcome.ASSUMED, Outcome.SUPPORTED,
)  # fmt: skip


def claim(readings=(Reading("literal", "as printed"),)):
    return Claim(Source(PAPER, "Theorem 1", "p. 1"), "t", "w", {}, (), {}, readings=readings)


def step(outcome, repair=None, label="s"):
    return StepVerdict(label, Evidence(outcome, "why"), None if repair is None else Evidence(repair, "mended"))


def part(outcome, reading="literal", **data):
    return PartVerdict("bound", reading, Evidence(outcome, "because", data=data))


@pytest.mark.parametrize(
    ("parts", "steps", "expected"),
    [
        ([], [], Headline.NOTHING_TO_CHECK),
        ([SUPPORTED], [(PROVED, None), (ASSUMED, None)], Headline.HOLDS),
        ([SUPPORTED], [(PROVED, None), (REFUTED, PROVED)], Headline.HOLDS_REPAIRED),
        ([SUPPORTED], [(PROVED, None), (REFUTED, UNDECIDED)], Headline.SUPPORTED),
        ([SUPPORTED], [(PROVED, None), (REFUTED, None)], Headline.SUPPORTED),
        ([SUPPORTED], [(UNDECIDED, None)], Headline.SUPPORTED),
        ([SUPPORTED], [], Headline.SUPPORTED),
        ([PROVED], [], Headline.HOLDS),
        ([PROVED, ASSUMED], [], Headline.SUPPORTED),
        ([REFUTED], [(PROVED, None)], Headline.REFUTED),
        ([UNDECIDED], [(PROVED, None)], Headline.UNDECIDED),
        ([], [(PROVED, None)], Headline.HOLDS),
        ([], [(ASSUMED, None)], Headline.NOTHING_TO_CHECK),
        ([], [(UNDECIDED, None)], Headline.UNDECIDED),
    ],
)
def test_word(parts, steps, expected):
    assert word([part(o) for o in parts], tuple(step(*s) for s in steps)) is expected


def test_a_repair_counts_only_for_a_refuted_step():
    assert mended(step(UNDECIDED, PROVED)) is UNDECIDED
    assert mended(step(REFUTED, SUPPORTED)) is SUPPORTED


def test_the_favourable_reading_leads_and_the_literal_one_is_told():
    readings = (Reading("literal", "word by word"), Reading("fair", "as meant"))
    verdict = conclude("p/x", claim(readings), (part(REFUTED), part(SUPPORTED, "fair")), (step(PROVED),))
    assert verdict.headline is Headline.HOLDS_REPAIRED
    assert "as meant" in verdict.text
    assert "false as printed" in verdict.literal


def test_a_repair_cannot_carry_the_headline():
    readings = (Reading("literal", "word by word"), Reading("mended", "with a 1 added", repair=True))
    verdict = conclude("p/x", claim(readings), (part(REFUTED), part(SUPPORTED, "mended")), (step(PROVED),))
    assert verdict.headline is Headline.REFUTED
    assert "with a 1 added" in verdict.text


def test_the_constant_is_quoted():
    verdict = conclude("p/x", claim(), (part(SUPPORTED, constant={"upper": "2"}, repeats=10),), (step(PROVED),))
    assert "C = 2 (at the points of this run" in verdict.text
    proved = (step(PROVED, label="constant"),)
    assert "C = 2:" in conclude("p/x", claim(), (part(SUPPORTED, constant={"upper": "2"}, repeats=10),), proved).text


def test_open_steps_are_named():
    verdict = conclude("p/x", claim(), (part(SUPPORTED),), (step(PROVED), step(UNDECIDED, label="gap")))
    assert verdict.headline is Headline.SUPPORTED
    assert "gap" in verdict.text


def test_what_sharpens_a_result_is_told_beside_it():
    readings = (Reading("literal", "word by word"), Reading("sharper", "the root suffices", repair=True))
    verdict = conclude("p/x", claim(readings), (part(SUPPORTED), part(SUPPORTED, "sharper")), (step(PROVED),))
    assert verdict.headline is Headline.HOLDS
    assert "Beyond the page (HOLDS): the root suffices." in verdict.text


def test_a_refuted_repair_is_no_survivor():
    readings = (Reading("literal", "word by word"), Reading("mended", "with a 1 added", repair=True))
    verdict = conclude("p/x", claim(readings), (part(REFUTED), part(REFUTED, "mended")), (step(PROVED),))
    assert "with a 1 added" not in verdict.text
