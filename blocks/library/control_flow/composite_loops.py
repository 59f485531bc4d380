"""Loops and branches that run a composite: the block types for pages. `body_calls` has the graph nodes."""

from __future__ import annotations

from typing import Any

from blocks.base.errors import DiagramError
from blocks.graph.scope import Scope
from blocks.graph.spec import REQUIRED
from blocks.library.declare import block


@block("->", helper=True)
def Repeat(
    scope: Scope, *, body: str, times: int, share: bool = False, checkpoint: int | None = None
) -> dict[str, Any]:
    """Run a composite a fixed number of times in sequence, such as a stack of layers or a fixed-point iteration.

    The pins are those of the composite. An input pin that has the name of an output pin is carried from iteration to
    iteration: the block's input, [...], goes to the first iteration, and the block's output is the result of the last.
    Other inputs, [...], are the same in each iteration. Other outputs, [...], are stacked along a new first axis:
    [times, ...].

    For example, ``{"id": "stack", "type": "Repeat", "values": {"body": ":Layer", "times": 24}}`` with a wire to
    ``stack.h`` and one from ``stack.h`` is a stack of 24 layers. The composite has an input ``h`` and an output ``h``.

    Blocks in the composite may write variables, in the order of the iterations.

    Args:
        body: the name of the composite, prefixed with a colon, such as ``:Layer``.
        times: the number of iterations, 0 or more.
        share: whether all iterations use the same variables. Otherwise, each has its own: ``stack/0/w``, ``stack/1/w``,
            and so on.
        checkpoint: store the carried values of every Nth iteration only, and recompute the others for the gradient, to
            save memory. If it is not set, all iterations are stored.
    """
    raise _missing(body)


@block("->", helper=True, doc_of=Repeat)
def Scan(
    scope: Scope, *, body: str, over: list[str], reverse: bool = False, checkpoint: int | None = None
) -> dict[str, Any]:
    """Run a composite for each element along the first axis of tensors, and carry state, as an RNN does.

    The pins are those of the composite. The pins to iterate over are given [n, ...], and each iteration gets one
    element, [...]. An input pin that has the name of an output pin is carried from iteration to iteration, [...]. Other
    inputs, [...], are the same in each iteration. Other outputs are stacked along a new first axis: [n, ...]. All
    iterations use the same variables. Blocks in the composite may write them, in the order of the iterations.

    For example, ``{"id": "rnn", "type": "Scan", "values": {"body": ":Cell", "over": ["x"]}}`` has wires to ``rnn.x``
    and ``rnn.h``. Then ``rnn.h`` gives the last state, and ``rnn.y`` gives the outputs of all iterations.

    Args:
        body: the name of the composite, prefixed with a colon, such as ``:Cell``.
        over: the names of the input pins to iterate over.
        reverse: whether to iterate from the last element to the first. Stacked outputs keep the index of their element.
    """
    raise _missing(body)


@block("->", helper=True, doc_of=Scan)
def Map(scope: Scope, *, body: str, over: list[str]) -> dict[str, Any]:
    """Run a composite for each element along the first axis of tensors. The iterations are independent.

    The pins are those of the composite. The pins to iterate over are given [n, ...], and each iteration gets one
    element, [...]. Other inputs, [...], are the same in each iteration. All outputs are stacked along a new first axis:
    [n, ...]. The iterations may run in any order, so blocks in the composite must not write variables or have side
    effects.

    For example: ``{"id": "each", "type": "Map", "values": {"body": ":Image", "over": ["image"]}}``.
    """
    raise _missing(body)


@block("->", helper=True, doc_of=Repeat)
def While(
    scope: Scope, *, condition: str, body: str, maximum: int | None = None, checkpoint: int | None = None
) -> dict[str, Any]:
    """Run a composite while a condition holds. The number of iterations is known only after the loop has run.

    The pins are those of the two composites. A pin that both have is a single pin. Every output of the body is carried
    to the input of the same name, [...]. It has the same dtype and shape in each iteration, unless the InputPin
    declares a shape with sizes that may vary. The condition is evaluated before each iteration. Its only output is a
    boolean, []. The block has one more output, ``rounds``, []: the number of iterations. The body may write variables,
    but the condition may not.

    For example: ``{"id": "root", "type": "While", "values": {"body": ":Step", "condition": ":Far", "maximum": 100}}``.

    Args:
        condition: the composite that decides whether there is another iteration, such as ``:Less``.
        body: the composite to run in each iteration: its name, prefixed with a colon, such as ``:Cell``.
        maximum: the largest number of iterations. The step fails if there are more.
    """
    raise _missing(condition, body)


@block("->", helper=True)
def Cond(scope: Scope, *, then: str, else_: str = "", **values: Any) -> dict[str, Any]:
    """Run one of two composites with the same pins, depending on a boolean.

    The pins are those of the composites, [...], and ``predicate``, []: a boolean, which decides whether ``then`` runs.
    An output must have the same dtype in both composites. Inputs that only the other branch uses get a gradient of
    zero. Only the branch that runs writes variables.

    For example, ``{"id": "side", "type": "Cond", "values": {"else": ":Plain", "then": ":Noisy"}}`` has wires to
    ``side.predicate`` and to the pins of the composites.

    Args:
        then: the name of the composite to run if the predicate is true, prefixed with a colon, such as ``:A``.
        else: the name of the composite to run if the predicate is false, prefixed with a colon, such as ``:B``.
    """
    raise _missing(then, values["else"])


# ``else`` is a word of Python's.
Cond.attributes = tuple([each._replace(name=each.name.rstrip("_"), default=REQUIRED) for each in Cond.attributes])
Cond.attribute_names = {each.name: each for each in Cond.attributes}


def _through(*_given: Any) -> Any:
    raise DiagramError("a loop has a gradient only after its composites have been built into the graph")


for each in (Repeat, Scan, Map, While, Cond):
    each.gradient()(_through)


def _missing(*bodies: str) -> DiagramError:
    names = ", ".join([repr(each.removeprefix(":")) for each in bodies])
    return DiagramError(f"there is no composite {names}", hint="name a composite of this diagram")
