"""Windows that are killed while they are worked in, and two at work on one file: no edit is lost."""

from __future__ import annotations

import random
from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.deep import recovery, sharing

SEED, TIMES = 23, 500


def test_what_was_done_before_a_kill_comes_back(qapp: QApplication) -> None:
    assert recovery.run(SEED, 0) == []


def test_no_saved_edit_is_lost_by_those_who_share_a_file(qapp: QApplication, tmp_path: Path) -> None:
    shared = sharing.Shared(random.Random(SEED), tmp_path)
    assert shared.happen(TIMES) == []
    assert min(shared.saves, shared.refusals, shared.taken_over) > 0  # else nothing was tried
    shared.close()
