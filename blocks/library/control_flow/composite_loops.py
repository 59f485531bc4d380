"""Loops and branches that run a composite: what stands on a page. The nodes are those of `body_calls`."""

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
    """Run a composite a number of times, one after the other: a stack of layers, a fixed-point iteration.

    The pins are those of the composite. An input pin whose name is also that of an output pin is carried from round to
    round: [...] the block is given what the first round gets, and gives what the last one gives. Other inputs, [...],
    are the same in each round; other outputs, [...], are stacked along a new first axis: [times, ...].

    For example ``{"id": "stack", "type": "Repeat", "values": {"body": ":Layer", "times": 24}}`` with a wire into
    ``stack.h`` and one from ``stack.h``: 24 layers, the composite of which takes ``h`` and gives ``h``.

    Blocks in the composite may write variables, in the order of the iterations.

    Args:
        body: the composite, with a colon: ``:Layer``.
        times: the number of rounds, 0 or more.
        share: all rounds use the same variables; else each has its own, ``stack/0/w``, ``stack/1/w``, and so on.
        checkpoint: the gradient keeps what is carried of every n-th round only, and computes the others again.
    """
    raise _missing(body)


@block("->", helper=True)
def Scan(
    scope: Scope, *, body: str, over: list[str], reverse: bool = False, checkpoint: int | None = None
) -> dict[str, Any]:
    """Run a composite once for each element along the first axis of a tensor: a recurrent network over time.

    The pins are those of the composite. The block is given [n, ...] at the pins that it goes over, and each round gets
    one element, [...]. An input pin whose name is also that of an output pin is carried from round to round, [...];
    other inputs, [...], are the same in each round; other outputs are stacked along a new first axis: [n, ...]. All
    rounds use the same variables. Blocks in the composite may write them, in the order of the iterations.

    For example ``{"id": "rnn", "type": "Scan", "values": {"body": ":Cell", "over": ["x"]}}`` with wires into ``rnn.x``
    and ``rnn.h``: ``rnn.h`` gives the last state, and ``rnn.y`` what each step gave.

    Args:
        body: the composite, with a colon: ``:Cell``.
        over: the input pins that it goes over.
        reverse: from the last element to the first; what is stacked stays at the index of its element.
        checkpoint: the gradient keeps what is carried of every n-th round only, and computes the others again.
    """
    raise _missing(body)


@block("->", helper=True)
def Map(scope: Scope, *, body: str, over: list[str]) -> dict[str, Any]:
    """Run a composite once for each element along the first axis of a tensor; nothing is carried between rounds.

    The pins are those of the composite. The block is given [n, ...] at the pins that it goes over, and each round gets
    one element, [...]; other inputs, [...], are the same in each round. All outputs are stacked along a new first axis:
    [n, ...]. The rounds are independent of each other, and may run in any order. So no block in them may write a
    variable or have an effect.

    For example ``{"id": "each", "type": "Map", "values": {"body": ":Image", "over": ["image"]}}``.

    Args:
        body: the composite, with a colon: ``:Cell``.
        over: the input pins that it goes over.
    """
    raise _missing(body)


@block("->", helper=True)
def While(
    scope: Scope, *, condition: str, body: str, maximum: int | None = None, checkpoint: int | None = None
) -> dict[str, Any]:
    """Run a composite as long as a condition holds; how often is known when it has run.

    The pins are those of the two composites; a pin that both have is one. Every output of the body is carried to the
    input of the same name, [...]: of the same dtype and shape in each round, unless the InputPin declares a shape with
    sizes that may vary. The condition is asked before each round; its one output is a truth value, []. The block has
    one more output, ``rounds``, []: how many there were. The body may write variables, the condition may not.

    For example ``{"id": "root", "type": "While", "values": {"body": ":Step", "condition": ":Far", "maximum": 100}}``.

    Args:
        condition: the composite that says whether there is another round, with a colon: ``:Less``.
        body: the composite that is run, with a colon: ``:Cell``.
        maximum: more rounds are an error.
        checkpoint: the gradient keeps what is carried of every n-th round only, and computes the others again.
    """
    raise _missing(condition, body)


@block("->", helper=True)
def Cond(scope: Scope, *, then: str, else_: str = "", **values: Any) -> dict[str, Any]:
    """Run one of two composites of the same pins; the other does not run.

    The pins are those of the composites, [...], and ``predicate``, []: a truth value, which says whether ``then`` runs.
    Outputs have the same dtype in both; the gradient by what only the branch not taken uses is zero. Only the branch
    that runs writes variables.

    For example ``{"id": "side", "type": "Cond", "values": {"else": ":Plain", "then": ":Noisy"}}``, with wires into
    ``side.predicate`` and the pins of the composites.

    Args:
        then: the composite that runs where the predicate is true, with a colon: ``:A``.
        else: the one that runs where it is false, with a colon: ``:B``.
    """
    raise _missing(then, values["else"])


# ``else`` is a word of Python's.
Cond.attributes = tuple([each._replace(name=each.name.rstrip("_"), default=REQUIRED) for each in Cond.attributes])
Cond.attribute_names = {each.name: each for each in Cond.attributes}


def _through(*_given: Any) -> Any:
    raise DiagramError("the gradient of a loop is that of its node")


for each in (Repeat, Scan, Map, While, Cond):
    each.gradient()(_through)


def _missing(*bodies: str) -> DiagramError:
    """What is wrong where a block is made as it is: in a diagram without composites, or in Python."""
    names = ", ".join([repr(each.removeprefix(":")) for each in bodies])
    return DiagramError(f"there is no composite {names}", hint="it runs a composite of the diagram that it stands in")
