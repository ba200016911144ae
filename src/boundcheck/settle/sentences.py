"""The false lines of a result as its headline tells them: by what is wrong and where it stands, never by a step's name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from boundcheck.claims import Claim, FoundFault, Severity, StepVerdict
from boundcheck.claims.standing import aside, has_proof

from .reasons import place

_FEW = 3  # lines that a sentence tells; of more it tells how many
_COUNTED = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}


def sentences(claim: Claim, found: Iterable[FoundFault], steps: Sequence[StepVerdict]) -> str:
    """Which lines beside the statement are false, those with a repair first, misprints last; empty where all are sound.

    Returns
    -------
    text : str
        Such as ``"One line of its proof is false as printed, and mended: 4 stands for 8 (Eq. (20))."``
    """
    doubts = {step.label: step.doubt for step in steps if step.doubt}
    bare = {step.evidence.summary for step in steps}  # what a check found, where nobody said what is wrong
    found = [
        replace(fault, text="" if fault.text in bare else fault.text, where=place(claim, fault)) for fault in found
    ]
    own = [fault for fault in found if not fault.parts]
    misprints = [fault for fault in own if fault.severity is Severity.MISPRINT and not _doubt(fault, doubts)]
    doubtful = [fault for fault in own if _doubt(fault, doubts)]
    rest = [fault for fault in own if fault not in misprints and fault not in doubtful]
    mended = [fault for fault in rest if fault.repair]
    line = "lines of its proof" if has_proof(claim.source.printed) else "lines"
    told = [
        _count_and_names(mended, line, "false as printed, and mended", doubts),
        _count_and_names([f for f in rest if f not in mended], line, "false as printed, and no proved repair is known", doubts),
        _count_and_names(doubtful, line, "false as read", doubts),
        f"Misprint{'' if len(misprints) == 1 else 's'}: {_listed(misprints, doubts)}." if misprints else "",
    ]
    return " ".join(filter(None, told))


def _count_and_names(found: Sequence[FoundFault], line: str, what: str, doubts: dict[str, str]) -> str:
    if not found:
        return ""
    one = "One of its lines is" if line == "lines" else "One line of its proof is"
    many = one if len(found) == 1 else f"{_COUNTED.get(len(found), len(found))} {line} are"
    return f"{many} {what}: {_listed(found, doubts)}."


def _listed(found: Sequence[FoundFault], doubts: dict[str, str]) -> str:
    """What is wrong in each, and where; of many the first few."""
    named = [_one(fault, doubts) for fault in found[:_FEW]]
    rest = len(found) - len(named)
    return "; ".join([*named, *([f"and {rest} more"] if rest else [])])


def _one(fault: FoundFault, doubts: dict[str, str]) -> str:
    where, at, doubt = fault.where, str((fault.witness or {}).get("text") or ""), _doubt(fault, doubts)
    told = fault.text.rstrip(".") + aside(where)
    if not fault.text:
        told = ", ".join(filter(None, (where or fault.printed, at)))
    return told + (f", which hangs on {doubt}" if doubt else "")


def _doubt(fault: FoundFault, doubts: dict[str, str]) -> str:
    return next((doubts[label] for label in fault.steps if label in doubts), "")


def places(claim: Claim, labels: Sequence[str]) -> str:
    """Where lines stand on the page; of many in different places how many they are."""
    where = {step.label: step.where for step in claim.steps}
    found = list(dict.fromkeys(where.get(label) or label for label in labels))
    return f"{len(labels)} lines" if len(found) > _FEW else "; ".join(found)
