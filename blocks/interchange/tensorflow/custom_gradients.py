"""Custom gradients in the function library of a TensorFlow model, and the values that their functions capture.

TensorFlow 2 writes ``tf.custom_gradient`` as an IdentityN with an attribute that names an entry of the library. The
function of the entry gets the gradients of the results and captures all other values. In older graphs, an entry names
the gradient of a function, which gets the inputs of that function, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from blocks.library.parsing.tensor_messages import DTYPES

GRADIENT = "_gradient_op_type"
CAPTURES = "_captures"
"""The attribute of a gradient function that names the tensors it captures, in a graph without objects."""


class SavedGradient(NamedTuple):
    """A gradient in the function library; ``function`` is empty for TensorFlow's gradient of Identity.

    Attributes:
        captured: the tensors that its last arguments are, and the function around each: empty for the graph itself,
            None for the graph of the operation.
        targets: the result of the function for each of the last inputs of the operation; None if there is none.
        gets_inputs: its first arguments are the inputs of the operation.
    """

    function: str
    captured: Sequence[tuple[str, str | None]]
    targets: Sequence[int | None]
    gets_inputs: bool = False


class SavedGradients:
    """The gradients in a library; ``names`` are the functions that compute them.

    Functions are bound to what they capture by the ``objects`` of a SavedModel; ``nodes`` are those of its variables.
    """

    def __init__(self, library: Any, objects: Any, nodes: Mapping[int, str]) -> None:
        self._objects = objects
        self._nodes = nodes
        self._functions = {each.signature.name: each for each in library.function}
        self._of_types = {_text(each.registered_op_type): each.gradient_func for each in library.registered_gradients}
        self._of_functions = {_text(each.function_name): each.gradient_func for each in library.gradient}
        self.names = {_text(each.gradient_func) for each in (*library.registered_gradients, *library.gradient)}

    def find(self, kind: str, called: str | None) -> SavedGradient | None:
        """Return the gradient of an operator type, or of a function that is called; None if there is no entry."""
        is_call = called in self._of_functions
        function = self._functions.get(self._of_functions[called] if is_call else self._of_types.get(kind))
        if function is None:
            return SavedGradient("", (), (0,)) if kind == "Identity" else None
        name, returned = _text(function.signature.name), function.signature.output_arg
        # Some functions return zeros for integers.
        smooth = [(dtype := DTYPES.get(each.type)) is not None and dtype.is_differentiable for each in returned]
        targets = [i if is_smooth else None for i, is_smooth in enumerate(smooth)]
        captured = [(_text(each), None) for each in function.attr[CAPTURES].list.s] if CAPTURES in function.attr else []
        if not is_call and self._objects is not None and name in self._objects.concrete_functions:
            bound = self._objects.concrete_functions[name]
            captured = list(map(self._captured, bound.bound_inputs))
            signature, left = bound.output_signature, iter(targets)
            values = [*signature.list_value.values, *signature.tuple_value.values]
            targets = [None if each.HasField("none_value") else next(left, None) for each in values] or targets
        return SavedGradient(name, captured, targets, is_call)

    def _captured(self, number: int) -> tuple[str, str | None]:
        """Return a captured tensor and the function around it, both empty if it is something else."""
        nodes = self._objects.nodes
        item = nodes[number] if 0 <= number < len(nodes) else None
        if item is not None and item.HasField("captured_tensor"):
            return _text(item.captured_tensor.name), _text(item.captured_tensor.concrete_function)
        name = "" if item is None else _text(item.constant.operation or item.variable.name)
        return self._nodes.get(number, name), ""


def _text(name: bytes) -> str:
    return name.decode(errors="replace")
