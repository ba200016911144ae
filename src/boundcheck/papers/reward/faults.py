"""Lines of the page that are false and touch several results: each has one identity."""

from boundcheck.claims import Fault

STEP_SIZE = Fault("theorem_4_4_step_size", "misprint", "Theorem 4.4", r"the step size lacks the $t$ of line (b) of its proof, which has $1/(\gamma \kappa t)$")
RIDGE = Fault("theorem_3_2_ridge", "missing factor", "Theorem 3.2", r"$\sqrt{\lambda} B$ stands without the constant that the last display of Appendix A has")
COVARIANCE = Fault("assumption_4_3_covariance", "misprint", "Assumption 4.3", r"$\Sigma$ is printed as the mean of a vector, without its second, transposed factor")
