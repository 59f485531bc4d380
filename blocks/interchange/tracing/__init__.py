"""Tracing of Python functions: a call with placeholder arrays is recorded as a diagram."""
