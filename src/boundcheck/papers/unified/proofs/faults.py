"""Lines of the page that are false and touch several results: each has one identity."""

from boundcheck.claims import Fault

CONVEXITY = Fault(
    "eq_20_convexity",
    "missing factor",
    "Eq. (20) and the first display of Appendix E.5, first inequality",
    r"a second-order expansion gives $\gamma/2$, not $\gamma$",
)
CONFIDENCE = Fault(
    "theorem_5_7_confidence", "range", "Theorem 5.7", r"$\ln(1/\delta)$ tends to 0 as $\delta$ tends to 1, and the error does not"
)
