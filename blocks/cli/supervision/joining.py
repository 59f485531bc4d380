"""A run as one of several processes: options, connecting, lost processes, and the end."""

from __future__ import annotations

import argparse
import json
import os
import re
import socket
import threading
import time
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, cast

from blocks.base.errors import UsageError
from blocks.cli import arguments, output
from blocks.cli.supervision import peers, supervise

if TYPE_CHECKING:
    from blocks.compile.jax.runtime import Joined

_OWN = ("file", "process", "coordinator", "allow_read", "allow_write", "save", "save_every", "out", "checkpoint")
_OWN_TOO = ("summaries", "json", "quiet", "timeout", "max_mem", "print", "csv", "profile", "given")
"""Options in which processes may differ: local paths, and the output that only the first process writes."""
_WAIT = 25.0
"""Seconds within which the runtime reports which process is lost."""
_LONG = 10.0
"""Seconds after which a process reports that it waits for processes on other machines."""


_SEVERAL = arguments.Use(
    "used only with several --processes or --devices", lambda options: options.processes > 1 or options.devices > 1
)


def add_options(parser: arguments.Parser, on_jax: arguments.Use) -> None:
    add = partial(parser.add_argument, group="backend and distributed")
    add("--processes", metavar="N", type=arguments.count, default=1, used=[on_jax],
        help="with --backend jax: start N processes on this machine, and split the fed values over"
             " them")  # fmt: skip
    add("--coordinator", metavar="HOST:PORT", used=[arguments.needs("processes")],
        help="with --processes: start only one of the N processes on this machine (see --process). Process 0 is at this"
             " address.")  # fmt: skip
    add("--process", metavar="I", type=arguments.integer, used=[arguments.needs("processes")],
        help="with --coordinator: the number of this process, starting at 0")  # fmt: skip
    add("--shard", metavar="NAME=AXIS", action="append", default=[], type=_shard,
        used=[_SEVERAL],
        help="split this variable along an axis over all devices (repeatable). By default, each device holds a"
             " copy.")  # fmt: skip


def check(options: Any) -> None:
    given = peers.ProcessRequest(options.processes, options.coordinator, options.process)
    wrong = peers.fault(given)
    if wrong is not None:
        raise UsageError(wrong)
    if options.processes > 1 and not supervise.has_parent():
        text = "--processes needs a system that supports fork(), and works only in the `gradblocks` command itself"
        raise UsageError(text)


def _shard(text: str) -> tuple[str, int]:
    name, _, axis = text.rpartition("=")
    if not name or re.fullmatch(r"-?[0-9]{1,9}", axis) is None:
        raise argparse.ArgumentTypeError(f"expected NAME=AXIS with an integer axis, got {arguments.shown(text)}")
    return name, int(axis)


class Membership:
    """This process as a member of a group; ``where`` is the address of the others until they have connected."""

    def __init__(self, options: Any) -> None:
        self.where: str | None = options.coordinator
        self._options = options
        self._is_quiet: bool = options.quiet
        self._joined: Joined | None = None

    @property
    def is_first(self) -> bool:
        return self._options.process == 0

    def join(self, diagram: bytes) -> Joined:
        """Connect to the other processes; raise UsageError or DiagramError if their options or diagrams differ."""
        from blocks.compile.jax.runtime import Joined  # JAX takes a while to import

        options = self._options
        supervise.tell(peers.CONNECTING)
        where, count, number = options.coordinator, options.processes, options.process
        waiting = threading.Timer(_LONG, self._say_waiting)
        waiting.daemon = True
        if not (self._is_quiet or supervise.is_local()):
            waiting.start()
        try:
            self._joined = joined = Joined(where, count, number, options.devices, here=supervise.is_local())
        finally:
            waiting.cancel()
        self.where = None
        supervise.tell(peers.JOINED)
        given = cast("dict[str, Any]", vars(options))
        alike = {name: value for name, value in given.items() if name not in _OWN + _OWN_TOO}
        joined.agree(json.dumps(alike, sort_keys=True, default=str).encode() + diagram)
        return joined

    def _say_waiting(self) -> None:
        options = self._options
        host = options.coordinator.rpartition(":")[0]
        text = f"process {options.process} of {options.processes} waits for the others at {options.coordinator}"
        try:
            socket.getaddrinfo(host.strip("[]"), None)
        except OSError:
            text += f", but the host name {host} cannot be resolved yet"
        output.print_line(output.printable(f"note: {text}"))

    def is_lost(self, error: BaseException) -> bool:
        from blocks.compile.jax.runtime import says_lost

        return self._joined is not None and says_lost(error)

    def give_up(self) -> NoReturn:
        """End after the loss of another process. The runtime usually ends first and reports which process it was."""
        time.sleep(_WAIT)
        os._exit(peers.LOST)

    def leave(self, status: int) -> None:
        if self._joined is not None:
            self._joined.leave(status == 0)
