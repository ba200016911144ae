"""Letters: their notation, their print, and where they are moved."""

import pickle

import pytest
from sympy import Ge, Gt, Lt, exp, symbols

from boundcheck.claims import (
    By,
    Claim,
    HighProbabilityBound,
    Inequality,
    Letter,
    Malformed,
    Notation,
    Regime,
    Simulation,
    Step,
    Sweep,
    within_constant,
)
from boundcheck.loading import registry
from boundcheck.study.cell import canonical

n, d, delta, radius, gamma, x, y = symbols("n d delta radius gamma x y", real=True)
SLOPE = 1 / (2 + exp(radius) + exp(-radius))
LETTERS = Notation((
    Letter(d, "dimension", d >= 1, (2, 50), integer=True),
    Letter(n, "sample size", n >= 1, (10, 1e6), working=n >= 2, integer=True),
    Letter(delta, "failure probability", (delta > 0, delta < 1), (1e-3, 0.3)),
    Letter(radius, "radius of the ball", radius > 0, (0.1, 6), "B'"),
    Letter(gamma, "least slope", equals=SLOPE),
))  # fmt: skip


def errors(rng, repeats, **point):
    return rng.random(repeats)


def names(**claim):
    return [letter.name for letter in Claim(letters=LETTERS, **claim).parameters]


def test_one_line_says_everything():
    letter = Letter(symbols("n", positive=True), "size", symbols("n", positive=True) >= 2, (2, 9), "N", working=n >= 3)
    assert letter.symbol == n
    assert letter.domain == (Ge(n, 2),)
    assert LETTERS.domain(n, delta) == (Ge(n, 1), Gt(delta, 0), Lt(delta, 1))
    assert LETTERS.working == (Ge(n, 2),)
    assert LETTERS.prints == {"radius": "B'"}
    assert LETTERS.definitions == {gamma: SLOPE}


def test_parameters_are_the_letters_spoken_of_in_the_order_of_the_paper():
    assert names(parts={"it": Inequality(n, 2 * n, (n >= d,))}) == ["d", "n"]
    assert names(displays={"": n * x}, steps=(Step("a", "b", Inequality(delta, 1)),)) == ["n", "delta"]
    assert names(displays={"": "n + d"}) == []


def test_an_abbreviation_speaks_of_what_it_equals():
    assert names(parts={"it": Inequality(gamma, 1)}) == ["radius"]
    assert Claim(letters=LETTERS, parts={"it": Inequality(gamma, 1)}).definitions == {gamma: SLOPE}
    assert Claim(letters=LETTERS, parts={"it": Inequality(n, 1)}).definitions == {}


def test_what_a_point_gives_a_value_is_a_parameter():
    bound = HighProbabilityBound.of(
        1 / n, failure=delta, trivial=1, regimes=(Regime("r", Simulation(errors), {"n": 9, "delta": 0.1, "d": 2, "kind": "e"}),)
    )
    assert names(parts={"d": bound}) == ["d", "n", "delta"]
    sweep = Sweep("width", "radius", (1.0, 2.0, 4.0), 1 / n, "large", Simulation(errors), {"n": 9})
    assert names(parts={"radius": {"literal": Inequality(x, 1)}}) == []  # the name of a part is no letter
    assert {"radius", "n"} <= sweep_letters(sweep)


def sweep_letters(sweep):
    from boundcheck.claims.fields import letters_in

    return letters_in(sweep)


def test_an_instance_of_a_result_speaks_of_its_letters():
    other = Claim(letters=LETTERS, parts={"it": Inequality(gamma * n, delta * n)})
    assert names(steps=(Step("a", "b", By(other, n=d)),)) == ["d", "delta", "radius"]


def test_who_is_declared_again_means_another_letter():
    other = LETTERS | {"delta": r"\delta", "x": "x^*"}
    claim = Claim(letters=other, parts={"it": Inequality(delta, n)})
    assert [letter.name for letter in claim.parameters] == ["n"]
    assert other.prints == {"radius": "B'", "delta": r"\delta", "x": "x^*"}
    assert (LETTERS | {"gamma": r"\gamma"}).definitions == {}
    assert (LETTERS | Letter(gamma, "slope", gamma > 0, (0.1, 1))).parameters[-1].name == "gamma"
    assert (LETTERS | Notation((Letter(n, "users"),)))["n"].domain == ()


def test_letters_of_one_file_may_stand_as_a_tuple():
    assert Claim(letters=LETTERS.letters).letters == LETTERS
    with pytest.raises(Malformed, match="letters: a tuple of Letter is expected, not a dict"):
        Claim(letters={"n": "N"})
    with pytest.raises(Malformed, match="mind the comma"):
        Claim(letters=(Letter(n, "size")))


def test_what_is_no_letter_is_refused():
    with pytest.raises(Malformed, match="equals: an abbreviation has no domain of its own"):
        Letter(gamma, "slope", gamma > 0, (0.1, 1), equals=SLOPE)
    with pytest.raises(Malformed, match="domain: it speaks of x"):
        Letter(n, "size", x > 0, (1, 2))
    with pytest.raises(Malformed, match=r"typical: a letter with a domain has a range .* as \(1, 100\)"):
        Letter(n, "size", n > 0)
    with pytest.raises(KeyError, match="no letter 'm' is declared; there are d, n"):
        LETTERS.domain(symbols("m"))


def test_letters_pickle_and_have_one_content():
    assert pickle.loads(pickle.dumps(LETTERS)) == LETTERS
    assert canonical(LETTERS) == canonical(pickle.loads(pickle.dumps(LETTERS)))
    assert canonical(LETTERS) != canonical(LETTERS | {"n": "N"})


def test_there_is_no_second_way():
    assert not {"parameters", "definitions"} & Claim.__dataclass_fields__.keys()
    for paper, (_, folder) in registry.papers().items():
        source = (folder / "notation.py").read_text()
        assert "Notation((" in source, paper
        ways = ("PARAMETERS", "DEFINITIONS =", "parameters=(")
        typed = [path for path in folder.rglob("*.py") if any(way in path.read_text() for way in ways)]
        assert typed == [], paper


def test_prints_are_those_of_the_paper_and_of_every_formula():
    claim = Claim(letters=LETTERS | {"q": r"\pi^*"}, parts={"it": Inequality(x, y)})
    assert claim.prints == {"d": "", "n": "", "delta": "", "radius": "B'", "gamma": "", "q": r"\pi^*", "x": "", "y": ""}


@pytest.mark.parametrize(
    ("moved", "said"), [(x, "x is not declared; declare it, or move one of d, n"), ("n", "'n' is no letter")]
)
def test_only_a_declared_letter_is_moved(moved, said):
    for short in (LETTERS.sweep, LETTERS.along):
        with pytest.raises(Malformed, match=said):
            short(moved, *([Simulation(errors)] if short == LETTERS.sweep else []), {})
    with pytest.raises(Malformed, match=said):
        LETTERS.axis(moved)


def test_the_composed_inequality_is_that_of_a_bound():
    with pytest.raises(Malformed, match=r"within_constant, bound: 3 has no explicit version"):
        within_constant(3)
