"""The command ``gradblocks git``, which configures git to merge and compare diagrams."""

from __future__ import annotations

import os
import shlex
import stat
import subprocess
from collections.abc import Sequence
from pathlib import Path

from blocks.base.errors import FileError, UsageError
from blocks.base.files import read_named
from blocks.cli import output
from blocks.cli.arguments import Parser
from blocks.cli.desktop.command import own_command, write_with_folder

ATTRIBUTES = b"*.gradblocks merge=gradblocks diff=gradblocks"
"""The line of a .gitattributes file that selects the drivers for diagrams."""
_MOST_BYTES = 1 << 20
_SECTIONS = ("merge.gradblocks", "diff.gradblocks", "difftool.gradblocks", "mergetool.gradblocks")


def git(given: list[str]) -> int:
    parser = Parser(
        "git",
        "Configure git for diagrams: merge them block by block (merge driver), list changes (`git difftool -t"
        " gradblocks`), and open conflicts in the editor (`git mergetool -t gradblocks`).",
    )
    parser.add_argument("action", choices=("install", "uninstall"), help="the action")
    parser.add_argument("--global", dest="everywhere", action="store_true",
        help="configure git for all your repositories instead of this repository and its .gitattributes"
             " file")  # fmt: skip
    options = parser.parse_args(given)
    scope = "--global" if options.everywhere else "--local"
    path = _attributes(options.everywhere)
    old = _content(path, may_be_linked=options.everywhere)
    if options.action == "install":
        for key, value in _settings().items():
            _git("config", scope, key, value)
        new, said = _with_line(old), "Configured git to merge and compare diagrams with Gradblocks"
    else:
        for section in _SECTIONS:
            _git("config", scope, "--remove-section", section, may_fail=True)
        new, said = _without_line(old), "Removed the Gradblocks settings of git"
    if new != old:
        write_with_folder(path, new)
    output.write_text(f"{said} ({path})\n")
    return 0


def _settings() -> dict[str, str]:
    program = shlex.join(own_command())
    return {
        "merge.gradblocks.name": "Gradblocks diagrams, merged block by block",
        "merge.gradblocks.driver": f"{program} merge %O %A %B -o %A --name=%P",
        # The hunk headers of a plain `git diff` name the page or composite.
        "diff.gradblocks.xfuncname": '^ {6}"name": (.*)$',
        "difftool.gradblocks.cmd": f'{program} diff -- "$LOCAL" "$REMOTE"',
        "difftool.prompt": "false",
        "mergetool.gradblocks.cmd": f'{program} -- "$MERGED"',
        "mergetool.gradblocks.trustExitCode": "false",
    }


def _attributes(everywhere: bool) -> Path:
    if not everywhere:
        return Path(_git("rev-parse", "--show-toplevel")) / ".gitattributes"
    named = _git("config", "--global", "--type=path", "core.attributesFile", may_fail=True)
    if named:
        return Path(named)
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return Path(home) / "git" / "attributes"


def _content(path: Path, *, may_be_linked: bool) -> bytes:
    """Return the content of an attributes file, or no bytes if it does not exist.

    A repository may come from an untrusted source: a link in it may lead anywhere, and git does not follow it either.
    """
    try:
        mode = (os.stat if may_be_linked else os.lstat)(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return b""
    except OSError as error:
        raise FileError(f"the file cannot be read: {error.strerror or error}", file=str(path)) from None
    if not stat.S_ISREG(mode):
        kind = "a link" if stat.S_ISLNK(mode) else "a folder" if stat.S_ISDIR(mode) else "not an ordinary file"
        raise FileError(
            f"git does not read attributes from this path, because it is {kind}",
            file=str(path),
            hint="remove or rename this path",
        )
    content = read_named(path, _MOST_BYTES)
    if len(content) > _MOST_BYTES or b"\0" in content:
        raise FileError(f"expected a text file of at most {_MOST_BYTES:,} bytes", file=str(path))
    return content


def _with_line(content: bytes) -> bytes:
    if any(line.rstrip(b"\r\n") == ATTRIBUTES for line in content.splitlines(keepends=True)):
        return content
    end = b"\r\n" if b"\r\n" in content else b"\n"
    complete = content.endswith(b"\n") or not content
    return content + (ATTRIBUTES + end if complete else end + ATTRIBUTES)


def _without_line(content: bytes) -> bytes:
    """Return attributes without our line, and without the line end that was added before it."""
    lines = content.splitlines(keepends=True)
    rest = [line for line in lines if line.rstrip(b"\r\n") != ATTRIBUTES]
    if rest and lines[-1] == ATTRIBUTES:
        rest[-1] = rest[-1].rstrip(b"\r\n")
    return b"".join(rest)


def _git(*arguments: str, may_fail: bool = False) -> str:
    """Run git and return its output; raise UsageError if it is not installed or reports an error."""
    command: Sequence[str] = ("git", *arguments)
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, errors="surrogateescape", check=False, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"git cannot be run: {error}", hint="check that git is installed and works") from None
    if done.returncode and not may_fail:
        hint = "run this command in a repository, or use --global" if arguments[0] == "rev-parse" else None
        raise UsageError(f"git failed: {done.stderr.strip() or done.returncode}", hint=hint)
    return done.stdout.strip() if not done.returncode else ""
