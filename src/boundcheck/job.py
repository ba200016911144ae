"""The main job: a claim in, its verdict and record out, alone or beside other claims."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from boundcheck.claims import Claim
from boundcheck.loading import registry
from boundcheck.prove import kept_in
from boundcheck.record import digest
from boundcheck.record.build import Circumstances, build
from boundcheck.record.cache import RecordCache, Standings
from boundcheck.record.schema import plain_data
from boundcheck.record.second import with_second
from boundcheck.record.types import plain, typed_record
from boundcheck.settle.settle import (
    Run,
    Settled,
    derivation_of,
    first_cells,
    of_used_result,
    sampled_parts,
    sampled_statements,
    settle,
    share_of_risk,
    statements,
)
from boundcheck.study import (
    Ahead,
    Progress,
    Silent,
    Store,
    StoreError,
    StudyError,
    blocks_of,
    fill,
    open_executor,
    run,
    search,
    shard,
)
from boundcheck.study.executors import Processes, lost, shares_memory
from boundcheck.verdict import Headline, Verdict
from boundcheck.verdict.result import AsPrinted, Record
from boundcheck.verdict.result import Interrupted as Cut
from boundcheck.verdict.shapes import Derivation
from boundcheck.words import headline

# The main job: a claim in, its verdict and record out.

DEFAULT_SEED = 20250521
DEFAULT_RISK = 1e-3

COMPILER = "numba"


def used_by(claims: Iterable[Claim]) -> dict[str, Claim]:
    """The claims that `claims` name, by id, and those that they name in turn."""
    found: dict[str, Claim] = {}
    left = [name for claim in claims for name in claim.uses]
    while left:
        name = left.pop(0)
        if name not in found:
            found[name] = registry.load(name)
            left += found[name].uses
    return found


@dataclass(frozen=True)
class Settings:
    """How a claim is to be checked.

    Parameters
    ----------
    budget : {"quick", "standard", "deep"}
    seed : int, ``>= 0``
    jobs : int, ``>= 1``
    engine : str
        As in `boundcheck.study.open_executor`.
    error_probability : float in (0, 1)
        Of the whole run of one claim.
    store : Path, optional
        Results file; without one, results live in memory.
    code : str
        Fingerprint of what else the samples depend on, besides the files that an experiment reaches by import.
    repeats : int, optional
        Replicates per regime, in place of the budget's.
    of_run : str
        Where it is not empty, how used results fare is not taken from another run.
    second : bool
        Whether a second program is asked about the proofs and counterexamples that are found.
    """

    budget: str = "standard"
    seed: int = DEFAULT_SEED
    jobs: int = 1
    engine: str = "auto"
    error_probability: float = DEFAULT_RISK
    store: Path | None = None
    code: str = ""
    repeats: int | None = None
    of_run: str = ""
    second: bool = False

    @property
    def determining(self) -> dict[str, Any]:
        """What a record depends on besides the claim and the program; neither workers nor engine change a number."""
        names = ("budget", "seed", "error_probability", "repeats", "code", "second")
        return {name: getattr(self, name) for name in names}


@dataclass
class Interrupted(Exception):
    """Ctrl-C while a claim was being settled; `record` holds what was finished."""

    record: Record
    settled: str = field(default="")


def opened(path: Path | None) -> Store:
    """The store at `path`; one in memory without a path."""
    return Store.memory() if path is None else Store(path)


@contextmanager
def runner(
    settings: Settings, progress: Progress | None = None, store: Store | None = None, executor: Executor | None = None
) -> Iterator[Run]:
    """The run that `check` wants, for the time of a `with` block; what is not given is opened by the settings.

    Raises
    ------
    StudyError
        Simulations cannot be compiled here: without that their failures would be told of the claim.
    """
    if find_spec(COMPILER) is None:
        raise StudyError(f"settling a claim takes {COMPILER}, which is not installed here: pip install 'boundcheck[full]'")
    with ExitStack() as stack:
        if store is None:
            store = stack.enter_context(opened(settings.store))
        if executor is None:
            executor = stack.enter_context(open_executor(settings.engine, settings.jobs))
        stack.enter_context(kept_in(store, anew=bool(settings.of_run)))
        bound: dict[str, Any] = {"seed": settings.seed, "executor": executor, "store": store, "code": settings.code}
        ahead = None if shares_memory(executor) else Ahead(**bound)
        if ahead is not None:
            stack.callback(ahead.end)
        words = getattr(progress, "announce", lambda words: None)

        def announce(piece: str) -> None:
            words(piece)
            if ahead is not None:
                ahead.look()

        yield Run(
            budget=settings.budget,
            seed=settings.seed,
            error_probability=settings.error_probability,
            cells=partial(run, progress=progress or Silent(), ahead=ahead, **bound),
            search=partial(search, **bound),
            fill=partial(fill, progress=progress or Silent(), **bound),
            repeats=settings.repeats,
            announce=announce,
            ahead=None if ahead is None else ahead.begin,
            submit=executor.submit if isinstance(executor, Processes) else None,
            standings=Standings(store, settings.budget, settings.seed, settings.of_run),
        )


def check(claim_id: str, claim: Claim, settings: Settings, run_: Run) -> tuple[Verdict, Record]:
    """Settle one claim and build its record, digest included.

    Raises
    ------
    Interrupted
        On Ctrl-C, with the record of what was settled.
    """
    used = used_by([claim])
    started = time.perf_counter()
    so_far = Settled([], [])
    try:
        verdict = settle(claim_id, claim, begun(claim_id, claim, settings, run_), used, so_far)
    except KeyboardInterrupt:
        total = len(claim.steps) + len(list(statements(claim)))
        done = len(so_far.steps) + len(so_far.parts)
        printed = AsPrinted(value="undecided", fact=None, witness=None)
        cut = Verdict(claim_id, Headline.UNDECIDED, (), printed, tuple(so_far.parts), tuple(so_far.steps))
        record = _record(claim, cut, used, settings, time.perf_counter() - started, Cut(done=done, of=total))
        raise Interrupted(record, headline(record)) from None
    return verdict, _record(claim, verdict, used, settings, time.perf_counter() - started)


def begun(claim_id: str, claim: Claim, settings: Settings, run_: Run) -> Run:
    """The run, in which workers check the claim's derivations and draw its first replicates while steps are proved here.

    Derivations go to workers on this machine, of claims that they know by name.
    """
    if run_.ahead is None:
        return run_
    tasks: dict[tuple[str, str], Future[Derivation | None]] = {}
    if run_.submit is not None and claim_id in registry.ids() and registry.load(claim_id) is claim:
        tasks = {(claim_id, key): run_.submit(checked, claim_id, key, settings) for key in claim.derivations}
    run_.ahead(blocks_of(first_cells(claim_id, claim, run_, looks=False)))
    return replace(run_, derived=tasks)


def checked(claim_id: str, key: str, settings: Settings) -> Derivation | None:
    """What becomes of the derivation of a part: the task of a worker, who keeps the proofs."""
    with opened(settings.store) as store, kept_in(store, anew=bool(settings.of_run)):
        return derivation_of(registry.load(claim_id), key)


def share(claim_id: str, claim: Claim, run_: Run, i: int, of: int) -> int:
    """Compute the `i`-th of `of` shares of a claim's replicates into the store, and settle nothing.

    Returns
    -------
    blocks : int
        In this share; a later run on the merged stores finds them. Worst-case searches belong to that run.
    """
    blocks = shard(blocks_of(first_cells(claim_id, claim, run_)), i, of)
    run_.fill(blocks)
    return len(blocks)


def _record(
    claim: Claim,
    verdict: Verdict,
    used: Mapping[str, Claim],
    settings: Settings,
    elapsed: float,
    cut: Cut | None = None,
) -> Record:
    each = share_of_risk(claim, settings.error_probability)
    circumstances = Circumstances(
        settings.budget,
        settings.seed,
        settings.error_probability,
        each,
        sampled_parts(claim),
        elapsed,
        reproduce(verdict.claim, settings, claim.source.where),
    )
    record = msgspec.structs.replace(typed_record(plain_data(build(claim, verdict, used, circumstances))), interrupted=cut)
    return msgspec.structs.replace(record, digest=digest(plain(record)))


def reproduce(claim_id: str, settings: Settings, file: str = "") -> str:
    """The command line that gives this record again; a file of one's own is called from its folder."""
    own = claim_id.startswith("own/")
    file = file.partition(", line ")[0]  # of a statement in a source
    name = (file if file.endswith((".md", ".tex")) else f"{claim_id.removeprefix('own/')}.py") if own else registry.called(claim_id)
    risk = f" --error-probability {settings.error_probability:g}" if settings.error_probability != DEFAULT_RISK else ""
    repeats = f" --repeats {settings.repeats}" if settings.repeats is not None else ""
    return f"python -m boundcheck {name} --budget {settings.budget} --seed {settings.seed}{repeats}{risk}"


# Several claims of one run, each settled whole by one worker, so that none waits for the last part of another.

STEP, SAMPLED = 0.3, 5.0  # seconds of one core, where no record tells more: of a step, and of a part that is sampled
WITHIN = 1.35  # how many times faster two workers settle one claim: of Theorem 5.4, half of the time is in blocks that they share
PATIENCE = 0.5  # seconds between two words on how far the others are


def weight(claim: Claim, record: Record | None = None) -> float:
    """The seconds of one core that a claim takes: those of an earlier record, or a guess by what it consists of."""
    if record is not None:
        known = sum(settled.seconds for settled in (*record.parts.values(), *record.steps))
        if known > 0:
            return known
    return STEP * (1 + len(claim.steps)) + SAMPLED * len(sampled_statements(claim))


def in_turn(weights: Mapping[str, float], workers: int) -> list[str]:
    """The claims as they are begun: one worker takes the longest that is left, the others the next in the order of `weights`.

    So the first answers come soon, and at the end only short ones are left, which keep all workers busy to the last.
    """
    left = list(weights)
    free = [0.0] * workers  # when each worker has done what it began
    begun = []
    while left:
        who = min(range(workers), key=lambda worker: (free[worker], worker))
        name = max(left, key=lambda each: weights[each]) if who == 0 else left[0]
        left.remove(name)
        begun.append(name)
        free[who] += weights[name]
    return begun


def used_first(names: Iterable[str]) -> list[str]:
    """The claims in their order, but each after those that it uses: how these fare is known then, and not settled again."""
    left, found = dict.fromkeys(names), []

    def visit(name: str) -> None:
        if name in left:
            del left[name]  # before those that it uses: of claims that use each other, one is the first
            for used in registry.load(name).uses:
                visit(used)
            found.append(name)

    for name in list(left):
        visit(name)
    return found


def worth_it(weights: Mapping[str, float], settings: Settings) -> bool:
    """Whether claims side by side are done sooner than one after the other, each by all workers.

    Where very much is sampled, workers share the replicates of one part evenly, and are better at that.
    """
    several = len(weights) > 1 and settings.jobs > 1 and settings.engine in ("auto", "processes")
    if not several or settings.budget == "deep" or settings.store is None:
        return False
    whole = sum(weights.values())
    return max(max(weights.values()), whole / settings.jobs) < whole / WITHIN


@dataclass
class Abreast:
    """Claims that workers settle, handed out when the first is asked for; asked for one by one in any order.

    Parameters
    ----------
    executor : Executor
        Of processes, on this machine: they keep what they find in the same file.
    settings : boundcheck.job.Settings
    weights : mapping of str to float
        The claims that workers know by name, in the order in which they will be asked for, and how long each takes.
    tell : callable
        Takes how many claims are settled, and which share of the work that was.
    """

    executor: Executor
    settings: Settings
    weights: Mapping[str, float]
    tell: Callable[[int, float], object] = lambda done, share: None
    _futures: dict[str, Future[Record]] = field(default_factory=dict)
    _begun: bool = False

    def record(self, claim_id: str) -> Record | None:
        """The record of a claim, or None where it is to be settled here: nobody did, or somebody failed."""
        if not self._begun:
            self._begun = True
            weights = {name: self.weights[name] for name in used_first(self.weights)}
            self._hand_out(in_turn(weights, self.settings.jobs))
        future = self._futures.pop(claim_id, None)
        while future is not None and not future.done():
            self._tell()
            wait([future], timeout=PATIENCE)
        if future is None:
            return None
        try:
            return future.result()
        except StoreError:
            raise
        except Exception as error:  # settled here, the same error tells what it is about
            if lost(error):
                self._again()
            return None

    def _hand_out(self, names: Iterable[str]) -> None:
        used = {other for name in self.weights for other in registry.load(name).uses}
        self._futures |= {name: self.executor.submit(settled_whole, name, self.settings, name in used) for name in names}

    def _again(self) -> None:
        """Hand out anew what was lost with a worker."""
        gone = [
            name
            for name, future in self._futures.items()
            if future.done() and (future.cancelled() or future.exception())
        ]
        self._hand_out(gone)

    def _tell(self) -> None:
        left = {name: self.weights[name] for name, future in self._futures.items() if not future.done()}
        self.tell(len(self.weights) - len(left), 1 - sum(left.values()) / sum(self.weights.values()))


def checked_twice(record: Record, settings: Settings, store: Store) -> Record:
    """The record with what a second program says of it, where the settings want that; its answers are kept."""
    return with_second(record, store) if settings.second else record


def settled_whole(claim_id: str, settings: Settings, used: bool) -> Record:
    """The record of one claim: the task of a worker, who keeps it, and with it how a claim fares that others use."""
    claim = registry.load(claim_id)
    with opened(settings.store) as store, runner(replace(settings, jobs=1), store=store) as run:
        record = checked_twice(check(claim_id, claim, settings, run)[1], settings, store)
        RecordCache(store, settings.determining).put(record)
        if used:  # its proofs are at hand now
            of_used_result(claim_id, run, used_by([claim]) | {claim_id: claim}, {})
    return record
