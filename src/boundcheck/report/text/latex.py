"""Formulas as LaTeX between dollars, for a review form; from the notation of texts and from Typst, which share most signs."""

from __future__ import annotations

import re
from collections.abc import Mapping

from boundcheck.claims.texts import GREEK, pieces

TOKEN = re.compile(
    r'"[^"]*"|\\.|(?:[^\W\d_](?:-hat\b|~))|\d+(?:[.,]\d+)*e[+-]?\d+|\d+(?:[.,]\d+)*|[^\W\d_][^\W_]*(?:_[^\W_]+)*|<=|>=|!=|==|\*\*|->|\s+|.',
    re.DOTALL,
)
NO_SPACE = re.compile(r"(\\[A-Za-z]+) (?=[/^_(){}|,.])")  # a command ends at a sign that is no letter
SIGNS = {"<=": r"\le ", ">=": r"\ge ", "!=": r"\ne ", "==": "=", "**": "^", "*": " ", "->": r"\to ", "≤": r"\le ", "≥": r"\ge ",
         "%": r"\%", "#": r"\#", "&": r"\&", "{": r"\{", "}": r"\}"}  # fmt: skip
WORDS = {name: rf"\{name} " for name in GREEK - {"lam"}} | {
    "lam": r"\lambda ", "log": r"\ln ", "ln": r"\ln ", "exp": r"\exp ", "min": r"\min ", "max": r"\max ", "sup": r"\sup ",
    "inf": r"\inf ", "tanh": r"\tanh ", "cosh": r"\cosh ", "sinh": r"\sinh ", "ell": r"\ell ", "star": "*", "slash": "/",
    "infinity": r"\infty ", "oo": r"\infty ", "sum": r"\sum ", "dot": r"\cdot ", "times": r"\times ", "in": r"\in ",
}  # fmt: skip
AROUND = {
    "sqrt": (r"\sqrt{", "}"), "norm": (r"\|", r"\|"), "abs": ("|", "|"), "Abs": ("|", "|"), "cal": (r"\mathcal{", "}"),
    "bb": (r"\mathbb{", "}"), "hat": (r"\hat{", "}"), "tilde": (r"\tilde{", "}"), "overline": (r"\bar{", "}"),
}  # fmt: skip


def latex(source: str, known: Mapping[str, str] | None = None) -> str:
    r"""``"sqrt(alpha) <= 1e-06"`` as ``"\sqrt{\alpha} \le 10^{-6}"``; `known` are Typst letters of parameters, by their words."""
    made, _ = _sequence(TOKEN.findall(source.replace("\\/", "/")), 0, dict(known or {}), "")
    return NO_SPACE.sub(r"\1", " ".join(made.split()))


def marked_up(text: str, known: Mapping[str, str]) -> str:
    """A text of a record with its mathematics as LaTeX between dollars, and names of ours as code."""
    return "".join(
        f"${latex(said, known)}$" if kind == "mathematics" else f"`{said}`" if kind == "name" else said
        for kind, said in pieces(text)
    )


def _sequence(tokens: list[str], place: int, known: Mapping[str, str], closing: str) -> tuple[str, int]:
    made = []
    while place < len(tokens) and tokens[place] != closing:
        one, place = _one(tokens, place, known)
        made.append(one)
    return "".join(made), place


def _one(tokens: list[str], place: int, known: Mapping[str, str]) -> tuple[str, int]:
    said, after = tokens[place], place + 1
    following = tokens[after] if after < len(tokens) else ""
    if said in ("^", "**", "_") and following:
        if following == "(":
            inside, after = _sequence(tokens, after + 1, known, ")")
            after += 1
        elif following == "-":
            inside, after = f"-{tokens[after + 1]}", after + 2
        elif following == "*":
            inside, after = "*", after + 1
        else:
            inside, after = _one(tokens, after, known)
        return f"{'_' if said == '_' else '^'}{{{inside.strip()}}}", after
    if said in AROUND and following == "(":
        inside, after = _sequence(tokens, after + 1, known, ")")
        return inside.join(AROUND[said]), after + 1
    if said == "(":
        inside, after = _sequence(tokens, after, known, ")")
        return f"({inside})" if after < len(tokens) else f"({inside}", after + 1
    if said[0] == '"':
        return rf"\mathrm{{{said[1:-1]}}}", after
    if said[0].isdigit() and "e" in said:
        mantissa, _, power = said.partition("e")
        return ("" if mantissa == "1" else rf"{mantissa}\cdot ") + f"10^{{{int(power)}}}", after
    if said[-1:] == "~" or said.endswith("-hat"):
        return rf"\{'tilde' if said[-1] == '~' else 'hat'}{{{said[0]}}}", after
    return _name(said, known), after


def _name(said: str, known: Mapping[str, str]) -> str:
    if said in known and said not in WORDS and len(said) > 1 and known[said] != said:
        return latex(known[said])
    letter, line, below = said.partition("_")
    if line:
        inner = WORDS.get(below, below if len(below) == 1 or below.isdecimal() else rf"\mathrm{{{below}}}").strip()
        return f"{WORDS.get(letter, letter).strip()}_{{{inner}}}"
    return WORDS.get(said, SIGNS.get(said, said))
