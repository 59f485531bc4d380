"""The manual as a folder of HTML pages that need no network and no script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from importlib import resources
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from blocks.base.errors import FileError
from blocks.base.files import write_atomically
from blocks.cli.manual.chapters import CHAPTERS, PARTS, chapter, title_of
from blocks.cli.manual.reference import library_pages, page_text, topic_of

_STYLE = "style.css"
_PICTURE = re.compile(r"^\.\./(pictures/[\w-]+\.png)$")


def write_site(folder: Path) -> None:
    """Write the manual into a folder, over the pages of an older one.

    Raises:
        FileError: the folder or a file cannot be written.
    """
    try:
        (folder / "pictures").mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise FileError(f"the folder cannot be made: {why}", file=str(folder)) from None
    for name, data in site().items():
        write_atomically(folder / name, data)


def site() -> dict[str, bytes]:
    """The files of the manual by their names: a page for each chapter and library page, the style, the pictures."""
    assets = resources.files("assets")
    texts = {topic: chapter(topic) for topic in CHAPTERS}
    texts |= {topic_of(page): page_text(page) for page in library_pages()}
    files = {f"{topic}.html": _page(topic, text).encode() for topic, text in texts.items()}
    files["index.html"] = _html("index", "Gradblocks", f"<h1>Gradblocks</h1>\n{_contents()}").encode()
    files[_STYLE] = (assets / "manual" / _STYLE).read_bytes()
    for name in sorted({name for text in texts.values() for name in re.findall(r"\.\./(pictures/[\w-]+\.png)", text)}):
        files[name] = assets.joinpath(*name.split("/")).read_bytes()
    return files


def _contents(here: str = "") -> str:
    """Return the parts of the manual, each with links to its chapters.

    Args:
        here: the topic of the page that shows the links.
    """
    marked = {here: ' aria-current="page"'}
    return "".join(
        f"<section><h2>{escape(part)}</h2>\n<ul>\n"
        + "".join(
            f'<li><a href="{topic}.html"{marked.get(topic, "")}>{escape(title_of(chapter(topic)))}</a></li>\n'
            for topic in topics
        )
        + "</ul></section>\n"
        for part, topics in PARTS.items()
    )


def _page(topic: str, text: str) -> str:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(text)
    _give_ids(tokens)
    _link_pages(tokens)
    return _html(topic, title_of(text), parser.renderer.render(tokens, parser.options, {}))


def _give_ids(tokens: Sequence[Token]) -> None:
    """Headings get an id, so that links can lead to them."""
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", heading_id(inside.content))


def heading_id(title: str) -> str:
    """What a link to a heading says behind ``#``: as GitHub makes it."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def _link_pages(tokens: Sequence[Token]) -> None:
    """Links to chapters lead to their pages, those to pictures into the folder."""
    for token in tokens:
        if token.type == "link_open":
            token.attrSet("href", re.sub(r"^([\w-]+)\.md(?=#|$)", r"\1.html", str(token.attrGet("href"))))
        elif token.type == "image":
            token.attrSet("src", _PICTURE.sub(r"\1", str(token.attrGet("src"))))
        _link_pages(token.children or ())


def _html(topic: str, title: str, body: str) -> str:
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<link rel="stylesheet" href="{_STYLE}">
</head>
<body>
<nav><details><summary>Manual</summary>
{_contents(topic)}</details></nav>
<main>
{body}</main>
</body>
</html>
"""
