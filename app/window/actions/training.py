"""The commands that make a model trainable: weights to variables, a loss, a training step."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QLineEdit, QPushButton, QWidget

from app.core.runs.variables import elaborated
from app.core.verbs.gradient import train
from app.panels.look import Text, acting, first_size, horizontal, named, vertical
from app.window.actions.gradients import state_of
from app.window.tabs import DiagramTab, WindowPart, WindowProtocol
from blocks.base.errors import UsageError
from blocks.base.language import mark, plural, tr
from blocks.document.data import Endpoint
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Output
from blocks.library.training.minimize import Minimize
from blocks.transform.training import LOSSES
from blocks.transform.verbs.edit import Made
from blocks.transform.verbs.fixes import give_defaults

_ABOUT: Mapping[str, str] = {
    "mean_squared_error": mark(
        "Mean squared error: the mean of the squared differences between output and target. Feed the target values."
    ),
    "softmax_cross_entropy": mark(
        "Mean cross entropy of logits [n, classes] and labels [n]. Feed the labels as class "
        "indices. If a Softmax is selected, its logits are used."
    ),
}
_RATE = "0.01"


class TrainingWork(WindowPart):
    """The training commands for the current page. They raise errors as DiagramError; the window reports them."""

    def __init__(self, desk: WindowProtocol) -> None:
        super().__init__(desk)
        self.asking: TrainingDialog | None = None

    def make_trainable(self) -> None:
        """Turn the selected constants (also in instances) into variables; without any, all weights."""
        tab, result = self._looked_at()
        state = state_of(tab)
        of = _fetched(result) or (state.asked if state is not None else "")
        document, chosen = tab.document.diagram.document, self._selected(tab)
        edit, count = train.make_trainable(document, result, chosen, of)
        tab.document.do(*edit)
        self._desk.say(plural(count, "{n} constant is now a variable", "{n:,} constants are now variables"))

    def give_defaults(self) -> None:
        tab = self._tab
        edit = give_defaults(tab.page, tab.scene.selected_ids(), tab.document.find)
        tab.insert(edit)
        tab.scene.select(edit.ids)
        self._desk.say(tr("Done: {text}. Use Undo to revert this change", text=edit.text))

    def add_loss(self) -> None:
        tab, edit = self._looked_at()
        names = _ordered(_outputs(edit, self._selected(tab)), _names(edit, _fetched(edit)))
        if not names:
            hint = tr("select the block that computes the prediction")
            raise UsageError(tr("there is no output to compute a loss from"), hint=hint)
        kinds = {each: tr(_ABOUT[each]) for each in LOSSES}
        self._ask(tab, tr("Add loss"), names, kinds, tr("Loss"), None, _loss)

    def add_step(self) -> None:
        tab, edit = self._looked_at()
        state = state_of(tab)
        names = _ordered(_outputs(edit, self._selected(tab)), state.info.losses if state is not None else ())
        if not names:
            raise UsageError(tr("there is no loss to minimize"), hint=tr("add a loss first"))
        optimizer = Minimize.attribute("optimizer")
        rules = {str(each): "" for each in (optimizer.allowed if optimizer is not None else None) or ()}
        self._ask(tab, tr("Add training step"), names, rules, tr("Optimizer"), _RATE, _step)

    def _ask(
        self,
        tab: DiagramTab,
        title: str,
        names: Sequence[str],
        kinds: Mapping[str, str],
        kind: str,
        rate: str | None,
        make: Callable[[DiagramTab, Elaboration, TrainingDialog], Made],
    ) -> None:
        page = tab.root_page

        def add(dialog: TrainingDialog) -> None:
            if tab is not self._desk.tab or tab.root_page != page:
                return
            edit = make(tab, _elaborated(tab), dialog)
            tab.insert(edit)
            tab.go_to(page, edit.ids[0])
            self._desk.say(tr("Done: {text}. Use Undo to revert this change", text=edit.text))

        self.asking = TrainingDialog(self._desk.tabs, title, names, kinds, kind, rate)
        self.asking.accepted.connect(partial(self._desk.guard, partial(add, self.asking)))
        self.asking.finished.connect(self.asking.deleteLater)
        self.asking.open()

    def _looked_at(self) -> tuple[DiagramTab, Elaboration]:
        tab = self._tab
        return tab, _elaborated(tab)

    def _selected(self, tab: DiagramTab) -> list[str]:
        return [tab.engine.inside.prefix + block for block in tab.scene.selected_ids()]


def _elaborated(tab: DiagramTab) -> Elaboration:
    return elaborated(tab.engine.source(tab.root_page))


def _loss(tab: DiagramTab, elaboration: Elaboration, dialog: TrainingDialog) -> Made:
    document = tab.document.diagram.document
    return train.add_loss(document, elaboration, dialog.of.currentText(), dialog.kind.currentText())


def _step(tab: DiagramTab, elaboration: Elaboration, dialog: TrainingDialog) -> Made:
    of, rule = dialog.of.currentText(), dialog.kind.currentText()
    return train.add_training_step(tab.document.diagram.document, elaboration, of, dialog.step_size, rule)


def _ordered(*names: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(name for each in names for name in each))


def _outputs(elaboration: Elaboration, blocks: Sequence[str]) -> list[str]:
    outputs = [each for each in elaboration.outputs() if each[0] in blocks and each[3].dtype.is_differentiable]
    return [str(Endpoint(*each[:3])) for each in outputs]


def _fetched(elaboration: Elaboration) -> list[Output]:
    fetched = [each for _, request in elaboration.requests for each in request.fetches]
    return list(dict.fromkeys(each for each in fetched if each.dtype.is_differentiable))


def _names(elaboration: Elaboration, outputs: Sequence[Output]) -> list[str]:
    endpoints: dict[Output, list[Endpoint]] = {}
    for block, pin, index, output in elaboration.outputs():
        if output in outputs:
            endpoints.setdefault(output, []).append(Endpoint(block, pin, index))
    return [str(min(endpoints[each], key=lambda end: end.block.count("/"))) for each in outputs if each in endpoints]


class TrainingDialog(QDialog):
    """A dialog for the value to use (the likeliest first), and one of several kinds. ``rate`` None: not asked for."""

    def __init__(
        self, parent: QWidget, title: str, of: Sequence[str], kinds: Mapping[str, str], kind: str, rate: str | None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._kinds = kinds
        self.of = named(QComboBox(self), tr("Loss or prediction"))
        self.of.addItems(list(of))
        self.kind = named(QComboBox(self), kind)
        self.kind.addItems(list(kinds))
        self.about = Text("", "dim", wrap=True, parent=self)
        self.rate = named(QLineEdit(rate or "", self), tr("Learning rate"))
        self.fault = Text("", "error", wrap=True, parent=self)
        self.add = acting(QPushButton(tr("Add"), self, default=True), self.accept)
        form = self.form = QFormLayout()
        form.addRow(tr("&Loss or prediction"), self.of)
        form.addRow(f"&{kind}", self.kind)
        form.addRow(self.about)
        form.addRow(tr("Learning &rate"), self.rate)
        form.setRowVisible(self.rate, rate is not None)
        line = horizontal((self.fault, 1), acting(QPushButton(tr("Cancel"), self), self.reject), self.add)
        vertical(form, line, to=self)
        self.setMinimumWidth(first_size(self, 420, 0).width())
        self._asks_rate = rate is not None
        self.kind.currentTextChanged.connect(self._check)
        self.rate.textChanged.connect(self._check)
        self._check()

    @property
    def step_size(self) -> float:
        """Return the learning rate; NaN if the text is not a number."""
        try:
            return float(self.rate.text())
        except ValueError:
            return math.nan

    def _check(self) -> None:
        self.about.setText(self._kinds.get(self.kind.currentText(), ""))
        self.form.setRowVisible(self.about, bool(self.about.text()))
        is_wrong = self._asks_rate and not math.isfinite(self.step_size)
        fault = tr("The learning rate must be a number") if is_wrong else ""
        self.fault.setText(fault)
        self.add.setEnabled(not fault)
