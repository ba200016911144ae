"""Names of parameters as letters, in mathematics and in figures."""

import pytest
from least import least, of

from boundcheck.record.types import typed_record
from boundcheck.report.text.letters import (
    NBSP,
    found_point,
    identifiers_in_words,
    in_words,
    letters,
    plain,
    plain_point,
    point,
    shared,
    symbol,
    words,
)
from boundcheck.verdict.result import (
    Parameter,
    Used,
)
from boundcheck.verdict.shapes import (
    IdentityPart,
)
from boundcheck.verdict.statements import Step

KNOWN = {"radius": "B'", "lam": r"\lambda", "theta": r"\hat{\theta}"}


@pytest.mark.parametrize(
    ("name", "latex", "text"),
    [
        ("radius", "B'", "B′"), ("lam", r"\lambda", "λ"), ("epsilon", r"\varepsilon", "ε"), ("n", "n", "n"),
        ("alpha_1", r"\alpha_1", "α₁"), ("Gamma", r"\Gamma", "Γ"), ("theta", r"\hat{\theta}", "θ"),
        ("covariance_norm", r"\text{covariance norm}", "covariance norm"),
    ],
)  # fmt: skip
def test_a_name_has_one_letter(name, latex, text):
    assert symbol(name, KNOWN)["latex"] == latex
    assert plain(name, KNOWN) == text


def test_points_say_what_differs():
    points = [{"n": 400, "epsilon": 0.5}, {"n": 6400, "epsilon": 0.5}]
    assert shared(points) == {"epsilon"}
    assert plain_point(points[1], {}, shared(points)) == "n = 6,400"
    assert [run if isinstance(run, str) else run["latex"] for run in point(points[0], {})] == [
        "n",
        f"{NBSP}={NBSP}400",
        ", ",
        r"\varepsilon",
        f"{NBSP}={NBSP}0.5",
    ]
    assert shared(points[:1]) == frozenset()
    assert point({}, {}) == []


def test_letters_come_from_the_record(record):
    assert letters(typed_record(record))["radius"] == "B'"
    assert letters(of()) == letters(of(parameters=(least(Parameter, name="x"),))) == {}


def test_steps_and_parts_in_words():
    record = of(
        uses=(Used(claim="unified/claim_e_1", printed="Claim E.1"),),
        steps=tuple(least(Step, label=label) for label in ("claim_e_1/ctl_noise", "step_a", "ridge")),
        parts={"coverage_ctl@sharper": least(IdentityPart)},
    )
    assert letters(record).called == {
        "claim_e_1": "Claim E.1",
        "unified/claim_e_1": "Claim E.1",
        "claim_e_1/ctl_noise": "CTL noise of Claim E.1",
        "ctl_noise": "CTL noise",
        "step_a": "step a",
        "coverage_ctl@sharper": "coverage CTL (sharper)",
    }
    assert words("no such step", letters(record)) == "no such step"
    assert in_words("lemma/first_order") == "first order of lemma"
    assert in_words("eq_10") == "Eq. (10)"
    assert in_words("noise_by_theorem_5_4") == "noise by Theorem 5.4"
    assert in_words("claim_e_1") == "Claim E.1"
    assert in_words("cauchy_schwarz") == "Cauchy Schwarz"


def test_letters_of_a_record_stand_beside_those_of_its_parameters():
    record = of(letters={"c_epsilon": r"c(\varepsilon)", "n": "m"}, parameters=(least(Parameter, name="n", latex="n"),))
    assert letters(record) == {"c_epsilon": r"c(\varepsilon)", "n": "n"}


def test_a_choice_in_a_point_stands_in_words():
    assert plain_point({"features": "weak_direction", "n": 60}, {}) == "features = weak direction, n = 60"
    assert point({"truth": "zero"}, {})[1:] == [f"{NBSP}={NBSP}zero"]


def test_names_of_estimators_and_of_people():
    assert in_words("cost_of_mle_rr") == "cost of MLE RR"
    assert in_words("hsu") == "Hsu"


def test_a_small_power_stands_above_the_line_in_a_figure():
    assert plain(r"$L$ at $\kappa = 2 L^2$ and fixed $LB$", {}) == "L at κ = 2 L² and fixed L B"
    assert plain("3 actions", {}) == "3 actions"


def test_a_letter_that_is_written_as_a_function_is_set_once():
    known = {"c": r"c(\varepsilon)"}
    assert symbol("c/n", known)["latex"] == r"\frac{c(\varepsilon)}{n}"


def test_coordinates_that_only_a_search_has_stand_apart():
    runs = found_point({"adversary": "far_arms", "room": 2.5, "n": 10, "radius": 1.0}, KNOWN)
    told = "".join(run if isinstance(run, str) else run["alt"] for run in runs).replace(NBSP, " ")
    assert told == "n = 10, B′ = 1, adversary = far arms; coordinates of the search: room = 2.5"
    assert found_point({"n": 10}, KNOWN) == point({"n": 10}, KNOWN)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("telescope (Definition 3.5, elliptic_potential).", "telescope (Definition 3.5, elliptic potential)."),
        ("see the claim algorithm_1, and lemma_b_1", "see the claim Algorithm 1, and Lemma B.1"),
        ("my_theorem.py, kl/lemma_b_1, --max_iter=3", "my_theorem.py, kl/lemma_b_1, --max_iter=3"),
    ],
)
def test_names_of_other_results_steps_are_spoken_and_paths_are_not(typed, said):
    assert identifiers_in_words(typed) == said
