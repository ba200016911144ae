"""Colours, tables and signs of a terminal."""

import unicodedata
from typing import Any

from boundcheck.report.text.words import MARKS, WORDS

STYLES = {
    "PROVED": "green", "HOLDS": "bold green", "HOLDS_REPAIRED": "bold green", "SUPPORTED": "blue",
    "UNDECIDED": "yellow", "ASSUMED": "dim", "REFUTED": "bold red", "NOTHING_TO_CHECK": "dim",
}  # fmt: skip
SHADES = {
    "sound": "bold green", "slight": "bold green", "worth": "bold yellow", "grave": "bold dark_orange",
    "gravest": "bold red", "open": "bold yellow",
}  # fmt: skip
GREEK = {chr(code): unicodedata.name(chr(code)).split()[-1].lower() for code in range(0x3B1, 0x3CA)} | {"λ": "lambda"}
POWERS = {sign: f"^{power}" for power, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
SIGNS = str.maketrans(
    dict(zip("─✓✗◐●–−×÷→′\N{NO-BREAK SPACE}", "-+x~*--x/>' ", strict=True)) | {"≤": "<=", "≥": ">=", "√": "sqrt "} | POWERS | GREEK
)


def outcome(name: str) -> Any:
    """An outcome as coloured text that reads without colour."""
    from rich.text import Text

    return Text(f"{MARKS[name]} {WORDS[name]}", style=STYLES[name])


def columns(*names: str) -> Any:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, caption_justify="left", show_edge=False)
    for name in names:
        numeric = name in ("Error", "Bound", "Slack", "Above", "Allowed")
        table.add_column(name, justify="right" if numeric else "left", no_wrap=name == "Verdict" or numeric)
    return table
