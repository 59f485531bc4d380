"""The 25 first guesses of newcomers work."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.api_tasks import TASKS, missing


@pytest.mark.parametrize("name", TASKS)
def test_a_first_guess_works(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if (package := missing(name)) is not None:
        pytest.skip(f"{package} is not installed")
    monkeypatch.chdir(tmp_path)
    TASKS[name]()


def test_there_are_25() -> None:
    assert len(TASKS) == 25
