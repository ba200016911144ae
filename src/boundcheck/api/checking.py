"""A check from Python, what its bounds say at a point, and the one claim that a caller gives."""

from __future__ import annotations

import ast
import numbers
import sys
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

from boundcheck import job, planning
from boundcheck import loading as own
from boundcheck.claims import Claim
from boundcheck.claims.fields import Shape, relation_words
from boundcheck.claims.values import is_relation
from boundcheck.loading import form, registry
from boundcheck.planning import Answer, Quote
from boundcheck.record import Record, dumps
from boundcheck.record import plain as as_data
from boundcheck.verdict import Headline, PartVerdict, Severity, StepVerdict, Verdict
from boundcheck.words import headline, phrase

# Whether the script that runs would be run again by each process that imports it.


def unguarded() -> bool:
    """Whether the running script would come here again when another process imports it."""
    main = sys.modules.get("__main__")
    file = getattr(main, "__file__", None)
    frame = sys._getframe()
    while frame is not None and not (frame.f_globals is vars(main) and frame.f_code.co_name == "<module>"):
        frame = frame.f_back  # type: ignore[assignment]
    if frame is None or file is None:
        return False
    try:
        tree = ast.parse(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return False
    return not any(
        isinstance(node, ast.If)
        and "__name__" in {name.id for name in ast.walk(node.test) if isinstance(name, ast.Name)}
        and node.lineno <= frame.f_lineno <= (node.end_lineno or node.lineno)
        for node in tree.body
    )


# The one claim that a caller gives: by name, by file, as itself, or as a statement.


def named(claim: Any) -> tuple[str, Claim, str]:
    """The one claim that is meant: its id, itself, and the fingerprint of its file's code."""
    if isinstance(claim, tuple) and len(claim) == 2 and isinstance(claim[1], Claim):
        own.refuse(form.complaints(claim[1]))
        own.rehearse(claim[1])
        return str(claim[0]), claim[1], ""
    if isinstance(claim, PathLike) or (isinstance(claim, str) and claim.endswith((".py", ".md"))):
        claim_id, found = registry.load_file(Path(claim))
        own.rehearse(found, Path(claim))
        return claim_id, found, own.sources(Path(claim))
    if isinstance(claim, str):
        ids = registry.resolve(claim)
        if len(ids) > 1:
            raise registry.UnknownClaim(f"{claim!r} names {len(ids)} claims; check them one by one: {', '.join(ids)}")
        return ids[0], registry.load(ids[0]), registry.code_of(ids[0])
    if isinstance(claim, Shape):
        claim = Claim(title="The statement", parts={"statement": claim})
    if is_relation(claim):
        raise TypeError(relation_words(claim))
    if not isinstance(claim, Claim):
        raise TypeError(f"claim must be a name, a path, a Claim or a statement, got a {type(claim).__name__}")
    own.refuse(form.complaints(claim))
    own.rehearse(claim)
    return "own/claim", own.completed(claim, Path("claim.py")), ""


# What a check from Python gives back.

COLOURS = {"HOLDS": "#1a7f37", "HOLDS_REPAIRED": "#1a7f37", "SUPPORTED": "#0969da", "REFUTED": "#b42318"}


@dataclass(frozen=True)
class Checked:
    """What `check` returns: the verdict, and the record from which every report is drawn.

    Parameters
    ----------
    verdict : Verdict
    record : boundcheck.record.Record
        As in ``reports/<paper>/<claim>.json``.
    """

    verdict: Verdict
    record: Record

    def __bool__(self) -> bool:
        raise TypeError("a verdict is no boolean; compare its headline with Headline.HOLDS and its siblings")

    @property
    def severity(self) -> Severity:
        """What a reader of the page has to change."""
        return self.verdict.severity

    @property
    def headline(self) -> Headline:
        """The weakest word that is true of the printed statement."""
        return self.verdict.headline

    @property
    def text(self) -> str:
        """The sentence that a reviewer quotes."""
        return self.in_line(headline(self.record))

    def found(self, settled: PartVerdict | StepVerdict) -> str:
        """What was found of a part or a step, in one line."""
        return self.in_line(phrase(settled.evidence.fact))

    def in_line(self, text: str) -> str:
        """A text of the verdict in one line of Unicode, letters as the page has them."""
        from boundcheck.report.text.letters import letters
        from boundcheck.report.text.prose import prose

        return prose(text, letters(self.record))

    @property
    def parts(self) -> tuple[PartVerdict, ...]:
        """What the claim asserts, settled."""
        return self.verdict.parts

    @property
    def steps(self) -> tuple[StepVerdict, ...]:
        """Why, step by step."""
        return self.verdict.steps

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the record to a name in ``.json``, the report to one in ``.pdf``; returns the path."""
        path = Path(path)
        if path.suffix not in (".json", ".pdf"):
            raise ValueError(f"{str(path)!r}: a name ends in .json for the record, or in .pdf for the report")
        if not path.parent.is_dir():
            raise FileNotFoundError(f"there is no folder {str(path.parent)!r}; make it first, or give another")
        if path.suffix == ".pdf":
            from boundcheck.report import pdf

            path.write_bytes(pdf.to_bytes(self.record))
        else:
            path.write_text(dumps(as_data(self.record)), encoding="utf-8")
        return path

    def __repr__(self) -> str:
        return f"<{self.headline.value}: {self.text}>"

    def _repr_html_(self) -> str:
        settled = [*((s.label, s.evidence) for s in self.steps), *((p.name, p.evidence) for p in self.parts)]
        rows = "".join(
            f"<tr><td>{escape(name)}</td><td>{evidence.outcome.name}</td>"
            f'<td style="text-align:left">{escape(self.in_line(phrase(evidence.fact)))}</td></tr>'
            for name, evidence in settled
        )
        colour = COLOURS.get(self.headline.value, "#6e5494")
        return (
            f'<p><b style="color:{colour}">{self.headline.value}</b> {escape(self.text)}</p>'
            f"<table><thead><tr><th>step or part</th><th>outcome</th><th></th></tr></thead>"
            f"<tbody>{rows}</tbody></table>"
        )


# `check` settles a claim and returns the verdict with its record.

LEAST_REPEATS, MOST_REPEATS = 2, 10**7
MOST_JOBS = 1024
UNGUARDED = (
    "threads are used: worker processes would import this script and run it again; "
    "call check under 'if __name__ == \"__main__\":' for processes"
)


def check(
    claim: Any,
    *,
    budget: str = "standard",
    seed: int = job.DEFAULT_SEED,
    error_probability: float = job.DEFAULT_RISK,
    jobs: int = 1,
    engine: str = "auto",
    store: str | PathLike[str] | None = None,
    repeats: int | None = None,
) -> Checked:
    """Settle a claim.

    Parameters
    ----------
    claim : str, path, Claim, or a statement
        A name as on the command line (``"theorem_5_4"``), the path of a claim file, a `Claim`, what
        `boundcheck.loading.registry.load_file` returns, or a single statement such as ``Inequality(x, x**2, (x > 1,))``.
    budget : {"quick", "standard", "deep"}
    seed : int, ``>= 0``
        The same seed gives the same record, but for its times, whatever the number of jobs.
    error_probability : float in (0, 1)
        Of the whole run.
    jobs : int, 1 to 1,024
        Processes import the script that starts them: a script with more than one calls `check` under
        ``if __name__ == "__main__":``. Where it does not, threads are used, with a warning.
    engine : str
        ``"auto"``, ``"threads"``, ``"processes"``, ``"dask:local"`` or ``"dask:ADDRESS"``.
    store : path, optional
        SQLite file in which replicates are kept; without one they live in memory.
    repeats : int, 2 to 10,000,000, optional
        Replicates per regime, in place of the budget's.

    Returns
    -------
    checked : Checked

    Raises
    ------
    boundcheck.loading.registry.UnknownClaim, boundcheck.loading.BrokenClaim
        No claim has that name, or it cannot be used; the message says what to write instead.

    Examples
    --------
    >>> from sympy import Symbol
    >>> from boundcheck.claims import Inequality
    >>> x = Symbol("x", real=True)
    >>> check(Inequality(2 * x, x**2 + 1)).headline.value
    'HOLDS'
    """
    if budget not in ("quick", "standard", "deep"):
        raise ValueError(f"budget must be quick, standard or deep, got {budget!r}")
    if isinstance(error_probability, str) or not 0 < error_probability < 1:
        raise ValueError(f"error_probability must lie in (0, 1), got {error_probability!r}")
    seed, jobs = _whole("seed", seed, 0), _whole("jobs", jobs, 1, MOST_JOBS)
    if repeats is not None:
        repeats = _whole("repeats", repeats, LEAST_REPEATS, MOST_REPEATS)
    if not isinstance(engine, str):
        raise TypeError(f"engine must be text such as 'auto' or 'threads', got {engine!r}")
    claim_id, found, code = named(claim)
    kept = None if store is None else Path(store)
    if jobs > 1 and engine in ("auto", "processes") and unguarded():
        warnings.warn(UNGUARDED, RuntimeWarning, stacklevel=2)
        engine = "threads"
    settings = job.Settings(budget, seed, jobs, engine, error_probability, kept, code, repeats)
    with job.runner(settings) as run:
        return Checked(*job.check(claim_id, found, settings, run))


def _whole(name: str, value: Any, low: int, high: int = 2**63 - 1) -> int:
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} must be a whole number, got {value!r:.60}")
    if not low <= int(value) <= high:
        ends = f">= {low}" if high == 2**63 - 1 else f"from {low} to {high:,}"
        raise ValueError(f"{name} must be {ends}, got {value}")
    return int(value)


# What the bounds of a claim say at a point, and where they meet a target.


def bound(claim: Any, at: Mapping[str, Any], *, part: str | None = None) -> dict[str, Quote]:
    """What the bounds of a claim say at a point, as ``boundcheck bound`` does.

    Parameters
    ----------
    claim : str, path or Claim
        As in `check`.
    at : mapping of str to number
        The point. Decimals mean what they say: 0.1 is 1/10.
    part : str, optional
        Only this part.

    Returns
    -------
    quotes : dict of str to boundcheck.planning.Quote
        By part, without those for which the point lacks a parameter.

    Raises
    ------
    boundcheck.planning.PlanError
        The point lacks a parameter of every bound, or lies outside a domain.

    Examples
    --------
    >>> point = {"n": 20000, "epsilon": 1, "d": 10, "alpha": 1e-4, "delta": 0.05, "lam": 1e-6, "radius": 1}
    >>> round(bound("theorem_5_4", point, part="coverage_ctl")["coverage_ctl"].explicit, 3)
    0.362
    """
    _, bounds = _bounds(claim, part)
    point = planning.point_of(_words(at), bounds)
    return {found.name: planning.quote(found, point) for found in planning.ready(bounds, point)[0]}


def plan(
    claim: Any, error: Any, at: Mapping[str, Any], *, parameter: str = "n", part: str | None = None
) -> dict[str, Answer]:
    """All n, or values of another parameter, at which the bounds of a claim meet a target.

    Parameters
    ----------
    claim : str, path or Claim
        As in `check`.
    error : number
        The target for the explicit bound.
    at : mapping of str to number
        The point, without `parameter`.
    parameter : str
        What is asked for.
    part : str, optional
        Only this part.

    Returns
    -------
    answers : dict of str to boundcheck.planning.Answer
        By part, of those that depend on `parameter`. `Answer.intervals` is the set, `Answer.value` the end of it that is
        asked for, None where nothing is shown to suffice.

    Examples
    --------
    >>> point = {"epsilon": 1, "d": 10, "alpha": 1e-4, "delta": 0.05, "lam": 1e-6, "radius": 1}
    >>> int(plan("theorem_5_4", 0.2, point, part="coverage_ctl")["coverage_ctl"].value)
    88292
    """
    claim_id, bounds = _bounds(claim, part)
    free, _ = planning.parameter_named(parameter, claim_id, bounds)
    target = planning.exact(str(error), "error")
    if target <= 0:
        raise planning.PlanError(f"{error}: must be positive", "error")
    point = planning.point_of(_words(at), bounds, parameter)
    ready, _ = planning.ready(planning.along(bounds, parameter), point, parameter)
    return {found.name: planning.plan(found, free, target, point) for found in ready}


def _bounds(claim: Any, part: str | None) -> tuple[str, list[planning.Bound]]:
    claim_id, found, _ = named(claim)
    return claim_id, planning.bounds_of(claim_id, found, part)


def _words(at: Mapping[str, Any]) -> list[str]:
    if not isinstance(at, Mapping):
        raise TypeError(f"the point is a mapping such as {{'n': 20000}}, got a {type(at).__name__}")
    return [f"{name}={value}" for name, value in at.items()]
