"""The journal on the disk, its locks, and what a crash left behind."""
