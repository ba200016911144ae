"""``boundcheck show``: what is claimed and which steps are checked, with formulas for a terminal."""

from __future__ import annotations

import argparse
import json
import re
import shutil
import textwrap
from collections.abc import Mapping
from typing import Any

import sympy
from sympy.printing.pretty.pretty import PrettyPrinter
from sympy.printing.pretty.stringpict import prettyForm

from boundcheck.claims import Cited, Claim, Identity, Inequality, PrivacyGuarantee
from boundcheck.cli.check import distinct_claims
from boundcheck.cli.output import until_closed
from boundcheck.report.text.letters import plain
from boundcheck.report.text.prose import linear, prose
from boundcheck.symbolic.plain_letters import hypotheses

# Formulas for a terminal: fractions on several lines and letters as on the page, ended where the terminal ends.

ACCENTS = {"hat": "\u0302", "tilde": "\u0303", "bar": "\u0304"}
ACCENT = re.compile(r"\b(hat|tilde|bar)\(([^\W_])\)")
SIGNS = {"<=": "≤", "<": "<", ">=": "≥", ">": ">", "==": "=", "!=": "≠", ":=": "="}
NAME = re.compile(r"[A-Za-z_]\w*")
MODULUS = re.compile(r"\bAbs\(((?:[^()]|\([^()]*\))*)\)")
DRESSED = re.compile(r"norm\(.+\)|(?:hat|tilde|bar)\(\w+\)")
MOST = 24  # characters of a letter
NARROWEST = 30  # columns
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
    return f"{named}: {'; '.join(filter(None, (', '.join([*domain, *_whole(parameter)]), parameter.meaning)))}"


def in_letters(text: str, letters: Mapping[str, str]) -> str:
    """A formula that SymPy wrote, in the letters of the page."""
    lettered = NAME.sub(lambda found: _letter(found[0], letters) if found[0] in letters else found[0], text)
    return linear(MODULUS.sub(r"|\1|", lettered))


def _whole(parameter: Any) -> list[str]:
    return ["whole number"] if parameter.integer else []


def _line(expression: Any, letters: Mapping[str, str]) -> str:
    """On one line, in the letters of the page."""
    expression = sympy.sympify(expression)
    names = {s: sympy.Symbol(_letter(str(s), letters)) for s in getattr(expression, "free_symbols", ())}
    return linear(sympy.sstr(expression.subs(names, simultaneous=True) if names else expression))


def display(shown: Any, letters: Mapping[str, str], width: int) -> str:
    """A display: an expression, a text, or a text with an expression in its braces."""
    if isinstance(shown, str):
        return wrapped(_flat(shown), width)
    if isinstance(shown, tuple):
        template, expression = shown
        left, _, right = str(template).partition("{}")
        around = [_flat(left), _flat(right)]
        form = prettyForm(*prettyForm(around[0]).right(_form(expression, letters), prettyForm(around[1])))
        return _drawn(form, f"{around[0]}{_line(expression, letters)}{around[1]}", width)
    return statement(shown, letters, width)


def _flat(typst: str) -> str:
    """A formula that was typed for the page, on one line."""
    line = linear(typst.replace('"', "").replace(" quad ", "  "))
    return ACCENT.sub(lambda found: found.group(2) + ACCENTS[found.group(1)], line)


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
    printer = _Printer({"use_unicode": True, "wrap_line": False, "order": "none"})
    return printer._print(expression.xreplace({s: new for s, new in names.items() if isinstance(s, sympy.Symbol)}))


def _letter(name: str, letters: Mapping[str, str]) -> str:
    """A letter as the page has it, where that is short; ``c_epsilon`` is c(ε)."""
    source = letters.get(name, "")
    if DRESSED.fullmatch(source) and len(source) <= MOST:
        return _flat(source)
    simple = 0 < len(source) <= MOST and not set(source) & set('"\\^') and "(" not in source.split("(", 1)[0]
    words = source.partition("(")[0]
    return linear(source) if simple and len(words) == 1 and "(" in source else plain(name, letters)[:MOST]


# ``boundcheck show``: what is claimed and which steps are checked; computes nothing.

WORDS = ("regimes: ", "sweeps: ", "false version ")  # lines without a formula


def main(options: argparse.Namespace) -> int:
    """Print statement, reading, assumptions and steps."""
    for claim_id, claim in distinct_claims([options.claim]):
        shown = described(claim_id, claim)
        if options.json:
            print(json.dumps(shown, indent=1))
        else:

            width = shutil.get_terminal_size((100, 24)).columns
            with until_closed():
                print(text(shown, pictures(claim, width), width, claim.letters.prints))
    return 0


def described(claim_id: str, claim: Claim) -> dict[str, Any]:
    """The claim as plain data."""
    source = claim.source
    return {
        "claim": claim_id,
        "printed": source.printed,
        "title": claim.title,
        "paper": f"{source.paper.title} ({source.paper.ref})" if source.paper.ref else source.paper.title,
        "where": source.where,
        "words": claim.words,
        "displays": {label: _plain(shown) for label, shown in claim.displays.items()},
        "definitions": {str(symbol): str(meaning) for symbol, meaning in claim.definitions.items()},
        "readings": {reading.name: reading.words for reading in claim.readings},
        "assumptions": {a.label: a.words for a in claim.assumed},
        "parameters": {p.name: _parameter(p) for p in claim.parameters},
        "parts": {name: kind(part) for name, part in claim.parts.items()},
        "tested": {name: rows for name, part in claim.parts.items() if (rows := tested(part))},
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


def tested(part: Any) -> dict[str, list[str]]:
    """What a part puts to the test, a line each, under each reading in which it differs."""
    under = part if isinstance(part, Mapping) else {"": part}
    return {reading: lines for reading, statement in under.items() if (lines := _put(statement))}


def _put(statement: Any) -> list[str]:
    """The formulas, conditions, regimes and false versions of one statement."""
    lines = []
    same = getattr(statement, "explicit", 0) == getattr(statement, "printed", 1)
    twice = [side for side in statement.sides if side.name in ("explicit", "printed")][1:] if same else []
    for side in statement.sides:
        if side not in twice and side.name != "given" and (formula := getattr(statement, side.name)) is not None:
            lines.append(f"{side.words}: {side.relation} {formula}".replace(":  ", ": "))
    if statement.open_constant is not None:
        lines.append(f"Constant: {statement.open_constant}")
    if isinstance(statement, PrivacyGuarantee):
        outputs = len(next(iter(statement.law.values())))
        lines.append(
            f"({statement.epsilon}, {statement.delta})-DP: {_count(statement.law, 'input')}, "
            f"{outputs} output{'' if outputs == 1 else 's'}"
        )
        if len(statement.law) * outputs <= 12:
            lines += [f"law of {source}: {', '.join(map(str, law))}" for source, law in statement.law.items()]
    elif isinstance(statement, Identity | Inequality):
        lines.append(says(statement))
    if getattr(statement, "given", ()) and not isinstance(statement, Identity | Inequality):
        lines.append(f"given: {', '.join(map(str, statement.given))}")
    for field in ("regimes", "experiments"):
        if getattr(statement, field, ()):
            lines.append(f"regimes: {'; '.join(regime.name for regime in getattr(statement, field))}")
    if getattr(statement, "sweeps", ()):
        lines.append(f"sweeps: along {'; '.join(sweep.parameter for sweep in statement.sweeps)}")
    lines += [f"false version {mutant.name}: {mutant.words}" for mutant in getattr(statement, "mutants", ())]
    return lines


def _count(things: Any, word: str) -> str:
    return f"{len(things)} {word}{'' if len(things) == 1 else 's'}"


def _parameter(parameter: Any) -> str:
    """Its domain, and what it is."""
    domain = ", ".join([*map(str, parameter.domain), *(["whole number"] if parameter.integer else [])])
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


def _plain(shown: Any) -> str:
    return shown[0].replace("{}", str(shown[1])) if isinstance(shown, tuple) else str(shown)


def _lines(name: str, tested: dict[str, list[str]], letters: Mapping[str, str] | None, width: int) -> list[str]:
    rows = []
    for reading, lines in tested.items():
        rows += ["", f"  {name}{f' ({reading})' if reading else ''}"]
        rows += [_hung(_lettered(line, letters), width, 6) for line in lines]
    return rows


def _lettered(line: str, letters: Mapping[str, str] | None) -> str:
    """In the letters of the page, where they are known."""

    return line if letters is None or line.startswith(WORDS) else in_letters(line, letters)


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
    letters: Mapping[str, str] | None = None,
) -> str:
    """The same for a person; `drawn` has displays, definitions and steps as mathematics, `letters` those of the page."""
    drawn = drawn or {}
    heading = ": ".join(filter(None, (shown["printed"], shown["title"])))
    lines = [
        heading,
        *(_hung(place, width) for place in dict.fromkeys((shown["paper"], shown["where"])) if place),
        "",
        *textwrap.wrap(prose(shown["words"], shown["parameters"]), width),
    ]
    for label, display in shown["displays"].items():
        lines += [*([f"  {label}"] if label else []), _set_in(drawn.get("displays", {}).get(label) or display)]
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
            rows += _lines(name, shown["tested"][name], letters, width)
        lines += ["", f"{title}:", *rows] if rows else []
    lines += ["", "steps:"] if shown["steps"] else ["", "no steps: nothing says why it holds"]
    for step in shown["steps"]:
        lines.append(_hung(f"{step['label']} ({step['where']})", width))
        lines.append(_set_in(drawn.get("steps", {}).get(step["label"]) or step["says"]))
    lines += ["", "not covered:", *(_hung(prose(words), width) for words in shown["not_covered"])] if shown["not_covered"] else []
    return "\n".join(lines)
