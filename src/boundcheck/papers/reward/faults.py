"""Lines of the page that are false and touch several results: each has one identity."""

from boundcheck.claims import Fault

STEP_SIZE = Fault("theorem_4_4_step_size", "misprint", "Theorem 4.4", r"the step size is printed as $1/(\gamma \kappa)$, where line (b) of the proof has $\eta_t = 1/(\gamma \kappa t)$; with constant steps the iterates can cross the ball for ever")
RIDGE = Fault("theorem_3_2_ridge", "missing factor", "Theorem 3.2", r"$\sqrt{\lambda} B$ stands without the constant that the last display of Appendix A has")
RADIUS = Fault("corollary_3_3_radius", "missing factor", "Corollary 3.3", r"the term $B$ lacks the constant that the ridge term of Theorem 3.2 needs, 2 at least; and a bound of $2B$ says nothing, since both vectors lie in the ball of radius $B$: with $\sqrt{\lambda}$ in the denominator every valid form is vacuous")
COVARIANCE = Fault("assumption_4_3_covariance", "misprint", "Assumption 4.3", r"$\Sigma$ is printed as the mean of a vector, without its second, transposed factor")
