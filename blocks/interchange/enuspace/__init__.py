"""Pages, tasks and projects that enuSpace saved: each gives a diagram and a report of what it could not carry over."""
