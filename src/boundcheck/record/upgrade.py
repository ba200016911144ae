"""A record as it would be written today: what an older one says in a sentence becomes a value."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from boundcheck.claims.at_point import at
from boundcheck.claims.marks import RELATIONS, plain
from boundcheck.record.defined import needed
from boundcheck.record.texts import ASIDE, typed

_SHORT = 60  # characters of a formula in a sentence


def upgraded(record: Mapping[str, Any]) -> dict[str, Any]:
    """The same record under schema 4; its digest stays that of the file."""
    third = record if record.get("schema") == 3 else _third(record)
    made = filled(third)
    steps = [_one_text(step) for step in made.get("steps") or []]
    return {**made, "schema": 4, **({"steps": steps} if steps else {})}


def _third(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record of schema 2 under schema 3."""
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


def filled(record: Mapping[str, Any]) -> dict[str, Any]:
    """The same record of schema 3 with the fields that came after it was written: `bare`, and `touches` by kind."""
    made = dict(record)
    if record.get("parts"):
        made["parts"] = {key: _bare(part) for key, part in record["parts"].items()}
    if record.get("steps"):
        made["steps"] = [_step(step) for step in record["steps"]]
    if record.get("faults"):
        made["faults"] = [_bare({**fault, "touches": _touches(fault.get("touches"))}, "text") for fault in record["faults"]]
    return made


def _bare(settled: Any, key: str = "summary") -> Any:
    """What is refuted, with `bare` where its words are the point of its witness and no more."""
    if not isinstance(settled, Mapping) or "bare" in settled or settled.get("outcome", "REFUTED") != "REFUTED":
        return settled
    witness = settled.get("witness")
    point = witness.get("point") if isinstance(witness, Mapping) else None
    found = isinstance(point, Mapping) and point and plain(str(settled.get(key) or "")).startswith(f"false {at(point)}")
    return {**settled, "bare": True} if found else settled


def _step(step: Any) -> Any:
    """A step with its conditions one by one, and with `bare`; its repair too."""
    if not isinstance(step, Mapping):
        return step
    own = {"given": _each(step["given"])} if step.get("given") else {}
    return _bare({**step, **own, **({"repair": _step(step["repair"])} if step.get("repair") else {})})


def _one_text(step: Any) -> Any:
    """A step whose two texts are one, `because`; those of its repair are its `words`."""
    if not isinstance(step, Mapping):
        return step
    own = {key: value for key, value in step.items() if key not in ("reduction", "note")}
    texts = [str(step[key]) for key in ("reduction", "note") if step.get(key)]
    own["because"] = " ".join([*(text if text.endswith(".") else f"{text}." for text in texts[:-1]), *texts[-1:]])
    if isinstance(step.get("repair"), Mapping):
        own["repair"] = {("words" if key == "note" else key): value for key, value in step["repair"].items()}
    return own


def _each(given: Any) -> Any:
    if not isinstance(given, Mapping) or "each" in given:
        return given
    sources, spoken = str(given.get("typst") or "").split(", quad "), str(given.get("alt") or "").split(", ")
    alts = spoken if len(spoken) == len(sources) else sources
    each = [{"typst": source, "alt": alt} for source, alt in zip(sources, alts, strict=True)]
    return {**given, "each": each} if len(each) > 1 else given


def _touches(entries: Any) -> dict[str, list[str]]:
    """``["part bound", "step slip"]``."""
    if isinstance(entries, Mapping):
        return dict(entries)
    words = [str(entry).partition(" ") for entry in entries or []]
    return {f"{kind}s": [name for word, _, name in words if word == kind] for kind in ("part", "step")}


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
