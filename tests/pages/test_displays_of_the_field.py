r"""Displays in the style of the field, the truth written first: what each says, or that print leaves it open."""

import pytest

from boundcheck.pages import Refused, read_text

FRONT = r"""---
letters: |
  n, d, T, k | integer | \ge 2
  \epsilon, \delta, \lambda, \beta, \gamma, B, R, \kappa, t | real | > 0
  x, y, z | real
  e | constant
  \pi | constant
  c(\epsilon) | function | = \frac{e^{\epsilon} + 1}{e^{\epsilon} - 1}
  I | identity | \in \mathbb{R}^{d \times d}
  \theta, \hat\theta, \theta^\star, \Delta, \phi | vector | \in \mathbb{R}^d
  \Sigma, V | matrix | \in \mathbb{R}^{d \times d}, \succ 0
  X | matrix | \in \mathbb{R}^{n \times d}
  \eta | vector | \in \mathbb{R}^n
  r_i, w_i | family | 1 \le i \le n
---

:::{prf:lemma}
$$
SHOWN
$$
:::
"""

NOISE = r"\hat\theta - \theta^\star"
PLAIN = {
    r"\|\hat\theta - \theta^\star\|_{\Sigma + \lambda I} \le \sqrt{\lambda} B + \gamma":
        r"norm((\hat{\theta} + (-\theta^{\star})), (\Sigma + (\lambda * identity[d x d]))) <= ((sqrt(\lambda) * B) + \gamma)",
    r"\sqrt{2\lambda} B \le R": r"(sqrt((2 * \lambda)) * B) <= R",
    r"2\sqrt{\lambda} B \le R": r"(2 * sqrt(\lambda) * B) <= R",
    r"\frac{c(\epsilon)}{\gamma} \sqrt{\frac{d + \log(1/\delta)}{n}} \le R":
        r"((((exp(\epsilon) + 1) / (exp(\epsilon) + (-1))) / \gamma) * sqrt(((d + log((1 / \delta))) / n))) <= R",
    r"\log^2 n \le n": "(log(n) ^ 2) <= n",
    r"\ln(1+x) \le x": "log((1 + x)) <= x",
    r"\Delta^\top \Sigma \Delta \ge \gamma \|\Delta\|_2^2": r"(\gamma * (norm(\Delta) ^ 2)) <= inner(\Delta, (\Sigma * \Delta))",
    r"\left|\langle \phi, \theta - \hat\theta \rangle\right| \le \|\phi\|_{V^{-1}} \|\theta - \hat\theta\|_V":
        r"abs(inner(\phi, (\theta + (-\hat{\theta})))) <= (norm(\phi, inverse(V)) * norm((\theta + (-\hat{\theta})), V))",
    r"\frac{1}{n} X^\top X + \lambda I \succeq \lambda I":
        r"(\lambda * identity[d x d]) \preceq (((1 / n) * transpose(X) * X) + (\lambda * identity[d x d]))",
    r"\frac{1}{n} \eta^\top X \phi \le \frac{1}{n} \|X^\top \eta\| \|\phi\|":
        r"((1 / n) * inner(\eta, (X * \phi))) <= ((1 / n) * norm((transpose(X) * \eta)) * norm(\phi))",
    r"\sum_{i=1}^n w_i r_i^2 \ge 0": "0 <= sum[i = 1 to n]((w[i] * (r[i] ^ 2)))",
    r"\frac{1}{n}\sum_{i=1}^{n} (r_i - x)^2 \ge 0": "0 <= ((1 / n) * sum[i = 1 to n](((r[i] + (-x)) ^ 2)))",
    r"\sum_{t'=1}^{T} \frac{1}{t'} \le 1 + \log T": "sum[t' = 1 to T]((1 / t')) <= (1 + log(T))",
    r"\exp\left(-\frac{n t^2}{2}\right) \le \delta": r"exp((-((n * (t ^ 2)) / 2))) <= \delta",
    r"e^{-\epsilon} \le 1 - \epsilon + \epsilon^2": r"exp((-\epsilon)) <= (1 + (-\epsilon) + (\epsilon ^ 2))",
    r"\max\{1, \kappa\} \le 1 + \kappa": r"max(1, \kappa) <= (1 + \kappa)",
    r"\binom{n}{2} = \frac{n(n-1)}{2}": "binomial(n, 2) == ((n * (n + (-1))) / 2)",
    r"\|\theta\|^2 - \|\hat\theta\|^2 = (\theta - \hat\theta)^\top (\theta + \hat\theta)":
        r"((norm(\theta) ^ 2) + (-(norm(\hat{\theta}) ^ 2))) == inner((\theta + (-\hat{\theta})), (\theta + \hat{\theta}))",
    r"-x \log x \le e^{-1}": "(-(x * log(x))) <= exp((-1))",
    r"|x - y| \le |x - z| + |z - y|": "abs((x + (-y))) <= (abs((x + (-z))) + abs((z + (-y))))",
    r"\pi x \le 4 |x|": r"(\pi * x) <= (4 * abs(x))",
    r"\tanh(x/2) = \frac{e^x - 1}{e^x + 1}": "tanh((x / 2)) == ((exp(x) + (-1)) / (exp(x) + 1))",
    r"\sqrt[4]{n} \le \sqrt n": "root[4](n) <= sqrt(n)",
    r"\langle \theta, \phi \rangle^2 \le \|\phi\|^2": r"(inner(\theta, \phi) ^ 2) <= (norm(\phi) ^ 2)",
    r"\|\phi\|^2_{V^{-1}} \le d": r"(norm(\phi, inverse(V)) ^ 2) <= d",
    r"T^{1/2} \log_2 T \le T": "((T ^ (1 / 2)) * (log(T) / log(2))) <= T",
}  # fmt: skip

# What each could say besides is beside it.
OPEN = {
    r"\frac{1}{2}\log n d \le T": "d times the logarithm",
    r"\log n/\delta \le T": "the logarithm of the quotient",
    r"\sqrt{d/n \lambda} \le R": "lambda beside the quotient",
    r"\lambda/2 \|\theta\|^2 \le R": "the norm below the line",
    r"x^{(2)} \le 1": "the number of a step",
    r"\theta^{(t)} = \theta": "a power of a vector",
    r"\|\Sigma\| \le R": "operator norm or Frobenius",
    r"\|\theta\|_1 \le R": "another norm",
    r"\theta \le \hat\theta": "entry by entry",
    r"\hat\theta \succeq \theta": "entry by entry",
    r"\Sigma^{1/2} \Delta = \phi": "which root",
    r"|x|y|z| \le 1": "pairs of bars",
    r"\sum_{i=1}^n r_i + x \ge 0": "under the sign or beside it",
    r"\sum_i r_i \ge 0": "over which range",
    r"\sum_{i=1}^{T} r_i \ge 0": "members that there may not be",
    r"r_i \le 1": "one or each",
    r"r_1 \le r_2": "members or letters",
    r"\max_i r_i \le 1": "over what",
    r"\sin^{-1} x \le 1": "inverse or reciprocal",
    r"c^{-1}(\epsilon) \le 1": "inverse or reciprocal",
    r"c \epsilon \le 1": "a product or a value",
    r"\delta(x) \ge 0 \text{ and } y": "a function or a product",
    r"\exp(x)(y) \le 1": "a factor or the argument",
    r"x, y \ge 0 \quad z = 1": "facts or conditions",
    r"\mathbb{E}[x] \le 1": "of which law",
    r"\Pr(x \le 1) \ge 1 - \delta": "of which law",
    r"\theta^\top \hat\theta \phi^\top \le 1": "a row",
    r"x \lesssim y": "up to which constant",
    r"O(\sqrt{T}) \le T": "a letter or an order",
    r"\|\theta\|_{\infty} \le 1": "another norm",
    r"\frac{d}{dx} x^2 \le 2": "a derivative",
    r"2 \frac{1}{2} \le 3": "a mixed number",
    r"1{,}000x \le 10 00": "two numbers",
    r"n!! \le T": "a double factorial",
    r"\lfloor x \rfloor \le x": "a whole part",
    r"\theta \cdot \phi \le 1": "a product of what",
    r"\langle \phi \rangle \le 1": "a mean",
    r"x \le y \text{ w.p. } 1 - \delta": "a condition",
    r"\log \log n \, T \le T": "which factor",
    r"a_n \le 1": "undeclared",
    r"\|\phi\|_V^{-1} \le 1": "the norm of the inverse",
    r"\theta^T \phi \le 1": "a power, where T is a letter",
    r"\theta^{\star\top} \phi \le 1": "two superscripts",
    r"{\theta^\star}^\top \phi \le 1": "a script at braces",
    r"\|\theta\|\phi\| \le 1": "pairs of bars",
    r"1/n X^\top X \preceq \Sigma": "the matrix below the line",
    r"\lambda_{\max}(\Sigma) \le 1": "undeclared",
    r"\Sigma \lambda \preceq V": "a number behind a matrix",
}


@pytest.mark.parametrize("shown", PLAIN)
def test_a_display_says_what_it_prints(shown):
    (line,) = read_text(FRONT.replace("SHOWN", shown)).lines
    assert line.said == PLAIN[shown]


@pytest.mark.parametrize("shown", OPEN)
def test_a_display_that_print_leaves_open_is_refused(shown):
    with pytest.raises(Refused) as caught:
        read_text(FRONT.replace("SHOWN", shown))
    assert caught.value.at is not None


MORE = r"""---
letters: |
  n, d, T, k, m | integer | \ge 2
  \epsilon, \delta, \lambda, \beta, \gamma, B, R, t, P, E, N_T | real | > 0
  x, y, z, a, b, c, f, g | real
  e | constant
  \pi | constant
  h(u) | function | = u^2 + 1
  \sigma | logistic
  I | identity | \in \mathbb{R}^{d \times d}
  \theta, \phi, v | vector | \in \mathbb{R}^d
  \Sigma, V | matrix | \in \mathbb{R}^{d \times d}, \succ 0
  M | matrix | \in \mathbb{R}^{d \times d}
  r_i, w_i | family | 1 \le i \le n
---

:::{prf:lemma}
SHOWN
:::
"""
#: What each says, with its conditions but those of dimensions; empty where print leaves it open.
SAID = {
    r"$$ P[x] \le 1 $$": r"",
    r"$$ E[\gamma] \le \gamma $$": r"",
    r"$$ P[ x + y ] \le 1 $$": r"",
    r"$$ 2[x + y] \le 1 $$": r"(2 * (x + y)) <= 1",
    r"$$ f(x) \le 1 $$": r"(f * x) <= 1",
    r"$$ f'(x) \le 1 $$": r"",
    r"$$ h'(x) \le 1 $$": r"",
    r"$$ h^2(x) \le 1 $$": r"",
    r"$$ h^{-1}(x) \le 1 $$": r"",
    r"$$ h x \le 1 $$": r"",
    r"$$ \log^{-1} x \le 1 $$": r"",
    r"$$ \log x y \le 1 $$": r"",
    r"$$ \log x / y \le 1 $$": r"",
    r"$$ \exp x^2 \le 1 $$": r"exp((x ^ 2)) <= 1",
    r"$$ x_1 \le 1 $$": r"",
    r"$$ r_1 \le 1 $$": r"",
    r"$$ r_n \le 1 $$": r"",
    r"$$ r_i \le 1 $$": r"",
    r"$$ \sum_i r_i \le n $$": r"",
    r"$$ \sum_{i=1}^n r_i w_i \le n $$": r"sum[i = 1 to n]((r[i] * w[i])) <= n",
    r"$$ \sum_{i=1}^n r_i + 1 \le n $$": r"",
    r"$$ \sum_{i=1}^n r_i \sum_{i=1}^n w_i \le n $$": r"",
    r"$$ \sum_{i \ne j} r_i \le n $$": r"",
    r"$$ \max_i r_i \le 1 $$": r"",
    r"$$ \prod_{i=1}^n r_i \le 1 $$": r"prod[i = 1 to n](r[i]) <= 1",
    r"$$ M \preceq \Sigma $$": r"",
    r"$$ \Sigma M \preceq V $$": r"",
    r"$$ M^\top M \preceq V $$": r"(transpose(M) * M) \preceq V | 0 < V",
    r"$$ \Sigma^{-1} \preceq V^{-1} $$": r"inverse(\Sigma) \preceq inverse(V) | 0 < Sigma | 0 < V",
    r"$$ \Sigma^{1/2} \preceq V $$": r"",
    r"$$ \Sigma \le V $$": r"",
    r"$$ \theta^\top \Sigma^{-1} \theta \le 1 $$": r"inner(\theta, (inverse(\Sigma) * \theta)) <= 1 | 0 < Sigma",
    r"$$ \|\theta\|^2_\Sigma \le 1 $$": r"(norm(\theta, \Sigma) ^ 2) <= 1 | 0 < Sigma",
    r"$$ \|\theta\|_{\Sigma^{-1}}^2 \le 1 $$": r"(norm(\theta, inverse(\Sigma)) ^ 2) <= 1 | 0 < Sigma",
    r"$$ \|\theta\|_\infty \le 1 $$": r"",
    r"$$ \|\Sigma\|_2 \le 1 $$": r"",
    r"$$ |\theta^\top \phi| \le 1 $$": r"abs(inner(\theta, \phi)) <= 1",
    r"$$ \theta \phi \le 1 $$": r"",
    r"$$ x \approx y $$": r"",
    r"$$ x \lesssim y $$": r"",
    r"$$ x = O(y) $$": r"",
    r"$$ x \le y \ge z $$": r"",
    r"$$ x, y \ge 0 $$": r"",
    r"$$ \epsilon < x, y < 1 $$": r"",
    r"$$ 1/2x \le 1 $$": r"",
    r"$$ x/y/z \le 1 $$": r"",
    r"$$ a^{b^c} \le 1 $$": r"(a ^ (b ^ c)) <= 1",
    r"$$ {a^b}^c \le 1 $$": r"",
    r"$$ a^b c \le 1 $$": r"((a ^ b) * c) <= 1",
    r"$$ -x^2 \le 0 $$": r"(-(x ^ 2)) <= 0",
    r"$$ x^{-1/2} \le 1 $$": r"(x ^ (-(1 / 2))) <= 1",
    r"$$ \sqrt x y \le 1 $$": r"(sqrt(x) * y) <= 1",
    r"$$ \sqrt[3]{x} \le 1 $$": r"",
    r"$$ e^x y \le 1 $$": r"(exp(x) * y) <= 1",
    r"$$ \sigma(x)(1-\sigma(x)) \le 1/4 $$": r"",
    r"$$ \sigma x \le 1 $$": r"",
    r"$$ \sigma'(x) \le 1/4 $$": r"",
    r"$$ N_T \le 1 $$": r"N_{T} <= 1 | 0 < N_T",
    r"$$ N_{T+1} \le 1 $$": r"",
    r"$$ n! m \le 1 $$": r"(factorial(n) * m) <= 1",
    r"$$ \binom{n}{k} \le 2^n $$": r"",
    r"Let $q = x$. $$ q \le x \quad \text{for all } x \ge 1 $$": r"x <= x | 1 <= x",
    r"For all $q = x$, $$ q \le x $$": r"",
    r"Let $q = x + y$ and $x \ge 1$. $$ q \ge y $$": r"y <= (x + y) | 1 <= x",
    r"Let $q = r_i$. $$ x \ge x $$": r"",
    r"Let $q = \theta$. $$ x \ge x $$": r"",
    r"By Young's inequality, $$ x y \le \frac{x^2}{2} + \frac{y^2}{2} $$": r"(x * y) <= (((x ^ 2) / 2) + ((y ^ 2) / 2))",
    r"By Jensen's inequality and convexity, $$ x \le x $$": r"",
    r"By Cauchy-Schwarz for $x \ge 1$, $$ x \ge 1 $$": r"1 <= x | 1 <= x",
    r"By the triangle inequality if $x \ge 1$, $$ x \ge 1 $$": r"1 <= x | 1 <= x",
}


@pytest.mark.parametrize("shown", SAID)
def test_a_sentence_says_what_it_prints_or_is_refused(shown):
    if SAID[shown]:
        found = read_text(MORE.replace("SHOWN", shown))
        given = [str(one) for part in found.claim.parts.values() for one in part.given]
        assert (
            " | ".join([line.said for line in found.lines] + [one for one in given if "2 <=" not in one]) == SAID[shown]
        )
    else:
        with pytest.raises(Refused) as caught:
            read_text(MORE.replace("SHOWN", shown))
        assert caught.value.at is not None
