"""Derivations run from top to bottom, and an assertion in them that is false is noticed."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent / "derivations"
FILES = sorted(ROOT.glob("*/*.md"))
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


def execute(text, name):
    space = {}
    for block in BLOCK.findall(text):
        exec(compile(block, name, "exec"), space)


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_runs(path):
    execute(path.read_text(), str(path))


def test_a_false_line_is_noticed():
    with pytest.raises(AssertionError):
        execute("## x\n```python\nassert 1 + 1 == 3\n```\n", "planted")
