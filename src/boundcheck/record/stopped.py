"""A run that was stopped: what its record says of that, as numbers and in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def stopped(done: int, of: int) -> dict[str, int]:
    """The field of the record: how many steps and parts were settled, of how many."""
    return {"done": done, "of": of}


def sentence(done: int, of: int) -> str:
    """The headline of such a record."""
    return f"Interrupted after {done} of {of} steps and parts; run the same command to go on."


def interrupted(record: Mapping[str, Any]) -> bool:
    """Whether the record is of a run that was stopped, holds what it says it holds, and claims nothing more."""
    said, headline = record.get("interrupted"), record["headline"]
    if not isinstance(said, Mapping) or not all(isinstance(said.get(key), int) for key in ("done", "of")):
        return False
    whole = said["done"] == len(record["steps"]) + len(record["parts"]) <= said["of"]
    return whole and headline["outcome"] == "UNDECIDED" and headline["text"] == sentence(said["done"], said["of"])
