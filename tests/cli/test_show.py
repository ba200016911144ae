"""``boundcheck show``: what is put to the test stands there in formulas."""

from unicodedata import combining

from boundcheck.cli.show import described, pictures, text
from boundcheck.loading import registry


def shown(claim_id: str) -> str:
    return text(described(claim_id, registry.load(claim_id)), width=1000)


def test_the_tested_bound_stands_beside_the_printed_rate():
    said = shown("unified/theorem_5_4")
    for expected in (
        "Tested: error ≤ √α/γ + 2 B′ √λ", "Rate, without constant: √α/γ + (c(ε)/γ) √((d + ln(1/δ))/n) + B′ √λ", "Constant: 2",
        "Fails with probability at most: δ",
        "regimes: biting; very private", "false version labels left biased: the estimator takes private labels at face value",
        "n: n ≥ 1, whole number; sample size", "coverage_ltc (sharper)",
    ):  # fmt: skip
        assert expected in said, expected


def test_a_mechanism_has_its_numbers_and_its_law():
    said = shown("unified/definition_3_1")
    assert "(ε, 0)-DP: 2 inputs, 2 outputs" in said
    assert "law of 0: σ(ε), 1 − σ(ε)" in said


def test_claims_are_shown_as_mathematics_within_the_terminal():
    for claim_id in registry.ids()[::15]:
        claim = registry.load(claim_id)
        drawn = pictures(claim, 80)
        assert text(described(claim_id, claim), drawn)
        for kind in drawn.values():
            for formula in kind.values():
                assert max(map(len, formula.splitlines()), default=0) <= 80, formula


def test_a_fraction_stands_on_three_lines_and_letters_are_those_of_the_page():
    drawn = pictures(registry.load("unified/theorem_5_4"), 100)
    definition = next(iter(drawn["definitions"].values())).splitlines()
    assert len(definition) >= 3
    assert "γ" in "".join(definition)
    assert "\\" not in "".join(drawn["displays"].values())


def test_conditions_and_parameters_are_in_the_letters_of_the_page():
    claim = registry.load("unified/theorem_5_4")
    said = text(described("unified/theorem_5_4", claim), pictures(claim, 80), 80)
    assert "B′ (radius): B′ > 0; radius of the parameter ball" in said
    assert "lam)" not in said.replace("(lam)", "")
    assert "log⎜" not in said
    assert max(sum(not combining(sign) for sign in line) for line in said.splitlines()) <= 80


def test_the_formulas_of_a_law_and_of_a_method(run, tmp_path):
    (tmp_path / "mine.py").write_text("""\
from sympy import Eq, Ge, Integer, Symbol

from boundcheck.claims import Claim, EveryLaw, FirstOrderBound

x, m, t, L = (Symbol(name, real=True) for name in ("x", "m", "t", "L"))


def one_step(**point):
    return [[1]]


CLAIM = Claim(
    displays={"printed": m / t},
    parts={
        "law": EveryLaw(Integer(1), m / t, x, Integer(0), t, (Eq(x, m),), {"p": {"m": 1, "t": 3}}, event=(Ge(x, t),)),
        "method": FirstOrderBound(L / 6, one_step, {"p": {"L": 1}}, L, Integer(1)),
    },
)
""")
    status, out, _ = run("show mine.py")
    assert status == 0
    assert "Given in the mean: x = m" in out
    assert "Where: x ≥ t" in out
    assert "Every convex function with the smoothness: L" in out
