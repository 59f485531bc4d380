"""Crash recovery: the journal on the disk, its locks, and orphaned journals."""
