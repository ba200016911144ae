r"""Theorem D.3: duality gap at the printed $T$, $\beta$ and $\eta$."""

from boundcheck.claims import Claim, Definition, KeyFinding, Reading, Source

from . import PAPER, theorem_d_1
from .lab.same_draws import gap_of_equal_draws
from .notation import LETTERS
from .proofs import choices as proof
from .proofs import same_draws

MODEL = {"CTL": r"c(\varepsilon)", "LTC": r"c(\varepsilon)", "cDP": r"\left( 1 + \frac{1}{\sqrt{\varepsilon}} \right)"}
BAD = {"CTL": r"\alpha", "LTC": r"\alpha c(\varepsilon)", "cDP": r"\alpha"}
GAP = (
    r"\operatorname{DG}_{\mathrm{ORDER}}(\hat{\pi}) \le k \min_{C \ge 1} \left\{ \operatorname{subopt}(\hat{\pi}, C) + C \left( \frac{V_{\mathrm{max}} \log(|\Pi|/\delta)}{\sqrt{m}}"
    r" + MODEL \sqrt{\frac{\log(|\mathcal{L}| |\Pi|/\delta)}{n}} + \sqrt{BAD \log(|\Pi|/\delta)} \right) \right\}"
)

CLAIM = Claim(
    source=Source(PAPER, "Theorem D.3", "Appendix D"),
    words=r"For $\beta = 1/\sqrt{T}$, $\eta = 1/T$ and the printed $T$, for any $\zeta$ in (0, 1], with probability at least $1 - \zeta$ and a constant that depends on nothing. For small $\zeta$ no constant serves, as all sampled opponents can coincide",
    displays={
        name: GAP.replace("ORDER", name).replace("MODEL", MODEL[name]).replace("BAD", BAD[name])
        for name in MODEL
    },
    letters=LETTERS | proof.LETTERS | same_draws.LETTERS,
    readings=(
        Reading("literal", r"the printed $T$, $\beta$ and $\eta$; $k$ is any constant, $\delta$ is $\zeta$; the class meets Assumption 4.2 in full, against drawn "
            r"opponents, too, so that it is infinite and $|\Pi|$ a covering number, as in Remark 3.6; in the example $\zeta$ is $3^{-T}$", fault=same_draws.DRAWS),
        Reading("more rounds", r"$\eta = \beta^2$, $\beta$ the sum of $V \sqrt{\ln(|\Pi|/\zeta)/m}$ and $\operatorname{err}_{\mathrm{general}}$, and $T$ at "
            r"least $1/\beta^2$ and $\ln(|\Pi|/\zeta)/\beta^2$; then Theorem D.1, which is imported, gives 14 times the printed right side", repair=True),
    ),
    parts={
        "gap": {"literal": same_draws.LITERAL, "more rounds": same_draws.MORE_ROUNDS},
        "equal_draws": Definition(r"duality gap after $T$ rounds whose drawn opponents are all the third action, at the printed $\beta$ and $\eta$", gap_of_equal_draws,
            tuple({"rounds": rounds} for rounds in (20, 200, 2000))),
    },
    steps=(*proof.printed_choice(), *same_draws.steps(), *proof.unilateral()),
    uses=(theorem_d_1,),
    findings=(
        KeyFinding(r"The example has $T \ge 145$ and $\zeta$ below $10^{-69}$; of larger $\zeta$ it says nothing", ("how_small",), weight="little", fault=same_draws.DRAWS),
        KeyFinding(r"With both logarithms equal to $L$ and $c(\varepsilon)^2/n = 1$ Theorem D.1 gives $L$ and the print $\sqrt{2 L}$; the ratio $\sqrt{L/2}$ is unbounded", ("product_for_every_constant",), fault=proof.LOGARITHMS),
        KeyFinding("Theorem 4.4, which leaves $T$ free, is not touched", ("gap@more rounds",), fault=proof.LOGARITHMS),
    ),
    not_covered=(
        r"a constant that may depend on $\zeta$ is not excluded; that the gap itself grows like the product of the logarithms is not shown",
        "finite classes with two actions, which hold fixed points only (Theorem D.1), are not covered",
        r"that $T$ is a whole number is not used, and the $\delta$ of the bounds is read as the $\zeta$ of the theorem",
    ),
)  # fmt: skip
