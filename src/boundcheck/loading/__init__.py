"""Someone's own claims: loaded from a file, looked over, rehearsed, and their mistakes explained by line."""

from .own_files import STEM, BrokenClaim, completed, explained, load, refuse, rehearse, sources, with_cited

__all__ = ["STEM", "BrokenClaim", "completed", "explained", "load", "refuse", "rehearse", "sources", "with_cited"]
