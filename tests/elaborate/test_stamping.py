"""Instances that are copied are what they would be if each were elaborated block by block."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from blocks.document.changes import SetField, SetValue, UnsetValue
from blocks.document.data import Page
from blocks.document.model import Diagram
from blocks.elaborate.composites import cached_flows, stamping
from blocks.elaborate.composites.parts import KeptInstances, Model, Way
from blocks.elaborate.elaborate import Elaboration, composites_of, definitions_of
from blocks.elaborate.elaborate import elaborate as elaborate_page
from blocks.elaborate.gradient_flow import PageGradient
from blocks.graph import flow
from blocks.graph.graph import Node, Output, Owner
from blocks.worker.page_checks import PageInfo, examine
from tests.elaborate.composites import block, composite, dense, elaborated, page
from tests.elaborate.edits import edited
from tests.elaborate.nested import random_diagram


def facts(elaboration: Elaboration) -> tuple[object, ...]:
    """All that is known of a page."""
    homes = [(node.home, node.home.owner or Owner("", -1)) for node in elaboration.graph.nodes]
    places = [(home.name, owner.block, owner.order, owner.path, home.controls) for home, owner in homes]
    nodes = [
        (str(node), node.number, place, node.certain, [(o.dtype, o.shape, o.is_ref) for o in node.outputs], node.bound)
        for node, place in zip(elaboration.graph.nodes, places, strict=True)
    ]
    values = {name: {pin: str(value) for pin, value in given.items()} for name, given in elaboration.values.items()}
    return nodes, values, elaboration.graph.names, list(map(str, elaboration.problems)), set(elaboration.requests)


def both(main: Page, definitions: list[Page], monkeypatch: pytest.MonkeyPatch) -> int:
    """See that copying changes nothing; how many instances were copied."""
    copied: list[str] = []
    copy = stamping.Stamper._copy  # pyright: ignore[reportPrivateUsage]

    def counted(self: stamping.Stamper, model: Model, stamp: stamping.Stamp, inputs: list[Output]) -> bool:
        done = copy(self, model, stamp, inputs)
        copied.extend([stamp.path] if done else [])
        return done

    with monkeypatch.context() as patch:
        patch.setattr(stamping.Stamper, "_copy", counted)
        with_copies = facts(elaborate_page(main, composites=composites_of(definitions)))
    with monkeypatch.context() as patch:
        patch.setattr(stamping, "_MOST_TRIES", -1)
        assert facts(elaborate_page(main, composites=composites_of(definitions))) == with_copies
    return len(copied)


@pytest.mark.parametrize("seed", range(20))
def test_random_pages_are_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    diagram = random_diagram(random.Random(seed))
    both(diagram.page("main").snapshot(), list(definitions_of(diagram)), monkeypatch)


TWICE = composite(
    "Twice",
    [block("x", "InputPin"), block("a", ":Dense"), block("b", ":Dense", units=3), block("y", "OutputPin")],
    "x.output>a.x a.y>b.x b.y>y.input",
)
SUM = composite(
    "Sum",
    [block("x", "InputPin"), block("axis", "InputPin"), block("s", "Sum"), block("y", "OutputPin")],
    "x.output>s.input axis.output>s.axis s.output>y.input",
)
PAIR = composite(
    "Pair",
    [block("x", "InputPin"), block("z", "InputPin"), block("m", "Multiply"), block("y", "OutputPin")],
    "x.output>m.x z.output>m.y m.z>y.input",
)


def test_like_instances_are_copied_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["p", "q", "r", "t"]
    main = page(
        "main",
        [
            block("v", "Variable", initvalues=[[1.0, 2.0]]),
            block("w", "Placeholder", dtype="DT_FLOAT", shape=[5, 2]),
            block("one", "Const", val=1),
            block("zero", "Const", val=0),
            block("s", "Scope", name="q"),
            block("inner", "Negate"),
            *[block(name, ":Twice") for name in names],
            block("other", ":Twice"),
            *[block(f"s{i}", ":Sum") for i in range(3)],
            *[block(f"m{i}", ":Pair") for i in range(4)],
        ],
        " ".join(f"v.ref>{name}.x" for name in names)
        + " w.output>other.x v.ref>inner.x s.scope>inner.scope"
        + " v.ref>s0.x zero.output>s0.axis v.ref>s1.x one.output>s1.axis v.ref>s2.x one.output>s2.axis"
        + " v.ref>m0.x v.ref>m0.z v.ref>m1.x inner.y>m1.z v.ref>m2.x v.ref>m2.z v.ref>m3.x inner.y>m3.z",
    )
    # q, r and t as p; m2 as m0, m3 as m1, that have one tensor at both pins or two; sums ask for the value of the axis.
    assert both(main, [dense(), TWICE, SUM, PAIR], monkeypatch) == 5
    elaboration = elaborated(main, dense(), TWICE, SUM, PAIR)
    assert [elaboration.values[name]["y"].shape for name in ("p", "t", "other", "s0", "s1")] == [
        (1, 3),
        (1, 3),
        (5, 3),
        (2,),
        (1,),
    ]
    assert elaboration.values["q/b/w"]["ref"].name == "q_1/b/w"


def after_edits(draw: random.Random, diagram: Diagram, count: int) -> None:
    """Make random edits, and see that what they leave as it was is kept as it would be made anew."""
    kept, checked = KeptInstances(), KeptInstances()
    edits = [edited(draw, view) for view in (diagram.page("main"), *diagram.composites)]
    again_as_anew(diagram, kept)
    for turn in range(count):
        next(draw.choice(edits), None)
        again_as_anew(diagram, kept)
        if turn % 10 == 9:
            page, definitions = diagram.page("main").snapshot(), definitions_of(diagram)
            for asked in (None, ""):
                now, anew = (examine(page, None, asked, definitions, each) for each in (checked, None))
                assert list(now.pins.blocks.items()) == list(anew.pins.blocks.items())
                assert (now.flow, now.losses, now.advice) == (anew.flow, anew.losses, anew.advice)


def again_as_anew(diagram: Diagram, kept: KeptInstances) -> None:
    """See that an elaboration of which what did not change is kept is what it would be without the one before."""
    main, definitions = diagram.page("main").snapshot(), definitions_of(diagram)
    anew = facts(elaborate_page(main, composites=composites_of(definitions)))
    assert facts(elaborate_page(main, composites=composites_of(definitions), kept=kept)) == anew


def test_blocks_have_other_places_once_one_is_gone_before_them() -> None:
    diagram = Diagram()
    layer = diagram.add_composite("Layer")
    for kind, each in (("InputPin", "unused"), ("InputPin", "x"), ("Negate", "n"), ("OutputPin", "y")):
        layer.add(kind, id=each)
    layer.wire("x", "n.x")
    layer.wire("n", "y.input")
    main = diagram.add_page("main")
    for each in "ab":
        main.add(":Layer", id=each, x=2.0)
    kept = KeptInstances()
    again_as_anew(diagram, kept)
    layer.remove("unused")
    again_as_anew(diagram, kept)


def test_an_instance_gets_a_fault_and_loses_it() -> None:
    diagram = Diagram()
    layer = diagram.add_composite("Layer")
    for kind, each in (("InputPin", "x"), ("Negate", "n"), ("OutputPin", "y")):
        layer.add(kind, id=each)
    layer.wire("x", "n.x")
    layer.wire("n", "y.input")
    main = diagram.add_page("main")
    for each in "abc":
        main.add(":Layer", id=each, x=2.0)
    kept = KeptInstances()
    again_as_anew(diagram, kept)
    for each in "bca":
        main.apply(SetValue("main", each, "unknown", 1.0))
        again_as_anew(diagram, kept)
    main.apply(UnsetValue("main", "c", "unknown"))
    again_as_anew(diagram, kept)
    main.add("Const", id="k", val=3.0)
    main.wire("k", "b.x")
    again_as_anew(diagram, kept)
    main.wire("k", "b.unknown")
    again_as_anew(diagram, kept)


@pytest.mark.parametrize("seed", range(8))
def test_what_random_edits_leave_as_it_was_is_kept(seed: int) -> None:
    draw = random.Random(seed)
    after_edits(draw, random_diagram(draw), 20)


def test_advice_is_given_at_each_of_the_instances_that_are_alike() -> None:
    diagram = Diagram()
    layer = diagram.add_composite("Layer")
    for kind, each in (("InputPin", "x"), ("Softmax", "p"), ("Log", "log"), ("RandomNormal", "r"), ("Add", "a"),
                       ("OutputPin", "y")):  # fmt: skip
        layer.add(kind, id=each)
    layer.set("r", shape=[2], dtype="DT_FLOAT", seed=7)
    for source, target in (("x", "p.logits"), ("p", "log.x"), ("log", "a.x"), ("r", "a.y"), ("a", "y.input")):
        layer.wire(source, target)
    main = diagram.add_page("main")
    main.add("Variable", id="v", initvalues=[1.0, 2.0])
    main.add("Softmax", id="p")
    main.add("Log", id="log")
    main.wire("v", "p.logits")
    main.wire("p", "log.x")
    for i in range(3):
        main.add(":Layer", id=f"l{i}")
        main.wire(f"l{i - 1}" if i else "log", f"l{i}.x")
    args = main.snapshot(), None, None, definitions_of(diagram)
    given = [(each.rule, each.block) for each in examine(*args, KeptInstances()).advice]
    logs, seeds = [("log-of-softmax", f"l{i}/log") for i in range(3)], [("seeds", f"l{i}/r") for i in (1, 2)]
    assert given == [("log-of-softmax", "log"), logs[0], logs[1], seeds[0], logs[2], seeds[1]]
    assert given == [(each.rule, each.block) for each in examine(*args).advice]


def test_the_way_of_a_gradient_is_looked_for_again_only_where_it_may_be_another() -> None:
    diagram = Diagram()
    layer = diagram.add_composite("Layer")
    for kind, each in (("InputPin", "x"), ("Const", "k"), ("Multiply", "m"), ("PreventGradient", "stop"),
                       ("OutputPin", "y")):  # fmt: skip
        layer.add(kind, id=each)
    layer.set("k", val=2.0)
    for source, target in (("x", "m.x"), ("k", "m.y"), ("m", "stop.input"), ("m", "y.input")):
        layer.wire(source, target)
    main = diagram.add_page("main")
    main.add("Variable", id="v", initvalues=[1.0, 2.0])
    for i in range(3):
        main.add(":Layer", id=f"l{i}")
        main.wire(f"l{i - 1}" if i else "v", f"l{i}.x")
    main.add("L2Loss", id="loss")
    main.wire("l2", "loss.t")
    kept = KeptInstances()

    def checked() -> PageInfo:
        args = main.snapshot(), None, "loss", definitions_of(diagram)
        info, anew = examine(*args, kept), examine(*args)
        assert (info.flow, info.losses) == (anew.flow, anew.losses)
        return info

    first = checked()
    main.set("v", initvalues=[3.0, 4.0])
    assert checked().flow is first.flow
    layer.set("k", val=5.0)
    assert checked().flow is first.flow
    layer.set("k", val=5)
    assert checked().flow != first.flow  # it fails
    layer.set("k", val=5.0)
    layer.remove("y")
    layer.add("OutputPin", id="y")
    layer.wire("stop", "y.input")
    stopped = checked().flow
    layer.set("stop", message="never")
    told = checked().flow
    assert (
        stopped is not None
        and told is not None
        and told.cuts[0].reason == "PreventGradient: never" != stopped.cuts[0].reason
    )


def test_the_way_of_a_gradient_is_looked_for_in_one_of_the_instances_that_are_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    diagram = Diagram()
    twice = diagram.add_composite("Twice")
    for kind, each in (("InputPin", "x"), ("InputPin", "beside"), ("Tanh", "t"), ("Relu", "r"), ("OutputPin", "y"),
                       ("OutputPin", "z"), ("OutputPin", "same")):  # fmt: skip
        twice.add(kind, id=each)
    for source, target in (("x", "t.x"), ("x", "r.features"), ("t", "y.input"), ("r", "z.input"),
                           ("beside", "same.input")):  # fmt: skip
        twice.wire(source, target)
    main = diagram.add_page("main")
    main.add("Variable", id="v", initvalues=[1.0, 2.0])
    main.add("Const", id="begin", val=[1.0, 2.0])
    for i in range(20):
        main.add(":Twice", id=f"n{i}")
        main.wire(f"n{i - 1}.{'z' if i == 11 else 'y'}" if i else "v", f"n{i}.x")
        main.wire("v", f"n{i}.beside")
    main.add("Negate", id="last")
    main.wire("n19.y", "last.x")
    looked_into: list[str] = []
    way = cached_flows.CachedFlows._way  # pyright: ignore[reportPrivateUsage]

    def counted(self: cached_flows.CachedFlows, flow: PageGradient, stamp: stamping.Stamp, entered: set[int]) -> Way:
        looked_into.append(stamp.path)
        return way(self, flow, stamp, entered)

    monkeypatch.setattr(cached_flows.CachedFlows, "_way", counted)
    kept = KeptInstances()

    def check() -> None:
        args = main.snapshot(), None, "last", definitions_of(diagram)
        assert examine(*args, kept).flow == examine(*args).flow

    check()
    assert looked_into == ["n19", "n10", "n0"]  # the first takes one tensor twice
    main.apply(SetField("main", "n4", "muted", True))
    check()
    main.remove("n6")
    main.add(":Twice", id="n6")
    for source, target in (("begin", "n6.x"), ("v", "n6.beside"), ("n6.y", "n7.x")):
        main.wire(source, target)
    check()
    assert len(looked_into) == 3


def test_losses_and_gradients_of_instances_that_are_alike_are_looked_for_in_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    diagram = Diagram()
    layer = diagram.add_composite("Layer")
    for kind, each in (("InputPin", "x"), ("Variable", "w"), ("Multiply", "m"), ("Identity", "same"), ("Square", "s"),
                       ("PreventGradient", "stop"), ("Sqrt", "root"), ("L2Loss", "cost"),
                       ("OutputPin", "y"), ("OutputPin", "z")):  # fmt: skip
        layer.add(kind, id=each)
    layer.set("w", initvalues=[1.0, 2.0])
    for source, target in (("x", "same.input"), ("same", "m.x"), ("w", "m.y"), ("m", "s.x"), ("s", "root.x"),
                           ("root", "y.input"), ("m", "stop.input"), ("stop", "cost.t"),
                           ("cost", "z.input")):  # fmt: skip
        layer.wire(source, target)
    main = diagram.add_page("main")
    main.add("Variable", id="v", initvalues=[1.0, 2.0])
    for i in range(12):
        main.add(":Layer", id=f"n{i}")
        main.wire("v" if i in (0, 5) else f"n{i - 1}.y", f"n{i}.x")
    main.add("Minimize", id="train")
    main.wire("n7.z", "train.loss")
    visited: list[str] = []
    visit = flow._Following._visit  # pyright: ignore[reportPrivateUsage]

    def counted(self: flow._Following, node: Node) -> Sequence[Output]:  # pyright: ignore[reportPrivateUsage]
        visited.append(node.name)
        return visit(self, node)

    monkeypatch.setattr(flow._Following, "_visit", counted)  # pyright: ignore[reportPrivateUsage]
    kept = KeptInstances()

    def check() -> PageInfo:
        for asked in ("n11.y", "n11/cost", "n11.y + n3.z", None, ""):
            args = main.snapshot(), None, asked, definitions_of(diagram)
            begin = len(visited)
            now = examine(*args, kept)
            middle = len(visited)
            anew = examine(*args)
            assert (now.flow, now.losses, now.advice, now.trainings) == (
                anew.flow,
                anew.losses,
                anew.advice,
                anew.trainings,
            )
            if asked == "n11.y":
                assert middle - begin < (len(visited) - middle) / 2
        return now

    assert check().losses[0] == "n7/cost.output"  # what is trained
    layer.add("Log", id="log")
    layer.wire("root", "log.x")
    check()
    main.apply(SetField("main", "n4", "muted", True))
    check()
    main.remove("train")
    layer.remove("stop")
    layer.add("StopGradient", id="stop")
    for source, target in (("m", "stop.input"), ("stop", "cost.t")):
        layer.wire(source, target)
    check()
