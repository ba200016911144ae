"""Replay has no memory: certificates are answered in random order as each is answered by a process of its own.

``mutations.py COUNT SEED [--committed N] [--out FILE]`` takes every committed certificate (or N of them), and COUNT changed ones.
Alone, each is replayed by a fork of a process that has replayed nothing; then all are replayed in one process, in two orders.
It prints how many answers differ, and how many of the changed ones replay; a changed certificate that replays is one of another
true argument, or was changed where nothing is said with it. Exit 1 where an answer differs.
"""

from __future__ import annotations

import argparse
import copy
import json
import multiprocessing
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from boundcheck.prove import replay
from boundcheck.symbolic import decode

REPORTS = Path(__file__).parents[1] / "reports"
NUMBERS = ("0", "1", "-1", "2", "1/2", "7", "-1/3", "1000000")
Pair = tuple[dict[str, Any], Any]


def certified(found: Any) -> Iterator[Pair]:
    """Yield the certificates of a record, each with its statement."""
    if isinstance(found, dict):
        certificate = found.get("certificate")
        if isinstance(certificate, dict) and certificate.get("format") and found.get("checked"):
            yield certificate, found["checked"]
        for encoded, comparison in zip(
            found.get("checked_parts") or (), (certificate or {}).get("comparisons") or (), strict=False
        ):
            if comparison.get("certificate"):
                yield comparison["certificate"], encoded
        found = list(found.values())
    if isinstance(found, list):
        for each in found:
            yield from certified(each)


def committed(reports: Path = REPORTS) -> list[Pair]:
    """Return the certificates of all records of a folder."""
    files = sorted(reports.glob("*/*.json"))
    return [pair for file in files for pair in certified(json.loads(file.read_text(encoding="utf-8")))]


def places(tree: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield where something stands in plain data, the whole left out."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, inner in items:
        yield (*here, key)
        yield from places(inner, (*here, key))


def at(tree: Any, place: Sequence[Any]) -> Any:
    """Return what stands at a place."""
    for key in place:
        tree = tree[key]
    return tree


def changed(rng: random.Random, certificate: dict[str, Any], others: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return a certificate with one to three things changed: a value, a rule, a branch, or a piece of another certificate."""
    forged = copy.deepcopy(certificate)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        every = [place for place in places(forged) if place[0] not in ("format", "fingerprint")]
        place = rng.choice(every)
        above, key = at(forged, place[:-1]), place[-1]
        way = rng.randrange(6)
        if way == 0 and isinstance(above, list) and len(above) > 1:
            above.pop(key)
        elif way == 1 and isinstance(above, list) and len(above) > 1:
            rng.shuffle(above)
        elif way == 2 and isinstance(above, list):
            above.insert(key, copy.deepcopy(above[key]))
        elif way == 3:
            above[key] = copy.deepcopy(_of_the_same_name(rng, key, rng.choice(others), above[key]))
        else:
            above[key] = _other(rng, above[key], every, forged)
    return forged


def _of_the_same_name(rng: random.Random, key: Any, other: dict[str, Any], mine: Any) -> Any:
    """What stands under the same name, or in the same place of a list, in another certificate; the value itself without any."""
    found = [place for place in places(other) if place[-1] == key]
    return at(other, rng.choice(found)) if found else mine


def _other(rng: random.Random, value: Any, every: Sequence[tuple[Any, ...]], tree: Any) -> Any:
    """Something else of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 2))
    if isinstance(value, str):
        words = [known for place in every if isinstance(known := at(tree, place), str)]
        return rng.choice((*NUMBERS, *rng.sample(words, min(len(words), 8))))
    if isinstance(value, float):
        return 2 * value + 1
    return copy.deepcopy(at(tree, rng.choice(every)))


def answer(case: Pair) -> tuple[bool, tuple[str, ...], str]:
    """Return what the replay of a certificate says; the certificate stays as it is."""
    certificate, checked = case
    before = json.dumps(certificate)
    found = replay(certificate, decode(checked))
    if json.dumps(certificate) != before:
        raise AssertionError("a replay changed its certificate")
    return found.ok, tuple(found.trusted), found.reason


def cases(count: int, unchanged: int | None, seed: int) -> list[Pair]:
    """Return so many changed certificates after so many committed ones, all of them for None."""
    everything = committed()
    rng = random.Random(seed)
    proofs = [certificate for certificate, _ in everything]
    kept = everything if unchanged is None else rng.sample(everything, min(unchanged, len(everything)))
    made = []
    for _ in range(count):
        certificate, checked = rng.choice(everything)
        made.append((changed(rng, certificate, proofs), checked))
    return [*kept, *made]


def alone(asked: Sequence[Pair], workers: int = 1) -> list[Any]:
    """Return the answer of every case from a process that has replayed nothing else."""
    with multiprocessing.get_context("fork").Pool(workers, maxtasksperchild=1) as pool:
        return pool.map(answer, asked, chunksize=1)


def together(asked: Sequence[Pair], seed: int) -> list[Any]:
    """Return the answers of one process to all cases in a random order."""
    order = random.Random(seed).sample(range(len(asked)), len(asked))
    found: dict[int, Any] = {k: answer(asked[k]) for k in order}
    return [found[k] for k in range(len(asked))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--committed", type=int, default=None)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    started = time.monotonic()
    asked = cases(options.count, options.committed, options.seed)
    kept = len(asked) - options.count
    single = alone(asked)
    print(f"{len(asked):,} certificates alone in {time.monotonic() - started:.0f} s", flush=True)
    wrong = []
    for order in (1, 2):
        several = together(asked, options.seed + order)
        wrong += [(k, single[k], several[k]) for k in range(len(asked)) if several[k] != single[k]]
    good, bad = sum(ok for ok, *_ in single[:kept]), sum(ok for ok, *_ in single[kept:])
    summary = {
        "committed": kept, "of them replay": good, "changed": options.count, "of them replay still": bad, "seed": options.seed,
        "answered otherwise in random order": len(wrong), "seconds": round(time.monotonic() - started),
    }  # fmt: skip
    print(json.dumps(summary, indent=1))
    for k, one, other in wrong[:20]:
        print(k, one, other, json.dumps(asked[k])[:2000])
    if options.out is not None:
        options.out.write_text(json.dumps(summary | {"wrong": [[asked[k], one, other] for k, one, other in wrong]}, indent=1))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
