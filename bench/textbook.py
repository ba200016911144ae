"""Theorems of textbooks as claims of one's own, and false twins of each: which hold, and by what the others fall.

``textbook.py [NAME ...]`` settles ``examples/textbook`` at the quick budget, prints a row for each theorem, and writes
``bench/textbook.json``. A twin has one constant, exponent, logarithm or hypothesis changed, in the statement and in what
the derivation tries.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import boundcheck
from boundcheck.checks.derived import derived
from boundcheck.claims import Claim
from boundcheck.verdict import Headline, Outcome

HERE = Path(__file__).resolve().parent
BOOK = HERE.parent / "examples" / "textbook"
#: Of a twin: samples refute it; its derivation breaks at a line that is false at a point; a link is missing; it holds.
FATES = ("by samples", "at a point", "not derived", "held")


def module(path: Path) -> Any:
    """The claim file, as a module under its own name."""
    if path.stem not in sys.modules:
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None
        assert spec.loader is not None
        sys.modules[path.stem] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[path.stem])
    return sys.modules[path.stem]


def fate(name: str, twin: Claim, store: Path) -> str:
    """What becomes of a false twin; lines that it shares with others are proved once."""
    found = boundcheck.check((name, twin), budget="quick", store=store)
    if found.headline in (Headline.HOLDS, Headline.HOLDS_REPAIRED):
        return "held"
    if any(part.evidence.outcome is Outcome.REFUTED for part in found.parts):
        return "by samples"
    links = [part.derived.link for part in found.parts if part.derived is not None]
    return "at a point" if any("it is false at" in link for link in links) else "not derived"


def row(path: Path) -> dict[str, Any]:
    """A theorem: whether it holds, what it rests on, and its twins."""
    book = module(path)
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder, "textbook.sqlite")
        found = boundcheck.check(path, budget="quick", store=store)
        twins = {name: fate(f"own/{path.stem}", twin, store) for name, twin in book.TWINS.items()}
    (answer,) = (part.derived for part in found.parts if part.derived is not None)
    return {
        "theorem": path.stem,
        "holds": found.headline is Headline.HOLDS,
        "facts": len(answer.facts),
        "cited": [one.split(" (")[0] for one in answer.cited],
        "twins": twins,
    }


def seconds(path: Path) -> float:
    """The processor time in which the derivation of a theorem is checked."""
    claim = module(path).CLAIM
    (key,) = claim.derivations
    started = time.process_time()
    derived(claim.parts[key], key, claim)
    return round(time.process_time() - started, 1)


def main(names: list[str]) -> None:
    """Settle them, print the table, and keep it where all of them were asked for."""
    paths = [path for path in sorted(BOOK.glob("*.py")) if not names or path.stem in names]
    print(f"{'theorem':24} {'holds':6} {'facts':>5} {'s':>5}   {'   '.join(FATES)}")
    rows, total = [], Counter[str]()
    for path in paths:
        rows.append(row(path) | {"seconds": seconds(path)})
        fates = Counter(rows[-1]["twins"].values())
        total += fates
        counts = "   ".join(f"{fates[f]:>{len(f)}}" for f in FATES)
        print(
            f"{path.stem:24} {'yes' if rows[-1]['holds'] else 'no':6} {rows[-1]['facts']:>5} {rows[-1]['seconds']:>5}   {counts}"
        )
    print(f"{'':24} {sum(r['holds'] for r in rows):>6} {'':11}   {'   '.join(f'{total[f]:>{len(f)}}' for f in FATES)}")
    if not names:
        (HERE / "textbook.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
