"""English for facts: one template for each, which page, web, screen and Markdown share."""

from . import headlines, samples
from .headlines import headline
from .phrases import phrase

__all__ = ["headline", "headlines", "phrase", "samples"]
