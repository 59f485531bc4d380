"""What is kept by the name of a page follows when the page gets another one."""

from __future__ import annotations

from typing import TypeVar

_Kept = TypeVar("_Kept")


def rename_key(kept: dict[str, _Kept], old: str, new: str) -> None:
    """Keep under another name what is kept under the old one, if there is something."""
    if old in kept:
        kept[new] = kept.pop(old)
