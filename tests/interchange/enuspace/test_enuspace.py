"""Import of enuSpace pages that the tests write themselves."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from blocks.base.errors import FileError
from blocks.document.data import Json
from blocks.document.file import loads
from blocks.interchange.enuspace.convert import import_file
from tests.interchange.enuspace.pages import import_items, lines, pin, text, use, values, wire, wires, write_page
from tests.interchange.enuspace.recorded import recorded_results

A = use("A", "Const", pin("val", "3.000000;2.000000;-1.000000;0.000000", "double", "[2][2]"), at=(917.22, 40))
B = use("B", "Const", pin("val", "{3,5}", "double", "[1][2]", v4=True))


def mat_mul(*pins: str) -> str:
    attributes = pin("attrs", "transpose_a_ = false;transpose_b_ = true;")
    return use("v", "MatMul", pin("a", ""), pin("b", ""), pin("product", ""), attributes, *pins)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8", "utf-8-sig", "utf-32"])
def test_a_page(tmp_path: Path, encoding: str) -> None:
    path = write_page(tmp_path, [A, B, mat_mul(), wire("A.output", "v.a"), wire("B.output", "v.b")], "π.svg", encoding)
    result = import_file(path)
    page = result.diagram.pages[0]
    assert (page.name, result.diagram.title) == ("π", "π")
    assert [(block.id, block.type, block.at) for block in page.blocks] == [
        ("A", "Const", (917.22, 40)),
        ("B", "Const", (0, 0)),
        ("v", "MatMul", (0, 0)),
    ]
    assert values(result, "A") == {"val": [[3.0, 2.0], [-1.0, 0.0]], "dtype": "DT_DOUBLE"}
    assert values(result, "B") == {"val": [[3.0, 5.0]], "dtype": "DT_DOUBLE"}
    assert values(result, "v")["transpose_b"] is True
    assert wires(result) == ["A.output -> v.a", "B.output -> v.b"]
    assert not result.report
    assert not result.files
    assert loads(result.diagram.dumps()).dumps() == result.diagram.dumps()


@pytest.mark.parametrize(
    ("kind", "text_", "shape", "expected"),
    [
        ("float", "0.100000", "", {"val": 0.1, "dtype": "DT_FLOAT"}),
        ("int", "1;2", "[2]", {"val": [1, 2], "dtype": "DT_INT32"}),
        ("bool", "TRUE", "", {"val": True, "dtype": "DT_BOOL"}),
        ("string", "C:\\\\a;b", "", {"val": "C:\\\\a;b", "dtype": "DT_STRING"}),
        ("string", "a;b", "[2]", {"val": ["a", "b"], "dtype": "DT_STRING"}),
        ("double", "nan;1.000000", "[2]", {"val": ["NaN", 1.0], "dtype": "DT_DOUBLE"}),
        ("double", "", "[0][3]", {"val": [], "dtype": "DT_DOUBLE", "shape": [0, 3]}),
    ],
)
def test_const_has_the_dtype_and_the_shape_of_its_pin(
    tmp_path: Path, kind: str, text_: str, shape: str, expected: Json
) -> None:
    for v4 in (False, True):
        result = import_items(tmp_path, use("c", "Const", pin("val", text_, kind, shape, v4=v4)))
        assert values(result, "c") == expected
        assert not result.report


@pytest.mark.parametrize(
    ("kind", "text_", "shape", "dtype", "expected"),
    [
        ("float", "1.000000;0.000000", "[2]", "DT_INT32", {"val": [1, 0], "dtype": "DT_INT32"}),
        ("int", "100;10", "[2]", "DT_INT64", {"val": [100, 10], "dtype": "DT_INT64"}),
        ("string", "{0}", "", "DT_INT32", {"val": 0, "dtype": "DT_INT32"}),
        ("string", "x", "", "DT_STRING", {"val": "x", "dtype": "DT_STRING"}),
        ("double", "2.500000", "", "", {"val": 2.5, "dtype": "DT_DOUBLE"}),
    ],
)
def test_const_ex_has_the_dtype_of_its_dtype_pin(
    tmp_path: Path, kind: str, text_: str, shape: str, dtype: str, expected: Json
) -> None:
    result = import_items(tmp_path, use("c", "Const_ex", pin("val", text_, kind, shape), pin("dtype", dtype)))
    assert values(result, "c") == expected


def test_const_ex_with_braces_in_a_scalar_pin(tmp_path: Path) -> None:
    result = import_items(tmp_path, use("c", "Const_ex", pin("val", "{{1,2}}"), pin("dtype", "DT_FLOAT")))
    assert values(result, "c") == {"val": [[1.0, 2.0]], "dtype": "DT_FLOAT"}
    assert "the shape of the braces is used" in lines(result)[0]


def variable(initial: str, dtype: str, shape: str) -> str:
    return use("V", "Variable", pin("attrs", "container_ =;"), pin("shape", shape), pin("dtype", dtype), initial)


def test_variable_from_a_literal(tmp_path: Path) -> None:
    result = import_items(tmp_path, variable(pin("initvalues", "{{1,2.5f}}"), "DT_DOUBLE", "{1,2}"))
    assert values(result, "V") == {"initvalues": [[1.0, 2.5]], "dtype": "DT_DOUBLE", "shape": [1, 2]}
    result = import_items(tmp_path, variable(pin("initvalues", "99"), "DT_INT32", "{}"))
    assert values(result, "V") == {"initvalues": 99, "dtype": "DT_INT32", "shape": []}
    assert not result.report


def test_variable_from_an_array(tmp_path: Path) -> None:
    result = import_items(tmp_path, variable(pin("initvalues", "0.5;1.5", "float", "[1][2]"), "", "{7}"))
    assert values(result, "V") == {"initvalues": [[0.5, 1.5]], "dtype": "DT_FLOAT", "shape": [1, 2]}


def test_variable_from_a_wire(tmp_path: Path) -> None:
    block = variable(pin("initvalues", "{0}"), "DT_DOUBLE", "{2,2}")
    result = import_items(tmp_path, A, block, wire("A.output", "V.initvalues"))
    assert values(result, "V") == {}  # dtype and shape are those of A
    result = import_items(tmp_path, A, use("n", "Negate"), block, wire("A.output", "n.x"), wire("n.y", "V.initvalues"))
    assert values(result, "V") == {"dtype": "DT_DOUBLE", "shape": [2, 2]}


def test_binary_values(tmp_path: Path) -> None:
    small = np.array([[0.1, 0.2]], np.float32)
    large = np.arange(1200, dtype=np.int32).reshape(30, 40)
    flags = np.array([1, 0, 2], np.uint8)
    doubles = np.array([1e300, np.inf])
    (tmp_path / "page.dat").write_bytes(small.tobytes() + large.tobytes() + flags.tobytes() + doubles.tobytes())
    result = import_items(
        tmp_path,
        use("s", "Const", pin("val", "", "float", "[1][2]", at=0)),
        variable(pin("initvalues", "", "int", "[30][40]", at=8), "", ""),
        use("b", "Const", pin("val", "", "bool", "[3]", at=4808)),
        use("d", "Const_ex", pin("val", "", "double", "[2]", at=4811), pin("dtype", "DT_FLOAT")),
    )
    assert values(result, "s") == {"val": [[0.1, 0.2]], "dtype": "DT_FLOAT"}
    assert values(result, "V") == {
        "initvalues": {"file": "page_V_initvalues.npy"},
        "dtype": "DT_INT32",
        "shape": [30, 40],
    }
    assert values(result, "b") == {"val": [True, False, True], "dtype": "DT_BOOL"}
    assert values(result, "d") == {"val": [1e300, "Infinity"], "dtype": "DT_DOUBLE"}
    assert list(result.files) == ["page_V_initvalues.npy"]
    array = result.files["page_V_initvalues.npy"]
    assert array.dtype == np.int32
    np.testing.assert_array_equal(array, large)


def test_a_long_text_goes_to_a_file_too(tmp_path: Path) -> None:
    result = import_items(tmp_path, use("c", "Const", pin("val", ";".join("1" * 1001), "double", "[1001]")))
    assert values(result, "c") == {"val": {"file": "page_c_val.npy"}, "dtype": "DT_DOUBLE"}
    assert result.files["page_c_val.npy"].dtype == np.float64


def test_no_two_arrays_share_a_file(tmp_path: Path) -> None:
    long = pin("val", ";".join("1" * 1001), "double", "[1001]")
    result = import_items(tmp_path, *(use(name, "Const", long) for name in ("c", "C", "c:", "c*")))
    assert len({name.lower() for name in result.files}) == 4


def test_a_missing_data_file_is_reported(tmp_path: Path) -> None:
    result = import_items(tmp_path, use("c", "Const", pin("val", "", "double", "[200]", at=0)))
    assert values(result, "c") == {}
    assert lines(result) == ["problem: page 'page', c.val: its value is in the file page.dat, which is missing"]


def test_literals(tmp_path: Path) -> None:
    result = import_items(
        tmp_path,
        A,
        use("m", "Multiply", pin("x", "0.1"), pin("y", "")),
        use("r", "Reshape", pin("tensor", ""), pin("shape", "{1,4}")),
        use("w", "Where3", pin("condition", "true"), pin("x", "1.0f"), pin("y", "2.0f")),
        wire("A.output", "m.y"),
        wire("A.output", "r.tensor"),
    )
    assert values(result, "m") == {"x": 0.1}  # DT_DOUBLE by what is wired in
    assert values(result, "r") == {"shape": [1, 4]}
    assert values(result, "w") == {"condition": True, "x": 1.0, "y": 2.0}
    assert not result.report


def test_a_literal_whose_dtype_nothing_says_becomes_a_const(tmp_path: Path) -> None:
    result = import_items(tmp_path, use("m", "Multiply", pin("x", "0.1"), pin("y", "2.0"), at=(500, 100)))
    assert values(result, "m_x") == {"val": 0.1, "dtype": "DT_DOUBLE"}
    assert values(result, "m") == {"y": 2.0}
    assert wires(result) == ["m_x.output -> m.x"]
    assert result.diagram.pages[0].block("m_x").at == (360, 100)
    assert lines(result) == ["changed: page 'page', m.x: the DT_DOUBLE value typed there is now a wired Const block"]


def test_the_block_beside_does_not_take_a_name(tmp_path: Path) -> None:
    result = import_items(tmp_path, use("m", "Negate", pin("x", "1+2j")), use("m_x", "Const", pin("val", "1", "int")))
    assert values(result, "m_x_2") == {"val": "1+2j", "dtype": "DT_COMPLEX128"}
    assert wires(result) == ["m_x_2.output -> m.x"]


def test_a_literal_for_a_list(tmp_path: Path) -> None:
    result = import_items(tmp_path, use("s", "AddN", pin("inputs", "{1,2};{3,4}")))
    assert values(result, "s") == {}
    assert wires(result) == ["s_inputs.output -> s.inputs", "s_inputs_2.output -> s.inputs"]
    assert values(result, "s_inputs_2") == {"val": [3, 4], "dtype": "DT_INT32"}


def test_an_array_typed_into_an_input(tmp_path: Path) -> None:
    result = import_items(tmp_path, use("n", "Negate", pin("x", "1;2", "float", "[2]")))
    assert values(result, "n") == {"x": [1.0, 2.0]}
    result = import_items(tmp_path, use("n", "Negate", pin("x", "", "double", "[0][2]")))
    assert values(result, "n_x") == {"val": [], "dtype": "DT_DOUBLE", "shape": [0, 2]}


def test_helper_blocks(tmp_path: Path) -> None:
    result = import_items(
        tmp_path,
        use("i", "Input", pin("initvalues", "5"), pin("dtype", "DT_FLOAT")),
        use("t", "Tensor", pin("initvalues", "1;2", "double", "[2]"), pin("dtype", "")),
        use("z1", "Input_Initializer", pin("t", "{1.0f,2.0f}")),
        use("z2", "Input_Initializer", pin("t", "{1.0,2.0}")),
        use(
            "S",
            "ClientSession",
            pin("device", "/cpu:0"),
            pin("SHOW_DEBUG", "TRUE", "bool"),
            pin("INFINITE_LOOP", "FALSE", "bool"),
        ),
        use("o", "Output", pin("output_op", ""), pin("index", "1")),
        wire("i.input", "o.output_op"),
    )
    assert values(result, "i") == {"initvalues": 5.0, "dtype": "DT_FLOAT"}
    assert values(result, "t") == {"initvalues": [1.0, 2.0], "dtype": "DT_DOUBLE"}
    assert values(result, "z1") == {"t": [1.0, 2.0]}
    assert values(result, "z2") == {}
    assert values(result, "z2_t") == {"initvalues": [1.0, 2.0], "dtype": "DT_DOUBLE"}
    assert values(result, "S") == {"device": "/cpu:0", "show_debug": True, "infinite_loop": False}
    assert values(result, "o") == {"index": 1}
    assert wires(result) == ["i.input -> o.output", "z2_t.output -> z2.t"]


def test_attributes(tmp_path: Path) -> None:
    result = import_items(
        tmp_path,
        use("m", "Mean", pin("axis", "0"), pin("attrs", "keep_dims_ =true;odd_ = 1;")),
        use("c", "Conv2D", pin("strides", "{1,2,2,1}"), pin("padding", "SAME"), pin("attrs", "dialtions_={1,1,2,1}")),
        use("q", "FIFOQueue", pin("component_types", "DT_STRING"), pin("attrs", "shapes_ = {};capacity_ = -1;")),
        use("p", "Placeholder", pin("dtype", "DT_WHAT"), pin("attrs", "shape_ = [2][-1];")),
        use("p2", "Placeholder", pin("dtype", "DT_FLOAT"), pin("attrs", "shape_ = ;")),
    )
    assert values(result, "m") == {"axis": 0, "keep_dims": True}
    assert values(result, "c") == {"strides": [1, 2, 2, 1], "padding": "SAME", "dilations": [1, 1, 2, 1]}
    assert values(result, "q") == {"component_types": ["DT_STRING"], "shapes": [], "capacity": -1}
    assert values(result, "p") == {"dtype": "DT_WHAT", "shape": [2, None]}
    assert values(result, "p2") == {"dtype": "DT_FLOAT"}
    assert lines(result) == [
        "left out: page 'page', m.attrs: Mean has no attribute 'odd' (it is '1')",
        "problem: page 'page', p.dtype: 'DT_WHAT' cannot be read: 'DT_WHAT' is not a dtype",
    ]


def test_wires(tmp_path: Path) -> None:
    result = import_items(
        tmp_path,
        A,
        use("g", "AddSymbolicGradients"),
        use("S", "ClientSession"),
        use("lcd", "SENSOR_LCD", pin("input", "1", "int"), task="logic"),
        wire("A.output", "g.outputs"),
        wire("A.output", "g.inputs", hidden=True),
        wire("g.grad_outputs[0]", "S.fetch_outputs"),
        wire("A.output", "S.fetch_outputs"),
        wire("S.status", "A.scope"),
        wire("A.result_output", "lcd.input"),
        wire("A.result_output", "g.inputs"),
        wire("gone.output", "g.inputs"),
        wire("A.output", "g.nothing"),
        wire("A.output", "g."),
    )
    assert wires(result) == [
        "A.output -> g.outputs",
        "A.output -> g.inputs",
        "g.grad_outputs[0] -> S.fetch_outputs",
        "A.output -> S.fetch_outputs",
        "A.output -> g.nothing",
        "A.result_output -> lcd.input",
    ]
    assert [line.split(": ", 2)[2] for line in lines(result)] == [
        "wire A.result_output -> g.inputs: it forwards a displayed value, which is not a wire of the graph",
        "wire gone.output -> g.inputs: one of its blocks is not on the page",
        "wire A.output -> g.nothing: AddSymbolicGradients has no input 'nothing'",
        "wire A.output -> g.: AddSymbolicGradients has no input ''",
        "wire A.output -> g.: 'g.' is not a pin",
        "1 hidden wire is shown with tags: a diagram does not mark wires as hidden",
    ]
    assert result.tags == {"page": {"A.output -> g.inputs": True, "A.result_output -> lcd.input": False}}


def test_two_wires_into_one_pin_are_kept_and_reported(tmp_path: Path) -> None:
    result = import_items(tmp_path, A, use("n", "Negate"), wire("A.output", "n.x"), wire("A.output", "n.x"))
    assert len(wires(result)) == 2
    assert lines(result) == ["problem: page 'page', n.x: more than one wire is connected to this pin"]


def test_ids_are_kept_where_they_can_be(tmp_path: Path) -> None:
    result = import_items(
        tmp_path,
        use("가 나", "Const", pin("val", "1", "int")),
        use(" a.b/c ", "Negate"),
        use("a_b_c", "Negate"),
        use("a_b_c", "Negate"),
        use("", "Negate"),
        wire("가 나.output", "a_b_c.x"),
    )
    assert [block.id for block in result.diagram.pages[0].blocks] == ["가 나", "a_b_c", "a_b_c_2", "a_b_c_3", "Negate"]
    assert wires(result) == ["가 나.output -> a_b_c_2.x"]
    assert len(lines(result, "changed")) == 4


def test_notes_and_frames(tmp_path: Path) -> None:
    result = import_items(
        tmp_path,
        '<g transform="translate(100,0)"><rect transform="translate(7.00,8.00)" x="3.00" y="-9.82"'
        ' width="839.10" height="265" fill="rgb(65,65,65)"/></g>',
        text("first <b>\n  second", at=(10, 50)),
        text("  "),
        text("0.8182", script="function _ontask() end"),
    )
    page = result.diagram.pages[0]
    assert [(note.at, note.text) for note in page.notes] == [((10, 36), "first <b>\n  second"), ((0, -14), "0.8182")]
    assert [(frame.at, frame.size, frame.color) for frame in page.frames] == [((110, -1.82), (839.1, 265), "#414141")]
    assert lines(result, "left out") == ["left out: page 'page', T: the script that changes the text '0.8182'"]


def test_what_cannot_be_carried_over_is_reported(tmp_path: Path) -> None:
    result = import_items(
        tmp_path,
        "<script><![CDATA[a = 1\nb = 2]]></script><script></script>",
        '<pg-trend id="T1"><pg-trendtitle title="COST"/><pg-trendseries variable="M.result_output"/></pg-trend>',
        '<pg-trend-contour id="C1" subdivision="28,28"><script><![CDATA[]]></script></pg-trend-contour>',
        '<pg-editbox id="E1" text="1"/>',
        '<rect id="B1" width="1" height="1"><script>function _onmousedown() end</script></rect>',
        '<path id="P1" d="M 0 0"/>',
        '<polyline id="L1" points="0,0 1,1"/>',
        use("n", "Negate", pin("x", "features"), turn=90),
        use("u", "Unheard", pin("p", "text"), pin("q", ""), pin("result_x", "1")),
        use("f", "FeedType", pin("input", "7"), pin("outputhash", "x")),
    )
    assert [line.removeprefix("left out: page 'page'") for line in lines(result, "left out")] == [
        ", f.input: a value was typed at a pin that takes none: '7'",
        ", f.outputhash: FeedType has no such pin (it holds 'x')",
        ", T1: it shows M.result_output, which is not on the page",
        ": script of the page: 2 statements of Lua code that show no result",
        ", C1: heat map of 28,28 cells: no result fills it",
        ", E1: text field with '1'",
        ", B1: button (rectangle with a script)",
        ", P1: drawing <path>",
        ", L1: drawing <polyline>",
    ]
    assert lines(result, "changed") == [
        "changed: page 'page', n: it was rotated or scaled",
        "changed: page 'page', T1: the names and colors of its lines are not converted",
    ]
    assert values(result, "n") == {"x": "features"}
    assert values(result, "u") == {"p": "text"}
    assert lines(result, "problem") == [
        "problem: page 'page', n.x: 'features' cannot be read: 'features' is not a number",
        "problem: page 'page', u: 'Unheard' is not a block type of enuSpace-TensorFlow",
    ]


def test_recorded_results_are_not_imported(tmp_path: Path) -> None:
    (tmp_path / "page.dat").write_bytes(np.arange(6, dtype=np.int32).tobytes())
    path = write_page(
        tmp_path,
        [
            mat_mul(pin("result_product", "19.000000;-3.000000", "double", "[2][1]")),
            use("n", "LogicalNot", pin("result_y_144", "TRUE", "bool")),
            use("o", "OneHot", pin("result_output", "", "int", "[2][3]", at=0)),
            use("x", "Negate", pin("result_y", "{1.05947,1e-05}", "double", "[2]", v4=True)),
            use("u", "Negate", pin("result_y", "")),
        ],
    )
    assert all("result" not in key for block in import_file(path).diagram.pages[0].blocks for key in block.values)
    assert recorded_results(path) == {
        "v.result_product": ([19.0, -3.0], "DT_DOUBLE", (2, 1), 6, None),
        "n.result_y": ([True], "DT_BOOL", (), None, None),
        "o.result_output": ([0, 1, 2, 3, 4, 5], "DT_INT32", (2, 3), None, None),
        "x.result_y": ([1.05947, 1e-05], "DT_DOUBLE", (2,), None, 6),
    }


def export_pin(name: str, initial: str = "", source: str = "", kind: str = "string", shape: str = "") -> Json:
    block, _, pin_name = source.partition(".")
    return {
        "pin-name": name,
        "pin-type": kind,
        "pin-save": "text",
        "pin-shape": shape,
        "pin-initial": initial,
        "in-symbol-id": block,
        "in-symbol-pin-name": pin_name,
    }


def export(folder: Path, *symbols: Json) -> Path:
    path = folder / "page.json"
    path.write_text(json.dumps({"object": symbols}), "utf-16")
    return path


def test_a_task_export(tmp_path: Path) -> None:
    const = {
        "symbol-name": "#Const",
        "id": "A",
        "input": [export_pin("val", "3;2;-1;0", kind="double", shape="[2][2]")],
        "output": [export_pin("output"), export_pin("result_output", kind="double", shape="[2][2]")],
    }
    add = {
        "symbol-name": "#AddN",
        "id": "s",
        "input": [export_pin("inputs", source="A.output"), export_pin("inputs", source="A.output")],
        "output": [],
    }
    result = import_file(export(tmp_path, const, add))
    assert values(result, "A") == {"val": [[3.0, 2.0], [-1.0, 0.0]], "dtype": "DT_DOUBLE"}
    assert wires(result) == ["A.output -> s.inputs", "A.output -> s.inputs"]
    assert [block.at for block in result.diagram.pages[0].blocks] == [(40, 40), (260, 40)]
    assert not result.report
    assert recorded_results(tmp_path / "page.json") == {}


def test_a_page_that_another_editor_saved_in_the_encoding_that_it_declares(tmp_path: Path) -> None:
    path = write_page(tmp_path, [text("행렬 A"), A])
    words = path.read_bytes().decode("utf-16").replace('encoding="UTF-16"', 'encoding="EUC-KR"')
    path.write_bytes(words.encode("cp949"))
    assert [note.text for note in import_file(path).diagram.pages[0].notes] == ["행렬 A"]
    path.write_bytes(words.replace("EUC-KR", "UTF-8").encode("cp949"))
    with pytest.raises(FileError, match=r"not valid UTF-8 text at byte \d+\. Save the file as UTF-16"):
        import_file(path)


@pytest.mark.parametrize(
    ("transform", "at", "turned"),
    [
        ("translate(50)", (50, 0), False),
        ("translate(50 60)", (50, 60), False),
        ("matrix(1,0,0,1,50,60)", (50, 60), False),
        ("matrix(0,1,-1,0,50,60)", (50, 60), True),
        ("", (0, 0), False),
    ],
)
def test_places(tmp_path: Path, transform: str, at: tuple[float, float], turned: bool) -> None:
    block = use("B", "Const", pin("val", "1", "int"))
    place = "translate(0.00,0.00) rotate(0.00) scale(1.0000, 1.0000)"
    assert place in block
    result = import_items(tmp_path, block.replace(place, transform))
    assert result.diagram.pages[0].block("B").at == at
    assert ("changed: page 'page', B: it was rotated or scaled" in lines(result)) == turned


def test_an_unknown_type_of_a_pin_is_told(tmp_path: Path) -> None:
    result = import_items(tmp_path, use("B", "Const", pin("val", "1", "quaternion")))
    assert values(result, "B") == {"val": "1", "dtype": "DT_STRING"}
    assert lines(result) == [
        "changed: page 'page', B.val: 'quaternion' is not a pin type; the value is read as a string"
    ]
