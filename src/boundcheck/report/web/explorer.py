"""A bound at any point: a slider for each letter, the three bounds and from which n on the explicit one informs.

The figures of a page stand without scripts; this part shows nothing where none run. Formulas are the lists of
`boundcheck.symbolic.encode`, which the script evaluates itself: no text of a record becomes code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from html import escape
from math import isfinite
from pathlib import Path
from typing import Any

from boundcheck.report.parts import constant_of, regimes_of, vacuity_of
from boundcheck.report.text.prose import in_html
from boundcheck.report.text.words import finite
from boundcheck.verdict.result import Record
from boundcheck.verdict.shapes import AnyPart, Curves, Vacuity

KNOWN = frozenset(
    "q s + * ^ exp log abs min max sinh cosh tanh coth loggamma gamma sigmoid pi e <= < == >= > !=".split()
)  # the heads that the script evaluates; a formula with another one has no sliders

SCRIPT = "{" + Path(__file__).with_name("explorer.js").read_text(encoding="utf-8") + "}"  # its names are its own

STYLE = """
.explorer{border:1px solid var(--line);border-radius:4px;padding:.6rem 1rem;margin:1rem 0}.explorer h4{margin:.2rem 0 .6rem}
.explorer .letters{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:.4rem 1.4rem}
.explorer label{display:grid;grid-template-columns:4.5rem 1fr 6.5rem;gap:.5rem;align-items:center}
.explorer input{min-width:0;font:inherit;color:inherit}
.explorer input[type=number]{background:var(--paper);border:1px solid var(--line);border-radius:3px;width:100%}
.explorer table{border-collapse:collapse;margin:.8rem 0}.explorer tbody th{font-weight:400;border:0}.explorer td{border:0}
.explorer svg{display:block;width:100%;max-width:40rem}.explorer svg text{font-size:11px;fill:var(--muted)}
.explorer path{fill:none;stroke-width:1.8}.explorer .grid{stroke:var(--line);stroke-width:.6}.explorer .trivial{stroke:var(--muted);
stroke-dasharray:5 4}.explorer .printed{stroke:var(--rust)}.explorer .explicit{stroke:var(--blue)}
.explorer .here{stroke:var(--ink);stroke-width:.7}.explorer circle{fill:var(--teal)}
.explorer .key{border-bottom:3px solid}.key.trivial{border-color:var(--muted);border-bottom-style:dashed}
.key.printed{border-color:var(--rust)}.key.explicit{border-color:var(--blue)}
@media print{.explorer{display:none}}
"""


def explorer(record: Record, key: str, part: AnyPart, known: Mapping[str, str]) -> str:
    """The sliders of a bound as HTML, hidden until a script runs; nothing for a part without formulas.

    Parameters
    ----------
    record : Record
    key : str
        Of the part.
    part : Part
    known : mapping of str to str
        Letters, as `boundcheck.report.text.letters.letters` gives them.
    """
    vacuity = vacuity_of(part)
    curves = vacuity.curves if vacuity is not None else None
    if vacuity is None or curves is None or not _evaluated(curves):
        return ""
    constant = _constant(part)
    start = {letter.name: _start(letter.name, vacuity, part) for letter in curves.letters}
    if not all(isinstance(at, int | float) and isfinite(at) for at in start.values()):
        return ""
    names = [letter.name for letter in curves.letters]
    data = {
        "part": key,
        "letters": [
            {
                "name": letter.name,
                "low": letter.low,
                "high": letter.high,
                "integer": letter.integer,
                "at": start[letter.name],
            }
            for letter in curves.letters
        ],
        **{side: getattr(curves, side) for side in ("printed", "explicit", "trivial")},
        "conditions": [condition.formula for condition in curves.conditions],
        "constant": constant,
        "measured": [
            {"at": {name: cell.point[name] for name in names}, "quantile": cell.quantile}
            for cell in regimes_of(part)
            if finite(cell.quantile) is not None
            and all(isinstance(cell.point.get(name), int | float) for name in names)
        ],
        "command": f"python -m boundcheck bound {record.claim} --part {key} --set",
    }
    said = {
        letter.name: in_html(f"${record.letters.get(letter.name, letter.name)}$", known) for letter in curves.letters
    }
    meant = {letter.name: letter.meaning for letter in record.parameters}
    rows = "".join(
        f'<label title="{escape(meant.get(name, ""))}"><span>{said[name]}</span>'
        f'<input type="range" min="0" max="1000" data-of="slide-{escape(name)}" aria-label="{escape(name)}, slider">'
        f'<input type="number" step="any" data-of="number-{escape(name)}" aria-label="{escape(name)}"></label>'
        for name in names
    )
    conditions = "".join(
        f'<span data-condition="{place}" hidden> {in_html(f"${condition.latex}$", known)};</span>'
        for place, condition in enumerate(curves.conditions)
    )
    of_constant = "" if constant is None else f" times {constant:g}"
    values = "".join(
        f'<tr><th scope="row"><span class="key {side}">{words}</span></th><td class="r" data-of="{side}"></td>'
        f'<td data-of="start-{side}"></td></tr>'
        for side, words in (("printed", f"printed{of_constant}"), ("explicit", "explicit"), ("trivial", "trivial"))
    )
    return (
        f'<div class="explorer" hidden><h4>At your values</h4><div class="letters">{rows}</div>'
        '<table aria-live="polite"><thead><tr><th>bound</th><th class="r">value</th><th>below the trivial bound</th></tr></thead>'
        f"<tbody>{values}</tbody></table>"
        f'<p data-of="unmet" class="fault" hidden>Not stated at these values, as these conditions fail:{conditions}</p>'
        '<div data-of="drawn"></div>'
        '<p class="muted">Bounds over n; dots are measured quantiles at these values of the other letters.</p>'
        '<p><code data-of="command"></code> <button type="button" data-of="reset">Back to the figure</button></p>'
        f'<script type="application/json">{inert(data)}</script></div>'
    )


def inert(data: Any) -> str:
    """JSON that cannot end the element in which it stands."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=True).replace("<", "\\u003c").replace("&", "\\u0026")


def _constant(part: AnyPart) -> float | None:
    known = constant_of(part)
    try:
        return None if known is None or known.explicit is None else float(Fraction(known.explicit))
    except (ValueError, ZeroDivisionError):
        return None


def _start(name: str, vacuity: Vacuity, part: AnyPart) -> Any:
    """The value of the figure, and of n the first setting's."""
    return regimes_of(part)[0].point.get(name) if name == "n" and regimes_of(part) else vacuity.at.get(name)


def _evaluated(curves: Curves) -> bool:
    """Whether the script knows every head of the formulas."""
    formulas = (
        curves.printed,
        curves.explicit,
        curves.trivial,
        *(condition.formula for condition in curves.conditions),
    )
    return all(head in KNOWN for formula in formulas for head in _heads(formula))


def _heads(formula: list[Any]) -> Any:
    yield formula[0]
    if formula[0] not in ("q", "s"):
        for part in formula[1:]:
            if isinstance(part, list):
                yield from _heads(part)
