"""The settings that the words on the command line, or in a row of a table, describe."""

from __future__ import annotations

import argparse

from boundcheck.cli.checked_words import UsageError
from boundcheck.privacy import Adjacency, Change, Unit
from boundcheck.privacy.exact import exact
from boundcheck.privacy.noise_tables import Settings

CHANGES = {"add-remove": Change.ADDED_OR_REMOVED, "replace": Change.REPLACED}
UNITS = {"record": Unit.RECORD, "label": Unit.LABEL, "user": Unit.USER, "user-labels": Unit.USER_LABELS}


def settings(options: argparse.Namespace) -> Settings:
    """Sampling rate, steps, delta and adjacency."""
    unit, change = _of(UNITS, options.unit, "unit"), _of(CHANGES, options.adjacency, "adjacency")
    batch, rate = batched(options), exact("sampling rate", options.sampling, above=0, most=1)
    return Settings(rate, options.steps, required(options, "delta"), Adjacency(unit, change), batch=batch)


def batched(options: argparse.Namespace) -> tuple[str, str] | None:
    """Size of a batch and of the data set, of ``10/1000``; sampling has its own rate then."""
    if not getattr(options, "batch", None):
        return None
    batch, slash, records = str(options.batch).partition("/")
    if not slash or str(options.sampling) != "1":
        raise UsageError(
            f"privacy {options.question}: --batch is B of N records, as 10/1000, and goes without --sampling"
        )
    return batch, records


def required(options: argparse.Namespace, name: str) -> str:
    """A number that has no default."""
    value = getattr(options, name, None)
    if value is None:
        raise UsageError(f"privacy {options.question}: needs --{name}")
    return str(value)


def _of(known: dict, word: str, name: str):
    if word not in known:
        raise ValueError(f"{name}: must be one of {', '.join(known)}, got {word!r:.60}")
    return known[word]
