"""``gradblocks desktop``: an entry in the menu, icons, the type of diagram files, and thumbnails, as freedesktop.org
wants them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

from blocks.base.errors import FileError, UsageError
from blocks.base.files import write_atomically
from blocks.cli import output
from blocks.cli.arguments import Parser, shown
from blocks.cli.desktop.command import own_command

_FOLDERS = {
    "gradblocks.desktop": "applications",
    "gradblocks.svg": "icons/hicolor/scalable/apps",
    "application-x-gradblocks.svg": "icons/hicolor/scalable/mimetypes",
    "gradblocks.xml": "mime/packages",
    "gradblocks.thumbnailer": "thumbnailers",
}
_UPDATES = (
    ("update-mime-database", "mime"),
    ("update-desktop-database", "applications"),
    ("gtk-update-icon-cache", "icons/hicolor"),
)
"""Programs that bring a desktop's indexes up to date, where there are such."""
_RESERVED = set(" \t\n\"'\\><~|&;$*?#()`%")


def desktop(given: list[str]) -> int:
    """Add the program to a desktop, or take it away again; returns the exit status."""
    parser = Parser(
        "desktop",
        "Add Gradblocks to the menu of a desktop (Linux, BSD), with its icon, the type of .gradblocks files and their"
        " thumbnails: for this user, or below a folder for all.",
    )
    parser.add_argument("action", choices=("install", "uninstall"), help="what to do")
    parser.add_argument("--folder", metavar="PATH", help="where data is shared, such as /usr/local/share (your own)")
    options = parser.parse_args(given)
    if options.folder is None and sys.platform in ("win32", "darwin"):
        raise UsageError("this is for the desktops of Linux and BSD", hint="--folder names a folder all the same")
    folder = Path(options.folder) if options.folder is not None else _own_share()
    if options.action == "uninstall" and options.folder is not None and not folder.is_dir():
        raise UsageError(f"there is no folder {shown(options.folder)}")
    for name, index in _FOLDERS.items():
        if options.action == "install":
            _write(folder / index / name, _text(name))
        else:
            _remove(folder / index / name)
    _update(folder)
    done = "is on the desktop now" if options.action == "install" else "is no longer on the desktop"
    output.write_text(f"Gradblocks {done} ({folder})\n")
    return 0


def _own_share() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share"))


def _text(name: str) -> str:
    """What a file holds: the program by its whole path, as a desktop knows no environment."""
    text = files("assets").joinpath("desktop", name).read_text("utf-8")
    words = own_command()
    command = " ".join(map(_quoted, words))
    return text.replace("TryExec=gradblocks\n", f"TryExec={words[0]}\n").replace("Exec=gradblocks ", f"Exec={command} ")


def _quoted(word: str) -> str:
    """A word of a command as desktop entries write it."""
    doubled = word.replace("%", "%%")
    if not _RESERVED & set(word):
        return doubled
    escaped = "".join(f"\\{c}" if c in '"`$\\' else c for c in doubled)
    return f'"{escaped}"'.replace("\\", "\\\\")


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot be written: {error.strerror or error}", file=str(path)) from None
    write_atomically(path, text.encode())


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise FileError(f"cannot be removed: {error.strerror or error}", file=str(path)) from None


def _update(folder: Path) -> None:
    for program, index in _UPDATES:
        if shutil.which(program) is not None and (folder / index).is_dir():
            quiet = ["-q"] if program != "update-mime-database" else []
            subprocess.run([program, *quiet, str(folder / index)], capture_output=True, check=False, timeout=120)
