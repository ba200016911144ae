"""``boundcheck privacy``: which epsilon a noise gives, which noise an epsilon needs, and tables of both."""

from __future__ import annotations

import argparse
import csv
import itertools
import json
import sys
from pathlib import Path
from typing import Any

from boundcheck.cli import account
from boundcheck.cli.options import UsageError
from boundcheck.cli.output import until_closed
from boundcheck.privacy import Adjacency, Change, EpsilonBracket, Unit
from boundcheck.privacy.exact import exact, outward
from boundcheck.privacy.tables import Cell, Fit, Settings, fitted, judged_cell

# The settings that the words on the command line, or in a row of a table, describe.

CHANGES = {"add-remove": Change.ADDED_OR_REMOVED, "replace": Change.REPLACED}
UNITS = {"record": Unit.RECORD, "label": Unit.LABEL, "user": Unit.USER, "user-labels": Unit.USER_LABELS}


def settings(options: argparse.Namespace) -> Settings:
    """Sampling rate, steps, delta and adjacency."""
    unit, change = _of(UNITS, options.unit, "unit"), _of(CHANGES, options.adjacency, "adjacency")
    batch, rate = batched(options), exact("sampling rate", options.sampling, above=0, most=1)
    return Settings(rate, options.steps, required(options, "delta"), Adjacency(unit, change), batch=batch)


def batched(options: argparse.Namespace) -> tuple[str, str] | None:
    """Size of a batch and of the data set, of ``10/1000``; sampling has its own rate then."""
    if not getattr(options, "batch", None):
        return None
    batch, slash, records = str(options.batch).partition("/")
    if not slash or str(options.sampling) != "1":
        raise UsageError(
            f"privacy {options.question}: --batch is B of N records, as 10/1000, and goes without --sampling"
        )
    return batch, records


def required(options: argparse.Namespace, name: str) -> str:
    """A number that has no default."""
    value = getattr(options, name, None)
    if value is None:
        raise UsageError(f"privacy {options.question}: needs --{name}")
    return str(value)


def _of(known: dict, word: str, name: str):
    if word not in known:
        raise ValueError(f"{name}: must be one of {', '.join(known)}, got {word!r:.60}")
    return known[word]


# ``boundcheck privacy gaussian``: the epsilon that Gaussian noise gives.

OPEN = 0.015  # a bracket that is wider was not narrowed by more effort


def answer_gaussian(options: argparse.Namespace) -> int:
    """Print the bracket of epsilon."""
    found = settings(options).epsilon(required(options, "sigma"), options.effort)
    replayed = found.replay()
    with until_closed():
        if options.json:
            print(json.dumps({**plain(found), "replayed": replayed}, indent=1))
        elif not options.quiet:
            print(f"{found.mechanism}, {found.adjacency}, delta = {float(found.delta):.6g}")
            low, high = outward(found.low, found.high, 5)
            print(f"  epsilon <= {high:.6g} is guaranteed")
            if low > 0:
                print(f"  epsilon < {low:.6g} is violated, by data sets on which the mechanism is the worst pair")
            between = "between them, where it is open" if found.relative_width > OPEN else "between them"
            print(f"  {between}: {found.relative_width:.2%} of epsilon; both ends {_replayed(replayed)}")
    return 0


def plain(found: EpsilonBracket) -> dict[str, Any]:
    """The bracket as plain data, in the digits it supports."""
    low, high = outward(found.low, found.high, 6)
    return {
        "mechanism": str(found.mechanism),
        "adjacency": str(found.adjacency),
        "delta": float(found.delta),
        "epsilon": {"low": low, "high": high},
        "low_is_a_violation": found.attained,
    }


def _replayed(replayed: bool) -> str:
    return "computed again and confirmed" if replayed else "NOT CONFIRMED when computed again"


# ``boundcheck privacy noise``: the noise that an epsilon needs.


def answer_noise(options: argparse.Namespace) -> int:
    """Print the bracket of the noise multiplier."""
    used, wanted = settings(options), required(options, "epsilon")
    found = used.noise(wanted, options.effort)
    low, high = outward(found.low, found.high, 5)
    with until_closed():
        if options.json:
            print(
                json.dumps(
                    {"settings": str(used), "epsilon": wanted, "multiplier": {"low": low, "high": high}}, indent=1
                )
            )
        elif not options.quiet:
            print(f"{used}, epsilon = {wanted}")
            print(f"  noise {high:.6g} times one unit's contribution is enough (epsilon {found.enough.high:.5g})")
            print(f"  {low:.6g} is too little (epsilon {found.too_little.low:.5g} at least)")
    return 0


# ``boundcheck privacy table``: a CSV of epsilons and noises in, the same with what is true beside it out.

NEEDED = ("epsilon", "sigma")
OPTIONAL = ("delta", "steps", "sampling", "batch", "adjacency", "unit")


def answer_table(options: argparse.Namespace) -> int:
    """Print the judged table; exit 1 if some cell has too little noise."""
    rows = read(options.file)
    judged = []
    for line, row in enumerate(rows, 2):
        given = argparse.Namespace(**{**vars(options), **{name: row[name] for name in OPTIONAL if row.get(name)}})
        try:
            used = settings(given)
            cell = judged_cell(row["epsilon"], row["sigma"], used, options.effort)
            needed = used.noise(row["epsilon"], options.effort)
        except ValueError as error:
            raise UsageError(f"{options.file}, line {line}: {error}") from None
        judged.append(
            {
                **row,
                "epsilon_violated_below": f"{cell.largest.low:.4g}",
                "epsilon_guaranteed": f"{cell.smallest.high:.4g}",
                "sigma_too_little": f"{needed.low:.4g}",
                "sigma_enough": f"{needed.high:.4g}",
                "answer": cell.answer.value,
            }
        )
    with until_closed():
        if options.json:
            print(json.dumps(judged, indent=1))
        elif not options.quiet:
            writer = csv.DictWriter(sys.stdout, list(judged[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(judged)
    return 1 if any(row["answer"] == Cell.TOO_LITTLE.value for row in judged) else 0


def read(path: Path | None) -> list[dict[str, str]]:
    """The rows of the file, each with at least an epsilon and a sigma."""
    if path is None:
        raise UsageError("privacy table: needs a FILE.csv with the columns epsilon and sigma")
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            reader = csv.DictReader(file, skipinitialspace=True)
            columns = reader.fieldnames or []
            rows = [{k: (v or "").strip() for k, v in row.items() if k is not None} for row in reader]
    except (UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{path}: is no table of text ({str(error)[:80]})") from None
    lacking = [name for name in NEEDED if name not in columns]
    unknown = [name for name in columns if name not in (*NEEDED, *OPTIONAL)]
    if lacking or unknown:
        words = f"lacks {', '.join(lacking)}" if lacking else f"has {', '.join(map(repr, unknown))}"
        raise UsageError(f"{path}: {words}; the columns are epsilon, sigma and, if wanted, {', '.join(OPTIONAL)}")
    if not rows:
        raise UsageError(f"{path}: has no rows")
    return rows


# ``boundcheck privacy fit``: a CSV of epsilons and noises in; which of the settings that are offered explains it best.

OFFERED = ("sampling", "batch", "steps", "delta", "adjacency", "unit")
MOST = 200  # settings, of some tenths of a second for each cell


def answer_fit(options: argparse.Namespace) -> int:
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


# ``boundcheck privacy``: which epsilon a noise gives, which noise an epsilon needs, whether a table of noise is right.

ANSWERS = {
    "gaussian": answer_gaussian,
    "noise": answer_noise,
    "table": answer_table,
    "fit": answer_fit,
    "account": account.main,
}


def main(options: argparse.Namespace) -> int:
    """Answer one question; a number that cannot be is one line and exit status 2."""
    try:
        return ANSWERS[options.question](options)
    except ValueError as error:
        raise UsageError(str(error)) from None
    except ArithmeticError as error:
        raise UsageError(f"not computed: {error}; try other numbers or --effort standard") from None
