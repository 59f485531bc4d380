"""The canvas: the scene that mirrors a page, the view on it, and the tools that turn gestures into changes."""
