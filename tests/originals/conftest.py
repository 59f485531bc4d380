"""Where the pages that enuSpace saved are at hand they are opened and run, too; they are not part of the project.

What they hold the importer and the engine to is tested with pages of our own as well:
``tests/interchange/enuspace/test_enuspace_saved.py``.
"""

from __future__ import annotations

from tests.originals.pages import PAGES

collect_ignore_glob = [] if PAGES.is_dir() else ["test_*.py"]
