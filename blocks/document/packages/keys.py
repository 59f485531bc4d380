"""Validation of the keys ``package`` of a diagram and ``from`` of a definition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from blocks.base.errors import DiagramError
from blocks.base.files import name_fault
from blocks.document.data import ORIGIN_FIELDS, PACKAGE_FIELDS, Json, composite_fault, shortened

_NAME = re.compile(r"[^\W_][\w-]{0,63}")
_VERSION = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9}){0,3}(?:[-+.][0-9A-Za-z.+-]{1,40})?")
_SHA256 = re.compile(r"[0-9a-f]{64}")


def origin_faults(origin: Mapping[str, Json]) -> Iterator[DiagramError]:
    yield from _text_faults(origin, "from", {"package": _NAME, "version": _VERSION, "sha256": _SHA256})
    name = origin.get("name", "x")
    if type(name) is not str or composite_fault(name) is not None:
        yield DiagramError("'name' of 'from' must be a valid name of a composite")
    yield from _unknown(origin, "'from'", ORIGIN_FIELDS)


def package_faults(package: Mapping[str, Json]) -> Iterator[DiagramError]:
    yield from _text_faults(package, "package", {"name": _NAME, "version": _VERSION})
    name = package.get("name")
    if isinstance(name, str) and _NAME.fullmatch(name):
        fault = name_fault(name)
        if fault is not None:
            yield DiagramError(f"'name' of 'package' cannot be {shortened(name)}: it {fault}", hint=_FORMS["name"])
    for key in ("doc", "licence"):
        if type(package.get(key, "")) is not str:
            yield DiagramError(f"{key!r} of 'package' must be a string")
    yield from _unknown(package, "'package'", PACKAGE_FIELDS)


_FORMS = {
    "name": "use at most 64 letters, digits, '-' and '_'",
    "package": "use at most 64 letters, digits, '-' and '_'",
    "version": 'use numbers with dots between them, as in "1.2.0"',
    "sha256": "use 64 lower-case hexadecimal digits",
}


def _text_faults(given: Mapping[str, Json], whose: str, forms: Mapping[str, re.Pattern[str]]) -> Iterator[DiagramError]:
    for key, form in forms.items():
        text = given.get(key)
        if key not in given:
            yield DiagramError(f"{whose!r} has no {key!r}", hint=_FORMS[key])
        elif type(text) is not str:
            yield DiagramError(f"{key!r} of {whose!r} must be a string", hint=_FORMS[key])
        elif form.fullmatch(text) is None:
            yield DiagramError(f"{key!r} of {whose!r} has the invalid value {shortened(text)}", hint=_FORMS[key])


def _unknown(given: Mapping[str, Json], whose: str, known: Sequence[str]) -> Iterator[DiagramError]:
    for key in given:
        if key not in known:
            yield DiagramError(
                f"{whose} has an unknown key {shortened(key)}", hint=f"the known keys are: {', '.join(known)}"
            )
