"""Words on the command line become calls of the module of their command; only here is anything printed about errors."""

from __future__ import annotations

import errno
import importlib
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from boundcheck.cli.options import COMMANDS, FULL, INTERNAL, INTERRUPTED, USAGE, UsageError, parser
from boundcheck.cli.output import close_output, until_closed


def main(arguments: Sequence[str]) -> int:
    """Run the command line `arguments`; returns the exit status."""
    words = list(arguments)
    if any("\0" in word for word in words):
        return _complain("an argument holds a NUL character, which no file or name does; leave it out", USAGE)
    if words and words[0] in ("--version", "-V"):
        from importlib.metadata import version

        print(f"boundcheck {version('boundcheck')}")
        return 0
    command = words.pop(0) if words and words[0] in COMMANDS else "check"
    if any(word.rstrip(")")[-1:].isdigit() or len(word) == 1 for word in words[1:]):  # the number of a result, maybe
        from boundcheck.loading.registry import joined

        words = joined(words)
    if command == "check" and len(words) > 1 and (close := _command_meant(words[0])):
        return _complain(f"no command {words[0]!r}; did you mean {close!r}? 'boundcheck --help' lists them", USAGE)
    try:
        options = parser(command).parse_args(words or (["--help"] if command == "check" else []))
    except SystemExit as end:  # of argparse, after --help
        return int(end.code or 0)
    except UsageError as error:
        return _complain(str(error), USAGE)
    try:
        return importlib.import_module(f"boundcheck.cli.{command}").main(options)
    except UsageError as error:
        return _complain(str(error), USAGE)
    except BrokenPipeError:
        close_output()
        return 0
    except KeyboardInterrupt:
        return _complain("interrupted; what was finished is kept, run the same command to go on", INTERRUPTED)
    except (Exception, SystemExit) as error:  # the latter: the code of a claim must not end the program
        return _judge(error, [word for word in words if word.endswith(".py")])


def _command_meant(word: str) -> str:
    """The command that a word resembles, where no claim is called so."""
    import difflib

    close = difflib.get_close_matches(word, COMMANDS, n=1, cutoff=0.75)
    if not close or word.endswith((".py", ".md", ".tex")) or "/" in word:
        return ""
    from boundcheck.loading.registry import ids, papers

    known = {name for claim_id in ids() for name in (claim_id, claim_id.split("/")[1])} | papers().keys() | {"all"}
    return "" if word in known else close[0]


def _judge(error: BaseException, files: Sequence[str] = ()) -> int:
    """Exit status and line of an error that a command let through; `files` are claim files that were asked for."""
    from boundcheck.loading import BrokenClaim, explained
    from boundcheck.loading.registry import UnknownClaim
    from boundcheck.record import RecordError
    from boundcheck.study import StoreError, StudyError

    if isinstance(error, UnknownClaim | BrokenClaim | RecordError):
        return _complain(str(error), USAGE)
    if isinstance(error, StoreError):
        return _complain(str(error), INTERNAL if error.full else USAGE)
    if isinstance(error, StudyError):
        return _complain(str(error), USAGE)
    if isinstance(error, OSError):
        full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO)
        way_out = "make room or give another --out" if full else "give another name or folder"
        place = str(error.filename or "output")[:200]
        return _complain(f"{place}: {error.strerror or error}; {way_out}", INTERNAL if full else USAGE)
    if isinstance(error, ModuleNotFoundError) and error.name in ("numba", "typst", "matplotlib") and not files:
        return _complain(f"this takes {error.name}, which is not installed here: {FULL}", USAGE)
    if os.environ.get("BOUNDCHECK_TRACEBACK"):
        raise error
    if len(files) == 1:  # code of the user's took part
        return _complain(str(explained(error, Path(files[0]))), USAGE)
    said = " ".join(str(error).split())[:300]
    return _complain(f"internal error, {type(error).__name__}: {said}; BOUNDCHECK_TRACEBACK=1 shows where", INTERNAL)


def _complain(line: str, status: int) -> int:
    print(f"boundcheck: {line}", file=sys.stderr)
    return status


def _transcribed() -> str:
    """How a terminal that lacks a letter shows it: by its name."""
    from boundcheck.report.text.transcription import NAME

    return NAME


def run() -> NoReturn:
    """Entry point."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace" if stream.encoding.lower().startswith("utf") else _transcribed())
    status = main(sys.argv[1:])
    with until_closed():  # what is still buffered
        sys.stdout.flush()
    exec("")  # CPython ends by SIGINT where Ctrl-C once met a text that was executed, as a dataclass is; the next text clears that
    sys.exit(status)
