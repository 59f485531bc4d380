"""Panels and windows about kept runs: their table and curves, two compared, a sweep."""
