"""The examples of the folder's README run."""

import re
from pathlib import Path

import boundcheck.prove


def test_the_examples():
    text = (Path(boundcheck.prove.__file__).parent / "README.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 6
    names: dict = {}
    for block in blocks:
        exec(block, names)
