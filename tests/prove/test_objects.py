"""Proof objects of certificates, and the checker that reads them with nothing of boundcheck at hand."""

import ast
import copy
import json
import random
import subprocess
import sys
from pathlib import Path

import flint
import pytest
from mutated_objects import accepted, failing_point, mutated
from sympy import Abs, Eq, IndexedBase, Max, Min, Rational, Sum, cosh, exp, log, sqrt, symbols

from boundcheck import checker
from boundcheck.prove import Proved, Refuted, prove
from boundcheck.prove.objects import proof_object
from boundcheck.prove.search import cores
from boundcheck.symbolic import Statement, sigmoid
from boundcheck.symbolic.encode import encode

x, y, z, B, p, q, s, t, c = symbols("x y z B p q s t c")
n, i = symbols("n i", integer=True)
w = IndexedBase("w")
curvature = sigmoid(z) * (1 - sigmoid(z))

TRUE = {
    "identity": Statement((x + 1) ** 2, "==", x**2 + 2 * x + 1),
    "square": Statement(2 * x * y, "<=", x**2 + y**2),
    "factor": Statement(0, "<=", (x - 1) * (y + 1), (x >= 1, y >= 0)),
    "quotient": Statement(x / (1 + x), "<", 1, (x >= 0,)),
    "tangent": Statement(log(x), "<=", x - 1, (x > 0,)),
    "monotone": Statement(x - x**2 / 2, "<=", log(1 + x), (x >= 0,)),
    "logarithms": Statement(x**2, "<=", exp(2 * x - 2), (x > 0,)),
    "roots": Statement(sqrt(x * y), "<=", (x + y) / 2, (x >= 0, y >= 0)),
    "absolute value": Statement(Abs(x + y), "<=", Abs(x) + Abs(y)),
    "maximum": Statement(Max(x, y), "<=", x + y, (x >= 0, y >= 0)),
    "minimum": Statement(Min(x, y), "<=", sqrt(x * y), (x >= 0, y >= 0)),
    "integer": Statement(n**2, ">=", 1, (n > 0,)),
    "definition": Statement(c, ">=", 1, (Eq(c, cosh(x)),)),
    "sigmoid": Statement(curvature, "<=", Rational(1, 4)),
    "ball": Statement(1 / (2 + exp(B) + exp(-B)), "<=", curvature, (Abs(z) <= B, B > 0)),
    "sum": Statement(c * Sum(w[i] ** 2, (i, 1, n)), "<=", Sum(w[i] ** 2, (i, 1, n)), (c <= 1, n >= 1)),
    "products": Statement(0, "<", c, (c * p**2 * (exp(x) - 1) ** 2 >= 4 * s * t, s > 2, t >= 1)),
    "even power": Statement(y + 4 * x * y * (1 - y) - 4 * y**2 * (1 - y), "<=", x, (y <= x,)),
    "factor in a logarithm": Statement(log(1 + 2 * exp(x) + exp(2 * x)), "==", 2 * log(1 + exp(x))),
    "domain": Statement(log(1 + q * (exp(1) - 1)), "<=", 2 * q, (q > 0, q <= 1)),
    "box": Statement(x * exp(-x), "<", Rational(2, 5), (x >= 0, x <= 3)),
}  # fmt: skip

FALSE = {
    "square": Statement(x**2, "<=", x, (x >= 0,)),
    "logarithm": Statement(log(x), "<=", x - 2, (x > 0,)),
    "definition": Statement(c, "<=", 2, (Eq(c, cosh(x)), x >= 0)),
}


@pytest.fixture(scope="module")
def objects():
    made = {}
    for name, statement in TRUE.items():
        answer = prove(statement, ())
        assert isinstance(answer, Proved), name
        encoded = encode(statement)
        made[name] = encoded, answer.certificate, json.loads(json.dumps(proof_object(encoded, answer.certificate)))
    return made


@pytest.mark.parametrize("name", TRUE)
def test_true_statements_are_checked(objects, name):
    encoded, certificate, data = objects[name]
    assert checker.verdict(encoded, certificate, {checker.mark(encoded): data}) == ""


@pytest.mark.parametrize("name", FALSE)
def test_refutations_are_checked_from_the_record_alone(name):
    answer = prove(FALSE[name], ())
    assert isinstance(answer, Refuted)
    encoded = encode(FALSE[name])
    assert checker.verdict(encoded, answer.certificate, {}) == ""
    true = {**answer.certificate, "point": {letter: "1" for letter in answer.certificate["point"]}}
    assert checker.verdict(encoded, true, {}) != "" or name == "logarithm"  # which fails at 1, too


def test_a_core_of_facts_gives_multipliers_and_what_does_not_follow_none():
    a, b, k = map(checker.letter, "abk")
    product = checker.minus(checker.times(a, checker.power(b, 2)), checker.number(1))
    known = [(">=", product), (">", checker.minus(k, checker.number(2))), (">=", checker.minus(b, k))]
    assert cores.step(known, (">", a), frozenset()) is not None
    assert cores.step(known, (">", checker.minus(a, checker.number(1))), frozenset()) is None


def test_the_proof_of_one_statement_is_none_of_another(objects):
    for name, (_, certificate, data) in objects.items():
        for false in FALSE.values():
            encoded = encode(false)
            assert checker.verdict(encoded, certificate, {checker.mark(encoded): data}) != "", name


def test_a_sum_is_no_larger_only_over_the_same_terms_and_where_there_are_some(objects):
    _, certificate, data = objects["sum"]
    whole, tail = Sum(w[i] ** 2, (i, 1, n)), Sum(w[i] ** 2, (i, 2, n))
    for false in (
        Statement(c * whole, "<=", whole, (c <= 2, n >= 1)),
        Statement(c * whole, "<=", tail, (c <= 1, n >= 1)),
        Statement(c * tail, "<=", tail, (c <= 1, n >= 1)),  # true, but a sum without terms is looked at nowhere
        Statement(c * whole**2, "<=", whole, (c <= 1, n >= 1)),
        Statement(c * whole, "<=", whole, (c <= 1, n >= 1, i >= 5)),  # another letter of this name
    ):
        encoded = encode(false)
        assert checker.verdict(encoded, certificate, {checker.mark(encoded): data}) != "", false


def test_hypotheses_on_every_term_do_not_say_that_there_is_one():
    x = IndexedBase("x", real=True)
    each = (x[i] >= 1, n * x[i] >= x[i])
    goal = 2 * Sum(x[i], (i, 1, n)) - n + 1, ">=", Rational(2)
    true, false = (Statement(*goal, given) for given in ((n >= 1, *each), each))
    certificate = prove(true, ()).certificate
    data = json.loads(json.dumps(proof_object(encode(true), certificate)))
    for statement in (true, false):  # the second is false at n = 0
        encoded = encode(statement)
        said = checker.verdict(encoded, certificate, {checker.mark(encoded): data})
        assert (said == "") == (statement is true)


def test_what_only_a_solver_has_closed_is_not_checked(objects):
    encoded, certificate, data = objects["square"]
    data = copy.deepcopy(data)
    data["goals"] = [{"h": goal["h"], "c": goal["c"], "by": "solver"} for goal in data["goals"]]
    assert "solver" in checker.verdict(encoded, certificate, {checker.mark(encoded): data})


def test_hypotheses_have_to_be_satisfiable(objects):
    encoded, certificate, data = objects["tangent"]
    data = {**data, "satisfiable": {"x": "-1"}}
    assert "satisfiable" in checker.verdict(encoded, certificate, {checker.mark(encoded): data})


def test_what_the_checker_accepts_of_changed_objects_is_true(objects):
    rng = random.Random(20261)
    looked = 0
    for _ in range(40):
        for encoded, _, data in objects.values():
            changed = mutated(data, rng)
            whole = frozenset(checker.Statement(encoded).whole)
            for node in accepted(changed, whole):
                looked += 1
                point = failing_point(node, whole, rng, tries=8)
                assert point is None, (checker.shown(node.claim[1]), node.data, point)
    assert looked > 400


def test_a_statement_with_a_hypothesis_less_keeps_no_proof_that_needs_it(objects):
    for name in ("factor", "tangent", "monotone", "roots", "minimum"):
        encoded, certificate, data = objects[name]
        assert checker.verdict(encoded[:3], certificate, {checker.mark(encoded[:3]): data}) != "", name


@pytest.mark.parametrize(
    "text", ["1/3", "-7/2", "20", "1/1000", "-40", "-100000", "40000", "1/100000000000000000000000000000"]
)
def test_intervals_of_exponentials_and_logarithms_against_balls(text):
    value = checker.Fraction(text)
    at = flint.fmpq(value.numerator, value.denominator)
    for checker.Interval.bits in (64, 192):
        with flint.ctx.workprec(900):
            for found, true in (
                (checker.Interval.of(value).exp(), flint.arb(at).exp()),
                (checker.Interval.of(abs(value)).log(), flint.arb(abs(at)).log()),
                (checker.Interval.of(abs(value)).root(3), flint.arb(abs(at)).root(3)),
                (checker.pi_interval(), flint.arb.pi()),
            ):
                low, high = (flint.arb(end) * flint.arb(2) ** found.unit for end in (found.low, found.high))
                assert low <= true <= high
                assert high - low < abs(true) * flint.arb(2) ** (24 - found.bits)


def test_operations_on_intervals_of_any_size_hold_the_numbers():
    rng = random.Random(7)

    def drawn(signs=(1, -1)):
        top, bottom = (rng.randint(1, 10 ** rng.randint(1, 60)) for _ in range(2))
        return checker.Fraction(top, bottom) * rng.choice(signs)

    def holds(found, *values):
        ends = [checker.Fraction(end) * checker.Fraction(2) ** found.unit for end in (found.low, found.high)]
        assert all(ends[0] <= value <= ends[1] for value in values)

    for _ in range(400):
        checker.Interval.bits = rng.choice((16, 64, 192))
        value, other = sorted((drawn(), drawn()))
        wide, point = checker.Interval.of(value, other), drawn()
        holds(wide, value, other, (value + other) / 2)
        holds(wide + checker.Interval.of(point), value + point, other + point)
        holds(wide * checker.Interval.of(point), value * point, other * point)
        holds(-wide, -value, -other)
        holds(wide.size(), abs(value), abs(other))
        holds(wide.whole_power(3), value**3, other**3)
        positive = drawn((1,))
        holds(checker.Interval.of(positive).inverse(), 1 / positive)
        holds(checker.Interval.of(positive**2).root(2), positive)


def test_the_checker_needs_the_standard_library_alone():
    imported = set()
    for node in ast.walk(ast.parse(Path(checker.__file__).read_text())):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level
            imported.add(str(node.module).split(".")[0])
    assert imported - {"__future__"} <= set(sys.stdlib_module_names)


def test_a_record_is_read_by_the_file_alone(objects, tmp_path):
    encoded, certificate, data = objects["tangent"]
    record = {"steps": [{"label": "tangent", "checked": encoded, "certificate": certificate}]}
    (tmp_path / "record.json").write_text(json.dumps(record))
    (tmp_path / "objects.json").write_text(json.dumps({checker.mark(encoded): data}))
    command = [sys.executable, "-I", checker.__file__, str(tmp_path / "record.json")]
    done = subprocess.run([*command, str(tmp_path / "objects.json")], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "checked  proof  steps/tangent\n")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == "NOT checked  proof  steps/tangent  (there is no proof object)\n"
