"""Claim files that ask for a word of praise for something false or empty, beyond samples: displays, uses, letters, lines."""

import numpy as np
import pytest
import sympy
from sympy import Integer, exp, log, sqrt, symbols

import boundcheck
from boundcheck.claims import (
    By,
    Cited,
    Claim,
    Disputed,
    HighProbabilityBound,
    Inequality,
    Letter,
    Paper,
    PrivacyGuarantee,
    Reading,
    Regime,
    Repair,
    Simulation,
    Source,
    Step,
)
from boundcheck.loading.own_files import BrokenClaim
from boundcheck.verdict import Headline, Severity

x, y, n = symbols("x y n", real=True)
TANGENT = Inequality(x + 1, exp(x))


def checked(**fields):
    return boundcheck.check(Claim(**fields), budget="quick")


FALSE_DISPLAYS = [
    r"x + 2 \le e^x",
    r"e^x \le x + 1",
    r"x + 1 \le e^{x/2}",
    r"(e^x \le x)",
    r"\displaystyle x + 1 \ge e^x",
    r"x + 1 \ge e^x",
    "x + 1 = e^x",
    r"\neg (x + 1 \le e^x)",
    r"x + 1 \le e^x \! - 5 e^x",
    r"x + 1 \le e^x \qquad 1 = 2",
    "x + 1 < e^x",
    r"x' + 1 \le e^{x''}",
    r"x! + 1 \le e^x",
    r"x/0 \le e^x",
    r"\forall x: x + 2 \le e^x",
    r"x + 1 \le \ln(x)",
    r"1 \le 0",
    r"\sqrt{x} \le e^x",
]


@pytest.mark.parametrize("display", FALSE_DISPLAYS)
def test_a_display_that_is_another_formula_is_not_proved_as_displayed(display):
    """x + 1 <= exp(x) is proved; of the same letters and relation other things can be said."""
    assert checked(parts={"bound": TANGENT}, displays={"": display}).headline is Headline.SUPPORTED


@pytest.mark.parametrize(
    "display", ["x + 1 ≥ e^x", "x + 1 ＝ e^x", r"x + 1 \le % e^x", "x + 1 <= e^x", r"\def\x{y} \x \le e^x", r"x \\ y"]
)
def test_a_display_that_is_no_mathematics_is_refused(display):
    with pytest.raises(BrokenClaim):
        checked(parts={"bound": TANGENT}, displays={"": display})


@pytest.mark.parametrize(
    "display", [r"x + 1 \le e^x", r"e^x \ge 1 + x", r"\exp(x) \ge (x+1)", r"(2 x + 2)/2 \le e^x", r"1 + x \leq e^{x}"]
)
def test_a_display_may_be_written_in_its_own_way(display):
    assert checked(parts={"bound": TANGENT}, displays={"": display}).headline is Headline.HOLDS


def test_a_display_has_the_conditions_of_the_formula():
    half = Inequality(x, exp(x) - 1, (x >= 0,))
    for display, headline in (
        (r"x \le e^x - 1 \quad (x \ge 0)", Headline.HOLDS),
        (r"x \le e^x - 1, \quad x \ge 0", Headline.HOLDS),
        (r"x \le e^x - 1 \quad (x \ge -1)", Headline.SUPPORTED),
        (r"x \le e^x - 1 \quad \text{for all } x", Headline.SUPPORTED),
    ):
        assert checked(parts={"bound": half}, displays={"": display}).headline is headline


@pytest.mark.parametrize(
    ("display", "same"),
    [(r"x + 1 \le e^x", True), (r"e^x \ge 1 + x", True), (r"x + 2 \le e^x", False), (r"x + 1 \ge e^x", False), (r"1 \le 0", False),
     (r"x + 1 \le e^{x/2}", False), (r"x + 1 \le e^x \quad 1 = 2", False)],
)  # fmt: skip
def test_a_line_whose_display_is_false_where_its_formula_is_true_is_called_other(display, same):
    found = checked(steps=(Step("line", "Eq. 1", TANGENT, display=display),))
    assert bool(found.steps[0].differs) is not same


FALSE = Claim(parts={"b": Inequality(1, 0)})
OPEN = Claim(parts={"b": Inequality(x, y)})


@pytest.mark.parametrize(
    "part",
    [By(FALSE), By(OPEN), By(FALSE, says=Inequality(1, 0)), By(Step("s", "Eq. 1", Inequality(1, 0))),
     By(Step("s", "Eq. 1", Inequality(1, 0), repair=Repair(Inequality(2, 1), "meant"))),
     Cited("P = NP", "folklore", Inequality(x, x + 1))],
)  # fmt: skip
def test_an_instance_of_something_false_or_a_quotation_holds_nothing(part):
    """That 1 <= 0 is an instance of a result that says so is no proof of it; nor is a true formula one of the words before it."""
    assert checked(parts={"bound": part}).headline in (Headline.SUPPORTED, Headline.UNDECIDED)


def test_a_line_that_is_quoted_as_wrong_is_not_proved_as_displayed():
    found = checked(parts={"bound": Disputed(Inequality(exp(x), x), "others")}, displays={"": r"e^x \le x"})
    assert found.headline is Headline.SUPPORTED


@pytest.mark.parametrize("parts", [{}, {"bound": TANGENT}])
def test_a_false_line_that_is_on_no_page_is_told(parts):
    """It charges nobody, and no sentence says that each line is proved."""
    found = checked(parts=parts, steps=(Step("slip", "Eq. 7", Inequality(1, 0), ours=True),))
    assert found.headline is Headline.SUPPORTED
    assert "False, and not on the page: Eq. 7." in found.text
    assert "proved or cited" not in found.text


u = symbols("u", real=True)


@pytest.mark.parametrize(
    ("equals", "statement", "headline"),
    [
        (y, Inequality(log(y) - log(u), 1), Headline.REFUTED),  # no value at y = -1, though SymPy makes it 0 <= 1
        (y, Inequality(u / y, 2), Headline.REFUTED),
        (0 * y, Inequality(u * log(y), 1), Headline.REFUTED),
        (log(y), Inequality(-1, exp(u)), Headline.REFUTED),
        (y, Inequality(log(y) - log(u), 1, (y > 0,)), Headline.HOLDS),
        (y, Inequality(u / y, 2, (y >= 1,)), Headline.HOLDS),
    ],
)
def test_an_abbreviation_takes_no_value_out_of_sight(equals, statement, headline):
    assert checked(letters=(Letter(u, equals=equals),), parts={"bound": statement}).headline is headline


def test_a_statement_times_an_irrational_number_is_among_its_conditions():
    found = checked(parts={"bound": Inequality(x, y, (sqrt(2) * x <= sqrt(2) * y,))})
    assert found.headline is Headline.NOTHING_TO_CHECK


@pytest.mark.parametrize(("domain", "headline"), [((n > 0, n < 2), Headline.NOTHING_TO_CHECK), ((n > 0, n < 3), Headline.HOLDS)])
def test_an_integer_between_two_others_is_one_point(domain, headline):
    found = checked(letters=(Letter(n, "size", domain, (1, 1), integer=True),), parts={"bound": Inequality(n**3, 2 * n**2 + n)})
    assert found.headline is headline


def test_a_lost_sign_is_no_reason_for_another_formula():
    readings = (Reading("literal", "as printed", doubt="a sign"), Reading("meant", "as meant", support="p. 3"))
    parts = {"bound": {"literal": Inequality(1, 0), "meant": TANGENT}}
    assert checked(readings=readings, parts=parts).severity is not Severity.MISPRINT
    near = {"bound": {"literal": Inequality(x**2 + 1, x**2 - x**2), "meant": Inequality(-(x**2) - 1, x**2 - x**2)}}
    assert checked(readings=readings, parts=near).severity is Severity.MISPRINT


epsilon = symbols("epsilon", real=True)
TRUTH = 1 / (1 + exp(-epsilon))
ANSWERS = {0: (TRUTH, 1 - TRUTH), 1: (1 - TRUTH, TRUTH)}


def guaranteed(law, level, delta, given=()):
    return PrivacyGuarantee(law, ((0, 1),), level, delta, given, adjacency="the label of one record replaced")


def test_a_guarantee_that_every_mechanism_has_or_that_is_assumed_says_nothing():
    told = {0: (1, 0), 1: (0, 1)}
    assert checked(parts={"bound": guaranteed(told, Integer(0), Integer(1))}).headline is Headline.NOTHING_TO_CHECK
    assumed = (x <= exp(epsilon) * y, y <= exp(epsilon) * x, 1 - x <= exp(epsilon) * (1 - y), 1 - y <= exp(epsilon) * (1 - x))
    law = {0: (x, 1 - x), 1: (y, 1 - y)}
    within = (x >= 0, x <= 1, y >= 0, y <= 1)
    assert checked(parts={"bound": guaranteed(law, epsilon, Integer(0), (*assumed, *within))}).headline is Headline.NOTHING_TO_CHECK


@pytest.mark.parametrize(
    ("display", "headline"),
    [(r"\mathbb{P}[R(y) \in S] \le e^\varepsilon \mathbb{P}[R(y') \in S]", Headline.HOLDS),
     (r"\mathbb{P}[R(y) \in S] \le \mathbb{P}[R(y') \in S]", Headline.SUPPORTED),
     (r"\mathbb{P}[R(y) \in S] \le e^\varepsilon \mathbb{P}[R(y') \in S] + \delta", Headline.HOLDS),
     (r"\mathbb{P}[R(y) \in S] \le e^{\varepsilon/2} \mathbb{P}[R(y') \in S]", Headline.SUPPORTED),
     (r"\mathbb{P}[R(y) \in S] \ge e^\varepsilon \mathbb{P}[R(y') \in S]", Headline.SUPPORTED)],
)  # fmt: skip
def test_a_guarantee_is_displayed_with_its_own_level(display, headline):
    """Randomized response with e^epsilon / (1 + e^epsilon)."""
    bound = guaranteed(ANSWERS, epsilon, Integer(0), (epsilon >= 0,))
    assert checked(parts={"bound": bound}, displays={"": display}).headline is headline


def test_a_display_that_could_not_be_read_is_said_so_with_what_stands_in_its_place():
    """No prover is at fault, and the reconstruction carries no word of the page."""
    unread = sympy.Function("unread", real=True)(x)
    readings = (Reading("literal", "the right side of Eq. 4 is not readable"), Reading("rebuilt", "the rate of Eq. 9", repair=True))
    found = checked(parts={"bound": {"literal": Inequality(x, unread), "rebuilt": TANGENT}}, readings=readings)
    assert found.headline is Headline.UNDECIDED
    assert found.text == (
        "claim is neither proved nor refuted: the right side of Eq. 4 is not readable; checked in its place, and proved: "
        "the rate of Eq. 9."
    )


@pytest.mark.parametrize(
    "given",
    [(exp(x) <= exp(y),), (x**3 <= y**3,), ((y - x) ** 3 >= 0,), (x > 0, y > 0, log(y) - log(x) >= 0), (x >= 1, y >= 1, x / y <= 1),
     (x <= y - 1,), (sympy.Eq(n, x), n <= y), (sympy.Max(x, y) <= y,)],
)  # fmt: skip
def test_a_conclusion_in_disguise_among_its_conditions_is_no_result(given):
    found = checked(parts={"bound": Inequality(x, y, given)})
    assert found.headline is Headline.NOTHING_TO_CHECK
    assert "its own conditions" in found.text


@pytest.mark.parametrize(
    ("low", "high", "given"),
    [
        (x, y, (x <= n, n <= y)),
        (x + y, Integer(2), (x <= 1, y <= 1)),
        (x + y, Integer(2), (x**2 + y**2 <= 1,)),
        (x * y**2, x * y, (x >= 1, y > 0, x * y <= x)),  # a condition that cannot be spared, and is not the conclusion
        (exp(-x), y, (y > 0, x >= log(1 / y))),  # solved for x
    ],
)
def test_what_follows_from_conditions_that_are_not_it_is_a_result(low, high, given):
    assert checked(parts={"bound": Inequality(low, high, given)}).headline is Headline.HOLDS


@pytest.mark.parametrize(
    "given",
    [
        (x**2 + y**2 <= 0,),
        (x >= 1, y >= 1, x + y <= 2),
        (sympy.Eq(x, y), sympy.Eq(x + y, 2)),
        (x + y <= 0, x + y >= 0, x <= y, y <= x),
    ],
)
def test_a_domain_of_one_point_is_one_in_several_letters(given):
    found = checked(parts={"bound": Inequality(x + y, x * y + 1, given)})
    assert found.headline is Headline.NOTHING_TO_CHECK
    assert "its conditions leave one point" in found.text


@pytest.mark.parametrize("meant", [TANGENT, Inequality(y, y**2 + 1), Inequality(0, x**2)])
def test_a_place_beside_another_true_formula_makes_no_reading_that_holds(meant):
    """exp(x) <= x is false; that page 3 supports x + 1 <= exp(x) in its place is no more than said."""
    readings = (Reading("literal", "as printed"), Reading("meant", "as meant", support="page 3"))
    found = checked(readings=readings, parts={"bound": {"literal": Inequality(exp(x), x), "meant": meant}})
    assert found.headline is Headline.SUPPORTED
    assert "That the page says so was read, not checked" in found.text


def tuned(rng, repeats, *, n, delta, **_):
    """An error that is tuned to a risk of .05: at another one it is what it is."""
    return np.full(repeats, np.sqrt(np.log(1 / 0.05) / n))


@pytest.mark.parametrize(("declared", "headline"), [(False, Headline.UNDECIDED), (True, Headline.REFUTED)])
def test_a_corner_charges_the_page_only_where_the_statement_speaks_of_it(declared, headline):
    """The largest risk is a point that the check makes: without a domain nobody has said that the statement is made for it."""
    delta = sympy.Symbol("delta", real=True)
    letters = (Letter(delta, "risk", (delta > 0, delta < 1), (0.01, 0.2)),) if declared else ()
    at = (Regime("a", Simulation(tuned), {"n": 100, "delta": 0.05}),)
    bound = HighProbabilityBound.of(sqrt(log(1 / delta) / n), failure=delta, trivial=Integer(1), regimes=at)
    found = checked(letters=letters, parts={"bound": bound})
    assert found.headline is headline
    assert "at a corner that we made" in found.text.lower()


def test_a_definition_of_any_mechanism_is_not_proved_by_one_that_meets_it():
    bound = guaranteed(ANSWERS, epsilon, Integer(0), (epsilon >= 0,))
    source = Source(Paper("mine", "Mine"), "Definition 1", "p. 2", kind="definition")
    display = r"\mathbb{P}[R(y) \in S] \le e^\varepsilon \mathbb{P}[R(y') \in S]"
    found = checked(source=source, parts={"bound": bound}, displays={"": display})
    assert found.headline is Headline.SUPPORTED
    assert "It speaks of any mechanism, and only certain ones were checked." in found.text
