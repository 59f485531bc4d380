"""Tools for recorded runs: tables, overlaid curves, reruns, sweeps."""
