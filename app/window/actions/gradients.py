"""The commands of the Gradient menu."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QPointF
from PySide6.QtGui import QGuiApplication
from shiboken6 import isValid

from app.canvas.items import PinKey
from app.canvas.tools.toolbox import Offer
from app.core.runs.variables import elaborated, written
from app.core.runs.what_if import PICTURES
from app.core.runs.worker import BackgroundTask, told
from app.core.verbs.gradient.train import make_so, write_down
from app.core.verbs.room import box_of_new
from app.face.gradient import GradientFace, why_odd
from app.panels.gradient import GradientPanel
from app.panels.gradients.state import GradientState
from app.window.panel_table import GRADIENT, INSPECTOR
from app.window.tabs import DiagramTab, WindowPart, WindowProtocol
from blocks.analysis.diagnosis import why_none
from blocks.analysis.gradient_flow import PageFlow
from blocks.base.errors import DiagramError, UsageError
from blocks.base.language import mark, tr
from blocks.document.data import INSTANCE, Endpoint, Json, Page, listed
from blocks.elaborate.model import GRADIENTS, Elaboration, trains
from blocks.run.gradients.numeric import GradientCheck
from blocks.transform.verbs.edit import counted
from blocks.transform.verbs.expanding import Opened, close_gradient, open_beside_instances
from blocks.transform.verbs.wires import reachable
from blocks.worker.page_queries import check_of


def state_of(tab: DiagramTab) -> GradientState | None:
    if not isValid(tab):
        return None
    engine, page = tab.engine, tab.navigation.path.page
    info = engine.checker.infos.get(page)
    if info is None:
        return None
    chosen = tab.scene.selected_ids()
    selected = engine.inside.prefix + chosen[0] if len(chosen) == 1 else ""
    face, find = engine.gradient_of(page), tab.document.find
    block = next((each for each in tab.page.blocks if each.id == chosen[0]), None) if selected else None
    known = (info, face, engine.gradients, engine.store, engine.source(page), selected, find)
    return GradientState(*known, engine.what_if, block, engine.inside)


def _pending() -> UsageError:
    return UsageError(tr("the page is still being checked"), hint=tr("try again in a moment"))


class _CheckQuery(NamedTuple):
    """The numeric gradient check in progress: the page when it began, and the page's current name."""

    tab: DiagramTab
    name: str
    page: Page


class GradientWork(WindowPart):
    """The commands of the Gradient menu. They raise errors as DiagramError; the window reports them."""

    def __init__(self, desk: WindowProtocol) -> None:
        super().__init__(desk)
        self._checking: _CheckQuery | None = None
        self._errand = BackgroundTask(self)
        self._errand.done.connect(self._finish)
        self.what_if = WhatIfWork(desk, lambda: self.show(True))
        panel = desk.docks.panel(GradientPanel)
        panel.shown_wanted.connect(self._guarded(self.show))
        panel.why_wanted.connect(self._guarded(self.why))
        panel.end_wanted.connect(self._guarded(self.go_to_end))
        panel.check_wanted.connect(self._guarded(self.check))

    @property
    def is_shown(self) -> bool:
        tab = self._desk.tab
        return tab is not None and tab.engine.gradients.is_shown(tab.navigation.path.page)

    def flip(self) -> None:
        self.show(not self.is_shown)

    def show(self, on: bool) -> None:
        self._tab.engine.gradients.show(self._tab.navigation.path.page, on)
        if on and not self._docks.are_suspended:
            self._docks.show(GRADIENT)
        elif self._docks.is_open(GRADIENT):
            self._docks.show(INSPECTOR)

    def choose(self) -> None:
        [block] = self._selected()
        state = state_of(self._tab)
        names = list(state.info.losses) if state is not None else []
        if state is not None and len(state.outputs()) == 1:
            names += map(str, state.outputs())
        output = next((name for name in names if name.partition(".")[0] == block), block)
        self._tab.engine.gradients.choose(self._tab.navigation.path.page, output)
        self.show(True)

    def next_end(self, by: int) -> None:
        ends = list(dict.fromkeys(cut.block for cut in self._flow().cuts))
        if not ends:
            raise UsageError(tr("the gradient has no stops"))
        chosen = self._selected()
        index = ends.index(chosen[0]) + by if len(chosen) == 1 and chosen[0] in ends else (0 if by > 0 else -1)
        self.go_to_end(ends[index % len(ends)])

    def go_to_end(self, block: str) -> None:
        self._look_at([block], block)
        reasons = dict.fromkeys(cut.reason for cut in self._flow().cuts if cut.block == block)
        if reasons:
            self._desk.answer(tr("The gradient ends at {block}: {reasons}", block=block, reasons="; ".join(reasons)))

    def why(self, block: str = "") -> None:
        """Go from a block without a gradient (default: the selected one) to the block that stops its gradient."""
        tab = self._tab
        name = block or self._selected()[0]
        explanation = why_odd(tab.engine.gradient_of(tab.root_page), name)
        explanation = explanation or why_none(tab.document.page(tab.root_page), self._flow(), name)
        culprit = self._look_at(explanation.path, explanation.culprit)
        self._desk.answer(explanation.sentence)
        tab.tools.ground.say(explanation.sentence, tab.scene.block_rect(culprit).bottomLeft())

    def check(self) -> None:
        """Check the gradient numerically in another process, or cancel a check in progress."""
        tab, name = self._tab, self._tab.root_page
        if tab.engine.gradients.is_checking(name):
            self.close()
            self._desk.say(tr("Check stopped"))
            return
        of = self._asked()
        if not self.is_shown:
            self.show(True)
        self._docks.show(GRADIENT)
        self.close()
        source = tab.engine.source(name)
        self._errand.start("check", source, {"of": of})
        self._checking = _CheckQuery(tab, name, source.page)
        tab.engine.gradients.set_checking(name)

    def close(self) -> None:
        self._errand.stop()
        self._take_asked()

    def _take_asked(self) -> _CheckQuery | None:
        """Return and clear the check in progress; None if there is none or its tab was closed."""
        asked, self._checking = self._checking, None
        if asked is None or not isValid(asked.tab):
            return None
        gradients = asked.tab.engine.gradients
        name = gradients.checking or asked.name
        gradients.set_checking(None)
        return asked._replace(name=name, page=asked.page._replace(name=name))

    def write_down(self) -> None:
        tab = self._tab
        edit = write_down(tab.document.page(tab.root_page), self._flow(), tab.document.find)
        tab.insert(edit)
        tab.go_to(tab.root_page, edit.ids[0])
        said = mark("The contract {ids} is now checked after each edit. To drop a condition, remove its wire")
        self._desk.say(tr(said, ids=edit.ids[0]))

    def expand(self) -> None:
        tab = self._tab
        [block] = tab.scene.selected_ids()
        source = tab.engine.source(tab.page_name)

        def again(page: Page) -> Elaboration:
            return elaborated(source._replace(page=page))

        document, find = tab.document.diagram.document, tab.document.find
        edit, opened, expanded = open_beside_instances(document, tab.page, block, find, again, box_of_new)
        tab.engine.gradients.put_opened(tab.page_name, opened)  # before the page is looked at as it is then
        tab.document.do(*edit)
        tab.scene.select(opened.blocks)
        tab.view.reveal(tab.scene.content_rect(opened.blocks))
        also = tr(", and unpacked {listed}", listed=listed(expanded)) if expanded else ""
        count = counted(len(opened.blocks), "block")
        what = tr("you can also expand the new gradient block")
        if opened.gradient.type == GRADIENTS:
            what = tr("hover over a new block to mark its forward block")
        said = tr("Expanded {block} into {count}{also}: {what}", block=block, count=count, also=also, what=what)
        self._desk.say(said)

    def collapse(self) -> None:
        tab, opened = self._tab, self._selected_opened()
        tab.document.do(*close_gradient(tab.page, opened))
        tab.scene.select([opened.gradient.id])
        tab.view.reveal(tab.scene.content_rect([opened.gradient.id]))
        self._desk.say(tr("Collapsed into {id}", id=opened.gradient.id))

    def keep(self) -> None:
        opened = self._selected_opened()
        self._tab.engine.gradients.put_opened(self._tab.page_name, opened._replace(kept=True))
        self._desk.say(tr("The blocks of {id} are now ordinary blocks", id=opened.gradient.id))

    @property
    def can_expand(self) -> bool:
        if self._desk.tab is None:
            return False
        kind = self._selected_type()
        return kind == GRADIENTS or trains(self._tab.document.find(kind))

    @property
    def is_open(self) -> bool:
        return self._desk.tab is not None and bool(self._tab.page_name) and self._find_opened() is not None

    def copy_formula(self, *, latex: bool) -> None:
        tab = self._tab
        [block] = tab.scene.selected_ids()
        state = state_of(tab)
        outputs = state.outputs() if state is not None else []
        if state is None or not outputs:
            raise UsageError(tr("{block} has no tensor output, so it has no formula", block=block))
        formula = written(state.source, str(outputs[0]))
        QGuiApplication.clipboard().setText(formula.latex if latex else formula.text)
        self._desk.say(tr("Copied the formula of {outputs}", outputs=outputs[0]))

    def _selected_type(self) -> str:
        chosen = self._tab.scene.selected_ids() if self._tab.page_name else []
        item = self._tab.scene.block_item(chosen[0]) if len(chosen) == 1 else None
        return item.block.type if item is not None else ""

    def _find_opened(self) -> Opened | None:
        chosen = set(self._tab.scene.selected_ids())
        if not chosen:
            return None
        opened = self._tab.engine.gradients.opened(self._tab.page)
        return next((each for each in opened if not chosen.isdisjoint(each.blocks)), None)

    def _selected_opened(self) -> Opened:
        opened = self._find_opened()
        if opened is None:
            raise UsageError(tr("select a block of an expanded gradient"))
        return opened

    def _selected(self) -> list[str]:
        return [self._tab.engine.inside.prefix + block for block in self._tab.scene.selected_ids()]

    def _look_at(self, path: Sequence[str], culprit: str) -> str:
        tab = self._tab
        tab.go_to(tab.root_page, culprit)
        prefix = tab.engine.inside.prefix
        tab.scene.select([block[len(prefix) :] for block in path if block.startswith(prefix)])
        return culprit.rpartition("/")[2]

    def _flow(self) -> PageFlow:
        if not self.is_shown:
            raise UsageError(tr("the gradient view is off: press G to turn it on"))
        info = self._state().info
        if info.flow is not None:
            return info.flow
        if info.asked is None:
            raise _pending()
        asked = self._asked()
        before = reachable(info.page, [asked.partition(".")[0]], upstream=True)
        fault = next((each.block for each in info.problems if each.block in before), None)
        if fault is None:
            raise UsageError(tr("{of} has no gradient", of=asked))
        said = tr("{of} has no gradient because {block} has an error", of=asked, block=fault)
        raise UsageError(said, hint=tr("see the Problems panel"))

    def _state(self) -> GradientState:
        state = state_of(self._tab)
        if state is None:
            raise _pending()
        return state

    def _asked(self) -> str:
        asked = self._state().asked
        if not asked:
            raise UsageError(tr("there is nothing to differentiate"), hint=tr("select a scalar and press D"))
        return asked

    def _finish(self, outcome: Json | DiagramError) -> None:
        asked = self._take_asked()
        if asked is None:
            return
        if isinstance(outcome, DiagramError):
            self._desk.say(told(outcome))
            return
        check = check_of(outcome)
        asked.tab.engine.gradients.put_check(asked.page, check)
        where = "" if asked.tab is self._desk.tab else f"{asked.tab.title}: "
        self._desk.say(where + _said(check, asked.tab.engine.gradient_face(asked.name)))


def _said(check: GradientCheck, face: GradientFace | None) -> str:
    if check.wrong:
        return tr("Wrong gradient: {wrong}", wrong=", ".join(check.wrong))
    title = face.title if face is not None and face.title else check.of
    said = mark("The gradient of {title} is correct") if check.compared else mark("{title} has no gradient to compare")
    return tr(said, title=title)


_STOPS = ("stop_gradient", "prevent_gradient")
_TYPES = ("StopGradient", "PreventGradient")


class WhatIfWork(WindowPart):
    def __init__(self, desk: WindowProtocol, show: Callable[[], None]) -> None:
        super().__init__(desk)
        self._show = show
        self._panel = desk.docks.panel(GradientPanel)
        part = self._panel.what_if
        part.lift_wanted.connect(self._guarded(self.flip_lift))
        part.picture_wanted.connect(self._guarded(self._show_picture))
        part.make_wanted.connect(self._guarded(self.make_so))
        part.end_wanted.connect(self.end)

    @property
    def is_on(self) -> bool:
        tab = self._desk.tab
        return tab is not None and bool(tab.engine.what_if.asked) and tab.engine.what_if.asked.page == tab.root_page

    @property
    def can_ask(self) -> bool:
        tab = self._desk.tab
        return tab is not None and self._is_shown_here(tab) and len(tab.scene.selected_ids()) == 1

    def offers(self, at: QPointF) -> Iterator[Offer]:
        tab = self._desk.tab
        if tab is None or not self._is_shown_here(tab):
            return
        stop, pin = self._stop_at(tab, at), tab.tools.ground.pin_at(at)
        if stop and pin is None:
            lifted = self._path(tab, stop) in tab.engine.what_if.asked.lift and self.is_on
            restore, ignore = mark("What-if: restore this stop"), mark("What-if: ignore this stop")
            if self._has_custom_gradient(tab, stop):
                restore = mark("What-if: restore the custom gradient")
                ignore = mark("What-if: ignore the custom gradient")
            act = partial(self.flip_lift, self._path(tab, stop))
            yield tr(restore if lifted else ignore), partial(self._desk.guard, act)
        output = self._output_of(tab, pin) if pin is not None and tab.engine.gradients.is_shown(tab.root_page) else None
        if output is not None:
            name = self._path(tab, str(output))
            cut = name in tab.engine.what_if.asked.cut and self.is_on
            text = mark("What-if: remove the stop at {output}") if cut else mark("What-if: stop at {output}")
            yield tr(text, output=output), lambda: self._desk.guard(lambda: self.flip_cut(name))

    def ask(self) -> None:
        """Ignore the selected gradient stop, or stop the gradient at the first output of another block."""
        tab = self._tab
        [block] = tab.scene.selected_ids()
        if self._is_stop(tab, block):
            self.flip_lift(self._path(tab, block))
            return
        outputs = [key for key in tab.scene.pins_of(block) if not key.is_input]
        output = next((each for key in outputs if (each := self._output_of(tab, key)) is not None), None)
        if output is None:
            raise UsageError(tr("{block} has no tensor output, so no gradient can stop there", block=block))
        self.flip_cut(self._path(tab, str(output)))

    def flip_lift(self, block: str) -> None:
        self._begin()
        self._tab.engine.what_if.flip_lift(self._tab.root_page, block)

    def flip_cut(self, pin: str) -> None:
        self._begin()
        self._tab.engine.what_if.flip_cut(self._tab.root_page, pin)

    def show_next(self) -> None:
        what_if = self._tab.engine.what_if
        what_if.show(PICTURES[(PICTURES.index(what_if.picture) + 1) % len(PICTURES)])

    def make_so(self) -> None:
        tab = self._tab
        asked = tab.engine.what_if.asked
        edit = make_so(tab.document.diagram.document, asked.page, asked.lift, asked.cut, tab.document.find)
        self.end()
        if edit is not None:
            tab.insert(edit)
            self._desk.say(tr("Done: {text}. Use Undo to revert this change", text=edit.text))

    def end(self) -> None:
        if self._desk.tab is not None:
            self._desk.tab.engine.what_if.end()

    def _begin(self) -> None:
        if not self._tab.engine.gradients.is_shown(self._tab.root_page):
            self._show()
        self._docks.show(GRADIENT)
        self._panel.show_what_if()

    def _show_picture(self, name: str) -> None:
        self._tab.engine.what_if.show(name)

    def _is_shown_here(self, tab: DiagramTab) -> bool:
        return bool(tab.page_name) and (not tab.page_name.startswith(INSTANCE) or bool(tab.engine.inside.path.ids))

    def _path(self, tab: DiagramTab, name: str) -> str:
        return tab.engine.inside.prefix + name

    def _stop_at(self, tab: DiagramTab, at: QPointF) -> str:
        mark = tab.scene.gradient.sign_at(tab.scene.mirror, at, tab.view.transform().m11())
        if mark is not None and mark.cut.kind in _STOPS:
            block = mark.inside or mark.cut.block
            if mark.inside or self._is_stop(tab, block):
                return block
        block = tab.scene.block_at(at) or ""
        return block if self._is_stop(tab, block) else ""

    def _is_stop(self, tab: DiagramTab, block: str) -> bool:
        item = tab.scene.block_item(block) if block else None
        is_stop = item is not None and (item.block.type in _TYPES or self._has_custom_gradient(tab, block))
        return item is not None and is_stop and not item.block.muted

    def _has_custom_gradient(self, tab: DiagramTab, block: str) -> bool:
        spec = tab.scene.mirror.type_of(block)
        return spec is not None and spec.name.startswith(INSTANCE) and bool(spec.gradient_composite)

    def _output_of(self, tab: DiagramTab, pin: PinKey) -> Endpoint | None:
        """Return the output pin, or the source of the input pin; None if it does not carry a tensor."""
        endpoint = pin.endpoint
        if pin.is_input:
            wires = [wire for wire in tab.page.wires if wire.target == endpoint._replace(index=None)]
            if len(wires) != 1:
                return None
            endpoint = wires[0].source
        info = tab.engine.checker.infos.get(tab.page_name)
        known = info.pins if info is not None else ()
        pins = [each for each in known if each[:2] == endpoint[:2] and endpoint.index in (None, each[2])]
        floats = info is not None and any(info.pins[each][0].is_differentiable for each in pins)
        return endpoint if floats else None
