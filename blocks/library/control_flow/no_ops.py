"""Operations that do nothing: places to wait for others at."""

from __future__ import annotations

from blocks.library.declare import block


@block("-> operation: operation", page="no_op", example={})
def NoOp() -> tuple[()]:
    """Do nothing.

    As an operation it can be run by a session, and others can wait for it.

    Returns:
        operation: the operation; it is no tensor.
    """
    return ()


@block("-> operation: operation", example={})
def ControlTrigger() -> tuple[()]:
    """Do nothing, as NoOp does; in TensorFlow's control flow it runs even where its branch is not taken.

    Returns:
        operation: the operation; it is no tensor.
    """
    return ()
