"""Boilerplate stays small: few lines of the papers occur in many of their modules."""

from collections import Counter, defaultdict
from pathlib import Path

import boundcheck.papers

MODULES, SHARE = 10, 0.20


def repeated(sources):
    """The share of the non-blank lines that occur in `MODULES` modules or more; `sources` maps a name to its text."""
    count, where = Counter(), defaultdict(set)
    for name, text in sources.items():
        for line in filter(None, map(str.strip, text.splitlines())):
            count[line] += 1
            where[line].add(name)
    return sum(count[line] for line, names in where.items() if len(names) >= MODULES) / count.total()


def test_claim_files_share_few_lines():
    root = Path(boundcheck.papers.__file__).parent
    assert repeated({path: path.read_text() for path in root.rglob("*.py")}) < SHARE


def test_the_measure_sees_boilerplate():
    assert repeated({str(k): f"import sympy\nx{k}\ny{k}\nz{k}\n" for k in range(10)}) == 0.25
    assert repeated({str(k): f"import sympy\nx{k}\n" for k in range(9)}) == 0
