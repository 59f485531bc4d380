"""Text contrast against a background, as WCAG 2 defines it."""

from __future__ import annotations

_WHITE, _BLACK = "#ffffff", "#000000"


def luminance(color: str) -> float:
    """The relative luminance of ``#rrggbb``, 0 for black and 1 for white; what stands before it is how opaque it is."""
    digits = color[-6:]
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(color: str, ground: str) -> float:
    """From 1 (the same) to 21 (black on white); texts need 4.5."""
    low, high = sorted((luminance(color), luminance(ground)))
    return (high + 0.05) / (low + 0.05)


def text_on(ground: str) -> str:
    """White, unless a dark text can be read better on a colour."""
    return _WHITE if contrast(_WHITE, ground) >= contrast(_BLACK, ground) else _BLACK
