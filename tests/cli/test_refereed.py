"""Several claims end with a tally; a whole paper with its referee report."""

import argparse

import pytest

from boundcheck.cli import refereed
from boundcheck.loading import registry

OPTIONS = argparse.Namespace(paper="a4")


@pytest.fixture
def records(record, monkeypatch):
    """Two results of a paper that has two."""
    names = ("toy/lemma_1", "toy/lemma_2")
    monkeypatch.setattr(registry, "ids", lambda: list(names))
    monkeypatch.setattr(registry, "papers", lambda: {"toy": ("toys", None)})
    return [record | {"claim": name} for name in names]


def test_a_whole_paper_has_its_report_in_all_forms(records, tmp_path):
    written = refereed.write_referee_reports(records, tmp_path, OPTIONS)
    assert [path.name for path in written] == ["toy.pdf", "toy.md", "toy.html"]
    assert (tmp_path / "toy.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "toy.md").read_text().startswith("# ")


def test_a_part_of_a_paper_or_a_claim_of_ones_own_has_none(records, tmp_path):
    assert refereed.write_referee_reports(records[:1], tmp_path, OPTIONS) == []
    own = [records[0] | {"claim": "own/mine"}, records[1] | {"claim": "own/other"}]
    assert refereed.write_referee_reports(own, tmp_path, OPTIONS) == []
    assert list(tmp_path.iterdir()) == []


def test_the_tally_names_what_has_to_be_changed(records, capsys):
    changed = records[1] | {"headline": records[1]["headline"] | {"severity": "CONDITION"}}
    sound = records[0] | {"headline": records[0]["headline"] | {"severity": "NONE"}}
    refereed.say([sound, changed], [], 12.3)
    said = capsys.readouterr().out
    assert "2 results in 12 s" in said
    assert "toy/lemma_2" in said
    assert "toy/lemma_1" not in said
