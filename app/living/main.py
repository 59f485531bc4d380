"""What the entry point of the editor does where a page for a browser or a notebook is wanted."""

from __future__ import annotations

from app.living.content import Request
from app.living.html import living_page, notebook_html
from blocks.base.living import Living


def give(living: Living) -> int:
    """Make the page, and hand it over; returns the exit status.

    Raises:
        UsageError: it has no such page or loss.
    """
    if living.options is None:
        living.give(notebook_html(living.subject), ())
    else:
        living.give(*living_page(living.subject, Request(**living.options)))
    return 0
