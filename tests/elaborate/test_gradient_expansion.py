"""A gradient block opened into ordinary blocks: the same results, and every block knows where it came from."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import blocks
from blocks.analysis.checks import check
from blocks.base.errors import DiagramError, UsageError
from blocks.document.changes import AddItems, RemoveItems
from blocks.document.data import Frame, Note
from blocks.document.model import Diagram
from blocks.elaborate.elaborate import elaborate
from blocks.run.session import Session
from blocks.transform.expand import editable, expand, pairs
from tests.run.loop_writes import PROGRAMS
from tests.run.pages import BlockText, block, const, diagram, variable

FILES = sorted((Path(__file__).resolve().parents[2] / "assets/examples").glob("*.gradblocks"))
GRADIENTS = [
    (file, each.id)
    for file in FILES
    for each in blocks.load(str(file)).pages[0].snapshot().blocks
    if each.type == "AddSymbolicGradients" and file.stem != "wgan_gp"  # which needs its instances expanded with it
]

CUBE: list[BlockText] = [
    variable("x", [[0.5, -2.0], [1.5, 0.25]]),
    block("sq", "Square"),
    block("cube", "Multiply"),
    block("loss", "Sum", axis=[0, 1]),
    block("g", "AddSymbolicGradients"),
    block("gg_of", "Sum", axis=[0, 1]),
    block("gg", "AddSymbolicGradients"),
    block("out", "Identity"),
]
CUBE_WIRES = (
    "x.ref>sq.x sq.y>cube.x x.ref>cube.y cube.z>loss.input loss.output>g.outputs x.ref>g.inputs"
    " g.grad_outputs[0]>gg_of.input gg_of.output>gg.outputs x.ref>gg.inputs gg.grad_outputs[0]>out.input"
)


def opened(source: Diagram, *names: str) -> Diagram:
    """The diagram with some gradients made editable, read again from its text."""
    diagram = blocks.loads(source.dumps())
    diagram.path = source.path
    page = diagram.pages[0]
    for name in names:
        page.apply(editable(elaborate(page.snapshot()), name))
    again = blocks.loads(diagram.dumps())
    again.path = source.path
    return again


def same_results(before: Diagram, after: Diagram, *gone: str, steps: int = 2) -> None:
    old, new = Session(before, seed=5), Session(after, seed=5)
    assert not new.problems()
    for _ in range(steps):
        first, second = old.run(), new.run()
        for name, value in first.items():
            if name.partition(".")[0] not in gone:
                assert second[name].dtype == value.dtype and second[name].shape == value.shape, name
                assert second[name].dtype == object or second[name].tobytes() == value.tobytes(), name
        for name in gone if len(gone) == 1 else ():  # the second is expanded on another page
            for i, end in enumerate(expand(old.elaboration, name).results):
                spec = new.elaboration.specs[end.block]
                [shown] = [pin for pin in spec.outputs if pin.name == end.pin]
                key = f"{end.block}.{shown.result_pins[-1]}" + ("" if end.index is None else f"[{end.index}]")
                if key in second and f"{name}.result_grad_outputs[{i}]" in first:
                    assert second[key].tobytes() == first[f"{name}.result_grad_outputs[{i}]"].tobytes()


@pytest.mark.parametrize(("file", "name"), GRADIENTS, ids=lambda each: getattr(each, "stem", each))
def test_the_ids_say_which_forward_block_each_belongs_to(file: Path, name: str) -> None:
    before = blocks.load(str(file))
    elaboration = elaborate(before.pages[0].snapshot())
    if elaboration.values.get(name) is None:
        return  # it needs files that are written by a run
    sources = {each.block.id: each.source for each in expand(elaboration, name).blocks if each.source is not None}
    page = opened(before, name).pages[0].snapshot()
    sources_of = pairs(page)
    assert {block: sources_of[block] for block in sources} == {block: (source,) for block, source in sources.items()}
    assert sources_of.keys() == {*sources, *sources.values()}


def test_gradients_of_gradients_belong_to_the_blocks_of_the_first() -> None:
    page = opened(diagram(CUBE, CUBE_WIRES), "g", "gg").pages[0].snapshot()
    sources_of = pairs(page)
    second = [name for name, others in sources_of.items() if any(other.startswith("d_") for other in others)]
    assert second  # d_d_cube_Multiply_Multiply ... is tied to d_cube_Multiply, and that to it
    for name in second:
        assert all(name in sources_of[other] for other in sources_of[name])


def test_opened_blocks_stand_below_all_that_is_on_the_page() -> None:
    example = diagram(CUBE, CUBE_WIRES)
    page = example.pages[0]
    page.apply(AddItems(page.name, "notes", ((0, Note((0.0, 900.0), "one\ntwo\nthree")),)))
    page.apply(AddItems(page.name, "frames", ((0, Frame((0.0, 0.0), (100.0, 1200.0))),)))
    assert all(each.block.at[1] > 1200 for each in expand(elaborate(page.snapshot()), "g").blocks)
    page.apply(RemoveItems(page.name, "frames", (0,)))
    assert all(960 < each.block.at[1] < 1200 for each in expand(elaborate(page.snapshot()), "g").blocks[:1])


def test_names_that_only_look_alike_are_tied_to_nothing() -> None:
    example = diagram([variable("x", 1.0), block("d_x_Exp", "Square"), block("d_y_Exp", "Exp")], "x.ref>d_x_Exp.x")
    assert pairs(example.pages[0].snapshot()) == {}


@pytest.mark.parametrize(("file", "name"), GRADIENTS, ids=lambda each: getattr(each, "stem", each))
def test_examples_give_the_same_results(file: Path, name: str, tmp_path: Path) -> None:
    shutil.copytree(file.parent, tmp_path, dirs_exist_ok=True)  # some write files beside them
    before = blocks.load(str(tmp_path / file.name))
    same_results(before, opened(before, name), name)


@pytest.mark.parametrize("names", [("g",), ("gg",), ("g", "gg"), ("gg", "g")])
def test_second_order(names: tuple[str, ...]) -> None:
    before = diagram(CUBE, CUBE_WIRES)
    after = opened(before, *names)
    same_results(before, after, *names)
    # x^3: the second derivative is 6 x
    assert Session(after).run("out")["out.result_output"].tolist() == [[3.0, -12.0], [9.0, 1.5]]
    left = [each.id for each in after.pages[0].snapshot().blocks if each.type == "AddSymbolicGradients"]
    assert left == [name for name in ("g", "gg") if name not in names]


def test_every_block_is_tied_to_the_forward_block_that_it_came_from() -> None:
    page = diagram(CUBE, CUBE_WIRES).pages[0].snapshot()
    expansion = expand(elaborate(page), "g")
    sources = {each.source for each in expansion.blocks}
    assert sources == {"sq", "cube", "loss", None}
    x_of = {each.id: each.at[0] for each in page.blocks}
    lowest = max(each.at[1] for each in page.blocks)
    for each in expansion.blocks:
        assert each.block.at[0] == x_of[each.source or "g"] and each.block.at[1] > lowest
    assert len({each.block.at for each in expansion.blocks}) == len(expansion.blocks)
    assert len({each.block.id for each in expansion.blocks} - {each.id for each in page.blocks}) == len(
        expansion.blocks
    )
    [result] = expansion.results
    assert result.block in {each.block.id for each in expansion.blocks}


def test_the_change_can_be_taken_back_byte_for_byte() -> None:
    source = blocks.load(str(GRADIENTS[0][0]))
    before = source.dumps()
    page = source.pages[0]
    inverse = page.apply(editable(elaborate(page.snapshot()), GRADIENTS[0][1]))
    assert source.dumps() != before
    page.apply(inverse)
    assert source.dumps() == before


@pytest.mark.parametrize(
    ("more", "wires"),
    [
        ([block("l", "InputList"), block("n", "AddN")], "g.grad_outputs>l.outputlist l.output>n.inputs"),
        ([block("n", "AddN")], "g.grad_outputs[1]>n.inputs a.ref>n.inputs g.grad_outputs[0]>n.inputs"),
        ([block("n", "Stack", axis=0)], "a.ref>n.values g.grad_outputs>n.values b.ref>n.values"),
        ([block("s", "ClientSession")], "g.grad_outputs>s.fetch_outputs"),
        ([block("v", "NumberDisplay"), block("u", "TableDisplay")], "g.grad_outputs>v.input g.grad_outputs[1]>u.input"),
        ([block("sc", "Scope", name="deep")], "sc.scope>g.scope"),
    ],
)
def test_whatever_takes_the_gradients(more: list[BlockText], wires: str) -> None:
    start = [variable("a", [1.0, 2.0]), variable("b", [3.0, -1.0]), block("m", "Multiply"), block("e", "Exp"),
             block("g", "AddSymbolicGradients")]  # fmt: skip
    before = diagram(
        [*start, *more], f"a.ref>m.x b.ref>m.y m.z>e.x e.y>g.outputs a.ref>g.inputs b.ref>g.inputs {wires}"
    )
    if Session(before).problems():
        pytest.fail(str(Session(before).problems()))
    same_results(before, opened(before, "g"), "g", steps=1)


def test_given_gradients_and_broadcasting() -> None:
    before = diagram(
        [variable("a", [[1.0, 2.0]]), variable("b", [[3.0], [-1.0]]), block("m", "Multiply"),
         const("seed", [[1.0, 0.5], [2.0, -1.0]]), block("g", "AddSymbolicGradients"), block("n", "Negate")],
        "a.ref>m.x b.ref>m.y m.z>g.outputs seed.output>g.grad_inputs a.ref>g.inputs m.z>g.inputs g.grad_outputs[0]>n.x",
    )  # fmt: skip
    after = opened(before, "g")
    same_results(before, after, "g")
    # da = sum over rows of seed * b = (3 - 2, 1.5 + 1)
    assert Session(after).run("n")["n.result_y"].tolist() == [[-1.0, -2.5]]


def test_a_loop_is_written_out() -> None:
    before = diagram(
        [
            const("start", 0), variable("x", 3.0), block("i", "Merge"), block("v", "Merge"),
            block("less", "Less", y=3), block("go", "LoopCond"), block("i_on", "Switch"), block("v_on", "Switch"),
            block("count", "Add", y=1), block("twice", "Square"), block("i_next", "NextIteration"),
            block("v_next", "NextIteration"), block("g", "AddSymbolicGradients"), block("n", "Negate"),
        ],
        "start.output>i.inputs i_next.output>i.inputs x.ref>v.inputs v_next.output>v.inputs i.output>less.x"
        " less.z>go.input i.output>i_on.data go.output>i_on.pred v.output>v_on.data go.output>v_on.pred"
        " i_on.output_true>count.x count.z>i_next.data v_on.output_true>twice.x twice.y>v_next.data"
        " v_on.output_false>g.outputs x.ref>g.inputs g.grad_outputs[0]>n.x",
    )  # fmt: skip
    after = opened(before, "g")
    # x^8: 8 x^7
    assert Session(after).run("n")["n.result_y"] == Session(before).run("n")["n.result_y"] == -8 * 3.0**7


@pytest.mark.parametrize(("name", "error"), [("nothing", UsageError), ("sq", UsageError)])
def test_what_is_no_gradient(name: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        expand(elaborate(diagram(CUBE, CUBE_WIRES).pages[0].snapshot()), name)


def test_a_gradient_that_does_not_exist_says_why() -> None:
    elaboration = elaborate(
        diagram(
            [variable("x", [1.0]), block("sg", "StopGradient"), block("g", "AddSymbolicGradients")],
            "x.ref>sg.input sg.output>g.outputs x.ref>g.inputs",
        ).pages[0].snapshot()
    )  # fmt: skip
    with pytest.raises(DiagramError, match="StopGradient"):
        editable(elaboration, "g")


INTERNAL: dict[str, Any] = {
    "SumToShape": {"shape": [3]},
    "BroadcastTo": {"shape": [1_000_000, 1_000_000]},
    "TileGrad": {},
    "PoolGather": {"index": [100, 200]},
    "SliceGrad": {"begin": [9], "shape": [2]},
}


@pytest.mark.parametrize("name", INTERNAL)
def test_what_gradients_are_made_of_refuses_bad_values_on_a_page(name: str) -> None:
    page = diagram(
        [variable("x", [[1.0, 2.0], [3.0, 4.0]]), block("b", name, **INTERNAL[name])], f"x.ref>b.{_first(name)}"
    )
    session = Session(page)
    with pytest.raises(DiagramError) as caught:
        session.run()
    assert {error.block for error in getattr(caught.value, "errors", [caught.value])} == {"b"}


def _first(name: str) -> str:
    from blocks.library.index import find

    spec = find(name)
    assert spec is not None
    return spec.inputs[0].name


def test_what_decides_what_runs_does_not_stand_alone() -> None:
    [error] = check(diagram([block("b", "LoopValue", dtype="DT_FLOAT")], "")).errors
    assert "there is no block type 'LoopValue'" in error.message


def test_a_gradient_beside_a_write_is_opened_unless_its_block_reads_behind_one() -> None:
    source = PROGRAMS["gradient beside a write"]()
    results = Session(opened(source, "g")).run()
    assert (results["d_m_Multiply.result_z"], results["d_m_Multiply2.result_z"]) == (12.0, 8.0)
    page = source.pages[0]
    for kind, name in (("StopGradient", "stop"), ("Multiply", "a"), ("Multiply", "behind"), ("AssignAdd", "again")):
        page.add(kind, id=name)
    page.add("Multiply", id="end")
    page.add("AddSymbolicGradients", id="g2")
    wires = "up.output_ref>stop.input h.output>a.x stop.output>a.y a.z>behind.x v.ref>behind.y v.ref>again.ref"
    wires += " one.output>again.value behind.z>end.x again.output_ref>end.y end.z>g2.outputs h.output>g2.inputs"
    for wire in wires.split():
        page.wire(*wire.split(">"))
    assert Session(source).run()["g2.result_grad_outputs[0]"] == 5.0 * 4.0 * 4.0, "again, v as behind sees it, stop"
    with pytest.raises(DiagramError, match="behind reads v after a write in the same step"):
        opened(source, "g2")
