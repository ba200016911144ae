"""The table of changes that a study would have noticed."""

from boundcheck.report.page.front import killed
from boundcheck.report.page.sensitivity import sensitivity
from boundcheck.report.text.letters import Letters

SUMMAND = {"typst": "d \\/ n", "alt": "d/n"}
ROWS = [
    {"subject": "n", "change": "squared", "summand": None, "regime": "many", "killed": True, "ratio": 31.0},
    {"subject": "n", "change": "turned", "summand": None, "regime": "many", "killed": False, "ratio": 0.25},
    {"subject": "", "change": "left out", "summand": SUMMAND, "regime": "few", "killed": False, "ratio": None},
    {"subject": "", "change": "left out", "summand": SUMMAND, "name": "noise", "regime": "few", "killed": False, "ratio": 0.5},
]


def test_one_row_a_letter_and_what_lives_says_how_far_it_is():
    part = {"evidence": {"variants": {"total": 4, "killed": 1, "rows": ROWS}}}
    (block,) = sensitivity("Coverage", part, Letters())
    text = str(block)
    assert "of 4 false versions" in text
    assert "samples refute 1" in text
    assert text.count("refuted") == 1
    assert "0.25" in text
    assert "['without ', {'typst': 'd" in text
    assert "not seen" in text
    assert "without the noise term" in text


def test_a_summand_that_stands_twice_is_left_out_of_one_place():
    twice = [row | {"name": "", "ratio": ratio} for row, ratio in zip((ROWS[2], ROWS[2]), (0.27, 0.28), strict=True)]
    (block,) = sensitivity("Coverage", {"evidence": {"variants": {"total": 2, "killed": 0, "rows": twice}}}, Letters())
    assert str(block).count(" in one of its 2 places") == 2
    (block,) = sensitivity("Coverage", {"evidence": {"variants": {"total": 4, "killed": 1, "rows": ROWS}}}, Letters())
    assert "places" not in str(block)


def test_settings_that_the_part_is_not_measured_in_are_named():
    part = {"slack": [{"name": "many"}], "evidence": {"variants": {"total": 4, "killed": 1, "rows": ROWS}}}
    (block,) = sensitivity("Coverage", part, Letters())
    assert "Some settings are drawn for these alone: 'few'." in str(block)
    (block,) = sensitivity("Coverage", part | {"slack": [{"name": "many"}, {"name": "few"}]}, Letters())
    assert "alone" not in str(block)


def test_a_part_without_versions_has_no_table():
    assert sensitivity("Coverage", {}, Letters()) == []
    assert sensitivity("Coverage", {"evidence": {"variants": {"total": 0, "killed": 0, "rows": []}}}, Letters()) == []


def test_a_version_of_what_is_false_itself_shows_nothing():
    part = {"outcome": "REFUTED", "evidence": {"variants": {"total": 4, "killed": 0, "rows": ROWS}}}
    assert sensitivity("Coverage", part, Letters()) == []
    assert killed(part) == "–"
    assert killed(part | {"outcome": "SUPPORTED"}) == "0 of 4"
