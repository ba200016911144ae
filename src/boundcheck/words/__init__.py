"""English for facts: one template for each, which page, web, screen and Markdown share."""

from . import exact, samples
from .headlines import headline
from .phrases import phrase

__all__ = ["exact", "headline", "phrase", "samples"]
