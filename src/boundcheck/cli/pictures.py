"""Formulas for a terminal: fractions on several lines and letters as on the page, ended where the terminal ends."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from typing import Any

import sympy
from sympy.printing.pretty.pretty import PrettyPrinter
from sympy.printing.pretty.stringpict import prettyForm

from boundcheck.claims import Claim
from boundcheck.report.text.inline import linear
from boundcheck.report.text.letters import plain
from boundcheck.report.text.prose import typed

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
    return wrapped(typed(getattr(found, "words", type(found).__name__)), width)


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
