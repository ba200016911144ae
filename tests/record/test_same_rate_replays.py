"""A record of two sides that agree up to constants holds the statements that its certificates are for."""

from sympy import exp, symbols

from boundcheck import job
from boundcheck.claims import Claim, SameUpToConstant
from boundcheck.cli.verify import BAD, rows_of

n, epsilon = symbols("n epsilon", real=True)


def test_a_product_beside_a_constant_stays_as_it_was_written():
    same = SameUpToConstant(n * (exp(epsilon) - 1) ** 2, epsilon**2 * n, (n >= 1, epsilon > 0, epsilon <= 1))
    claim = Claim(title="t", words="w", parts={"same": same})
    settings = job.Settings(budget="quick")
    with job.runner(settings) as run:
        record = job.check("own/same", claim, settings, run)[1]
    assert record.parts["same"].outcome == "PROVED"
    assert [row for row in rows_of(record, claim) if row.result in BAD] == []
