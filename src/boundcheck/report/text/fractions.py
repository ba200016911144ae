"""Fractions within fractions, set with a slash: nothing in a display becomes too small to be read."""

from __future__ import annotations

import re

SHORT, SMALL = 14, 8  # characters of both sides of a fraction that stands within one other: of the source, as seen
DRESSED = re.compile(r"\b(?:cal|hat|tilde|overline|bb)\(([^()]*)\)")  # one letter
NAME = re.compile(r"[A-Za-z.]{3,}")
CALL = "frac("
ENDS = re.compile(r"\s*(?:[-+,)\]}=<>|&^]|\\[)\]]|(?:quad|plus\.minus|dot|and|or|in|prec\.eq|approx|arrow\.r)\b)")  # of a product
SUMS = frozenset("+-")
OF = re.compile(r"(?<![\w.])(?:ln|log|exp|sinh?|cosh?|tanh?|coth)\s*(?:\^(?:\w|\([^()]*\)))?\s*$")  # a function of what follows


def flattened(source: str, depth: int = 0) -> str:
    """The same formula; a fraction two levels deep, or a short one within another, or one in an exponent, has a slash.

    Parameters
    ----------
    source : str
        Typst.
    depth : int
        Of fractions and exponents around it.
    """
    made, place = [], 0
    while place < len(source):
        if source[place] == '"':
            end = source.find('"', place + 1) + 1 or len(source)
            made.append(source[place:end])
        elif source.startswith(CALL, place) and not (
            place and (source[place - 1].isalnum() or source[place - 1] in "._")
        ):
            end, sides = arguments(source, place + len(CALL))
            of = bool(OF.search(source[:place]))
            made.append(_fraction(sides[0], sides[1], depth, of=of) if len(sides) == 2 else source[place:end])
        elif source.startswith("^(", place):
            end, sides = arguments(source, place + 2)
            made.append(f"^({', '.join(flattened(side, max(depth, 2)) for side in sides)})")
        else:
            end = place + 1
            made.append(source[place])
        place = end
    return "".join(made)


def in_line(source: str) -> str:
    """The same formula within a line of text: a fraction has a slash, and brackets where a factor follows.

    One that a function is taken of has brackets too: the logarithm of a quotient is no quotient.
    """
    made, place = [], 0
    while place < len(source):
        end = place + 1
        if source[place] == '"':
            end = source.find('"', place + 1) + 1 or len(source)
        elif source.startswith(CALL, place) and not (place and (source[place - 1].isalnum() or source[place - 1] in "._")):
            end, sides = arguments(source, place + len(CALL))
            if len(sides) == 2:
                sides = [in_line(side.strip()) for side in sides]
                slashed = _slashed(*sides)
                if OF.search(source[:place]):
                    made.append(f"({slashed})")
                elif _ends(source[end:]):
                    made.append(slashed)
                else:  # numbers, as 1/2, are large enough to be read
                    numbers = all(side.isdigit() for side in sides)
                    made.append(f"frac({', '.join(sides)})" if numbers else f"({slashed})")
                place = end
                continue
        made.append(source[place:end])
        place = end
    return "".join(made)


def _ends(rest: str) -> bool:
    """Whether a product ends where `rest` begins."""
    return not rest.strip() or bool(ENDS.match(rest))


def _slashed(top: str, bottom: str) -> str:
    top = f"({top})" if _terms(top, SUMS) else top
    loose = _terms(bottom, SUMS) or " " in _outside(bottom).strip() or "\\/" in _outside(bottom)
    return f"{top} \\/ {f'({bottom})' if loose else bottom}"


def _fraction(above: str, below: str, depth: int, *, of: bool) -> str:
    top, bottom = (flattened(side.strip(), depth + 1) for side in (above, below))
    if depth >= 2 or (depth == 1 and _short(top, bottom)):
        return f"({_slashed(top, bottom)})" if of else _slashed(top, bottom)
    return f"frac({top}, {bottom})"


def _short(top: str, bottom: str) -> bool:
    both = top + bottom
    seen = NAME.sub("x", DRESSED.sub(r"\1", both)).replace(" ", "").replace("\\", "")
    return len(both) <= SHORT or (len(seen) <= SMALL and "^" not in both and CALL not in both)


def arguments(source: str, start: int) -> tuple[int, list[str]]:
    """Where a call ends whose arguments begin at `start`, and its arguments."""
    sides: list[str] = []
    level, begun, place = 1, start, start
    while place < len(source):
        sign = source[place]
        if sign == "\\":
            place += 2
            continue
        if sign == '"':
            place = source.find('"', place + 1) + 1 or len(source)
            continue
        level += (sign in "([{") - (sign in ")]}")
        if level == 0:
            return place + 1, [*sides, source[begun:place]]
        if sign == "," and level == 1:
            sides.append(source[begun:place])
            begun = place + 1
        place += 1
    return len(source), []


def _outside(source: str) -> str:
    """What stands within no bracket."""
    kept, level = [], 0
    for sign in source:
        level += sign in "([{"
        if not level:
            kept.append(sign)
        level -= sign in ")]}"
    return "".join(kept)


def _terms(source: str, signs: frozenset[str]) -> bool:
    return any(sign in signs for sign in _outside(source))
