"""``gradblocks thumbnail`` and ``gradblocks desktop``."""

from __future__ import annotations

import configparser
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import IO

import numpy as np
import pytest
from PIL import Image

import blocks
from blocks.cli.desktop.command import own_command
from tests.cli.conftest import A_TIMES_B, ENVIRONMENT, PROGRAM, ROOT, Command

pytest.importorskip("PySide6", reason="pictures need the extra gui")


def looked_at(out: Path | IO[bytes]) -> tuple[int, int]:
    """How large a picture is, and how many colours it has."""
    with Image.open(out) as picture:
        assert picture.format == "PNG"
        colors = np.unique(np.asarray(picture.convert("RGB")).reshape(-1, 3), axis=0)
        return max(picture.size), len(colors)


def test_a_thumbnail_is_made_without_a_screen(tmp_path: Path) -> None:
    """As file managers call it: a program of its own, into a file that is there, open, and maybe without an ending."""
    out = tmp_path / "tumbler-5XQ2W3"
    source = ROOT / "assets/examples/cnn_of_layers.gradblocks"
    environment = {**ENVIRONMENT, "QT_QPA_PLATFORM": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    command = [*PROGRAM, "thumbnail", str(source), str(out)]
    with out.open("w+b") as waiting:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        size, colors = looked_at(waiting)
    assert size == 256 and colors > 50


@pytest.mark.parametrize(("size", "example"), [(64, "a_times_b"), (512, "gpt")])
def test_a_thumbnail_is_as_large_as_is_asked_for(command: Command, size: int, example: str, tmp_path: Path) -> None:
    source, out = ROOT / f"assets/examples/{example}.gradblocks", tmp_path / "out.png"
    assert command("thumbnail", source, out, "--size", size).status == 0
    picture_size, colors = looked_at(out)
    assert picture_size == size and colors > 8


def test_what_cannot_be_drawn_is_said(command: Command, tmp_path: Path) -> None:
    empty = tmp_path / "empty.gradblocks"
    blocks.Diagram().save(empty)
    (tmp_path / "broken.gradblocks").write_text("{", "utf-8")
    out = tmp_path / "out.png"
    for status, said, arguments in (
        (1, "has no pages", (empty, out)),
        (1, "this is no", (tmp_path / "broken.gradblocks", out)),
        (2, "no such file", (tmp_path / "none.gradblocks", out)),
        (2, "ends in .png", (A_TIMES_B, tmp_path / "out.jpg")),
        (2, "ends in .png", (A_TIMES_B, tmp_path / "copy.gradblocks")),
        (2, "at most 4096", (A_TIMES_B, out, "--size", 5000)),
        (2, "at least 1", (A_TIMES_B, out, "--size", 0)),
        (2, "no page 'q'", (A_TIMES_B, out, "--page", "q")),
    ):
        done = command("thumbnail", *arguments)
        assert (done.status, said in done.err) == (status, True), done.err
    assert not out.exists()


def installed(folder: Path) -> dict[str, Path]:
    return {path.name: path for path in folder.rglob("*") if path.is_file()}


def test_the_desktop_gets_an_entry_icons_a_type_and_thumbnails(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "share"
    assert command("desktop", "install", "--folder", folder).status == 0
    files = installed(folder)
    entry = configparser.RawConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read(files["gradblocks.desktop"], "utf-8")
    start = entry["Desktop Entry"]
    assert start["Exec"] == " ".join([*own_command(), "%f"])
    assert Path(start["TryExec"]).is_file()
    assert (start["Icon"], start["MimeType"]) == ("gradblocks", "application/x-gradblocks;")
    mime = ElementTree.fromstring(files["gradblocks.xml"].read_text("utf-8"))
    names = "{http://www.freedesktop.org/standards/shared-mime-info}"
    assert [each.get("pattern") for each in mime.iter(f"{names}glob")] == ["*.gradblocks"]
    assert "thumbnail %i %o --size %s" in files["gradblocks.thumbnailer"].read_text("utf-8")
    for name in ("gradblocks.svg", "application-x-gradblocks.svg"):
        assert ElementTree.fromstring(files[name].read_text("utf-8")).tag.endswith("svg")
    if (validate := shutil.which("desktop-file-validate")) is not None:
        done = subprocess.run([validate, str(files["gradblocks.desktop"])], capture_output=True, text=True, check=False)
        assert "error" not in done.stdout
    if shutil.which("update-mime-database") is not None:
        types = (folder / "mime/globs2").read_text("utf-8")
        assert "application/x-gradblocks:*.gradblocks" in types
    assert command("desktop", "uninstall", "--folder", folder / "none").status == 2
    assert command("desktop", "uninstall", "--folder", folder).status == 0
    assert not {"gradblocks.desktop", "gradblocks.svg", "gradblocks.thumbnailer"} & installed(folder).keys()


def test_a_program_in_an_odd_folder_is_quoted(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", '/opt/my "tools" $1/100%/gradblocks')
    assert command("desktop", "install", "--folder", tmp_path).status == 0
    text = installed(tmp_path)["gradblocks.desktop"].read_text("utf-8")
    # A desktop reads the escapes of the file first, then those of the quotes.
    assert 'Exec="/opt/my \\\\"tools\\\\" \\\\$1/100%%/gradblocks" %f\n' in text
