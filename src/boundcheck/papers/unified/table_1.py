"""Table 1: win rates of rDPO and DPO under privacy."""

from boundcheck.claims import Claim, ReportedTable, Source

from . import PAPER

# Win rates in percent, mean and standard deviation over the seeds: rDPO, then DPO.
ROWS = (
    (r"rDPO beats DPO at $\varepsilon = 0.1$", 59.0, 4.7, 55.4, 1.1),
    (r"rDPO beats DPO at $\varepsilon = 0.5$", 65.8, 5.6, 60.4, 3.0),
)
SEEDS = 5

CLAIM = Claim(
    source=Source(PAPER, "Table 1", "Appendix D.2", kind="table"),
    title="rDPO against DPO under privacy",
    words="Mean win rates in percent over five seeds, with standard deviations, of rDPO against those of DPO; rDPO is said to "
    "outperform DPO.",
    displays={
        "": r"59.0 \pm 4.7\text{ against } 55.4 \pm 1.1\text{ at } \varepsilon = 0.1, \quad 65.8 \pm 5.6\text{ against } 60.4 \pm 3.0\text{ at } \varepsilon = 0.5"
    },
    parts={"outperforms": ReportedTable(ROWS, SEEDS)},
    not_covered=(
        "the raw win rates per seed, which would allow paired tests",
        "the spread over judges, prompts and splits, which a standard deviation over seeds does not show",
    ),
)
