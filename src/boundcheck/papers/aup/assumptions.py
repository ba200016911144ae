"""Assumptions that several results of the paper share."""

from boundcheck.claims import Assumption

INDEPENDENT_LABELS = Assumption("independent", "labels are independent given the features, those of one user too")
