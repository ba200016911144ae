"""Assumptions that several results of the paper share."""

from boundcheck.claims import Assumption

ASSUMPTION_3_8 = Assumption("realizable", "Assumption 3.8: the truth lies in the class")
NOT_NAMED = Assumption("realizable", "Assumption 3.8, which Section 3.1 makes for both settings and the lemma does not name: the truth lies in the class")
