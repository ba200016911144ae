"""``boundcheck verify FILE.json``: replays every certificate of a record; ``--second-opinion`` asks another checker."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, Literal

from boundcheck import job
from boundcheck.claims import Claim
from boundcheck.cli.options import DISAGREEMENT, REFUTED, UsageError
from boundcheck.cli.output import counted
from boundcheck.loading import registry
from boundcheck.record import RecordError, used_records
from boundcheck.record import agreement as recorded
from boundcheck.record.agreement import repeats_of, used_by
from boundcheck.record.rebuilt import differing
from boundcheck.record.replay import Replay, replay_all, replay_constant, replay_derivations, replay_trials
from boundcheck.record.second import CHECKER, answers, certified
from boundcheck.record.types import plain, read
from boundcheck.report.text.letters import letters
from boundcheck.report.text.prose import prose
from boundcheck.second_opinion import available, opinion
from boundcheck.verdict.result import Record, SecondProgram
from boundcheck.verdict.shapes import (
    AnyPart,
    AuditedGuaranteePart,
    ExpectationBoundPart,
    ExpectationLowerBoundPart,
    HighProbabilityBoundPart,
    InstanceInequalityPart,
    MinimaxLowerBoundPart,
    OfBound,
    OfMeans,
    ProbabilityLowerBoundPart,
    RankingPart,
    RoundsPart,
    SameUpToConstantPart,
    ScalingPart,
    SeparationPart,
)
from boundcheck.verdict.statements import Repair, Settled, Step

# ``boundcheck verify --second-opinion FILE.json``: every settled scalar statement, asked of the checker of the package, which
# shares no code with the provers; what that leaves open, of Coq.

_VERDICTS: Mapping[str, Literal["proved", "refuted"]] = {"proof": "proved", "counterexample": "refuted"}


def opinions(settled: Iterable[tuple[str, Settled]], *, seconds: float = 40.0) -> Iterator[Replay]:
    """What a second program says of each settled statement of a record that carries a certificate of its own."""
    yield from and_of_coq(answers(settled), seconds=seconds)


def and_of_coq(told: Iterable[tuple[str, Settled, str]], *, seconds: float = 40.0) -> Iterator[Replay]:
    """The answers of the checker, and Coq's where it leaves a statement open."""
    for what, one, left in told:
        certificate = one.certificate or {}
        verdict = _VERDICTS.get(certificate["kind"])
        assert one.checked is not None
        if not left:
            yield Replay(what, "agreed", "its certificate was checked", (CHECKER,))
        elif verdict is None:
            yield Replay(what, "no answer", left, (CHECKER,))
        else:
            found = opinion(one.checked, verdict, certificate.get("point"), seconds=seconds)
            reason = f"{found.reason}; {CHECKER}: {left}" if found.answer == "no answer" else found.reason
            yield Replay(what, found.answer, reason, (found.by,) if found.by else ())


def agreeing(said: SecondProgram, found: Sequence[str]) -> Replay:
    """Whether the checker says today of the lines of a record what the record says of them."""
    what = "lines that a second program has checked"
    if (said.by, said.lines, said.checked) == (CHECKER, len(found), found.count("")):
        return Replay(what, "the same", f"{said.checked} of {said.lines}", (CHECKER,))
    return Replay(what, "differs", f"the record says {said.checked} of {said.lines}, {CHECKER} {found.count('')} of {len(found)}")


def share(rows: Sequence[Replay]) -> str:
    """How many statements a second program has checked, in words."""
    agreed, against = (sum(row.result == word for row in rows) for word in ("agreed", "disagrees"))
    by = ", ".join(filter(None, (CHECKER, available())))
    return f"checked by a second program: {agreed} of {counted(len(rows), 'statement')}, {against} DISAGREE ({by})"


# ``boundcheck verify FILE.json``: replays every certificate of a record, and makes again what it shows, without search.

BAD = ("FAILED", "differs")
TAKEN: Literal["taken"] = "taken"
WithConstant = HighProbabilityBoundPart | SameUpToConstantPart


def main(options: argparse.Namespace) -> int:
    """Print what was replayed and what was trusted; a certificate or a headline that fails is exit 1."""
    record = read(options.record)
    claim = recorded.installed(record) if options.claim is None else _own(options.claim, record)
    try:
        rows = list(rows_of(record, claim, Path(options.record)))
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        said = " ".join(str(error).split())[:200]
        raise RecordError(f"{options.record}: its certificates cannot be read ({said})") from None
    if options.again:
        rows += _again(record, claim)
    elif claim is not None and (left := ", ".join(taken(record))):
        rows.append(Replay("from the record, not computed again", TAKEN, f"{left}; --again computes them"))
    told = list(answers(certified(record))) if options.second_opinion or record.second is not None else []
    if record.second is not None:
        rows.append(agreeing(record.second, [left for *_, left in told]))
    asked = list(and_of_coq(told)) if options.second_opinion else []
    if options.json:
        print(json.dumps([as_data(row) for row in (*rows, *asked)], indent=1))
    elif not options.quiet:
        known = letters(record)
        for row in rows:
            trusted = f", trusting {', '.join(row.trusted)}" if row.trusted else ""
            print(prose(f"{row.result:9} {row.what}{trusted}{': ' + row.reason if row.reason else ''}", known))
        if claim is None:
            print(
                f"{record.claim} is not installed: what is displayed, its words and the numbers of its samples are taken from "
                "the record and compared with nothing; --claim FILE names its file"
            )
        print(f"{tally(rows)}; digest of the record matches")
    if options.second_opinion and not options.json:
        for row in asked:
            print(f"{row.result:9} {row.what}: {row.reason}")
        print(share(asked))
    if any(row.result == "disagrees" for row in asked):
        print("THE SECOND CHECKER DISAGREES: one of the two is wrong; do not use this record", file=sys.stderr)
        return DISAGREEMENT
    return REFUTED if any(row.result in BAD for row in rows) else 0


def as_data(row: Replay) -> dict[str, Any]:
    """A row for ``--json``."""
    return {"what": row.what, "result": row.result, "trusted": list(row.trusted), "reason": row.reason}


def _own(path: Path, record: Record) -> Claim:
    """The claim of someone's own file, if the record is of that."""
    if path.suffix == ".tex":
        claims = registry.load_tex(path).claims
        name, claim = record.claim, claims.get(record.claim) or next(iter(claims.values()))
        if claim is not claims.get(record.claim):
            raise RecordError(f"{path} has no statement {record.claim}; it has {', '.join(claims)}")
        return claim
    name, claim = registry.load_file(path)
    if name != record.claim:
        raise RecordError(f"{path} is the claim {name}, and the record is of {record.claim}")
    return claim


def _again(record: Record, claim: Claim | None) -> list[Replay]:
    """The claim settled again as the record says that it was: everything measured, what it rests on included, is compared."""
    if claim is None:
        raise UsageError("--again runs the claim, and it is not installed; --claim FILE names its file")
    settings = _settings(record)
    with job.runner(settings) as run, redirect_stdout(sys.stderr):
        _, found = job.check(record.claim, claim, settings, run)
    for place, shown, made in differing(plain(record), plain(found)):
        return [Replay(place, "differs", f"the record says {shown}, a run today gives {made}")]
    return [Replay("a run today", "the same")]


def _settings(record: Record) -> job.Settings:
    """Those of the run that a record is of."""
    risk, repeats = record.error_probability.total, repeats_of(record)
    return job.Settings(budget=record.budget, seed=record.seed, error_probability=risk, repeats=repeats)


def rows_of(record: Record, claim: Claim | None, path: Path | None = None) -> Iterator[Replay]:
    """Everything that is replayed or compared, a row each; `path` says beside which other records this one lies."""
    for where, settled in certified(record):
        for row in replay_all(where, settled):
            unread = row.result == "exact" and claim is None
            yield row.failing("NOT replayed: its claim, which would evaluate it, is not installed") if unread else row
    for name, part in record.parts.items():
        if isinstance(part, WithConstant) and part.constant is not None:
            yield from replay_constant(f"constant of part {name}", part.constant)
            for term in part.constant.per_term:
                yield from replay_constant(f"constant of part {name}, term {term.term}", term)
    for where, settled in certified(record):
        if isinstance(settled, Step | Repair):
            yield from replay_trials(where, settled.trials, settled.checked)
    yield from replay_derivations(record, claim)
    for what, reason in recorded.differences(record, claim):
        yield Replay(what, "differs", reason)
    if claim is not None and record.reproduce != (command := job.reproduce(record.claim, _settings(record), claim.source.where)):
        yield Replay("reproduce", "differs", f"its settings give: {command}")
    if claim is not None and path is not None:
        for what, reason, differs in used_records.differences(record, claim, used_by(claim), path):
            yield Replay(what, "differs" if differs else TAKEN, reason)


def taken(record: Record) -> Iterator[str]:
    """What of a record is neither replayed nor computed again: what was drawn, and what a search saw."""
    every = record.parts.values()
    if measured := sum(map(_measured, every)):
        yield f"the counts and quantiles that were drawn for {counted(measured, 'part')}"
    if any(isinstance(part, ScalingPart) and part.exponents for part in every):
        yield "the slopes of sweeps"
    if any(isinstance(part.evidence, OfBound | OfMeans) and part.evidence.kept_at_corners for part in every):
        yield "which letters a simulation takes"
    bounds = [part for part in every if isinstance(part, HighProbabilityBoundPart)]
    versions = [row for part in bounds if part.evidence.variants is not None for row in part.evidence.variants.rows]
    if older := sum(row.violations is None for row in versions):
        yield f"whether {counted(older, 'false version')} without counts {'is' if older == 1 else 'are'} refuted"
    constants = [part.constant for part in every if isinstance(part, WithConstant) and part.constant is not None]
    if any(constant.searched is not None for constant in constants):
        yield "what the search of a constant saw"
    if any(isinstance(part, InstanceInequalityPart) and part.outcome == "SUPPORTED" for part in every):
        yield "what the search of an instance saw"


def _measured(part: AnyPart) -> bool:
    """Whether counts or quantiles were drawn for a part."""
    match part:
        case HighProbabilityBoundPart() | RoundsPart():
            return bool(part.slack)
        case SeparationPart() | RankingPart() | AuditedGuaranteePart():
            return True
        case MinimaxLowerBoundPart():
            return bool(part.evidence.estimators)
        case ExpectationBoundPart() | ExpectationLowerBoundPart() | ProbabilityLowerBoundPart():
            return bool(part.evidence.means if isinstance(part.evidence, OfMeans) else part.evidence.least)
    return False


def tally(rows: Sequence[Replay]) -> str:
    """How many certificates there are and what became of them; what carries none is counted apart."""
    found = [row.result for row in rows]
    good, failed = found.count("replayed"), found.count("FAILED")
    words = f"{good} of {counted(good + failed, 'certificate')} replayed"
    others = {word: found.count(word) for word in dict.fromkeys(found) if word not in ("replayed", "FAILED", TAKEN)}
    return ", ".join([words, *(f"{count} {word}" for word, count in others.items())])
