"""Text contrast against a background, as WCAG 2 defines it."""

from __future__ import annotations

_WHITE, _BLACK = "#ffffff", "#000000"


def luminance(color: str) -> float:
    """Return the relative luminance of ``#rrggbb`` or ``#aarrggbb``, 0 (black) to 1 (white), ignoring alpha."""
    digits = color[-6:]
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(color: str, ground: str) -> float:
    """Return the contrast ratio, from 1 (equal) to 21 (black on white); text needs 4.5."""
    low, high = sorted((luminance(color), luminance(ground)))
    return (high + 0.05) / (low + 0.05)


def text_on(ground: str) -> str:
    return _WHITE if contrast(_WHITE, ground) >= contrast(_BLACK, ground) else _BLACK
