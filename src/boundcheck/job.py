"""The main job: a claim in, its verdict, record and report out."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from boundcheck.claims import AsPrinted, Claim, Headline, Verdict
from boundcheck.elsewhere import Drawing, Elsewhere, used_by
from boundcheck.loading import registry
from boundcheck.prove import kept_in
from boundcheck.record import digest, stopped
from boundcheck.record.build import Circumstances, build
from boundcheck.record.standings import Standings
from boundcheck.settle.circumstances import Run, Standing, sampled_parts, share_of_risk, statements
from boundcheck.settle.first_cells import first_cells
from boundcheck.settle.settle import Settled, settle
from boundcheck.study import Answers, Progress, Silent, Store, blocks_of, fill, open_executor, run, search, shard

DEFAULT_SEED = 20250521
DEFAULT_RISK = 1e-3


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


@dataclass
class Interrupted(Exception):
    """Ctrl-C while a claim was being settled; `record` holds what was finished."""

    record: dict[str, Any]
    settled: str = field(default="")


@contextmanager
def runner(settings: Settings, progress: Progress | None = None) -> Iterator[Run]:
    """Executor and store for the time of a `with` block, as the run that `verify` wants."""
    with ExitStack() as stack:
        path = settings.store.with_name("proofs.sqlite") if settings.store is not None else None
        store = Store(settings.store) if settings.store is not None else Store.memory()
        stack.callback(store.close)
        if path is not None:
            proofs = Answers(path)
            stack.callback(proofs.close)
            stack.enter_context(kept_in(proofs))
        executor = stack.enter_context(open_executor(settings.engine, settings.jobs))
        bound: dict[str, Any] = {
            "seed": settings.seed,
            "executor": executor,
            "store": store,
            "code": settings.code,
        }
        workers = executor if settings.engine in ("auto", "processes") and settings.jobs > 1 else None
        drawing = None
        if settings.store is not None:
            drawing = Drawing(settings.error_probability, settings.repeats, settings.store, settings.code, settings.jobs)
        elsewhere = Elsewhere(workers, settings.budget, settings.seed, path, drawing)
        standings = None
        if path is not None:
            texts = Answers(path.with_name("records.sqlite"))
            stack.callback(texts.close)
            standings = Standings(texts, settings.budget, settings.seed, settings.of_run)

        def standing(name: str, claim: Claim) -> Standing | None:
            return standings.get(name) if standings and _known(name, claim) else None

        yield Run(
            budget=settings.budget,
            seed=settings.seed,
            error_probability=settings.error_probability,
            cells=partial(run, progress=progress or Silent(), **bound),
            search=partial(search, **bound),
            fill=partial(fill, progress=progress or Silent(), **bound),
            announce=getattr(progress, "announce", lambda words: None),
            repeats=settings.repeats,
            ahead=lambda used: elsewhere.begin({name: claim for name, claim in used.items() if standing(name, claim) is None}),
            elsewhere=elsewhere.result,
            draws=elsewhere.draw,
            hands_out=elsewhere.hand_out,
            part=elsewhere.part,
            standing=standing,
            keeps_standing=lambda name, used, how: standings.put(name, *how) if standings and _known(name, used) else None,
        )


def _known(name: str, claim: Claim) -> bool:
    """Whether a claim is the program's own one of that name."""
    return name in registry.ids() and registry.load(name) is claim


def check(claim_id: str, claim: Claim, settings: Settings, run_: Run) -> tuple[Verdict, dict[str, Any]]:
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
        verdict = settle(claim_id, claim, run_, used, so_far)
    except KeyboardInterrupt:
        total = len(claim.steps) + len(list(statements(claim)))
        done = len(so_far.steps) + len(so_far.parts)
        text = stopped.sentence(done, total)
        cut = Verdict(claim_id, Headline.UNDECIDED, text, AsPrinted("undecided"), tuple(so_far.parts), tuple(so_far.steps))
        record = _record(claim, cut, used, settings, time.perf_counter() - started, stopped.stopped(done, total))
        raise Interrupted(record, text) from None
    return verdict, _record(claim, verdict, used, settings, time.perf_counter() - started)


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
    cut: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    each = share_of_risk(claim, settings.error_probability)
    circumstances = Circumstances(
        settings.budget,
        settings.seed,
        settings.error_probability,
        each,
        sampled_parts(claim),
        elapsed,
        reproduce(verdict.claim, settings),
    )
    record = build(claim, verdict, used, circumstances) | ({"interrupted": dict(cut)} if cut else {})
    record["digest"] = digest(record)
    return record


def reproduce(claim_id: str, settings: Settings) -> str:
    """The command line that gives this record again; a file of one's own is called from its folder."""
    own = claim_id.startswith("own/")
    name = f"{claim_id.removeprefix('own/')}.py" if own else registry.called(claim_id)
    risk = f" --error-probability {settings.error_probability:g}" if settings.error_probability != DEFAULT_RISK else ""
    repeats = f" --repeats {settings.repeats}" if settings.repeats is not None else ""
    return f"python -m boundcheck {name} --budget {settings.budget} --seed {settings.seed}{repeats}{risk}"
