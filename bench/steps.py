"""Processor time of the steps of claims and of the trials of their hypotheses, beside another version of the program.

``steps.py CLAIM ... [--beside SRC] [--rounds K]``: each claim in a process of its own, the versions in turn, so that a busy
machine slows both; the least of K rounds counts. ``steps.py --packing REPORTS [JOBS]`` tells from the times in records how
long workers take that settle claims side by side, and which share of their time stands idle.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

OWN = Path(__file__).resolve().parents[1] / "src"
INNER = """
import json, sys, time
from dataclasses import replace
from boundcheck.checks.constants import own_steps
from boundcheck.job import used_by
from boundcheck.loading import registry
from boundcheck.settle.settle import Run, context_of
from boundcheck.settle.settle import settle_step, with_trials

(claim_id,) = registry.resolve(sys.argv[1])
claim, settled, times = registry.load(claim_id), [], [0.0, 0.0]
used, run = used_by([claim]), Run("standard", 1, 1e-3, cells=None, search=None)
for step in claim.steps:
    context = context_of(claim_id, step.label, claim, run, 1e-3)
    context = replace(context, used=used, steps=tuple(own_steps(claim.steps, settled)))
    began = time.process_time()
    verdict = settle_step(step.label, step, context)
    half = time.process_time()
    settled.append(with_trials(verdict, step, context))
    times[0] += half - began
    times[1] += time.process_time() - half
print(json.dumps(times))
"""


def measured(claim: str, source: Path) -> tuple[float, float]:
    """Processor seconds of the steps and of the trials of a claim."""
    environment = os.environ | {"PYTHONPATH": str(source), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, "-c", INNER, claim], env=environment, capture_output=True, text=True, check=True)
    steps, trials = json.loads(done.stdout.splitlines()[-1])
    return steps, trials


def beside(claims: list[str], sources: list[Path], rounds: int) -> None:
    """Print a row for each claim: steps and trials, for each version."""
    for claim in claims:
        found = [[measured(claim, source) for source in sources] for _ in range(rounds)]
        least = [[min(row[k][i] for row in found) for i in (0, 1)] for k in range(len(sources))]
        print(f"{claim:28s}" + "".join(f"  steps {s:6.2f} s  trials {t:6.2f} s" for s, t in least), flush=True)


def packing(reports: Path, jobs: int) -> None:
    """Print how long workers take side by side, by the times in records."""
    from boundcheck.job import in_turn, weight
    from boundcheck.loading import registry

    records = {path: json.loads(path.read_text(encoding="utf-8")) for path in sorted(reports.rglob("*.json"))}
    weights = {r["claim"]: weight(registry.load(r["claim"]), r) for r in records.values() if r.get("claim") in registry.ids()}
    free = [0.0] * jobs
    for name in in_turn(weights, jobs):
        free[free.index(min(free))] += weights[name]
    whole = sum(weights.values())
    print(f"{len(weights)} claims, {whole:.0f} s of one core, longest {max(weights.values()):.0f} s")
    print(f"{jobs} workers side by side: {max(free):.0f} s, {1 - whole / jobs / max(free):.1%} of their time idle")


def main(words: list[str]) -> None:
    """Read the command line."""
    if words[:1] == ["--packing"]:
        return packing(Path(words[1]), int(words[2]) if len(words) > 2 else 2)
    rounds = int(words.pop(words.index("--rounds") + 1)) if "--rounds" in words else 1
    other = [Path(words.pop(words.index("--beside") + 1))] if "--beside" in words else []
    return beside([word for word in words if not word.startswith("--")], [*other, OWN], rounds)


if __name__ == "__main__":
    main(sys.argv[1:])
