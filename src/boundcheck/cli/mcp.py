"""``boundcheck mcp``: five tools for an assistant over stdio, each with a clock; ``--call TOOL`` asks one from the shell.

Each call is a process of its own, which gets text and gives JSON: it opens and writes no file of anybody's, ends with its clock,
and is ended when the call is cancelled. What a tool says of a line comes from a check that has run in this call, never from
its text.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import Any

from boundcheck import job, pages
from boundcheck.claims import Claim
from boundcheck.cli.options import UsageError
from boundcheck.loading import form, registry
from boundcheck.pages import Place, Refused
from boundcheck.record import Record

LONGEST = 600  # seconds that a call may ask for
AT_ONCE = 2  # calls that run side by side
LARGEST = 400_000  # characters of what is asked
MEMORY = 8 << 30  # bytes of address space of a call
OUTCOMES = {
    "PROVED": "true at every point of the stated domain; the certificate replays without search",
    "REFUTED": "false as written, at a point that can be evaluated by hand",
    "UNDECIDED": "neither was found; this is no doubt of the statement, and no support of it",
    "SUPPORTED": "sampling found no violation, or the statement is proved and a line of its proof is false; not a proof",
    "ASSUMED": "taken from a source that is named; not checked",
    "HOLDS": "of a whole result: every part is proved",
    "CONDITIONAL": "of a whole result: it rests on a result that is false as written",
}

# The tools: text in, plain data out. `status` is ok, open (not decided, or the clock ended it), failed, unavailable.


def settle_statement(letters: Sequence[str], display: str, given: Sequence[str] = ()) -> dict[str, Any]:
    """One display under conditions, in letters that are declared a row each, as on a page."""
    rows = [(str(row), Place(number, 1)) for number, row in enumerate(letters, 1)]
    read = pages.of_display(rows, str(display), [str(one) for one in given])
    return _settled("own/statement", read.claim, read.lines)


def settle_page(page: str, format: str = "md") -> dict[str, Any]:
    """A page of Markdown, or the statements of a source in LaTeX; pages beside it are not at hand."""
    if format == "md":
        read = pages.read_text(page)
        if read.cited:
            raise Refused(
                "a page beside this one, which is not at hand here", read.cited[0][2], way_out="settle the folder"
            )
        return _settled("own/page", read.claim, read.lines)
    if format != "tex":
        raise ValueError(f"format is md or tex, not {format!r:.40}")
    found = registry.load_tex(Path("page.tex"), page)
    settled = {
        claim_id.partition("/")[2]: _settled(claim_id, claim, found.lines[claim_id])
        for claim_id, claim in found.claims.items()
    }
    statuses = {one["status"] for one in settled.values()}
    return {
        "status": "open" if found.notes or statuses != {"ok"} else "ok",
        "statements": settled,
        "notes": list(found.notes),
    }


def evaluate_bound(claim: str, point: Mapping[str, Any], part: str | None = None) -> dict[str, Any]:
    """The printed, explicit and trivial bound of a built-in result at a point."""
    from boundcheck import planning
    from boundcheck.cli.bound import constant, plain

    claim_id, found = _built_in(claim)
    try:
        bounds = planning.bounds_of(claim_id, found, part)
        at = planning.point_of([f"{name}={value}" for name, value in point.items()], bounds)
        complete, lacking = planning.ready(bounds, at)
        quotes = [planning.quote(bound, at) for bound in complete]
        known = {bound.name: constant(bound) for bound in complete}
    except planning.PlanError as error:
        raise ValueError(str(error)) from None
    return {"status": "ok", **plain(claim_id, at, quotes, lacking, known, found.letters.prints)}


def account_privacy(
    question: str, delta: str, sigma: str | None = None, epsilon: str | None = None, steps: str = "1", sampling: str = "1",
    adjacency: str = "add-remove", unit: str = "record",
) -> dict[str, Any]:  # fmt: skip
    """The epsilon of a Gaussian noise, or the noise that an epsilon needs, as a bracket whose ends are certified."""
    from boundcheck.cli import privacy
    from boundcheck.privacy.exact import outward

    options = argparse.Namespace(
        question=question, delta=delta, sigma=sigma, epsilon=epsilon, steps=steps, sampling=sampling, batch=None,
        adjacency=adjacency, unit=unit, effort="standard",
    )  # fmt: skip
    used = privacy.settings(options)
    if question == "gaussian":
        found = used.epsilon(privacy.required(options, "sigma"), "standard")
        replayed = found.replay()
        return {"status": "ok" if replayed else "failed", **privacy.plain(found), "replayed": replayed}
    if question != "noise":
        raise ValueError(f"question is gaussian or noise, not {question!r:.40}")
    needed = used.noise(privacy.required(options, "epsilon"), "standard")
    low, high = outward(needed.low, needed.high, 5)
    return {"status": "ok", "settings": str(used), "epsilon": epsilon, "multiplier": {"low": low, "high": high}}


def explain_verdict(word: str | None = None, page: str | None = None, line: str | None = None) -> dict[str, Any]:
    """What a word promises; or, of a line of a page, which is settled anew, why its verdict is what it is."""
    if page is None:
        known = {**OUTCOMES, **_severities()}
        if word is None or word.upper() not in known:
            return {"status": "unavailable", "why": f"words are {', '.join(known)}"}
        return {"status": "ok", "word": word.upper(), "promises": known[word.upper()]}
    found = settle_page(page)
    rows = [row for row in found["lines"] if line in (None, row["line"])]
    if not rows:
        return {
            "status": "failed",
            "why": f"no line of that label; there are {', '.join(row['line'] for row in found['lines'])}",
        }
    for row in rows:
        row["promises"] = OUTCOMES.get(row["outcome"], "")
    return {**found, "lines": rows}


TOOLS: dict[str, Callable[..., dict[str, Any]]] = {
    "settle_statement": settle_statement, "settle_page": settle_page, "evaluate_bound": evaluate_bound,
    "account_privacy": account_privacy, "explain_verdict": explain_verdict,
}  # fmt: skip


def _severities() -> dict[str, str]:
    from boundcheck.report.text.words import CHANGES

    return {word: f"of a whole result: what has to be changed on its page: {what}" for word, what in CHANGES.items()}


def _built_in(name: str) -> tuple[str, Claim]:
    """A result of the program, by name; a file is none."""
    found = registry.resolve(name)
    if len(found) != 1:
        raise registry.UnknownClaim(f"{name!r:.60} names {len(found)} results; name one, such as {found[0]}")
    return found[0], registry.load(found[0])


def _settled(claim_id: str, claim: Claim, read: Sequence[pages.Line]) -> dict[str, Any]:
    """What a claim's lines and the whole of it come to, by checks that run here."""
    for complaint in form.complaints(claim):
        raise ValueError(complaint.words)
    settings = job.Settings(budget="quick", jobs=1, engine="threads")
    done = True
    with job.runner(settings) as run:
        try:
            record = job.check(claim_id, claim, settings, run)[1]
        except job.Interrupted as cut:
            record, done = cut.record, False
    said = {line.label: line.said for line in read}
    lines = list(_lines(record, said))
    decided = done and all(row["outcome"] in ("PROVED", "REFUTED") for row in lines)
    whole = {"headline": record.headline.outcome, "to_change": record.headline.severity} if done else {}
    left = [] if done else [label for label in said if label not in {row["line"] for row in lines}]
    return {"status": "ok" if decided else "open", **whole, "lines": lines, "not_reached": left}


def _lines(record: Record, said: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    from boundcheck.report.text.letters import letters
    from boundcheck.report.text.prose import prose
    from boundcheck.words import phrase

    known = letters(record)
    settled: list[tuple[str, str, Any]] = [(key, "statement", part) for key, part in record.parts.items()]
    settled += [(step.label, "proof", step) for step in record.steps]
    for label, of, one in settled:
        told = prose(phrase(one.fact), known)
        row = {
            "line": label,
            "of": of,
            "outcome": one.outcome,
            "found": told,
            "read_as": said.get(label, ""),
        }
        if one.witness is not None:
            row["witness"] = {"point": {k: str(v) for k, v in one.witness.point.items()},
                              "left": str(one.witness.lhs), "right": str(one.witness.rhs)}  # fmt: skip
        yield row


def refusal(error: Refused) -> dict[str, Any]:
    """Why something was not read, where, how else it could be read, and what settles it."""
    at = {"line": error.at.line, "column": error.at.column} if error.at is not None else {}
    return {"why": error.rule, **at, "readings": list(error.readings), "way_out": error.way_out}


# One call, in a process of its own.


def answered(tool: str, given: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """What a tool gives for arguments; whatever goes wrong is data, too."""
    from boundcheck.loading import BrokenClaim

    try:
        with _clock(seconds), redirect_stdout(sys.stderr):
            return TOOLS[tool](**given)
    except Refused as error:
        return {"status": "failed", **refusal(error)}
    except registry.UnknownClaim as error:
        return {"status": "unavailable", "why": str(error)[:400]}
    except KeyboardInterrupt:
        return {"status": "open", "why": f"not decided in {seconds:g} seconds"}
    except (UsageError, BrokenClaim, ValueError, TypeError, ArithmeticError) as error:
        return {"status": "failed", "why": " ".join(str(error).split())[:400]}
    except MemoryError:
        return {"status": "open", "why": "not decided in the memory of a call"}
    except Exception as error:
        return {"status": "failed", "why": f"internal error, {type(error).__name__}"}


@contextmanager
def _clock(seconds: float) -> Iterator[None]:
    """End what runs after so many seconds, as an interruption does."""

    def ring(*_: Any) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.1))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def main(options: argparse.Namespace) -> int:
    """Serve over stdio, or answer one call from the shell: JSON in, JSON out."""
    if options.call is None:
        return _serve()
    if options.call not in TOOLS:
        raise UsageError(f"--call {options.call!r:.40}: no such tool; there are {', '.join(TOOLS)}")
    text = sys.stdin.read(LARGEST + 1)
    try:
        given = json.loads(text) if len(text) <= LARGEST else None
    except ValueError as error:
        raise UsageError(f"--call reads one JSON object on standard input ({str(error)[:80]})") from None
    if not isinstance(given, dict):
        raise UsageError(f"--call reads one JSON object of at most {LARGEST:,} characters on standard input")
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    found = answered(options.call, given, options.seconds)
    print(json.dumps(found, indent=1))
    return 0


def _serve() -> int:
    try:
        from boundcheck.cli.mcp_server import server
    except ModuleNotFoundError as error:
        raise UsageError(
            f"the SDK is not installed ({error.name}); pip install 'boundcheck[mcp]', or use --call"
        ) from None
    server().run("stdio")
    return 0


async def in_a_process(tool: str, given: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """The answer of a call that runs apart; it is ended when its clock or its caller says so."""
    import anyio

    seconds = min(max(float(seconds), 1.0), LONGEST)
    command = [sys.executable, "-m", "boundcheck", "mcp", "--call", tool, "--seconds", f"{seconds:g}"]
    text = json.dumps(dict(given))
    if len(text) > LARGEST:
        return {"status": "failed", "why": f"more than {LARGEST:,} characters"}
    process = await anyio.open_process(command, stderr=None, start_new_session=True)
    try:
        with anyio.move_on_after(seconds + 10):
            assert process.stdin is not None
            assert process.stdout is not None
            await process.stdin.send(text.encode())
            await process.stdin.aclose()
            said = b"".join([chunk async for chunk in process.stdout])
            await process.wait()
            found = json.loads(said)
            return found if isinstance(found, dict) else {"status": "failed", "why": "no answer"}
        return {"status": "open", "why": f"not decided in {seconds:g} seconds"}
    except ValueError:
        return {"status": "failed", "why": "the call ended without an answer"}
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        with anyio.CancelScope(shield=True):
            await process.aclose()
