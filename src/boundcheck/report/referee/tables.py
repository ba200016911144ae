"""Tables of a referee report: false lines of a paper, its bounds in numbers, and which method is ahead where."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from boundcheck.claims.fields import shapes_with
from boundcheck.claims.texts import first_sentence, is_result, pieces, within
from boundcheck.claims.texts import plain as bare
from boundcheck.report.page.front import needed
from boundcheck.report.page.measured import rivals
from boundcheck.report.page.paragraphs import bullets, heading, muted, para, strong, table
from boundcheck.report.page.paragraphs import text as written
from boundcheck.report.parts import bounds_of, compared_of, constant_of, separation_of, vacuity_of
from boundcheck.report.referee.across import (
    FalseLine,
    by_place,
    called,
    exponents,
    main,
    page_of,
    shown_bounds,
    tightest,
    unjudged,
)
from boundcheck.report.text.letters import NBSP, in_words, letters, plain, symbol
from boundcheck.report.text.plain import linear
from boundcheck.report.text.prose import prose, runs, sentence_runs, value
from boundcheck.report.text.typst import formula
from boundcheck.report.text.words import exact, finite, from_one_on, number, shown, sizes
from boundcheck.symbolic import decode
from boundcheck.symbolic.latex import letter
from boundcheck.symbolic.notation import (
    LOOKS,
    Above,
    Bracket,
    Fraction,
    Node,
    Nodes,
    Root,
    Sign,
    factors,
    has_terms,
    is_relation,
    parse,
)
from boundcheck.verdict import Severity, only_the_point
from boundcheck.verdict.facts import DifferencesShown, FalseAt
from boundcheck.verdict.result import KeyFinding, Record
from boundcheck.verdict.shapes import MethodPoint, Part, Ranks, ReportedTablePart
from boundcheck.verdict.statements import Compared, Step, Witness
from boundcheck.words import phrase

# Rows for the false lines of a paper: where, what is wrong, where to look, what to write instead.

CHANGE = {  # in a word
    "FALSE": "false", "EMPTY": "vacuous", "RATE": "rate", "CONDITION": "condition", "RANGE": "range", "READING": "wording",
    "PROOF": "proof", "MISPRINT": "typo", "OPEN": "open",
}  # fmt: skip
MEANS = {  # of these words, below the table
    "FALSE": "no corrected form that holds was given",
    "EMPTY": "every valid form of the bound is vacuous",
    "RATE": "the correction depends otherwise on a parameter",
    "CONDITION": "the rate stands with another constant, radius or assumption",
    "RANGE": "it stands in the paper's working range",
    "READING": "false as literally stated, true in another reading of the text",
    "PROOF": "a step of the proof is false, and can be repaired",
    "MISPRINT": "false as printed, true with one symbol corrected",
    "OPEN": "not decided",
}
WITHOUT_REPAIR = {
    "RANGE": "It stands within the paper's working range.",
    "EMPTY": "None: every valid form of this bound is vacuous.",
}
SHORT = 80  # characters of what is meant by a misprint, and of a repair in a short item
LONGEST = 80  # characters of a point within a sentence
SMALL = 1e-3  # of a number at an ordinary point, whose square over one is the largest
SMALLEST_SHARE = 1e-9  # of a probability there
NEAR_ONE = 1e-2  # and how far it is from 1 at least
LONGEST_FORMULA = 110
SHORT_FORMULA = 60
LONGEST_BECAUSE = 230
LONGEST_SENTENCE = 320
UNPLACED = "a further line"  # a step that says nowhere where it stands


def other_faults(lines: Sequence[FalseLine], *, short: bool = False) -> list[list[Any]]:
    """An item for each line, in the order of weight, those that cost little last; a short one has no case and no sizes."""
    ordered = sorted(lines, key=costs_little)
    return [_item(line, ordered[:number], short) for number, line in enumerate(ordered)]


def _item(line: FalseLine, above: Sequence[FalseLine], short: bool) -> list[Any]:
    """Where, what is wrong, what to write instead; a repair that an item above has is not told again."""
    known, repair = letters(line.record), plainly(line.fault.repair, line.record).rstrip(".")
    told: list[Any] = [" Instead: ", *runs(repair, known), "."]
    if not repair:
        told = [" ", WITHOUT_REPAIR.get(line.severity.name, "No repair is known.")]
    elif short and len(bare(repair)) > SHORT:
        told = []
    elif not short and (same := [other for other in above if other.fault.repair == line.fault.repair]):
        told = [f" Instead: as above, at {called(same[-1].record)}."]
    said = [*_first(line, known), *_sizes(line, "little")] if short else [*wrong(line), *_sizes(line)]
    before = [touches_of(other) for other in above if other.record is line.record]
    also = [] if short or touches_of(line) in before else touches_of(line)
    return [*place(line), kind_of(line), ": ", *said, *told, *also]


def kind_of(line: FalseLine) -> dict:
    """What has to be changed, in brackets."""
    return muted(f" ({CHANGE[line.severity.name]})")


def case_items(lines: Iterable[FalseLine]) -> list[list[Any]]:
    """The examples of lines that are told elsewhere without them."""
    cases = [(line, case_of(line)) for line in lines]
    return [[*place(line), kind_of(line), ", an example: ", *case] for line, case in cases if case]


def repair_items(lines: Iterable[FalseLine]) -> list[list[Any]]:
    """The repairs of lines that are told elsewhere without them."""
    return [
        [*place(line), ", instead: ", *runs(plainly(line.fault.repair, line.record).rstrip("."), letters(line.record)), "."]
        for line in lines
    ]


def touches_of(line: FalseLine, most: int | None = None) -> list[Any]:
    """The results besides its own that change with a line, or that only use what it is a line of."""
    named = [] if costs_little(line) else [name for name in line.touches if name != called(line.record)]
    return [muted(f" {touching(line)}{listed(named, most)}.")] if named else []


def touching(line: FalseLine) -> str:
    """What is said before the results that a line touches: a line that costs them nothing is only used there."""
    return "Also affects " if line.severity.reaches(Severity.CONDITION) and not costs_little(line) else "Used in: "


def listed(names: Sequence[str], most: int | None = None) -> str:
    """Names in a row, of which some may have a comma; of very many the first ones and the number of the others."""
    shown = names if most is None or len(names) <= most + 1 else names[:most]
    more = [f"{len(names) - len(shown)} more"] if len(shown) < len(names) else []
    return _joined([*shown, *more])


def _first(line: FalseLine, known: Mapping[str, str]) -> list[Any]:
    """What is wrong, in one sentence."""
    if isinstance(line.fault.fact, FalseAt):
        return list(_failing(line, known))
    return sentence_runs(first_sentence(plainly(phrase(line.fault.fact), line.record))[0], known)


def words_of_changes(lines: Sequence[FalseLine]) -> str:
    """What the words mean that stand in brackets."""
    kinds = dict.fromkeys(line.severity.name for line in lines)
    return "; ".join(f"{CHANGE[kind]}: {MEANS[kind]}" for kind in kinds) + "."


def misprints(lines: Sequence[FalseLine]) -> list[list[Any]]:
    """An item each."""
    items = []
    for line in lines:
        if line.severity is Severity.MISPRINT and not weighs(line):
            known, fault = letters(line.record), line.fault
            told = ["" if isinstance(fault.fact, FalseAt) else phrase(fault.fact), fault.repair]
            told = [text for text in told if text]
            wrong = [plainly(text, line.record).rstrip(".") for text in told]
            meant = (
                [" Should read: ", *runs(wrong[1], known), "."] if len(wrong) > 1 and _says_more(wrong[1], wrong[0]) else []
            )
            items.append([*place(line), ": ", *sentence_runs(wrong[0] if wrong else "", known), *meant])
    return items


def _says_more(meant: str, wrong: str) -> bool:
    """Whether what is meant is short, and no part of what was said."""
    return len(bare(meant)) <= SHORT and bare(meant) not in bare(wrong)


def result(record: Record) -> dict[str, str]:
    """The name of a result, which leads to its page."""
    return {"link": called(record), "href": page_of(record)}


def place(line: FalseLine) -> list[Any]:
    """The result, and where in it unless that says no more."""
    own, named = called(line.record), result(line.record) | {"about": line.fault.id}
    where = within(line.fault.where, own).replace(f"proof of {own}", "proof")
    if not where or own.startswith(where):
        return [named]
    if is_result(where):  # a line of another result, on which this one rests
        return [named, f", by {where}"]
    return [named, ", ", *runs(where, letters(line.record))]


def how_much(line: FalseLine) -> list[KeyFinding]:
    """What its result proves of the size of a false line, first what says that it is small."""
    found = [found for found in line.record.findings if found.fault and found.fault == line.fault.id]
    return sorted(found, key=lambda each: each.weight != "little")


def _sizes(line: FalseLine, weight: str = "") -> Iterator[Any]:
    """The same, in print, of one weight alone where that is said."""
    for found in how_much(line):
        if weight in ("", found.weight):
            yield from (" ", *sentence_runs(plainly(found.text, line.record), letters(line.record)))


def costs_little(line: FalseLine) -> bool:
    """Whether one of these says that it is small."""
    return any(found.weight == "little" for found in how_much(line))


def by_consequence(lines: Iterable[FalseLine]) -> list[FalseLine]:
    """False lines: statements that are false first, then what a theorem rests on; what costs little comes last."""
    return sorted(lines, key=lambda line: (_rank(line), not _of_a_theorem(line)))


def each_result_first(lines: Sequence[FalseLine]) -> list[FalseLine]:
    """The first line of each result before its others among those of one consequence: no result five times in a row."""
    firsts = {(_rank(line), called(line.record)): line for line in reversed(lines)}
    return sorted(lines, key=lambda line: (_rank(line), firsts[_rank(line), called(line.record)] is not line))


def _rank(line: FalseLine) -> int:
    """By what a line costs: a condition, a rate or more; a statement; a step of a proof; a symbol; and last what costs little."""
    if costs_little(line):
        return 4
    if line.severity.reaches(Severity.CONDITION):
        return 0
    return 1 if _costs_much(line) else {Severity.PROOF: 2, Severity.MISPRINT: 3}.get(line.severity, 1)


def _costs_much(line: FalseLine) -> bool:
    """Whether one of the sizes of a line says that much hangs on it."""
    return any(found.weight == "much" for found in how_much(line))


def weighs(line: FalseLine) -> bool:
    """Whether a line is told with the faults: no misprint but one that makes a theorem's own statement false, or of which much is
    said to hang."""
    if line.severity is Severity.MISPRINT:
        return _costs_much(line) or (bool(line.fault.touches.parts) and line.record.kind == "theorem")
    return line.severity is not Severity.OPEN


def _of_a_theorem(line: FalseLine) -> bool:
    return any(name.startswith("Theorem") for name in line.touches) or line.record.kind == "theorem"


def differences(records: Sequence[Record]) -> list[str]:
    """How many differences of each table are significant; of a table that can be read in several ways the least and the most."""
    told: list[str] = []
    for record in by_place(records):
        named = list(significant(record))
        counts: dict[str, tuple[int, int]] = {}
        refuted = {part.reading for part in record.parts.values() if part.outcome == "REFUTED"}
        for part in record.parts.values():
            if isinstance(part.fact, DifferencesShown) and part.reading not in refuted:
                shown, rows = counts.get(part.reading, (0, 0))
                counts[part.reading] = shown + part.fact.shown, rows + part.fact.rows
        if counts:
            least, most = min(counts.values()), max(counts.values())
            many = f"{most[0] or 'none'}" if least == most else f"{least[0]} to {most[0]}"
            verb, rest = "is" if most[0] < 2 else "are", "" if least == most else ", depending on how its spreads are read"
            rest = ", if its spreads are read as asked below" if refuted and least == most else rest
            rest += f" ({'; '.join(named)})" if len(named) == most[0] == least[0] == 1 else ""
            told.append(f"{many} of the {most[1]} differences in {called(record)} {verb} significant{rest}")
    return told


def significant(record: Record) -> Iterator[str]:
    """The comparisons of a table that are significant, in every reading that its other parts do not exclude."""
    refuted = {part.reading for part in record.parts.values() if part.outcome == "REFUTED"}
    for part in record.parts.values():
        if isinstance(part, ReportedTablePart) and isinstance(part.fact, DifferencesShown) and part.reading not in refuted:
            level = float(part.fact.level) / 100
            yield from (str(row["comparison"]) for row in part.evidence.rows if float(row["p (Holm)"]) < level)


def what_is_wrong(line: FalseLine) -> list[Any]:
    """What is wrong in a line, without a case."""
    known = letters(line.record)
    if isinstance(line.fault.fact, FalseAt):
        return list(_failing(line, known))
    return runs(plainly(phrase(line.fault.fact), line.record).rstrip("."), known)


def wrong(line: FalseLine) -> list[Any]:
    """What is wrong, and a case that shows it."""
    known, fault = letters(line.record), line.fault
    told = plainly(phrase(fault.fact), line.record)
    first = list(_failing(line, known)) if isinstance(fault.fact, FalseAt) else sentence_runs(told, known)
    return [*first, *([" ", *case] if (case := case_of(line)) else [])]


def case_of(line: FalseLine) -> list[Any]:
    """A case that shows what is wrong; empty where there is none, or where it says no more than that."""
    known, fault = letters(line.record), line.fault
    told, found = plainly(phrase(fault.fact), line.record), fault.witness
    sentence = plainly(in_a_sentence(found), line.record)
    if found is not None and sentence and len(bare(sentence)) <= LONGEST_SENTENCE and " " in sentence:
        sides = [finite(found.lhs), finite(found.rhs)]
        if sentence.lower()[:LONGEST] in told.lower():
            return []
        if None in sides or str(found.lhs) in sentence:
            return sentence_runs(sentence, known)
        return sentence_runs(f"{sentence.rstrip('.')}: {_asserted(line, *sides)}.", known)
    at = witness(line, known) if isinstance(fault.fact, FalseAt) else list(_shown(line, known))
    return [muted(*at)] if at else []


def _asserted(line: FalseLine, *sides: float | None) -> str:
    """What a line says of two numbers."""
    left, right = apart(*sides)
    sign = relation_of(line)
    return f"left side {left}, right side {right}" if sign else f"{left} against {right}"


def _shown(line: FalseLine, known: Mapping[str, str]) -> Iterator[Any]:
    """A case that a reader of the paper can follow: its letters are the paper's, or explained, and none is left out."""
    found, made = line.fault.witness, _formula(line)
    at, sides = witness(line, known), _sides(made)
    if found is None or not at:
        return
    theirs = {parameter.name for parameter in line.record.parameters} | {"C"}
    ours = set(found.point) - theirs
    read = _read_as(line) if ours or _step(line) else ""
    alone = any(map(_is_lone, sides))
    lost = {name for name in _left_out(line, found, theirs) if _named(name, read, known)}
    if read and len(bare(read)) <= LONGEST_BECAUSE and not lost and all(_named(name, read, known) for name in ours):
        yield from [*sentence_runs(read.rstrip(".") + ".", known), " ", *_in_symbols(made, known), *at]
    elif not ours and not alone and not _left_out(line, found, theirs):
        case = first_sentence(read)[0] if read else ""
        if case and len(bare(case)) <= LONGEST_SENTENCE:
            yield from [*sentence_runs(case.rstrip(".") + ".", known), " "]
        yield from [*_in_symbols(made, known), *at]


def _in_symbols(made: Mapping[str, Any] | None, known: Mapping[str, str]) -> list[Any]:
    """What was checked; nothing where that is long."""
    short = made is not None and len(linear(str(made["latex"]))) <= SHORT_FORMULA
    return [*sentence_runs(f"In symbols: ${made['latex']}$.", known), " "] if made is not None and short else []


def _read_as(line: FalseLine) -> str:
    """How a false line was read: a step's own words, or what the letters of the page were taken to say."""
    step = _step(line)
    if step is not None:
        return plainly(step.because, line.record)
    return next((plainly(reading.text, line.record) for reading in line.record.readings if reading.literal), "")


def explained(line: FalseLine, names: Iterable[str], said: str) -> bool:
    """Whether letters are the paper's, by its parameters or in a print of their own, or are spoken of in a text."""
    known, typed = letters(line.record), line.record.letters
    theirs = {parameter.name for parameter in line.record.parameters} | {"C"}
    own = {name for name in names if typed.get(name, letter(name)) == letter(name.rstrip("_"))}
    return all(_named(name, said, known) for name in own - theirs)


def _left_out(line: FalseLine, found: Witness, theirs: Collection[str]) -> set[str]:
    """The letters of a formula without a value at the point: its sides cannot be computed again."""
    return {name for name in names_in(line) if len(name) == 1 or name in theirs} - {*found.point}


def names_in(line: FalseLine) -> set[str]:
    """The letters of the statement that was put to the provers, by their names."""
    settled = _step(line) or line.record.parts.get(line.fault.printed or "")
    checked = settled.checked if settled is not None else None
    return {symbol.name for symbol in decode(checked).free_symbols} if checked else set()


def _sides(made: Mapping[str, Any] | None) -> list[Nodes]:
    """What stands on either side of the relations of a formula."""
    sides: list[list[Node]] = [[]]
    for node in parse(made["latex"]) if made else ():
        if is_relation(node):
            sides.append([])
        else:
            sides[-1].append(node)
    return list(map(tuple, sides))


def _named(name: str, text: str, known: Mapping[str, str]) -> bool:
    """Whether a text speaks of a letter."""
    said = {word for told in (bare(text), prose(text, known)) for word in "".join(map(_in_word, told)).split()}
    return not said.isdisjoint({name, plain(name, known)})


def _in_word(sign: str) -> str:
    return sign if sign.isalnum() or sign in "_'′" else " "


def _is_lone(nodes: Nodes) -> bool:
    """Whether a side is a letter or a number, which says nothing by itself."""
    made = any(isinstance(node, Above | Bracket | Fraction | Root) or node == Sign("/") for node in nodes)
    return not has_terms(nodes) and factors(nodes) == 1 and not made


def _failing(line: FalseLine, known: Mapping[str, str]) -> Iterator[Any]:
    """What the line says and how it was read, for a fault that nobody put into words."""
    step = _step(line)
    because = plainly(step.because, line.record) if step is not None else ""
    if because and len(bare(because)) <= LONGEST_SENTENCE:
        yield from [*sentence_runs(because, known), " "]
    set_ = _formula(line)
    if set_ is not None and len(linear(set_["latex"])) <= LONGEST_FORMULA:
        yield from [set_, " fails."]
    else:
        yield "The inequality fails."


def _step(line: FalseLine) -> Step | None:
    return next((step for step in line.record.steps if step.label == line.fault.printed), None)


def display_of(line: FalseLine) -> Compared | None:
    """The checked form of a false line as the record has it; none where there is none."""
    step, part = _step(line), line.record.parts.get(line.fault.printed)
    if step is not None:
        return step.statement
    relation = compared_of(part) if part is not None else None
    return relation.compared if relation is not None else None


def _formula(line: FalseLine) -> dict | None:
    """The same, if it can be set."""
    display = display_of(line)
    made = formula(display.latex, "false line") if display is not None else None
    return made if made and "typst" in made else None


def relation_of(line: FalseLine) -> str:
    """The sign between the two sides of what fails; empty where the formula is no single relation."""
    shown = _formula(line)
    signs = [node.said for node in parse(shown["latex"]) if isinstance(node, Sign) and is_relation(node)] if shown else []
    return LOOKS.get(signs[0][1:], signs[0]) if signs else ""


def in_a_sentence(found: Witness | None) -> str:
    """What a witness says of itself; empty where that is its point and no more."""
    return "" if found is None or only_the_point(found) else found.text or ""


def plainly(text: str, record: Record) -> str:
    """A text with the places of steps for their names, which the page does not have."""
    where = {step.label: step.where or UNPLACED for step in record.steps}
    where |= {label.rpartition("/")[2]: place for label, place in where.items()}
    return "".join(
        f"of {where[piece]}" if kind == "name" and piece in where
        else piece if kind == "words" else f"${piece}$" if kind == "mathematics" else f"`{piece}`"
        for kind, piece in pieces(text.strip())
    )  # fmt: skip


def witness(line: FalseLine, known: Mapping[str, str]) -> list[Any]:
    """A point short enough for a sentence, and the two sides there with as many digits as it takes to tell them apart."""
    found = line.fault.witness
    if found is None:
        return []
    at = point_of(found, known)
    if len(written(at)) > LONGEST:
        return []
    sides = [finite(found.lhs), finite(found.rhs)]
    if None in sides or sides[0] == sides[1]:
        return ["For example at ", *at, "."] if at else []
    numbers = f"{_asserted(line, *sides)}."
    return ["At ", *at, ": ", numbers] if at else [numbers[:1].upper() + numbers[1:]]


def witnesses(line: FalseLine) -> list[Witness]:
    """All points of the record at which what fails was seen to fail, with both sides."""
    part = line.record.parts.get(line.fault.printed)
    held = (line.fault, _step(line), part, part.working if part is not None else None)
    return [one.witness for one in held if one is not None and one.witness is not None]


def ordinary(found: Witness, record: Record) -> bool:
    """Whether a point lies where papers work: numbers of common size, and probabilities that are not all but 0 or 1."""
    shares = {parameter.name for parameter in record.parameters if "< 1" in parameter.domain}
    for name, entry in found.point.items():
        number = finite(entry)
        if number and not (SMALLEST_SHARE if name in shares else SMALL) <= abs(number) <= 1 / SMALL**2:
            return False
        if number is not None and name in shares and 0 < 1 - number < NEAR_ONE:
            return False
    return True


def point_of(found: Witness, known: Mapping[str, str], of: Collection[str] | None = None) -> list[Any]:
    """The letters of a point with their values; with `of` those that are among its names."""
    at: list[Any] = []
    for name, entry in found.point.items():
        if of is not None and name not in of:
            continue
        at += [", " if at else "", symbol(name, known), f"{NBSP}={NBSP}", value(entry, known)]
    return at


def apart(left: Any, right: Any) -> tuple[str, str]:
    """Both numbers with as many digits as it takes to tell them apart."""
    both = [(shown(left, digits), shown(right, digits)) for digits in (3, 4, 6, 9, 12)]
    return next((pair for pair in both if pair[0] != pair[1]), both[-1])


# The bounds of a paper in numbers: constants, from which n they say something, and what errors follow.

HEADER = (
    "Bound", "C", "Needed", "Informative: as stated", "Explicit", "Error ÷ explicit", "Rate confirmed in", "Rate pessimistic in",
)  # fmt: skip
ALIGN = ("l5", "l", "l4", "l", "l", "l", "l4", "l3")
RATES = ("TIGHT", "LOOSE")
RATE_COLUMNS = (6, 7)
SIZES = (3, 4)
IN_SHORT = (2, *RATE_COLUMNS)
SHORT_EXPLICIT = 150  # characters of an explicit bound in a list
EXPLAINED = (  # a column, and what stands in it
    (1, "C: the factor of the bound as stated, obtained from our explicit bound; sizes and errors are those of the explicit "
        "bound unless said otherwise."),
    (2, "Needed: the smallest C consistent with the worst instance found where the bound is at most half the trivial "
        "bound (in brackets: on the whole domain)."),
    (4, "Informative: the n from which the bound is below the trivial one, which every estimate satisfies; 'as stated' is the "
        "printed formula times C, 'explicit' our explicit bound."),
    (5, "Error ÷ explicit: the measured quantile of the error over the explicit bound (1 = tight), at its largest among the "
        "settings where the bound is at most half the trivial bound."),
)  # fmt: skip


def in_numbers(records: Sequence[Record], *, short: bool = False, formulas: bool = True) -> list[dict]:
    """A row for each bound of a main result: its constant, from where it says something, how tight it is.

    A short table has of each result the first bound, and of it what page one does not have; formulas of bounds stand below it.
    """
    rows, read, written_out = [], False, list[Any]()
    for record in by_place(main(records)):
        powers, known = exponents(record), letters(record)
        bounds = [(key, part, row) for key, part in shown_bounds(record) if (row := _bound(record, key, part)) is not None]
        for place, (key, part, row) in enumerate(bounds):
            read = read or "@" in key
            rows.append([*row, *(runs(_joined(powers[kind]), known) if not place else "" for kind in RATES)])
            written_out += _formulas(row[0], part)
    if not rows:
        return []
    if short:
        firsts = {written(row[0][0]): row for row in reversed(rows)}
        rows = [row for row in rows if firsts[written(row[0][0])] is row]
    columns = [c for c in range(len(HEADER)) if c == 0 or ((not short or c in IN_SHORT) and any(row[c] for row in rows))]
    if len(columns) == 1:
        return []
    caption = " ".join(said for c, said in EXPLAINED if c in columns)
    if any(c in columns for c in RATE_COLUMNS):
        caption += " Rate confirmed: over the range measured the worst error keeps to the rate of the bound, or near it;"
        caption += " pessimistic: the bound grows faster, or falls more slowly."
    caption += " Empty: not measured, or not a matter of n."
    caption += " As repaired: with the change named above; as read: in the reading in which it is true." if read else ""
    return [
        heading("What the bounds say in numbers", numbered=False),
        table(
            " ".join(ALIGN[c] for c in columns),
            [HEADER[c] for c in columns],
            [[row[c] for c in columns] for row in rows],
            caption,
            tight=True,
        )
        | {"breaks": True},
        *([] if short else _where([record for record in by_place(main(records)) if any(row[c] for row in rows for c in SIZES)])),
        *([bullets(written_out)] if written_out and formulas else []),
    ]


def _formulas(name: list[Any], part: Part) -> list[list[Any]]:
    """The explicit and the trivial bound of a bound, where they are known."""
    bounds = bounds_of(part)
    explicit, trivial = (bounds.explicit, bounds.trivial) if bounds is not None else (None, None)
    made = formula(explicit.latex, "explicit bound") if explicit is not None else None
    if made is None or trivial is None or len(linear(made["latex"])) > SHORT_EXPLICIT:
        return []
    return [[*name, ": explicit ", made, ", trivial ", formula(trivial.latex, "trivial bound"), "."]]


def _bound(record: Record, key: str, part: Part) -> list[Any] | None:
    constant, vacuity, tight = constant_of(part), vacuity_of(part), tightest(part)
    start = from_one_on(vacuity) if vacuity is not None else None
    speaks = f"n = {shown(start, 2, side='up')}" if start is not None else sizes(vacuity) if vacuity is not None else ""
    upper = constant.upper if constant is not None else None
    if upper is None and not speaks and tight is None:
        return None
    return [
        [strong(called(record)), *which_bound(record, key)],
        upper or "as printed",
        "" if needed(part) == "–" else needed(part),
        informs_as_stated(part),
        speaks or ("no n tried" if vacuity is not None else ""),
        "" if tight is None else share(tight),
    ]


def which_bound(record: Record, key: str, *, short: bool = False) -> list[Any]:
    """Which of the bounds of a result one is, without the words that all have, and whether it is so only as repaired."""
    name, _, reading = key.partition("@")
    words = [in_words(other.partition("@")[0]).split() for other, _ in shown_bounds(record)]
    alike = len(list(takewhile(lambda same: len(set(same)) == 1, zip(*words, strict=False))))
    own = " ".join(in_words(name).split()[alike:])
    repairs = {each.name for each in record.readings if each.repair}
    how = "" if not reading else "as repaired" if reading in repairs and not unjudged(record) else "as read"
    told = ", ".join(filter(None, (own, how)))
    return [" ", muted(told)] if told else []


def share(ratio: float) -> str:
    """A ratio of an error to a bound, with the same decimals from a tenth on."""
    return f"{ratio:.2f}" if ratio >= 0.0995 else shown(ratio, 2)


def sizes_followed(part: Part) -> list[tuple[float, float]]:
    """Sample sizes, and how the bound as stated, with its constant, lies to the trivial one there."""
    constant, vacuity = constant_of(part), vacuity_of(part)
    factor = number(constant.upper) if constant is not None else None
    if factor is None or vacuity is None:
        return []
    found = [(point.value, number(point.printed), number(point.trivial)) for point in vacuity.points]
    return [(n, factor * printed / trivial) for n, printed, trivial in found if printed and trivial]


def stated_from(part: Part) -> float | None:
    """About the sample size from which on a bound as stated, with its constant, is below the trivial one.

    Between two sizes of the record both bounds are taken for powers of the size. None where no size is known, or none serves.
    """
    followed = sizes_followed(part)
    above = [place for place, (_, ratio) in enumerate(followed) if not ratio < 1]
    if not followed or len(followed) - 1 in above:
        return None
    if not above:
        return followed[0][0]
    (low, before), (high, after) = followed[above[-1] : above[-1] + 2]
    if not math.isfinite(before):
        return high
    return float(low * (high / low) ** (math.log(before) / math.log(before / after)))


def informs_as_stated(part: Part) -> str:
    """From about which n the bound as stated informs, with its constant; empty where nobody looked."""
    start, followed = stated_from(part), sizes_followed(part)
    if start is None:
        return "no n tried" if followed else ""
    about = "≤" if start <= followed[0][0] else "≈"
    return f"n{NBSP}{about}{NBSP}{shown(rounded_up(start), 2)}"


def rounded_up(size: float) -> int:
    """A sample size with two digits, at least as large."""
    unit = 10 ** max(0, math.floor(math.log10(size)) - 1)
    return math.ceil(size / unit) * unit


def trivial_of(part: Part) -> dict | None:
    """The trivial bound, to be set; None where there is none."""
    bounds = bounds_of(part)
    return formula(bounds.trivial.latex, "trivial bound") if bounds is not None and bounds.trivial is not None else None


def _where(records: Sequence[Record]) -> list[dict]:
    """The paper's parameters at which bounds were followed in n, result by result."""
    told: list[Any] = []
    for record in records:
        if at := parameters_of(record):
            told += ["; " if told else "", called(record), " ", *at]
    return [para(muted("Parameters used for the columns 'Informative': ", *told, "."))] if told else []


def parameters_of(record: Record) -> list[Any]:
    """The paper's parameters at which the first bound of a result was followed in n; empty where none was."""
    for _, part in shown_bounds(record):
        if at := point_in_n(record, part):
            return [piece for entry in at.values() for piece in (", ", *entry)][1:]
    return []


def point_in_n(record: Record, part: Part) -> dict[str, list[Any]]:
    """Each of the paper's letters at which a bound was followed in n, with its value, to be set; empty where it was not."""
    known, own = letters(record), [parameter.name for parameter in record.parameters if parameter.name != "n"]
    vacuity = vacuity_of(part)
    given = vacuity.at if vacuity is not None else {}
    return {name: [symbol(name, known), f"{NBSP}={NBSP}{_about(given[name])}"] for name in own if name in given}


def _about(given: Any) -> str:
    """Three digits of a value, and no more than it has."""
    known = finite(given)
    return str(given) if known is None else exact(float(f"{known:.3g}"))


def _joined(names: Sequence[str]) -> str:
    """Several names, of which one may have a comma in it."""
    return ("; " if any("," in name for name in names) else ", ").join(names)


def of_a_table(record: Record, finding: KeyFinding) -> bool:
    """Whether a finding tells what a table shows, and nothing else."""
    parts = [record.parts[key] for key in finding.of if key in record.parts]
    return 0 < len(parts) == len(finding.of) and all(part.shape in shapes_with("tabular") for part in parts)


def is_table(record: Record) -> bool:
    """Whether a result is a table of the paper."""
    return bool(record.parts) and all(part.shape in shapes_with("tabular") for part in record.parts.values())


def how_known(record: Record, finding: KeyFinding) -> str:
    """How a finding is known: proved, computed from what a table prints, or computed or measured otherwise."""
    if of_a_table(record, finding) or is_table(record):
        return "computed from the table"
    return "proved" if finding.proved else "computed or measured"


# Which method is ahead where, in a figure and in words.

HEIGHT = 1.9  # inches of a figure


def rivalled(records: Sequence[Record], *, short: bool = False) -> list[dict]:
    """Who wins where, for every result that ranks methods; in short without the figure."""
    told = [
        (record, block | ({"told": best(found, letters(record))} if block["kind"] == "figure" else {}))
        for record in records
        for part in record.parts.values()
        if isinstance(found := separation_of(part), Ranks)
        for block in rivals(called(record), found, letters(record), HEIGHT)
    ]
    drawn = [block for _, block in told]
    if short:
        drawn = [para(strong(called(record)), ": ", block["told"]) for record, block in told if "told" in block]
    return [heading("Comparison with other methods", numbered=False), *drawn] if drawn else []


def best(found: Ranks, known: Mapping[str, str]) -> str:
    """Which of the ranked methods has the least error along the parameter, and the errors of all at its end."""
    along = in_words(plain(found.parameter, known))
    curves = [curve for curve in found.methods if curve.points]
    ranked = [curve for curve in curves if curve.ranked]
    stretches: list[tuple[str, list[MethodPoint]]] = []
    for points in zip(*(curve.points for curve in ranked), strict=True):
        least = min(range(len(ranked)), key=lambda k: points[k].quantile)
        if not stretches or stretches[-1][0] != ranked[least].name:
            stretches.append((ranked[least].name, []))
        stretches[-1][1].append(points[least])
    told = [f"{prose(name)} {_stretch(points, along)}" for name, points in stretches]
    end = [f"{prose(curve.name)} {shown(curve.points[-1].quantile, 3)}" for curve in curves]
    last = shown(curves[0].points[-1].value)
    return f"Least error: {', then '.join(told)}. At {along} = {last} the errors are: {'; '.join(end)}."


def _stretch(points: Sequence[MethodPoint], letter: str) -> str:
    first, last = points[0], points[-1]
    if first is last:
        return f"at {letter} = {shown(first.value)} ({shown(first.quantile, 3)})"
    errors = f"{shown(first.quantile, 3)} to {shown(last.quantile, 3)}"
    return f"for {letter} from {shown(first.value)} to {shown(last.value)} ({errors})"
