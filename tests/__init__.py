"""Tests of Gradblocks; the folders mirror `blocks` and `app`."""
