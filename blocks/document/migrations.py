"""Versions of the file format.

Version 2 has composites and what a package says of itself; all else is as in version 1, so nothing is converted. When
a version reads something differently, a function from the JSON of the one before it belongs here (one step after the
other). A file is written in the lowest version that can say what it holds.
"""

from __future__ import annotations

import re

from blocks.base.errors import FileError
from blocks.document.data import Json, shortened

MAJOR = 2
FORMAT = f"gradblocks/{MAJOR}"
FIRST = "gradblocks/1"

_FORMAT = re.compile(r"gradblocks/([1-9][0-9]{0,8})")


def check_format(declared: Json) -> int:
    """The version of a file; what this version of the program cannot read is refused.

    Args:
        declared: what the file has as ``format``; None if it has none.

    Raises:
        FileError: it is no Gradblocks diagram, or one of a newer version.
    """
    match = _FORMAT.fullmatch(declared) if type(declared) is str else None
    if match is None:
        what = "has no 'format'" if declared is None else "has an unknown 'format'"
        if type(declared) is str:
            what = f"has the format {shortened(declared)}"
        raise FileError(
            f"this is not a Gradblocks diagram: it {what}", hint=(f'use a file that contains "format": "{FIRST}"')
        )
    if int(match[1]) > MAJOR:
        raise FileError(
            (f"the diagram has the format {declared} of a newer Gradblocks; this version reads up to {FORMAT}"),
            hint="update Gradblocks to open the diagram",
        )
    return int(match[1])
