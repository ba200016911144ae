"""What was found of each part and in each setting, on a screen."""

from collections.abc import Mapping
from typing import Any

from boundcheck.report.figures.comparisons import labels
from boundcheck.report.page import sensitivity
from boundcheck.report.screen_steps import false_at
from boundcheck.report.terminal import columns, outcome
from boundcheck.report.text.letters import letters, plain, plain_point, words
from boundcheck.report.text.numbers import finite, percent, ratio, shown, times
from boundcheck.report.text.prose import prose, typed
from boundcheck.report.text.words import excluded

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
        lines.append(f"C = {typed(named)}")
    mutants = part.get("mutants") or {}
    if mutants.get("total"):
        survivors = ", ".join(typed(survivor) for survivor in mutants.get("survivors") or [])
        lines.append(
            f"{mutants.get('killed', 0)} of {plural(mutants['total'], 'false version')} of the bound refuted"
            + (f"; not told apart: {survivors}" if survivors else "")
        )
    if part["outcome"] != "REFUTED" and (made := sensitivity.counted(part)):
        lines.append(f"{made.replace(' with ', ' false versions with ')} refuted")
    vacuity = None if excluded(part) else part.get("vacuity")
    if vacuity:
        start = finite(vacuity.get("says_something_from"))
        at = plain_point(vacuity.get("at"), known)
        where = f"at {at}: " if at and start is None else ""
        if start is None:
            lines.append(f"{where}says nothing for any n up to 10¹⁵")
        elif start > 1:
            lines.append(f"{where}says something from n = {whole(start)} on, and nothing below")
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
        said.append("● the bound is at most half of what holds without data")
    table.caption = "; ".join(said) or None
    return table if rows else None
