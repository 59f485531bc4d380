"""The chapters of the manual, as Markdown."""

from __future__ import annotations

import contextlib
import io
from functools import cache
from importlib import resources

from blocks.cli import COMMANDS, command

CHAPTERS = (
    "tutorial", "editor", "gradients", "command-line", "python", "file-format", "composites", "models", "processes",
    "blocks", "block-type", "pass", "panel", "package", "architecture", "decisions", "promises", "versions",
    "developing",
)  # fmt: skip
"""The topics in their order; each but ``blocks`` is a file of ``assets/manual``."""

_COMMANDS_HERE = "{{commands}}\n"
"""Stands in a chapter where the help of every command belongs."""


@cache
def chapter(topic: str) -> str:
    """A chapter as Markdown."""
    if topic == "blocks":
        from blocks.cli.manual.reference import index_text

        return index_text()
    text = (resources.files("assets") / "manual" / f"{topic}.md").read_text("utf-8")
    return text.replace(_COMMANDS_HERE, _help_of_commands()) if _COMMANDS_HERE in text else text


def title_of(text: str) -> str:
    """The title of a chapter: its first line."""
    return text.partition("\n")[0].removeprefix("# ")


def _help_of_commands() -> str:
    """What ``--help`` says of each command, as sections."""
    return "\n".join(f"## {name}\n\n```\n{_help_of(name)}```\n" for name in COMMANDS)


def _help_of(name: str) -> str:
    stream = io.TextIOWrapper(io.BytesIO(), "utf-8")
    with contextlib.redirect_stdout(stream), contextlib.suppress(SystemExit):
        command(name)(["--help"])
    stream.seek(0)
    return stream.read()
