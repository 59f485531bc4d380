"""After each command, and whatever else happens, the screen shows what it would if all had been painted anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.canvas.repainting import Repainting
from app.window.settings import Settings
from tests.app.commanded import LEFT_OUT, ZOOMS, Answers, Commanded, stale
from tests.app.window.hands import open_window

EXAMPLE = "gradient_descent_three_ways"


@pytest.fixture
def commanded(qtbot: QtBot, tmp_path: Path) -> Commanded:
    """A window with an example that has displays and gradients."""
    window, _ = open_window(qtbot, Settings(tmp_path / "editor.json"))
    window.ask = Answers(window, tmp_path)
    return Commanded(window, EXAMPLE, hurry=True)


def test_after_each_command(commanded: Commanded) -> None:
    window = commanded.window
    names = [name for name in window.commands.commands if name not in LEFT_OUT]
    problems: list[str] = []
    for place, name in enumerate(names):
        commanded.begin(ZOOMS[place % len(ZOOMS)])
        assert commanded.give(name), f"{name} cannot be given"
        wrong = stale(window)
        problems += [f"{name} at {ZOOMS[place % len(ZOOMS)]:.0%}: {wrong}"] if wrong else []
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("zoom", [0.1, 0.3, 1.0])
def test_after_whatever_else_happens(commanded: Commanded, zoom: float) -> None:
    window = commanded.window
    commanded.begin(zoom)
    window.commands.trigger("gradient.view")
    commanded.still()
    for name, happen in commanded.events():
        happen()
        commanded.still()
        wrong = stale(window)
        assert not wrong, f"{name}: {wrong}"


def test_what_is_not_painted_again_is_noticed(commanded: Commanded, monkeypatch: pytest.MonkeyPatch) -> None:
    window = commanded.window
    commanded.begin(0.35)
    commanded.still()
    assert not stale(window)
    with monkeypatch.context() as forgetful:
        forgetful.setattr(Repainting, "marks", Repainting.release)
        window.run(1)
        commanded.still()
    assert "not painted again" in stale(window)
    assert not stale(window)
