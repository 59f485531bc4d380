"""The language of the window: its texts, and those of the edits below it (`blocks.base.language`)."""

from __future__ import annotations

from blocks.base.language import dressed, is_english, mark, plural, retranslated, same, source_of, tr, use

__all__ = ["dressed", "is_english", "mark", "plural", "retranslated", "same", "source_of", "tr", "use"]
