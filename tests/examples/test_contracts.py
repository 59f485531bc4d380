"""The contracts of the examples: they hold, and where an example is broken the way of the gradient is told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from blocks.analysis.contracts import contract_faults
from blocks.document.file import loads
from blocks.elaborate.elaborate import elaborate
from tests.examples.shared import NAMES, page_of, text_of

BROKEN = [
    # The stop is passed by: what followed it begins where it does.
    ("gan_step", "contract_d", {"given_fake": "fake.z"},
     ["scale, but reaches it through loss_d -> both_losses -> fake_loss -> fake_logit -> fake_w -> fake"
      " -> z_scale -> scale",
      "shift, but reaches it through loss_d -> both_losses -> fake_loss -> fake_logit -> fake_w -> fake -> shift"]),
    ("gan_step", "contract_g", {"given_w": "w.ref"},
     ["w, but reaches it through loss_g -> judged_loss -> judged_wrong -> judged -> judged_w -> w"]),
    ("detached_target", "contract", {"fixed_target": "target.z"},
     ["target, but reaches it through loss -> squared -> td_error -> target"]),
    ("em_step", "contract", {"given": "responsibility.softmax"},
     ["responsibility, but reaches it through Q -> expected -> responsibility"]),
    # The sample with a gradient, straight-through, in the place of the stopped one.
    ("contrastive_divergence", "contract", {"sample": "open_sample.z"},
     ["visible_prob, but reaches it through loss -> rise -> model_G -> model_visible -> open_sample -> visible_prob"]),
    ("adversarial_example", "contract", {"direction": "sign.y"},
     ["sign, but reaches it through train_loss -> both -> loss_adv -> entropy_adv -> logits_adv -> x_adv"
      " -> push -> sign"]),
    # A stop too many: the block that keeps the gradient away is named.
    ("detached_target", "contract", {"q": "fixed_target.output"},
     ["no gradient of loss reaches W: it stops at fixed_target"]),
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_they_hold(name: str) -> None:
    assert contract_faults(elaborate(page_of(name).snapshot())) == []


@pytest.mark.parametrize(("name", "contract", "instead", "ways"), BROKEN)
def test_where_one_is_broken_the_way_is_told(
    name: str, contract: str, instead: dict[str, str], ways: list[str]
) -> None:
    text: Any = json.loads(text_of(name))
    for wire in text["pages"][0]["wires"]:
        if not wire[1].startswith(("contract", "grad", "new_", "train_grad")):
            wire[0] = instead.get(wire[0].partition(".")[0], wire[0])
    results = contract_faults(elaborate(loads(json.dumps(text)).page("main").snapshot()))
    assert {fault.block for fault in results} == {contract} and len(results) == len(ways)
    for fault, way in zip(results, ways, strict=True):
        assert way in fault.message


@pytest.mark.parametrize("pins", [("loss",), ("reaches", "must_not_reach")], ids=["no loss", "nothing about it"])
def test_one_that_says_nothing_does_not_hold(pins: tuple[str, ...]) -> None:
    text: Any = json.loads(text_of("detached_target"))
    gone = [f"contract.{pin}" for pin in pins]
    text["pages"][0]["wires"] = [wire for wire in text["pages"][0]["wires"] if wire[1] not in gone]
    [fault] = contract_faults(elaborate(loads(json.dumps(text)).page("main").snapshot()))
    assert fault.block == "contract" and fault.pin in pins
