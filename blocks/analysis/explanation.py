"""Explanations of missing gradients in PyTorch steps and JAX functions: the result of `explain` and its table."""

from __future__ import annotations

import functools
import linecache
import math
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from blocks.base.errors import GradientContractError, UsageError
from blocks.base.terminal import columns, printable
from blocks.document.data import listed

_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_STANDARD = os.path.dirname(os.path.abspath(os.__file__)) + os.sep
_WORST_FIRST = ("nonfinite", "none", "zero", "unused", "ok", "frozen")
_LONGEST_NAME = 40


@dataclass(frozen=True)
class Place:
    """An operation and the source line that called it."""

    op: str
    file: str
    line: int
    code: str

    @classmethod
    def of(cls, op: str, file: str, line: int) -> Place:
        return cls(op, file, line, linecache.getline(file, line).strip())

    @property
    def where(self) -> str:
        path = os.path.relpath(self.file) if self.file.startswith(os.getcwd() + os.sep) else self.file
        path = os.path.basename(path) if len(path) > _LONGEST_NAME else path
        return f"{path}:{self.line}"

    def text(self, reason: str) -> str:
        return printable(f"{self.where}  {self.op}: {reason}  {self.code}")


@dataclass(frozen=True)
class Cut(Place):
    """The end of a path from a parameter to the loss: the operation whose result no longer carries the gradient.

    Attributes:
        reason: why the gradient ends there.
        certain: False if it is only assumed that the loss depends on the value that leaves torch there.
    """

    reason: str = ""
    certain: bool = True


@dataclass
class ParameterGradient:
    """The gradient of one parameter, and the reasons if it has none.

    Attributes:
        status: ``frozen``, ``unused``, ``none``, ``nonfinite``, ``zero`` or ``ok``.
        norm: the 2-norm of the gradient, or None.
        reached: whether a gradient arrives, which may be zero.
        cuts: the places where paths from the parameter to the loss end.
        first_nonfinite: the first operation of the backward pass whose result is not finite.
        also: other names of the same parameter.
    """

    status: str
    norm: float | None = None
    reached: bool = False
    cuts: list[Cut] = field(default_factory=list[Cut])
    first_nonfinite: Place | None = None
    also: list[str] = field(default_factory=list[str])

    def add(self, place: Place, reason: str, certain: bool = True) -> None:
        """Add a cut, unless there is one for this operation and line."""
        if all((each.op, each.file, each.line) != (place.op, place.file, place.line) for each in self.cuts):
            self.cuts.append(Cut(place.op, place.file, place.line, place.code, reason, certain))

    def causes(self) -> Iterator[str]:
        if self.status in ("frozen", "unused"):
            yield "requires_grad is False" if self.status == "frozen" else "the loss does not depend on it"
        if self.first_nonfinite is not None:
            yield self.first_nonfinite.text("first gradient that is not finite")
        yield from (cut.text(cut.reason + ("" if cut.certain else " (assumed)")) for cut in self.cuts)


class Explanation:
    """The result of `blocks.torch.explain` and `blocks.jax.explain`. ``print`` shows it as a table, worst first.

    Attributes:
        loss: the value of the loss.
        parameters: the gradient of each parameter, by name.
    """

    def __init__(self, loss: float, parameters: Mapping[str, ParameterGradient]) -> None:
        self.loss = loss
        self.parameters = dict(parameters)

    @property
    def ok(self) -> bool:
        """Whether each parameter is ``ok`` or ``frozen``."""
        return all(each.status in ("ok", "frozen") for each in self.parameters.values())

    def to_json(self) -> dict[str, Any]:
        """Return a dict that `json.dumps` accepts: ``{"loss": ..., "parameters": {name: {...}}}``."""
        parameters = {name: asdict(each) for name, each in self.parameters.items()}
        for each in parameters.values():
            each["norm"] = _number(each["norm"])
            for key in ("first_nonfinite", "also"):
                if not each[key]:
                    del each[key]
        return {"loss": _number(self.loss), "parameters": parameters}

    def check(self, forbid: Mapping[str, str] | Iterable[str] | None, require: Iterable[str] | None) -> None:
        """Raise GradientContractError if a forbidden parameter has a gradient, or a required one has none."""
        names: Any = forbid
        if isinstance(forbid, Mapping) and any(loss != "loss" for loss in names.values()):
            raise UsageError('explain: expected a mapping of names to "loss" in forbid, got another value')
        forbidden, required = self._matching("forbid", names), self._matching("require", require)
        wrong = [f"{name} must not have a gradient, but has one" for name, each in forbidden.items() if each.reached]
        for name, each in required.items():
            if each.status != "ok":
                cause = next(each.causes(), "")
                wrong.append(f"{name} must have a gradient, but its status is {each.status}. {cause}".rstrip(". "))
        if wrong:
            raise GradientContractError("\n".join(wrong), self)

    def __str__(self) -> str:
        rows: list[tuple[str, str, str, str]] = []
        for name, each in sorted(self.parameters.items(), key=lambda item: _WORST_FIRST.index(item[1].status)):
            label = name if len(name) <= _LONGEST_NAME else f"...{name[3 - _LONGEST_NAME :]}"
            first, *others = [*each.causes()] or [""]
            rows.append((each.status, label, "" if each.norm is None else f"{each.norm:.3g}", first))
            rows += [("", "", "", other) for other in others]
        width, count = shutil.get_terminal_size().columns, len(self.parameters)
        bad = sum(each.status not in ("ok", "frozen") for each in self.parameters.values())
        last = f"{bad} of {count} parameters have no usable gradient." if bad else f"All {count} parameters are fine."
        lines = [line if len(line) <= width else f"{line[: width - 3]}..." for line in columns(rows, left=(0, 1, 3))]
        return "\n".join([*lines, last])

    def _matching(self, option: str, wanted: Iterable[str] | None) -> dict[str, ParameterGradient]:
        """Return the parameters with these names or in these modules."""
        known = {name: first for first, each in self.parameters.items() for name in (first, *each.also)}
        result: dict[str, ParameterGradient] = {}
        for each in [wanted] if isinstance(wanted, str) else wanted or ():
            found = [first for name, first in known.items() if name == each or name.startswith(f"{each}.")]
            if not found:
                hint = f"the names are: {listed(known)}"
                raise UsageError(f"explain: {option}: the model has no parameter {each!r}", hint=hint)
            result |= {first: self.parameters[first] for first in found}
        return result


def measured(values: np.ndarray[Any, Any]) -> tuple[str, float]:
    """Return the status and the norm of a gradient: ``nonfinite``, ``zero`` or ``ok``."""
    values = values.astype(np.result_type(values, np.float64), copy=False)
    norm = float(np.linalg.norm(values))
    if not math.isfinite(norm) and not np.isfinite(values).all():
        return "nonfinite", norm
    return "ok" if norm or values.any() else "zero", norm


def is_user_file(file: str, libraries: tuple[str, ...] = ()) -> bool:
    """Return whether a source file is neither ours nor of the standard library or of some other libraries."""
    is_other = file.startswith((_OURS, "<frozen", *libraries))
    return not is_other and (not file.startswith(_STANDARD) or "-packages" in file)


def union(masks: Iterable[int]) -> int:
    """Return the union of sets that are given as bit masks."""
    return functools.reduce(int.__or__, masks, 0)


def _number(value: float | None) -> float | str | None:
    if value is None or math.isfinite(value):
        return value
    return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}[str(value)]
