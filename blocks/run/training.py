"""The training loop: `train` runs a step for each batch of the data."""

from __future__ import annotations

import math
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from blocks.analysis.gradient_flow import page_flow
from blocks.analysis.gradient_targets import differentiated, tensors_at
from blocks.analysis.output_names import asked_by
from blocks.base.dtypes import FLOAT
from blocks.base.errors import DiagramError, UsageError
from blocks.base.names import free_name
from blocks.compile.rewrite import needed_nodes
from blocks.document.data import Document, Endpoint, listed
from blocks.document.model import Diagram, PageView, only_page
from blocks.elaborate.model import Elaboration
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.library.math.comparisons import Cast
from blocks.library.math.sums import AddN
from blocks.library.nn.losses import L2Loss
from blocks.library.training.minimize import optimizer_named
from blocks.run import archives
from blocks.run.batches import ArrayData, Batch, Data, bar, batches_of, rows_in
from blocks.run.files import StrPath
from blocks.run.session import Session, stepping
from blocks.run.steps.feeds import fed_output
from blocks.run.steps.fetches import StepCheck
from blocks.transform.training import training

if TYPE_CHECKING:
    from blocks.run.checkpoints import Checkpoints
    from blocks.run.variables import Variables


@dataclass(frozen=True)
class TrainingResult:
    """The result of `train`.

    Attributes:
        session: the session that trained.
        variables: its variables by path.
        history: ``"loss"`` has the loss of each step, before the step changed the variables. ``"evaluate"`` has the
            mean loss of the evaluation data after each epoch.
    """

    session: Session
    variables: Variables
    history: dict[str, list[float]]


@dataclass(frozen=True)
class TrainingEvent:
    """An event of `train`, for callbacks.

    Attributes:
        kind: ``"step"``, ``"epoch"`` (after the evaluation) or ``"end"``.
        step: the number of steps that the session ran.
        epoch: the number of the epoch, from 1.
        loss: the loss of the step; at the end of an epoch, the mean loss of its steps.
        session: the session.
        history: the history so far, as in `TrainingResult`.
    """

    kind: str
    step: int
    epoch: int
    loss: float
    session: Session
    history: Mapping[str, Sequence[float]]


class NonFiniteError(DiagramError):
    """The error of a training step whose loss or gradient is NaN or infinite. The step changed no variable.

    Attributes:
        step: the number of the step, from 1.
        name: the name of the loss, or ``grad/w`` for the gradient with respect to the variable w.
        result: the `TrainingResult` of the steps before.
        batch: the path of a ``.npz`` file with the batch of the step; None if it could not be written.
    """

    def __init__(self, step: int, name: str, result: TrainingResult, batch: str | None, **where: Any) -> None:
        text = f"step {step:,}: {name} is not finite"
        hint = "the variables have their values from before the step"
        super().__init__(text, hint=f"{hint}. The batch is in {batch}" if batch is not None else hint, **where)
        self.step = step
        self.name = name
        self.result = result
        self.batch = batch


Callback = Callable[[TrainingEvent], object]


def train(
    diagram: Diagram | PageView | Session,
    minimize: str | None = None,
    data: Any = None,
    *,
    epochs: int = 1,
    learning_rate: float | None = None,
    optimizer: str | None = None,
    batch_size: int | None = None,
    shuffle: bool = False,
    seed: int | None = None,
    feed: Mapping[str, Any] | None = None,
    evaluate: Any = None,
    callbacks: Callback | Sequence[Callback] = (),
    progress: bool | Callable[[Any], Any] = False,
    checkpoint: StrPath | None = None,
    every: int | None = None,
    resume: bool = False,
    **options: Any,
) -> TrainingResult:
    """Train a page: run one step for each batch of the data, for a number of epochs.

    Args:
        diagram: a page, a diagram with exactly one page, or a session. A diagram or page is not modified.
        minimize: the name of the loss. If nothing on the page trains, a Minimize block is added for it. If the page
            trains, it must be a loss that the page minimizes, or None.
        data: an iterable of dicts that map names of Placeholders to arrays, such as a list or a DataLoader, or a
            function that returns one for each epoch. Or a dict of arrays [rows, ...], which are indexed for each batch
            and never copied as a whole. The last batch of an epoch may be smaller. None: the page needs no data, and
            an epoch is one step.
        epochs: the number of passes over the data. If the training is resumed, the total number.
        learning_rate: the learning rate. None: that of the page, or 0.01 for an added Minimize block.
        optimizer: an optimizer of the Minimize block, such as ``"Adam"``, or ``"sgd"``. None: that of the page, or
            gradient descent.
        batch_size: for a dict of arrays, the number of rows in a batch. None: all rows.
        shuffle: for a dict of arrays, use a new order of the rows in each epoch. It depends only on the seed.
        seed: the random seed of the session; None: 0.
        feed: further values for each step, by name.
        evaluate: data as in ``data``. Its mean loss, over all rows, is computed after each epoch and changes nothing.
        callbacks: functions that are called with a `TrainingEvent` after each step, after each epoch, and at the end.
            A callback that raises StopIteration ends the training.
        progress: show a progress bar, with rich or tqdm if installed. Or a function that wraps the batches of an
            epoch, such as ``tqdm.tqdm``.
        checkpoint: a folder for checkpoints, which are written after each epoch.
        every: with ``checkpoint``, also write one every ``every`` steps.
        resume: continue from the latest checkpoint, if there is one. Data from an iterable must have the same order.
        options: the other arguments of `Session`, such as ``backend`` and ``memory``.

    Raises:
        NonFiniteError: the loss or a gradient is not finite.
        UsageError: a name does not exist, or the data does not fit the page.
        RunError: a block failed.

    Example:
        page = blocks.Diagram().add_page("main")
        page.add("Placeholder", id="x", dtype="DT_FLOAT", shape=[None])
        page.add("Variable", id="w", initvalues=0.0)
        page.add("SquaredDifference", id="error")
        page.add("Mean", id="loss", axis=[0])
        for source, target in [("x", "error.x"), ("w", "error.y"), ("error", "loss.input")]:
            page.wire(source, target)
        data = {"x": np.array([1.0, 2.0, 3.0, 4.0])}
        result = blocks.train(page, "loss", data, batch_size=2, epochs=50, learning_rate=0.1)
        print(result.history["loss"][-1], result.variables["w"])
    """
    options["seed"] = seed
    if epochs < 1:
        raise UsageError(f"epochs: expected at least 1, got {epochs}")
    if checkpoint is None and (resume or every is not None):
        raise UsageError("resume and every: used only with checkpoint")
    values = {"learning_rate": learning_rate, "optimizer": None if optimizer is None else optimizer_named(optimizer)}
    chosen = [{name: value for name, value in each.items() if value is not None} for each in (values, options)]
    session, name = _prepared(diagram, minimize, *chosen)
    begun = session.steps
    batches = batches_of(session, data, batch_size, (session.seed, begun) if shuffle else None)
    loop = _Loop(session, name, feed or {}, [callbacks] if callable(callbacks) else callbacks, every)
    if evaluate is not None:
        loop.history["evaluate"] = []
        loop.evaluation = batches_of(session, evaluate, batch_size, None, name="evaluate")
    if checkpoint is not None:
        from blocks.run.checkpoints import Checkpoints  # most training keeps none

        rows = batches if isinstance(batches, ArrayData) else None
        loop.checkpoints = Checkpoints(session, os.fspath(checkpoint), every or 1, resumes=resume, data=rows)
        if resume:
            loop.checkpoints.resume(loop.feed)
            begun = 0
    loop.run(batches, epochs, session.steps - begun, progress)
    return loop.result()


@dataclass
class _Loop:
    session: Session
    name: str
    feed: Batch
    callbacks: Sequence[Callback]
    every: int | None
    evaluation: Data | None = None
    checkpoints: Checkpoints | None = None
    history: dict[str, list[float]] = field(default_factory=lambda: {"loss": []})

    def result(self) -> TrainingResult:
        return TrainingResult(self.session, self.session.variables, self.history)

    def run(self, data: Data, epochs: int, done: int, progress: Any) -> None:
        """Run the epochs, without the first ``done`` steps, which a resumed training ran before."""
        losses, kept, epoch = self.history["loss"], self.session.steps if done else -1, 0
        with suppress(StopIteration):  # raised by a callback
            for epoch in range(1, epochs + 1):
                first = len(losses)
                for batch in bar(data, epoch, epochs, progress):
                    done -= 1
                    if done >= 0:
                        continue
                    losses.append(self._step({**self.feed, **batch()}))
                    if self.every is not None and self.session.steps % self.every == 0:
                        kept = self._keep(kept)
                    self._tell("step", epoch, losses[-1])
                if done < 0:
                    kept = self._keep(kept)
                    if self.evaluation is not None:
                        self.history["evaluate"].append(self._mean_loss(self.evaluation, epoch))
                    self._tell("epoch", epoch, math.fsum(losses[first:]) / max(1, len(losses) - first))
        self._keep(kept)
        with suppress(StopIteration):
            self._tell("end", epoch, losses[-1] if losses else math.nan)

    def _step(self, feed: Batch) -> float:
        session, step = self.session, self.session.steps + 1
        try:
            with stepping(session, self.name, feed, lazy=True, check=finite_check(session, self.name)) as stepper:
                results = stepper.step()
        except NotFinite as error:
            raise not_finite(step, str(error), self.result(), feed) from None
        assert results is not None
        if results.stopped is not None:  # at a breakpoint of the session
            raise StopIteration
        return float(results[self.name].sum())

    def _mean_loss(self, data: Data, epoch: int) -> float:
        total = rows = 0.0
        for late in data.epoch(epoch - 1):
            batch = late()
            count = rows_in(batch)
            total += count * float(self.session.evaluate(self.name, {**self.feed, **batch})[self.name].sum())
            rows += count
        return total / rows

    def _keep(self, kept: int) -> int:
        step = self.session.steps
        if self.checkpoints is not None and kept != step:
            self.checkpoints.ran(step, step)
        return step

    def _tell(self, kind: str, epoch: int, loss: float) -> None:
        for each in self.callbacks:
            each(TrainingEvent(kind, self.session.steps, epoch, loss, self.session, self.history))


class NotFinite(Exception):
    """A value that is not finite; its text is the value's name."""


_CHECKS: WeakKeyDictionary[Session, dict[str, StepCheck]] = WeakKeyDictionary()
"""The checks of a session by the name of the loss. They are kept, because they add nodes to the session's graph."""


def finite_check(session: Session, loss: str) -> StepCheck:
    """Return a check of the loss and the gradients of a step, which raises NotFinite.

    It looks at each element only if the sum of their squares, which may overflow, is not finite.
    """
    known = _CHECKS.setdefault(session, {})
    if loss in known:
        return known[loss]
    elaboration = session.elaboration
    names = {output: loss for output in differentiated(elaboration, loss)}
    for trained in elaboration.trained.values():
        paths = [f"grad/{variable.op.block_name}" for variable in trained.variables]
        names.update(zip(trained.gradients, paths, strict=True))
    names |= {output: f"grad/{source}" for _, source, output in hand_wired(elaboration)}
    scope = Scope(elaboration.graph).new_sub_scope("finite")

    def single(output: Output) -> Output:
        return output if output.dtype is FLOAT else Cast(scope, output, DstT=FLOAT).as_output()

    def check(values: Sequence[Any]) -> None:
        if values[-1] is not None and not math.isfinite(values[-1]):
            for value, name in zip(values, names.values(), strict=False):
                if value is not None and not np.isfinite(np.asarray(value)).all():
                    raise NotFinite(name)

    total = AddN(scope, [L2Loss(scope, single(each)) for each in names]).as_output()
    known[loss] = StepCheck([*names, total], check)
    return known[loss]


def not_finite(step: int, name: str, result: TrainingResult, feed: Batch) -> NonFiniteError:
    """Return the error of a step, after its batch was written."""
    session = result.session
    return NonFiniteError(step, name, result, _saved(session, feed, step), page=session.page.name, file=session.file)


def _saved(session: Session, feed: Batch, step: int) -> str | None:
    dtypes = {name: output.dtype for name in feed if (output := fed_output(session.elaboration, name)) is not None}
    with suppress(DiagramError, OSError, ValueError):
        path = os.path.join(tempfile.mkdtemp(prefix="gradblocks-"), f"batch-{step}.npz")
        archives.save(path, {name: feed[name] for name in dtypes}, dtypes)
        return path
    return None


def _prepared(
    source: Diagram | PageView | Session, minimize: str | None, values: dict[str, Any], options: dict[str, Any]
) -> tuple[Session, str]:
    """Return a session whose page trains, given values of Minimize and options of the session, and its loss's name."""
    if isinstance(source, Session):
        for unused in values | options:
            raise UsageError(f"{unused}: not used with a Session", hint="pass the diagram instead")
        session, page = source, None
    else:
        page = only_page(source) if isinstance(source, Diagram) else source
        session = Session(page, **options)
    name = loss_of(session.elaboration, minimize)
    if name is None and (page is None or minimize is None):
        hint = "add a Minimize block" if page is None else "set minimize to the name of the loss"
        raise UsageError("nothing on the page trains", page=session.page.name, hint=hint)
    if page is None or (name is not None and not values):
        return session, str(name)
    page = _copy(page.diagram.document, page)
    if name is None:
        page = _with_training(page, session, str(minimize), **values)
        return Session(page, **options), str(minimize)
    trainer, *others = session.elaboration.trained or [""]
    if others or page.get(trainer) is None or page.wires_into(trainer, next(iter(values))):
        text = f"{next(iter(values))}: used only if the page has one Minimize block and no wire gives it the value"
        raise UsageError(text, page=page.name)
    page.set(trainer, **values)
    return Session(page, **options), name


def loss_of(elaboration: Elaboration, minimize: str | None) -> str | None:
    """Return the name of the loss that a page minimizes; None if nothing on the page trains.

    It raises UsageError for another loss, and if the page minimizes several and none is named.
    """
    losses = [each.loss for each in elaboration.trained.values()]
    if not losses:
        blocks = dict.fromkeys(block for block, *_ in hand_wired(elaboration))
        losses = [each for block in blocks for each in tensors_at(elaboration, block, "outputs")]
    named = losses if minimize is None else differentiated(elaboration, minimize)
    if minimize is not None and len(named) != 1:
        text = f"minimize: expected one tensor, {minimize!r} refers to {len(named)}"
        raise UsageError(text, page=elaboration.page.name)
    if not losses:
        return None
    names = [_name(elaboration, each) for each in dict.fromkeys(losses)]
    if named[0] not in losses or len(set(named)) > 1:
        hint = f"set minimize to one of: {listed(names)}"
        raise UsageError(f"the page minimizes {listed(names)}", page=elaboration.page.name, hint=hint)
    return minimize or names[0]


def _name(elaboration: Elaboration, of: Output) -> str:
    names = [Endpoint(block, pin, index) for block, pin, index, output in elaboration.outputs() if output is of]
    block = names[0].block
    return block if len(asked_by(elaboration, block).outputs) == 1 else str(names[0])


def hand_wired(elaboration: Elaboration) -> Iterator[tuple[str, str, Output]]:
    """Yield the gradients of gradient blocks that a page uses for updates: the block, the source and the gradient."""
    graph = elaboration.graph
    runs = needed_nodes(graph, (), [node for node in graph.nodes if node.type.writes])
    for block in elaboration.gradients:
        outputs: Any = elaboration.values.get(block, {}).get("grad_outputs", ())
        for wire, output in zip(elaboration.wires_to(block, "inputs"), outputs, strict=False):
            if isinstance(output, Output) and runs[output.op.number]:
                yield block, wire.source.block, output


def _with_training(
    page: PageView, session: Session, loss: str, learning_rate: float = 0.01, optimizer: str = "GradientDescent"
) -> PageView:
    """Return a page with a Minimize block. Constants become variables only if there is no variable to train."""
    elaboration = session.elaboration
    fates = page_flow(elaboration, loss).variables
    if any(spec.variable and name in fates and fates[name].reached for name, spec in elaboration.specs.items()):
        name = free_name("train", {each.id for each in page.blocks})
        page.minimize(loss, learning_rate=learning_rate, optimizer=optimizer, id=name)
        return page
    document, read_file = page.diagram.document, session.files.load
    changed = training(document, page.name, loss, learning_rate, optimizer=optimizer, read_file=read_file)
    return _copy(changed.document, page)


def _copy(document: Document, page: PageView) -> PageView:
    result = Diagram(document)
    result.path = page.diagram.path
    return result.page(page.name)
