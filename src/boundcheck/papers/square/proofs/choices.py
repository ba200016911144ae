"""The composition of Theorem D.1 with Lemma D.2 at the printed T, beta and eta, and at another choice."""

import sympy
from sympy import Eq, Ge, Gt, Integer, Le, log, sqrt

from boundcheck.claims import Assumption, Fault, Identity, Inequality, Repair, Step

THEOREM_D_1 = Assumption("theorem_d_1", "Theorem D.1, which is imported; the example does not need it")

PLACE = "Theorem D.3"
LOGARITHMS = Fault("d_3_logarithms", "non sequitur", where="Theorem D.3, the middle terms",
    words="at the printed $T$ Theorem D.1 does not give the bound: its last term has the product of the two logarithms under the root, where the theorem has their sum")  # fmt: skip
# C of the ball; E = err_general^2; V^2/m; the logarithms of the two classes over the failure probability.
C, E, A, K, H, T, N, root = sympy.symbols("C E A K H T N r", real=True)
beta, size, constant, V, m = sympy.symbols("beta S k V m", real=True)
A_root, E_root, a, b, best, chi = sympy.symbols("A_root E_root a b best chi", real=True)
LETTERS = {
    "E": r"\operatorname{err}_{\mathrm{general}}^2", "A": r"V_{\mathrm{max}}^2/m", "K": r"\log(|\Pi|/\delta)", "H": r"\log(|\mathcal{L}|/\zeta)",
    "N": r"c(\varepsilon)^2/n", "V": r"V_{\mathrm{max}}",
    "A_root": r"V_{\mathrm{max}} \sqrt{\log(|\Pi|/\delta)/m}", "E_root": r"\operatorname{err}_{\mathrm{general}}", "best": r"C_{\mathrm{uni}}",
    "chi": r"D_{\chi^2}",
}  # fmt: skip
POSITIVE = (Ge(C, 1), Gt(E, 0), Gt(A, 0), Ge(K, log(2)))
CHOSEN = (*POSITIVE, Gt(T, 0), Eq(T * (A + E), 1))  # the printed T: 1/T = V^2/m + err_general^2


def terms(beta, eta, T):
    """The eight terms of Theorem D.1 without subopt; err_md^2 = K/m, so V^2 err_md^2 is A K."""
    return {
        "start": C * beta / (eta * T),
        "bias": C * beta,
        "movement": eta / beta,
        "sample": sqrt(C * A * K),
        "sample over beta": A * K / (2 * beta),
        "model over beta": C * E / beta,
        "model": sqrt(C * E),
        "opponents": sqrt(K / T),
    }


def printed_choice():
    """Term by term at beta = T^(-1/2) and eta = 1/T."""
    at = terms(1 / sqrt(T), 1 / T, T)
    rate = sqrt(A) + sqrt(E)
    logs = r"$E$ is $N H$ without corruption, with $N$ for $c(\varepsilon)^2/n$. The page has $C (V \ln |\Pi| + \ldots + \sqrt{N (H + K)})$; "
    return (
        Step("rounds_identity", PLACE, Identity(1 / (m * size / (size * V**2 + m * E * size)), V**2 / m + E, (Gt(m, 0), Gt(size, 0), Gt(E, 0))),
            form="translation", display=r"T = \frac{m n}{n V_{\mathrm{max}}^2 + m c(\varepsilon)^2 \log(|\mathcal{L}|/\zeta) + m n \alpha} \quad \Longleftrightarrow \quad \frac{1}{T} = \frac{V_{\mathrm{max}}^2}{m} + \operatorname{err}_{\mathrm{general}}^2",
            because="$S$ is $n$, $E$ the bound of Lemma D.2."),
        Step("first_three_terms", PLACE, Identity(at["start"] + at["bias"] + at["movement"], (2 * C + 1) / sqrt(T), (Gt(T, 0),)),
            form="translation", display=r"\frac{C \beta}{\eta T} + C \beta + \frac{\eta}{\beta} = \frac{2 C + 1}{\sqrt{T}}",
            because=r"At $\beta = T^{-1/2}$ and $\eta = 1/T$, so that $\beta/(\eta T) = \beta$ and $\eta/\beta = T^{-1/2}$."),
        Step("root_of_rounds", PLACE, Inequality(1 / sqrt(T), rate, CHOSEN), display=r"\frac{1}{\sqrt{T}} \le \frac{V_{\mathrm{max}}}{\sqrt{m}} + \operatorname{err}_{\mathrm{general}}",
            because="$1/T = A + E$ with $A = V^2/m$, and the root of a sum is at most the sum of the roots."),
        Step("sample_over_beta", PLACE, Inequality(A * K * sqrt(T) / 2, sqrt(A) * K / 2, CHOSEN),
            form="translation", display=r"\frac{V_{\mathrm{max}}^2 \operatorname{err}_{\mathrm{md}}^2}{2 \beta} \le V_{\mathrm{max}} \frac{\log(|\Pi|/\delta)}{2 \sqrt{m}}",
            because=r"$A K$ is the term $V^2 \operatorname{err}_{\mathrm{md}}^2$, $1/\beta$ the root of $T$, which is at most one over the root of $A$."),
        Step("model_over_beta", PLACE, Inequality(C * E * sqrt(T), C * sqrt(E), CHOSEN), form="translation", display=r"\frac{C \operatorname{err}_{\mathrm{general}}^2}{\beta} \le C \operatorname{err}_{\mathrm{general}}",
            because="The root of $T$ is at most one over the root of $E$."),
        Step("sample_term", PLACE, Inequality(sqrt(C * A * K), 2 * C * sqrt(A) * K, POSITIVE),
            form="translation", display=r"V_{\mathrm{max}} \sqrt{C \operatorname{err}_{\mathrm{md}}^2} \le 2 C V_{\mathrm{max}} \frac{\log(|\Pi|/\delta)}{\sqrt{m}}",
            because=r"A $K$ is $V^2 \operatorname{err}_{\mathrm{md}}^2$; $C$ is at least 1 and $K$ at least ln 2, which is above 1/4."),
        Step("opponents_term", PLACE, Inequality(sqrt(K / T), sqrt(A * K) + sqrt(E * K), CHOSEN),
            because="The last term of Theorem D.1: the logarithm of the policies multiplies that of the preference class, which is in $E$.", assumes=THEOREM_D_1),
        Step("product_of_logarithms", PLACE,
            Inequality(sqrt(N * H * K), constant * C * sqrt(N * (H + K)), (Ge(constant, 10), Eq(C, 1), Eq(N, 1), Eq(H, K), Eq(K, 8 * constant**2))),
            form="translation", display=r"\sqrt{\frac{\log(|\Pi|/\delta)}{T}} \le k C \left( c(\varepsilon) \sqrt{\frac{\log(|\mathcal{L}| |\Pi|/\delta)}{n}} \right)",
            because=logs + r"the page combines Theorem D.1 with Lemma D.2 and displays no line of that; put together at its $\beta$, $\eta$ and $T$, for small $A$ and $\alpha = 0$ the last term of Theorem D.1 is $\sqrt{N H K}$: a product of logarithms, which no constant $k$ times the root of their sum bounds. With $\eta = \beta^2$ and $\beta$ the sum of $V \sqrt{\ln(|\Pi|/\delta)/m}$ and $\operatorname{err}_{\mathrm{general}}$ no such product arises (Theorem 4.4).",
            repair=Repair(Inequality(sqrt(K / T), beta, (Gt(beta, 0), Gt(T, 0), Gt(K, 0), Le(K / beta**2, T))),
                r"$T \ge \ln(|\Pi|/\zeta)/\beta^2$, with $\beta$ the sum of the other terms",
                r"\sqrt{\frac{\log(|\Pi|/\delta)}{T}} \le \beta, \quad \beta \ge k C \left( c(\varepsilon) \sqrt{\frac{\log(|\mathcal{L}| |\Pi|/\delta)}{n}} \right)"),
            fault=LOGARITHMS),
        Step("product_for_every_constant", PLACE,
            Inequality(constant * sqrt(2 * K), K, (Ge(constant, 1), Ge(K, 3 * constant**2)), strict=True),
            because="With both logarithms equal to $K$ and $N = 1$: for every constant $k$ the product is larger from $K = 3 k^2$ on."),
    )  # fmt: skip


SMALL = (Ge(C, 1), Gt(beta, 0), Le(beta, 1))
# The eight terms of Theorem D.1 at the other choice, summed, and what they are at most.
OTHER = Inequality(C * beta + C * beta + beta + C * root + A_root / 2 + C * E_root + C * E_root + beta, Integer(7) * C * beta,
    (*SMALL, Eq(beta, A_root + E_root), Ge(A_root, 0), Ge(E_root, 0), Le(root, A_root)))  # fmt: skip


def other_choice():
    """beta = sqrt(E) + sqrt(A K), eta = beta^2, T at least 1/beta^4 and K/beta^2: no logarithm is lost."""
    small = SMALL
    at = terms(beta, beta**2, T)
    return (
        Step("other_choice_start", "derivation", Inequality(at["start"], C * beta, (*small, Ge(T * beta**2, 1))),
            because=r"With $\eta = \beta^2$."),
        Step("other_choice_sample", "derivation", Inequality(at["sample over beta"], root / 2, (*small, Gt(root, 0), Le(root, beta), Eq(root**2, A * K), Gt(A, 0), Gt(K, 0))),
            because="$r$ is the root of A $K$."),
        Step("other_choice_model", "derivation", Inequality(at["model over beta"], C * root, (*small, Gt(root, 0), Le(root, beta), Eq(root**2, E))),
            because=r"$r$ is $\operatorname{err}_{\mathrm{general}}$."),
        Step("other_choice_opponents", "derivation", Inequality(at["opponents"], beta, (*small, Gt(T, 0), Gt(K, 0), Le(K / beta**2, T)))),
        Step("other_choice", "Theorem 4.4", OTHER,
            form="interpretation", display=r"\operatorname{DG}(\hat{\pi}) \le k \min_{C \ge 1} \{\operatorname{subopt}(\hat{\pi}, C) + C \left( V_{\mathrm{max}} \sqrt{\frac{\log(|\Pi|/\delta)}{m}} + \operatorname{err}_{\mathrm{general}} \right)\}",
            because=r"The eight terms summed; $\beta$ is the sum of the roots of A $K$ and of $E$. No logarithm of the policy class stands before $\operatorname{err}_{\mathrm{general}}$, and its root before $V$."),
    )  # fmt: skip


def unilateral():
    """From the minimum over C to the unilateral coefficient."""
    return (
        Step("unilateral_covers", PLACE, Inequality(a, best, (Ge(a, 0), Ge(b, 1), Le(a * b, best))),
            form="reduction", display=r"\max_{x, a} \frac{\pi (a \mid x)}{\pi_{\mathrm{ref}}(a \mid x)} \le C_{\mathrm{uni}}",
            because="The coefficient is a product of two maxima per state, and the second, $b$, that of the minimax winner, is at "
            "least 1. So it is no smaller than the largest ratio of all policies of the class: coverage between one "
            "policy and all, of which Section 4 speaks, is that of the minimum over $C$."),
        Step("unilateral_ball", PLACE, Inequality(chi, best, (Le(chi, (a - 1) / 2), Le(a, best), Ge(best, 1))),
            form="reduction", display=r"\max_x D_{\chi^2}(\pi(x) \| \pi_{\mathrm{ref}}(x)) \le C_{\mathrm{uni}}",
            because=r"The divergence is half of the mean ratio less 1. So all of $\Pi$ lies in the ball of radius $C_{\mathrm{uni}}$, and subopt is at most 0 there."),
    )  # fmt: skip


def steps():
    """The printed choice, the reading with the unilateral coefficient, the other choice."""
    return (*printed_choice(), *unilateral(), *other_choice())


