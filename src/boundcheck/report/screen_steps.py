"""Steps and false lines on a screen: where a statement is false, and both of its sides there."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from boundcheck.report.referee.one_line import linear
from boundcheck.report.terminal import SHADES, columns, outcome
from boundcheck.report.text.letters import letters, plain, words
from boundcheck.report.text.numbers import finite
from boundcheck.report.text.prose import prose, sentence, typed, value
from boundcheck.report.text.words import LOOKS, WORDS, WORST_FIRST

MARKED = {"definition": "by definition", "by": "an instance"}  # what is no step of a proof
ATTENTION = ("REFUTED", "UNDECIDED")


def sound(record: Mapping) -> str:
    """One line for the steps that nobody has to look at."""
    found = [step for step in record.get("steps") or [] if step["outcome"] not in ATTENTION]
    counts = Counter(map(_kind, found))
    told = ", ".join(f"{counts[kind]} {kind}" for kind in counts)
    return f"Sound steps: {told} (-v lists them)." if found else ""


def _kind(step: Mapping) -> str:
    marked = {"definition": "by definition", "by": "use of another result"}.get(step.get("mark") or "")
    special = "proved in a special case" if step.get("scope") == "special case" else "proved"
    return marked or {"ASSUMED": "cited", "SUPPORTED": "supported"}.get(step["outcome"], special)


def faulty(record: Mapping, known: Mapping) -> list[Any]:
    """The false lines of the page in full, the gravest first; and used results that do not stand."""
    from rich.text import Text

    lines: list[Any] = []
    for fault in sorted(record.get("faults") or [], key=lambda fault: WORST_FIRST.index(fault["severity"])):
        kind = f", {fault['kind']}" if fault.get("kind") not in (None, "", fault["severity"].lower()) else ""
        place = prose(fault.get("where") or fault["id"], known)
        weight = (f"{fault['severity'].lower()}{kind}  ", SHADES[LOOKS[fault["severity"]]])
        lines.append(Text.assemble(weight, (place, "bold")))
        at = false_at({"witness": fault.get("witness"), "line": True}, known)
        if not at or not fault.get("bare"):
            lines.append(Text(f"  {sentence(fault.get('text'), known=known)}"))
        if at:
            lines.append(Text(f"  {sentence(at)}"))
        if fault.get("repair"):
            lines.append(Text(f"  Mended: {sentence(fault['repair'], known=known)}", style="dim"))
    for rest in record.get("rests_on") or []:
        if rest["outcome"] not in ("HOLDS", "HOLDS_REPAIRED", "NOTHING_TO_CHECK") or rest["severity"] != "NONE":
            word = WORDS[rest["outcome"]].lower()
            weight_ = "" if rest["severity"] == "NONE" else f" ({rest['severity'].lower()})"
            lines.append(Text(f"rests on {rest.get('printed') or rest['claim']}: {word}{weight_}", style="dim"))
    return [*lines, Text("")] if lines else []


def steps(record: Mapping, *, every: bool = False) -> Any:
    """One row for each step that is false or open, or for `every` one; for a false one its witness and what mends it."""
    from rich.text import Text

    found, known = [step for step in record.get("steps") or [] if every or step["outcome"] in ATTENTION], letters(record)
    table = columns("Step", "Verdict", "Established by")
    for step in found:
        cited = step["outcome"] == "ASSUMED" and step.get("cited")
        said = [str(cited or step.get("method") or ""), false_at(step, known)]
        if step["outcome"] == "UNDECIDED":
            said.append(prose(step.get("summary"), known))
        said += [
            MARKED.get(step.get("mark") or "", ""),
            f"special case: {prose(special, known)}" if (special := step.get("special")) else "",
        ]
        said += [f"misprint: {prose(step['misprint'], known)}" if step.get("misprint") else ""]
        repair = step.get("repair")
        if repair:
            said.append(f"repaired: {WORDS.get(repair.get('outcome'), 'undecided').lower()}")
        table.add_row(
            Text(prose(words(step.get("label", ""), known))),
            outcome(step["outcome"]),
            Text("; ".join(filter(None, said))),
        )
    return table if found else None


def false_at(settled: Mapping, known: Mapping) -> str:
    """Where a statement is false, and both of its sides there in numbers; empty without such a point."""
    witness = settled.get("witness")
    if not isinstance(witness, Mapping) or not isinstance(witness.get("point"), Mapping) or not witness["point"]:
        return ""
    at = ", ".join(f"{printed(str(name), known)} = {value(entry)}" for name, entry in witness["point"].items())
    left, right = witness.get("lhs"), witness.get("rhs")
    if finite(left) is None or finite(right) is None:
        return f"false at {at}"
    if settled.get("line"):  # of a line of the page nobody says here which relation it has
        left, _, right = apart(left, right, "")
        return f"false at {at}: {left} on the left, {right} on the right"
    order = (finite(left) or 0) - (finite(right) or 0)
    sign = "≠" if settled.get("shape") == "Identity" else ">" if order > 0 else "<" if order < 0 else "="
    return f"false at {at}: {' '.join(apart(left, right, sign))}"


def printed(name: str, known: Mapping) -> str:
    """A letter as the page has it, in one line: the norm that ``g`` stands for."""
    return linear(known[name]) if name in known else plain(name, known)


def apart(left: Any, right: Any, sign: str) -> tuple[str, str, str]:
    """Both numbers with as many digits as it takes to tell them apart."""
    for digits in (4, 6, 9, 12, 16):
        sides = tuple(f"{finite(side):.{digits}g}" for side in (left, right))
        if sides[0] != sides[1]:
            break
    return typed(sides[0]), sign, typed(sides[1])
