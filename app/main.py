"""The entry point of the editor: ``gradblocks [FILE] [--screenshot OUT.png]``. `blocks.cli` finds it by its name."""

from __future__ import annotations

import ctypes
import gc
import os
import re
import socket
import sys
from importlib.util import find_spec
from pathlib import Path

from blocks.base.errors import UsageError
from blocks.base.web_page import WebPage
from blocks.cli.editor import AS_IT_IS, Drawing, PictureRun

_HEADLESS = ("offscreen", "minimal", "vnc")
_LIBRARIES = [
    "libEGL.so.1", "libGL.so.1", "libfontconfig.so.1", "libfreetype.so.6", "libdbus-1.so.3", "libxkbcommon.so.0",
    "libX11.so.6", "libX11-xcb.so.1", "libxkbcommon-x11.so.0", "libxcb.so.1", "libxcb-cursor.so.0",
    "libxcb-icccm.so.4", "libxcb-image.so.0", "libxcb-keysyms.so.1", "libxcb-randr.so.0", "libxcb-render.so.0",
    "libxcb-render-util.so.0", "libxcb-shape.so.0", "libxcb-shm.so.0", "libxcb-sync.so.1", "libxcb-util.so.1",
    "libxcb-xfixes.so.0", "libxcb-xkb.so.1",
]  # fmt: skip
"""The libraries of the system that Qt needs for a window; those with X11 or xcb in their names, not for Wayland."""


def must_have_screen(qt: Path, offscreen_will_do: bool = False) -> None:
    """Raise UsageError if a window cannot be opened; ``qt`` is the folder of PySide6."""
    if not sys.platform.startswith("linux"):
        return
    plugins = qt / "Qt" / "plugins" / "platforms"
    wanted = os.environ.get("QT_QPA_PLATFORM", "")
    names = [part.partition(":")[0] for part in wanted.split(";")] if wanted else ["wayland", "xcb"]
    if wanted:
        if plugins.is_dir() and not any((plugins / f"libq{name}.so").exists() for name in names):
            raise UsageError(f"QT_QPA_PLATFORM={wanted!r} is not a Qt platform")
        if set(names) & {*_HEADLESS}:
            return
    probes = (("wayland", _wayland), ("xcb", _x11))
    faults = [probe(plugins) for kind, probe in probes if any(name.startswith(kind) for name in names)]
    if None in faults:
        return
    if offscreen_will_do:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        return
    told = next((fault for fault in faults if fault), None)
    if told:
        raise UsageError(f"the editor cannot open a window: {told}")
    raise UsageError(
        "the editor needs a display, but none was found",
        hint="use `gradblocks run FILE` or `gradblocks FILE --screenshot OUT.png`, which need no display",
    )


def _wayland(plugins: Path) -> str | None:
    """Return why Qt cannot use Wayland: None if it can, empty without Wayland, else a sentence."""
    name = os.environ.get("WAYLAND_DISPLAY", "")
    if not name:
        return ""
    path = name if os.path.isabs(name) else os.path.join(os.environ.get("XDG_RUNTIME_DIR", ""), name)
    try:
        with socket.socket(socket.AF_UNIX) as probe:
            probe.settimeout(2)
            probe.connect(path)
    except OSError:
        return f"the Wayland display {name!r} does not respond"
    return _loads(plugins / "libqwayland.so")


def _x11(plugins: Path) -> str | None:
    """Return why Qt cannot use X11, as `_wayland`."""
    name = os.environ.get("DISPLAY", "")
    if not name:
        return ""
    fault = _loads(plugins / "libqxcb.so")
    if fault is not None:
        return fault
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    broken = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return f"the X display {name!r} does not respond" if broken else None


def _loads(plugin: Path) -> str | None:
    if not plugin.parent.is_dir():  # not the layout of the wheels: whoever packed it knows what it needs
        return None
    if not plugin.exists():  # older ones have several for Wayland, and load one that will do
        lacks = not any(plugin.parent.glob(f"{plugin.stem}-*.so"))
        return f"{plugin.name} of PySide6 is missing: install PySide6 again" if lacks else None
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        return _lacking(str(error), with_x11="wayland" not in plugin.name)
    return None


def _lacking(error: str, with_x11: bool = True) -> str:
    """Return a sentence that names all missing libraries with their packages on Debian and Ubuntu."""
    first = re.match(r"(\S+\.so[.\d]*): cannot open", error)
    if first is None:
        return error
    wanted = [each for each in _LIBRARIES if with_x11 or not re.search("x11|xcb", each, re.IGNORECASE)]
    missing = list(dict.fromkeys([first[1], *filter(_is_missing, wanted)]))
    packages = [re.sub(r"(\d?)\.so\.?", lambda end: f"{end[1]}-" if end[1] else "", each.lower()) for each in missing]
    noun = "library" if len(missing) == 1 else "libraries"
    return f"missing system {noun} {', '.join(missing)}: install {' '.join(packages)}"


def _is_missing(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return True
    return False


GUI_HINT = "install the editor's packages: pip install 'gradblocks[gui]'"


def main(
    file: str | None = None,
    screenshot: str | None = None,
    *,
    run: PictureRun = AS_IT_IS,
    drawing: Drawing | None = None,
    web_page: WebPage | None = None,
) -> int:
    """Open the editor, or save an image.

    Args:
        file: the diagram to open; default: the welcome page.
        screenshot: the file for an image of the window, after running the diagram once.
        run: the page and values for that run.
        drawing: saves an image of a page instead.
        web_page: makes HTML instead; this needs neither a screen nor Qt.

    Returns:
        The exit status.

    Raises:
        UsageError: there is no screen, or a library for the window is missing.
        DiagramError: the diagram cannot be opened, or the image cannot be written.
    """
    if web_page is not None:
        from app.web_page.main import give

        return give(web_page)
    try:
        import PySide6
    except ImportError:
        raise UsageError("the editor needs PySide6, which is not installed", hint=GUI_HINT) from None
    if drawing is None and find_spec("pyqtgraph") is None:
        raise UsageError("the editor needs pyqtgraph, which is not installed", hint=GUI_HINT)
    must_have_screen(Path(PySide6.__path__[0]), offscreen_will_do=screenshot is not None or drawing is not None)
    gc.disable()  # what is imported stays; `GarbageCollector` goes on with the rest
    try:
        from app.window.start import draw, start
    except ImportError as error:
        if sys.platform.startswith("linux") and ".so" in str(error):
            raise UsageError(f"the editor cannot be loaded: {_lacking(str(error))}") from None
        raise UsageError(f"the editor cannot be loaded: {error}", hint=GUI_HINT) from None
    if drawing is not None:
        return draw(drawing)
    return start(Path(file) if file is not None else None, os.path.abspath(screenshot) if screenshot else None, run)
