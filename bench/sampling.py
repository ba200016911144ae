"""What the sampled parts of claims cost, in processor seconds, with provers that answer nothing: one claim after the other.

To compare two versions run it alternately with each on PYTHONPATH: the load of a machine moves processor seconds too.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from functools import partial
from typing import Any

from boundcheck.checks.shapes import check_of
from boundcheck.loading import registry
from boundcheck.prove import Unknown
from boundcheck.settle.settle import Run, context_of, key, sampled_statements, share_of_risk
from boundcheck.study import Store, loop, run, search

HEAVIEST = (
    "reward/theorem_3_2", "unified/theorem_6_3", "unified/theorem_5_7", "unified/theorem_5_4", "reward/section_4_policy",
    "unified/appendix_c", "unified/theorem_6_2", "reward/theorem_4_4", "unified/theorem_6_1", "reward/corollary_3_3",
)  # fmt: skip
RISK = 1e-3


def silence_the_provers() -> None:
    """Every check that asks a prover gets no answer, at once."""
    for name, module in list(sys.modules.items()):
        if name.startswith("boundcheck.checks"):
            for door in ("prove", "proof", "refute"):
                if callable(getattr(module, door, None)):
                    setattr(module, door, lambda *asked, **more: Unknown((), ()))


def sampled(claim_id: str, budget: str, seed: int) -> Counter[str]:
    """Processor seconds of the sampled parts of a claim: blocks of cells, evaluations of searches, everything."""
    spent: Counter[str] = Counter()
    block = loop._block

    def timed(cell: Any, *rest: Any) -> Any:
        start = time.process_time()
        try:
            return block(cell, *rest)
        finally:
            spent["searches" if cell.block == 1 else "cells"] += time.process_time() - start

    loop._block = timed
    claim = registry.load(claim_id)
    start = time.process_time()
    try:
        with Store.memory() as store:
            bound: dict[str, Any] = {"seed": seed, "store": store}
            here = Run(budget, seed, RISK, cells=partial(run, **bound), search=partial(search, **bound))
            for name, reading, statement in sampled_statements(claim):
                context = context_of(claim_id, key(name, reading), claim, here, share_of_risk(claim, RISK))
                check_of(statement).check(statement, context)
    finally:
        loop._block = block
    spent["all"] = time.process_time() - start
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("claims", nargs="*", default=HEAVIEST)
    parser.add_argument("--budget", default="standard")
    parser.add_argument("--seed", type=int, default=20250521)
    options = parser.parse_args()
    silence_the_provers()
    total: Counter[str] = Counter()
    print(f"{'claim':<28}{'cells':>9}{'searches':>10}{'all':>8}  processor seconds")
    for claim_id in options.claims:
        spent = sampled(claim_id, options.budget, options.seed)
        total += spent
        print(f"{claim_id:<28}{spent['cells']:>9.2f}{spent['searches']:>10.2f}{spent['all']:>8.2f}", flush=True)
    print(f"{'together':<28}{total['cells']:>9.2f}{total['searches']:>10.2f}{total['all']:>8.2f}")


if __name__ == "__main__":
    main()
