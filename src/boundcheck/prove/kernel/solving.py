"""Z3 in a process of its own: it crashes at times where its counter or its clock cuts it off, and takes nobody with it.

As a script it answers questions, one JSON object a line, until its input ends; so it ends with whoever has asked, even killed.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import Any

GRACE = 5.0  # seconds beyond the solver's own clock, after which it is taken for dead
ATTEMPTS = 2  # what an earlier question has left behind may be what it crashed on
LOST = {"answer": "unknown", "reason": "lost", "seconds": 0.0, "values": {}}

_lock = threading.Lock()
_idle: list[Solver] = []
_owner = 0


class Solver:
    """A process that answers one question at a time."""

    def __init__(self) -> None:
        command = [sys.executable, "-P", __file__]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=False)

    def ask(self, question: dict[str, Any]) -> dict[str, Any] | None:
        """The answer; None where the process has crashed or does not end."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps(question).encode() + b"\n")
            self.process.stdin.flush()
            if os.name == "posix" and not _readable(self.process.stdout.fileno(), question["milliseconds"] / 1000 + GRACE):
                return None
            line = self.process.stdout.readline()
        except OSError:
            return None
        return json.loads(line) if line.endswith(b"\n") else None

    def end(self) -> None:
        """Kill it and close its pipes."""
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self.process.wait()


def ask(text: str, rlimit: int, milliseconds: int, *, values: bool = False) -> dict[str, Any]:
    """What Z3's tactic for real arithmetic says of a script, within `rlimit` units of its counter and a time.

    Parameters
    ----------
    text : str
        SMT-LIB.
    rlimit, milliseconds : int, ``>= 1``
    values : bool
        Whether a model is asked for.

    Returns
    -------
    answer : dict
        ``"answer"`` is sat, unsat or unknown, ``"reason"`` why it is unknown (``"lost"`` where the process crashed),
        ``"seconds"`` of the processor that it took, ``"values"`` texts of fractions by their letters.
    """
    question = {"text": text, "rlimit": rlimit, "milliseconds": milliseconds, "values": values}
    for _ in range(ATTEMPTS):
        solver = _taken()
        try:
            answer = solver.ask(question)
        except BaseException:
            solver.end()
            raise
        if answer is not None:
            with _lock:
                _idle.append(solver)
            return answer
        solver.end()
    return dict(LOST)


def _taken() -> Solver:
    """A solver that nobody uses; after a fork those of the parent are left to it."""
    global _owner
    with _lock:
        if _owner != os.getpid():
            _owner = os.getpid()
            _idle.clear()
            atexit.unregister(_end_all)
            atexit.register(_end_all)
        if _idle:
            return _idle.pop()
    return Solver()


def _end_all() -> None:
    while _owner == os.getpid() and _idle:
        _idle.pop().end()


def _readable(descriptor: int, seconds: float) -> bool:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(1000 * seconds))


# What the process does.


def answered(question: dict[str, Any]) -> dict[str, Any]:
    """Answer a question here."""
    import z3

    began = time.process_time()
    solver = z3.Tactic("qfnra-nlsat", ctx=z3.Context()).solver()
    solver.set("rlimit", question["rlimit"])
    solver.set("timeout", question["milliseconds"])
    answer, reason, values = "unknown", "", {}
    try:
        solver.from_string(question["text"])
        answer = str(solver.check())
        reason = solver.reason_unknown() if answer == "unknown" else ""
        if question["values"] and answer == "sat":
            values = _values(z3, solver.model())
    except z3.Z3Exception as error:
        answer, reason = "unknown", str(error)
    return {"answer": answer, "reason": reason, "seconds": time.process_time() - began, "values": values}


def _values(z3: Any, model: Any) -> dict[str, str]:
    """Rational values near those of a model."""
    values = {}
    for declaration in model.decls():
        value = model[declaration]
        if z3.is_algebraic_value(value):
            value = value.approx(12)
        if z3.is_rational_value(value):
            values[declaration.name()] = f"{value.numerator_as_long()}/{value.denominator_as_long()}"
    return values


def main() -> None:
    """Answer what comes in on standard input; Ctrl-C is for whoever asks."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for line in sys.stdin.buffer:
        answer = json.dumps(answered(json.loads(line))) + "\n"
        try:
            os.write(sys.stdout.fileno(), answer.encode())
        except BrokenPipeError:  # whoever asked was killed meanwhile
            return


if __name__ == "__main__":
    main()
