"""Composites expanded into one graph: paths, pins, promoted values, scopes, sharing, and what is wrong with them."""

from __future__ import annotations

from typing import Any

import pytest

from blocks.analysis.checks import check
from blocks.document.data import Document, Page
from blocks.document.model import Diagram
from blocks.elaborate.composites import all_definition_faults
from blocks.elaborate.elaborate import composites_of, elaborate
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Node
from tests.elaborate.composites import BlockText, block, composite, dense, elaborated, faults, page

IMAGES = block("images", "Const", val=[[1.0, -2.0]])


def node(elaboration: Elaboration, name: str) -> Node:
    return next(each for each in elaboration.graph.nodes if each.name == name)


def text(elaboration: Elaboration) -> list[str]:
    """The graph in lines, without constants."""
    return [line for line in str(elaboration.graph).splitlines() if " = Const(" not in line]


def test_an_instance_becomes_the_nodes_of_its_definition_named_by_paths() -> None:
    main = page(
        "main",
        [IMAGES, block("hidden", ":Dense", units=3), block("other", ":Dense", units=2), block("out", "Negate")],
        "images.output>hidden.x images.output>other.x hidden.y>out.x",
    )
    elaboration = elaborated(main, dense())
    assert faults(elaboration) == []
    assert [line for line in text(elaboration) if "mm" in line or "out" in line] == [
        "hidden/mm: float32[1,3] = MatMul(images, hidden/w)",
        "hidden/relu: float32[1,3] = Relu(hidden/mm)",
        "other/mm: float32[1,2] = MatMul(images, other/w)",
        "other/relu: float32[1,2] = Relu(other/mm)",
        "out: float32[1,3] = Negate(hidden/relu)",
    ]
    assert elaboration.values["hidden"] == {"y": node(elaboration, "hidden/relu").outputs[0]}
    assert {each.block_name for each in elaboration.graph.nodes} >= {"hidden/mm", "hidden/units", "out"}


def test_a_page_without_instances_is_the_page_itself() -> None:
    main = page("main", [IMAGES])
    elaboration = elaborated(main, dense())
    assert elaboration.page is main
    assert elaboration.expansion is None


TWICE = composite(
    "Twice",
    [
        block("x", "InputPin", default=[[3.0, 4.0]]),
        block("first", ":Dense", units=2),
        block("second", ":Dense"),
        block("out", "OutputPin", name="x"),
    ],
    "x.output>first.x first.y>second.x second.y>out.input",
    last=(5, "second.units"),
)


def test_composites_nest_and_values_are_handed_down() -> None:
    elaboration = elaborated(
        page("main", [block("t", ":Twice"), block("u", ":Twice", last=7, x=[[1.0, 1.0]])]), dense(), TWICE
    )
    assert faults(elaboration) == []
    shapes = {name: elaboration.values[name]["x"].shape for name in ("t", "u")}
    assert shapes == {"t": (1, 5), "u": (1, 7)}
    assert node(elaboration, "t/first/x").attrs["val"].tolist() == [[3.0, 4.0]]
    assert node(elaboration, "u/first/x").attrs["val"].tolist() == [[1.0, 1.0]]


SCALE = composite(
    "Scale",
    [
        block("x", "InputPin"),
        block("by", "InputPin", default=2),
        block("mul", "Multiply"),
        block("y", "OutputPin"),
    ],
    "x.output>mul.x by.output>mul.y mul.z>y.input",
)


def test_a_literal_at_a_pin_is_as_if_it_were_typed_inside() -> None:
    main = page(
        "main",
        [IMAGES, block("whole", "Const", val=3), block("a", ":Scale"), block("b", ":Scale", by=1)],
        "images.output>a.x whole.output>b.x",
    )
    elaboration = elaborated(main, SCALE)
    assert faults(elaboration) == []
    assert [elaboration.values[name]["y"].dtype.name for name in "ab"] == ["DT_FLOAT", "DT_INT32"]
    assert node(elaboration, "a/mul.y").attrs["val"] == 2.0


LISTED = composite(
    "Listed",
    [
        block("xs", "InputPin", list=True),
        block("sum", "AddN"),
        block("second", "Negate"),
        block("y", "OutputPin"),
        block("z", "OutputPin"),
    ],
    "xs.output>sum.inputs xs.output[1]>second.x sum.sum>y.input second.y>z.input",
)


def test_a_list_pin_takes_many_wires_in_order() -> None:
    wires = "b.output>l.xs a.output>l.xs split.output>l.xs"
    blocks = [block("a", "Const", val=1.0), block("b", "Const", val=2.0), block("l", ":Listed")]
    split = block("split", "InputList")
    elaboration = elaborated(
        page("main", [*blocks, split], f"{wires} a.output>split.outputlist b.output>split.outputlist"), LISTED
    )
    assert faults(elaboration) == []
    assert text(elaboration) == ["l/sum: float32[] = AddN([b, a, a, b])", "l/second: float32[] = Negate(a)"]


UPDATE = composite(
    "Update",
    [
        block("ref", "InputPin"),
        block("assign", "AssignAdd", value=[1.0]),
        block("own", "Variable", initvalues=[5.0]),
        block("done", "OutputPin"),
        block("var", "OutputPin"),
    ],
    "ref.output>assign.ref assign.output_ref>done.input own.ref>var.input",
)


def test_pins_pass_references_in_both_directions() -> None:
    main = page(
        "main",
        [block("v", "Variable", initvalues=[0.0]), block("u", ":Update"), block("set", "Assign", value=[2.0])],
        "v.ref>u.ref u.var>set.ref",
    )
    elaboration = elaborated(main, UPDATE)
    assert faults(elaboration) == []
    assert node(elaboration, "u/assign").args[0] is elaboration.values["v"]["ref"]
    assert node(elaboration, "set").args[0] is elaboration.values["u/own"]["ref"]


RING = composite(
    "Ring",
    [
        block("a", "InputPin"),
        block("b", "InputPin", default=[0.0]),
        block("n", "Negate"),
        block("q", "Square"),
        block("c", "OutputPin"),
        block("d", "OutputPin"),
    ],
    "a.output>n.x n.y>c.input b.output>q.x q.y>d.input",
)


def test_a_ring_of_wires_between_instances_is_no_cycle_of_nodes() -> None:
    main = page(
        "main",
        [block("i", "Const", val=[1.0]), block("p", ":Ring"), block("r", ":Ring", a=[2.0])],
        "i.output>p.a p.c>r.b r.d>p.b",
    )
    elaboration = elaborated(main, RING)
    assert faults(elaboration) == []
    lines = {"p/n: float32[1] = Negate(i)", "r/q: float32[1] = Square(p/n)", "p/q: float32[1] = Square(r/q)"}
    assert lines <= {*text(elaboration)}
    cycle = elaborated(page("main", [block("r", ":Ring", a=[2.0]), block("n", "Negate")], "r.d>n.x n.y>r.b"), RING)
    assert faults(cycle) == ["page 'main', block 'r', pin 'b': the blocks form a cycle: r/b -> r/q -> r/d -> n -> r/b"]


def test_an_instance_lives_in_a_scope_of_its_id_or_below_the_one_wired_to_it() -> None:
    main = page(
        "main",
        [
            block("s", "Scope", name="hidden"),
            IMAGES,
            block("first", "Negate"),
            block("hidden", ":Scale"),
            block("named", ":Outer"),
        ],
        "s.scope>first.scope images.output>first.x images.output>hidden.x images.output>named.x s.scope>named.scope",
    )
    outer = composite(
        "Outer",
        [block("x", "InputPin"), block("in", ":Scale"), block("y", "OutputPin")],
        "x.output>in.x in.y>y.input",
    )
    elaboration = elaborated(main, SCALE, outer)
    assert faults(elaboration) == []
    names = {each.block_name: each.name for each in elaboration.graph.nodes if each.type.name != "Const"}
    assert names == {
        "first": "hidden/first",
        "hidden/mul": "hidden_1/mul",
        "named/in/mul": "hidden/named/in/mul",
    }


def test_what_a_scope_waits_for_all_in_an_instance_waits_for() -> None:
    main = page(
        "main",
        [IMAGES, block("p", "Negate"), block("s", "Scope"), block("h", ":Scale")],
        "images.output>p.x p.y>s.control_dependencies images.output>h.x s.scope>h.scope",
    )
    elaboration = elaborated(main, SCALE)
    assert faults(elaboration) == []
    assert [each.name for each in node(elaboration, "s/h/mul").controls] == ["p"]


@pytest.mark.parametrize(
    ("shape", "gives"), [([[1.0, 2.0]], "images"), ([[1.0], [2.0]], None)], ids=["fits", "does not fit"]
)
def test_a_muted_instance_hands_on_an_input_of_the_same_dtype_and_shape(shape: Any, gives: str | None) -> None:
    main = page(
        "main",
        [block("images", "Const", val=shape), block("h", ":Dense"), block("out", "Negate")],
        "images.output>h.x h.y>out.x",
        muted="h",
    )
    elaboration = elaborated(main, dense())
    if gives is not None:
        assert faults(elaboration) == []
        assert elaboration.values["h"]["y"] is elaboration.values[gives]["output"]
        assert [each.block_name for each in elaboration.graph.nodes] == ["images", "out"]
    else:
        [fault] = faults(elaboration)
        assert fault.startswith("page 'main', block 'out', pin 'x': h is muted and cannot pass its input through")


def test_an_instance_shares_the_variables_of_another() -> None:
    main = page(
        "main",
        [IMAGES, block("twin", ":Twice", shares="t"), block("t", ":Twice")],
        "images.output>twin.x images.output>t.x",
    )
    elaboration = elaborated(main, dense(), TWICE)
    assert faults(elaboration) == []
    variables = [each.name for each in elaboration.graph.nodes if each.type.variable]
    assert variables == ["t/first/w", "t/second/w"]
    assert node(elaboration, "twin/second/mm").args[1] is elaboration.values["t/second/w"]["ref"]


# Instances beside `a`, and what is said of them.
SHARING: dict[str, tuple[list[BlockText], str]] = {
    "unknown": ([block("b", ":Dense", shares="q")], "block 'b', pin 'shares': there is no block 'q' to share with"),
    "itself": ([block("b", ":Dense", shares="b")], "block 'b', pin 'shares': an instance cannot share with itself"),
    "other type": (
        [block("b", ":Dense", shares="images")],
        "block 'b', pin 'shares': images is not an instance of Dense",
    ),
    "chain": (
        [block("b", ":Dense", shares="a"), block("c", ":Dense", shares="b")],
        "block 'c', pin 'shares': b itself shares the variables of another instance: name that instance",
    ),
    "shape": (
        [block("b", ":Dense", shares="a", units=5)],
        "block 'b', pin 'shares': "
        "a/w is float32[2,2] and cannot share its value with this block, which is float32[2,5]",
    ),
}


@pytest.mark.parametrize("name", SHARING)
def test_what_cannot_be_shared_is_said_at_the_instance(name: str) -> None:
    more, said = SHARING[name]
    wires = " ".join(f"images.output>{each}.x" for each, _, _ in [block("a", ":Dense"), *more])
    assert faults(elaborated(page("main", [IMAGES, block("a", ":Dense"), *more], wires), dense())) == [
        f"page 'main', {said}"
    ]


BROKEN = composite(
    "Broken",
    [
        block("x", "InputPin"),
        block("k", "Const", val=[[1.0, 2.0]]),
        block("mm", "MatMul"),
        block("odd", "Nothing"),
        block("lost", "Negate"),
        block("session", "ClientSession"),
        block("y", "OutputPin"),
        block("z", "OutputPin"),
    ],
    "x.output>mm.a k.output>mm.b mm.product>y.input gone.x>lost.x",
    v=(None, "nobody.val"),
)


def test_a_fault_of_a_definition_is_told_once_and_one_of_an_instance_at_its_path() -> None:
    main = page(
        "main",
        [
            block("i", "Const", val=[[1.0, 2.0]]),
            block("fits", "Const", val=[[1.0]]),
            block("a", ":Broken"),
            block("b", ":Broken"),
            block("c", ":Broken", foo=1),
            block("n", "Negate"),
            block("e", ":Nope"),
        ],
        "i.output>a.x fits.output>b.x i.output>b.q a.w>n.x n.y>e.x",
    )
    elaboration = elaborated(main, BROKEN)
    assert sorted(faults(elaboration)) == [
        "composite 'Broken', block 'lost', pin 'x': a wire comes from gone.x, but there is no block 'gone'",
        "composite 'Broken', block 'odd': there is no block type 'Nothing'",
        "composite 'Broken', block 'session': a composite cannot contain a ClientSession: sessions belong on pages",
        "composite 'Broken', block 'z', pin 'input': nothing is wired to the pin",
        "composite 'Broken', pin 'v': the value v sets 'nobody.val', but there is no block 'nobody'",
        "page 'main', block 'a/mm', pin 'b': MatMul: expected a.shape[1] == b.shape[0], got [1,2] and [1,2]",
        "page 'main', block 'b', pin 'q': Broken has no input pin 'q'; its input pins are: x",
        "page 'main', block 'c', pin 'foo': Broken has no value or input 'foo'. The attributes and inputs are: v, x.",
        "page 'main', block 'c', pin 'x': x is not wired and has no default",
        "page 'main', block 'e': there is no composite 'Nope'. The composites are: 'Broken'.",
        "page 'main', block 'n', pin 'x': a wire comes from a.w, "
        "but Broken has no output pin 'w'. The output pins are: y, z.",
    ]
    odd = next(error for error in elaboration.problems if error.block == "odd")
    assert odd.paths == ("a/odd", "b/odd", "c/odd")
    assert odd.as_json()["composite"] == "Broken"
    assert odd.as_json()["page"] is None


def test_a_fault_of_an_inner_definition_is_not_one_of_those_around_it() -> None:
    inner = composite("Inner", [block("odd", "Nothing"), block("y", "OutputPin")], "odd.y>y.input")
    outer = composite("Outer", [block("a", ":Inner"), block("b", ":Inner"), block("worse", "Less")])
    checked = check(Diagram(Document("", (), {}, (inner, outer))))
    assert [(error.composite, error.block) for error in checked.errors] == [
        ("Inner", "odd"),
        ("Outer", "worse"),
        ("Outer", "worse"),
    ]


def test_pins_declare_what_they_take() -> None:
    main = page(
        "main",
        [
            block("whole", "Const", val=[[1, 2]]),
            block("long", "Const", val=[[1.0, 2.0, 3.0]]),
            block("a", ":Dense"),
            block("b", ":Dense"),
            block("c", ":Dense", x=[1.0]),
            block("d", ":Dense", x=[[1, 2]]),
        ],
        "whole.output>a.x long.output>b.x",
    )
    assert faults(elaborated(main, dense())) == [
        "page 'main', block 'a', pin 'x': x must be float32, got int32. Add a Cast block to change the dtype.",
        "page 'main', block 'b', pin 'x': x must have the shape [?,2], got [1,3]",
        "page 'main', block 'c', pin 'x': x must have the shape [?,2], got [1]",
    ]


def test_a_definition_that_contains_itself_is_refused_with_the_whole_cycle() -> None:
    three = [
        composite("A", [block("b", ":B")]),
        composite("B", [block("c", ":C"), block("k", "Const", val=1), block("y", "OutputPin")], "k.output>y.input"),
        composite("C", [block("a", ":A")]),
    ]
    elaboration = elaborated(page("main", [block("i", ":B")]), *three)
    assert faults(elaboration) == ["composite 'A', block 'b': A contains itself: A -> B -> C -> A"]
    assert elaboration.values["i"]["y"].name == "i/k"


def bomb(levels: int) -> list[Page]:
    first = composite("L0", [block("c", "Const", val=1)])
    return [
        first,
        *[composite(f"L{i}", [block(f"i{k}", f":L{i - 1}") for k in range(10)]) for i in range(1, levels + 1)],
    ]


def test_what_is_too_large_is_refused_before_anything_is_built() -> None:
    elaboration = elaborated(page("main", [block("big", ":L10"), IMAGES]), *bomb(10))
    said = "page 'main', block 'big': it expands to 10,000,000,001 blocks; the limit is 1,000,000"
    assert faults(elaboration) == [said]
    assert [each.name for each in elaboration.graph.nodes] == ["images"]
    empty = [composite("L0", []), *bomb(7)[1:]]
    [fault] = faults(elaborated(page("main", [block("big", ":L7")]), *empty))
    assert fault.endswith("it expands to 11,111,111 instances; the limit is 1,000,000")


def test_how_large_and_how_deep_a_page_is_takes_no_time_to_find_out() -> None:
    [fault] = faults(elaborated(page("main", [block("big", ":L9000")]), *bomb(9000)))
    assert "it expands to more than 1e+30 blocks" in fault
    deep = [
        composite("L0", [block("c", "Const", val=1)]),
        *[composite(f"L{i}", [block("i", f":L{i - 1}")]) for i in range(1, 9000)],
    ]
    [fault] = faults(elaborated(page("main", [block("deep", ":L8999")]), *deep))
    assert fault == "page 'main', block 'deep': instances are nested 9,000 levels deep; the limit is 450"


def test_pins_count_too() -> None:
    pins = [block(f"{side}{i}", kind) for side, kind in (("p", "InputPin"), ("q", "OutputPin")) for i in range(400)]
    wires = " ".join(f"p{i}.output>q{i}.input" for i in range(400))
    main = page("main", [block(f"i{i}", ":Wide") for i in range(501)])
    [fault] = faults(elaborated(main, composite("Wide", pins, wires)))
    assert fault == "page 'main', block 'i0': it expands to 400,800 pins; the limit is 400,000"


def test_how_deep_loops_nest_is_limited() -> None:
    innermost = composite("L0", [block("x", "InputPin"), block("y", "OutputPin", name="x")], "x.output>y.input")
    loops = [
        composite(
            f"L{i}",
            [
                block("x", "InputPin"),
                block("r", "Repeat", body=f":L{i - 1}", times=1),
                block("y", "OutputPin", name="x"),
            ],
            "x.output>r.x r.x>y.input",
        )
        for i in range(1, 300)
    ]
    blocks = [block("a", "Const", val=1.0), *(block(f"r{i}", "Repeat", body=f":L{i}", times=1) for i in (49, 299))]
    [fault] = faults(elaborated(page("main", blocks, "a.output>r49.x a.output>r299.x"), innermost, *loops))
    said = "blocks that run composites are nested 300 levels deep; the limit is 50"
    assert fault == f"page 'main', block 'r299': {said}"


def test_long_lists_of_names_are_told_in_part() -> None:
    ring = [composite(f"L{i}", [block("i", f":L{(i + 1) % 300}")]) for i in range(300)]
    pins = [block(f"p{i}", "InputPin", default=1.0) for i in range(30)]
    wide = page("main", [block("a", ":Wide", v=1), block("n", ":Nothing"), block("i", ":L0")], "a.z>a.q")
    value, _, pin, nothing, cycle = faults(elaborated(wide, *ring, composite("Wide", pins)))
    assert value.endswith("p9 and 20 more.")
    assert pin.endswith("p9 and 20 more")
    assert nothing.endswith("'L9' and 291 more.")
    assert cycle.endswith("L97 -> L98 -> (201 more) -> L0")


def test_definitions_in_each_other_are_not_looked_at_one_by_one() -> None:
    innermost = composite("L0", [block("x", "InputPin"), block("y", "OutputPin")], "x.output>y.input")
    pins = [block("x", "InputPin"), block("y", "OutputPin")]
    chain = [composite(f"L{i}", [*pins, block("i", f":L{i - 1}")], "x.output>i.x i.y>y.input") for i in range(1, 100)]
    main = page("main", [block("a", "Const", val=1.0), block("l", ":L50")], "a.output>l.x")
    composites = composites_of([innermost, *chain])
    assert composites is not None
    all_faults = list(all_definition_faults(composites, [(main, elaborate(main, composites=composites))], None))
    assert {page.name: faults for page, faults in all_faults} == {f":L{i}": [] for i in range(100)}
    assert list(composites.known_faults) == [":L99"], "one by itself, and the rest in it"


HIDDEN: dict[str, tuple[str, dict[str, int], str]] = {
    "a value that an instance sets": ("a.output>i.x", {"v": 2}, ""),
    "a pin that is left open": ("", {}, ""),
    "a muted instance": ("a.output>i.x", {}, "i"),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_wrong_with_a_definition_is_found_be_it_hidden_where_it_is_used(name: str) -> None:
    wires, values, muted = HIDDEN[name]
    blocks = [
        block("x", "InputPin", dtype="DT_FLOAT", default=1.0),
        block("s", "Sum", axis="no axis"),
        block("y", "OutputPin"),
    ]
    inner = composite("In", blocks, "x.output>s.input s.output>y.input", v=("no axis", "s.axis"))
    main = page("main", [block("a", "Const", val=1.0), block("i", ":In", **values)], wires, muted)
    composites = composites_of([inner])
    assert composites is not None
    [(_, [fault])] = all_definition_faults(composites, [(main, elaborate(main, composites=composites))], None)
    assert (fault.composite, fault.block, fault.pin) == ("In", "s", "axis")


def test_definitions_nest_deeply() -> None:
    chain = [
        composite("L0", [block("c", "Const", val=1.5), block("y", "OutputPin")], "c.output>y.input"),
        *[
            composite(f"L{i}", [block("i", f":L{i - 1}"), block("y", "OutputPin")], "i.y>y.input")
            for i in range(1, 200)
        ],
    ]
    elaboration = elaborated(page("main", [block("t", ":L199")]), *chain)
    assert faults(elaboration) == []
    assert elaboration.values["t"]["y"].name == "t/" + "i/" * 199 + "c"


def test_a_pin_that_need_not_be_wired_is_left_open() -> None:
    free = composite(
        "Free",
        [block("init", "InputPin"), block("v", "Variable", dtype="DT_FLOAT", shape=[2])],
        "init.output>v.initvalues",
    )
    assert faults(elaborated(page("main", [block("f", ":Free")]), free)) == []


# A definition, and what is said of it.
DEFINITIONS: dict[str, tuple[Page, str]] = {
    "two pins": (
        composite("P", [block("x", "InputPin"), block("z", "InputPin", name="x")]),
        "composite 'P', block 'z': two input pins have the name 'x'",
    ),
    "scope": (
        composite("P", [block("scope", "InputPin")]),
        "composite 'P', block 'scope': an input pin cannot be named 'scope': every instance has that pin",
    ),
    "a value called scope": (
        composite("P", [block("k", "Const", val=1)], scope=(1, "k.val")),
        "composite 'P', pin 'scope': a value cannot be named 'scope': every instance has that name",
    ),
    "into an input": (
        composite("P", [block("x", "InputPin"), block("k", "Const", val=1)], "k.output>x.input"),
        "composite 'P', block 'x', pin 'input': InputPin has no input pin: k.output -> x.input",
    ),
    "no such value": (
        composite("P", [block("k", "Const", val=1)], v=(None, "k.size")),
        "composite 'P', pin 'v': the value v sets 'k.size', but Const has no value or input 'size'",
    ),
    "no value": (
        composite("P", [block("k", "Const", val=1)], v=(None, "k")),
        "composite 'P', pin 'v': the value v sets 'k', which does not have the form 'block.value'",
    ),
    "no value of an instance": (
        composite("P", [block("inner", ":Dense")], v=(None, "inner.depth")),
        "composite 'P', pin 'v': the value v sets 'inner.depth', but Dense has no value or input 'depth'",
    ),
    "a value called as a pin": (
        composite("P", [block("x", "InputPin", default=1), block("k", "Const", val=1)], x=(1, "k.val")),
        "composite 'P', pin 'x': a value cannot be named 'x': an input pin has that name",
    ),
    "two values set one": (
        composite("P", [block("k", "Const", val=1)], u=(1, "k.val"), v=(2, "k.val")),
        "composite 'P', pin 'v': the value v sets 'k.val', which u already sets",
    ),
    "dtype": (
        composite("P", [block("x", "InputPin", dtype="DT_NONE", shape=[-2])]),
        "composite 'P', block 'x', pin 'shape': shape: a size must be null, -1 or at least 0, got -2",
    ),
}


@pytest.mark.parametrize("name", DEFINITIONS)
def test_what_is_wrong_with_a_definition_by_itself(name: str) -> None:
    definition, said = DEFINITIONS[name]
    assert said in faults(elaborated(definition, definition, dense()))


@pytest.mark.parametrize("name", ["scope", "shares", "x"])
def test_what_is_wired_from_a_pin_whose_name_cannot_be_is_not_at_fault_too(name: str) -> None:
    definition = composite(
        "P", [block("x", "InputPin"), block("s", "InputPin", name=name), block("t", "Tanh")], "s.output>t.x"
    )
    assert [each.partition(":")[0] for each in faults(elaborated(definition, definition))] == [
        "composite 'P', block 's'"
    ]


def test_a_wrong_wire_at_the_scope_of_an_instance_is_told_at_it() -> None:
    here = page("main", [IMAGES, block("d", ":Dense")], "images.output>d.x images.output>d.scope")
    assert faults(elaborated(here, dense())) == ["page 'main', block 'd', pin 'scope': scope must be a Scope block"]
