"""The example of the room's README."""

import re
from pathlib import Path

import boundcheck.calculus


def test_the_example_runs():
    text = (Path(boundcheck.calculus.__file__).parent / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", text, re.S)
    exec(compile(block, "README.md", "exec"), {})
