"""Powers, roots and large numbers as they are written by hand: ``cosh²(x)``, one root of a product, ``8 · 10¹²``."""

from __future__ import annotations

import re

from boundcheck.report.text.fractions import arguments, flattened

CALLED = ("cosh", "sinh", "tanh", "coth", "ln", "sigma")  # functions whose power stands behind their name
BRACKETED = re.compile(rf"(?<![\w.]){re.escape('(')}(?=(?:{'|'.join(CALLED)})\()")
BARE = re.compile(rf"(?<![\w.(])(?:{'|'.join(CALLED)})(?=\()")
RAISED = re.compile(r"\^(?:\((\d+)\)|(\d+))(?![\w(])")
ROOT = re.compile(r"(?<![\w.])sqrt\((\d+)\) sqrt\(")
WHOLE = re.compile(r"(?<![\w.^/_])(\d{6,})(?![\w.^/(\\])(?! ?\d)")
ZEROS = 5  # at the end of a number that is written with a power of ten
SUMS = (" + ", " - ")


def written(source: str) -> str:
    """The same formula.

    Parameters
    ----------
    source : str
        Typst. Of ``(cosh(frac(B, 2)))^(2)`` it is ``cosh^(2)(B\\/2)``, of ``sqrt(2) sqrt(ln(n))`` ``sqrt(2 ln(n))``, of
        ``8000000`` ``8 dot 10^(6)``; texts in quotes stay as they are.
    """
    if '"' in source:
        parts = re.split(r'("(?:[^"\\]|\\.)*")', source)
        return "".join(part if part.startswith('"') else _written(part) for part in parts)
    return _written(source)


def _written(source: str) -> str:
    return WHOLE.sub(_number, _roots(_powers(source)))


def _powers(source: str) -> str:
    """The power of a function behind its name."""
    made, place = "", 0
    while found := BRACKETED.search(source, place) or BARE.search(source, place):
        bracket = found[0] == "("
        name = source[found.end() : source.index("(", found.end())] if bracket else found[0]
        opened = found.end() + len(name) + 1 if bracket else found.end() + 1
        end, inside = arguments(source, opened)
        closed = end + 1 if bracket and source[end : end + 1] == ")" else end
        raised = RAISED.match(source, closed) if closed > end or not bracket else None
        if raised:
            power = raised[1] or raised[2]
            inner = flattened(_powers(", ".join(inside)), 1)
            made += f"{source[place : found.start()]}{name}^({power})({inner})"
            place = raised.end()
        else:
            made += source[place : found.end()]
            place = found.end()
    return made + source[place:]


def _roots(source: str) -> str:
    """One root of a number times what stands under the next root."""
    while found := ROOT.search(source):
        end, inside = arguments(source, found.end())
        under = ", ".join(inside)
        under = f"({under})" if any(sign in under for sign in SUMS) else under
        source = f"{source[: found.start()]}sqrt({found[1]} {under}){source[end:]}"
    return source


def _number(found: re.Match[str]) -> str:
    """A large whole number: with a power of ten where it ends in zeros, else with its thousands apart."""
    digits = found[0].rstrip("0")
    zeros = len(found[0]) - len(digits)
    if zeros >= ZEROS:
        power = f"10^({zeros})"
        return power if digits == "1" else f"{digits} dot {power}"
    return f'"{int(found[0]):,}"'
