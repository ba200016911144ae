"""Run the trial and print its table: python -m literature.trial [name ...] [--budget quick], from tests/loading."""

import sys
import time

import boundcheck
from boundcheck.words import phrase

from . import concentration, divergences, learning, mistakes, privacy, second_round
from .truth import TRUTH

MODULES = (concentration, privacy, learning, divergences, mistakes, second_round)
VERSIONS = {name: pair for module in MODULES for name, pair in module.VERSIONS.items()}
SEED = 20261122


def settled(name, true, budget="standard"):
    """The verdict on one version, at the seed of the trial."""
    return boundcheck.check(VERSIONS[name][0 if true else 1], budget=budget, seed=SEED)


def main(arguments):
    """One line for every version."""
    budget = "quick" if "quick" in arguments else "standard"
    for name in [word for word in arguments if word != "quick"] or TRUTH:
        for true in (True, False):
            started = time.perf_counter()
            try:
                checked = settled(name, true, budget)
                said = f"{checked.headline.value:15} {getattr(checked.verdict, 'severity', ''):10}"
                lines = [f"{s.label}: {s.evidence.outcome.name}: {phrase(s.evidence.fact)}" for s in checked.steps]
                lines += [f"{p.name}: {p.evidence.outcome.name}: {phrase(p.evidence.fact)}" for p in checked.parts]
            except Exception as error:
                said, lines = f"!! {type(error).__name__}", [str(error)]
            print(f"{name:24} {'true ' if true else 'false'} {said} {time.perf_counter() - started:6.2f} s")
            for line in lines:
                print(f"      {line[:300]}")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
