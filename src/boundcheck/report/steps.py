"""The steps of the proof: what each says, whether it is true, who says so, and what mends it."""

from collections import Counter
from collections.abc import Mapping

from boundcheck.report.blocks import heading, para
from boundcheck.report.formula import formula
from boundcheck.report.letters import symbol
from boundcheck.report.numbers import exact

WORDS = {
    "PROVED": "proved",
    "SUPPORTED": "supported by sampling",
    "UNDECIDED": "undecided",
    "ASSUMED": "cited",
    "REFUTED": "refuted as printed",
}


def steps(record: Mapping, known: Mapping) -> list[dict]:
    """Blocks of the section on the proof."""
    found = record.get("steps") or []
    if not found:
        return []
    counts = Counter(step["outcome"] for step in found)
    tally = ", ".join(f"{counts[outcome]} {word}" for outcome, word in WORDS.items() if counts[outcome])
    mended = sum(1 for step in found if step.get("repair"))
    repairs = "" if not mended else f"; {mended} of them {'carries' if mended == 1 else 'carry'} a repair"
    lead = f"Of {len(found)} listed steps: {tally}{repairs}. "
    lead += "That the list is the whole proof is a reading of the page."
    rows = [_step(number, step, known) for number, step in enumerate(found, 1)]
    return [heading("The steps of the proof"), para(lead), {"kind": "steps", "steps": rows}]


def _step(number: int, step: Mapping, known: Mapping) -> dict:
    at = f"steps[{number - 1}]"
    made = formula(step.get("statement"), f"{at}.statement", block=True)
    given = formula(step.get("given"), f"{at}.given")
    note = step.get("note")
    spoken = (step.get("statement") or {}).get("text")
    return {
        "number": str(number),
        "label": str(step.get("label") or f"step {number}"),
        "where": step.get("where") or None,
        "formula": made,
        "given": [given] if given else None,
        "witness": _witness(step.get("witness"), known),
        "note": [note] if note else [spoken] if spoken and not made else None,
        "outcome": step["outcome"],
        "method": [_established(step)],
        "repair": _repair(step.get("repair"), f"{at}.repair", known),
    }


def _established(step: Mapping) -> str:
    """The engine; for a result that is only cited, the source."""
    if step["outcome"] == "ASSUMED" and step.get("cited"):
        return str(step["cited"])
    return str(step.get("method") or "")


def _repair(repair: Mapping | None, at: str, known: Mapping) -> dict | None:
    if not repair:
        return None
    statement = repair.get("statement") or {}
    made = formula(statement, f"{at}.statement", block=True)
    note = [text for text in (None if made else statement.get("text"), repair.get("note")) if text]
    return {
        "outcome": repair.get("outcome") or "UNDECIDED",
        "method": [str(repair.get("method") or "")],
        "formula": made,
        "witness": _witness(repair.get("witness"), known),
        "note": [" ".join(note)] if note else None,
    }


def _witness(witness: Mapping | None, known: Mapping) -> list | None:
    """``at a = −1, b = 0: the left side is −1/8, the right side −1/4``."""
    if not witness:
        return None
    if not isinstance(witness, Mapping):
        return [str(witness)]
    runs: list = []
    for name, value in (witness.get("point") or {}).items():
        runs += [", " if runs else "at ", symbol(name, known), f" = {exact(value)}"]
    if witness.get("lhs") is not None and witness.get("rhs") is not None:
        runs.append(f": the left side is {exact(witness['lhs'])}, the right side {exact(witness['rhs'])}")
    if witness.get("text"):
        runs.append((". " if runs else "") + str(witness["text"]))
    return runs or None
