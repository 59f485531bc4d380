"""Runs that end in time: Ctrl+C, time limits and `kill`, from inside of the process and from its parent."""
