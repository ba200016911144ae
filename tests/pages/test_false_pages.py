r"""Pages whose statement is false or has no value, each by one gap that was open once: all are refused, or open."""

import pytest

import boundcheck
from boundcheck.checks.derived import derived
from boundcheck.loading.own_files import BrokenClaim
from boundcheck.pages import Refused, read_text

MOMENTS = [r"\mu | real | | mean", "v | real | > 0 | variance"]
DRAWS = r"X_i | random | 1 \le i \le n, \mu, v | number"


def page(letters, *, laws, world, runs, proof, stated, method=(), chance=False):
    """A page with one display in its statement."""
    front = {"letters": ["n | integer | \\ge 1 | numbers", *letters], "laws": laws, "method": method, "world": world}
    lines = [f"{key}: |\n" + "".join(f"  {one}\n" for one in given) for key, given in front.items() if given]
    said = "With probability at least $1 - \\delta$,\n\n" if chance else ""
    return (
        f"---\ntitle: Numbers\n{''.join(lines)}runs: |\n  {runs}\ntrivial: 1\n---\n\n"
        f":::{{prf:theorem}}\n{said}$$\n{stated}\n$$ (bound)\n"
        f":::\n\n:::{{prf:proof}}\n{proof}\n:::\n"
    )


def stands(text):
    """Whether the derivation of a page is closed."""
    claim = read_text(text).claim
    ((label, part),) = claim.parts.items()
    return derived(part, label, claim).holds


COPIES = {
    "in its formula": (r"\left(\frac{1}{n} \sum_{i=1}^n X_i\right)", []),
    "as the largest": (r"\left(\max_{1 \le i \le n} X_i\right)", []),
    "in a letter": (r"\bar X", [r"\bar X | real | = \frac{1}{n} \sum_{i=1}^n X_i"]),
}


@pytest.mark.parametrize("how", COPIES)
def test_members_that_are_one_number_have_no_formula_of_their_own(how):
    mean, more = COPIES[how]
    off = rf"\left| {mean} - \mu \right| \le \sqrt{{\frac{{5 v}}{{n}}}}"
    text = page(
        [
            r"\delta | real | \in (0, 1) | failure",
            *MOMENTS,
            "q | real | | chance",
            DRAWS,
            *more,
            r"I_i | random | 1 \le i \le n, n, \mu, v | whether it is off",
        ],
        laws=["X_i | independent over i", r"X_i | mean | \mu", "I_i | independent over i", "I_i | mean | q"],
        method=[f"I_i | fails | {off}"],
        world=[r"X_i | Student | \mu, v"],
        runs=r"n = 10, \mu = 0, v = 1, \delta = 1/2",
        stated=r"\frac{1}{n} \sum_{i=1}^n I_i \le 1",
        proof="Then,\n\n$$\n\\frac{1}{n} \\sum_{i=1}^n I_i \\le 1.\n$$ (less)",
        chance=True,
    )
    with pytest.raises(Refused, match="binds i"):
        read_text(text)


def in_place(declared, place="k"):
    few = r"\frac{1}{n} \sum_{i=1}^n I_i"
    return page(
        [
            f"k | {declared} | place",
            r"p | real | \in [0, 1] | mean",
            r"X_i | random | 1 \le i \le n, p | number",
            "W | random | n, k, p | in place",
            r"I_i | random | 1 \le i \le n, n, k, p | above",
        ],
        laws=["X_i | independent over i", f"{few} | integrable"],
        method=[f"W | in place over i | X_i, {place}", r"I_i | fails | X_i \le W"],
        world=["X_i | Bernoulli | p"],
        runs="n = 10, k = 5, p = 1/2",
        stated=rf"\mathbb{{E}}\left[{few}\right] \le 1 - \frac{{k}}{{n}}",
        proof=f"By {{lemma}}`few_above: quantile = W, S = X_i, index = i, k = {place}, above = I_i`,\n\n"
        f"$$\n{few} \\le 1 - \\frac{{k}}{{n}}.\n$$ (few)"
        f"\n\nTaking expectations in [](#few),\n\n$$\n\\mathbb{{E}}\\left[{few}\\right] \\le 1 - \\frac{{k}}{{n}}.\n$$ (mean)",
    )


def test_a_place_is_one_of_those_there_are():
    assert stands(in_place(r"integer | \ge 1, \le n"))
    for declared, place in [
        (r"integer | \ge 1", "k"),
        (r"integer | \le n", "k"),
        (r"real | \ge 1, \le n", "k"),
        (r"integer | \ge 1, \le n", "2 k"),
    ]:
        with pytest.raises(Refused, match="the place"):
            read_text(in_place(declared, place))


def quotient(*, how="X_i", law="p", object_="i", trivial="1"):
    mean = r"\frac{1}{n} \sum_{i=1}^n A_i"
    text = page(
        [
            r"p | real | \in [0, 1] | mean",
            r"X_i | random | 1 \le i \le n, p | draw",
            r"A_i | random | 1 \le i \le n, p | made of it",
        ],
        laws=["X_i | independent over i", f"X_i | mean | {law}", f"{mean} | integrable"],
        method=[f"A_i | equals | {how}"],
        world=["X_i | Bernoulli | p"],
        runs="n = 10, p = 1",
        stated=rf"\mathbb{{E}}\left[{mean}\right] \le 1",
        proof=f"By {{lemma}}`average_mean: X = X_i, index = i, mu = {object_}`.\n\n"
        f"By a mean over $i$,\n\n$$\n{mean} = 1.\n$$ (one)\n\n"
        f"Taking expectations in [](#one),\n\n$$\n\\mathbb{{E}}\\left[{mean}\\right] = 1.\n$$ (two)",
    )
    return text.replace("trivial: 1", f"trivial: {trivial}")


@pytest.mark.parametrize(
    "changed",
    [
        {"how": r"\frac{X_i}{X_i}"},
        {"how": r"\log(X_i) - \log(X_i) + 1"},
        {"how": r"\sqrt{X_i - 1} - \sqrt{X_i - 1} + 1"},
        {"how": r"\frac{p}{p}"},
        {"law": r"\frac{p^2}{p}"},
        {"object_": r"\frac{p^2}{p}"},
        {"object_": r"p + \log p - \log p"},
        {"trivial": r"\frac{p}{p}"},
    ],
    ids=str,
)
def test_a_formula_that_may_have_no_value_is_refused_wherever_it_stands(changed):
    with pytest.raises(Refused, match=r"a divisor|a number under a root|the argument of a logarithm"):
        read_text(quotient(**changed))


ALIKE = "X_i | identically distributed over i"


@pytest.mark.parametrize("law", ["X_i | exchangeable over i", ALIKE])
def test_members_that_are_drawn_with_different_chances_are_not_alike(law):
    text = page(
        [
            r"\delta | real | \in (0, 1) | failure",
            r"m_i | fixed | 1 \le i \le n | chance",
            r"X_i | random | 1 \le i \le n | number",
        ],
        laws=["X_i | independent over i", "X_i | bounded | 0, 1", law],
        world=["m_i | first and others | 0, 1", "X_i | Bernoulli | m_i"],
        runs=r"n = 10, \delta = 1/2",
        stated=r"\frac{1}{n} \sum_{i=1}^n X_i \le 1",
        proof="By a mean over $i$,\n\n$$\n\\frac{1}{n} \\sum_{i=1}^n X_i \\le 1.\n$$ (less)",
        chance=True,
    )
    with pytest.raises(Refused, match="laws do not hold"):
        read_text(text)
    read_text(text.replace("Bernoulli | m_i", "Bernoulli | 1/2"))
    read_text(text.replace(f"  {law}\n", ""))


def powers(law, *, world="Student", method=()):
    made = [r"A_i | random | 1 \le i \le n, v | made of it"] if method else []
    return page(
        ["v | real | > 0 | variance", r"X_i | random | 1 \le i \le n, v | number", *made],
        laws=["X_i | independent over i", "X_i | mean | 0", f"{law} | integrable"],
        method=method,
        world=[f"X_i | {world} | 0, v"],
        runs="n = 10, v = 1",
        stated=r"\mathbb{E}\left[\left|\frac{1}{n} \sum_{i=1}^n X_i\right|\right] \le 9",
        proof="By {lemma}`average_mean: X = X_i, index = i, mu = 0`.\n\nThen,\n\n$$\nv \\le v.\n$$ (same)",
    )


def test_a_power_is_integrable_where_the_law_has_a_moment_of_that_order():
    for law in ("X_i^2", r"\left|\frac{1}{n} \sum_{i=1}^n X_i\right| X_i"):
        read_text(powers(law))
    for law in ("X_i^3", "X_i^4", r"\left(\frac{1}{n} \sum_{i=1}^n X_i\right) X_i^2", "(X_i^2 + 1)^2"):
        with pytest.raises(Refused, match="laws do not hold"):
            read_text(powers(law))
        read_text(powers(law, world="normal"))
    with pytest.raises(Refused, match="laws do not hold"):
        read_text(powers("A_i^2", method=["A_i | equals | X_i^2"]))


@pytest.mark.parametrize("stated", [r"\ell_{\hat h}", r"\max_{1 \le j \le N} \left|\ell_j - L\right|"])
def test_a_mean_over_the_index_that_is_chosen_is_of_all_members(stated):
    mean = r"\left(\frac{1}{N} \sum_{j=1}^N \ell_j\right)"
    left = rf"{mean} - {stated}" if "hat" in stated else stated.replace("L", mean)
    places = [r"\hat h | random | \in j, N | of least loss"] if "hat" in stated else []
    text = (
        page(
            [
                r"N | integer | \ge 1 | functions",
                r"\delta | real | \in (0, 1) | failure",
                r"\ell_j | random | 1 \le j \le N | loss",
                *places,
            ],
            laws=[r"\ell_j | bounded | 0, 1"],
            method=[rf"\hat h | least over j | \ell_j - {mean}"] if places else [],
            world=[r"\ell_j | Bernoulli | 1/2"],
            runs=r"n = 1, N = 4, \delta = 1/2",
            stated=rf"{left} \le 0",
            proof="Then,\n\n$$\n\\ell_j \\le 1.\n$$ (less)",
            chance=True,
        )
        .replace("  n | integer | \\ge 1 | numbers\n", "")
        .replace("n = 1, ", "")
    )
    assert not stands(text)


@pytest.mark.parametrize(
    ("method", "stated"),
    [
        (r"I_i | fails | X_i \le i v", r"\mathbb{E}\left[\frac{1}{n} \sum_{i=1}^n I_i\right] \le 1"),
        (r"I_i | fails | X_i \le v", r"\mathbb{E}\left[\frac{1}{n} \sum_{i=1}^n i I_i\right] \le n"),
        (r"I_i | fails | X_i \le v", r"\mathbb{E}\left[\max_{1 \le i \le n} (i I_i)\right] \le n"),
    ],
)
def test_an_index_is_no_number(method, stated):
    text = page(
        [*MOMENTS, DRAWS, r"I_i | random | 1 \le i \le n, \mu, v | whether it is off"],
        laws=["X_i | independent over i", r"X_i | mean | \mu"],
        method=[method],
        world=[r"X_i | normal | \mu, v"],
        runs=r"n = 2, \mu = 0, v = 1",
        stated=stated,
        proof="Then,\n\n$$\nI_i \\le 1.\n$$ (one)",
    )
    with pytest.raises(Refused, match="as a number"):
        read_text(text)


def test_a_false_mean_is_refused_in_the_words_of_its_rehearsal(tmp_path):
    path = tmp_path / "mean.md"
    text = powers("X_i").replace(
        r"\left|\frac{1}{n} \sum_{i=1}^n X_i\right|\right] \le 9", r"\frac{1}{n} \sum_{i=1}^n X_i\right] \le 9"
    )
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BrokenClaim, match="returns negative errors"):
        boundcheck.check(path, budget="quick")


@pytest.mark.parametrize(("shared", "holds"), [("X_{ji}", False), ("X_{ij}", True)])
def test_a_row_and_a_column_share_a_draw(shared, holds):
    off = rf"\left(\sum_{{j=1}}^n X_{{ij}}\right) + \left(\sum_{{j=1}}^n {shared}\right)"
    text = page(
        [
            r"p | real | \in [0, 1] | mean",
            r"X_{ij} | random | 1 \le i \le n, 1 \le j \le n, p | draw",
            r"I_i | random | 1 \le i \le n, n, p | whether it is off",
        ],
        laws=["I_i | independent over i"],
        method=[rf"I_i | fails | {off} \le 1"],
        world=["X_{ij} | Bernoulli | p"],
        runs="n = 10, p = 1/2",
        stated=r"\mathbb{E}\left[\frac{1}{n} \sum_{i=1}^n I_i\right] \le 2",
        proof="Then,\n\n$$\nI_i \\le 1.\n$$ (one)",
    )
    if holds:
        read_text(text)
        return
    with pytest.raises(Refused, match="laws do not hold"):
        read_text(text)
