"""The sentences of a headline: what holds, what is false and why, and what survives of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import sympy

from boundcheck.checks.formulas import hardly_met
from boundcheck.checks.samples import at_least
from boundcheck.claims import Claim, Identity, Inequality
from boundcheck.claims.texts import after_a_colon, aside, begins_with_a_word, has_proof, plural, within
from boundcheck.claims.texts import stands as verb
from boundcheck.verdict import FoundFault, Headline, Outcome, PartVerdict, RestsOn, Severity, StepVerdict
from boundcheck.words import phrase

from .completeness import borrowed, cited, complete, evaluated, idle, of_one_mechanism, sampled, shaky, special, unshown
from .severity import SETTLED, Rescue, is_literal, mended, open_rate, stands, under

# Why a part is false, as a sentence says it.

SCALAR = ("Identity", "Inequality")
_SHORT = 60  # characters of a formula in a sentence


def reasons(claim: Claim, parts: list[PartVerdict], faults: Iterable[FoundFault]) -> str:
    """Why parts are refuted, line by line of the page: what is wrong there, and a case that shows it.

    A line of which nobody said what is wrong is told by its case alone; its parts are named where there are several.
    """
    false = {part.key: part for part in parts if part.evidence.outcome is Outcome.REFUTED}
    several = len({part.name for part in parts}) > 1
    told: list[str] = []
    bare: dict[str, list[str]] = {}
    for fault in faults:
        touched = [part for key, part in false.items() if key in fault.parts]
        if not touched:
            continue
        shown = false.get(fault.printed, touched[0])
        if fault.text and fault.text != phrase(shown.evidence.fact):
            case = as_sentence(_case(shown)) if _follows(claim, shown) else ""
            told.append(f"{_wrong(claim, fault)} {case}".rstrip())
        else:
            for part in touched:
                bare.setdefault(_reason(part).rstrip("."), []).append(part.name)
    told += [
        f"In {joined(names)}: {after_a_colon(reason)}." if several else as_sentence(reason)
        for reason, names in bare.items()
    ]
    return " ".join(told)


def _wrong(claim: Claim, fault: FoundFault) -> str:
    """What is wrong, and where, unless that is the result itself."""
    return f"{as_sentence(fault.text)[:-1]}{aside(place(claim, fault))}."


def _follows(claim: Claim, part: PartVerdict) -> bool:
    """Whether a reader can follow a case: its letters are the paper's, and none of the formula's is left without a value."""
    found = part.evidence.witness
    point = (found or {}).get("point")
    if part.shape not in SCALAR or not isinstance(point, Mapping) or not part.evidence.bare:
        return True
    given = claim.parts.get(part.name)
    statement = given.get(part.reading) if isinstance(given, Mapping) else given
    theirs = {parameter.name for parameter in claim.parameters}
    letters = set()
    if isinstance(statement, Identity | Inequality):
        letters = {
            symbol.name for side in (statement.lhs, statement.rhs) for symbol in sympy.sympify(side).free_symbols
        }
    told = {name for name in letters if len(name) == 1 or name in theirs}
    return told <= set(point) and (not theirs or not theirs.isdisjoint(point))


def place(claim: Claim, fault: FoundFault) -> str:
    """Where a line stands in its result; empty where that is all that is known."""
    own, where = claim.source.printed, fault.where
    if where in (own, claim.source.where):
        return ""
    return within(where, own)


def _case(part: PartVerdict) -> str:
    """The point and its two sides; what the check found, where there is no point."""
    at, sides = str((part.evidence.witness or {}).get("text") or ""), _sides(part)
    return f"{at}{sides}" if at and sides else _reason(part)


def _reason(part: PartVerdict) -> str:
    """What was found; of a formula that is false at a point also the formula, if it is short, and its sides there."""
    return f"{phrase(part.evidence.fact).rstrip('.')}{_sides(part)}"


def _sides(part: PartVerdict) -> str:
    """Both sides of a formula at the point where it is false, and the formula itself, if it is short."""
    evidence = part.evidence
    sides = [(evidence.witness or {}).get(side) for side in ("lhs", "rhs")]
    if part.shape not in SCALAR or not evidence.bare or not all(sides):
        return ""
    left, right = map(_digits, sides)
    return f": the left side{f' of {part.formula}' if part.formula else ''} is {left}, the right side {right}"


def formula_of(statement: Any) -> str:
    """An inequality or identity for a sentence; empty for a long one, for one in words, and for any other statement."""
    if not isinstance(statement, Identity | Inequality):
        return ""
    relation = "=" if statement.relation == "==" else statement.relation
    formula = f"{statement.lhs} {relation} {statement.rhs}"
    letters = [symbol.name for side in (statement.lhs, statement.rhs) for symbol in side.free_symbols]
    return formula if len(formula) <= _SHORT and all(len(name) == 1 for name in letters) else ""


def _digits(side: Any) -> str:
    try:
        return f"{float(side):.6g}"
    except ValueError:
        return str(side)


def joined(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def as_sentence(summary: str) -> str:
    """A summary with a full stop, and with a capital unless it begins with a letter of the page or a formula."""
    begin = summary[:1].upper() if begins_with_a_word(summary) else summary[:1]
    return begin + summary[1:].rstrip(".") + "."


# The false lines of a result as its headline tells them: by what is wrong and where it stands, never by a step's name.

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
    bare = {phrase(step.evidence.fact) for step in steps}  # what a check found, where nobody said what is wrong
    found = [
        replace(fault, text="" if fault.text in bare else fault.text, where=place(claim, fault)) for fault in found
    ]
    own = [fault for fault in found if not fault.parts]
    misprints = [fault for fault in own if fault.severity is Severity.MISPRINT and not _doubt(fault, doubts)]
    doubtful = [fault for fault in own if _doubt(fault, doubts)]
    rest = [fault for fault in own if fault not in misprints and fault not in doubtful]
    mended = [fault for fault in rest if fault.repair]
    line = "lines of its proof" if has_proof(claim.source.kind) else "lines"
    told = [
        _count_and_names(mended, line, "false as printed, and mended", doubts),
        _count_and_names(
            [f for f in rest if f not in mended], line, "false as printed, and no proved repair is known", doubts
        ),
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


# The sentence of a result that holds, or that no sample contradicts.

_CALLED = {"passage": "statement", "equation": "equation"}  # what a sentence calls a result; the others by their kind


_LETTERS = 3  # of which a headline says at which values a bound was sampled
_LISTED = 4  # values of a letter that are listed; of more the ends
_WRITTEN_OUT = 10**9


def supported(
    claim: Claim,
    parts: list[PartVerdict],
    steps: tuple[StepVerdict, ...],
    rests: tuple[RestsOn, ...],
    other: bool,
    read: bool,
) -> str:
    """What is not contradicted, where that was looked at, and what lacks for a proof."""
    name = claim.source.printed
    below = ", as read below," if read else ""
    alone, at_points = sampled(parts), evaluated(parts)
    if at_points and len(at_points) == len(parts):
        are = "are" if plural(name) else "is"
        lead = f"{name}{below} {are} evaluated on a few instances and well defined there"
    elif alone:
        lead = f"No sample contradicts {name}{below}{with_constant(parts)}".rstrip(",") + where_tested(claim, parts)
    elif parts:
        how = "cited" if len(cited(parts)) == len(parts) else "proved or cited" if cited(parts) else "proved"
        lead = f"Each formula that stands for {name}{below} is {how}"
    else:
        lead = f"{name} {'are' if plural(name) else 'is'} checked by {'their' if plural(name) else 'its'} lines alone"
    told = "; that the page says so was read, not checked: the printed formula is not seen in it"
    return f"{lead}{''.join(_lacking(claim, parts, steps, rests))}{told if other else ''}."


def links(part: PartVerdict) -> str:
    """In how many facts a part is derived, up to which lemmas, and what the page grants."""
    found = part.derived
    assert found is not None
    quoted = f", up to {', '.join(found.cited)}" if found.cited else ""
    granted = [f"{label} ({place})" for label, sort, _, place in found.assumptions if sort == "granted"]
    given = f"; granted: {', '.join(granted)}" if granted else ""
    return f"`{part.key}` is derived in {len(found.facts)} facts{quoted}{given}, and no sample contradicts it"


def missing_link(part: PartVerdict) -> str:
    """Which link of a part's derivation is missing; empty where it has none, or lacks none."""
    found = part.derived
    if found is None or found.holds:
        return ""
    return f"the derivation of `{part.key}` {'is closed, but' if found.closed else 'is open:'} {found.link}"


def _lacking(
    claim: Claim, parts: list[PartVerdict], steps: tuple[StepVerdict, ...], rests: tuple[RestsOn, ...]
) -> Iterator[str]:
    """What is between these checks and a proof of the statement."""
    the = f"the {_CALLED.get(claim.source.kind, claim.source.kind)}"
    alone, at_points = sampled(parts), evaluated(parts)
    if quoted := cited(parts):
        yield with_names("cited and not checked", [f"`{key}`" for key in quoted])
    yield "".join(f"; `{key}` says nothing: {said}" for key, said in idle(parts).items())
    yield with_names(
        "whether the error follows the rate is open", [f"`{part.key}`" for part in parts if open_rate(part)]
    )
    yield with_names(
        "no more than an instance or a quotation of another result", [f"`{key}`" for key in borrowed(parts)]
    )
    open_steps, _ = open_and_false(steps)
    yield with_names("not proved", placed(claim, open_steps))
    yield "".join(f"; {reason}" for part in parts if (reason := missing_link(part)))
    false = [step.label for step in steps if step.ours and step.evidence.outcome is Outcome.REFUTED]
    yield with_names("false, and not on the page", placed(claim, false))
    yield with_names("proved in a special case only", placed(claim, special(claim, steps)))
    own = [step for step in steps if step.mark == "step" and not step.ours]
    linked = [f"`{part.key}`" for part in parts if part.derived is not None and part.derived.holds]
    yield with_names("derived from what the page assumes", linked)
    if at_points and len(at_points) < len(parts):
        yield with_names("evaluated on a few instances", [f"`{key}`" for key in at_points])
    if at_points and len(at_points) == len(parts):
        yield "; that says nothing of others"
    elif alone and not own:
        yield "; no proof was checked"
    elif alone or not parts:
        rest = " and ".join(f"`{key}`" for key in alone) if linked else the
        said = f"{_each(own)} that they give {rest} was read, not checked"
        yield f"; {said}" if own else "; nothing in it is a line of a proof"
    elif of_one_mechanism(claim, parts):
        yield "; they are of certain mechanisms, and it speaks of any"
    elif unshown(claim):
        yield f"; that this gives {the} as displayed was read, not checked"
    yield with_names("it rests on results that are not proved", shaky(rests))


def _each(own: Sequence[StepVerdict]) -> str:
    """How the lines fare."""
    settled = [step for step in own if mended(step) in SETTLED]
    if not settled:
        return "no line is proved;"
    lines = "each line is" if len(settled) == len(own) else "the other lines are"
    found = (
        f"{lines} proved or cited" if any(mended(step) is Outcome.ASSUMED for step in settled) else f"{lines} proved"
    )
    after = sum(step.evidence.outcome is Outcome.REFUTED for step in settled)
    return f"{found}{f', {after} of them after mending' if after else ''};"


def where_tested(claim: Claim, parts: Sequence[PartVerdict]) -> str:
    """At which values a bound was sampled, of letters with whole numbers first, and for which it is stated; empty if unknown."""
    tested: dict[str, set[float]] = {}
    for part in parts:
        for name, values in (part.evidence.data.get("tested_at") or {}).items():
            tested.setdefault(name, set()).update(values)
    letters = {letter.name: letter for letter in claim.parameters}
    rounds = _rounds(
        parts
    )  # a statement about every round names those that were looked at, whether or not it is a letter
    known = [name for name in dict.fromkeys((*rounds, *letters)) if name in tested]
    shown = sorted(known, key=lambda name: (name not in rounds, name in letters and not letters[name].integer))[
        :_LETTERS
    ]
    if not shown:
        return ""
    told = "; ".join(f"${name}$ = {_values(tested[name])}" for name in shown)
    stated = ", ".join(f"${condition}$" for name in shown if name in letters for condition in letters[name].domain)
    return f" at {told}" + (f" (stated for {stated})" if stated else "")


def _rounds(parts: Sequence[PartVerdict]) -> list[str]:
    """The letters of rounds of statements: of what was looked at those that no point has."""
    found: list[str] = []
    for part in parts:
        rows = [row["point"] for row in part.evidence.data.get("slack") or ()]
        found += [
            name for name in part.evidence.data.get("tested_at") or () if rows and not any(name in row for row in rows)
        ]
    return found


def _values(found: set[float]) -> str:
    """A few values one by one, of many the ends and how many there are."""
    whole = {value: float(value).is_integer() and abs(value) < _WRITTEN_OUT for value in found}
    values = [f"{int(value):,}" if whole[value] else f"{value:.4g}" for value in sorted(found)]
    if len(values) > _LISTED:
        return f"{values[0]} to {values[-1]} ({len(values)} values)"
    return ", ".join(values)


def nothing_checked(claim: Claim, parts: Sequence[PartVerdict], steps: Sequence[StepVerdict]) -> str:
    """What is cited or says nothing, and that lines beside it are no proof of it."""
    name = claim.source.printed
    are = "are" if plural(name) else "is"
    said = f"{name} {are} cited, and nothing of it is checked here"
    if empty := idle(parts):
        whys = dict.fromkeys(empty.values())
        said = f"{name} {are} empty as it is stated here: {'; '.join(whys)}"
    own = sum(step.mark == "step" and mended(step) is Outcome.PROVED for step in steps)
    beside = f"; {own:,} line{'' if own == 1 else 's'} beside it {'is' if own == 1 else 'are'} proved" if own else ""
    return f"{said}{beside}."


def conditional(claim: Claim, hanging: Sequence[RestsOn]) -> str:
    """On which false results it hangs, and what it reads with these repaired."""
    name = claim.source.printed
    told = []
    for rest in hanging:
        false = (
            "is false as printed" if rest.headline is Headline.REFUTED else "hangs on a result that is false as printed"
        )
        reads = f"; with the repaired {rest.printed} it reads: {rest.reads}" if rest.reads else ""
        told.append(f"{rest.printed or rest.claim}, which {false}{reads}")
    follow = "follow" if plural(name) else "follows"
    return f"{name} {follow} from " + "; and from ".join(told) + "."


def holding(claim: Claim, parts: list[PartVerdict], steps: tuple[StepVerdict, ...], read: bool) -> str:
    """That it holds, with which constant, after which mending, and what that rests on."""
    name = claim.source.printed
    below, how = (", as read below,", "read") if read else ("", "displayed")
    it = "they are" if plural(name) else "it is"
    lead = f"{name}{below} {verb(claim.source.kind, name)}{with_constant(parts)}: {it} proved as {how}"
    lead += "".join(f"; {links(part)}" for part in parts if part.derived is not None and part.derived.holds)
    own = [s for s in steps if s.mark == "step" and not s.ours]
    if not own:
        return f"{lead}."
    false = [s.label for s in own if s.evidence.outcome is Outcome.REFUTED]
    quoted = sum(mended(s) is Outcome.ASSUMED for s in own)
    lines = settled_lines(len(own) - quoted, quoted, len(false), _printed_lines(claim, false))
    return f"{lead}; {lines}."


def open_and_false(steps: Sequence[StepVerdict]) -> tuple[list[str], list[str]]:
    """The labels of the steps that are open, and of those that are false and not mended."""
    rest = [(s.label, s.evidence.outcome is Outcome.REFUTED) for s in steps if mended(s) not in SETTLED]
    return [label for label, false in rest if not false], [label for label, false in rest if false]


def with_names(what: str, names: list[str]) -> str:
    return f"; {what}: {', '.join(names)}" if names else ""


def placed(claim: Claim, labels: Sequence[str]) -> list[str]:
    """Where lines stand on the page, as one name; none where there are none."""
    return [places(claim, labels)] if labels else []


def _printed_lines(claim: Claim, labels: Sequence[str]) -> int:
    """How many lines of the page these are: what has one fault is one line, checked more than once."""
    faults = {step.label: step.fault for step in claim.steps}
    return len({fault.id if (fault := faults.get(label)) else label for label in labels})


def settled_lines(proved: int, cited: int, repaired: int, printed: int) -> str:
    """How many of the checked lines are proved, mended ones among them, and how many cited."""
    if not proved + cited:
        return "nothing in it is a line of a proof"
    are = "is" if proved == 1 else "are"
    said = f"of {proved + cited:,} checked lines {proved:,} {are} proved"
    if not cited:
        every = {1: "the one checked line is", 2: "both checked lines are"}
        said = f"{every.get(proved, f'all {proved:,} checked lines are')} proved"
    if repaired and proved > 1:
        same = (
            ""
            if printed == repaired
            else " (one line of the page)"
            if printed == 1
            else f" ({printed} lines of the page)"
        )
        said += f", {repaired} of them{same} after mending"
    return said + (f", {cited} cited" if cited else "")


def with_constant(parts: Sequence[PartVerdict]) -> str:
    """The constant of the explicit version, with the reserves under which it is quoted; nothing where print has it."""
    constants = [p.evidence.data["constant"] for p in parts if p.evidence.data.get("constant")]
    quoted = [c for c in constants if c.get("upper") is not None and c.get("settled") != "equal"]
    if not quoted:
        return ""
    reserves = dict.fromkeys(c["reserve"] for c in quoted if c.get("reserve"))
    known = f" ({'; '.join(reserves)})" if reserves else ""
    return f" with our constant C = {max((str(c['upper']) for c in quoted), key=_size)}{known}{_needed(quoted)}"


INFORMS = "where the bound is at most half the trivial one"


def _needed(constants: Sequence[Mapping[str, Any]]) -> str:
    """What the worst instances that were found ask of the constant: on the whole domain, and where the bound bites."""
    whole = [c["low"] for c in constants if c.get("low") is not None]
    biting = [c["where_it_bites"]["low"] for c in constants if (c.get("where_it_bites") or {}).get("low") is not None]
    if not whole:
        return ""
    least, there = (at_least(max(found), 3) if found else "" for found in (whole, biting))
    if not there:
        return f" (a constant below {least} is impossible; no such instance was found {INFORMS})"
    return f" (a constant below {there} is impossible {INFORMS}" + (f", below {least} elsewhere)" if least != there else ")")


def _size(constant: str) -> sympy.Expr:
    """A quoted constant as a number; one that is too large for a float is compared exactly."""
    return sympy.N(sympy.sympify(constant), 30)


# The sentences of a result that is false as printed: why, and what survives of it.

EMPTY = "empty assumption"  # the kind of a line that asks for what there is not: the statement is true of nothing


def all_proved(parts: Sequence[PartVerdict]) -> bool:
    return all(part.evidence.outcome is Outcome.PROVED for part in parts)


def of_nothing(claim: Claim, false: Sequence[PartVerdict], faults: Sequence[FoundFault]) -> bool:
    """Whether all that is false of a statement is that something meets its assumptions, and that is proved of each part.

    Of a record without its claim the kinds of the faults tell.
    """
    kinds = {key: fault.kind for fault in faults for key in fault.parts}
    called = bool(false) and all(kinds.get(part.key) == EMPTY for part in false)
    return called and (not isinstance(claim, Claim) or all(_met_by_hardly_anything(claim, part) for part in false))


def _met_by_hardly_anything(claim: Claim, part: PartVerdict) -> bool:
    statement = claim.parts.get(part.name)
    if isinstance(statement, Mapping):
        statement = statement.get(part.reading, statement.get(claim.readings[0].name))
    return hardly_met(statement, claim.definitions, claim.parameters)


def false_as_printed(claim: Claim, literal: list[PartVerdict], faults: Sequence[FoundFault]) -> str:
    """That the letters of the page are false, and why; where they hang on a lost symbol, that they would be."""
    name, doubt = claim.source.printed, claim.readings[0].doubt
    lead = f"{name} {is_or_are(name)} false as printed."
    if of_nothing(claim, [part for part in literal if part.evidence.outcome is Outcome.REFUTED], faults):
        lead = f"As printed hardly anything meets what {name} {'assume' if plural(name) else 'assumes'}."
    if doubt:
        lead = f"If the page prints what was read, {name} would be false; that hangs on {doubt}."
    return f"{lead} {reasons(claim, literal, faults)}"


def refuted_text(
    claim: Claim,
    weight: Severity,
    found: list[Rescue],
    parts: tuple[PartVerdict, ...],
    steps: tuple[StepVerdict, ...],
    rests: tuple[RestsOn, ...],
    faults: tuple[FoundFault, ...],
) -> str:
    """Why it is false or empty, and what survives of it."""
    name = claim.source.printed
    literal = [part for part in parts if is_literal(claim, part)]
    lead = false_as_printed(claim, literal, faults)
    if not any(part.evidence.outcome is Outcome.REFUTED for part in literal):
        lead = f"{name} {'are' if plural(name) else 'is'} vacuous: {_idle(parts)}."
    elif weight is Severity.EMPTY:
        lead += f" Every valid form of it is vacuous: {_idle(parts)}."
    standing = set(survivors(claim, parts))
    for reading in claim.readings:
        version = under(reading, claim, parts)
        if reading.name in standing:
            earned = "proved" if complete(claim, version, steps, rests) else "not contradicted by samples"
            if all_proved([part for part in version if part.reading == reading.name]):
                earned = "proved"
            constant = with_constant(version)
            told = f"{reading.words.rstrip('.')}{',' if constant else ''}{constant}{_rate(reading, parts)}"
            lead += f" What survives, {earned}: {told}."
    return lead


def survivors(claim: Claim, parts: tuple[PartVerdict, ...]) -> Iterator[str]:
    """The readings other than the literal one under which every part stands, by name."""
    for reading in claim.readings[1:]:
        if has_own_parts(reading, parts) and all(map(stands, under(reading, claim, parts))):
            yield reading.name


def mended_parts(claim: Claim, parts: tuple[PartVerdict, ...]) -> Iterator[str]:
    """The readings other than the literal one whose own parts stand, whatever becomes of the others; by name."""
    for reading in claim.readings[1:]:
        own = [part for part in parts if part.reading == reading.name]
        if own and all(map(stands, own)):
            yield reading.name


def _idle(parts: Sequence[PartVerdict]) -> str:
    """Why what is true says nothing."""
    return "; ".join(dict.fromkeys(phrase(part.empty.fact) for part in parts if part.empty is not None))


def _rate(reading: object, parts: tuple[PartVerdict, ...]) -> str:
    """Whether what survives has the printed rate."""
    own = [part.same_rate for part in parts if part.reading == getattr(reading, "name", "")]
    if False in own:
        return "; its rate is another one"
    return "; its rate is the printed one" if own and None not in own else ""


def has_own_parts(reading: object, parts: tuple[PartVerdict, ...]) -> bool:
    return any(part.reading == getattr(reading, "name", "") for part in parts)


def beyond_the_range(claim: Claim, found: list[Rescue], faults: Sequence[FoundFault]) -> str:
    """That it is false beyond the paper's working range."""
    literal = [rescue for rescue in found if rescue.severity is Severity.RANGE]
    reason = reasons(claim, [r.part for r in literal if r.part.evidence.outcome is Outcome.REFUTED], faults)
    return f" Beyond the paper's working range it fails. {reason}".rstrip()


def is_or_are(name: str) -> str:
    return "are" if plural(name) else "is"
