"""What a run could have missed, in sentences."""

from boundcheck.report.page.chance import chance

RISK = {
    "total": 0.001,
    "checks": 2,
    "each": 0.0005,
    "text": "0.001 for the whole run, by union bound over 2 sampled parts",
}


def part(shape, outcome="SUPPORTED"):
    return {"shape": shape, "outcome": outcome}


def test_samples_have_a_probability():
    record = {"error_probability": RISK, "parts": {"bound": part("HighProbabilityBound")}, "detectable": "A rate of 2."}
    assert list(chance(record)) == [f"Error probability: {RISK['text']}", "A rate of 2."]


def test_a_table_is_compared_and_nothing_of_it_sampled():
    for risk in (RISK, {"checks": 0, "text": "nothing was sampled"}):  # older records count tables among the samples
        (said,) = chance({"error_probability": risk, "parts": {"rows": part("ReportedTable", "UNDECIDED")}})
        assert "Holm" in said
        assert "Error probability" not in said


def test_a_search_proves_nothing():
    risk = {"checks": 0, "text": "nothing was sampled"}
    said = list(
        chance({"error_probability": risk, "parts": {"gap": part("InstanceInequality"), "law": part("Definition")}})
    )
    assert said == ["Nothing was sampled", "gap is supported by a search, which may miss a violation"]
    (said,) = chance({"error_probability": risk, "parts": {"law": part("Inequality", "PROVED")}})
    assert said == "Nothing was sampled: no verdict in this report rests on chance"
    assert list(chance({})) == []
