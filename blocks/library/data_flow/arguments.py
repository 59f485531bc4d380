"""Attributes shared by several block types of this category."""

from __future__ import annotations

from typing import Any

from blocks.base.errors import DiagramError


def no_timeout(attrs: dict[str, Any]) -> None:
    """Raise DiagramError if there is a timeout, as TensorFlow does."""
    if attrs["timeout_ms"] != -1:
        text = f"timeout_ms must be -1, got {attrs['timeout_ms']}: timeouts are not supported"
        raise DiagramError(
            text, pin="timeout_ms", hint=("set timeout_ms to -1. A wait that no block can end fails immediately")
        )
