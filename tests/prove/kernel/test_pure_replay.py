"""Replay has no memory: what was replayed, or refused, before changes nothing, in whatever order."""

import copy
import json
import random
from functools import cache
from pathlib import Path

import pytest
from sympy import sqrt, symbols

from boundcheck.prove import replay
from boundcheck.prove.kernel import calculus, polynomial_form, rules, smt
from boundcheck.prove.kernel.reading import reading
from boundcheck.prove.kernel.results import Inapplicable
from boundcheck.symbolic import Statement, decode, encode

REPORTS = Path(__file__).parents[3] / "reports"
COMMITTED, MUTATED = 100, 150  # of the whole; `differences` takes any number
VARIANTS = sorted(rules.Z3_VARIANTS)

x = symbols("x", real=True)


def forget():
    """Empty everything that the kernel keeps from one replay to the next."""
    for kept in (polynomial_form._model, rules._tidied, calculus.affine_part):
        kept.cache_clear()
    smt._known.clear()


def certified(found):
    """Yield the certificates of a record, each with its statement."""
    if isinstance(found, dict):
        certificate = found.get("certificate")
        if isinstance(certificate, dict) and certificate.get("format") and found.get("checked"):
            yield certificate, found["checked"]
        found = list(found.values())
    if isinstance(found, list):
        for each in found:
            yield from certified(each)


@cache
def committed():
    """Return the certificates of all records of the five papers."""
    files = sorted(REPORTS.glob("*/*.json"))
    return tuple(pair for file in files for pair in certified(json.loads(file.read_text(encoding="utf-8"))))


def nodes(tree):
    """Yield the nodes of a proof tree."""
    yield tree
    for child in tree.get("then", ()):
        yield from nodes(child)


def changed(rng, certificate, others):
    """Return another certificate, with one thing changed that a forger, or a slip, could change."""
    while (forged := _forged(rng, certificate, others)) == certificate:
        pass
    return forged


def _forged(rng, certificate, others):
    forged = copy.deepcopy(certificate)
    if forged["kind"] != "proof":
        name = rng.choice(sorted(forged["point"])) if forged["point"] else "x"
        forged["point"][name] = rng.choice(["0", "1", "-1", "1/2", "7"])
        return forged
    every = [node for tree in forged["proofs"] for node in nodes(tree)]
    node = rng.choice(every)
    way = rng.randrange(7)
    if way == 0:
        node["rule"] = rng.choice(sorted(rules.RULES))
    elif way == 1:
        node.pop("smt2", None)
        node |= {"rule": "polynomial", "variant": rng.choice(VARIANTS), "rlimit": 20_000, "then": []}
    elif way == 2:
        node |= {"rule": "sign", "on": encode(rng.choice([sqrt(x), sqrt(-1 - x**2), 1 / x, x]))}
    elif way == 3 and node.get("then"):
        node["then"] = rng.sample(node["then"], len(node["then"]))[: rng.randrange(1, len(node["then"]) + 1)]
    elif way == 4:
        forged["proofs"] = rng.choice(others)["proofs"]
    elif way == 5:
        others = [n for tree in rng.choice(others)["proofs"] for n in nodes(tree)]
        kept = node.get("then", [])
        node.clear()
        node |= {**rng.choice(others), "then": kept}
    else:
        for key in sorted(node.keys() & {"at", "on", "by", "var", "low", "high", "left", "right"}):
            node[key] = encode(rng.choice([x, x + 1, sqrt(x), -x]))
    return forged


def told(certificate, checked):
    found = replay(certificate, decode(checked))
    return found.ok, found.reason


def differences(count, mutations, seed=1, *, start=0):
    """Return what is answered otherwise in random order than alone, of so many certificates and so many changed ones."""
    everything = committed()
    rng = random.Random(seed)
    step = max(1, len(everything) // count) if count else 1
    cases = list(everything[start % step :: step])[:count] if count else []
    proofs = [c for c, _ in everything if c["kind"] == "proof"]
    for _ in range(mutations):
        certificate, checked = rng.choice(everything)
        cases.append((changed(rng, certificate, proofs), checked))
    alone = []
    for certificate, checked in cases:
        forget()
        before = json.dumps(certificate)
        alone.append(told(certificate, checked))
        assert json.dumps(certificate) == before  # a replay leaves the certificate as it is
    forget()
    order = rng.sample(range(len(cases)), len(cases))
    return [(cases[k], alone[k], now) for k in order if (now := told(*cases[k])) != alone[k]], alone


def test_the_order_of_replays_changes_nothing():
    wrong, alone = differences(COMMITTED, 0)
    assert wrong == []
    assert sum(ok for ok, _ in alone) > 0.9 * len(alone)


def test_what_was_refused_before_changes_nothing():
    wrong, alone = differences(0, MUTATED, seed=2)
    assert wrong == []
    assert 0 < sum(ok for ok, _ in alone) < len(alone) / 2  # some changes are another way to the same end, most are refused


@pytest.mark.parametrize("on", [sqrt(x), sqrt(-1 - x**2), 1 / sqrt(x)])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_refused_node_brings_no_facts_to_the_next_one(on, variant):
    """x >= 0 for every real x does not follow from having asked for the square root of x."""
    goal = Statement(x, ">=", 0)
    empty = {"format": 1, "kind": "proof", "fingerprint": reading(goal).print, "satisfiable": {"x": "1"}}
    asked = {**empty, "proofs": [{"rule": "sign", "on": encode(on), "then": []}]}
    closed = {**empty, "proofs": [{"rule": "polynomial", "variant": variant, "rlimit": 200_000}]}
    first = replay(closed, goal)
    assert not first.ok
    assert not replay(asked, goal).ok
    assert replay(closed, goal) == first


def test_no_rule_changes_the_model_of_another():
    (sequent,) = reading(Statement(x, ">=", 0)).sequents
    mine = polynomial_form.model(sequent)
    before = len(mine.field.generators)
    mine.field.normal(sqrt(x))
    assert len(mine.field.generators) > before
    assert len(polynomial_form.model(sequent).field.generators) == before
    with pytest.raises(Inapplicable):
        rules.apply(sequent, {"rule": "sign", "on": encode(sqrt(x))})
    assert len(polynomial_form.model(sequent).field.generators) == before
