"""The notation of texts: words, mathematics between dollars, names of steps, parts and results between backticks.

``"with $alpha <= 1/2$, by the step `ridge`"`` says where its mathematics is; of a text that does not,
`boundcheck.claims.formulas_in_text` finds it when it enters a record. What is printed follows the marks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

Kind = Literal["words", "mathematics", "name"]
MARKS: dict[str, Kind] = {"$": "mathematics", "`": "name"}
GREEK = frozenset((
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "kappa", "lambda", "lam", "mu", "nu", "xi", "pi",
    "rho", "sigma", "tau", "phi", "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi",
    "Psi", "Omega",
))  # fmt: skip
RELATIONS = frozenset({"<=", ">=", "!=", "==", "=", "<", ">", "≤", "≥", "≠"})


def pieces(text: str) -> Iterator[tuple[Kind, str]]:
    """What a text is made of, in its order; where marks do not pair, all of it is words.

    Yields
    ------
    kind : {"words", "mathematics", "name"}
    said : str
        Without its marks.
    """
    found, kind, start = [], "words", 0
    closing = ""
    for place, sign in enumerate(text):
        if (closing and sign == closing) or (not closing and sign in MARKS):
            found.append((kind, text[start:place]))
            kind = "words" if closing else MARKS[sign]
            closing, start = "" if closing else sign, place + 1
    if closing:
        yield "words", text
        return
    found.append((kind, text[start:]))
    yield from ((kind, said) for kind, said in found if said)  # type: ignore[misc]


def plain(text: str) -> str:
    """A text without its marks."""
    return "".join(said for _, said in pieces(text))
