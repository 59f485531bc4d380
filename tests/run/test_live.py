"""Live evaluation gives what a session gives, and computes only what an edit touches."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from blocks.base.errors import RunError
from blocks.document.data import Block, Endpoint, Page, Wire, parse_endpoint
from blocks.document.model import Diagram
from blocks.run.live.program import EvaluationStopped, Live, LiveResult
from blocks.run.session import Session
from tests.run.pages import block, const, diagram, variable


def page_of(diagram: Diagram) -> Page:
    return diagram.pages[0].snapshot()


def _wire(source: str, target: str) -> Wire:
    return Wire(parse_endpoint(source), parse_endpoint(target))


def agree(live: LiveResult, diagram: Diagram) -> None:
    """What a session computes in its first step is what live evaluation shows."""
    try:
        expected = Session(diagram).run()
    except RunError as error:
        assert error.results is not None
        expected = error.results
        assert [str(e) for e in live.errors] == [str(e) for e in error.errors]
    for name, value in expected.items():
        if value.dtype.kind != "O":
            np.testing.assert_array_equal(live.results[name], value, err_msg=name)


def test_a_value_that_is_edited_is_computed_on_and_nothing_else() -> None:
    example = diagram(
        [const("a", 2.0), const("b", 3.0), block("sum", "Add"), block("other", "Negate"), block("end", "Square")],
        "a.output>sum.x b.output>sum.y b.output>other.x sum.z>end.x",
    )
    live = Live()
    first = live.evaluate(page_of(example))
    assert first.computed == 3
    example.pages[0].set("a", val=5.0)
    again = live.evaluate(page_of(example))
    assert again.computed == 2
    assert again.results["end.result_y"] == 64
    assert not any(name.startswith("other") for name in again.changed)
    agree(again, example)


def test_what_comes_out_as_before_ends_the_work() -> None:
    example = diagram(
        [const("a", 2.0), block("sign", "Sign"), block("end", "Negate")],
        "a.output>sign.x sign.y>end.x",
    )
    live = Live()
    live.evaluate(page_of(example))
    example.pages[0].set("a", val=7.0)
    assert live.evaluate(page_of(example)).computed == 1


def test_a_move_computes_nothing() -> None:
    example = diagram([const("a", 2.0), block("n", "Negate")], "a.output>n.x")
    live = Live()
    page = page_of(example)
    live.evaluate(page)
    moved = page._replace(blocks=tuple(b._replace(at=(50.0, 60.0)) for b in page.blocks))
    result = live.evaluate(moved)
    assert (result.computed, result.changed) == (0, set())


def test_another_wiring_keeps_the_values_of_calls_that_are_as_before() -> None:
    example = diagram(
        [const("a", 2.0), block("n", "Negate"), block("s", "Square"), block("r", "Exp")],
        "a.output>n.x n.y>s.x a.output>r.x",
    )
    live = Live()
    live.evaluate(page_of(example))
    example.pages[0].set("a", val=4.0)
    live.evaluate(page_of(example))
    example.pages[0].add("Abs", id="abs")
    example.pages[0].wire("s.y", "abs.x")
    result = live.evaluate(page_of(example))
    assert result.computed == 1
    agree(result, example)


def test_a_shape_that_follows_from_a_value_is_followed() -> None:
    example = diagram(
        [const("t", [1.0, 2.0, 3.0, 4.0]), const("s", [2, 2]), block("r", "Reshape")],
        "t.output>r.tensor s.output>r.shape",
    )
    live = Live()
    live.evaluate(page_of(example))
    example.pages[0].set("s", val=[4, 1])
    result = live.evaluate(page_of(example))
    assert result.results["r.result_output"].shape == (4, 1)


def test_a_gradient_follows_an_attribute_of_its_forward_block() -> None:
    example = diagram(
        [const("a", [[1.0, 2.0], [3.0, 4.0]]), const("b", [[1.0, 0.0], [2.0, 1.0]]), block("v", "MatMul"),
         block("g", "AddSymbolicGradients")],
        "a.output>v.a b.output>v.b v.product>g.outputs a.output>g.inputs",
    )  # fmt: skip
    live = Live()
    live.evaluate(page_of(example))
    example.pages[0].set("v", transpose_b=True)
    agree(live.evaluate(page_of(example)), example)


def test_a_value_that_was_put_in_place_is_followed_back_by_an_edit_of_the_wiring() -> None:
    example = diagram([const("a", 2.0), block("square", "Square")], "a.output>square.x")
    live, page = Live(), example.pages[0]
    before = page_of(example)
    live.evaluate(before)
    page.set("a", val=5.0)
    assert live.evaluate(page_of(example)).results["square.result_y"] == 25
    blocks = (*before.blocks, Block("n", "Negate"))
    result = live.evaluate(before._replace(blocks=blocks, wires=(*before.wires, _wire("square.y", "n.x"))))
    assert (result.results["square.result_y"], result.results["n.result_y"]) == (4, -4)


def test_writes_are_shown_and_not_committed() -> None:
    example = diagram(
        [variable("v", 1.0), const("d", 2.0), block("w", "AssignAdd")],
        "v.ref>w.ref d.output>w.value",
    )
    live = Live()
    for _ in range(3):
        example.pages[0].set("d", val=float(np.random.default_rng(0).integers(3, 9)))
        result = live.evaluate(page_of(example))
        assert result.results["v.result_ref"] == 1.0
        assert result.results["w.result_output_ref"] == 1.0 + example.pages[0].block("d").values["val"]


def test_variables_have_the_values_of_the_session_that_was_run() -> None:
    example = diagram([variable("v", 1.0), const("d", 2.0), block("w", "AssignAdd")], "v.ref>w.ref d.output>w.value")
    session = Session(example)
    session.run(steps=3)
    live = Live()
    result = live.evaluate(page_of(example), base=session)
    assert result.results["v.result_ref"] == 7.0
    session.run()
    assert live.evaluate(page_of(example), base=session).results["v.result_ref"] == 9.0
    assert session.state.values["v"] == 9.0


def test_an_initial_value_that_is_edited_is_followed() -> None:
    example = diagram([variable("v", 1.0), block("n", "Negate")], "v.ref>n.x")
    live = Live()
    live.evaluate(page_of(example))
    example.pages[0].set("v", initvalues=6.0)
    assert live.evaluate(page_of(example)).results["n.result_y"] == -6.0


def test_a_failure_says_why_and_the_rest_is_there_and_it_heals() -> None:
    example = diagram(
        [const("a", [1.0, 2.0, 3.0]), const("i", 7), const("ax", 0), block("g", "GatherV2"), block("n", "Negate"),
         block("after", "Exp")],
        "a.output>g.params i.output>g.indices ax.output>g.axis a.output>n.x g.output>after.x",
    )  # fmt: skip
    live = Live()
    result = live.evaluate(page_of(example))
    assert [e.block for e in result.errors] == ["g"]
    assert "after.result_y" not in result.results
    assert "n.result_y" in result.results
    example.pages[0].set("i", val=1)
    healed = live.evaluate(page_of(example))
    assert not healed.errors
    agree(healed, example)
    example.pages[0].set("i", val=9)
    broken = live.evaluate(page_of(example))
    assert [e.block for e in broken.errors] == ["g"]
    assert "after.result_y" not in broken.results
    assert "after.result_y" in broken.changed


def test_it_stops_and_goes_on_where_it_was() -> None:
    example = diagram([const("a", 1.0), block("n", "Negate"), block("s", "Square")], "a.output>n.x n.y>s.x")
    live = Live()
    asked: list[int] = []

    def stopped() -> bool:
        asked.append(1)
        return len(asked) > 1

    with pytest.raises(EvaluationStopped):
        live.evaluate(page_of(example), stopped=stopped)
    result = live.evaluate(page_of(example))
    assert result.computed == 1
    agree(result, example)


def test_random_blocks_keep_their_numbers() -> None:
    example = diagram(
        [const("s", [4]), block("r", "RandomNormal", dtype="DT_FLOAT"), const("x", 1.0)], "s.output>r.shape"
    )
    live = Live()
    before = live.evaluate(page_of(example)).results["r.result_output"]
    example.pages[0].add("Const", id="y", val=3.0)
    result = live.evaluate(page_of(example))
    assert result.results["r.result_output"] is before
    agree(result, example)


@pytest.mark.parametrize("seed", range(8))
def test_any_row_of_edits_gives_what_a_new_session_gives(seed: int) -> None:
    chance = random.Random(seed)
    page = _random_page(chance, 30)
    live = Live()
    for _ in range(12):
        page = _edited(page, chance)
        diagram = Diagram()
        from blocks.document.changes import AddPage

        diagram.apply(AddPage(0, page))
        agree(live.evaluate(page), diagram)


def _random_page(chance: random.Random, count: int) -> Page:
    blocks = [Block(f"c{i}", "Const", (0, 0), {"val": [float(i), 1.0]}) for i in range(4)]
    wires: list[Wire] = []
    ends = [Endpoint(b.id, "output") for b in blocks]
    for i in range(count):
        blocks.append(Block(f"b{i}", chance.choice(["Add", "Multiply", "Maximum"])))
        wires += [Wire(chance.choice(ends), Endpoint(f"b{i}", pin)) for pin in "xy"]
        ends.append(Endpoint(f"b{i}", "z"))
    return Page("main", tuple(blocks), tuple(wires))


def _edited(page: Page, chance: random.Random) -> Page:
    blocks_ = list(page.blocks)
    i = chance.randrange(len(blocks_))
    kind = chance.randrange(4)
    chosen = blocks_[i]
    if kind == 0 or chosen.type == "Const":
        constants = [k for k, b in enumerate(blocks_) if b.type == "Const"]
        k = chance.choice(constants)
        value: Any = [chance.random(), 2.0] if chance.random() < 0.8 else [1.0, 2.0, 3.0]
        blocks_[k] = blocks_[k]._replace(values={"val": value})
    elif kind == 1:
        blocks_[i] = chosen._replace(type=chance.choice(["Add", "Multiply", "Minimum"]))
    elif kind == 2:
        blocks_[i] = chosen._replace(muted=not chosen.muted)
    else:
        wires = list(page.wires)
        del wires[chance.randrange(len(wires))]
        return page._replace(wires=tuple(wires))
    return page._replace(blocks=tuple(blocks_))
