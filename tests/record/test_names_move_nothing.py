"""Renaming every result moves no headline: outcome, severity, literal and the kinds of its facts hang on no name."""

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as replaced

from boundcheck.loading import registry
from boundcheck.record.conclusion import concluded
from boundcheck.record.types import read

REPORTS = Path(__file__).parents[2] / "reports"
FILES = sorted(REPORTS.glob("*/*.json"))


def verdict_of(record, claim):
    found = concluded(record, claim)
    said = [type(fact).__name__ for fact in found.facts]
    return found.headline, found.severity, found.literal.value, said, [fault.id for fault in found.faults]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_result_of_another_name_has_the_same_headline(file):
    record = read(file)
    claim = registry.load(record.claim)
    renamed = replace(claim, source=replace(claim.source, printed="Display 99"))
    assert verdict_of(record, renamed) == verdict_of(record, claim)


def test_steps_that_are_left_out_move_it():
    record = read(REPORTS / "square/lemma_c_2.json")
    claim = registry.load(record.claim)
    assert verdict_of(replaced(record, steps=()), claim) != verdict_of(record, claim)
