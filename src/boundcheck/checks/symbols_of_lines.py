"""The symbols of a line as it is shown, and whether two lines differ by one of them; `boundcheck.checks.mending` has the rules."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

LONGEST_RUN = 3  # symbols

_TOKEN = re.compile(r'"[^"]*"|[A-Za-z][A-Za-z.]*|\d+|<=|>=|<<|>>|!=|=>|->|==|\S')
_MARKS = ("_", "^", "'")
_SILENT = frozenset({"quad", "dot", "\\", "lr", "frac", "(", ")", "[", "]", "{", "}"})


def symbols(line: str) -> list[str]:
    """The symbols of a line in Typst, each with its scripts, without brackets."""
    tokens = [token for token in _TOKEN.findall(line.replace("\\/", "/")) if token != "\\"]
    found: list[str] = []
    place = 0
    while place < len(tokens):
        token, deeper = "", list[str]()
        if tokens[place] not in _MARKS:
            token, place = tokens[place], place + 1
            if token in _SILENT:
                continue
        elif found:  # behind a bracket: of the last symbol inside
            token = found.pop()
        while place < len(tokens) and tokens[place] in _MARKS:
            script, place = _script(tokens, place)
            inside = symbols(script[1:]) if script.startswith("^") else []
            if len(inside) > LONGEST_RUN:  # a formula of its own
                deeper += inside
            else:
                token += script
        found += ["=" if token == "==" else token, *deeper]
    return found


def _script(tokens: list[str], place: int) -> tuple[str, int]:
    """A prime, or a mark with what it puts up or down; and the place behind it."""
    mark, place = tokens[place], place + 1
    if mark == "'" or place == len(tokens):
        return mark, place
    start, depth = place, 0
    while place < len(tokens):
        depth += {"(": 1, ")": -1}.get(tokens[place], 0)
        place += 1
        if depth == 0:
            break
    return mark + "".join(tokens[start:place]), place


def one_symbol(one: list[str], other: list[str]) -> bool:
    """Whether one run of at most three symbols makes the difference, or one exchange of such runs wherever they differ."""
    if _a_side_is_another(one, other):
        return False
    found = [(one[i:j], other[k:m]) for op, i, j, k, m in _matched(one, other).get_opcodes() if op != "equal"]
    if max((len(run) for pair in found for run in pair), default=LONGEST_RUN + 1) > LONGEST_RUN:
        return False
    return len(found) == 1 or all(pair == found[0] for pair in found) or _one_exchange(found)


def _a_side_is_another(one: list[str], other: list[str]) -> bool:
    """Whether on one side of the first relation nothing is left of it, where it had more than a symbol."""
    for mine, theirs in zip(_parts(one), _parts(other), strict=False):
        if max(len(mine), len(theirs)) > 1 and not set(mine) & set(theirs):
            return True
    return False


def _parts(line: list[str]) -> tuple[list[str], ...]:
    place = next((i for i, symbol in enumerate(line) if symbol in ("<=", "<", "=", ">=", ">", "lt.tilde")), len(line))
    return line[:place], line[place + 1 :]


def _one_exchange(found: list[tuple[list[str], list[str]]]) -> bool:
    """Whether symbols lose the same letter to another, under the same scripts, or the same script, on the same letters."""
    if any(len(gone) != 1 or len(come) != 1 for gone, come in found):
        return False
    parts = [(_parted(gone[0]), _parted(come[0])) for gone, come in found]
    letters, scripts = ({(a[k], b[k]) for a, b in parts} for k in (0, 1))
    return (len(letters) == 1 and all(a[1] == b[1] for a, b in parts)) or (
        len(scripts) == 1 and all(a[0] == b[0] for a, b in parts)
    )


def _parted(symbol: str) -> tuple[str, str]:
    """A letter and its scripts."""
    place = min((symbol.find(mark) for mark in _MARKS if mark in symbol), default=len(symbol))
    return symbol[:place], symbol[place:]


def other_brackets(one: str, other: str) -> bool:
    """Whether two lines have the same symbols, and other brackets around them."""
    return symbols(one) == symbols(other) and "".join(one.split()) != "".join(other.split())


def _matched(one: list[str], other: list[str]) -> SequenceMatcher[str]:
    return SequenceMatcher(None, one, other, autojunk=False)


def shared(one: list[str], other: list[str]) -> float:
    return _matched(one, other).ratio()
