"""Scalar facts of the five papers as pages, read back: how many have the same fingerprint, and why the others do not.

``round_trip.py [PAPER ...]`` prints a line for each reason, and the share; ``-v`` prints every fact that does not come back.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "pages"))

from test_writing import difference, facts_of

from boundcheck.loading import registry


def main(papers: list[str], *, every: bool) -> None:
    """Print what came out."""
    why: Counter[str] = Counter()
    for claim_id in registry.ids():
        if papers and claim_id.split("/")[0] not in papers:
            continue
        claim = registry.load(claim_id)
        for name, statement in facts_of(claim):
            found = difference(claim, statement)
            why[found] += 1
            if every and found:
                print(f"{claim_id} {name}: {found}")
    total = sum(why.values())
    for reason, count in why.most_common():
        print(f"{count:5}  {reason or 'the same fingerprint'}")
    print(f"{why['']} of {total} scalar facts come back from their pages, {100 * why[''] / max(total, 1):.1f} %")


if __name__ == "__main__":
    words = sys.argv[1:]
    main([word for word in words if word != "-v"], every="-v" in words)
