"""Claims that are found, and what they rest on."""

import importlib
import sys

import pytest

from boundcheck.cli.main import main
from boundcheck.loading import BrokenClaim, registry
from boundcheck.loading.registry import UnknownClaim, called, ids, joined, load, load_file, resolve

# Claims are found by name, in our folders, in a file of one's own, and in other packages.

GOOD = """\
from sympy import symbols, exp, Rational
from boundcheck.claims import Claim, Identity, Inequality, Step
x = symbols("x", real=True)
CLAIM = Claim(title="Exponential", parts={"it": Inequality(1 + x, exp(x))})
"""


@pytest.mark.parametrize("claim_id", ids())
def test_every_id_is_found_by_its_shortest_name(claim_id):
    assert resolve(claim_id) == resolve(called(claim_id)) == (claim_id,)


@pytest.mark.parametrize(
    ("name", "near"), [("theorem_55", "theorem_5_4"), ("teorem5_4", "theorem_5_4"), ("unifed", "unified")]
)
def test_an_unknown_name_lists_its_neighbours(name, near):
    with pytest.raises(UnknownClaim, match=near):
        resolve(name)


@pytest.mark.parametrize(
    ("written", "claim_id"),
    [
        ("Theorem 5.4", "unified/theorem_5_4"), ("thm. 5.4", "unified/theorem_5_4"), ("unified 5.4", "unified/theorem_5_4"),
        ("kl lemma A.3", "kl/lemma_a_3"), ("eq. (16)", "unified/equation_16"), ("Appendix C", "unified/appendix_c"),
        ("AUP Table 2", "aup/table_2"), ("§7", "unified/section_7"), ("theorem5_4", "unified/theorem_5_4"),
    ],
)  # fmt: skip
def test_a_result_is_found_as_papers_write_it(written, claim_id):
    assert resolve(written) == (claim_id,)


def test_a_number_of_two_results_names_both_and_one_of_none_is_unknown():
    with pytest.raises(UnknownClaim, match="kl/remark_5_4, unified/theorem_5_4"):
        resolve("5.4")
    for name in ("Theorem 5.9", "lemma 5.4", "kl Theorem 5.4", "theorem", ""):
        with pytest.raises(UnknownClaim):
            resolve(name)


def test_words_of_one_result_are_joined_and_others_stay_apart():
    assert joined(["theorem", "5.4"]) == ["theorem 5.4"]
    assert joined(["unified", "5.4", "kl", "lemma", "A.3"]) == ["unified 5.4", "kl lemma A.3"]
    assert joined(["Appendix", "C", "--seed", "3"]) == ["Appendix C", "--seed", "3"]
    apart = ["unified", "theorem_5_4", "--jobs", "2", "kl"]
    assert joined(apart) == apart


def test_theorem_10_comes_after_theorem_9():
    assert sorted(["p/theorem_10", "p/theorem_9_2"], key=registry._natural) == ["p/theorem_9_2", "p/theorem_10"]


def test_a_file_of_ones_own(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(GOOD)
    claim_id, claim = load_file(path)
    assert claim_id == "own/mine"
    assert (claim.source.printed, claim.source.where, claim.source.paper.key) == ("Exponential", "mine.py", "own")
    assert str(claim.displays["it" if "it" in claim.displays else ""]) == "x + 1 <= exp(x)"
    assert [p.name for p in tmp_path.iterdir()] == ["mine.py"]  # no bytecode beside it


MISTAKES = [
    ("syntax", GOOD + "x = = 2\n", ["line 5", "invalid syntax"]),
    ("name", GOOD.replace("exp, ", ""), ["line 4", "from sympy import exp"]),
    ("word", GOOD.replace("Claim, ", ""), ["line 4", "from boundcheck.claims import Claim"]),
    ("letter", GOOD.replace("1 + x", "1 + z"), ["line 4", "symbols('z', real=True)"]),
    ("import", "import no_such_module\n" + GOOD, ["line 1", "no_such_module"]),
    ("no claim", GOOD.replace("CLAIM", "CLAM"), ["defines no CLAIM", "CLAIM = Claim("]),
    ("other claim", GOOD + "CLAIM = 3\n", ["CLAIM is 3, not a Claim"]),
    ("relation", GOOD.replace("Inequality(1 + x, exp(x))", "1 + x <= exp(x)"), ["line 4", "Inequality(x + 1, exp(x))"]),
    ("float", GOOD.replace("1 + x", "0.5 + x"), ["line 4", "Rational(1, 2) for 0.5"]),
    ("no tuple", GOOD.replace("exp(x))", "exp(x), x > 0)"), ["line 4", "(x > 0,)"]),
    ("decided", GOOD.replace("exp(x))", "exp(x), (Rational(1) > 0,))"), ["line 4", "evaluated by SymPy"]),
    ("one step", GOOD.replace("})", "}, steps=(Step('a', '', Identity(x, x))))"), ["line 4", "mind the comma"]),
    (
        "two texts of a step",
        GOOD.replace("})", "}, steps=(Step('a', '', Identity(x, x), because='as squared', note='twice'),))"),
        ["Step has no entry 'note'; it is called 'because' now"],
    ),
    ("text step", GOOD.replace("})", "}, steps=(Step('a', '', 'x <= 1'),))"), ["Step 'a'", "is no statement"]),
    ("keyword", GOOD.replace("title=", "titel="), ["line 4", "titel"]),
    ("exit", GOOD + "raise SystemExit(0)\n", ["line 5", "only defines CLAIM"]),
    ("bytes", b"\xff\xfe\x00" + GOOD.encode(), []),
    ("uses", GOOD.replace("})", "}, uses=('theorem_5_4',))"), ["unified/theorem_5_4"]),
    ("empty", "", ["defines no CLAIM"]),
]


@pytest.mark.parametrize(("text", "words"), [m[1:] for m in MISTAKES], ids=[m[0] for m in MISTAKES])
def test_a_mistake_is_explained_by_line_and_by_what_to_write(tmp_path, capsys, text, words):
    path = tmp_path / "mine.py"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert main([str(path), "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "mine.py" in said
    for word in words:
        assert word in said
    assert not (tmp_path / "out").exists()


def test_the_line_is_found_from_a_relative_path(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(GOOD.replace("1 + x", "1 + z"))
    assert main(["show", "mine.py"]) == 2
    assert "mine.py, line 4: NameError" in capsys.readouterr().err


def test_a_mistake_that_shows_only_while_checking_is_the_users_too(tmp_path, capsys):
    path = tmp_path / "mine.py"
    assert main(["new", str(path)]) == 0
    path.write_text(path.read_text().replace("rng.binomial(n, p, size=repeats)", "rng.binom(n, p)"))
    capsys.readouterr()
    assert main([str(path), "--out", str(tmp_path / "out"), "--jobs", "1", "--budget", "quick"]) in (2, 3)
    said = "".join(capsys.readouterr())
    assert "binom" in said


def test_what_a_file_prints_does_not_mix_with_json(tmp_path, capsys):
    path = tmp_path / "mine.py"
    path.write_text('print("hello")\n' + GOOD)
    assert main(["show", str(path), "--json"]) == 0
    assert capsys.readouterr().out.startswith("{")


@pytest.mark.parametrize("name", ["a b.py", "1st.py", "x.y.py"])
def test_a_name_that_no_report_could_have(tmp_path, name):
    (tmp_path / name).write_text(GOOD)
    with pytest.raises(BrokenClaim, match="letters, digits"):
        load_file(tmp_path / name)


@pytest.fixture
def brought(tmp_path, monkeypatch):
    """An installed package that brings a paper, and two that bring nothing usable."""
    package = tmp_path / "their_bounds"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "lemma_90.py").write_text(GOOD)
    (package / "lemma_2.py").write_text("CLAIM = None\n")
    info = tmp_path / "theirs-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    points = "[boundcheck.papers]\ntheirs = their_bounds\nlost = no_such_package_xyz\nunified = their_bounds\n"
    (info / "entry_points.txt").write_text(points)
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    registry._entry_points.cache_clear()
    yield
    registry._entry_points.cache_clear()
    for name in [m for m in sys.modules if m.startswith("their_bounds")]:
        del sys.modules[name]


@pytest.mark.usefixtures("brought")
def test_claims_of_another_package_are_found():
    assert {"theirs/lemma_90", "theirs/lemma_2"} <= set(ids())
    assert resolve("lemma_90") == ("theirs/lemma_90",)
    assert load("theirs/lemma_90").source.printed == "Exponential"
    with pytest.raises(BrokenClaim, match="defines no CLAIM"):
        load("theirs/lemma_2")
    assert set(registry.unusable()) == {"lost", "unified"}
    assert "unified/theorem_5_4" in ids()
    assert load("unified/theorem_5_4").source.paper.key == "unified"


@pytest.mark.usefixtures("brought")
def test_a_claim_of_another_package_is_settled(tmp_path, capsys):
    line = ["theirs/lemma_90", "--budget", "quick", "--jobs", "1", "--out", str(tmp_path / "out"), "--format", "json"]
    assert main(line) == 0
    assert (tmp_path / "out" / "theirs" / "lemma_90.json").exists()
    capsys.readouterr()
    assert main(["list", "--paper", "theirs"]) == 0
    listed = capsys.readouterr().out
    assert "Exponential" in listed
    assert "cannot be loaded" in listed
    assert main(["doctor"]) == 0
    assert "no_such_package_xyz" in capsys.readouterr().out


@pytest.mark.usefixtures("brought")
def test_samples_of_another_package_depend_on_its_code(tmp_path):
    assert registry.code_of("unified/theorem_5_4") == ""
    first = registry.code_of("theirs/lemma_90")
    path = tmp_path / "their_bounds" / "lemma_90.py"
    path.write_text(path.read_text() + "# changed\n")
    assert registry.code_of("theirs/lemma_90") != first != ""


LACKING = """\
from boundcheck.claims import Reading
CLAIM = Claim(parts={"it": {"meant": Inequality(1 + x, exp(x))}}, readings=(Reading("literal", ""), Reading("meant", "")))
"""


@pytest.mark.usefixtures("brought")
def test_a_papers_claim_that_lacks_its_printed_version_is_refused_in_one_line(tmp_path):
    (tmp_path / "their_bounds" / "lemma_3.py").write_text(GOOD.partition("CLAIM")[0] + LACKING)
    with pytest.raises(BrokenClaim, match="part 'it': it lacks the statement as printed, under 'literal'"):
        load("theirs/lemma_3")


# What the imports of a module say about its result.

RESULTS = {"lemma_1", "lemma_2", "lemma_3", "theorem_1"}


@pytest.fixture
def paper(tmp_path):
    """A paper with one theorem, whose proof stands apart."""
    (tmp_path / "proofs").mkdir()
    (tmp_path / "theorem_1.py").write_text(
        "import lemma_3\nfrom . import PAPER, lemma_2\nfrom .notation import n\nfrom .proofs import theorem_1 as proof\n"
    )
    (tmp_path / "proofs" / "theorem_1.py").write_text("from ..lemma_1 import rate\nfrom .. import lemma_2\n")
    (tmp_path / "proofs" / "lemma_3.py").write_text("from ..theorem_1 import rate\n")
    return tmp_path


def test_a_result_uses_what_its_module_and_its_proof_import(paper):
    assert registry.used(paper, "theorem_1", RESULTS) == ("lemma_2", "lemma_1")


def test_another_package_of_that_name_is_no_result(paper):
    assert "lemma_3" not in registry.used(paper, "theorem_1", RESULTS)


def test_a_proof_beside_does_not_count(paper):
    (paper / "lemma_3.py").write_text('"""Lemma 3."""\n')
    assert registry.used(paper, "lemma_3", RESULTS) == ("theorem_1",)


@pytest.mark.parametrize(
    ("docstring", "title"),
    [
        ("Theorem 5.4: estimation error: in two norms.", "Estimation error: in two norms"),
        ("Lemma 1.\n\nMore: of it.", "Lemma 1"),
        ("", ""),
        (None, ""),
    ],
)
def test_the_title_stands_behind_the_name(docstring, title):
    assert registry.title(docstring) == title
