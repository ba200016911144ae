"""``boundcheck privacy account FILE``: a file that lists what was released, and what is asked about it."""

from __future__ import annotations

import argparse
import difflib
import json
import math
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from boundcheck.cli.options import UsageError
from boundcheck.cli.output import until_closed
from boundcheck.privacy import (
    Account,
    Adjacency,
    Bracket,
    Change,
    Curve,
    DiscreteGaussian,
    DiscreteLaplace,
    FixedBatches,
    Gaussian,
    Guaranteed,
    Laplace,
    NeededNoise,
    NoisyThreshold,
    Part,
    RandomizedResponse,
    Sampled,
    ShuffledResponse,
    Unit,
    ZeroConcentrated,
    needed_noise,
)
from boundcheck.privacy.exact import exact, whole

# What a file may say. Every key is read; one that is not known is refused, as a misspelt bound would be silently ignored.

UNITS = {"record": Unit.RECORD, "label": Unit.LABEL, "user": Unit.USER, "user-labels": Unit.USER_LABELS}
CHANGES = {"add-remove": Change.ADDED_OR_REMOVED, "replace": Change.REPLACED}
TOP = ("unit", "change", "members", "effort", "release", "ask")
ASK = ("delta", "epsilon", "profile", "trade-off", "renyi", "zcdp", "noise")
ALWAYS = ("mechanism", "times", "per")
SAMPLE = ("sampling", "batch")
NOISE = ("noise", "sensitivity", *SAMPLE)
KEYS = {
    "gaussian": NOISE,
    "laplace": NOISE,
    "discrete-gaussian": NOISE,
    "discrete-laplace": NOISE,
    "noisy-threshold": (
        "noise",
        "query-noise",
        "sensitivity",
        "stop",
        "renewed",
        "monotone",
        "shows",
        "value-noise",
    ),
    "response": ("epsilon", "categories", *SAMPLE),
    "shuffled-response": ("epsilon", "people", "categories"),
    "guarantee": ("epsilon", "delta"),
    "renyi": ("curve",),
    "zcdp": ("rho",),
}
WANTED = "?"  # in place of a noise, where the file asks for the noise


@dataclass(frozen=True)
class Questions:
    """A file as read: the account, for each noise where one is asked for, and the questions."""

    rows: tuple[Mapping[str, Any], ...]
    adjacency: Adjacency
    members: int | None
    effort: Any
    ask: Mapping[str, Any]

    @property
    def open(self) -> bool:
        """Whether some noise is to be found."""
        return any(row.get("noise") == WANTED for row in self.rows)

    def account(self, noise: Fraction | None = None) -> Account:
        """The account, with this noise where one is asked for."""
        parts = []
        for number, row in enumerate(self.rows, 1):
            given = {**row, "noise": noise} if row.get("noise") == WANTED else row
            try:
                parts.append(_part(given, self.adjacency.change))
            except ValueError as error:
                raise ValueError(f"release {number}, {error}") from None
        return Account(tuple(parts), self.adjacency, self.members, self.effort)


def _number(digits: str) -> Fraction | float:
    """As it is written; what is infinite, or no number, is refused where it is asked for by name."""
    value = float(digits)
    return Fraction(digits) if math.isfinite(value) else value


def read(path: Path) -> Questions:
    """The account that a file describes, and what it asks."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        content = tomllib.loads(text, parse_float=_number)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, ValueError) as error:
        raise UsageError(f"{path}: is no TOML ({' '.join(str(error).split())[:80]})") from None
    try:
        return _questions(content)
    except ValueError as error:
        raise UsageError(f"{path}: {error}") from None


def _questions(content: Mapping[str, Any]) -> Questions:
    _known(content, TOP, "file")
    rows = content.get("release")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise ValueError("release: must be one or more tables [[release]], each with a mechanism")
    for number, row in enumerate(rows, 1):
        kind = _of(KEYS, row.get("mechanism"), f"release {number}, mechanism")
        _known(row, (*ALWAYS, *kind), f"release {number}, {row['mechanism']}")
    if "change" not in content:
        raise ValueError(f"change: must be said, one of {', '.join(CHANGES)}; it moves a sum by one bound or by two")
    unit, change = _of(UNITS, content.get("unit", "record"), "unit"), _of(CHANGES, content["change"], "change")
    effort = _of({"standard": "standard", "deep": "deep"}, content.get("effort", "standard"), "effort")
    ask = content.get("ask", {})
    if not isinstance(ask, dict) or not ask:
        raise ValueError(f"ask: must be a table with one or more of {', '.join(ASK)}")
    _known(ask, ASK, "ask")
    members = content.get("members")
    return Questions(
        tuple(rows), Adjacency(unit, change), None if members is None else whole("members", members), effort, ask
    )


def _known(table: Mapping[str, Any], names: Iterable[str], where: str) -> None:
    names = tuple(names)
    for name in table:
        if name not in names:
            close = difflib.get_close_matches(name, names, n=1)
            raise ValueError(
                f"{where}: has {name!r}; {f'did you mean {close[0]!r}? ' if close else ''}it may have {', '.join(names)}"
            )


def _of(known: Mapping[str, Any], word: Any, name: str) -> Any:
    if not isinstance(word, str) or word not in known:
        raise ValueError(f"{name}: must be one of {', '.join(known)}, got {_shown(word):.60}")
    return known[word]


def _shown(value: Any) -> str:
    return f"{float(value):g}" if isinstance(value, Fraction) else repr(value)


def _part(row: Mapping[str, Any], change: Change) -> Part:
    per = {"record": Unit.RECORD, "label": Unit.LABEL, "user": Unit.USER}
    return Part(_mechanism(row, change), whole("times", row.get("times", 1)), _of(per, row.get("per", "record"), "per"))


def _needed(row: Mapping[str, Any], name: str) -> Any:
    if name not in row:
        raise ValueError(f"{row['mechanism']}: needs {name}")
    return row[name]


def _mechanism(row: Mapping[str, Any], change: Change) -> Any:
    kind = row["mechanism"]
    if kind == "guarantee":
        return Guaranteed(_needed(row, "epsilon"), row.get("delta", 0), under=change)
    if kind == "zcdp":
        return ZeroConcentrated(_needed(row, "rho"), under=change)
    if kind == "renyi":
        return Curve(_curve(_needed(row, "curve")), under=change)
    if kind == "shuffled-response":
        return ShuffledResponse(_needed(row, "epsilon"), _needed(row, "people"), row.get("categories", 2))
    if kind == "noisy-threshold":
        stop = _needed(row, "stop")
        return NoisyThreshold(
            _needed(row, "noise"),
            _needed(row, "query-noise"),
            _sensitivity(row.get("sensitivity", 1)),
            stop=None if stop == "never" else stop,
            renewed=row.get("renewed", False),
            monotone=row.get("monotone", False),
            shows=row.get("shows", "answers"),
            value_scale=row.get("value-noise"),
        )
    rate, batch = row.get("sampling"), _batch(row.get("batch"))
    if rate is not None and batch is not None:
        raise ValueError("sampling: give either a rate or a batch, not both")
    if kind == "gaussian":
        bound = exact("sensitivity", _one_number(row.get("sensitivity", 1)), above=0)
        multiplier = exact("noise", _needed(row, "noise"), above=0) / bound
        return FixedBatches(multiplier, *batch) if batch else Gaussian(multiplier, 1 if rate is None else rate)
    if kind == "response":
        release: Any = RandomizedResponse(_needed(row, "epsilon"), row.get("categories", 2))
    else:
        maker = {"laplace": Laplace, "discrete-laplace": DiscreteLaplace, "discrete-gaussian": DiscreteGaussian}[kind]
        release = maker(_needed(row, "noise"), _sensitivity(row.get("sensitivity", 1)))
    if batch:
        return Sampled(release, batch=batch)
    return release if rate is None or exact("sampling rate", rate) == 1 else Sampled(release, rate)


def _one_number(value: Any) -> Any:
    if isinstance(value, dict):
        raise ValueError(
            "sensitivity: is one number for Gaussian noise, the bound of one contribution; a replaced one moves twice that"
        )
    return value


def _sensitivity(value: Any) -> dict[Change, Any]:
    """A number is the bound of one contribution, of either sign: a replaced one moves twice as far."""
    if isinstance(value, dict):
        _known(value, CHANGES, "sensitivity")
        return {CHANGES[name]: by for name, by in value.items()}
    bound = exact("sensitivity", value, above=0)
    return {Change.ADDED_OR_REMOVED: bound, Change.REPLACED: 2 * bound}


def _batch(value: Any) -> tuple[str, str] | None:
    if value is None:
        return None
    batch, slash, records = str(value).partition("/")
    if not isinstance(value, str) or not slash:
        raise ValueError(f'batch: must be B of N records, as "10/1000", got {_shown(value):.60}')
    return batch, records


def _curve(value: Any) -> list[tuple[Any, Any]]:
    if not isinstance(value, list) or not all(isinstance(point, list) and len(point) == 2 for point in value):
        raise ValueError("curve: must be a list of [order, divergence], as [[2, 0.1], [8, 0.5]]")
    return [(order, divergence) for order, divergence in value]


def _numbers(value: Any, name: str) -> list[Any]:
    values = value if isinstance(value, list) else [value]
    if not values:
        raise ValueError(f"ask, {name}: is empty; give at least one number")
    return values


# Answers.


def main(options: argparse.Namespace) -> int:
    """Answer what the file asks; a number that cannot be is one line and exit status 2."""
    if options.file is None:
        raise UsageError("privacy account: needs a FILE.toml; docs/accountant.md has one")
    asked = read(options.file)
    try:
        noise, account = _settled(asked)
        answers = [] if account is None else _answers(account, asked.ask)
    except ValueError as error:
        raise UsageError(f"{options.file}: {error}") from None
    if options.plot is not None:
        if account is None:
            raise UsageError(f"{options.file}: --plot needs a noise for which to draw; there is none")
        options.plot.write_text(_picture(account), encoding="utf-8")
    with until_closed():
        if options.json:
            print(json.dumps(_document(account, noise, answers), indent=1))
        elif not options.quiet:
            _say(account, noise, answers)
            if options.plot is not None:
                print(f"  drawn: {options.plot}")
    return 0


Answer = tuple[str, Any, Bracket]


def _settled(asked: Questions) -> tuple[NeededNoise | None, Account | None]:
    """The needed noise, if it is asked for, and the account with it."""
    target = asked.ask.get("noise")
    if asked.open != (target is not None):
        raise ValueError('noise: a release with noise = "?" and [ask] noise = {epsilon = ..., delta = ...} go together')
    if target is None:
        return None, asked.account()
    if not isinstance(target, dict) or set(target) != {"epsilon", "delta"}:
        raise ValueError("ask, noise: must be {epsilon = ..., delta = ...}")
    found = needed_noise(asked.account, target["epsilon"], target["delta"], asked.effort)
    return found, asked.account(Fraction(repr(found.high)))


def _answers(account: Account, ask: Mapping[str, Any]) -> list[Answer]:
    found: list[Answer] = []
    found += (
        [("delta", value, account.epsilon(value)) for value in _numbers(ask["delta"], "delta")]
        if "delta" in ask
        else []
    )
    found += (
        [("epsilon", value, account.delta(value)) for value in _numbers(ask["epsilon"], "epsilon")]
        if "epsilon" in ask
        else []
    )
    if "profile" in ask:
        found += [("epsilon", at, value) for at, value in account.profile(_numbers(ask["profile"], "profile"))]
    if "trade-off" in ask:
        rates = _numbers(ask["trade-off"], "trade-off")
        found += [
            ("false positive rate", at, Bracket(low, high, True, ())) for at, low, high in account.trade_off(rates)
        ]
    found += (
        [("order", value, account.renyi(value)) for value in _numbers(ask["renyi"], "renyi")] if "renyi" in ask else []
    )
    if ask.get("zcdp"):
        found.append(("rho", None, account.zero_concentrated()))
    return found


NAMES = {
    "delta": "epsilon",
    "epsilon": "delta",
    "false positive rate": "false negative rate",
    "order": "Rényi divergence",
    "rho": "rho",
}


def _document(account: Account | None, noise: NeededNoise | None, answers: list[Answer]) -> dict[str, Any]:
    return {
        "account": str(account),
        **({"noise": {"low": noise.low, "high": noise.high, "replayed": noise.replay()}} if noise else {}),
        "answers": [
            {
                "of": NAMES[kind],
                **({} if at is None else {kind: float(exact(kind, at))}),
                "low": found.low if math.isfinite(found.low) else None,
                "high": found.high if math.isfinite(found.high) else None,
                "low_is_a_violation": found.attained,
                "by": found.by,
                "replayed": found.replay(),
            }
            for kind, at, found in answers
        ],
    }


def _say(account: Account | None, noise: NeededNoise | None, answers: list[Answer]) -> None:
    print(account)
    if noise is not None:
        confirmed = "computed again and confirmed" if noise.replay() else "NOT CONFIRMED when computed again"
        print(f"  noise {noise.high:.6g} is enough, {noise.low:.6g} is too little; {confirmed}")
    for kind, at, found in answers:
        print(f"  {_line(kind, at, found)}")


def _line(kind: str, at: Any, found: Bracket) -> str:
    place = "" if at is None else f"{kind} {float(exact(kind, at)):.6g}: "
    name = NAMES[kind]
    if not math.isfinite(found.high):
        return f"{place}no {name} is guaranteed, {_without_limit(name, found)}"
    if kind == "false positive rate":
        return f"{place}{name} between {found.low:.4g} and {found.high:.4g} for the best test"
    text = f"{place}{name} <= {found.high:.7g} is guaranteed"
    if found.low > 0:
        text += f", {name} < {found.low:.7g} is {'violated' if found.attained else 'more than this accounting gives'}"
    if found.evidence:
        text += "; computed again and confirmed" if found.replay() else "; NOT CONFIRMED when computed again"
    return text


def _without_limit(name: str, found: Bracket) -> str:
    """What is violated where nothing is guaranteed, or why nothing is."""
    if not (found.attained and found.low > 0 and found.evidence):
        return f"because of {found.by}"
    below = f"{name} < {found.low:.7g}" if math.isfinite(found.low) else f"every {name}"
    confirmed = "computed again and confirmed" if found.replay() else "NOT CONFIRMED when computed again"
    return f"and {below} is violated; {confirmed}"


# The picture: profile and trade-off, each as the band between its two ends.


def _picture(account: Account) -> str:
    from boundcheck.report.figures.chart import BLUE, MUTED, RUST, figure, logarithmic, svg

    places = account.places(1e-9)
    profile = account.profile(places)
    rates = [Fraction(k, 50) for k in range(51)]
    trade_off = account.trade_off(rates)
    with figure(2.9) as drawn:
        left, right = drawn.subplots(1, 2)
        x = [float(e) for e, _ in profile]
        lows, highs = [max(found.low, 1e-12) for _, found in profile], [max(found.high, 1e-12) for _, found in profile]
        left.fill_between(x, lows, highs, color=BLUE, alpha=0.25, linewidth=0)
        left.plot(x, highs, color=BLUE, label="guaranteed")
        left.plot(x, lows, color=RUST, linestyle=(0, (5, 2)), label="violated below")
        left.set(yscale="log", xlabel="epsilon", ylabel="delta", title="privacy profile")
        logarithmic(left.yaxis, left.get_ylim())
        left.legend()
        right.fill_between([a for a, _, _ in trade_off], [b for _, b, _ in trade_off], [b for _, _, b in trade_off],
                           color=BLUE, alpha=0.25, linewidth=0)  # fmt: skip
        right.plot([a for a, _, _ in trade_off], [b for _, b, _ in trade_off], color=BLUE, label="no test is below")
        right.plot([0, 1], [1, 0], color=MUTED, linestyle=(0, (1, 1.6)), label="guessing")
        right.set(xlabel="false positive rate", ylabel="false negative rate", title="trade-off")
        right.legend()
        return svg(drawn)
