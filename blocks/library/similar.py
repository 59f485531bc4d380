"""What a name that does not exist was perhaps meant to be."""

from __future__ import annotations

MOST = 100
"""Names that are compared with all others; a person reads no more suggestions."""
_LONGEST = 100


class Suggestions:
    """Suggests block types for unknown ones, each name once and only so many names, for it takes milliseconds each."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._known: dict[str, str | None] = {}

    def __call__(self, name: str) -> str | None:
        """The question "did you mean", or None if nothing is similar."""
        if name not in self._known:
            if len(self._known) >= self._most or len(name) > _LONGEST:
                return None
            self._known[name] = _similar(name)
        return self._known[name]


def _similar(name: str) -> str | None:
    import difflib  # only for a page with a fault

    from blocks.library.index import public_names

    found = difflib.get_close_matches(name, public_names(), 3, 0.7)
    return f"did you mean {' or '.join(found)}?" if found else None
