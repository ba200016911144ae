"""English for facts: one template for each, which page, web, screen and Markdown share."""

from .phrases import phrase

__all__ = ["phrase"]
