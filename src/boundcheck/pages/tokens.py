r"""LaTeX mathematics as tokens with their places, and the one way in which something is refused.

Nothing is expanded: a page has no macros, so that a sign means what it prints. Braces that print nothing stay as tokens here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

LONGEST = 4000  # characters of a formula
DEEPEST = 40  # groups and brackets inside one another
DIGITS = 40  # of one number
SPACES = frozenset(
    r"\, \; \: \! \  ~ \displaystyle \textstyle \limits \nolimits \nonumber \notag \thinspace \/".split()
) | {"\\ "}
HALVES = frozenset({"\\frac", "\\dfrac", "\\tfrac"})
WIDE = frozenset({"\\quad", "\\qquad"})


class InFile(int):
    """A line of a source with others put in: counted through all of them, printed as that of its own file."""

    file: str
    own: int

    def __new__(cls, count: int, file: str, own: int) -> InFile:
        """The line `own` of a file, which is the `count`-th of all."""
        self = super().__new__(cls, count)
        self.file, self.own = file, own
        return self

    def __add__(self, more: int) -> InFile:
        return InFile(int(self) + more, self.file, self.own + more)

    def __str__(self) -> str:
        return f"{self.own} of {self.file}" if self.file else str(self.own)

    def __format__(self, how: str) -> str:
        return format(str(self), f">{how}" if how.isdigit() else how)


@dataclass(frozen=True, slots=True)
class Place:
    """Line and column of a file, both from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Token:
    r"""One piece of print: ``word`` is ``\le`` and the like, ``number`` digits, ``sign`` any other character."""

    kind: str
    text: str
    at: Place
    gap: bool = False  # whether a blank stands before it


class Refused(ValueError):
    """What is written is not read: why, where, how it could be read, and what settles it."""

    def __init__(self, rule: str, at: Place | None, readings: Sequence[str] = (), way_out: str = "") -> None:
        self.rule, self.at, self.readings, self.way_out = rule, at, tuple(readings), way_out
        super().__init__(self.line)

    @property
    def line(self) -> str:
        """All of it but the place, in one line."""
        ways = f"; it could be read as {' or as '.join(self.readings)}" if self.readings else ""
        return f"{self.rule}{ways}{f'; {self.way_out}' if self.way_out else ''}"


_NUMBER = re.compile(r"[0-9]+(?:\{,\}[0-9]{3})*(?:\.[0-9]+)?")
_WORD = re.compile(r"\\(?:[A-Za-z]+|[^A-Za-z])", re.DOTALL)


def tokens(source: str, at: Place = Place(1, 1)) -> list[Token]:
    r"""The tokens of a formula that begins at a place of a file.

    Parameters
    ----------
    source : str
        LaTeX, without dollars around it.
    at : Place
        Where its first character stands.

    Raises
    ------
    Refused
        It is too long, or holds a character that no formula has.
    """
    if len(source) > LONGEST:
        raise Refused(f"a formula of {len(source):,} characters; {LONGEST:,} are read at most", at, way_out="split it")
    made: list[Token] = []
    line, start, i, gap, depth = at.line, 1 - at.column, 0, False, 0
    while i < len(source):
        char, here = source[i], Place(line, i - start + 1)
        if char == "\n":
            line, start, gap, i = line + 1, i + 1, True, i + 1
        elif char in " \t\r":
            gap, i = True, i + 1
        elif char == "%":
            end = source.find("\n", i)
            i = len(source) if end < 0 else end
        else:
            kind, text = _next(source, i, here)
            depth += (text == "{") - (text == "}")
            if depth > DEEPEST:
                raise Refused(f"braces more than {DEEPEST} deep", here, way_out="split the formula")
            if kind == "number" and len(text) == 2 and made and made[-1].text in HALVES and text.isdigit():  # \\frac12
                made += [Token(kind, text[0], here, gap), Token(kind, text[1], Place(line, here.column + 1))]
            else:
                made.append(Token(kind, text, here, gap))
            i, gap = i + len(text), False
            if text.endswith("\n"):
                line, start = line + 1, i
    return made


def _next(source: str, i: int, here: Place) -> tuple[str, str]:
    """Kind and text of the token that begins at a character."""
    char = source[i]
    if char == "\\":
        found = _WORD.match(source, i)
        if found is None:
            raise Refused("a backslash at the end", here, way_out="delete it")
        if not found[0].isascii():
            raise Refused(f"{found[0]!r} is no command", here, way_out="write it in LaTeX")
        return "word", found[0]
    if char.isascii() and char.isdigit():
        found = _NUMBER.match(source, i)
        assert found is not None
        if len(found[0]) > DIGITS:
            raise Refused(
                f"a number of {len(found[0])} characters; {DIGITS} are read at most", here, way_out="write a power"
            )
        return "number", found[0]
    if not char.isascii() or not char.isprintable():
        raise Refused(
            f"the character {char!r} (U+{ord(char):04X}) is no LaTeX", here, way_out=r"write it as a command, as \le"
        )
    return "sign", char


def printed(found: Sequence[Token]) -> str:
    """Tokens as a text again."""
    return "".join((" " if token.gap and k else "") + token.text for k, token in enumerate(found))


def group(found: Sequence[Token], i: int, of: Token) -> tuple[list[Token], int]:
    """The tokens of the braces, or the one token, that begin at `i`, and what stands behind; `of` is the command it belongs to."""
    if i >= len(found):
        raise Refused(f"{of.text} lacks an argument", of.at, way_out="write it in braces")
    if found[i].text != "{":
        if found[i].text in ("}", "^", "_", "&", "\\\\") or (found[i].kind == "number" and len(found[i].text) > 1):
            raise Refused(
                f"{found[i].text!r} as the argument of {of.text}", found[i].at, way_out="write the argument in braces"
            )
        return [found[i]], i + 1
    depth = 0
    for j in range(i, len(found)):
        depth += (found[j].text == "{") - (found[j].text == "}")
        if depth == 0:
            return list(found[i + 1 : j]), j + 1
    raise Refused("a brace is not closed", found[i].at, way_out="close it")
