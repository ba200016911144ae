"""Every leaf of every kind of certificate is changed: replay refuses it, or what it says is still true.

What is true is computed here by floats and formulas of this file's own, from the certificate's statement alone.
"""

import copy
import json
import math
from fractions import Fraction
from functools import reduce
from itertools import product

import pytest
from sympy import log

from boundcheck.minimax import (
    Divergence,
    Family,
    Group,
    Law,
    Local,
    Squared,
    Users,
    absolute,
    assouad,
    assouad_mixtures,
    bayes_actions,
    bayes_risk,
    fano,
    le_cam,
    method_risk,
    replay,
    rule_risk,
    spread,
    worst_squared_risk,
    zero_one,
)
from boundcheck.minimax.replay import KINDS
from boundcheck.symbolic import decode

LOW, HIGH, HALF = Fraction(2, 5), Fraction(3, 5), Fraction(1, 2)
PAIR = Family.bits((LOW, HIGH), 4)
THREE = Family.of([Law((HALF, LOW, 1 - HALF - LOW)), Law((LOW, HALF, 1 - HALF - LOW))], 2)
LAWS = (Law((LOW, HIGH)), Law((HIGH, LOW)))
CUT = Family((Group((Law((LOW, HIGH)), Law((HIGH, LOW))), 9, (1, 8)),))
MADE = {
    "two points": lambda: le_cam(PAIR, 1),
    "two points, locally private": lambda: le_cam(PAIR, 1, Local(1)),
    "two points, three letters": lambda: le_cam(THREE, 1, Local(1, interactive=False)),
    "two points, users": lambda: le_cam(PAIR, 1, Users(Fraction(1, 10), Fraction(1, 10**6), 12)),
    "cube": lambda: assouad(PAIR, 3, 1, Local(log(3))),
    "thinned cube": lambda: assouad(spread(PAIR, 30, Fraction(1, 4), blocks=3), 3, 1),
    "mixtures": lambda: assouad_mixtures(Family.bits((LOW, HIGH, HALF, HIGH), 3), 1),
    "packing": lambda: fano(Family.bits((LOW, HALF, HIGH), 3), 1, Local(1)),
    "Bayes": lambda: bayes_risk(PAIR, Squared((LOW, HIGH))),
    "Bayes, a prior": lambda: bayes_risk(PAIR, absolute((LOW, HIGH)), (LOW, HIGH)),
    "Bayes, divergence": lambda: bayes_risk(PAIR, Divergence(LAWS)),
    "Bayes, windows": lambda: bayes_risk(CUT, zero_one(2)),
    "Bayes, thinned": lambda: bayes_risk(spread(PAIR, 30, Fraction(1, 4), blocks=3), zero_one(2)),
    "method": lambda: method_risk(PAIR, zero_one(2), bayes_actions(PAIR, zero_one(2))),
    "method, windows": lambda: method_risk(CUT, zero_one(2), bayes_actions(CUT, zero_one(2)), 0),
    "estimates": lambda: method_risk(PAIR, Squared((LOW, HIGH)), bayes_actions(PAIR, Squared((LOW, HIGH)))),
    "policies": lambda: method_risk(PAIR, Divergence(LAWS), bayes_actions(PAIR, Divergence(LAWS))),
    "rule": lambda: rule_risk(PAIR, Squared((LOW, HIGH))),
    "all means": lambda: worst_squared_risk([Fraction(k, 3) for k in range(4)], Fraction(1, 4)),
}
REFUSED_AT_LEAST = 0.85  # of all changes; what is let through is true, which is asserted for each


def test_every_kind_of_certificate_is_changed():
    assert {make().certificate["method"] for make in MADE.values()} == set(KINDS)


@pytest.mark.parametrize("name", MADE)
def test_a_changed_certificate_is_refused_or_true(name):
    certificate = json.loads(json.dumps(MADE[name]().certificate))
    assert replay(certificate).ok, replay(certificate).reason
    assert true_of(certificate), "this file's own formulas do not give the number"
    changed = list(changes(certificate))
    passed = [forged for forged in changed if replay(forged).ok]
    for forged in passed:
        assert true_of(forged), forged
    assert len(passed) <= (1 - REFUSED_AT_LEAST) * len(changed)


@pytest.mark.parametrize(
    ("name", "part", "field", "value", "values"),
    [
        ("two points, users", "witness", "reach", -1_000_000, ["49"]),
        ("cube", "statement", "dimension", -3, ["-1"]),
        ("cube", "statement", "dimension", 0, ["0"]),
        ("two points", "statement", "separation", {"number": ["q", "-1"]}, ["-1"]),
        ("Bayes", "witness", "prior", [{"number": ["q", "5"]}] * 2, ["0", "100"]),
        ("Bayes", "witness", "prior", [{"number": ["q", "-1"]}, {"number": ["q", "1"]}], ["-1", "1"]),
        ("Bayes", "witness", "prior", [{"number": ["q", "-1"]}, {"number": ["q", "2"]}], ["-1", "1"]),
        ("method", "witness", "actions", [-1] * 5, ["0", "1"]),
        ("packing", "statement", "separation", {"number": ["q", "0"]}, ["0"]),
        ("all means", "witness", "halvings", -1, ["0", "1"]),
    ],
)
def test_what_is_no_statement_or_no_witness_is_refused_whatever_it_claims(name, part, field, value, values):
    forged = copy.deepcopy(MADE[name]().certificate)
    assert field in forged[part]
    forged[part][field], forged["values"] = value, values
    assert not replay(forged).ok


def test_both_ends_of_a_risk_have_to_be_in_order():
    forged = copy.deepcopy(MADE["Bayes"]().certificate)
    forged["values"].reverse()
    assert forged["values"][0] == forged["values"][1] or not replay(forged).ok
    cut = copy.deepcopy(MADE["Bayes, windows"]().certificate)
    cut["values"].reverse()
    assert not replay(cut).ok


def test_a_statement_is_said():
    """A separation that no loss has is the caller's word, and is shown."""
    assert "separation 1000" in replay(le_cam(PAIR, 1000)).reason
    assert "dimension 3" in replay(assouad(PAIR, 3, 1)).reason


def changes(data, path=()):
    """The certificate with one leaf changed, left out, or put beside another."""
    whole = data
    for place in list(places(data)):
        leaf = reduce(lambda at, key: at[key], place, whole)
        for other in alternatives(leaf):
            forged = copy.deepcopy(whole)
            reduce(lambda at, key: at[key], place[:-1], forged)[place[-1]] = other
            yield forged
        forged = copy.deepcopy(whole)
        del reduce(lambda at, key: at[key], place[:-1], forged)[place[-1]]
        yield forged


def places(data, path=()):
    """Paths to all that stands in it, lists and mappings as well."""
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield (*path, key)
            yield from places(value, (*path, key))


def alternatives(leaf):
    if isinstance(leaf, bool):
        return [not leaf, None, "x", 1]
    if isinstance(leaf, int):
        return [-1, 0, leaf + 1, leaf - 1, 2 * leaf, -1000, None, "x", [], True, {"number": ["q", "1/2"]}]
    if leaf is None:
        return [0, 1, -1, "x", [], {"number": ["q", "1/2"]}]
    if isinstance(leaf, str):
        try:
            value = Fraction(leaf)
        except ValueError:
            return ["", "x", None, 0]
        return [str(v) for v in (-value, 10 * value, value + 1, value / 2, 0, value + Fraction(1, 10**9))] + [
            "1/0",
            "x",
            None,
        ]
    if isinstance(leaf, list):
        return [[], leaf[::-1], [*leaf, *leaf[-1:]], None, "x"]
    return [None, "x", {}, leaf | {"more": 1}]


# ---- what is true, by floats


def number(data):
    return float(decode(data["number"]).evalf(30))


def law(data):
    found = [number(p) for p in data["probabilities"]]
    assert all(p >= 0 for p in found)
    assert abs(sum(found) - 1) < 1e-12
    return found


def drawn(laws, draws):
    """Probabilities of all sequences of draws, by count vectors, under each law."""
    outcomes = len(laws[0])

    def vectors(total, kinds):
        if kinds == 1:
            yield (total,)
            return
        for first in range(total + 1):
            for rest in vectors(total - first, kinds - 1):
                yield (first, *rest)

    for counts in vectors(draws, outcomes):
        ways = math.factorial(draws) // math.prod(map(math.factorial, counts))
        yield tuple(ways * math.prod(p**k for p, k in zip(row, counts, strict=True)) for row in laws)


def garbled(laws, epsilon):
    if epsilon is None:
        return laws
    keep = 1 / (1 + math.exp(-epsilon))
    assert all(len(row) == 2 for row in laws)
    return [[keep * row[0] + (1 - keep) * row[1], keep * row[1] + (1 - keep) * row[0]] for row in laws]


def worlds(data, epsilon=None, copies=1):
    """Weighted lists of rows: what is seen, with its probability under each hypothesis."""
    if data["kind"] == "Thinned":
        [group] = data["family"]["groups"]
        laws = garbled([law(x) for x in group["laws"]], epsilon)
        rate, draws = number(data["rate"]), data["draws"]
        assert 0 < rate < 1
        for n in range(draws + 1):
            share = math.comb(draws, n) * rate**n * (1 - rate) ** (draws - n)
            for row in drawn(laws, n):
                yield tuple(share * p for p in row)
        return
    groups = [list(drawn(garbled([law(x) for x in g["laws"]], epsilon), g["draws"] * copies)) for g in data["groups"]]
    for parts in product(*groups):
        yield tuple(map(math.prod, zip(*parts, strict=True)))


def affinity(data, epsilon=None, copies=1):
    return sum(min(row) for row in worlds(data, epsilon, copies))


def errors(data, privacy):
    """The best bound on the sum of two errors that the room's method can give."""
    if privacy is None:
        return affinity(data)
    epsilon = number(privacy["epsilon"])
    assert epsilon > 0
    if privacy["kind"] == "Local" and (
        data["kind"] == "Thinned" or all(len(law(g["laws"][0])) == 2 for g in data["groups"])
    ):
        return affinity(data, epsilon)
    if privacy["kind"] == "Local":
        return private_letters(data, epsilon)
    users, delta = privacy["users"], number(privacy["delta"])
    assert users >= 1
    assert 0 <= delta < 1
    apart, best = 1 - affinity(data), affinity(data, copies=users)
    for k in range(users + 1):
        few = sum(math.comb(users, i) * apart**i * (1 - apart) ** (users - i) for i in range(k + 1))
        lost = delta * math.expm1(k * epsilon) / math.expm1(epsilon)
        best = max(best, 2 * (few - lost) / (1 + math.exp(k * epsilon)))
    return best


def private_letters(data, epsilon):
    """What one private channel on the letters leaves: randomized response on all of them, or on their two halves."""
    found = []
    [group] = data["groups"]
    laws = [law(x) for x in group["laws"]]
    size = len(laws[0])
    e = math.exp(epsilon)
    channels = [[[e / (e + size - 1) if x == z else 1 / (e + size - 1) for z in range(size)] for x in range(size)]]
    for split in product((0, 1), repeat=size):
        channels.append([[e / (e + 1) if s == z else 1 / (e + 1) for z in (0, 1)] for s in split])
    for channel in channels:
        reports = [[sum(p * channel[x][z] for x, p in enumerate(row)) for z in range(len(channel[0]))] for row in laws]
        found.append(sum(min(row) for row in drawn(reports, group["draws"])))
    return min(found)


def least(loss, joint):
    mass = sum(joint)
    if mass == 0:
        return 0.0
    if loss["kind"] == "Finite":
        rows = [[number(x) for x in row] for row in loss["rows"]]
        assert all(x >= 0 for row in rows for x in row)
        return min(sum(j * row[a] for j, row in zip(joint, rows, strict=True)) for a in range(len(rows[0])))
    if loss["kind"] == "Squared":
        values = [number(v) for v in loss["values"]]
        mean = sum(j * v for j, v in zip(joint, values, strict=True)) / mass
        return sum(j * (v - mean) ** 2 for j, v in zip(joint, values, strict=True))
    return least_divergence(loss, joint, mass)


def least_divergence(loss, joint, mass):
    laws, scale = (
        [law(x) for x in loss["laws"]],
        number(loss["scale"]) if isinstance(loss["scale"], dict) else loss["scale"],
    )
    mixed = [
        math.exp(sum(j / mass * math.log(row[x]) for j, row in zip(joint, laws, strict=True)))
        for x in range(len(laws[0]))
    ]
    return -scale * mass * math.log(sum(mixed))


def lost(loss, i, action):
    if loss["kind"] == "Finite":
        assert action >= 0
        return number(loss["rows"][i][action])
    if loss["kind"] == "Squared":
        return (number(loss["values"][i]) - number(action)) ** 2
    answer, truth = law(action), law(loss["laws"][i])
    scale = number(loss["scale"])
    return scale * sum(a * math.log(a / t) for a, t in zip(answer, truth, strict=True) if a > 0)


def within(values, low, high, slack=1e-9):
    claimed = [Fraction(v) for v in values]
    assert len(claimed) == 2
    return claimed[0] <= low + slack and high - slack <= claimed[1] and claimed[0] <= claimed[1]


def true_of(certificate):
    """Whether what the certificate says is true, as far as floats tell."""
    said, chosen, values = certificate["statement"], certificate["witness"], certificate["values"]
    method = certificate["method"]
    if method in ("le_cam", "assouad", "assouad_mixtures", "fano"):
        [claimed] = map(Fraction, values)
        step = number(said["separation"])
        assert step > 0
        return claimed <= TRUTHS[method](said, step) + 1e-9
    if method == "worst_squared_risk":
        estimates, flip = [number(a) for a in said["estimates"]], number(said["flip"])
        assert 0 <= flip < 0.5
        top = max(squared(estimates, flip, k / 4000) for k in range(4001))
        return within(values, top, top, 1e-6)
    family, loss = said["family"], said["loss"]
    if method == "bayes_risk":
        prior = [number(w) for w in chosen["prior"]]
        assert all(w >= 0 for w in prior)
        assert abs(sum(prior) - 1) < 1e-12
        truth = sum(least(loss, [w * p for w, p in zip(prior, row, strict=True)]) for row in worlds(family))
        return within(values, truth, truth)
    if method == "rule_risk":
        return true_of_rule(family, loss, [number(w) for w in chosen["prior"]], values)
    rows = list(worlds(family))[::-1]  # one group of bits: here the number of zeros rises, there that of ones
    actions = list(chosen["actions"])
    if chosen["outside"] is not None:
        first, last = family["groups"][0]["window"]
        actions = [chosen["outside"]] * first + actions + [chosen["outside"]] * (family["groups"][0]["draws"] - last)
    risks = [sum(row[i] * lost(loss, i, a) for row, a in zip(rows, actions, strict=True)) for i in range(len(rows[0]))]
    return within(values, max(risks), max(risks))


def true_of_rule(family, loss, prior, values):
    assert all(w >= 0 for w in prior)
    assert abs(sum(prior) - 1) < 1e-12
    assert loss["kind"] == "Squared"
    means = [number(v) for v in loss["values"]]
    risks = [0.0] * len(prior)
    for row in worlds(family):
        joint = [w * p for w, p in zip(prior, row, strict=True)]
        answer = sum(j * v for j, v in zip(joint, means, strict=True)) / sum(joint) if sum(joint) else 0.0
        risks = [r + p * (answer - v) ** 2 for r, p, v in zip(risks, row, means, strict=True)]
    return within(values, max(risks), max(risks))


def squared(estimates, flip, p):
    n, q = len(estimates) - 1, flip + (1 - 2 * flip) * p
    return sum(math.comb(n, k) * q**k * (1 - q) ** (n - k) * (a - p) ** 2 for k, a in enumerate(estimates))


def cube_truth(said, step):
    rows = list(worlds(said["cube"], number(said["privacy"]["epsilon"]) if said["privacy"] else None))
    size = len(rows[0])
    found = 0.0
    for j in range(size.bit_length() - 1):
        up = [sum(p for i, p in enumerate(row) if i >> j & 1) for row in rows]
        found += sum(min(u, sum(row) - u) for u, row in zip(up, rows, strict=True)) * 2 / size
    assert size & (size - 1) == 0
    return step / 2 * found


def packing_truth(said, step):
    rows = list(worlds(said["packing"], number(said["privacy"]["epsilon"]) if said["privacy"] else None))
    size = len(rows[0])
    assert size >= 3
    know = sum(p * math.log(p * size / sum(row)) for row in rows for p in row if p > 0) / size
    low, high = 0.0, 1 - 1 / size
    for _ in range(60):
        p = (low + high) / 2
        doubt = p * math.log(size - 1) - (p * math.log(p) + (1 - p) * math.log(1 - p))
        low, high = (p, high) if doubt <= math.log(size) - know else (low, p)
    return step * high


def product_truth(said, step):
    assert said["dimension"] >= 1
    return step * said["dimension"] / 2 * errors(said["coordinate"], said["privacy"])


TRUTHS = {
    "le_cam": lambda said, step: step / 2 * errors(said["family"], said["privacy"]),
    "assouad": product_truth,
    "assouad_mixtures": cube_truth,
    "fano": packing_truth,
}
