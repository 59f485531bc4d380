"""The project's own promises: how it is installed and checked, and what an import brings along."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
import tomllib
import zipfile
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any
from unittest import mock

import grimp
import pytest

import blocks
from tests.public_surface import lines

ROOT = Path(__file__).resolve().parent.parent
PINS = [".ci/constraints.txt", ".ci/constraints-test.txt", ".ci/constraints-app.txt"]
SCREEN = {"app", "PySide6", "shiboken6", "PyQt6", "pyqtgraph"}
SLOW = {"scipy", "ml_dtypes"}

IMPORT_ALL = """
import importlib, pkgutil, blocks
for module in pkgutil.walk_packages(blocks.__path__, "blocks."):
    if not module.name.endswith("__main__"):
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            if error.name not in ("jax", "onnx", "torch"):  # what needs these is an extra
                raise
"""


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def pinned(file: str) -> dict[str, str]:
    """The versions that a constraints file pins, by package."""
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ;]+)", (ROOT / file).read_text("utf-8"), re.MULTILINE))


def package(requirement: str) -> str:
    """The package a requirement asks for, spelt as in the constraints files."""
    name = re.match(r"[\w.-]+", requirement)
    assert name, requirement
    return re.sub(r"[-_.]+", "-", name[0]).lower()


def modules_after(code: str) -> set[str]:
    """The top-level modules that a fresh interpreter holds once it has run `code`."""
    code += "\nimport sys\nprint(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


@pytest.mark.parametrize("file", PINS)
def test_constraints_hold_pins_and_hashes_and_nothing_else(file: str) -> None:
    marker = r"[a-z_]+ [=<>!]+ '[\w.]+'"
    hashed: list[bool] = []
    for line in (ROOT / file).read_text("utf-8").splitlines():
        if re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line):
            hashed[-1] = True
        else:
            assert re.fullmatch(rf"[a-z0-9-]+==[0-9][0-9a-z.]*( ; {marker}( and {marker})*)? \\", line), line
            hashed.append(False)
    assert hashed and all(hashed)


def test_constraints_cover_what_is_asked_for() -> None:
    run, test, app = map(pinned, PINS)
    extras = project()["optional-dependencies"]
    assert {package(name) for name in [*project()["dependencies"], *extras["gui"], "hatchling"]} <= run.keys()
    assert {package(name) for name in extras["test"]} - {"gradblocks"} <= test.keys()
    assert run.items() <= test.items() and run.items() <= app.items()


@pytest.mark.parametrize("page", ["README.md", ".github/CONTRIBUTING.md"])
def test_readme_and_ci_use_the_same_test_command(page: str) -> None:
    lines = (ROOT / page).read_text("utf-8").splitlines()
    commands = [line for line in lines if line.startswith("python3 -m venv") and "pytest" in line]
    ci = re.split(r" && |\n\s*(?:check )?", (ROOT / ".ci/run").read_text("utf-8"))
    [command] = commands
    parts = command.split(" && ")
    assert [part for part in ci if part in parts] == parts


def test_no_tracked_file_has_a_conflict_marker() -> None:
    marker = r"^(<<<<<<<|>>>>>>>|\|\|\|\|\|\|\|)( |$)"
    try:
        done = subprocess.run(["git", "grep", "-nIE", marker], cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("git is not installed")
    if done.returncode > 1:
        pytest.skip("not a clone: git does not know these files")
    assert done.stdout == ""


def test_readme_runs_an_example_that_ships() -> None:
    example = re.search(r"gradblocks run (assets/\S+)", (ROOT / "README.md").read_text("utf-8"))
    assert example
    assert (ROOT / example[1]).is_file()


def test_each_promise_names_tests_that_are_there() -> None:
    promises = (ROOT / "assets/manual/promises.md").read_text("utf-8")
    lines = re.findall(r"^- (?:.|\n  )+", promises, re.MULTILINE)
    assert len(lines) >= 10
    for line in lines:
        named = re.findall(r"`([\w/]+\.py)`", line)
        assert named, line
        assert all((ROOT / name).is_file() for name in named), line


def test_the_public_surface_is_the_one_that_is_written_down() -> None:
    """Where it falls: is the change wanted, and is it in the changelog? Chapter "versions" of the manual."""
    assert lines() == (ROOT / "tests/public_surface.txt").read_text("utf-8").splitlines()


def test_importing_blocks_brings_no_screen_and_nothing_slow() -> None:
    modules = modules_after("import blocks")
    assert "blocks" in modules
    assert not modules & (SCREEN | SLOW)


def test_pytorch_is_imported_late_and_its_absence_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert "torch" not in modules_after("import blocks\nblocks.torch, blocks.GradientContractError")
    with mock.patch.dict(sys.modules, {"torch": None}):
        with pytest.raises(blocks.UsageError, match="pip install torch"):
            blocks.torch.explain(int, {})
        command = importlib.import_module("blocks.torch.__main__")
        with mock.patch.object(sys, "argv", ["blocks.torch", "module:function"]):
            assert command.main() == 2
    assert "PyTorch" in capsys.readouterr().err


def test_no_module_of_blocks_imports_the_screen() -> None:
    assert not modules_after(IMPORT_ALL) & SCREEN


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Imports inside functions and for types count, too."""
    graph = grimp.build_graph("app", "assets", "blocks", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert imports["blocks.run.session"] >= {"blocks.elaborate.elaborate", "blocks.run.variables"}  # at once, and late
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the cycle


def test_wheel_holds_the_packages_their_data_and_the_licence(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    [wheel] = tmp_path.glob("gradblocks-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        [metadata] = [archive.read(name).decode() for name in names if name.endswith(".dist-info/METADATA")]
    wanted = {
        path.relative_to(ROOT).as_posix()
        for folder in ("app", "blocks", "assets")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert wanted <= names
    assert not any(name.startswith("tests/") for name in names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    needed = re.findall(r"^Requires-Dist: (?!.*; extra)([\w.-]+)", metadata, re.MULTILINE)
    assert {package(name) for name in needed} == {package(name) for name in project()["dependencies"]}  # no Qt
