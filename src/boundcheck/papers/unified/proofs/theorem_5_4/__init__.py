"""The displayed steps of Appendix E.4, for CTL, LTC and CLC."""

from sympy import Ge

from boundcheck.claims import Inequality, Step

from ...notation import d, domain
from .chain import chain
from .composed import beyond, combined
from .gradient import clc, ctl, ltc
from .letters import LETTERS

__all__ = ["LETTERS", "steps"]


def steps(printed, explicit, constant, sharper, sharper_corruption):
    """All steps, in the order of the page; the last ones go beyond it."""
    return (
        *chain(),
        *ctl(),
        *ltc(),
        *clc(),
        *combined(printed, explicit, constant),
        *beyond(sharper_corruption),
        Step("constant_sharper", "not in the paper",
            Inequality(sharper("ltc"), constant * printed("ltc"),
                (*domain("n", "epsilon", "delta", "lam", "radius", "alpha"), Ge(d, 2))),
            settles=("coverage_ltc@sharper",),
            reduction="The explicit version with the sharper corruption term, against the printed rate."),
    )
