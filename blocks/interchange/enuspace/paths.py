"""File names in a diagram from another machine, and the current locations of these files."""

from __future__ import annotations

import ntpath
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from blocks.document.changes import SetValue
from blocks.document.data import Json, is_list, is_object
from blocks.document.model import Diagram

_ABSOLUTE = re.compile(r"[A-Za-z]:[\\/]|\\\\|/(?=[^/\s])")
_DEVICE = re.compile(r"/(?:job|replica|task|device|[cgt]pu):", re.IGNORECASE)
_WRITERS = ("Save", "SaveSlices", "SaveV2", "MergeV2Checkpoints", "ShardedFilename", "WriteFile")
_BELOW = re.compile(r"(?:[\w .()-]+[\\/])+[\w .()-]+\.[A-Za-z0-9]{1,5}")


class FileName(NamedTuple):
    page: str
    block: str
    value: str
    name: str

    def __str__(self) -> str:
        return f"page {self.page!r}, {self.block}.{self.value}"


def file_names(diagram: Diagram) -> list[FileName]:
    """Return the file names in a diagram: absolute ones (also of Windows), and ones like ``data/train.idx``."""
    return [
        FileName(page.name, block.id, key, text)
        for page in diagram.pages
        for block in page.blocks
        if block.type not in _WRITERS
        for key, value in block.values.items()
        for text in _texts(value)
        if (_ABSOLUTE.match(text) and not _DEVICE.match(text)) or _BELOW.fullmatch(text)
    ]


def missing(names: Sequence[FileName], folder: Path) -> list[FileName]:
    return [each for each in names if not _is_there(each.name, folder)]


def path_changes(diagram: Diagram, mapping: Sequence[tuple[str, str]]) -> list[SetValue]:
    """Return the edits that replace the beginnings of file names in all values of a diagram; the first match counts.

    Either kind of slash matches, single or doubled. After a drive letter, case does not matter. The rest of a name is
    written with ``/``.
    """
    values: list[SetValue] = []
    for page in diagram.pages:
        for block in page.blocks:
            for key, value in block.values.items():
                changed = _mapped(value, mapping)
                if changed != value:
                    values.append(SetValue(page.name, block.id, key, changed))
    return values


def renamed(name: str, old: str, new: str) -> str:
    rest = _rest(name, old)
    if rest is None:
        return name
    return f"{new.rstrip('/')}/{rest}" if rest and new else new or rest


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif is_list(value):
        for each in value:
            yield from _texts(each)


def _mapped(value: Json, mapping: Sequence[tuple[str, str]]) -> Json:
    if isinstance(value, str):
        return next((renamed(value, old, new) for old, new in mapping if _rest(value, old) is not None), value)
    if is_list(value):
        return [_mapped(each, mapping) for each in value]
    if is_object(value) and set(value) == {"file"}:
        return {"file": _mapped(value["file"], mapping)}
    return value


def _rest(name: str, old: str) -> str | None:
    name, old = _plain(name), _plain(old).rstrip("/")
    same = name[: len(old)] == old
    if ntpath.splitdrive(old)[0] or old.startswith("//"):  # Windows does not tell A from a
        same = name[: len(old)].lower() == old.lower()
    if not old or not same or name[len(old) :][:1] not in ("", "/"):
        return None
    return name[len(old) :].lstrip("/")


def _plain(name: str) -> str:
    """Return a name with single slashes, except for the two that begin a network path."""
    return re.sub(r"(?<=.)[\\/]+", "/", name.replace("\\", "/"))


def _is_there(name: str, folder: Path) -> bool:
    try:
        return os.path.exists(folder / name)
    except (OSError, ValueError):
        return False
