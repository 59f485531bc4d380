"""The command ``gradblocks manual``, which prints the manual as text or writes it as HTML pages."""

from __future__ import annotations

import re
from pathlib import Path

from blocks.base.errors import UsageError
from blocks.cli import output
from blocks.cli.arguments import Parser, Use, shown
from blocks.cli.manual.chapters import CHAPTERS, PARTS, chapter, subpages, title_of

_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?:[\w-]+\.md)?(?:#[\w-]+)?\)")
_PICTURE = re.compile(r"^!\[[^\]]*\]\([^)]*\)\n\n?", re.MULTILINE)


def manual(given: list[str]) -> int:
    parser = Parser("manual", "Print a chapter of the manual, or write the manual as HTML pages.")
    parser.add_argument("topic", metavar="TOPIC", nargs="?", help="the chapter to print (default: list all chapters)")
    alone = Use("used only without TOPIC", lambda options: options.topic is None)
    parser.add_argument("--html", metavar="FOLDER", used=[alone],
        help="write the whole manual to this folder (open its index.html to read it)")  # fmt: skip
    options = parser.parse_args(given)
    topic: str | None = options.topic
    if options.html is not None:
        from blocks.cli.manual.site import write_site  # needs a Markdown parser

        write_site(Path(options.html))
    elif topic is None:
        output.write_text(contents())
    else:
        output.write_text(_plain_text(_chapter_named(topic)))
    return 0


def contents() -> str:
    width = max(map(len, CHAPTERS))
    lines = [
        line
        for part, topics in PARTS.items()
        for line in (f"{part}\n", *(f"  {topic:{width}}  {title_of(chapter(topic))}\n" for topic in topics), "\n")
    ]
    end = "Print a chapter with `gradblocks manual TOPIC`; write all with `gradblocks manual --html FOLDER`.\n"
    return "".join([*lines, end])


def _chapter_named(topic: str) -> str:
    from blocks.library.index import find

    if topic in CHAPTERS or topic in subpages():
        return chapter(topic)
    if find(topic) is not None:
        raise UsageError(f"{shown(topic)} is a block type, not a topic", hint=f"run `gradblocks blocks {topic}`")
    raise UsageError(f"the manual has no topic {shown(topic)}", hint="run `gradblocks manual` to list the topics")


def _plain_text(text: str) -> str:
    text = _PICTURE.sub("", text)
    return re.sub(r"\\([*\[<+-])", r"\1", _LINK.sub(r"\1", text))
