"""Thousands of command lines and claim files that nobody meant: one line of complaint, a status of the table, no stray file.

``BOUNDCHECK_FUZZ=10000 pytest tests/test_fuzz.py`` runs ten thousand of each kind; the default is a share that fits into CI.
"""

import io
import os
import random
import re
import string
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from boundcheck.cli.main import main
from boundcheck.cli.new import TEMPLATE
from boundcheck.cli.options import COMMANDS
from boundcheck.record import digest, dumps, plain, read

STATUSES = {0, 1, 2, 3, 4, 130}
MANY = int(os.environ.get("BOUNDCHECK_FUZZ", "0"))
POINT = "epsilon=1 d=10 alpha=1e-4 delta=0.05 lam=1e-6 radius=1 n=20000".split()
WORDS = [
    *COMMANDS, "theorem_5_4", "unified", "unified/theorem_5_4", "definition_5_1", "lemma_h_2", "theorem_5_7", "mine.py", "all.py",
    "nothing.py", "record.json", "broken.json", "missing.json", "reports", "out", "-", "--", "", " ", "ä", "😀", "../..", "/", "a" * 300,
    "--set", "--for", "--part", "--error", "--json", "-q", "-v", "--help", "-h", "--out", "--budget", "quick", "--seed", "--jobs", "--engine",
    "--format", "json", "pdf", "pdf,json", "--paper", "a4", "--repeats", "0", "1", "-1", "1e-3", "0.1", "nan", "inf", "1/3", "1/0", "1e999",
    "--error-probability", "threads", "dask:nowhere", "n", "epsilon", "alpha", "q", "coverage_ctl", "coverage_ctl@literal", "bash", "--version",
    "n=", "=1", "n=0", "n=1.5", "epsilon=-1", "alpha=0.5", "delta=1", "n=1e60", "radius=1e30", "epsilon=1e-30", "n=-0", "\ud800", "%s", "{}",
    *POINT,
]  # fmt: skip
TOKENS = re.compile(r"\w+|\s+|[^\w\s]")


@pytest.fixture
def quiet_folder(tmp_path, monkeypatch):
    """A folder with a claim file, a record and a broken one."""
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(SMALL)
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        assert main("mine.py --budget quick --jobs 1 --format json --out made".split()) in (0, 1, 3)
    record = plain(read("made/own/mine.json"))
    Path("record.json").write_text(dumps(record))
    Path("broken.json").write_text(dumps(record | {"seed": 1}))
    return tmp_path


SMALL = """\
from sympy import Rational, exp, symbols
from boundcheck.claims import Claim, Identity, Inequality, Letter, PrivacyGuarantee, Repair, Step
x, y = symbols("x y", real=True)
CLAIM = Claim(
    title="Small",
    words="For x > 0",
    displays={"": r"x \\le y"},
    letters=(Letter(x, "a number", x > 0, (1, 2)), Letter(y, "twice x", equals=2 * x)),
    parts={"bound": Inequality(2 * x, x**2 + 1, (x > 0,)), "same": Identity((x + y)**2, x**2 + 2*x*y + y**2)},
    steps=(
        Step("first", "line 1", Inequality(1 - x, exp(-x), (x >= 0,))),
        Step("second", "line 2", Inequality(x, x**2), repair=Repair(Inequality(x, x**2, (x >= 1,)), "from 1 on")),
    ),
)
"""


def files(folder):
    return {
        path.relative_to(folder).as_posix(): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()
    }


def called(words):
    """Status, standard output and standard error of a command line."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(words)
    return status, out.getvalue(), err.getvalue()


def judged(words, folder, before):
    """What every run owes, whatever it was asked."""
    status, out, err = called(words)
    assert status in STATUSES, words
    assert "Traceback" not in out + err, words
    assert status != 4, (words, err)  # 4 is in the table, but it is ours, not the user's
    if status == 2:
        said = [row for row in err.splitlines() if not re.fullmatch(r"[hi()'\"]*", row)]  # what a bent file may print
        assert said[-1].startswith("boundcheck: "), (words, err)
        assert len(said) <= 3, (words, err)
    fresh = {name for name, when in files(folder).items() if before.get(name) != when}
    allowed = out_folder(words)
    for name in fresh:
        assert name.startswith(allowed) or (words[0] == "new" and name in words), (words, fresh)
    for name in fresh:
        (folder / name).unlink()
    return status


def out_folder(words):
    places = [words[i + 1] for i, word in enumerate(words[:-1]) if word == "--out"]
    places += [word.removeprefix("--out=") for word in words if word.startswith("--out=")]
    return (*(f"{place.rstrip('/')}/" for place in places if place), "reports/")


def slow(words):
    """Whether this line would settle a claim of a paper, write a PDF or search long: the work itself is tested elsewhere."""
    command = words[0] if words and words[0] in COMMANDS else "check"
    heavy = {
        "unified",
        "all",
        "reward",
        "theorem_5_4",
        "unified/theorem_5_4",
        "theorem_5_7",
        "definition_5_1",
        "lemma_h_2",
    }
    asks = any(word in ("--help", "-h") for word in words)
    return (
        (command == "check" and bool(heavy & set(words)) and not asks)
        or "dask:nowhere" in words
        or "processes" in words
    )


def line(rng):
    """A command line: a sensible one, bent, or words at random."""
    sensible = rng.choice(
        [
            ["mine.py", "--budget", "quick", "--jobs", "1", "--format", "json"],
            ["bound", "theorem_5_4", "--set", *POINT],
            ["plan", "theorem_5_4", "--error", "0.3", "--repeats", "0", "--part", "coverage_ctl", "--set", *POINT[:-1]],
            ["bound", "mine.py", "--set", "x=1"],
            ["show", "theorem_5_4"], ["list", "--json"], ["verify", "record.json"], ["doctor"], ["completion", "bash"],
            ["new", "fresh.py"], ["show", "mine.py", "--json"], ["report", "--out", "nowhere"],
        ]
    )  # fmt: skip
    words = list(sensible) if rng.random() < 0.6 else []
    for _ in range(rng.randrange(0, 5)):
        act, place = rng.random(), rng.randrange(0, len(words) + 1)
        if act < 0.5 or not words:
            words.insert(place, rng.choice(WORDS))
        elif act < 0.75:
            words.pop(min(place, len(words) - 1))
        else:
            place = min(place, len(words) - 1)
            word = list(words[place]) or ["x"]
            word[rng.randrange(len(word))] = rng.choice(string.printable)
            words[place] = "".join(word)
    return words


def test_command_lines(quiet_folder):
    rng = random.Random(20250521)
    before = files(quiet_folder)
    tried, seen, wanted = 0, set(), MANY or 300
    while tried < wanted:
        words = line(rng)
        if slow(words) or any(part in word for word in words for part in ("\0",)):
            continue
        if any(word in ("/", "../..") or word.startswith(("--out=/", "--out=..")) for word in words):
            continue  # what the user points --out at is theirs to choose
        tried += 1
        seen.add(judged(words, quiet_folder, before))
    assert {0, 2} <= seen


NUDGES = ["0", "1", "x", "y", "-", "+", "*", "**", "/", "(", ")", ",", "[", "]", "{", "}", "None", "True", "0.5", "'a'", "exp", "Inequality",
          "Identity", "Step", "Repair", "lambda: 0", "...", ">", "<", "==", "=", ":", "pass", "raise", "return", "zoo", "\n", "    ", "#", "é",
          "symbols", "Claim", "()", "{}", "Rational(1, 3)", "not", "x.is_real", "float('nan')", "(x > 0,)", "x > 0", "print('hi')"]  # fmt: skip


def bent(text, rng):
    """A claim file with a few of its tokens dropped, doubled, swapped or replaced."""
    tokens = TOKENS.findall(text)
    for _ in range(rng.randrange(1, 4)):
        place, act = rng.randrange(len(tokens)), rng.random()
        if act < 0.3:
            tokens.pop(place)
        elif act < 0.45:
            tokens.insert(place, tokens[place])
        elif act < 0.6:
            other = rng.randrange(len(tokens))
            tokens[place], tokens[other] = tokens[other], tokens[place]
        else:
            tokens[place] = rng.choice(NUDGES)
    return "".join(tokens)


def bombs(text):
    """Powers of powers: a number too long for any computer is its author's own."""
    return "9**9" in text or re.search(r"\*\*\s*\S*\s*\*\*", text)


def test_claim_files(quiet_folder):
    rng = random.Random(19540614)
    seen = set()
    Path("bent.py").write_text("")
    tried, wanted = 0, MANY or 160
    while tried < wanted:
        text = bent(SMALL if rng.random() < 0.8 else TEMPLATE, rng)
        if bombs(text):
            continue
        tried += 1
        Path("bent.py").write_text(text, encoding="utf-8")
        before = files(quiet_folder)
        words = ["bent.py", "--budget", "quick", "--jobs", "1", "--format", "json", "-q"]
        if rng.random() < 0.7:
            words = ["show", "bent.py"]
        try:
            seen.add(judged(words, quiet_folder, before))
        except AssertionError as error:
            raise AssertionError(f"{error}\n--- the file ---\n{text}") from None
    assert {0, 2} <= seen


def test_bytes_that_are_no_text(quiet_folder):
    rng = random.Random(3)
    before = files(quiet_folder)
    for _ in range(30):
        for name in ("noise.py", "noise.json"):
            Path(name).write_bytes(rng.randbytes(rng.randrange(1, 200)))
        before = files(quiet_folder)
        assert judged(["show", "noise.py"], quiet_folder, before) == 2
        assert judged(["verify", "noise.json"], quiet_folder, before) == 2


def test_records_are_data(quiet_folder):
    """A record with any one value replaced is refused or replayed, and never more."""
    import json

    rng = random.Random(4)
    record = json.loads(Path("record.json").read_text())
    values = [
        None,
        3,
        -1.5,
        "x",
        [],
        {},
        True,
        "__import__('os').system('touch pwned')",
        {"engine": "?"},
        [["exp", []]],
        10**30,
    ]
    for _ in range(MANY or 120):
        changed = json.loads(json.dumps(record))
        inner = changed
        for _ in range(rng.randrange(1, 8)):
            keys = (
                list(inner) if isinstance(inner, dict) else list(range(len(inner))) if isinstance(inner, list) else []
            )
            if not keys:
                break
            key = rng.choice(keys)
            if not isinstance(inner[key], dict | list) or rng.random() < 0.2:
                inner[key] = rng.choice(values)
                break
            inner = inner[key]
        try:
            changed["digest"] = digest(changed)
        except (ValueError, TypeError):
            continue
        Path("changed.json").write_text(json.dumps(changed))
        judged(["verify", "changed.json"], quiet_folder, files(quiet_folder))
    assert not Path("pwned").exists()
