"""``boundcheck export``: the proofs of a record as a file, and what is not in it."""

PAGE = """---
letters: |
  x | real | \\ge 0
  n | integer | \\ge 1
---

:::{prf:lemma}
$$ x^2 \\ge 0 $$ (square)

$$ x^n \\ge 0 $$ (power)
:::
"""


def test_a_file_has_the_theorems_that_are_written_and_what_is_not_is_counted(run, tmp_path):
    (tmp_path / "powers.md").write_text(PAGE)
    assert run("powers.md --budget quick --jobs 1 --format json -q --out reports")[0] == 0
    status, said, _ = run("export reports/own/powers.json --out powers.v")
    text = (tmp_path / "powers.v").read_text()
    assert status == 0
    assert text.count("\nTheorem ") == 1
    assert "(* parts/power: not written, " in text
    assert said == "1 theorem in powers.v, for coqc to check; 1 proof not written, for the reason that stands there\n"
    assert run("export reports/own/powers.json")[1] == text + "\n"


def test_a_file_that_cannot_be_written_is_no_crash(run, tmp_path):
    (tmp_path / "powers.md").write_text(PAGE)
    assert run("powers.md --budget quick --jobs 1 --format json -q --out reports")[0] == 0
    status, _, said = run("export reports/own/powers.json --out nowhere/powers.v")
    assert status == 2
    assert "nowhere/powers.v" in said
