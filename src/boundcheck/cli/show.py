"""``boundcheck show``: what is claimed and which steps are checked, with formulas for a terminal."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import sympy
from sympy.printing.pretty.pretty import PrettyPrinter
from sympy.printing.pretty.pretty_symbology import pretty_use_unicode
from sympy.printing.pretty.stringpict import prettyForm

from boundcheck import pages
from boundcheck.claims import Cited, Claim, Identity, Inequality, PrivacyGuarantee
from boundcheck.cli.check import distinct_claims
from boundcheck.cli.options import UsageError
from boundcheck.cli.output import until_closed
from boundcheck.report.text.plain import linear
from boundcheck.report.text.prose import prose
from boundcheck.symbolic.displays import source_of
from boundcheck.symbolic.latex import latex, letter
from boundcheck.symbolic.notation import NotationError
from boundcheck.symbolic.plain_letters import hypotheses

# Formulas for a terminal: fractions on several lines and letters as on the page, ended where the terminal ends.

SIGNS = {"<=": "≤", "<": "<", ">=": "≥", ">": ">", "==": "=", "!=": "≠", ":=": "="}
LATEX = {"=": "=", "<=": r"\le", "<": "<", ">=": r"\ge", ">": ">", "==": "=", "!=": r"\ne", ":=": ":="}
MOST = 24  # characters of a letter
NARROWEST = 30  # columns
HOLE = r"\mathrm{formula}"  # where the expression of a template stands
STEP = 6  # columns by which a formula is set in


class _Printer(PrettyPrinter):
    """The natural logarithm as the reports call it."""

    def _print_log(self, expression: Any) -> prettyForm:
        return self._print_Function(expression, func_name="ln")


def pictures(claim: Claim, width: int) -> dict[str, dict[str, str]]:
    """Displays, definitions and steps of a claim as lines of at most `width` columns, by their labels."""
    room = max(NARROWEST, width - STEP)
    return {
        "displays": {label: display(shown, claim.letters.prints, room) for label, shown in claim.displays.items()},
        "definitions": {
            str(symbol): related(symbol, "==", meaning, claim.letters.prints, room)
            for symbol, meaning in claim.definitions.items()
        },
        "steps": {step.label: statement(step.statement, claim.letters.prints, room) for step in claim.steps},
        "parameters": {
            p.name: textwrap.fill(_of_parameter(p, claim.letters.prints), room, subsequent_indent="    ")
            for p in claim.parameters
        },
    }


def _of_parameter(parameter: Any, letters: Mapping[str, str]) -> str:
    """Its letter, its name in commands, its domain, and what it is."""
    letter = _letter(parameter.name, letters)
    named = letter if letter == parameter.name else f"{letter} ({parameter.name})"
    domain = [_line(condition, letters) for condition in parameter.domain]
    return f"{named}: {'; '.join(filter(None, (', '.join([*domain, *_whole(parameter)]), prose(parameter.meaning))))}"


def _whole(parameter: Any) -> list[str]:
    return ["whole number"] if parameter.integer else []


def _line(expression: Any, letters: Mapping[str, str]) -> str:
    """On one line, in the letters of the page."""
    return linear(latex(expression, letters))


def display(shown: Any, letters: Mapping[str, str], width: int) -> str:
    """A display: an expression, a text, or a text with an expression in its braces."""
    if isinstance(shown, str):
        return wrapped(linear(shown), width)
    if isinstance(shown, tuple):
        template, expression = shown
        line = linear(source_of(shown, letters))
        before, found, after = linear(str(template).replace("{}", HOLE)).partition(linear(HOLE))
        if not found:
            return wrapped(line, width)
        form = prettyForm(*prettyForm(before).right(_form(expression, letters), prettyForm(after)))
        return _drawn(form, line, width)
    return statement(shown, letters, width)


def statement(found: Any, letters: Mapping[str, str], width: int) -> str:
    """A relation with its conditions; what is none, in its words."""
    if hasattr(found, "lhs") and hasattr(found, "rhs"):
        sign = str(getattr(found, "relation", "") or getattr(found, "rel_op", "<="))
        given = ", ".join(_line(condition, letters) for condition in getattr(found, "given", ()) or ())
        lines = related(found.lhs, sign, found.rhs, letters, width)
        return f"{lines}\n{wrapped(f'for {given}', width)}" if given else lines
    if isinstance(found, sympy.Basic):
        return _drawn(_form(found, letters), _line(found, letters), width)
    return wrapped(prose(getattr(found, "words", type(found).__name__)), width)


def related(lhs: Any, sign: str, rhs: Any, letters: Mapping[str, str], width: int) -> str:
    """Two sides with their relation between them; the right one below where both are too wide."""
    between = SIGNS.get(sign, sign)
    whole = prettyForm(*_form(lhs, letters).right(prettyForm(f" {between} "), _form(rhs, letters)))
    if whole.width() <= width:
        return str(whole)
    below = prettyForm(*prettyForm(f"  {between} ").right(_form(rhs, letters)))
    return "\n".join(
        _drawn(form, text, width)
        for form, text in (
            (_form(lhs, letters), _line(lhs, letters)),
            (below, f"{between} {_line(rhs, letters)}"),
        )
    )


def wrapped(text: str, width: int) -> str:
    """Words on lines of their own length."""
    return "\n".join(textwrap.wrap(text, width)) or text


def _drawn(form: prettyForm, text: str, width: int) -> str:
    """The picture if there is room for it, else one long line in pieces."""
    return str(form) if form.width() <= width else wrapped(text, width)


def _form(expression: Any, letters: Mapping[str, str]) -> prettyForm:
    expression = sympy.sympify(expression)
    names = {s: sympy.Symbol(_letter(str(s), letters)) for s in getattr(expression, "free_symbols", ())}
    printer = _Printer({"use_unicode": pretty_use_unicode(), "wrap_line": False, "order": "none"})
    return printer._print(expression.xreplace({s: new for s, new in names.items() if isinstance(s, sympy.Symbol)}))


def _letter(name: str, letters: Mapping[str, str]) -> str:
    """A letter as the page has it, where that is short; ``c_epsilon`` is c(ε), and stays where the terminal has no such letters."""
    if not pretty_use_unicode():
        return name
    try:
        line = linear(letter(name, letters))
    except NotationError:
        return name
    return line if len(line) <= MOST else name


# ``boundcheck show``: what is claimed and which steps are checked; computes nothing.


def main(options: argparse.Namespace) -> int:
    """Print statement, reading, assumptions and steps."""
    found = distinct_claims([options.claim])
    if options.format != "text":
        return _as_a_page(found, options)
    for claim_id, claim in found:
        shown = described(claim_id, claim)
        if options.json:
            print(json.dumps(shown, indent=1))
        else:
            width = shutil.get_terminal_size((100, 24)).columns
            with until_closed():
                print(text(shown, pictures(claim, width), width))
                if options.claim.endswith(".md"):
                    print(f"\nread as\n{_as_read(Path(options.claim))}")
    return 0


def _as_a_page(found: Sequence[tuple[str, Claim]], options: argparse.Namespace) -> int:
    """One claim as a page that reads as the same; what is not on it is said behind it, and counted."""
    if len(found) != 1:
        raise UsageError(f"{options.claim!r:.60} is {len(found)} claims; name one of them, as {found[0][0]}")
    claim_id, claim = found[0]
    page = pages.written(claim, tex=options.format == "tex")
    if not page.facts:
        raise UsageError(f"{claim_id} has no scalar line, which a page could hold")
    if options.json:
        print(json.dumps({"claim": claim_id, "page": page.text, "facts": list(page.facts), "left": page.left}, indent=1))
        return 0
    with until_closed():
        print(page.text, end="")
    if not options.quiet:
        print(f"boundcheck: {len(page.facts)} scalar lines on the page, {len(page.left)} not", file=sys.stderr)
    return 0


def _as_read(path: Path) -> str:
    """The lines of a page with every bracket written, for whoever wrote them to compare with what was meant."""
    return "\n".join(f"  line {line.at.line}, column {line.at.column}: {line.said}" for line in pages.read(path).lines)


def described(claim_id: str, claim: Claim) -> dict[str, Any]:
    """The claim as plain data."""
    source, letters = claim.source, claim.letters.prints
    return {
        "claim": claim_id,
        "printed": source.printed,
        "title": claim.title,
        "paper": f"{source.paper.title} ({source.paper.ref})" if source.paper.ref else source.paper.title,
        "where": source.where,
        "words": claim.words,
        "displays": {label: source_of(shown, letters) for label, shown in claim.displays.items()},
        "definitions": {str(symbol): str(meaning) for symbol, meaning in claim.definitions.items()},
        "readings": {reading.name: reading.words for reading in claim.readings},
        "assumptions": {a.label: a.words for a in claim.assumed},
        "parameters": {p.name: _parameter(p, letters) for p in claim.parameters},
        "parts": {name: kind(part) for name, part in claim.parts.items()},
        "tested": {name: rows for name, part in claim.parts.items() if (rows := tested(part, letters))},
        "steps": [
            {"label": step.label, "where": step.where, "says": says(step.statement), "repair": bool(step.repair)}
            for step in claim.steps
        ],
        "uses": list(claim.uses),
        "not_covered": list(claim.not_covered),
    }


def kind(part: Any) -> str:
    """The shape of a part, and the readings under which it is stated where there are several."""
    if not isinstance(part, Mapping):
        return type(part).__name__
    shapes = dict.fromkeys(type(under).__name__ for under in part.values())
    return f"{', '.join(shapes)} (readings: {', '.join(part)})"


def tested(part: Any, letters: Mapping[str, str]) -> dict[str, list[str]]:
    """What a part puts to the test, a line each, under each reading in which it differs."""
    under = part if isinstance(part, Mapping) else {"": part}
    return {reading: lines for reading, statement in under.items() if (lines := _put(statement, letters))}


def _put(statement: Any, letters: Mapping[str, str]) -> list[str]:
    """The formulas, conditions, regimes and false versions of one statement."""

    def _set(formula: Any) -> str:
        return ", ".join(map(_set, formula)) if isinstance(formula, tuple) else f"${latex(formula, letters)}$"

    lines = []
    same = getattr(statement, "explicit", 0) == getattr(statement, "printed", 1)
    twice = [side for side in statement.sides if side.name in ("explicit", "printed")][1:] if same else []
    for side in statement.sides:
        if side not in twice and side.name != "given" and (formula := getattr(statement, side.name)) not in (None, ()):
            word, _, sign = side.relation.rpartition(" ")
            compared = f"{word} ${LATEX[sign]} {latex(formula, letters)}$".lstrip() if sign else _set(formula)
            lines.append(f"{side.words}: {compared}")
    if statement.open_constant is not None:
        lines.append(f"Constant: {_set(statement.open_constant)}")
    if isinstance(statement, PrivacyGuarantee):
        outputs = len(next(iter(statement.law.values())))
        lines.append(
            f"$({latex(statement.epsilon, letters)}, {latex(statement.delta, letters)})$-DP: {_count(statement.law, 'input')}, "
            f"{outputs} output{'' if outputs == 1 else 's'}"
        )
        if len(statement.law) * outputs <= 12:
            lines += [f"law of {source}: {', '.join(map(_set, law))}" for source, law in statement.law.items()]
    elif isinstance(statement, Identity | Inequality):
        lines.append(f"${latex(statement.lhs, letters)} {LATEX[statement.relation]} {latex(statement.rhs, letters)}$")
        if conditions := hypotheses(statement):
            lines[-1] += f" for {', '.join(map(_set, conditions))}"
    if getattr(statement, "given", ()) and not isinstance(statement, Identity | Inequality):
        lines.append(f"given: {', '.join(map(_set, statement.given))}")
    for field in ("regimes", "experiments"):
        if getattr(statement, field, ()):
            lines.append(f"regimes: {'; '.join(regime.name for regime in getattr(statement, field))}")
    if getattr(statement, "sweeps", ()):
        lines.append(f"sweeps: along {'; '.join(sweep.parameter for sweep in statement.sweeps)}")
    lines += [f"false version {mutant.name}: {mutant.words}" for mutant in getattr(statement, "mutants", ())]
    return lines


def _count(things: Any, word: str) -> str:
    return f"{len(things)} {word}{'' if len(things) == 1 else 's'}"


def _parameter(parameter: Any, letters: Mapping[str, str]) -> str:
    """Its domain, and what it is."""
    domain = ", ".join([*(f"${latex(condition, letters)}$" for condition in parameter.domain), *_whole(parameter)])
    return "; ".join(filter(None, (domain, parameter.meaning)))


def says(statement: Any) -> str:
    """A statement in a line of text."""
    if hasattr(statement, "lhs") and hasattr(statement, "relation"):
        conditions = hypotheses(statement)
        given = f"   for {', '.join(map(str, conditions))}" if conditions else ""
        return f"{statement.lhs} {statement.relation} {statement.rhs}{given}"
    if isinstance(statement, Cited):
        return f"{statement.words} (cited: {statement.citation})"
    return str(getattr(statement, "words", type(statement).__name__))


def _lines(name: str, tested: dict[str, list[str]], width: int) -> list[str]:
    rows = []
    for reading, lines in tested.items():
        rows += ["", f"  {name}{f' ({reading})' if reading else ''}"]
        rows += [_hung(prose(line), width, 6) for line in lines]
    return rows


def _hung(line: str, width: int, by: int = 2) -> str:
    """A line set in, and what does not fit on it further in."""
    indents = " " * by, " " * (by + 4)
    return textwrap.fill(line, width, initial_indent=indents[0], subsequent_indent=indents[1], break_on_hyphens=False)


def _set_in(formula: str) -> str:
    return textwrap.indent(formula, " " * 6)


def text(
    shown: dict[str, Any],
    drawn: Mapping[str, Mapping[str, str]] | None = None,
    width: int = 100,
) -> str:
    """The same for a person; `drawn` has displays, definitions and steps as mathematics."""
    drawn = drawn or {}
    heading = prose(": ".join(filter(None, (shown["printed"], shown["title"]))))
    lines = [
        heading,
        *(_hung(place, width) for place in dict.fromkeys((shown["paper"], prose(shown["where"]))) if place),
        "",
        *textwrap.wrap(prose(shown["words"]), width),
    ]
    for label, display in shown["displays"].items():
        lines += [*([f"  {prose(label)}"] if label else []), _set_in(drawn.get("displays", {}).get(label) or display)]
    if shown["definitions"]:
        lines.append("  where")
    for symbol, meaning in shown["definitions"].items():
        lines.append(_set_in(drawn.get("definitions", {}).get(symbol) or f"{symbol} = {meaning}"))
    for title in ("parameters", "readings", "assumptions", "parts"):
        pictured = drawn.get(title, {})
        rows = [
            textwrap.indent(pictured[name], "  ") if name in pictured else _hung(f"{name}: {prose(words)}", width)
            for name, words in shown[title].items()
        ]
        for name in shown["tested"] if title == "parts" else ():
            rows += _lines(name, shown["tested"][name], width)
        lines += ["", f"{title}:", *rows] if rows else []
    lines += ["", "steps:"] if shown["steps"] else ["", "no steps: nothing says why it holds"]
    for step in shown["steps"]:
        lines.append(_hung(f"{step['label']} ({prose(step['where'])})", width))
        lines.append(_set_in(drawn.get("steps", {}).get(step["label"]) or step["says"]))
    lines += (
        ["", "not covered:", *(_hung(prose(words), width) for words in shown["not_covered"])]
        if shown["not_covered"]
        else []
    )
    return "\n".join(lines)
