"""Instances that are copied are what they would be if each were elaborated block by block."""

from __future__ import annotations

import random
from typing import Any

import pytest

from blocks.document.data import Page
from blocks.document.model import Diagram
from blocks.elaborate import copies
from blocks.elaborate.elaborate import composites_of, definitions_of
from blocks.elaborate.elaborate import elaborate as elaborate_page
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Owner
from blocks.worker.page_checks import examine
from tests.elaborate.composites import block, composite, dense, elaborated, page
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
    copy = copies.InstanceCopier._copy  # pyright: ignore[reportPrivateUsage]

    def counted(self: copies.InstanceCopier, *args: Any) -> bool:
        done = copy(self, *args)
        copied.extend([args[1].path] if done else [])
        return done

    with monkeypatch.context() as patch:
        patch.setattr(copies.InstanceCopier, "_copy", counted)
        with_copies = facts(elaborate_page(main, composites=composites_of(definitions)))
    with monkeypatch.context() as patch:
        patch.setattr(copies, "_MOST_TRIES", -1)
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
    found = examine(main.snapshot(), None, None, definitions_of(diagram)).advice
    given = [(each.rule, each.block) for each in found]
    logs, seeds = [("log-of-softmax", f"l{i}/log") for i in range(3)], [("seeds", f"l{i}/r") for i in (1, 2)]
    assert given == [("log-of-softmax", "log"), logs[0], logs[1], seeds[0], logs[2], seeds[1]]
