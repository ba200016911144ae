"""Where a statement has no value without a hypothesis the certificate says so to the kernel, or nothing is said."""

from sympy import Ge, Gt, IndexedBase, Sum, symbols

from boundcheck.prove import NotDefined, dropped, prove, replay, without
from boundcheck.symbolic import Statement

d, j = symbols("d j", integer=True)
m, s = IndexedBase("m"), IndexedBase("s")


def test_a_sum_of_quotients_whose_denominators_may_be_nought():
    statement = Statement(Sum(s[j] / m[j], (j, 1, d)), ">=", 0, (Gt(m[j], 0), Ge(s[j], 0), Ge(d, 1)))
    proved = prove(statement)
    answer = dropped(statement, (0,), getattr(proved, "certificate", {}).get("proofs", ()), seconds=0.1)
    certificate = getattr(answer, "certificate", None)
    assert not isinstance(answer, NotDefined) or replay(certificate, without(statement, (0,))).ok
