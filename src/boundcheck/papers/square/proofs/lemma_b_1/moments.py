"""The page's proof for CTL: moments and means of the excess loss, with the constants that its signs of order leave out."""

from sympy import Ge, Integer, Le

from boundcheck.claims import Assumption, Fault, Identity, Inequality, Repair, Step

from ...notation import alpha, c_epsilon, domain, epsilon
from ...quantities import FLIP, KEEP
from .letters import BAD, FUNCTIONS, M_1, M_2, ORDER, PLACE, bad, bad_2, expected, h, plain, s, sign, y, y_bar, z

INDEPENDENT = Assumption("independent", "samples, coins and bad labels are independent from sample to sample",
    "bad labels that see the other labels are not Huber's")

NOT_IDENTICAL = Fault("b_1_identically_distributed", "hidden assumption", words="corrupted labels may each have their own distribution: they are independent, and not identically distributed")

CTL = PLACE + ", CTL"
PRIVATE = domain(epsilon)


def moments():
    """The excess loss of one sample, and its second moment."""
    loss = (h - c_epsilon * z) ** 2 - (s - c_epsilon * z) ** 2
    square = plain((h - s) ** 2, (h + s - 2 * c_epsilon * z) ** 2)
    ranges = (*PRIVATE, *FUNCTIONS, sign(z))
    return (
        Step("excess_loss", CTL, Identity(loss**2, square, PRIVATE),
            form="reduction", display=r"\mathbb{E}[(U_i^h)^2] = \mathbb{E}[(h(u_i) - h^*(u_i))^2 (h(u_i) + h^*(u_i) - 2 c(\varepsilon) z'_i)^2]",
            because="Sample by sample, then in expectation."),
        Step("centred_moment", CTL, Inequality(M_2 - 2 * M_1 * M_1 + M_1**2, M_2),
            form="translation", display=r"\mathbb{E}[(D_i^h)^2] \le \mathbb{E}[(U_i^h)^2]",
            because=r"The square of $D = \mathbb{E}[U] - U$ is multiplied out; $m_1$ and $m_2$ are the first two moments of $U$."),
        Step("second_moment", CTL, Inequality(square, c_epsilon**2 * (h - s) ** 2, ranges),
            form="translation", display=r"\mathbb{E}[(h(u_i) - h^*(u_i))^2 (h(u_i) + h^*(u_i) - 2 c(\varepsilon) z'_i)^2] \le c(\varepsilon)^2 \mathbb{E}[(h(u_i) - h^*(u_i))^2]",
            because=r"Sample by sample, then in expectation. The second factor is at most $2 + 2 c(\varepsilon)$, at most $4 c(\varepsilon)$, in absolute value.",
            repair=Repair(Inequality(square, 4 * (1 + c_epsilon) ** 2 * (h - s) ** 2, ranges),
                r"$\lesssim$, or $16 c(\varepsilon)^2$ and $8 \ln(|\mathcal{H}|/\zeta)/\varepsilon$",
                r"\mathbb{E}[(h(u_i) - h^*(u_i))^2 (h(u_i) + h^*(u_i) - 2 c(\varepsilon) z'_i)^2] \lesssim c(\varepsilon)^2 \mathbb{E}[(h(u_i) - h^*(u_i))^2]"),
            misprint="the same line for cDP, which has the sign of order", doubt="a sign of order, which the copy at hand has elsewhere in this proof and may have lost here", fault=ORDER),
        Step("range_of_excess", CTL,
            Inequality(h * h - s * s - 2 * c_epsilon * z * (h - s), 4 * (1 + c_epsilon), ranges),
            form="reduction", display=r"U_i^h \le 4 (1 + c(\varepsilon))",
            because="The page needs a bound of $D$ for Lemma B.3; the same holds for $-U$, so that $D$ is at most twice that."),
    )  # fmt: skip


def means():
    """The expectation of the excess loss under CTL, in the three parts of the page."""
    whole = (h - s) * (h + s - 2 * c_epsilon * z)
    coin = KEEP * (-2 * c_epsilon * y_bar) + FLIP * (2 * c_epsilon * y_bar)
    standard = (h - s) * (h + s - 2 * y)
    observed = (1 - alpha) * s + alpha * bad  # mean of the label before the coin
    turned = KEEP * observed - FLIP * observed
    return (
        Step("three_terms", CTL,
            Identity(whole, plain(h - s, -2 * c_epsilon * z + 2 * y_bar) + plain(h - s, 2 * y - 2 * y_bar) + standard, PRIVATE),
            form="reduction", display=r"\mathbb{E}[U_i^h] = \mathcal{T}_{\mathrm{privacy}} + \mathcal{T}_{\mathrm{corruption}} + \mathcal{T}_{\mathrm{standard}}",
            because="Both sides have the factor $h - s$; the labels before and after the coin are added and taken away."),
        Step("privacy_term", CTL, Identity((h - s) * (coin + 2 * y_bar), Integer(0), PRIVATE),
            form="reduction", display=r"\mathcal{T}_{\mathrm{privacy}} = 0", because="The mean over the coin of randomized response, whatever the label before it."),
        Step("standard_term", CTL, Identity(expected(standard, s, y), (h - s) ** 2),
            form="reduction", display=r"\mathcal{T}_{\mathrm{standard}} = \mathbb{E}[(h(u_i) - h^*(u_i))^2]", because="The mean over a clean label with mean $h^*$."),
        Step("mean_of_excess", CTL,
            Identity((h - s) * (h + s - 2 * c_epsilon * turned), (h - s) ** 2 + (h - s) * (2 * s - 2 * observed), PRIVATE),
            form="reduction", display=r"\mathbb{E}[U_i^h] = \mathbb{E}[(h - h^*)^2] + \mathbb{E}[(h - h^*)(2 y'_i - 2 \bar{y}_i)]",
            because="With the whole law of $z'$ in place: Huber's mixture with a bad label of mean $b$, then the coin."),
        Step("identically_distributed", CTL,
            Identity((1 - alpha) * s + alpha * bad, (1 - alpha) * s + alpha * bad_2,
                (*domain(alpha), *BAD, Ge(bad_2, -1), Le(bad_2, 1), Ge(s, -1), Le(s, 1))),
            form="translation", display=r"D_i^h\text{ are i.i.d. (due to Huber corruption)}",
            because="Means of two labels at one $u$: in Definition 2.1 the bad law $B_i$ may be another one for every $i$. Where "
            "$B_i$ is one law given the features for all $i$, as the index of $G_i$ may be meant, the labels are "
            "identically distributed.",
            repair=Repair(Inequality(((1 - alpha) * s + alpha * bad - s) ** 2, (2 * alpha) ** 2,
                (*domain(alpha), *BAD, Ge(s, -1), Le(s, 1))),
                r"they are independent, and Lemma B.3 asks for no more; every label's mean is moved by $2 \alpha$ at most, "
                "whatever its distribution"),
            fault=NOT_IDENTICAL, assumes=INDEPENDENT),
    )  # fmt: skip
