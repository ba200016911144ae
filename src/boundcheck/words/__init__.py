"""English for facts: one template for each, which page, web, screen and Markdown share."""

from . import samples
from .headlines import headline
from .phrases import phrase

__all__ = ["headline", "phrase", "samples"]
