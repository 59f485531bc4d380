"""The command that other programs use to start this one."""

from __future__ import annotations

import os
import shutil
import sys


def own_command() -> list[str]:
    if getattr(sys, "frozen", False):  # the self-contained build is the program itself
        return [sys.executable]
    result = shutil.which("gradblocks", path=os.path.dirname(sys.executable)) or shutil.which("gradblocks")
    return [os.path.abspath(result)] if result else [sys.executable, "-m", "blocks.cli"]
