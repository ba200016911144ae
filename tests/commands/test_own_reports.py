"""Reports of someone's own claims, as other commands name them."""

FILE = """
from sympy import Symbol, exp
from boundcheck.claims import Claim, Inequality

x = Symbol("x", real=True)
CLAIM = Claim(title="T", parts={"it": Inequality(1 + x, exp(x))})
"""


def test_list_shows_the_reports_of_ones_own_claims(run, document, tmp_path):
    (tmp_path / "mine.py").write_text(FILE)
    assert run("mine.py --budget quick --jobs 1 --format json")[0] == 0
    (row,) = [row for row in document("list --json") if row["claim"] == "own/mine"]
    assert row["printed"] == "mine.py"
    assert row["outcome"] == "HOLDS"
    assert "own/mine" not in run("list --paper unified")[1]


def test_the_hint_names_the_file(run, tmp_path):
    (tmp_path / "mine.py").write_text(FILE)
    status, _, err = run("bound mine.py --set n=5")
    assert status == 2
    assert "'boundcheck show mine.py'" in err
