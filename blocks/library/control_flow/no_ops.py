"""Operations that do nothing: points to wait for others at."""

from __future__ import annotations

from blocks.base.errors import DiagramError
from blocks.library.declare import block


@block("-> operation: operation", page="no_op", no_op=True, example={})
def NoOp() -> tuple[()]:
    """Do nothing.

    As an operation it can be run by a session, and others can wait for it.

    Returns:
        operation: the operation; it is no tensor.
    """
    return ()


@block("-> operation: operation", takes_dead=True, no_op=True, example={})
def ControlTrigger() -> tuple[()]:
    """Do nothing, as NoOp does; in TensorFlow's control flow it runs even where its branch is not taken.

    Returns:
        operation: the operation; it is no tensor.
    """
    return ()


@block("-> operation: operation", example={})
def Abort(*, error_msg: str = "", exit_without_error: bool = False) -> tuple[()]:
    """Fail, whenever it runs.

    TensorFlow ends the whole process; here it is the step that fails, and nothing else is lost.

    Args:
        error_msg: what the error says.
        exit_without_error: kept from TensorFlow, whose process then ends without an error; a step fails all the same.

    Returns:
        operation: the operation; it is no tensor.
    """
    raise DiagramError(error_msg or "Abort was run")
