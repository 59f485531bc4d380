"""Elaborating after an edit gives what elaborating from scratch gives, and makes only what the edit touches."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from blocks.base.errors import DiagramError
from blocks.base.types import array_of, is_list
from blocks.document.changes import (
    AddBlocks,
    AddItems,
    Change,
    Group,
    RemoveBlocks,
    RemoveItems,
    RenameBlock,
    ReplaceItems,
    SetField,
    SetValue,
)
from blocks.document.data import Block, Endpoint, Page, Wire
from blocks.document.model import Diagram, PageView
from blocks.elaborate import incremental_rebuild
from blocks.elaborate.elaborate import Elaboration, elaborate
from blocks.elaborate.elaboration import Wires
from blocks.elaborate.gradient_flow import page_flow
from blocks.elaborate.incremental import Elaborator
from blocks.graph.graph import Argument, Node
from blocks.graph.spec import BlockSpec
from blocks.library.index import find
from tests.examples.shared import NAMES, page_of
from tests.run.pages import block, const, diagram, variable

CHAIN = diagram(
    [
        variable("w", [1.0, 2.0], shape=[2]),
        const("c", [3.0, 4.0]),
        block("product", "Multiply"),
        block("sine", "Sin"),
        block("loss", "L2Loss"),
        block("grad", "AddSymbolicGradients"),
        block("aside", "Negate"),
    ],
    "w.ref>product.x c.output>product.y product.z>sine.x sine.y>loss.t loss.output>grad.outputs w.ref>grad.inputs"
    " c.output>aside.x",
)


def _long() -> Diagram:
    """A chain in which an edit in the middle concerns many blocks: with lists, attributes, faults and a muted block."""
    blocks = [variable("w", [1.0, 2.0], shape=[2]), const("c", [3.0, 4.0])]
    wires, last = "", "w.ref"
    for i in range(110):
        kind, pin, given, values = _LINKS[i % len(_LINKS)]
        blocks.append(block(f"b{i}", kind, **values))
        wires += f" {last}>b{i}.{pin}" + (f" {given}>b{i}.{'inputs' if kind == 'AddN' else 'y'}" if given else "")
        last = f"b{i}.{'sum' if kind == 'AddN' else 'z' if given else 'y'}"
    blocks += [block("wrong", "Sum", keep_dims="?"), block("grad", "AddSymbolicGradients"), block("shown", "InputList")]
    wires += (
        f" {last}>wrong.input {last}>grad.outputs w.ref>grad.inputs {last}>shown.inputlist c.output>shown.inputlist"
    )
    return diagram(blocks, wires.strip())


_LINKS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("Sin", "x", "", {}),
    ("Multiply", "x", "c.output", {}),
    ("AddN", "inputs", "w.ref", {}),
    ("Tanh", "x", "", {}),
    ("Add", "x", "w.ref", {}),
]
PAGES = {"": CHAIN, "long": _long()}


def view_of(name: str) -> PageView:
    """An example's page, or one of `PAGES`."""
    return Diagram(PAGES[name].document).pages[0] if name in PAGES else page_of(name)


def change(rng: random.Random, page: PageView) -> Change | None:
    """Some edit of a page."""
    present, wires, name = page.blocks, page.wires, page.name
    if not present:
        return None
    one, other = rng.choice(present), rng.choice(present)
    at_one = tuple([i for i, wire in enumerate(wires) if one.id in (wire.source.block, wire.target.block)])
    found: list[Change] = [
        SetField(name, one.id, "at", (rng.random(), 1.0)),
        SetField(name, one.id, "muted", not one.muted),
        RenameBlock(name, one.id, f"other{rng.randrange(10**6)}"),
        RemoveBlocks(name, (one.id,)),
        Group((RemoveItems(name, "wires", at_one), RemoveBlocks(name, (one.id,)))),
        _copy(rng, page, one),
        *[SetValue(name, one.id, key, _another(rng, value)) for key, value in one.values.items()],
    ]
    first, second = find(one.type), find(other.type)
    if first is not None and second is not None and first.outputs and second.inputs:
        source = Endpoint(one.id, rng.choice(first.outputs).name)
        wire = Wire(source, Endpoint(other.id, rng.choice(second.inputs).name))
        found += 2 * [AddItems(name, "wires", ((rng.randrange(len(wires) + 1), wire),))]
    if wires:
        i = rng.randrange(len(wires))
        found.append(RemoveItems(name, "wires", (i,)))
        found.append(ReplaceItems(name, "wires", ((i, Wire(rng.choice(wires).source, wires[i].target)),)))
    return rng.choice(found)


def _copy(rng: random.Random, page: PageView, one: Block) -> Change:
    id = f"copy{rng.randrange(10**6)}"
    wires = [Wire(wire.source, wire.target._replace(block=id)) for wire in page.wires_into(one.id)]
    place, end = rng.randrange(len(page.blocks) + 1), len(page.wires)
    added = tuple([(end + i, wire) for i, wire in enumerate(wires)])
    return Group((AddBlocks(page.name, ((place, one._replace(id=id)),)), AddItems(page.name, "wires", added)))


def _another(rng: random.Random, value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + rng.randrange(-1, 3)
    if isinstance(value, str):
        return rng.choice([value, "DT_FLOAT", "DT_INT32"])
    if is_list(value) and value:
        return rng.choice([list(value[:-1]), [*value, value[0]], [_another(rng, each) for each in value]])
    return value


def described(made: Elaboration) -> list[object]:
    """All that an elaboration found, as plain data."""
    pins = [(*name, o.dtype, o.shape, o.is_ref, o.op.number, o.index) for *name, o in made.outputs()]
    faults = [(e.page, e.block, e.pin, e.message, e.hint) for e in made.problems]
    requests = [(block, [n.number for n in request.targets]) for block, request in made.requests]
    return [pins, faults, requests, [_node(node) for node in made.graph.nodes]]


def _node(node: Node) -> object:
    # The names inside of gradients are numbered in the order in which they were made.
    name = node.name if node.type.name != "OnesLike" and node.source is None else ""
    return (
        node.number, node.type.name, name, node.owner, [_numbers(arg) for arg in node.args],
        {key: _plain(value) for key, value in node.attrs.items()}, node.bound, node.certain,
        [each.number for each in node.controls], node.source and node.source.number,
    )  # fmt: skip


def _numbers(arg: Argument) -> object:
    if isinstance(arg, tuple):
        return [_numbers(each) for each in arg]
    return arg and (arg.op.number, arg.index, arg.dtype, arg.shape)


def _plain(value: object) -> object:
    array = array_of(value)
    return value if array is None else (array.dtype, array.shape, repr(array.tolist()))


def types_at_pins(made: Elaboration) -> dict[tuple[str, str, int | None], object]:
    """Dtype and shape at each output pin."""
    return {(block, pin, place): (o.dtype, o.shape) for block, pin, place, o in made.outputs()}


def flow_of(made: Elaboration, name: str) -> object:
    """Where the gradient of a block goes, or why it has none."""
    try:
        return page_flow(made, name)
    except DiagramError as error:
        return str(error)


def edited(rng: random.Random, view: PageView) -> Iterator[Change]:
    """Make random edits, and take some of them back; each, once it is made."""
    back: list[Change] = []
    for _ in range(40):
        edit = back.pop() if back and rng.random() < 0.4 else change(rng, view)
        if edit is None:
            break
        try:
            back.append(view.apply(edit))
        except DiagramError:
            continue  # what was undone out of turn does not fit any more
        yield edit


@pytest.mark.parametrize("name", [*NAMES, *PAGES])
def test_random_edits_and_their_undoing_give_what_elaborating_from_scratch_gives(name: str) -> None:
    rng = random.Random(name)
    view = view_of(name)
    elaborator = Elaborator()
    before = types_at_pins(elaborator.elaborate(view.snapshot()).made)
    for edit in edited(rng, view):
        page = view.snapshot()
        made, touched, _, same_work, *_ = elaborator.elaborate(page)
        scratch = elaborate(page)
        assert described(made) == described(scratch), edit
        losses = [block.id for block in page.blocks if block.id in made.values][-2:]
        flows = [flow_of(made, loss) for loss in losses]
        assert flows == [flow_of(scratch, loss) for loss in losses], edit
        now = types_at_pins(made)
        if touched is not None:
            other = {key for key in now.keys() | before.keys() if now.get(key) != before.get(key)}
            assert {block for block, _, _ in other} <= touched, edit
            assert not (same_work and other)
        before = now


@pytest.mark.parametrize("name", [*NAMES, *PAGES])
def test_gradients_that_were_left_are_made_the_next_time(name: str) -> None:
    rng = random.Random(f"{name} left")
    view = view_of(name)
    elaborator = Elaborator()
    elaborator.elaborate(view.snapshot())
    for edit in edited(rng, view):
        page = view.snapshot()
        made, *_, left = elaborator.elaborate(page, leave_gradients=True)
        scratch = elaborate(page)
        there = [pin for pin in _pins(scratch) if pin[0] not in left]
        assert _pins(made) == there, edit
        faults = [error.message for error in scratch.problems if error.block not in left]
        assert [error.message for error in made.problems if error.block not in left] == faults, edit
        if left and rng.random() < 0.5:  # else the next edit comes first
            assert described(elaborator.elaborate(page).made) == described(scratch), edit
    page = view.snapshot()
    assert described(elaborator.elaborate(page).made) == described(elaborate(page))


def test_what_comes_after_a_gradient_that_can_be_made_again_is_left_with_it() -> None:
    page = diagram(
        [variable("w", [1.0, 2.0], shape=[2]), block("sine", "Sin"), block("grad", "AddSymbolicGradients"),
         block("after", "Negate"), block("last", "Exp")],
        "w.ref>sine.x sine.y>grad.outputs w.ref>grad.inputs grad.grad_outputs[0]>after.x after.y>last.x",
    )  # fmt: skip
    view = Diagram(page.document).pages[0]
    elaborator = Elaborator()
    elaborator.elaborate(view.snapshot())
    back = view.apply(RemoveItems("main", "wires", (1,)))
    assert not elaborator.elaborate(view.snapshot()).made.values.keys() & {"grad", "after", "last"}
    view.apply(Group((back, SetValue("main", "w", "initvalues", [[5.0, 6.0]]), SetValue("main", "w", "shape", [1, 2]))))
    assert elaborator.elaborate(view.snapshot(), leave_gradients=True).left == {"grad", "after", "last"}


def _pins(made: Elaboration) -> list[tuple[Any, ...]]:
    return [(*name, output.dtype, output.shape, output.is_ref) for *name, output in made.outputs()]


@pytest.fixture
def made_blocks(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The blocks that are made, one after the other."""
    found: list[str] = []
    make = incremental_rebuild.make

    def watched(made: Elaboration, block: Block, place: int, spec: BlockSpec | None, wires: Wires) -> None:
        found.append(block.id)
        make(made, block, place, spec, wires)

    monkeypatch.setattr(incremental_rebuild, "make", watched)
    yield found


@pytest.mark.parametrize(
    ("edit", "made", "same_work"),
    [
        (SetField("main", "product", "at", (5.0, 5.0)), [], True),
        (SetField("main", "product", "collapsed", True), [], True),
        (SetValue("main", "c", "val", [5.0, 6.0]), ["c"], True),
        (SetValue("main", "w", "initvalues", [5.0, 6.0]), ["w"], True),
        # Another shape goes on to all that is wired to it, and no further than it matters.
        (SetValue("main", "c", "val", [[5.0, 6.0]]), ["c", "product", "sine", "loss", "grad", "aside"], False),
        (SetValue("main", "c", "val", 5.0), ["c", "product", "grad", "aside"], False),
        (RenameBlock("main", "sine", "wave"), ["wave", "loss"], False),
        (AddBlocks("main", ((7, Block("new", "Const", (0, 0), {"val": 1.0})),)), ["new"], False),
        (RemoveItems("main", "wires", (6,)), ["aside"], False),
    ],
)
def test_only_what_an_edit_touches_is_made(
    edit: Change, made: list[str], same_work: bool, made_blocks: list[str]
) -> None:
    view = Diagram(CHAIN.document).pages[0]
    elaborator = Elaborator()
    elaborator.elaborate(view.snapshot())
    view.apply(edit)
    found = elaborator.elaborate(view.snapshot())
    assert (made_blocks, found.same_work) == (made, same_work)


def test_what_is_undone_is_taken_as_it_was(made_blocks: list[str]) -> None:
    view = Diagram(CHAIN.document).pages[0]
    elaborator = Elaborator()
    elaborator.elaborate(view.snapshot())
    back = view.apply(RemoveItems("main", "wires", (2,)))  # what is behind it cannot be made any more, the gradient too
    broken = elaborator.elaborate(view.snapshot()).made
    assert [error.block for error in broken.problems] == ["sine"]
    assert "grad" not in broken.values
    made_blocks.clear()
    view.apply(back)
    assert not elaborator.elaborate(view.snapshot()).made.problems
    assert made_blocks == []


def test_a_name_that_comes_back_in_another_edit_is_as_if_it_had_never_been_away() -> None:
    """Renamed, then with its old name again and one block less: as where undo skips a state."""
    view = Diagram(CHAIN.document).pages[0]
    elaborator = Elaborator()
    elaborator.elaborate(view.snapshot())
    view.apply(RenameBlock("main", "sine", "wave"))
    elaborator.elaborate(view.snapshot())
    view.apply(Group((RenameBlock("main", "wave", "sine"), RemoveItems("main", "wires", (6,)))))
    view.apply(RemoveBlocks("main", ("aside",)))
    assert described(elaborator.elaborate(view.snapshot()).made) == described(elaborate(view.snapshot()))


def test_a_page_of_another_name_is_elaborated_from_scratch() -> None:
    page = CHAIN.document.pages[0]
    elaborator = Elaborator()
    elaborator.elaborate(page)
    made, touched, *_ = elaborator.elaborate(page._replace(name="another", blocks=page.blocks[1:]))
    assert touched is None
    assert {error.page for error in made.problems} == {"another"}


def test_a_rule_that_falls_over_leaves_nothing_half_made(monkeypatch: pytest.MonkeyPatch) -> None:
    page: Page = CHAIN.document.pages[0]
    elaborator = Elaborator()
    elaborator.elaborate(page)

    def fall(*_: object) -> None:
        raise RuntimeError

    edited = page._replace(blocks=(page.blocks[0], page.blocks[1]._replace(values={"val": 1.0}), *page.blocks[2:]))
    with monkeypatch.context() as patch:
        patch.setattr(incremental_rebuild, "make", fall)
        with pytest.raises(RuntimeError):
            elaborator.elaborate(edited)
    made, touched, *_ = elaborator.elaborate(edited)
    assert touched is None
    assert described(made) == described(elaborate(edited))
