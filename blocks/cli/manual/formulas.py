"""The gradient formulas of block types, from their gradient rules applied to their examples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from blocks.base.dtypes import FLOAT, dtype_of
from blocks.base.errors import DiagramError
from blocks.document.python_values import file_value
from blocks.graph.formulas import formula
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.library.array.identity import Placeholder

_LONGEST = 100


def gradient_formulas(spec: BlockSpec) -> Iterator[tuple[str, str]]:
    """Yield inputs with the formula of their gradient, in which ``g`` is the gradient of the first output.

    Inputs are left out if the example cannot show the gradient, or if the formula is long.
    """
    if spec.rule is None or spec.kind != "op" or spec.example is None:
        return
    scope = Scope.new_root_scope()
    try:
        known = {name: _argument(scope, spec, name, value) for name, value in spec.example.items()
                 if spec.input(name) is not None or spec.attribute(name) is not None}  # fmt: skip
        result = spec(scope.with_op_name(spec.name), **known).outputs[0]
        g = _placeholder(scope, "g", result.dtype.numpy, result.shape)
    except (DiagramError, ValueError, TypeError):
        return
    for name in spec.rule.inputs:
        if isinstance(known.get(name), Output):
            try:
                [gradient] = add_symbolic_gradients(scope, [result], [known[name]], [g])
                text = formula(gradient).text
            except DiagramError:
                continue
            if len(text) <= _LONGEST and "\n" not in text:
                yield name, text


def _argument(scope: Scope, spec: BlockSpec, name: str, value: Any) -> Any:
    pin = spec.input(name)
    if pin is None or pin.is_list or spec.rule is None or name not in spec.rule.inputs:
        return value
    array = np.asarray(file_value(value))
    if FLOAT in pin.allowed and array.dtype.kind in "if":
        array = array.astype(np.float32)
    return _placeholder(scope, name, array.dtype, array.shape)


def _placeholder(scope: Scope, name: str, dtype: Any, shape: Any) -> Output:
    kind = dtype_of(np.zeros((), dtype)).name
    return Placeholder(scope.with_op_name(name), kind, shape=list(shape)).outputs[0]
