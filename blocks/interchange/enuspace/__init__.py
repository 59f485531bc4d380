"""Import of enuSpace pages, tasks and projects, with a report of what was not converted."""
