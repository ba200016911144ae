"""The sentences of a headline, from the facts of a record: what stands, with which constant, what is false, what lacks for a proof.

Mathematics stands between dollars and names between backticks, as in every text of a record.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch

from boundcheck.claims.texts import after_a_colon, aside, begins_with_a_word, has_proof, plural, within
from boundcheck.claims.texts import stands as verb
from boundcheck.stats.digits import at_least
from boundcheck.symbolic.latex import BY_NAME, latex_of
from boundcheck.verdict import conclusions as say
from boundcheck.verdict.conclusions import HeadlineFact, Quoted, Reason, SampledAt
from boundcheck.verdict.facts import FalseAt
from boundcheck.verdict.result import Fault, Reading, Record

from .phrases import counted, exact, letter, listed, phrase
from .samples import reserve

_FEW = 3  # lines that a sentence tells one by one
_LONG = 60  # characters of a formula that a sentence repeats
_WRITTEN_OUT = 10**9
CORRECTED = "the corrected statement is not proved, and no sample contradicts it"
INFORMS = "where the bound is at most half the trivial one"


def headline(record: Record) -> str:
    """All of them, in their order."""
    return " ".join(sentences(record))


def sentences(record: Record) -> list[str]:
    """The sentence that a reader takes away, and those that follow it; one of a run that was stopped."""
    if record.interrupted is not None:
        done, of = record.interrupted.done, record.interrupted.of
        return [f"Interrupted after {done} of {of} steps and parts; run the same command to go on."]
    return list(_joined(record.headline.facts, record))


def lead_and_rest(record: Record) -> tuple[str, str]:
    """The sentence that a reader takes away, and the others, the last of a second program; empty of a record that says nothing."""
    first, *others = sentences(record) or [""]
    facts = record.headline.facts
    if record.interrupted is None and facts and isinstance(facts[0], say.FalseAsPrinted):  # what is false, and then why
        first = _false_as_printed(facts[0], record)
        others = [*_reasons(facts[0].reasons, facts[0].several, record), *others]
    return first, " ".join([*others, *filter(None, [second(record)])])


def second(record: Record) -> str:
    """How many lines a second program has checked; empty where it was asked of none."""
    found = record.second
    if found is None or not found.lines:
        return ""
    lines = counted(found.lines, "line")
    return f"Checked by a second program: {found.checked} of {lines} with a proof or a counterexample ({found.by})."


def literally(record: Record) -> str:
    """Why the letters of the page are false, where another version carries the headline; else empty."""
    fact = record.headline.literal.fact
    return " ".join(_joined([fact], record)) if fact is not None else ""


def _joined(facts: Sequence[HeadlineFact], record: Record) -> Iterator[str]:
    """A sentence for each fact; how the lines fare goes with what it is said of."""
    facts = list(facts)
    for place, fact in enumerate(facts):
        before, after = (facts[place - 1] if place else None), (facts[place + 1] if place + 1 < len(facts) else None)
        if isinstance(fact, say.Tally) and isinstance(before, say.Holds):
            continue
        said = _clause(fact, record)
        if isinstance(fact, say.Holds) and isinstance(after, say.Tally):
            said = f"{said}; {_clause(after, record)}"
        if isinstance(fact, say.Missing) and fact.what == "composed" and isinstance(before, say.Tally):
            continue
        if isinstance(fact, say.Tally) and isinstance(after, say.Missing) and after.what == "composed":
            said = f"{said}; {_clause(after, record)}"
        yield said.rstrip(".") + "." if said.startswith(record.printed) else sentence(said)


def sentence(text: str) -> str:
    """A phrase with a full stop, and with a capital unless it begins with a letter of the page or a formula."""
    begin = text[:1].upper() if begins_with_a_word(text) and text[:1] != "`" else text[:1]
    return begin + text[1:].rstrip(".") + "."


@singledispatch
def _clause(fact: HeadlineFact, record: Record) -> str:
    raise TypeError(f"no template for {type(fact).__name__}")


def _are(name: str) -> str:
    return "are" if plural(name) else "is"


def _result(record: Record, read: bool) -> str:
    return f"{record.printed}, as read below," if read else record.printed


def _the(record: Record) -> str:
    return f"the {'statement' if record.kind == 'passage' else record.kind}"


# ---------------------------------------------------------------- what stands
@_clause.register
def _(fact: say.Holds, record: Record) -> str:
    how = "read" if fact.read else "displayed"
    links = "".join(f"; {_derivation(key, record)}" for key in fact.derived)
    stands = f"{_result(record, fact.read)} {verb(record.kind, record.printed)}{_with_constant(fact.constant)}"
    return f"{stands}: proved as {how}{links}"


def _derivation(key: str, record: Record) -> str:
    """In how many facts a part is derived, up to which lemmas, and what the page grants."""
    found = record.parts[key].derivation
    assert found is not None
    quoted = f", up to {', '.join(found.cited)}" if found.cited else ""
    granted = [f"{given.label} ({given.place})" for given in found.assumptions if given.sort == "granted"]
    given = f"; granted: {', '.join(granted)}" if granted else ""
    return f"`{key}` is derived in {len(found.facts)} facts{quoted}{given}, and no sample contradicts it"


def _with_constant(found: Quoted | None) -> str:
    """The constant of the explicit version, where that is known of it, and what the worst instances exclude."""
    if found is None:
        return ""
    said = dict.fromkeys(filter(None, map(reserve, found.reserves)))
    reserves = f" ({'; '.join(said)})" if said else ""
    return f" with our constant $C = {latex_of(found.constant, BY_NAME) or found.constant}${reserves}{_excluded(found)}"


def _excluded(found: Quoted) -> str:
    if found.excluded is None:
        return ""
    least = at_least(found.excluded)
    if found.excluded_informative is None:
        return f" (a constant below {least} is impossible; no such instance was found {INFORMS})"
    there = at_least(found.excluded_informative)
    return f" (a constant below {there} is impossible {INFORMS}" + (f", below {least} elsewhere)" if least != there else ")")


@_clause.register
def _(fact: say.Tally, record: Record) -> str:
    settled = fact.proved + fact.cited
    if not settled:
        return "no line is proved"
    every = {1: "the one checked line is", 2: "both checked lines are"}.get(fact.checked, f"all {fact.checked:,} checked lines are")
    if fact.cited and settled == fact.checked:
        said = f"of {counted(fact.checked, 'checked line')} {fact.proved:,} {'is' if fact.proved == 1 else 'are'} proved"
        said += f" and {fact.cited:,} cited"
    else:
        several = f"{settled:,} of {fact.checked:,} checked lines {'is' if settled == 1 else 'are'}"
        said = f"{every if settled == fact.checked else several} proved{' or cited' if fact.cited else ''}"
    if not fact.repaired:
        return said
    same = fact.repaired_lines == fact.repaired
    of_page = "" if same else f" ({counted(fact.repaired_lines, 'line')} of the page)"
    return f"{said}, {f'{fact.repaired:,} of them{of_page} ' if settled > 1 else ''}after repair"


@_clause.register
def _(fact: say.NotContradicted, record: Record) -> str:
    name, result = record.printed, _result(record, fact.read)
    if fact.basis == "instances":
        return f"{result} {_are(name)} evaluated on a few instances and well defined there"
    if fact.basis == "lines":
        return f"{result} {_are(name)} checked by {'their' if plural(name) else 'its'} lines alone"
    if fact.basis == "samples":
        constant = _with_constant(fact.constant)
        return f"No sample contradicts {result if constant else result.rstrip(',')}{constant}{_at(fact.at, record)}"
    return f"Each formula that stands for {result} is {fact.basis}"


def _at(tested: Sequence[SampledAt], record: Record) -> str:
    """The values at which a bound was sampled, and for which it is stated."""
    if not tested:
        return ""
    domains = {letter.name: letter.domain for letter in record.parameters}
    stated = ", ".join(f"${condition}$" for at in tested for condition in domains.get(at.letter, "").split(", ") if condition)
    shown = "; ".join(f"{letter(at.letter)} = {_values(at)}" for at in tested)
    return f" at {shown}" + (f" (stated for {stated})" if stated else "")


def _values(tested: SampledAt) -> str:
    values = [
        f"{int(value):,}" if value.is_integer() and abs(value) < _WRITTEN_OUT else exact(f"{value:.4g}") for value in tested.values
    ]
    if len(values) < tested.count:
        return f"{values[0]} to {values[-1]} ({tested.count} values)"
    return ", ".join(values)


# ---------------------------------------------------------------- what lacks for a proof
_MISSING = {
    "cited": "cited and not checked: {}",
    "rate": "whether the error follows the rate is open: {}",
    "borrowed": "no more than an instance or a quotation of another result: {}",
    "step": "not proved: {}",
    "false beside": "false, and not on the page: {}",
    "special case": "proved in a special case only: {}",
    "derived": "derived from what the page assumes: {}",
    "instances": "evaluated on a few instances: {}",
    "other instances": "that says nothing of other instances",
    "no proof": "no proof was checked",
    "no line": "nothing in it is a line of a proof",
    "one mechanism": "it speaks of any mechanism, and only certain ones were checked",
    "used result": "it rests on results that are not proved: {}",
    "another line": "that the page says so was read, not checked: the printed formula is not seen in it",
}  # fmt: skip


@_clause.register
def _(fact: say.Missing, record: Record) -> str:
    if _without_lines(fact, record):
        return f"of {listed([f'`{key}`' for key in fact.of])} no proof was checked"
    if fact.what == "composed":
        return f"that they give {listed([f'`{key}`' for key in fact.of]) or _the(record)} was read, not checked"
    if fact.what == "display":
        return f"that this gives {_the(record)} as displayed was read, not checked"
    if fact.what == "vacuous":
        return "; ".join(f"`{key}` is vacuous: {_why_vacuous(key, record)}" for key in fact.of)
    if fact.what == "link":
        return "; ".join(_missing_link(key, record) for key in fact.of)
    if fact.what in ("step", "false beside", "special case"):
        return _MISSING[fact.what].format(_places(fact.of, record))
    if fact.what == "used result":
        return _MISSING[fact.what].format(", ".join(fact.of))
    return _MISSING[fact.what].format(", ".join(f"`{key}`" for key in fact.of))


def _without_lines(fact: say.Missing, record: Record) -> bool:
    """Whether parts lack a proof beside others that are derived, and no line of the page is checked."""
    return fact.what == "composed" and bool(fact.of) and not any(isinstance(one, say.Tally) for one in record.headline.facts)


def lacks(record: Record) -> list[str]:
    """What lacks for a proof of what stands, a phrase each."""
    missing = [
        "that the checked lines together give it was judged by reading" if fact.what == "composed"
        else _clause(fact, record).rstrip(".")
        for fact in record.headline.facts if isinstance(fact, say.Missing)
    ]  # fmt: skip
    supported = [fact for fact in record.headline.facts if isinstance(fact, say.Survives) and not fact.proved]
    return [*missing, *([CORRECTED] if supported else [])]


def question(record: Record) -> str:
    """What the authors can tell of a display that could not be read."""
    shown = [fact for fact in record.headline.facts if isinstance(fact, say.Unstated)]
    checked = [_reading(name, record).text.rstrip(".") for fact in shown for name, _ in fact.readings]
    asked = f" We checked in its place: {'; '.join(checked)}. Is that what is printed?" if checked else ""
    return f"Which formula does {record.printed} display?{asked}"


def _why_vacuous(key: str, record: Record) -> str:
    """Why a part that is true says nothing."""
    part = record.parts[key]
    if part.empty is not None:
        return phrase(part.empty.fact)
    found = getattr(part.evidence, "says_nothing", None)
    return "" if found is None else phrase(found)


def _missing_link(key: str, record: Record) -> str:
    found = record.parts[key].derivation
    assert found is not None
    return f"the derivation of `{key}` {'is closed, but' if found.closed else 'is open:'} {found.link}"


def _places(labels: Sequence[str], record: Record) -> str:
    """Where lines stand on the page; of many in different places how many they are."""
    where = {step.label: step.where for step in record.steps}
    found = list(dict.fromkeys(where.get(label) or label for label in labels))
    return f"{len(labels)} lines" if len(found) > _FEW else "; ".join(found)


@_clause.register
def _(fact: say.NothingChecked, record: Record) -> str:
    name = record.printed
    said = f"{name} {_are(name)} cited, and nothing of it is checked here"
    if fact.vacuous:
        why = dict.fromkeys(_why_vacuous(key, record) for key in fact.vacuous)
        said = f"{name} {_are(name)} vacuous as it is stated here: {'; '.join(why)}"
    beside = f"; {counted(fact.beside, 'line')} beside it {'is' if fact.beside == 1 else 'are'} proved" if fact.beside else ""
    return f"{said}{beside}"


@_clause.register
def _(fact: say.Conditional, record: Record) -> str:
    rests = {rest.claim: rest for rest in record.rests_on}
    told = []
    for rest in map(rests.__getitem__, fact.on):
        false = "is false as printed" if rest.outcome == "REFUTED" else "hangs on a result that is false as printed"
        reads = f"; with the repaired {rest.printed} it reads: {rest.reads}" if rest.reads else ""
        told.append(f"{rest.printed or rest.claim}, which {false}{reads}")
    return f"{record.printed} {'follow' if plural(record.printed) else 'follows'} from {'; and from '.join(told)}"


# ---------------------------------------------------------------- what is false
@_clause.register
def _(fact: say.FalseAsPrinted, record: Record) -> str:
    return " ".join([_false_as_printed(fact, record), *_reasons(fact.reasons, fact.several, record)])


def _false_as_printed(fact: say.FalseAsPrinted, record: Record) -> str:
    """The sentence before the reasons."""
    name = record.printed
    if fact.doubt:
        return f"If the page prints what was read, {name} would be false; that hangs on {fact.doubt}."
    if fact.of_nothing:
        return f"As printed hardly anything meets what {name} {'assume' if plural(name) else 'assumes'}."
    return f"{name} {_are(name)} false as printed."


@_clause.register
def _(fact: say.BeyondRange, record: Record) -> str:
    return " ".join(["Beyond the paper's working range it fails.", *_reasons(fact.reasons, fact.several, record)])


def _reasons(reasons: Iterable[Reason], several: bool, record: Record) -> Iterator[str]:
    faults = {fault.id: fault for fault in record.faults}
    for reason in reasons:
        if reason.fault:
            fault = faults[reason.fault]
            yield f"{sentence(phrase(fault.fact))[:-1]}{aside(_place(fault, record))}."
            yield from (sentence(_case(key, record)) for key in reason.parts)
        else:
            found = _found(reason.parts[0], record).rstrip(".")
            names = list(dict.fromkeys(key.partition("@")[0] for key in reason.parts))
            yield f"In {listed(names)}: {after_a_colon(found)}." if several else sentence(found)


def _case(key: str, record: Record) -> str:
    """The point and its two sides; what the check found, where there is no point."""
    found = _found(key, record)
    return found.removeprefix("false ") if isinstance(record.parts[key].fact, FalseAt) else found


def _found(key: str, record: Record) -> str:
    """What was found; of a formula that is false at a point also the formula, if it is short, and its sides there."""
    part = record.parts[key]
    sides = ""
    if isinstance(part.fact, FalseAt) and part.witness is not None and part.witness.lhs and part.witness.rhs:
        compared = getattr(part, "relation", None)
        formula = f"${compared.compared.latex}$" if compared and len(compared.compared.latex) <= _LONG else ""
        left, right = map(_digits, (part.witness.lhs, part.witness.rhs))
        sides = f": the left side{f' of {formula}' if formula else ''} is {left}, the right side {right}"
    return f"{phrase(part.fact).rstrip('.')}{sides}"


def _digits(side: str) -> str:
    try:
        return f"{float(side):.6g}"
    except ValueError:
        return side


def _place(fault: Fault, record: Record) -> str:
    """Where a line stands in its result; empty where that is all that is known."""
    return "" if fault.where in (record.printed, record.where) else within(fault.where, record.printed)


_FATES = {
    "repaired": "false as printed, and repaired",
    "open": "false as printed, and no proved repair is known",
    "doubtful": "false as read",
}
_COUNTED = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}


@_clause.register
def _(fact: say.FalseSteps, record: Record) -> str:
    faults = {fault.id: fault for fault in record.faults}
    several = [_line(faults[identity], record) for identity in fact.faults[:_FEW]]
    rest = len(fact.faults) - len(several)
    names = "; ".join([*several, *([f"and {rest} more"] if rest else [])])
    if fact.fate == "misprint":
        return f"{'Typo' if len(fact.faults) == 1 else 'Typos'}: {names}"
    of_proof = has_proof(record.kind)
    one = "One line of its proof is" if of_proof else "One of its lines is"
    count = len(fact.faults)
    many = one if count == 1 else f"{_COUNTED.get(count, count)} {'lines of its proof' if of_proof else 'lines'} are"
    return f"{many} {_FATES[fact.fate]}: {names}"


def _line(fault: Fault, record: Record) -> str:
    """What is wrong in a line, and where; its place and its point, where nobody said what is wrong."""
    steps = {step.label: step for step in record.steps}
    touched = [steps[label] for label in fault.touches.steps if label in steps]
    doubt = next((step.doubt for step in touched if step.doubt), "")
    where = _place(fault, record)
    said = phrase(fault.fact)
    if any(step.fact == fault.fact for step in touched):
        said = ", ".join(filter(None, (where or fault.printed, said.removeprefix("false "))))
    else:
        said = said.rstrip(".") + aside(where)
    return said + (f", which hangs on {doubt}" if doubt else "")


@_clause.register
def _(fact: say.Vacuous, record: Record) -> str:
    why = "; ".join(dict.fromkeys(_why_vacuous(key, record) for key in fact.parts))
    name = record.printed
    return f"Every valid form of it is vacuous: {why}" if fact.valid_forms else f"{name} {_are(name)} vacuous: {why}"


@_clause.register
def _(fact: say.Survives, record: Record) -> str:
    constant = _with_constant(fact.constant)
    rate = {True: "; its rate is the printed one", False: "; its rate is another one", None: ""}[fact.same_rate]
    words = _reading(fact.reading, record).text.rstrip(".")
    how = "proved" if fact.proved else "not contradicted by samples"
    return f"What survives, {how}: {words}{',' if constant else ''}{constant}{rate}"


@_clause.register
def _(fact: say.HoldsUnder, record: Record) -> str:
    reading = _reading(fact.reading, record)
    place = reading.misprint or reading.support
    return f"Read as: {reading.text.rstrip('.')}{f' ({place})' if place else ''}"


def _reading(name: str, record: Record) -> Reading:
    return next(reading for reading in record.readings if reading.name == name)


# ---------------------------------------------------------------- what is open
def _neither(record: Record) -> str:
    return f"{record.printed} {_are(record.printed)} neither proved nor refuted"


@_clause.register
def _(fact: say.Open, record: Record) -> str:
    if len(fact.parts) == 1 and not fact.steps:
        return f"{_neither(record)}: {phrase(record.parts[fact.parts[0]].fact)}"
    names = [*(key.partition("@")[0] for key in fact.parts), *([_places(fact.steps, record)] if fact.steps else [])]
    return _neither(record) + (f"; open: {', '.join(names)}" if names else "")


@_clause.register
def _(fact: say.Unstated, record: Record) -> str:
    told = [record.readings[0].text.rstrip(".")]
    for name, proved in fact.readings:
        how = "proved" if proved else "not contradicted by samples"
        told.append(f"checked in its place, and {how}: {_reading(name, record).text.rstrip('.')}")
    return f"{_neither(record)}: {'; '.join(told)}"


@_clause.register
def _(fact: say.OpenReading, record: Record) -> str:
    found = "".join(f"; {phrase(record.parts[key].fact).rstrip('.')}" for key in fact.parts)
    return f"How much that matters is open. Read as: {_reading(fact.reading, record).text.rstrip('.')}{found}"


@_clause.register
def _(fact: say.ProofFails, record: Record) -> str:
    lead = "No sample contradicts" if fact.sampled else "Nothing refutes"
    return f"{lead} {record.printed}, and its proof fails{f'; not proved: {_places(fact.steps, record)}' if fact.steps else ''}"


@_clause.register
def _(fact: say.NotTied, record: Record) -> str:
    return f"No sample contradicts the explicit version of {record.printed}, which is not tied to the printed one"


@_clause.register
def _(fact: say.ConstantRefuted, record: Record) -> str:
    constant = getattr(record.parts[fact.part], "constant", None)
    return phrase(constant.by) if constant is not None and constant.by is not None else ""


# ---------------------------------------------------------------- what a run would have seen
_POWER = {
    "rate": "of a high-probability bound, a violation rate {factor:g} times the allowed one would have been detected with "
    "probability {probability:g}",
    "mean": "of a bound in expectation, a mean error of about {factor:g} times the bound would have been detected with probability "
    "{probability:g}, if errors spread as the measured ones do",
    "median": "of a lower bound, a median error of about {factor:g} times the bound would have been detected with probability "
    "{probability:g}, if errors spread as the measured ones do",
}  # fmt: skip
_TOO_FEW = (
    "of a high-probability bound, there are too few repeats for any violation rate to be detected with probability {probability:g}"
)


def powers(record: Record) -> list[str]:
    """The smallest violation of each kind of bound that the run would have seen, a sentence each."""
    return [
        f"{'In the one setting' if found.settings == 1 else 'In every setting'} "
        + (_POWER[found.of] if found.factor is not None else _TOO_FEW).format(factor=found.factor, probability=found.probability)
        + "."
        for found in record.detectable
    ]
