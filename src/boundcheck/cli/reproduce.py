"""``boundcheck reproduce PAPER``: records settled afresh elsewhere, as each says that it was, and compared with what is kept."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, NamedTuple

from boundcheck.cli import check, compare
from boundcheck.cli.options import REFUTED, UNDECIDED, UsageError, parser
from boundcheck.cli.output import counted, until_closed
from boundcheck.loading import registry
from boundcheck.record import Record, RecordError, read
from boundcheck.record.agreement import repeats_of
from boundcheck.record.compare import Difference, difference

MOVED, OTHER = REFUTED, UNDECIDED  # exit statuses 1 and 3, as of `compare`
PLACES = 12  # of a digest, as the checklist shows them


class Outcome(NamedTuple):
    """What came of one result: the same record, other numbers or texts, or other verdicts."""

    claim: str
    result: Literal["PASS", "FAIL"]
    kept: str
    made: str
    seconds: float
    how: Difference


def main(options: argparse.Namespace) -> int:
    """Settle every record that is named once more, in a folder that is thrown away, and print PASS or FAIL for each."""
    kept = {record.claim: record for record in found(options.claims, options.out)}
    files = {f"own/{Path(name).stem}": name for name in options.claims if name.endswith(check.OWN)}
    outcomes: list[Outcome] = []

    def compared(record: Record) -> None:
        outcomes.append(one := outcome(kept[record.claim], record))
        if not (options.json or options.quiet):
            for line in lines(one, every=options.verbose):
                print(line)

    with TemporaryDirectory(prefix="boundcheck-") as elsewhere:
        for settings in dict.fromkeys(map(_settings, kept.values())):
            names = [files.get(claim, claim) for claim, record in kept.items() if _settings(record) == settings]
            status = check.main(_options(names, settings, Path(elsewhere), options), compared)
            if status not in (0, REFUTED, UNDECIDED):
                return status
    with until_closed():
        if options.json:
            print(json.dumps([_data(one) for one in outcomes], indent=1))
        elif not options.quiet:
            passed = sum(one.result == "PASS" for one in outcomes)
            print(f"{passed} of {counted(len(outcomes), 'result')} PASS, compared with {options.out}")
    if any(one.how.verdicts for one in outcomes):
        return OTHER
    return 0 if all(one.result == "PASS" for one in outcomes) else MOVED


def found(names: Sequence[str], out: Path) -> Iterator[Record]:
    """The records in `out` of the claims, papers and files that are named, each once; one that is missing ends it."""
    ids = dict.fromkeys(claim_id for name in names for claim_id in _ids(name))
    for claim_id in ids:
        path = out / f"{claim_id}.json"
        if not path.is_file():
            raise UsageError(
                f"no record of {claim_id} in {out}, so nothing to compare with; --out names the folder that has it"
            )
        try:
            yield read(path)
        except RecordError as error:
            raise UsageError(str(error)) from None


def _ids(name: str) -> Sequence[str]:
    return [f"own/{Path(name).stem}"] if name.endswith(check.OWN) else registry.resolve(name)


class _Settings(NamedTuple):
    """How a record says that it was made."""

    budget: str
    seed: int
    repeats: int | None
    risk: float
    second: bool


def _settings(record: Record) -> _Settings:
    return _Settings(record.budget, record.seed, repeats_of(record), record.error_probability.total, record.second is not None)


def _options(names: Sequence[str], settings: _Settings, out: Path, given: argparse.Namespace) -> argparse.Namespace:
    """Those of a run that writes records alone, and takes nothing from an earlier one."""
    words = [*names, "--format", "json", "--fresh", "--budget", settings.budget, "--seed", str(settings.seed), "--out", str(out)]
    words += ["--error-probability", repr(settings.risk), "--engine", given.engine]
    words += ["--repeats", str(settings.repeats)] if settings.repeats is not None else []
    words += ["--jobs", str(given.jobs)] if given.jobs else []
    words += ["--second-opinion"] if settings.second else []
    words += ["--quiet"] if given.quiet else []
    return parser("check").parse_args(words)


def outcome(kept: Record, made: Record) -> Outcome:
    """What came of settling `kept` once more."""
    how = difference(kept, made)
    result: Literal["PASS", "FAIL"] = "PASS" if how.same else "FAIL"
    return Outcome(kept.claim, result, str(kept.digest), str(made.digest), made.elapsed_seconds, how)


def lines(one: Outcome, *, every: bool) -> Iterator[str]:
    """PASS or FAIL with digest and seconds, and below a FAIL what differs."""
    mark = _mark(one.made) if one.kept == one.made else f"{_mark(one.kept)} -> {_mark(one.made)}"
    yield f"{one.result}  {one.claim}  {mark}  {one.seconds:.1f} s"
    if one.result == "FAIL":
        yield from (f"  {line}" for line in compare.difference_lines(one.how, every=every))
        yield from (f"  made with {name} {before}, now {after}" for name, before, after in one.how.made_with)


def _mark(digest: str) -> str:
    return digest.removeprefix("blake2b:")[:PLACES]


def _data(one: Outcome) -> dict[str, Any]:
    """An outcome for ``--json``."""
    how = one.how
    return {
        "claim": one.claim,
        "result": one.result,
        "digest": {"kept": one.kept, "made": one.made},
        "seconds": one.seconds,
        "verdicts": [list(entry) for entry in how.verdicts],
        "moved": [move.place for move in how.moves],
        "texts": list(how.texts),
        "made_with": [list(entry) for entry in how.made_with],
    }
