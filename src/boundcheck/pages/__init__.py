"""Statements and proofs that are written on a page of Markdown, read and never run."""

from .reading import display
from .statement import Line, Read, labelled, of_display, read, read_text, text_of
from .tokens import Place, Refused
from .writing import Written, written

__all__ = [
    "Line", "Place", "Read", "Refused", "Written", "display", "labelled", "of_display", "read", "read_text", "text_of", "written",
]  # fmt: skip
