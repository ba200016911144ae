"""That no locally private method does without c(epsilon), by Le Cam's two points at logits of order c(epsilon)/sqrt(n)."""

from boundcheck.claims import Cited, Step

from .... import two_logits

WHERE = "Section 4, comparison with Cai et al., 'what we pay'"
LETTERS = {"one": "K_1"}


def every_method():
    """From one channel to every method."""
    return (
        *two_logits.garbled(WHERE),
        two_logits.contracted(WHERE),
        *two_logits.of_labels(WHERE, "The rewards differ by $h$ or by $-h$.", r"\operatorname{KL} \le \frac{h^2}{2 c(\varepsilon)^2} \quad \text{per private label}"),
        Step("two_laws", WHERE,
            Cited(r"the larger mean distance from two points $2h$ apart is at least $h (1 - \operatorname{TV})$, and TV is at most the root of half the divergence", "Le Cam; Pinsker"),
            display=r"\max \mathbb{E} |t - \theta| \ge h \left( 1 - \sqrt{\frac{n}{2} K_1} \right)"),
        two_logits.two_points(WHERE),
        *two_logits.at_the_logit(WHERE, "needed_factor",
            r"The multiplicative factor is what the local model costs, for every $n$, every $\varepsilon$ and every method that sees private labels alone, and not a weakness of the two "
            "estimators. Where the learner sees the labels themselves, one noisy release costs an additive term."),
    )
