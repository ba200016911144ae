"""Proof objects with one thing changed, and points that would show that a sequent which the checker accepts is false."""

from __future__ import annotations

import copy
import random
from fractions import Fraction
from typing import Any

from boundcheck import checker

RELATIONS = (">=", ">", "==", "!=")


def places(thing: Any, path: tuple = ()) -> list[tuple]:
    """Return the paths of everything in an object that is no list and no dictionary."""
    if isinstance(thing, dict):
        return [p for key, item in thing.items() for p in places(item, (*path, key))]
    if isinstance(thing, list):
        return [p for i, item in enumerate(thing) for p in places(item, (*path, i))]
    return [path]


def at(thing: Any, path: tuple) -> Any:
    for key in path:
        thing = thing[key]
    return thing


def mutated(data: dict, rng: random.Random) -> dict:
    """Return an object with another entry of the same kind, or without a premise or hypothesis, or with two exchanged."""
    data = copy.deepcopy(data)
    if rng.random() < 0.2:
        lists = [p for p in {q[:i] for q in places(data) for i in range(1, len(q))} if isinstance(at(data, p), list)]
        chosen = at(data, rng.choice(sorted(lists, key=str)))
        if chosen and rng.random() < 0.5:
            del chosen[rng.randrange(len(chosen))]
        elif len(chosen) > 1:
            i, j = rng.sample(range(len(chosen)), 2)
            chosen[i], chosen[j] = chosen[j], chosen[i]
        return data
    path = rng.choice(places(data))
    inside, key = at(data, path[:-1]), path[-1]
    inside[key] = other(inside[key], data, rng)
    return data


def other(value: Any, data: dict, rng: random.Random) -> Any:
    """Return another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.randrange(len(data["terms"])) if rng.random() < 0.7 else value + rng.choice((-1, 1))
    if value in RELATIONS:
        return rng.choice(RELATIONS)
    if value in checker.RULES:
        return rng.choice(sorted(checker.RULES))
    if value in ("+", "*", "exp", "log", "abs", "min", "max", "^"):
        return rng.choice(("+", "*", "exp", "log", "abs", "min", "max", "^"))
    try:
        number = Fraction(value)
    except ValueError:
        letters = [row[1] for row in data["terms"] if row[0] == "x"]
        return rng.choice([*letters, value[:-1], value + value[-1:]]) if letters else value[:-1]
    return str(rng.choice((-number, number + 1, number - 1, number * 2, number / 2, Fraction(0), Fraction(1))))


def accepted(data: dict, whole: frozenset[str]) -> list[checker.Node]:
    """Return the sequents of an object that the checker accepts with nothing left to a solver."""
    found: list[checker.Node] = []
    try:
        terms = checker.read_terms(data["terms"])
    except REFUSALS:
        return found
    for each in data["goals"]:
        try:
            found += _accepted(checker.Node(each, terms), whole)
        except REFUSALS:
            continue
    return found


REFUSALS = (
    checker.Wrong,
    checker.Unsure,
    checker.Undefined,
    KeyError,
    TypeError,
    ValueError,
    IndexError,
    ArithmeticError,
    AttributeError,
    RecursionError,
)


def _accepted(node: checker.Node, whole: frozenset[str]) -> list[checker.Node]:
    # above rules that move letters the letters may be no integers any more: looked at as reals, which is more
    found = [n for child in node.then for n in _accepted(child, frozenset())]
    try:
        if not checker.check(node, whole):
            found.append(node)
    except REFUSALS:
        pass
    return found


def failing_point(node: checker.Node, whole: frozenset[str], rng: random.Random, tries: int = 60) -> dict | None:
    """Return a rational point at which the hypotheses certainly hold and the claim certainly does not."""
    names = sorted(frozenset().union(*(checker.letters(t) for _, t in (*node.given, node.claim))))
    zero = checker.number(0)
    for _ in range(tries):
        point = {name: _value(rng, name in whole) for name in names}
        try:
            claim = checker.holds((node.claim[0], node.claim[1], zero), point, whole)
            if claim is False and all(checker.holds((r, t, zero), point, whole) is True for r, t in node.given):
                return point
        except (checker.Undefined, checker.Unsure, checker.Wrong, OverflowError):
            continue
    return None


def _value(rng: random.Random, whole: bool) -> Fraction:
    if whole:
        return Fraction(rng.choice((0, 1, 1, 2, 2, 3, 4, 5, 8, 20, -1)))
    kind = rng.random()
    if kind < 0.3:
        return Fraction(rng.randrange(0, 17), 16)
    if kind < 0.6:
        return Fraction(rng.randrange(-24, 49), rng.choice((1, 2, 4, 8)))
    if kind < 0.8:
        return Fraction(rng.choice((0, 1, -1, 2, 3)))
    return Fraction(rng.randrange(1, 400), rng.choice((1, 7, 400)))
