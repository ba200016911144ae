"""Statements and expressions of a record, to be set and to be read aloud."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy

from boundcheck.claims import (
    ByDefinition,
    Identity,
    Inequality,
    PrivacyGuarantee,
)
from boundcheck.symbolic.typst import UnknownNodeError, typst

_RELATIONS = {"==": "=", "<=": "<=", "<": "<"}
# of a sampled bound
_SIDES = (
    "explicit",
    "printed",
    "trivial",
    "failure",
    "bound",
    "ceiling",
    "threshold",
    "factor",
    "constant",
    "epsilon",
    "delta",
)
_MOST_OF_A_LAW = 12  # probabilities that are written out


def display_of(label: str, shown: Any, letters: Mapping[str, str]) -> dict[str, str]:
    """A display as printed: Typst text, an expression, or a template with an expression in its braces."""
    if isinstance(shown, str):
        return {"label": label, "typst": shown, "alt": shown}
    if isinstance(shown, tuple):
        template, expression = shown
        return {
            "label": label,
            "typst": template.replace("{}", typst(expression, letters)),
            "alt": template.replace("{}", str(expression)).replace(" quad ", " "),
        }
    return {"label": label, "typst": typst(shown, letters), "alt": str(shown)}


def equation_of(symbol: sympy.Symbol, expression: sympy.Expr, letters: Mapping[str, str]) -> dict[str, str]:
    return {
        "typst": f"{typst(symbol, letters)} = {typst(expression, letters)}",
        "alt": f"{symbol} = {expression}",
    }


def formula_of(statement: Any, display: str, letters: Mapping[str, str]) -> dict[str, Any]:
    """How a statement is shown: the printed display, and the checked form beside it."""
    statement = getattr(statement, "quote", None) or getattr(statement, "statement", None) or statement
    if isinstance(statement, Identity | Inequality | ByDefinition):
        relation = ":=" if isinstance(statement, ByDefinition) else _RELATIONS[statement.relation]
        checked = f"{typst(statement.lhs, letters)} {relation} {typst(statement.rhs, letters)}"
        alt = f"{statement.lhs} {statement.relation} {statement.rhs}"
        return {"typst": checked, "alt": alt, "text": f"${alt}$", "printed": display}
    words = getattr(statement, "words", type(statement).__name__)
    return {"typst": display, "alt": display or words, "text": words, "printed": display}


def given_of(statement: Any, letters: Mapping[str, str]) -> dict[str, Any] | None:
    conditions = getattr(statement, "given", ())
    if not conditions:
        return None
    each = [{"typst": typst(condition, letters), "alt": str(condition)} for condition in conditions]
    whole = {"typst": ", quad ".join(one["typst"] for one in each), "alt": ", ".join(one["alt"] for one in each)}
    return whole if len(each) == 1 else whole | {"each": each}


def bounds(statement: Any, letters: Mapping[str, str]) -> dict[str, dict[str, str]] | None:
    """The formulas that samples were put to, and the probability with which they may fail; None without any."""
    if isinstance(statement, Identity | Inequality | PrivacyGuarantee):
        return None
    sides = {side: getattr(statement, side, None) for side in _SIDES}
    found = {side: side_of(e, letters) for side, e in sides.items() if isinstance(e, sympy.Basic)}
    given = given_of(statement, letters) if found else None
    return (found | ({"given": given} if given else {})) or None


def relation(statement: Any, letters: Mapping[str, str]) -> dict[str, Any] | None:
    """Of an inequality or an identity: what was compared, and under which conditions."""
    statement = getattr(statement, "quote", statement)
    if not isinstance(statement, Identity | Inequality):
        return None
    return {"compared": formula_of(statement, "", letters), "given": given_of(statement, letters)}


def mechanism(statement: Any, letters: Mapping[str, str]) -> dict[str, Any] | None:
    """Of a privacy guarantee: its two numbers, how many inputs and outputs, and the law where it is small."""
    if not isinstance(statement, PrivacyGuarantee):
        return None
    outputs = len(next(iter(statement.law.values())))
    small = len(statement.law) * outputs <= _MOST_OF_A_LAW
    return {
        "epsilon": side_of(statement.epsilon, letters),
        "delta": side_of(statement.delta, letters),
        "inputs": len(statement.law),
        "outputs": outputs,
        "law": [
            {"input": str(source), "probabilities": [side_of(p, letters) for p in law]}
            for source, law in statement.law.items()
        ]
        if small
        else None,
        "given": given_of(statement, letters),
    }


def side_of(expression: sympy.Basic, letters: Mapping[str, str]) -> dict[str, str]:
    """An expression to be set, or only its text where it cannot be."""
    try:
        return {"typst": typst(expression, letters), "alt": str(expression)}
    except UnknownNodeError:
        return {"typst": "", "alt": str(expression)}
