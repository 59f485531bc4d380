"""Block paths: ``outer/first/mm`` is the block ``mm`` inside ``first``, which is inside ``outer``."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fnmatch import fnmatchcase

from blocks.base.errors import DiagramError, UsageError
from blocks.document.data import INSTANCE, LOOP_BODIES, Block
from blocks.document.model import Diagram

_MOST = 8


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
