"""What a search found: plain data, so that it travels from process to process."""

from __future__ import annotations

import traceback
from typing import Any

Finding = dict[str, Any]
"""``kind`` and ``text``; ``where`` in the program, and ``data`` that brought it about, if there are any."""


def foreign(error: BaseException) -> Finding:
    """An exception that was no error in the user's words."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "/tests/" not in f.filename]
    where = " < ".join(f"{f.filename.rpartition('/blocks/')[2]}:{f.lineno}" for f in frames[:-4:-1])
    return {"kind": "exception", "text": f"{type(error).__name__}: {error}"[:300], "where": where}
