"""What is said of edits while a page runs: which values reach the run, and what waits for the next one."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.core.runs.runner import Runner
from app.core.runs.worker import Followed
from app.language import mark, same, tr
from app.window.widgets.notice import Notice

_MOST = 4
"""Variables that are named in one sentence."""
WAITS = mark("The run goes on as it was: this edit takes effect at the next run.")


class EditedRuns(QObject):
    """Speaks for the runs of one document.

    Signals:
        said: something to say in passing.
    """

    said = Signal(str)

    def __init__(self, runner: Runner, notice: Notice, parent: QObject) -> None:
        super().__init__(parent)
        self._runner = runner
        self._notice = notice
        self._text = ""
        self._closed = False
        runner.followed.connect(self._tell)
        runner.state_changed.connect(self._follow)

    def _tell(self, followed: Followed) -> None:
        if followed.lost:
            named = ", ".join(followed.lost[:_MOST])
            more = tr(" and {count} more", count=len(followed.lost) - _MOST) if len(followed.lost) > _MOST else ""
            self._say(
                tr(
                    "The run goes on with the page as it is now. Some variables start again: {named}{more}.",
                    named=named,
                    more=more,
                )
            )
        elif followed.whole:
            self._hide()
            if followed.tuned:
                self.said.emit(
                    tr(
                        "The run goes on with this edit from step {steps:,} on; variables stay",
                        steps=followed.steps + 1,
                    )
                )
        elif self._closed:
            self.said.emit(tr(WAITS))
        else:
            self._say(tr(WAITS), tr("Go on with it now"))

    def _say(self, text: str, act: str = "") -> None:
        self._text = text
        self._notice.say(text, act, self._runner.go_on, on_dismiss=self._close)
        self._notice.act.setToolTip(
            tr("The run takes the page as it is now; variables that still fit keep their values")
        )

    def _close(self) -> None:
        self._closed = True

    def _hide(self) -> None:
        if self._text and same(self._notice.label.text(), self._text):
            self._notice.hide()
        self._text = ""

    def _follow(self) -> None:
        """A run began or ended: what was said of its page is over."""
        if not self._runner.running:
            self._hide()
            self._closed = False
