"""Messages about edits to a running page: values that reach the run, edits that wait, and variables that are lost."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.core.runs.variables import may_change
from app.core.runs.worker import EditOutcome
from app.language import mark, same, tr
from app.window.engine import Engine
from app.window.widgets.notice import Notice
from blocks.base.errors import UsageError
from blocks.worker.state import SavedState

_MOST = 4
"""Variables that are named in one sentence."""
WAITS = mark("The run continues unchanged. This edit takes effect in the next run.")


class EditedRuns(QObject):
    """The messages about one document's runs."""

    said = Signal(str)

    def __init__(self, engine: Engine, notice: Notice, parent: QObject) -> None:
        super().__init__(parent)
        self._engine, self._runner = engine, engine.runner
        self._notice = notice
        self._text = self._offered = ""
        self._closed = False
        self._runner.followed.connect(self._tell)
        self._runner.restored.connect(self._take_back)
        self._runner.state_changed.connect(self._follow)

    def reset(self, page: str) -> None:
        """Reset the variables of a page, with an offer to undo that if steps had changed them."""
        kept = self._runner.session(page)
        self._engine.reset(page)
        if kept is not None and kept.steps and may_change(kept.source):
            self._offer(tr("The variables were reset."), page, kept)

    def _offer(self, text: str, page: str, kept: SavedState) -> None:
        def restore() -> None:
            try:
                self._runner.go_on_from(page, kept)
            except UsageError as error:
                self.said.emit(error.message)
                return
            self.said.emit(tr("The next run starts with the variable values of step {steps:,}", steps=kept.steps))

        self._offered = text
        self._notice.say(text, tr("Restore step {steps:,}", steps=kept.steps), restore)
        self._notice.act.setToolTip(
            tr("Restore the variable values of this step. If an edit does not fit these values, undo the edit first")
        )

    def _take_back(self) -> None:
        if self._offered and same(self._notice.label.text(), self._offered):
            self._notice.hide()
        self._offered = ""

    def _tell(self, followed: EditOutcome) -> None:
        page, kept = self._runner.page, self._runner.before
        if followed.lost:
            named = ", ".join(followed.lost[:_MOST])
            more = tr(" and {count} more", count=len(followed.lost) - _MOST) if len(followed.lost) > _MOST else ""
            text = tr("Variables lost their values: {named}{more}.", named=named, more=more)
            if page is not None and kept is not None:
                self._offer(text, page, kept)
            else:
                self._say(text)
        elif followed.whole:
            self._hide()
            if followed.tuned:
                self.said.emit(
                    tr(
                        "The run continues with this edit from step {steps:,}. Variables keep their values",
                        steps=followed.steps + 1,
                    )
                )
        elif self._closed:
            self.said.emit(tr(WAITS))
        else:
            self._say(tr(WAITS), tr("Apply now"))

    def _say(self, text: str, act: str = "") -> None:
        self._text = text
        self._notice.say(text, act, self._runner.go_on, on_dismiss=self._close)
        self._notice.act.setToolTip(
            tr("Continue the run with the edited page. Variables that still fit keep their values")
        )

    def _close(self) -> None:
        self._closed = True

    def _hide(self) -> None:
        if self._text and same(self._notice.label.text(), self._text):
            self._notice.hide()
        self._text = ""

    def _follow(self) -> None:
        if not self._runner.running:
            self._hide()
            self._closed = False
