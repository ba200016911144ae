"""The steps of a proof: what each says, whether it is true, which hypotheses it needs, and pictures of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from boundcheck.report.figures import proofs
from boundcheck.report.page.paragraphs import (
    Runs,
    badge,
    bullets,
    code,
    figure,
    fold,
    heading,
    length,
    muted,
    pairs,
    para,
    strong,
    table,
)
from boundcheck.report.text.letters import NBSP, letters, symbol, words
from boundcheck.report.text.plain import linear
from boundcheck.report.text.prose import argued, prose, runs, sentence_runs, value
from boundcheck.report.text.typst import displayed, formula
from boundcheck.report.text.words import WORST_FIRST, engines, exact, finite, shown, shown_outcome, shown_word
from boundcheck.symbolic import Statement, decode
from boundcheck.verdict import only_the_point
from boundcheck.verdict.result import (
    Fault,
    Record,
)
from boundcheck.verdict.shapes import AssumedFact, Derivation, DerivedFact
from boundcheck.verdict.statements import Given, InstanceOf, Repair, Step, Trial, Witness
from boundcheck.verdict.values import Encoded
from boundcheck.words import phrase
from boundcheck.words.phrases import listed as listing

# Which hypotheses the steps need: each was left out, and the provers were asked again.

MOST_LETTERS_OF_A_ROW = 9  # of a witness in print
FINDINGS = {
    "NEEDED": "{} needed (the line is false without {})",
    "NOT_NEEDED": "{} not needed",
    "UNDEFINED": "{0} needed for both sides to be defined",
    "OPEN": "{} not decided",
}


def derivations(record: Record, known: Mapping[str, str], *, whole: bool = True) -> list[dict]:
    """Of every part with a derivation: whether it is closed and the link that is missing.

    With `whole` the way of it in a few lines besides, and folded, what all parts share and the facts of each, what each rests on,
    and what is assumed; paper has no room for them.
    """
    found = {name: part.derivation for name, part in record.parts.items() if part.derivation}
    called = {name: prose(words(name, known)) for name in found}
    if not whole:
        return [para(strong(f"From the lines to {called[name]}."), " ", _closed(each)) for name, each in found.items()]
    if not found:
        return []
    blocks: list[dict] = [heading("From the lines to the statement" if len(found) == 1 else f"One argument, {len(found)} endings")]
    first = next(iter(found.values()))
    if main := way(first.facts):
        told = [[strong(fact.name), " ", code(fact.says), *([" from ", ", ".join(fact.by)] if fact.by else [])] for fact in main]
        ending = f" to {next(iter(called.values()))}" if len(found) > 1 else ""
        blocks += [para(f"The way{ending}, by the facts in which several others meet:"), bullets(told)]
    if len(found) == 1:
        return [*blocks, para(_closed(first)), fold(f"All {len(first.facts)} facts", _facts(first.facts, first.assumptions))]
    shared = [fact for fact in first.facts if all(fact in each.facts for each in found.values())]
    granted = [given for given in first.assumptions if all(given in each.assumptions for each in found.values())]
    if shared:
        blocks.append(fold(f"What all {len(found)} have in common: {_counted(shared)}", _facts(shared, granted)))
    for name, each in found.items():
        own = [fact for fact in each.facts if fact not in shared]
        rest = [given for given in each.assumptions if not shared or given not in granted]
        title = f"To {called[name]}: {_counted(own)}{' of its own' if shared else ''}"
        blocks.append(fold(title, [para(_closed(each)), *_facts(own, rest)]))
    return blocks


def way(facts: Sequence[DerivedFact], most: int = 5) -> list[DerivedFact]:
    """The last facts of the longest chain to the statement that join two or more others: where an argument turns.

    Parameters
    ----------
    facts : sequence of DerivedFact
        In an order in which each comes after those that it is made of; the last one is the statement.
    most : int, optional
        How many.
    """
    longest: dict[str, list[DerivedFact]] = {}
    for fact in facts:
        below = max((longest[name] for name in fact.by if name in longest), key=len, default=[])
        longest[fact.name] = [*below, fact]
    chain = longest[facts[-1].name] if facts else []
    return [fact for fact in chain if len(fact.by) > 1 or fact is chain[-1]][-most:]


def _facts(facts: Sequence[DerivedFact], assumptions: Sequence[AssumedFact]) -> list[dict]:
    rows = [[strong(fact.name), code(fact.says), fact.rule, ", ".join(fact.by) or "–"] for fact in facts]
    blocks = [table("l l3 l2 l", ["Fact", "Says", "By", "From"], rows, tight=True)] if rows else []
    rows = [[strong(given.label), code(given.says), given.place or given.sort] for given in assumptions]
    return blocks + ([table("l l3 l2", ["Assumed", "Says", "Where"], rows, tight=True)] if rows else [])


def _counted(facts: Sequence[DerivedFact]) -> str:
    return f"{len(facts)} fact{'' if len(facts) == 1 else 's'}"


def _closed(found: Derivation) -> str:
    """Whether a derivation is closed, in a sentence or two."""
    if not found.closed:
        return f"The derivation is open at {found.fact}: {found.link}."
    quoted = f" Quoted and not proved here: {', '.join(found.cited)}." if found.cited else ""
    if not found.holds:
        return f"Every link is there, and yet it does not carry the statement: {found.link}.{quoted}"
    return f"The statement is derived from what is assumed, link by link, in {len(found.facts)} facts.{quoted}"


def hypotheses(record: Record, known: Mapping[str, str]) -> list[dict]:
    """A row for each step of which a hypothesis can go, or is needed at a witness."""
    found = list(tried(record))
    single = [trial for one in found for trial in one.trials if len(trial.left_out) == 1]
    if not single:
        return []
    rows = []
    for one in found:
        free = _free(one.trials, one.at)
        needed = _needed_runs(one.trials, one.at, known)
        if free or needed:
            rows.append([strong(one.called(known)), free or "–", needed or "–"])
    counts = Counter(trial.finding for trial in single)
    steps = "one proved step" if len(found) == 1 else f"{len(found)} proved steps"
    if len(single) == 1:
        lead = f"The one assumption of {steps} was dropped: {_alone(single[0])}."
    else:
        lead = f"Each of the {len(single)} assumptions of {steps} was dropped in turn: {_tally(counts)}."
    blocks = [heading("Which assumptions the steps need"), para(lead)]
    header = ["Step", "True without", "False without, at a point that the others admit"]
    return [*blocks, table("l l2 l3", header, rows, tight=True)] if rows else blocks


@dataclass(frozen=True)
class Tried:
    """A step, or its repair, with what became of it without hypotheses; `at` is its place in the record."""

    at: str
    label: str
    repaired: bool
    trials: list[Trial]

    def called(self, known: Mapping[str, str]) -> str:
        """The step in words, repaired or not."""
        return prose(words(self.label, known)) + (", repaired" if self.repaired else "")


def tried(record: Record) -> Iterator[Tried]:
    """Every step of which some hypothesis was left out."""
    for place, step in enumerate(record.steps):
        for at, settled in ((f"steps[{place}]", step), (f"steps[{place}].repair", step.repair)):
            trials = [trial for trial in settled.trials if trial.left_out] if settled else []
            if trials:
                yield Tried(at, step.label, settled is not step, trials)


def dropped(record: Record, steps: Sequence[str]) -> Runs:
    """What is known of an assumption whose steps are named: which of their hypotheses can go and which cannot."""
    said: list = []
    known = letters(record)
    for one in tried(record):
        if one.label in steps:
            single = [t for t in one.trials if len(t.left_out) == 1]
            told = [
                [word, *_listed([_shown(t, one.at) for t in single if t.finding == finding])]
                for finding, word in (("NEEDED", "false without "), ("NOT_NEEDED", "true without "))
                if any(t.finding == finding for t in single)
            ]
            said += [" ", muted("The step "), one.called(known), muted(" is "), *_joined(told, ", "), "."] if told else []
    return ["Not tried as such.", *said] if said else []


def _free(trials: list[Trial], at: str) -> list:
    single = [t for t in trials if t.finding == "NOT_NEEDED" and len(t.left_out) == 1]
    if not single:
        return []
    runs = _listed([_shown(t, at) for t in single])
    if len(single) > 1:
        together = any(t.finding == "NOT_NEEDED" for t in trials if len(t.left_out) > 1)
        runs.append(muted(", also all at once" if together else ", one at a time"))
    return runs


def _needed_runs(trials: list[Trial], at: str, known: Mapping[str, str]) -> list:
    runs: list = []
    for trial in trials:
        if trial.finding == "NEEDED" and len(trial.left_out) == 1:
            runs += ["; " if runs else "", _shown(trial, at), *_point(trial.witness, known)]
    return runs


def _point(witness: Witness | None, known: Mapping[str, str]) -> list:
    values = list(witness.point.items()) if witness else []
    if not values or len(values) > MOST_LETTERS_OF_A_ROW:
        return [muted(" at a point in the record")] if values else []
    runs: list = []
    for name, number in values:
        runs += [", " if runs else " at ", symbol(name, known), f"{NBSP}={NBSP}{prose(exact(number))}"]
    return [muted(*runs)]


def _shown(trial: Trial, at: str) -> Any:
    return formula(trial.latex, f"{at}.trials")


def _listed(shown: list) -> list:
    return _joined([[each] for each in shown], ", ")


def _joined(groups: list[list], between: str) -> list:
    return [run for place, group in enumerate(groups) for run in ([between] if place else []) + group]


def _alone(trial: Trial) -> str:
    """What became of the only hypothesis that was left out."""
    return {
        "NEEDED": "it is needed (the step is false without it)",
        "NOT_NEEDED": "it is not needed",
        "UNDEFINED": "without it a side of the step is not defined everywhere",
    }.get(trial.finding, "whether it is needed was not decided")


def _tally(counts: Counter) -> str:
    said = []
    for finding, told in FINDINGS.items():
        if number := counts[finding]:
            be, it = ("is", "it") if number == 1 else ("are", "them")
            rest = "of them" if number == sum(counts.values()) else "other" if number == 1 else "others"
            said.append(told.format(f"{number} {be}", it, number, rest))
    return "; ".join(said) if said else "nothing was found out"


# Pictures of a proof: its lines and what they settle, and a false line along one of its letters.

CAPTION = "Right side less left side of the line as it was checked: an inequality is false below zero, an equality off it."
SLIGHT = ("MISPRINT", "NONE")


def graph(record: Record, known: Mapping[str, str]) -> list[dict]:
    """What the proof rests on, its lines, and what they settle."""
    lines = [proofs.Line(s.label, s.where, s.outcome, s.mark, s.instance_of, s.settles) for s in record.steps]
    above = any(line.instance_of and line.instance_of.claim for line in lines)
    below = any(line.settles for line in lines)
    caption = "The lines of the proof, in the order in which they are listed below"
    caption += "; above them the results of which lines are instances" if above else ""
    caption += "; below them what a line settles" if below else ""
    outcomes = {name: part.outcome for name, part in record.parts.items()}
    return figure(proofs.drawing(lines, record.rests_on, outcomes, known), f"{caption}.")


def failing(fault: Fault, record: Record, known: Mapping[str, str]) -> list[dict]:
    """Where a false line fails, and what mends it; nothing for a misprint, or a line that is no formula."""
    return figure(_difference(fault, record, known), CAPTION, 62)


def _difference(fault: Fault, record: Record, known: Mapping[str, str]) -> dict | None:
    printed, mended = _settled(fault.printed, record)
    if fault.severity in SLIGHT or printed is None or not fault.witness or not fault.witness.point:
        return None
    return proofs.difference(printed, mended, fault.witness.point, known)


def gravest(record: Record, known: Mapping[str, str]) -> list[dict]:
    """The first picture of a false line, the gravest first."""
    for fault in worst_first(record.faults):
        if drawn := _difference(fault, record, known):
            where = runs(fault.where, known) if len(record.faults) > 1 else []  # which of several lines it shows
            caption = [*where, ": ", CAPTION[0].lower(), CAPTION[1:]] if where else CAPTION
            return figure(drawn, caption, 50, floats=True)
    return []


def worst_first(faults: Sequence[Fault]) -> list[Fault]:
    """The false lines of a page, the gravest first."""
    return sorted(faults, key=lambda fault: WORST_FIRST.index(fault.severity))


def _settled(name: str, record: Record) -> tuple[Encoded | None, Encoded | None]:
    """The encoded statements of a step and its repair, or of a part and the reading of it that stands."""
    for step in record.steps:
        if step.label == name:
            return step.checked, step.repair.checked if step.repair else None
    stem = name.partition("@")[0]
    standing = [part for key, part in record.parts.items() if key.startswith(f"{stem}@") and part.outcome == "PROVED"]
    part = record.parts.get(name)
    return part.checked if part else None, standing[0].checked if standing else None


# The steps of the proof: what each says, whether it is true, who says so, and what mends it.

MOST_LETTERS = 12  # of a witness in print
BESIDE = 56  # characters of a step's name, place and conditions on one line
LONGEST_SIDE = 60  # characters of a side that stands within a sentence
MOST_DIGITS = 16  # of a computed side
LONGEST_NAME = 60  # characters of what only names the sides
MARKED = {
    "definition": ("definition", "definitions"),
    "by": ("use of another result", "uses of other results"),
    "rewriting": ("line with one expression on both sides", "lines with one expression on both sides"),
    "restated": ("line that is one of its own assumptions", "lines that are among their own assumptions"),
}
WHOLE = (
    "That the proof consists of these lines was judged by reading, not checked. A line on vectors or matrices is checked in "
    "the reduced form that it names."
)
WORDS = {
    "PROVED": "proved",
    "FORM": "proved in another form than displayed",
    "SUPPORTED": "supported by sampling",
    "UNDECIDED": "undecided",
    "ASSUMED": "cited",
    "REFUTED": "false as printed",
}


class Line(msgspec.Struct, kw_only=True):
    """What a step, or its repair, shows; all but words are runs, and nothing where there is nothing to say."""

    formula: Runs
    checked: Runs
    because: Runs
    given: Runs
    witness: Runs
    note: Runs
    outcome: str
    word: str
    method: Runs
    beside: bool = False
    number: str = ""
    label: str = ""
    where: Runs = None
    repair: Line | None = None


def steps(record: Record, known: Mapping[str, str]) -> list[dict]:
    """Blocks of the section on the proof: the claim's own lines."""
    if not record.steps:
        return []
    lead = f"{tally(record.steps)} {WHOLE}"
    listed = {"kind": "steps", "steps": lines_of(record, known)}
    return [heading("The steps of the proof"), para(lead), *_attention(record.steps, known), listed]


def lines_of(record: Record, known: Mapping[str, str]) -> list[Line]:
    """Every step as it is shown."""
    return [_step(place, step, known) for place, step in enumerate(record.steps)]


def tally(every: Sequence[Step]) -> str:
    """How many steps are proved, mended ones among them as in the headline, and what became of the others."""
    lines = [step for step in every if step.mark == "step"]
    found, own = [step for step in lines if not step.ours], [step for step in lines if step.ours]
    rest: Counter[str] = Counter(step.mark for step in every if step.mark != "step")
    beside = [f"{rest[mark]} {one if rest[mark] == 1 else more}" for mark, (one, more) in MARKED.items() if rest[mark]]
    cases = sum(step.scope == "special case" for step in found)
    also = f" Also listed: {' and '.join(beside)}." if beside else ""
    also += _of_ours(own)
    also += f" {cases} {'is' if cases == 1 else 'are'} checked in a special case only." if cases else ""
    if not found:
        return f"No displayed line is a step of a proof.{also}"
    repairs = {step.label: step.repair.outcome for step in found if step.outcome == "REFUTED" and step.repair}
    mended = len(repairs)
    printed = len({step.fault.id if step.fault else step.label for step in found if step.label in repairs})
    settled = [repairs.get(step.label) or shown_outcome(step) for step in found]
    counts = Counter(settled)
    listed = [(counts[outcome], word) for outcome, word in WORDS.items() if counts[outcome]]
    if len(listed) == 1 and len(found) > 1:
        return f"All {len(found)} checked lines of the proof are {listed[0][1]}{_mended(mended, printed)}.{also}"
    if len(found) == 1:
        after = " after correction; as printed it is false" if mended else ""
        return f"The one checked line of the proof is {WORDS[settled[0]]}{after}.{also}"
    each = [f"{count} {'is' if count == 1 else 'are'} {word}" for count, word in listed]
    return f"Of the {len(found)} lines of the proof that were checked, {listing(each)}{_mended(mended, printed)}.{also}"


def _of_ours(own: Sequence[Step]) -> str:
    """How the lines fare that are not on the page."""
    if not own:
        return ""
    proved = sum(step.outcome == "PROVED" for step in own)
    many = "One further line, not the paper's, is" if len(own) == 1 else f"{len(own)} further lines, not the paper's, are"
    each = "proved" if proved == len(own) else f"ours, {proved or 'none'} of them proved"
    return f" {many} {each}."


def _mended(count: int, printed: int) -> str:
    """What is false as printed: so many checked lines, of so many lines of the page."""
    if not count:
        return ""
    same = "" if printed == count else ", one line of the paper," if printed == 1 else f", {printed} lines of the paper,"
    return f"; {count} of them{same} only after correction, since as printed {'it is' if count == 1 else 'they are'} false"


def _attention(found: Sequence[Step], known: Mapping[str, str]) -> list[dict]:
    """The names of the steps that a reader should look at first."""
    rows = []
    for outcome in ("REFUTED", "UNDECIDED"):
        labels = [step.label for step in found if step.outcome == outcome]
        if labels:
            rows.append((badge(outcome), ", ".join(prose(words(label, known)) for label in labels)))
    return [pairs(rows)] if rows else []


def _step(place: int, step: Step, known: Mapping[str, str]) -> Line:
    at = f"steps[{place}]"
    label = prose(words(step.label, known))
    where = runs(step.where, known) or None
    line = _line_of(step, at, known)
    spoken = _instance(step.instance_of, at, known) if step.instance_of else []
    spoken = spoken or sentence_runs(argued(step.statement.text, known), known)
    if not line.note and not line.formula and spoken:
        line.note = spoken
    aside = {"definition": "By definition.", "by": "An instance of another result."}.get(step.mark, "")
    if step.special:
        aside = f"Special case: {step.special.rstrip('.')}."
    if step.misprint:
        aside = f"A typo: what is meant can be read elsewhere ({step.misprint.rstrip('.')})."
    if aside:
        line.note = [*sentence_runs(aside, known), *([" ", *line.note] if line.note else [])]
    if step.outcome == "UNDECIDED":
        line.note = [*(line.note or []), *([" "] if line.note else []), *sentence_runs(phrase(step.fact), known)]
    return msgspec.structs.replace(
        line,
        number=str(place + 1),
        label=label,
        where=where,
        beside=len(label) + length(where or "") + length(line.given or "") <= BESIDE,
        repair=_repair(step.repair, f"{at}.repair", known) if step.repair else None,
    )


def _instance(used: InstanceOf, at: str, known: Mapping[str, str]) -> list:
    """Of which line or result a line is an instance, and what the letters of that stand for here."""
    told: list = []
    ended = False
    for letter in used.letters:
        made = formula(letter, f"{at}.instance_of", block=len(linear(letter.latex)) > LONGEST_SIDE)
        if made:
            alone = displayed(made)
            told += [made] if alone else [", " if told and not ended else " ", made]
            ended = alone  # nothing stands behind a display
    called = words(used.step or used.claim or "", known)
    return [f"By {argued(called, known)} with", *told, *([] if ended else ["."])] if told else []


def _line_of(step: Step | Repair, at: str, known: Mapping[str, str]) -> Line:
    """What a step or its repair says: as the page has it, and where that differs, as it was checked."""
    page = checked = formula(step.statement, f"{at}.statement", block=True)
    if (printed := step.statement.printed) and printed != step.statement.latex:
        page = formula(printed, f"{at}.statement.printed", block=True)
    because, note = (step.because, "") if isinstance(step, Step) else ("", step.words)
    return Line(
        formula=page,
        checked=checked if page is not checked else None,
        because=sentence_runs(argued(because, known), known) or None,
        given=_given(step.given, at),
        witness=witness(step.witness, known),
        note=sentence_runs(argued(note, known), known) or None,
        outcome=shown_outcome(step),
        word=shown_word(step),
        method=[_established(step)],
    )


def _given(given: Given | None, at: str) -> list | None:
    """The conditions, one formula each, so that lines can end between them."""
    if not given:
        return None
    runs: list = []
    for one in given.each or (given,):
        made = formula(one, f"{at}.given")
        runs += [", ", made] if runs else [made]
    return runs


def _established(step: Step | Repair) -> str:
    """The engine; for a result that is only cited, the source."""
    cited = step.cited if isinstance(step, Step) and step.outcome == "ASSUMED" else ""
    return cited or engines(step.method)


def _repair(repair: Repair, at: str, known: Mapping[str, str]) -> Line:
    line = _line_of(repair, at, known)
    tautology = line.note and line.formula and not line.checked and _of_one_expression(repair)
    if tautology:
        line.formula = line.given = None  # that a = a tells nobody anything: the words do
    spoken = [] if line.formula or tautology else sentence_runs(repair.statement.text, known)
    line.note = [*spoken, " " if spoken else "", *(line.note or [])] if spoken or line.note else None
    return line


def _of_one_expression(repair: Repair) -> bool:
    """Whether the two sides of a mended line are the same."""
    found = decode(repair.checked) if repair.checked else None
    return isinstance(found, Statement) and found.relation == "==" and found.lhs == found.rhs


def witness(found: Witness | None, known: Mapping[str, str], told: str = "") -> list | None:
    """``at a = −1, b = 0: the left side is −1/8, the right side −1/4``; long sides as displays."""
    if not found:
        return None
    runs: list = []
    values = list(found.point.items())
    for name, at in values[:MOST_LETTERS]:
        runs += [", " if runs else "at ", symbol(name, known), f"{NBSP}={NBSP}", _side(at, known)]
    if len(values) > MOST_LETTERS:
        runs.append(f" and {len(values) - MOST_LETTERS} more values, in the record")
    held = [side for side in (found.lhs, found.rhs) if side and side.strip()]
    sides = _sides(held, known)
    if len(sides) == 2:
        left, right = sides
        runs += [": " if runs else "", "the left side is ", left, ", the right side ", right]
    elif sides:
        runs += [": " if runs else "", "the value is ", *sides]
    stop = [] if runs and displayed(runs[-1]) else ["."]  # none after a display
    text = prose(found.text)
    again = only_the_point(found)  # the point once more, or what was told before
    if not text or again or text.lower().rstrip(".") in prose(told).lower():
        return [*runs, *stop] if runs else None
    if not runs:
        return sentence_runs(found.text, known)
    if stop and len(text) <= LONGEST_NAME and "," not in text and ":" not in text:
        return [*runs, f" ({text.rstrip('.')})."]
    return [*runs, *stop, *([" "] if stop else []), *sentence_runs(found.text, known)]


def _sides(found: Sequence[str], known: Mapping[str, str]) -> list[dict | str]:
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


def _side(found: str, known: Mapping[str, str], longest: int = 0) -> dict | str:
    """A value of a letter or of a side; one of more than `longest` characters on its own line."""
    made = value(found, known, longest=longest)
    return made if isinstance(made, dict) else prose(made)
