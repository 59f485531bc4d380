"""The parts and chapters of the manual, as Markdown."""

from __future__ import annotations

import contextlib
import io
from functools import cache
from importlib import resources

from blocks.cli import COMMANDS, command

PARTS = {
    "Start": ("install", "first-diagram", "tutorial", "concepts"),
    "How-to": (
        "build-and-run", "add-training", "find-missing-gradient", "detach-target", "verify-gradient", "find-nan",
        "save-weights", "sweep", "import-model", "build-rnn", "share-composites", "resolve-conflict",
    ),
    "Reference": (
        "editor", "gradients", "blocks", "composites", "loop-blocks", "block-libraries", "command-line", "python",
        "trace", "export-jax", "file-format", "json", "models", "processes",
    ),
    "Explanation": ("gradient-construction", "stopping-gradients", "loops", "determinism", "security", "reliability"),
    "Help": ("faq", "troubleshooting", "glossary", "coming-from", "platforms"),
    "Project": (
        "architecture", "decisions", "promises", "block-type", "pass", "panel", "package", "developing", "versions",
    ),
}  # fmt: skip
"""The parts of the manual with their topics, in order; each topic but ``blocks`` is a file of ``assets/manual``."""

CHAPTERS = tuple(topic for topics in PARTS.values() for topic in topics)

_COMMANDS_HERE = "{{commands}}\n"
"""The place in a chapter for the help of every command."""
_LAYERS_HERE = "{{layers}}\n"
"""The place in a chapter for the table of the composites that ship with the program."""


@cache
def chapter(topic: str) -> str:
    """Return a chapter as Markdown."""
    if topic == "blocks":
        from blocks.cli.manual.reference import index_text

        return index_text()
    text = (resources.files("assets") / "manual" / f"{topic}.md").read_text("utf-8")
    for place, generated in ((_COMMANDS_HERE, _help_of_commands), (_LAYERS_HERE, _table_of_layers)):
        if place in text:
            text = text.replace(place, generated())
    return text


def title_of(text: str) -> str:
    """Return the title of a chapter: its first line."""
    return text.partition("\n")[0].removeprefix("# ")


def _help_of_commands() -> str:
    """Return the ``--help`` text of each command, as sections."""
    return "\n".join(f"## {name}\n\n```\n{_help_of(name)}```\n" for name in COMMANDS)


def _table_of_layers() -> str:
    """Return a table of the composites that ship with the program."""
    from blocks.cli.composites import composites_json
    from blocks.document.packages.folders import shipped

    rows = ["| composite | summary | attributes |\n| --- | --- | --- |\n"]
    for document in (found.package.document for found in shipped() if found.package is not None):
        for each in composites_json(document, list(document.composites)):
            names = ", ".join(f"`{attribute['name']}`" for attribute in each["attributes"])
            rows.append(f"| `{each['type'][1:]}` | {each['summary'].replace('|', chr(92) + '|')} | {names} |\n")
    return "".join(rows)


def _help_of(name: str) -> str:
    stream = io.TextIOWrapper(io.BytesIO(), "utf-8")
    with contextlib.redirect_stdout(stream), contextlib.suppress(SystemExit):
        command(name)(["--help"])
    stream.seek(0)
    return stream.read()
