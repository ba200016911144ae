"""``boundcheck compare A B``: the same verdicts, and which numbers moved."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from boundcheck.cli.options import REFUTED, UNDECIDED, UsageError
from boundcheck.cli.output import counted, until_closed
from boundcheck.record import Record, RecordError, read
from boundcheck.record.compare import Difference, Move, difference
from boundcheck.report.text.words import shown

MOVED, OTHER = REFUTED, UNDECIDED  # exit statuses 1 and 3
FEW = 3  # moves that are named without -v


def main(options: argparse.Namespace) -> int:
    """Print how two records, folders or digests differ."""
    before, after = (records(name, options.out) for name in (options.before, options.after))
    if len(before) == len(after) == 1 and before.keys() != after.keys():
        raise UsageError(f"these are records of two claims, {next(iter(before))} and {next(iter(after))}")
    both = [difference(before[claim], after[claim]) for claim in before if claim in after]
    alone = {"before": sorted(before.keys() - after.keys()), "after": sorted(after.keys() - before.keys())}
    if not both:
        raise UsageError(f"no claim stands in both {options.before} and {options.after}")
    with until_closed():
        if options.json:
            found = [asdict(one) | {"same": one.same} for one in both]
            print(json.dumps({"claims": found, "only": alone}, indent=1, default=str))
        elif not options.quiet:
            for line in lines(both, alone, every=options.verbose):
                print(line)
    if any(one.verdicts for one in both) or all(alone.values()):  # one may be a part of the other
        return OTHER
    return 0 if all(one.same for one in both) else MOVED


def records(name: str, out: Path) -> dict[str, Record]:
    """Records by claim: of a file, of a folder, or the one with a digest."""
    path = Path(name)
    if path.is_file():
        record = _read(path)
        return {record.claim: record}
    if path.is_dir():
        found = [_read(file) for file in files(path) if not file.name.endswith(".partial.json")]
        if not found:
            raise UsageError(f"{name}: no records in this folder; they are files such as unified/theorem_5_4.json")
        return {record.claim: record for record in found}
    mark = name.removeprefix("blake2b:")
    if len(mark) < 8 or any(c not in "0123456789abcdef" for c in mark):
        raise UsageError(
            f"{name}: neither a file, nor a folder, nor the digest of a record, of which 8 digits are enough"
        )
    for file in files(out):
        try:
            record = read(file)
        except RecordError:
            continue
        if str(record.digest).removeprefix("blake2b:").startswith(mark):
            return {record.claim: record}
    raise UsageError(f"no record in {out} has the digest {name}")


def files(folder: Path) -> list[Path]:
    """Records of a folder of reports, or of one of its papers."""
    return sorted([*folder.glob("*.json"), *folder.glob("*/*.json")])


def _read(path: Path) -> Record:
    try:
        return read(path)
    except RecordError as error:
        raise UsageError(str(error)) from None


def lines(both: Sequence[Difference], alone: Mapping[str, Sequence[str]], *, every: bool) -> Iterator[str]:
    """A line for each result that differs, what was only in one of both, and what it comes to."""
    for one in both:
        if not one.same:
            yield from difference_lines(one, every=every)
    for side, words in (("before", "only in the first"), ("after", "only in the second")):
        if claims := alone[side]:
            named = ", ".join(claims if every else claims[:FEW]) + (", …" if len(claims) > FEW and not every else "")
            yield f"{words}: {counted(len(claims), 'result')} ({named})"
    versions = dict.fromkeys(entry for one in both for entry in one.made_with)
    if versions:
        yield "Made with " + "; ".join(f"{name} {left} and {right}" for name, left, right in versions)
    same = sum(one.same for one in both)
    other = sum(bool(one.verdicts) for one in both)
    moved = len(both) - same - other
    rest = f"{moved} with the same verdicts and other numbers, {other} with other verdicts"
    yield f"{counted(len(both), 'result')}: {same} the same, {rest}"


def difference_lines(one: Difference, *, every: bool) -> Iterator[str]:
    """What differs in one result."""
    if one.verdicts:
        yield f"{one.claim}: other verdicts"
        for place, left, right in one.verdicts:
            yield f"  {place}: {left} -> {right}"
    said = [f"{counted(len(one.moves), 'number')} moved"] if one.moves else []
    said += [f"{counted(len(one.texts), 'text')} not the same"] if one.texts else []
    if said:
        yield f"{'  ' if one.verdicts else one.claim + ': same verdicts; '}{', '.join(said)}"
    for move in one.moves if every else one.moves[:FEW]:
        yield f"  {_moved(move)}"
    for place in one.texts if every else ():
        yield f"  {place}: other"


def _moved(move: Move) -> str:
    far = (
        f"{move.relative:.2g} of its size" if move.widths is None else f"{move.widths:.2g} half-widths of its interval"
    )
    return f"{move.place}: {shown(move.before, 6)} -> {shown(move.after, 6)}, {far}"
