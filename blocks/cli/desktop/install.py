"""The command ``gradblocks desktop``, which installs a menu entry, icons, the file type and thumbnails
(freedesktop.org).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

from blocks.base.errors import FileError, UsageError
from blocks.cli import output
from blocks.cli.arguments import Parser, shown
from blocks.cli.desktop.command import own_command, write_with_folder

_FOLDERS = {
    "gradblocks.desktop": "applications", "gradblocks.svg": "icons/hicolor/scalable/apps",
    "application-x-gradblocks.svg": "icons/hicolor/scalable/mimetypes", "gradblocks.xml": "mime/packages",
    "gradblocks.thumbnailer": "thumbnailers",
}  # fmt: skip
_UPDATES = (("update-mime-database", "mime"), ("update-desktop-database", "applications"),
            ("gtk-update-icon-cache", "icons/hicolor"))  # fmt: skip
_RESERVED = set(" \t\n\"'\\><~|&;$*?#()`%")


def desktop(given: list[str]) -> int:
    parser = Parser(
        "desktop",
        "Add Gradblocks and its icon to the desktop menu (Linux, BSD), and register the .gradblocks file type with"
        " thumbnails. This is done for your account only, unless --folder names a shared folder.",
    )
    parser.add_argument("action", choices=("install", "uninstall"), help="the action")
    parser.add_argument("--folder", metavar="PATH",
        help="the folder for shared data, such as /usr/local/share (default: your own)")  # fmt: skip
    options = parser.parse_args(given)
    if options.folder is None and sys.platform in ("win32", "darwin"):
        raise UsageError("desktop entries exist only on Linux and BSD", hint="use --folder to write the files anyway")
    folder = Path(options.folder) if options.folder is not None else _own_share()
    if options.action == "uninstall" and options.folder is not None and not folder.is_dir():
        raise UsageError(f"there is no folder {shown(options.folder)}")
    for name, index in _FOLDERS.items():
        if options.action == "install":
            write_with_folder(folder / index / name, _text(name).encode())
        else:
            _remove(folder / index / name)
    _update(folder)
    done = "Added Gradblocks to" if options.action == "install" else "Removed Gradblocks from"
    output.write_text(f"{done} the desktop ({folder})\n")
    return 0


def _own_share() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share"))


def _text(name: str) -> str:
    text = files("assets").joinpath("desktop", name).read_text("utf-8")
    words = own_command()
    command = " ".join(map(_quoted, words))
    return text.replace("TryExec=gradblocks\n", f"TryExec={words[0]}\n").replace("Exec=gradblocks ", f"Exec={command} ")


def _quoted(word: str) -> str:
    doubled = word.replace("%", "%%")
    if not _RESERVED & set(word):
        return doubled
    escaped = "".join(f"\\{c}" if c in '"`$\\' else c for c in doubled)
    return f'"{escaped}"'.replace("\\", "\\\\")


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise FileError(f"the file cannot be removed: {error.strerror or error}", file=str(path)) from None


def _update(folder: Path) -> None:
    for program, index in _UPDATES:
        if shutil.which(program) is not None and (folder / index).is_dir():
            quiet = ["-q"] if program != "update-mime-database" else []
            subprocess.run([program, *quiet, str(folder / index)], capture_output=True, check=False, timeout=120)
