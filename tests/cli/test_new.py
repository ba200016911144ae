"""``new``: a file that runs as it is, with one false step, and never over another file."""

import json
import shutil
import subprocess

import pytest

from boundcheck.cli.completion import bash, fish, zsh
from boundcheck.cli.main import main
from boundcheck.cli.options import COMMANDS, parser
from boundcheck.verdict import Headline, Outcome


def test_the_new_file_runs_and_its_false_step_is_found(run, tmp_path):
    assert run("new my_theorem.py")[0] == 0
    assert 25 <= len((tmp_path / "my_theorem.py").read_text().splitlines()) <= 45
    status, out, _ = run("my_theorem.py --budget quick --jobs 1 --json --format json")
    record = json.loads(out)
    assert status == 0  # the false line has no repair yet: its proof has to change, the sampled bound is not contradicted
    assert record["headline"]["outcome"] == Headline.SUPPORTED.value
    assert record["headline"]["severity"] == "PROOF"
    assert {s["label"]: s["outcome"] for s in record["steps"]} == {
        "moment": "PROVED", "slip": Outcome.REFUTED.name, "exponent": "PROVED",
    }  # fmt: skip
    assert record["reproduce"] == "python -m boundcheck my_theorem.py --budget quick --seed 20250521"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["my_theorem.py", "reports"]


def test_no_file_is_written_over(run, tmp_path):
    (tmp_path / "mine.py").write_text("precious")
    status, _, err = run("new mine.py")
    assert status == 2
    assert "left as it is" in err
    assert (tmp_path / "mine.py").read_text() == "precious"


@pytest.mark.parametrize("name", ["mine", "mine.txt", "1.py", "a b.py", "ä.py", ".py", "no/such/folder.py", "x.py.py"])
def test_names_that_no_claim_could_have(run, tmp_path, name):
    assert run(["new", name])[0] == 2
    assert list(tmp_path.iterdir()) == []


def test_an_edited_file_is_not_answered_from_the_store(run, tmp_path):
    run("new mine.py")
    line = "mine.py --budget quick --jobs 1 --json --format json"
    first = json.loads(run(line)[1])["parts"]["bound"]["slack"][0]["quantile"]
    text = (tmp_path / "mine.py").read_text()
    (tmp_path / "mine.py").write_text(text.replace("/ n - p)", "/ n - p) * 2"))
    status, out, _ = run(line)
    assert json.loads(out)["parts"]["bound"]["slack"][0]["quantile"] == pytest.approx(2 * first)
    assert status == 1  # twice the error violates the bound


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_accepted_by_their_shells(shell):
    script = {"bash": bash, "zsh": zsh, "fish": fish}[shell]()
    for command in COMMANDS:
        assert command in script
    assert "--error-probability" in script or "-l error-probability" in script
    if shutil.which(shell):
        done = subprocess.run([shell, "-n"], input=script, text=True, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("line", "offered", "absent"),
    [
        ("boundcheck privacy ga", "gaussian", "noise"),
        ("boundcheck list uni", "unified", "theorem_5_4"),
        ("boundcheck list --severity cond", "condition..", "rate"),
        ("boundcheck show theorem_5_", "theorem_5_4", "unified"),
        ("boundcheck bound theorem_5_4 --part coverage_l", "coverage_ltc", "coverage_ctl"),
        ("boundcheck bound theorem_5_4 --set n=5 eps", "epsilon=", "n="),
        ("boundcheck theorem_5_4 --budget q", "quick", "deep"),
    ],
)
def test_a_shell_offers_what_may_follow(line, offered, absent):
    words = line.split()
    known = "boundcheck() { printf -- '--part coverage_ctl coverage_ltc\\n--set epsilon= n=\\n'; }; compopt() { :; }"
    ask = f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _boundcheck; echo ${{COMPREPLY[@]}}"
    done = subprocess.run(["bash"], input=f"{known}\n{bash()}\n{ask}\n", text=True, capture_output=True, check=True)
    assert offered in done.stdout.split()
    assert absent not in done.stdout.split()


def test_the_names_after_part_and_set_are_those_of_the_claim(run):
    _, out, _ = run("completion bash --names theorem_5_4")
    found = dict(line.split(" ", 1) for line in out.splitlines())
    assert "coverage_ltc" in found["--part"].split()
    assert {"n=", "epsilon="} <= set(found["--set"].split())


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command, capsys):
    assert main([command, "--help"]) == 0
    out = capsys.readouterr().out
    assert "examples:" in out
    assert "exit status:" in out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_example_on_a_help_page_parses(command):
    from boundcheck.cli.options import EXAMPLES

    for line in EXAMPLES[command].replace("\\\n", " ").splitlines():
        words = line.split("  ")[1].split(" > ")[0].split(" >> ")[0].split("    ")[0].split()
        assert words[0] == "boundcheck"
        named = words[1] if words[1] in COMMANDS else "check"
        parser(named).parse_args(words[2:] if words[1] in COMMANDS else words[1:])


def test_what_sympy_simplified_away_is_pointed_out(run, tmp_path):
    (tmp_path / "mine.py").write_text(
        "from sympy import *\nfrom boundcheck.claims import *\nx = Symbol('x', real=True)\n"
        "CLAIM = Claim(parts={'it': Identity(log(exp(x)), x)})\n"
    )
    status, out, err = run("mine.py --budget quick --jobs 1 --format json")
    assert status == 3
    assert "nothing is left to check" in err
    assert "one expression stands on both sides" in " ".join(out.split())
