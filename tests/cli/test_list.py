"""``boundcheck list``: every word of a headline arrives, at any width."""

import re

import pytest

from boundcheck.cli.list import Row, _print, brief, main, order, severities
from boundcheck.cli.options import UsageError, parser

ROWS = [
    Row("p/one", "Theorem 1", "HOLDS", "NONE", "Sigma is E[x x'] here, and [bold] is no markup."),
    Row("p/two", "Theorem 2", text="no report yet"),
]


@pytest.mark.parametrize("width", [None, 40, 80, 200])
def test_nothing_is_swallowed(width, capsys, monkeypatch):
    if width:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("COLUMNS", str(width))
        monkeypatch.setenv("TERM", "dumb")
    _print(ROWS, every=True)
    shown = " ".join(capsys.readouterr().out.split())
    for row in ROWS:
        for word in (*row.claim.split(), *row.text.split()):
            assert word in shown


@pytest.mark.parametrize("width", [40, 80, 200])
def test_a_terminal_has_one_line_per_claim_within_its_width(width, capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    _print(ROWS)
    lines = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out).splitlines()
    assert len(lines) == len(ROWS)
    assert max(map(len, lines)) <= width


def test_theorems_stand_before_definitions_and_the_gravest_first():
    def row(claim, printed, severity):
        return Row(claim, printed, severity=severity)

    rows = [
        row("b/theorem_1", "Theorem 1", "FALSE"), row("a/definition_1", "Definition 1", "NONE"),
        row("a/theorem_5_10", "Theorem 5.10", "NONE"), row("a/theorem_5_4", "Theorem 5.4", "NONE"),
        row("a/lemma_2", "Lemma 2", "RATE"), row("a/new", "", ""),
    ]  # fmt: skip
    assert [r.claim for r in sorted(rows, key=order)] == [
        "a/lemma_2", "a/theorem_5_4", "a/theorem_5_10", "a/definition_1", "a/new", "b/theorem_1",
    ]  # fmt: skip


def test_one_line_per_claim_for_other_programs(capsys):
    _print(ROWS)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["p/one", "p/two"]
    assert lines[0].endswith("[bold] is no markup.")


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("rate", {"RATE"}),
        ("condition..", {"CONDITION", "RATE", "EMPTY", "FALSE"}),
        ("..misprint", {"NONE", "MISPRINT"}),
        ("reading..range", {"READING", "RANGE"}),
        ("open", {"OPEN"}),
    ],
)
def test_severities_by_a_word_or_a_range(asked, named):
    assert severities(asked) == named


def test_a_severity_that_there_is_not_is_refused():
    with pytest.raises(UsageError, match="no severity 'bad'"):
        severities("bad..")


def test_the_name_is_not_said_twice():
    said = {
        "Lemma 2 is false as printed. A slope is lost.": "A slope is lost.",
        "Lemma 2, as read below, holds.": "holds.",
        "No sample contradicts Lemma 2.": "No sample contradicts Lemma 2.",
    }
    assert {text: brief(Row("p/lemma_2", "Lemma 2", text=text)) for text in said} == said


NEAR = {"unifed": "did you mean 'unified'", "theorem_5_4": "that is a claim", "?": "there are:"}


@pytest.mark.parametrize(("paper", "hint"), NEAR.items())
def test_a_paper_that_is_none_is_met_with_its_neighbour(paper, hint):
    with pytest.raises(UsageError, match=hint):
        main(parser("list").parse_args([paper]))
