"""A tall factor stands beside its fraction, not in it: no fraction within a fraction where a product will do."""

from __future__ import annotations

import re

from boundcheck.report.text.fractions import CALL, arguments, flattened

RAISED = re.compile(r"\^\([^()]*(?:\([^()]*\)[^()]*)*\)")  # exponents have slashes already
NAME = re.compile(r"[A-Za-z][A-Za-z0-9.]*")
NUMERAL = re.compile(r"\d+(?:\.\d+)?")
# what takes an argument that stands behind it without brackets, or is no quantity
OPEN = frozenset("ln log exp sum product min max sup inf EE PP integral lim dot times in and or quad arg".split())
LONG = 140  # characters of a sum that still fits into brackets


def factored(source: str) -> str:
    """The same formula; of ``frac(a (b + frac(c, d)), e)`` it is ``frac(a, e) (b + frac(c, d))``.

    Parameters
    ----------
    source : str
        Typst. What is not plainly a product, or a sum of products, over something stays as it is.
    """
    made, place = [], 0
    while place < len(source):
        if source[place] == '"':
            end = source.find('"', place + 1) + 1 or len(source)
            made.append(source[place:end])
        elif _begins(source, place):
            end, sides = arguments(source, place + len(CALL))
            whole = source[place:end]
            shown = _fraction(sides, whole, alone=_alone(source, place, end)) if len(sides) == 2 else whole
            bound = source[end : end + 1] in tuple("^_'\\/") or source[:place].endswith("/")  # to what stands beside it
            made.append(whole if bound else shown)
        else:
            end = place + 1
            made.append(source[place])
        place = end
    return "".join(made)


def _fraction(sides: list[str], whole: str, *, alone: bool) -> str:
    above, below = (side.strip() for side in sides)
    if not _tall(above) or _tall(below):
        return whole
    terms = _terms(above)
    if len(terms) == 1:
        return _product(above, below) or whole
    if len(above) <= LONG:
        return f"frac(1, {below}) ({factored(above)})"
    each = [_product(term, below) or f"frac({term}, {below})" for _, term in terms]
    if not alone:
        return f"frac(1, {below}) ({factored(above)})"
    return " ".join(f"{sign} {term}".strip() for (sign, _), term in zip(terms, each, strict=True))


def _product(above: str, below: str) -> str:
    """A product over something, its tall factors behind it; empty where it is not plainly a product."""
    parts = _factors(above)
    if parts is None:
        return ""
    upper, lower, behind = [], [below], []
    parts, own = _opened(parts)
    lower = [*own, *lower]
    for part in parts:
        inner = arguments(part, len(CALL)) if _begins(part, 0) else (0, [])
        if inner[0] == len(part) and len(inner[1]) == 2 and not any(map(_tall, inner[1])):
            upper += [] if inner[1][0].strip() == "1" else [_bound(inner[1][0].strip())]
            lower.insert(0, _bound(inner[1][1].strip()))
        elif _tall(part):
            behind.append(factored(part))
        else:
            upper.append(part)
    lower = [_bound(part) for part in lower] if len(lower) > 1 else lower
    upper = [_bare(upper[0])] if len(upper) == 1 else upper
    return " ".join([f"frac({' '.join(upper) or '1'}, {' '.join(lower)})", *behind])


def _opened(parts: list[str]) -> tuple[list[str], list[str]]:
    """Factors, in place of a fraction of which the upper side is tall: those of that side, and the lower sides."""
    opened, lower = [], []
    for part in parts:
        end, sides = arguments(part, len(CALL)) if _begins(part, 0) else (0, [])
        inner = _factors(sides[0].strip()) if end == len(part) and len(sides) == 2 and not _tall(sides[1]) else None
        if inner is not None and _tall(sides[0]):
            opened += inner
            lower.append(_bound(sides[1].strip()))
        else:
            opened.append(part)
    return opened, lower


def _factors(source: str) -> list[str] | None:
    """What a product consists of; None where a part is not plainly a factor."""
    found, place = [], 0
    while place < len(source):
        if source[place] == " ":
            place += 1
            continue
        end = _factor(source, place)
        if end is None:
            return None
        found.append(source[place:end])
        place = end
    return found or None


def _factor(source: str, place: int) -> int | None:
    """Where the factor that begins at `place` ends."""
    end = _piece(source, place)
    while end is not None and end < len(source) and source[end] in "_^'":
        end = end + 1 if source[end] == "'" else _piece(source, end + 1)
    return end if end is None or end == len(source) or source[end] == " " else None


def _piece(source: str, place: int) -> int | None:
    if named := NAME.match(source, place):
        if source[named.end() : named.end() + 1] == "(":
            return arguments(source, named.end() + 1)[0]
        return None if named[0] in OPEN else named.end()
    if counted := NUMERAL.match(source, place):
        return counted.end()
    if source[place : place + 1] == "(":
        return arguments(source, place + 1)[0]
    if source[place : place + 1] == '"':
        return source.find('"', place + 1) + 1 or None
    return None


def _terms(source: str) -> list[tuple[str, str]]:
    """Signs and terms of a sum."""
    found, level, sign, begun = [], 0, "", 0
    for place, character in enumerate(source):
        level += (character in "([{") - (character in ")]}")
        if not level and character in "+-" and source[:place].strip() and source[place - 1 : place] == " ":
            found.append((sign, source[begun:place].strip()))
            sign, begun = character, place + 1
    return [*found, (sign, source[begun:].strip())]


def _bound(source: str) -> str:
    """In brackets if it is a sum."""
    return f"({source})" if len(_terms(source)) > 1 or source.startswith("-") else source


def _begins(source: str, place: int) -> bool:
    return source.startswith(CALL, place) and not (place and (source[place - 1].isalnum() or source[place - 1] in "._^"))


def _alone(source: str, place: int, end: int) -> bool:
    """Whether a fraction is a term of its own: a sum may stand in its place."""
    before, after = source[:place].rstrip(), source[end:].lstrip()
    free = not before or before.endswith(("+", "=", "(", ","))
    return free and (not after or after.startswith(("+", "- ", ")", ",")))


def _tall(source: str) -> bool:
    """Whether a fraction stays one where the source stands within another."""
    return "frac(" in source and CALL in RAISED.sub("", flattened(source, 1))


def _bare(source: str) -> str:
    """Without the brackets around all of it."""
    return source[1:-1] if source.startswith("(") and arguments(source, 1)[0] == len(source) else source
