"""Timely termination of runs: Ctrl+C, time limits and `kill`, handled inside the process and by its parent."""
