"""Category core: constants, lists, sessions, gradients."""
