"""The size limit of images: a small file can declare a huge image."""

from __future__ import annotations

from blocks.base.errors import DiagramError

LIMIT = 1 << 29
"""Bytes that a decoded picture may take; TensorFlow stops there, too."""


def require_small(form: str, *sizes: int) -> None:
    """Raise DiagramError before decoding if a picture of prod(sizes) bytes is empty or too large."""
    total = 1
    for size in sizes:
        total *= size
    text = " x ".join(map(str, sizes))
    if total <= 0:
        raise DiagramError(f"the {form} contains no pixels: the size in its header is {text}", pin="contents")
    if total > LIMIT:
        raise DiagramError(
            f"the decoded {form} would need {total >> 20} MiB ({text} bytes); the limit is {LIMIT >> 20} MiB",
            pin="contents",
        )
