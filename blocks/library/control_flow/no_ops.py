"""Blocks without a computation: NoOp, ControlTrigger, Abort."""

from __future__ import annotations

from blocks.base.errors import DiagramError
from blocks.library.declare import block


@block("-> operation: operation", page="no_op", no_op=True, example={})
def NoOp() -> tuple[()]:
    """Do nothing.

    A session can run it, and other blocks can wait for it.
    """
    return ()


@block("-> operation: operation", runs_on_dead=True, no_op=True, example={})
def ControlTrigger() -> tuple[()]:
    """Do nothing, like NoOp. In TensorFlow's control flow, it runs even if its branch is not taken."""
    return ()


@block("-> operation: operation", example={})
def Abort(*, error_msg: str = "", exit_without_error: bool = False) -> tuple[()]:
    """Fail the step whenever this block runs.

    In TensorFlow, the whole process ends. Here, only the step fails.

    Args:
        error_msg: the error message.
        exit_without_error: accepted for compatibility with TensorFlow and ignored: the step always fails.
    """
    raise DiagramError(error_msg or "Abort was run")
