"""What else a part found: its constant and worst instance, a separation, and the mutants it killed."""

from collections.abc import Mapping
from typing import Any

from boundcheck.report import comparisons
from boundcheck.report.blocks import beside, figure, pairs, para, strong, table
from boundcheck.report.instance import drawing
from boundcheck.report.letters import point, symbol
from boundcheck.report.numbers import percent, shown, span
from boundcheck.report.prose import prose, sentence

LONGEST = 300


def constant(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """The constant that was derived, and the smallest that survived the search."""
    found = part.get("constant")
    if not found:
        return []
    runs: list = [strong("Constant. ")]
    if found.get("explicit_text") or found.get("explicit") is not None:
        runs.append(f"Derived: {found.get('explicit_text') or shown(found['explicit'])}. ")
    if found.get("smallest_surviving") is not None:
        runs.append(f"The smallest that survived the worst case found: {shown(found['smallest_surviving'])}")
        if found.get("low") is not None:
            runs.append(f" ({span(found['low'], found.get('high'))})")
        upper = found.get("upper")
        runs.append(". " if upper is None else f", at most {shown(upper)} with confidence. ")
    runs.append(sentence(found.get("note")))
    instance = found.get("instance")
    caption = f"{name}: the worst instance found."
    return beside([para(*runs), *worst(instance, known)], figure(drawing(instance, known), caption))


def worst(instance: Any, known: Mapping) -> list[dict]:
    """The worst instance in numbers, as far as they fit on a line."""
    if not isinstance(instance, Mapping):
        return []
    features, weights = instance.get("features") or [], instance.get("weights") or []
    kinds = [f"{len(features)} vectors in dimension {len(features[0])}"] if features else []
    kinds += [f"weights {span(min(weights), max(weights))}"] if weights else []
    theta = instance.get("theta") or []
    truth = (
        f"({', '.join(map(shown, theta))})" if 0 < len(theta) <= 6 else f"in dimension {len(theta)}" if theta else ""
    )
    taken = {"point", "features", "weights", "theta"}
    rest = [(str(key).replace("_", " "), short(value)) for key, value in instance.items() if key not in taken]
    rows = [
        ("Worst at", point(instance.get("point"), known)),
        ("Design", ", ".join(kinds)),
        ("Truth", truth),
        *rest,
    ]
    return [pairs(rows)]


def separated(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """The separation of two settings on common random numbers."""
    found = part.get("separation")
    if not found:
        return []
    against = symbol(str(found.get("parameter") or "value"), known)
    caption = [f"{name}: ratio of errors on common random numbers against ", against, "."]
    return figure(comparisons.separation(found, known), caption, 74)


def mutants(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """False versions of the claim, and whether this study saw through them."""
    found = part.get("mutants")
    if not found or not found.get("total"):
        return []
    survivors = ", ".join(map(str, found.get("survivors") or []))
    said = f"Mutants: {found.get('killed', 0)} of {found.get('total', 0)} false versions were refuted"
    said += f"; survived: {survivors}." if survivors else "."
    rows = [
        [
            strong(str(mutant.get("name", ""))),
            prose(mutant.get("text")),
            prose(mutant.get("regime")),
            "–" if mutant.get("rate_low") is None else f"≥ {percent(mutant['rate_low'])}",
            percent(mutant.get("allowed")),
            "killed" if mutant.get("killed") else strong("survived"),
        ]
        for mutant in found.get("rows") or []
    ]
    header = ["Mutant", "What was changed", "Regime", "Violated", "Allowed", "Fate"]
    return [table("l l1 l r r l", header, rows, said, tight=True)] if rows else [para(said)]


def evidence(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """Whatever else the check noted, as far as it is short; rows of one kind as a table."""
    found = part.get("evidence") or {}
    tables = {key: value for key, value in found.items() if _tabular(value)}
    rows = [(str(key).replace("_", " "), short(value)) for key, value in found.items() if key not in tables]
    blocks = [pairs(rows, title="Also noted")] if rows else []
    for key, value in tables.items():
        header = [str(title).replace("_", " ") for title in value[0]]
        cells = [[short(item) for item in row.values()] for row in value]
        columns = " ".join(["l1"] + ["l"] * (len(header) - 1))
        blocks.append(table(columns, header, cells, f"{name}: {str(key).replace('_', ' ')}.", tight=True))
    return blocks


def _tabular(value: Any) -> bool:
    """A few rows with the same few keys, all of them plain."""
    if not (isinstance(value, list) and 1 <= len(value) <= 20 and all(isinstance(row, Mapping) for row in value)):
        return False
    plain = all(not isinstance(item, list | Mapping) for row in value for item in row.values())
    return plain and 2 <= len(value[0]) <= 7 and all(list(row) == list(value[0]) for row in value)


def failures(name: str, part: Mapping, known: Mapping) -> list[dict]:
    """Replicates that did not finish; silence here would be a lie."""
    found = part.get("failures") or []
    rows = [[str(f.get(key, "")) for key in ("cell", "seed", "message")] for f in found]
    said = f"{len(rows)} computations failed."
    return [table("l1 l l2", ["Failed cell", "Seed", "Message"], rows, said)] if rows else []


def short(value: Any) -> str:
    """A value on one line, or where to find it."""
    if isinstance(value, list | Mapping) and len(value) > 8:
        return f"{len(value)} entries, in the record"
    if isinstance(value, list):
        return ", ".join(map(short, value))
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {short(item)}" for name, item in value.items())
    text = prose(shown(value))
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
