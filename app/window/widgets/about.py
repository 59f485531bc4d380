"""The name and version of the program."""

from __future__ import annotations

from importlib import metadata


def name_and_version() -> str:
    try:
        return f"Gradblocks {metadata.version('gradblocks')}"
    except metadata.PackageNotFoundError:
        return "Gradblocks"
