"""Page core: constants, lists, sessions, gradients: what holds a page together."""
