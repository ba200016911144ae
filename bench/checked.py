"""What the checker says of committed records: of every refutation, and of the proof objects of a sample of the proofs.

``checked.py [--proofs N] [--seed S] [--seconds T] [--changed M] [--out FILE]`` makes the objects of the proofs of N different
statements (of all with ``--proofs 0``) and prints the share that the checker accepts, the reasons at the leaves by kind, sizes
and seconds. With ``--changed M`` it changes one thing in each of M objects and looks for a point at which something false is
accepted. Exit 1 where a refutation is not checked, or something false is.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from boundcheck import checker
from boundcheck.prove.objects import proof_object

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "prove"))

Entry = tuple[str, list, dict[str, Any]]


def committed() -> list[Entry]:
    """Return place, statement and certificate of everything that records settle."""
    found: list[Entry] = []
    for path in sorted((ROOT / "reports").glob("*/*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        found += [(f"{path.parent.name}/{path.stem} {p}", s, c) for p, s, c in checker.certificates(record)]
    return found


def refuted(entries: list[Entry]) -> bool:
    """Print how many refutations are checked, and say whether all are."""
    started, count, left = time.process_time(), 0, []
    for place, encoded, certificate in entries:
        if certificate["kind"] != "proof":
            count += 1
            why = checker.verdict(encoded, certificate, {})
            left += [f"  {place}: {why}"] if why else []
    print(f"refutations: {count - len(left)} of {count} checked, {time.process_time() - started:.1f} s of CPU")
    print("\n".join(left), end="\n" if left else "")
    return not left


def proved(entries: list[Entry], count: int, seed: int, seconds: float) -> list[tuple[list, dict]]:
    """Print what is checked of a sample of the proofs, and return statements and objects."""
    proofs = list({checker.mark(entry[1]): entry for entry in entries if entry[2]["kind"] == "proof"}.values())
    random.Random(seed).shuffle(proofs)
    proofs = proofs[: count or None]
    made, reasons, leaves, sizes, spent, ok = [], Counter[str](), Counter[str](), [], [0.0, 0.0], 0
    open_rules = Counter[str]()
    for place, encoded, certificate in proofs:
        started = time.process_time()
        try:
            text = json.dumps(proof_object(encoded, certificate, seconds), separators=(",", ":"))
        except (checker.Wrong, KeyError, ValueError, TypeError, ArithmeticError, RecursionError) as wrong:
            why = f"no object: {wrong}"
        else:
            between = time.process_time()
            data = json.loads(text)
            why = checker.verdict(encoded, certificate, {checker.mark(encoded): data})
            spent[0] += between - started
            spent[1] += time.process_time() - between
            sizes.append(len(text))
            made.append((encoded, data))
            for goal in data["goals"]:
                leaves.update(kinds(goal))
        ok += not why
        if why:
            reasons[why[:90]] += 1
            open_rules.update(set().union(*(rules(tree) for tree in certificate["proofs"])))
            print(f"  not checked: {place}: {why[:120]}", flush=True)
    print(f"proofs: {ok} of {len(proofs)} checked ({100 * ok / max(1, len(proofs)):.1f} %), seed {seed}")
    if sizes:
        sizes.sort()
        print(f"objects: median {sizes[len(sizes) // 2]} bytes, mean {sum(sizes) // len(sizes)}, largest {sizes[-1]}")
        print(f"seconds of CPU for each: {spent[0] / len(sizes):.3f} to make, {spent[1] / len(sizes):.4f} to check")
    for title, table in (("leaves", leaves), ("why not", reasons), ("rules of what is not", open_rules)):
        print(f"{title}: {', '.join(f'{name} {n}' for name, n in table.most_common(20))}")
    return made


def kinds(node: dict[str, Any]) -> list[str]:
    """Return the reason of every leaf below a node."""
    found = [kind for child in node.get("then", ()) for kind in kinds(child)]
    if "then" in node:
        return found
    steps = node.get("steps", ())
    if node["by"] != "derive":
        return [node["by"]]
    if not steps:
        return ["signs"]
    longest = max(len(places) for step in steps for _, places in step.get("sum", ((0, ()),)))
    squares = any(row[0] == "square" for step in steps for row in step["facts"])
    return [f"multipliers of products of {longest}{' with squares' if squares else ''}"]


def rules(tree: dict[str, Any]) -> set[str]:
    """Return the rules of a certificate's tree."""
    return {tree["rule"]}.union(*(rules(child) for child in tree.get("then", ())))


def changed(made: list[tuple[list, dict]], count: int, seed: int) -> bool:
    """Print what the checker accepts of changed objects, and say whether it is true wherever it was looked at."""
    from mutated_objects import accepted, failing_point, mutated

    rng = random.Random(seed)
    small = [pair for pair in made if pair[1]["terms"] and len(json.dumps(pair[1])) < 6000]
    whole_object = sequents = false = 0
    for _ in range(count):
        encoded, data = rng.choice(small)
        other = mutated(data, rng)
        whole = frozenset(checker.Statement(encoded).whole)
        whole_object += checker.verdict(encoded, {"kind": "proof"}, {checker.mark(encoded): other}) == ""
        for node in accepted(other, whole):
            sequents += 1
            point = failing_point(node, whole, rng, tries=25)
            if point is not None:
                false += 1
                print(f"  FALSE: {checker.shown(node.claim[1])} {node.claim[0]} 0 at {point}: {json.dumps(node.data)[:400]}")
    print(f"changed objects: {count}; {whole_object} still prove their statement; {sequents} sequents accepted, {false} false")
    return not false


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--proofs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--changed", type=int, default=0)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    sys.setrecursionlimit(10_000)
    entries = committed()
    fine = refuted(entries)
    made = proved(entries, asked.proofs, asked.seed, asked.seconds)
    if asked.out:
        asked.out.write_text(json.dumps({checker.mark(encoded): data for encoded, data in made}, separators=(",", ":")))
    if asked.changed:
        fine = changed(made, asked.changed, asked.seed) and fine
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
