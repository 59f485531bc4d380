"""The table of enuSpace's symbols agrees with our block types."""

from __future__ import annotations

from blocks.interchange.enuspace.table import table_type
from blocks.library.index import all_names, find
from tests.table import table


@table("name", all_names(), ids=str)
def test_what_the_importer_writes_is_what_the_library_declares(name: str) -> None:
    table, spec = table_type(name), find(name)
    assert spec
    if table is None:
        return  # a block type of our own
    assert {pin.name for pin in table.inputs.values()} <= {pin.name for pin in spec.inputs}
    assert {attribute.name for attribute in table.attributes.values()} <= {a.name for a in spec.attributes}
    assert set(table.outputs.values()) <= {pin.name for pin in spec.outputs}
    lists = {pin.name for pin in table.inputs.values() if pin.is_list}
    assert lists <= {pin.name for pin in spec.inputs if pin.is_list}


def test_a_type_in_the_table() -> None:
    output = table_type("Output")
    assert output
    assert output.inputs["output_op"] == output.inputs["output"] == ("output", False, False, None, None, None)
    conv = table_type("Conv2D")
    assert conv
    assert conv.keys["dialtions"] == conv.keys["dilations"] == ("dilations", "I")
    peek = table_type("MapPeek")
    assert peek
    assert (peek.outputs["size"], peek.results["result_size"]) == ("values", "result_values")
    assert table_type("Nothing") is None
