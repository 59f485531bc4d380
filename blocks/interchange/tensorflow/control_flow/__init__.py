"""Loops and branches of TensorFlow: as functions that are run, and as the frames that it runs in the end."""
