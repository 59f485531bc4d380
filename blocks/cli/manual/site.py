"""The manual as a folder of HTML pages. They need no network. An included script provides the search."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib import resources
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from blocks.base.errors import FileError
from blocks.base.files import write_atomically
from blocks.base.web_page import pictures
from blocks.cli.manual import reference
from blocks.cli.manual.chapters import CHAPTERS, PARTS, chapter, subpages, title_of
from blocks.cli.output import json_text
from blocks.graph.spec import BlockSpec

_STYLE, _SEARCH, _INDEX = "style.css", "search.js", "search-index.js"
_PICTURE = re.compile(r"\.\./(pictures/[\w-]+\.(?:png|gif))")
_DRAWN = re.compile(r"<p>\{\{(\w+) (\d)\}\}</p>\n")
_OPTION = re.compile(r"^  (?:-\w.*, )?(--[a-z-]+)[^\n]*?(?:  +|\n +)(\S[^\n]*)", re.MULTILINE)
_KINDS = {"blocks": "block", "api": "Python"}
"""The kinds of search entries on the pages of generated chapters."""
_LONGEST_TEXT = 160


def write_site(folder: Path) -> None:
    """Write the manual to a folder, over the pages of an older one; raise FileError on failure."""
    try:
        (folder / "pictures").mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise FileError(f"the folder cannot be created: {why}", file=str(folder)) from None
    for name, data in site().items():
        write_atomically(folder / name, data)


def site() -> dict[str, bytes]:
    """Return the files of the manual by name. Pages have no pictures of blocks if the editor is not installed."""
    assets = resources.files("assets")
    specs = {spec.name: spec for group in reference.categories().values() for spec in group}
    drawn = pictures([*specs.values()])
    svg = {} if drawn is None else dict(zip(specs, drawn.lists, strict=True))
    texts = {topic: chapter(topic) for topic in CHAPTERS} | {topic: text() for topic, text in subpages().items()}
    texts |= {topic: text(_mark) for topic, text in reference.topics().items()}
    pages = {topic: _parsed(text) for topic, text in texts.items()}

    def figure(match: re.Match[str]) -> str:
        each = svg.get(match[1], ())[int(match[2]) :][:1]
        return f"<figure>{each[0]}</figure>\n" if each else ""

    files = {f"{topic}.html": _html(topic, title_of(texts[topic]), _DRAWN.sub(figure, _rendered(tokens))).encode()
             for topic, tokens in pages.items()}  # fmt: skip
    body = f"<h1>Gradblocks manual</h1>\n{_contents('index')}"
    files["index.html"] = _html("index", "Gradblocks manual", body).encode()
    files[_STYLE] = (assets / "manual" / _STYLE).read_bytes() + ("" if drawn is None else drawn.style).encode()
    files[_SEARCH] = (assets / "manual" / _SEARCH).read_bytes()
    files[_INDEX] = _search_index(pages).encode()
    for name in sorted({name for text in texts.values() for name in _PICTURE.findall(text)}):
        files[name] = assets.joinpath(*name.split("/")).read_bytes()
    return files


def _contents(topic: str) -> str:
    name, current = (topic, "page") if topic in CHAPTERS else (topic.partition("-")[0], "true")
    lines: list[str] = []
    for part, topics in PARTS.items():
        lines.append(f"<h2>{escape(part)}</h2>\n<ul>\n")
        for each in topics:
            here = f' aria-current="{current}"' if each == name else ""
            lines.append(f'<li><a href="{each}.html"{here}>{escape(title_of(chapter(each)))}</a></li>\n')
        lines.append("</ul>\n")
    return "".join(lines)


def _mark(spec: BlockSpec, index: int) -> str:
    return f"{{{{{spec.name} {index}}}}}\n"


_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")


def _parsed(text: str) -> Sequence[Token]:
    tokens = _PARSER.parse(text)
    _give_ids(tokens)
    _link_pages(tokens)
    return tokens


def _rendered(tokens: Sequence[Token]) -> str:
    html = _PARSER.renderer.render(tokens, _PARSER.options, {})
    return re.sub(
        r'(<h[23] id="([^"]+)">.*)(</h[23]>)', r'\1<a class="anchor" href="#\2" aria-label="Link">#</a>\3', html
    )


def _give_ids(tokens: Sequence[Token]) -> None:
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", heading_id(_plain(inside)))


def _plain(heading: Token) -> str:
    return "".join(" " if each.type == "softbreak" else each.content for each in heading.children or ())


def heading_id(title: str) -> str:
    """Return the fragment of a link to a heading, as GitHub forms it."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def _link_pages(tokens: Sequence[Token]) -> None:
    for token in tokens:
        if token.type == "link_open":
            token.attrSet("href", re.sub(r"^([\w-]+)\.md(?=#|$)", r"\1.html", str(token.attrGet("href"))))
        elif token.type == "image":
            token.attrSet("src", _PICTURE.sub(r"\1", str(token.attrGet("src"))))
        _link_pages(token.children or ())


def _search_index(pages: dict[str, Sequence[Token]]) -> str:
    lines = ",\n".join(json_text(entry) for topic, tokens in pages.items() for entry in _entries(topic, tokens))
    return f"self.INDEX = [\n{lines}\n];\n"


def _entries(topic: str, tokens: Sequence[Token]) -> Iterator[tuple[str, str, str, str]]:
    page = title = section = _plain(tokens[1])
    kind = _KINDS.get(topic.partition("-")[0], page) if topic not in _KINDS else page
    for index, token in enumerate(tokens):
        if token.type == "heading_open" and (token.tag == "h1" or topic not in _KINDS):  # they list pages
            section = _plain(tokens[index + 1])
            title = f"{page}.{section}" if kind == "Python" and token.tag != "h1" else section
            text = next(
                (_plain(inside) for each, inside in pairwise(tokens[index:]) if each.type == "paragraph_open"), ""
            )
            fragment = "" if token.tag == "h1" else f"#{token.attrGet('id')}"
            shown_as = "manual" if token.tag == "h1" and kind != "Python" else kind
            yield title, shown_as, f"{topic}.html{fragment}", text[:_LONGEST_TEXT]
        elif token.type == "fence" and topic == "command-line" and token.content.startswith("usage: "):
            for option, text in _OPTION.findall(token.content):
                yield option, f"option of {section}", f"{topic}.html#{heading_id(section)}", text


def _html(topic: str, title: str, body: str) -> str:
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<link rel="stylesheet" href="{_STYLE}">
<script defer src="{_INDEX}"></script>
<script defer src="{_SEARCH}"></script>
</head>
<body>
<header class="bar">
<a class="home" href="index.html">Gradblocks<span> manual</span></a>
<a class="jump" href="#contents">Contents</a>
<div class="search">
<input id="search" type="search" placeholder="Search (press /)" aria-label="Search the manual" autocomplete="off"
 role="combobox" aria-expanded="false" aria-controls="found">
<div id="found" role="listbox" aria-label="Results" hidden></div>
</div>
</header>
<div class="page">
<nav id="contents" aria-label="Chapters">
{_contents(topic)}</nav>
<main>
{body}</main>
</div>
</body>
</html>
"""
