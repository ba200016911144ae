"""Someone's own claims: loaded from a file, looked over, rehearsed, and their mistakes explained by line."""

from .own_files import (
    STEM,
    BrokenClaim,
    Sources,
    completed,
    explained,
    load,
    load_tex,
    of_tex,
    refuse,
    rehearse,
    sources,
    with_cited,
)

__all__ = [
    "STEM", "BrokenClaim", "Sources", "completed", "explained", "load", "load_tex", "of_tex", "refuse", "rehearse", "sources",
    "with_cited",
]  # fmt: skip
