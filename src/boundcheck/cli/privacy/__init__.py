"""``boundcheck privacy``: which epsilon a noise gives, which noise an epsilon needs, whether a table of noise is right."""

from __future__ import annotations

import argparse
import importlib

from boundcheck.cli.checked_words import UsageError


def main(options: argparse.Namespace) -> int:
    """Answer one question; a number that cannot be is one line and exit status 2."""
    try:
        return importlib.import_module(f"boundcheck.cli.privacy.{options.question}_question").answer(options)
    except ValueError as error:
        raise UsageError(str(error)) from None
    except ArithmeticError as error:
        raise UsageError(f"not computed: {error}; try other numbers or --effort standard") from None
