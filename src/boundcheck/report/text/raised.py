"""A text of a record as HTML that stands by itself: in its mathematics, what is below or above a letter is set so."""

import re
from collections.abc import Mapping
from html import escape
from typing import Any

from boundcheck.claims.marks import pieces
from boundcheck.report.text.inline import linear
from boundcheck.report.text.letters import words

# of a formula in a line that is escaped already
BELOW = re.compile(r"(?<!\w)([^\W\d_])_(?:([A-Za-z0-9]{1,4}|\w)\b|\(([^()<>]{1,8})\))")
ABOVE = re.compile(r"(?<=[\w)‖])\^(?:(\d+|[^\W\d_])\b|\(([^()<>]{1,16})\))")


def in_html(text: Any, known: Mapping[str, str] | None = None) -> str:
    """``"of $c_1$"`` as ``"of c<sub>1</sub>"``; words and names are escaped, and nothing more.

    Parameters
    ----------
    text : str or None
        With the marks of `boundcheck.claims.marks`.
    known : Letters, optional
        As of `boundcheck.report.text.prose.prose`.
    """
    known = known if known is not None else {}
    return "".join(
        _set(linear(said, known)) if kind == "mathematics" else escape(words(said, known) if kind == "name" else said)
        for kind, said in pieces(str(text or ""))
    )


def _set(line: str) -> str:
    return ABOVE.sub(r"<sup>\1\2</sup>", BELOW.sub(r"\1<sub>\2\3</sub>", escape(line)))
