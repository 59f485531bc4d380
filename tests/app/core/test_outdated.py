"""Which results an edit makes old."""

from __future__ import annotations

import pytest

from app.core.outdated import StateComparison
from blocks.document.data import Page
from blocks.document.file import loads
from tests.elaborate.composites import block, composite, page

PAGE = """{"format": "gradblocks/1", "pages": [{"name": "main", "blocks": [
 {"id": "a", "type": "Const", "values": {"val": 1.5}}, {"id": "b", "type": "Const", "values": {"val": 2.5}},
 {"id": "s", "type": "Add"}, {"id": "e", "type": "Exp"}, {"id": "n", "type": "Negate"},
 {"id": "w", "type": "Variable", "values": {"initvalues": 1.0}},
 {"id": "rate", "type": "Const", "values": {"val": 0.1}},
 {"id": "train", "type": "ApplyGradientDescent"}, {"id": "y", "type": "Exp"}],
"wires": [["a.output", "s.x"], ["b.output", "s.y"], ["s.z", "e.x"], ["b.output", "n.x"],
 ["w.ref", "train.var"], ["rate.output", "train.alpha"], ["b.output", "train.delta"], ["w.ref", "y.x"]]}]}"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"val": 1.5', '"val": 2', {"a", "s", "e"}),
        ('"type": "Negate"', '"type": "Abs"', {"n"}),
        ('["s.z", "e.x"]', '["a.output", "e.x"]', {"e"}),
        ('["a.output", "s.x"], ', "", {"s", "e"}),
        ('"id": "n",', '"muted": true, "id": "n",', {"n"}),
        # An update writes into its variable, whose other readers see another value.
        ('"val": 0.1', '"val": 0.2', {"rate", "train", "w", "y"}),
        ('"id": "n",', '"at": [50, 50], "id": "n",', set[str]()),
    ],
)
def test_what_is_changed_and_what_depends_on_it_is_old(old: str, new: str, expected: set[str]) -> None:
    assert PAGE.count(old) == 1
    before, now = (loads(text).page("main").snapshot() for text in (PAGE, PAGE.replace(old, new)))
    assert StateComparison(before, now).outdated() == expected


def test_a_block_that_was_added_makes_no_other_old() -> None:
    more = PAGE.replace('{"id": "y",', '{"id": "new", "type": "Const", "values": {"val": 1}}, {"id": "y",')
    before, now = (loads(text).page("main").snapshot() for text in (PAGE, more))
    assert StateComparison(before, now).outdated() == {"new"}


def halves(factor: float = 2.0) -> Page:
    """A composite of two halves that have nothing in common, and the promoted value `factor` of one of them."""
    blocks = [block("a", "InputPin"), block("b", "InputPin"), block("factor", "Const", val=factor),
              block("m", "Multiply"), block("n", "Negate"), block("c", "OutputPin"),
              block("d", "OutputPin")]  # fmt: skip
    wires = "a.output>m.x factor.output>m.y m.z>c.input b.output>n.x n.y>d.input"
    return composite("Halves", blocks, wires, factor=(None, "factor.val"))


def outer(factor: float | None = None) -> Page:
    """A composite around that."""
    blocks = [block("u", "InputPin"), block("v", "InputPin"), block("both", ":Halves"), block("w", "OutputPin")]
    return composite("Outer", blocks, "u.output>both.a v.output>both.b both.c>w.input", f=(factor, "both.factor"))


def used(u: float = 1.0, v: float = 1.0, **values: float) -> Page:
    """A page with an instance of it."""
    blocks = [block("p", "Const", val=u), block("q", "Const", val=v), block("o", ":Outer", **values)]
    return page("main", blocks, "p.output>o.u q.output>o.v")


@pytest.mark.parametrize(
    ("now", "composites", "in_outer", "in_halves"),
    [
        (used(u=2.0), (halves(), outer()), {"u", "both", "w"}, {"a", "m", "c"}),
        (used(v=2.0), (halves(), outer()), {"v", "both", "w"}, {"b", "n", "d"}),
        (used(f=3.0), (halves(), outer()), {"both", "w"}, {"factor", "m", "c"}),
        (used(), (halves(), outer(5.0)), {"both", "w"}, {"factor", "m", "c"}),
        (used(), (halves(4.0), outer()), {"both", "w"}, {"factor", "m", "c"}),
        (used()._replace(notes=()), (halves(), outer()), set[str](), set[str]()),
    ],
)
def test_inside_of_an_instance_is_old_what_depends_on_the_edit(
    now: Page, composites: tuple[Page, ...], in_outer: set[str], in_halves: set[str]
) -> None:
    comparison = StateComparison(used(), now, (halves(), outer()), composites)
    assert ("o" in comparison.outdated()) == bool(in_outer)
    assert comparison.inside(["o"]) == in_outer
    assert comparison.inside(["o", "both"]) == in_halves


def test_another_gradient_composite_makes_instances_old() -> None:
    def definitions(slope: float) -> list[Page]:
        rough = composite("Rough", [block("r", "Const", val=1.0)])
        assert rough.composite is not None
        rough = rough._replace(composite=rough.composite._replace(gradient=":Slope"))
        return [rough, composite("Slope", [block("c", "Const", val=slope)])]

    main = page("main", [block("h", ":Rough"), block("a", "Const", val=1.0)])
    assert StateComparison(main, main, definitions(1.0), definitions(2.0)).outdated() == {"h"}
    assert StateComparison(main, main, definitions(1.0), definitions(1.0)).outdated() == set()


@pytest.mark.parametrize("depth", [1, 3])
def test_what_an_instance_writes_to_is_old_with_it(depth: int) -> None:
    pins = [block("var", "InputPin"), block("by", "InputPin")]
    composites = [composite("T1", [*pins, block("up", "AssignAdd")], "var.output>up.ref by.output>up.value")]
    for i in range(2, depth + 1):
        blocks = [*pins, block("up", f":T{i - 1}")]
        composites.append(composite(f"T{i}", blocks, "var.output>up.var by.output>up.by"))
    keeper = composite("Keeper", [block("v", "Variable", initvalues=1.0), block("k", "OutputPin")], "v.ref>k.input")

    def whole(rate: float) -> Page:
        blocks = [block("w", "Variable", initvalues=1.0), block("rate", "Const", val=rate), block("y", "Exp"),
                  block("t", f":T{depth}"), block("keeper", ":Keeper"), block("t2", f":T{depth}"),
                  block("other", "Exp")]  # fmt: skip
        wires = "w.ref>t.var rate.output>t.by w.ref>y.x keeper.k>t2.var rate.output>t2.by"
        return page("main", blocks, wires)

    comparison = StateComparison(whole(1.0), whole(2.0), (*composites, keeper), (*composites, keeper))
    assert comparison.outdated() == {"rate", "t", "w", "y", "keeper", "t2"}
    assert comparison.inside(["keeper"]) == {"v", "k"}
