"""boundcheck from Python: `check` settles a claim and returns the verdict with its record."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any

from boundcheck import form, job, own, registry, report
from boundcheck.claims import Claim, Headline, PartVerdict, StepVerdict, Verdict
from boundcheck.claims.fields import is_relation
from boundcheck.claims.kinds import relation_words

COLOURS = {"HOLDS": "#1a7f37", "HOLDS_REPAIRED": "#1a7f37", "SUPPORTED": "#0969da", "REFUTED": "#b42318"}


@dataclass(frozen=True)
class Checked:
    """What `check` returns: the verdict, and the record from which every report is drawn.

    Parameters
    ----------
    verdict : Verdict
    record : dict
        Plain data, as in ``reports/<paper>/<claim>.json``.
    """

    verdict: Verdict
    record: dict[str, Any]

    def __bool__(self) -> bool:
        raise TypeError("a verdict is no boolean; compare its headline with Headline.HOLDS and its siblings")

    @property
    def headline(self) -> Headline:
        """The weakest word that is true of the printed statement."""
        return self.verdict.headline

    @property
    def text(self) -> str:
        """The sentence that a reviewer quotes."""
        return self.verdict.text

    @property
    def parts(self) -> tuple[PartVerdict, ...]:
        """What the claim asserts, settled."""
        return self.verdict.parts

    @property
    def steps(self) -> tuple[StepVerdict, ...]:
        """Why, step by step."""
        return self.verdict.steps

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the record, or the report if the name ends in ``.pdf``; returns the path."""
        path = Path(path)
        if path.suffix == ".pdf":
            from boundcheck.report import pdf

            path.write_bytes(pdf.to_bytes(self.record))
        else:
            path.write_text(report.dumps(self.record), encoding="utf-8")
        return path

    def __repr__(self) -> str:
        return f"<{self.headline.value}: {self.text}>"

    def _repr_html_(self) -> str:
        settled = [*((s.label, s.evidence) for s in self.steps), *((p.name, p.evidence) for p in self.parts)]
        rows = "".join(
            f"<tr><td>{escape(name)}</td><td>{evidence.outcome.name}</td>"
            f'<td style="text-align:left">{escape(evidence.summary)}</td></tr>'
            for name, evidence in settled
        )
        colour = COLOURS.get(self.headline.value, "#6e5494")
        return (
            f'<p><b style="color:{colour}">{self.headline.value}</b> {escape(self.text)}</p>'
            f"<table><thead><tr><th>step or part</th><th>outcome</th><th></th></tr></thead>"
            f"<tbody>{rows}</tbody></table>"
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
) -> Checked:
    """Settle a claim.

    Parameters
    ----------
    claim : str, path, Claim, or a statement
        A name as on the command line (``"theorem_5_4"``), the path of a claim file, a `Claim`, or a single
        statement such as ``Inequality(x, x**2, (x > 1,))``.
    budget : {"quick", "standard", "deep"}
    seed : int, ``>= 0``
        The same seed gives the same record, whatever the number of jobs.
    error_probability : float in (0, 1)
        Of the whole run.
    jobs : int, ``>= 1``
    engine : str
        ``"auto"``, ``"threads"``, ``"processes"``, ``"dask:local"`` or ``"dask:ADDRESS"``.
    store : path, optional
        SQLite file in which replicates are kept; without one they live in memory.

    Returns
    -------
    checked : Checked

    Raises
    ------
    boundcheck.registry.UnknownClaim, boundcheck.own.BrokenClaim
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
    if not 0 < error_probability < 1:
        raise ValueError(f"error_probability must lie in (0, 1), got {error_probability!r}")
    claim_id, found, code = named(claim)
    kept = None if store is None else Path(store)
    settings = job.Settings(budget, seed, jobs, engine, error_probability, kept, code)
    with job.runner(settings) as run:
        return Checked(*job.check(claim_id, found, settings, run))


def named(claim: Any) -> tuple[str, Claim, str]:
    """The one claim that is meant: its id, itself, and the fingerprint of its file's code."""
    if isinstance(claim, PathLike) or (isinstance(claim, str) and claim.endswith(".py")):
        claim_id, found = registry.load_file(Path(claim))
        own.rehearse(found, Path(claim))
        return claim_id, found, own.sources(Path(claim))
    if isinstance(claim, str):
        ids = registry.resolve(claim)
        if len(ids) > 1:
            raise registry.UnknownClaim(
                f"{claim!r} names {len(ids)} claims; check them one by one: {', '.join(ids)}"
            )
        return ids[0], registry.load(ids[0]), registry.code_of(ids[0])
    if isinstance(claim, form.STATEMENTS):
        claim = Claim(title="The statement", parts={"statement": claim})
    if is_relation(claim):
        raise TypeError(relation_words(claim))
    if not isinstance(claim, Claim):
        raise TypeError(f"claim must be a name, a path, a Claim or a statement, got a {type(claim).__name__}")
    own.refuse(form.complaints(claim))
    own.rehearse(claim)
    return "own/claim", own.completed(claim, Path("claim.py")), ""
