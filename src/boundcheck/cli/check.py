"""``boundcheck theorem_5_4``: the main job, with its progress and the time that is left."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from types import TracebackType
from typing import Any
from uuid import uuid4

from boundcheck import job
from boundcheck import loading as own
from boundcheck.claims import Claim
from boundcheck.cli import baseline, report
from boundcheck.cli.options import INTERRUPTED, OF_PAGES, REFUTED, UNDECIDED, UsageError, needs
from boundcheck.cli.output import console_of, counted, until_closed, write
from boundcheck.cli.report import write_pages
from boundcheck.loading import form, registry
from boundcheck.record import Record, RecordError, dumps, plain, read
from boundcheck.record.cache import RecordCache, keep_proofs
from boundcheck.settle.settle import statements
from boundcheck.study import StoreError, StudyError, open_executor
from boundcheck.verdict import Severity

# How long a run will still take, from how long its pieces took so far; unknown as long as a kind of piece was not seen.


class TimeLeft:
    """Pieces that are left, each taken to last as long as the mean of its kind did.

    Parameters
    ----------
    clock : callable
        Seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._later: dict[str, Counter[str]] = {}
        self._here: Counter[str] = Counter()
        self._seen: Counter[str] = Counter()
        self._spent: dict[str, float] = {}
        self._kind, self._since = "", clock()

    def expects(self, claims: Mapping[str, Mapping[str, int]]) -> None:
        """How many pieces of each kind every claim of the run has."""
        self._later = {claim: Counter(pieces) for claim, pieces in claims.items()}

    def claim(self, claim_id: str) -> None:
        """A claim begins; what the one before did not need, as its record was kept, is left no more."""
        self._ends()
        self._here = self._later.pop(claim_id, Counter())

    def begins(self, kind: str) -> None:
        """A piece begins, and the one before has ended."""
        self._ends()
        self._kind, self._since = kind, self._clock()
        if self._here[kind] > 0:
            self._here[kind] -= 1

    def seconds(self, here: float | None = None) -> float | None:
        """What is left, or None where a kind of piece that is left has not been seen.

        Parameters
        ----------
        here : float, optional
            What is left of the piece at hand, where its cells tell.
        """
        running = self._clock() - self._since if self._kind else 0.0
        known = {kind: self._spent[kind] / count for kind, count in self._seen.items()}
        if self._kind and here is not None:
            known.setdefault(self._kind, running + here)
        left: Counter[str] = sum(self._later.values(), Counter(self._here))
        if any(kind not in known for kind, count in left.items() if count):
            return None
        if self._kind and here is None:
            if self._kind not in known:
                return None
            here = max(known[self._kind] - running, 0.0)
        return (here or 0.0) + sum(count * known[kind] for kind, count in left.items() if count)

    def least(self, here: float | None = None) -> float:
        """What is left of the kinds of pieces that were seen: as long as others are left, it takes longer."""
        running = self._clock() - self._since if self._kind else 0.0
        known = {kind: self._spent[kind] / count for kind, count in self._seen.items()}
        left: Counter[str] = sum(self._later.values(), Counter(self._here))
        if here is None:
            here = max(known.get(self._kind, 0.0) - running, 0.0)
        else:
            known.setdefault(self._kind, running + here)
        return here + sum(count * known.get(kind, 0.0) for kind, count in left.items() if count)

    def _ends(self) -> None:
        if self._kind:
            self._seen[self._kind] += 1
            self._spent[self._kind] = self._spent.get(self._kind, 0.0) + self._clock() - self._since
        self._kind = ""


def in_words(seconds: float | None, least: float = 0.0) -> str:
    """A time left with no more digits than it deserves; where it is not known, what it is at least."""
    if seconds is None:
        return "time left not known yet" if least < 10 else in_words(least).replace("about", "at least")
    if seconds < 10:
        return "some seconds left"
    size, unit = (1, "s") if seconds < 90 else (60, "min") if seconds < 5_400 else (3_600, "h")
    return f"about {seconds / size:.{1 if size > 1 and seconds < 10 * size else 0}f} {unit} left"


# Progress of a whole run on standard error: a line that vanishes on a terminal, one every ten seconds into a file.

EVERY = 10.0  # seconds between two lines into a file
LEAST_SHARE = 0.05  # of the work that has to be done before anything is foretold


class Bar:
    """What a run tells as one line: claims and pieces done, the piece at hand, its cells, the time left.

    Parameters
    ----------
    shown : bool
    terminal : bool
        A line that is drawn anew, in place of one every `EVERY` seconds.
    write : callable
        Takes a line, where there is no terminal.
    clock : callable
        Seconds, for tests.
    """

    def __init__(
        self,
        *,
        shown: bool,
        terminal: bool = True,
        write: Callable[[str], None] = lambda line: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._shown, self._terminal, self._write, self._clock = shown, terminal, write, clock
        self._live: Any = None
        self._left = TimeLeft(clock)
        self._claims = self._begun = 0
        self._claim = self._words = ""
        self._total = self._done = self._replicates = 0
        self._ahead, self._share = 0, 0.0
        self._began = self._since = self._last = clock()

    def __enter__(self) -> Bar:
        if self._shown and self._terminal:
            from rich.console import Console
            from rich.status import Status

            self._live = Status("starting", console=Console(stderr=True))
            self._live.start()
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.clear()

    def clear(self) -> None:
        """Take the line off the screen until there is news."""
        if self._live is not None:
            self._live.stop()

    def expects(self, claims: Mapping[str, Mapping[str, int]]) -> None:
        """The claims of the run, with how many pieces of each kind will be announced for each."""
        self._claims = len(claims)
        self._left.expects(claims)

    def claim(self, claim_id: str) -> None:
        """A claim begins, and the one before has ended."""
        self._claim, self._begun = claim_id, self._begun + 1
        self._left.claim(claim_id)
        self._piece("")

    def announce(self, words: str) -> None:
        """A piece of the claim begins; the first word is its kind, as in "step (14)"."""
        self._left.begins(words.partition(" ")[0])
        self._piece(words)

    def ahead(self, claims: int, share: float) -> None:
        """So many claims are settled, whether their turn has come or not, and with them this share of all the work."""
        self._ahead, self._share = claims, share
        self._draw()

    def started(self, total: int) -> None:
        """A study of `total` cells begins."""
        self._total, self._done, self._replicates, self._since = total, 0, 0, self._clock()
        self._draw()

    def advance(self, cells: int, replicates: int) -> None:
        """So many more cells are complete, so many more replicates computed."""
        self._done += cells
        self._replicates += replicates
        self._draw()

    def finished(self) -> None:
        """The study has ended."""

    def _piece(self, words: str) -> None:
        self._words = words
        self._total = self._done = self._replicates = 0
        self._draw()

    def _line(self) -> str:
        whole = f"{self._begun}/{self._claims} claims  " if self._claims > 1 else ""
        if self._share:
            known = self._share >= LEAST_SHARE
            left = (self._clock() - self._began) * (1 - self._share) / self._share if known else None
            return f"{whole}{self._claim}  {self._ahead} settled  {in_words(left)}"
        line = f"{whole}{self._claim}  {self._words}".rstrip()
        here = None
        if self._total:
            spent = max(self._clock() - self._since, 1e-3)
            if 0 < self._done < self._total:  # after its last cell a piece goes on, and nobody knows how long
                here = (self._total - self._done) / self._done * spent
            line += f"  {self._done}/{self._total} cells  {self._replicates / spent:,.0f} replicates/s"
        return f"{line}  {in_words(self._left.seconds(here), self._left.least(here))}"

    def _draw(self) -> None:
        if not self._shown:
            return
        if self._live is not None:
            self._live.update(self._line())
            self._live.start()
        elif not self._terminal and self._clock() - self._last >= EVERY:
            self._last = self._clock()
            self._write(self._line())


# ``boundcheck theorem_5_4``: the main job.


def main(options: argparse.Namespace, told: Callable[[Record], None] | None = None) -> int:
    """Settle every claim named, write records and reports, and print verdicts or have each record `told`."""
    if set(options.format) - {"json"}:
        needs("drawing pages (without: --format json)", *OF_PAGES)
    folders = {name: files_in(name) for name in options.claims}
    options.claims = [file for files in folders.values() for file in files]
    sources = {name: registry.load_tex(Path(name)) for name in options.claims if name.endswith(TEX)}
    claims = distinct_claims(options.claims)
    out = options.out
    earlier_records = baseline.read_records(options.baseline) if options.baseline is not None else {}
    files = {f"own/{Path(name).stem}": Path(name) for name in options.claims if name.endswith(OWN)}
    files |= {claim_id: Path(name) for name, source in sources.items() for claim_id in source.claims}
    for note in (note for source in sources.values() for note in source.notes):
        print(f"boundcheck: note: {note}", file=sys.stderr)
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
        second=options.second_opinion,
        code="".join(own.sources(files[i]) if i in files else registry.code_of(i) for i, _ in claims),
    )
    records = []
    claim_id, started = "", time.perf_counter()
    with job.opened(settings.store) as store, bar_of(options) as bar:
        known = RecordCache(store, settings.determining)
        if not options.fresh:
            names = dict.fromkeys([*(name for name, _ in claims), *job.used_by(claim for _, claim in claims)])
            keep_proofs(store, [out / f"{name}.json" for name in names])
        bar.expects({claim_id: pieces(claim) for claim_id, claim in claims})
        try:
            there = (
                {}
                if options.fresh
                else {claim_id: known.get(claim_id) for claim_id, _ in claims if claim_id not in files}
            )
            asked = [] if options.shard else [it for it in claims if it[0] not in files and there.get(it[0]) is None]
            weights = {claim_id: job.weight(claim, earlier(out / f"{claim_id}.json")) for claim_id, claim in asked}
            abreast = job.worth_it(weights, settings)
            with (
                open_executor(settings.engine, settings.jobs) as executor,
                job.runner(settings, bar, store, executor) as run,
            ):
                others = job.Abreast(executor, settings, weights, bar.ahead) if abreast else None
                for claim_id, claim in claims:
                    bar.claim(claim_id)
                    if options.shard:
                        with redirect_stdout(sys.stderr):  # what an experiment prints must not mix with --json
                            blocks = job.share(claim_id, claim, run, *options.shard)
                        with until_closed():
                            shared(claim_id, blocks, options)
                        continue
                    record = there.get(claim_id) or (others.record(claim_id) if others else None)
                    if record is None:
                        with redirect_stdout(sys.stderr):
                            _, record = job.check(claim_id, claim, settings, run)
                            record = job.checked_twice(record, settings, store)
                        known.put(record)
                    records.append(record)
                    bar.announce("pages")
                    write_reports(record, out, options, known)
                    bar.clear()
                    with until_closed():
                        told(record) if told else say(record, out, options)
                    warn(record)
        except job.Interrupted as cut:
            path = unfinished(cut.record.claim, out)
            write(path, dumps(plain(cut.record)))
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
    if told:
        return status(records)
    rows = {Path(name): {f"own/{Path(file).stem}" for file in inside} for name, inside in folders.items() if inside != [name]}
    rows |= {Path(name): set(source.claims) for name, source in sources.items()}
    papers = report.of_pages(records, rows)
    written = report.write_referee_reports(records, out, options, papers) if len(records) > 1 else []
    if len(records) > 1 and not (options.quiet or options.json):
        with until_closed():
            report.say(records, written, time.perf_counter() - started)
    if options.sarif is not None:
        lines = {claim_id: found for source in sources.values() for claim_id, found in source.lines.items()}
        write(options.sarif, baseline.sarif(records, files, lines))
    if options.json:
        with until_closed():
            found = list(map(plain, records))
            print(dumps(found[0]) if len(found) == 1 else json.dumps(found, indent=1))
    if options.baseline is not None:
        return baseline.compared(records, earlier_records, quiet=options.quiet or options.json)
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


TEX = ".tex"  # an author's source, which is data and has several statements
OWN = (".py", ".md")  # a claim file, which is code, and a page, which is data


def files_in(name: str) -> list[str]:
    """The pages in a folder, which are its Markdown files with a front matter; of anything else its name."""
    if not Path(name).is_dir() or name in registry.papers() or name == "all":
        return [name]
    found = [path for path in sorted(Path(name).glob("*.md")) if path.is_file() and _is_page(path)]
    if not found:
        sources = sorted(path.name for path in Path(name).glob("*.tex"))
        other = f"; it has {sources[0]}, which is settled by its name" if sources else ""
        raise UsageError(
            f"{name[:80]!r} is a folder without a page; a page is Markdown, and begins with a line '---' and its letters{other}"
        )
    return list(map(str, found))


def _is_page(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(6).removeprefix(b"\xef\xbb\xbf").startswith(b"---")


def distinct_claims(names: list[str]) -> list[tuple[str, Claim]]:
    """Claims for the names given, each once, in the order given."""
    found: dict[str, Claim] = {}
    files: list[Path] = []
    homes: dict[str, Path] = {}  # of pages, and of those that they cite
    for name in dict.fromkeys(names):
        if name.endswith(TEX):
            found |= registry.load_tex(Path(name)).claims
        elif name.endswith(OWN):
            if Path(name).resolve() in files:
                continue
            files.append(Path(name).resolve())
            claim_id, claim = registry.load_file(Path(name))
            if claim_id in found:
                raise UsageError(f"two files are called {Path(name).name}, which names the report; check them in turn")
            for page in (claim_id, *claim.uses) if name.endswith(".md") else ():
                if homes.setdefault(page, files[-1].parent) != files[-1].parent:
                    raise UsageError(f"two folders have a page {page.rpartition('/')[2]}.md; settle them in turn")
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


def earlier(path: Path) -> Record | None:
    """The record of an earlier run, of whatever program."""
    try:
        return read(path) if path.is_file() else None
    except RecordError:
        return None


def unfinished(claim_id: str, out: Path) -> Path:
    """Where the record of an interrupted run lies."""
    return out / f"{claim_id}.partial.json"


def write_reports(record: Record, out: Path, options: argparse.Namespace, known: RecordCache) -> None:
    """Record, PDF and page of one claim; what is drawn already is not drawn again."""
    base = out / record.claim
    base.parent.mkdir(parents=True, exist_ok=True)
    if "json" in options.format:
        if not kept(base.with_suffix(".json"), record):
            write(base.with_suffix(".json"), dumps(plain(record)))
        unfinished(record.claim, out).unlink(missing_ok=True)  # it says less, of the same run
    write_pages(record, out, options, known)


def kept(path: Path, record: Record) -> bool:
    """Whether a file holds the same record already, all but its times: then it stays as it is."""
    try:
        return (
            path.is_file()
            and (there := read(path)).digest == record.digest
            and dumps(plain(there)) == path.read_text("utf-8")
        )
    except RecordError:
        return False


def say(record: Record, out: Path, options: argparse.Namespace) -> None:
    """Verdict on the screen."""
    if options.quiet or options.json:
        return
    from boundcheck.report import screen

    console = console_of()
    screen.summary(record, console, every=options.verbose)
    console.print(_files(out / record.claim, options.format), highlight=False, soft_wrap=True)


def _files(base: Path, formats: Sequence[str]) -> Any:
    """Where the reports are; on a terminal that can, links to them."""
    from rich.text import Text

    line = Text("Report: ")
    for place, kind in enumerate(formats):
        path = base.with_suffix(f".{kind}") if kind != "appendix" else base.with_name(f"{base.name}.appendix.pdf")
        line.append(", " if place else "").append(str(path), style=f"link {path.resolve().as_uri()}")
    return line


def warn(record: Record) -> None:
    """Experiments that raised, a line for each fault: their replicates are lost, and count against the claim."""
    faults: dict[str, list[str]] = {}
    for name, part in record.parts.items():
        for failure in part.failures or ():
            faults.setdefault(failure.message, []).append(f"{name}, {failure.cell!r}")
    for message, places in faults.items():
        cells = list(dict.fromkeys(places))
        where = cells[0] if len(cells) == 1 else f"{cells[0]} and {len(cells) - 1} more"
        blocks = f"{len(places)} block{'s' if len(places) > 1 else ''} of replicates failed"
        print(f"boundcheck: {record.claim}: {blocks} ({where}): {message}", file=sys.stderr)


def status(records: Sequence[Record]) -> int:
    """Exit status for the severities of a run: from `CONDITION` on the page has to be changed in what it states.

    Where no statement is decided, and a line of a proof is false, that line is what was found.
    """
    severities = [Severity[record.headline.severity] for record in records]
    if any(severity.reaches(Severity.CONDITION) for severity in severities):
        return REFUTED
    outcomes = {record.headline.outcome for record in records}
    if "CONDITIONAL" in outcomes:
        return REFUTED
    if outcomes <= {"UNDECIDED", "NOTHING_TO_CHECK"}:
        return REFUTED if any(step.outcome == "REFUTED" for record in records for step in record.steps) else UNDECIDED
    return 0
