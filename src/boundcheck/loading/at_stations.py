"""A point of a claim against its bound, its function, and the conditions under which the bound is stated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import sympy

from boundcheck import claims
from boundcheck.claims import Claim
from boundcheck.claims.fields import uncallable
from boundcheck.symbolic import broken

from .callables import called, keywords, nameless, swapped, without_repr
from .complaint import Complaint, near
from .stations import Station, middles


def at_point(station: Station, claim: Claim) -> Iterator[Complaint]:
    """A point against the letters of its bound, the keywords of its function, and the domains of the parameters."""
    if why := nameless(station.function) or without_repr(station.experiment):
        yield Complaint(f"{station.name}: {why}", station.trail, station.function)
        return
    point, said = station.point, f"{station.name}: its point"
    definitions = dict(claim.definitions)
    needs = {s.name: w for w, e in station.expressions.items() for s in e.xreplace(definitions).free_symbols}
    takes, lacks, open_ended = keywords(station.function)
    known = needs.keys() | takes | {parameter.name for parameter in claim.parameters}
    if swapped(station.function):
        words = f"{called(station.function)} takes repeats before rng; the generator comes first: def errors(rng, repeats, ...)"
        yield Complaint(f"{station.name}: {words}", station.trail, station.function)
        return
    if lacks & {"rng", "repeats"}:
        words = f"{called(station.function)} receives a generator and a number first: def errors(rng, repeats, *, n, **point)"
        yield Complaint(f"{station.name}: {words}", station.trail, station.function)
        return
    for name in point.keys() - known:
        close = near(name, known - point.keys())
        if close:
            yield Complaint(f"{said} has {name!r}; did you mean {close!r}?", (*station.trail, name))
            return
    for name, entry in point.items():
        if name in needs and isinstance(entry, str):
            yield Complaint(
                f"{said} has {name} = {entry!r}; {needs[name]!r} depends on it, so it is a number", station.trail
            )
            return
    missing = {name: f"{word!r} depends on it" for name, word in needs.items()}
    missing |= {name: f"{called(station.function)} takes it" for name in lacks}
    for name in sorted(missing.keys() - point.keys()):
        has = ", ".join(sorted(point)) or "nothing"
        yield Complaint(f"{said} lacks {name!r} ({missing[name]}); it has {has}", station.trail)
        return
    if not open_ended and point.keys() - takes:
        extra = ", ".join(sorted(point.keys() - takes))
        words = f"{called(station.function)} is given the whole point, also {extra}; end its arguments with **point"
        yield Complaint(words, station.trail, station.function)
    elif wrong := uncallable(station.function, (None, None), point):
        words = f"{called(station.function)} is called with (rng, repeats, **point): {wrong}"
        yield Complaint(f"{words}; write def errors(rng, repeats, *, n, **point)", station.trail, station.function)
    for parameter in claim.parameters:
        if parameter.name in point and (rule := _broken(parameter, point[parameter.name])):
            words = f"{said} has {parameter.name} = {point[parameter.name]:g}; {parameter.meaning} must {rule}"
            yield Complaint(words, station.trail)


def outside(station: Station, claim: Claim) -> Iterator[Complaint]:
    """A point that breaks a condition under which its bound is stated: what happens there says nothing of the bound."""
    for condition in broken(station.given, station.point, claim.definitions):
        letters = sorted({symbol.name for symbol in condition.free_symbols} & station.point.keys())
        at = ", ".join(f"{name} = {station.point[name]:g}" for name in letters)
        words = f"{station.name}: its point has {at}, outside `given`: {condition}; move it inside, or the bound is not about it"
        yield Complaint(words, station.trail)
        return


def followed(name: str, bound: Any, claim: Claim) -> Iterator[Complaint]:
    """What `follow` adds in the middle of the axes, once for every option of a choice; the first objection is enough."""
    if bound.follow is None or bound.instance is None:
        return
    trail = (name, "follow")
    if why := nameless(bound.follow):
        yield Complaint(f"part {name!r}, 'follow': {why}", trail, bound.follow)
        return
    for middle in middles(bound.search):
        here = {**bound.fixed, **middle}
        try:
            added = dict(bound.follow(**here))
            whole = {**here, **added}
            experiment = bound.instance(**whole)
        except Exception as error:
            words = f"part {name!r}, 'follow': in the middle of the search it fails: {type(error).__name__}: {error}"
            yield Complaint(words, trail, bound.follow)
            return
        if taken := sorted(added.keys() & here.keys()):
            words = f"part {name!r}, 'follow': {taken[0]!r} is searched or fixed already; an entry has one origin"
            yield Complaint(words, trail, bound.follow)
            return
        bounds = {side: getattr(bound, side) for side in ("printed", "explicit", "trivial", "failure")}
        station = Station(trail, experiment, whole, bounds, bound.given)
        wrong = [*at_point(station, claim), *outside(station, claim)]
        yield from wrong[:1]
        if wrong:
            return


def unused(station: Station, claim: Claim) -> Iterator[str]:
    """Keys of a point that no expression and no argument by that name uses."""
    function = station.function
    if getattr(function, "__name__", "") == "sample":  # an experiment of its own kind may hand the point on
        return
    definitions = dict(claim.definitions)
    used = {s.name for e in station.expressions.values() for s in e.xreplace(definitions).free_symbols}
    used |= keywords(function)[0] | {parameter.name for parameter in claim.parameters}
    code = getattr(function, "__code__", None)
    used |= {word for word in getattr(code, "co_consts", ()) if isinstance(word, str)}
    for name in station.point.keys() - used:
        yield (
            f"its point has {name!r}, which no bound and no argument of {called(function)} uses; take it out, "
            f"or use it in one of them"
        )


def _broken(parameter: claims.Letter, value: Any) -> str:
    """The rule of a parameter's domain that a value breaks, or nothing."""
    if isinstance(value, str):
        return ""
    if parameter.integer and not float(value).is_integer():
        return "be a whole number"
    at = {parameter.symbol: sympy.sympify(value)}
    return next((f"satisfy {rule}" for rule in parameter.domain if rule.subs(at) == sympy.false), "")


def floats(point: Mapping[str, sympy.Expr]) -> dict[str, Any]:
    return {name: float(value) if value.is_extended_real else value for name, value in point.items()}
