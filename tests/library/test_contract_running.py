"""Every block type in a session: the plan agrees with the interpreter, random numbers follow from seed and step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from blocks.compile import memory
from blocks.graph.graph import Operand
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.library.index import all_types
from blocks.run.client import ClientSession
from tests.compile.agreement import ALL_PASSES, assert_agreement, interpreted, planned, program
from tests.library import contract
from tests.library.contract import as_constant, as_placeholder, build, new, same_bits

EXAMPLES = [t for t in all_types() if t.kind == "op" and contract.example_of(t) is not None]
RANDOM = [t for t in all_types() if t.random and t.name != "RandomShuffleQueue"]  # which draws for its users
IMAGE = [[[[50.0 * y + x] for x in range(50)] for y in range(50)]]
# What a random type is called with where the numbers of its example leave nothing to chance.
MANY: dict[str, dict[str, Any]] = {
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
@pytest.mark.parametrize("spec", EXAMPLES, ids=lambda t: t.name)
def test_the_plan_agrees_with_the_interpreter(spec: BlockSpec, passes: tuple[str, ...]) -> None:
    call = contract.example_call(spec)
    for shape_of in (None, contract.exactly, contract.nothing):
        known = as_constant if shape_of is None else as_placeholder(shape_of)
        root = Scope.new_root_scope()

        def source(scope: Scope, given: contract.Given, known: contract.Source = known) -> Any:
            made = (as_constant if given.is_variable else known)(scope, given)
            # The call gets what a call before it made: memory that the plan may use again.
            return made if made.is_ref or not given.dtype.is_floating else new("Negate", made)

        negated = call.mapped(
            lambda _, given: (
                given
                if given.is_variable or not given.dtype.is_floating
                else given._replace(array=contract.frozen(np.negative(given.array)))
            )
        )
        node, sources = build(negated, source, root)
        feeds: dict[Operand, Any] = {}
        for output, given in zip(sources, negated.flat(), strict=True):
            origin = output.op.inputs[0] if output.op.type.name == "Negate" else output
            if origin.op.type.name == "Placeholder":
                feeds[origin] = given.array
        fetches = [o for o in node.outputs if o.dtype.is_floating or o.dtype.is_integer]
        after = [new("Negate", o) for o in fetches if o.dtype.is_floating]
        what = program([*node.outputs, *after], feeds, steps=2, targets=[node])
        assert_agreement(what, interpreted(what), planned(what, passes), same_errors=True)
        only_after = program(after, feeds, targets=[node])
        assert_agreement(only_after, interpreted(only_after), planned(only_after, passes), same_errors=True)


def drawn(spec: BlockSpec, *, seed: int, attributes: Mapping[str, Any], name: str = "noise") -> list[Any]:
    """What a random block gives in two steps."""
    example: dict[str, Any] = {**(spec.example or {}), **MANY.get(spec.name, {})}
    root = Scope.new_root_scope()
    args = [example[pin.name] for pin in spec.inputs]
    attrs = {a.name: example[a.name] for a in spec.attributes if a.name in example}
    output = spec(root, *args, **{**attrs, **attributes}, name=name).outputs[0]
    session = ClientSession(root, seed=seed)
    return [session.run(output)[0] for _ in range(2)]


@pytest.mark.parametrize("spec", RANDOM, ids=lambda t: t.name)
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
