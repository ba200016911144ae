"""English for facts: one template for each, which page, web, screen and Markdown share."""

from . import exact as exact  # registers its templates
from .phrases import phrase

__all__ = ["phrase"]
