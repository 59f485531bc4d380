"""The start of the program, in a process of its own: with a screen, without one, with a picture to take."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import PySide6
import pytest
from PySide6.QtGui import QImage

from app.main import must_have_screen
from blocks.base.errors import UsageError
from tests.app.window.test_files import TWO_BLOCKS

ROOT = Path(__file__).resolve().parents[3]
START = """
import sys
from app.main import main
from blocks.base.errors import DiagramError, UsageError
try:
    sys.exit(main(*(argument or None for argument in sys.argv[1:])))
except DiagramError as error:
    print(error, file=sys.stderr)
    sys.exit(2 if isinstance(error, UsageError) else 1)
"""


def start(home: Path, file: str = "", picture: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Start the editor as the command line does."""
    screen = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    kept = {name: value for name, value in os.environ.items() if name not in screen}
    folders = {"XDG_CONFIG_HOME": str(home), "XDG_STATE_HOME": str(home / "state")}
    environment = {**kept, **folders, "PYTHONPATH": str(ROOT), **more}
    command = [sys.executable, "-c", START, file, picture]
    return subprocess.run(command, env=environment, cwd=home, capture_output=True, text=True, check=False)


@pytest.fixture
def diagram(tmp_path: Path) -> Path:
    path = tmp_path / "two.gradblocks"
    path.write_text(json.dumps(TWO_BLOCKS))
    return path


def test_the_entry_point_is_there() -> None:
    points = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    module, _, name = points["gradblocks.editor"]["main"].partition(":")
    assert callable(getattr(import_module(module), name))


@pytest.mark.parametrize("scale", ["1", "2"])
def test_a_picture_is_taken_without_a_screen_and_nothing_is_printed(tmp_path: Path, diagram: Path, scale: str) -> None:
    before = diagram.read_bytes()
    out = tmp_path / "out.png"
    done = start(tmp_path, str(diagram), str(out), QT_SCALE_FACTOR=scale)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    image = QImage(str(out))
    assert image.width() == 1440 * int(scale)
    assert diagram.read_bytes() == before
    assert not list(tmp_path.rglob("editor.*"))


def test_a_picture_of_a_failed_run_is_taken_and_the_fault_told(tmp_path: Path, diagram: Path) -> None:
    content = json.loads(diagram.read_text("utf-8"))
    content["pages"][0]["blocks"].append({"id": "bad", "type": "MatMul", "at": [0, 400], "values": {"a": [[1.0]]}})
    diagram.write_text(json.dumps(content), "utf-8")
    out = tmp_path / "out.png"
    done = start(tmp_path, str(diagram), str(out))
    assert done.returncode == 1
    assert (
        done.stderr == f"{diagram}: page 'main', block 'bad', pin 'b': MatMul: input b is not wired and has no value\n"
    )
    assert QImage(str(out)).width() == 1440


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there always is a screen")
def test_without_a_screen_one_sentence_says_so(tmp_path: Path) -> None:
    done = start(tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("the editor needs a display, but none was found")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there always is a screen")
@pytest.mark.parametrize(
    ("name", "value"), [("DISPLAY", ":97"), ("WAYLAND_DISPLAY", "nobody"), ("QT_QPA_PLATFORM", "nonsense")]
)
def test_a_screen_that_does_not_answer_is_a_sentence_and_no_abort(tmp_path: Path, name: str, value: str) -> None:
    done = start(tmp_path, **{name: value})
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["PySide6", "pyqtgraph"])
def test_a_package_that_is_not_installed_is_a_sentence(tmp_path: Path, name: str) -> None:
    (tmp_path / "sitecustomize.py").write_text(f"import sys; sys.modules[{name!r}] = None")
    done = start(tmp_path, PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}", QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 2
    assert done.stderr.startswith(f"the editor needs {name}, which is not installed")
    assert done.stderr.count("\n") == 1


@pytest.fixture
def wayland(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Somebody who answers at the Wayland display, and no other screen."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("WAYLAND_DISPLAY", str(tmp_path / "w"))
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "w"))
        server.listen()
        yield


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there always is a screen")
def test_a_screen_of_another_kind_than_the_one_asked_for_does_not_do(
    wayland: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    with pytest.raises(UsageError, match="needs a display"):
        must_have_screen(Path(PySide6.__path__[0]))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there always is a screen")
def test_a_plugin_of_qt_that_is_missing_is_a_sentence(
    wayland: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    platforms = tmp_path / "Qt" / "plugins" / "platforms"
    must_have_screen(tmp_path)  # another layout, of which nothing is known
    platforms.mkdir(parents=True)
    with pytest.raises(UsageError, match=r"cannot open a window: libqwayland\.so of PySide6 is missing"):
        must_have_screen(tmp_path)
    monkeypatch.setenv("DISPLAY", ":97")
    monkeypatch.delenv("WAYLAND_DISPLAY")
    with pytest.raises(UsageError, match=r"cannot open a window: libqxcb\.so of PySide6 is missing"):
        must_have_screen(tmp_path)
    (platforms / "libqwayland-generic.so").touch()
    monkeypatch.setenv("WAYLAND_DISPLAY", str(tmp_path / "w"))
    must_have_screen(tmp_path)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there always is a screen")
@pytest.mark.parametrize(
    ("kind", "named"), [("xcb", "libgl1 libx11-6 libxkbcommon-x11-0 libxcb-icccm4"), ("wayland", "libgl1")]
)
def test_all_libraries_that_are_missing_are_named_at_once(
    wayland: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, named: str
) -> None:
    lacking = ("libGL.so.1", "libX11.so.6", "libxkbcommon-x11.so.0", "libxcb-icccm.so.4")

    def load(name: str) -> object:
        if name in lacking or name.endswith(f"libq{kind}.so"):
            raise OSError(f"{lacking[0]}: cannot open shared object file: No such file or directory")
        return object()

    monkeypatch.setattr("app.main.ctypes.CDLL", load)
    monkeypatch.setenv("QT_QPA_PLATFORM", kind)
    monkeypatch.setenv("DISPLAY", ":97")
    plugin = tmp_path / "Qt" / "plugins" / "platforms" / f"libq{kind}.so"
    plugin.parent.mkdir(parents=True)
    plugin.touch()
    with pytest.raises(UsageError) as caught:
        must_have_screen(tmp_path)
    assert str(caught.value).endswith(f"install {named}") and caught.value.hint is None


@pytest.mark.parametrize("out", ["no such folder/out.png", "."])
def test_a_picture_that_cannot_be_written_is_a_sentence(tmp_path: Path, diagram: Path, out: str) -> None:
    done = start(tmp_path, str(diagram), out)
    assert done.returncode == 1
    assert "cannot be written" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_that_is_no_diagram_is_a_sentence(tmp_path: Path) -> None:
    bad = tmp_path / "bad.gradblocks"
    bad.write_text("[]")
    done = start(tmp_path, str(bad), "out.png")
    assert done.returncode == 1
    assert "this is not a Gradblocks diagram" in done.stderr
    assert not (tmp_path / "out.png").exists()


def test_the_window_is_there_before_the_library_is_imported(tmp_path: Path) -> None:
    script = """
import sys
from app.window.settings import Settings
from app.window.start import make_application, make_window
app = make_application()
window = make_window(Settings())
window.show_welcome()
window.show()
app.processEvents()
assert "blocks.library.nn.pooling" not in sys.modules
window.files.new()
for _ in range(100):
    app.processEvents()
assert "MaxPool" in window.panels.palette.types_shown()
assert "blocks.library.nn.pooling" in sys.modules
"""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
