"""The form of a claim: what fits word by word and not together, and what to write instead.

What a single word may hold is written at its fields, in `boundcheck.claims`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import sympy

from boundcheck import claims
from boundcheck.claims import Claim
from boundcheck.claims.fields import twice

from .at_stations import at_point, floats, followed, outside, unused
from .complaint import Complaint, suggestion
from .stations import Station, statements_of, stations


def complaints(claim: Claim) -> Iterator[Complaint]:
    """What is wrong with the form of a claim; nothing is computed."""
    readings = [reading.name for reading in claim.readings]
    if not claim.readings:
        yield Complaint("readings has at least the literal one; leave it out for that", ("readings",))
    for name in twice(readings):
        yield Complaint(f"two readings are called {name!r}; give each a name of its own", ("readings", name))
    for name in (name for name in (*claim.parts, *readings) if "@" in name):
        yield Complaint(f"{name!r}: the @ stands between a part and its reading; give a name without it", (name,))
    for name, part in claim.parts.items():
        yield from _under_readings(name, part, readings)
    labels = [step.label for step in claim.steps]
    for label in twice(labels):
        yield Complaint(f"step {label!r}: every step has a label of its own", (label, label))
    for step in claim.steps:
        if step.reading not in readings:
            words = f"step {step.label!r}: readings=(...) lists no {step.reading!r}; {suggestion(step.reading, readings)}"
            yield Complaint(words, (step.label, step.reading))
    for name in twice(assumption.label for assumption in claim.assumed):
        words = f"two assumptions are called {name!r}; write it once and let the steps that need it name that, or rename one"
        yield Complaint(words, (name,))
    yield from _settling(claim, readings)
    yield from _references(claim)
    for used in claim.uses:
        if used.count("/") != 1:
            yield Complaint(f"uses: {used!r} is no id such as 'unified/theorem_5_4'", ("uses", used))
    for name in twice(letter.name for letter in claim.letters.letters):
        yield Complaint(f"two letters are called {name!r}; say all of it in one", ("letters",))
    if not claim.parts and not claim.steps:
        yield Complaint("parts is empty, so nothing is stated; write parts={'bound': Inequality(lhs, rhs)}", ("parts",))
    yield from _letters(claim)
    for name, statement in statements_of(claim):
        for field in ("regimes", "sweeps", "experiments"):
            if getattr(statement, field, None) == ():
                yield Complaint(
                    f"part {name!r}: {field} is empty, so nothing is tested; give at least one", (name, field)
                )
        if sides := [getattr(statement, side) for side in statement.computed]:
            needs = {s.name for side in sides for s in side.xreplace(dict(claim.definitions)).free_symbols}
            for name_of_point, point in statement.points.items():
                for letter in sorted(needs - point.keys())[:1]:
                    words = f"part {name!r}, {name_of_point!r}: its point lacks {letter!r}, on which the bound depends"
                    yield Complaint(words, (name, name_of_point))
                yield from outside(Station((name, name_of_point), None, floats(point), {}, statement.given), claim)
    for station in stations(claim):
        yield from at_point(station, claim)
        yield from outside(station, claim)
    for name, statement in statements_of(claim):
        if getattr(statement, "follow", None) is not None:
            yield from followed(name, statement, claim)


def _settling(claim: Claim, readings: list[str]) -> Iterator[Complaint]:
    """Parts that a step is said to settle, or that are said to be false because of a line, and are not there."""
    named = [(f"step {step.label!r}: settles", name, step.label) for step in claim.steps for name in step.settles]
    named += [("faults", name, "faults") for name in claim.faults]
    for said, name, place in named:
        part, at, reading = name.partition("@")
        if part not in claim.parts:
            yield Complaint(f"{said}: there is no part {part!r}; {suggestion(part, claim.parts)}", (place, name))
        elif at and reading not in readings:
            yield Complaint(f"{said}: readings=(...) lists no {reading!r}; {suggestion(reading, readings)}", (place, name))
    for step in claim.steps:
        shown = step.statement.says if isinstance(step.statement, claims.By) else step.statement
        if step.settles and not isinstance(shown, claims.Inequality | claims.Identity):
            kind = type(step.statement).__name__
            words = f"step {step.label!r}: settles: a {kind} proves no bound; write an Inequality, or By(..., says=...)"
            yield Complaint(words, (step.label, "settles"))


def _references(claim: Claim) -> Iterator[Complaint]:
    """Uses of a step that does not stand before, or of a claim that is not in `uses`."""
    before: list[str] = []
    ids = [name for used in claim.uses for name in (used, used.rpartition("/")[2])]
    for step in claim.steps:
        source = getattr(step.statement, "source", None) if isinstance(step.statement, claims.By) else None
        if isinstance(source, str) and source not in (*before, *ids):
            words = f"step {step.label!r}: By({source!r}): no step before it and no used claim is called so"
            yield Complaint(f"{words}; {suggestion(source, (*before, *ids))}", (step.label, source))
        before.append(step.label)


def _letters(claim: Claim) -> Iterator[Complaint]:
    """Symbols that look alike and are not, or that stand for something else."""
    definitions = claim.letters.definitions
    for symbol, meaning in definitions.items():
        if chained := meaning.free_symbols & definitions.keys():
            other = ", ".join(sorted(map(str, chained)))
            words = f"letters: {symbol} equals {meaning}, and {other} is an abbreviation as well; write it out"
            yield Complaint(words, ("letters",))
    named = [(f"step {step.label!r}", step.label, step.statement) for step in claim.steps]
    named += [(f"part {name!r}", name, statement) for name, statement in statements_of(claim)]
    for called, name, statement in named:
        letters = letters_of(statement)
        for letter in twice(symbol.name for symbol in letters | {s for s in definitions if _alike(s, letters)}):
            words = f"{called}: two symbols called {letter} differ in what is assumed of them; make one"
            yield Complaint(f"{words}, {letter} = symbols({letter!r}, real=True), and use it throughout", (name,))
        for symbol in sorted(letters, key=str):
            if " " in symbol.name or "," in symbol.name:
                words = f"{called}: Symbol({symbol.name!r}) is a single letter; symbols({symbol.name!r}, real=True) are several"
                yield Complaint(words, (name, symbol.name))


def _alike(symbol: sympy.Symbol, letters: set[sympy.Symbol]) -> bool:
    return any(symbol.name == letter.name for letter in letters)


def letters_of(statement: Any) -> set[sympy.Symbol]:
    """The symbols of a statement that is settled by proof."""
    kinds = claims.Identity | claims.Inequality | claims.SameUpToConstant
    if not isinstance(statement, kinds):
        return set()
    written = [statement.lhs, statement.rhs, *statement.given]
    return {s for e in written for s in getattr(e, "free_symbols", ()) if isinstance(s, sympy.Symbol)}


def _under_readings(name: str, part: Any, readings: list[str]) -> Iterator[Complaint]:
    if not isinstance(part, Mapping):
        return
    for reading in part.keys() - set(readings):
        words = f"part {name!r}: readings=(...) lists no {reading!r}; {suggestion(reading, readings)}"
        yield Complaint(words, (name, reading))
    if readings and readings[0] not in part:
        yield Complaint(f"part {name!r}: it lacks the statement as printed, under {readings[0]!r}", (name,))


def notes(claim: Claim) -> list[str]:
    """What is no mistake, but not what its author meant: statements that SymPy has simplified away."""
    said = []
    named = [(f"step {step.label!r}", step.statement) for step in claim.steps]
    named += [(f"part {name!r}", part) for name, part in claim.parts.items()]
    said += [f"{station.name}: {words}" for station in stations(claim) for words in unused(station, claim)]
    for name, statement in named:
        if isinstance(statement, claims.Identity | claims.Inequality) and statement.lhs == statement.rhs:
            said.append(
                f"{name}: SymPy has turned both sides into {statement.lhs}, so nothing is left to check; "
                f"build a side with evaluate=False to keep it as written"
            )
        for letter in sorted(letters_of(statement), key=str):
            if letter._assumptions_orig.get("complex") and letter.is_real is None:
                said.append(
                    f"{name}: {letter} is declared complex, and read as a real number; write real=True if that is meant"
                )
    return said
