"""The steps of the proof: what each says, whether it is true, who says so, and what mends it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from boundcheck.claims.at_point import only_the_point
from boundcheck.report.page.paragraphs import badge, heading, length, pairs, para
from boundcheck.report.text.expression import value
from boundcheck.report.text.formula import formula
from boundcheck.report.text.letters import NBSP, symbol, words
from boundcheck.report.text.numbers import exact, finite, shown
from boundcheck.report.text.prose import argued, prose, sentence_runs, typed
from boundcheck.report.text.prose import runs as set_runs
from boundcheck.report.text.words import engines
from boundcheck.symbolic import Statement, decode

MOST_LETTERS = 12  # of a witness in print
BESIDE = 56  # characters of a step's name, place and conditions on one line
LONGEST_SIDE = 60  # characters of a side that stands within a sentence
MOST_DIGITS = 16  # of a computed side
LONGEST_NAME = 60  # characters of what only names the sides
MARKED = {"definition": ("definition", "definitions"), "by": ("use of another result", "uses of other results")}
WHOLE = (
    "That these lines are the whole proof is how we read the page; it is not itself checked. A line on vectors or matrices is "
    "checked in the reduced form that it names."
)
WORDS = {
    "PROVED": "proved",
    "SUPPORTED": "supported by sampling",
    "UNDECIDED": "undecided",
    "ASSUMED": "cited",
    "REFUTED": "refuted as printed",
}


def steps(record: Mapping, known: Mapping) -> list[dict]:
    """Blocks of the section on the proof: the claim's own lines."""
    found = record.get("steps") or []
    if not found:
        return []
    lead = f"{tally(found)} {WHOLE}"
    rows = [_step(number, f"steps[{place}]", step, known) for number, (place, step) in enumerate(enumerate(found), 1)]
    return [heading("The steps of the proof"), para(lead), *_attention(found, known), {"kind": "steps", "steps": rows}]


def tally(found: Sequence[Mapping]) -> str:
    """How many steps are proved, mended ones among them as in the headline, and what became of the others."""
    every, found = found, [step for step in found if step.get("mark", "step") == "step"]
    rest = Counter(step.get("mark") for step in every if step not in found)
    beside = [f"{rest[mark]} {one if rest[mark] == 1 else more}" for mark, (one, more) in MARKED.items() if rest[mark]]
    cases = sum(step.get("scope") == "special case" for step in found)
    stand = "stands" if sum(rest.values()) == 1 else "stand"
    also = f" Beside {'it' if len(found) == 1 else 'them'} {stand} {' and '.join(beside)}." if beside else ""
    also += f" {cases} {'is' if cases == 1 else 'are'} checked in a special case only." if cases else ""
    if not found:
        return f"No displayed line is a step of a proof.{also}"
    mended = [step for step in found if step["outcome"] == "REFUTED" and step.get("repair")]
    printed = len({(step.get("fault") or {}).get("id") or step.get("label") or id(step) for step in mended})
    settled = [(step["repair"].get("outcome") or "UNDECIDED") if step in mended else step["outcome"] for step in found]
    counts = Counter(settled)
    listed = [(counts[outcome], word) for outcome, word in WORDS.items() if counts[outcome]]
    if len(listed) == 1 and len(found) > 1:
        return f"All {len(found)} checked lines of the proof are {listed[0][1]}{_mended(len(mended), printed)}.{also}"
    each = ", ".join(f"{count} {word}" for count, word in listed)
    said = (
        f"Of {len(found)} checked lines of the proof: {each}"
        if len(found) > 1
        else f"The one checked line of the proof is {WORDS[settled[0]]}"
    )
    if len(found) == 1 and mended:
        return f"{said}, after mending: as printed it is false.{also}"
    return f"{said}{_mended(len(mended), printed)}.{also}"


def _mended(count: int, printed: int) -> str:
    """What is false as printed: so many checked lines, of so many lines of the page."""
    if not count:
        return ""
    same = "" if printed == count else ", one line of the page," if printed == 1 else f", {printed} lines of the page,"
    return f", {count} of them{same} after mending, as {'it is' if count == 1 else 'they are'} false as printed"


def _attention(found: Sequence[Mapping], known: Mapping) -> list[dict]:
    """The names of the steps that a reader should look at first."""
    rows = []
    for outcome in ("REFUTED", "UNDECIDED"):
        labels = [step.get("label") or number for number, step in enumerate(found, 1) if step["outcome"] == outcome]
        if labels:
            rows.append((badge(outcome), ", ".join(prose(words(label, known)) for label in labels)))
    return [pairs(rows)] if rows else []


def _step(number: int, at: str, step: Mapping, known: Mapping) -> dict:
    label = prose(words(step.get("label") or f"step {number}", known))
    where = set_runs(step.get("where"), known) or None
    told = _formulas_of(step, at, known)
    spoken = _instance(step.get("instance_of") or {}, at, known)
    spoken = spoken or sentence_runs(argued((step.get("statement") or {}).get("text"), known), known)
    if not told["note"] and not told["formula"] and spoken:
        told["note"] = spoken
    aside = {"definition": "By definition.", "by": "An instance of another result."}.get(step.get("mark") or "", "")
    if step.get("special"):
        aside = f"Special case: {step['special'].rstrip('.')}."
    if step.get("misprint"):
        aside = f"A misprint: what is meant can be read elsewhere ({step['misprint'].rstrip('.')})."
    if aside:
        told["note"] = [*sentence_runs(aside, known), *([" ", *told["note"]] if told["note"] else [])]
    if step["outcome"] == "UNDECIDED" and step.get("summary"):
        told["note"] = [*(told["note"] or []), *([" "] if told["note"] else []), *sentence_runs(step["summary"], known)]
    return told | {
        "number": str(number),
        "label": label,
        "where": where,
        "beside": len(label) + length(where or "") + length(told["given"] or "") <= BESIDE,
        "outcome": step["outcome"],
        "method": [_established(step)],
        "repair": _repair(step.get("repair"), f"{at}.repair", known),
    }


def _instance(used: Mapping, at: str, known: Mapping) -> list:
    """Of which line or result a line is an instance, and what the letters of that stand for here."""
    told: list = []
    ended = False
    for letter in used.get("letters") or []:
        made = formula(letter, f"{at}.instance_of", block=len(letter["alt"]) > LONGEST_SIDE)
        if made:
            alone = bool(made.get("block"))
            told += [made] if alone else [", " if told and not ended else " ", made]
            ended = alone  # nothing stands behind a display
    called = words(used.get("step") or used.get("claim"), known)
    return [f"By {argued(called, known)} with", *told, *([] if ended else ["."])] if told else []


def _formulas_of(step: Mapping, at: str, known: Mapping) -> dict:
    """What a step or its repair says: as the page has it, and where that differs, as it was checked."""
    statement = step.get("statement") or {}
    checked = formula(statement, f"{at}.statement", block=True)
    printed = statement.get("printed")
    page = checked
    if printed and printed != statement.get("typst"):
        page = formula({"typst": printed, "alt": printed}, f"{at}.statement.printed", block=True)
    return {
        "formula": page,
        "checked": checked if page is not checked else None,
        "because": sentence_runs(argued(step.get("because"), known), known) or None,
        "given": _given(step.get("given"), at),
        "witness": witness(step.get("witness"), known),
        "note": sentence_runs(argued(step.get("words"), known), known) or None,
    }


def _given(given: Mapping | None, at: str) -> list | None:
    """The conditions, one formula each, so that lines can end between them."""
    if not given or not given.get("typst"):
        return None
    runs: list = []
    for one in given.get("each") or [given]:
        made = formula(one, f"{at}.given")
        runs += [", ", made] if runs else [made]
    return runs


def _established(step: Mapping) -> str:
    """The engine; for a result that is only cited, the source."""
    if step["outcome"] == "ASSUMED" and step.get("cited"):
        return str(step["cited"])
    return engines(step.get("method"))


def _repair(repair: Mapping | None, at: str, known: Mapping) -> dict | None:
    if not repair:
        return None
    told = _formulas_of(repair, at, known)
    tautology = told["note"] and told["formula"] and not told["checked"] and _of_one_expression(repair)
    if tautology:
        told |= {"formula": None, "given": None}  # that a = a tells nobody anything: the words do
    spoken = [] if told["formula"] or tautology else sentence_runs((repair.get("statement") or {}).get("text"), known)
    return told | {
        "outcome": repair.get("outcome") or "UNDECIDED",
        "method": [_established({"outcome": "", **repair})],
        "beside": False,
        "note": [*spoken, " " if spoken else "", *(told["note"] or [])] if spoken or told["note"] else None,
    }


def _of_one_expression(repair: Mapping) -> bool:
    """Whether the two sides of a mended line are the same."""
    found = decode(repair["checked"]) if repair.get("checked") else None
    return isinstance(found, Statement) and found.relation == "==" and found.lhs == found.rhs


def witness(found: Any, known: Mapping, told: str = "") -> list | None:
    """``at a = −1, b = 0: the left side is −1/8, the right side −1/4``; long sides as displays."""
    if not found:
        return None
    if not isinstance(found, Mapping):
        return [prose(found)]
    runs: list = []
    values = list((found.get("point") or {}).items())
    for name, at in values[:MOST_LETTERS]:
        runs += [", " if runs else "at ", symbol(name, known), f"{NBSP}={NBSP}", _side(at, known)]
    if len(values) > MOST_LETTERS:
        runs.append(f" and {len(values) - MOST_LETTERS} more values, in the record")
    held = [str(found[key]) for key in ("lhs", "rhs") if str(found.get(key) or "").strip()]
    sides = _sides(held, known)
    if len(sides) == 2:
        left, right = sides
        runs += [": " if runs else "", "the left side is ", left, ", the right side ", right]
    elif sides:
        runs += [": " if runs else "", "the value is ", *sides]
    stop = [] if runs and isinstance(runs[-1], dict) and runs[-1].get("block") else ["."]  # none after a display
    text = prose(found.get("text"))
    again = only_the_point(found)  # the point once more, or what was told before
    if not text or again or text.lower().rstrip(".") in prose(told).lower():
        return [*runs, *stop] if runs else None
    if not runs:
        return sentence_runs(found.get("text"), known)
    if stop and len(text) <= LONGEST_NAME and "," not in text and ":" not in text:
        return [*runs, f" ({text.rstrip('.')})."]
    return [*runs, *stop, *([" "] if stop else []), *sentence_runs(found.get("text"), known)]


def _sides(found: Sequence[Any], known: Mapping) -> list[dict | str]:
    """Both sides: computed numbers with as many digits as tell them apart, three at least, and what was chosen as it is."""
    whole = [_side(side, known, longest=LONGEST_SIDE if place else 0) for place, side in enumerate(found)]
    numbers = [number for side in found if (number := finite(side)) is not None]
    if len(numbers) < len(found):
        return whole
    for digits in range(3, MOST_DIGITS):
        said = [shown(float(number), digits) for number in numbers]
        if len(set(said)) == len(said):
            each = zip(found, whole, said, strict=True)
            return [side if len(exact(one)) <= max(digits + 2, len(told)) else told for one, side, told in each]
    return whole


def _side(found: Any, known: Mapping, longest: int = 0) -> dict | str:
    """A value of a letter or of a side; one of more than `longest` characters on its own line."""
    made = value(found, known, longest=longest)
    return made if isinstance(made, dict) else typed(made)
