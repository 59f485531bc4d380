"""A run as one of several processes: options, finding the others, what is done when one is lost, leaving together."""

from __future__ import annotations

import argparse
import json
import os
import re
import socket
import threading
import time
from typing import TYPE_CHECKING, Any, NoReturn, cast

from blocks.base.errors import UsageError
from blocks.cli import arguments, output
from blocks.cli.supervision import peers, supervise

if TYPE_CHECKING:
    from blocks.compile.jax.runtime import Joined

_OWN = ("file", "process", "coordinator", "allow_read", "allow_write", "save", "save_every", "out", "checkpoint")
_OWN_TOO = ("summaries", "json", "quiet", "timeout", "max_mem", "print", "csv", "profile", "given")
"""Options in which processes may differ: where something is, and what only the first one writes."""
_WAIT = 25.0
"""Seconds that the runtime has to say which process is lost."""
_LONG = 10.0
"""Seconds after which a process that waits for those of other machines says so."""


_SEVERAL = arguments.Use(
    "used only with several --processes or --devices", lambda options: options.processes > 1 or options.devices > 1
)


def add_options(parser: arguments.Parser, on_jax: arguments.Use) -> None:
    """Add the options of runs of several processes, which need JAX."""
    add = parser.add_argument
    add("--processes", metavar="N", type=arguments.count, default=1, used=[on_jax],
        help="with --backend jax: split what is fed over N processes, too, which are started here")  # fmt: skip
    add("--coordinator", metavar="HOST:PORT", used=[arguments.needs("processes")],
        help="with --processes: this is one of them, and the first one is found there")  # fmt: skip
    add("--process", metavar="I", type=arguments.integer, used=[arguments.needs("processes")],
        help="the number of this process, from 0 on")  # fmt: skip
    add("--shard", metavar="NAME=AXIS", action="append", default=[], type=_shard,
        used=[_SEVERAL],
        help="split this variable over all devices, by an axis: else each of them has the whole")  # fmt: skip


def check(options: Any) -> None:
    """See that the options of several processes go together.

    Raises:
        UsageError: they do not.
    """
    given = peers.Asked(options.processes, options.coordinator, options.process)
    wrong = peers.fault(given)
    if wrong is not None:
        raise UsageError(wrong)
    if options.processes > 1 and not supervise.has_parent():
        raise UsageError("several processes need a system that makes processes by forking, and a program of its own")


def _shard(text: str) -> tuple[str, int]:
    """The path of a variable, and an axis."""
    name, _, axis = text.rpartition("=")
    if not name or re.fullmatch(r"-?[0-9]{1,9}", axis) is None:
        raise argparse.ArgumentTypeError(f"{arguments.shown(text)} is not written NAME=AXIS, with an integer")
    return name, int(axis)


class Membership:
    """This process as a member of a group.

    Attributes:
        where: what it waits for the others at, as long as it does.
    """

    def __init__(self, options: Any) -> None:
        self.where: str | None = options.coordinator
        self._options = options
        self._is_quiet: bool = options.quiet
        self._joined: Joined | None = None

    @property
    def is_first(self) -> bool:
        """Whether this process is the one that says what a run gives."""
        return self._options.process == 0

    def join(self, diagram: bytes) -> Joined:
        """Wait for the others.

        Args:
            diagram: the file, which must be the same everywhere.

        Raises:
            UsageError, DiagramError: they do not come together.
        """
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
        """Tell a person, who may have mistyped it, what is waited for."""
        options = self._options
        host = options.coordinator.rpartition(":")[0]
        text = f"process {options.process} of {options.processes} waits for the others at {options.coordinator}"
        try:
            socket.getaddrinfo(host.strip("[]"), None)
        except OSError:
            text += f", and no address of {host} is known yet"
        output.print_line(output.printable(f"note: {text}"))

    def is_lost(self, error: BaseException) -> bool:
        """Whether a fault says that another process is lost."""
        from blocks.compile.jax.runtime import says_lost

        return self._joined is not None and says_lost(error)

    def give_up(self) -> NoReturn:
        """End after another process was lost; the runtime mostly does it first, and writes which one that is."""
        time.sleep(_WAIT)
        os._exit(peers.LOST)

    def leave(self, status: int) -> None:
        """End together with the others."""
        if self._joined is not None:
            self._joined.leave(status == 0)
