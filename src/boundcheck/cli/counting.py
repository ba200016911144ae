"""Words that several commands print."""

from __future__ import annotations


def counted(count: int, word: str) -> str:
    """``1 block``, ``2 blocks``, ``1,000 blocks``."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"
