"""``boundcheck show``: what is claimed and which steps are checked; computes nothing."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import Any

from boundcheck.claims import Cited, Claim
from boundcheck.commands.check import wanted
from boundcheck.job import used_claims
from boundcheck.verify import proof


def main(options: argparse.Namespace) -> int:
    """Print statement, reading, assumptions and steps."""
    for claim_id, claim in wanted([options.claim]):
        shown = described(claim_id, claim)
        print(json.dumps(shown, indent=1) if options.json else text(shown))
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
        "assumptions": {a.label: a.words for a in claim.assumptions},
        "parts": {name: kind(part) for name, part in claim.parts.items()},
        "steps": [
            {"label": label, "where": step.where, "says": says(step.statement), "repair": bool(step.repair)}
            for label, step, _ in proof(claim, used_claims(claim))
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


def says(statement: Any) -> str:
    """A statement in a line of text."""
    if hasattr(statement, "lhs") and hasattr(statement, "relation"):
        given = f"   for {', '.join(map(str, statement.given))}" if statement.given else ""
        return f"{statement.lhs} {statement.relation} {statement.rhs}{given}"
    if isinstance(statement, Cited):
        return f"{statement.words} (cited: {statement.citation})"
    return str(getattr(statement, "words", type(statement).__name__))


def _plain(shown: Any) -> str:
    return shown[0].replace("{}", str(shown[1])) if isinstance(shown, tuple) else str(shown)


def text(shown: dict[str, Any]) -> str:
    """The same for a person."""
    heading = ": ".join(filter(None, (shown["printed"], shown["title"])))
    lines = [
        heading,
        *(f"  {place}" for place in dict.fromkeys((shown["paper"], shown["where"])) if place),
        "",
        *filter(None, (shown["words"],)),
    ]
    lines += [f"  {label}  {display}".rstrip() for label, display in shown["displays"].items()]
    lines += [f"  where {symbol} = {meaning}" for symbol, meaning in shown["definitions"].items()]
    for title in ("readings", "assumptions", "parts"):
        rows = [f"  {name}: {words}" for name, words in shown[title].items()]
        lines += ["", f"{title}:", *rows] if rows else []
    lines += ["", "steps:"] if shown["steps"] else ["", "no steps: nothing says why it holds"]
    lines += [f"  {s['label']} ({s['where']})\n      {s['says']}" for s in shown["steps"]]
    lines += ["", "not covered:", *(f"  {words}" for words in shown["not_covered"])] if shown["not_covered"] else []
    return "\n".join(lines)
