"""What the steps of Appendix B share: lam is gamma kappa, G bounds the gradients."""

from sympy import Gt, symbols

lam, G, t, now, mean = symbols("lam G t now mean", real=True)

RATE = (Gt(lam, 0), Gt(G, 0))
WHERE = "Appendix B, "
