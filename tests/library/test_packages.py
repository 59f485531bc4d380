"""Block types of a distribution that this product knows nothing of."""

from __future__ import annotations

import json
import queue
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.base.errors import UsageError
from blocks.document.file import loads
from blocks.library import index
from blocks.testing import check_block_type
from blocks.worker.frames import Message
from blocks.worker.process import WorkerProcess
from tests import packages
from tests.cli.conftest import Command, command
from tests.library.distribution import DIAGRAM, PAGE, TYPES, write
from tests.run.planted import PATIENCE
from tests.worker.test_server import source

__all__ = ["command"]  # a fixture

ENABLE = "gradblocks packages enable triangles"
LOADED = "triangles_of_a_stranger"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with packages.place(tmp_path, monkeypatch) as folder:
        yield folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "page.gradblocks"
    path.write_text(DIAGRAM, "utf-8")
    return path


def test_what_is_not_enabled_is_kept_and_never_imported(site: Path, file: Path, command: Command) -> None:
    done = command("check", file)
    assert (
        done.status == 1 and "which is not installed. Install the plugin with pip, and then run `" + ENABLE in done.err
    )
    write(site)
    packages.anew()
    done = command("run", file, "--feed", "A=[3.0, 0.0]", "--json")
    [error] = done.json["errors"]
    assert (error["block"], done.json["results"]["n.result_y"]["data"]) == ("h", [-3.0, 0.0])
    assert error["message"].endswith(f"which is not enabled. Run `{ENABLE}`.")
    assert command("fmt", file).out == DIAGRAM
    assert ENABLE in command("blocks", "triangles:Hypotenuse").err
    with pytest.raises(AttributeError, match=ENABLE):
        _ = ops.triangles
    assert "triangles  not enabled" in command("packages", "list").out
    assert LOADED not in sys.modules, "a document, or a question, ran the code of a stranger"


def test_what_is_enabled_is_used_everywhere(site: Path, file: Path, command: Command) -> None:
    write(site)
    packages.anew()
    assert command("packages", "enable", "triangles").status == 0
    packages.anew()
    assert "'odd'" in command("check", file).err
    assert command("fmt", file).out == DIAGRAM
    file.write_text(PAGE, "utf-8")
    assert command("fmt", file).out == PAGE
    done = command("run", file, "--feed", "A=[3.0, 0.0]", "--json")
    assert done.json["results"]["h.result_z"]["data"] == [10.0, 8.0] and not done.json["errors"]
    assert command("check", file, "--json").json["pins"]["h.z"] == {"dtype": "DT_FLOAT", "shape": [2]}
    assert command("check", file, "--formula", "h").out.startswith("h = 2 * sqrt(A^2 + 16)\n")
    listed = json.loads(command("blocks", "--json").out)["blocks"]
    assert [each["page"] for each in listed if each["type"] == "triangles:Hypotenuse"] == ["triangles"]
    assert "did you mean" not in command("blocks", "triangles:Hypo").err
    assert "Hypotenuse" in command("blocks", "triangles:Hypo").err

    root = blocks.Scope.new_root_scope()
    x = ops.Const(root, [3.0, 0.0])
    hypotenuse = ops.triangles.Hypotenuse(x, [4.0], scale=2.0)
    [slope] = blocks.add_symbolic_gradients(root, [hypotenuse], [x])
    [value, by] = blocks.ClientSession(root).run([hypotenuse, slope])
    np.testing.assert_allclose([value, by], [[10.0, 8.0], [1.2, 0.0]], rtol=1e-6)
    np.testing.assert_array_equal(blocks.ClientSession(root).run([ops.triangles.hypotenuse(x, [4.0])])[0], [5, 4])

    program = file.with_suffix(".py")
    assert command("convert", file, program).status == 0 and "ops.triangles.Hypotenuse(" in program.read_text("utf-8")
    namespace: dict[str, Any] = {"__name__": "program", "__file__": str(program)}
    exec(compile(program.read_text("utf-8"), program, "exec"), namespace)
    np.testing.assert_array_equal(namespace["main"](feed={"A": [3.0, 0.0]})["h.result_z"], [10, 8])

    assert command("packages", "disable", "triangles").status == 0
    packages.anew()
    assert ENABLE in command("check", file).err


def test_for_one_run_it_is_named(site: Path, file: Path, command: Command) -> None:
    write(site)
    packages.anew()
    file.write_text(PAGE, "utf-8")
    page = loads(PAGE)
    session = blocks.Session(page, packages=["triangles"])
    np.testing.assert_array_equal(session.run(feed={"A": [3.0, 0.0]})["h.result_z"], [10, 8])
    assert blocks.Session(page).elaboration.problems, "what one session may use is nobody else's"
    with pytest.raises(UsageError, match="there is no"):
        blocks.Session(page, packages=["squares"])
    done = command("run", file, "--packages", "triangles", "--feed", "A=[3.0, 0.0]", "--fetch", "h", "--json")
    assert done.json["results"]["h.result_z"]["data"] == [10.0, 8.0]
    packages.anew()
    assert command("check", file).status == 1
    assert command("check", file, "--packages", "triangles").status == 0


def test_workers_use_what_this_process_uses(site: Path) -> None:
    write(site)
    packages.anew()
    blocks.use_packages("triangles")
    worker, said = WorkerProcess(), queue.SimpleQueue[Message | None]()
    try:
        worker.attend(said.put, lambda _: said.put(None))
        page = loads(PAGE.replace("Placeholder", "Const").replace('"dtype": "DT_FLOAT", "shape": [2]', '"val": [3.0]'))
        worker.send({"kind": "live", "page": 0, "job": 1, "alive": [0]}, source(page))
        data = next(iter(lambda: said.get(timeout=PATIENCE), None)).data
        assert data["errors"] == [] and "h.result_z" in json.dumps(data), data
    finally:
        worker.close()


BROKEN = {
    "import fails": ("import no_such_module", None, "ModuleNotFoundError: No module named 'no_such_module'"),
    "ends the process": ("raise SystemExit(3)", None, "SystemExit: 3"),
    "no module": (TYPES, "nowhere_of_a_stranger", "No module named 'nowhere_of_a_stranger'"),
    "an object": (TYPES, "triangles_of_a_stranger:Hypotenuse", "must name a module, without a colon"),
    "nothing in it": ("from blocks.library.math.functions import Exp", None, "block types"),
    "bad declaration": ("from blocks import block\n@block('x: Q -> y: Q')\ndef A(x): ...", None, "importing"),
    "twice": (TYPES + "\nA = Hypotenuse\n" + TYPES, None, "it declares Hypotenuse twice"),
}


@pytest.mark.parametrize("text, value, why", BROKEN.values(), ids=list(BROKEN))
def test_a_broken_package_is_a_sentence(
    site: Path, file: Path, command: Command, text: str, value: str | None, why: str
) -> None:
    write(site, text=text, value=value)
    packages.anew()
    done = command("packages", "enable", "triangles")
    assert done.status == 1 and len(done.errors) == 1, done.err
    assert done.err.startswith("gradblocks packages: plugin 'triangles' cannot be used: ") and why in done.err
    (site.parent / "config").mkdir()
    (site.parent / "config" / "packages.json").write_text('{"enabled": ["triangles"]}', "utf-8")
    packages.anew()
    assert why in command("check", file).err
    assert command("run", file, "--feed", "A=[1.0, 2.0]", "--fetch", "n").status == 0
    assert command("packages").status == 1
    assert command("packages", "disable", "triangles").status == 0


RULES = """
@Hypotenuse.shape
def _(call):
    return call.shape("nothing of this name") or {}["x"]
"""


def test_a_rule_that_fails_is_a_fault_of_its_block(site: Path, file: Path, command: Command) -> None:
    write(site, text=TYPES.replace("z = call.outputs[0]", "z = {}['z']") + RULES)
    write(site, name="bad", text=TYPES.replace('Hypotenuse.formula("', 'Hypotenuse.formula(lambda call: {}["z"] + "'))
    write(site, name="others", text=TYPES.replace("z = call.outputs[0]", "z = {}['z']"))
    write(site, name="unwritten", text=TYPES.replace("return op.Sqrt(", "return {}['z'] * op.Sqrt("))
    packages.anew()
    file.write_text(PAGE, "utf-8")
    done = command("check", file, "--packages", "triangles")
    assert done.status == 1 and "block 'h': the shape rule of triangles:Hypotenuse failed: " in done.err
    file.write_text(PAGE.replace("triangles:", "bad:"), "utf-8")
    done = command("check", file, "--packages", "bad", "--formula", "h")
    assert done.status == 1 and "the formula of bad:Hypotenuse failed: KeyError: 'z'" in done.err
    file.write_text(PAGE.replace("triangles:", "others:"), "utf-8")
    done = command("run", file, "--packages", "others", "--feed", "A=[3.0, 0.0]", "--gradients", "h")
    assert done.status == 1 and "the gradient rule of others:Hypotenuse failed: KeyError: 'z'" in done.err
    file.write_text(PAGE.replace("triangles:", "unwritten:"), "utf-8")
    done = command("convert", file, file.with_suffix(".onnx"), "--packages", "unwritten")
    assert done.status == 1 and "the ONNX rule of unwritten:Hypotenuse failed: KeyError: 'z'" in done.err


def test_names_that_clash(site: Path, command: Command) -> None:
    write(site)
    write(site, dist="another")
    write(site, name="add")
    packages.anew()
    assert "several distributions" in command("packages", "enable", "triangles").err
    assert "must be a Python identifier" in command("packages", "enable", "add").err
    (site.parent / "config").mkdir()
    (site.parent / "config" / "packages.json").write_text("[", "utf-8")
    packages.anew()
    assert command("packages").status == 1
    assert index.find("Add") is blocks.ops.Add


def test_a_new_package_is_a_good_one(
    site: Path, command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import tomllib

    monkeypatch.chdir(tmp_path)
    assert command("packages", "new", "waves").status == 0
    assert command("packages", "new", "waves").status == 2
    assert command("packages", "new", "Add").status == 2
    project = tomllib.loads((tmp_path / "waves/pyproject.toml").read_text("utf-8"))["project"]
    [(name, module)] = project["entry-points"]["gradblocks.blocks"].items()
    text = (tmp_path / "waves" / module / "__init__.py").read_text("utf-8")
    write(site, name=name, text=text)
    packages.anew()
    blocks.use_packages("waves")
    check_block_type(ops.waves.Softabs)
    root = blocks.Scope.new_root_scope()
    x = ops.Const(root, [0.0, 0.75])
    np.testing.assert_array_equal(blocks.ClientSession(root).run([ops.waves.softabs(x)])[0], [1, 1.25])
