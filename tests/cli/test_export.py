"""``convert`` to models for other runtimes and to programs for JAX."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import A_TIMES_B, Command

find_spec = importlib.util.find_spec


@pytest.mark.parametrize(
    ("target", "options", "package", "extra"),
    [("v.onnx", (), "onnx", "gradblocks[onnx]"), ("v.py", ("--style", "jax"), "jax", "gradblocks[jax]")],
)
def test_what_is_not_installed_is_said_in_a_line(
    target: str, options: tuple[str, ...], package: str, extra: str,
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    def find(name: str, path: str | None = None) -> Any:
        return None if name == package else find_spec(name, path)

    monkeypatch.setattr(importlib.util, "find_spec", find)
    done = command("convert", A_TIMES_B, tmp_path / target, *options)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert f"pip install '{extra}'" in done.err
    assert not (tmp_path / target).exists()


def test_a_model_of_one_page(command: Command, tmp_path: Path) -> None:
    onnx: Any = pytest.importorskip("onnx", reason="ONNX is not installed: the extra `onnx` brings it")
    done = command("convert", A_TIMES_B, tmp_path / "v.onnx", "--input", "b", "--fetch", "v")
    assert (done.status, done.out) == (0, "")
    said = [line.rpartition(".gradblocks: ")[2] for line in done.err.splitlines()]
    assert said == ["input: b, float32[1,2]", "output: v.product, float32[2,1]"]
    model = onnx.load(str(tmp_path / "v.onnx"))
    assert [each.name for each in model.graph.output] == ["v.product"]


def test_which_page_must_be_clear_and_faults_are_named(command: Command, tmp_path: Path) -> None:
    pytest.importorskip("onnx", reason="ONNX is not installed: the extra `onnx` brings it")
    blocks = [{"id": "r", "type": "RandomUniform", "at": [0, 0], "values": {"shape": [2], "dtype": "DT_FLOAT"}},
              {"id": "n", "type": "Negate", "at": [0, 0]}]  # fmt: skip
    pages = [{"name": name, "blocks": blocks, "wires": [["r.output", "n.x"]]} for name in ("one", "two")]
    path = tmp_path / "d.gradblocks"
    path.write_text(json.dumps({"format": "gradblocks/1", "title": "", "pages": pages}), "utf-8")
    done = command("convert", path, tmp_path / "m.onnx")
    assert done.status == 2 and "'one'" in done.err
    done = command("convert", path, tmp_path / "m.onnx", "--page", "two")
    assert done.status == 1
    assert (
        "page 'two', block 'r': this block cannot be exported to ONNX: RandomUniform draws random numbers" in done.err
    )
    assert not (tmp_path / "m.onnx").exists()
