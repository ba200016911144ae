"""The argument for a person: Markdown and its LaTeX as blocks of a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from boundcheck.report.page.paragraphs import code, heading, para
from boundcheck.report.text.formulas import formula, settable
from boundcheck.report.text.letters import in_words, words
from boundcheck.report.text.prose import prose
from boundcheck.verdict.statements import Formula

# The LaTeX of the derivations, a small part of that language, as Typst: so that one engine sets every formula.

TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[0-9]+(?:\.[0-9]+)?|\s+|.", re.DOTALL)
WORDS = {
    "widehat": "hat", "widetilde": "tilde",
    "le": "<=", "leq": "<=", "ge": ">=", "geq": ">=", "ne": "eq.not", "neq": "eq.not", "to": "->", "mapsto": "|->",
    "cdot": "dot", "times": "times", "pm": "plus.minus", "infty": "infinity", "approx": "approx", "sim": "tilde.op",
    "propto": "prop", "preceq": "prec.eq", "succeq": "succ.eq", "prec": "prec", "succ": "succ", "in": "in",
    "notin": "in.not", "cup": "union", "cap": "inter", "subset": "subset", "mid": "bar.v", "parallel": "parallel",
    "langle": "chevron.l", "rangle": "chevron.r", "ell": "ell",
    "lVert": 'class("normal", bar.v.double)', "rVert": 'class("normal", bar.v.double)',
    "top": "top", "star": "star", "dagger": "dagger", "nabla": "nabla", "partial": "partial", "sum": "sum", "prod": "product",
    "int": "integral", "dots": "dots", "ldots": "dots", "cdots": "dots.c", "Pi": "Pi", "varepsilon": "epsilon",
    "epsilon": "epsilon", "varphi": "phi", "phi": "phi.alt", "quad": "quad", "qquad": "quad", "angle": "angle",
    "forall": "forall", "exists": "exists", "emptyset": "emptyset", "circ": "compose", "wedge": "and", "vee": "or",
    "mathbb": "bb", "mathcal": "cal", "mathbf": "bold", "mathrm": "upright", "rm": "", "tfrac": "frac", "dfrac": "frac",
    "overline": "overline", "bar": "overline", "underline": "underline", "implies": "=>", "iff": "<=>", "Rightarrow": "=>",
    "equiv": "equiv",
}  # fmt: skip
PLAIN = frozenset(
    "alpha beta gamma delta zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau chi psi omega Gamma Delta Theta "
    "Lambda Sigma Phi Psi Omega log ln exp sin cos tanh cosh sinh coth min max sup inf tilde hat bar det dim".split()
)
ONE = frozenset({"hat", "widehat", "tilde", "widetilde", "bar", "overline", "underline", "mathbb", "mathcal", "mathbf"})
SIGNS = {
    "|": 'class("normal", bar.v)', "\\|": 'class("normal", bar.v.double)',  # as brackets: no space around them
    "*": "ast", ",": "\\,", "/": "\\/", ";": "\\;", "\\{": "\\{", "\\}": "\\}", "~": " ",
    "#": "\\#", '"': "", "&": "", "$": "", "-": "-", "\\,": " ", "\\;": " ", "\\!": "", "\\:": " ", "\\ ": " ", "\\\\": " ",
}  # fmt: skip


class UnknownLatexError(ValueError):
    """A command outside the part of LaTeX that is read."""


def typst(source: str) -> str:
    """Typst for a formula.

    Raises
    ------
    UnknownLatexError
        It has a command that is not known here, or its braces do not close.
    """
    tokens = [token for token in TOKEN.findall(source) if not token.isspace()]
    made, rest = _sequence(tokens, 0)
    if rest != len(tokens):
        raise UnknownLatexError(f"brackets do not close in {source!r:.80}")
    return made


def _sequence(tokens: list[str], place: int) -> tuple[str, int]:
    """Everything up to a closing brace or the end."""
    made: list[str] = []
    while place < len(tokens) and tokens[place] != "}":
        one, place = _one(tokens, place)
        made.append(one)
    return " ".join(filter(None, made)), place


def _argument(tokens: list[str], place: int) -> tuple[str, int]:
    """A group in braces, or one token."""
    if place >= len(tokens):
        raise UnknownLatexError("a command lacks its argument")
    if tokens[place].isdigit() and len(tokens[place]) > 1:  # a half is typed as 12 below the bar
        first, tokens[place] = tokens[place][0], tokens[place][1:]
        return first, place
    return _group(tokens, place) if tokens[place] == "{" else _one(tokens, place)


def _group(tokens: list[str], place: int) -> tuple[str, int]:
    made, place = _sequence(tokens, place + 1)
    if place >= len(tokens):
        raise UnknownLatexError("a brace does not close")
    return made, place + 1


def _one(tokens: list[str], place: int) -> tuple[str, int]:
    token = tokens[place]
    if token == "{":
        made, place = _group(tokens, place)
        return made, place
    if token in "^_":
        made, place = _argument(tokens, place + 1)
        return f"{token}({made})", place
    if token in SIGNS:
        return SIGNS[token], place + 1
    if not token.startswith("\\"):
        return token, place + 1
    return _command(token[1:], tokens, place + 1)


def _command(name: str, tokens: list[str], place: int) -> tuple[str, int]:
    if name in ("frac", "tfrac", "dfrac"):
        top, place = _argument(tokens, place)
        bottom, place = _argument(tokens, place)
        return f"frac({top}, {bottom})", place
    if name == "sqrt":
        inside, place = _argument(tokens, place)
        return f"sqrt({inside})", place
    if name in ("mathrm", "operatorname", "text"):
        if place < len(tokens) and tokens[place] == "*":
            place += 1
        inside, place = _argument(tokens, place)
        word = "".join(inside.split()) if name != "text" else inside
        return f'"{word}"' if word.isalnum() else f"upright({inside})", place
    if name in ("left", "right", "big", "Big", "bigl", "bigr", "Bigl", "Bigr"):
        return ("", place + 1) if place < len(tokens) and tokens[place] == "." else ("", place)
    if name in ONE:
        inside, place = _argument(tokens, place)
        return f"{WORDS.get(name, name)}({inside})", place
    if name in WORDS:
        return WORDS[name], place
    if name in PLAIN:
        return name, place
    raise UnknownLatexError(f"\\{name} is not known")


# The argument for a person, from Markdown to the blocks of a page.

INLINE = re.compile(r"`([^`]+)`|\$([^$]+)\$|\*\*([^*]+)\*\*")


def derivation(text: str, known: Mapping[str, str] | None = None) -> list[dict]:
    """Headings, paragraphs, formulas and the code that was run; a formula that cannot be set is shown as typed.

    Parameters
    ----------
    text : str
        Of a file in ``derivations``; empty for none.
    known : Letters, optional
        A name of a step, as a heading or between backticks, is called as the step is.
    """
    blocks = [block for piece in _pieces(text) for block in _block(piece, known or {})]
    if settable(blocks):
        _as_typed(blocks)
    return blocks


def _pieces(text: str) -> list[str]:
    """Paragraphs, headings, and fenced code whole."""
    found: list[list[str]] = [[]]
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            found.append([line]) if not fenced else found.append([])
            fenced = not fenced
        elif fenced:
            found[-1].append(line)
        elif not line.strip() or line.startswith("#"):
            found += [[line], []] if line.strip() else [[]]
        else:
            found[-1].append(line)
    return ["\n".join(lines) for lines in found if lines]


def _block(piece: str, known: Mapping[str, str]) -> list[dict]:
    if piece.startswith("```"):
        return [{"kind": "code", "text": piece.partition("\n")[2]}]
    if piece.startswith("#"):
        marks, _, title = piece.partition(" ")
        return [heading(prose(words(title.strip(), known)).replace("_", " "), len(marks) - 1)] if len(marks) > 1 else []
    if piece.startswith("$$") and piece.rstrip().endswith("$$"):
        return [para(_set(piece.strip().strip("$"), block=True))]
    return [para(*_runs(" ".join(piece.split()), known))]


def _runs(text: str, known: Mapping[str, str]) -> list[Any]:
    found: list[Any] = []
    done = 0
    for match in INLINE.finditer(text):
        found.append(text[done : match.start()])
        typed, mathematics, strong = match.groups()
        found.append(_named(typed, known) if typed else _set(mathematics) if mathematics else {"strong": [strong]})
        done = match.end()
    return [*found, text[done:]]


def _named(typed: str, known: Mapping[str, str]) -> dict:
    """The name of a step or a result as its heading has it; other code as typed."""
    called = words(typed, known)
    return {"strong": [in_words(typed) if called == typed else prose(called)]} if typed.isidentifier() else code(typed)


def _set(latex: str, *, block: bool = False) -> dict:
    try:
        made = formula(Formula(typst=typst(latex), alt=latex), "derivation", block=block)
    except UnknownLatexError:
        made = None
    return made if made and "typst" in made else code(latex)


def _as_typed(value: Any) -> None:
    """Faulty formulas become their LaTeX, in place."""
    if isinstance(value, dict):
        match value:
            case {"fault": _, "alt": latex} | {"fault": latex}:
                value.clear()
                value |= code(latex)
        for item in list(value.values()):
            _as_typed(item)
    elif isinstance(value, list):
        for item in value:
            _as_typed(item)
