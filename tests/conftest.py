"""What every test shares: how hypothesis searches, and that nobody reaches the network."""

from __future__ import annotations

import os
import sys
from typing import Any

from hypothesis import settings

# No deadline: machines are shared, and a slow example is not a wrong one. CI looks at the same examples on every run.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def _without_network(event: str, args: tuple[Any, ...]) -> None:
    """Refuse what leads out of this machine; sockets of the local kind join parallel tests and a screen."""
    outside = event == "socket.getaddrinfo" or (event in ("socket.connect", "socket.sendto") and type(args[1]) is tuple)
    if outside:
        raise RuntimeError(f"no test may reach the network: {event} {args[1:]}")


sys.addaudithook(_without_network)
