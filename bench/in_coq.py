"""What Coq accepts of committed proofs along their trees: ``boundcheck export`` of a sample, each theorem under a limit.

``in_coq.py [--proofs N] [--seed S] [--limit T] [--out FILE]`` draws N different proved statements, writes their objects for Coq,
and has Coq read all of them in one process; a sentence has T seconds. It prints how many theorems Coq accepts, and how many the
checker does. Exit 2 where Coq is not installed.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from boundcheck import checker
from boundcheck.prove import in_coq
from boundcheck.prove.objects import proof_object
from boundcheck.second_opinion import available
from checked import committed


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--proofs", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, default=12)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    if not available():
        print("Coq with coq-interval is not installed")
        return 2
    sys.setrecursionlimit(10_000)
    different = {checker.mark(s): (place, s, c) for place, s, c in committed() if c["kind"] == "proof"}
    rows = list(different.values())
    random.Random(asked.seed).shuffle(rows)
    rows, accepted, checked, why = rows[: asked.proofs], set(), 0, {}
    texts = [in_coq.PREAMBLE, f"Set Default Timeout {asked.limit}."]
    for i, (place, encoded, certificate) in enumerate(rows):
        try:
            data = json.loads(json.dumps(proof_object(encoded, certificate)))
            checked += checker.verdict(encoded, certificate, {checker.mark(encoded): data}) == ""
            texts.append(in_coq.exported(encoded, data, f"statement_{i}").replace("Qed.", "Qed.\nAbort All."))
            texts.append(f"Check statement_{i}.")
        except in_coq.REFUSALS as wrong:
            why[i] = f"{place}: {wrong}"
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            ["coqtop", "-q", "-w", "none"],
            input="\n".join(texts),
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
    for line in run.stdout.splitlines():
        first = line.split(maxsplit=1)[0] if line.split() else ""
        if first.startswith("statement_") and first.count("_") == 1:
            accepted.add(int(first.removeprefix("statement_")))
    summary = {
        "by": available(),
        "proofs": len(rows),
        "seed": asked.seed,
        "seconds for a sentence": asked.limit,
        "accepted by the checker": checked,
        "written for Coq": len(rows) - len(why),
        "accepted by Coq": len(accepted),
        "seconds": round(time.monotonic() - started),
        "not accepted": [rows[i][0] for i in range(len(rows)) if i not in accepted],
    }
    print(json.dumps(summary, indent=1))
    if asked.out:
        asked.out.write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
