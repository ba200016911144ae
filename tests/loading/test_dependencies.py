"""What the imports of a module say about its result."""

import pytest

from boundcheck.loading import dependencies

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
    assert dependencies.used(paper, "theorem_1", RESULTS) == ("lemma_2", "lemma_1")


def test_another_package_of_that_name_is_no_result(paper):
    assert "lemma_3" not in dependencies.used(paper, "theorem_1", RESULTS)


def test_a_proof_beside_does_not_count(paper):
    (paper / "lemma_3.py").write_text('"""Lemma 3."""\n')
    assert dependencies.used(paper, "lemma_3", RESULTS) == ("theorem_1",)


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
    assert dependencies.title(docstring) == title
