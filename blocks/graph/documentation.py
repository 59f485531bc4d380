"""Parser for block type docstrings, which supply the help, the palette texts and the shape tests.

The entry of a tensor begins with its shape in brackets: ``images: [batch, height, width, channels] the images.``

- A word or letter is a size, the same one throughout a docstring. If an attribute or a scalar input has that name, the
  size is its value. ``[2]`` is a vector of two elements, ``[rows + 1]`` a vector of rows + 1 elements, and ``[]`` a
  scalar.
- ``...`` means any number of axes, including none: ``[...]`` is a tensor of any shape, ``[..., m, k]`` contains
  matrices. The axes may differ between entries, unless the text says that they are equal.
- ``[] or [n]``: either of the two.
- For a list, it is the shape of each tensor in the list. A size that ends in ``_i`` may differ between them, as in
  ``[n_i, 2]``.

If a formula comes from a paper, or a convention from TensorFlow, the text ends with ``Source:`` and names it. A test
compares the shapes in brackets with those of calls.

A declaration may leave entries to a sibling (``doc_of=``), see `completed`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

_SECTION = re.compile(r"(Args|Returns):")
_ENTRY = re.compile(r" {4}(\w+): +(\S.*)")
_MORE = re.compile(r" {5,}(\S.*)")
_WIDTH = 116


class Documentation(NamedTuple):
    """The parsed docstring of a block type."""

    summary: str
    text: str
    arguments: dict[str, str]
    outputs: dict[str, str]


def parse(doc: str) -> Documentation:
    """Parse a docstring that has been through `inspect.cleandoc` (as `BlockSpec.doc` has).

    A section is a line ``Args:`` or ``Returns:`` with entries ``    name: text`` below it, whose further lines have
    more indentation.

    Raises:
        ValueError: A line in a section is not part of an entry, or a name occurs twice.
    """
    summary, _, rest = doc.partition("\n")
    text: list[str] = []
    sections: dict[str, dict[str, str]] = {"Args": {}, "Returns": {}}
    section: dict[str, str] | None = None
    name = ""
    for line in rest.split("\n"):
        heading = _SECTION.fullmatch(line)
        if heading is not None:
            section, name = sections[heading[1]], ""
        elif section is None:
            text.append(line)
        elif (entry := _ENTRY.fullmatch(line)) is not None:
            name = entry[1]
            if name in section:
                raise ValueError(f"{name} is documented twice")
            section[name] = entry[2]
        elif (more := _MORE.fullmatch(line)) is not None and name:
            section[name] += " " + more[1]
        elif line.strip():
            raise ValueError(f"expected an entry like 'name: description' in the section Args or Returns, got {line!r}")
    return Documentation(summary.strip(), "\n".join(text).strip("\n"), sections["Args"], sections["Returns"])


def parse_text(doc: str) -> Documentation:
    try:
        return parse(doc)
    except ValueError:
        summary, _, rest = doc.partition("\n")
        return Documentation(summary, rest.strip(), {}, {})


def completed(
    doc: str, inputs: Sequence[str], outputs: Sequence[str], sources: Sequence[str | Mapping[str, str]]
) -> str:
    """Return a docstring with the entries that it leaves to others; each comes from the first source that has it.

    Without a summary, the docstring gets the text of the first source.

    Args:
        doc: The docstring of a block type.
        inputs: The names of the input pins and attributes, in their order.
        outputs: The names of the output pins.
        sources: Docstrings of other block types, or entries by name.
    """
    if not sources or (doc and all([f"\n    {name}: " in doc for name in (*inputs, *outputs)])):
        return doc
    try:
        own = parse(doc)
    except ValueError:
        return doc
    others = [parse_text(each) if isinstance(each, str) else each for each in sources]
    first = others[0]
    head = own if doc or not isinstance(first, Documentation) else first
    result = [head.summary, *(["", head.text] if head.text else [])]
    for title, names, section in (("Args", inputs, "arguments"), ("Returns", outputs, "outputs")):
        entries: dict[str, str] = {}
        for each in reversed((own, *others)):
            entries.update(getattr(each, section) if isinstance(each, Documentation) else each)
        mine: dict[str, str] = getattr(own, section)
        known = [*(name for name in names if name in entries), *(name for name in mine if name not in names)]
        if known:
            result += ["", f"{title}:", *(_entry(name, entries[name]) for name in known)]
    return "\n".join(result)


def _entry(name: str, text: str) -> str:
    line = f"    {name}: {' '.join(text.split())}"
    if len(line) <= _WIDTH:
        return line
    from textwrap import fill  # few entries are longer than a line

    return fill(line, _WIDTH, subsequent_indent=" " * 8, break_long_words=False, break_on_hyphens=False)
