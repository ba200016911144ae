"""The verdict in a terminal: parts and settings, slack, steps, false lines."""

import io
import unicodedata
from collections import Counter
from collections.abc import Mapping
from typing import Any

from boundcheck.report.text.letters import plain, plain_point, words
from boundcheck.report.text.plain import linear
from boundcheck.report.text.prose import chosen_value, opened, prose, sentence
from boundcheck.report.text.words import CHANGES, LOOKS, MARKS, WORDS, WORST_FIRST, finite, percent, ratio, shown, times
from boundcheck.report.untyped import (
    chance,
    counted,
    excluded,
    from_one_on,
    headline_word,
    labels,
    letters,
    literally,
    shown_outcome,
    sizes,
)
from boundcheck.report.untyped import news_in_words as better

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
GREEK = {chr(code): unicodedata.name(chr(code)).split()[-1].lower() for code in range(0x3B1, 0x3CA)} | {"λ": "lambda"}
POWERS = {sign: f"^{power}" for power, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
SIGNS = str.maketrans(
    dict(zip("─✓✗◐●–−×÷→′\N{NO-BREAK SPACE}", "-+x~*--x/>' ", strict=True)) | {"≤": "<=", "≥": ">=", "√": "sqrt "} | POWERS | GREEK
)


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


def sound(record: Mapping) -> str:
    """One line for the steps that nobody has to look at."""
    found = [step for step in record.get("steps") or [] if step["outcome"] not in ATTENTION]
    counts = Counter(map(_kind, found))
    told = ", ".join(f"{counts[kind]} {kind}" for kind in counts)
    return f"Sound steps: {told} (-v lists them)." if found else ""


def _kind(step: Mapping) -> str:
    marked = {
        "definition": "by definition", "by": "use of another result", "rewriting": "rewriting", "restated": "assumption restated",
    }.get(step.get("mark") or "")  # fmt: skip
    special = "proved in a special case" if step.get("scope") == "special case" else "proved"
    if step.get("ours"):
        special = "proved, of ours"
    elif step.get("differs") and special == "proved":
        special = "proved in another form"
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
            outcome(shown_outcome(step)),
            Text("; ".join(filter(None, said))),
        )
    return table if found else None


def false_at(settled: Mapping, known: Mapping) -> str:
    """Where a statement is false, and both of its sides there in numbers; empty without such a point."""
    witness = settled.get("witness")
    if not isinstance(witness, Mapping) or not isinstance(witness.get("point"), Mapping) or not witness["point"]:
        return ""
    at = ", ".join(f"{printed(str(name), known)} = {chosen_value(entry)}" for name, entry in witness["point"].items())
    left, right = witness.get("lhs"), witness.get("rhs")
    if finite(left) is None or finite(right) is None:
        undefined = (settled.get("certificate") or {}).get("kind") == "undefined"
        return f"{'no value' if undefined else 'false'} at {at}"
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
    return prose(sides[0]), sign, prose(sides[1])


# What was found of each part and in each setting, on a screen.

MOST_CELLS = 6


def parts(record: Mapping) -> Any:
    """One row for each part: how it was settled, its constant, its mutants, and where it says nothing."""
    from rich.text import Text

    found, known = record.get("parts") or {}, letters(record)
    table = columns("Part", "Verdict", "Found")
    for name, part in found.items():
        table.add_row(
            Text(prose(words(name, known))),
            outcome(part["outcome"]),
            Text("\n".join(part_lines(part, bool(record.get("steps")), known))),
        )
    return table if found else None


def part_lines(part: Mapping, proof: bool, known: Mapping) -> list[str]:
    """What was found of a part, a line each.

    Parameters
    ----------
    part : mapping
    proof : bool
        Whether steps stand above that say why.
    known : mapping
        Letters of parameters.
    """
    sampled = bool(part.get("slack"))
    said = [str(part.get("method") or "")]
    if part["outcome"] in ("UNDECIDED", "REFUTED") or not proof or not said[0]:
        false = "" if sampled else false_at(part, known)
        said.append(witness_or_summary(false, part))
    lines = [prose("; ".join(filter(None, said)), known)]
    constant = part.get("constant") or {}
    named = constant.get("explicit_text") or constant.get("explicit")
    if named and constant.get("settled") not in ("equal", "refuted"):
        lines.append(f"C = {prose(named)}")
    mutants = part.get("mutants") or {}
    if mutants.get("total"):
        survivors = ", ".join(prose(survivor) for survivor in mutants.get("survivors") or [])
        lines.append(
            f"{mutants.get('killed', 0)} of {plural(mutants['total'], 'false version')} of the bound refuted"
            + (f"; not told apart: {survivors}" if survivors else "")
        )
    if part["outcome"] != "REFUTED" and (made := counted(part)):
        lines.append(f"{made.replace(' with ', ' false versions with ')} refuted")
    vacuity = None if excluded(part) else part.get("vacuity")
    if vacuity:
        start = from_one_on(vacuity)
        at = plain_point(vacuity.get("at") or {}, known)
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
    follows = [plain(str(e["parameter"]), known) for e in part.get("exponents") or [] if e.get("finding") == "TIGHT"]
    if follows:  # said once, and not for each of them
        kinds -= {"TIGHT"}
        lines.append(f"the error follows the printed rate along {', '.join(follows)}")
    kept = [f for f in part.get("findings") or [] if isinstance(f, Mapping) and f.get("kind") in kinds]
    kept = [f for f in kept if not vacuity or f.get("text") != vacuity.get("text")]
    return [line for line in (*lines, *(prose(f.get("brief") or f.get("text"), known) for f in kept)) if line]


def witness_or_summary(false: str, part: Mapping) -> str:
    """A witness in numbers, and of the summary what it does not say itself."""
    told = str(part.get("summary") or "")
    compared = (part.get("certificate") or {}).get("comparisons") or []
    which = next((str(c["what"]) for c in compared if (c.get("certificate") or {}).get("kind") == "counterexample"), "")
    if not false or part.get("bare"):
        return false or told
    return f"{false} ({which or told})"


def plural(count: int, word: str) -> str:
    """``1 mutant``, ``2 mutants``."""
    return f"{shown(count)} {word}{'' if count == 1 else 's'}"


def whole(value: float) -> str:
    """A sample size, all of its digits as long as they can be read."""
    return f"{value:,.0f}" if value <= 1e15 else shown(value)


def slack(record: Mapping) -> Any:
    """The tightest cells of all parts."""
    from rich.text import Text

    known = letters(record)
    rows = []
    for name, part in (record.get("parts") or {}).items():
        drawn = [] if excluded(part) else part.get("slack") or []
        cells = [cell for cell in drawn if ratio(cell.get("quantile"), cell.get("bound"))]
        rows += [
            (prose(words(name, known)), label, cell) for label, cell in zip(labels(cells, known), cells, strict=True)
        ]
    table = columns("Part", "Setting", "Error", "Bound", "Slack", "Above", "Allowed")
    total = len(rows)
    rows = sorted(rows, key=lambda row: ratio(row[2]["bound"], row[2]["quantile"]) or 0)[:MOST_CELLS]
    for name, label, cell in rows:
        above = f"{shown(cell.get('violations'))} of {shown(cell.get('repeats'))}"
        over = times(ratio(cell["bound"], cell["quantile"]))
        numbers = (shown(cell["quantile"]), shown(cell["bound"]), over, above, percent(cell.get("allowed")))
        table.add_row(*map(Text, (name, label, *numbers)))
    said = [f"the {len(rows)} tightest of {total} settings"] if total > len(rows) else []
    if any(cell.get("biting") for *_, cell in rows):
        said.append("● the bound is at most half the trivial one")
    table.caption = "; ".join(said) or None
    return table if rows else None


# The verdict in a terminal: parts, slack, false steps, false lines, and last the sentence and what has to change.

def summary(record: Mapping, console: Any, *, report: Any = None, every: bool = False) -> None:
    """Print what a reviewer needs before opening the report; the verdict, and what has to change, come last.

    Parameters
    ----------
    record : mapping
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
    name = str(record.get("printed") or record["claim"])
    if record.get("title"):
        console.print(Text.assemble((name, "bold"), f"  {prose(record['title'], known)}"))
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


def verdict(record: Mapping, console: Any, name: str) -> None:
    """The headline: word, sentence, what the letters say, what is better than printed, what has to change."""
    from rich.text import Text

    headline, known = record["headline"], letters(record)
    found, shade = headline["outcome"], SHADES[LOOKS[headline["severity"]]]
    style = STYLES[found] if found in ("SUPPORTED", "NOTHING_TO_CHECK") else shade
    first = Text.assemble((f"{name}  ", "bold"), (f"{MARKS[found]} {headline_word(record)}", style))
    seconds = finite(record.get("elapsed_seconds"))
    if seconds is not None:
        first.append(f"  in {seconds:,.0f} s" if seconds >= 1 else "  in under a second", style="dim")
    console.print(first)
    console.print(Text(opened(headline.get("text"), name, known)))
    if literally(record):
        console.print(Text(f"Read literally: {prose(literally(record), known)}", style="dim"))
    for finding in record.get("findings") or ():
        console.print(Text(f"Also found: {sentence(finding['text'], known=known)}"))
    for news in headline.get("news") or ():
        console.print(Text(f"Beyond the page: {prose(better(news), known)}.", style="green"))
    if headline["severity"] != "NONE":
        told = (f"{CHANGES[headline['severity']]}.", shade.removeprefix("bold "))
        console.print(Text.assemble(("What has to change: ", "bold"), told))


def _transliterated(record: Mapping, console: Any, report: Any, every: bool) -> None:
    """The same on a terminal that lacks the signs, in those it has."""
    from rich.console import Console

    page = io.StringIO()
    summary(record, Console(file=page, width=console.width, color_system=None), report=report, every=every)
    said = page.getvalue().translate(SIGNS).encode(console.encoding, "replace").decode(console.encoding)
    console.file.write(said)


def beside(record: Mapping, console: Any) -> None:
    """What the run could have missed, and what is left open."""
    from rich.text import Text

    known = letters(record)
    lines = [sentence(text, known=known) for text in chance(record)]
    if record.get("not_covered"):
        lines.append(f"Not covered: {'; '.join(str(x).rstrip('.') for x in record['not_covered'])}.")
    for line in filter(None, lines):
        console.print(Text(prose(line, known), style="dim"))
    if record.get("steps") or any(lines):
        console.print()
