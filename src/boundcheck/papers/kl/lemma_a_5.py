"""Lemma A.5: contraction under label privacy."""

import sympy
from sympy import Eq, Gt, Lt, Min, exp, log, sinh, tanh

from boundcheck.claims import Assumption, Cited, Claim, Identity, Inequality, Source, Step
from boundcheck.symbolic import bernoulli_kl

from . import PAPER
from .notation import LETTERS, PARAMETERS, domain, epsilon, keep

p, q, a, b = sympy.symbols("p q a b", real=True)
COIN = Eq(keep, exp(epsilon) / (exp(epsilon) + 1))
OPEN = (Gt(p, 0), Lt(p, 1), Gt(q, 0), Lt(q, 1))
GIVEN = (*OPEN, *domain("epsilon"), COIN)


def arrives(p):
    """Probability of the output 1 of randomized response."""
    return keep * p + (1 - keep) * (1 - p)


def both(p, q):
    """Divergence plus its reverse."""
    return bernoulli_kl(p, q) + bernoulli_kl(q, p)


PRINTED = Min(4, exp(2 * epsilon)) * (exp(epsilon) - 1) ** 2
SHARP = 4 * sinh(epsilon / 2) ** 2

ONE_DIRECTION = Step("one_direction", "Lemma A.5, sharpened", Inequality(bernoulli_kl(arrives(p), arrives(q)), SHARP * (p - q) ** 2, GIVEN))

CLAIM = Claim(
    source=Source(PAPER, "Lemma A.5", "Appendix A; Theorem 1 of Duchi et al. (2013)"),
    words="For an epsilon-LDP channel Q of a label (a bit, as in the paper) and the laws M_1, M_2 of its outputs under P_1, P_2,",
    displays={"": 'D_"kl" (M_1 || M_2) + D_"kl" (M_2 || M_1) <= min{4, e^(2 epsilon)} (e^epsilon - 1)^2 norm(P_1 - P_2)_"TV"^2'},
    parameters=(PARAMETERS["epsilon"],),
    letters=LETTERS,
    parts={"randomized_response": Inequality(both(arrives(p), arrives(q)), PRINTED * (p - q) ** 2, GIVEN)},
    steps=(
        Step("any_channel", "Lemma A.5",
            Cited("every epsilon-LDP channel of a bit is randomized response followed by a channel that does not see the bit",
                  "Kairouz, Oh and Viswanath (2014), Theorem 2 and its binary case; Duchi et al. (2013) for inputs of any kind"),
            reduction="So that for labels the two-point computation is the whole lemma; the divergence does not grow under a second channel."),
        Step("shrinks", "Lemma A.5", Identity(arrives(p) - arrives(q), tanh(epsilon / 2) * (p - q), GIVEN),
            reduction="Total variation shrinks by exactly tanh(epsilon/2)."),
        Step("outputs_inside", "Lemma A.5", Inequality(keep * (1 - keep), arrives(p) * (1 - arrives(p)), GIVEN)),
        Step("odds", "Lemma A.5", Identity(both(a, b), (a - b) * (log(a / b) + log((1 - b) / (1 - a))), (Gt(a, 0), Lt(a, 1), Gt(b, 0), Lt(b, 1))),
            reduction="a and b are the two output probabilities."),
        ONE_DIRECTION,
        Step("both_directions", "Lemma A.5, sharpened", Inequality(both(arrives(p), arrives(q)), SHARP * (p - q) ** 2, GIVEN),
            reduction="Even the sum of both directions is at most (2 alpha - 1)^2/(alpha (1 - alpha)) times the square."),
        Step("sharper_than_printed", "Lemma A.5, sharpened", Inequality(SHARP, PRINTED, domain("epsilon")),
            reduction="4 sinh^2(epsilon/2) = (e^epsilon - 1)^2/e^epsilon grows like e^epsilon; the printed factor like e^(2 epsilon)."),
        Step("ratio", "Lemma A.5, sharpened", Identity(SHARP, (exp(epsilon) - 1) ** 2 / exp(epsilon), domain("epsilon"))),
        Step("least_constant", "Lemma A.5, sharpened",
            Identity(tanh(epsilon / 2) ** 2 / (keep * (1 - keep)), SHARP, (*domain("epsilon"), COIN)),
            reduction="Near p = q = 1 the sum of both directions is (2 alpha - 1)^2 (p - q)^2/(alpha (1 - alpha)) to second order, "
            "so that no smaller constant will do."),
    ),
    not_covered=("inputs with more than two values: Duchi et al. have the printed factor for them; the sharpened one is that of bits, and for three inputs "
                 "it can be exceeded, up to (e^epsilon - 1)^2 max{e^(-epsilon), 2/(e^epsilon + 2)}",),
    assumptions=(Assumption("not_interactive", "the channel of a label does not depend on other labels", ("any_channel",),
                            "for interactive channels the same bound holds per label, given the past"),),
)
