"""What the entry point of the editor does where a page for a browser or a notebook is wanted."""

from __future__ import annotations

from app.web_page.content import Request
from app.web_page.html import diagram_html, notebook_html
from blocks.base.web_page import WebPage


def give(web_page: WebPage) -> int:
    """Make the page, and hand it over; returns the exit status.

    Raises:
        UsageError: it has no such page or loss.
    """
    if web_page.options is None:
        web_page.give(notebook_html(web_page.subject), ())
    else:
        web_page.give(*diagram_html(web_page.subject, Request(**web_page.options)))
    return 0
