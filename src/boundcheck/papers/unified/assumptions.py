"""Assumptions that several results of the paper share."""

from boundcheck.claims import Assumption

INDEPENDENT_NOISE = Assumption("independent_noise", "given the features, the noise of different samples is independent, zero-mean and sub-Gaussian")
ACTIONS_FROM_SFT = Assumption("actions_from_sft", r"both actions of a comparison are drawn from $\pi_{\mathrm{sft}}$")
