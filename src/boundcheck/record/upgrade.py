"""A record of schema 2 as one of schema 3: what was said in a sentence becomes a value."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from boundcheck.claims.marks import RELATIONS
from boundcheck.record.defined import needed
from boundcheck.record.texts import ASIDE, typed

_SHORT = 60  # characters of a formula in a sentence


def upgraded(record: Mapping[str, Any]) -> dict[str, Any]:
    """The same record under schema 3; its digest stays that of the file."""
    statement = dict(record.get("statement") or {})
    if statement.get("where"):
        statement["where"] = needed(statement, record.get("readings") or [])
    news = [_news(entry) for entry in record["headline"].get("news") or []]
    made = {
        **record,
        "schema": 3,
        "headline": {**record["headline"], "news": news},
        **({"statement": statement} if statement else {}),
        **({"uses": [_used(entry) for entry in record["uses"]]} if record.get("uses") else {}),
        **({"parts": {key: _part(part) for key, part in record["parts"].items()}} if record.get("parts") else {}),
    }
    return typed(_set(made))


def _set(value: Any) -> Any:
    """An expression that stands for a text is mathematics as a whole."""
    if isinstance(value, list):
        return [_set(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    made = {key: item if key in ASIDE else _set(item) for key, item in value.items()}
    text = str(made.get("text") or "")
    formula = made.get("typst") and text == made.get("alt") and any(f" {sign} " in text for sign in RELATIONS)
    return made | {"text": f"${text}$"} if formula else made


def _news(entry: Any) -> Any:
    """``the root suffices (HOLDS)``."""
    if not isinstance(entry, str):
        return entry
    text, _, outcome = entry.removesuffix(")").rpartition(" (")
    return {"text": text, "outcome": outcome} if outcome.isupper() else {"text": entry, "outcome": ""}


def _used(entry: Any) -> Any:
    """``unified/claim_e_1 (Claim E.1)``."""
    claim, _, printed = str(entry).partition(" (")
    return {"claim": claim, "printed": printed.removesuffix(")")} if isinstance(entry, str) else entry


def _part(part: Any) -> Any:
    """Settings that a finding names, and the formula that a sentence quotes."""
    if not isinstance(part, Mapping):
        return part
    cells = [str(cell.get("name") or "") for cell in part.get("slack") or [] if isinstance(cell, Mapping)]
    findings = [_about(finding, cells) for finding in part.get("findings") or []]
    return {**part, "formula": _formula(part), **({"findings": findings} if findings else {})}


def _about(finding: Any, cells: list[str]) -> Any:
    if not isinstance(finding, Mapping):
        return finding
    return {**finding, "about": [name for name in cells if name and name in str(finding.get("text"))]}


def _formula(part: Mapping[str, Any]) -> str:
    """What was compared, if it is short and in single letters."""
    compared = (part.get("relation") or {}).get("compared") or {}
    text = str(compared.get("text") or "")
    if part.get("shape") not in ("Identity", "Inequality") or len(text) > _SHORT + 1:
        return ""
    try:
        read = list(ast.walk(ast.parse(text, mode="eval")))
    except SyntaxError:
        return ""
    functions = {id(node.func) for node in read if isinstance(node, ast.Call)}
    letters = [node.id for node in read if isinstance(node, ast.Name) and id(node) not in functions]
    formula = text.replace(" == ", " = ")
    return formula if len(formula) <= _SHORT and all(len(name) == 1 for name in letters if name != "pi") else ""
