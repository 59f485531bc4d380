"""What every test shares: how hypothesis searches."""

from __future__ import annotations

import os

from hypothesis import settings

# No deadline: machines are shared, and a slow example is not a wrong one. CI looks at the same examples on every run.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")
