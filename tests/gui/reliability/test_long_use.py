"""Over and over: memory and open files do not grow. The deep tests do it longer, and with tabs of a window."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from tests.deep import long

TIMES = {"steps": 300, "sessions": 60, "documents": 60, "broken files": 300}


@pytest.mark.parametrize("name", TIMES)
def test_nothing_is_left_behind(qapp: QApplication, name: str) -> None:
    assert long.grown(long.WORK[name](), TIMES[name]) == []
