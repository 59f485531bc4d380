"""Block paths: ``outer/first/mm`` is the block ``mm`` inside ``first``, which is inside ``outer``."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fnmatch import fnmatchcase
from functools import cached_property

from blocks.base.errors import DiagramError, UsageError
from blocks.base.terminal import printable
from blocks.document.data import INSTANCE, LOOP_BODIES, Block, Page
from blocks.document.model import Diagram

_MOST = 8
_LONGEST_SOURCE = 300


def resolve_path(diagram: Diagram, page: str, path: str) -> tuple[str, str]:
    """Return the canvas and the id of the block at a path that begins on a page or a composite's canvas.

    Raises:
        DiagramError: the block does not exist.
    """
    canvas, parts = page, path.split("/")
    while len(parts) > 1:
        block = diagram.canvas(canvas).get(parts[0])
        if block is None:
            break
        canvas, parts = inside(block, parts[1:])
    if diagram.canvas(canvas).get(parts[0]) is None or len(parts) > 1:
        raise DiagramError(f"there is no block {path!r}", page=page)
    return canvas, parts[0]


def inside(block: Block, parts: list[str]) -> tuple[str, list[str]]:
    if block.type.startswith(INSTANCE):
        return block.type, parts
    bodies = LOOP_BODIES.get(block.type, ())
    side = parts[0] if len(bodies) > 1 and parts[0] in bodies else "body"
    return str(block.values.get(side, "")), parts[1:] if side == parts[0] else parts


class SourceLines:
    """The source lines of the blocks on some canvases, for errors of a page and file."""

    def __init__(self, canvases: Collection[Page], page: str | None = None, file: str | None = None) -> None:
        self._canvases, self._page, self._file = canvases, page, file

    @cached_property
    def _blocks(self) -> dict[str, dict[str, Block]]:
        if not any(block.source for canvas in self._canvases for block in canvas.blocks):
            return {}
        return {canvas.name: {block.id: block for block in canvas.blocks} for canvas in self._canvases}

    def at(self, canvas: str, path: str) -> str:
        """Return the source line of the block at a path that begins on a canvas; empty if there is none."""
        parts = path.split("/") if self._blocks else []
        while parts and (block := self._blocks.get(canvas, {}).get(parts[0])) is not None:
            if len(parts) == 1:
                return printable(block.source[:_LONGEST_SOURCE])
            canvas, parts = inside(block, parts[1:])
        return ""

    def located(self, error: DiagramError) -> DiagramError:
        """Set the missing parts of an error's location, with the source line of its block, and return the error."""
        error.located(page=self._page, file=self._file)
        if error.source is None and error.block is not None and error.canvas is not None:
            error.source = self.at(error.canvas, error.block) or None
        return error


def matching(paths: Collection[str], patterns: Sequence[str], option: str, what: str) -> set[str]:
    """Return the paths that match one of some patterns, such as ``decoder/*``.

    Args:
        patterns: a path matches itself, whatever characters it has.
        option: the command-line option of the patterns, for errors.
        what: the noun for errors: ``parameter``.

    Raises:
        UsageError: a pattern matches nothing.
    """
    result: set[str] = set()
    for pattern in patterns:
        found = {path for path in paths if path == pattern or fnmatchcase(path, pattern)}
        if not found:
            names = sorted(paths)
            more = f" and {len(names) - _MOST:,} more" if len(names) > _MOST else ""
            hint = f"the {what}s are: {', '.join(names[:_MOST])}{more}" if names else f"there is no {what}"
            raise UsageError(f"{option} {pattern!r} matches no {what}", hint=hint)
        result |= found
    return result
