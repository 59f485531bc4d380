"""How this program is called by others, which know nothing of its environment."""

from __future__ import annotations

import os
import shutil
import sys


def own_command() -> list[str]:
    """The words that start this program, by its whole path."""
    if getattr(sys, "frozen", False):  # the self-contained build is the program itself
        return [sys.executable]
    result = shutil.which("gradblocks", path=os.path.dirname(sys.executable)) or shutil.which("gradblocks")
    return [os.path.abspath(result)] if result else [sys.executable, "-m", "blocks.cli"]
