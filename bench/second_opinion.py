"""The second opinion over all records of a folder: Coq is started once for many statements, each with its own limit.

``second_opinion.py FOLDER FROM COUNT FILE [SECONDS]`` asks about a slice of the settled scalar statements, in a fixed order,
each once; ``--summary FILE...`` adds slices up. What ``boundcheck verify --second-opinion`` asks one by one, with more time
each, is asked here of all: a proof of what is proved, the failure at the witness of what is refuted, and a proof of the
opposite at a point where floats see a proved statement fail.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from boundcheck.second_opinion import available, coq
from boundcheck.second_opinion.coq import NotUnderstood, _against, letters, statement

VERDICTS = {"proof": "proved", "counterexample": "refuted"}


def settled(thing: Any) -> Iterator[dict[str, Any]]:
    """Yield what carries a certificate of its own, wherever it stands in a record."""
    if isinstance(thing, dict):
        certificate = thing.get("certificate")
        if isinstance(certificate, dict) and thing.get("checked") and certificate.get("kind") in VERDICTS:
            yield thing
        for inner in thing.values():
            yield from settled(inner)
    elif isinstance(thing, list):
        for inner in thing:
            yield from settled(inner)


def questions(folder: Path) -> list[dict[str, Any]]:
    """Return the different settled statements of all records, with the first place of each."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("*/*.json")):
        for one in settled(json.loads(path.read_text(encoding="utf-8"))):
            certificate = one["certificate"]
            row = {
                "where": f"{path.parent.name}/{path.stem} {one.get('label', '')}".strip(),
                "verdict": VERDICTS[certificate["kind"]],
                "checked": one["checked"],
                "point": certificate.get("point"),
            }
            found.setdefault(json.dumps([row["checked"], row["verdict"], row["point"]]), row)
    return list(found.values())


def goals(row: dict[str, Any]) -> tuple[list[str], str]:
    """Return scripts whose acceptance means "agreed", and one whose acceptance means "disagrees" (or "")."""
    claim, given = statement(row["checked"])
    if row["verdict"] == "refuted":
        point = {name: Fraction(str(value)) for name, value in (row["point"] or {}).items()}
        if not set(letters([claim, *given])) <= set(point):
            raise NotUnderstood("the witness lacks a letter")
        return [coq.failure(claim, given, point)], ""
    opposite = next((coq.failure(claim, given, point) for point in _against(claim, given)), "")
    return [coq.proof(claim, given)], opposite


def sentences(script: str, name: str, seconds: int) -> tuple[str, int]:
    """Return a script for the loop of Coq, its goals named and each under a limit, and their number."""
    body, count = script.replace(coq.PRELUDE, ""), 0
    out = []
    for part in re.split(r"(?=^Goal |^Ltac )", body, flags=re.MULTILINE):
        if part.startswith("Ltac "):
            out.append(part)
        elif part.startswith("Goal "):
            claim, proof = re.match(r"Goal (.*?)\.\s*Proof\.(.*)Qed\.", part, re.DOTALL).groups()  # type: ignore[union-attr]
            label = f"{name}_{count}"
            out.append(
                f"Lemma {label} : {claim}.\nProof.\nTimeout {seconds} ({_tactic(proof)}).\nQed.\nAbort.\nCheck {label}.\n"
            )
            count += 1
    return "\n".join(out), count


def _tactic(proof: str) -> str:
    steps = [s.strip() for s in re.split(r"\.\s*\n", proof.strip().rstrip(".") + "\n") if s.strip().rstrip(".")]
    return "; ".join(f"({s.rstrip('.').removeprefix('all:').strip()})" for s in steps)


def ask(rows: list[dict[str, Any]], seconds: int) -> list[str]:
    """Return "agreed", "disagrees", "no answer" or "not understood" for each row."""
    text, wanted, answers = [coq.PRELUDE], {}, []
    for i, row in enumerate(rows):
        try:
            agreeing, opposite = goals(row)
        except (NotUnderstood, KeyError, IndexError, TypeError):
            answers.append("not understood")
            continue
        answers.append("no answer")
        for word, scripts_of in (("agreed", agreeing), ("disagrees", [opposite] if opposite else [])):
            for script in scripts_of:
                source, count = sentences(script, f"{word}_{i}", seconds)
                text.append(source)
                wanted[i, word] = {f"{word}_{i}_{k}" for k in range(count)}
    run = subprocess.run(["coqtop", "-q"], input="\n".join(text), capture_output=True, text=True, check=False)
    accepted = set(re.findall(r"^(\w+)\n? +: ", run.stdout, re.MULTILINE))
    for (i, word), names in wanted.items():
        if names and names <= accepted and answers[i] != "disagrees":
            answers[i] = word
    return answers


def main(words: list[str]) -> int:
    """Ask about a slice, or add slices up; the exit code counts disagreements."""
    if words[0] == "--summary":
        parts = sorted((json.loads(Path(w).read_text(encoding="utf-8")) for w in words[1:]), key=lambda p: p["from"])
        counts: Counter[str] = Counter()
        for part in parts:
            counts.update(part["answers"])
        found = {
            "by": parts[0]["by"],
            "statements": sum(counts.values()),
            "slices": [[p["from"], p["from"] + p["count"], p["seconds"]] for p in parts],
            "answers": dict(sorted(counts.items())),
            "disagrees": [row for part in parts for row in part["disagrees"]],
        }
        print(json.dumps(found, indent=1))
        return 0
    folder, start, count, path, *limit = words
    seconds = int(limit[0]) if limit else 5
    rows = questions(Path(folder))[int(start) : int(start) + int(count)]
    answers = ask(rows, seconds)
    pairs = list(zip(rows, answers, strict=True))
    found = {
        "by": available(),
        "from": int(start),
        "count": len(rows),
        "seconds": seconds,
        "answers": dict(sorted(Counter(f"{row['verdict']}: {answer}" for row, answer in pairs).items())),
        "disagrees": [[row["where"], row["checked"]] for row, answer in pairs if answer == "disagrees"],
        "open": [row["where"] for row, answer in pairs if answer == "no answer"],
    }
    Path(path).write_text(json.dumps(found), encoding="utf-8")
    return len(found["disagrees"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
