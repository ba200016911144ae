"""The lines of the page that are false, each with one identity; results that rest on a line name it."""

from boundcheck.claims.fault import Fault

OFFSET = Fault("definition_3_2", "degenerate definition", "Definition 3.2", "the infimum over offsets is taken at each action by itself, which makes D^2 zero")
PROGRAMME = Fault("eq_4", "misprint", "Eq. (4)", "the divergence stands outside the mean over states")
CONDITIONAL_MEAN = Fault("lemma_a_3", "misprint", "Lemma A.3", "the mean of X_i is taken given G_i, to which X_i belongs")
SLOPE = Fault("eq_15", "missing factor", "Eq. (15)", "the slope of the logistic function is not squared, which makes e^(2 B) into e^B")
NET_SPLIT = Fault("eq_18", "direction", "Eq. (18), (b)", "(a + b)^2 <= 2 a^2 + 2 b^2 bounds the square from the other side")
FREEDMAN = Fault("eq_20", "missing factor", "Eq. (20)", "4 where Lemma A.3 gives 8 under the root")
CHOICE_OF_B = Fault("after_eq_20", "missing factor", "Step 4, choices for Lemma A.4", "b lacks the root of ln(N/delta)")
LEMMA_A_4_ONCE = Fault("step_4_a_4", "missing factor", "Step 4, display after (20)", "Lemma A.4 gives twice the sum")
TO_ESTIMATE = Fault("step_4_first_line", "missing factor", "Step 4, last display, first line", "the square of a sum loses its factor 2")
FROM_ESTIMATE = Fault("step_4_second_line", "misused reference", "Step 4, last display, second line", "(19) speaks of the estimate, not of its neighbour in the net")
STATES = Fault("lemma_b_2", "misprint", "Lemma B.2", "rho for d_0")
SKETCH = Fault("sketch_4_2", "missing factor", "Section 4.1, proof sketch", "the error in place of its bound, which is what the bonus is made of")
CAP = Fault("eq_13", "algorithm line", "Eq. (13)", "the cap 1 of the bonus is below the range of centred differences of rewards, 2 B, once B > 1/2")
WIDTH = Fault("lemma_c_3", "constant that depends on something", "Lemma C.3, last line", "Gamma_T has a constant c, and equality would make it depend on B")
ROUND = Fault("lemma_c_5", "misprint", "Lemma C.5", "the event of round t for the policy of round t, which comes from round t - 1")
ORDERED_PAIRS = Fault("theorem_4_5_step_4", "missing factor", "Theorem 4.5, Step 4", "both orders of the pair are summed, and one is counted")
SMALL_SAMPLES = Fault("theorem_4_5_range", "range", "Theorem 4.5", "no range of n: a < B/2 asks for n > 4 S C/((e^epsilon - 1)^2 B^2)")
DIMENSION = Fault("definition_3_5", "quantifier", "Definition 3.5", "second actions are chosen once the first ones are there")
ALL_EPSILON = Fault("abstract", "range", "Abstract", "1/((e^epsilon - 1)^2 n) is claimed for every epsilon")
WITHOUT_KL = Fault("section_6_dpo", "non sequitur", "Section 6, baselines", "DPO is called a baseline without KL regularisation, which its loss has inside")
