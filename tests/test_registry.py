"""Claims are found by being there; names are answered with their neighbours."""

import pytest

from boundcheck import registry
from boundcheck.claims import Claim


def test_a_module_is_a_claim():
    assert "unified/theorem_5_4" in registry.ids()
    assert not any("notation" in claim_id or "quantities" in claim_id for claim_id in registry.ids())
    assert isinstance(registry.load("unified/theorem_5_4"), Claim)


def test_names():
    assert registry.resolve("theorem_5_4") == ("unified/theorem_5_4",)
    assert registry.resolve("unified/theorem_5_4") == ("unified/theorem_5_4",)
    assert set(registry.resolve("unified")) == {i for i in registry.ids() if i.startswith("unified/")}
    assert registry.resolve("all") == registry.ids()


def test_an_unknown_name_gets_its_neighbours():
    with pytest.raises(registry.UnknownClaim, match=r"no claim 'theorem_55'.*theorem_5_"):
        registry.resolve("theorem_55")


def test_an_ambiguous_name_lists_the_candidates(monkeypatch):
    monkeypatch.setattr(registry, "ids", lambda: ("a/theorem_1", "b/theorem_1"))
    with pytest.raises(registry.UnknownClaim, match="a/theorem_1, b/theorem_1"):
        registry.resolve("theorem_1")


@pytest.mark.parametrize(
    ("text", "said"),
    [("x = (", "line 1"), ("\n1/0\n", "line 2"), ("x = 1\n", "defines no CLAIM"), ("import nonsense_xyz\n", "line 1")],
)
def test_a_broken_claim_file_says_where(tmp_path, text, said):
    path = tmp_path / "mine.py"
    path.write_text(text)
    with pytest.raises(registry.BrokenClaim, match=said):
        registry.load_file(path)


def test_a_missing_claim_file(tmp_path):
    with pytest.raises(registry.BrokenClaim, match="no claim file"):
        registry.load_file(tmp_path / "nowhere.py")
