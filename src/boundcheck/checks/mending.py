"""How a repair lies to the line that it mends: the same but for one symbol, about the same line, or about another one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from typing import Any

from sympy import Expr, Symbol, expand

from boundcheck.claims import By, Repair, Step
from boundcheck.symbolic.latex import RELATIONS, latex
from boundcheck.symbolic.notation import (
    PRIME,
    Above,
    Below,
    Bracket,
    Face,
    Fraction,
    Nodes,
    Root,
    Rows,
    Sign,
    Word,
    parse,
)

# The symbols of a line as it is shown, and whether two lines differ by one of them; `boundcheck.checks.mending` has the rules.

LONGEST_RUN = 3  # symbols

_SAYS = {r"\le": "<=", r"\ge": ">=", r"\ll": "<<", r"\gg": ">>", r"\ne": "!=", r"\Rightarrow": "=>"}
_MARKS = ("_", "^", "'")
_SILENT = (Sign("\\quad"), Sign("\\qquad"), Sign("\\cdot"))


def symbols(line: str) -> list[str]:
    """The symbols of a line, each with its scripts, without brackets."""
    return _symbols(parse(line))


def _symbols(nodes: Nodes) -> list[str]:
    found: list[str] = []
    deeper: list[str] = []
    for node in nodes:
        if not (isinstance(node, Below | Above) or node == PRIME):
            found += deeper
            deeper = []
        match node:
            case Sign("'"):
                found[-1:] = ["".join(found[-1:]) + "'"]  # behind a bracket: of the last symbol inside
            case Below(inside):
                found[-1:] = [f"{''.join(found[-1:])}_{''.join(_symbols(inside))}"]
            case Above(inside):
                above = _symbols(inside)
                if len(above) > LONGEST_RUN:  # a formula of its own
                    deeper = above
                else:
                    found[-1:] = [f"{''.join(found[-1:])}^{''.join(above)}"]
            case Sign(said):
                found += [_SAYS.get(said, said)] if node not in _SILENT else []
            case Word(said, _):
                found.append(said)
            case Fraction(above, below):
                found += [*_symbols(above), ",", *_symbols(below)]
            case Root(inside, index):
                found += [*(["root", *_symbols(index), ","] if index else ["sqrt"]), *_symbols(inside)]
            case Face(mark, inside):
                found += [mark, *_symbols(inside)]
            case Bracket(left, inside, _):
                found += [*([] if left in ("(", "[", "\\{", ".") else [left]), *_symbols(inside)]
            case Rows(_, rows):
                found += [symbol for row in rows for cell in row for symbol in _symbols(cell)]
    return found + deeper


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
    place = next((i for i, symbol in enumerate(line) if symbol in ("<=", "<", "=", ">=", ">", r"\lesssim")), len(line))
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
    return symbols(one) == symbols(other) and parse(one) != parse(other)


def _matched(one: list[str], other: list[str]) -> SequenceMatcher[str]:
    return SequenceMatcher(None, one, other, autojunk=False)


def shared(one: list[str], other: list[str]) -> float:
    return _matched(one, other).ratio()


# How a repair lies to the line that it mends: the same but for one symbol, about the same line, or about another one.
#
# Three rules. Of these the run of at most three symbols and the consistent exchange were fixed before it was looked at which
# repairs meet them; the rest (letters, signs and relations compared in the formulas, brackets, the exchange of scripts, the half
# share, a side of which nothing is left) was added on the misprints of the five papers themselves, so that other texts are the
# test of it. That long exponents are no single symbol came from such a test.
#
# *One symbol.* Of the symbols as they are shown (a letter, number or sign, with its scripts; brackets do not count, and an
# exponent of more than three symbols counts symbol by symbol) the two lines differ in one run of at most three, ``1/n`` inserted
# being the longest, or in one such exchange wherever they differ; or one letter stands for another throughout; or a side has the
# other sign; or the relation is turned round. A side of several symbols of which none is left is another side.
#
# *The same line.* They differ by one symbol, or have a side in common up to sign, or share at least half of their symbols in
# order. The lines as they are typed count, where both are typed, or else as the printer writes them.
#
# *Another line* is no repair: that something else is true mends nothing. Nor is a formula of two equal sides, unless one
# of them is a side of the printed line or one symbol makes the difference.

ONE_SYMBOL, SAME, ANOTHER = "one symbol", "line", "another line"

LEAST_SHARE = 0.5  # of the symbols of two lines, in order


def mending(step: Step, letters: Mapping[str, str], definitions: Mapping[Symbol, Expr]) -> str:
    """``"one symbol"``, ``"line"`` or ``"another line"``; of a step without a repair ``"another line"``."""
    if step.repair is None:
        return ANOTHER
    one, other = (_formula(statement) for statement in (step.statement, step.repair.statement))
    shown = list(_shown(step, one, other, letters))
    sides = _sides(one, definitions), _sides(other, definitions)
    if any(one_symbol(*map(symbols, pair)) or other_brackets(*pair) for pair in shown):
        return ONE_SYMBOL
    if all(sides) and _one_letter(one, other, *sides):
        return ONE_SYMBOL
    if _share_a_side(*sides):
        return SAME
    if sides[1] and sides[1][0] == sides[1][1]:
        return ANOTHER
    return SAME if any(shared(*map(symbols, pair)) >= LEAST_SHARE for pair in shown) else ANOTHER


def misprinted(one: Any, other: Any, letters: Mapping[str, str], definitions: Mapping[Symbol, Expr]) -> bool:
    """Whether two versions of a statement differ by one symbol in their formulas, or not in these.

    Where the sides, the printed rate and the bound are the same, conditions or what is drawn make the difference: then
    the place on the page has to tell.
    """
    if _is_formula(one) and _is_formula(other):
        same = _both(_sides(one, definitions), _sides(other, definitions))
        step = Step("reading", "", one, repair=Repair(other, ""))
        return same or mending(step, letters, definitions) == ONE_SYMBOL
    pairs = [
        (getattr(one, name, None), getattr(other, name, None)) for name in ("printed", "bound", "epsilon", "delta")
    ]
    shown = [(latex(a, letters), latex(b, letters)) for a, b in pairs if isinstance(a, Expr) and isinstance(b, Expr)]
    differing = [pair for pair in shown if pair[0] != pair[1]]
    return (
        type(one) is type(other) and all(one_symbol(*map(symbols, pair)) for pair in differing) and len(differing) <= 1
    )


def same_line(one: Any, other: Any, letters: Mapping[str, str], definitions: Mapping[Symbol, Expr]) -> bool:
    """Whether two versions of a statement are seen to be of one line: a side in common where it stood, one symbol, half of them.

    Versions that are no formulas are compared by their shape alone.
    """
    one, other = _formula(one), _formula(other)
    if not (_is_formula(one) and _is_formula(other)):
        return type(one) is type(other)
    if any(map(_alike, _sides(one, definitions), _sides(other, definitions))):
        return True
    lines = [symbols(_line(version, letters)) for version in (one, other)]
    return one_symbol(*lines) or shared(*lines) >= LEAST_SHARE


def keeps_a_side(one: Any, other: Any, definitions: Mapping[Symbol, Expr]) -> bool:
    """Whether two formulas have a side with a letter in common, where it stood, and not the other one."""
    pairs = list(zip(_sides(one, definitions), _sides(other, definitions), strict=False))
    kept = [_alike(*pair) for pair in pairs]
    return sum(kept) == 1 and bool(pairs[kept.index(True)][0].free_symbols)


def _formula(statement: Any) -> Any:
    """A statement; of an instance its display."""
    return statement.says if isinstance(statement, By) else statement


def _shown(step: Step, one: Any, other: Any, letters: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The two lines as they are typed, and as the printer writes them."""
    assert step.repair is not None
    if step.display and step.repair.display:
        yield step.display, step.repair.display
    if _is_formula(one) and _is_formula(other):
        yield _line(one, letters), _line(other, letters)


def _is_formula(statement: Any) -> bool:
    return isinstance(getattr(statement, "lhs", None), Expr) and isinstance(getattr(statement, "rhs", None), Expr)


def _line(statement: Any, letters: Mapping[str, str]) -> str:
    relation = RELATIONS[getattr(statement, "relation", "==")]
    return f"{latex(statement.lhs, letters)} {relation} {latex(statement.rhs, letters)}"


def _sides(statement: Any, definitions: Mapping[Symbol, Expr]) -> tuple[Expr, ...]:
    if not _is_formula(statement):
        return ()
    return tuple(side.xreplace(dict(definitions)) for side in (statement.lhs, statement.rhs))


def _one_letter(one: Any, other: Any, mine: tuple[Expr, ...], theirs: tuple[Expr, ...]) -> bool:
    """Whether one letter for another makes the difference, or the sign of a side, or the relation turned round."""
    if getattr(one, "relation", "=") != getattr(other, "relation", "="):
        return False
    if mine != theirs and _both(mine, theirs[::-1]):
        return True
    if any(_both((sign * mine[0], turn * mine[1]), theirs) for sign, turn in ((-1, 1), (1, -1))):
        return True
    letters, others = (set().union(*(side.free_symbols for side in sides)) for sides in (mine, theirs))
    for ours, foreign, here, there in ((mine, theirs, letters, others), (theirs, mine, others, letters)):
        for gone in here - there:
            for come in (there | here) - {gone}:
                if _both(tuple(side.xreplace({gone: come}) for side in ours), foreign):
                    return True
    return False


def _both(one: tuple[Expr, ...], other: tuple[Expr, ...]) -> bool:
    return all(map(_alike, one, other))


def _share_a_side(mine: tuple[Expr, ...], theirs: tuple[Expr, ...]) -> bool:
    return any(a.free_symbols and (_alike(a, b) or _alike(-a, b)) for a in mine for b in theirs)


def _alike(one: Expr, other: Expr) -> bool:
    return bool(one == other or expand(one - other) == 0)
