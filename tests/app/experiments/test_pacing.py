"""The speed of runs, by its menu: steps a second, each so-many-th step shown, and how long a run still takes."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.core.runs.runner import RunProgress
from app.face.timings import wait_text
from app.window.settings import Settings
from app.window.start import make_window
from blocks.run.stepping import FrameRate
from tests.app.experiments.pages import random_walk
from tests.app.window.hands import Answers, front, settle


def test_the_speed_is_chosen_kept_and_reaches_a_run_that_is_on(qtbot: QtBot, tmp_path: Path) -> None:
    settings = Settings()
    window = make_window(settings)
    window.ask = answers = Answers(window)
    qtbot.addWidget(window, before_close_func=lambda _: None)
    window.show()
    window.files.open(random_walk(tmp_path))
    settle(qtbot, lambda: window.tab is not None)
    engine = front(window).engine
    seen: list[RunProgress] = []
    engine.runner.progress.connect(seen.append)
    window.commands["speed.5"].trigger()
    assert window.commands["speed.5"].isChecked() and not window.commands["speed.free"].isChecked()
    window.run(4000)
    settle(qtbot, lambda: len(seen) > 2)
    assert [each.done for each in seen[:3]] == [1, 2, 3]
    settle(qtbot, lambda: " left" in engine.state_text("main"))
    answers.typed = "500"
    window.commands["speed.every"].trigger()
    settle(qtbot, lambda: not engine.running)
    late = [each.done for each in seen if each.done >= 500]
    assert late == list(range(500, 4001, 500))
    assert window.commands["speed.every"].isChecked()
    assert window.pacing.pace == FrameRate(None, 500)
    settings.set("run/every", -3)
    assert window.pacing.pace == FrameRate()


def test_times_to_wait_are_said_as_people_do() -> None:
    assert [wait_text(each) for each in (0.2, 59.4, 61, 3599, 7500)] == [
        "1 s", "59 s", "1 min 1 s", "59 min 59 s", "2 h 5 min",
    ]  # fmt: skip
