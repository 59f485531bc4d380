"""Import of enuSpace pages, tasks and projects, with a report of the unconverted parts."""
