"""The block reference of the manual as Markdown, generated from the declarations of the block types."""

from __future__ import annotations

import re
from itertools import groupby

from blocks.base.literals import text_of
from blocks.cli.library import attribute_words, gradient_words, input_words, output_words
from blocks.graph.documentation import parse
from blocks.graph.spec import BlockSpec
from blocks.library.index import all_types

_TOPIC = "blocks-"
"""How the topics of library pages begin."""


def library_pages() -> dict[str, list[BlockSpec]]:
    """The block types by the page of the library that they are on, both in alphabetical order."""
    specs = sorted((spec for spec in all_types() if not spec.internal), key=lambda spec: (spec.page, spec.name))
    return {page: list(group) for page, group in groupby(specs, key=lambda spec: spec.page)}


def topic_of(page: str) -> str:
    """The topic that describes a page of the library."""
    return f"{_TOPIC}{page}"


def page_of_topic(topic: str) -> str | None:
    """The page of the library that a topic describes; None if it describes none."""
    page = topic.removeprefix(_TOPIC)
    return page if page != topic and page in library_pages() else None


def index_text() -> str:
    """All block types with what they do, a line each."""
    parts = [
        "# Block reference\n\nEvery block type, by the pages of the library. `gradblocks blocks NAME` prints one of"
        " them; `gradblocks manual blocks-PAGE` prints a page, such as `gradblocks manual blocks-math_ops`.\n"
    ]
    for page, specs in library_pages().items():
        link = f"{topic_of(page)}.md"
        lines = "".join(f"- [{spec.name}]({link}#{spec.name.lower()}): {_plain(spec.summary)}\n" for spec in specs)
        parts.append(f"\n## {page}\n\n{lines}")
    return "".join(parts)


def page_text(page: str) -> str:
    """The block types of one page of the library, with pins, attributes and example."""
    return "\n".join([f"# Blocks: {page}\n", *(_type_text(spec) for spec in library_pages()[page])])


def _type_text(spec: BlockSpec) -> str:
    docs = parse(spec.doc)
    parts = [f"## {spec.name}\n", f"{_plain(docs.summary)}\n"]
    if docs.text.strip():
        parts.append(_plain(docs.text.strip("\n")) + "\n")
    groups = (
        ("Inputs", [(pin.name, input_words(pin), docs.arguments.get(pin.name, "")) for pin in spec.inputs]),
        ("Attributes", [(a.name, attribute_words(a), docs.arguments.get(a.name, "")) for a in spec.attributes]),
        ("Outputs", [(pin.name, output_words(spec, pin), docs.outputs.get(pin.name, "")) for pin in spec.outputs]),
    )
    for title, rows in groups:
        if rows:
            lines = [
                f"- `{name}` ({_plain(words)})" + (f": {_plain(' '.join(doc.split()))}" if doc else "")
                for name, words, doc in rows
            ]
            parts.append(f"{title}:\n\n" + "\n".join(lines) + "\n")
    for name, allowed in spec.variables.items():
        parts.append(f"`{name}` is one of {', '.join(each.short for each in allowed)}.\n")
    parts.append(_plain(gradient_words(spec)) + "\n")
    if spec.example is not None:
        lines = [f"{name} = {text_of(value, 100)}" for name, value in spec.example.items()]
        parts.append("Example:\n\n```\n" + "\n".join(lines) + "\n```\n")
    return "\n".join(parts)


_PARAGRAPHS = re.compile(r"\n[ \t]*\n")
_SIGN = re.compile(r"^( *)([-+])(?= )", re.MULTILINE)
_MEANT_ELSEWHERE = str.maketrans({"*": r"\*", "[": r"\[", "<": r"\<"})


def _plain(text: str) -> str:
    """A text of a declaration as Markdown that shows it as it is, but for its own code marks."""
    # A line that begins with a minus is an item only where its paragraph is a list.
    parts = (part if part.startswith("- ") else _SIGN.sub(r"\1\\\2", part) for part in _PARAGRAPHS.split(text))
    pieces = "\n\n".join(parts).replace("``", "`").split("`")
    return "`".join(piece if i % 2 else piece.translate(_MEANT_ELSEWHERE) for i, piece in enumerate(pieces))
