"""Statements and proofs that are written on a page of Markdown, read and never run."""

from .reading import display
from .statement import Line, Read, labelled, read, read_text
from .tokens import Place, Refused

__all__ = ["Line", "Place", "Read", "Refused", "display", "labelled", "read", "read_text"]
