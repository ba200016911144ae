"""Letters of a formula in Typst: Greek, accented, with something below."""



from collections.abc import Mapping

GREEK = {
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda",
    "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega", "Gamma", "Delta",
    "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega",
}  # fmt: skip
SPELLED = {"lam": "lambda", "eps": "epsilon", "hbar": "planck.reduce"}
ACCENTS = {"hat": "hat", "tilde": "tilde", "bar": "overline"}


def letter(name: str, letters: Mapping[str, str] | None = None) -> str:
    """Typst for a symbol's name: `letters` first, then Greek, single letters, subscripts, words.

    Parameters
    ----------
    name : str
        Such as ``"epsilon"``, ``"x_1"``, ``"theta_hat"``, ``"B'"``.
    letters : mapping, optional
        Names that have a letter of their own.

    Returns
    -------
    source : str
    """
    if letters and name in letters:
        return letters[name]
    if name.isdigit():
        return name
    stem, _, below = name.partition("_")
    bare = stem.rstrip("'0123456789")
    tail = stem[len(bare) :]
    digits, primes = tail.rstrip("'"), "'" * tail.count("'")
    if bare in GREEK or bare in SPELLED:
        head = SPELLED.get(bare, bare)
    elif len(bare) == 1 and bare.isalpha():
        head = bare
    else:
        head = quoted(bare)
        if below and not below.isdigit():
            return quoted(name.replace("_", " "))
    if below in ACCENTS:
        return f"{ACCENTS[below]}({head})"
    subscript = ", ".join(part for part in (digits, letter(below, letters) if below else "") if part)
    return head + (f"_({subscript})" if subscript else "") + primes


def quoted(text: str) -> str:
    """`text` as upright letters, whatever it contains."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
