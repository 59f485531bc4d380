"""Stopping a thread between two of its Python instructions: inside a step, between two kernels."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Generator
from contextlib import contextmanager


class Interrupted(BaseException):
    """The work was stopped. No Exception, so that nobody takes it for a failure of a block."""


class Interrupt:
    """Stops what a thread does inside `guard`; outside of it the thread is never disturbed.

    The exception comes at the thread's next Python instruction: a kernel that is running ends first.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread: int | None = None
        self.wanted = threading.Event()

    def fire(self) -> None:
        """Stop it, now and at every later entry into the guard."""
        with self._lock:
            self.wanted.set()
            if self._thread is not None:
                _raise_in(self._thread, Interrupted)

    @contextmanager
    def guard(self) -> Generator[None]:
        """What is done inside may end with `Interrupted` at any place.

        Raises:
            Interrupted: it was stopped.
        """
        me = threading.get_ident()
        with self._lock:
            if self.wanted.is_set():
                raise Interrupted
            self._thread = me
        try:
            yield
        finally:
            self._leave(me)

    def _leave(self, me: int) -> None:
        # The exception may be on its way: it can still come up in here, but not after this.
        while True:
            try:
                with self._lock:
                    self._thread = None
                    _raise_in(me, None)
                return
            except Interrupted:
                continue


def _raise_in(thread: int, kind: type[BaseException] | None) -> None:
    what = ctypes.py_object(kind) if kind is not None else ctypes.c_void_p(None)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)
