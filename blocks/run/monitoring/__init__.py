"""What is told about a run while it goes on or afterwards: curves, statistics, previews, event files, times."""
