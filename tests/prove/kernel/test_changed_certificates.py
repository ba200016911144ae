"""The kernel has no memory: committed and changed certificates are answered in random order as each in a process of its own.

``bench/mutations.py 10000 SEED`` does the same for all committed certificates and ten thousand changed ones.
"""

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "bench"))

import mutations

COMMITTED, CHANGED, SEED = 40, 80, 20261123


@pytest.mark.slow
def test_the_order_changes_no_answer():
    asked = mutations.cases(CHANGED, COMMITTED, SEED)
    alone = mutations.alone(asked)
    assert mutations.together(asked, SEED) == alone
    refused = [ok for ok, *_ in alone[COMMITTED:]].count(False)
    assert refused > CHANGED / 2  # most changes are noticed


def test_a_memory_would_be_seen(monkeypatch):
    """A replay that remembers what it has accepted once answers otherwise in another order."""
    seen = set()

    def forgetful(certificate, statement):
        found = plain(certificate, statement)
        seen.add(len(seen))
        return type(found)(found.ok, found.trusted, f"{len(seen)} so far")

    plain = mutations.replay
    monkeypatch.setattr(mutations, "replay", forgetful)
    asked = mutations.cases(2, 4, SEED)
    assert mutations.together(asked, 1) != mutations.alone(asked)


def test_a_change_is_one():
    rng = random.Random(SEED)
    everything = mutations.committed()
    proofs = [certificate for certificate, _ in everything]
    made = [(certificate, mutations.changed(rng, certificate, proofs)) for certificate in rng.choices(proofs, k=50)]
    assert sum(before != after for before, after in made) > 40
