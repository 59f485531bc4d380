"""Versions of the file format.

Version 2 adds composites and the description of a package, version 3 custom gradients of composites. The rest is the
same in all versions, so that nothing is converted. If a version changes the meaning of something, a function that
converts the JSON of the previous version belongs here. A file is written in the lowest version that supports its
content.
"""

from __future__ import annotations

import re

from blocks.base.errors import FileError
from blocks.document.data import Document, Json, shortened

MAJOR = 3
FORMAT = f"gradblocks/{MAJOR}"
FIRST, SECOND = "gradblocks/1", "gradblocks/2"

_FORMAT = re.compile(r"gradblocks/([1-9][0-9]{0,8})")


def lowest_format(document: Document) -> str:
    if any(page.gradient for page in document.composites):
        return FORMAT
    return FIRST if not document.composites and document.package is None else SECOND


def check_format(declared: Json) -> int:
    """Return the major version of a file from its key ``format``.

    Raises:
        FileError: the file is not a Gradblocks diagram, or has a newer version.
    """
    match = _FORMAT.fullmatch(declared) if type(declared) is str else None
    if match is None:
        what = "has no 'format'" if declared is None else "has an unknown 'format'"
        if type(declared) is str:
            what = f"has the format {shortened(declared)}"
        raise FileError(
            f"this is not a Gradblocks diagram: it {what}", hint=f'use a file that contains "format": "{FIRST}"'
        )
    if int(match[1]) > MAJOR:
        raise FileError(
            f"the diagram has the format {declared} of a newer Gradblocks; this version reads up to {FORMAT}",
            hint="update Gradblocks to open the diagram",
        )
    return int(match[1])
