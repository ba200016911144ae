r"""Families and sums over data on a page: members stand under a sum over all of them, or nothing is read."""

import pytest

import boundcheck
from boundcheck.pages import Refused, read_text

LETTERS = r"""---
letters: |
  n, m | integer | \ge 2
  k | integer | 1 \le k \le n
  a | real | \ge 0
  x_i | family | 1 \le i \le n, \in [0, 1]
  y_i | family | 1 \le i \le n, \ge 0
  z_j | family | 1 \le j \le m
  \bar x | real | = \frac{1}{n} \sum_{i=1}^n x_i
---
"""


def page(*displays, front=LETTERS):
    return f"{front}\n:::{{prf:lemma}}\n" + "\n".join(f"$$ {one} $$" for one in displays) + "\n:::\n"


def lines(*displays):
    return [line.said for line in read_text(page(*displays)).lines]


READ = {
    r"\sum_{i=1}^n x_i^2 \le n": "sum[i = 1 to n]((x[i] ^ 2)) <= n",
    r"\frac1n \sum_{l=1}^{n} x_l \le 1": "((1 / n) * sum[i = 1 to n](x[i])) <= 1",
    r"\bar x \le 1": "((1 / n) * sum[i = 1 to n](x[i])) <= 1",
    r"\sum_{i=1}^n (x_i - \bar x)^2 \ge 0": None,
    r"\prod_{i=1}^n (1 + y_i) \ge 1": "1 <= prod[i = 1 to n]((1 + y[i]))",
    r"\left(\sum_{j=1}^m z_j\right)^2 \ge 0": "0 <= (sum[j = 1 to m](z[j]) ^ 2)",
    r"\sum_{i=1}^n |x_i| y_i \ge 0": "0 <= sum[i = 1 to n]((abs(x[i]) * y[i]))",
}


@pytest.mark.parametrize("display", READ)
def test_a_display_is_read_or_refused_as_it_is_printed(display):
    if READ[display] is None:
        with pytest.raises(Refused):
            lines(display)
    else:
        assert lines(display) == [READ[display]]


REFUSED = [
    r"x_i \le 1",
    r"x_k \le 1",
    r"x_1 \le 1",
    r"x \le 1",
    r"\sum_i x_i \le n",
    r"\sum_{i=1}^{n-1} x_i \le n",
    r"\sum_{i=0}^n x_i \le n",
    r"\sum_{i=1}^m x_i \le n",
    r"\sum_{i=1}^n z_i \le n",
    r"\sum_{i \ne k} x_i \le n",
    r"\sum_{i=1}^n x_i + a \le n",
    r"\sum_{i=1}^n x_i y_i z_i \ge 0",
    r"\sum_{i=1}^n x_{i+1} \le n",
    r"\sum_{i=1}^n x_{ii} \le n",
    r"\max_i x_i \le 1",
    r"\max_{1 \le i \le n} x_i \le 1",
    r"\sum_{k=1}^n x_k \le n",
    r"\sum_{i=1}^n x \le n",
    r"\sum_{i=1}^n i_x \le n",
    r"\|x\| \le 1",
]


@pytest.mark.parametrize("display", REFUSED)
def test_a_member_outside_of_a_sum_over_all_of_them_is_refused(display):
    with pytest.raises(Refused) as caught:
        lines(display)
    assert caught.value.at is not None


@pytest.mark.parametrize(
    "line",
    [
        r"w_i | family",
        r"w_i | family | \in [0, 1]",
        r"w_i | family | i \le n",
        r"w_i | family | 1 \le k \le n",
        r"w_k | family | 1 \le k \le n",
        r"w_{ij} | family | 1 \le i \le n",
        r"w | family | 1 \le i \le n",
        r"w_i | family | 1 \le i \le a",
        r"w_i | family | 1 \le i < n",
        r"w_i | family | 1 \le i \le n, w_k \ge 0",
        r"w_i | family | 1 \le i \le n, a \ge 1",
        r"i | integer | \ge 1",
        r"x | real",
        r"x_i | real",
    ],
)
def test_a_family_is_declared_with_the_range_of_its_index_and_nothing_else_has_its_letters(line):
    front = LETTERS.removesuffix("---\n") + f"  {line}\n---\n"
    with pytest.raises(Refused):
        read_text(page("a \\ge 0", r"\sum_{i=1}^n x_i \le n", front=front))


def test_sums_over_data_are_proved_or_fall_at_data(tmp_path):
    path = tmp_path / "sums.md"
    path.write_text(
        page(
            r"\sum_{i=1}^n x_i^2 \le \sum_{i=1}^n x_i",
            r"\sum_{i=1}^n x_i y_i \le \sum_{i=1}^n y_i",
            r"\sum_{i=1}^n x_i^2 \le \frac{1}{2} \sum_{i=1}^n x_i",
            r"\bar x \le \frac{3}{4}",
        ),
        encoding="utf-8",
    )
    found = boundcheck.check(path, budget="quick")
    assert [part.outcome for part in found.record.parts.values()] == ["PROVED", "PROVED", "REFUTED", "REFUTED"]


def test_a_family_that_does_not_occur_restricts_the_ends_of_its_range():
    front = "---\nletters: |\n  n | integer | \\ge {}\n  r | real\n  x_i | family | 1 \\le i \\le n, \\in [0, r]\n---\n"
    shown = "\n:::{prf:lemma}\n$$ r \\ge 0 $$\n:::\n"
    (part,) = read_text(front.replace("{}", "1") + shown).claim.parts.values()
    assert [str(one) for one in part.given] == ["0 <= r"]
    with pytest.raises(Refused, match="for those for which there is such"):  # there may be no member
        read_text(front.replace("{}", "0") + shown)
