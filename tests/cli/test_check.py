"""The main command: progress, kept records, exit status."""

from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.report.filled import filled

from boundcheck.cli import options
from boundcheck.cli.check import EVERY, Bar, TimeLeft, in_words, kept, status
from boundcheck.cli.options import page_of
from boundcheck.prove.search import door
from boundcheck.record import digest, dumps, plain
from boundcheck.record.types import typed_record
from boundcheck.report.artifact import checklist
from boundcheck.verdict import Severity
from boundcheck.verdict.statements import Step

# One progress over the whole run: nothing is foretold of what was not seen, and a file gets a line every ten seconds at most.

class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_nothing_is_foretold_of_a_kind_that_was_not_seen(clock):
    left = TimeLeft(clock)
    left.expects({"a": {"step": 2, "part": 1}, "b": {"part": 1}})
    left.claim("a")
    left.begins("step")
    clock.now = 5
    left.begins("step")
    assert left.seconds() is None  # no part was seen
    clock.now = 10
    left.begins("part")
    assert left.seconds() is None
    assert left.seconds(here=20) == pytest.approx(20 + 20)  # the part of b is taken to last as long


def test_what_is_left_is_the_mean_of_each_kind(clock):
    left = TimeLeft(clock)
    left.expects({"a": {"part": 1}, "b": {"part": 1}, "c": {"part": 2}})
    left.claim("a")
    left.begins("part")
    clock.now = 8
    left.claim("b")
    assert left.seconds() == pytest.approx(3 * 8)
    left.begins("part")
    clock.now = 11
    assert left.seconds() == pytest.approx(5 + 2 * 8)
    clock.now = 40  # longer than any before: it may end at once, and is no negative number
    assert left.seconds() == pytest.approx(2 * 8)


def test_a_kept_claim_is_left_no_more(clock):
    left = TimeLeft(clock)
    left.expects({"kept": {"step": 50}, "last": {"step": 1}})
    left.claim("kept")
    left.claim("last")
    left.begins("step")
    clock.now = 3
    assert left.seconds(here=1.0) == 1.0


def test_a_file_gets_a_line_every_ten_seconds_over_all_claims(clock):
    lines = []
    with Bar(shown=True, terminal=False, write=lines.append, clock=clock) as bar:
        bar.expects({f"p/{i}": {"step": 5} for i in range(3)})
        for i in range(3):
            bar.claim(f"p/{i}")
            for k in range(5):
                bar.announce(f"step {k}")
                clock.now += 3
    assert 1 <= len(lines) <= 45 / EVERY
    assert lines[0].startswith("1/3 claims  p/0  step 4")
    assert "s left" in lines[0]


def test_nothing_is_written_where_nothing_is_shown(clock):
    lines = []
    with Bar(shown=False, terminal=False, write=lines.append, clock=clock) as bar:
        clock.now = 100
        bar.claim("p/0")
        bar.started(4)
        bar.advance(1, 100)
    assert lines == []


def test_cells_tell_of_the_piece_at_hand(clock):
    lines = []
    bar = Bar(shown=True, terminal=False, write=lines.append, clock=clock)
    bar.expects({"p/0": {"part": 1}})
    bar.claim("p/0")
    bar.announce("part bound")
    bar.started(10)
    clock.now = 20
    bar.advance(2, 4_000)
    assert lines == ["p/0  part bound  2/10 cells  200 replicates/s  about 80 s left"]
    clock.now = 100
    bar.advance(8, 16_000)  # the cells are done, the piece is not
    assert lines[1:] == ["p/0  part bound  10/10 cells  200 replicates/s  time left not known yet"]


def test_a_time_that_is_not_known_is_told_from_below(clock):
    left = TimeLeft(clock)
    left.expects({"only": {"step": 3, "pages": 1}})
    left.claim("only")
    left.begins("step")
    clock.now = 20
    left.begins("step")
    assert left.seconds() is None  # nobody knows how long pages take
    assert left.least() == pytest.approx(2 * 20)
    assert in_words(left.seconds(), left.least()) == "at least 40 s left"
    assert in_words(None, 3.0) == "time left not known yet"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(None, "not known yet"), (3, "some seconds"), (42.4, "about 42 s"), (100, "about 1.7 min"), (9_000, "about 2.5 h")],
)
def test_a_time_has_no_more_digits_than_it_deserves(seconds, said):
    assert said in in_words(seconds)


def test_claims_settled_ahead_tell_what_is_left_by_their_share_of_the_work(clock):
    lines = []
    bar = Bar(shown=True, terminal=False, write=lines.append, clock=clock)
    bar.expects({f"p/{i}": {"step": 5} for i in range(3)})
    bar.claim("p/0")
    clock.now = 20
    bar.ahead(1, 0.01)
    clock.now = 40
    bar.ahead(2, 0.5)
    assert lines == [
        "1/3 claims  p/0  1 settled  time left not known yet",
        "1/3 claims  p/0  2 settled  about 40 s left",
    ]


TOY = """\
from sympy import symbols
from boundcheck.claims import Claim, Inequality

x = symbols("x", real=True)
CLAIM = Claim(title="Squares", parts={"it": Inequality(2 * x, x**2 + 1)})
"""


@pytest.mark.parametrize(("words", "told"), [("", True), ("-q", False)])
def test_a_pipe_is_told_unless_it_asks_for_silence(run, monkeypatch, tmp_path, words, told):
    """Lines come from a clock that runs ten seconds a look."""
    from boundcheck.cli import check

    now = iter(range(0, 10**6, 10))
    monkeypatch.setattr(check, "Bar", lambda **settings: Bar(**settings, clock=lambda: float(next(now))))
    (tmp_path / "toy.py").write_text(TOY)
    status, _, err = run(f"toy.py --budget quick --jobs 1 --format json {words}")
    assert status == 0
    assert ("boundcheck: own/toy  part it  " in err) is told, err


# A record that says the same as the one that is there leaves the file alone.

def signed_value(data):
    whole = typed_record(data)
    return replace(whole, digest=digest(plain(whole)))


def test_only_times_differ(record, tmp_path):
    path, whole = tmp_path / "record.json", signed_value(record)
    assert not kept(path, whole)
    path.write_text(dumps(plain(whole)), encoding="utf-8")
    assert kept(path, replace(whole, elapsed_seconds=1e6))
    other = replace(whole, seed=whole.seed + 1)
    assert not kept(path, replace(other, digest=digest(plain(other))))


def test_a_file_in_another_form_or_broken_is_written_again(record, tmp_path):
    path, whole = tmp_path / "record.json", signed_value(record)
    path.write_text(dumps(plain(whole)) + "\n", encoding="utf-8")
    assert not kept(path, whole)
    path.write_text("{", encoding="utf-8")
    assert not kept(path, whole)


# What the exit status says, in the same words wherever it is said, and what it says of severities.

HOME = Path(__file__).parents[2]
PLACES = ("README.md", "docs/how-to-read-a-verdict.md", "reports/CHECKLIST.md")


def words(text):
    return " ".join(text.split())


@pytest.mark.parametrize("place", PLACES)
def test_one_sentence_says_what_the_exit_status_is(place):
    assert options.SETTLED + "." in words((HOME / place).read_text(encoding="utf-8"))


def test_help_and_a_checklist_that_is_made_say_it_too():
    assert f"exit status: {options.SETTLED}" in page_of("check")
    assert f"Exit status: {options.SETTLED}." in checklist([], options.SETTLED)


def test_the_numbers_are_those_of_the_sentence():
    told = dict(entry.split(" ", 1) for entry in options.SETTLED.replace("condition, a rate", "condition/a rate").split(", "))
    assert told["2"] == "usage"
    for code, word in (("REFUTED", "condition"), ("USAGE", "usage"), ("UNDECIDED", "nothing decided"), ("INTERNAL", "internal"),
                       ("INTERRUPTED", "interrupted")):  # fmt: skip
        assert word in told[str(getattr(options, code))]


@pytest.fixture
def found(record):
    """``found("SUPPORTED", "NONE")``: a record with that headline."""
    whole = typed_record(record)
    return lambda word, severity: replace(whole, headline=replace(whole.headline, outcome=word, severity=severity))


@pytest.mark.parametrize("severity", Severity)
def test_what_has_to_be_changed_decides(severity, found):
    """A condition, a rate or more is 1, beside whatever else; an open result alone is 3, beside a decided one nothing."""
    told = status([found("SUPPORTED", severity.name), found("HOLDS", "NONE")])
    assert told == (1 if severity.reaches(Severity.CONDITION) else 0)


def test_three_is_said_where_nothing_is_decided(found):
    undecided = [replace(found(outcome, "OPEN"), steps=()) for outcome in ("UNDECIDED", "NOTHING_TO_CHECK")]
    for several in (undecided[:1], undecided[1:], undecided):
        assert status(several) == 3
    false = replace(found("UNDECIDED", "OPEN"), steps=(filled(Step, label="line", outcome="REFUTED"),))
    assert status([false, *undecided]) == 1
    for one, severity in product(undecided, ("NONE", "RANGE")):
        assert status([one, found("HOLDS_REPAIRED", severity)]) == 0


def test_fresh_searches_again_for_what_is_kept(run, tmp_path, monkeypatch):
    (tmp_path / "square.md").write_text("---\nletters: |\n  x | real\n---\n\n:::{prf:lemma}\n$$ x - 1/4 \\le x^2 $$\n:::\n")
    found, searched = door._found, []
    monkeypatch.setattr(door, "_found", lambda *asked, **how: (searched.append(asked), found(*asked, **how))[1])
    counts = []
    for option in ("", "", " --fresh"):
        assert run(f"square.md --budget quick --jobs 1 --format json -q --out reports{option}")[0] == 0
        counts.append(len(searched))
    assert counts[0] == counts[1] > 0
    assert counts[2] > counts[1]
