"""How tightly the print of a letter binds: one that is a formula, as θᵀx or 1 + r, needs brackets as a factor or a base."""

import re

from sympy.printing.precedence import PRECEDENCE

OPEN = {"(": ")", "[": "]", "chevron.l": "chevron.r", "paren.l": "paren.r", "bracket.l": "bracket.r"}
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\\.|[A-Za-z]+(?:\.[a-z.]+)*|\s+|.', re.DOTALL)
SUMS = frozenset({"+", "-"})
OVER = frozenset({r"\/", "slash", "sum", "product", "integral"})  # loosest in a product
HEADS = frozenset({"norm", "abs", "hat", "tilde", "overline", "cal", "bb", "bold", "op", "upright"})


def binds(source: str) -> int:
    """The precedence of a letter's print, as SymPy counts them.

    Parameters
    ----------
    source : str
        Typst, such as ``"theta^top x"``.

    Returns
    -------
    level : int
        ``PRECEDENCE["Atom"]`` for one letter with whatever stands above and below it, unless that is a power.
    """
    level, before, spaced = PRECEDENCE["Atom"], "", False
    closing: list[str] = []
    for token in TOKEN.findall(source):
        if closing and token == closing[-1]:
            closing.pop()
            spaced = False
        elif token in OPEN:
            if not closing and token == "(" and before.isalpha() and before not in HEADS and not spaced:
                level = min(level, PRECEDENCE["Pow"])  # a function: its power would be read as that of its argument
            if not closing and spaced and before:
                level = min(level, PRECEDENCE["Mul"])
            closing.append(OPEN[token])
        elif closing:
            pass
        elif token.isspace():
            spaced = True
            continue
        elif token in SUMS:
            return PRECEDENCE["Add"]
        elif token in OVER:
            level = min(level, PRECEDENCE["Mul"] - 1)
        elif token == "^":
            level = min(level, PRECEDENCE["Pow"])
        elif spaced and before:
            level = min(level, PRECEDENCE["Mul"])
        if token not in "_^":
            spaced = False
        before = token
    return level
