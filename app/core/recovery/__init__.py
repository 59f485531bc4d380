"""Crash recovery: the journal on disk, its locks, and orphaned journals."""
