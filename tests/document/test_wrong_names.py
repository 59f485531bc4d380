"""Wrong names fail where they are typed, and the error names what was meant; files keep what they have."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.document.model import PageView


def page() -> PageView:
    diagram = blocks.Diagram()
    dense = diagram.add_composite("Dense")
    dense.add("InputPin", id="x", dtype=np.float32)
    dense.add("OutputPin", id="y")
    dense.wire("x", "y")
    dense.add("Const", id="units", val=1.0)
    dense.add_value("units", 1.0, ["units.val"])
    result = diagram.add_page("main")
    result.add("Variable", id="w", initvalues=[[3.0], [4.0]])
    result.add("Placeholder", id="x", dtype=np.float32, shape=[None, 2])
    result.add("MatMul", id="y")
    result.add("Sum", id="sum")
    result.add("NumberDisplay", id="shown")
    result.add(":Dense", id="dense")
    result.add("Repeat", id="stack", body=":Dense", times=2)
    return result


WRONG: list[tuple[Callable[[PageView], Any], str | None, str]] = [
    (lambda p: p.add("Matmul"), None, "MatMul"),
    (lambda p: p.add("Dense"), None, ":Dense"),
    (lambda p: p.add(":Dens"), None, ":Dense"),
    (lambda p: p.add("triangles:Hypotenuse"), None, "triangles"),
    (lambda p: p.add("MatMul", id="v", transposeb=True), "v", "transpose_b"),
    (lambda p: p.add(":Dense", id="v", unit=2.0), "v", "units"),
    (lambda p: p.add("AddN", id="v", inputs=[1.0]), "v", "wire"),
    (lambda p: p.set("y", transpose_c=True), "y", "transpose_a"),
    (lambda p: p.set("dense", z=1.0), "dense", "units, shares, x"),
    (lambda p: p.add("Cast", id="v", DstT="flot32"), "v", "float32"),
    (lambda p: p.set("z", val=1.0), None, "'z'"),
    (lambda p: p.wire("x.outptu", "y.a"), "x", "output"),
    (lambda p: p.wire("x.result_output", "y.a"), "x", "output"),
    (lambda p: p.wire("x", "y.c"), "y", "a, b"),
    (lambda p: p.wire("x", "y.transpose_a"), "y", "attribute"),
    (lambda p: p.wire("x", "dense.z"), "dense", "x"),
    (lambda p: p.wire("dense.x", "y.a"), "dense", "y"),
    (lambda p: p.wire("x", "stack.z"), "stack", "x"),
    (lambda p: p.wire("x", "y"), "y", "y.a, y.b"),
    (lambda p: p.minimize("los", learning_rate=0.1), None, "'los'"),
    (lambda p: p.minimize("sum", learning_rate=0.1, optimizer="adm"), "train", "Adam"),
    (lambda p: p.minimize("sum", learning_rate=0.1, beta_1=0.5), "train", "beta1"),
]


@pytest.mark.parametrize(("wrong", "where", "meant"), WRONG)
def test_a_wrong_name_fails_where_it_is_typed(wrong: Callable[[PageView], Any], where: str | None, meant: str) -> None:
    given = page()
    before = given.diagram.dumps()
    with pytest.raises(blocks.DiagramError) as caught:
        wrong(given)
    assert (caught.value.page, caught.value.block) == ("main", where)
    assert meant in f"{caught.value.message} {caught.value.hint}"
    assert given.diagram.dumps() == before


def test_a_file_keeps_unknown_names_which_stay_editable() -> None:
    text = (
        '{"format": "gradblocks/1", "title": "", "pages": [{"name": "main", "blocks": ['
        '{"id": "far", "type": "absent:Type", "at": [0, 0], "values": {"k": 1}},'
        '{"id": "y", "type": "MatMul", "at": [0, 0], "values": {"old": 2}}], "wires": []}]}'
    )
    main = blocks.loads(text).page("main")
    main.set("far", k=2, other=3)
    main.set("y", old=4)
    main.wire("far.out", "y.a")
    main.wire("y", "far.into")
    assert dict(main.block("far").values) == {"k": 2, "other": 3} and dict(main.block("y").values) == {"old": 4}
    assert [str(wire) for wire in main.wires] == ["far.out -> y.a", "y.product -> far.into"]
    with pytest.raises(blocks.UsageError, match="must be named"):
        main.wire("y", "far")


def test_a_wire_finds_the_only_free_input() -> None:
    main = page()
    main.wire("x", "y.a")
    assert str(main.wire("w", "y")) == "w.ref -> y.b"
    with pytest.raises(blocks.UsageError, match="no free input"):
        main.wire("w", "y")
    assert str(main.wire("y", "sum")) == "y.product -> sum.input", "axis takes integers"
    main.set("sum", axis=[0, 1])
    main.add("Add", id="more", y=1.0)
    assert str(main.wire("sum", "more")) == "sum.output -> more.x", "y has a typed value"
    main.add("AddN", id="all")
    assert [str(main.wire(each, "all")) for each in ("sum", "more")] == [
        "sum.output -> all.inputs", "more.z -> all.inputs",
    ]  # fmt: skip
    assert str(main.wire("x", "dense")) == "x.output -> dense.x"
    assert str(main.wire("x", "stack")) == "x.output -> stack.x"
    main.add("Cast", id="whole", DstT=int)
    main.wire("y", "whole")
    main.add("Gather", id="rows", params=[[1.0]])
    with pytest.raises(blocks.UsageError, match=r"no free input that fits x\.output.*rows\.indices"):
        main.wire("x", "rows")
    assert str(main.wire("whole", "rows")) == "whole.y -> rows.indices"
    assert str(main.wire("y.result_product", "shown.input")) == "y.result_product -> shown.input"


def test_minimize_adds_one_block_that_trains() -> None:
    main = blocks.Diagram().add_page("main")
    main.add("Variable", id="w", initvalues=[3.0, 4.0])
    main.add("Variable", id="v", initvalues=[1.0, 2.0])
    main.add("Multiply", id="wv")
    main.wire("w", "wv.x")
    main.wire("v", "wv")
    main.add("L2Loss", id="loss")
    main.wire("wv", "loss")
    block = main.minimize("loss", learning_rate=0.1, variables=["w"])
    assert (block.id, block.type, len(main.blocks)) == ("train", "Minimize", 5)
    session = blocks.Session(main)
    session.run()
    # By hand: d/dw (wv)^2 / 2 = w v^2, so w - 0.1 w v^2.
    np.testing.assert_allclose(session.variables["w"], [2.7, 2.4], rtol=1e-6)
    assert session.variables["v"].tolist() == [1.0, 2.0]
    main.add("Const", id="rate", val=0.5)
    main.minimize("loss", learning_rate="rate", optimizer="adam", id="second")
    assert main.block("second").values["optimizer"] == "Adam"
    assert [str(wire) for wire in main.wires_into("second", "learning_rate")] == ["rate.output -> second.learning_rate"]


@pytest.mark.parametrize("given", [np.float16, np.dtype("f2"), "float16", "f2", "DT_HALF", "half"], ids=str)
def test_a_dtype_is_named_as_elsewhere(given: Any) -> None:
    main = blocks.Diagram().add_page("main")
    assert dict(main.add("Placeholder", id="x", dtype=given).values) == {"dtype": "DT_HALF"}
    main.add("Cast", id="y", DstT="DT_INT32")
    main.set("y", DstT=given)
    assert dict(main.block("y").values) == {"DstT": "DT_HALF"}
    assert dict(main.add("FIFOQueue", component_types=[given, int]).values) == {
        "component_types": ["DT_HALF", "DT_INT32"]
    }


def test_every_error_is_public_and_a_missing_file_is_one_of_python(tmp_path: Path) -> None:
    for name in ("DiagramError", "FileError", "LoadError", "RunError", "UnreachableError", "UsageError"):
        assert issubclass(getattr(blocks, name), blocks.DiagramError) and name in blocks.__all__
    main = page()
    missing = tmp_path / "missing.gradblocks"
    actions: list[Callable[[], Any]] = [
        lambda: blocks.load(missing),
        lambda: main.diagram.save(tmp_path / "missing" / "a.gradblocks"),
        lambda: blocks.Session(main).restore(str(tmp_path / "missing.npz")),
    ]
    for action in actions:
        with pytest.raises(FileNotFoundError) as caught:
            action()
        assert isinstance(caught.value, blocks.FileError)
        assert caught.value.errno == errno.ENOENT and "missing" in str(caught.value.filename)
    with pytest.raises(IsADirectoryError):
        blocks.load(tmp_path)
    missing.write_text("{")
    with pytest.raises(OSError, match="JSON") as damaged:
        blocks.load(missing)
    assert isinstance(damaged.value, blocks.LoadError) and damaged.value.errno is None
