"""What got worse than in earlier reports, and SARIF with files and lines."""

import json
from pathlib import Path

import pytest

from boundcheck.cli.main import main

PAGE = """---
title: Squares
letters: |
  x | real | \\ge 1
---

:::{prf:lemma}
$$ x^2 \\ge x $$ (eq-main)
:::

:::{prf:proof}
$$ x \\ge 1 $$

$$ x^3 \\ge x $$ (eq-cube)
:::
"""
RUN = "mine.md --budget quick --jobs 1 --format json"


@pytest.fixture
def page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mine.md"
    path.write_text(PAGE)
    assert main(f"{RUN} --out before -q".split()) == 0
    return path


def test_nothing_got_worse(page, capsys):
    page.write_text(PAGE.replace(":::{prf:proof}\n", ":::{prf:proof}\nA remark moves the lines.\n\n"))
    assert main(f"{RUN} --baseline before".split()) == 0
    assert "0 lines worse than before\n" in capsys.readouterr().out


def test_a_line_that_became_false_is_told_and_one_that_was_is_not(page, capsys):
    page.write_text(PAGE.replace("x^3 \\ge x", "x^3 \\ge 2 x"))
    assert main(f"{RUN} --baseline before --sarif found.sarif".split()) == 1
    out = capsys.readouterr().out
    assert "own/mine eq-cube: PROVED -> REFUTED" in out
    assert "own/mine, as a whole: HOLDS -> SUPPORTED" in out
    found = json.loads(Path("found.sarif").read_text())["runs"][0]["results"]
    assert [(one["ruleId"], one["level"]) for one in found] == [("REFUTED", "error")]
    place = found[0]["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "mine.md"}, "region": {"startLine": 14}}
    assert main(f"{RUN} --baseline reports".split()) == 0  # as false as before


def test_a_new_false_line_is_worse_and_a_baseline_has_to_be_there(page, capsys):
    page.write_text(PAGE.replace(":::\n\n:::{prf:proof}", "\n$$ x \\ge 2 $$ (eq-new)\n:::\n\n:::{prf:proof}"))
    assert main(f"{RUN} --baseline before".split()) == 1
    assert "own/mine eq-new: not there -> REFUTED" in capsys.readouterr().out
    assert main(f"{RUN} --baseline nowhere".split()) == 2
