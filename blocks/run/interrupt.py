"""Interruption of a thread between two Python instructions, inside a step."""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager

from blocks.base.openblas import openblas


class Interrupted(BaseException):
    """An interruption of work. It is not an Exception, because no block failed."""


class Interrupt:
    """An interruption of a thread's work inside `guard`; outside, the thread is never disturbed.

    The exception is raised at the thread's next Python instruction, so a running kernel ends first. If Python reports
    exceptions instead of raising them (in `__del__`, in a callback of the garbage collector), it is raised again later.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread: int | None = None
        self.wanted = threading.Event()

    def fire(self) -> None:
        """Stop the work now and at every later entry into the guard."""
        with self._lock:
            self.wanted.set()
            if self._thread is not None:
                if not isinstance(sys.unraisablehook, _SendsAgain):
                    sys.unraisablehook = _SendsAgain()
                _raise_in(self._thread, Interrupted)

    @contextmanager
    def guard(self) -> Generator[None]:
        me = threading.get_ident()
        blas = openblas()
        depth = 0 if blas is None else blas.depth()
        with self._lock:
            if self.wanted.is_set():
                raise Interrupted
            self._thread = me
            _guarded[me] = self
        try:
            yield
        finally:
            self._leave(me)
            if blas is not None and self.wanted.is_set():
                blas.leave_to(depth)

    def _leave(self, me: int) -> None:
        # The exception may be on its way: it can still come up in here, but not after this.
        while True:
            try:
                with self._lock:
                    self._thread = None
                    _guarded.pop(me, None)
                break
            except Interrupted:
                continue
        if not self.wanted.is_set():
            return
        # It is let come, not called back: Python would go on looking out for it, which takes time at every call, and
        # never ends under a profiler. One that is lost on the last instructions is sent once more.
        try:
            while _raise_in(me, Interrupted):
                for _ in range(1000):
                    pass
        except Interrupted:
            return


_guarded: dict[int, Interrupt] = {}  # by thread, what may stop it now


class _SendsAgain:
    """A `sys.unraisablehook` that sends `Interrupted` again if Python could not raise it."""

    def __init__(self) -> None:
        self._before = sys.unraisablehook

    def __call__(self, lost: sys.UnraisableHookArgs) -> None:
        if lost.exc_type is not Interrupted:
            self._before(lost)
        elif interrupt := _guarded.get(threading.get_ident()):
            # From another thread, and later, or it would come up in here and be lost once more.
            seconds = 0.001
            while True:
                try:
                    threading.Timer(seconds, interrupt.fire).start()
                    return
                except Interrupted:  # the machine is so busy that it came before the end of this
                    seconds *= 10


def _raise_in(thread: int, kind: type[BaseException]) -> int:
    """Raise an exception in a thread, replacing a pending one; return the number of affected threads."""
    return ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(kind))
