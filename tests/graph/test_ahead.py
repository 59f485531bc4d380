"""What is computed while a page is only looked at: arithmetic and indexing, and no kernel that could crash or hang."""

from __future__ import annotations

from typing import Any

import pytest

from blocks.document.data import Block, Page
from blocks.elaborate.elaborate import elaborate
from blocks.graph.call_info import known_value
from blocks.library.index import all_names, find
from tests.run.pages import block, const, diagram


def files(_name: str) -> Any:
    raise AssertionError


def spec_of(name: str) -> Any:
    spec = find(name)
    assert spec is not None
    return spec


def noting(ran: list[str], name: str, kernel: Any) -> Any:
    """A kernel that notes that it was run."""

    def noted(*args: Any, **given: Any) -> Any:
        ran.append(name)
        return kernel(*args, **given)

    return noted


def test_what_is_computed_ahead_has_no_effect_and_decides_nothing() -> None:
    foldable = [spec for spec in map(spec_of, all_names()) if spec.foldable]
    assert {"Const", "Add", "Reshape"} <= {spec.name for spec in foldable}
    for spec in foldable:
        assert not (spec.stateful or spec.variable or spec.control or spec.context), spec.name


def test_no_other_kernel_is_run_by_looking_at_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every type with the constants of its example, asked for its value as a shape rule behind it would ask."""
    ran: list[str] = []
    blocks: list[Block] = []
    for spec in [spec_of(name) for name in sorted(all_names())]:  # all of them before one is changed
        if not spec.foldable and spec.example is not None and not spec.variable:
            values = {key: value for key, value in spec.example.items() if spec.output(key) is None}
            blocks.append(Block(f"b_{spec.name}", spec.name, (0, 0), values))
            monkeypatch.setattr(spec, "kernel", noting(ran, spec.name, spec.kernel))
    page = elaborate(Page("main", tuple(blocks)), files)
    outputs = [output for node in page.graph.nodes for output in node.outputs if not output.op.type.foldable]
    assert len({output.op.type.name for output in outputs}) > 200
    assert all(known_value(output) is None for output in outputs)
    assert ran == []


@pytest.mark.parametrize(("type_", "known"), [("Ceil", True), ("Erf", False), ("Sinh", False)])
def test_a_shape_that_follows_from_a_block(monkeypatch: pytest.MonkeyPatch, type_: str, known: bool) -> None:
    """The shape of a Fill: a kernel behind which the size lies is run only if it is a safe one."""
    ran: list[str] = []
    spec = spec_of(type_)
    monkeypatch.setattr(spec, "kernel", noting(ran, type_, spec.kernel))
    page = diagram([const("size", [2.0, 3.0]), block("it", type_), block("whole", "Cast", DstT="DT_INT32"),
                    block("full", "Fill", value=1.0)],
                   f"size.output>it.x it.{spec.outputs[0].name}>whole.x whole.y>full.dims")  # fmt: skip
    elaboration = elaborate(page.pages[0].snapshot(), files)
    [full] = [node for node in elaboration.graph.nodes if node.block_name == "full" and node.type.name == "Fill"]
    assert full.outputs[0].shape == ((2, 3) if known else (None, None))
    assert ran == ([type_] if known else [])
