"""Where the pages lie that the original program saved: in ``shared/`` beside the repository, if at all."""

from __future__ import annotations

from pathlib import Path

PAGES = Path(__file__).resolve().parents[3] / "shared" / "enuspace" / "pages"
