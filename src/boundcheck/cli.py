"""Words on the command line become calls of `commands`; only here is anything printed about errors."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

REFUTED, USAGE, UNDECIDED, INTERNAL, INTERRUPTED = 1, 2, 3, 4, 130

COMMANDS = {
    "check": "settle claims and write their reports (the default: 'boundcheck theorem_5_4')",
    "list": "every claim, with its headline from the last report",
    "show": "statement, reading, assumptions and steps; computes nothing",
    "verify": "replay every certificate of a record, without search",
    "report": "draw PDF and index again from records alone",
    "doctor": "versions, engines, and what is missing",
}

EPILOG = """examples:
  boundcheck theorem_5_4                     settle Theorem 5.4, write reports/unified/theorem_5_4.{json,pdf}
  boundcheck unified --budget quick          every claim of a paper, in a hurry
  boundcheck my_theorem.py                   your own claim file (it is code, and it is run)
  boundcheck show theorem_5_4                what is claimed, and which steps are checked
  boundcheck verify reports/unified/theorem_5_4.json
exit status: 0 no printed statement refuted, 1 some refuted, 2 usage, 3 nothing decided, 4 internal, 130 interrupted
"""


class UsageError(Exception):
    """What the user wrote cannot be done; the message is one line with the way out."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; '{self.prog} --help' lists the options")


def whole(low: int):
    """Converter for whole numbers from `low` on."""

    def convert(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if value < low or value >= 2**63:
            raise argparse.ArgumentTypeError(f"must be a whole number >= {low}, got {text!r}")
        return value

    return convert


def probability(text: str) -> float:
    """Converter for numbers in (0, 1)."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"must be a number in (0, 1), got {text!r}")
    return value


def formats(text: str) -> tuple[str, ...]:
    """Converter for a comma-separated choice of report formats."""
    chosen = tuple(word.strip() for word in text.split(",") if word.strip())
    if not chosen or set(chosen) - {"json", "pdf"}:
        raise argparse.ArgumentTypeError(f"must name json, pdf or both, as in 'pdf,json', got {text!r}")
    return chosen


def parser(command: str) -> argparse.ArgumentParser:
    """The options of one command."""
    prog = "boundcheck" if command == "check" else f"boundcheck {command}"
    made = _Parser(
        prog=prog,
        description=COMMANDS[command],
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=_overview() if command == "check" else None,
        allow_abbrev=False,
    )
    if command == "check":
        made.add_argument("claims", nargs="+", metavar="CLAIM", help="a claim, a paper's key, 'all', or a .py file")
        made.add_argument("--format", type=formats, default=("json", "pdf"), help="pdf,json (default: both)")
        made.add_argument("--paper", choices=("a4", "us-letter"), default="a4", help="page size of the PDF")
        _study_options(made)
    elif command == "list":
        made.add_argument("--paper", help="only this paper's claims")
    elif command == "show":
        made.add_argument("claim", metavar="CLAIM")
    elif command == "verify":
        made.add_argument("record", metavar="FILE.json", type=Path)
    elif command == "report":
        made.add_argument("--paper", choices=("a4", "us-letter"), default="a4", help="page size of the PDF")
    if command != "verify":
        made.add_argument("--out", type=Path, default=Path("reports"), help="folder of reports (default: reports)")
    made.add_argument("--json", action="store_true", help="one JSON document on standard output")
    made.add_argument("-q", "--quiet", action="store_true", help="only errors")
    made.add_argument("-v", "--verbose", action="store_true", help="progress even where it is no terminal")
    return made


def _study_options(made: argparse.ArgumentParser) -> None:
    made.add_argument("--budget", choices=("quick", "standard", "deep"), default="standard")
    made.add_argument("--seed", type=whole(0), default=20250521, help="default: 20250521")
    made.add_argument("--jobs", type=whole(1), default=None, help="workers (default: the cores of this machine)")
    made.add_argument("--engine", default="auto", help="auto, threads, processes, dask:local or dask:tcp://HOST:PORT")
    made.add_argument(
        "--error-probability", type=probability, default=1e-3, help="of one claim's whole run (default: 0.001)"
    )


def _overview() -> str:
    rows = "\n".join(f"  {name:8}{words}" for name, words in COMMANDS.items())
    return f"commands:\n{rows}\n\n{EPILOG}"


def main(arguments: Sequence[str]) -> int:
    """Run the command line `arguments`; returns the exit status."""
    words = list(arguments)
    if words and words[0] in ("--version", "-V"):
        from importlib.metadata import version

        print(f"boundcheck {version('boundcheck')}")
        return 0
    command = words.pop(0) if words and words[0] in COMMANDS else "check"
    try:
        options = parser(command).parse_args(words or (["--help"] if command == "check" else []))
        return importlib.import_module(f"boundcheck.commands.{command}").main(options)
    except UsageError as error:
        return _complain(str(error), USAGE)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _complain("interrupted; what was finished is kept, run the same command to go on", INTERRUPTED)
    except Exception as error:
        return _judge(error)


def _judge(error: Exception) -> int:
    """Exit status and line of an error that a command let through."""
    from boundcheck.registry import BrokenClaim, UnknownClaim
    from boundcheck.report import RecordError
    from boundcheck.study import StoreError, StudyError

    if isinstance(error, UnknownClaim | BrokenClaim | RecordError):
        return _complain(str(error), USAGE)
    if isinstance(error, StoreError):
        return _complain(str(error), INTERNAL if error.full else USAGE)
    if isinstance(error, StudyError):
        return _complain(str(error), USAGE)
    if isinstance(error, OSError):
        return _complain(f"{error.filename or 'output'}: {error.strerror or error}; make room or give another --out", INTERNAL)
    if os.environ.get("BOUNDCHECK_TRACEBACK"):
        raise error
    said = " ".join(str(error).split())[:300]
    return _complain(
        f"internal error, {type(error).__name__}: {said}; BOUNDCHECK_TRACEBACK=1 shows where", INTERNAL
    )


def _complain(line: str, status: int) -> int:
    print(f"boundcheck: {line}", file=sys.stderr)
    return status


def run() -> NoReturn:
    """Entry point."""
    sys.exit(main(sys.argv[1:]))
