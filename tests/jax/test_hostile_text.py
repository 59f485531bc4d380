"""No text of a file becomes a statement of an exported JAX program, which is read here as a syntax tree.

JAX need not be installed: the exporter only looks up what it is called there, so that an empty stand-in is enough.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from typing import Any

import pytest

from blocks.base.errors import DiagramError
from blocks.document.data import id_fault, name_fault
from blocks.document.file import loads
from blocks.document.model import Diagram
from tests.cli.conftest import ROOT

pytest.importorskip("platformdirs", reason="a block type that is not known is looked for in packages: platformdirs")
from tests.interchange.python.test_python import shape_of  # which looks for one

TEXTS = [
    "a", '"""', "'''", '"""\nimport os\n"""', "\\", '\\"""', "\\'", "a\nimport os", "a\rimport os", "a\x0cimport os",
    "a\x0bimport os", "a\u2028import os", "a\u2029import os", "a\x85import os", "a\x1eimport os", "'); import os; ('",
    '"); import os; ("', "']; import os; x['", "{0}", "{title}", "{x!r}", "%s", "\ufeff", "\u202eimport os",
    "__import__", "ﬁnd", "𝐢𝐟", "𝐢mport", "class", "None", "_", "1", "-", "π", "jax", "jnp", "np", "call", "data",
    "file", "variables", "feeds", "key", "results", "main", "main_step", "seed", "steps", "print", "coding: utf-7",
    "-*- coding: rot13 -*-", "\u00a0", "\t", "x" * 5000, "# comment", "\x00", "\x1b[31m", "a  # noqa", "\u200b",
    "e\u0301",
]  # fmt: skip

EXPORT = """
import json, sys
from types import ModuleType
from unittest.mock import MagicMock

for name in ("jax", "jax.numpy", "jax.lax"):
    stand_in = ModuleType(name)
    stand_in.__getattr__ = lambda _name: MagicMock()
    stand_in.__spec__ = object()
    sys.modules[name] = stand_in

from blocks.document.file import loads
from blocks.interchange.export_jax import to_jax

json.dump([to_jax(loads(text), "p.py").text for text in json.load(sys.stdin)], sys.stdout)
"""


def block(id: str, type: str, **values: Any) -> dict[str, Any]:
    return {"id": id, "type": type, "at": [0, 0], "values": values}


def page_with(text: str) -> str:
    """A file with a text wherever it may stand: ids of three kinds, titles, notes, values."""
    name, title = text if id_fault(text) is None else "id", text if name_fault(text) is None else "page"
    blocks = [
        block(name, "Variable", initvalues=[1.0], shared_name=text, container=text),
        block("x", "Placeholder", dtype="DT_FLOAT", shape=[1]),
        block("sum", "Add"), block("plus", "Softplus"), block("more", "AssignAdd", value=[1.0]),
        block("scope", "Scope", name=text[:900]),
    ]  # fmt: skip
    wires = [[f"{name}.ref", "sum.x"], ["x.output", "sum.y"], ["sum.z", "plus.features"], [f"{name}.ref", "more.ref"]]
    content = {"name": title, "blocks": blocks, "wires": wires, "notes": [{"at": [0, 0], "text": text}],
               "frames": [{"at": [0, 0], "size": [9, 9], "title": text}]}  # fmt: skip
    return json.dumps({"format": "gradblocks/1", "title": text, "pages": [content]})


def opened(text: str) -> Diagram | None:
    try:
        return loads(page_with(text))
    except DiagramError:
        return None  # no file can hold it


@pytest.fixture(scope="module")
def programs() -> dict[str, str]:
    """The program for each text that a file can hold."""
    held = [text for text in TEXTS if opened(text) is not None]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    given = json.dumps([page_with(text) for text in held])
    command = [sys.executable, "-c", EXPORT]
    done = subprocess.run(command, input=given, capture_output=True, encoding="utf-8", env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return dict(zip(held, json.loads(done.stdout), strict=True))


def imports(source: str) -> list[str]:
    """What a program imports; among the names that `shape_of` leaves out these matter."""
    return [ast.dump(each) for each in ast.walk(ast.parse(source)) if isinstance(each, (ast.Import, ast.ImportFrom))]


@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_nothing_of_a_file_becomes_code(text: str, programs: dict[str, str]) -> None:
    if text not in programs:
        assert opened(text) is None
        return
    source = programs[text]
    assert source.startswith('"""')  # no line that names an encoding
    assert shape_of(source) == shape_of(programs["a"])
    assert imports(source) == imports(programs["a"])
    compile(source.encode(), "p.py", "exec")
