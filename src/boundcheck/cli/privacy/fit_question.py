"""``boundcheck privacy fit``: a CSV of epsilons and noises in; which of the settings that are offered explains it best."""

from __future__ import annotations

import argparse
import itertools
import json

from boundcheck.cli.checked_words import UsageError
from boundcheck.cli.output import until_closed
from boundcheck.cli.privacy.given import required, settings
from boundcheck.cli.privacy.table_question import NEEDED, read
from boundcheck.privacy.noise_tables import Fit, Settings, fitted

OFFERED = ("sampling", "batch", "steps", "delta", "adjacency", "unit")
MOST = 200  # settings, of some tenths of a second for each cell


def answer(options: argparse.Namespace) -> int:
    """Print how far off each of the settings is, the best first."""
    rows = read(options.file)
    if extra := [name for name in rows[0] if name not in NEEDED]:
        raise UsageError(
            f"{options.file}: has {', '.join(map(repr, extra))}; 'fit' looks for what a page does not say, in options"
        )
    try:
        fits = fitted(
            [(row["epsilon"], row["sigma"]) for row in rows], offers(options), scale_known=options.multipliers
        )
    except ValueError as error:
        raise UsageError(f"{options.file}: {error}") from None
    with until_closed():
        if options.json:
            print(json.dumps([_plain(fit) for fit in fits], indent=1))
        elif not options.quiet:
            many = f"{len(fits)} setting{'' if len(fits) == 1 else 's'}"
            print(f"{len(rows)} cells, {many} offered; the best explains the table, and need not be that of its page")
            for fit in fits:
                print(f"  {fit}")
    return 0


def offers(options: argparse.Namespace) -> list[Settings]:
    """Every combination of the values that options list between commas."""
    required(options, "delta")
    lists = {name: str(getattr(options, name)).split(",") if getattr(options, name) else [None] for name in OFFERED}
    made = []
    for values in itertools.product(*lists.values()):
        made.append(settings(argparse.Namespace(**{**vars(options), **dict(zip(lists, values, strict=True))})))
        if len(made) > MOST:
            raise UsageError(f"privacy fit: offers more than {MOST} settings")
    return made


def _plain(fit: Fit) -> dict:
    return {
        "settings": str(fit.settings),
        "scale": float(f"{fit.scale:.5g}"),
        "misfit": float(f"{fit.misfit:.5g}"),
        "needed": [float(f"{value:.5g}") for value in fit.needed],
    }
