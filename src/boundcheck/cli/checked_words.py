"""Words of the command line as values, each refused with its rule."""

from __future__ import annotations

import argparse
from pathlib import Path


class UsageError(Exception):
    """What the user wrote cannot be done; the message is one line with the way out."""


def whole(low: int, high: int):
    """Converter for whole numbers from `low` to `high`."""

    def convert(text: str) -> int:
        try:
            value = int(text) if text.isascii() else low - 1
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"must be a whole number from {low} to {high:,}, got {text!r:.60}")
        return value

    return convert


def probability(text: str) -> float:
    """Converter for numbers in (0, 1)."""
    try:
        value = float(text) if text.isascii() else 0.0
    except ValueError:
        value = 0.0
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"must be a number in (0, 1), got {text!r:.60}")
    return value


def folder(text: str) -> Path:
    """Converter for folders; an empty word is a variable that was not set, and not the folder one is in."""
    if not text.strip():
        raise argparse.ArgumentTypeError(f"must name a folder, got {text!r:.60}; '.' is the one you are in")
    return Path(text)


def formats(text: str) -> tuple[str, ...]:
    """Converter for a comma-separated choice of report formats."""
    chosen = tuple(word.strip() for word in text.split(",") if word.strip())
    if not chosen or set(chosen) - {"json", "pdf", "html", "appendix"}:
        raise argparse.ArgumentTypeError(f"must name some of json, pdf, html and appendix, as in 'pdf,json', got {text!r:.60}")
    return chosen


def part_of(text: str) -> tuple[int, int]:
    """Converter for a share ``i/N``."""
    i, slash, of = text.partition("/")
    if not (
        slash and text.isascii() and i.isdecimal() and of.isdecimal() and len(text) < 20 and 1 <= int(i) <= int(of)
    ):
        raise argparse.ArgumentTypeError(f"must be i/N with 1 <= i <= N, as in 2/8, got {text!r:.60}")
    return int(i), int(of)
