"""Whether the checks give the statement: a headline is the least of its parts, and what is displayed is what is checked."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sympy
from sympy.core.relational import Relational

from boundcheck.checks.settling import alike
from boundcheck.claims import By, Cited, Claim, Disputed, Identity, Inequality, SameUpToConstant
from boundcheck.claims.bounds import HighProbabilityBound
from boundcheck.claims.exact_laws import PrivacyGuarantee
from boundcheck.claims.fields import letters_in, shapes_with, symbols_in
from boundcheck.symbolic import Statement, number
from boundcheck.symbolic.displays import says_more, source_of
from boundcheck.symbolic.latex import UnknownNodeError, latex
from boundcheck.verdict import Headline, Outcome, PartVerdict, Severity, StepVerdict
from boundcheck.verdict.result import RestsOn

from .printed import conditions, quantity, relation
from .severity import SETTLED, mended, refuted_constant

# Whether a display says what a formula says: read as a formula it is the same one, or is seen to be false where that is true.

_GIVES = {("==", "=="), ("<=", "<="), ("<=", "<"), ("<=", "=="), ("<", "<"), ("==", "~")}  # a display, and a formula
_RELATION = {"==": sympy.Eq, "<=": sympy.Le, "<": sympy.Lt}
POINTS = 400  # at which a display is looked at
MARGIN = 1e-6  # of the larger side


def says(display: str, statement: Any, claim: Claim, events: tuple[str, ...] = ()) -> bool:
    """Whether a display is read as a formula, and that is the statement's, under conditions that it states."""
    if isinstance(statement, PrivacyGuarantee):
        return any(says(display, said, claim, ("one", "two")) for said in _guarantees(statement))
    if isinstance(statement, By):
        statement = statement.says
    if not isinstance(statement, Identity | Inequality | SameUpToConstant):
        return False
    kind = "~" if isinstance(statement, SameUpToConstant) else statement.relation
    names = dict.fromkeys(letters_in(statement), "") | claim.letters.prints
    read = relation(display, names, near=kind == "~", events=events)
    if read is None or (read[1], kind) not in _GIVES:
        return False
    plainly = _plainly(statement, claim)
    same = _same_sides(read, statement, plainly)
    stated = [plainly(c) for c in (*statement.given, *(c for p in claim.parameters for c in p.domain))]
    behind = conditions(display, names)
    return same and all(said is not None and any(_is(said, condition) for condition in stated) for said in behind)


def is_stated(shown: Relational, statement: Any, claim: Claim) -> bool:
    """Whether a relation, from which a display is printed, is the statement's: nothing has to be read then."""
    if isinstance(statement, By):
        statement = statement.says
    kind = {"==": "==", "<=": "<=", "<": "<", ">=": "<=", ">": "<"}.get(shown.rel_op)
    if not isinstance(statement, Identity | Inequality) or (kind, statement.relation) not in _GIVES:
        return False
    sides = (shown.lhs, kind, shown.rhs) if kind == "==" else (shown.lts, kind, shown.gts)
    return _same_sides(sides, statement, _plainly(statement, claim))


def _same_sides(read: tuple[Any, Any, Any], statement: Any, plainly: Any) -> bool:
    """Whether the sides of a relation are those of a statement, of an equation in either order."""
    mine, theirs = [[plainly(e) for e in sides] for sides in ((read[0], read[2]), (statement.lhs, statement.rhs))]
    return all(map(alike, mine, theirs)) or (read[1] == "==" and all(map(alike, mine, theirs[::-1])))


def contradicts(display: str, statement: Any, claim: Claim) -> dict[str, float] | None:
    """A point at which a display, read as a formula in a statement's letters, is false where the statement's conditions hold.

    None where it is not read, or no such point is found: then a display may still say something else.
    """
    if isinstance(statement, By):
        statement = statement.says
    if not isinstance(statement, Identity | Inequality):
        return None
    own = letters_in(statement.lhs, statement.rhs, statement.given)
    names = {name: claim.letters.prints.get(name, "") for name in own}
    read = relation(display, names)
    if read is None:
        return None
    behind = (_RELATION[c[1]](c[0], c[2]) for c in conditions(display, names) if c is not None)
    if any(condition == sympy.false for condition in behind):
        return {}
    plainly = _plainly(statement, claim)
    low, said, high = plainly(read[0]), read[1], plainly(read[2])
    sides = [plainly(side) for side in (statement.lhs, statement.rhs)]
    if (said, statement.relation) in _GIVES and all(map(alike, (low, high), sides)):
        return None
    letters = {s.name for e in (low, high, *sides) for s in e.free_symbols}
    given = [plainly(c) for c in (*statement.given, *(c for p in claim.parameters for c in p.domain))]
    given = [c for c in given if {s.name for s in c.free_symbols} <= letters]
    whole = {p.name for p in claim.parameters if p.integer} | {s.name for s in symbols_in(statement) if s.is_integer}
    for point in _points(sorted(letters), whole):
        try:
            if not all(_holds(c, point) for c in given):
                continue
            left, right, *_ = (number(e, point) for e in (low, high, *sides))
        except (KeyError, TypeError, ValueError, OverflowError):
            return None
        if not all(map(math.isfinite, (left, right))):
            continue
        room = MARGIN * max(abs(left), abs(right), 1e-9)
        if left - right > room or (said == "==" and right - left > room):
            return point
    return None


def _plainly(statement: Any, claim: Claim) -> Any:
    """What puts plain letters for those of a statement, and what is defined for its name."""
    put = {s: sympy.Symbol(s.name, real=True) for s in symbols_in(statement)}
    expand: Mapping[sympy.Symbol, sympy.Expr] = dict(claim.definitions)
    return lambda expression: expression.xreplace(put).xreplace(expand)


def _points(names: list[str], whole: set[str]) -> Iterator[dict[str, float]]:
    """Points that depend on nothing but the number of letters: near 0, of middle size, large, of either sign."""
    rng = random.Random(len(names))
    for _ in range(POINTS):
        point = {}
        for name in names:
            size = rng.choice((rng.uniform(0, 1), rng.uniform(0, 4), math.exp(rng.uniform(-4, 6))))
            size *= -1 if rng.random() < 0.2 else 1
            point[name] = float(round(size)) if name in whole else size
        yield point


def _holds(condition: Any, point: Mapping[str, float]) -> bool:
    relation_ = getattr(condition, "rel_op", "")
    if relation_ not in ("<", "<=", ">", ">="):
        raise ValueError("a condition that few points meet")
    low, high = number(condition.lts, point), number(condition.gts, point)
    return bool(low < high)


def _is(said: tuple[Any, str, Any], condition: Any) -> bool:
    low, kind, high = said
    if kind == "==":
        return isinstance(condition, sympy.Eq) and {condition.lhs, condition.rhs} == {low, high}
    strict = isinstance(condition, sympy.Lt | sympy.Gt)
    return getattr(condition, "lts", None) == low and condition.gts == high and strict == (kind == "<")


def _guarantees(guarantee: PrivacyGuarantee) -> Iterator[Inequality]:
    """How a guarantee is displayed: of two probabilities; a pure one also with a delta that may be anything."""
    one, two, delta = (sympy.Symbol(name, real=True) for name in ("one", "two", "delta"))
    most = sympy.exp(guarantee.epsilon) * two
    yield Inequality(one, most + guarantee.delta, guarantee.given)
    if guarantee.delta == 0:
        yield Inequality(one, most + delta, guarantee.given)


# Whether the checks give the statement: a headline is the least of its parts, and what is displayed is what is proved.
#
# Lines that are proved one by one are no proof of a statement that none of them says. So a result holds only where every part of
# it is proved as it stands, and every display of its statement is one of them; of what is sampled, evaluated at points, cited or
# read off a proof it is said that it is.

DEFINITION = "definition"
_LESSER = (Severity.NONE, Severity.MISPRINT)
_CARRY = (Headline.HOLDS, Headline.HOLDS_REPAIRED, Headline.NOTHING_TO_CHECK)
# The letters of a guarantee: two probabilities, a mechanism, its inputs, a set of outputs.
_GUARANTEE = r"\mathbb{P} R M A O S E D \hat{d} \tilde{y} \bar{z} \delta \varepsilon \text{or}"


def complete(
    claim: Claim, parts: Sequence[PartVerdict], steps: Sequence[StepVerdict], rests: Sequence[RestsOn]
) -> bool:
    """Whether every part is proved as displayed, and nothing that it is made of, or rests on, is less."""
    proved = all(is_shown(part) and not refuted_constant(part) for part in parts)
    settled = all(mended(step) in SETTLED for step in steps) and not special(claim, steps)
    stand = all(map(carries, rests))
    return bool(parts) and proved and settled and stand and not (idle(parts) or borrowed(parts) or unshown(claim))


def is_shown(part: PartVerdict) -> bool:
    """Whether a part is proved, or samples support what a closed derivation gives."""
    outcome = (part.working or part.evidence).outcome
    return outcome is Outcome.PROVED or (
        outcome is Outcome.SUPPORTED and part.derived is not None and part.derived.holds
    )


def sampled(parts: Sequence[PartVerdict]) -> list[str]:
    """The parts that samples, searches or tables support, and nothing derives."""
    rest = [p for p in parts if p.evidence.outcome is Outcome.SUPPORTED and not is_shown(p)]
    return [p.key for p in rest if p.shape not in shapes_with("on_instances")]


def evaluated(parts: Sequence[PartVerdict]) -> list[str]:
    """The parts that are evaluated on a few instances, whatever the name of the result."""
    return [p.key for p in parts if p.evidence.outcome is Outcome.SUPPORTED and p.shape in shapes_with("on_instances")]


def of_one_mechanism(claim: Claim, parts: Sequence[PartVerdict]) -> list[str]:
    """The parts of a definition that a certain mechanism meets: that shows that something does, and no more."""
    if claim.source.kind != DEFINITION:
        return []
    return [p.key for p in parts if p.evidence.outcome is Outcome.PROVED and p.shape == PrivacyGuarantee.__name__]


def borrowed(parts: Sequence[PartVerdict]) -> list[str]:
    """The parts that are an instance of another result, true or false, or whose words go before their formula."""
    return [p.key for p in parts if p.evidence.outcome is Outcome.PROVED and p.shape in (By.__name__, Cited.__name__)]


def cited(parts: Sequence[PartVerdict]) -> list[str]:
    """The parts that a source is quoted for."""
    return [part.key for part in parts if part.evidence.outcome is Outcome.ASSUMED]


def idle(parts: Sequence[PartVerdict]) -> list[str]:
    """The parts that are true and say nothing: they are among their own conditions, or these leave one point."""
    return [part.key for part in parts if part.evidence.outcome is Outcome.PROVED and part.evidence.found.says_nothing]


def special(claim: Claim, steps: Sequence[StepVerdict]) -> list[str]:
    """The steps that are checked in a special case only."""
    cases = {step.label for step in claim.steps if step.scope == "special case"}
    return [step.label for step in steps if step.label in cases]


def shaky(rests: Sequence[RestsOn]) -> list[str]:
    """The used results that do not stand with a complete proof."""
    return [rest.printed or rest.claim for rest in rests if not carries(rest)]


def carries(rest: RestsOn) -> bool:
    """Whether a used result stands with a complete proof; a definition has none, and nothing may be false in it."""
    supported = rest.defines and rest.outcome == Headline.SUPPORTED.name and Severity[rest.severity] in _LESSER
    return Headline[rest.outcome] in _CARRY or supported


def unshown(claim: Claim) -> list[str]:
    """The displays of the statement that none of the parts says, by label; of a record without its claim as it says itself."""
    if not isinstance(claim, Claim):
        return list(getattr(claim, "unshown", ()))
    return [label for label, shown in claim.displays.items() if not _is_a_part(shown, claim)]


def _is_a_part(shown: Any, claim: Claim) -> bool:
    """Whether a display is one of the parts: read as a formula it is theirs. A quantity states nothing, and has their letters."""
    display = source_of(shown, claim.letters.prints)
    if _is_derived(shown, claim):
        return True
    if isinstance(shown, sympy.Expr) or quantity(display, claim.prints) is not None:
        said = [formulas for part in claim.parts.values() for formulas in formulas_of(part, claim.letters.prints)]
        return any(not says_more(f"{display} = 0", formulas, "==") for formulas, _ in said)
    versions = [v for part in claim.parts.values() for v in (part.values() if isinstance(part, Mapping) else (part,))]
    if claim.source.kind == DEFINITION:  # it speaks of any mechanism, and a guarantee is one of a certain one
        versions = [v for v in versions if not isinstance(v, PrivacyGuarantee)]
    if isinstance(shown, Statement):
        return any(shown == getattr(statement, "display", None) for statement in versions)
    if isinstance(shown, Relational):
        return any(is_stated(shown, statement, claim) for statement in versions)
    return any(says(display, statement, claim) for statement in versions)


def _is_derived(shown: Any, claim: Claim) -> bool:
    """Whether a display is printed from the bound of a part that has a derivation: what it ends with is this formula."""
    formula = shown[1] if isinstance(shown, tuple) else shown
    if not isinstance(formula, sympy.Expr):
        return False
    for key in claim.derivations:
        name, _, reading = key.partition("@")
        part = claim.parts.get(name)
        version = part.get(reading or claim.readings[0].name) if isinstance(part, Mapping) else part
        plainly = _plainly(version, claim)
        if any(alike(plainly(formula), plainly(bound)) for bound in _bounds(version)):
            return True
    return False


def _bounds(version: Any) -> set[Any]:
    """The formulas of a sampled statement any of which says what it states."""
    if isinstance(version, HighProbabilityBound):
        return {version.printed, version.explicit, version.constant * version.printed}
    fields = (getattr(version, name, None) for name in ("printed", "bound", "epsilon"))
    return {found for found in fields if isinstance(found, sympy.Expr)}


def formulas_of(part: Any, letters: Mapping[str, str]) -> Iterator[tuple[list[str], str]]:
    """The formulas of a part under each reading, printed, and their relation; nothing for what has no formula."""
    for statement in part.values() if isinstance(part, Mapping) else (part,):
        if isinstance(statement, By):
            statement = statement.says
        if isinstance(statement, Disputed):
            statement = statement.quote
        try:
            if isinstance(statement, PrivacyGuarantee):
                yield [_GUARANTEE, latex(statement.epsilon, letters), latex(statement.delta, letters)], "<="
            elif isinstance(getattr(statement, "lhs", None), sympy.Expr):
                relation = "~" if isinstance(statement, SameUpToConstant) else getattr(statement, "relation", "<=")
                sides = (statement.lhs, statement.rhs, *getattr(statement, "given", ()))
                yield [latex(side, letters) for side in sides], relation
        except UnknownNodeError:
            continue
