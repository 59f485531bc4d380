"""The types of instances: what their composites promote, also out of instances inside."""

from __future__ import annotations

from app.core.block_types import BlockTypes
from app.panels.editors.choice import BoolEdit, ChoiceEdit
from app.panels.editors.value_edit import attribute_editor
from blocks.document.changes import SetDefinition
from blocks.document.data import Json, PromotedValue
from blocks.document.model import Diagram
from blocks.graph.spec import Attribute, BlockSpec


def nested() -> Diagram:
    """Values of blocks that are promoted over two levels, and composites that hold each other."""
    diagram = Diagram()
    inner = diagram.add_composite("Inner")
    inner.add("MatMul", id="mm")
    inner.add("Cast", id="cast", DstT="DT_INT32")
    inner.add_value("flip", default=None, sets=["mm.transpose_a"])
    inner.add_value("to", default=None, sets=["cast.DstT"])
    for name, holds in (("Middle", ":Inner"), ("Outer", ":Middle"), ("Ring", ":Ring")):
        outer = diagram.add_composite(name)
        outer.add(holds, id="inside")
        for value in ("flip", "to"):
            outer.add_value(value, default=None, sets=[f"inside.{value}"])
    return diagram


def attribute(spec: BlockSpec | None, name: str) -> tuple[str, Json]:
    """Type and default of an attribute."""
    value = None if spec is None else spec.attribute(name)
    assert isinstance(value, Attribute)
    return value.type, value.default


def test_a_value_out_of_an_instance_inside_is_of_the_kind_that_it_is_there(qapp: object) -> None:
    diagram = nested()
    types = BlockTypes(diagram)
    outer = types.find(":Outer")
    assert outer is not None
    assert (attribute(outer, "flip"), attribute(outer, "to")) == (("bool", False), ("type", "DT_INT32"))
    kinds = [type(attribute_editor(outer, each)) for each in outer.attributes[:2]]
    assert kinds == [BoolEdit, ChoiceEdit]
    assert attribute(types.find(":Ring"), "flip") == ("tensor", None)


def test_the_kind_follows_what_is_edited_inside() -> None:
    diagram = nested()
    types = BlockTypes(diagram)
    outer, ring = types.find(":Outer"), types.find(":Ring")
    diagram.composite("Inner").add("Const", id="more", val=1.5)
    assert types.find(":Outer") is outer  # nothing that is seen at instances
    values = (PromotedValue("flip", None, ("cast.DstT",)), PromotedValue("to", None, ("mm.transpose_b",)))
    back = diagram.apply(SetDefinition(":Inner", "values", values))
    assert attribute(types.find(":Outer"), "to") == ("bool", False)
    assert types.find(":Ring") is ring
    diagram.apply(back)
    assert attribute(types.find(":Outer"), "to") == ("type", "DT_INT32")
