"""Hostile shapes of documents: each is a small thing many times over, as large as one asks for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

Json = dict[str, Any]
SHAPES: dict[str, Callable[[int], Json]] = {}
"""Shapes by name: from the number of things to the document."""


def shape(function: Callable[[int], Json]) -> Callable[[int], Json]:
    """Note a function as a shape."""
    SHAPES[function.__name__] = function
    return function


def text(name: str, size: int) -> str:
    """A document of a shape, of about so many bytes."""
    make = SHAPES[name]
    some = len(_text(make(100)))
    return _text(make(max(size * 100 // some, 10)))


def _text(document: Json) -> str:
    return json.dumps({"format": "gradblocks/1", **document}, ensure_ascii=False)


def _page(blocks: list[Json], wires: list[list[str]] | None = None, **more: Any) -> Json:
    return {"pages": [{"name": "main", "blocks": blocks, "wires": wires or [], **more}]}


def _block(name: str, kind: str, i: int = 0, **more: Any) -> Json:
    return {"id": name, "type": kind, "at": [i % 100 * 300, i // 100 * 200], **more}


def _const(name: str, i: int = 0) -> Json:
    return _block(name, "Const", i, values={"val": 1.0})


@shape
def pages(n: int) -> Json:
    """Pages with a block each."""
    return {"pages": [{"name": f"page {i}" if i else "main", "blocks": [_const("a")], "wires": []} for i in range(n)]}


@shape
def pages_of_unknown_types(n: int) -> Json:
    """Pages of twenty blocks each that have no type, no two of one name."""
    pages = [
        {"name": f"page {i}" if i else "main", "blocks": [_block(f"b{k}", f"MatMull{i}x{k}", k) for k in range(20)]}
        for i in range(max(n // 20, 1))
    ]
    return {"pages": pages}


@shape
def unknown_types(n: int) -> Json:
    """Blocks that have no type, on one page."""
    return _page([_block(f"b{i}", f"Matmul{i}", i) for i in range(n)])


@shape
def unknown_types_in_a_chain(n: int) -> Json:
    """Blocks that have no type, wired."""
    wires = [[f"b{i}.output", f"b{i + 1}.input"] for i in range(n - 1)]
    return _page([_block(f"b{i}", "Nothing", i) for i in range(n)], wires)


@shape
def unknown_values(n: int) -> Json:
    """A block with values that it does not know."""
    return _page([_block("a", "Const", values={"val": 1.0, **{f"key{i}": i for i in range(n)}})])


@shape
def unknown_keys(n: int) -> Json:
    """Keys that the diagram, the page, blocks, notes and frames do not know."""
    keys: Json = {f"k{i}": 0 for i in range(n // 5)}
    note = {"at": [0, 0], "text": "a", **keys}
    frame = {"at": [0, 0], "size": [90, 90], "title": "a", **keys}
    page = {"name": "main", "blocks": [_const("a") | keys], "wires": [], "notes": [note], "frames": [frame], **keys}
    return {"pages": [page], **keys}


@shape
def frames(n: int) -> Json:
    """Frames beside and over each other."""
    frames = [{"at": [i % 100 * 50, i // 100 * 50], "size": [120, 120], "title": f"frame {i}"} for i in range(n)]
    return _page([_const("a")], frames=frames)


@shape
def blocks_in_frames(n: int) -> Json:
    """Blocks, and as many frames around each."""
    frames = [{"at": [-i, -i], "size": [2 * i + 90, 2 * i + 90], "title": f"frame {i}"} for i in range(n)]
    return _page([_const(f"a{i}") for i in range(n)], frames=frames)


@shape
def frames_on_one_spot(n: int) -> Json:
    """Frames of different sizes around the same blocks."""
    return _page([_const("a")], frames=[{"at": [-i, -i], "size": [200 + 2 * i, 200 + 2 * i]} for i in range(n)])


@shape
def notes(n: int) -> Json:
    """Notes all over."""
    notes = [{"at": [i % 100 * 200, i // 100 * 50], "text": f"note {i} $x_{i}^2$"} for i in range(n)]
    return _page([_const("a")], notes=notes)


@shape
def notes_on_one_spot(n: int) -> Json:
    """Large notes over each other."""
    return _page([_const("a")], notes=[{"at": [-i, -i], "size": [9000, 9000], "text": f"note {i}"} for i in range(n)])


@shape
def one_note(n: int) -> Json:
    """One note of many lines."""
    return _page([_const("a")], notes=[{"at": [0, 0], "text": "word\n" * n}])


@shape
def faulty_blocks(n: int) -> Json:
    """Blocks whose values do not fit."""
    return _page([_block(f"b{i}", "MatMul", i, values={"a": [1.0], "transpose_a": "x"}) for i in range(n)])


@shape
def missing_inputs(n: int) -> Json:
    """Blocks with nothing wired to them."""
    return _page([_block(f"b{i}", "AddN" if i % 2 else "MatMul", i) for i in range(n)])


@shape
def chain(n: int) -> Json:
    """A chain of blocks."""
    wires = [[f"{f'b{i - 1}' if i else 'a'}.{'y' if i else 'output'}", f"b{i}.x"] for i in range(n)]
    return _page([_const("a"), *(_block(f"b{i}", "Negate", i + 1) for i in range(n))], wires)


@shape
def chain_backwards(n: int) -> Json:
    """A chain whose last block stands first in the file."""
    diagram = chain(n)
    diagram["pages"][0]["blocks"].reverse()
    diagram["pages"][0]["wires"].reverse()
    return diagram


@shape
def circle(n: int) -> Json:
    """Blocks that wait for each other."""
    return _page([_block(f"b{i}", "Negate", i) for i in range(n)], [[f"b{i}.y", f"b{(i + 1) % n}.x"] for i in range(n)])


@shape
def circles(n: int) -> Json:
    """Circles of two, each fed by the one before."""
    blocks: list[Json] = []
    wires: list[list[str]] = []
    for i in range(n):
        blocks += [_block(f"p{i}", "AddN", 2 * i), _block(f"q{i}", "AddN", 2 * i + 1)]
        wires += [[f"p{i}.sum", f"q{i}.inputs"], [f"q{i}.sum", f"p{i}.inputs"]]
        wires += [[f"q{i - 1}.sum", f"p{i}.inputs"]] if i else []
    return _page(blocks, wires)


@shape
def loops(n: int) -> Json:
    """Loops that never begin, each behind the one before."""
    blocks: list[Json] = [_const("a")]
    wires: list[list[str]] = []
    for i in range(n):
        blocks += [_block(f"m{i}", "Merge", 2 * i), _block(f"n{i}", "NextIteration", 2 * i + 1)]
        wires += [["a.output" if not i else f"n{i - 1}.output", f"m{i}.inputs"]]
        wires += [[f"n{i}.output", f"m{i}.inputs"], [f"m{i}.output", f"n{i}.data"]]
    return _page(blocks, wires)


@shape
def next_iterations(n: int) -> Json:
    """One Merge, many NextIteration blocks in a row, all wired back to it."""
    blocks = [_const("a"), _block("m", "Merge")]
    wires = [["a.output", "m.inputs"]]
    for i in range(n):
        blocks.append(_block(f"n{i}", "NextIteration", i))
        wires += [["m.output" if not i else f"n{i - 1}.output", f"n{i}.data"], [f"n{i}.output", "m.inputs"]]
    return _page(blocks, wires)


@shape
def gradients_behind_loops(n: int) -> Json:
    """Loops beside each other, and as many gradients that wait for them."""
    blocks: list[Json] = [_const("a")]
    wires: list[list[str]] = []
    for i in range(n):
        blocks += [_block(f"m{i}", "Merge", 3 * i), _block(f"n{i}", "NextIteration", 3 * i + 1)]
        blocks += [_block(f"g{i}", "AddSymbolicGradients", 3 * i + 2)]
        wires += [["a.output", f"m{i}.inputs"], [f"n{i}.output", f"m{i}.inputs"], [f"m{i}.output", f"n{i}.data"]]
        wires += [["a.output", f"g{i}.outputs"], ["a.output", f"g{i}.inputs"]]
    return _page(blocks, wires)


@shape
def gradients_after_loops(n: int) -> Json:
    """Loops beside each other that end after a round, and as many gradients of something else."""
    diagram = short_loops(n)
    page = diagram["pages"][0]
    page["blocks"] += [_block("s", "Square"), *(_block(f"g{i}", "AddSymbolicGradients", i) for i in range(n))]
    page["wires"] += [["a.output", "s.x"]]
    for i in range(n):
        page["wires"] += [["s.y", f"g{i}.outputs"], ["a.output", f"g{i}.inputs"]]
    return diagram


@shape
def gradients(n: int) -> Json:
    """Gradients of one tensor by another, many times over."""
    blocks = [_const("a"), _block("s", "Square"), *(_block(f"g{i}", "AddSymbolicGradients", i) for i in range(n))]
    wires = [["a.output", "s.x"]]
    for i in range(n):
        wires += [["s.y", f"g{i}.outputs"], ["a.output", f"g{i}.inputs"]]
    return _page(blocks, wires)


@shape
def scopes(n: int) -> Json:
    """Scopes in scopes, and a block in the innermost."""
    blocks = [_block(f"s{i}", "Scope", i) for i in range(n)]
    wires = [[f"s{i}.scope", f"s{i + 1}.scope"] for i in range(n - 1)]
    return _page([*blocks, _const("a")], [*wires, [f"s{n - 1}.scope", "a.scope"]])


@shape
def blocks_of_deep_scopes(n: int) -> Json:
    """Scopes in scopes, each with a block."""
    blocks = [_block(f"s{i}", "Scope", i) for i in range(n)]
    wires = [[f"s{i}.scope", f"s{i + 1}.scope"] for i in range(n - 1)]
    wires += [[f"s{i}.scope", f"c{i}.scope"] for i in range(n)]
    return _page([*blocks, *(_const(f"c{i}", i) for i in range(n))], wires)


@shape
def control_dependencies(n: int) -> Json:
    """A scope that waits for many blocks, and as many in it."""
    blocks = [_block("s", "Scope"), *(_const(f"{side}{i}", i) for side in "ab" for i in range(n))]
    wires = [[f"a{i}.output", "s.control_dependencies"] for i in range(n)] + [
        ["s.scope", f"b{i}.scope"] for i in range(n)
    ]
    return _page(blocks, wires)


@shape
def scope_of_a_long_name(n: int) -> Json:
    """A scope whose name is as long as what the blocks in it take in the file."""
    blocks = [_block("s", "Scope", values={"name": "n" * 100 * n}), *(_const(f"b{i}", i) for i in range(n))]
    return _page(blocks, [["s.scope", f"b{i}.scope"] for i in range(n)])


@shape
def loops_in_loops(n: int) -> Json:
    """Loops in loops."""
    blocks: list[Json] = [_const("a"), _block("p", "Const", values={"val": False})]
    wires: list[list[str]] = []
    for i in range(n):
        blocks += [_block(f"m{i}", "Merge", 2 * i), _block(f"n{i}", "NextIteration", 2 * i + 1)]
        wires += [["a.output" if not i else f"m{i - 1}.output", f"m{i}.inputs"], [f"n{i}.output", f"m{i}.inputs"]]
        wires += [[f"n{i + 1}.output" if i < n - 1 else "w.output_true", f"n{i}.data"]]
    wires += [[f"m{n - 1}.output", "w.data"], ["p.output", "w.pred"]]
    return _page([*blocks, _block("w", "Switch")], wires)


@shape
def short_loops(n: int) -> Json:
    """Loops beside each other that end after a round."""
    blocks: list[Json] = [_const("a"), _block("p", "Const", values={"val": False})]
    wires: list[list[str]] = []
    for i in range(n):
        blocks += [_block(f"m{i}", "Merge", 3 * i), _block(f"n{i}", "NextIteration", 3 * i + 1)]
        blocks += [_block(f"w{i}", "Switch", 3 * i + 2)]
        wires += [["a.output", f"m{i}.inputs"], [f"n{i}.output", f"m{i}.inputs"], [f"m{i}.output", f"w{i}.data"]]
        wires += [["p.output", f"w{i}.pred"], [f"w{i}.output_true", f"n{i}.data"]]
    return _page(blocks, wires)


@shape
def gradients_in_loops(n: int) -> Json:
    """Loops beside each other, a gradient in each."""
    blocks: list[Json] = [_const("a"), _block("p", "Const", values={"val": False})]
    wires: list[list[str]] = []
    for i in range(n):
        blocks += [_block(f"m{i}", "Merge", 4 * i), _block(f"n{i}", "NextIteration", 4 * i + 1)]
        blocks += [_block(f"w{i}", "Switch", 4 * i + 2), _block(f"g{i}", "AddSymbolicGradients", 4 * i + 3)]
        wires += [["a.output", f"m{i}.inputs"], [f"n{i}.output", f"m{i}.inputs"], [f"m{i}.output", f"w{i}.data"]]
        wires += [
            ["p.output", f"w{i}.pred"],
            [f"w{i}.output_true", f"g{i}.outputs"],
            [f"w{i}.output_true", f"g{i}.inputs"],
        ]
        wires += [[f"g{i}.grad_outputs[0]", f"n{i}.data"]]
    return _page(blocks, wires)


@shape
def long_names(n: int) -> Json:
    """Two dozen blocks with long names, wired, with faults and without."""
    name = "n" * n
    blocks = [_const(f"{name}{i}", i) for i in range(12)]
    blocks += [_block(f"{name}x{i}", "Negate", i) for i in range(12)]
    wires = [[f"{name}{i}.output", f"{name}x{i}.{'x' if i % 2 else name}"] for i in range(12)]
    return _page(blocks, wires)


@shape
def long_types(n: int) -> Json:
    """Long names of types, titles of frames, values and keys."""
    word = "t" * n
    return _page([_block(f"b{i}", f"{word}{i}", i, values={f"{word}{i}": word}) for i in range(6)]) | {"title": word}


@shape
def wires_into_one_pin(n: int) -> Json:
    """Many wires into a pin that takes one, and as many into one that takes a list."""
    wires = [["a.output", "b.x"]] * n + [["a.output", "c.inputs"]] * n
    return _page([_const("a"), _block("b", "Negate"), _block("c", "AddN")], wires)


@shape
def wires_from_nowhere(n: int) -> Json:
    """Wires that begin or end where there is no block or pin."""
    wires = [[f"x{i}.output", "b.x"] for i in range(n)] + [["a.output", f"x{i}.x"] for i in range(n)]
    wires += [[f"a.pin{i}", f"b.pin{i}"] for i in range(n)]
    return _page([_const("a"), _block("b", "Negate")], wires)


@shape
def one_result_for_many(n: int) -> Json:
    """One output that feeds many blocks."""
    return _page(
        [_const("a"), *(_block(f"b{i}", "Negate", i) for i in range(n))], [["a.output", f"b{i}.x"] for i in range(n)]
    )


@shape
def duplicate_ids(n: int) -> Json:
    """Blocks and pages of the same names."""
    return {"pages": [*_page([_const("a")] * n)["pages"], *[{"name": "main"}] * n]}


@shape
def displays(n: int) -> Json:
    """Displays of one result."""
    return _page(
        [_const("a"), *(_block(f"d{i}", "NumberDisplay", i) for i in range(n))],
        [["a.output", f"d{i}.input"] for i in range(n)],
    )


@shape
def sessions(n: int) -> Json:
    """ClientSession blocks, each fetching the same."""
    return _page(
        [_const("a"), *(_block(f"s{i}", "ClientSession", i) for i in range(n))],
        [["a.output", f"s{i}.fetch_outputs"] for i in range(n)],
    )


@shape
def variables(n: int) -> Json:
    """One variable that many blocks write to and read."""
    blocks = [_block("v", "Variable", values={"initvalues": 1.0}), _const("a")]
    wires: list[list[str]] = []
    for i in range(n):
        blocks += [_block(f"w{i}", "AssignAdd", 2 * i), _block(f"r{i}", "Negate", 2 * i + 1)]
        wires += [["v.ref", f"w{i}.ref"], ["a.output", f"w{i}.value"], ["v.ref", f"r{i}.x"]]
    return _page(blocks, wires)


@shape
def chain_behind_effects(n: int) -> Json:
    """A chain of blocks behind as many that print."""
    diagram = chain(n)
    page = diagram["pages"][0]
    page["blocks"] += [_block("s", "AddN"), *(_block(f"p{i}", "Print", i) for i in range(n))]
    page["wires"][0][0] = "s.sum"
    for i in range(n):
        page["wires"] += [["a.output", f"p{i}.input"], ["a.output", f"p{i}.data"], [f"p{i}.output", "s.inputs"]]
    return diagram


def _composite(name: str, blocks: list[Json], wires: list[list[str]] | None = None, **more: Any) -> Json:
    return {"name": name, "blocks": blocks, "wires": wires or [], **more}


def _passing(name: str, kind: str, **more: Any) -> Json:
    """A composite of one block between its pin ``x`` and its pin ``y``."""
    pins = [_block("x", "InputPin"), _block("y", "OutputPin", 2)]
    output = "output" if kind == "Identity" else "y"
    return _composite(
        name, [pins[0], _block("b", kind, 1, **more), pins[1]], [["x.output", "b.x"], [f"b.{output}", "y.input"]]
    )


def _nested(composites: list[Json], blocks: list[Json], wires: list[list[str]] | None = None) -> Json:
    return {"format": "gradblocks/2", "composites": composites, **_page([_const("a"), *blocks], wires)}


@shape
def composites(n: int) -> Json:
    """Definitions that nothing uses."""
    return _nested([_passing(f"c{i}", "Negate") for i in range(n)], [])


@shape
def composites_in_use(n: int) -> Json:
    """Definitions, an instance of each, one behind the other."""
    wires = [[f"i{i - 1}.y" if i else "a.output", f"i{i}.x"] for i in range(n)]
    return _nested(
        [_passing(f"c{i}", "Negate") for i in range(n)], [_block(f"i{i}", f":c{i}", i) for i in range(n)], wires
    )


@shape
def instances(n: int) -> Json:
    """Instances of one definition, one behind the other."""
    wires = [[f"i{i - 1}.y" if i else "a.output", f"i{i}.x"] for i in range(n)]
    return _nested([_passing("c", "Negate")], [_block(f"i{i}", ":c", i) for i in range(n)], wires)


@shape
def instances_of_nothing(n: int) -> Json:
    """Instances of definitions that there are not, in chains."""
    wires = [[f"i{i - 1}.y", f"i{i}.x"] for i in range(1, n)]
    return _nested([_passing("c", "Negate")], [_block(f"i{i}", f":c{i}", i) for i in range(n)], wires)


@shape
def composites_in_composites(n: int) -> Json:
    """Each definition holds an instance of the next."""
    definitions = [_passing(f"c{i}", f":c{i + 1}") for i in range(n)]
    return _nested([*definitions, _passing(f"c{n}", "Negate")], [_block("i", ":c0")], [["a.output", "i.x"]])


@shape
def circle_of_composites(n: int) -> Json:
    """Each definition holds an instance of the next, and the last one of the first."""
    return _nested([_passing(f"c{i}", f":c{(i + 1) % n}") for i in range(n)], [_block("i", ":c0")])


@shape
def bomb(n: int) -> Json:
    """Each definition holds two instances of the next."""
    definitions = [_composite(f"c{i}", [_block("l", f":c{i + 1}"), _block("r", f":c{i + 1}", 1)]) for i in range(n)]
    return _nested([*definitions, _passing(f"c{n}", "Negate")], [_block("i", ":c0")])


@shape
def faulty_composites(n: int) -> Json:
    """Definitions of blocks that have no type, and as many instances with values and wires that they do not know."""
    definitions = [_passing(f"c{i}", f"Negat{i}", values={"q": i}) for i in range(n)]
    instances = [_block(f"i{i}", f":c{i}", i, values={f"v{i}": i}) for i in range(n)]
    return _nested(definitions, instances, [["a.output", f"i{i}.pin{i}"] for i in range(n)])


@shape
def faulty_instances(n: int) -> Json:
    """Instances of a definition with faults of its own, each with what does not fit it."""
    blocks = [_block("x", "InputPin", values={"shape": [3]}), _block("m", "MatMul"), _block("y", "OutputPin")]
    definitions = [_composite("c", blocks, [["x.output", "m.a"], ["m.product", "y.input"]])]
    return _nested(
        definitions, [_block(f"i{i}", ":c", i) for i in range(n)], [["a.output", f"i{i}.x"] for i in range(n)]
    )


@shape
def pins_and_values(n: int) -> Json:
    """A definition of many pins and promoted values, and an instance that has them all wired and set."""
    blocks = [each for i in range(n) for each in (_block(f"p{i}", "InputPin", 2 * i), _const(f"c{i}", 2 * i + 1))]
    values = [{"name": f"v{i}", "default": 2.0, "sets": [f"c{i}.val"]} for i in range(n)]
    outputs = [_block(f"q{i}", "OutputPin", i) for i in range(n)]
    wires = [[f"p{i}.output", f"q{i}.input"] for i in range(n)]
    definition = _composite("c", [*blocks, *outputs], wires, values=values)
    instance = _block("i", ":c", values={f"v{i}": 3.0 for i in range(n)})
    return _nested([definition], [instance], [["a.output", f"i.p{i}"] for i in range(n)])


@shape
def instances_of_many_pins(n: int) -> Json:
    """A definition of many pins, and as many instances with nothing wired."""
    blocks = [_block(f"{side}{i}", kind, i) for side, kind in (("p", "InputPin"), ("q", "OutputPin")) for i in range(n)]
    definition = _composite("c", blocks, [[f"p{i}.output", f"q{i}.input"] for i in range(n)])
    return _nested([definition], [_block(f"i{i}", ":c", i) for i in range(n)])


@shape
def promoted_through(n: int) -> Json:
    """Each definition promotes a value of an instance of the next."""
    value = {"name": "v", "default": 2.0}
    definitions = [
        _composite(f"c{i}", [_block("b", f":c{i + 1}")], values=[{**value, "sets": ["b.v"]}]) for i in range(n)
    ]
    definitions.append(_composite(f"c{n}", [_const("b")], values=[{**value, "sets": ["b.val"]}]))
    return _nested(definitions, [_block("i", ":c0", values={"v": 3.0})])


@shape
def definitions_that_contain_themselves(n: int) -> Json:
    """Definitions, each with an instance of itself and one of the next."""
    definitions = [_composite(f"c{i}", [_block("b", f":c{i}"), _block("d", f":c{i + 1}")]) for i in range(n)]
    return _nested(definitions, [_block(f"i{i}", f":c{i}", i) for i in range(n)])


@shape
def shared_instances(n: int) -> Json:
    """Instances that use the variables of one."""
    inner = [_block("v", "Variable", values={"initvalues": 1.0}), _block("y", "OutputPin")]
    definition = _composite("c", inner, [["v.ref", "y.input"]])
    blocks = [_block("i", ":c"), *(_block(f"i{i}", ":c", i, values={"shares": "i"}) for i in range(n))]
    return _nested([definition], blocks)


def _looping(name: str, kind: str = "Tanh", **more: Any) -> Json:
    """A composite that carries ``x`` through a block."""
    composite = _passing(name, kind, **more)
    composite["blocks"][2] |= {"id": "out", "values": {"name": "x"}}
    composite["wires"][1] = [composite["wires"][1][0].replace("b.y", "b.x" if kind in _LOOPS else "b.y"), "out.input"]
    return composite


_LOOPS = ("Repeat", "Scan", "Map", "While", "Cond")


@shape
def loops_over_a_body(n: int) -> Json:
    """Repeat blocks of one body, one behind the other."""
    blocks = [_block(f"r{i}", "Repeat", i, values={"body": ":c", "times": 2}) for i in range(n)]
    return _nested([_looping("c")], blocks, [[f"r{i - 1}.x" if i else "a.output", f"r{i}.x"] for i in range(n)])


@shape
def loops_over_bodies(n: int) -> Json:
    """Repeat blocks, each of a body of its own."""
    blocks = [_block(f"r{i}", "Repeat", i, values={"body": f":c{i}", "times": 2}) for i in range(n)]
    return _nested([_looping(f"c{i}") for i in range(n)], blocks, [["a.output", f"r{i}.x"] for i in range(n)])


@shape
def loops_over_nothing(n: int) -> Json:
    """Loops and branches without the composites that they name, or with such as do not fit them."""
    kinds = ("Scan", "Map", "While", "Cond", "Repeat")
    blocks = [
        _block(f"r{i}", kinds[i % 5], i, values={"body": ":c", "condition": f":c{i}", "then": ":c", "over": [f"p{i}"]})
        for i in range(n)
    ]
    return _nested([_looping("c")], blocks, [["a.output", f"r{i}.x"] for i in range(n)])


@shape
def bodies_in_bodies(n: int) -> Json:
    """Each body repeats the next."""
    definitions = [_looping(f"c{i}", "Repeat", values={"body": f":c{i + 1}", "times": 1}) for i in range(n)]
    block = _block("r", "Repeat", values={"body": ":c0", "times": 1})
    return _nested([*definitions, _looping(f"c{n}")], [block], [["a.output", "r.x"]])


@shape
def list_of_texts(n: int) -> Json:
    """A constant of many texts."""
    return _page([_block("a", "Const", values={"val": [f"text {i}" for i in range(n)]})])


@shape
def muted(n: int) -> Json:
    """A chain of muted blocks."""
    diagram = chain(n)
    for block in diagram["pages"][0]["blocks"][1:]:
        block["muted"] = True
    return diagram


@shape
def switches(n: int) -> Json:
    """Branches in branches."""
    blocks: list[Json] = [_const("a"), _block("p", "Const", values={"val": True})]
    wires: list[list[str]] = []
    for i in range(n):
        blocks.append(_block(f"s{i}", "Switch", i))
        wires += [[f"s{i - 1}.output_true" if i else "a.output", f"s{i}.data"], ["p.output", f"s{i}.pred"]]
    return _page(blocks, wires)


def names() -> Iterator[str]:
    """All shapes."""
    yield from SHAPES
