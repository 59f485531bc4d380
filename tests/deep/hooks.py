"""Noticing what nobody catches while something is tried with widgets: exceptions in slots, and what Qt warns of."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from tests.deep.finding import Finding, foreign

# What the offscreen platform says of windows, whoever opens them.
_OFFSCREEN_SAYS = "This plugin does not support"


@contextmanager
def noticed(findings: list[Finding]) -> Generator[None]:
    """Notes exceptions that nobody caught, and what Qt warns of."""

    def caught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        findings.append(foreign(error.with_traceback(trace)))

    def said(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if kind != QtMsgType.QtDebugMsg and kind != QtMsgType.QtInfoMsg and _OFFSCREEN_SAYS not in text:
            findings.append({"kind": "qt", "text": text, "where": text[:60]})

    hook, unraisable = sys.excepthook, sys.unraisablehook
    before = qInstallMessageHandler(said)
    sys.excepthook = caught
    sys.unraisablehook = lambda given: findings.append(foreign(given.exc_value or RuntimeError("unraisable")))
    try:
        yield
    finally:
        sys.excepthook, sys.unraisablehook = hook, unraisable
        qInstallMessageHandler(before)
