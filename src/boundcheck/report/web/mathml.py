"""Formulas as MathML: Typst sets all of a page in one go, from the same sources as the PDF."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from boundcheck.report.text.formula import settable
from boundcheck.report.web.tidy_mathml import tidied

TEMPLATE = Path(__file__).parents[1] / "mathml.typ"
SECTION = re.compile(r'<section id="(\d+)">(.*?)</section>', re.DOTALL)
SPACE = re.compile(r"(?<=\")0?(\.\d\d)\d+em")
OVERLINE = re.compile(r"(?<![\w.])overline\(")  # Typst leaves the line away in MathML, and an accent not
LETTER = re.compile(r"<math><mi>[^<>&]</mi></math>")  # it is read aloud as what it is
Source = tuple[str, bool]  # Typst, and whether it stands on its own line


class Mathematics:
    """MathML of all formulas of a document.

    Parameters
    ----------
    drawn : nested lists and dicts
        What holds the formulas; one that cannot be set is marked in place as a fault.
    """

    def __init__(self, drawn: Any):
        import typst

        try:
            self._made = _rendered(drawn)
        except typst.TypstError:
            settable(drawn)  # marks what is to blame
            self._made = _rendered(drawn)

    def of(self, formula: Mapping[str, Any]) -> str:
        """A formula as HTML; a long display may end its lines at relations and signs."""
        if "fault" in formula:
            return f'<code class="fault" title="{escape(formula["why"])}">{escape(formula["fault"])}</code>'
        alt, block = escape(str(formula["alt"])), bool(formula.get("block"))
        if not block:
            made = self._made[formula["typst"], False]
            return made if LETTER.fullmatch(made) else made.replace("<math", f'<math alttext="{alt}"', 1)
        parts = [part for side in formula.get("pieces") or [[formula["typst"]]] for part in side]
        shown = " ".join(
            self._made[part, True].replace(' display="block"', ' displaystyle="true"', 1) for part in parts
        )
        return f'<div class="display" role="math" aria-label="{alt}">{shown}</div>'


def _rendered(drawn: Any) -> dict[Source, str]:
    import typst

    sources = sorted(set(_sources(drawn)))
    if not sources:
        return {}
    compiler = typst.Compiler(TEMPLATE, root=TEMPLATE.parent, ignore_system_fonts=True)
    rows = [[OVERLINE.sub("macron(", source), "formula", block] for source, block in sources]
    page: Any = compiler.compile(format="html", sys_inputs={"formulas": json.dumps(rows)})
    made = {int(place): tidied(SPACE.sub(r"\1em", body)) for place, body in SECTION.findall(page.decode())}
    return {source: made[place] for place, source in enumerate(sources)}


def _sources(value: Any) -> Iterator[Source]:
    """Every formula of nested lists and dicts, a display in its pieces."""
    if isinstance(value, Mapping):
        if "typst" in value and value.get("block") and value.get("pieces"):
            yield from ((part, True) for side in value["pieces"] for part in side)
        elif "typst" in value:
            yield value["typst"], bool(value.get("block"))
        for item in value.values():
            yield from _sources(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _sources(item)
