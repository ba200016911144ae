"""No page hangs on a sentence: with every text of an author replaced by another, the same blocks with as many rows are drawn."""

from pathlib import Path

import pytest

from boundcheck.record.types import plain, read, typed_record
from boundcheck.report.page.appendix import appendix
from boundcheck.report.page.document import short
from boundcheck.report.text.letters import letters

REPORTS = Path(__file__).parents[2] / "reports"
CLAIMS = (
    "aup/lemma_3", "aup/table_2", "kl/definition_3_4", "kl/lemma_a_3", "kl/theorem_4_5", "reward/theorem_3_2", "square/lemma_c_2",
    "unified/appendix_c", "unified/theorem_5_4", "unified/theorem_6_3",
)  # fmt: skip
TEXTS = frozenset(
    "words because remark special misprint doubt support meaning dropped repair quantity cited reads title text".split()
)
ASIDE = frozenset("certificate checked checked_parts instance point letters environment paper law proofs witness".split())


def silent(value, names, key=""):
    """A record that is plain data with ``x0``, ``x1``, ... in place of its texts; equal ones stay equal."""
    if isinstance(value, str):
        return names.setdefault(value, f"x{len(names)}") if key in TEXTS and value else value
    if isinstance(value, dict):
        return {inner: item if inner in ASIDE else silent(item, names, inner) for inner, item in value.items()}
    return [silent(item, names, key) for item in value] if isinstance(value, list) else value


def blocks(record):
    """The kinds of what is drawn of a record, and how many rows each has."""
    drawn = (*short(record, letters(record)), *appendix(record, letters(record)))
    return [(block["kind"], len(block.get("rows") or block.get("items") or block.get("lines") or ())) for block in drawn]


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_record_without_its_texts_has_the_same_blocks(claim):
    record, names = read(REPORTS / f"{claim}.json"), {}
    mute = typed_record(silent(plain(record), names))
    assert len(names) > 3
    assert mute != record
    assert blocks(mute) == blocks(record)


def test_another_outcome_has_other_blocks():
    record = plain(read(REPORTS / "kl/lemma_a_3.json"))
    assert blocks(typed_record(record | {"steps": record["steps"][:1]})) != blocks(typed_record(record))
