"""Assumption 4.2 asks the class to hold the next policy of each of its policies: with two actions no finite class does, but for even games.

One prompt, two actions, of which the first gains v against the second. The policy is the difference d of the links of its
two ratios. The exact step brings d nearer to v/beta by the factor 1/(1 + eta) and never there, so that from any other d on
infinitely many policies follow; two models with different v leave no d at all.
"""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le

from boundcheck.claims import Fault, Identity, Inequality, Step

from ..notation import beta, domain, eta

WHERE = "Assumption 4.2"
d, after, gain, p = sympy.symbols("d after gain p", real=True)
LETTERS = {"after": "d_2", "gain": "v"}
FINITE = Fault("assumption_4_2", "empty assumption", where=r"Assumption 4.2, with $\ln|\Pi|$ in the bounds",
    words=r"with two actions a policy that the update does not fix moves on, so that a finite class closed under the update contains fixed points only; for two of the preference models tried no policy is fixed")  # fmt: skip
GAMES = (*domain(beta, eta), Ge(gain, -1), Le(gain, 1))
NEXT = (d + eta / beta * gain) / (1 + eta)
# The reference policy has d = 0; in a finite class it would have to be its own next policy.
LITERAL = Identity(NEXT.subs(d, 0), Integer(0), GAMES)
COVER = Inequality(NEXT**2, beta**-2, (*GAMES, Le(d**2, beta**-2)))


def steps():
    """The step in numbers, and why a finite class is not closed under it."""
    return (
        Step("gain_of_the_first", WHERE, Identity((1 - p) * gain - (-p * gain), gain),
            because="Whatever the current policy, $p$ and $1 - p$, the first action gains $v$ more than the second."),
        Step("next_link", WHERE, Identity(after, NEXT, (Eq((1 + 1 / eta) * beta * after - beta / eta * d, gain), *GAMES)),
            because="Eq. (8), in the differences of links $d$ and $d_2$ of the current and the next policy."),
        Step("nearer_by_a_factor", WHERE, Identity(NEXT - gain / beta, (d - gain / beta) / (1 + eta), GAMES),
            because=r"So the next policies of any $d$ other than $v/\beta$ are all different, and a finite class holds $d = v/\beta$ alone."),
        Step("two_models", WHERE, Inequality(Integer(0), (gain / beta) ** 2, (*domain(beta), Gt(gain, 0)), strict=True),
            because=r"The model of an even game moves $v/\beta$, that of this game moves 0: a class of models that holds both leaves no finite class of policies."),
        Step("bounded_class", WHERE, COVER,
            because=r"The infinite class of all policies with links at most $1/\beta$ apart is closed, for every model; the bounds then ask for a covering number."),
    )  # fmt: skip
