r"""A page whose statement is an event: what its derivation gives, its false twins, and what is refused."""

from pathlib import Path

import numpy as np
import pytest

import boundcheck
from boundcheck.checks.derived import derived
from boundcheck.pages import Refused, read_text

EXAMPLES = Path(__file__).parents[2] / "examples" / "pages"
PAGES = {
    name: (EXAMPLES / f"{name}.md").read_text(encoding="utf-8")
    for name in (
        "hoeffding",
        "uniform_convergence",
        "bernstein",
        "mean_error",
        "empirical_risk",
        "median_of_means",
        "chi_square",
        "laplace_accuracy",
        "randomised_answers",
    )
}


def replaced(name, *pairs):
    text = PAGES[name]
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


def outcome(text):
    """Whether the derivation of a page is closed and stands, and at which fact it is open."""
    claim = read_text(text).claim
    ((label, part),) = claim.parts.items()
    found = derived(part, label, claim)
    return found.holds, found.fact


WIDTH = r"\sqrt{\frac{\log(2/\delta)}{2n}}"
STATED = r"\left| \bar X - p \right| \le " + WIDTH + ".\n$$ (bound)"
TWINS = {
    "8 n for 2 n": ("hoeffding", "above", (WIDTH, r"\sqrt{\frac{\log(2/\delta)}{8n}}")),
    "1/n for its root": ("hoeffding", "above", (WIDTH, r"\frac{1}{n}\sqrt{\frac{\log(2/\delta)}{2}}")),
    "no logarithm": ("hoeffding", "above", (WIDTH, r"\frac{1}{\sqrt{20n}}")),
    "no independence": ("hoeffding", "average sub gaussian", ("  X_i | independent over i\n", "")),
    "another range": ("hoeffding", "hoeffding lemma", ("bounded | 0, 1", "bounded | 0, 2")),
    "a tail with 4 for 2": ("hoeffding", "tail-above", ("e^{-2nt^2}", "e^{-4nt^2}")),
    "one side alone": ("hoeffding", "both", ("By [](#above) and [](#below),", "By [](#above),")),
    "failures that do not add up": ("hoeffding", "both", ("1 - \\delta/2", "1 - \\frac{2\\delta}{3}")),
    "no union over functions": ("uniform_convergence", "above", (r"\log(2N/\delta)", r"\log(2/\delta)")),
    "4 n for 2 n": ("uniform_convergence", "above", (r"{2n}", r"{4n}")),
    "v for 2 v": ("bernstein", "chosen", (r"{2 v \log", r"{v \log")),
    "half the mean error": ("mean_error", "chosen", (r"\le \frac{1}{2\sqrt{n}}", r"\le \frac{1}{4\sqrt{n}}")),
    "a square that is too small": (
        "mean_error",
        "square",
        (r"\frac{a}{2} (\bar X - p)^2", r"\frac{a}{4} (\bar X - p)^2"),
    ),
    "no expectation": ("mean_error", "means", ("  \\bar X^2     | integrable\n", "")),
    "half of a logarithm of chi-square": ("chi_square", "above", (r"\le 2 \sqrt{", r"\le \sqrt{")),
    "no union over counts": ("laplace_accuracy", "each", (r"\log(d/\delta)", r"\log(1/\delta)")),
    "one deviation for two": ("empirical_risk", "excess", (r"\le 2 \sqrt", r"\le \sqrt")),
    "a minimiser of nothing": (
        "empirical_risk",
        "minimal",
        (
            r"\hat h  | least over j | \frac{1}{n} \sum_{i=1}^n \ell_{ij}",
            r"\hat h  | largest over j | \frac{1}{n} \sum_{i=1}^n \ell_{ij}",
        ),
    ),
    "one coin for all": ("randomised_answers", "average sub gaussian", ("  \\eta_i | independent over i\n", "")),
    "another share of blocks": ("median_of_means", "block", ("$1 - \\frac{1}{5}$", "$1 - \\frac{1}{6}$")),
    "no variance": ("bernstein", "tail", ("  X_i | variance | v\n", "")),
}


@pytest.mark.parametrize("twin", TWINS)
def test_a_false_twin_is_open_at_the_line_that_nobody_gives(twin):
    name, where, *pairs = TWINS[twin]
    holds, fact = outcome(replaced(name, *pairs))
    assert (holds, fact) == (False, where)


def test_laws_that_the_world_lacks_do_not_hold():
    assert outcome(PAGES["mean_error"]) == (True, "")
    lacking = [
        replaced("hoeffding", ("X_i | Bernoulli | p", "X_i | copied Bernoulli | p")),
        replaced("hoeffding", ("X_i | Bernoulli | p", "X_i | normal | p, 1")),
    ]
    for text in lacking:  # what is drawn would be held against a statement that is not of it
        with pytest.raises(Refused, match="a world in which the laws do not hold"):
            read_text(text)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (r"\left| \bar X - p \right| \frac{\bar X}{\bar X}", WIDTH),
        (r"\left| \bar X - p \right| \frac{p}{p}", WIDTH),
        (r"\left| \bar X - p \right|", r"\frac{p}{p} " + WIDTH),
        (r"\left| \bar X - p \right|", WIDTH + r" + \log p - \log p"),
        (r"\left| \bar X - p \right|", WIDTH + r" + (\sqrt{p - 1/2})^2 + 1/2 - p"),
    ],
)
def test_a_side_that_may_have_no_value_is_refused(left, right):
    text = PAGES["hoeffding"].replace(STATED, rf"{left} \le {right}." + "\n$$ (bound)")
    assert text != PAGES["hoeffding"]
    with pytest.raises(Refused, match=r"divisor|root|logarithm"):
        read_text(text)


def test_a_line_of_the_proof_that_may_have_no_value_is_refused():
    text = PAGES["hoeffding"].replace(r"\bar X - p \le " + WIDTH, r"\bar X - p \le \frac{p}{p} " + WIDTH)
    assert text != PAGES["hoeffding"]
    with pytest.raises(Refused, match="divisor"):
        read_text(text)


@pytest.mark.parametrize(
    "stated",
    [r"{w} \ge \left| \bar X - p \right|", r"\begin{{aligned}} \left| \bar X - p \right| &\le {w} \end{{aligned}}"],
)
def test_a_statement_is_printed_as_it_is_read_or_refused(stated):
    text = PAGES["hoeffding"].replace(STATED, stated.format(w=WIDTH) + ".\n$$ (bound)")
    assert text != PAGES["hoeffding"]
    with pytest.raises(Refused, match=r"a bound before|several columns"):
        read_text(text)


def test_a_sum_over_another_index_is_refused():
    text = PAGES["hoeffding"].replace(r"\sum_{i=1}^n X_i |", r"\sum_{k=1}^n X_k |")
    assert text != PAGES["hoeffding"]
    with pytest.raises(Refused):
        read_text(text)


def test_a_page_holds_as_its_form_in_python_does_and_a_false_bound_falls_by_its_samples(tmp_path):
    path = tmp_path / "hoeffding.md"
    path.write_text(PAGES["hoeffding"], encoding="utf-8")
    assert boundcheck.check(path, budget="quick").headline == "HOLDS"
    path.write_text(replaced("hoeffding", (WIDTH, r"\sqrt{\frac{\log(2/\delta)}{8n}}")), encoding="utf-8")
    assert boundcheck.check(path, budget="quick").headline == "REFUTED"


def test_what_is_drawn_is_the_error_that_is_printed():
    claim = read_text(PAGES["uniform_convergence"]).claim
    drawn = claim.derivations["bound"].measured
    point = {"n": 50, "N": 4, "delta": 0.05}
    errors = drawn(np.random.default_rng(1), 2000, **point)
    alone = drawn(np.random.default_rng(1), 2000, **point | {"N": 1})
    assert errors.shape == (2000,)
    assert 0.05 < alone.mean() < 0.06  # of one mean of fifty coins, root of 1/(100 pi)
    assert errors.mean() > 1.5 * alone.mean()


REFUSED = {
    "no laws of the table": ("X_i | bounded | 0, 1", "X_i | small | 0, 1"),
    "parameters": ("X_i | bounded | 0, 1", "X_i | bounded | 1"),
    "over what": ("X_i | independent over i", "X_i | independent"),
    "an index that is none": ("X_i | independent over i", "X_i | independent over k"),
    "a world of another": ("X_i | Bernoulli | p", "X_i | Cauchy | p"),
    "a parameter that changes": ("X_i | Bernoulli | p", "X_i | Bernoulli | 1/i"),
    "a parameter that is drawn": ("X_i | Bernoulli | p", "X_i | Bernoulli | X_i"),
    "no world": ("  X_i | Bernoulli | p\n", ""),
    "a run outside of the domain": ("p = 1/2", "p = 2"),
    "a run without a letter": (", p = 1/2", ""),
    "a run with a formula": ("p = 1/2", "p = n"),
    "too many draws": ("n = 100", "n = 10^9"),
    "a number out of size": ("n = 100", "n = 10^{999}"),
    "half a draw": ("n = 100", "n = 5/2"),
    "no number": ("n = 100", "n = \\log(-1)"),
    "a division by nothing": ("n = 100", "n = \\frac{1}{1 - 1}"),
    "no run": ("  n = 100, p = 1/2, \\delta = 1/20\n", ""),
    "no trivial bound": ("trivial: 1\n", ""),
    "a lemma that is none": ("{lemma}`hoeffding_lemma:", "{lemma}`my lemma:"),
    "an object that is none": ("low = 0", "foot = 0"),
    "an object less": ("low = 0, ", ""),
    "a reference to nothing": ("[](#above)", "[](#beyond)"),
    "a label twice": ("(below)", "(above)"),
    "a verdict in a label": ("(both)", "(proved)"),
    "no probability": ("With probability at least $1 - \\delta$,\n\n$$\n\\left|", "$$\n\\left|"),
    "two probabilities": ("t = t`,\n\n$$\n\\Pr", "t = t`, with probability at least $\\delta$,\n\n$$\n\\Pr"),
    "at least behind a probability": ("\\bar X - p > t \\right) \\le", "\\bar X - p \\ge t \\right) \\le"),
    "an equation of a probability": ("\\right) \\le e^", "\\right) = e^"),
    "a condition": ("With $t =", "If $t \\ge 0$, with $t ="),
    "a relation in the text": ("One number is sub-Gaussian", "One number has $X_i \\le 1$"),
    "words around a display": ("By [](#above) and", "Often by [](#above) and"),
    "some draw": ("\\left| \\bar X - p \\right| \\le", "\\left| X_i - p \\right| \\le"),
    "what is drawn in the bound": ("\\le \\sqrt", "\\le \\bar X + \\sqrt"),
    "a sum over a part": ("\\sum_{i=1}^n X_i", "\\sum_{i=2}^n X_i"),
    "a strict bound": ("\\right| \\le", "\\right| <"),
    "code": ("trivial: 1", "trivial: __import__('os')"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_not_said_in_so_many_words_is_refused(what):
    with pytest.raises(Refused):
        read_text(replaced("hoeffding", REFUSED[what]))


OF_A_METHOD = {
    "a fixed place that data choose": ("empirical_risk", r"\hat h    | random ", r"\hat h    | fixed "),
    "a place that is no place": ("empirical_risk", r"\hat h    | random  | \in j, n, N", r"\hat h    | random  | n, N"),
    "a place of another index": (
        "empirical_risk",
        r"\hat h    | random  | \in j, n, N",
        r"\hat h    | random  | \in i, n, N",
    ),
    "a place that depends on more": (
        "empirical_risk",
        r"\hat h    | random  | \in j, n, N",
        r"\hat h    | random  | \in j, n",
    ),
    "an answer that depends on more": (
        "randomised_answers",
        r"A_i      | random  | 1 \le i \le n, \epsilon",
        r"A_i      | random  | 1 \le i \le n",
    ),
    "a method that is none": ("empirical_risk", "least over j | r_j", "some over j | r_j"),
    "a method of what comes later": ("randomised_answers", r"b_i + \eta_i", r"b_i + A_i"),
    "an index that is free": (
        "empirical_risk",
        r"least over j | \frac{1}{n} \sum_{i=1}^n \ell_{ij}",
        r"least over j | \ell_{ij}",
    ),
    "computed and drawn": (
        "randomised_answers",
        r"  b_i    | constant | 1",
        "  b_i    | constant | 1\n  A_i | normal | 0, 1",
    ),
    "a place by a formula": ("empirical_risk", "h^\\star | least over j | r_j", "h^\\star | equals | N"),
    "a place that is drawn": (
        "empirical_risk",
        "  r_j       | first",
        "  h^\\star | constant | 1\n  r_j       | first",
    ),
    "a chain that fails": (
        "median_of_means",
        r"\mu \right| \le \sqrt{\frac{5 v}{m}}",
        r"\mu \right| \le \sqrt{\frac{5 v}{m}} \le v",
    ),
    "a chance with a range": (
        "median_of_means",
        "q         | real    |     ",
        r"q         | real    | \le \frac{1}{10} ",
    ),
    "a chance that is a number": ("median_of_means", "I_j    | mean     | q", r"I_j    | mean     | \frac{1}{10}"),
    "blocks that are copies": ("median_of_means", "X_{ij} | Student", "X_{ij} | copied Student"),
}


@pytest.mark.parametrize("what", OF_A_METHOD)
def test_a_method_that_is_not_what_it_says_is_refused(what):
    name, old, new = OF_A_METHOD[what]
    with pytest.raises(Refused):
        read_text(replaced(name, (old, new)))


def test_what_is_computed_is_what_is_printed():
    claim = read_text(PAGES["empirical_risk"]).claim
    drawn = claim.derivations["bound"].measured
    point = {"n": 50, "N": 4, "delta": 0.05}
    errors = drawn(np.random.default_rng(1), 2000, **point)
    assert {*np.round(errors, 9)} == {0.0, 0.05}  # the risk of what is chosen above the least
    assert 0.2 < (errors > 0).mean() < 0.7
    middle = read_text(PAGES["median_of_means"]).claim.derivations["bound"].measured
    found = middle(np.random.default_rng(1), 500, m=1, k=3, mu=5.0, v=1.0)
    rng = np.random.default_rng(1)
    assert np.allclose(found, np.abs(np.median(np.sqrt(1 / 3) * rng.standard_t(3, (500, 1, 3)), axis=2))[:, 0])


def test_laws_on_a_page_without_anything_drawn_are_refused():
    text = "---\nletters: |\n  x | real\nlaws: |\n  x | mean | 0\n---\n\n:::{prf:lemma}\n$$ x^2 \\ge 0 $$\n:::\n"
    with pytest.raises(Refused, match="nothing is drawn"):
        read_text(text)


def test_a_lemma_on_a_page_without_laws_is_refused():
    statement = "---\nletters: |\n  x | real\n---\n\n:::{prf:lemma}\n$$ x^2 \\ge 0 $$\n:::\n"
    text = f"{statement}\n:::{{prf:proof}}\nThis is {{lemma}}`markov: Y = x`.\n:::\n"
    with pytest.raises(Refused, match="without laws"):
        read_text(text)


MEAN = (
    PAGES["hoeffding"].partition(":::{prf:theorem}")[0]
    + """:::{prf:theorem}
$$
STATED
$$ (mean)
:::

:::{prf:proof}
The variances add up by {lemma}`average mean: X = X_i, index = i, mu = p` and
{lemma}`average variance: X = X_i, index = i, v = p (1 - p)`.

By {lemma}`variance mean: Y = \\bar X, mu = p, v = \\frac{p (1 - p)}{n}`,

$$
\\mathbb{E}\\left[(\\bar X - p)^2\\right] \\le FOUND.
$$ (square)

By [](#square),

$$
\\mathbb{E}[(\\bar X - p)^2] \\le \\frac{1}{4n}.
$$ (quarter)
:::
"""
)


def of_means(stated, found):
    text = MEAN.replace("STATED", stated).replace("FOUND", found)
    return text.replace("  X_i | mean    | p\n", "  X_i | mean    | p\n  X_i | variance | p (1 - p)\n")


def test_a_mean_is_derived_from_laws_and_a_smaller_one_is_not():
    stated = r"\mathbb{E}\left[(\bar X - p)^2\right] \le \frac{1}{4n}"
    for found, where in ((r"\frac{p (1 - p)}{n}", "statement"), (r"\frac{p (1 - p)}{2n}", "square")):
        assert outcome(of_means(stated, found)) == (
            False,
            where,
        )  # of a square that is multiplied out no run is the error


@pytest.mark.parametrize(
    "stated",
    [
        r"\mathbb{E}[X_i] \le 1",
        r"\mathbb{E} \bar X \le 1",
        r"\mathbb{E}_p[\bar X] \le 1",
        r"\mathbb{E}[\bar X]^2 \le 1",
        r"\mathbb{E}[\bar X] + 1 \le 2",
        r"\mathbb{E}[\bar X] = p",
        r"\mathbb{E}[\bar X] \le \mathbb{E}[\bar X]",
        r"\bar X \le 1",
        r"\mathbb{V}[\bar X] \le 1",
        r"\mathbb{E}\{\bar X\} \le 1",
        r"\Pr(\mathbb{E}[\bar X] \le 1) \ge 1 - \delta",
    ],
)
def test_a_mean_that_is_not_one_of_all_that_is_drawn_is_refused(stated):
    with pytest.raises(Refused):
        read_text(of_means(stated, r"\frac{p (1 - p)}{n}"))
