"""The options of ``gradblocks run`` that train on the rows of a file: ``--data``, ``--batch``, ``--epochs``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from blocks.base.dtypes import DOUBLE
from blocks.base.errors import UsageError
from blocks.base.literals import from_array
from blocks.cli import arguments
from blocks.cli.input_files import errors_in, must_exist

if TYPE_CHECKING:
    from blocks.run.session import Session
    from blocks.run.steps.fetches import StepCheck


def add_options(parser: arguments.Parser) -> None:
    add = partial(parser.add_argument, group="training")
    used = [arguments.needs("data")]
    add("--data", metavar="FILE.npz",
        help="run one step for each batch of the rows of the arrays in FILE, which have the names of"
             " Placeholders")  # fmt: skip
    add("--batch", metavar="N", type=arguments.count, used=used,
        help="the number of rows in a batch; the last batch may be smaller (default: all rows)")  # fmt: skip
    add("--epochs", metavar="E", type=arguments.count, default=1, used=used,
        help="the number of passes over the data, in total also with --resume (default: 1)")  # fmt: skip
    add("--shuffle", action="store_true", used=used,
        help="use a new order of the rows in each epoch, which depends only on --seed")  # fmt: skip


class DataRun:
    """A run over the rows of a file; ``check`` gets the loss and gradients of each step, if the page has one loss."""

    def __init__(self, session: Session, options: Any) -> None:
        from blocks.run import archives
        from blocks.run.batches import ArrayData
        from blocks.run.steps.fetches import StepCheck
        from blocks.run.training import finite_check, loss_of

        must_exist(options.data)
        with archives.opened(options.data) as archive:
            arrays = {name: archive.mapped(name, session.memory) for name in archive.names}
        seed = (session.seed, 0) if options.shuffle else None
        with errors_in(options.data):
            self.data = ArrayData(session, arrays, options.batch, seed, "--batch")
        self.epochs = options.epochs
        self.steps = self.epochs * len(self.data)
        self.check: StepCheck | None = None
        self._session = session
        self._losses: dict[int, list[float]] = {}
        with suppress(UsageError):  # several losses
            name = loss_of(session.elaboration, None)
            if name is not None:
                outputs, check = finite_check(session, name)
                self.check = StepCheck(outputs, partial(self._look, check))

    def _look(self, check: Callable[[Sequence[Any]], None], values: Sequence[Any]) -> None:
        from blocks.run.training import NotFinite, TrainingResult, not_finite

        session = self._session
        epoch, losses = session.steps // len(self.data) + 1, self._losses
        try:
            check(values)
        except NotFinite as error:
            result = TrainingResult(session, session.variables, {"loss": [x for each in losses.values() for x in each]})
            raise not_finite(session.steps + 1, str(error), result, self.data.batch(session.steps)) from None
        if values[0] is not None:
            losses.setdefault(epoch, []).append(float(np.sum(values[0])))

    def means(self) -> dict[int, float]:
        return {epoch: float(np.mean(each)) for epoch, each in self._losses.items()}

    def json(self) -> dict[str, Any]:
        return {"epochs": self.epochs, "losses": from_array(np.array([*self.means().values()]), DOUBLE)}

    def notes(self) -> list[str]:
        means = self.means()
        ends = dict.fromkeys([min(means), max(means)]) if means else ()
        return [f"the mean loss of epoch {epoch:,} is {means[epoch]:.6g}" for epoch in ends]
