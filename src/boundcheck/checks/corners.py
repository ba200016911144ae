"""Corners of the stated domain: every letter moved to its ends, where many a lost constant or letter shows.

No author named these points, so they can mislead in two ways. An entry of the point may belong to the value that was moved: the
spread of a law that depends on n. And the statement may be meant for a part of its domain only. So a letter is moved where
the simulation takes it, what `follow` says goes with it, what is kept is named, and an accusation that rests on such a
point says so. Where a kept letter of the bound may belong to what was moved, a violation accuses nobody, and leaves the bound open.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import sympy

from boundcheck.claims import ExpectationBound, HighProbabilityBound, Letter, Regime
from boundcheck.symbolic import broken, number
from boundcheck.verdict import facts as say
from boundcheck.verdict import shapes

from .context import Context
from .samples import Sample, cell, numbers, sample_of, value
from .vacuity import admitted

Upper = HighProbabilityBound | ExpectationBound

LARGE_RISKS = (0.9, 0.5)
SMALL_RISK = 1e-3  # a smaller one takes more repeats to be exceeded than a regime has
INSIDE = 0.9  # of the largest risk, one sample above the smallest n: at the corner itself an error of few values may just tie
MOST = 10**6  # where the search for the smallest n ends
FAR = 10  # times the n of the base: how long a simulation takes for more nobody knows
BELOW = 4  # times below the smallest value that an author looked at, for the same reason, where an open end is approached
SMALL = 50  # up to this number other letters that count are moved, as a dimension; a simulation may run through rounds one by one
BEYOND = 2.0  # times the typical range, or the largest that an author looked at, where a domain has no end
BEFORE_AN_END = 0.1  # of the way from an end that is not reached to the typical range
HALVINGS = 4  # of the way to an end, where the conditions do not admit the end itself
PROBES = 64  # replicates that tell whether a simulation takes a letter
ONCE_MORE = ", once more"  # behind the name of a corner that was drawn again
SHARE, FEWEST = 20, 40  # of the repeats of a regime, for an end of another letter than n and the risk


@dataclass(frozen=True)
class Corner:
    """A point that no author named.

    Parameters
    ----------
    regime : Regime
        The experiment of the base, at the moved point.
    kept : mapping of str to float
        Letters of the bound that stayed, and may belong to what was moved; empty where nothing of the kind did.
    repeats : int
    unstated : tuple of str
        Letters that were moved and of which neither a domain nor a condition says for which values the statement is made.
    """

    regime: Regime
    kept: Mapping[str, float] = field(default_factory=dict)
    repeats: int = 0
    unstated: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """Which point it is, and what was kept."""
        return _words(self.regime.name, self.kept)


def _words(name: str, kept: Mapping[str, Any]) -> str:
    """A point by the name of its regime, and what was kept."""
    at = name.removeprefix("corner: ").removeprefix("beside the corner: ").removesuffix(ONCE_MORE)
    said = " and ".join(f"{letter} kept at {entry:g}" for letter, entry in kept.items())
    return f"{at}, with {said}" if said else at


def made(bound: Upper, context: Context) -> tuple[tuple[Corner, ...], dict[str, str]]:
    """The corners, and why a letter of the bound has none.

    The first biting regime, else the first, is moved: the smallest n and the largest risk, alone and together; then every
    letter by itself to either end of its domain, and a few together. Points outside the conditions are drawn towards the
    base until they are inside, and left out where they are not.
    """
    base = next((regime for regime in bound.regimes if regime.biting), bound.regimes[0])
    point = dict(base.point)
    risk = _risk(bound, point)
    follow = _rule(bound, base)
    places = {regime.name: regime for regime in regimes(bound, context)}
    asked: dict[str, tuple[str | None, ...]] = {name: ("n", risk) for name in places}
    stops = {name: list(_stops(name, bound, context, point)) for name in _letters(context, point)}
    for together in (*({name: end} for name, ends in stops.items() for end in ends), *_together(point, risk, stops, places)):
        corner = _moved_to(together, bound, context, base, follow, [*bound.regimes, *places.values()])
        if corner is not None:
            places.setdefault(corner.name, corner)
            asked.setdefault(corner.name, tuple(together))
    takes = _taken(bound, context, base, stops)
    stated = {p.name for p in context.parameters if p.domain}
    stated |= {symbol.name for condition in bound.given for symbol in context.expand(condition).free_symbols}
    stated |= numbers(point).keys() - {risk}  # what follows from a moved letter is no range of its own
    found: list[Corner] = []
    silent: dict[str, str] = {}
    for name, regime in places.items():
        moved = [letter for letter, entry in regime.point.items() if entry != point.get(letter)]
        wanted = [letter for letter in moved if letter in asked[name] and letter != risk]
        if not_taken := [letter for letter in wanted if takes.get(letter) is False]:
            silent |= dict.fromkeys(not_taken, "the simulation does not take it")
            continue
        kept = {} if follow is not None else _kept(bound, context, point, moved, risk, takes)
        kept |= {} if follow is not None else _undeclared(context, point, moved, takes)
        repeats = _repeats(context, point, regime.point, moved, risk)
        found.append(Corner(regime, kept, repeats, tuple(name for name in moved if name not in stated)))
    bare = {name for name in _of_the_bound(bound, context) & numbers(point).keys() if not stops.get(name)} - {risk, "n"}
    return tuple(found), silent | {name: "its domain names no end" for name in sorted(bare - silent.keys())}


def once_more(corner: Corner, context: Context) -> Corner:
    """A corner at which few data sets seem to exceed the bound too often, and cannot tell: drawn again, and more of it."""
    regime = Regime(f"{corner.regime.name}{ONCE_MORE}", corner.regime.experiment, corner.regime.point)
    return Corner(regime, corner.kept, min(context.budget.repeats, SHARE * corner.repeats), corner.unstated)


def described(corner: Corner, sample: Sample) -> dict[str, Any]:
    """What a row of a corner says beside its numbers: what was kept, and why it could not be drawn."""
    failed = next((str(getattr(f, "message", f)) for f in sample.failures), "")
    return {"unstated": corner.unstated, "kept": dict(corner.kept) or None, "failed": failed or None}


def words_of(row: shapes.Regime | shapes.Corner | shapes.MeanAtCorner) -> str:
    """The point of a row at a corner, and what was kept there."""
    return _words(row.name, row.kept or {})


def open_at(row: shapes.Regime | shapes.MeanAtCorner, fact: say.Fact) -> say.Fact:
    """A violation at a corner that accuses nobody, and why."""
    kept = tuple(row.kept or ())
    return say.CornerOpen(corner=words_of(row), fact=fact, unstated=row.unstated, kept=() if row.unstated else kept)


def regimes(bound: Upper, context: Context) -> tuple[Regime, ...]:
    """The smallest n, the largest risk, both together, and a point beside that.

    The smallest n is known where a parameter of that name has a domain; the failure probability is one by its place.
    """
    base = next((regime for regime in bound.regimes if regime.biting), bound.regimes[0])
    point = dict(base.point)
    risk = _risk(bound, point)
    risks: list[dict[str, float]] = [{}] + ([{risk: r} for r in LARGE_RISKS if r > point[risk]] if risk is not None else [])
    found: dict[str, dict[str, Any]] = {}
    follow = _rule(bound, base)
    for moved in risks:
        for start in _with_least_n(bound, context, {**point, **moved}):
            here = _followed(start, follow)
            if here is not None and here != point and not outside(bound, context, here):
                found[_called(here, point, ("n", risk))] = here
    largest = max((here[risk] for here in found.values()), default=0.0) if risk is not None else 0.0
    kept = {name: here for name, here in found.items() if risk is None or here[risk] in (point[risk], largest)}
    if risk is not None and (inside := _inside(bound, context, list(kept.values()), point, risk)) is not None:
        beside = inside if follow is None else _followed({**point, "n": inside["n"], risk: inside[risk]}, follow)
        if beside is not None and not outside(bound, context, beside):
            kept[f"beside the corner: n = {beside['n']:g}, {risk} = {beside[risk]:g}"] = beside
    return tuple(Regime(name, base.experiment, here) for name, here in kept.items())


def _risk(bound: Upper, point: Mapping[str, Any]) -> str | None:
    """The name of the failure probability, where it is a letter of the point."""
    failure = getattr(bound, "failure", None)
    return failure.name if isinstance(failure, sympy.Symbol) and failure.name in point else None


def _rule(bound: Upper, base: Regime) -> Any:
    """What says which entries follow: of the regime, or of the search of its bound where that gives the regime's own point."""
    if base.follow is not None:
        return base.follow
    rule = getattr(bound, "follow", None)
    if rule is None:
        return None
    try:
        same = {**base.point, **rule(**base.point)} == dict(base.point)
    except Exception:  # made for the points of a search, and not for this one
        return None
    return rule if same else None


def _followed(point: dict[str, Any], rule: Any) -> dict[str, Any] | None:
    """A point with what follows from it; None where the rule has no answer."""
    if rule is None:
        return point
    try:
        return {**point, **rule(**point)}
    except (ArithmeticError, ValueError):
        return None


def _letters(context: Context, point: Mapping[str, Any]) -> list[str]:
    """The letters of a point of which is said for which values the statement is made: those that have a domain."""
    declared = {p.name for p in context.parameters if p.domain}
    return [name for name in sorted(numbers(point)) if name in declared]


def _of_the_bound(bound: Upper, context: Context) -> set[str]:
    """The letters that the tested side of a bound holds, abbreviations written out."""
    tested = bound.explicit if isinstance(bound, HighProbabilityBound) else bound.printed
    return {symbol.name for symbol in context.expand(sympy.sympify(tested)).free_symbols}


def _stops(name: str, bound: Upper, context: Context, point: Mapping[str, Any]) -> Iterator[float]:
    """Where a letter is tried by itself: the ends of its domain, or beyond what is typical where that has none."""
    here = point[name]
    if name == _risk(bound, point):
        if here > SMALL_RISK:
            yield SMALL_RISK
        return
    letter = next(p for p in context.parameters if p.name == name)
    if name == "n":  # the smallest is among the first corners
        yield FAR * here if isinstance(here, int) else float(FAR * here)
        return
    low, high = _ends(letter)
    seen = [regime.point[name] for regime in bound.regimes if name in numbers(regime.point)]
    first, last = (_end(end, t, here, letter) for end, t in zip((low, high), letter.typical, strict=True))
    if not math.isfinite(high[0]) and not letter.integer and min(seen) > 0:
        first, last = max(first, _short(min(seen) / BELOW)) if not low[1] else first, min(last, _short(max(seen) * BEYOND))
    middle = (low[0] + high[0]) / 2
    for stop in dict.fromkeys((first, last, *((middle,) if math.isfinite(middle) and not letter.integer else ()))):
        if stop != here:
            yield int(stop) if isinstance(here, int) and float(stop).is_integer() else stop


def _ends(letter: Letter) -> tuple[tuple[float, bool], tuple[float, bool]]:
    """The least and the largest value that conditions on a letter alone admit, each with whether it is one."""
    low, high = (-math.inf, False), (math.inf, False)
    for condition in letter.domain:
        for each in condition.args if isinstance(condition, sympy.And) else (condition,):
            if each.free_symbols != {letter.symbol} or getattr(each, "rel_op", "") not in ("<", "<=", ">", ">="):
                continue
            reached = each.rel_op in ("<=", ">=")
            if each.gts == letter.symbol and each.lts.is_number:
                low = max(low, (float(each.lts), reached), key=lambda end: (end[0], not end[1]))
            elif each.lts == letter.symbol and each.gts.is_number:
                high = min(high, (float(each.gts), reached), key=lambda end: (end[0], end[1]))
    return low, high


def _end(end: tuple[float, bool], typical: float, here: float, letter: Letter) -> float:
    """A value at an end of a domain, just before one that is not reached, or beyond what is typical."""
    at, reached = end
    if letter.integer:
        if math.isfinite(at):
            return int(at) if reached else int(at) + (1 if at < typical else -1)
        return max(here, round(min(BEYOND * typical, SMALL))) if at > 0 else min(here, round(max(BEYOND * typical, -SMALL)))
    if math.isfinite(at):
        return at if reached else _short(at + BEFORE_AN_END * (typical - at))
    away = abs(typical) * BEYOND or 1.0
    return _short(away if at > 0 else -away)


def _short(size: float) -> float:
    """To three digits, as someone would have written it."""
    return float(f"{size:.3g}")


def _moved_to(
    moved: Mapping[str, Any], bound: Upper, context: Context, base: Regime, follow: Any, known: Iterable[Regime]
) -> Regime | None:
    """The base with some letters moved as far as the conditions admit; None where that is nowhere, or a regime already."""
    start = dict(base.point)
    whole = {p.name for p in context.parameters if p.integer}
    for k in range(HALVINGS):
        put = {
            name: end if k == 0 else _between(start[name], end, k, name in whole or isinstance(end, int))
            for name, end in moved.items()
        }
        try:
            here = _followed(admitted(bound, context, {**start, **put}), follow)
        except (ValueError, ArithmeticError):
            continue
        if here is None or outside(bound, context, here) or not _has_values(bound, context, here):
            continue
        new = here != start and all(here != regime.point for regime in known)
        return Regime(_called(here, start, tuple(moved)), base.experiment, here) if new else None
    return None


def _between(start: float, end: float, k: int, whole: bool) -> float:
    """A value on the way to an end: the logarithms are halved where both are positive."""
    share = 0.5**k
    at = start * (end / start) ** share if start > 0 and end > 0 else start + share * (end - start)
    return round(at) if whole else _short(at)


def _called(here: Mapping[str, Any], start: Mapping[str, Any], first: Iterable[str | None]) -> str:
    """The name of a corner: what moved, in the order of `first`, and what followed."""
    names = dict.fromkeys((*first, *sorted(here)))
    told = [f"{name} = {here[name]:g}" for name in names if name is not None and name in here and here[name] != start.get(name)]
    return f"corner: {', '.join(told)}"


def _together(
    point: Mapping[str, Any], risk: str | None, stops: Mapping[str, list[float]], places: Mapping[str, Regime]
) -> Iterator[dict[str, Any]]:
    """A few letters at once: the smallest n with a small risk, and with the largest of each other count."""
    least = min((regime.point["n"] for regime in places.values() if "n" in point), default=None)
    if least is not None and risk is not None and stops.get(risk):
        yield {"n": least, risk: stops[risk][0]}
    for name, ends in stops.items():
        if name not in ("n", risk) and isinstance(point[name], int) and ends and least is not None:
            yield {"n": least, name: max(ends)}


def _repeats(context: Context, point: Mapping[str, Any], here: Mapping[str, Any], moved: list[str], risk: str | None) -> int:
    """A share of those of a regime where another letter than n and the risk moved, and fewer where a letter counts more."""
    share = 1 if set(moved) <= {"n", risk} else SHARE
    counts = [name for name, entry in numbers(point).items() if entry > 0 and (name == "n" or isinstance(entry, int))]
    times = math.prod(max(1.0, here[name] / point[name]) for name in counts)
    return min(context.budget.repeats, max(FEWEST, round(context.budget.repeats / share / times)))


def _taken(bound: Upper, context: Context, base: Regime, stops: Mapping[str, list[float]]) -> dict[str, bool]:
    """Whether the errors change with a letter on the same random numbers; nothing of a letter where that cannot be told.

    A letter that a simulation does not take is a property of what it draws, which nobody moves by naming another value.
    """
    point = base.point
    asked: dict[tuple[str, int], dict[str, Any]] = {}
    for name in sorted(numbers(point)):
        here = point[name]
        nearby = 2 * here if name == "n" else here + 1 if isinstance(here, int) else here * 1.125
        tried = [nearby] if here else []
        tried += [stop for stop in stops.get(name, ()) if name != "n"] if here or name in stops else [1]
        asked |= {(name, i): {**point, name: at} for i, at in enumerate(tried or [1])}
    repeats, stream = min(PROBES, context.budget.repeats), f"taken: {base.name}"
    cells = {"": cell(context, "taken", base.experiment, point, repeats, stream)}
    cells |= {
        f"{name}: {i}": cell(context, f"taken: {name}: {i}", base.experiment, at, repeats, stream)
        for (name, i), at in asked.items()
    }
    results = context.run(list(cells.values()))
    samples = {name: sample_of(results[c]) for name, c in cells.items()}
    plain, found = samples[""], {}
    for name, i in asked:
        sample = samples[f"{name}: {i}"]
        if sample.failures or plain.failures:
            continue
        if not np.array_equal(sample.error, plain.error, equal_nan=True):
            found[name] = True
        elif len(np.unique(plain.error)) > 1:
            found.setdefault(name, False)
    return found


def _kept(
    bound: Upper, context: Context, point: Mapping[str, Any], moved: list[str], risk: str | None, takes: Mapping[str, bool]
) -> dict[str, float]:
    """Letters of the bound that may belong to what was moved, and stayed.

    That the number of data or the risk moves changes no entry which the simulation is handed; what it draws may depend on n,
    and what the bound says of that with it. Whether anything follows from another letter nobody has said.
    """
    rest = {name: point[name] for name in sorted(_of_the_bound(bound, context) & numbers(point).keys())}
    rest = {name: entry for name, entry in rest.items() if name not in (*moved, "n", risk)}
    if set(moved) <= {risk} and takes.get(str(risk)) is False:
        return {}
    if set(moved) <= {"n", risk}:
        return {name: entry for name, entry in rest.items() if takes.get(name) is not True}
    return rest


def _undeclared(
    context: Context, point: Mapping[str, Any], moved: list[str], takes: Mapping[str, bool]
) -> dict[str, float]:
    """Entries without a domain that the simulation takes, as a penalty that is tuned to n or a number of groups tuned to the risk.

    Of a letter with a domain the statement says for which values it is made; of such an entry nobody has said what it goes with.
    """
    declared = set(_letters(context, point))
    rest = sorted(numbers(point).keys() - declared - {"n", *moved})
    return {name: point[name] for name in rest if takes.get(name) is not False}


def outside(bound: Upper, context: Context, point: Mapping[str, Any]) -> bool:
    """Whether a point breaks the conditions of the bound or the domain of a parameter."""
    stated = (*bound.given, *(condition for p in context.parameters for condition in p.domain))
    return bool(broken(stated, point, context.definitions))


def _has_values(bound: Upper, context: Context, point: Mapping[str, Any]) -> bool:
    """Whether the formulas of a bound have a number at a point."""
    names = ("explicit", "printed", "trivial", "ceiling", "failure", "second_moment")
    sides = {name: side for name in names if (side := getattr(bound, name, None)) is not None}
    try:
        found = {name: value(context, side, point) for name, side in sides.items()}
    except (ValueError, ArithmeticError, TypeError):
        return False
    return all(map(math.isfinite, found.values())) and all(found.get(name, 1.0) > 0 for name in ("trivial", "ceiling"))


def _inside(
    bound: Upper, context: Context, corners: list[dict[str, Any]], point: Mapping[str, Any], risk: str
) -> dict[str, Any] | None:
    """A point beside the corner at which both n and the risk have moved; None without one, or where it lies outside."""
    last = next((here for here in reversed(corners) if here.get("n") != point.get("n") and here[risk] != point[risk]), None)
    if last is None:
        return None
    beside = {**last, "n": last["n"] + 1, risk: round(INSIDE * last[risk], 12)}
    return None if beside[risk] <= point[risk] or outside(bound, context, beside) else beside


def _with_least_n(bound: Upper, context: Context, point: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The point itself, and with the least n that the domain and the conditions admit."""
    yield point
    parameter = next((p for p in context.parameters if p.name == "n" and p.domain), None)
    if parameter is None or not isinstance(point.get("n"), int | float):
        return
    domain = [context.expand(condition) for condition in parameter.domain]
    least = next((k for k in range(1, 1001) if not broken(domain, {**point, "n": k})), None)
    for condition in bound.given:
        here = context.expand(condition)
        if least is not None and isinstance(here, sympy.Ge) and here.lhs.is_Symbol and here.lhs.name == "n":
            try:
                least = max(least, math.ceil(number(here.rhs, {k: v for k, v in point.items() if not isinstance(v, str)})))
            except (ValueError, OverflowError):
                return
    if least is not None and least < min(point["n"], MOST):
        yield admitted(bound, context, {**point, "n": least})
