"""Every block type in a session: the plan agrees with the interpreter, random numbers follow from seed and step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from blocks.compile import memory
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.library.index import all_types
from blocks.run.client import ClientSession
from blocks.testing.agreement import ALL_PASSES
from blocks.testing.calls import same_bits
from blocks.testing.contract import check_plan
from tests.library import contract
from tests.table import table

EXAMPLES = [t for t in all_types() if t.kind == "op" and contract.example_of(t) is not None]
RANDOM = [
    t for t in all_types() if t.random and not t.nested and t.name != "RandomShuffleQueue"
]  # which draws for its users
IMAGE = [[[[50.0 * y + x] for x in range(50)] for y in range(50)]]
# What a random type is called with where the numbers of its example leave nothing to chance.
MANY: dict[str, dict[str, Any]] = {
    "NonDeterministicInts": {"shape": [50]},
    "RandomUniformInt": {"shape": [50], "minval": 0, "maxval": 1000},
    "RandomShuffle": {"value": list(range(50))},
    "FractionalAvgPool": {"value": IMAGE, "pooling_ratio": [1.0, 1.4, 1.7, 1.0]},
    "FractionalMaxPool": {"value": IMAGE, "pooling_ratio": [1.0, 1.4, 1.7, 1.0]},
}


@pytest.fixture(autouse=True)
def all_buffers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small arrays are reused and freed like large ones."""
    monkeypatch.setattr(memory, "WORTH_FREEING", 1)


@pytest.mark.parametrize("passes", [(), ALL_PASSES], ids=["as built", "optimised"])
@table("spec", EXAMPLES, ids=lambda t: t.name)
def test_the_plan_agrees_with_the_interpreter(spec: BlockSpec, passes: tuple[str, ...]) -> None:
    check_plan(contract.example_call(spec), passes)


def drawn(spec: BlockSpec, *, seed: int, attributes: Mapping[str, Any], name: str = "noise") -> list[Any]:
    """What a random block gives in two steps."""
    example: dict[str, Any] = {**(spec.example or {}), **MANY.get(spec.name, {})}
    root = Scope.new_root_scope()
    args = [example[pin.name] for pin in spec.inputs]
    attrs = {a.name: example[a.name] for a in spec.attributes if a.name in example}
    output = spec(root, *args, **{**attrs, **attributes}, name=name).outputs[0]
    session = ClientSession(root, seed=seed)
    return [session.run(output)[0] for _ in range(2)]


@table("spec", RANDOM, ids=lambda t: t.name)
def test_random_numbers_follow_from_seed_block_and_step(spec: BlockSpec) -> None:
    first, second = drawn(spec, seed=1, attributes={})
    assert not same_bits(first, second), "another step draws others"
    again = drawn(spec, seed=1, attributes={})
    assert same_bits(first, again[0]) and same_bits(second, again[1]), "the same seed draws the same"
    assert not same_bits(first, drawn(spec, seed=2, attributes={})[0]), "another seed draws others"
    assert not same_bits(first, drawn(spec, seed=1, attributes={}, name="other")[0]), "another block draws others"
    if spec.attribute("seed") is not None:
        seeded = drawn(spec, seed=1, attributes={"seed": 7})[0]
        assert not same_bits(first, seeded)
        assert same_bits(seeded, drawn(spec, seed=1, attributes={"seed": 7}, name="other")[0])
        assert not same_bits(seeded, drawn(spec, seed=1, attributes={"seed2": 7})[0])


def test_what_is_not_stateful_gives_the_same_again() -> None:
    """Kernels of types that are not called stateful take nothing but their inputs: see test_contract for the rest."""
    for spec in EXAMPLES:
        assert spec.stateful or not (spec.random or spec.writes)
        if spec.random:
            assert not same_bits(*drawn(spec, seed=0, attributes={}))
