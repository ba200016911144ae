"""Random statements: none proved and refuted, every refutation seen by another library, no crash, no hang.

The first 250 seeds run always; ``BOUNDCHECK_RANDOM=5000`` runs all, as ``bench/prove.py --random 5000`` does.
"""

import os
import time
from fractions import Fraction

import pytest
from oracle import fails
from random_statements import reverse, statement

from boundcheck.prove import Proved, Refuted, prove, replay
from boundcheck.symbolic import encode

pytestmark = pytest.mark.slow

COUNT = int(os.environ.get("BOUNDCHECK_RANDOM", "250"))
BLOCK = 50
PROBES = [Fraction(n, d) for n in (-7, -3, -2, -1, 0, 1, 2, 3, 5) for d in (1, 2, 3)]


def check(seed):
    """Return the verdict's name after every check of one seed."""
    goal = statement(seed)
    try:
        encode(goal)
    except ValueError:  # SymPy evaluated it to something that is not real
        return "refused"
    found = prove(goal, seconds=0.2)
    if isinstance(found, Refuted):
        assert fails(goal, (), found.witness), (seed, str(goal), found)
    if isinstance(found, Proved):
        assert not isinstance(prove(reverse(goal), seconds=0.2), Proved), (seed, str(goal))
        names = sorted(found.certificate["satisfiable"])
        for i in range(len(PROBES)):
            point = {name: str(PROBES[(i * (k + 2) + 5 * k) % len(PROBES)]) for k, name in enumerate(names)}
            assert not fails(goal, (), point), (seed, str(goal), point)
    if isinstance(found, (Proved, Refuted)):
        assert replay(found.certificate, goal).ok, (seed, str(goal))
    return type(found).__name__


@pytest.mark.parametrize("start", range(0, COUNT, BLOCK))
def test_random_statements(start):
    slowest = 0.0
    for seed in range(start, min(start + BLOCK, COUNT)):
        began = time.thread_time()
        check(seed)
        slowest = max(slowest, time.thread_time() - began)
    assert slowest < 60


def test_all_verdicts_occur():
    assert {check(seed) for seed in range(40)} >= {"Proved", "Refuted", "Unknown"}
