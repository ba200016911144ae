"""The form of a claim: what no check could use, and what to write instead."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import sympy

from boundcheck import claims
from boundcheck.claims import Claim, Step

STATEMENTS = (
    claims.Identity,
    claims.Inequality,
    claims.InstanceInequality,
    claims.HighProbabilityBound,
    claims.ExpectationBound,
    claims.Scaling,
    claims.Separation,
    claims.MinimaxLowerBound,
    claims.PrivacyGuarantee,
    claims.SameUpToConstant,
    claims.ReportedTable,
    claims.Definition,
    claims.Cited,
)
_NAMES = ", ".join(kind.__name__ for kind in STATEMENTS)


def complaints(claim: Claim) -> list[tuple[str, str]]:
    """What is wrong with the form of a claim, each with a word of the file by which its line is found."""
    found: list[tuple[str, str]] = []
    if not isinstance(claim.parts, Mapping):
        return [("parts is a name for each statement, as in parts={'bound': Inequality(...)}", "parts")]
    if not (isinstance(claim.steps, tuple | list) and all(isinstance(step, Step) for step in claim.steps)):
        return [("steps is a tuple of Step(...); with one step, mind the comma: steps=(Step(...),)", "steps")]
    if not all(isinstance(x, str) for x in (claim.title, claim.words)):
        return [("title and words are text; Claim takes keywords, as in Claim(title='...', parts={...})", "CLAIM")]
    if not isinstance(claim.displays, Mapping) or not isinstance(claim.definitions, Mapping):
        return [
            (
                "displays and definitions are mappings: displays={'': ...}, definitions={symbol: expression}",
                "displays",
            )
        ]
    found += list(_furniture(claim))
    for name, part in claim.parts.items():
        for under in part.values() if isinstance(part, Mapping) else (part,):
            found += [(f"part {name!r}: {words}", str(name)) for words in _form(under)]
    labels = [step.label for step in claim.steps]
    for step in claim.steps:
        found += [(f"step {step.label!r}: {words}", str(step.label)) for words in _form(step.statement)]
        if not isinstance(step.label, str) or labels.count(step.label) > 1:
            found.append((f"step {step.label!r}: every step has a label of its own", str(step.label)))
        if step.repair is not None and not isinstance(step.repair, claims.Repair):
            found.append((f"step {step.label!r}: repair is a Repair(statement, words)", str(step.label)))
        elif step.repair is not None:
            found += [(f"repair of {step.label!r}: {words}", str(step.label)) for words in _form(step.repair.statement)]
        if not all(isinstance(text, str) for text in (step.where, step.display, step.reduction, step.note)):
            found.append((f"step {step.label!r}: where, display, reduction and note are text", str(step.label)))
    for used in claim.uses if isinstance(claim.uses, tuple | list) else ():
        if not isinstance(used, str) or used.count("/") != 1:
            found.append((f"uses: {used!r} is no id such as 'unified/theorem_5_4'", "uses"))
    return found


def notes(claim: Claim) -> list[str]:
    """What is no mistake, but not what its author meant: statements that SymPy has simplified away."""
    said = []
    named = [(f"step {step.label!r}", step.statement) for step in claim.steps]
    named += [(f"part {name!r}", part) for name, part in claim.parts.items()]
    for name, statement in named:
        if isinstance(statement, claims.Identity | claims.Inequality) and statement.lhs == statement.rhs:
            said.append(
                f"{name}: SymPy has turned both sides into {statement.lhs}, so nothing is left to check; "
                f"build a side with evaluate=False to keep it as written"
            )
    return said


def _furniture(claim: Claim) -> Iterator[tuple[str, str]]:
    """What surrounds the statements: source, parameters, readings, and the texts."""
    if not isinstance(claim.source, claims.Source) or not isinstance(claim.source.paper, claims.Paper):
        yield "source is a Source(Paper(...), printed, where); leave it out for a claim of your own", "source"
        return
    paper = claim.source.paper
    words = (claim.source.printed, claim.source.where, paper.key, paper.title, paper.venue, paper.ref)
    if not all(isinstance(word, str) for word in words) or not isinstance(paper.year, int):
        yield "what a Source and a Paper say is text, and the year a number", "source"
    for name, kind in (
        ("parameters", claims.Parameter), ("readings", claims.Reading), ("assumptions", claims.Assumption),
        ("uses", str), ("not_covered", str),
    ):  # fmt: skip
        given = getattr(claim, name)
        if not isinstance(given, tuple | list) or not all(isinstance(each, kind) for each in given):
            yield f"{name} is a tuple of {kind.__name__}; with one, mind the comma", name
            return
    for parameter in claim.parameters:
        texts = (parameter.name, parameter.latex, parameter.typst, parameter.meaning)
        typical = parameter.typical
        if not all(isinstance(text, str) for text in texts):
            yield "name, latex, typst and meaning of a Parameter are text", "parameters"
        if not isinstance(parameter.domain, tuple | list) or any(_no_condition(c) for c in parameter.domain):
            yield f"parameter {parameter.name}: its domain is a tuple of relations, as (x > 0,)", "parameters"
        if not (isinstance(typical, tuple | list) and len(typical) == 2 and all(_real(end) for end in typical)):
            yield f"parameter {parameter.name}: typical is a pair of numbers, as (1, 10)", "parameters"
    if not claim.readings:
        yield "readings has at least the literal one; leave it out for that", "readings"
    for name, display in claim.displays.items():
        shown = display[-1] if isinstance(display, tuple) and len(display) == 2 else display
        if not isinstance(name, str) or not isinstance(shown, str | sympy.Basic):
            yield "displays are named by text, and each is an expression or Typst text", "displays"
    for symbol, meaning in claim.definitions.items():
        if not isinstance(symbol, sympy.Symbol) or not isinstance(meaning, sympy.Expr):
            yield "definitions say what symbols stand for: {symbol: expression}", "definitions"
    if not isinstance(claim.letters, Mapping) or not all(isinstance(w, str) for p in claim.letters.items() for w in p):
        yield "letters says how names are printed: {'epsilon': 'epsilon'}", "letters"


def _no_condition(condition: Any) -> bool:
    return not isinstance(condition, sympy.core.relational.Relational)


def _real(value: Any) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)


def _form(statement: Any) -> list[str]:
    if isinstance(statement, sympy.Basic | bool):
        return [
            f"{statement} is a SymPy relation; write Inequality(lhs, rhs, given) for lhs <= rhs, Identity for equality"
        ]
    if not isinstance(statement, STATEMENTS):
        return [f"a {type(statement).__name__} is no statement; write one of {_NAMES}"]
    found = []
    if isinstance(statement, claims.Identity | claims.Inequality | claims.SameUpToConstant):
        for side in (statement.lhs, statement.rhs):
            if isinstance(side, float) or (isinstance(side, sympy.Expr) and side.has(sympy.Float)):
                found.append(f"{side} holds a decimal number; write exact ones, Rational(1, 10) for 0.1")
            elif not isinstance(side, sympy.Expr | int):
                found.append(f"{side!r:.60} is no expression; build it from SymPy symbols")
    conditions = getattr(statement, "given", ())
    if not isinstance(conditions, tuple | list):
        return [*found, "given is a tuple; with one condition, mind the comma: (x > 0,)"]
    for condition in conditions:
        if isinstance(condition, bool | sympy.logic.boolalg.BooleanAtom):
            found.append(f"the condition {condition} was evaluated by SymPy; state it in symbols with real=True only")
        elif not isinstance(condition, sympy.Basic):
            found.append(f"the condition {condition!r:.60} is no relation; write it as x > 0, or Gt(x, 0)")
    if isinstance(statement, claims.HighProbabilityBound) and not statement.regimes:
        found.append("regimes is empty; without a Regime(name, Simulation(errors), point) nothing is tested")
    return found
