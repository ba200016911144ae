"""Assumptions that several results of the paper share."""

from boundcheck.claims import Assumption

BOUNDED_FEATURES = Assumption("bounded_features", r"$\|\phi(s, a)\| \le L$")
LOGISTIC_LABELS = Assumption("logistic_labels", "labels follow (1) at the true parameter")
