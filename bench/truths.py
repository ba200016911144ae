"""Every statement of known truth to the provers: ``truths.py FILE [SECONDS] [PART]`` writes one line each to FILE.

What is in FILE is not asked again, so a run that is broken off is gone on with by the same words. PART is the beginning of
the names that are asked, as ``rule/sums``. Nothing may be proved that is false, nor refuted that is true.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "prove"))

from statements import STATEMENTS, Known, built

from boundcheck.prove import NotDefined, Proved, Refuted, prove, replay

SECONDS = 1.0
PATIENCE = 60  # of the wall clock for one statement, by which a search that hangs is told


def answer(known: Known, seconds: float) -> str:
    """Return what the provers say of a statement: proved, refuted, without a value, undecided, or refused with a reason."""
    try:
        goal, given = built(known)
        found = prove(goal, given, seconds=seconds)
    except ValueError as refused:
        return f"refused: {refused}"
    word = {Proved: "proved", Refuted: "refuted", NotDefined: "without a value"}.get(type(found))
    if word is None:
        return "undecided"
    return word if replay(found.certificate, goal, given).ok else f"{word}, not replayed"


def wrong(known: Known, said: str) -> bool:
    """Whether an answer is false."""
    return said.startswith(("refuted", "without") if known.truth else "proved")


def _late(*_):
    raise TimeoutError


def main(path: str, seconds: str = str(SECONDS), part: str = "") -> None:
    """Ask for what is not in the file, and print the counts."""
    file = Path(path)
    rows = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    known = {row["name"] for row in rows}
    signal.signal(signal.SIGALRM, _late)
    for name, statement in STATEMENTS.items():
        if name in known or not name.startswith(part):
            continue
        began, wall = time.process_time(), time.time()
        signal.alarm(PATIENCE)
        try:
            said = answer(statement, float(seconds))
        except TimeoutError:
            said = "late"
        except Exception as crashed:  # any other end is one of ours
            said = f"crashed: {type(crashed).__name__}: {crashed}"
        signal.alarm(0)
        took = round(time.process_time() - began, 2), round(time.time() - wall, 2)
        rows.append({"name": name, "said": said, "cpu": took[0], "wall": took[1], "wrong": wrong(statement, said)})
        with file.open("a") as out:
            out.write(json.dumps(rows[-1]) + "\n")
        if rows[-1]["wrong"]:
            print("WRONG", name, said, statement, flush=True)
    print(Counter(row["said"].split(":")[0] for row in rows), "wrong:", sum(row["wrong"] for row in rows))


if __name__ == "__main__":
    main(*sys.argv[1:])
