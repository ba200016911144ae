"""``boundcheck list``: every word of a headline arrives, at any width."""

import pytest

from boundcheck.cli.list import _print, severities
from boundcheck.cli.options import UsageError

ROWS = [
    {
        "claim": "p/one",
        "printed": "Theorem 1",
        "outcome": "HOLDS",
        "severity": "NONE",
        "text": "Sigma is E[x x'] here, and [bold] is no markup.",
    },
    {"claim": "p/two", "printed": "Theorem 2", "outcome": "", "severity": "", "text": "no report yet"},
]


@pytest.mark.parametrize("width", [None, 40, 80, 200])
def test_nothing_is_swallowed(width, capsys, monkeypatch):
    if width:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("COLUMNS", str(width))
        monkeypatch.setenv("TERM", "dumb")
    _print(ROWS)
    shown = " ".join(capsys.readouterr().out.split())
    for row in ROWS:
        for word in (*row["claim"].split(), *row["text"].split()):
            assert word in shown


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
