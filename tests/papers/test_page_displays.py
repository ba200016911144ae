"""The inventory of a page: what it names is there, and what charges the page is a display of it."""

from pathlib import Path

import pytest

from boundcheck.loading import registry

PAPERS = Path(registry.__file__).parents[1] / "papers"
KEYS = sorted(path.parent.name for path in PAPERS.glob("*/displays.toml"))


def claims_of(key):
    return {
        claim_id.split("/")[1]: registry.load(claim_id) for claim_id in registry.ids() if claim_id.startswith(f"{key}/")
    }


def displays_of(key):
    (displays,) = {claim.source.paper.displays for claim in claims_of(key).values()}
    return displays


def unknown(displays, claims):
    """Names after which nothing is called."""
    there = {f"{name}/{step.label}" for name, claim in claims.items() for step in claim.steps}
    there |= {f"{name}#{part}" for name, claim in claims.items() for part in claim.parts}
    return [(display.id, name) for display in displays for name in display.checked if name not in there]


def unnamed(displays, claims):
    """Lines that charge the page, and that no display of it is."""
    named = {name for display in displays for name in display.checked}
    steps = {f"{name}/{step.label}": step for name, claim in claims.items() for step in claim.steps}
    return sorted(
        name for name, step in steps.items() if (step.fault or step.misprint or step.repair) and name not in named
    )


@pytest.mark.parametrize("key", KEYS)
def test_what_checks_a_display_is_there(key):
    assert displays_of(key)
    assert unknown(displays_of(key), claims_of(key)) == []


@pytest.mark.parametrize("key", KEYS)
def test_each_line_that_charges_the_page_is_a_display_of_it(key):
    assert unnamed(displays_of(key), claims_of(key)) == []


@pytest.mark.parametrize("key", KEYS)
def test_displays_have_different_names(key):
    names = [display.id for display in displays_of(key)]
    assert len(names) == len(set(names))


def test_a_name_that_is_missing_and_a_charge_without_a_display_are_seen():
    claims = claims_of("reward")
    displays = displays_of("reward")
    (first, *rest) = displays
    astray = type(first)(
        "x", "Lemma 3.1", "nowhere", "line", checked=("lemma_3_1/no_such_step", "lemma_3_1#no_such_part")
    )
    assert unknown((astray, *rest), claims) == [("x", name) for name in astray.checked]
    assert "theorem_3_2/logit_range" in unnamed((), claims)
