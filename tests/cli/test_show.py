"""``boundcheck show``: what is put to the test stands there in formulas."""

from boundcheck.cli.show import described, text
from boundcheck.loading import registry


def shown(claim_id: str) -> str:
    return text(described(claim_id, registry.load(claim_id)))


def test_the_tested_bound_stands_beside_the_printed_rate():
    said = shown("unified/theorem_5_4")
    for expected in (
        "error <= 2*sqrt(lam)*radius", ", tested", "printed rate without its constant: sqrt(alpha)",
        "trivial: 2*radius*sqrt(covariance_norm + lam)", "constant: 2", "fails with probability at most delta",
        "regimes: biting; very private", "false version noise halved: a factor 2 dropped",
        "n: n >= 1, whole number; sample size", "coverage_ltc (sharper)",
    ):  # fmt: skip
        assert expected in said, expected


def test_a_mechanism_has_its_numbers_and_its_law():
    said = shown("unified/definition_3_1")
    assert "(epsilon, 0)-DP: 2 inputs, 2 outputs" in said
    assert "law of 0: sigmoid(epsilon), 1 - sigmoid(epsilon)" in said


def test_every_claim_can_be_shown():
    for claim_id in registry.ids():
        assert shown(claim_id)
