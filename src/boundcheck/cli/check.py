"""``boundcheck theorem_5_4``: the main job."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from contextlib import closing, redirect_stdout
from pathlib import Path
from typing import Any
from uuid import uuid4

from boundcheck import abreast, job
from boundcheck import loading as own
from boundcheck.claims import Claim, Severity
from boundcheck.cli import refereed
from boundcheck.cli.checked_words import UsageError
from boundcheck.cli.counting import counted
from boundcheck.cli.exit_codes import INTERRUPTED, REFUTED, UNDECIDED
from boundcheck.cli.output import console_of, until_closed
from boundcheck.cli.progress_bar import Bar
from boundcheck.cli.report import write_pages
from boundcheck.cli.writing import write
from boundcheck.loading import form, registry
from boundcheck.record import RecordError, dumps, load
from boundcheck.record.cache import RecordCache
from boundcheck.settle.circumstances import statements
from boundcheck.study import Answers, StoreError, StudyError


def main(options: argparse.Namespace) -> int:
    """Settle every claim named, write records and reports, print verdicts."""
    claims = distinct_claims(options.claims)
    out = options.out
    files = {f"own/{Path(name).stem}": Path(name) for name in options.claims if name.endswith(".py")}
    for claim_id, claim in claims:
        if claim_id in files:
            own.rehearse(claim, files[claim_id])
            for note in form.notes(claim):
                print(f"boundcheck: note: {files[claim_id]}: {note}", file=sys.stderr)
    ready(out)
    settings = job.Settings(
        budget=options.budget,
        seed=options.seed,
        jobs=options.jobs or os.cpu_count() or 1,
        engine=options.engine,
        error_probability=options.error_probability,
        store=out / "results.sqlite",
        repeats=options.repeats,
        of_run=uuid4().hex if options.fresh else "",
        code="".join(own.sources(files[i]) if i in files else registry.code_of(i) for i, _ in claims),
    )
    records = []
    known = RecordCache(Answers(out / "records.sqlite"), determining(settings))
    claim_id, started = "", time.perf_counter()
    with closing(known), bar_of(options) as bar:
        bar.expects({claim_id: pieces(claim) for claim_id, claim in claims})
        try:
            opened = job.runner(settings, bar)
            there = {} if options.fresh else {claim_id: known.get(claim_id) for claim_id, _ in claims if claim_id not in files}
            asked = [] if options.shard else [it for it in claims if it[0] not in files and there.get(it[0]) is None]
            weights = {claim_id: abreast.weight(claim, earlier(out / f"{claim_id}.json")) for claim_id, claim in asked}
            with opened as run, abreast.opened(settings, weights, keep=known.put, tell=bar.ahead) as others:
                for claim_id, claim in claims:
                    bar.claim(claim_id)
                    if options.shard:
                        with redirect_stdout(sys.stderr):  # what an experiment prints must not mix with --json
                            blocks = job.share(claim_id, claim, run, *options.shard)
                        with until_closed():
                            shared(claim_id, blocks, options)
                        continue
                    record = there.get(claim_id) or (others.record(claim_id) if others is not None else None)
                    if record is None:
                        with redirect_stdout(sys.stderr):
                            _, record = job.check(claim_id, claim, settings, run)
                        known.put(record)
                    records.append(record)
                    bar.announce("pages")
                    write_reports(record, out, options, known)
                    bar.clear()
                    with until_closed():
                        say(record, out, options)
                    warn(record)
        except job.Interrupted as cut:
            path = unfinished(cut.record["claim"], out)
            write(path, dumps(cut.record))
            bar.clear()
            print(f"boundcheck: {cut.settled} Saved so far: {path}", file=sys.stderr)
            return INTERRUPTED
        except (registry.BrokenClaim, OSError, StoreError, StudyError):
            raise
        except Exception as error:
            if "engine" in str(error):
                raise UsageError(f"--engine: {error}") from None
            if files.get(claim_id) is None:
                raise
            raise own.explained(error, files[claim_id]) from error
    if options.shard:
        return 0
    written = refereed.write_referee_reports(records, out, options) if len(records) > 1 else []
    if len(records) > 1 and not (options.quiet or options.json):
        with until_closed():
            refereed.say(records, written, time.perf_counter() - started)
    if options.json:
        with until_closed():
            print(dumps(records[0]) if len(records) == 1 else json.dumps(records, indent=1))
    return status(records)


def bar_of(options: argparse.Namespace) -> Bar:
    """Progress on a terminal, and every ten seconds into a file or a pipe."""

    def write(line: str) -> None:
        print(f"boundcheck: {line}", file=sys.stderr, flush=True)

    terminal = sys.stderr.isatty()
    return Bar(shown=not options.quiet, terminal=terminal, write=write)


def pieces(claim: Claim) -> dict[str, int]:
    """What will be announced of a claim, by the first word."""
    return {"step": len(claim.steps), "part": len(list(statements(claim))), "what": len(claim.uses), "pages": 1}


def determining(settings: job.Settings) -> dict[str, Any]:
    """What a record depends on besides the claim and the program; neither workers nor engine change a number."""
    names = ("budget", "seed", "error_probability", "repeats", "code")
    return {name: getattr(settings, name) for name in names}


def shared(claim_id: str, blocks: int, options: argparse.Namespace) -> None:
    """Say what a share held."""
    if options.quiet:
        return
    done = {"claim": claim_id, "shard": "/".join(map(str, options.shard)), "blocks": blocks}
    print(
        json.dumps(done)
        if options.json
        else f"{claim_id}: share {done['shard']} done, {counted(blocks, 'block')} of replicates"
    )


def distinct_claims(names: list[str]) -> list[tuple[str, Claim]]:
    """Claims for the names given, each once, in the order given."""
    found: dict[str, Claim] = {}
    files: list[Path] = []
    for name in dict.fromkeys(names):
        if name.endswith(".py"):
            if Path(name).resolve() in files:
                continue
            files.append(Path(name).resolve())
            claim_id, claim = registry.load_file(Path(name))
            if claim_id in found:
                raise UsageError(f"two files are called {Path(name).name}, which names the report; check them in turn")
            found[claim_id] = claim
        else:
            found |= {claim_id: registry.load(claim_id) for claim_id in registry.resolve(name)}
    return list(found.items())


def ready(out: Path) -> None:
    """Make the folder of reports, or say why it cannot be used."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        probe = out / ".writable"
        probe.write_text("")
        probe.unlink()
    except OSError as error:
        why = "a file is there" if isinstance(error, FileExistsError | NotADirectoryError) else error.strerror
        raise UsageError(f"--out {str(out)!r} cannot be written ({why}); give a folder of yours") from None


def earlier(path: Path) -> dict[str, Any] | None:
    """The record of an earlier run, of whatever program."""
    try:
        return load(path) if path.is_file() else None
    except RecordError:
        return None


def unfinished(claim_id: str, out: Path) -> Path:
    """Where the record of an interrupted run lies."""
    return out / f"{claim_id}.partial.json"


def write_reports(record: dict[str, Any], out: Path, options: argparse.Namespace, known: RecordCache) -> None:
    """Record, PDF and page of one claim; what is drawn already is not drawn again."""
    base = out / record["claim"]
    base.parent.mkdir(parents=True, exist_ok=True)
    if "json" in options.format:
        if not kept(base.with_suffix(".json"), record):
            write(base.with_suffix(".json"), dumps(record))
        unfinished(record["claim"], out).unlink(missing_ok=True)  # it says less, of the same run
    write_pages(record, out, options, known)


def kept(path: Path, record: dict[str, Any]) -> bool:
    """Whether a file holds the same record already, all but its times: then it stays as it is."""
    try:
        return path.is_file() and (there := load(path))["digest"] == record["digest"] and dumps(there) == path.read_text("utf-8")
    except RecordError:
        return False


def say(record: dict[str, Any], out: Path, options: argparse.Namespace) -> None:
    """Verdict on the screen."""
    if options.quiet or options.json:
        return
    from boundcheck.report import screen

    console = console_of()
    screen.summary(record, console, every=options.verbose)
    console.print(_files(out / record["claim"], options.format), highlight=False, soft_wrap=True)


def _files(base: Path, formats: Sequence[str]) -> Any:
    """Where the reports are; on a terminal that can, links to them."""
    from rich.text import Text

    line = Text("Report: ")
    for place, kind in enumerate(formats):
        path = base.with_suffix(f".{kind}") if kind != "appendix" else base.with_name(f"{base.name}.appendix.pdf")
        line.append(", " if place else "").append(str(path), style=f"link {path.resolve().as_uri()}")
    return line


def warn(record: dict[str, Any]) -> None:
    """Experiments that raised, a line for each fault: their replicates are lost, and count against the claim."""
    faults: dict[str, list[str]] = {}
    for name, part in record["parts"].items():
        for failure in part.get("failures") or ():
            faults.setdefault(failure["message"], []).append(f"{name}, {failure['cell']!r}")
    for message, places in faults.items():
        cells = list(dict.fromkeys(places))
        where = cells[0] if len(cells) == 1 else f"{cells[0]} and {len(cells) - 1} more"
        blocks = f"{len(places)} block{'s' if len(places) > 1 else ''} of replicates failed"
        print(f"boundcheck: {record['claim']}: {blocks} ({where}): {message}", file=sys.stderr)


def status(records: list[dict[str, Any]]) -> int:
    """Exit status for the severities of a run: from `CONDITION` on the page has to be changed in what it states."""
    severities = [Severity[record["headline"]["severity"]] for record in records]
    if any(severity.reaches(Severity.CONDITION) for severity in severities):
        return REFUTED
    outcomes = {record["headline"]["outcome"] for record in records}
    return UNDECIDED if outcomes <= {"UNDECIDED", "NOTHING_TO_CHECK"} else 0
