"""A display of a claim, read by the grammar of pages: its formula, the conditions behind it; or nothing, where print is not plain.

The letters are those of the claim, by their prints; a print that is no single letter is looked for as it stands. What the
grammar refuses, since it could be read in two ways or says more than a formula, is not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import sympy

from boundcheck.pages import reading
from boundcheck.pages.formulas import CONSTANTS, evaluated
from boundcheck.pages.letters import Letter, Letters, form_of
from boundcheck.pages.tokens import SPACES, WIDE, Place, Refused, Token, tokens
from boundcheck.pages.trees import NUMBER, Fact, Tree
from boundcheck.symbolic.latex import letter as printed

Related = tuple[sympy.Expr, str, sympy.Expr]
HERE = Place(1, 1)
_SAID = {"\\approx": "=", "\\asymp": "=", "\\propto": "=", "\\sim": "="}  # where near is enough
_JOINS = frozenset({"and", "if", "for", "where"})
_SIZES = reading.LEFT | reading.RIGHT | reading.SIZED


def relation(
    display: str, names: Mapping[str, str], *, near: bool = False, events: Iterable[str] = ()
) -> Related | None:
    r"""Both sides of a display and the relation between them, up to the first pause; None where it is not read.

    Parameters
    ----------
    display : str
        LaTeX.
    names : mapping of str to str
        LaTeX of each letter by its name, empty where the name says it.
    near : bool
        Whether a relation such as ``\approx`` is an equation.
    events : iterable of str
        Names that stand for the probabilities of the display, in their order.

    Returns
    -------
    read : tuple of (Expr, str, Expr), optional
        The relation is ``"<="``, ``"<"`` or ``"=="``; sides of one that is written the other way round are exchanged.
    """
    found = _tokens(display, events)
    if near:
        found = [
            replace(token, kind="sign", text=_SAID[token.text]) if token.text in _SAID else token for token in found
        ]
    return _related(_pieces(found)[0], _Known.of({**names, **dict.fromkeys(events, "")})) if found else None


def conditions(display: str, names: Mapping[str, str]) -> list[Related | None]:
    """What stands behind the first pause of a display, one by one; None for each that is not read."""
    known = _Known.of(names)
    return [_related(piece, known) for piece in _pieces(_tokens(display, ()))[1:]]


def quantity(display: str, names: Mapping[str, str]) -> sympy.Expr | None:
    """A display without a relation, which states nothing; None where it is not read."""
    known = _Known.of(names)
    try:
        return known.expression(reading.formula_of(known.put(_tokens(display, ())), known.letters, HERE))
    except (Refused, _NoExpressionError):
        return None


def _tokens(display: str, events: Iterable[str]) -> list[Token]:
    """The tokens of a display, with a letter of such a name in place of each probability."""
    try:
        found = reading.stripped(tokens(display))
    except Refused:
        return []
    left = list(events)
    made: list[Token] = []
    i = 0
    while i < len(found):
        if left and [token.text for token in found[i : i + 4]] == ["\\mathbb", "{", "P", "}"]:
            start = i + 4
            while start < len(found) and found[start].text in _SIZES:
                start += 1
            if end := _closed(found, start):
                made += tokens(printed(left.pop(0)), found[i].at)
                i = end
                continue
        made.append(found[i])
        i += 1
    return made


def _closed(found: Sequence[Token], start: int) -> int:
    """Where the bracket that begins at a place is closed, and one further; 0 where none begins or it stays open."""
    depth = 0
    for k in range(start, len(found)):
        depth += (found[k].text in reading.OPEN) - (found[k].text in reading.CLOSE)
        if depth == 0:
            return k + 1 if k > start else 0
    return 0


def _pieces(found: list[Token]) -> list[list[Token]]:
    """A display up to its first pause, and what stands behind it, without the commas and words between."""
    made: list[list[Token]] = [[]]
    behind, depth, i = False, 0, 0
    while i < len(found):
        token = found[i]
        depth += (token.text in reading.OPEN or token.text == "{") - (token.text in reading.CLOSE or token.text == "}")
        word = reading.upright(found, i) if not depth else None
        if not depth and token.text in WIDE:
            behind = True
            made.append([])
        elif behind and word is not None and word[0] in _JOINS:
            made.append([])
            i = word[1] - 1
        elif behind and not depth and token.text in (",", "\\wedge"):
            made.append([])
        else:
            made[-1].append(token)
        i += 1
    kept = [made[0], *(piece for piece in made[1:] if reading.stripped(list(piece)))]
    pieces = [reading.stripped(list(piece)) for piece in kept]
    last = [token for token in pieces[-1] if token.text not in _SIZES]
    if len(pieces) > 1 and last and last[0].text == "(" and _closed(last, 0) == len(last):
        pieces[-1:] = [last[1:-1]]
    return pieces


def _related(found: list[Token], known: _Known) -> Related | None:
    after = [*(token.text for token in found[1:]), ""]
    plain = [token for token, behind in zip(found, after, strict=False) if (token.text, behind) != (":", "=")]
    try:
        facts: list[Fact] = reading.chain(known.put(plain), known.letters, HERE) if plain else []
        if len(facts) != 1 or facts[0].left.shape != NUMBER:
            return None
        sides = [known.expression(side) for side in (facts[0].left, facts[0].right)]
    except (Refused, _NoExpressionError):
        return None
    if facts[0].relation not in ("<=", "<", "==") or any(side.has(sympy.zoo, sympy.nan, sympy.I) for side in sides):
        return None
    return sides[0], facts[0].relation, sides[1]


class _NoExpressionError(ValueError):
    pass


class _Known:
    """The letters of a claim as the grammar has them, and the names that they stand for."""

    def __init__(self, names: tuple[tuple[str, str], ...]) -> None:
        self.letters, self.names = Letters(), dict[str, str]()
        self.runs: list[tuple[tuple[str, ...], list[Token]]] = []
        for name, shown in names:
            source = shown or printed(name)
            try:
                form = form_of(source, HERE)
            except Refused:
                form = f"\\mathrm{{letter{_in_words(len(self.runs))}}}"
                self._run(source, form)
            if form not in self.names:
                self.letters.add(
                    Letter(form, "integer", "", HERE)
                )  # so that sums may end there; what it is the claim says
                self.names[form] = name
        for form in CONSTANTS.keys() - self.names.keys():
            self.letters.add(Letter(form, "constant", "", HERE))
        self.runs.sort(key=lambda run: -len(run[0]))

    @staticmethod
    def of(names: Mapping[str, str]) -> _Known:
        return _known(tuple(names.items()))

    def _run(self, source: str, form: str) -> None:
        """A print that is no single letter, to be looked for as it stands."""
        try:
            found = [token.text for token in tokens(source) if token.text not in SPACES | _SIZES]
            if found:
                self.runs.append((tuple(found), tokens(form)))
        except Refused:
            return

    def put(self, found: Sequence[Token]) -> list[Token]:
        """Tokens with a letter in place of each print that is none; where more letters or scripts follow, it is another print."""
        made: list[Token] = []
        plain = list(found)
        i = 0
        while i < len(plain):
            for texts, stand_in in self.runs:
                end = _matched(plain, i, texts)
                after = next((token.text for token in plain[end:] if token.text not in SPACES), "") if end else ""
                if end and after not in ("_", "'"):
                    made += [replace(token, at=plain[i].at) for token in stand_in]
                    i = end
                    break
            else:
                made.append(plain[i])
                i += 1
        return made

    def expression(self, tree: Tree) -> sympy.Expr:
        """A formula in symbols of the claim's names, as SymPy evaluates it."""
        parts = [self.expression(part) for part in tree.parts]
        if tree.op == "letter":
            return sympy.Symbol(self.names.get(tree.value, tree.value), real=True)
        if tree.op in ("sum", "prod"):
            low, high, body = parts
            index = sympy.Symbol(tree.value, real=True)
            whole = sympy.Symbol(tree.value, integer=True)
            return (sympy.Sum if tree.op == "sum" else sympy.Product)(body.xreplace({index: whole}), (whole, low, high))
        if (found := evaluated(tree, parts)) is not None:
            return found
        raise _NoExpressionError


def _matched(found: Sequence[Token], i: int, texts: tuple[str, ...]) -> int:
    """Where a run of texts that begins at a place ends; spaces and sizes of brackets aside; 0 where it does not stand there."""
    k = 0
    for end in range(i, len(found)):
        text = found[end].text
        if text in SPACES | _SIZES and k:
            continue
        if text != texts[k]:
            return 0
        k += 1
        if k == len(texts):
            return end + 1
    return 0


def _in_words(number: int) -> str:
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


@lru_cache(maxsize=64)
def _known(names: tuple[tuple[str, str], ...]) -> _Known:
    return _Known(names)
