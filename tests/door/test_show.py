"""``show``: a picture of a page or of some blocks, with results or gradients."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.cli.conftest import ENVIRONMENT, ROOT, Command, const, program, write
from tests.table import table

EXAMPLES = ROOT / "assets/examples"
TARGET = EXAMPLES / "detached_target.gradblocks"
WITHOUT_DISPLAY = {
    name: value for name, value in ENVIRONMENT.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
}


def test_a_picture_needs_no_display(tmp_path: Path) -> None:
    done = program("show", TARGET, tmp_path / "p.png", "--gradients", "loss", env=WITHOUT_DISPLAY)
    told = done.json
    assert done.status == 0, done.err
    assert [*told] == ["format", "file", "size", "scale", "blocks", "legible"]
    with Image.open(tmp_path / "p.png") as image:
        assert [*image.size] == told["size"] and image.format == "PNG"


def test_what_is_shown(command: Command, tmp_path: Path) -> None:
    seen: dict[str, tuple[Any, bytes]] = {}
    options = {
        "page": [],
        "results": ["--results"],
        "gradients": ["--gradients", "loss"],
        "part": ["--block", "q", "best"],
    }
    for name, given in options.items():
        path = tmp_path / f"{name}.png"
        seen[name] = command("show", TARGET, path, *given).json, path.read_bytes()
    assert len({data for _, data in seen.values()}) == len(options)
    part, whole = seen["part"][0], seen["page"][0]
    assert part["blocks"] == ["q", "best"] and len(whole["blocks"]) == 25
    assert part["size"][0] < whole["size"][0] / 2 and (part["scale"], part["legible"]) == (1.0, True)


def test_a_large_page_is_small_and_says_so(command: Command, tmp_path: Path) -> None:
    blocks = [{**const(f"c{i}", i), "at": [200 * i, 0]} for i in range(100)]
    file = write(tmp_path / "wide.gradblocks", blocks)
    told = command("show", file, tmp_path / "p.png").json
    assert told["size"][0] == 4096 and told["scale"] < 0.3 and not told["legible"] and "--block" in told["hint"]
    assert command("show", file, tmp_path / "p.png", "--block", "c7").json["legible"]


def test_blocks_on_one_spot_are_laid_out_in_the_picture_alone(command: Command, tmp_path: Path) -> None:
    file = write(tmp_path / "piled.gradblocks", [const(f"c{i}", i) for i in range(9)])
    before = file.read_bytes()
    assert command("show", file, tmp_path / "p.png").json["size"][1] > 300
    assert file.read_bytes() == before


@table(
    "given, status",
    [
        (["p.png", "--block", "nobody"], 2),
        (["p.png", "--page", "nobody"], 2),
        (["p.png", "--gradients", "nobody"], 2),
        (["p.png", "--timeout", "1"], 2),
        (["p.png", "--results", "--gradients", "loss"], 2),
        (["p.svg"], 2),
        (["nowhere/p.png"], 2),
        (["p.png", "--results", "--max-mem", "10"], 1),
    ],
)
def test_what_cannot_be_shown_is_refused(
    given: list[str], status: int, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = command("show", TARGET, *given)
    assert (done.status, done.json["format"]) == (status, "gradblocks-show/1") and done.json["error"]["message"]
    assert os.listdir(tmp_path) == []


def test_a_run_for_a_picture_ends_at_its_limit(tmp_path: Path) -> None:
    loops = json.loads(program("describe", "While").out)["example"]
    loops["composites"][0]["blocks"][1]["values"]["y"] = 1.0
    assert {each["type"] for each in loops["composites"][0]["blocks"]} >= {"Multiply"}
    file = tmp_path / "loop.gradblocks"
    file.write_text(json.dumps(loops))
    done = program("show", file, tmp_path / "p.png", "--results", "--timeout", "1")
    assert done.status == 124 and "time limit" in done.json["error"]["message"]
    assert not (tmp_path / "p.png").exists()
