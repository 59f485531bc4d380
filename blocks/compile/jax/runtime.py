"""Multiple processes joined to one run by JAX's distributed runtime (`jax.distributed`).

They communicate through gloo on CPUs and through NCCL on GPUs. The runtime detects a lost process by its closed
connections or, after `HEARTBEAT` seconds, by its silence, and then ends the others.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import hashlib
import importlib
import inspect
import os
import re
import socket
import threading
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError, UsageError
from blocks.base.types import Array
from blocks.compile.jax.placement import multihost
from blocks.library.jax_rules.lowering import jax

HEARTBEAT = 10
"""Seconds of silence after which a process counts as lost."""
_JOINING = 300
"""Seconds that the processes have to find each other: those of a cluster are not started all at once."""
_SHUTDOWN = 60
_LEAVING = 5.0
"""Seconds that a process which has failed waits for the others, which may have failed alike."""
_LOST = re.compile(r"gloo|nccl|connection|socket|coordination|heartbeat|unavailable|peer", re.IGNORECASE)
_FIRST = "gradblocks/address of process 0"
_NO_GPU, _SAME_GPU = "no supported devices found for platform", "Duplicate GPU detected"
"""What CUDA and NCCL say."""


class Joined:
    """This process as one of several processes.

    Args:
        coordinator: ``HOST:PORT`` of the first process.
        here: all processes run on this machine and divide its devices; processes of other machines cannot join.
    """

    def __init__(self, coordinator: str, processes: int, process: int, devices: int, here: bool) -> None:
        self.process = process
        self.processes = processes
        if "heartbeat_timeout_seconds" not in inspect.signature(jax.distributed.initialize).parameters:
            raise UsageError(
                f"multiple processes need a newer JAX than {jax.__version__}", hint="run `pip install -U jax`"
            )
        host, _, port = coordinator.rpartition(":")
        if process == 0:
            _must_be_free(int(port))
        # It would take SIGTERM for itself.
        _set("jax_enable_preemption_service", False)
        _set("jax_cpu_collectives_implementation", "gloo")
        if devices > 1 and "xla_force_host_platform_device_count" not in os.environ.get("XLA_FLAGS", ""):
            _set("jax_num_cpu_devices", devices)
        more: dict[str, Any] = {"initialization_timeout": _JOINING, "heartbeat_timeout_seconds": HEARTBEAT}
        more["shutdown_timeout_seconds"] = _SHUTDOWN
        if here:
            more["coordinator_bind_address"] = f"{host}:{port}"
            more["local_device_ids"] = [*range(process * devices, (process + 1) * devices)]
        try:
            jax.distributed.initialize(coordinator, processes, process, **more)
            if not here:
                with contextlib.suppress(ImportError, AttributeError):  # a newer JAX may be without these
                    _be_reached(host, int(port), process)
            jax.devices()
        except Exception as error:
            if _NO_GPU in str(error):
                text = f"process {process} of {processes} found no GPU of its own, and each process needs one"
                raise DiagramError(text, hint="set JAX_PLATFORMS=cpu to run on the CPU") from None
            text = (str(error).splitlines() or [type(error).__name__])[0]
            raise DiagramError(f"JAX could not start process {process} of {processes}: {text}") from error

    def agree(self, what: bytes) -> None:
        """Check that ``what`` is equal in all processes; raise UsageError if not, or if two use the same GPU."""
        digest = np.frombuffer(hashlib.blake2b(what, digest_size=8).digest(), np.uint8)
        try:
            result: Array = np.reshape(multihost().process_allgather(digest), (-1, digest.size))
        except Exception as error:  # the first that they tell each other
            if _SAME_GPU not in str(error):
                raise
            text = f"process {self.process} of {self.processes} uses the same GPU as another process"
            raise UsageError(text, hint="set CUDA_VISIBLE_DEVICES to give each process its own GPU") from None
        others = [i for i, each in enumerate(result) if not np.array_equal(each, result[0])]
        if others:
            names = ", ".join(map(str, others))
            text = f"the diagram, the options or the number of processes differ between process 0 and process {names}"
            raise UsageError(text)

    def from_first(self, data: bytes | None) -> bytes | None:
        """Return the first process's data in all processes; the ``data`` of the others is ignored."""
        size = -1 if data is None else len(data)
        size = int(multihost().broadcast_one_to_all(np.array(size, np.int64)))
        if size < 0:
            return None
        mine = np.frombuffer(data or b"", np.uint8) if self.process == 0 else np.zeros(size, np.uint8)
        return np.asarray(multihost().broadcast_one_to_all(mine)).tobytes()

    def leave(self, well: bool) -> None:
        """Wait until all processes are done, then leave; after a failure, wait only for a limited time."""

        def shut_down() -> None:
            with contextlib.suppress(Exception):
                jax.distributed.shutdown()

        if well:
            shut_down()
            return
        thread = threading.Thread(target=shut_down, daemon=True)
        thread.start()
        thread.join(_LEAVING)


def says_lost(error: BaseException | None) -> bool:
    while error is not None:
        if not isinstance(error, DiagramError) and _LOST.search(str(error)):
            return True
        error = error.__cause__
    return False


def _be_reached(host: str, port: int, process: int) -> None:
    """Make gloo announce an address at which other processes reach this machine.

    By default gloo uses the address of the host name, which is 127.0.1.1 in the ``/etc/hosts`` of Debian and Ubuntu.
    The right one is the address from which this process reaches the first one; for the first process, the address at
    which the second one reaches it.
    """
    # JAX has no other way to say it.
    xla = importlib.import_module("jax._src.xla_bridge")._jax
    client = importlib.import_module("jax._src.distributed").global_state.client
    make: Any = xla.make_gloo_tcp_collectives
    if process:
        family, kind, *_, first = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_DGRAM)[0]
        with socket.socket(family, kind) as tried:
            tried.connect(first)  # which sends nothing
            address: str = tried.getsockname()[0]
        if process == 1:
            client.key_value_set(_FIRST, first[0])
    else:
        address = client.blocking_key_value_get(_FIRST, 1000 * _JOINING)
    xla.make_gloo_tcp_collectives = functools.partial(make, hostname=address)


def _must_be_free(port: int) -> None:
    """Raise UsageError if the port is taken: the runtime would share it, and all processes would hang."""
    for family, host in ((socket.AF_INET, ""), (socket.AF_INET6, "::")):
        try:
            with socket.socket(family) as tried:
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    tried.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                tried.bind((host, port))
        except PermissionError:
            raise UsageError(f"the port {port} cannot be used: permission denied") from None
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise UsageError(f"the port {port} is used by another program") from None


def _set(name: str, value: Any) -> None:
    with contextlib.suppress(AttributeError):
        jax.config.update(name, value)
