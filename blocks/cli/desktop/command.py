"""The command that other programs use to start this one."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from blocks.base.errors import FileError
from blocks.base.files import write_atomically


def own_command() -> list[str]:
    if getattr(sys, "frozen", False):  # the self-contained build is the program itself
        return [sys.executable]
    result = shutil.which("gradblocks", path=os.path.dirname(sys.executable)) or shutil.which("gradblocks")
    return [os.path.abspath(result)] if result else [sys.executable, "-m", "blocks.cli"]


def write_with_folder(path: Path, content: bytes) -> None:
    """Write a file, and create its folder if it does not exist; raise FileError on failure."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"the file cannot be written: {error.strerror or error}", file=str(path)) from None
    write_atomically(path, content)
