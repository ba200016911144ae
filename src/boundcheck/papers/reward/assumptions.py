"""Assumptions that several results of the paper share."""

from boundcheck.claims import Assumption

BOUNDED_FEATURES = Assumption("bounded_features", "norm(phi(s, a)) <= L")
LOGISTIC_LABELS = Assumption("logistic_labels", "labels follow (1) at the true parameter")
