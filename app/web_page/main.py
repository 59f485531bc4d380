"""The part of the editor's entry point that makes HTML: web pages, notebook output and pictures."""

from __future__ import annotations

from typing import Any, cast

from app.web_page.content import Request
from app.web_page.html import diagram_html, notebook_html
from app.web_page.pictures import pictures
from blocks.base.web_page import WebPage


def give(web_page: WebPage) -> int:
    """Make the HTML, pass it on and return the exit status; raise UsageError for an unknown page or loss."""
    if isinstance(web_page.subject, list):
        web_page.give(pictures(cast("list[Any]", web_page.subject)), ())
    elif web_page.options is None:
        web_page.give(notebook_html(web_page.subject), ())
    else:
        web_page.give(*diagram_html(web_page.subject, Request(**web_page.options)))
    return 0
