"""The solver's process: what it answers, and that its end is nobody else's."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from boundcheck.prove.kernel import smt, solving

TRUE = smt.script(["(< v0 0.0)", "(> (* v0 v0 v0) 0.0)"], [0])  # no such number
FALSE = smt.script(["(< v0 0.0)", "(> (* v0 v0) 2.0)"], [0])


def ask(text, **given):
    return solving.ask(text, 100_000, 10_000, **given)


def test_it_answers_with_values():
    assert ask(TRUE)["answer"] == "unsat"
    found = ask(FALSE, values=True)
    assert found["answer"] == "sat"
    assert float(found["values"]["v0"].split("/")[0]) < 0
    assert found["seconds"] >= 0
    assert ask("(assert")["answer"] == "unknown"
    assert ask(TRUE)["answer"] == "unsat"


def test_one_process_serves_many_questions():
    solving._end_all()
    for _ in range(20):
        ask(TRUE)
    assert len(solving._idle) == 1


def test_a_crash_says_nothing_and_the_next_question_is_answered(monkeypatch):
    ask(TRUE)
    (solver,) = solving._idle
    os.kill(solver.process.pid, signal.SIGSEGV)
    solver.process.wait()
    assert ask(TRUE)["answer"] == "unsat"  # by another process
    monkeypatch.setattr(solving.Solver, "ask", lambda self, question: None)
    found = ask(TRUE)
    assert (found["answer"], found["reason"]) == ("unknown", "lost")


def test_a_solver_that_does_not_end_is_killed(monkeypatch):
    ask(TRUE)
    (solver,) = solving._idle
    monkeypatch.setattr(solving, "GRACE", 0.0)
    monkeypatch.setattr(solving, "ATTEMPTS", 1)
    os.kill(solver.process.pid, signal.SIGSTOP)
    assert solving.ask(TRUE, 1000, 200)["reason"] == "lost"
    assert solver.process.returncode is not None
    assert not solving._idle


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_has_a_solver_of_its_own():
    ask(TRUE)
    (mine,) = solving._idle
    child = os.fork()
    if not child:
        good = ask(FALSE)["answer"] == "sat" and all(s is not mine for s in solving._idle)
        solving._end_all()
        os._exit(0 if good else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert mine.process.poll() is None
    assert ask(TRUE)["answer"] == "unsat"


def test_it_ends_with_a_killed_parent():
    code = (
        "from boundcheck.prove.kernel import solving; import time; "
        f"solving.ask({TRUE!r}, 1000, 1000); print(solving._idle[0].process.pid, flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    solver = int(parent.stdout.readline())
    parent.kill()
    parent.communicate()
    deadline = time.monotonic() + 10
    while _alive(solver) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not _alive(solver)


def test_it_ends_quietly_where_nobody_reads_its_answer():
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    solver = subprocess.Popen([sys.executable, "-P", solving.__file__], **pipes)
    solver.stdout.close()
    question = {"text": TRUE, "rlimit": 1000, "milliseconds": 1000, "values": False}
    _, said = solver.communicate(json.dumps(question).encode() + b"\n", timeout=60)
    assert (solver.returncode, said) == (0, b"")


def _alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as stream:
            return stream.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_what_the_solver_takes_counts_as_time_of_who_asks():
    before = smt._used()
    smt._known.clear()
    smt.check(FALSE, 100_000)
    assert smt._used() > before
