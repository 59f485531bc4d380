"""Exported programs give the numbers that the page gives, and nothing of a file becomes code."""

from __future__ import annotations

import ast
import base64
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import blocks
from blocks.base.errors import DiagramError, RunError
from blocks.document.data import id_fault, name_fault
from blocks.document.file import load, loads
from blocks.document.model import Diagram
from blocks.interchange.python.program import to_python
from blocks.interchange.python.text import Identifiers, identifier
from blocks.run.files import Folders
from blocks.run.session import Session

EXAMPLES = Path(__file__).parents[3] / "assets" / "examples"
CASES = Path(__file__).parents[2] / "conformance"
PAGES = ("core", "control_flow_ops", "training_ops", "random_ops", "state_ops", "string_ops", "data_flow_ops")

Block = dict[str, Any]


def program_of(diagram: Diagram, path: Path) -> Mapping[str, Any]:
    """What an exported program defines."""
    path.write_text(to_python(diagram, path, lambda home: Folders(home).load).text, "utf-8")
    module = ModuleType("exported")
    module.__file__ = str(path)
    exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
    return module.__dict__


def page_function(diagram: Diagram, path: Path, name: str = "main") -> Callable[..., Mapping[str, Any]]:
    return program_of(diagram, path)[name]


def diagram_of(blocks: list[Block], *wires: str, **page: Any) -> Diagram:
    content = {"name": "main", "blocks": blocks, "wires": [wire.split(" > ") for wire in wires], **page}
    return loads(json.dumps({"format": "gradblocks/1", "title": "T", "pages": [content]}))


def block(id: str, type: str, **values: Any) -> Block:
    return {"id": id, "type": type, "at": [0, 0], "values": values}


def assert_same(results: Mapping[str, Any], wanted: Mapping[str, Any], names: set[str] | None = None) -> None:
    if names is None:
        assert results.keys() == wanted.keys()
    for name in wanted:
        a, b = np.asarray(results[name]), np.asarray(wanted[name])
        assert (a.dtype, a.shape) == (b.dtype, b.shape), name
        assert a.tolist() == b.tolist() if a.dtype.kind == "O" else a.tobytes() == b.tobytes(), name


@pytest.mark.parametrize("steps", [1, 4])
@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.gradblocks")), ids=lambda path: path.stem)
def test_examples(example: Path, steps: int, tmp_path: Path) -> None:
    diagram = load(example)
    for page in diagram.pages:
        function = page_function(diagram, tmp_path / "program.py", identifier(page.name))
        assert_same(function(steps, 7), Session(page, seed=7).run(steps=steps))


def cases() -> Iterator[Any]:
    for page in PAGES:
        for path in sorted((CASES / page).glob("*.json")):
            for case in json.loads(path.read_text("utf-8"))["cases"][:2]:
                if case["error"] is None:
                    yield pytest.param(case, id=f"{page}/{path.stem}-{case['name']}")


@pytest.mark.parametrize("case", list(cases()))
def test_cases_of_the_library(case: dict[str, Any], tmp_path: Path) -> None:
    for name, content in case.get("files", {}).items():
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(base64.b64decode(content))
    path = tmp_path / "case.gradblocks"
    path.write_text(json.dumps(case["diagram"]), "utf-8")
    run = case["run"]
    feed: dict[str, Any] = {
        name: value["data"] if isinstance(value, dict) else value for name, value in run.get("feed", {}).items()
    }
    diagram = load(path)
    wanted = Session(diagram).run(fetch=run.get("fetch"), feed=feed, steps=run["steps"])
    try:
        result = page_function(diagram, tmp_path / "program.py", identifier(diagram.pages[0].name))(
            run["steps"], 0, feed
        )
    except RunError as error:  # it runs all of the page, not only what the case asks for
        assert run.get("fetch")
        result = error.results
    assert_same(result, wanted, set(wanted) if run.get("fetch") else None)


def test_a_line_for_each_block_with_its_name_and_the_notes_as_comments(tmp_path: Path) -> None:
    diagram = diagram_of(
        [
            block("A", "Const", val=[[3.0, 2.0], [-1.0, 0.0]]),
            block("b", "Const", val=[[3.0, 5.0]]),
            block("v", "MatMul", transpose_b=True),
            block("shown", "TableDisplay"),
        ],
        "A.output > v.a", "b.output > v.b", "v.result_product > shown.input",
        notes=[{"at": [0, 0], "text": "v = A b^T\nby hand: 19, -3"}],
        frames=[{"at": [-10, -10], "size": [50, 50], "title": "All of it"}],
    )  # fmt: skip
    text = to_python(diagram, tmp_path / "p.py").text
    assert (
        '''
def main(steps=1, seed=0, feed=None):
    """Page 'main'."""
    # v = A b^T
    # by hand: 19, -3
    root = blocks.Scope.new_root_scope()

    # All of it
    A = ops.Const(root, name='A', val=[[3.0, 2.0], [-1.0, 0.0]])
    b = ops.Const(root, name='b', val=[[3.0, 5.0]])
    v = ops.MatMul(root, A.output, b.output, name='v', transpose_b=True)
    # shown (TableDisplay) shows v.result_product

    results = {
        'A.result_output': A.output,
        'b.result_output': b.output,
        'v.result_product': v.product,
    }
    runtime = blocks.ClientSession(root, seed=seed)
    for _ in range(steps):
        found = runtime.step(results, feed=feed)
    return found
'''
        in text
    )


def test_blocks_that_are_at_fault_are_comments_and_the_rest_runs(tmp_path: Path) -> None:
    diagram = diagram_of(
        [block("x", "Const", val=[1.0, 2.0]), block("bad", "MatMul"), block("after", "Negate"), block("good", "Negate"),
         block("odd", "NoSuchType\nimport os"), block("shown", "NumberDisplay")],
        "x.output > bad.a", "x.output > bad.b", "bad.product > after.x", "x.output > good.x",
        "bad.product > shown.input",
    )  # fmt: skip
    program = to_python(diagram, tmp_path / "p.py")
    assert "    # left out: bad (MatMul): MatMul" in program.text
    assert "    # left out: after (Negate): its inputs are missing" in program.text
    assert "NumberDisplay" not in program.text  # as that of a value that is there
    assert "    # left out: odd (NoSuchType import os): there is no block type" in program.text
    assert [line.partition(":")[0] for line in program.report] == ["left out"] * 2
    results = page_function(diagram, tmp_path / "p.py")()
    assert {name: value.tolist() for name, value in results.items()} == {
        "x.result_output": [1.0, 2.0], "good.result_y": [-1.0, -2.0],
    }  # fmt: skip


def test_muted_blocks_hand_on_what_they_get(tmp_path: Path) -> None:
    diagram = diagram_of(
        [block("x", "Const", val=[1.0, 2.0]), {**block("m", "Square"), "muted": True}, block("y", "Negate")],
        "x.output > m.x", "m.y > y.x",
    )  # fmt: skip
    assert_same(page_function(diagram, tmp_path / "p.py")(), Session(diagram).run())


def test_a_muted_block_hands_on_the_one_element_of_a_list_and_what_has_its_shape(tmp_path: Path) -> None:
    diagram = diagram_of(
        [
            block("x", "Const", val=[1.0, 2.0]),
            block("one", "InputList"),
            {**block("m", "Square"), "muted": True},
            block("s", "Const", val=3.0),
            {**block("sum", "Add"), "muted": True},
            block("y", "Negate"),
            block("z", "Negate"),
        ],
        "x.output > one.outputlist", "one.output > m.x", "m.y > y.x", "s.output > sum.x", "x.output > sum.y",
        "sum.z > z.x",
    )  # fmt: skip
    results = page_function(diagram, tmp_path / "p.py")()
    assert results["y.result_y"].tolist() == results["z.result_y"].tolist() == [-1.0, -2.0]
    assert_same(results, Session(diagram).run())


def test_sessions_with_operations_feeds_status_and_scopes(tmp_path: Path) -> None:
    diagram = diagram_of(
        [
            block("v", "Variable", initvalues=[1.0]),
            block("add", "AssignAdd", value=[2.0]),
            block("wait", "NoOp"),
            block("place", "Scope", name="inner"),
            block("x", "Placeholder", dtype="DT_FLOAT", shape=[2]),
            block("given", "Input_Initializer", t=[4.0, 5.0]),
            block("feed", "FeedType"),
            block("y", "Negate"),
            block("unused", "Square"),
            block("s", "ClientSession"),
            block("status", "Status"),
        ],
        "v.ref > add.ref", "wait.operation > place.control_dependencies", "place.scope > y.scope", "x.output > y.x",
        "x.output > feed.input", "given.output > feed.initializer", "feed.output > s.inputs", "y.y > s.fetch_outputs",
        "add.output_ref > s.fetch_outputs", "wait.operation > s.run_outputs", "s.status > status.status",
        "x.output > unused.x",
    )  # fmt: skip
    results = page_function(diagram, tmp_path / "p.py")(3)
    assert_same(results, Session(diagram).run(steps=3))
    # 1 + 3 * 2 after three steps; the variable shows what its readers saw.
    assert (results["add.result_output_ref"].tolist(), results["v.result_ref"].tolist()) == ([7.0], [5.0])
    assert (results["y.result_y"].tolist(), results["status.result_output"].item()) == ([-4.0, -5.0], b"OK")


@pytest.mark.parametrize("wired", [False, True])
def test_sessions_run_at_their_own_steps_and_training_in_each(tmp_path: Path, wired: bool) -> None:
    diagram = diagram_of(
        [block("w", "Variable", initvalues=[8.0]), block("loss", "L2Loss"),
         block("train", "Minimize", learning_rate=0.5), block("s", "ClientSession", every=2)],
        "w.ref > loss.t", "loss.output > train.loss", "loss.output > s.fetch_outputs",
        *(["train.operation > s.run_outputs"] if wired else []),
    )  # fmt: skip
    function = page_function(diagram, tmp_path / "p.py")
    for steps in (1, 2, 3, 4):
        assert_same(function(steps), Session(diagram).run(steps=steps))
    assert function(4)["w.result_ref"] == [4.0 if wired else 1.0]


def test_independent_writes_come_in_the_order_of_the_file(tmp_path: Path) -> None:
    # The first writer waits for blocks that stand behind the second one.
    diagram = diagram_of(
        [block("v", "Variable", initvalues=1.0), block("first", "AssignAdd"), block("second", "Assign", value=10.0),
         block("c", "Const", val=2.0), block("n", "Negate"), block("s", "ClientSession")],
        "v.ref > first.ref", "n.y > first.value", "v.ref > second.ref", "c.output > n.x",
        "first.output_ref > s.fetch_outputs", "second.output_ref > s.fetch_outputs",
    )  # fmt: skip
    for steps in (1, 2):
        results = page_function(diagram, tmp_path / "p.py")(steps)
        assert_same(results, Session(diagram).run(steps=steps))
    # 10 from the step before, and -2.
    assert results["first.result_output_ref"].item() == 8.0


def test_values_in_files_are_read_from_the_folder_of_the_diagram(tmp_path: Path) -> None:
    inner = tmp_path / "diagrams"
    inner.mkdir()
    np.save(inner / "w.npy", np.arange(3, dtype=np.float64))
    path = inner / "d.gradblocks"
    diagram_of([block("w", "Const", val={"file": "w.npy"}), block("out", "Const", val={"file": "../x.npy"})]).save(path)
    np.save(tmp_path / "x.npy", np.zeros(1))
    diagram = load(path)
    text = to_python(diagram, tmp_path / "p.py", lambda home: Folders(home).load).text
    assert "HERE = Path(__file__).parent / 'diagrams'\n" in text
    assert "val=load('w.npy')" in text
    assert "# left out: out (Const): the file '../x.npy' is outside the diagram's folder" in text
    results = page_function(diagram, tmp_path / "p.py")()
    assert results["w.result_output"].tolist() == [0.0, 1.0, 2.0]


def test_the_errors_of_a_run_name_the_block(tmp_path: Path) -> None:
    blocks = [block("x", "Const", val=[1.0]), block("stop", "Abort", error_msg="enough"), block("n", "Negate")]
    diagram = diagram_of(blocks, "x.output > n.x")
    with pytest.raises(RunError, match="enough") as caught:
        page_function(diagram, tmp_path / "p.py")()
    assert caught.value.errors[0].block == "stop"
    assert caught.value.results["n.result_y"].tolist() == [-1.0]


def test_each_page_is_a_function(tmp_path: Path) -> None:
    pages = [
        {"name": name, "blocks": [block("c", "Const", val=i)], "wires": []}
        for i, name in enumerate(["a b", "a_b", "for"])
    ]
    diagram = loads(json.dumps({"format": "gradblocks/1", "title": "", "pages": pages}))
    program = program_of(diagram, tmp_path / "p.py")
    assert [program[name]()["c.result_output"].item() for name in ("a_b", "a_b_2", "for_")] == [0, 1, 2]
    assert "run_program({'a b': a_b, 'a_b': a_b_2, 'for': for_})" in (tmp_path / "p.py").read_text()


def shape_of(source: str) -> str:
    """What a program does, without names and texts."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
        elif isinstance(node, ast.Name):
            node.id = "x"
        elif isinstance(node, ast.FunctionDef):
            node.name = "f"
    return ast.dump(tree)


def hostile(text: str) -> Diagram:
    name = text if id_fault(text) is None else "id"
    page = text if name_fault(text) is None else "page"
    blocks = [
        block(name, "Const", val=[text], dtype="DT_STRING"),
        block("u", "Unknown", text=text),
        block("sc", "Scope", name=text[:900]),  # a longer one is refused
    ]
    content = {"name": page, "blocks": blocks, "wires": [], "notes": [{"at": [0, 0], "text": text}],
               "frames": [{"at": [0, 0], "size": [9, 9], "title": text}]}  # fmt: skip
    return loads(json.dumps({"format": "gradblocks/1", "title": text, "pages": [content]}))


HARMLESS = shape_of(to_python(hostile("a"), "a.py").text)


@pytest.mark.parametrize(
    "text",
    [
        '"""', "'''", '"""\nimport os\n"""', "\\", '\\"""', "a\nimport os", "a\rimport os", "a\x0cimport os",
        "a\u2028import os", "');import os;('", "{0}", "{title}", "%s", "\ufeff", "\u202eimport os", "__import__", "ﬁnd",
        "𝐢𝐟", "𝐢mport", "class", "None", "_", "1", "-", "π", "ops", "blocks", "root", "results", "runtime",
        "run_program", "load", "print", "steps", "e\u0301", "coding: utf-7", "-*- coding: rot13 -*-", "\u00a0",
        "\x85import os", "x" * 5000, "# comment", "\x00",
    ],
)  # fmt: skip
def test_nothing_of_a_file_becomes_code(text: str) -> None:
    check_harmless(text)


@settings(max_examples=150)
@given(st.text(max_size=30))
def test_no_text_becomes_code(text: str) -> None:
    check_harmless(text)


def check_harmless(text: str) -> None:
    try:
        diagram = hostile(text)
    except DiagramError:
        return  # no file can hold it
    source = to_python(diagram, "a.py").text
    assert re.search(
        r"coding[:=]\s*([-\w.]+)", "\n".join(source.encode().decode().split("\n")[:2])
    ) is None or source.startswith('"""')
    # Comments that have no other text differ only in how many lines they have.
    assert shape_of(source) == HARMLESS
    compile(source.encode(), "a.py", "exec")


@given(st.lists(st.text(min_size=1, max_size=6), max_size=8))
def test_each_name_gets_an_identifier_of_its_own(texts: list[str]) -> None:
    names = Identifiers(["taken"])
    identifiers = [names[text] for text in dict.fromkeys(texts)]
    # What Python makes of them, too.
    nodes = [node for word in identifiers for node in ast.walk(ast.parse(word)) if isinstance(node, ast.Name)]
    assert len({node.id for node in nodes}) == len(identifiers)
    assert all(word.isidentifier() and word != "taken" for word in identifiers)


def test_a_program_whose_reader_goes_away_ends_without_a_traceback(tmp_path: Path) -> None:
    """As with ``python p.py | head -1``: the reader is gone before the first byte is written."""
    diagram = Diagram()
    diagram.add_page("main").add("Fill", id="zeros", dims=[300, 300], value=0.0)
    program = tmp_path / "p.py"
    program.write_text(to_python(diagram, program, lambda home: Folders(home).load).text, "utf-8")
    read, write = os.pipe()
    os.close(read)
    try:
        environment = {**os.environ, "PYTHONPATH": str(Path(blocks.__file__).parents[1])}
        done = subprocess.run(
            [sys.executable, str(program), "--json"], stdout=write, stderr=subprocess.PIPE, env=environment, check=False
        )
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")
