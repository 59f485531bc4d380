"""Live evaluation: what every block gives now, with only that computed again which an edit touches."""
