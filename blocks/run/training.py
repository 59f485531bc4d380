"""The training loop: `train` runs a step for each batch of the data."""

from __future__ import annotations

import math
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from blocks.analysis.gradient_targets import differentiated
from blocks.base.dtypes import FLOAT
from blocks.base.errors import DiagramError, UsageError
from blocks.document.model import Diagram, PageView
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.library.math.casting import Cast
from blocks.library.math.sums import AddN
from blocks.library.nn.losses import L2Loss
from blocks.run import archives
from blocks.run.batches import ArrayData, Batch, Data, bar, batches_of, rows_in
from blocks.run.files import StrPath
from blocks.run.results import Results
from blocks.run.session import Session, stepping
from blocks.run.steps.feeds import fed_output
from blocks.run.steps.fetches import StepCheck
from blocks.run.trained_session import hand_wired, prepared

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
    if epochs < 1:
        raise UsageError(f"epochs: expected at least 1, got {epochs}")
    if checkpoint is None and (resume or every is not None):
        raise UsageError("resume and every: used only with checkpoint")
    session, name = prepared(diagram, minimize, learning_rate, optimizer, {"seed": seed, **options})
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


class _Loop:
    def __init__(
        self, session: Session, name: str, feed: Batch, callbacks: Sequence[Callback], every: int | None
    ) -> None:
        self.feed = feed
        self.evaluation: Data | None = None
        self.checkpoints: Checkpoints | None = None
        self.history: dict[str, list[float]] = {"loss": []}
        self._session = session
        self._name = name
        self._callbacks = callbacks
        self._every = every
        self._checks = _checks(session, name)

    def result(self) -> TrainingResult:
        return TrainingResult(self._session, self._session.variables, self.history)

    def run(self, data: Data, epochs: int, done: int, progress: Any) -> None:
        """Run the epochs, without the first ``done`` steps, which a resumed training ran before."""
        losses, kept, epoch = self.history["loss"], self._session.steps if done else -1, 0
        with suppress(StopIteration):  # raised by a callback
            for epoch in range(1, epochs + 1):
                first = len(losses)
                for batch in bar(data, epoch, epochs, progress):
                    done -= 1
                    if done >= 0:
                        continue
                    losses.append(self._step({**self.feed, **batch()}))
                    if self._every is not None and self._session.steps % self._every == 0:
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
        session, checks = self._session, self._checks
        try:
            if session.has_effects:  # the step cannot run twice
                results = self._checked(feed, checks.exact)
            else:
                try:
                    results = self._checked(feed, checks.quick)
                except _NotFinite:
                    results = self._checked(feed, checks.exact)
        except _NotFinite as error:
            where = {"page": session.page.name, "file": session.file}
            step = session.steps + 1
            raise NonFiniteError(step, str(error), self.result(), _saved(session, feed, step), **where) from None
        if results.stopped is not None:  # at a breakpoint of the session
            raise StopIteration
        loss = results[self._name]
        return loss.item() if loss.ndim == 0 else float(loss.sum())

    def _checked(self, feed: Batch, check: StepCheck) -> Results:
        with stepping(self._session, self._name, feed, lazy=True, check=check) as stepper:
            results = stepper.step()
        assert results is not None
        return results

    def _mean_loss(self, data: Data, epoch: int) -> float:
        """Return the mean loss over all rows."""
        total = rows = 0.0
        for late in data.epoch(epoch - 1):
            batch = late()
            count = rows_in(batch)
            total += count * float(self._session.evaluate(self._name, {**self.feed, **batch})[self._name].sum())
            rows += count
        return total / rows

    def _keep(self, kept: int) -> int:
        """Write a checkpoint unless the last one is of this step; return the step."""
        step = self._session.steps
        if self.checkpoints is not None and kept != step:
            self.checkpoints.ran(step, step)
        return step

    def _tell(self, kind: str, epoch: int, loss: float) -> None:
        for each in self._callbacks:
            each(TrainingEvent(kind, self._session.steps, epoch, loss, self._session, self.history))


class _NotFinite(Exception):
    """A value that is not finite; its text is the value's name."""


class _Checks(NamedTuple):
    """Two checks of the loss and the gradients of a step, which raise _NotFinite.

    Attributes:
        quick: looks at the sum of their squares, which takes little time but may overflow.
        exact: looks at each element, and knows the name of the first one that is not finite.
    """

    quick: StepCheck
    exact: StepCheck


_CHECKS: WeakKeyDictionary[Session, dict[str, _Checks]] = WeakKeyDictionary()
"""The checks of a session by the name of the loss. They are kept, because they add nodes to the session's graph."""


def _checks(session: Session, loss: str) -> _Checks:
    known = _CHECKS.setdefault(session, {})
    if loss in known:
        return known[loss]
    elaboration = session.elaboration
    names = {output: loss for output in differentiated(elaboration, loss)}
    for trained in elaboration.trained.values():
        for variable, gradient in zip(trained.variables, trained.gradients, strict=True):
            names[gradient] = f"grad/{variable.op.block_name}"
    names |= {output: f"grad/{source}" for _, source, output in hand_wired(elaboration)}
    scope = Scope(elaboration.graph).new_sub_scope("finite")

    def single(output: Output) -> Output:
        return output if output.dtype is FLOAT else Cast(scope, output, DstT=FLOAT).as_output()

    def quick(values: Sequence[Any]) -> None:
        if values[0] is not None and not math.isfinite(values[0]):
            raise _NotFinite

    def exact(values: Sequence[Any]) -> None:
        for value, name in zip(values, names.values(), strict=True):
            if value is not None and not np.isfinite(np.asarray(value)).all():
                raise _NotFinite(name)

    total = AddN(scope, [L2Loss(scope, single(each)) for each in names]).as_output()
    known[loss] = _Checks(StepCheck([total], quick), StepCheck([*names], exact))
    return known[loss]


def _saved(session: Session, feed: Batch, step: int) -> str | None:
    """Write the values fed to a step into a new file and return its path; return None if that fails."""
    dtypes = {name: output.dtype for name in feed if (output := fed_output(session.elaboration, name)) is not None}
    with suppress(DiagramError, OSError, ValueError):
        path = os.path.join(tempfile.mkdtemp(prefix="gradblocks-"), f"batch-{step}.npz")
        archives.save(path, {name: feed[name] for name in dtypes}, dtypes)
        return path
    return None
