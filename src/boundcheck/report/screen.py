"""The verdict in a terminal: parts and settings, slack, steps, false lines."""

import io
from collections import Counter
from collections.abc import Mapping
from typing import Any

from boundcheck.report.figures.measurements import labels
from boundcheck.report.page import front
from boundcheck.report.page.front import chance
from boundcheck.report.parts import constant_of, exponents_of, keeps_rate, mutants_of, regimes_of, vacuity_of
from boundcheck.report.text import transcription
from boundcheck.report.text.letters import letters, plain, plain_point, words
from boundcheck.report.text.plain import linear
from boundcheck.report.text.prose import chosen_value, opened, prose, sentence
from boundcheck.report.text.words import (
    CHANGES,
    LOOKS,
    MARKS,
    WORDS,
    WORST_FIRST,
    excluded,
    finite,
    from_one_on,
    headline_word,
    literally,
    named_constant,
    percent,
    ratio,
    shown,
    shown_outcome,
    sizes,
    times,
)
from boundcheck.report.text.words import news_in_words as better
from boundcheck.symbolic.latex import latex_of
from boundcheck.verdict.facts import FalseAt, Informative
from boundcheck.verdict.result import Fault, Record
from boundcheck.verdict.shapes import Part
from boundcheck.verdict.statements import Step
from boundcheck.words import headlines, phrase, samples

# Colours, tables and signs of a terminal.

STYLES = {
    "PROVED": "green", "HOLDS": "bold green", "HOLDS_REPAIRED": "bold green", "SUPPORTED": "blue",
    "UNDECIDED": "yellow", "ASSUMED": "dim", "REFUTED": "bold red", "NOTHING_TO_CHECK": "dim",
    "CONDITIONAL": "bold yellow", "FORM": "green", "REWRITING": "dim", "RESTATED": "dim",
}  # fmt: skip
SHADES = {
    "sound": "bold green", "slight": "bold green", "worth": "bold yellow", "grave": "bold dark_orange",
    "gravest": "bold red", "open": "bold yellow",
}  # fmt: skip


def outcome(name: str) -> Any:
    """An outcome as coloured text that reads without colour."""
    from rich.text import Text

    return Text(f"{MARKS[name]} {WORDS[name]}", style=STYLES[name])


def columns(*names: str) -> Any:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, caption_justify="left", show_edge=False)
    for name in names:
        numeric = name in ("Error", "Bound", "Slack", "Above", "Allowed")
        table.add_column(name, justify="right" if numeric else "left", no_wrap=name == "Verdict" or numeric)
    return table


# Steps and false lines on a screen: where a statement is false, and both of its sides there.

MARKED = {  # what is no step of a proof
    "definition": "by definition", "by": "an instance", "rewriting": "one expression on both sides",
    "restated": "among its own hypotheses",
}  # fmt: skip
ATTENTION = ("REFUTED", "UNDECIDED")


def sound(record: Record) -> str:
    """One line for the steps that nobody has to look at."""
    found = [step for step in record.steps if step.outcome not in ATTENTION]
    counts = Counter(map(_kind, found))
    told = ", ".join(f"{counts[kind]} {kind}" for kind in counts)
    return f"Sound steps: {told} (-v lists them)." if found else ""


def _kind(step: Step) -> str:
    marked = {
        "definition": "by definition", "by": "use of another result", "rewriting": "rewriting", "restated": "assumption restated",
    }.get(step.mark)  # fmt: skip
    special = "proved in a special case" if step.scope == "special case" else "proved"
    if step.ours:
        special = "proved, of ours"
    elif step.differs and special == "proved":
        special = "proved in another form"
    return marked or {"ASSUMED": "cited", "SUPPORTED": "supported"}.get(step.outcome, special)


def faulty(record: Record, known: Mapping[str, str]) -> list[Any]:
    """The false lines of the page in full, the gravest first; and used results that do not stand."""
    from rich.text import Text

    lines: list[Any] = []
    for fault in sorted(record.faults, key=lambda fault: WORST_FIRST.index(fault.severity)):
        kind = f", {fault.kind}" if fault.kind not in ("", fault.severity.lower()) else ""
        weight = (f"{fault.severity.lower()}{kind}  ", SHADES[LOOKS[fault.severity]])
        lines.append(Text.assemble(weight, (prose(fault.where or fault.id, known), "bold")))
        at = false_at(fault, known)
        if not at or not isinstance(fault.fact, FalseAt):
            lines.append(Text(f"  {sentence(phrase(fault.fact), known=known)}"))
        if at:
            lines.append(Text(f"  {sentence(at)}"))
        if fault.repair:
            lines.append(Text(f"  Mended: {sentence(fault.repair, known=known)}", style="dim"))
    for rest in record.rests_on:
        if rest.outcome not in ("HOLDS", "HOLDS_REPAIRED", "NOTHING_TO_CHECK") or rest.severity != "NONE":
            weight_ = "" if rest.severity == "NONE" else f" ({rest.severity.lower()})"
            lines.append(Text(f"rests on {rest.printed or rest.claim}: {WORDS[rest.outcome].lower()}{weight_}", style="dim"))
    return [*lines, Text("")] if lines else []


def steps(record: Record, *, every: bool = False) -> Any:
    """One row for each step that is false or open, or for `every` one; for a false one its witness and what mends it."""
    from rich.text import Text

    found, known = [step for step in record.steps if every or step.outcome in ATTENTION], letters(record)
    table = columns("Step", "Verdict", "Established by")
    for step in found:
        cited = step.outcome == "ASSUMED" and step.cited
        said = [cited or step.method, false_at(step, known)]
        if step.outcome == "UNDECIDED":
            said.append(prose(phrase(step.fact), known))
        said += [
            MARKED.get(step.mark, ""),
            f"special case: {prose(step.special, known)}" if step.special else "",
            f"misprint: {prose(step.misprint, known)}" if step.misprint else "",
            f"repaired: {WORDS[step.repair.outcome].lower()}" if step.repair is not None else "",
        ]
        table.add_row(
            Text(prose(words(step.label, known))),
            outcome(shown_outcome(step)),
            Text("; ".join(filter(None, said))),
        )
    return table if found else None


def false_at(found: Step | Part | Fault, known: Mapping[str, str]) -> str:
    """Where a statement is false, and both of its sides there in numbers; empty without such a point."""
    witness = found.witness
    if witness is None or not witness.point:
        return ""
    at = ", ".join(f"{printed(name, known)} = {chosen_value(entry)}" for name, entry in witness.point.items())
    left, right = finite(witness.lhs), finite(witness.rhs)
    if left is None or right is None:
        undefined = not isinstance(found, Fault) and (found.certificate or {}).get("kind") == "undefined"
        return f"{'no value' if undefined else 'false'} at {at}"
    if isinstance(found, Fault):  # of a line of the page nobody says here which relation it has
        low, _, high = apart(left, right, "")
        return f"false at {at}: {low} on the left, {high} on the right"
    sign = "≠" if found.shape == "Identity" else ">" if left > right else "<" if left < right else "="
    return f"false at {at}: {' '.join(apart(left, right, sign))}"


def printed(name: str, known: Mapping[str, str]) -> str:
    """A letter as the page has it, in one line: the norm that ``g`` stands for."""
    return linear(known[name]) if name in known else plain(name, known)


def apart(left: float, right: float, sign: str) -> tuple[str, str, str]:
    """Both numbers with as many digits as it takes to tell them apart."""
    for digits in (4, 6, 9, 12, 16):
        sides = tuple(f"{side:.{digits}g}" for side in (left, right))
        if sides[0] != sides[1]:
            break
    one, other = (linear(latex_of(side) or side) for side in sides)
    return one, sign, other


# What was found of each part and in each setting, on a screen.

MOST_CELLS = 6


def parts(record: Record) -> Any:
    """One row for each part: how it was settled, its constant, its mutants, and where it says nothing."""
    from rich.text import Text

    known = letters(record)
    table = columns("Part", "Verdict", "Found")
    for name, part in record.parts.items():
        table.add_row(
            Text(prose(words(name, known))),
            outcome(part.outcome),
            Text("\n".join(part_lines(part, bool(record.steps), known))),
        )
    return table if record.parts else None


def part_lines(part: Part, proof: bool, known: Mapping[str, str]) -> list[str]:
    """What was found of a part, a line each.

    Parameters
    ----------
    part : Part
    proof : bool
        Whether steps stand above that say why.
    known : mapping
        Letters of parameters.
    """
    said = [part.method]
    if part.outcome in ("UNDECIDED", "REFUTED") or not proof or not said[0]:
        said.append(witness_or_summary("" if regimes_of(part) else false_at(part, known), part))
    lines = [prose("; ".join(filter(None, said)), known)]
    constant = constant_of(part)
    named = named_constant(constant) if constant is not None else ""
    if constant is not None and named and constant.settled not in ("equal", "refuted"):
        lines.append(f"C = {prose(named)}")
    mutants = mutants_of(part)
    if mutants is not None and mutants.total:
        survivors = ", ".join(map(prose, mutants.survivors))
        lines.append(
            f"{mutants.killed} of {plural(mutants.total, 'false version')} of the bound refuted"
            + (f"; not told apart: {survivors}" if survivors else "")
        )
    if part.outcome != "REFUTED" and (made := front.counted(part)):
        lines.append(f"{made.replace(' with ', ' false versions with ')} refuted")
    vacuity = None if excluded(part) else vacuity_of(part)
    if vacuity is not None:
        start = from_one_on(vacuity)
        at = plain_point(vacuity.at, known)
        where = f"at {at}: " if at and start is None else ""
        if start is None and (stretches := sizes(vacuity, 15)):
            lines.append(f"{where}informative: {stretches}; looked at up to n = 10¹⁵")
        elif start is None:
            lines.append(f"{where}vacuous for every n up to 10¹⁵")
        elif start > 1:
            lines.append(f"{where}informative from n = {whole(start)} on, vacuous below")
    kinds = {"LOOSE", "TIGHT", "GROWS", "TRANSIENT", "TOOTHLESS", "SEPARATED", "CONSTANT"}
    kinds |= {"VACUOUS"}
    kinds -= {"LOOSE", "TIGHT", "TOOTHLESS", "VACUOUS"} if excluded(part) else set()
    for verb, kept_to in (("follows", True), ("keeps near", False)):  # said once, and not for each parameter
        tight = [sweep for sweep in exponents_of(part) if sweep.finding == "TIGHT" and keeps_rate(sweep) == kept_to]
        if tight:
            kinds -= {"TIGHT"}
            lines.append(f"the error {verb} the printed rate along {', '.join(plain(s.parameter, known) for s in tight)}")
    kept = [finding for finding in part.findings if finding.kind in kinds]
    kept = [finding for finding in kept if vacuity is None or not isinstance(finding.fact, Informative)]
    return [line for line in (*lines, *(prose(samples.brief(finding.fact), known) for finding in kept)) if line]


def witness_or_summary(false: str, part: Part) -> str:
    """A witness in numbers, and of the summary what it does not say itself."""
    compared = (part.certificate or {}).get("comparisons") or []
    which = next((str(c["what"]) for c in compared if (c.get("certificate") or {}).get("kind") == "counterexample"), "")
    if not false or isinstance(part.fact, FalseAt):
        return false or phrase(part.fact)
    return f"{false} ({which or phrase(part.fact)})"


def plural(count: int, word: str) -> str:
    """``1 mutant``, ``2 mutants``."""
    return f"{shown(count)} {word}{'' if count == 1 else 's'}"


def whole(value: float) -> str:
    """A sample size, all of its digits as long as they can be read."""
    return f"{value:,.0f}" if value <= 1e15 else shown(value)


def slack(record: Record) -> Any:
    """The tightest cells of all parts."""
    from rich.text import Text

    known = letters(record)
    rows = []
    for name, part in record.parts.items():
        drawn = () if excluded(part) else regimes_of(part)
        cells = [cell for cell in drawn if ratio(cell.quantile, cell.bound)]
        rows += [
            (prose(words(name, known)), label, cell) for label, cell in zip(labels(cells, known), cells, strict=True)
        ]
    table = columns("Part", "Setting", "Error", "Bound", "Slack", "Above", "Allowed")
    total = len(rows)
    rows = sorted(rows, key=lambda row: ratio(row[2].bound, row[2].quantile) or 0)[:MOST_CELLS]
    for name, label, cell in rows:
        above = f"{shown(cell.violations)} of {shown(cell.repeats)}"
        over = times(ratio(cell.bound, cell.quantile))
        numbers = (shown(cell.quantile), shown(cell.bound), over, above, percent(cell.allowed))
        table.add_row(*map(Text, (name, label, *numbers)))
    said = [f"the {len(rows)} tightest of {total} settings"] if total > len(rows) else []
    if any(cell.biting for *_, cell in rows):
        said.append("● the bound is at most half the trivial one")
    table.caption = "; ".join(said) or None
    return table if rows else None


# The verdict in a terminal: parts, slack, false steps, false lines, and last the sentence and what has to change.

def summary(record: Record, console: Any, *, report: Any = None, every: bool = False) -> None:
    """Print what a reviewer needs before opening the report; the verdict, and what has to change, come last.

    Parameters
    ----------
    record : Record
    console : rich.console.Console
    report : str or Path, optional
        Where the PDF is.
    every : bool
        All steps, the sound ones too.
    """
    from rich.text import Text

    if not console.encoding.lower().startswith("utf"):
        return _transliterated(record, console, report, every)
    known = letters(record)
    name = record.printed or record.claim
    if record.title:
        console.print(Text.assemble((name, "bold"), f"  {prose(record.title, known)}"))
    for table in (parts(record), slack(record), steps(record, every=every)):
        if table is not None:
            console.print(table)
            console.print()
    if sound(record) and not every:
        console.print(Text(sound(record), style="dim"))
    beside(record, console)
    for line in faulty(record, known):
        console.print(line)
    verdict(record, console, name)
    if report:
        console.print(Text.assemble("Report: ", (str(report), "bold")), soft_wrap=True)


def verdict(record: Record, console: Any, name: str) -> None:
    """The headline: word, sentence, what the letters say, what is better than printed, what has to change."""
    from rich.text import Text

    headline, known = record.headline, letters(record)
    found, shade = headline.outcome, SHADES[LOOKS[headline.severity]]
    style = STYLES[found] if found in ("SUPPORTED", "NOTHING_TO_CHECK") else shade
    first = Text.assemble((f"{name}  ", "bold"), (f"{MARKS[found]} {headline_word(record)}", style))
    seconds = record.elapsed_seconds
    first.append(f"  in {seconds:,.0f} s" if seconds >= 1 else "  in under a second", style="dim")
    console.print(first)
    console.print(Text(opened(headlines.headline(record), name, known)))
    if literally(record):
        console.print(Text(f"Read literally: {prose(literally(record), known)}", style="dim"))
    for finding in record.findings:
        console.print(Text(f"Also found: {sentence(finding.text, known=known)}"))
    for news in headline.news:
        console.print(Text(f"Beyond the page: {prose(better(news), known)}.", style="green"))
    if headline.severity != "NONE":
        told = (f"{CHANGES[headline.severity]}.", shade.removeprefix("bold "))
        console.print(Text.assemble(("What has to change: ", "bold"), told))
    if headlines.second(record):
        console.print(Text(sentence(headlines.second(record), known=known), style="dim"))


def _transliterated(record: Record, console: Any, report: Any, every: bool) -> None:
    """The same on a terminal that lacks the signs, in those it has."""
    from rich.console import Console

    page = io.StringIO()
    summary(record, Console(file=page, width=console.width, color_system=None), report=report, every=every)
    said = page.getvalue().encode(console.encoding, transcription.NAME).decode(console.encoding)
    console.file.write(said)


def beside(record: Record, console: Any) -> None:
    """What the run could have missed, and what is left open."""
    from rich.text import Text

    known = letters(record)
    lines = [sentence(text, known=known) for text in chance(record)]
    if record.not_covered:
        lines.append(f"Not covered: {'; '.join(entry.rstrip('.') for entry in record.not_covered)}.")
    for line in filter(None, lines):
        console.print(Text(prose(line, known), style="dim"))
    if record.steps or any(lines):
        console.print()
