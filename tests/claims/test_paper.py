"""The inventory of a paper: every display says what is about it, or why nothing is."""

import pytest

from boundcheck.claims import Malformed, PageDisplay, Paper, Source, inventory
from boundcheck.claims.paper import KINDS

ENTRY = {"id": "eq_1", "result": "Theorem 1", "where": "(1)", "kind": "line", "latex": "x \\le y", "checked": ("theorem_1/first",)}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"checked": ()}, "state"),  # of which nothing is said
        ({"state": "read"}, "state"),  # checked, and left
        ({"checked": (), "state": "not read"}, "why"),
        ({"checked": (), "state": "out of scope"}, "why"),
        ({"checked": (), "state": "proved"}, "state"),  # nobody types that in
        ({"kind": "theorem"}, "kind"),
    ],
)
def test_a_display_that_is_left_without_a_word_is_refused(change, field):
    with pytest.raises(Malformed, match=field):
        PageDisplay(**ENTRY | change)


@pytest.mark.parametrize(
    "change",
    [{}, {"checked": (), "state": "definition"}, {"checked": (), "state": "not read", "why": "the symbol is lost"},
     {"checked": ("theorem_1#bound", "lemma_2/last")}],
)  # fmt: skip
def test_one_that_says_it_is_taken(change):
    assert PageDisplay(**ENTRY | change).id == "eq_1"


def test_a_step_that_no_display_names_is_not_shown():
    paper = Paper("p", "t", displays=(PageDisplay(**ENTRY),))
    assert paper.shows("p/theorem_1", "first")
    assert not paper.shows("p/theorem_1", "second")
    assert not paper.shows("p/theorem_2", "first")
    assert not paper.shows("p/theorem_1", "bound")
    assert Paper("p", "t").shows("p/theorem_1", "second")  # without an inventory every step is taken to be


def test_a_file_of_displays_is_read_and_its_mistakes_are_named(tmp_path):
    assert inventory(tmp_path) == ()
    path = tmp_path / "displays.toml"
    path.write_text(
        '[[display]]\nid = "eq_1"\nresult = "Theorem 1"\nwhere = "(1)"\nkind = "line"\nlatex = "x"\nchecked = ["theorem_1/first"]\n'
    )
    (found,) = inventory(tmp_path)
    assert found == PageDisplay(**ENTRY | {"latex": "x"})
    path.write_text('[[display]]\nid = "eq_1"\nresult = "Theorem 1"\nwhere = "(1)"\nkind = "line"\nchecked = []\nstate = ""\n')
    with pytest.raises(Malformed, match="state"):
        inventory(tmp_path)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ('where = "(1)"\ncolour = "red"\nstate = "read"', "colour"),
        ('where = "(1)"', "state"),
        ('state = "read"', "where"),
        ('where = 3\nstate = "read"', "where"),
    ],
)
def test_a_field_that_there_is_not_or_lacks_is_named(tmp_path, fields, said):
    (tmp_path / "displays.toml").write_text(f'[[display]]\nid = "eq_1"\nresult = "Theorem 1"\nkind = "line"\n{fields}\n')
    with pytest.raises(Malformed, match=said):
        inventory(tmp_path)


def test_two_displays_of_one_id_are_refused():
    with pytest.raises(Malformed, match="eq_1"):
        Paper("p", "t", displays=(PageDisplay(**ENTRY), PageDisplay(**ENTRY)))


def test_the_kind_of_a_result_is_one_that_there_is():
    paper = Paper("p", "t")
    assert [Source(paper, "x", "p. 1", kind).kind for kind in KINDS] == list(KINDS)
    for kind in ("Theorem", "theory", ""):
        with pytest.raises(Malformed, match="kind"):
            Source(paper, "x", "p. 1", kind)
